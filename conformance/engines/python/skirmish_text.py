"""Reads skill texts: from the nodes of spec/skirmish/skill.pest to the tree that the rules carry out.

The grammar is read from the spec, as every engine may do; what its words mean stands here. The clause that refuses a
text is always skirmish.text.known.
"""

import os
import re

from skirmish_numbers import CLASSES, KEYWORDS, TYPES
from skirmish_peg import BLANKS, Grammar, Refused

GRAMMAR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "spec", "skirmish", "skill.pest")
WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
PERSONS = {"characters": "character", "allies": "ally", "opponents": "opponent"}
SIDES = {"allied": "ally", "hostile": "opponent", "you_control": "ally", "opponent_controls": "opponent"}
# what effects of a type are counted in
UNITS = {"Timed": ("turn", "round"), "Consumable": ("use", "charge"), "Permanent": ("stack",)}
CLASS_RULES = {name.lower(): name for name in CLASSES}

_grammar = []


def grammar():
    if not _grammar:
        with open(GRAMMAR, encoding="utf-8") as file:
            _grammar.append(Grammar(file.read()))
    return _grammar[0]


def is_blank(text):
    return not text.strip(BLANKS)


def read(text, rules):
    """The tree of a text; raises `Refused` with an offset, unless a text that cannot be read does nothing."""
    try:
        return tree_of(text, rules)
    except Refused:
        if rules("unread-text", "refused"):
            raise
        return {"effects": []}


def tree_of(text, rules):
    others = [at for at, sign in enumerate(text) if sign in BLANKS and sign != " "]
    others = others if rules("white-space", "spaces") else []
    if is_blank(text) and not others:
        return {"effects": []}
    if len(text) > rules.longest_text:
        raise Refused(rules.longest_text)
    try:
        node = None if is_blank(text) else grammar().read("text", text)
    except Refused as refused:
        raise Refused(min(others[:1] + [refused.args[0]])) from None
    reader = Reader(rules)
    reader.faults += others
    if node is None:
        raise Refused(others[0])
    tree = {"effects": []}
    prefix = node.one("prefix")
    if prefix:
        tree["keyword"] = KEYWORDS[[word.lower() for word in KEYWORDS].index(prefix.one("keyword").children[0].name)]
    effects = node.one("effects")
    if effects:
        for effect in effects.all("effect"):
            tree["effects"] += reader.effect(effect.children[0])
    elif rules("nothing-after", "refused"):
        reader.faults.append(node.end)
    if reader.faults:
        raise Refused(min(reader.faults))
    return tree


class Reader:
    def __init__(self, rules):
        self.rules, self.faults = rules, []

    # ---- effects

    def effect(self, node):
        """An effect of the text is one of the tree for each member of its list."""
        return getattr(self, "read_" + node.name)(node)

    def read_draw(self, node):
        return [{"draw": {"count": self.some(node)}}]

    def read_draw_named(self, node):
        return [{"named": {"cards": [name_of(name) for name in node.all("name")]}}]

    def read_gain(self, node):
        return [{"gain": {"points": self.some(node)}}]

    def read_summon(self, node):
        return [{"summon": {"familiar": name_of(name)}} for name in node.all("name")]

    def read_place(self, node):
        found = []
        for name in node.all("trap_name"):
            if name_of(name) not in self.rules.traps:
                self.faults.append(name.start)
            found.append({"place": {"trap": name_of(name)}})
        return found

    def read_detonate(self, node):
        return [{"detonate": {}}]

    def read_switch(self, node):
        stance = node.one("stance")
        name = stance.text.strip().capitalize()
        name = name[:-1] if name.endswith("s") else name
        name = "Marksman" if name in ("Specialist", "Marksmen") else name
        if name not in CLASSES:
            self.faults.append(stance.start)
        return [{"switch": {"stance": name}}]

    def read_damage(self, node):
        return self.measured("damage", node)

    def read_heal(self, node):
        return self.measured("heal", node)

    def measured(self, word, node):
        more = {}
        if node.one("number"):
            more["amount"] = self.number(node.one("number"))
        return [{word: dict(more, to=to)} for to in self.whom(node)]

    def read_revive(self, node):
        return [{"revive": {"to": to}} for to in self.whom(node, True)]

    def read_defeat(self, node):
        return [{"defeat": {"to": to}} for to in self.whom(node)]

    def read_raise(self, node):
        return self.changed("raise", node.one("change"))

    def read_lower(self, node):
        return self.changed("lower", node.one("change"))

    def changed(self, word, node):
        scores = node.one("scores")
        change = {"scores": [score.children[0].name for score in scores.all("score")]}
        if scores.has("or"):
            change["either"] = True
        if node.has("number", "some"):
            change["by"] = self.some(node)
        return [{word: dict(change, to=to)} for to in self.whom(node)]

    def read_restore(self, node):
        deeds = [deed.children[0].name for deed in node.one("actions").all("deed")] or ["attack", "movement"]
        return [{"restore": {"actions": deeds, "to": to}} for to in self.whom(node)]

    def read_give(self, node):
        found = []
        for handed in node.all("handed") or [node]:
            given = self.gifts(handed)
            found += [{"give": dict(given, to=to)} for to in self.whom(handed)]
        return found

    def gifts(self, node):
        gifts = node.one("gifts")
        effects = []
        for gift in gifts.all("gift"):
            name = gift.one("effect_name")
            effect = {"effect": name_of(name)}
            if effect["effect"] not in TYPES and effect["effect"] not in self.rules.other_names:
                self.faults.append(name.start)
            if gift.has("number", "some"):
                effect["number"] = self.some(gift)
            for unit in gift.all("stacks_of"):
                self.fits(effect, unit)
            effects.append(effect)
        for lasting in node.all("lasting"):
            lacking = [effect for effect in effects if "number" not in effect]
            if not lacking:
                self.faults.append(lasting.start)  # it says nothing of any effect
            for effect in lacking:
                effect["number"] = self.some(lasting)
                self.fits(effect, lasting.one("turns"))
        return {"effects": effects, "either": True} if gifts.has("or") else {"effects": effects}

    def fits(self, effect, unit):
        """Whether an effect is counted in what it has (skirmish.rulings.unfitting-number)."""
        kind = TYPES.get(self.rules.other_names.get(effect["effect"], effect["effect"]))
        if self.rules("unfitting-number", "refused") and not unit.text.lower().startswith(UNITS.get(kind, "")):
            self.faults.append(unit.start)

    # ---- numbers

    def some(self, node):
        """The number of an effect, in digits, in words or as an article."""
        some = node.one("some")
        number = (some or node).one("number")
        return self.number(number) if number else 1

    def number(self, node):
        text = node.text.strip().lower()
        number = WORDS.index(text) + 1 if text in WORDS else int(text)
        if number > self.rules.largest_number:
            self.faults.append(node.start)
        return number

    # ---- whom

    def whom(self, node, fainted=False):
        """The targets of an effect, the character itself if nobody is named."""
        owners = node.one("owners") or node
        targets = owners.one("targets")
        if targets is None:
            return [{"of": [{"who": "yourself"}]}]
        return [self.target(target.children[0], fainted) for target in targets.all("target")]

    def target(self, node, fainted):
        found, said = {}, {}
        members = self.members(node)
        if node.name == "one_of" and not (members[0].name == "yourself" and len(members) == 1):
            found["count"] = 1
        elif node.name in ("some_of", "number_of"):
            found["count"] = self.number(node.one("number")) if node.has("number") else 1
            if node.has("up_to"):
                found["up_to"] = True
        found["of"] = []
        for member in members:
            if node.name == "bare" and not is_plural(member):
                self.faults.append(member.start)  # it does not say how many
            if member.name == "restart":
                said = {"other": True} if member.has("another") else {}
            elif member.name == "yourself":
                found["of"].append({"who": "yourself"})
            else:
                group, said = self.group(member, said, fainted)
                found["of"].append(group)
        return found

    def members(self, node):
        """The articles and groups of a list, in order."""
        found = []
        for child in node.children:
            if child.name in ("restart", "yourself", "group"):
                found.append(child)
            elif child.name in ("or_list", "member"):
                found += self.members(child)
        return found

    def group(self, node, said, fainted):
        """A group, and what is said of the next one too. `said` is what was said of the one before it."""
        handed = dict(said)
        if node.has("person", "side"):
            handed.pop("noun", None)
        sides = [SIDES[side.children[0].name] for side in node.all("side")]
        person = node.one("person")
        if person and person.children[0].name != "characters":
            sides.append(PERSONS[person.children[0].name])
        if not sides and node.text.lower().startswith("your "):
            sides = ["ally"]
        if sides or person:
            handed["who"] = sides[0] if sides else "character"
            if not node.has("class"):
                handed["noun"] = True  # only a class hands its side on
        elif handed.pop("noun", False):
            handed["who"] = "character"
        handed.setdefault("who", "character")
        if node.has("other"):
            handed["other"] = True
        if node.has("wounded"):
            handed["wounded"] = True
        for word in node.all("fainted"):
            if not fainted:
                self.faults.append(word.start)
        group = {key: value for key, value in handed.items() if key != "noun"}
        if node.has("class"):
            group["class"] = CLASS_RULES[node.one("class").children[0].name]
        for limit in node.all("limit"):  # said behind the group, and of nothing else
            word = limit.children[0]
            if word.name in SIDES:
                if sides:
                    self.faults.append(limit.start)
                sides.append(SIDES[word.name])
                group["who"] = SIDES[word.name]
            elif word.name == "but_yourself":
                group["other"] = True
            else:
                group["wounded"] = True
        return group, {} if self.rules("list-scope", "own") else handed


def is_plural(group):
    """Whether the noun of a group is a plural. It is the last word that says what they are."""
    noun = group.all("class", "characters", "person")[-1]
    return noun.text.lower().endswith(("s", "men"))


def name_of(node):
    """A name without its quotation marks."""
    quoted = node.one("named", "named_simply")
    return quoted.text if quoted else " ".join(word for word in re.split(f"[{BLANKS}]", node.text) if word)
