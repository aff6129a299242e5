"""A match of skirmish: its players, its characters, drawing, losing, and what effects and scores are.

Fighting stands in skirmish_fight.py, skills in skirmish_skills.py, and what players do in skirmish_actions.py.
"""

from skirmish_map import Map
from skirmish_numbers import ARMOR, CLASSES, LAST, NO_CLASS, PLAYERS, TIERS, TYPES, WORTH

# what states show of a character only if it is something
RARE = ("countered", "fresh", "steps", "former", "more_walks", "more_attacks")
RARE += ("power_changed", "armor_changed", "power_cut", "armor_cut")


class Rejected(Exception):
    """An action is not allowed. Raised with the clause."""


def forbid(clause, breaks):
    if breaks:
        raise Rejected(clause)


class MatchOver(Exception):
    """Raised when a match ends in the middle of an action: nothing more of it is done."""


class Character:
    def __init__(self, name, number, owner, tile, controller=None):
        self.id, self.name, self.owner, self.tile = number, name, owner, tuple(tile)
        self.controller = owner if controller is None else controller
        self.cls, self.ranged, self.power, self.armor = None, False, "Tiny", "Tiny"
        self.damage, self.fainted, self.walked, self.attacked = 0, False, False, False
        self.countered, self.fresh, self.effects = False, False, []
        self.steps, self.former = 0, None
        self.more_walks = self.more_attacks = 0  # besides the one of each turn
        self.power_changed = self.armor_changed = 0  # in tiers, in this turn
        self.power_cut = self.armor_cut = 0  # in tiers, by the bounds at the last change of stance

    def spend(self, deed, more):
        """A walk or an attack that it has in this turn is used up: ("walked", "more_walks"), for example."""
        if getattr(self, more):
            setattr(self, more, getattr(self, more) - 1)
        else:
            setattr(self, deed, True)

    def has(self, effect):
        """Whether it has an effect that applies. None applies while it lies fainted."""
        return not self.fainted and self.find(effect) is not None

    def find(self, effect):
        return next((one for one in self.effects if one["effect"] == effect), None)


class Player:
    def __init__(self):
        self.maximum = self.points = self.turns = self.extra = 0
        self.team, self.deck, self.hand, self.discard = [], [], [], []
        self.leader, self.exchanged, self.leader_fell, self.undrawn = None, None, False, False


class Match:
    def __init__(self, scenario, rules):
        self.rules = rules
        self.cards = {card["name"]: card for card in scenario["cards"]}
        self.maps = (scenario.get("data") or {})["maps"]
        self.objects, self.counted, self.traps, self.over = [], {}, [], None
        self.frames, self.chance, self.sealed = [], [], {}
        self.drafted = self.starting = self.turn = self.active = 0
        self.players = [Player() for _ in range(PLAYERS)]
        setup = scenario["setup"]
        if "start" in setup:
            self.set_up_start(setup["start"])
        else:
            self.set_up_position(setup["position"])
        self.frames = [dict(frame) for frame in scenario.get("resolving") or []]
        for deed in scenario.get("sealed") or []:
            self.sealed[deed["by"]] = deed["do"]["exchange"]["cards"]

    # ---- setups

    def set_up_start(self, start):
        self.stage, self.map_name = "start", start["map"]
        self.map = Map(self.maps[self.map_name], self.rules)
        for player, team in zip(self.players, start["teams"]):
            player.team = sorted(team)
            player.points = self.rules.start_points
            player.maximum = player.points if self.rules("starting-maximum", "same") else 0
            self.cap(player)

    def set_up_position(self, position):
        """A position comes with its defaults filled in, except those of the characters."""
        self.map_name = position["map"]
        self.map = Map(self.maps[self.map_name], self.rules)
        for key in ("stage", "starting", "drafted", "turn", "active"):
            setattr(self, key, position[key])
        for player, given in zip(self.players, position["players"]):
            for key in given:
                setattr(player, key, given[key])
        objects = position.get("objects") or {}
        self.counted = dict(objects.get("counted") or {})
        self.objects = [self.given(one) for one in objects.get("all") or []]
        for number, (player, given) in enumerate(zip(self.players, position["players"])):
            names = {one.name for one in self.objects if one.owner == number}
            own = {name for name in names if self.cards[name]["kind"] == "character"}
            player.team = sorted(given["team"] if "team" in given else own)
        self.traps = [dict(trap, tile=tuple(trap["tile"])) for trap in position.get("traps") or []]
        self.over = position.get("over")
        if self.over:
            self.stage = "over"

    def given(self, one):
        """A character of a position: what is left out is as on its card."""
        more = one.get("is") or {}
        name = one["id"].rsplit("#", 1)[0]
        made = Character(name, one["id"], one["owner"], more.get("tile") or (0, 0), one.get("controller"))
        made.cls = more.get("class") or self.cards[name].get("class")
        for key, value in self.table(made.cls).items():
            setattr(made, key, value)
        scores = ("ranged", "power", "armor", "damage")
        for key in scores + ("fainted", "walked", "attacked") + RARE:
            if more.get(key) is not None:
                setattr(made, key, more[key])
        made.effects = [dict(effect) for effect in more.get("effects") or []]
        return made

    def table(self, cls):
        return CLASSES[cls] if cls else NO_CLASS

    def new(self, name, owner, tile):
        """A character comes to the map."""
        self.counted[name] = self.counted.get(name, 0) + 1
        made = Character(name, "{}#{}".format(name, self.counted[name]), owner, tile)
        made.cls = self.cards[name].get("class")
        for key, value in self.table(made.cls).items():
            setattr(made, key, value)
        self.objects.append(made)
        return made

    # ---- looking

    def find(self, number):
        return next((one for one in self.objects if one.id == number), None)

    def standing(self, player=None):
        return [one for one in self.objects if not one.fainted and player in (None, one.controller)]

    def holders(self, tile, *but):
        """The characters that hold a tile (skirmish.map.tiles)."""
        occupied = self.rules("fainted-tiles", "occupied")
        able = [one for one in self.objects if one not in but and (occupied or not one.fainted)]
        return [one for one in able if one.tile == tuple(tile)]

    def empty(self, tile, *but):
        return self.map.free(tile) and not self.holders(tile, *but)

    def open_to(self, tile, *but):
        """Whether a character may be placed on a tile in the draft, or walk there (skirmish.rulings.tile-shared)."""
        return self.map.free(tile) if self.rules("tile-shared", "together") else self.empty(tile, *but)

    def empty_tiles(self, *but):
        return [tile for tile in self.map.tiles() if self.empty(tile, *but)]

    def within_reach(self, one, tile):
        """Whether a tile is as far away from a character as its reach says."""
        reach = self.rules.reach_ranged if one.ranged else self.rules.reach_melee
        if self.map.distance(one.tile, tile) != reach:
            return False
        return self.rules("reach-line", "not-needed") or self.map.line(one.tile, tuple(tile))

    def left(self, one):
        return ARMOR[one.armor] - one.damage

    def wounded(self, one):
        """skirmish.combat.wounded"""
        if one.fainted:
            return self.rules("fainted-wounded", "wounded")
        whole = ARMOR[one.armor if self.rules("third-of", "current") else self.table(one.cls)["armor"]]
        left, part = self.left(one), self.rules.wounded_part
        if self.rules("third", "rounded-up"):
            whole = -(-whole // part) * part
        return left * part < whole or left * part == whole and self.rules("below-third", "at-or-below")

    def cost(self, one, base):
        """What an action of a character costs (skirmish.effects.glaciate and tailwind)."""
        more, less = self.strength(one, "Glaciate"), self.strength(one, "Tailwind")
        if more and self.rules("opposite-costs", "dearer"):
            less = 0
        more, less, least = more * self.rules.cost_change, less * self.rules.cost_change, self.rules.least_cost
        if not less:
            return base + more
        if self.rules("cost-order", "tailwind-first"):
            return max(base - less, min(least, base)) + more
        return max(base + more - less, min(least, base))

    def strength(self, one, name):
        """How often a Timed effect applies."""
        if not one.has(name):
            return 0
        effect = one.find(name)
        return max(1, effect.get("stacks") or 1) if self.rules("grows", "all-stack") else 1

    # ---- effects and scores

    def give(self, one, name, number=None, causer=None):
        """A character gets an effect (skirmish.effects.again and given). `causer` is the id of the character that
        gives it; a tile has none."""
        name = self.rules.other_names.get(name, name)
        if one.fainted:
            return
        kind, all_stack = TYPES[name], self.rules("grows", "all-stack")
        effect = one.find(name)
        fresh = effect is None
        if fresh:
            effect = {"effect": name}
            one.effects.append(effect)
        if kind == "Permanent":
            effect["stacks"] = effect.get("stacks", 0) + (number or self.rules.given_stacks)
        elif all_stack:
            before = effect.get("duration", 0) if kind == "Consumable" else 0
            effect["duration"] = before + (number or self.rules.given_duration)
            effect["stacks"] = (0 if fresh else effect.get("stacks") or 1) + 1
        else:
            effect["duration"] = effect.get("duration", 0) + (number or self.rules.given_duration)
        if self.rules("applied-turn", "spared"):
            effect["since"] = self.turn
        if name == "Ignite" and self.rules("dealer", "causer"):
            effect.pop("from", None)
            if causer:
                effect["from"] = causer

    def causer(self, given):
        """Who deals the damage of an effect or a trap: a character that stands (skirmish.rulings.dealer)."""
        one = self.find(given.get("from")) if self.rules("dealer", "causer") else None
        return one if one and not one.fainted else None

    def consume(self, one, name):
        """A Consumable effect has applied (skirmish.effects.consumable)."""
        effect = one.find(name)
        effect["duration"] = effect.get("duration", 0) - 1
        if effect["duration"] <= 0:
            one.effects.remove(effect)

    def tiers(self, one, score, by, for_good=False):
        """A score moves by tiers, within the table (skirmish.scores.lowest and highest). That of a character that has
        fainted does not (skirmish.rulings.fainted-scores)."""
        if one.fainted and self.rules("fainted-scores", "not"):
            return
        before = TIERS.index(getattr(one, score))
        after = min(LAST, max(0, before + by))
        if self.rules("raise-lasts", "turn") and not for_good:
            changed = score + "_changed"
            setattr(one, changed, getattr(one, changed) + after - before)
        self.set_score(one, score, TIERS[after])

    def move_back(self):
        """At the end of a turn, scores go back that were changed in it (skirmish.rulings.raise-lasts)."""
        for one in self.objects:
            for score in WORTH:
                by = -getattr(one, score + "_changed")
                setattr(one, score + "_changed", 0)
                if by:
                    tier = TIERS.index(getattr(one, score)) + by
                    self.set_score(one, score, TIERS[min(LAST, max(0, tier))])

    def set_score(self, one, score, tier):
        before = WORTH[score][getattr(one, score)]
        setattr(one, score, tier)
        if score == "armor":
            if self.rules("tier-damage", "remaining-kept"):
                one.damage = max(0, one.damage + ARMOR[tier] - before)
            if self.rules("lowered-armor", "faints"):
                self.faint_if_beaten(one)

    def least_beating(self, one):
        """The least damage that surpasses the armor of a character."""
        return ARMOR[one.armor] + (0 if self.rules("surpasses", "reached") else 1)

    def beaten(self, one):
        return one.damage >= self.least_beating(one)

    def faint_if_beaten(self, one):
        if self.beaten(one):
            self.faint(one)

    def faint(self, one):
        """skirmish.combat.faint"""
        if one.fainted:
            return
        one.fainted = True
        if self.rules("fainted-effects", "lost"):
            one.effects = []
        player = self.players[one.controller]
        if player.leader == one.id:
            if self.rules("bounty-leader", "ever") or not self.rules("leader-passes", "stays"):
                player.leader_fell = True
            if not self.rules("leader-passes", "stays"):
                others = [
                    other
                    for other in self.standing(one.controller)
                    if self.rules("leader-passes", "passes-to-any") or not self.familiar(other)
                ]
                player.leader = others[0].id if others else player.leader

    def familiar(self, one):
        return self.cards[one.name]["kind"] == "familiar"

    # ---- points and cards

    def bounded(self, points, what):
        """The maximum or the current action points of a player (skirmish.turns.most-points)."""
        if self.rules("bounds", "both") or self.rules("bounds", what):
            return min(points, self.rules.most_points)
        return points

    def cap(self, player):
        """After its current or its maximum action points have been set (skirmish.rulings.above-maximum)."""
        if self.rules("above-maximum", "may-not"):
            player.points = min(player.points, player.maximum)

    def in_order(self):
        """The players, in the order in which they do what both of them do (skirmish.rulings.both-order)."""
        order = (self.starting, 1 - self.starting)
        return order if self.rules("both-order", "starting-first") else order[::-1]

    def draw(self, number, cards):
        """A player draws cards, one at a time (skirmish.skills.drawing)."""
        player = self.players[number]
        for drawn in range(cards):
            full = len(player.hand) >= self.rules.hand_most
            if drawn and not self.has_room(player):
                return
            if not player.deck:
                if full and self.rules("full-hand-empty-deck", "discarded"):
                    player.discard.append(player.hand.pop(0))
                self.cannot_draw(number)
                return
            self.take(player, player.deck.pop(0))

    def has_room(self, player):
        """Whether a player who draws several cards draws another one."""
        return self.rules("beyond-limit", "each-time") or len(player.hand) < self.rules.hand_most

    def take(self, player, card):
        """A card enters a hand (skirmish.skills.leftmost)."""
        if len(player.hand) >= self.rules.hand_most:
            player.discard.append(player.hand.pop(0))
        player.hand.insert(len(player.hand) if self.rules("drawn-enters", "right") else 0, card)

    def leave(self, player, card):
        """A card leaves a hand, of equal ones the leftmost."""
        if self.rules("equal-cards", "rightmost"):
            del player.hand[len(player.hand) - 1 - player.hand[::-1].index(card)]
        else:
            player.hand.remove(card)

    def put_away(self, player, card):
        """A card that has been used comes to its place (skirmish.skills.used)."""
        if self.rules("used-card", "discard-pile"):
            player.discard.append(card)
        elif self.rules("used-card", "under-deck"):
            player.deck.append(card)

    def shuffle(self, number):
        path, player = "players[{}].deck".format(number), self.players[number]
        for outcome in self.chance:
            if outcome.get("shuffle") == path:
                self.chance.remove(outcome)
                for name in outcome["top_first"]:
                    player.deck.remove(name)
                player.deck = list(outcome["top_first"]) + player.deck
                return

    def pick(self, subject):
        for outcome in self.chance:
            if outcome.get("pick") == subject:
                self.chance.remove(outcome)
                return outcome["gives"]
        raise ValueError("no outcome of chance for " + subject)

    # ---- the end

    def cannot_draw(self, number):
        """skirmish.defeat.deck"""
        if self.rules("defeat-checked", "at-once"):
            self.finish({number: "deck"})
        self.players[number].undrawn = True

    def look(self):
        """Looks whether a player has lost, if it is looked at at once."""
        if self.rules("defeat-checked", "at-once"):
            self.end_if_lost()

    def end_if_lost(self):
        losses = {}
        for number, player in enumerate(self.players):
            own = [one for one in self.objects if one.controller == number]
            if self.rules("familiar-counts", "not"):
                own = [one for one in own if not self.familiar(one)]
            if self.stage in ("turns", "hands") and own and all(one.fainted for one in own):
                losses[number] = "fainted"
            if player.undrawn:
                losses[number] = "deck"
        if losses:
            self.finish(losses)

    def finish(self, losses):
        """skirmish.defeat.winner"""
        if len(losses) == PLAYERS and len(set(losses.values())) == 2:
            for reading, how in (("deck-loses", "deck"), ("fainted-loses", "fainted")):
                if self.rules("mixed-losses", reading):
                    losses = {number: loss for number, loss in losses.items() if loss == how}
        winners = [number for number in range(PLAYERS) if number not in losses]
        if not winners:
            if self.rules("both-lose", "whose-turn-loses"):
                winners = [1 - self.active]
            elif self.rules("both-lose", "whose-turn-wins"):
                winners = [self.active]
        how = losses[self.active] if len(losses) == PLAYERS else list(losses.values())[0]
        self.over = {"winners": winners, "by": how}
        self.stage, self.frames, self.sealed = "over", [], {}
        raise MatchOver
