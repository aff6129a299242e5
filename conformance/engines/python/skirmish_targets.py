"""Skills: what a text affects, and what its player is asked.

A skill under way is a dictionary, `doing`, in the form that `rulebound schema skirmish frame` prints: the player, the
card, the user, how often it is activated and how often it has been, which effect comes next and what was picked for it.
"""

import skirmish_text
from skirmish_match import forbid
from skirmish_numbers import HARMFUL
from skirmish_peg import Refused


def text_of(match, card):
    """The tree of a card's text (skirmish.text.known)."""
    known = match.__dict__.setdefault("texts", {})
    if card not in known:
        try:
            tree = skirmish_text.read(match.cards[card].get("text") or "", match.rules)
        except Refused:
            tree = None
        for effect in (tree or {}).get("effects", ()):
            name = effect.get("summon", {}).get("familiar")
            if name and match.cards.get(name, {}).get("kind") != "familiar":
                tree = None
        known[card] = tree
    if known[card] is None:
        forbid("text.known", match.rules("unread-text", "refused"))
        return {"effects": []}
    return known[card]


# ---- whom an effect may affect


def said_of(effect):
    """The word of an effect and what is said of it."""
    ((word, said),) = effect.items()
    return word, said


def harms(match, word, said):
    if word == "give":
        names = [match.rules.other_names.get(one["effect"], one["effect"]) for one in said["effects"]]
        return any(name in HARMFUL for name in names)
    return word in ("damage", "defeat", "lower")


def candidates(match, doing, effect):
    """The characters that an effect may affect, in the order in which they came to the map."""
    word, said = said_of(effect)
    if "to" not in said:
        return []
    user = match.find(doing["user"])
    return [one for one in match.objects if suits(match, doing["by"], user, one, word, said)]


def suits(match, by, user, one, word, said):
    return can_be_done(match, one, word) and is_near(match, user, one) and any(
        in_group(match, by, user, one, group, word, said) for group in said["to"]["of"]
    )


def can_be_done(match, one, word):
    """Whether an effect does something to a character that stands, or to one that lies fainted."""
    if word == "revive":
        return one.fainted and (match.rules("familiar-revived", "may") or not match.familiar(one))
    if word in ("raise", "lower") and match.rules("fainted-scores", "changed"):
        return True
    return not one.fainted or word == "heal" and not match.rules("heal-fainted", "nothing")


def in_range(match, user, tile):
    """Whether the reach of its user lets a skill go there."""
    if match.rules("skill-reach", "attacks-only") or tuple(tile) == user.tile:
        return True
    return match.within_reach(user, tile)


def is_near(match, user, one):
    """Whether it lets a skill affect a character. Of others on its own tile, it does if they lie there."""
    if one.tile == user.tile and one is not user and not one.fainted:
        return match.rules("skill-reach", "attacks-only")
    return in_range(match, user, one.tile)


def in_group(match, by, user, one, group, word, said):
    rules, who = match.rules, group["who"]
    if who == "yourself":
        return one is user
    own = one.controller == by
    if group.get("other"):
        if one is user:
            return False
        if who == "character" and not is_numbered(said) and rules("other-characters", "as-suits"):
            if own == harms(match, word, said):
                return False
    if one is user and said["to"].get("count") is not None and rules("user-picked", "may-not"):
        return False
    if who != "character" and own != (who == "ally"):
        return False
    if group.get("wounded") and not match.wounded(one):
        return False
    return group.get("class") in (None, one.cls)


# ---- what is asked


def is_numbered(said):
    """Whether an effect affects so many characters, which are picked."""
    return "to" in said and said["to"].get("count") is not None


def picks_all(match, said):
    """Whether the order of all whom an effect affects is picked (skirmish.rulings.all-order)."""
    return "to" in said and not is_numbered(said) and match.rules("all-order", "picked")


def too_few(match, said, options):
    """Whether nobody is affected because there are not as many as the text says (skirmish.rulings.too-few)."""
    exact = is_numbered(said) and not said["to"].get("up_to")
    return exact and len(options) < said["to"]["count"] and match.rules("too-few", "none")


def picked_objects(match, doing):
    return [match.find(one["object"]) for one in doing.get("picked") or [] if "object" in one]


def affected_by(match, doing, effect):
    """Whom an effect affects, once everything has been picked."""
    word, said = said_of(effect)
    if "to" not in said:
        return []
    if affected_again(match, doing):
        return [one for one in picked_objects(match, doing) if can_be_done(match, one, word)]
    able = candidates(match, doing, effect)
    if not is_numbered(said) and not picks_all(match, said):
        return able
    return [one for one in picked_objects(match, doing) if one in able]


def affected_again(match, doing):
    """Whether those of the first activation are affected again (skirmish.rulings.targets-again)."""
    return match.rules("targets-again", "same") and doing.get("done", 0) > 0


def question(match, doing, effect):
    """What must be picked next for an effect: the kind, the options, and whether the player may stop. None if there is
    nothing more to pick."""
    word, said = said_of(effect)
    picked = doing.get("picked") or []
    asked = target_question(match, doing, effect)
    if asked:
        return asked
    if word in ("summon", "place") and not picked:
        if word == "summon" and stands_already(match, doing, said["familiar"]):
            return None
        choices = [{"tile": list(tile)} for tile in tiles_for(match, doing, word)]
        return ("tile", choices, False) if choices else None
    if word == "detonate" and match.rules("trap-order", "picked"):
        choices = tiles_left(match, doing)
        return ("tile", choices, False) if choices else None
    whom = affected_by(match, doing, effect)
    if word == "revive":
        _, asked = places(match, doing, effect)
        if asked:
            return "tile", [{"tile": list(tile)} for tile in asked[1]], False
    if said.get("either") and undecided(match, doing, whom):
        if word == "give":
            return "effect", unique([{"effect": one["effect"]} for one in said["effects"]]), False
        return "score", [{"score": score} for score in said["scores"]], False
    return None


def target_question(match, doing, effect):
    """Which character must be picked next for an effect."""
    _, said = said_of(effect)
    numbered = is_numbered(said)
    if doing.get("enough") or not numbered and not picks_all(match, said):
        return None
    done = picked_objects(match, doing)
    options = [one for one in candidates(match, doing, effect) if one not in done]
    if not options or len(done) < len(doing.get("picked") or []):
        return None
    if numbered and (len(done) == said["to"]["count"] or not done and too_few(match, said, options)):
        return None
    may_stop = numbered and said["to"].get("up_to") and (done or match.rules("up-to-none", "allowed"))
    return "target", [{"object": one.id} for one in options], bool(may_stop)


# ---- what a text with "or" does to each of its targets


def answered(doing):
    """What the player has picked of several effects or scores."""
    return [one for one in doing.get("picked") or [] if "effect" in one or "score" in one]


def decided(match, doing, whom):
    """What was picked for each target: pairs of a character's id and an answer (skirmish.rulings.or-once)."""
    answers = answered(doing)
    if match.rules("or-once", "once"):
        return {one.id: answers[0] for one in whom} if answers else {}
    known = {one["of"]: one for one in answers if "of" in one}
    order = [one["object"] for one in doing.get("picked") or [] if "object" in one] or [one.id for one in whom]
    order = [number for number in order if number not in known]
    return dict(zip(order, [one for one in answers if "of" not in one]), **known)


def undecided(match, doing, whom):
    """The targets for which nothing has been picked yet."""
    known = decided(match, doing, whom)
    return [one for one in whom if one.id not in known]


def add(match, doing, effect, choice):
    """Something has been picked. Of effects, scores and the tiles of those who are revived, it is noted for whom."""
    if ("effect" in choice or "score" in choice) and match.rules("or-once", "each"):
        choice = dict(choice, of=undecided(match, doing, affected_by(match, doing, effect))[0].id)
    if "tile" in choice and "revive" in effect:
        choice = dict(choice, of=places(match, doing, effect)[1][0].id)
    doing.setdefault("picked", []).append(choice)


def stands_already(match, doing, familiar):
    """Whether a familiar may not be summoned because it stands (skirmish.rulings.familiar-again)."""
    own = [one.name for one in match.standing(match.find(doing["user"]).controller)]
    return match.rules("familiar-again", "refused") and familiar in own


def unique(choices):
    return [one for place, one in enumerate(choices) if one not in choices[:place]]


def tiles_for(match, doing, word, in_reach=True):
    """The tiles on which something may be placed (skirmish.text.summon and place). What was picked before
    (skirmish.rulings.picks-when) may be out of reach by now."""
    user, rules = match.find(doing["user"]), match.rules
    tiles = match.empty_tiles()
    if word == "summon" and rules("familiar-tile", "beside"):
        tiles = [tile for tile in tiles if match.map.distance(user.tile, tile) == 1]
    if word == "place" and rules("trap-tile", "refused"):
        trapped = [trap["tile"] for trap in match.traps]
        tiles = [tile for tile in tiles if tile not in trapped]
    if word == "summon" or not in_reach:  # it comes to the summoner, whatever its reach
        return tiles
    return [tile for tile in tiles if in_range(match, user, tile)]


def to_detonate(match, doing):
    """The traps that a text detonates, in the order in which they were placed (skirmish.text.detonate)."""
    user, rules = match.find(doing["user"]), match.rules
    traps = [trap for trap in match.traps if rules("all-traps", "everyones") or trap["by"] == doing["by"]]
    return [trap for trap in traps if in_range(match, user, trap["tile"])]


def tiles_left(match, doing):
    """The tiles of traps that are still to be picked, to be detonated (skirmish.rulings.trap-order)."""
    picked = [tuple(one["tile"]) for one in doing.get("picked") or []]
    tiles = [trap["tile"] for trap in to_detonate(match, doing)]
    return unique([{"tile": list(tile)} for tile in tiles if tile not in picked])


def places(match, doing, effect):
    """Where revived characters stand: pairs of a character and a tile, and the next of them for which a tile must
    still be picked, with the tiles."""
    said = [one for one in doing.get("picked") or [] if "tile" in one]
    found, asked = [], None
    for one in affected_by(match, doing, effect):
        picked = next((tile for tile in said if tile.get("of", one.id) == one.id), None)
        if picked:
            said.remove(picked)
            found += [(one, tile) for tile in left_empty(match, one, found) if tile == tuple(picked["tile"])]
            continue
        options = tiles_to_stand(match, doing, one, found)
        if options:
            asked = asked or (one, options)
    return found, asked


def left_empty(match, one, others):
    """The tiles that are empty when somebody is revived. `others` are those who stand up before it: pairs of a
    character and a tile."""
    up, taken = [one] + [other for other, _ in others], [tile for _, tile in others]
    return [tile for tile in match.empty_tiles(*up) if tile not in taken]


def tiles_to_stand(match, doing, one, others):
    """skirmish.text.revive"""
    tiles = left_empty(match, one, others)
    if match.rules("revive-tile", "beside"):
        user = match.find(doing["user"])
        return [tile for tile in tiles if match.map.distance(user.tile, tile) == 1]
    if one.tile in tiles:
        return [one.tile]
    nearest = min([match.map.distance(one.tile, tile) for tile in tiles], default=0)
    return [tile for tile in tiles if match.map.distance(one.tile, tile) == nearest]
