"""Skills: how often they are activated, and what their effects do.

What they affect, and what is picked for them, stands in skirmish_targets.py.
"""

from skirmish_classes import SCORES, switch
from skirmish_fight import SKILL, damage, damage_together, detonate, heal
from skirmish_numbers import ARMOR, POWER, TIERS
from skirmish_targets import add, affected_again, affected_by, decided, is_numbered, places, question, said_of
from skirmish_targets import stands_already, text_of, tiles_for, to_detonate


def times(match, doing):
    """How often a skill is activated (skirmish.keywords.bounty, resonance and defiance)."""
    keyword, rules = text_of(match, doing["card"]).get("keyword"), match.rules
    player, foe = match.players[doing["by"]], match.players[1 - doing["by"]]
    if keyword == "Bounty":
        leader = match.find(foe.leader)
        fell = foe.leader_fell and (rules("bounty-leader", "ever") or not rules("leader-passes", "stays"))
        fallen = leader is not None and leader.fainted or fell
        return rules.bounty_times if fallen else 1
    if keyword == "Resonance":
        turns = player.turns if rules("even-turns", "own") else match.turn
        return rules.resonance_times if turns % 2 == 0 else 1
    if keyword == "Defiance":
        own = [one for one in match.objects if one.controller == doing["by"]]
        able = [match.find(doing["user"])] if rules("defiance-who", "user") else own
        return rules.defiance_times if any(match.wounded(one) for one in able) else 1
    return 1


def go_on(match, doing):
    """Goes on with a skill until something is asked or it is over."""
    while not stopped(match, doing):
        place, effects = doing.get("effect", 0), effects_now(match, doing)
        if place < len(effects):
            if not do_effect(match, doing, place, effects[place]):
                return
        elif picking_first(match, doing):
            doing.update(ready=True, effect=1 if doing.get("declined") else 0)
        elif not next_activation(match, doing):
            break
    if match.rules("keyword-due", "after") and not doing.get("declined"):
        give_up(match, doing)


def give_up(match, doing):
    """What a keyword asks for is given up (skirmish.keywords.channel and delirium)."""
    player, rules = match.players[doing["by"]], match.rules
    keyword = text_of(match, doing["card"]).get("keyword")
    if keyword == "Channel":
        match.find(doing["user"]).spend("attacked", "more_attacks")
    elif keyword == "Delirium" and player.maximum - rules.delirium_points >= rules.least_maximum:
        player.maximum -= rules.delirium_points
        if rules("delirium-current", "falls-too"):
            player.points = max(0, player.points - rules.delirium_points)
        elif rules("delirium-current", "capped"):
            player.points = min(player.points, player.maximum)
        match.cap(player)


def stopped(match, doing):
    """Whether the user has fainted since, and nothing more is done (skirmish.rulings.user-faints)."""
    faints = match.find(doing["user"]).fainted and not doing.get("lay")
    return faints and match.rules("user-faints", "stops")


def effects_now(match, doing):
    """The effects of the activation that is under way (skirmish.rulings.keyword-scope)."""
    effects = text_of(match, doing["card"])["effects"]
    return effects[:1] if doing.get("done") and match.rules("keyword-scope", "first-effect") else effects


def picking_first(match, doing):
    """Whether everything is being picked before the first effect is carried out (skirmish.rulings.picks-when)."""
    return match.rules("picks-when", "before") and not doing.get("ready")


def do_effect(match, doing, place, effect):
    """Picks what an effect affects, and carries it out. Returns whether the skill goes on at once: nothing is asked,
    and no counter-attack comes first."""
    before, picking = match.rules("picks-when", "before"), picking_first(match, doing)
    again, first = affected_again(match, doing), doing.setdefault("first", [])
    known = before and not picking or again
    if known and place < len(first) and not doing.get("picked"):
        doing["picked"], doing["enough"] = list(first[place]), True
    asked = None if known else question(match, doing, effect)
    if asked:
        what, choices, may_stop = asked
        if len(choices) == 1 and not may_stop:
            add(match, doing, effect, choices[0])
            return True
        match.frames.insert(0, {"pick": {"doing": doing, "what": what, "may_stop": may_stop}})
        return False
    if not known and (before or match.rules("targets-again", "same")):
        first.append(list(doing.get("picked") or []))
    answers = [] if picking else carry_out(match, doing, place, effect)
    doing.update(effect=place + 1, picked=[], enough=False)
    if not picking:
        match.look()
    if answers:
        match.frames[:0] = answers + [{"do": doing}]
    return not answers


def next_activation(match, doing):
    """Ends an activation. Returns whether another one follows."""
    if match.rules("inspiration-when", "after"):
        for number in doing.get("affected") or []:
            inspire(match, doing, number)
    doing.update(done=doing.get("done", 0) + 1, effect=0, picked=[], affected=[], enough=False, inspired=None)
    if match.rules("targets-again", "again"):
        doing.update(ready=False, first=[])
    due = times(match, doing) if match.rules("condition-read", "each-time") else doing["times"]
    return doing["done"] < due and bool(text_of(match, doing["card"])["effects"])


def inspire(match, doing, number):
    """skirmish.keywords.inspiration, for one affected character"""
    rules, user = match.rules, match.find(doing["user"])
    if text_of(match, doing["card"]).get("keyword") != "Inspiration":
        return
    raised = match.standing(doing["by"]) if rules("inspiration-your", "team") else [user]
    if rules("fainted-scores", "not"):
        raised = [one for one in raised if not one.fainted]
    for one in raised:
        subject = "score for " + number
        if len(raised) > 1:
            subject = "{}'s {}".format(one.id, subject)
        score = doing.get("inspired")
        if rules("inspiration-chance", "one-for-all"):
            score = doing["inspired"] = score or raised_score(match, one, "score")
        match.tiers(one, score or raised_score(match, one, subject), rules.raise_tiers)


def raised_score(match, one, subject):
    """The score that Inspiration raises. Chance has no say where only one may be picked."""
    raisable = [score for score in SCORES if getattr(one, score) != TIERS[-1]]
    if match.rules("inspiration-bound", "raisable") and len(raisable) == 1:
        return raisable[0]
    return match.pick(subject)


def carry_out(match, doing, place, effect):
    """What an effect does, after everything has been picked for it. Returns the counter-attacks that may follow."""
    word, said = said_of(effect)
    whom, here = affected_by(match, doing, effect), []
    keep_group(match, doing, place, said, whom)
    counts = not (place and match.rules("keyword-scope", "first-effect"))
    counts = counts and ("to" in said or match.rules("inspiration-affected", "all"))
    does = revive(match, doing, effect, whom) if word == "revive" else DOES[word](match, doing, said, whom)
    for one in does or ():
        known = here if match.rules("inspiration-twice", "each-effect") else doing.get("affected") or []
        if counts and one.id not in known:
            here.append(one.id)
            doing.setdefault("affected", []).append(one.id)
            if match.rules("inspiration-when", "as-affected"):
                inspire(match, doing, one.id)
    if word != "damage" or match.rules("skill-counter", "not"):
        return []
    foes = [one for one in whom if one.controller != doing["by"] and not one.fainted]
    return [{"answer": {"character": one.id, "against": doing["user"]}} for one in foes]


def keep_group(match, doing, place, said, whom):
    """Whom the first activation has affected is kept if they are affected again, even if nobody has been picked."""
    if "to" not in said or is_numbered(said) or match.rules("targets-again", "again") or affected_again(match, doing):
        return
    first = doing["first"]
    first[place] = [{"object": one.id} for one in whom] + [one for one in first[place] if "object" not in one]


# What each effect does. Those with targets yield one after another, as soon as it has been affected; and so do those
# that affect characters whom the text does not name.


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
    player, points = match.players[doing["by"]], said["points"]
    if match.rules("gained-by-text", "current"):
        player.points = max(player.points, match.bounded(player.points + points, "current"))
    else:
        player.maximum = max(player.maximum, match.bounded(player.maximum + points, "maximum"))
    match.cap(player)


def do_give(match, doing, said, whom):
    picked = decided(match, doing, whom)
    for one in whom:
        effects = said["effects"]
        if said.get("either"):
            name = picked.get(one.id, {}).get("effect")
            effects = [given for given in effects if given["effect"] == name][:1]
        for given in effects:
            match.give(one, given["effect"], given.get("number"), doing["user"])
        yield one


def do_damage(match, doing, said, whom):
    user = match.find(doing["user"])
    if match.rules("several-targets", "together"):
        damage_together(match, whom, damage_of(match, user, said), user)
        yield from whom
        return
    for one in whom:
        damage(match, one, damage_of(match, user, said), SKILL, user)
        yield one


def damage_of(match, user, said):
    power = user.power if match.rules("skill-damage", "power") else match.rules.skill_power
    return said.get("amount", POWER[power])


def do_heal(match, doing, said, whom):
    user = match.find(doing["user"])
    for one in whom:
        amount = said.get("amount")
        if amount is None:
            amount = POWER[user.power] if match.rules("skill-heal", "power") else part_of(match, ARMOR[one.armor])
        heal(match, one, amount, user)
        yield one


def part_of(match, armor):
    """The part of an armor at which a character is critically wounded, rounded down."""
    return armor // match.rules.wounded_part


def revive(match, doing, effect, whom):
    tiles = {one.id: tile for one, tile in places(match, doing, effect)[0]}
    for one in whom:
        if one.id in tiles:
            stand_up(match, one, tiles[one.id])
        yield one


def stand_up(match, one, tile):
    """skirmish.text.revive"""
    one.fainted, one.tile = False, tile
    if match.rules("revive-scores", "printed"):
        for score in SCORES:
            setattr(one, score, match.table(one.cls)[score])
            setattr(one, score + "_changed", 0)
            setattr(one, score + "_cut", 0)
    if match.rules("revive-fresh", "waits"):
        one.walked = one.attacked = True
        one.more_walks = one.more_attacks = 0
    whole = ARMOR[one.armor]
    left = {"all": whole, "third": part_of(match, whole), "one": 1}[match.rules.readings["revive-armor"]]
    one.damage = whole - left
    if match.rules("fainted-effects", "lost"):
        one.effects = []


def do_defeat(match, doing, said, whom):
    for one in whom:
        if match.rules("defeated", "surpassed"):
            one.damage = max(one.damage, match.least_beating(one))
        match.faint(one)
        yield one


def do_raise(match, doing, said, whom, sign=1):
    picked = decided(match, doing, whom)
    for one in whom:
        scores = said["scores"]
        if said.get("either"):
            scores = [picked[one.id]["score"]] if one.id in picked else []
        for score in scores:
            match.tiers(one, score, sign * (said.get("by") or match.rules.raise_tiers))
        yield one


def do_lower(match, doing, said, whom):
    return do_raise(match, doing, said, whom, -1)


def do_restore(match, doing, said, whom):
    for one in whom:
        for action, deed, more in (("attack", "attacked", "more_attacks"), ("movement", "walked", "more_walks")):
            unused = action in said["actions"] and not getattr(one, deed)
            if unused and match.rules("restored-unused", "another"):
                setattr(one, more, getattr(one, more) + 1)
            elif action in said["actions"]:
                setattr(one, deed, False)
        yield one


def do_summon(match, doing, said, whom):
    """skirmish.text.summon"""
    tiles = [one["tile"] for one in doing.get("picked") or []]
    if not tiles or not match.empty(tiles[0]) or stands_already(match, doing, said["familiar"]):
        return []
    made = match.new(said["familiar"], doing["by"], tiles[0])
    if match.rules("familiar-class", "as-summoner"):
        made.ranged = match.find(doing["user"]).ranged
    made.fresh = match.rules("familiar-fresh", "waits")
    return [made]


def do_place(match, doing, said, whom):
    tiles = [tuple(one["tile"]) for one in doing.get("picked") or []]
    if tiles and tiles[0] in tiles_for(match, doing, "place", in_reach=False):
        trap = {"trap": said["trap"], "tile": tiles[0], "by": doing["by"]}
        match.traps.append(dict(trap, **{"from": doing["user"]}) if match.rules("dealer", "causer") else trap)


def do_detonate(match, doing, said, whom):
    """skirmish.text.detonate"""
    traps = to_detonate(match, doing)
    if match.rules("trap-order", "picked"):
        tiles = [tuple(one["tile"]) for one in doing.get("picked") or []]
        traps.sort(key=lambda trap: tiles.index(trap["tile"]) if trap["tile"] in tiles else len(tiles))
    for trap in traps:
        yield from detonate(match, trap)


def do_switch(match, doing, said, whom):
    user = match.find(doing["user"])
    switch(match, user, said["stance"])
    return [user]


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
