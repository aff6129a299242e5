"""What is shown of a match of skirmish: its state, what each player sees of it, and the legal actions."""

from itertools import product

import skirmish_targets as targets
from skirmish_actions import allowed, users
from skirmish_match import RARE, Rejected
from skirmish_numbers import PLAYERS
from skirmish_questions import askers, shown_question


def state(match):
    """All of a match, by the schema that `rulebound schema skirmish state` prints."""
    shown = {
        "map": match.map_name,
        "stage": match.stage,
        "starting": match.starting,
        "drafted": match.drafted,
        "turn": match.turn,
        "active": match.active,
        "players": [seat(player) for player in match.players],
        "objects": {"all": [thing(one) for one in match.objects], "counted": dict(match.counted)},
        "traps": [dict(trap, tile=list(trap["tile"])) for trap in match.traps],
    }
    if match.over:
        shown["over"] = match.over
    asked = askers(match)
    if asked:
        shown["pending"] = {"players": asked, "question": shown_question(match)}
    return shown


def seat(player):
    shown = {key: getattr(player, key) for key in ("maximum", "points", "turns")}
    shown.update({key: list(getattr(player, key)) for key in ("team", "deck", "hand", "discard")})
    for key in ("leader", "exchanged"):
        if getattr(player, key) is not None:
            shown[key] = getattr(player, key)
    for key in ("extra", "leader_fell", "undrawn"):
        if getattr(player, key):
            shown[key] = getattr(player, key)
    return shown


def thing(one):
    shown = {key: getattr(one, key) for key in ("ranged", "power", "armor", "damage", "fainted", "walked", "attacked")}
    shown.update(tile=list(one.tile), effects=[dict(effect) for effect in one.effects])
    if one.cls:
        shown["class"] = one.cls
    for key in RARE:
        if getattr(one, key):
            shown[key] = getattr(one, key)
    return {"id": one.id, "zone": "map", "owner": one.owner, "controller": one.controller, "is": shown}


def view(match, viewer):
    """What a player sees: not the decks, and not the hand of the other player (skirmish.skills.hidden)."""
    seen = state(match)
    rules = match.rules
    for number, player in enumerate(seen["players"]):
        shown = number == viewer or rules("hands-hidden", "open")
        player["hand"] = {"count": len(player["hand"]), "cards": player["hand"] if shown else None}
        player["deck"] = len(player["deck"])
        if number != viewer and rules("discards-seen", "top"):
            player["discard"] = [None] * len(player["discard"][1:]) + player["discard"][-1:]
        if number != viewer and rules("teams-seen", "hidden"):
            placed = {one.name for one in match.objects if one.owner == number}
            player["team"] = sorted(placed & set(player["team"]))
        known = number == viewer or rules("exchange-seen", "count")
        player["exchanged"] = player.get("exchanged") if known else None
        for key in ("extra", "leader_fell", "undrawn"):
            player.pop(key, None)
    if rules("trap-seen", "owner"):
        seen["traps"] = [trap for trap in seen["traps"] if trap["by"] == viewer]
    return seen


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
    yield from ({name: {}} for name in ("begin", "done", "accept", "decline", "end", "forfeit"))
    tiles = [list(tile) for tile in match.map.tiles()]
    if match.stage == "draft":
        for name in sorted({name for player in match.players for name in player.team}):
            yield from ({"draft": {"character": name, "tile": tile}} for tile in tiles)
    if match.frames and set(match.frames[0]) & {"exchange", "exchange-by"}:
        found = []
        for number in askers(match):
            found += [cards for cards in parts(match.players[number].hand) if cards not in found]
        yield from ({"exchange": {"cards": cards}} for cards in found)
    if match.frames and "pick" in match.frames[0]:
        doing = match.frames[0]["pick"]["doing"]
        effect = targets.text_of(match, doing["card"])["effects"][doing.get("effect", 0)]
        asked = targets.question(match, doing, effect)
        yield from ({"pick": choice} for choice in (asked[1] if asked else ()))
    for one in match.objects:
        yield from ({"walk": {"character": one.id, "to": tile}} for tile in tiles)
        yield from ({"attack": {"character": one.id, "target": other.id}} for other in match.objects)
    for card in sorted({card for player in match.players for card in player.hand}):
        yield {"use": {"card": card}}
        for by in range(PLAYERS):
            able = users(match, card, by)
            if len(able) > 1:  # otherwise nobody has to be named
                yield from ({"use": {"card": card, "with": one.id}} for one in able)


def parts(hand):
    """All cards that a player can exchange, equal ones alike."""
    names = sorted(set(hand))
    for counts in product(*(range(hand.count(name) + 1) for name in names)):
        yield [name for name, count in zip(names, counts) for _ in range(count)]
