"""What the players of skirmish do.

Each action has two functions. `may_...` raises `Rejected` with the clause that forbids the action and changes nothing;
what it returns is handed to the second one, which carries the action out and refuses nothing. `ACTIONS`, at the end,
names them all. Where several clauses forbid an action, the first one that is looked at is told.
"""

import skirmish_draft as preparation
import skirmish_skills as skills
import skirmish_targets as targets
from skirmish_fight import attack, counter_or_ask, end_if_spent, end_turn, exchange_blows, walk
from skirmish_match import MatchOver, forbid
from skirmish_questions import QUESTIONS, askers
from skirmish_text import is_blank

BEFORE = ("start", "draft", "hands")


def act(match, action, by=None, chance=()):
    """Carries out an action, or raises `Rejected` and changes nothing."""
    plan, carry_out = allowed(match, action, by)
    match.chance = list(chance)
    if match.rules("turn-ends", "when-spent") and set(action) & {"walk", "attack", "use"}:
        match.frames.append({"spent": {}})
    try:
        carry_out(match, plan)
        resolve(match)
        if not match.frames and match.stage != "over":
            match.end_if_lost()
    except MatchOver:
        pass


def allowed(match, action, by=None):
    """The plan of an action and the function that carries it out."""
    ((name, said),) = action.items()
    asked = askers(match)
    if by is None:
        by = (asked or [preparation.drafter(match) if match.stage == "draft" else match.active])[0]
    may, carry_out = ACTIONS[name]
    forbid("defeat.winner", match.stage == "over")
    if name in ("walk", "attack", "use", "end"):
        forbid("turns.own", match.stage != "turns" or asked or by != match.active)
    elif name in ("pick", "done", "accept", "decline"):
        forbid("turns.own", by not in asked)
    return may(match, dict(said, by=by)), carry_out


# ---- what is still to be done


def resolve(match):
    """Does what is still to be done until a question is open."""
    while match.frames and not set(match.frames[0]) & set(QUESTIONS):
        ((name, said),) = match.frames.pop(0).items()
        FRAMES[name](match, said)


def do_answer(match, said):
    counter_or_ask(match, match.find(said["character"]), match.find(said["against"]), bool(said.get("attack")))


FRAMES = {
    "talents": preparation.do_talents,
    "first-turn": preparation.do_first_turn,
    "answer": do_answer,
    "do": skills.go_on,
    "put-away": lambda match, said: match.put_away(match.players[said["player"]], said["card"]),
    "spent": lambda match, said: end_if_spent(match),
    "look": lambda match, said: match.look(),
}


# ---- in a turn


def own_standing(match, said, clause):
    one = match.find(said["character"])
    forbid(clause, one is None or one.controller != said["by"])
    forbid("combat.faint", one.fainted)
    forbid("text.summon", one.fresh)
    return one


def may_walk(match, said):
    one, tile, rules = own_standing(match, said, "combat.walk"), tuple(said["to"]), match.rules
    forbid("effects.restrain", one.has("Restrain"))
    forbid("combat.walk-once", one.walked and not one.more_walks)
    forbid("combat.walk-cost", match.players[said["by"]].points < match.cost(one, rules.walk_cost))
    stays = tile == one.tile
    forbid("combat.walk", stays and rules("walk-nowhere", "refused"))
    forbid("map.tiles", not match.open_to(tile, one))
    length = 0 if stays else match.map.distance(one.tile, tile)
    if rules("path", "path") and not stays:
        length = match.map.way(one.tile, tile, lambda near: passable(match, one, near))
        forbid("map.way", length is None)
    speed, clause = (rules.speed_ranged, "ranged") if one.ranged else (rules.speed_melee, "melee")
    if rules("speed-counts", "turn"):
        speed = max(0, speed - one.steps)
    forbid("classes.{}-speed".format(clause), length > speed)
    return one, tile, length


def passable(match, one, tile):
    """skirmish.rulings.through, and skirmish.text.stepped-on: no path leads on from a tile with a trap"""
    if match.rules("trap-trigger", "stepped-on") and any(trap["tile"] == tile for trap in match.traps):
        return False
    holders = match.holders(tile)
    if match.rules("through", "allies"):
        holders = [holder for holder in holders if holder.controller != one.controller]
    return not holders or match.rules("through", "everybody")


def may_attack(match, said):
    one, rules = own_standing(match, said, "combat.attack"), match.rules
    target = match.find(said["target"])
    forbid("effects.restrain", one.has("Restrain"))
    forbid("combat.attack-once", one.attacked and not one.more_attacks)
    forbid("combat.attack", target is None or target.controller == said["by"])
    forbid("combat.attack", target.fainted and rules("attack-fainted", "refused"))
    clause = "classes.{}-reach".format("ranged" if one.ranged else "melee")
    forbid(clause, not match.within_reach(one, target.tile))
    forbid("combat.attack-cost", match.players[said["by"]].points < match.cost(one, rules.attack_cost))
    return one, target


def may_use(match, said):
    rules, player, card = match.rules, match.players[said["by"]], said["card"]
    forbid("skills.use", card not in player.hand)
    blank = is_blank(match.cards[card].get("text") or "")
    forbid("text.known", blank and rules("no-text", "refused"))
    tree = targets.text_of(match, card)
    user = user_of(match, said)
    forbid("text.summon", user.fresh)
    forbid("effects.silence", user.has("Silence"))
    keyword = tree.get("keyword")
    doing = {"by": said["by"], "card": card, "user": user.id, "times": 1}
    cost = match.cards[card].get("cost")
    cost = match.cost(user, rules.unprinted_cost if cost is None else cost)
    works = not gives_nothing(match, doing)
    if keyword == "Channel":
        forbid("keywords.channel", not works and rules("channel-spent", "refused"))
        forbid("keywords.channel", rules("channel-restrained", "refused") and user.has("Restrain"))
    if keyword == "Delirium":
        forbid("keywords.delirium", not works and rules("delirium-spent", "refused"))
        works = works or rules("delirium-spent", "activated")
    forbid("skills.cost", player.points < cost + (keyword_cost(match, doing) if works else 0))
    may_affect(match, doing, tree, works)
    return doing, cost


def may_affect(match, doing, tree, works):
    """Whether there is something that the first effect of a skill could affect (skirmish.text.no-target). Nothing is
    needed if the skill does not work."""
    if not tree["effects"]:
        return
    rules, effect = match.rules, tree["effects"][0]
    word, what = targets.said_of(effect)
    if word == "summon":
        forbid("text.summon", targets.stands_already(match, doing, what["familiar"]))
    if rules("no-target", "allowed") or not works:
        return
    needs = targets.is_numbered(what) and not (what["to"].get("up_to") and rules("up-to-none", "allowed"))
    able = targets.candidates(match, doing, effect)
    forbid("text.no-target", needs and (not able or targets.too_few(match, what, able)))
    needs = word in ("summon", "place")
    forbid("text.no-target", needs and not targets.tiles_for(match, doing, word))


def user_of(match, said):
    """The character that uses a skill (skirmish.skills.use)."""
    rules, named = match.rules, said.get("with")
    own = users(match, said["card"], said["by"])
    if rules("same-skill", "first-placed") and not rules("card-user", "any-character"):
        own = own[:1]
    picked = len(own) > 1  # otherwise nobody is named
    forbid("skills.use", (named is not None) != picked)
    own = [one for one in own if named in (None, one.id)]
    forbid("skills.use", not own)
    forbid("combat.faint", own[0].fainted and rules("fainted-user", "refused"))
    return own[0]


def users(match, card, by):
    """The characters of a player that may use a card: fainted ones if none stands."""
    own = [one for one in match.objects if one.controller == by]
    if match.rules("card-user", "any-character"):
        return own
    own = [one for one in own if card in skills_of(match, one)]
    return [one for one in own if not one.fainted] or own


def skills_of(match, one):
    card = match.cards[one.name]
    return [card.get("primary")] + list(card.get("secondary") or [])


def use(match, plan):
    doing, cost = plan
    keyword = targets.text_of(match, doing["card"]).get("keyword")
    player, rules, card = match.players[doing["by"]], match.rules, doing["card"]
    player.points -= cost
    match.leave(player, card)
    if rules("used-card-when", "before"):
        match.put_away(player, card)
    else:
        match.frames.insert(0, {"put-away": {"player": doing["by"], "card": card}})
    doing["times"] = skills.times(match, doing)
    doing["lay"] = match.find(doing["user"]).fainted
    if rules("keyword-declined", "may") and keyword in ("Channel", "Delirium") and not gives_nothing(match, doing):
        match.frames.insert(0, {"keyword": doing})
    else:
        do_keyword(match, doing)


def keyword_cost(match, doing):
    """The action points that a keyword costs besides the skill (skirmish.rulings.channel-points)."""
    channels = targets.text_of(match, doing["card"]).get("keyword") == "Channel"
    if not channels or match.rules("channel-points", "nothing"):
        return 0
    return match.cost(match.find(doing["user"]), match.rules.attack_cost)


def gives_nothing(match, doing):
    """Whether there is nothing left of what a keyword asks for."""
    rules, keyword = match.rules, targets.text_of(match, doing["card"]).get("keyword")
    if keyword == "Channel":
        user = match.find(doing["user"])
        return user.attacked and not user.more_attacks
    maximum = match.players[doing["by"]].maximum
    return keyword == "Delirium" and maximum - rules.delirium_points < rules.least_maximum


def skip_keyword(match, doing):
    """Does what a text does without its keyword (skirmish.rulings.keyword-scope)."""
    if match.rules("keyword-scope", "first-effect"):
        match.frames.insert(0, {"do": dict(doing, effect=1, declined=True, first=[[]])})


def do_keyword(match, doing):
    """Does what a keyword asks for, and then the rest. There is nothing to Channel with after an attack."""
    keyword = targets.text_of(match, doing["card"]).get("keyword")
    if gives_nothing(match, doing) and not (keyword == "Delirium" and match.rules("delirium-spent", "activated")):
        skip_keyword(match, doing)
        return
    match.players[doing["by"]].points -= keyword_cost(match, doing)
    if match.rules("keyword-due", "before"):
        skills.give_up(match, doing)
    match.frames.insert(0, {"do": doing})


# ---- answers


def may_pick(match, said):
    ((name, asked),) = match.frames[0].items()
    forbid("turns.own", name != "pick")
    doing = asked["doing"]
    effect = targets.text_of(match, doing["card"])["effects"][doing.get("effect", 0)]
    choice = {key: value for key, value in said.items() if key != "by"}
    found = targets.question(match, doing, effect)
    word = targets.said_of(effect)[0]
    clause = "text." + word if asked["what"] == "tile" else "text.picking"
    forbid(clause, found is None or choice not in found[1])
    return doing, effect, choice


def pick(match, plan):
    doing, effect, choice = plan
    match.frames.pop(0)
    targets.add(match, doing, effect, choice)
    match.frames.insert(0, {"do": doing})


def may_be_done(match, said):
    ((name, asked),) = match.frames[0].items()
    forbid("turns.own", name != "pick")
    forbid("text.picking", not asked.get("may_stop"))
    return asked["doing"]


def be_done(match, doing):
    match.frames.pop(0)
    doing["enough"] = True
    match.frames.insert(0, {"do": doing})


def may_decide(match, said):
    forbid("turns.own", not set(match.frames[0]) & {"counter", "keyword"})
    return said


def decide(accepts):
    def decided(match, said):
        ((name, asked),) = match.frames.pop(0).items()
        if name == "keyword":
            (do_keyword if accepts else skip_keyword)(match, asked)
            return
        one, against = match.find(asked["character"]), match.find(asked["against"])
        exchange_blows(match, one, against, bool(asked.get("attack")), accepts)

    return decided


# ---- the end


def may_forfeit(match, said):
    refused = match.stage in BEFORE and match.rules("forfeit-preparation", "refused")
    forbid("defeat.forfeit", match.stage == "start" or refused)
    return said["by"]


def forfeit(match, by):
    match.finish({by: "forfeit"})


def may_end(match, said):
    return None


ACTIONS = {
    "begin": (preparation.may_begin, preparation.begin),
    "draft": (preparation.may_draft, preparation.draft),
    "exchange": (preparation.may_exchange, preparation.exchange),
    "walk": (may_walk, lambda match, plan: walk(match, *plan)),
    "attack": (may_attack, lambda match, plan: attack(match, *plan)),
    "use": (may_use, use),
    "pick": (may_pick, pick),
    "done": (may_be_done, be_done),
    "accept": (may_decide, decide(True)),
    "decline": (may_decide, decide(False)),
    "end": (may_end, lambda match, _: end_turn(match)),
    "forfeit": (may_forfeit, forfeit),
}
