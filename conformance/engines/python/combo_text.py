"""Reads the texts of combo cards into trees: a hand-written reader for the grammar spec/combo/card.pest.

There is a method for each rule of the grammar, with the same name if the rule has one. A method reads on from
the reader's position and returns what it has read; if it does not find what must come there, it raises
`Refused` with the place. No rule needs backtracking: the next word always decides, or the two words after it
(`taken`, `conditions`, `listed`).

`rulebound schema combo tree` prints what a tree looks like.
"""

from combo_numbers import ASSIST_HANDS, HANDS, LARGEST_NUMBER, LONGEST_TEXT, OR_OPTIONS, TERRAIN_OF, TYPES

STATUSES = {"PHASE": "phase", "CRUMBLE": "crumble", "BURN": "burn", "GUARD": "guard"}
VALUES = {"ATTACK": "attack", "DEFENSE": "defense"}
WHOSE = {"both": "both", "own": "own"}  # and "the foe's", which is more than one word
# what Unicode calls white space; all of it separates words (combo.rulings.white-space)
BLANKS = " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
MARKS = {"'": "'", "‘": "’", '"': '"', "“": "”"}  # around a name (combo.rulings.curly-marks)
STRAIGHT = "'"  # the mark that every reading allows
DOUBLE = '"“'  # in a name between these no apostrophe needs to be told from the closing mark
PLURALS = {"line": "s", "pool": "s", "trash": "es", "limbo": "s", "source": "s", "deck": "s"}
BOTH_PILES = {pile + plural: pile for pile, plural in PLURALS.items()}
CARD_WORDS = ("cards", "card")
ARTICLES = ("an", "a")
CONDITIONS = ("at", "after", "last", "only")  # the words that conditions begin with
# what no name without marks has in it (combo.rulings.bare-names)
NOT_IN_NAMES = ("a", "an", "and", "any", "at", "if", "no", "or", "per", "terrain", "the")
DIGITS = "0123456789"
SMALL = {ord(capital): capital.lower() for capital in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


class Refused(Exception):
    """A text is refused. Raised with the offset in Unicode scalars and the clause."""


def read(text, law):
    """The sentences of a text. A card without text has none, and perhaps neither has one whose text is not known
    (combo.rulings.unknown-text)."""
    try:
        return sentences_of(text, law)
    except Refused as refused:
        if refused.args[1] == "text.known" and law.reads("unknown-text", "ignored"):
            return []
        raise


def sentences_of(text, law):
    if len(text) > LONGEST_TEXT:
        raise Refused(LONGEST_TEXT, "text.known")
    reader = Reader(text, law)
    sentences = [] if reader.ended() else reader.sentences()
    # what clauses forbid, though the grammar has it, is reported only if the whole text can be read: the first of it
    if law.reads("white-space", "spaces"):
        blanks = (offset for offset, character in enumerate(text) if character in BLANKS and character != " ")
        reader.faults.extend(blanks)
    if reader.faults and law.reads("unknown-text", "ignored"):
        raise Refused(min(reader.faults), "text.known")
    forbidden = [(offset, "text.known") for offset in reader.faults] + reader.forbidden
    if forbidden:
        raise Refused(*min(forbidden, key=lambda one: one[0]))
    return sentences


class Reader:
    def __init__(self, text, law):
        self.text, self.law, self.at = text, law, 0
        self.faults = []  # against combo.text.known: the offsets
        self.forbidden = []  # by other clauses: the offset and the clause

    # ---- words and marks

    def blanks(self):
        self.at = self.after_blanks(self.at)

    def after_blanks(self, at):
        while at < len(self.text) and self.text[at] in BLANKS:
            at += 1
        return at

    def ended(self):
        self.blanks()
        return self.at == len(self.text)

    def sees(self, *words, whole=True):
        """Which of the words comes next, in whatever capitals, if any does. A word ends before a character that is
        no letter or digit, unless the mark after it is asked for later."""
        self.blanks()
        for word in words:
            end = self.at + len(word)
            if same_word(self.text[self.at : end], word) and not (whole and in_word(self.text[end : end + 1])):
                return word
        return None

    def take(self, *words, capital=False, whole=True):
        """Like `sees`, and reads it. The words are given as they are printed; `capital` says that they may also
        begin with a capital (combo.rulings.capitals)."""
        word = self.sees(*words, whole=whole)
        if word:
            self.read_word(word, self.at, capital)
        return word

    def read_word(self, word, begin, capital=False):
        self.at = begin + len(word)
        printed = (word, word.capitalize()) if capital else (word,)
        if self.law.reads("capitals", "as-printed") and self.text[begin : self.at] not in printed:
            self.fault(begin)

    def need(self, *words, capital=False):
        """Like `take`, but one of the words must come next."""
        return self.take(*words, capital=capital) or self.refuse()

    def back(self, at):
        """Takes back what has been read from here on."""
        self.at = at
        self.faults = [fault for fault in self.faults if fault < at]

    def take_sign(self, sign):
        """Reads a mark, which needs no end as a word does."""
        self.blanks()
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) if found else 0
        return found

    def take_foe(self, *endings):
        """Reads "the foe" with one of these endings. White space between the two words is part of it."""
        self.blanks()
        begin = self.at
        for word in ("foe" + ending for ending in endings):
            if self.take("the") and self.sees(word):
                self.read_word(word, self.at)
                if "’" in word and self.law.reads("curly-marks", "refused"):
                    self.fault(self.at - len("’s"))
                return "foe"
            self.back(begin)
        return None

    def whose(self, *words):
        """Whose pile is meant, if the text says so with one of these words or with "the foe's"."""
        return WHOSE.get(self.take(*words)) or self.take_foe("'s", "’s")

    def need_sign(self, sign):
        return self.take_sign(sign) or self.refuse()

    def refuse(self):
        self.blanks()
        raise Refused(self.at, "text.known")

    def fault(self, offset):
        self.faults.append(offset)

    def forbid(self, offset, clause):
        self.forbidden.append((offset, clause))

    def sees_number(self):
        self.blanks()
        return self.text[self.at : self.at + 1] in tuple(DIGITS)

    def number(self, of_hands=False):
        """A number. Only 0 hands are read, for another clause to judge."""
        self.blanks()
        begin = end = self.at
        while self.text[end : end + 1] in tuple(DIGITS):
            end += 1
        if begin == end or in_word(self.text[end : end + 1]):
            self.refuse()
        self.at = end
        digits = self.text[begin:end].lstrip("0") or "0"
        if len(digits) > len(str(LARGEST_NUMBER)) or int(digits) > LARGEST_NUMBER:
            self.fault(begin)
            return LARGEST_NUMBER
        if digits == "0" and not of_hands:
            self.fault(begin)
        return int(digits)

    def number_or_article(self):
        return 1 if not self.sees_number() and self.take(*ARTICLES) else self.number()

    # ---- sentences

    def sentences(self):
        found = [self.sentence()]
        while self.take_sign(".") and not self.ended():  # the last stop may be left out
            found.append(self.sentence())
        return found if self.ended() else self.refuse()

    def sentence(self):
        status = self.take(*STATUSES)
        if status:
            return {"status": STATUSES[status]}
        if self.take("stays", capital=True):
            self.need("set")
            return {"status": "stays-set"}
        word = self.take("SUMMON", "STAY", whole=False)
        if word:
            self.take_sign(":") or self.need_sign(".")
            return {word.lower(): self.conditions()}
        if self.take("cannot", capital=True):
            return {"protection": self.protection()}
        return self.effects()

    def protection(self):
        self.need("be")
        self.need("destroyed")
        if not self.take("in"):
            return "always"
        for word in ("its", "1st", "round"):
            self.need(word)
        return "first-round"

    # ---- effects

    def effects(self):
        """Effects joined by "and" and "or". The "and" binds closer (combo.rulings.and-or), so that an "or"
        begins another option, which may begin with a mark."""
        options, marks = [[]], []
        while True:
            mark = self.side(bool(options[-1]) or len(options) > OR_OPTIONS, marks)
            if mark:
                marks.append(mark)
            options[-1].append(self.effect())
            offset, joint = self.joint()
            if joint == "or":
                options.append([])
                if len(options) == OR_OPTIONS + 1:
                    self.forbid(offset, "status.or-two")
            elif not joint:
                return self.options(options, marks)

    def joint(self):
        self.blanks()
        offset = self.at
        return offset, self.take("and", "or")

    def side(self, inside, marks):
        """A mark `left:` or `right:`, as its offset, its word and whether it is where a mark may be: at the
        beginning of one of the two options, and not the second of its word."""
        self.blanks()
        offset = self.at
        word = self.take("left", "right", capital=True)
        if word:
            self.need_sign(":")
            return offset, word, not inside and word not in [other for _, other, _ in marks]
        return None

    def options(self, options, marks):
        """The effects of a sentence, by option if there is an "or"."""
        stray = [offset for offset, _, placed in marks if not placed or len(options) == 1]
        if marks and (stray or len(marks) != OR_OPTIONS or len(options) < OR_OPTIONS):
            # combo.status.marks: if none is out of place by itself, it is the first that has no partner
            self.forbid(stray[0] if stray else marks[0][0], "status.marks")
        if len(options) == 1:
            return {"effects": options[0]}
        words = [word for _, word, _ in marks] or ["left", "right"]  # combo.status.left-right
        return dict(zip(words, options))

    def effect(self):
        self.blanks()
        begin = self.at
        if self.take_sign("+"):
            amount = self.number()
            effect = {VALUES[self.need(*VALUES)]: amount}
        elif self.take("draw", capital=True):
            effect = {"draw": self.number_or_article()}
            self.need(*CARD_WORDS)
        elif self.take("destroy", capital=True):
            effect = self.destroyed()
            hands = effect.get("destroy")
            if isinstance(hands, dict) and not ASSIST_HANDS <= hands["handed"] <= HANDS:
                if self.law.reads("idle-effect", "refused"):
                    self.forbid(begin, "text.suits")
        elif self.take("transfer", capital=True):
            effect = {"transfer": self.transferred()}
        elif self.take("read", capital=True):
            self.take("own")
            self.need("source")
            effect = {"read": "source"}
        else:
            self.refuse()
        # a "per" or an "if" applies to this effect alone (combo.text.ends)
        if "attack" in effect or "defense" in effect or "draw" in effect:
            if self.take("per"):
                effect["per"] = self.per()
        if self.take("if"):
            effect["if"] = self.conditions(in_effect=True)
        return effect

    def destroyed(self):
        if self.take("any"):
            if self.sees_number():
                hands = self.number(of_hands=True)
                self.need("handed")
                self.need("assist")
                return {"destroy": {"handed": hands}}
            return {"destroy": self.need("assist", "terrain")}
        self.need("the")
        if self.take("terrain"):
            return {"destroy": "terrain"}
        self.need("1st")
        hands = self.number(of_hands=True)
        for word in ("handed", "assist", "played", "by"):
            self.need(word)
        return {"first": {"hands": hands, "by": self.take("anyone") or self.take_foe("") or self.refuse()}}

    def transferred(self):
        number, cards = self.number_or_article(), self.cards()
        self.need("from")
        whence = self.one_pile("line")
        self.need("to")
        self.blanks()
        begin, to = self.at, self.one_pile()
        if to == whence:
            self.fault(begin)
        return {"number": number, "cards": cards, "from": whence, "to": to}

    def one_pile(self, *more):
        """A pile from or to which cards are transferred, or one of `more`."""
        self.blanks()
        begin = self.at
        whose = self.whose("own") or "own"  # combo.rulings.bare-piles
        pile = self.need("pool", "trash", "limbo", "source", *more)
        if pile == "line":
            self.forbid(begin, "text.from-line")  # combo.rulings.line-as-pile
        return [whose, pile]

    def per(self):
        self.take("every")  # means the same (combo.text.every)
        each = self.number() if self.sees_number() else None
        if each is not None and self.taken():
            return {"taken": each}
        cards = self.cards()
        self.need("in")
        if self.take("both"):
            where = ["both", BOTH_PILES[self.need(*BOTH_PILES)]]
        else:
            whose = self.whose("own")
            if not whose:
                self.take("the")
            where = [whose or "own", self.need(*PLURALS)]  # combo.text.line, combo.text.bare-pile
        return {"each": 1 if each is None else each, "cards": cards, "in": where}

    def taken(self):
        """Reads `ATTACK taken`. Of `ATTACK card` nothing is read, since cards are counted there."""
        begin = self.at
        if self.take("ATTACK") and self.take("taken"):
            return True
        self.back(begin)
        return False

    # ---- conditions

    def conditions(self, in_effect=False):
        """Conditions joined by "and", which in an effect may join another effect instead."""
        found, begin = [self.condition(in_effect)], self.at
        while self.take("and"):
            if in_effect and not self.sees(*CONDITIONS):
                self.back(begin)
                break
            found.append(self.condition(in_effect))
            begin = self.at
        return found

    def condition(self, in_effect):
        word = self.need(*CONDITIONS, capital=True)
        if word == "at":
            return {"at": self.terrains(in_effect)}
        if word == "after":
            self.take(*ARTICLES)
        cards = self.cards(in_effect and word != "only")
        if word == "only":
            self.need("in")
            self.need("line", "lines")
        elif word == "last" and self.take("in"):
            self.need("line", "lines")
        return {word: cards}

    def terrains(self, before_effect):
        """Any terrain, or one of several (combo.text.either)."""
        if self.take("any"):
            self.need("terrain")
            return "any"
        return self.listed(self.terrain(), self.terrain, self.begins_terrain, before_effect)

    def begins_terrain(self):
        """Whether a terrain comes next, and not an effect that is written with a capital letter."""
        if self.sees_name() or self.sees(*ARTICLES):
            return True
        return self.sees_bare_word() and not self.begins_effect()

    def begins_effect(self):
        if self.sees("draw", "destroy", "transfer", "read"):
            return True
        begin = self.at
        found = self.take("left", "right", capital=True) and self.take_sign(":")
        self.back(begin)
        return found

    def terrain(self):
        if self.take(*ARTICLES):
            school = self.need(*TERRAIN_OF, capital=True)
            self.need("terrain")
            return {"school": school}
        return {"named": self.name() if self.sees_name() else self.bare_name()}

    def cards(self, before_effect=False):
        """Cards of one sort or another (combo.text.either)."""
        return self.listed(self.sort(), self.further_sort, self.begins_sort, before_effect)

    def further_sort(self):
        self.take(*ARTICLES)
        return self.sort()

    def begins_sort(self):
        return self.sees_name() or self.sees(*CARD_WORDS, *ARTICLES, *TYPES, *TERRAIN_OF)

    def listed(self, first, read, begins, before_effect):
        """What has been read first, and what follows it after an "or", or after a comma if an "or" comes later.
        Each contains the next. Where an effect may follow, an "or" that no comma belongs to may join it instead."""
        last, listing = first, False  # whether there was a comma and no "or" since
        while True:
            self.blanks()
            begin = self.at
            listing = self.take_sign(",") or listing
            joined = self.take("or")
            if joined and not begins():
                if listing or not before_effect:
                    self.refuse()
                self.back(begin)
                return first
            if not joined and self.at == begin:
                return self.refuse() if listing else first
            listing = listing and not joined
            last["or"] = read()
            last = last["or"]

    def sort(self):
        """Cards by name, or by type or school and by a part of the name."""
        if self.sees_name():
            return {"named": self.name()}
        meant = {}
        kind = self.take(*TYPES, capital=True)
        school = None if kind else self.take(*TERRAIN_OF, capital=True)
        if kind or school:
            meant["type" if kind else "school"] = kind or school
            self.take(*CARD_WORDS)
        else:
            self.need(*CARD_WORDS)
        if self.take("with"):
            meant["part"] = self.name() if self.sees_name() else self.refuse()
            self.need("in")
            self.need("name")
        return meant

    # ---- names

    def sees_name(self):
        self.blanks()
        return self.text[self.at : self.at + 1] in tuple(MARKS)

    def name(self):
        """A name in quotation marks. A mark before a letter is an apostrophe, unless the marks are double. So is one
        that is written twice, unless it is double."""
        first = self.text[self.at]
        at, name, mark = self.at + 1, "", MARKS[first]
        if first != STRAIGHT and self.law.reads("curly-marks", "refused"):
            self.fault(self.at)
        while at < len(self.text):
            if first not in DOUBLE and self.text.startswith(mark * 2, at):
                name, at = name + mark, at + 2
            elif self.text[at] != mark or (first not in DOUBLE and self.text[at + 1 : at + 2].isalpha()):
                name, at = name + self.text[at], at + 1
            else:
                break
        self.at = at
        if not name or at == len(self.text):
            self.refuse()
        self.at += 1
        return name

    def bare_name(self):
        """A name without quotation marks: words with capital letters and white space between them. A school's word
        alone is no such name."""
        self.blanks()
        begin, words = self.at, []
        while self.sees_bare_word():
            end = self.at
            while self.text[end : end + 1].isalpha():
                end += 1
            words.append(self.text[self.at : end])
            self.at = end
        if not words or (len(words) == 1 and any(same_word(words[0], school) for school in TERRAIN_OF)):
            self.back(begin)
            self.refuse()
        if self.law.reads("bare-names", "refused"):
            self.fault(begin)
        return " ".join(words)

    def sees_bare_word(self):
        self.blanks()
        return is_capital(self.text[self.at : self.at + 1]) and not self.sees(*NOT_IN_NAMES)


def same_word(found, word):
    """Whether a text has a word there, in whatever capitals."""
    return found.translate(SMALL) == word.translate(SMALL)


def in_word(character):
    return character.isalpha() or (character != "" and character in DIGITS)


def is_capital(character):
    return character.isalpha() and character.isupper()
