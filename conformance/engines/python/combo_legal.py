"""Every legal action of a position of combo and who may do it, each once in its canonical form."""

from itertools import product

from combo_actions import allowed
from combo_match import PILES, Rejected
from combo_numbers import PLAYERS
from combo_play import thinkable_answers


def legal(match):
    """Of all conceivable actions, those that are allowed."""
    found = []
    for by, action in product(range(PLAYERS), list(thinkable(match))):
        try:
            allowed(match, action, by)
        except Rejected:
            continue
        found.append({"by": by, "do": action})
    return found


def thinkable(match):
    yield from ({"begin": {}}, {"draw": {}}, {"end": {}})
    yield from thinkable_answers(match)
    for name in sorted(set(match.players[match.active].pool)):
        yield from plays(match.cards[name])
    equipped = [(one.owner, one.card.name) for player in match.players for one in player.hands]
    for owner, name in sorted(set(equipped)):
        yield {"claim": {"player": owner, "card": name}}
        if owner == match.active:
            yield from ({"choose": {"card": name, "choice": choice}} for choice in ("left", "right"))
        else:
            yield {"aim": {"card": name}}
    for player, pile in product(range(PLAYERS), PILES + ("line", "hands")):
        yield from ({look: {"player": player, "pile": pile}} for look in ("count", "read"))


def plays(card):
    """Every way to play a card: with each choice, beside what is equipped or on top of it."""
    choices = ("left", "right") if card.has_or and card.type != "trap" else ("",)
    for choice in choices:
        yield {"play": {"card": card.name, "choice": choice}}  # `on_top` is left out if it is false
        yield {"play": {"card": card.name, "choice": choice, "on_top": True}}
