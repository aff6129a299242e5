"""Skills: how often they are activated, and what their effects do.

What they affect, and what is picked for them, stands in skirmish_targets.py.
"""

from skirmish_classes import SCORES, switch
from skirmish_fight import SKILL, damage, damage_together, detonate, heal
from skirmish_numbers import ARMOR, POWER, TIERS
from skirmish_targets import add, affected_by, decided, in_range, places, question, said_of
from skirmish_targets import stands_already, text_of, tiles_for


def times(match, doing):
    """How often a skill is activated (skirmish.keywords.bounty, resonance and defiance)."""
    keyword, rules = text_of(match, doing["card"]).get("keyword"), match.rules
    player, foe = match.players[doing["by"]], match.players[1 - doing["by"]]
    if keyword == "Bounty":
        leader = match.find(foe.leader)
        fallen = leader is not None and leader.fainted or foe.leader_fell and rules("bounty-leader", "ever")
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
            return


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
    """Picks what an effect affects, and carries it out. Returns whether nothing is asked."""
    before, picking = match.rules("picks-when", "before"), picking_first(match, doing)
    same, first = match.rules("targets-again", "same"), doing.setdefault("first", [])
    known = before and not picking or same and doing.get("done", 0) > 0
    if known and place < len(first) and not doing.get("picked"):
        doing["picked"], doing["enough"] = list(first[place]), True
    asked = question(match, doing, effect) if picking or not before else None
    if asked:
        what, choices, may_stop = asked
        if len(choices) == 1 and not may_stop:
            add(match, doing, effect, choices[0])
            return True
        match.frames.insert(0, {"pick": {"doing": doing, "what": what, "may_stop": may_stop}})
        return False
    if picking or same and not known:
        first.append(list(doing.get("picked") or []))
    if not picking:
        carry_out(match, doing, place, effect)
        match.look()
    doing.update(effect=place + 1, picked=[], enough=False)
    return True


def next_activation(match, doing):
    """Ends an activation. Returns whether another one follows."""
    if text_of(match, doing["card"]).get("keyword") == "Inspiration":
        inspire(match, doing)
    doing.update(done=doing.get("done", 0) + 1, effect=0, picked=[], affected=[], enough=False)
    if match.rules("targets-again", "again"):
        doing.update(ready=False, first=[])
    due = times(match, doing) if match.rules("condition-read", "each-time") else doing["times"]
    return doing["done"] < due and bool(text_of(match, doing["card"])["effects"])


def inspire(match, doing):
    """skirmish.keywords.inspiration"""
    rules, user = match.rules, match.find(doing["user"])
    affected = doing.get("affected") or []
    raised = match.standing(doing["by"]) if rules("inspiration-your", "team") else [user]
    if rules("fainted-scores", "not"):
        raised = [one for one in raised if not one.fainted]
    score = None
    for number in affected:
        for one in raised:
            subject = "score for " + number
            if len(raised) > 1:
                subject = "{}'s {}".format(one.id, subject)
            if rules("inspiration-chance", "one-for-all"):
                score = score or raised_score(match, one, "score")
            match.tiers(one, score or raised_score(match, one, subject), rules.raise_tiers)


def raised_score(match, one, subject):
    """The score that Inspiration raises. Chance has no say where only one may be picked."""
    raisable = [score for score in SCORES if getattr(one, score) != TIERS[-1]]
    if match.rules("inspiration-bound", "raisable") and len(raisable) == 1:
        return raisable[0]
    return match.pick(subject)


def carry_out(match, doing, place, effect):
    """What an effect does, after everything has been picked for it."""
    word, said = said_of(effect)
    whom = affected_by(match, doing, effect)
    # affected although the text does not name them
    more = (revive(match, doing, effect) if word == "revive" else DOES[word](match, doing, said, whom)) or []
    if place and match.rules("keyword-scope", "first-effect"):
        return
    for one in whom + (more if match.rules("inspiration-affected", "all") else []):
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


def do_damage(match, doing, said, whom):
    user, amount = match.find(doing["user"]), said.get("amount")
    if amount is None:
        amount = POWER[user.power if match.rules("skill-damage", "power") else match.rules.skill_power]
    if match.rules("several-targets", "together"):
        damage_together(match, whom, amount, user)
        return
    for one in whom:
        damage(match, one, amount, SKILL, user)


def do_heal(match, doing, said, whom):
    user = match.find(doing["user"])
    for one in whom:
        amount = said.get("amount")
        if amount is None:
            amount = POWER[user.power] if match.rules("skill-heal", "power") else part_of(match, ARMOR[one.armor])
        heal(match, one, amount, user)


def part_of(match, armor):
    """The part of an armor at which a character is critically wounded, rounded down."""
    return armor // match.rules.wounded_part


def revive(match, doing, effect):
    found, _ = places(match, doing, effect)
    for one, tile in found:
        one.fainted, one.tile = False, tile
        if match.rules("revive-scores", "printed"):
            for score in SCORES:
                setattr(one, score, match.table(one.cls)[score])
        if match.rules("revive-fresh", "waits"):
            one.walked = one.attacked = True
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


def do_raise(match, doing, said, whom, sign=1):
    picked = decided(match, doing, whom)
    for one in whom:
        scores = said["scores"]
        if said.get("either"):
            scores = [picked[one.id]["score"]] if one.id in picked else []
        for score in scores:
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
    if not tiles or not match.empty(tiles[0]) or stands_already(match, doing, said["familiar"]):
        return []
    made = match.new(said["familiar"], doing["by"], tiles[0])
    if match.rules("familiar-class", "as-summoner"):
        made.ranged = match.find(doing["user"]).ranged
    made.fresh = match.rules("familiar-fresh", "waits")
    return [made]


def do_place(match, doing, said, whom):
    tiles = [tuple(one["tile"]) for one in doing.get("picked") or []]
    if tiles and tiles[0] in tiles_for(match, doing, "place"):
        trap = {"trap": said["trap"], "tile": tiles[0], "by": doing["by"]}
        match.traps.append(dict(trap, **{"from": doing["user"]}) if match.rules("dealer", "causer") else trap)


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
