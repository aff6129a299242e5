"""Playing a card: what its player is asked before it has any effect, and then its effects.

Until its player has answered, a card that is played lies in the pool as before (`Declared`). The first question
is which equipped card it goes on top of (`over`, and `done` if it may go on top of more), then which assist it
destroys (`target`). Once an assist is in play, each player with a trap is asked which traps it holds back (`hold`, and
finally `done`). For an answer too, one function says whether it is allowed and another carries it out.
"""

from itertools import combinations

from combo_cards import occasions
from combo_match import InPlay, Rejected, forbid
from combo_numbers import HANDS, POOL_LIMIT, TRAP_HANDS

EQUIPPED = ("assist", "trap")


class Declared:
    """A card that is being played: the card as it will be in play, and what has been said about it."""

    def __init__(self, one, on_top):
        self.one, self.on_top = one, on_top
        self.effects = []  # those whose condition holds
        self.over, self.over_done = [], False  # the equipped cards that it goes on top of
        self.targets = []  # the assists that it destroys
        self.question = None


def may_play(match, said):
    forbid("turns.draw-first", match.stage != "play")
    player = match.players[match.active]
    forbid("turns.from-pool", said["card"] not in player.pool)
    card, choice = match.cards[said["card"]], said.get("choice") or ""
    never = card.never_played()
    forbid(never, never is not None)
    chooses = card.has_or and card.type != "trap"
    forbid("status.no-choice", choice and not chooses)
    forbid("status.choose", chooses and not choice)
    one = InPlay(card, match.active, match.turn, choice)
    declared = Declared(one, said.get("on_top") or False)
    may_place(match, declared)
    # SUMMON looks at the old terrain, STAY at the new one (combo.rulings.summon-terrain)
    terrains = [one] if card.type == "terrain" else match.terrains
    forbid("status.summon", not match.holds(card.summon, one))
    forbid("status.stay-to-play", not match.holds(card.stay, one, terrains))
    # conditions are looked at as soon as the card is in its place (combo.text.looked-at)
    doing = [] if card.type == "trap" else card.effects(choice)
    doing = [effect for effect in doing if card.carries_out(effect)]
    declared.effects = [effect for effect in doing if match.holds(effect.get("if", ()), one, terrains)]
    match.look_at_amounts(one, terrains)
    return declared


def play(match, declared):
    match.declared = declared
    ask(match)


# ---- where a card goes


def may_place(match, declared):
    """Whether there is a place for a card, or one can be made."""
    card, on_top = declared.one.card, declared.on_top
    if card.type == "terrain":
        forbid("terrains.waits", any(match.is_protected(other) for other in match.terrains))
    if card.type not in EQUIPPED:
        forbid("assists.on-top-own", on_top)
        return
    own = match.players[match.active].hands
    beside = has_room(match, card, [])
    if on_top:  # although there is room; a trap may not do this (combo.rulings.spare-hand)
        forbid("traps.on-top", card.type == "trap")
        forbid("assists.on-top", not beside or not own)
        forbid("assists.protected", not open_to_replace(match))
    elif not finds_room(match, card, [], open_to_replace(match)):
        forbid("assists.protected", finds_room(match, card, [], own))
        raise Rejected(no_room(card))


def has_room(match, card, over):
    """Whether a card finds room if these equipped cards go. In the place of another card a trap has its room
    (combo.traps.on-top). To an assist that needs both hands a trap is no hindrance, it stays
    (combo.rulings.two-handed-over-trap)."""
    player = match.players[match.active]
    if card.type == "trap":
        return bool(over) or player.free_hands() >= TRAP_HANDS
    hindering = player.hands if card.hands < HANDS else player.assists()
    return card.hands <= HANDS - sum(other.card.hands for other in hindering if other not in over)


def finds_room(match, card, over, others):
    """Whether a card that goes on top of some cards finds room, on top of others too if need be, but of no
    more cards together than it needs hands (combo.assists.on-top-few)."""
    left = [other for other in others if other not in over]
    sets = (list(more) for size in range(card.hands - len(over) + 1) for more in combinations(left, size))
    return any(has_room(match, card, over + more) for more in sets)


def open_to_replace(match):
    """The equipped cards that a card may go on top of (combo.assists.protected)."""
    return [other for other in match.players[match.active].hands if not match.is_protected(other)]


def no_room(card):
    return "traps.needs-hand" if card.type == "trap" else "assists.needs-hands"


# ---- questions


def ask(match):
    """Asks what must still be said about a card, gives the answer itself if there is only one, and has the
    card played when everything has been said."""
    declared = match.declared
    declared.question = next_question(match, declared)
    if declared.question is None:
        match.declared = None
        go_on(match, put_into_play(match, declared))
        return
    answers = list(allowed_answers(match))
    if len(answers) == 1:
        ((plan, give),) = answers
        give(match, plan)


def allowed_answers(match):
    """The plan of every allowed answer to the open question, and the function that gives it."""
    for action in thinkable_answers(match):
        ((name, said),) = action.items()
        if name not in asked_for(match):
            continue
        may, give = ANSWERS[name]
        try:
            yield may(match, said), give
        except Rejected:
            continue


def next_question(match, declared):
    card, over = declared.one.card, declared.over
    beside = not over and not declared.on_top and has_room(match, card, [])
    placed = beside or declared.over_done or len(over) == card.hands  # combo.assists.on-top-few
    if card.type in EQUIPPED and not placed:
        return {"over": {}}
    if next_target(match, declared):  # combo.text.target
        return {"target": {"card": card.name}}
    return None


def next_target(match, declared):
    """The effect for which an assist must be named next. An effect for which there is none is skipped."""
    named = list(declared.targets)
    for effect in declared.effects:
        left = [one for one in there(match, declared) if fits(effect, one)]
        if "destroy" in effect and any(one not in declared.targets[: len(declared.targets) - len(named)] for one in left):
            if not named:
                return effect
            named.pop(0)
    return None


def fits(effect, one):
    """Whether an assist is one that an effect destroys (combo.text.target-hands)."""
    wanted = effect.get("destroy")
    return wanted == "assist" or (isinstance(wanted, dict) and wanted["handed"] == one.card.hands)


def question(match):
    """The open question."""
    if match.asking:
        return match.asking.question()
    return match.declared.question if match.declared else None


def asked_player(match):
    """Who is asked."""
    if match.asking:
        return match.asking.player
    return match.declared.one.owner if match.declared else None


def asked_for(match):
    """The names of the answers to the open question."""
    return tuple(question(match) or ()) + ("done",) if question(match) else ()


def thinkable_answers(match):
    """All conceivable answers, each once."""
    equipped = sorted({(one.owner, one.card.name) for player in match.players for one in player.hands})
    yield from ({"over": {"card": name}} for owner, name in equipped if owner == match.active)
    yield from ({"target": {"player": owner, "card": name}} for owner, name in equipped)
    yield {"done": {}}
    if match.asking:
        yield from match.asking.thinkable()


def may_over(match, said):
    declared, player = match.declared, match.players[match.active]
    left = [other for other in player.hands if other.card.name == said["card"] and other not in declared.over]
    forbid("assists.on-top-own", not left)
    # of several copies, the oldest that may be replaced (combo.assists.copies)
    open_to_it = [other for other in left if other in open_to_replace(match)]
    forbid("assists.protected", not open_to_it)
    card, over = declared.one.card, declared.over + open_to_it[:1]
    forbid(no_room(card), not finds_room(match, card, over, open_to_replace(match)))
    return open_to_it[0]


def over(match, other):
    match.declared.over.append(other)
    ask(match)


def may_done(match, said):
    declared = match.declared
    if isinstance(match.asking, HoldingBack):
        return
    forbid("text.transferred", match.asking)
    forbid("text.target", "target" in declared.question)
    forbid(no_room(declared.one.card), not has_room(match, declared.one.card, declared.over))
    forbid("assists.on-top", not declared.over)


def done(match, _):
    if match.asking:
        go_on(match, match.asking.course)
        return
    match.declared.over_done = True
    ask(match)


def there(match, declared):
    """The assists equipped before the card, of either player, which it leaves (combo.text.target-there and
    any-player)."""
    assists = [other for player in match.players for other in player.assists()]
    return [other for other in assists if other not in declared.over]


def open_to_target(match, declared):
    """Those that can still be named."""
    return [other for other in there(match, declared) if other not in declared.targets]


def may_target(match, said):
    one = match.declared.one
    found = [other for other in open_to_target(match, match.declared) if is_named(other, said)]
    forbid("text.target-itself", not found and one.card.type == "assist" and is_named(one, said))
    forbid("text.target-there", not found)
    forbid("text.target-hands", not fits(next_target(match, match.declared), found[0]))
    return found[0]  # of several copies, the oldest (combo.assists.copies)


def is_named(one, said):
    return (one.owner, one.card.name) == (said["player"], said["card"])


def target(match, other):
    match.declared.targets.append(other)
    ask(match)


def may_transfer(match, said):
    forbid("text.transfer", said["card"] not in match.asking.names)
    return said["card"]


def transfer(match, name):
    go_on(match, match.asking.course, name)


def may_hold(match, said):
    traps = match.players[match.asking.player].traps()
    waiting = [trap for trap in traps if not (trap.missed or trap.spent or trap.held)]
    named = [trap for trap in waiting if trap.card.name == said["card"]]
    forbid("traps.no-choice", not named)
    return named[0]  # of several copies, the oldest (combo.assists.copies)


def hold(match, trap):
    trap.held = True


ANSWERS = {
    "over": (may_over, over),
    "target": (may_target, target),
    "done": (may_done, done),
    "transfer": (may_transfer, transfer),
    "hold": (may_hold, hold),
}


# ---- the effects of a card
#
# Functions that yield may have to ask a player which card is transferred, or which traps are held back: they yield the
# question, and go on when it has been answered, with the name of the card to be transferred.


def go_on(match, course, name=None):
    """Goes on with the effects of a card until it is done or a player is asked."""
    match.asking = None
    try:
        match.asking = course.send(name)
        match.asking.course = course
    except StopIteration:
        return


def put_into_play(match, declared):
    one, player = declared.one, match.players[match.active]
    player.pool.remove(one.card.name)
    place(match, declared)
    asked, traps = asked_to_hold(match, one), waiting_for(match, one)
    match.lose_stay()
    yield from (HoldingBack(match, number, one) for number in asked)
    for trap in traps:  # before what the assist does (combo.rulings.trap-timing)
        yield from spring(match, trap, one)
    yield from carry_out(match, one, declared.effects, declared.targets)
    if one.card.type == "scroll" and "burn" in one.card.statuses and match.in_play(one):
        burn(match, one)
    for player in match.players:
        for other in player.hands:
            other.held = False


def place(match, declared):
    one = declared.one
    # no two terrains are active (combo.terrains.one)
    gone = list(match.terrains) if one.card.type == "terrain" else declared.over
    for other in gone:  # combo.terrains.replaced, combo.assists.replaced
        match.leave(other, "limbo")
    match.place_of(one.card, one.owner).append(one)  # combo.line.right


def carry_out(match, one, effects, targets=(), waited_for=None):
    """Does what a card does once, in the order of the text, as long as it is in play
    (combo.text.order, combo.text.left-play)."""
    targets = list(targets)
    for effect in effects:
        if not match.in_play(one):
            return
        if "draw" in effect:  # counted now (combo.text.counted-then)
            match.draw(one.owner, effect["draw"] * match.times(effect, one.owner))
        elif "read" in effect:  # combo.text.read-source
            look(match, one)
        elif "first" in effect:
            match.destroy(waited_for)  # combo.traps.destroys
        elif "transfer" in effect:
            yield from carry_over(match, one, **effect["transfer"])
        elif targets and fits(effect, targets[0]):
            match.destroy(targets.pop(0))
        elif effect.get("destroy") == "terrain":
            for terrain in list(match.terrains):
                match.destroy(terrain)


def look(match, one):
    """A look into the source when the effect is carried out (`Match.opens_source` says whether there may be more)."""
    source = list(match.players[one.owner].source)
    match.told = dict(by=one.owner, player=one.owner, pile="source", count=len(source), cards=source)


class Moving:
    """Cards that are transferred, while the player of a card is asked for the next."""

    def __init__(self, one, left, piles, names):
        self.player, self.left, self.piles, self.names = one.owner, left, piles, names
        self.course = None

    def question(self):
        whence, to = ({"player": number, "pile": pile} for number, pile in self.piles)
        return {"transfer": {"left": self.left, "from": whence, "to": to}}

    def thinkable(self):
        return [{"transfer": {"card": name}} for name in self.names]


def carry_over(match, one, number, cards, **places):
    """Transfers a number of the cards that a text means from one pile to another, or all that there are
    (combo.text.transfer, too-few). It is no draw (combo.piles.draw-word)."""
    owners = {"own": one.owner, "foe": 1 - one.owner}
    piles = [(owners[whose], pile) for whose, pile in (places["from"], places["to"])]
    (owner, pile), (_, to) = piles
    lying, goal = getattr(match.players[owner], pile), getattr(match.players[piles[1][0]], to)
    for left in range(number, 0, -1):
        meant = [name for name in lying if match.cards[name].is_meant(cards)]
        if not meant or (to == "pool" and len(goal) >= POOL_LIMIT):  # combo.piles.pool-limit
            return
        unread = pile == "source" and not (owner == one.owner and match.opens_source(owner))
        if len(set(meant)) == 1 or unread:  # the topmost (combo.text.transferred-unread)
            name = meant[0]
        elif owner == one.owner:  # it may read the pile (combo.text.transferred)
            name = yield Moving(one, left, piles, sorted(set(meant)))
        else:
            name = match.pick(owner, pile)
        lying.remove(name)
        goal.insert(0 if to == "source" else len(goal), name)  # combo.text.onto-source


def burn(match, one):
    if match.is_protected(one):  # combo.rulings.destroyed-instead
        match.discard(one)
    else:
        match.leave(one, "limbo")
    match.lose_stay()


# ---- traps


class HoldingBack:
    """An assist has been equipped, and a player is asked which of its traps it holds back
    (combo.rulings.missed-trap)."""

    def __init__(self, match, player, assist):
        self.match, self.player, self.assist = match, player, assist
        self.course = None

    def question(self):
        return {"hold": {"card": self.assist.card.name}}

    def thinkable(self):
        names = {one.card.name for one in self.match.players[self.player].hands}
        return [{"hold": {"card": name}} for name in sorted(names)]


def asked_to_hold(match, one):
    """Who is asked which traps are held back: everyone with a trap, whether or not it waits for the assist, since
    the question would show that it does."""
    if one.card.type != "assist" or match.law.reads("missed-trap", "goes-off-by-itself"):
        return []
    return [number for number in match.by_turn() if match.players[number].traps()]


def waiting_for(match, one):
    """The traps that wait for a card that has been played, in the order in which they go off: those of its
    player first, of each the older first (combo.rulings.traps-together)."""
    traps = [trap for number in match.by_turn() for trap in match.players[number].traps()]
    return [trap for trap in traps if part_that_waits(match, trap, one)]


def spring(match, trap, assist):
    """A trap goes off or misses its occasion, unless one before it has taken away what it needs."""
    part = part_that_waits(match, trap, assist)
    if part and trap.held and match.in_play(trap):
        trap.missed, trap.held = True, False  # combo.traps.no-choice
    elif part and match.in_play(trap):
        idle = [effect for effect in part if "first" in effect and effect not in occasions(part)[:1]]
        doing = [effect for effect in part if effect not in idle and trap.card.carries_out(effect)]
        effects = [effect for effect in doing if match.holds(effect.get("if", ()), trap)]
        yield from carry_out(match, trap, effects, waited_for=assist)
        if "stays-set" in trap.card.statuses:  # combo.traps.stays-set
            trap.spent = match.law.reads("goes-off-again", "once")
        elif match.in_play(trap):
            match.discard(trap)  # combo.traps.used
        match.lose_stay()


def part_that_waits(match, trap, assist):
    """The part of a trap that waits for an assist: of two the left one, if its condition is met
    (combo.traps.both-parts and unmet)."""
    # its first time is over (combo.traps.goes-off), or the only one
    if assist.card.type != "assist" or trap.missed or trap.spent:
        return None
    for part in trap.card.parts():
        for effect in occasions(part)[:1]:  # of several, the first (combo.rulings.idle-effect)
            first = effect["first"]
            for_it = first["hands"] == assist.card.hands
            by_it = first["by"] == "anyone" or trap.owner != assist.owner  # combo.traps.anyone
            if for_it and by_it and match.holds(effect.get("if", ()), trap):
                return part
    return None
