"""A match of combo: where its cards are, what they give, and how they get from one place to another.

What players do with it stands in combo_actions.py and combo_play.py.
"""

from combo_cards import Card, title_of
from combo_numbers import HANDS, HEARTS, PLAYERS, POOL_LIMIT, ROUND, TERRAIN_OF

PILES = ("source", "pool", "trash", "limbo")  # these hold names; whatever is in play is `InPlay`
SORTED = ("pool", "limbo")  # piles that have no order


class Rejected(Exception):
    """An action is not allowed. Raised with the clause."""


def forbid(clause, breaks):
    if breaks:
        raise Rejected(clause)


class MatchOver(Exception):
    """Raised if a player loses in the middle of an action: nothing more of it is done."""


class InPlay:
    """A card in play: in a line, in a hand, or an active terrain. Two are equal only if they are identical."""

    def __init__(self, card, owner, since, choice="", chosen=None, aimed=False, missed=False, unmet=(), spent=False):
        self.card, self.owner, self.since, self.choice = card, owner, since, choice
        self.chosen = since if chosen is None else chosen
        self.aimed, self.missed = aimed, missed
        self.held = False  # a trap that its player holds back while an assist is played
        self.unmet = list(unmet)  # the amounts of its choice that do not count (combo.rulings.amount-condition)
        self.spent = spent  # a trap that waits for nothing more (combo.rulings.goes-off-again)


class Player:
    def __init__(self, up, down=0):
        self.source, self.pool, self.trash, self.limbo = [], [], [], []  # the topmost first, the oldest first
        self.line, self.hands = [], []
        self.hearts_up, self.hearts_down = up, down

    def assists(self):
        return [one for one in self.hands if one.card.type == "assist"]

    def traps(self):
        return [one for one in self.hands if one.card.type == "trap"]

    def free_hands(self):
        return max(0, HANDS - sum(one.card.hands for one in self.hands))


class Match:
    def __init__(self, cards, setup, law):
        self.law = law
        self.cards = {card["name"]: Card(card, law) for card in cards}
        self.terrains, self.told, self.chance = [], None, []
        self.declared = None  # the card that is being played, while its player is asked about it
        self.asking = None  # what a card in use asks: `Moving` or `HoldingBack`, see combo_play.py
        self.winner, self.lost_by = -1, ""
        if "start" in setup:
            self.set_up_start(setup["start"])
        else:
            self.set_up_position(setup["position"])

    # ---- setups

    def set_up_start(self, start):
        self.stage, self.turn = "begin", 0
        self.active = 1 - start.get("challenger", 1)  # combo.turns.challenged-first
        self.decks = len(start["decks"])
        hearts = start.get("hearts")
        if not isinstance(hearts, list):
            hearts = [HEARTS if hearts is None else hearts] * PLAYERS
        self.players = [Player(up) for up in hearts]
        for player, deck in zip(self.players, start["decks"]):
            player.source = [name for name in sorted(deck) for _ in range(deck[name])]

    def set_up_position(self, position):
        """A position comes with its defaults filled in, except for the Hearts."""
        self.stage, self.turn, self.active = (position[key] for key in ("stage", "turn", "active"))
        self.decks = PLAYERS
        self.winner, self.lost_by = position["winner"], position["lost_by"]
        self.told = position.get("told")
        if self.winner != -1:
            self.stage = "over"
        self.terrains = [self.given_in_play(one, one["owner"]) for one in position["terrains"]]
        self.players = [self.player(number, given) for number, given in enumerate(position["players"])]

    def player(self, number, given):
        down, up = given["hearts_down"], given.get("hearts_up")
        player = Player(max(0, HEARTS - down) if up is None else up, down)
        for pile in PILES:
            setattr(player, pile, list(given[pile]))
        for place in ("line", "hands"):
            getattr(player, place).extend(self.given_in_play(one, number) for one in given[place])
        return player

    def given_in_play(self, given, owner):
        keys = ["choice", "chosen", "aimed", "missed"]
        keys += ["unmet"] * self.law.reads("amount-condition", "when-played")
        keys += ["spent"] * self.law.reads("goes-off-again", "once")
        more = {key: given[key] for key in keys if given.get(key) is not None}
        return InPlay(self.cards[given["card"]], owner, given["since"], **more)

    # ---- places

    def place_of(self, card, owner):
        """The list that a card is in while it is in play."""
        if card.type == "terrain":
            return self.terrains
        player = self.players[owner]
        return player.hands if card.type in ("assist", "trap") else player.line

    def lasting(self, number):
        """The cards of a player whose texts count as long as they are in play."""
        player = self.players[number]
        return [one for one in self.terrains if one.owner == number] + player.line + player.assists()

    def in_play(self, one):
        return one in self.place_of(one.card, one.owner)

    def by_turn(self):
        """The players, the one whose turn it is first."""
        return self.active, 1 - self.active

    def names(self, number, pile):
        """The names of the cards in a pile of a player. Its deck is all its cards (combo.basics.deck)."""
        player = self.players[number]
        if pile in PILES:
            return getattr(player, pile)
        if pile in ("line", "hands"):
            return [one.card.name for one in getattr(player, pile)]
        own = [one.card.name for one in self.terrains if one.owner == number]
        return own + [name for other in PILES + ("line", "hands") for name in self.names(number, other)]

    # ---- conditions

    def holds(self, conditions, one, terrains=None):
        """Whether conditions hold for a card in play, or for one about to be. `terrains` are those that are
        looked at instead of the active ones."""
        terrains = self.terrains if terrains is None else terrains
        return all(self.condition_holds(condition, one, terrains) for condition in conditions)

    def condition_holds(self, condition, one, terrains):
        ((word, meant),) = condition.items()
        if word == "at":
            return any(is_terrain(meant, other.card) for other in terrains)
        line = self.players[one.owner].line
        # a card outside the line counts as at its right end (combo.rulings.off-line)
        place = line.index(one) if one in line else len(line)
        left, right = line[:place], line[place + 1 :]
        if word == "after":  # combo.text.after
            return any(other.card.is_meant(meant) for other in left)
        others = right if word == "last" else left + right  # combo.text.last, combo.text.only
        return one.card.is_meant(meant) and not any(other.card.is_meant(meant) for other in others)

    # ---- amounts

    def given(self, number, value):
        """The ATTACK or the DEFENSE that line and assists of a player give (combo.line.attack and defense,
        combo.assists.count), and terrains if they give any (combo.rulings.terrain-amounts). It is not kept but
        counted, so that it is never stale (combo.line.live)."""
        return sum(effect[value] * self.times(effect, number) for effect in self.in_force(number, value))

    def in_force(self, number, value):
        """The effects that give a player ATTACK or DEFENSE."""
        for one in self.lasting(number):
            for place, effect in enumerate(one.card.effects(one.choice)):
                if value in effect and one.card.carries_out(effect) and self.amount_holds(one, place, effect):
                    yield effect

    def amount_holds(self, one, place, effect):
        """Whether the condition of an amount is met, or was when it mattered (combo.text.amount-condition)."""
        if self.law.reads("amount-condition", "when-played"):
            return place not in one.unmet
        return self.holds(effect.get("if", ()), one)

    def look_at_amounts(self, one, terrains=None):
        """Looks at the conditions of the amounts of a card that is played or whose choice is made."""
        if self.law.reads("amount-condition", "when-played") and one.card.type != "trap":
            effects = enumerate(one.card.effects(one.choice))
            amounts = [(place, effect) for place, effect in effects if "attack" in effect or "defense" in effect]
            one.unmet = [place for place, effect in amounts if not self.holds(effect.get("if", ()), one, terrains)]

    def opens_source(self, number):
        """Whether a card in play lets its player read its own source (combo.rulings.source-read)."""
        if self.law.reads("source-read", "once"):
            return False
        effects = [(one, effect) for one in self.lasting(number) for effect in one.card.effects(one.choice)]
        return any("read" in effect and self.holds(effect.get("if", ()), one) for one, effect in effects)

    def times(self, effect, number):
        """How often an effect of a card of a player counts: remainders give nothing (combo.rulings.rounding)."""
        per = effect.get("per")
        if per is None:
            return 1
        if "taken" in per:
            # nothing is taken in the turn of the foe (combo.rulings.taken-when)
            return self.incoming() // per["taken"] if number == self.active else 0
        whose, pile = per["in"]
        owners = {"own": (number,), "foe": (1 - number,), "both": (0, 1)}[whose]
        names = [name for owner in owners for name in self.names(owner, pile)]
        return sum(self.cards[name].is_meant(per["cards"]) for name in names) // per["each"]

    def incoming(self):
        """The attack that the player whose turn it is must face (combo.hearts.incoming)."""
        return self.given(1 - self.active, "attack") if self.turn else 0

    def in_the_way(self, number):
        """The assists of a player that are in the way of the attack (combo.assists.aim and guard)."""
        return [one for one in self.players[number].assists() if one.aimed or "guard" in one.card.statuses]

    def shields(self, number):
        """The shields that add to the defence (combo.assists.shield-defends)."""
        aimed_only = self.law.reads("guard-shield", "aimed-only")
        return sum(one.card.shield for one in self.in_the_way(number) if one.aimed or not aimed_only)

    # ---- leaving play

    def is_protected(self, one):
        """Whether a card cannot be destroyed: for good, or in its first round (combo.status.protection)."""
        first_round = self.turn - one.since < ROUND
        return "always" in one.card.protections or ("first-round" in one.card.protections and first_round)

    def discard(self, one):
        """Discards a card in play; CRUMBLE and PHASE send it elsewhere than to the trash."""
        if "crumble" in one.card.statuses and not self.is_protected(one):
            self.leave(one, "limbo")  # before PHASE (combo.rulings.phase-and-crumble)
        else:
            self.leave(one, "source" if "phase" in one.card.statuses else "trash")

    def destroy(self, one):
        """What an effect does to a card: nothing, if it cannot be destroyed (combo.text.cannot-destroy)."""
        if self.in_play(one) and not self.is_protected(one):
            self.leave(one, "limbo")
            self.lose_stay()

    def leave(self, one, pile):
        """A card goes only to piles of its own player (combo.piles.own-piles)."""
        self.place_of(one.card, one.owner).remove(one)
        getattr(self.players[one.owner], pile).append(one.card.name)

    def lose_stay(self):
        """Discards cards that no longer have what their STAY requires. One goes after another, since each may
        take from others what they need (combo.status.stay-lost, combo.piles.leaving-order)."""
        while True:
            in_play = list(self.terrains)
            for number in self.by_turn():
                in_play += self.players[number].line + self.players[number].hands
            lost = next((one for one in in_play if not self.holds(one.card.stay, one)), None)
            if lost is None:
                return
            self.discard(lost)

    # ---- drawing, and the end

    def draw(self, number, cards):
        """A player draws one card after another, until its pool is full (combo.rulings.draw-beyond-limit)."""
        player = self.players[number]
        for _ in range(cards):
            if len(player.pool) >= POOL_LIMIT:
                return
            if not player.source:
                if not player.trash:
                    self.lose(number, "draw")  # combo.piles.empty-draw
                    raise MatchOver
                player.source, player.trash = player.trash, []  # combo.piles.recycle
                self.shuffle(number)
            player.pool.append(player.source.pop(0))

    def shuffle(self, number):
        """Puts a source into the order given by chance: some cards on top, the others as they were."""
        path, player = "players[{}].source".format(number), self.players[number]
        for outcome in self.chance:
            if outcome.get("shuffle") == path:
                self.chance.remove(outcome)
                for name in outcome["top_first"]:
                    player.source.remove(name)
                player.source = outcome["top_first"] + player.source
                return

    def pick(self, number, pile):
        """The name in a pile that chance picks."""
        path = "players[{}].{}".format(number, pile)
        for outcome in self.chance:
            if outcome.get("pick") == path:
                self.chance.remove(outcome)
                return outcome["gives"]
        raise ValueError("no outcome of chance for " + path)

    def lose(self, number, how):
        self.winner, self.lost_by, self.stage = 1 - number, how, "over"
        self.declared = self.asking = None


def is_terrain(meant, card):
    """Whether a terrain is one that a text means (combo.text.at-any, at-named and at-school)."""
    if meant == "any" or ("or" in meant and is_terrain(meant["or"], card)):  # combo.text.either
        return True
    return card.title == (TERRAIN_OF[meant["school"]] if "school" in meant else title_of(meant["named"]))
