"""What the players of skirmish do.

Each action has two functions. `may_...` raises `Rejected` with the clause that forbids the action and changes nothing;
what it returns is handed to the second one, which carries the action out and refuses nothing. `ACTIONS`, at the end,
names them all. Where several clauses forbid an action, the first one that is looked at is told.
"""

import skirmish_skills as skills
from skirmish_fight import attack, begin_turn, counter_or_ask, end_turn, exchange_blows, walk
from skirmish_match import MatchOver, forbid
from skirmish_numbers import PLAYERS

QUESTIONS = ("exchange", "exchange-by", "counter", "keyword", "pick")
BEFORE = ("start", "draft", "hands")
ANSWERS = ("exchange", "pick", "done", "accept", "decline")


def act(match, action, by=None, chance=()):
    """Carries out an action, or raises `Rejected` and changes nothing."""
    plan, carry_out = allowed(match, action, by)
    match.chance = list(chance)
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
        by = (asked or [drafter(match) if match.stage == "draft" else match.active])[0]
    may, carry_out = ACTIONS[name]
    forbid("defeat.winner", match.stage == "over")
    if name in ("walk", "attack", "use", "end"):
        forbid("turns.own", match.stage != "turns" or asked or by != match.active)
    elif name in ("pick", "done", "accept", "decline"):
        forbid("turns.own", by not in asked)
    return may(match, dict(said, by=by)), carry_out


# ---- questions


def askers(match):
    """The players who must answer the question that is open."""
    if not match.frames:
        return []
    ((name, said),) = match.frames[0].items()
    if name == "exchange":
        return [number for number in range(PLAYERS) if number not in match.sealed]
    if name == "exchange-by":
        return [said["player"]]
    if name == "counter":
        return [match.find(said["character"]).controller]
    if name == "keyword":
        return [said["by"]]
    return [said["doing"]["by"]] if name == "pick" else []


def shown_question(match):
    """The question, in the form that states use."""
    ((name, said),) = match.frames[0].items()
    if name in ("exchange", "exchange-by"):
        return {"exchange": {}}
    if name == "counter":
        return {"counter": {"character": said["character"], "against": said["against"]}}
    if name == "keyword":
        return {"keyword": {"card": said["card"]}}
    shown = {"card": said["doing"]["card"], "what": said["what"]}
    return {"pick": dict(shown, may_stop=True) if said.get("may_stop") else shown}


def resolve(match):
    """Does what is still to be done until a question is open."""
    while match.frames and not set(match.frames[0]) & set(QUESTIONS):
        ((name, said),) = match.frames.pop(0).items()
        FRAMES[name](match, said)


def do_talents(match, said):
    for number in (match.starting, 1 - match.starting):
        leader = match.find(match.players[number].leader)
        if leader:
            skills.talent(match, leader)


def do_first_turn(match, said):
    match.stage, match.turn, match.active = "turns", 1, match.starting
    begin_turn(match, match.active)


def do_answer(match, said):
    counter_or_ask(match, match.find(said["character"]), match.find(said["against"]), bool(said.get("attack")))


FRAMES = {
    "talents": do_talents,
    "first-turn": do_first_turn,
    "answer": do_answer,
    "do": skills.go_on,
    "look": lambda match, said: match.look(),
}


# ---- before the match


def may_begin(match, said):
    rules = match.rules
    forbid("turns.own", match.stage != "start")
    drafts = len(rules.draft_order) // PLAYERS * rules.draft_rounds
    for first in (True, False):
        room = [tile for tile in match.map.tiles() if match.map.free(tile) and match.map.in_half(tile, first)]
        forbid("preparation.team", len(room) < min(drafts, rules.team_size))
    for player in match.players:
        forbid("preparation.team", len(set(player.team)) != len(player.team) or len(player.team) != rules.team_size)
    for player in match.players:
        for name in player.team:
            forbid("classes.factions", rules("class-denied", "refused") and not has_access(match, name))


def has_access(match, name):
    """Whether the faction of a character has access to its class."""
    card = match.cards[name]
    classes = match.rules.factions.get(card.get("faction"))
    if classes is None:
        return True
    if match.rules("specialist", "same"):
        classes = ["Marksman" if cls == "Specialist" else cls for cls in classes]
    return card["class"] in classes


def begin(match, _):
    match.starting = int(match.pick("starting player"))
    match.stage = "draft"
    pass_over(match)


def drafts(match):
    return len(match.rules.draft_order) * match.rules.draft_rounds


def drafter(match):
    """The player whose turn it is to draft."""
    role = match.rules.draft_order[match.drafted % len(match.rules.draft_order)]
    return match.starting if role == "starting" else 1 - match.starting


def to_choose(match, number):
    """The characters of a team that may still be chosen (skirmish.preparation.once)."""
    return [name for name in match.players[number].team if not chosen(match, name, number)]


def chosen(match, name, number):
    team = match.rules("chosen-twice", "team")
    return any(one.name == name and (not team or one.owner == number) for one in match.objects)


def pass_over(match):
    """Passes over players who have no character left, and ends the draft."""
    while match.drafted < drafts(match) and not to_choose(match, drafter(match)):
        match.drafted += 1
    if match.drafted >= drafts(match):
        start_hands(match)
    else:
        match.active = drafter(match)


def may_draft(match, said):
    forbid("turns.own", match.stage != "draft")
    name, tile, by = said["character"], tuple(said["tile"]), said["by"]
    forbid("preparation.draft-order", by != drafter(match))
    forbid("preparation.draft", name not in match.players[by].team)
    forbid("preparation.once", chosen(match, name, by))
    forbid("preparation.draft", not match.empty(tile))
    forbid("preparation.own-half", not match.map.in_half(tile, by == match.starting))
    return said


def draft(match, said):
    made = match.new(said["character"], said["by"], said["tile"])
    player = match.players[said["by"]]
    player.leader = player.leader or made.id
    match.drafted += 1
    pass_over(match)


def start_hands(match):
    """Decks and starting hands (skirmish.skills.deck and preparation.hand)."""
    match.stage, match.active = "hands", match.starting
    order = (match.starting, 1 - match.starting)
    for number in order:
        deck = []
        for one in match.objects:
            if one.owner == number:
                card = match.cards[one.name]
                deck += [card["primary"]] * match.rules.copies["primary"]
                for skill in card.get("secondary") or []:
                    deck += [skill] * match.rules.copies["secondary"]
        match.players[number].deck = sorted(deck)
        match.shuffle(number)
    for number in order:
        match.draw(number, match.rules.start_hand)
    exchange_frames = [{"exchange": {}}]
    if not match.rules("exchange-order", "together"):
        turns = order if match.rules("exchange-order", "starting-first") else order[::-1]
        exchange_frames = [{"exchange-by": {"player": number}} for number in turns]
    talents = [{"talents": {}}]
    before = match.rules("talents-when", "before-exchange")
    match.frames = (talents + exchange_frames if before else exchange_frames + talents) + [{"first-turn": {}}]


def may_exchange(match, said):
    asked = set(match.frames[0]) & {"exchange", "exchange-by"} if match.frames else set()
    forbid("turns.own", not asked)
    forbid("preparation.exchange", said["by"] not in askers(match))
    hand = list(match.players[said["by"]].hand)
    for card in said["cards"]:
        forbid("preparation.exchange", card not in hand)
        hand.remove(card)
    return said


def exchange(match, said):
    match.sealed[said["by"]] = list(said["cards"])
    if "exchange" in match.frames[0] and len(match.sealed) < PLAYERS:
        return
    match.frames.pop(0)
    sealed, match.sealed = match.sealed, {}
    for number in (match.starting, 1 - match.starting):
        if number in sealed:
            player, cards = match.players[number], sealed[number]
            player.exchanged = len(cards)
            for card in cards:
                match.leave(player, card)
                player.deck.append(card)
            if cards:
                match.shuffle(number)
                match.draw(number, len(cards))


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
    forbid("combat.walk-once", one.walked)
    forbid("combat.walk-cost", match.players[said["by"]].points < match.cost(one, rules.walk_cost))
    stays = tile == one.tile
    forbid("combat.walk", stays and rules("walk-nowhere", "refused"))
    forbid("map.tiles", not match.empty(tile, one))
    length = 0 if stays else match.map.distance(one.tile, tile)
    if rules("path", "path") and not stays:
        length = match.map.way(one.tile, tile, lambda near: passable(match, one, near))
        forbid("map.way", length is None)
    speed, clause = (rules.speed_ranged, "ranged") if one.ranged else (rules.speed_melee, "melee")
    forbid("classes.{}-speed".format(clause), length > speed)
    return one, tile


def passable(match, one, tile):
    """skirmish.rulings.through, and skirmish.text.stepped-on: no path leads on from a tile with a trap"""
    if match.rules("trap-trigger", "stepped-on") and any(trap["tile"] == tile for trap in match.traps):
        return False
    holder = match.holder(tile)
    if holder is None or match.rules("through", "everybody"):
        return True
    return match.rules("through", "allies") and holder.controller == one.controller


def may_attack(match, said):
    one, rules = own_standing(match, said, "combat.attack"), match.rules
    target = match.find(said["target"])
    forbid("effects.restrain", one.has("Restrain"))
    forbid("combat.attack-once", one.attacked)
    forbid("combat.attack", target is None or target.controller == said["by"])
    forbid("combat.attack", target.fainted and rules("attack-fainted", "refused"))
    clause = "classes.{}-reach".format("ranged" if one.ranged else "melee")
    forbid(clause, not match.within_reach(one, target.tile))
    forbid("combat.attack-cost", match.players[said["by"]].points < match.cost(one, rules.attack_cost))
    return one, target


def may_use(match, said):
    rules, player, card = match.rules, match.players[said["by"]], said["card"]
    forbid("skills.use", card not in player.hand)
    skills.text_of(match, card)
    user = user_of(match, said)
    forbid("text.summon", user.fresh)
    forbid("effects.silence", user.has("Silence"))
    tree = skills.text_of(match, card)
    keyword = tree.get("keyword")
    doing = {"by": said["by"], "card": card, "user": user.id, "times": 1}
    cost = match.cards[card].get("cost")
    cost = match.cost(user, rules.unprinted_cost if cost is None else cost)
    may_decline = rules("keyword-declined", "may") and keyword in ("Channel", "Delirium")
    works = True
    if keyword == "Channel" and not may_decline:
        if rules("channel-spent", "refused"):
            forbid("keywords.channel", user.attacked)
        works = not user.attacked
        forbid("keywords.channel", rules("channel-restrained", "refused") and user.has("Restrain"))
        if rules("channel-points", "attack-cost") and works:
            cost += match.cost(user, rules.attack_cost)
    if keyword == "Delirium" and not may_decline:
        forbid("keywords.delirium", player.maximum - rules.delirium_points < rules.least_maximum)
    forbid("skills.cost", player.points < cost)
    may_summon(match, doing, tree)
    if rules("no-target", "refused") and tree["effects"] and works:
        word, what = skills.said_of(tree["effects"][0])
        needs = "to" in what and what["to"].get("count") is not None
        needs = needs and not (what["to"].get("up_to") and rules("up-to-none", "allowed"))
        forbid("text.targets", needs and not skills.candidates(match, doing, tree["effects"][0]))
        needs = word in ("summon", "place")
        forbid("text.targets", needs and not skills.tiles_for(match, doing, word))
    return doing, cost, works, may_decline


def may_summon(match, doing, tree):
    """skirmish.rulings.familiar-again"""
    for effect in tree["effects"][:1]:
        if "summon" in effect:
            forbid("text.summon", skills.stands_already(match, doing, effect["summon"]["familiar"]))


def user_of(match, said):
    """The character that uses a skill (skirmish.skills.use)."""
    own = [one for one in match.objects if one.controller == said["by"]]
    if match.rules("card-user", "any-character"):
        own = [one for one in own if one.id == said.get("with")]
    else:
        own = [one for one in own if said["card"] in skills_of(match, one)]
        forbid("skills.use", said.get("with") is not None)
    forbid("skills.use", not own)
    standing = [one for one in own if not one.fainted]
    if standing:
        return standing[0]
    forbid("combat.faint", match.rules("fainted-user", "refused"))
    return own[0]


def skills_of(match, one):
    card = match.cards[one.name]
    return [card.get("primary")] + list(card.get("secondary") or [])


def use(match, plan):
    doing, cost, works, may_decline = plan
    player, rules, card = match.players[doing["by"]], match.rules, doing["card"]
    player.points -= cost
    match.leave(player, card)
    if rules("used-card", "discard-pile"):
        player.discard.append(card)
    elif rules("used-card", "under-deck"):
        player.deck.append(card)
    doing["times"] = skills.times(match, doing)
    if may_decline:
        match.frames.insert(0, {"keyword": doing})
    elif works:
        do_keyword(match, doing)


def do_keyword(match, doing):
    """Does what a keyword asks for, and then the rest."""
    player, rules = match.players[doing["by"]], match.rules
    keyword = skills.text_of(match, doing["card"]).get("keyword")
    if keyword == "Channel":
        match.find(doing["user"]).attacked = True
    elif keyword == "Delirium":
        player.maximum = max(0, player.maximum - rules.delirium_points)
        if rules("delirium-current", "falls-too"):
            player.points = max(0, player.points - rules.delirium_points)
        elif rules("delirium-current", "capped"):
            player.points = min(player.points, player.maximum)
    match.frames.insert(0, {"do": doing})


# ---- answers


def may_pick(match, said):
    ((name, asked),) = match.frames[0].items()
    forbid("turns.own", name != "pick")
    doing = asked["doing"]
    effect = skills.text_of(match, doing["card"])["effects"][doing.get("effect", 0)]
    choice = {key: value for key, value in said.items() if key != "by"}
    found = skills.question(match, doing, effect)
    word = skills.said_of(effect)[0]
    clause = "text." + word if asked["what"] == "tile" else "text.targets"
    forbid(clause, found is None or choice not in found[1])
    return doing, choice


def pick(match, plan):
    doing, choice = plan
    match.frames.pop(0)
    doing.setdefault("picked", []).append(choice)
    match.frames.insert(0, {"do": doing})


def may_be_done(match, said):
    ((name, asked),) = match.frames[0].items()
    forbid("turns.own", name != "pick")
    forbid("text.targets", not asked.get("may_stop"))
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
            if accepts:
                do_keyword(match, asked)
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
    "begin": (may_begin, begin),
    "draft": (may_draft, draft),
    "exchange": (may_exchange, exchange),
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
