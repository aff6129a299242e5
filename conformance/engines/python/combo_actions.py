"""What the players of combo do.

Each action has two functions. `may_...` raises `Rejected` with the clause that forbids the action and
changes nothing, so that it can also be asked what is legal; what it returns is handed to the second one,
which carries the action out and refuses nothing. `ACTIONS`, at the end, names them all.

Where several clauses forbid an action, the first one that is looked at is told.
"""

from collections import Counter, namedtuple

import combo_seen
from combo_cards import is_exotic
from combo_match import InPlay, MatchOver
from combo_numbers import COPIES, DECK_SIZE, EXOTIC_COPIES, FIRST_DRAW, FLIPS_PER_TURN, HANDS
from combo_numbers import PLAYERS, ROUND, SECOND_DRAW, STANDARD_DRAW, TRAP_HANDS


LOOKS = ("count", "read")  # the actions that change nothing


class Rejected(Exception):
    """An action is not allowed. Raised with the clause."""


def forbid(clause, breaks):
    if breaks:
        raise Rejected(clause)


def act(match, action, chance=()):
    """Carries out an action, or raises `Rejected` and changes nothing."""
    plan, carry_out = allowed(match, action)
    match.told, match.chance = None, list(chance)
    try:
        carry_out(match, plan)
    except MatchOver:
        return
    if match.stage != "over" and not set(LOOKS) & set(action):
        match.lose_stay()  # a position may have cards whose STAY is not met


def allowed(match, action):
    """The plan of an action and the function that carries it out."""
    ((name, said),) = action.items()
    if name not in ACTIONS:
        raise ValueError("there is no action " + name)
    may, carry_out = ACTIONS[name]
    nobody = [number for number in players_in(said) if number not in range(PLAYERS)]
    forbid("basics.two-players", nobody)
    forbid("hearts.over", match.stage == "over" and name not in LOOKS)
    return may(match, said), carry_out


def players_in(said):
    """Every player that an action names."""
    numbers = [said.get("by"), said.get("player")] + [one["player"] for one in said.get("targets") or ()]
    return [number for number in numbers if number is not None]


def in_turn(match):
    forbid("turns.draw-first", match.stage != "play")


# ---- the course of the match


def may_begin(match, said):
    forbid("turns.draw-once", match.stage != "begin")
    forbid("basics.two-players", match.decks != PLAYERS)
    for player in match.players:
        forbid("basics.deck-size", len(player.source) != DECK_SIZE)
        for name, copies in Counter(player.source).items():
            forbid("basics.hearts-apart", name == "Heart")
            forbid("basics.exotic-copies", is_exotic(name) and copies > EXOTIC_COPIES)
            forbid("basics.copies", copies > COPIES)
    hearts = [player.hearts_up for player in match.players]
    forbid("hearts.same-number", len(set(hearts)) > 1)
    forbid("hearts.at-least-one", 0 in hearts)


def begin(match, _):
    match.turn, match.stage = 1, "draw"
    for number in range(PLAYERS):
        match.shuffle(number)


def may_draw(match, said):
    forbid("turns.draw-first", match.stage == "begin")
    forbid("turns.draw-once", match.stage != "draw")
    forbid("piles.no-declining", not said["recycle"])


def draw(match, _):
    player = match.players[match.active]
    match.stage = "play"
    for one in list(player.line):  # combo.turns.combo-discarded
        match.discard(one)
    match.lose_stay()
    missing = max(0, STANDARD_DRAW - len(player.pool))  # combo.turns.standard-draw
    match.draw(match.active, {1: FIRST_DRAW, 2: SECOND_DRAW}.get(match.turn, missing))


def may_end(match, said):
    in_turn(match)


def end(match, _):
    player, foe = match.players[match.active], 1 - match.active
    attack = match.given(foe, "attack")
    defense = match.given(match.active, "defense") + match.shields(match.active)  # combo.assists.shield-defends
    # each assist faces the whole attack with its own shield (combo.rulings.several-in-the-way)
    beaten = [one for one in match.in_the_way(match.active) if attack > one.card.shield]
    if attack > defense:  # combo.hearts.greater
        flipped = min(FLIPS_PER_TURN, player.hearts_up)
        player.hearts_up -= flipped
        player.hearts_down += flipped
        if player.hearts_up == 0:  # combo.rulings.last-heart
            match.lose(match.active, "hearts")
    for one in beaten:  # also where the attack wins the match (combo.assists.beaten)
        match.discard(one)
    for one in player.hands:
        one.aimed = False  # combo.assists.aim-ends
    if match.stage != "over":
        match.turn, match.active, match.stage = match.turn + 1, foe, "draw"


# ---- aims, choices and claims


def may_aim(match, said):
    forbid("assists.aim-in-turn", said.get("by") not in (None, match.active))
    in_turn(match)
    assists = match.players[1 - match.active].assists()
    forbid("assists.one-target", any(one.aimed for one in assists))
    named = [one for one in assists if one.card.name == said["card"]]
    forbid("assists.aim-at-assist", not named)
    return named[0]  # of several copies the oldest (combo.assists.copies)


def aim(match, assist):
    assist.aimed = True


def may_choose(match, said):
    in_turn(match)
    forbid("status.reset-owner", said.get("player") not in (None, match.active))
    named = [one for one in match.players[match.active].assists() if one.card.name == said["card"]]
    forbid("status.reset-assist", not named)
    forbid("status.no-choice", not named[0].card.has_or)
    # a round is the turn of the choice and the next (combo.rulings.first-round)
    ready = [one for one in named if match.turn - one.chosen >= ROUND]
    forbid("status.reset-once", not ready)
    return ready[0], said["choice"]


def choose(match, plan):
    assist, choice = plan
    assist.choice, assist.chosen = choice, match.turn


def may_withdraw(match, said):
    in_turn(match)
    aimed = [one.card.name for one in match.players[1 - match.active].assists() if one.aimed]
    forbid("assists.aim-at-assist", said["card"] not in aimed)
    raise Rejected("assists.aim-stands")


def may_hold(match, said):
    raise Rejected("traps.no-choice")


def may_claim(match, said):
    traps = match.players[said["player"]].traps()
    forbid("traps.proof", not any(one.missed and one.card.name == said["card"] for one in traps))
    return said["player"]


def claim(match, player):
    match.lose(player, "missed-trap")  # combo.traps.missed-loses


# ---- looking


def may_look(match, said):
    return said


def may_read(match, said):
    own, pile = said["by"] == said["player"], said["pile"]
    forbid("conduct.own-source", own and pile == "source")
    forbid("piles.face-down", not own and pile == "source")
    forbid("conduct.foe-pool", not own and pile == "pool")
    forbid("conduct.foe-piles", not own and pile in ("trash", "limbo"))
    return said


def count(match, said):
    match.told = dict(said, count=len(match.names(said["player"], said["pile"])), cards=[])


def read(match, said):
    cards = combo_seen.read_by(match, said["by"], said["player"], said["pile"])
    match.told = dict(said, count=len(cards), cards=cards)


# ---- playing a card

# the card as it is to be in play, the equipped cards that it replaces, those of its effects whose condition
# holds, and the assists that are named for them
Play = namedtuple("Play", "one replaced effects targets")


def may_play(match, said):
    in_turn(match)
    player = match.players[match.active]
    forbid("turns.from-pool", said["card"] not in player.pool)
    card = match.cards[said["card"]]
    never = card.never_played()
    forbid(never, never is not None)
    forbid("piles.no-declining", not said["recycle"])
    forbid("traps.no-choice", said["missed"])
    chooses = card.has_or and card.type != "trap"
    forbid("status.no-choice", said["choice"] and not chooses)
    forbid("status.choose", chooses and not said["choice"])
    one = InPlay(card, match.active, match.turn, said["choice"])
    replaced = may_place(match, one, said["replace"])
    # SUMMON looks at the old terrain, STAY at the new one (combo.rulings.summon-terrain)
    terrains = [one] if card.type == "terrain" else match.terrains
    forbid("status.summon", not match.holds(card.summon, one))
    forbid("status.stay-to-play", not match.holds(card.stay, one, terrains))
    # conditions are looked at as soon as the card is in its place (combo.text.looked-at)
    doing = [] if card.type == "trap" else card.effects(said["choice"])
    effects = [effect for effect in doing if match.holds(effect.get("if", ()), one, terrains)]
    return Play(one, replaced, effects, may_name(match, one, replaced, effects, said["targets"]))


def may_place(match, one, names):
    """The equipped cards that a card replaces. It does not replace itself: it is not in play yet."""
    player, card = match.players[match.active], one.card
    if card.type == "terrain":
        forbid("terrains.waits", any(match.is_protected(other) for other in match.terrains))
    if card.type not in ("assist", "trap"):
        forbid("assists.on-top-own", names)
        return []
    forbid("assists.on-top-few", len(names) > card.hands)
    forbid("traps.on-top", card.type == "trap" and names and player.free_hands() >= TRAP_HANDS)
    replaced = []
    for name in names:
        left = [other for other in player.hands if other.card.name == name and other not in replaced]
        forbid("assists.on-top-own", not left)
        # of several copies the oldest that may be replaced (combo.assists.copies)
        open_to_it = [other for other in left if not match.is_protected(other)]
        forbid("assists.protected", not open_to_it)
        replaced.append(open_to_it[0])
    if card.type == "trap":  # in the place of another card it has its room there
        forbid("traps.needs-hand", not replaced and player.free_hands() < TRAP_HANDS)
    else:
        forbid("assists.needs-hands", room(player, card, replaced) < card.hands)
    return replaced


def room(player, card, replaced):
    """The hands that are free for an assist. To one that needs both a trap is no hindrance, it stays
    (combo.rulings.two-handed-over-trap)."""
    hindering = player.hands if card.hands < HANDS else player.assists()
    return HANDS - sum(other.card.hands for other in hindering if other not in replaced)


def may_name(match, one, replaced, effects, targets):
    """The assists that are to be destroyed by effects of a card, one for each that destroys any assist."""
    # those equipped before the card, of either player (combo.text.target-there, any-player)
    there = [other for player in match.players for other in player.assists() if other not in replaced]
    named = []
    for target in targets:
        found = [other for other in there if is_named(other, target) and other not in named]
        forbid("text.target-itself", not found and one.card.type == "assist" and is_named(one, target))
        forbid("text.target-there", not found)
        named.append(found[0])  # of several copies the oldest (combo.assists.copies)
    wanted = sum(effect.get("destroy") == "assist" for effect in effects)
    forbid("text.target", len(named) != min(wanted, len(there)))
    return named


def is_named(one, target):
    return (one.owner, one.card.name) == (target["player"], target["card"])


def play(match, plan):
    one, player = plan.one, match.players[match.active]
    player.pool.remove(one.card.name)
    place(match, plan)
    traps = waiting_for(match, one)
    match.lose_stay()
    for trap in traps:  # before what the assist does (combo.rulings.trap-timing)
        spring(match, trap, one)
    carry_out(match, one, plan.effects, plan.targets)
    if one.card.type == "scroll" and "burn" in one.card.statuses and match.in_play(one):
        burn(match, one)


def place(match, plan):
    one, player = plan.one, match.players[match.active]
    # no two terrains are active (combo.terrains.one)
    gone = list(match.terrains) if one.card.type == "terrain" else plan.replaced
    for other in gone:  # combo.terrains.replaced, combo.assists.replaced
        match.leave(other, "limbo")
    match.place_of(one.card, one.owner).append(one)  # combo.line.right
    if one.card.type == "assist" and one.card.hands in player.assists_played:
        player.assists_played[one.card.hands] += 1


def carry_out(match, one, effects, targets=(), waited_for=None):
    """Does what a card draws and destroys, in the order of the text, as long as it is in play
    (combo.text.order, combo.text.left-play)."""
    targets = list(targets)
    for effect in effects:
        if not match.in_play(one):
            return
        if "draw" in effect:  # counted now (combo.text.counted-then)
            match.draw(one.owner, effect["draw"] * match.times(effect, one.owner))
        elif "first" in effect:
            match.destroy(waited_for)  # combo.traps.destroys
        elif effect.get("destroy") == "assist" and targets:
            match.destroy(targets.pop(0))
        elif effect.get("destroy") == "terrain":
            for terrain in list(match.terrains):
                match.destroy(terrain)


def burn(match, one):
    if match.is_protected(one):  # combo.rulings.destroyed-instead
        match.discard(one)
    else:
        match.leave(one, "limbo")
    match.lose_stay()


# ---- traps


def waiting_for(match, one):
    """The traps that wait for a card that has been played, in the order in which they go off: those of its
    player first, of each the older first (combo.rulings.traps-together)."""
    traps = [trap for number in match.by_turn() for trap in match.players[number].traps()]
    return [trap for trap in traps if part_that_waits(match, trap, one)]


def spring(match, trap, assist):
    """A trap goes off, unless one before it has taken away what it needs."""
    part = part_that_waits(match, trap, assist)
    if part and match.in_play(trap):
        effects = [effect for effect in part if match.holds(effect.get("if", ()), trap)]
        carry_out(match, trap, effects, waited_for=assist)
        if match.in_play(trap):
            match.discard(trap)  # combo.traps.used
        match.lose_stay()


def part_that_waits(match, trap, assist):
    """The part of a trap that waits for an assist: of two the left one, if its condition is met
    (combo.traps.both-parts and unmet)."""
    if assist.card.type != "assist" or trap.missed:  # its first time is over (combo.traps.goes-off)
        return None
    for part in trap.card.parts():
        for effect in part:
            first = effect.get("first", {})
            for_it = first.get("hands") == assist.card.hands
            by_it = first.get("by") == "anyone" or trap.owner != assist.owner  # combo.traps.anyone
            if for_it and by_it and match.holds(effect.get("if", ()), trap):
                return part
    return None


ACTIONS = {
    "begin": (may_begin, begin),
    "draw": (may_draw, draw),
    "play": (may_play, play),
    "aim": (may_aim, aim),
    "withdraw": (may_withdraw, None),
    "choose": (may_choose, choose),
    "end": (may_end, end),
    "hold": (may_hold, None),
    "claim": (may_claim, claim),
    "count": (may_look, count),
    "read": (may_read, read),
}
