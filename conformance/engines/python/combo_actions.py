"""What the players of combo do.

Each action has two functions. `may_...` raises `Rejected` with the clause that forbids the action and
changes nothing, so that it can also be asked what is legal; what it returns is handed to the second one,
which carries the action out and refuses nothing. `ACTIONS`, at the end, names them all.

Where several clauses forbid an action, the first one that is looked at is told.
"""

from collections import Counter

import combo_seen
from combo_cards import is_exotic
from combo_match import MatchOver, Rejected, forbid
from combo_numbers import COPIES, DECK_SIZE, EXOTIC_COPIES, FIRST_DRAW, FLIPS_PER_TURN
from combo_numbers import PLAYERS, ROUND, SECOND_DRAW, STANDARD_DRAW
from combo_play import ANSWERS, asked_for, asked_player, may_play, play

LOOKS = ("count", "read")  # the actions that change nothing
AT_ANY_TIME = LOOKS + ("claim",)  # by either player, even while a question is open
# answers to questions that are never asked
NEVER = {"recycle": "conduct.fair", "decline": "piles.no-declining"}


def act(match, action, by=None, chance=()):
    """Carries out an action, or raises `Rejected` and changes nothing."""
    plan, carry_out = allowed(match, action, by)
    match.told, match.chance = None, list(chance)
    try:
        carry_out(match, plan)
    except MatchOver:
        return
    if match.stage != "over" and not match.declared and not set(LOOKS) & set(action):
        match.lose_stay()  # a position may have cards whose STAY is not met


def allowed(match, action, by=None):
    """The plan of an action and the function that carries it out. Where nothing is said of who acts, it is the
    player who is asked, and otherwise that of the turn."""
    ((name, said),) = action.items()
    asked = asked_player(match)
    if by is None:
        by = match.active if asked is None else asked
    named = (by, said.get("player"))
    forbid("basics.two-players", any(number is not None and number not in range(PLAYERS) for number in named))
    forbid("hearts.over", match.stage == "over" and name not in LOOKS)
    forbid(NEVER.get(name), name in NEVER)
    forbid("traps.no-choice", name == "hold" and match.law.reads("missed-trap", "goes-off-by-itself"))
    if name not in ACTIONS:
        raise ValueError("there is no action " + name)
    if name in ANSWERS:
        forbid("conduct.fair", name not in asked_for(match) or by != asked)
    elif name not in AT_ANY_TIME:
        forbid("conduct.fair", asked is not None)
        # before the match it is nobody's turn
        in_turn = by == match.active or name == "begin"
        forbid("assists.aim-in-turn" if name == "aim" else "turns.in-turn", not in_turn)
    may, carry_out = ACTIONS[name]
    return may(match, dict(said, by=by)), carry_out


def drawn_first(match):
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


def draw(match, _):
    player = match.players[match.active]
    match.stage = "play"
    for one in list(player.line):  # combo.turns.combo-discarded
        match.discard(one)
    match.lose_stay()
    missing = max(0, STANDARD_DRAW - len(player.pool))  # combo.turns.standard-draw
    match.draw(match.active, {1: FIRST_DRAW, 2: SECOND_DRAW}.get(match.turn, missing))


def may_end(match, said):
    drawn_first(match)


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
    for one in beaten:  # even if the attack wins the match (combo.assists.beaten)
        match.discard(one)
    for one in player.hands:
        one.aimed = False  # combo.assists.aim-ends
    if match.stage != "over":
        match.turn, match.active, match.stage = match.turn + 1, foe, "draw"


# ---- aims, choices and claims


def may_aim(match, said):
    drawn_first(match)
    assists = match.players[1 - match.active].assists()
    forbid("assists.one-target", any(one.aimed for one in assists))
    named = [one for one in assists if one.card.name == said["card"]]
    forbid("assists.aim-at-assist", not named)
    return named[0]  # of several copies, the oldest (combo.assists.copies)


def aim(match, assist):
    assist.aimed = True


def may_choose(match, said):
    drawn_first(match)
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
    match.look_at_amounts(assist)


def may_withdraw(match, said):
    drawn_first(match)
    aimed = [one.card.name for one in match.players[1 - match.active].assists() if one.aimed]
    forbid("assists.aim-at-assist", said["card"] not in aimed)
    raise Rejected("assists.aim-stands")


def may_claim(match, said):
    forbid("traps.proof", said["by"] == said["player"])
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
    forbid("conduct.own-source", own and pile == "source" and not match.opens_source(said["by"]))
    forbid("piles.face-down", not own and pile == "source")
    forbid("conduct.foe-pool", not own and pile == "pool")
    forbid("conduct.foe-piles", not own and pile in ("trash", "limbo"))
    return said


def count(match, said):
    match.told = dict(said, count=len(match.names(said["player"], said["pile"])), cards=[])


def read(match, said):
    cards = combo_seen.read_by(match, said["by"], said["player"], said["pile"])
    match.told = dict(said, count=len(cards), cards=cards)


ACTIONS = {
    "begin": (may_begin, begin),
    "draw": (may_draw, draw),
    "play": (may_play, play),
    "aim": (may_aim, aim),
    "withdraw": (may_withdraw, None),
    "choose": (may_choose, choose),
    "end": (may_end, end),
    "claim": (may_claim, claim),
    "count": (may_look, count),
    "read": (may_read, read),
    **ANSWERS,
}
