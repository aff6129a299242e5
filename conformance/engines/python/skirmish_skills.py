"""Skills: what a text affects, what its player is asked, and what its effects do.

A skill under way is a dictionary, `doing`, in the form that `rulebound schema skirmish frame` prints: the player, the
card, the user, how often it is activated and how often it has been, which effect comes next and what was picked for it.
"""

import skirmish_text
from skirmish_fight import SKILL, bounded, damage, detonate, heal
from skirmish_match import Rejected
from skirmish_numbers import ARMOR, HARMFUL, POWER, TIERS
from skirmish_peg import Refused

SCORES = ("power", "armor")


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
        raise Rejected("text.known")
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
    if word == "revive":
        fits = one.fainted
    else:
        fits = not one.fainted or word == "heal" and not match.rules("heal-fainted", "nothing")
    return fits and in_range(match, user, one.tile, one) and any(
        in_group(match, by, user, one, group, word, said) for group in said["to"]["of"]
    )


def in_range(match, user, tile, one=None):
    """Whether the reach of its user lets a skill go there."""
    if match.rules("skill-reach", "attacks-only") or one is user or tuple(tile) == user.tile and one is None:
        return True
    return match.within_reach(user, tile)


def in_group(match, by, user, one, group, word, said):
    rules, who = match.rules, group["who"]
    if who == "yourself":
        return one is user
    own = one.controller == by
    if group.get("other"):
        if one is user:
            return False
        if who == "character" and rules("other-characters", "as-suits"):
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


def picked_objects(match, doing):
    return [match.find(one["object"]) for one in doing.get("picked") or [] if "object" in one]


def affected_by(match, doing, effect):
    """Whom an effect affects, once everything has been picked."""
    _, said = said_of(effect)
    if "to" not in said:
        return []
    if said["to"].get("count") is None:
        return candidates(match, doing, effect)
    return picked_objects(match, doing)


def question(match, doing, effect):
    """What must be picked next for an effect: the kind, the options, and whether the player may stop. None if there is
    nothing more to pick."""
    word, said = said_of(effect)
    picked = doing.get("picked") or []
    if "to" in said and said["to"].get("count") is not None and not doing.get("enough"):
        done = picked_objects(match, doing)
        options = [one for one in candidates(match, doing, effect) if one not in done]
        if len(done) < said["to"]["count"] and options and len(done) == len(picked):
            choices = [{"object": one.id} for one in options]
            may_stop = said["to"].get("up_to") and (done or match.rules("up-to-none", "allowed"))
            return "target", choices, bool(may_stop)
    if word in ("summon", "place") and not picked:
        if word == "summon" and stands_already(match, doing, said["familiar"]):
            return None
        choices = [{"tile": list(tile)} for tile in tiles_for(match, doing, word)]
        return ("tile", choices, False) if choices else None
    whom = affected_by(match, doing, effect)
    if word == "revive":
        _, options = places(match, doing, effect)
        if options:
            return "tile", [{"tile": list(tile)} for tile in options], False
    if said.get("either") and whom and not any("effect" in one or "score" in one for one in picked):
        if word == "give":
            return "effect", unique([{"effect": one["effect"]} for one in said["effects"]]), False
        return "score", [{"score": score} for score in said["scores"]], False
    return None


def stands_already(match, doing, familiar):
    """Whether a familiar may not be summoned because it stands (skirmish.rulings.familiar-again)."""
    own = [one.name for one in match.standing(match.find(doing["user"]).controller)]
    return match.rules("familiar-again", "refused") and familiar in own


def unique(choices):
    return [one for place, one in enumerate(choices) if one not in choices[:place]]


def tiles_for(match, doing, word):
    """The tiles on which something may be placed (skirmish.text.summon and place)."""
    user, rules = match.find(doing["user"]), match.rules
    tiles = match.empty_tiles()
    if word == "summon" and rules("familiar-tile", "beside"):
        tiles = [tile for tile in tiles if match.map.distance(user.tile, tile) == 1]
    if word == "place" and rules("trap-tile", "refused"):
        trapped = [trap["tile"] for trap in match.traps]
        tiles = [tile for tile in tiles if tile not in trapped]
    if word == "summon":  # it comes to the summoner, whatever its reach
        return tiles
    return [tile for tile in tiles if in_range(match, user, tile)]


def places(match, doing, effect):
    """Where revived characters stand: pairs of a character and a tile, and the tiles of which the player must still
    pick one for the next of them."""
    said = [tuple(one["tile"]) for one in doing.get("picked") or [] if "tile" in one]
    found = []
    for one in affected_by(match, doing, effect):
        taken = [tile for _, tile in found]
        options = [tile for tile in tiles_to_stand(match, doing, one) if tile not in taken]
        if len(options) > 1:
            if not said:
                return found, options
            options = [said.pop(0)]
        if options:
            found.append((one, options[0]))
    return found, []


def tiles_to_stand(match, doing, one):
    """skirmish.text.revive"""
    if match.rules("revive-tile", "beside"):
        user = match.find(doing["user"])
        return [tile for tile in match.empty_tiles(one) if match.map.distance(user.tile, tile) == 1]
    if match.empty(one.tile, one):
        return [one.tile]
    tiles = match.empty_tiles(one)
    nearest = min([match.map.distance(one.tile, tile) for tile in tiles], default=0)
    return [tile for tile in tiles if match.map.distance(one.tile, tile) == nearest]


# ---- a skill under way


def times(match, doing):
    """How often a skill is activated (skirmish.keywords.bounty, resonance and defiance)."""
    keyword, rules = text_of(match, doing["card"]).get("keyword"), match.rules
    player, foe = match.players[doing["by"]], match.players[1 - doing["by"]]
    if keyword == "Bounty":
        leader = match.find(foe.leader)
        fallen = foe.leader_fell if rules("bounty-leader", "ever") else leader is not None and leader.fainted
        return rules.bounty_times if fallen else 1
    if keyword == "Resonance":
        turns = player.turns if rules("even-turns", "own") else match.turn
        return rules.resonance_times if turns % 2 == 0 else 1
    if keyword == "Defiance":
        return rules.defiance_times if match.wounded(match.find(doing["user"])) else 1
    return 1


def go_on(match, doing):
    """Goes on with a skill until something is asked or it is over."""
    tree, rules = text_of(match, doing["card"]), match.rules
    effects = tree["effects"]
    while True:
        if rules("user-faints", "stops") and match.find(doing["user"]).fainted:
            return
        place = doing.get("effect", 0)
        if place >= len(effects):
            if tree.get("keyword") == "Inspiration":
                inspire(match, doing)
            doing.update(done=doing.get("done", 0) + 1, effect=0, picked=[], affected=[], enough=False)
            due = times(match, doing) if rules("condition-read", "each-time") else doing["times"]
            if doing["done"] >= due or not effects:
                return
            continue
        effect = effects[place]
        again = rules("targets-again", "same") and doing.get("done", 0) > 0 and not doing.get("picked")
        if again and place < len(doing.get("first") or []):
            doing["picked"], doing["enough"] = list(doing["first"][place]), True
        asked = question(match, doing, effect)
        if asked:
            what, choices, may_stop = asked
            if len(choices) == 1 and not may_stop:
                doing.setdefault("picked", []).append(choices[0])
                continue
            match.frames.insert(0, {"pick": {"doing": doing, "what": what, "may_stop": may_stop}})
            return
        if rules("targets-again", "same") and doing.get("done", 0) == 0:
            doing.setdefault("first", []).append(list(doing.get("picked") or []))
        carry_out(match, doing, effect)
        doing.update(effect=place + 1, picked=[], enough=False)
        match.look()


def inspire(match, doing):
    """skirmish.keywords.inspiration"""
    rules, user = match.rules, match.find(doing["user"])
    affected = doing.get("affected") or []
    team = rules("inspiration-your", "team")
    score = None
    for number in affected:
        for one in match.standing(doing["by"]) if team else [user]:
            subject = "{}'s score for {}".format(one.id, number) if team else "score for " + number
            if rules("inspiration-chance", "one-for-all"):
                score = score or raised_score(match, one, "score")
            match.tiers(one, score or raised_score(match, one, subject), rules.raise_tiers)


def raised_score(match, one, subject):
    """The score that Inspiration raises. Chance has no say where only one may be picked."""
    raisable = [score for score in SCORES if getattr(one, score) != TIERS[-1]]
    if match.rules("inspiration-bound", "raisable") and len(raisable) == 1:
        return raisable[0]
    return match.pick(subject)


def carry_out(match, doing, effect):
    """What an effect does, after everything has been picked for it."""
    word, said = said_of(effect)
    whom = [one for one in affected_by(match, doing, effect) if one is not None]
    done = DOES[word](match, doing, said, whom) if word in DOES else None
    if word == "revive":
        done = revive(match, doing, effect)
    for one in whom if done is None else done:
        if one.id not in doing.setdefault("affected", []):
            doing["affected"].append(one.id)


def do_draw(match, doing, said, whom):
    match.draw(doing["by"], said["count"])


def do_named(match, doing, said, whom):
    """skirmish.text.named"""
    rules, player = match.rules, match.players[doing["by"]]
    for drawn, card in enumerate(said["cards"]):
        if drawn and not match.has_room(player):
            break
        if rules("named-cards", "created"):
            match.take(player, card)
        elif card in player.deck:
            player.deck.remove(card)
            match.take(player, card)
        elif not player.deck and rules("named-missing", "loses"):
            match.cannot_draw(doing["by"])
    if rules("named-cards", "searched"):
        match.shuffle(doing["by"])


def do_gain(match, doing, said, whom):
    player = match.players[doing["by"]]
    player.points = max(player.points, bounded(match, player.points + said["points"], "current"))


def do_give(match, doing, said, whom):
    names = [one["effect"] for one in doing.get("picked") or [] if "effect" in one]
    for one in whom:
        for given in said["effects"]:
            if not said.get("either") or given["effect"] in names:
                match.give(one, given["effect"], given.get("number"))
                if said.get("either"):
                    break


def do_damage(match, doing, said, whom):
    user = match.find(doing["user"])
    for one in whom:
        amount = said.get("amount")
        if amount is None:
            amount = POWER[user.power if match.rules("skill-damage", "power") else match.rules.skill_power]
        damage(match, one, amount, SKILL, user)


def do_heal(match, doing, said, whom):
    user = match.find(doing["user"])
    for one in whom:
        amount = said.get("amount")
        if amount is None:
            amount = POWER[user.power] if match.rules("skill-heal", "power") else ARMOR[one.armor] // 3
        heal(match, one, amount, user)


def revive(match, doing, effect):
    found, _ = places(match, doing, effect)
    for one, tile in found:
        one.fainted, one.tile = False, tile
        whole = ARMOR[one.armor]
        left = {"all": whole, "third": whole // 3, "one": 1}[match.rules.readings["revive-armor"]]
        one.damage = whole - left
        if match.rules("fainted-effects", "lost"):
            one.effects = []
    return [one for one, _ in found]


def do_defeat(match, doing, said, whom):
    for one in whom:
        match.faint(one)


def do_raise(match, doing, said, whom, sign=1):
    scores = [one["score"] for one in doing.get("picked") or [] if "score" in one]
    for one in whom:
        for score in scores if said.get("either") else said["scores"]:
            match.tiers(one, score, sign * (said.get("by") or match.rules.raise_tiers))


def do_lower(match, doing, said, whom):
    do_raise(match, doing, said, whom, -1)


def do_restore(match, doing, said, whom):
    for one in whom:
        if "attack" in said["actions"]:
            one.attacked = False
        if "movement" in said["actions"]:
            one.walked = False


def do_summon(match, doing, said, whom):
    """skirmish.text.summon"""
    tiles = [one["tile"] for one in doing.get("picked") or []]
    if not tiles or not match.empty(tiles[0]):
        return []
    made = match.new(said["familiar"], doing["by"], tiles[0])
    if match.rules("familiar-class", "as-summoner"):
        made.ranged = match.find(doing["user"]).ranged
    made.fresh = match.rules("familiar-fresh", "waits")
    return []


def do_place(match, doing, said, whom):
    tiles = [tuple(one["tile"]) for one in doing.get("picked") or []]
    if tiles and tiles[0] in tiles_for(match, doing, "place"):
        match.traps.append({"trap": said["trap"], "tile": tiles[0], "by": doing["by"]})


def do_detonate(match, doing, said, whom):
    """skirmish.text.detonate"""
    user, affected = match.find(doing["user"]), []
    for trap in list(match.traps):
        if match.rules("all-traps", "own") and trap["by"] != doing["by"]:
            continue
        if in_range(match, user, trap["tile"]):
            affected += detonate(match, trap)
    return affected


def do_switch(match, doing, said, whom):
    switch(match, match.find(doing["user"]), said["stance"])
    return []


def switch(match, one, stance):
    """skirmish.text.switch"""
    old, new = match.table(one.cls), match.table(stance)
    one.cls, one.ranged = stance, new["ranged"]
    if match.rules("stance-scores", "change"):
        for score in SCORES:
            raised = TIERS.index(getattr(one, score)) - TIERS.index(old[score])
            tier = min(len(TIERS) - 1, max(0, TIERS.index(new[score]) + raised))
            match.set_score(one, score, TIERS[tier])
    if match.rules("stance-talent", "activates") and match.players[one.controller].leader == one.id:
        talent(match, one)


def talent(match, leader):
    """The talent of a leader (skirmish.classes.marksman, duelist, enchanter and vanguard)."""
    rules, number = match.rules, leader.controller
    player = match.players[number]
    if leader.cls in ("Marksman", "Vanguard"):
        for one in match.standing(number):
            if one is not leader or rules("allies-include", "leader-too"):
                match.tiers(one, "power" if leader.cls == "Marksman" else "armor", rules.raise_tiers)
    elif leader.cls == "Duelist":
        if rules("point-gained", "maximum"):
            player.maximum = bounded(match, player.maximum + rules.talent_points, "maximum")
        elif rules("point-gained", "current"):
            player.points = bounded(match, player.points + rules.talent_points, "current")
        else:
            player.extra += rules.talent_points
    elif leader.cls == "Enchanter":
        match.draw(number, rules.talent_draw)


DOES = {
    "draw": do_draw,
    "named": do_named,
    "gain": do_gain,
    "give": do_give,
    "damage": do_damage,
    "heal": do_heal,
    "defeat": do_defeat,
    "raise": do_raise,
    "lower": do_lower,
    "restore": do_restore,
    "summon": do_summon,
    "place": do_place,
    "detonate": do_detonate,
    "switch": do_switch,
}
