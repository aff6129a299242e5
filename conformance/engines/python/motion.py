#!/usr/bin/env python3
"""An engine of the game motion that rulebound can check: a starting point for an adapter of your own.

The file has two parts. THE ADAPTER says who answers; it knows nothing of the game and is what you would keep,
together with protocol.py, which reads and writes the messages. THE RULES are one way to play motion; an engine
that you already have goes in their place. Between the two stand only the functions named in `METHODS`, at the end.

The rules were written from the clauses and rulings in spec/motion and share no code with the reference.
They follow every reading of every ruling. A few combinations of readings are left out and skipped with a
reason, which is always better than a wrong answer: the report then shows what is missing, and why.

Python 3.9 or later, and nothing else. To try it by hand:

    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":2}}' | python3 motion.py
"""

import itertools
import re
import sys
from collections import Counter, namedtuple

sys.dont_write_bytecode = True  # a suite is not the place for caches

from protocol import Skip, chosen, serve

# ==== THE ADAPTER.


class LeftOut(Skip):
    """Raised for readings that this engine does not combine."""


def initialize(params):
    """Says who answers and what it can do. `readings` would list where this engine keeps to another reading
    than the default; the feature `readings` says that it follows those that a request names."""
    features = ["setup.position", "setup.start", "parse", "solve", "readings", "view", "legal"]
    return {
        "protocol": 2,
        "engine": {"name": "motion-starter", "version": "0.1.0", "language": "Python"},
        "games": {"motion": {"readings": {}, "features": features}},
    }


# ==== THE RULES, 1: readings and letters. What depends on a ruling asks the law for its reading.

# every ruling with its readings, the default first
RULINGS = """
internal: water-only with-spirit with-lightning     any-beside-named: any-letter class-letters any-gem
entries-of-one-card: any-entry different-cards      moved-then-held: never allowed when-alone
sustained-mark: mark any-hold                       hold-assignment: anew fixed
class-sphere-entry: one-sphere each-gem             class-spheres: allowed refused
x-scope: any-motion out-only                        all-scope: out-only any-motion
prefix-reach: next-letter rest-of-entry             x-across-entries: one-value each-entry
x-zero: at-least-one zero-allowed                   x-undeclared: largest must-declare
sustained-x: as-played least                        all-types: every-matching one-type
all-none: payable refused                           all-held: reaches-held spares-held
all-counted: alone shared                           x-of-nothing: refused ignored
value-of-class: all-spheres one-sphere              copies-named: oldest newest
self-move: refused counts                           moves-per-gem: once repeatedly
lone-capital: refused any-number                    held-gem-leaves: forbidden card-ends
unneeded: refused allowed                           must-be-in: at-least exactly
off-board: refused allowed                          release: never at-will
cards-at-hand: kept spent                           supply: as-needed one-of-each
comma: refused same-as-bar                          least: gems-first movements-first
resolution-order: as-declared last-first            blanks: between-signs in-the-arrow-too spaces
independently: two-movements separate-payments      x-of-copies: all-copies first-copy
lone-capital-as-x: own-rule like-x                  sustained-values: once each-payment
value-letters: refused words                        minimum-kept: counted not-counted
class-letter-repeated: any-mix one-element          all-sphere-chosen: any-sphere with-gems
value-blanks: none as-in-a-cost                     held-then-moved: never allowed
sustained-movements: chained apart                  value-of-held: counted not-counted
all-beside-named: others every                      value-slips: words refused
minimum-ending: kept-if-possible smallest           twice-in-one-card: never different-entries
"""
READINGS = {name: readings.split() for name, readings in re.findall(r"(\S+):((?: \S+)+)", RULINGS)}
OFF = "off"  # the place of gems off the board; no letter names it
CLASSES = "ait"
GEMS_OF_EACH = 1
MOST_CARDS = 5  # of a larger hand, `legal` lists only the first cards
MOST_SETS = 20_000  # of movements; if there are more, `legal` lists nothing


class Law:
    """The readings of one request, and the clauses set aside to find out which of them refuses."""

    def __init__(self, readings, without=()):
        self.readings = chosen(READINGS, readings)
        self.without = frozenset(without)
        self.letters = {"f": ("fire",), "w": ("water",), "e": ("earth",), "l": ("lightning",)}
        self.letters.update(a=("fire", "water", "earth", "lightning"), i=("water",), t=("fire", "earth"))
        if not self.reads("internal", "water-only"):
            self.letters.update(s=("spirit",), a=self.letters["a"] + ("spirit",), i=("water", "spirit"))
        if self.reads("internal", "with-lightning"):
            self.letters.update(i=("water", "lightning", "spirit"), t=("fire", "earth", "lightning"))
        self.elements = self.letters["a"]  # the elements in play; each has a sphere of the same name
        self.least_x = 0 if self.reads("x-zero", "zero-allowed") else 1

    def reads(self, ruling, reading):
        return self.readings[ruling] == reading

    def binds(self, clause):
        return clause not in self.without

    def but(self, without=(), **readings):
        """The same law with clauses set aside, or with other readings."""
        readings = {ruling.replace("_", "-"): reading for ruling, reading in readings.items()}
        return Law(dict(self.readings, **readings), self.without.union(without))


# ==== THE RULES, 2: notation. A text is read whole, or refused at an offset counted in characters.

Entry = namedtuple("Entry", "form amounts sphere brackets")  # form: in, out or hold; sphere: the first letter
Amount = namedtuple("Amount", "prefix letter text at letter_at")  # prefix: "", "X", "A" or "lone"


class Refused(Exception):
    """Its arguments are the offset and the clause, without the name of the game."""


# what Unicode calls white space
BLANKS = " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"


class Reader:
    """A place in a text. Blanks before a token are skipped, so that a fault is where it should be."""

    def __init__(self, text):
        self.text, self.at = text, 0
        self.split = []  # where blanks are inside an arrow

    def peek(self):
        while self.at < len(self.text) and self.text[self.at] in BLANKS:
            self.at += 1
        return self.text[self.at : self.at + 1]

    def arrow(self, clause):
        self.peek()
        start = self.at
        self.expect("-", clause)
        inside = self.at
        if self.peek() != ">":
            self.at = start
            self.fail(clause)
        if self.at > inside:
            self.split.append(inside)
        self.at += 1

    def take(self, token):
        self.peek()
        found = self.text.startswith(token, self.at)
        self.at += len(token) if found else 0
        return found

    def expect(self, token, clause):
        if not self.take(token):
            self.fail(clause)

    def fail(self, clause):
        self.peek()
        raise Refused(self.at, clause)

    def letter(self, clause, kind="[a-z]"):
        """A letter with its offset."""
        if not re.match(kind, self.peek()):
            self.fail(clause)
        self.at += 1
        return self.text[self.at - 1], self.at - 1

    def letters(self, clause, kind="[a-z]"):
        found = [self.letter(clause, kind)]
        while re.match(kind, self.peek()):
            found.append(self.letter(clause, kind))
        return found

    def sphere(self, clause):
        self.expect("(", clause)
        found = self.letters(clause)
        self.expect(")", clause)
        return found

    def amounts(self, clause):
        letters, found = self.letters(clause, "[a-zA-Z]"), []
        while letters:
            first, at = letters.pop(0)
            if first.islower():
                found.append(Amount("", first, first, at, at))
            elif first in "AX" and letters and letters[0][0].islower():
                letter, letter_at = letters.pop(0)
                found.append(Amount(first, letter, first + letter, at, letter_at))
            else:
                found.append(Amount("lone", first.lower(), first, at, at))
        return found

    def entry(self):
        if self.peek() in ("", "|", ","):
            self.fail("notation.one-or-more")
        if self.peek() == "(":
            form, brackets = "out", self.sphere("notation.out-form")
            self.arrow("notation.hold-form" if self.peek() == ":" else "notation.out-form")
            amounts = self.amounts("notation.out-form")
        else:
            amounts = self.amounts("notation.in-form")
            form = "hold" if self.take(":") else "in"
            if form == "in":
                self.arrow("notation.in-form")
            brackets = self.sphere("notation." + form + "-form")
        return Entry(form, amounts, brackets[0][0], brackets)


def hard_blanks(text, law):
    """The white space in a text that is not allowed there, as faults."""
    if not law.reads("blanks", "spaces"):
        return []
    return [(at, "notation.blanks") for at, sign in enumerate(text) if sign in BLANKS and sign != " "]


def read_cost(text, law):
    """The entries of a cost. First the form is read; then the clauses are asked about what it says, and of
    several faults the first in the text is named."""
    reader, entries, faults = Reader(text), [], []

    def fault(wrong, at, clause):
        faults.extend([(at, clause)] if wrong else [])

    while not entries or reader.peek():
        if entries and reader.peek() == ",":
            fault(law.reads("comma", "refused"), reader.at, "notation.comma")
            reader.take(",")
        elif entries:
            reader.expect("|", "notation.bar")
        entries.append(reader.entry())
    faults += hard_blanks(text, law)
    for at in reader.split:
        fault(not law.reads("blanks", "in-the-arrow-too"), at, "notation.blanks")
    for entry in entries:
        for prefix, letter, _, at, letter_at in entry.amounts:
            inside = entry.form != "out"
            fault(prefix == "lone" and law.reads("lone-capital", "refused"), at, "notation.lone-capital")
            numbers = ("X", "lone") if law.reads("lone-capital-as-x", "like-x") else ("X",)
            fault(prefix in numbers and inside and law.reads("x-scope", "out-only"), at, "notation.x-scope")
            fault(prefix == "A" and inside and law.reads("all-scope", "out-only"), at, "notation.all-scope")
            fault(letter not in law.letters, letter_at, "letters.known")
        for number, (letter, at) in enumerate(entry.brackets):
            fault(number > 0, at, "notation.one-sphere-letter")
            fault(letter not in law.letters, at, "letters.known")
            fault(letter in CLASSES and law.reads("class-spheres", "refused"), at, "notation.class-sphere")
    if faults:
        raise Refused(*min(faults, key=lambda found: found[0]))
    return entries


def read_value(text, law):
    """A capital, a colon and a sphere, as (letter of the gem, letter of the sphere)."""
    reader, clause = Reader(text), "notation.value"
    gem, at = reader.letter(clause, "[A-Z]")
    reader.expect(":", clause)
    reader.expect("(", clause)
    sphere, sphere_at = reader.letter(clause)
    reader.expect(")", clause)
    if reader.peek():
        reader.fail(clause)
    faults = hard_blanks(text, law)
    if law.reads("value-blanks", "none"):
        faults = [(offset, "notation.value-blanks") for offset, sign in enumerate(text) if sign in BLANKS]
    for letter, offset in ((gem.lower(), at), (sphere, sphere_at)):
        if letter not in law.letters:
            faults.append((offset, "letters.known"))
    if faults:
        raise Refused(*min(faults))
    return gem.lower(), sphere


IN_WORD = r"[^\W_]"  # a letter or a digit
WORD_BEGINS = "(?<!{})".format(IN_WORD)
ALMOST_VALUE = re.compile(WORD_BEGINS + IN_WORD + r"+:\([^\W\d_]+\)")


def slips(text, law):
    """What is almost a value in card text, as faults."""
    found = ALMOST_VALUE.finditer(text) if law.reads("value-slips", "refused") else ()
    return [(slip.start(), "notation.value") for slip in found if not re.fullmatch(r"[A-Z]:\([a-z]\)", slip[0])]


def read_text(text, law):
    """Card text as a list of words, as written, and of values. Of several faults the first in the text is named."""
    pieces, at, faults = [], 0, slips(text, law)
    blank = r"\s*" if law.reads("value-blanks", "as-in-a-cost") else ""
    for match in re.finditer(WORD_BEGINS + blank.join(["[A-Z]", ":", r"\(", "[a-z]", r"\)"]), text):
        pieces += [text[at : match.start()]] * (match.start() > at)
        try:
            pieces.append(read_value(match[0], law))
        except Refused as refused:
            if refused.args[1] == "letters.known" and law.reads("value-letters", "words"):
                pieces.append(match[0])
                at = match.end()
                continue
            faults.append((match.start() + refused.args[0], refused.args[1]))
        at = match.end()
    if faults:
        raise Refused(*min(faults, key=lambda found: found[0]))
    return pieces + [text[at:]] * (at < len(text))


def parse(params):
    law, grammar, text = law_of(params), params["grammar"], params["text"]
    value = lambda pair: {"gem": pair[0], "sphere": pair[1]}
    try:
        if grammar == "cost":
            entries = read_cost(text, law)
            return {"tree": [{e.form: {"gems": [a.text for a in e.amounts], "sphere": e.sphere}} for e in entries]}
        if grammar == "value":
            return {"tree": value(read_value(text, law))}
        if grammar == "text":
            return {"tree": [p if isinstance(p, str) else {"value": value(p)} for p in read_text(text, law)]}
    except Refused as refused:
        return {"refused": {"offset": refused.args[0], "clause": "motion." + refused.args[1]}}
    raise Skip("this engine has no grammar " + grammar)


# ==== THE RULES, 3: payments. A cost is a list of letters, each of which wants a movement or a gem that stays.


class Card:
    def __init__(self, definition, law):
        self.name = definition["name"]
        self.entries = read_cost(definition["cost"], law)
        self.values = [piece for piece in read_text(definition.get("text") or "", law) if not isinstance(piece, str)]
        self.sustained = bool(definition.get("sustained"))
        if law.reads("sustained-mark", "any-hold"):
            self.sustained |= any(entry.form == "hold" for entry in self.entries)
        self.has_x = any(item.prefix in ("X", "lone") for entry in self.entries for item in entry.amounts)


def demand_the_same(cards, law):
    """Whether two cards demand the same movement (chaining.two-movements)."""
    movements = []
    for card in cards:
        wanted = set()
        for entry in card.entries:
            if entry.form != "hold":
                spheres = law.letters[entry.sphere]
                wanted |= {(entry.form, spheres, law.letters[item.letter]) for item in entry.amounts}
        movements.append(wanted)
    return any(one & other for one, other in itertools.combinations(movements, 2))


# What one letter wants: a gem of `elements` that goes into, leaves or stays in one of `spheres`. The key is
# (card, entry, letter, copy), all counted from 0; an X or an A makes several copies of a letter.
# If `froms` is given, only a movement from one of them serves it.
Letter = namedtuple("Letter", "key form elements spheres text froms", defaults=[None])
# A movement, declared or to be found: the elements and places still open, marks of the in letters and of the
# out letters that it serves, for each hold letter the end ("start" or "end") at which its gem serves it and a mark,
# and all letters served.
Move = namedtuple("Move", "elements froms tos ins outs held serves")
# A way to pay: how many gems, movements (gem, from, to, letters served), holds (letter, cell), X of each card, and
# for each card the X of its entries if they differ.
Plan = namedtuple("Plan", "gems moves holds xs each")
# A sustained card in play: the number of its X, those of its entries if they differ, and the cells that were
# fixed when it was played, or None if none are.
Kept = namedtuple("Kept", "card x each cells")


class Payment:
    """Finds a way to pay for the cards `played` while those `in_play` keep what they hold and the `ended` do not.

    With `moves` the question is whether just these movements pay. Without, it is which movements pay with the
    fewest gems, and then the fewest movements. `board` counts gems by cell, a cell being (place, element);
    without a board gems lie where they are wanted.

    One choice is made after another: the numbers of the X, the spheres of each entry, what an A takes, the
    movement for each letter, the gem for each movement. A choice that leads nowhere is taken back.
    """

    MOST_STEPS = 50_000  # then the engine gives up, rather than keep the other side waiting

    def __init__(self, law, played, in_play=(), board=None, moves=None, declared=None, ended=(), numbers=None):
        self.law, self.board, self.moves, self.declared = law, board, moves, declared or {}
        self.in_play, self.ended, self.given = list(in_play), list(ended), numbers  # the X, if they are known
        self.cards, self.played = list(played) + [kept.card for kept in in_play], len(played)
        self.fixed = {self.played + n: kept.cells for n, kept in enumerate(in_play) if kept.cells is not None}
        self.kept = {self.played + n: kept for n, kept in enumerate(in_play)}
        self.wanted = [  # the entries that demand something: (card, entry, what it says)
            (c, n, entry)
            for c, card in enumerate(self.cards)
            for n, entry in enumerate(card.entries)
            if law.binds("motions." + entry.form) and (c < self.played or entry.form == "hold")
        ]
        # gems of a cell that an A may find beyond those on the board: no more than there are letters to bring them
        self.brought = sum(len(entry.amounts) for _, _, entry in self.wanted)
        self.exactly = law.reads("must-be-in", "exactly")
        self.spares = law.reads("all-held", "spares-held") and bool(in_play)
        self.repeatedly = law.reads("moves-per-gem", "repeatedly")
        alone = self.played == 1 and not in_play and not ended
        self.moved_serves = law.readings["moved-then-held"] in (("allowed", "when-alone") if alone else ("allowed",))
        self.held_leaves = law.reads("held-then-moved", "allowed")
        if self.held_leaves and self.repeatedly:
            raise LeftOut("held gems that move repeatedly are left out")
        self.best, self.steps = None, 0
        holding = Counter(c for c, _, entry in self.wanted if entry.form == "hold" and c not in self.fixed)
        self.shares = law.reads("twice-in-one-card", "different-entries") and max(holding.values(), default=0) > 1
        if self.shares and (self.exactly or self.spares or self.repeatedly):
            raise LeftOut("hold entries that share a gem are left out under some other readings")
        if moves is None and self.exactly and law.reads("unneeded", "allowed"):
            raise Skip("a minimum of exact numbers with movements that serve nothing is left out")

    def find(self):
        for self.numbers in self.choices_of_x():
            for self.spheres in self.choices_of_spheres() if not self.ended or self.lying() else ():
                for letters, self.claims in self.choices_of_letters():
                    if self.serve(letters):
                        return self.best
        return self.best if self.moves is None else None

    def lying(self):
        """Whether all is held before anything moves: a card ends when its gem leaves, not when a new entry wants it."""
        law, played = self.law.but(["motions.in", "motions.out"]), self.cards[: self.played]
        return bool(Payment(law, played, self.in_play + self.ended, self.board, [], numbers=self.numbers).find())

    def step(self):
        self.steps += 1
        if self.steps > self.MOST_STEPS:
            raise Skip("finding a payment takes this engine too many steps")

    def beaten(self, gems, moves):
        """Whether a minimum as good as this has been found."""
        if not self.best or self.moves is not None:
            return False
        this, best = (gems, len(moves)), (self.best.gems, len(self.best.moves))
        return this[::-1] >= best[::-1] if self.law.reads("least", "movements-first") else this >= best

    # ---- from entries to letters -----------------------------------------------------------------------

    def is_lone(self, card, number):
        return any(item.prefix == "lone" for item in self.cards[card].entries[number].amounts)

    def least_x(self, card, number):
        """The least number of an entry. A lone capital has its own: one, unless it is like an X."""
        if self.is_lone(card, number) and self.law.reads("lone-capital-as-x", "own-rule"):
            return 1 if self.law.binds("motions.lone-number") else 0
        return self.law.least_x

    def x_key(self, card, number):
        lone = self.is_lone(card, number)
        return card, number if lone or self.law.reads("x-across-entries", "each-entry") else None

    def each(self, card):
        """The X of each entry of a card, 0 for one without, if they differ."""
        with_x = ["X" in self.prefixes(entry) for entry in self.cards[card].entries]
        numbers = [self.numbers.get(self.x_key(card, n), 0) if x else 0 for n, x in enumerate(with_x)]
        return numbers if len({number for number, x in zip(numbers, with_x) if x}) > 1 else []

    def xs(self, numbers):
        return [max([x for (c, _), x in numbers.items() if c == card], default=0) for card in range(self.played)]

    def choices_of_x(self):
        """Every choice of numbers, as {key: number}: the largest first, card after card, when the movements
        are given, and the smallest first when they are to be found. A card in play leaves no choice."""
        most, kept, leasts = {}, {}, {}
        for c, n, entry in self.wanted:
            if c in self.kept:
                x, each = self.kept[c].x, self.kept[c].each
                x = self.law.least_x if self.law.reads("sustained-x", "least") else each[n] if each else x
                kept[self.x_key(c, n)] = x
            elif "X" in self.prefixes(entry):
                given = self.moves is not None and entry.form != "hold"
                limit = len(self.moves) if given else sum((self.board or {}).values())
                most[self.x_key(c, n)] = min(most.get(self.x_key(c, n), limit), limit)
                leasts[self.x_key(c, n)] = self.least_x(c, n)
        if self.given is not None:
            return [{**self.given, **kept}]
        choices, ranges = [], [range(leasts[key], max(limit, leasts[key]) + 1) for key, limit in most.items()]
        for chosen in itertools.product(*ranges):
            self.step()
            numbers = dict(zip(most, chosen))
            xs = self.xs(numbers)
            names = {c: self.cards[c].name for c, _ in most}
            if self.law.reads("x-of-copies", "first-copy"):
                first = {self.cards[c].name: c for c in range(self.played - 1, -1, -1)}
                names = {c: name for c, name in names.items() if first[name] == c}
            if all(xs[c] == self.declared.get(name, xs[c]) for c, name in names.items()):
                numbers.update(kept)
                largest_first = [-x for x in (*xs, *chosen) if self.moves is not None]
                choices.append((largest_first, sum(chosen), len(choices), numbers))
        return [choice[-1] for choice in sorted(choices)]

    def choices_of_spheres(self):
        """The spheres that the letters of each entry are served in, as {(card, entry): spheres}."""
        options = []
        for c, _, entry in self.wanted:
            named = self.law.letters[entry.sphere]
            if c in self.fixed:
                named = [s for s in named if s in {place for place, _ in self.fixed[c]}] or named
            if self.law.reads("all-sphere-chosen", "with-gems"):
                named = self.with_gems(entry, named)
            one = self.law.reads("class-sphere-entry", "one-sphere")
            options.append([(s,) for s in named] if one else [tuple(named)])
        for chosen in itertools.product(*options):
            self.step()
            yield {(c, n): spheres for (c, n, _), spheres in zip(self.wanted, chosen)}

    def with_gems(self, entry, spheres):
        """The spheres of an entry with an A that have a gem it matches, or all of them if none has."""
        items = [item for item, prefix in zip(entry.amounts, self.prefixes(entry)) if prefix == "A"]
        if entry.form == "in" or not items or self.board is None:
            return spheres
        elements = {element for item in items for element in self.matched(item, entry)}
        return [s for s in spheres if any(self.board[s, element] for element in elements)] or spheres

    def choices_of_letters(self):
        """The letters of all entries, in every way that an A can be taken, and what the A then claim: that the
        gems of a cell move as this form of entry has it, into or out of these spheres."""
        ways = [self.letters_of(c, n, entry) for c, n, entry in self.wanted if c not in self.fixed]
        fixed = [
            Letter((c, 0, n, 0), "hold", (element,), (sphere,), "")
            for c, cells in self.fixed.items()
            for n, (sphere, element) in enumerate(cells)
        ]
        for parts in itertools.product(*ways):
            self.step()
            yield fixed + [x for letters, _ in parts for x in letters], [x for _, claims in parts for x in claims]

    def letters_of(self, c, n, entry):
        """The letters of an entry in every way, also in every element of a repeated class letter."""
        if not self.law.reads("class-letter-repeated", "one-element"):
            return self.letters_with(c, n, entry, {})
        counts = Counter()
        for item, prefix in zip(entry.amounts, self.prefixes(entry)):
            number = {"A": 0, "X": self.numbers.get(self.x_key(c, n), 0)}.get(prefix, 1)
            counts[self.matched(item, entry)] += number
        repeated = [elements for elements, number in counts.items() if len(elements) > 1 and number > 1]
        chosen = itertools.product(*repeated)
        return [way for one in chosen for way in self.letters_with(c, n, entry, dict(zip(repeated, one)))]

    def letters_with(self, c, n, entry, chosen):
        ways, spheres = [([], [])], self.spheres[c, n]
        for number, (item, prefix) in enumerate(zip(entry.amounts, self.prefixes(entry))):
            elements, key = self.matched(item, entry), (c, n, number)
            if prefix != "A" and elements in chosen:
                elements = (chosen[elements],)
            if prefix == "A":
                options = list(self.all_of(key, entry.form, elements, spheres, item.text))
            else:
                copies = range(self.numbers[self.x_key(c, n)] if prefix == "X" else 1)
                options = [([Letter(key + (x,), entry.form, elements, spheres, item.text) for x in copies], [])]
            for _ in range(len(ways) * len(options) if len(options) > 1 else 0):
                self.step()  # before so many are made
            ways = [(a + b, x + y) for (a, x), (b, y) in itertools.product(ways, options)]
        return ways

    def all_of(self, key, form, elements, spheres, text):
        """The letters that an A stands for, with its claims: nothing at all if it cannot be paid."""
        found = spheres if form != "in" else [place for place in self.law.elements if place not in spheres]
        for kind in [(e,) for e in elements] if self.law.reads("all-types", "one-type") else [elements]:
            cells = list(itertools.product(found, kind))
            lying = [0 if self.board is None else self.board[cell] for cell in cells]
            froms = [(s,) for s, _ in cells]
            if self.moves is None and (self.board is None or self.repeatedly and form != "hold"):
                # other letters may bring more gems there; where an A takes gems in from is then open
                lying = [n + self.brought * (form != "in" or s == found[0]) for n, (s, _) in zip(lying, cells)]
                froms = [tuple(found) for _ in cells]
            elif self.repeatedly and form != "hold":
                # each movement out of the cell, or from there into the spheres, serves the A or another letter
                fits = lambda end: form == "out" or end in spheres
                lying = [sum((a, gem) == cell and fits(b) for gem, a, b in self.moves) for cell in cells]
            # all gems, unless some may be spared, serve other letters, or lie there only if they are wanted there
            must = self.board is not None and form == "hold" and not self.spares
            least = [number if must else 0 for number in lying]
            for taken in itertools.product(*(range(a, b + 1) for a, b in zip(least, lying))):
                self.step()
                each = [(cell, begin) for cell, begin, number in zip(cells, froms, taken) for _ in range(number)]
                served = [(e, spheres, begin) if form == "in" else (e, (s,), None) for (s, e), begin in each]
                letters = [Letter(key + (x,), form, (e,), s, text, a) for x, (e, s, a) in enumerate(served)]
                if self.law.binds("motions.all-gone"):
                    yield letters, [(key, form, spheres, cell) for cell in cells]
        if not self.law.binds("motions.all-gone"):
            yield [], []

    def prefixes(self, entry):
        """The prefix that applies to each amount. A lone capital is a number, like an X."""
        reach = ""
        for item in entry.amounts:
            yield "X" if item.prefix == "lone" else item.prefix or reach
            if item.prefix:
                further = self.law.reads("prefix-reach", "rest-of-entry") and item.prefix != "lone"
                reach = item.prefix if further else ""

    def matched(self, item, entry):
        """The elements that serve a letter, given the letters beside it."""
        reading, elements = self.law.readings["any-beside-named"], self.law.letters[item.letter]
        if item.letter == "a" and self.law.reads("all-beside-named", "every"):
            if dict(zip(entry.amounts, self.prefixes(entry)))[item] == "A":
                return elements
        if item.letter in {"any-letter": "a", "class-letters": CLASSES, "any-gem": ""}[reading]:
            named = [self.law.letters[other.letter] for other in entry.amounts if other.letter not in CLASSES]
            elements = tuple(e for e in elements if (e,) not in named)
        return elements

    # ---- from letters to movements ---------------------------------------------------------------------

    def serve(self, letters):
        """Gives each in and out letter a movement and each hold letter a gem. True ends the search."""
        order = [letter for form in ("out", "in", "hold") for letter in letters if letter.form == form]
        places = self.law.elements + ((OFF,) if self.law.reads("off-board", "allowed") else ())
        stock = tuple(e for e in self.law.elements if self.board is None or any(self.board[p, e] for p in places))
        dead_ends = set()

        def extend(i, moves, stay):
            self.step()
            if self.beaten((0 if self.shares else len(stay)) + (0 if self.repeatedly else len(moves)), moves):
                return False
            if i == len(order):
                idle = any(not move.ins and not move.outs for move in moves)
                return not (idle and self.law.reads("unneeded", "refused")) and self.gems(moves, stay)
            state = i, tuple(move[:-1] for move in moves), tuple(stay)
            if state in dead_ends:
                return False
            letter, tried = order[i], set()
            for (n, move), end in itertools.product(enumerate(moves), self.held_at(letter)):
                joined = None if (end, move[:-1]) in tried else self.join(letter, move, end)
                tried.add((end, move[:-1]))  # equal movements serve equal letters
                if joined and extend(i + 1, moves[:n] + [joined] + moves[n + 1 :], stay):
                    return True
            if letter.form == "hold" and extend(i + 1, moves, stay + [letter]):
                return True
            if letter.form != "hold" and self.moves is None:
                new = self.join(letter, Move(stock, places, places, (), (), (), ()))
                if new and extend(i + 1, moves + [new], stay):
                    return True
            dead_ends.update([state] if self.moves is not None else [])
            return False

        return extend(0, [Move((gem,), (a,), (b,), (), (), (), ()) for gem, a, b in self.moves or ()], [])

    def held_at(self, letter):
        """The ends of a movement at which its gem may serve a letter: one that is not told apart for in and out
        letters, and for hold letters those that the rulings allow. An A holds the gems that were there."""
        if letter.form != "hold":
            return [""]
        card = letter.key[0]
        arrives = self.moved_serves and card < self.played and all(letter.key[:3] != key for key, *_ in self.claims)
        leaves = self.held_leaves and card < self.played and not self.cards[card].sustained
        return ["end"] * arrives + ["start"] * leaves

    def join(self, letter, move, end=""):
        """The movement with one more letter to serve, or None if it cannot serve it."""
        within = lambda these, those: tuple(x for x in these if x in those)
        different = self.law.reads("entries-of-one-card", "different-cards")
        once = self.law.binds("chaining.once-" + letter.form)
        # the mark says no more than what is checked below, so that more movements are found equal
        apart = self.law.reads("sustained-movements", "apart")
        own = self.law.reads("twice-in-one-card", "different-entries")  # entries of one card may share
        mark = letter.key[:2] if different or apart or own or not once else (None, None)
        stays = lambda card: self.cards[card].sustained
        elements, froms, tos, ins, outs, held, serves = move
        elements, serves = within(elements, letter.elements), serves + (letter,)
        if letter.form == "hold":
            once = self.law.binds("chaining.held-once")
            mark = None if once and not self.shares else letter.key[:2]
            shared = lambda other: other != mark and (not once or self.shares and other[0] == mark[0])
            if held and not (mark and all(shared(other) for _, other in held)):
                return None
            if end == "end":
                tos = within(tos, letter.spheres)
            else:
                froms = within(froms, letter.spheres)
            held += ((end, mark),)
        else:
            same, other = (ins, outs) if letter.form == "in" else (outs, ins)
            shared = not once or own and all(card == mark[0] for card, _ in same)
            if same and (not shared or mark in same) or different and any(card == mark[0] for card, _ in other):
                return None
            if apart and any(card != mark[0] and (stays(card) or stays(mark[0])) for card, _ in other):
                return None
            if letter.form == "in":
                tos, ins = within(tos, letter.spheres), ins + (mark,)
                froms = within(froms, letter.froms or froms)
            else:
                froms, outs = within(froms, letter.spheres), outs + (mark,)
        joined = Move(elements, froms, tos, ins, outs, held, serves)
        return joined if elements and any(self.ends(joined, place) for place in froms) else None

    def ends(self, move, begin):
        """Where the movement may end if it begins at a place."""
        return [end for end in move.tos if end != begin or self.law.reads("self-move", "counts")]

    def alone(self):
        """The cards in play by themselves, before anything moves."""
        return Payment(self.law.but(["motions.in", "motions.out"]), [], self.in_play, self.board, [])

    # ---- from movements to gems ------------------------------------------------------------------------

    def gems(self, moves, stay):
        """Finds the gems that move and those that stay, for every way the movements can be made."""
        old = [letter for letter in stay if letter.key[0] >= self.played]
        new = [letter for letter in stay if letter.key[0] < self.played]
        parts = [new + old]
        if self.played and not self.law.binds("sustained.exclusive"):  # cards in play may share gems with all others
            if old and not self.alone().find():
                return False
            parts = [new]
        elif not self.law.binds("chaining.held-once"):  # each entry may share gems with the others
            parts = [list(part) + old for _, part in itertools.groupby(new, lambda letter: letter.key[:2])] or parts
        cells = [[(a, e) for a in move.froms for e in move.elements if self.ends(move, a)] for move in moves]
        if not self.repeatedly:
            return all(self.place(moves, None, cells, part) for part in parts)
        steps = [[(e, a, b) for a, e in options for b in self.ends(m, a)] for m, options in zip(moves, cells)]
        return any(
            all(self.place(moves, made, trails(made), part) for part in parts) for made in itertools.product(*steps)
        )

    def place(self, moves, made, begins, stay):
        """Chooses a gem of its own for each gem that moves, of which `begins` has the cells that it may come
        from, and for each hold letter. `made` are the movements, if they are known already."""
        least = len(begins) + (0 if self.shares else len(stay))
        # in this order the gems that a card takes under the reading `fixed` are the first that it can
        needs = begins + [[(s, e) for e in letter.elements for s in letter.spheres] for letter in stay]
        dead_ends = set()

        def taken(cells):
            """The gems taken from each cell; letters of different entries of one card may share a gem."""
            used, held = Counter(cells[: len(begins)]), {}
            for letter, cell in zip(stay, cells[len(begins) :]):
                if not self.shares:
                    used[cell] += 1
                    continue
                of_card = held.setdefault(letter.key[0], {})
                of_card.setdefault(letter.key[1], Counter())[cell] += 1
            return used + shared(held), held

        def extend(cells):
            self.step()
            used, held = taken(cells)
            state = len(cells), frozenset(used.items()), str(held)
            gems = max(least, sum(used.values()))
            if state in dead_ends or self.beaten(gems, moves) or not self.supplies(used):
                return False
            if len(cells) == len(needs):
                return finish(cells, used, gems)
            dead_ends.add(state)
            return any(extend(cells + [cell]) for cell in needs[len(cells)])

        def finish(cells, used, gems):
            begun = Counter(cells[: len(begins)])
            open_ends = ([(e, a, b) for b in self.ends(move, a)] for move, (a, e) in zip(moves, cells))
            for steps in itertools.product(*open_ends) if made is None else [made]:
                self.step()
                steps = [(gem, a, b, move.serves) for move, (gem, a, b) in zip(moves, steps)]
                holds = list(zip(stay, cells[len(begins) :]))
                moved, gone, resting = [], Counter(), Counter()
                for move, (gem, a, b, serves) in zip(moves, steps):
                    at = [(a if end == "start" else b, gem) for end, _ in move.held]
                    moved += zip((letter for letter in serves if letter.form == "hold"), at)
                    gone.update(cell for cell in at if cell != (b, gem))
                    resting.update({(b, gem)}.intersection(at))
                ends = begun + Counter((b, gem) for gem, _, b, _ in steps)
                ends -= Counter((a, gem) for gem, a, _, _ in steps)  # where the moved gems lie in the end
                each = [self.each(card) for card in range(self.played)]
                plan = Plan(gems, steps, holds + moved, self.xs(self.numbers), each)
                if not resting - ends and self.agrees(plan, used, begun, gone):
                    self.best = plan
                    return self.moves is not None
                if not self.exactly:  # only then does it matter where else a gem may end
                    return False
            return False

        return extend([])

    def supplies(self, used):
        """Whether there are enough gems for the cells used."""
        if self.board is not None:
            return all(number <= self.board[cell] for cell, number in used.items())
        elements = Counter(element for _, element in used.elements())
        return self.law.reads("supply", "as-needed") or all(number <= 1 for number in elements.values())

    def agrees(self, plan, used, begun, gone):
        """What can be decided only when all gems are known: what an A applies to, and exact numbers. `gone` counts
        the gems held where they no longer lie."""
        board, served = used if self.board is None else self.board, Counter(cell for _, cell in plan.holds) - gone
        others = [(letter, cell) for letter, cell in plan.holds if self.spares and letter.key[0] >= self.played]
        spared = Counter(cell for _, cell in others)
        borne_on = Counter()  # how many gems each A applies to; for a card in play, its own gems are not others'
        for key, _, _, cell in self.claims:
            borne_on[key] += board[cell] - sum(c == cell for letter, c in others if letter.key[:3] != key)
        if self.law.reads("all-none", "refused") and not all(borne_on.values()):
            return False
        if self.repeatedly and not self.all_end(plan, board - spared, begun):
            return False
        for key, form, spheres, (place, element) in self.claims:
            if form == "hold":
                if not self.law.binds("chaining.held-once") and all(x.key[:2] != key[:2] for x, _ in plan.holds):
                    continue  # if entries share gems, each is looked at by itself
                own = [cell for letter, cell in plan.holds if letter.key[:3] == key]
                apart = sum(c == (place, element) for letter, c in others if letter.key[:3] != key)
                if own.count((place, element)) != board[place, element] - apart:
                    return False
            else:
                ends = spheres if form == "in" else [end for _, _, end, _ in plan.moves]
                moves = [serves for gem, a, b, serves in plan.moves if (a, gem) == (place, element) and b in ends]
                alone = self.law.binds("chaining.all-once") and self.law.reads("all-counted", "alone")
                own = key[:3] if alone and self.law.binds("chaining.once-" + form) else ()
                counts = lambda letter: letter.form == form and letter.key[: len(own)] == own
                moved = sum(any(counts(letter) for letter in serves) for serves in moves)
                if moved != (len(moves) if self.repeatedly else board[place, element] - spared[place, element]):
                    return False
        after = Counter(board)
        after.subtract((a, gem) for gem, a, _, _ in plan.moves)
        after.update((b, gem) for gem, _, b, _ in plan.moves)
        return not self.exactly or all(self.exact(plan, after, served, *wanted) for wanted in self.wanted)

    def exact(self, plan, after, served, c, n, entry):
        """Whether the spheres that an entry is served in have no matching gem that is not held."""
        spheres, kinds = self.spheres[c, n], set().union(*(self.matched(item, entry) for item in entry.amounts))
        if entry.form != "hold":
            return True
        if c in self.fixed:
            held = {place for place, element in self.fixed[c] if element in kinds}
            spheres = [sphere for sphere in self.law.letters[entry.sphere] if sphere in held]
            return all(after[sphere, element] == served[sphere, element] for element in kinds for sphere in spheres)
        exact = [all(after[sphere, element] == served[sphere, element] for element in kinds) for sphere in spheres]
        used = {place for letter, (place, _) in plan.holds if letter.key[:2] == (c, n)}
        if self.law.reads("class-sphere-entry", "one-sphere") or "A" in self.prefixes(entry):
            return all(exact)
        return all(x for x, sphere in zip(exact, spheres) if sphere in used) if used else any(exact)

    def all_end(self, plan, lying, begun):
        """If gems may move repeatedly: whether the gems that an A applies to can have ended where it wants them.
        A flow over the movements takes each from where it lay to a place where such a gem lies in the end."""
        served = {letter for move in plan.moves for letter in move[-1]}
        stay = Counter(cell for letter, cell in plan.holds if letter not in served)
        # which gems move is known only if they are counted; but those that are held where they lie do not
        moving = begun if self.moves is None else Counter(self.board) - stay
        groups = {}
        for _, form, spheres, (place, element) in self.claims:
            if form == "hold":
                continue
            wanted = spheres if form == "in" else tuple(p for p in self.law.elements + (OFF,) if p != place)
            groups.setdefault((element, wanted), set()).add(place)
        for (element, wanted), places in groups.items():
            left = Counter((a, b) for gem, a, b, _ in plan.moves if gem == element)
            room = Counter({place: moving[place, element] for place in wanted})
            room.update(b for (_, b) in left.elements() if b in wanted)
            room.subtract(a for (a, _) in left.elements() if a in wanted)

            def end(place, seen):
                seen.add(place)
                if room[place] > 0:
                    room[place] -= 1
                    return True
                for a, b in list(left):
                    if a == place and b not in seen and left[a, b] > 0 and end(b, seen):
                        left[a, b] -= 1
                        left[b, a] += 1
                        return True
                return False

            gems = [p for p in sorted(places) for _ in range(lying[p, element])]
            if any(moving[p, element] < lying[p, element] for p in places):
                return False
            if not all(end(place, set()) for place in gems):
                return False
        return True


def trails(steps):
    """Where gems may move repeatedly: for each gem that the steps (gem, from, to) take, the cells it may begin
    in. Steps that hang together take as many gems as leave some place beyond those that arrive there; if no
    place is left so, they are a round that one gem makes from any place on it."""
    begins = []
    for gem in sorted({step[0] for step in steps}):
        groups = []
        for _, a, b in (step for step in steps if step[0] == gem):
            linked = [group for group in groups if a in group or b in group]
            groups = [group for group in groups if group not in linked] + [{a, b}.union(*linked)]
        for group in groups:
            leave = Counter(a for other, a, _ in steps if other == gem and a in group)
            more = leave - Counter(b for other, _, b in steps if other == gem and b in group)
            begins += [[(a, gem)] for a in sorted(more.elements())] or [[(a, gem) for a in sorted(group)]]
    return begins


def shared(held):
    """How many gems of each cell serve hold letters, given as {card: {entry: cells}}: those of different entries of
    a card share gems."""
    used = Counter()
    for of_card in held.values():
        most = Counter()
        for cells in of_card.values():
            most |= cells
        used += most
    return used


# ==== THE RULES, 4: the game. An action is applied completely, or a clause rejects it and nothing changes.


class Rejected(Exception):
    """Its argument is the clause, without the name of the game, or None."""


# A payment that cannot be made names the first of these clauses without which it could be made: under another
# reading, if a ruling has that reading, and otherwise with the clause set aside.
BLAME = (
    ("chaining.all-once", {"all_counted": "shared"}),
    ("chaining.twice-in-one-card", {"twice_in_one_card": "different-entries"}),
    ("chaining.once-in", {}),
    ("chaining.once-out", {}),
    ("chaining.held-once", {}),
    ("motions.all-held", {"all_held": "spares-held"}),
    ("motions.at-least", {"must_be_in": "at-least"}),
    ("sustained.exclusive", {}),
    ("chaining.moved-not-held", {"moved_then_held": "allowed"}),
    ("chaining.held-not-moved", {"held_then_moved": "allowed"}),
    ("sustained.chained", {"sustained_movements": "chained"}),
    ("chaining.entries-of-one-card", {"entries_of_one_card": "any-entry"}),
    ("notation.any-beside-named", {"any_beside_named": "any-gem"}),
    ("motions.one-sphere", {"class_sphere_entry": "each-gem"}),
    ("motions.class-repeated", {"class_letter_repeated": "any-mix"}),
    ("motions.all-sphere", {"all_sphere_chosen": "any-sphere"}),
    ("motions.all-types", {"all_types": "one-type"}),
    ("motions.all-types", {"all_beside_named": "others"}),
    ("motions.all-none", {"all_none": "payable"}),
    ("motions.all-gone", {}),
    ("motions.x-value", {"x_across_entries": "each-entry"}),
    ("motions.lone-number", {}),
    ("motions.x-least", {"x_zero": "zero-allowed"}),
    ("motions.needed", {"unneeded": "allowed"}),
    ("sustained.held-gem-leaves", {"held_gem_leaves": "card-ends"}),
    ("motions.in", {}),
    ("motions.out", {}),
    ("motions.hold", {}),
)


class Game:
    def __init__(self, law, cards, setup):
        self.law, self.definitions = law, {card["name"]: card for card in cards}
        self.sustained, self.resolved = [], []  # sustained: what is kept in play, oldest first
        if "start" in setup:
            position = dict(setup["start"], board={e: {e: GEMS_OF_EACH} for e in law.elements})
        elif "position" in setup:
            position = setup["position"]
        else:
            raise Skip("this engine has no setup " + ", ".join(setup))
        self.hand, self.board = list(position.get("cards") or []), board_of(position.get("board") or {}, law)
        shown = law.reads("off-board", "allowed") or any(place == OFF for place, _ in self.board)
        self.places = law.elements + ((OFF,) if shown else ())
        self.sustained = in_play(position.get("sustained"), self.definitions, law)
        if law.reads("hold-assignment", "fixed") and not law.reads("moved-then-held", "never"):
            raise Skip("gems that are fixed in the payment that moves them are left out")
        if law.reads("hold-assignment", "fixed"):  # cards in play from the start take their gems now
            plan = Payment(law.but(must_be_in="at-least"), [], self.sustained, self.board, []).find()
            if plan:
                chosen = [self.fixed(plan, n) if k.cells is None else k.cells for n, k in enumerate(self.sustained)]
                self.sustained = [k._replace(cells=cells) for k, cells in zip(self.sustained, chosen)]

    def state(self):
        holds = lambda cells: [{"gem": element, "sphere": sphere} for sphere, element in cells or []]
        each = lambda k: {"xs": k.each} if k.each else {}
        return {
            "spheres": {place: {e: self.board[place, e] for e in self.law.elements} for place in self.places},
            "cards": sorted(self.hand),
            "sustained": [dict(card=k.card.name, x=k.x, holds=holds(k.cells), **each(k)) for k in self.sustained],
            "resolved": self.resolved,
        }

    def apply(self, action):
        if "play" in action:
            play = action["play"]
            self.play(play["cards"], play.get("moves") or [], play.get("x") or {})
        elif "release" in action:
            self.release(action["release"]["card"])
        else:
            raise Skip("this engine has no action " + ", ".join(action))

    def release(self, name):
        names = [kept.card.name for kept in self.sustained]
        if name not in names or self.law.reads("release", "never"):
            raise Rejected("sustained.release")
        newest = self.law.reads("copies-named", "newest")
        del self.sustained[len(names) - 1 - names[::-1].index(name) if newest else names.index(name)]
        self.hand += [name] if self.law.reads("cards-at-hand", "kept") else []
        self.resolved = []  # the state shows what the latest action has resolved

    def playable(self, names, x):
        """The cards of a payment, before its movements are looked at."""
        if not names:
            raise Rejected("motions.needed")
        if Counter(names) - Counter(self.hand):
            raise Rejected("activation.at-hand")
        try:
            played = [Card(self.definitions[name], self.law) for name in names]
        except Refused as refused:
            raise Rejected(refused.args[1])
        have_x = {card.name for card in played if card.has_x}
        if self.law.reads("x-of-nothing", "refused") and set(x) - have_x:
            raise Rejected("motions.x-of-what")
        if self.law.reads("x-undeclared", "must-declare") and have_x - set(x):
            raise Rejected("motions.x-undeclared")
        if self.law.reads("independently", "separate-payments") and demand_the_same(played, self.law):
            raise Rejected("chaining.two-movements")
        return played

    def value(self, gem, sphere):
        """How many gems a value counts: those in all spheres of a class together, or in the one with the most."""
        elements, spheres = self.law.letters[gem], self.law.letters[sphere]
        one = self.law.reads("value-of-class", "one-sphere")
        each = []
        for counted in [(s,) for s in spheres] if one else [spheres]:
            cells = list(itertools.product(counted, elements))
            gems = sum(self.board[cell] for cell in cells)
            each.append(max(gems - self.held_within(cells), 0))
        return max(each, default=0)

    def held_within(self, cells):
        """How many gems in these cells do not count because they serve cards in play: as few as can."""
        if self.law.reads("value-of-held", "counted"):
            return 0
        payment = Payment(self.law, [], self.sustained, self.board, [])
        payment.numbers = payment.choices_of_x()[0]
        # for each letter its card, its entry, and where its gem may lie
        units = [(c, 0, [cell]) for c, fixed in payment.fixed.items() for cell in fixed]
        for c, n, entry in payment.wanted if self.sustained else ():
            for item, prefix in zip(entry.amounts, payment.prefixes(entry) if c not in payment.fixed else ()):
                lying = list(itertools.product(self.law.letters[entry.sphere], payment.matched(item, entry)))
                there = sum(self.board[cell] for cell in lying)
                units += [(c, n, lying)] * {"A": there, "X": payment.numbers.get(payment.x_key(c, n), 0)}.get(prefix, 1)
        if payment.shares:
            return self.shared_within(units, cells, payment.step)
        room = [cell for cell in Counter(self.board).elements() if cell not in cells]
        taken = {}  # the unit that each gem outside serves

        def place(unit, seen):
            for at in (at for at, cell in enumerate(room) if cell in units[unit][2] and at not in seen):
                seen.add(at)
                if at not in taken or place(taken[at], seen):
                    taken[at] = unit
                    return True
            return False

        return len(units) - sum(place(unit, set()) for unit in range(len(units)))

    def shared_within(self, units, cells, step):
        """The same where letters of different entries of a card may share a gem."""
        fewest, held = len(units), {}

        def extend(at):
            nonlocal fewest
            step()
            used = shared(held)
            within = sum(used[cell] for cell in cells)
            if within >= fewest or any(number > self.board[cell] for cell, number in used.items()):
                return
            if at == len(units):
                fewest = within
                return
            card, entry, lying = units[at]
            served = held.setdefault(card, {}).setdefault(entry, Counter())
            for cell in sorted(lying, key=lambda cell: cell in cells):
                served[cell] += 1
                extend(at + 1)
                served[cell] -= 1

        extend(0)
        return fewest

    def play(self, names, moves, x):
        played = self.playable(names, x)
        moves = [(move["gem"], move["from"], move["to"]) for move in moves]
        self.check_moves(moves)
        found = pay(self.law, played, self.sustained, self.board, moves, x)
        if not found:
            try:
                raise Rejected(self.blame(played, moves, x))
            except Skip:  # the search for the clause is too long, but it is known that the payment is rejected
                raise Rejected(None)
        kept, plan = found

        # from here on nothing is refused
        for gem, begin, end in moves:
            self.board[begin, gem] -= 1
            self.board[end, gem] += 1
        back = [one.card.name for one in self.sustained]  # of these and the cards played, those not in play
        for one in kept:
            back.remove(one.card.name)
        self.sustained, self.resolved = list(kept), []
        order = range(len(played))
        for number in reversed(order) if self.law.reads("resolution-order", "last-first") else order:
            card, chosen = played[number], plan.xs[number]
            values = [self.value(gem, sphere) for gem, sphere in card.values]
            self.resolved.append({"card": card.name, "x": chosen, "values": values})
            self.hand.remove(card.name)
            if card.sustained:
                self.sustained.append(Kept(card, chosen, plan.each[number], self.fixed(plan, number)))
            else:
                back.append(card.name)
        self.hand += back if self.law.reads("cards-at-hand", "kept") else []
        if self.law.reads("sustained-values", "each-payment"):
            for one in kept:
                values = [self.value(gem, sphere) for gem, sphere in one.card.values]
                self.resolved += [{"card": one.card.name, "x": one.x, "values": values}] if values else []

    def legal(self):
        """Every legal action in one form: cards in the order of the hand, movements in that of the board, and
        no X declared, so that it is the largest paid for."""
        hand, actions = sorted(self.hand)[:MOST_CARDS], []
        sets = {names for n in range(len(hand)) for names in itertools.combinations(hand, n + 1)}
        for names in sorted(sets, key=lambda names: (len(names), names)):
            try:
                played = self.playable(names, {})
            except Rejected:
                continue
            for moves in self.sets_of_moves(self.most_moves(played)):
                moves = [(gem, begin, end) for begin, gem, end in moves]
                if pay(self.law, played, self.sustained, self.board, moves, {}):
                    listed = [{"gem": gem, "from": begin, "to": end} for gem, begin, end in moves]
                    actions.append({"play": {"cards": list(names), "moves": listed, "x": {}}})
        released = {kept.card.name for kept in self.sustained if self.law.reads("release", "at-will")}
        return actions + [{"release": {"card": name}} for name in sorted(released)]

    def most_moves(self, played):
        """The most movements that are listed for cards: one for each letter, and for an X or an A one per gem."""
        prefixes = Payment(self.law, played).prefixes
        forms = [entry for card in played for entry in card.entries if entry.form != "hold"]
        gems = sum(self.board.values())
        most = sum(gems if prefix else 1 for entry in forms for prefix in prefixes(entry))
        if self.law.reads("unneeded", "allowed"):
            most = max(most, gems)
        return most if self.law.reads("moves-per-gem", "repeatedly") else min(most, gems)

    def sets_of_moves(self, most):
        """The sets of at most `most` movements (from, gem, to) for which there are gems, in the board's order."""
        places = self.law.elements + ((OFF,) if self.law.reads("off-board", "allowed") else ())
        order = {one: n for n, one in enumerate(itertools.product(places, self.law.elements, places))}
        away = [(a, gem, b) for a, gem, b in order if a != b or a != OFF and self.law.reads("self-move", "counts")]
        sets, latest = [()], {()}
        for _ in range(most):
            longer = set()
            for moves in latest:
                there = self.board - Counter((a, gem) for a, gem, _ in moves)
                if self.law.reads("moves-per-gem", "repeatedly"):
                    there = Counter(self.board) + Counter((b, gem) for _, gem, b in moves)
                    there -= Counter((a, gem) for a, gem, _ in moves)
                more = (moves + (one,) for one in away if there[one[:2]] > 0)
                longer.update(tuple(sorted(moves, key=order.get)) for moves in more)
            latest = longer
            sets += sorted(latest, key=lambda moves: [order[one] for one in moves])
            if len(sets) > MOST_SETS:
                raise Skip("there are too many sets of movements to list what is legal")
        return sets

    def check_moves(self, moves):
        """What can be said about the movements, whatever they are to pay for."""
        if any(end != OFF and end not in self.law.elements for _, _, end in moves):
            raise Rejected("motions.gem-there")
        if Counter((begin, gem) for gem, begin, _ in moves) - self.board:
            # what no gem could do, however often gems move, is refused for lack of gems
            if all(Counter(cells) - self.board for cells in itertools.product(*trails(moves))):
                raise Rejected("motions.gem-there")
            if not self.law.reads("moves-per-gem", "repeatedly"):
                raise Rejected("motions.once")
        if self.law.reads("self-move", "refused") and any(begin == end for _, begin, end in moves):
            raise Rejected("motions.away")
        if self.law.reads("off-board", "refused") and any(OFF in move for move in moves):
            raise Rejected("motions.off-board")

    def blame(self, played, moves, x):
        """The clause that refuses a payment."""
        for clause, readings in BLAME:
            law = self.law.but(**readings) if readings else self.law.but([clause])
            try:
                if pay(law, played, self.sustained, self.board, moves, x):
                    return clause
            except LeftOut:
                continue
        lax = self.law.but(unneeded="allowed")  # a movement for an A serves nothing else: both must go
        if pay(lax.but(["motions.all-gone"]), played, self.sustained, self.board, moves, x):
            if not pay(lax, played, self.sustained, self.board, moves, x):
                return "motions.all-gone"
        forms = ["motions.in", "motions.out", "motions.hold"]
        for form in forms:  # no clause alone: the first form that cannot be satisfied by itself
            law = self.law.but([other for other in forms if other != form], unneeded="allowed")
            if not pay(law, played, self.sustained, self.board, moves, x):
                return form
        return None

    def fixed(self, plan, number):
        """The cells that a card holds from now on, or None under the reading `anew`."""
        cells, entry, before = [], None, Counter()
        for letter, cell in plan.holds:
            if letter.key[0] != number:
                continue
            if letter.key[1] != entry:  # what an entry shares with those before it is held once
                entry = letter.key[1]
                before = Counter(cells if self.law.reads("twice-in-one-card", "different-entries") else [])
            if before[cell]:
                before[cell] -= 1
            else:
                cells.append(cell)
        return cells if self.law.reads("hold-assignment", "fixed") else None


def pay(law, played, sustained, board, moves=None, x=None):
    """The sustained cards that are kept and the plan, or None."""
    keeps, found = [(True,) * len(sustained)], []
    if law.reads("held-gem-leaves", "card-ends") and board is not None:
        keeps = itertools.product((True, False), repeat=len(sustained))  # all first, and the oldest before the others
    for keep in keeps:
        kept, ended = [[k for k, stays in zip(sustained, keep) if stays == which] for which in (True, False)]
        plan = Payment(law, played, kept, board, moves, x, ended).find()
        found += [(kept, plan)] if plan else []
        if moves is None and law.reads("minimum-ending", "smallest"):
            continue
        if plan and (moves is None or not any(card.has_x for card in played)):
            break
    if moves is None:

        def size(one):  # without the gems that serve cards in play
            plan = one[1]
            gems = plan.gems - sum(letter.key[0] >= len(played) for letter, _ in plan.holds)
            sizes = gems, len(plan.moves)
            return sizes[::-1] if law.reads("least", "movements-first") else sizes

        return min(found, key=size, default=None)  # the first of the smallest keeps the oldest cards
    return max(found, key=lambda one: one[1].xs, default=None)  # the largest X comes before the cards kept


def in_play(given, definitions, law):
    """Sustained cards that are in play from the beginning, by name or as shown in a state. An X that is not given
    is the least possible."""
    found = []
    for one in given or []:
        one = one if isinstance(one, dict) else {"card": one}
        card = Card(definitions[one["card"]], law)
        cells = one.get("holds") if law.reads("hold-assignment", "fixed") else None
        cells = None if cells is None else [(held["sphere"], held["gem"]) for held in cells]
        x = one.get("x") or (law.least_x if card.has_x else 0)
        found.append(Kept(card, x, list(one.get("xs") or []), cells))
    return found


def law_of(params):
    if params.get("game", "motion") != "motion":
        raise Skip("this engine does not play " + params["game"])
    return Law(params.get("readings") or {})


def board_of(spheres, law):
    board = Counter()
    for place, gems in spheres.items():
        for element, number in gems.items():
            if (place != OFF and place not in law.elements) or element not in law.elements:
                raise ValueError("there is no {} in {}".format(element, place))
            board[place, element] = number
    return board


def run(params):
    scenario = params["scenario"]
    game = Game(law_of(scenario), scenario["cards"], scenario["setup"])
    answer = {"initial": game.state(), "steps": []}
    for step in scenario["steps"]:
        try:
            game.apply(step["do"])
            answer["steps"].append({"outcome": "accepted", "state": game.state()})
            wanted = scenario.get("wants") or []
            if "view" in wanted:  # what each player may see: there is one player, and nothing is hidden
                answer["steps"][-1]["views"] = [game.state()]
            if "legal" in wanted:
                answer["steps"][-1]["legal"] = [{"by": 0, "do": action} for action in game.legal()]
        except Rejected as rejected:
            blamed = {"clause": "motion." + rejected.args[0]} if rejected.args[0] else {}
            answer["steps"].append(dict(outcome="rejected", **blamed))
    return answer


def solve(params):
    law, problem = law_of(params), params["problem"]
    if law.reads("unneeded", "allowed") and law.reads("moves-per-gem", "repeatedly"):
        raise Skip("movements that serve nothing are not searched for")
    definitions = {card["name"]: card for card in params.get("cards") or []}
    costs = [{"name": "cost {}".format(n), "cost": cost} for n, cost in enumerate(problem.get("costs") or [], 1)]
    board = None if problem.get("board") is None else board_of(problem["board"], law)
    try:
        cards = [Card(card, law) for card in costs + [definitions[name] for name in problem.get("cards") or []]]
        kept = in_play(problem.get("sustained"), definitions, law)
    except Refused as refused:
        raise Skip("a cost is refused at {} by motion.{}".format(*refused.args))
    apart = law.reads("independently", "separate-payments") and demand_the_same(cards, law)
    kept, plan = not apart and pay(law, cards, kept, board) or ([], None)
    if not plan:
        return {"plan": {"payable": False, "gems": 0, "held": 0, "movements": 0, "moves": [], "holds": []}}
    names = [card.name for card in cards + [one.card for one in kept]]
    serves = lambda letter: {"card": names[letter.key[0]], "entry": letter.key[1] + 1, "letter": letter.text}
    moves = [
        {"gem": gem, "from": begin, "to": end, "serves": [serves(x) for x in sorted(letters) if x.form != "hold"]}
        for gem, begin, end, letters in plan.moves
    ]
    gems, staying = plan.gems, plan.holds
    if law.reads("minimum-kept", "not-counted"):
        staying = [(letter, cell) for letter, cell in staying if letter.key[0] < len(cards)]
        gems -= len(plan.holds) - len(staying)
    holds = [dict(serves(letter), gem=element, sphere=sphere) for letter, (sphere, element) in staying]
    # a moved gem that is held where it ends does not stay
    held = len(holds) - sum(letter.form == "hold" for move in plan.moves for letter in move[-1])
    if law.reads("twice-in-one-card", "different-entries"):  # a gem held for several entries is one gem
        if law.reads("minimum-kept", "not-counted") or law.reads("moves-per-gem", "repeatedly"):
            raise Skip("which gems are shared is not told apart")
        held = gems - len(plan.moves)
    figures = {"payable": True, "gems": gems, "held": held, "movements": len(moves)}
    return {"plan": dict(figures, moves=moves, holds=holds)}


METHODS = {"initialize": initialize, "run": run, "parse": parse, "solve": solve}

if __name__ == "__main__":
    serve(METHODS)
