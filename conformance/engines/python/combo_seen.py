"""What is shown of a match of combo: its state, and what each player sees of it."""

from combo_match import PILES, SORTED
from combo_play import asked_player, question

FACE_DOWN = "?"
VALUES = ("attack", "defense")


def state(match):
    """All of a match, by the schema that `rulebound schema combo state` prints."""
    shown = dict(
        stage=match.stage,
        turn=match.turn,
        active=match.active,
        incoming=match.incoming(),
        terrains=[terrain(one) for one in match.terrains],
        winner=match.winner,
        lost_by=match.lost_by,
        told=match.told and dict(match.told),
        players=[side(match, number) for number in range(len(match.players))],
    )
    if match.declared or match.asking:
        shown["pending"] = {"players": [asked_player(match)], "question": question(match)}
    return shown


def terrain(one):
    choice = {"choice": one.choice} if one.choice else {}
    return dict(card=one.card.name, owner=one.owner, **choice, since=one.since, **unmet(one))


def unmet(one):
    return {"unmet": list(one.unmet)} if one.unmet else {}


def side(match, number):
    player = match.players[number]
    shown = {pile: in_order(pile, getattr(player, pile)) for pile in PILES}
    shown.update(
        line=[dict(card=one.card.name, choice=one.choice, since=one.since, **unmet(one)) for one in player.line],
        hands=[equipped(one) for one in player.hands],
        free_hands=player.free_hands(),
        hearts_up=player.hearts_up,
        hearts_down=player.hearts_down,
        attack=match.given(number, "attack"),
        defense=match.given(number, "defense"),
        shields=match.shields(number),
    )
    return shown


def equipped(one):
    card = one.card
    shown = {"card": card.name, "is": card.type, "choice": one.choice, "hands": card.hands, "shield": card.shield}
    marks = {mark: True for mark in ("held", "spent") if getattr(one, mark)}
    return dict(shown, since=one.since, chosen=one.chosen, aimed=one.aimed, missed=one.missed, **marks, **unmet(one))


def in_order(pile, names):
    return sorted(names) if pile in SORTED else list(names)


def view(match, viewer):
    """What a player sees: the state without the names that it may not read, and perhaps without an attack or a
    defence that depends on such names (combo.rulings.hidden-kinds)."""
    seen = state(match)
    if match.law.reads("hidden-kinds", "hidden"):
        for number, player in enumerate(seen["players"]):
            player.update({value: None for value in VALUES if depends_on_unread(match, viewer, number, value)})
        if seen["players"][1 - match.active]["attack"] is None:
            seen["incoming"] = None
    if match.told and match.told["by"] != viewer:
        seen["told"] = None  # only the player who asked gets the answer
    for number, player in enumerate(seen["players"]):
        for pile in PILES:
            # piles of either player may be counted; its own may be read, except the source
            # (combo.conduct.count-foe, read-own and own-source)
            may_read = number == viewer and (pile != "source" or match.opens_source(viewer))
            player[pile] = {"count": len(player[pile]), "cards": player[pile] if may_read else None}
        for one in player["hands"]:
            if one["is"] == "trap" and number != viewer:
                one.update(card=FACE_DOWN, missed=False)  # combo.traps.hidden
                one.pop("held", None)
    return seen


def depends_on_unread(match, viewer, number, value):
    """Whether a value of a player depends on the kinds of cards in a pile that a viewer may not read."""
    return any(counts_unread(match, viewer, number, effect.get("per")) for effect in match.in_force(number, value))


def counts_unread(match, viewer, number, per):
    if per is None:
        return False
    if "taken" in per:
        return number == match.active and depends_on_unread(match, viewer, 1 - number, "attack")
    whose, pile = per["in"]
    foes = whose == "both" or (whose == "own") != (number == viewer)  # whether it counts in a pile of the viewer's foe
    closed = pile in ("source", "deck") and not match.opens_source(viewer)
    unread = closed or (pile in PILES + ("deck",) and foes)
    return unread and not means_every_card(per["cards"])


def means_every_card(cards):
    """Whether a text means cards of whatever kind."""
    return not set(cards) - {"or"} or ("or" in cards and means_every_card(cards["or"]))


def read_by(match, reader, number, pile):
    """The names that a player reads in a pile that it may read."""
    if pile == "hands":
        hidden = [one.card.type == "trap" and number != reader for one in match.players[number].hands]
        return [FACE_DOWN if hide else name for hide, name in zip(hidden, match.names(number, pile))]
    return in_order(pile, match.names(number, pile))
