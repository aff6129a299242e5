"""A card of combo: what it shows, what its text says, and whether it can be played at all."""

import combo_text
from combo_numbers import ASSIST_HANDS, CARRIED_OUT, HANDS, SCHOOLS_LEAST, SCHOOLS_MOST, TERRAIN_OF
from combo_numbers import TRAP_HANDS, TYPES, UNSHOWN_SHIELD


class Card:
    def __init__(self, shown, law):
        self.law, self.name, self.type = law, shown["name"], shown["type"]
        self.schools = shown.get("schools") or []
        self.hands = hands_of(shown)
        self.shield = shield_of(shown)
        self.title = title_of(self.name)
        self.shows_idle = self.law.reads("idle-effect", "refused") and shows_idle(shown)
        try:
            self.sentences = combo_text.read(shown.get("text") or "", law)
            self.refused = self.not_for_its_type()  # the clause by which its text is refused
        except combo_text.Refused as refused:
            self.refused = refused.args[1]
        if self.refused:  # it cannot be played; if it is in play from the beginning, it has no text
            self.sentences = []
        self.statuses = set(self.said("status"))
        self.protections = set(self.said("protection"))
        self.summon = [condition for conditions in self.said("summon") for condition in conditions]
        self.stay = [condition for conditions in self.said("stay") for condition in conditions]

    @property
    def has_or(self):
        return any("left" in sentence for sentence in self.sentences)

    def said(self, key):
        return [sentence[key] for sentence in self.sentences if key in sentence]

    def effects(self, choice):
        """The effects that count under a choice, in the order of the text (combo.status.or, combo.text.order).
        One choice decides the "or" of every sentence (combo.rulings.several-ors)."""
        counting = [sentence.get("effects") or sentence.get(choice) or [] for sentence in self.sentences]
        return [effect for effects in counting for effect in effects]

    def parts(self):
        """What the card does under each choice; for a trap, each part that may go off (combo.traps.or-either)."""
        return [self.effects(choice) for choice in (("left", "right") if self.has_or else ("",))]

    def is_meant(self, cards):
        """Whether a text means this card (combo.text.named, in-name and kind, combo.schools.counted). It may
        write the asterisks of an exotic name or leave them out."""
        if "or" in cards and self.is_meant(cards["or"]):  # combo.text.either
            return True
        return (
            ("named" not in cards or title_of(cards["named"]) == self.title)
            and ("part" not in cards or title_of(cards["part"]) in self.title)
            and ("type" not in cards or cards["type"] == self.type)
            and ("school" not in cards or cards["school"] in self.schools)
        )

    def never_played(self):
        """The clause that refuses to play the card, whatever the position."""
        if self.type not in TYPES:
            return "schools.type"
        if len(self.schools) < SCHOOLS_LEAST:
            return "schools.at-least"
        if len(self.schools) > SCHOOLS_MOST:
            return "schools.at-most"
        if any(school not in TERRAIN_OF for school in self.schools):
            return "schools.known"
        if self.shows_idle:
            return "text.suits"
        if self.refused:
            return self.refused
        if self.type == "assist" and self.hands < ASSIST_HANDS:
            return "assists.at-least-one-hand"
        return None

    def not_for_its_type(self):
        """The clause that refuses to play a card of this type with such a text."""
        if self.law.reads("idle-effect", "ignored"):
            names = any(kind_of(effect) == "destroy-any-assist" for part in self.parts() for effect in part)
            return "traps.no-names" if self.type == "trap" and names else None
        if any(not self.carries_out(effect) for part in self.parts() for effect in part):
            return "text.suits"
        if any(self.type not in CARRIED_OUT[word] for word in self.said("status")):
            return "text.suits"
        return self.never_set() if self.type == "trap" else None

    def carries_out(self, effect):
        kind = kind_of(effect)
        if kind == "amount" and self.type == "terrain":
            return self.law.reads("terrain-amounts", "to-its-player")
        if kind == "amount" and self.type == "scroll" and "burn" in self.said("status"):
            return False  # it is gone before anything is compared
        if isinstance(effect.get("destroy"), dict) and not ASSIST_HANDS <= effect["destroy"]["handed"] <= HANDS:
            return False  # no assist takes so many hands
        return self.type in CARRIED_OUT[kind]

    def never_set(self):
        """The clause that refuses to play a trap. An assist with more hands than a player has is never
        played, so a trap that waits for one waits for nothing."""
        waits = [len(occasions(part)) for part in self.parts()]
        if min(waits) < 1:
            return "traps.waits"
        return "traps.one-occasion" if max(waits) > 1 else None


def shows_idle(shown):
    """Whether a card shows a shield or a number of hands that cards of its type do not have."""
    hands, shield = shown.get("hands"), shown.get("shield")
    needed = (None, TRAP_HANDS) if shown["type"] == "trap" else (None,)
    return shown["type"] != "assist" and (shield is not None or hands not in needed)


def occasions(part):
    """The effects of a part of a trap that wait for an assist, and not for one that is never played."""
    return [effect for effect in part if "first" in effect and ASSIST_HANDS <= effect["first"]["hands"] <= HANDS]


def kind_of(effect):
    """The kind of an effect, by the words of the table in combo.text.suits."""
    if "first" in effect:
        return "destroy-first-assist"
    if "destroy" in effect:
        return "destroy-terrain" if effect["destroy"] == "terrain" else "destroy-any-assist"
    if "transfer" in effect:
        return "transfer"
    if "read" in effect:
        return "read-source"
    return "draw" if "draw" in effect else "amount"


def hands_of(shown):
    if shown["type"] == "trap":
        return TRAP_HANDS
    hands = shown.get("hands")
    return ASSIST_HANDS if hands is None else hands  # combo.assists.no-hands


def shield_of(shown):
    if shown["type"] != "assist":
        return 0
    shield = shown.get("shield")
    return UNSHOWN_SHIELD if shield is None else shield  # combo.assists.no-shield


def is_exotic(name):
    return len(name) > 1 and name[0] == name[-1] == "*"  # combo.basics.exotic


def title_of(name):
    """The name as used in card texts (combo.text.asterisks)."""
    return name[1:-1] if is_exotic(name) else name
