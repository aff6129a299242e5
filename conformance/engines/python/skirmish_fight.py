"""Fighting: walks, attacks, counter-attacks, damage and healing; and how turns begin and end."""

from skirmish_classes import leave_stances
from skirmish_numbers import POWER, TIERS, TYPES

ATTACK, SKILL, TRAP, IGNITE, HEAL = range(5)  # what does damage, or heals


def instance(match, amount, kind, dealer, taker):
    """What a damage instance deals (skirmish.combat.least-damage and most-damage), and the effects that are used up:
    pairs of a character and Fortify or Prowess."""
    rules = match.rules
    if kind == HEAL and not rules("instances", "healing-too"):
        return amount, []
    if kind != ATTACK and rules("instances", "attacks-only"):
        return amount, []
    least, most = rules.least_damage, POWER[TIERS[-1]]
    if kind == IGNITE and rules("ignite-bounds", "not"):
        return amount, []
    prowess, fortify = dealer is not None and dealer.has("Prowess"), taker.has("Fortify")
    result = amount = min(most, max(least, amount))
    fortified = min(amount, POWER[TIERS[0]]) if rules("minimized", "tiers") else least
    if prowess and fortify:
        if rules("both-bounds", "least"):
            result = fortified
        elif rules("both-bounds", "greatest"):
            result = most
    elif prowess:
        result = most
    elif fortify:
        result = fortified
    always, used = rules("bound-consumed", "used-up"), []
    if prowess and (always or amount != result == most):
        used.append((dealer, "Prowess"))
    if fortify and (always or amount != result == fortified):
        used.append((taker, "Fortify"))
    return result, used


def amount_of(match, amount, kind, dealer, taker):
    """What a damage instance deals. What it uses up is gone."""
    result, used = instance(match, amount, kind, dealer, taker)
    for one, effect in used:
        match.consume(one, effect)
    return result


def hurt(match, taker, amount):
    taker.damage += amount
    match.faint_if_beaten(taker)


def damage(match, taker, amount, kind, dealer=None):
    if not taker.fainted:
        hurt(match, taker, amount_of(match, amount, kind, dealer, taker))


def damage_together(match, takers, amount, dealer):
    """A skill damages several characters in a single instance (skirmish.rulings.several-targets)."""
    takers = [one for one in takers if not one.fainted]
    found = [instance(match, amount, SKILL, dealer, one) for one in takers]
    spent = []
    for one in [one for _, used in found for one in used]:
        if one not in spent:
            spent.append(one)
            match.consume(*one)
    for one, (result, _) in zip(takers, found):
        one.damage += result
    for one in takers:
        match.faint_if_beaten(one)


def heal(match, one, amount, healer):
    """skirmish.combat.heal"""
    if one.fainted and match.rules("heal-fainted", "nothing"):
        return
    one.damage = max(0, one.damage - amount_of(match, amount, HEAL, healer, one))
    if one.fainted and match.rules("heal-fainted", "stands-up"):
        if not match.beaten(one) and match.empty(one.tile, one):
            one.fainted = False


# ---- attacks


def attack(match, attacker, target):
    match.players[attacker.controller].points -= match.cost(attacker, match.rules.attack_cost)
    attacker.spend("attacked", "more_attacks")
    if match.rules("counter-timing", "afterwards"):
        strike(match, attacker, target)
        counter_or_ask(match, target, attacker, False)
    else:
        counter_or_ask(match, target, attacker, True)


def strike(match, dealer, taker):
    hurt(match, taker, amount_of(match, POWER[dealer.power], ATTACK, dealer, taker))


def may_counter(match, one, against):
    """Whether a character that is attacked counter-attacks (skirmish.combat.counter)."""
    rules = match.rules
    if one.fainted or against.fainted or one.has("Restrain") and rules("counter-restrain", "not"):
        return False
    if one.countered and rules("counter-limit", "once-a-turn"):
        return False
    if rules("counter-reach", "in-reach") and not match.within_reach(one, against.tile):
        return False
    points = match.players[one.controller].points
    return rules("counter-cost", "nothing") or points >= match.cost(one, rules.attack_cost)


def counter_or_ask(match, one, against, together):
    """One that has been attacked counter-attacks, or its player is asked. `together` is true if the attack itself is
    still to be done, at the same time."""
    if not may_counter(match, one, against):
        exchange_blows(match, one, against, together, False)
    elif match.rules("counter-declined", "may"):
        frame = {"character": one.id, "against": against.id}
        match.frames.insert(0, {"counter": dict(frame, attack=True) if together else frame})
    else:
        exchange_blows(match, one, against, together, True)


def exchange_blows(match, one, against, together, counters):
    if counters and not together and (one.fainted or against.fainted):
        counters = False
    if together and counters and match.rules("counter-faint", "still"):
        first = amount_of(match, POWER[against.power], ATTACK, against, one)
        second = amount_of(match, POWER[one.power], ATTACK, one, against)
        pay_counter(match, one)
        hurt(match, one, first)
        hurt(match, against, second)
    else:
        if together:
            strike(match, against, one)
        counters = counters and not one.fainted
        if counters:
            pay_counter(match, one)
            strike(match, one, against)
    answered = match.rules("counter-again", "answered") and not one.fainted and not against.fainted
    if counters and answered:
        counter_or_ask(match, against, one, False)
    else:
        match.look()


def pay_counter(match, one):
    if match.rules("counter-limit", "once-a-turn"):
        one.countered = True
    if match.rules("counter-cost", "attack-cost"):
        match.players[one.controller].points -= match.cost(one, match.rules.attack_cost)


# ---- walks and traps


def walk(match, one, tile, length):
    match.players[one.controller].points -= match.cost(one, match.rules.walk_cost)
    one.tile = tuple(tile)
    one.spend("walked", "more_walks")
    if match.rules("speed-counts", "turn"):
        one.steps += length
    steps = (arrive, step_on) if match.rules("tile-or-trap", "tile-first") else (step_on, arrive)
    for step in steps:
        step(match, one)
    match.look()


def arrive(match, one):
    if match.rules("map-effects", "entering"):
        map_effect(match, one)


def step_on(match, one):
    """skirmish.text.stepped-on"""
    if not match.rules("trap-trigger", "nothing"):
        for trap in [trap for trap in match.traps if trap["tile"] == one.tile]:
            for _ in detonate(match, trap):
                pass


def map_effect(match, one):
    effect = match.map.effect(one.tile)
    if effect:
        match.give(one, effect, given_otherwise(match))


def given_otherwise(match):
    """The number of an effect that a tile or a trap gives: none is stated, or one."""
    return 1 if match.rules("given-otherwise", "one") else None


def detonate(match, trap):
    """A trap affects those near it and is gone (skirmish.text.detonate). Yields each as soon as it is affected."""
    match.traps.remove(trap)
    affected = []
    for one in match.standing():
        spared = match.rules("trap-hits", "opponents") and one.controller == trap["by"]
        if spared or match.map.distance(one.tile, trap["tile"]) > match.rules.trap_radius:
            continue
        affected.append(one)
    for one in affected:
        does = match.rules.traps[trap["trap"]]
        if does.get("gives"):
            match.give(one, does["gives"], given_otherwise(match), trap.get("from"))
        if does.get("damages"):
            damage(match, one, POWER[match.rules.trap_power], TRAP, match.causer(trap))
        yield one


# ---- turns


def begin_turn(match, number):
    """skirmish.turns.raise, restore and draw"""
    player = match.players[number]
    player.turns += 1
    steps = {"raise-first": (raise_points, restore, draw), "restore-first": (restore, raise_points, draw)}
    for step in steps.get(match.rules.readings["turn-start"], (draw, raise_points, restore)):
        step(match, number)
    match.look()


def raise_points(match, number):
    player = match.players[number]
    player.maximum = match.bounded(player.maximum + match.rules.points_raise, "maximum")
    match.cap(player)


def restore(match, number):
    player = match.players[number]
    player.points = match.bounded(player.maximum, "current")
    if player.turns == 1 and player.extra:
        player.points, player.extra = match.bounded(player.points + player.extra, "current"), 0
    match.cap(player)


def draw(match, number):
    match.draw(number, match.rules.turn_draw)


def end_if_spent(match):
    """skirmish.rulings.turn-ends"""
    if not match.players[match.active].points:
        end_turn(match)


def end_turn(match):
    """What happens when a turn ends, and the beginning of the next."""
    rules, player = match.rules, match.active
    steps = (ignite, reduce_all) if rules("end-order", "ignite-first") else (reduce_all, ignite)
    for step in steps:
        step(match, player)
        match.look()
    if rules("map-effects", "turn-end"):
        for one in match.standing(player):
            map_effect(match, one)
    if rules("unspent", "turn-end"):
        match.players[player].points = 0
    for one in match.objects:
        one.walked = one.attacked = one.countered = one.fresh = False
        one.steps = one.more_walks = one.more_attacks = 0
    match.turn += 1
    match.active = 1 - player
    begin_turn(match, match.active)


def ignite(match, player):
    """skirmish.effects.ignite. That of all characters is a single moment."""
    burning = [one for one in match.standing(player) if one.has("Ignite")]
    for one in burning:
        effect, each = one.find("Ignite"), match.rules.ignite_damage
        stacks, causer = effect.get("stacks", 0), match.causer(effect)
        if match.rules("ignite-instance", "one"):
            one.damage += amount_of(match, stacks * each, IGNITE, causer, one)
        else:
            for _ in range(stacks):
                one.damage += amount_of(match, each, IGNITE, causer, one)
                if match.beaten(one):
                    break
    for one in burning:
        match.faint_if_beaten(one)


def reduce_all(match, player):
    """skirmish.effects.timed, and scores and stances that last as long as the turn"""
    rules = match.rules
    for one in match.standing():
        own = one.controller == player
        for effect in list(one.effects):
            kind = TYPES[effect["effect"]]
            if kind == "Timed" and (own or rules("wears-off", "every-turn")):
                if rules("applied-turn", "spared") and effect.get("since") == match.turn:
                    continue
                effect["duration"] = effect.get("duration", 0) - 1
                if effect["duration"] <= 0:
                    one.effects.remove(effect)
            elif kind == "Permanent" and own and rules("permanent", "wears-off"):
                effect["stacks"] -= 1
                if effect["stacks"] <= 0:
                    one.effects.remove(effect)
    match.move_back()
    leave_stances(match)
