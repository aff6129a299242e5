"""Every legal action of a position of combo, each once in its canonical form."""

from itertools import combinations, permutations, product

from combo_actions import Rejected, allowed
from combo_match import PILES
from combo_numbers import HANDS, PLAYERS


def legal(match):
    """Of all the actions that could be thought of those that are allowed."""
    found = []
    for action in thinkable(match):
        try:
            allowed(match, action)
        except Rejected:
            continue
        found.append(action)
    return found


def thinkable(match):
    yield from ({"begin": {}}, {"draw": {"recycle": True}}, {"end": {}})
    for name in sorted(set(match.players[match.active].pool)):
        yield from plays(match, name)
    equipped = [(one.owner, one.card.name) for player in match.players for one in player.hands]
    for owner, name in sorted(set(equipped)):
        yield {"claim": {"player": owner, "card": name}}
        if owner == match.active:
            yield from ({"choose": {"card": name, "choice": choice}} for choice in ("left", "right"))
        else:
            yield {"aim": {"card": name}}
    for by, player, pile in product(range(PLAYERS), range(PLAYERS), PILES + ("line", "hands")):
        for look in ("count", "read"):
            yield {look: {"by": by, "player": player, "pile": pile}}


def plays(match, name):
    """Every way to play a card: with each choice, on top of equipped cards and with assists named."""
    card = match.cards[name]
    choices = ("left", "right") if card.has_or and card.type != "trap" else ("",)
    own = sorted(match.names(match.active, "hands"))
    tops = sorted({names for size in range(HANDS + 1) for names in combinations(own, size)})
    for choice, replace in product(choices, tops):
        most = sum(effect.get("destroy") == "assist" for effect in card.effects(choice))
        for targets in namings(match, most):
            yield {
                "play": {
                    "card": name,
                    "choice": choice,
                    "targets": [{"player": player, "card": named} for player, named in targets],
                    "replace": list(replace),
                    "missed": [],
                    "recycle": True,
                }
            }


def namings(match, most):
    """Every way to name at most so many assists, in the order of the effects that destroy them."""
    there = [(one.owner, one.card.name) for player in match.players for one in player.assists()]
    sizes = range(min(most, len(there)) + 1)
    return sorted({names for size in sizes for names in permutations(there, size)})
