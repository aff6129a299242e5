"""Before the first turn: teams, the draft, starting hands, the exchange of cards and the talents of leaders.

As in skirmish_actions.py, `may_...` raises `Rejected` and changes nothing, and the function after it carries out.
"""

from skirmish_classes import talent
from skirmish_fight import begin_turn
from skirmish_match import forbid
from skirmish_numbers import PLAYERS
from skirmish_questions import askers


def may_begin(match, said):
    rules = match.rules
    forbid("turns.own", match.stage != "start")
    for player in match.players:
        forbid("preparation.team", len(player.team) != rules.team_size)
        twice = len(set(player.team)) != len(player.team)
        forbid("preparation.team", twice and rules("team-twice", "refused"))
    for player in match.players:
        for name in player.team:
            forbid("classes.factions", rules("class-denied", "refused") and not has_access(match, name))
    placed = min(drafts(match) // PLAYERS, max(len(set(player.team)) for player in match.players))
    halves = [set(room(match, first)) for first in (True, False)]
    too_small = any(len(half) < placed for half in halves) or len(set.union(*halves)) < placed * PLAYERS
    if rules("tile-shared", "together"):
        too_small = placed and not all(halves)
    forbid("preparation.team", too_small and rules("small-map", "refused"))


def has_access(match, name):
    """Whether the faction of a character has access to its class."""
    card = match.cards[name]
    classes = match.rules.factions.get(card.get("faction"))
    if classes is None:
        return True
    if match.rules("specialist", "same"):
        classes = ["Marksman" if cls == "Specialist" else cls for cls in classes]
    return card["class"] in classes


def room(match, first):
    """The tiles for the draft in the half of the starting player, or of the other one."""
    return [tile for tile in match.map.tiles() if match.open_to(tile) and match.map.in_half(tile, first)]


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


def can_draft(match, number):
    """Whether a player has a character to choose, and a tile for it."""
    return bool(to_choose(match, number) and room(match, number == match.starting))


def pass_over(match):
    """Passes over players who cannot draft, and ends the draft."""
    while match.drafted < drafts(match) and not can_draft(match, drafter(match)):
        over = match.rules("none-left", "draft-ends") and not to_choose(match, drafter(match))
        match.drafted = drafts(match) if over else match.drafted + 1
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
    forbid("preparation.draft", not match.open_to(tile))
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
    for number in match.in_order():
        deck = []
        for one in match.objects:
            if one.owner == number:
                card = match.cards[one.name]
                deck += [card["primary"]] * match.rules.copies["primary"]
                for skill in card.get("secondary") or []:
                    deck += [skill] * match.rules.copies["secondary"]
        match.players[number].deck = sorted(deck)
        match.shuffle(number)
    for number in match.in_order():
        match.draw(number, match.rules.start_hand)
    exchange_frames = [{"exchange": {}}]
    if not match.rules("exchange-order", "together"):
        first = match.starting if match.rules("exchange-order", "starting-first") else 1 - match.starting
        exchange_frames = [{"exchange-by": {"player": number}} for number in (first, 1 - first)]
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
    for number in match.in_order():
        if number in sealed:
            player, cards = match.players[number], sealed[number]
            player.exchanged = len(cards)
            for card in cards:
                match.leave(player, card)
                player.deck.append(card)
            if cards:
                match.shuffle(number)
                match.draw(number, len(cards))


# ---- the last things before the first turn


def do_talents(match, said):
    for number in match.in_order():
        leader = match.find(match.players[number].leader)
        if leader:
            talent(match, leader)


def do_first_turn(match, said):
    match.stage, match.turn, match.active = "turns", 1, match.starting
    begin_turn(match, match.active)
