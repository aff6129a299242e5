"""Reads texts by a grammar in the notation of spec/skirmish/skill.pest, and knows nothing about the game.

Of that notation it knows what the file uses: `~`, `|`, `*`, `+`, `?`, `!`, brackets, strings with and without `^`, and
rules that are ordinary, atomic (`@`), compound-atomic (`$`) or silent (`_`). Between the parts of an ordinary rule
there may be blanks. What is read is a tree of `Node`; silent rules and the inside of atomic rules leave no nodes.
"""

import re

TOKEN = re.compile(r'\s+|///?[^\n]*|//![^\n]*|"(?:\\.|[^"\\])*"|\w+|[=~|*+?!()^{}@$_]')
# White space as Unicode defines it; `str.isspace` also takes four control characters.
BLANKS = " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
BUILT_IN = {
    "ANY": lambda sign: True,
    "LETTER": lambda sign: sign.isalpha(),
    "UPPERCASE_LETTER": lambda sign: sign.isupper(),
    "ASCII_DIGIT": lambda sign: sign in "0123456789",
    "WHITE_SPACE": lambda sign: sign in BLANKS,
}
NONE, POSITIVE, NEGATIVE = range(3)  # is it looked ahead?


class Refused(Exception):
    """A text does not have the form of the grammar. Raised with the offset of what stands in the wrong place."""


class Node:
    def __init__(self, name, start, end, children, text):
        self.name, self.start, self.end, self.children, self.text = name, start, end, children, text

    def all(self, *names):
        return [child for child in self.children if child.name in names]

    def one(self, *names):
        found = self.all(*names)
        return found[0] if found else None

    def has(self, *names):
        return bool(self.all(*names))


class Grammar:
    def __init__(self, text):
        self.rules = {}
        tokens = [token for token in TOKEN.findall(text) if token.strip() and not token.startswith("//")]
        while tokens:
            name = tokens.pop(0)
            expect(tokens, "=")
            kind = tokens.pop(0) if tokens[0] in ("@", "$", "_") else ""
            expect(tokens, "{")
            self.rules[name] = (kind, choice(tokens))
            expect(tokens, "}")

    def read(self, rule, text):
        """The node of a whole text."""
        reading = Reading(self.rules, text)
        found = reading.rule(rule, 0, False, NONE)
        if found is None:
            raise Refused(reading.furthest)
        return found[1][0]


def expect(tokens, sign):
    found = tokens.pop(0)
    if found != sign:
        raise ValueError("the grammar has {} where {} belongs".format(found, sign))


# ---- the notation. An expression is a tuple of its kind and its parts.


def choice(tokens):
    parts = [sequence(tokens)]
    while tokens[0] == "|":
        tokens.pop(0)
        parts.append(sequence(tokens))
    return ("choice", parts) if len(parts) > 1 else parts[0]


def sequence(tokens):
    parts = [repeated(tokens)]
    while tokens[0] == "~":
        tokens.pop(0)
        parts.append(repeated(tokens))
    return ("sequence", parts) if len(parts) > 1 else parts[0]


def repeated(tokens):
    if tokens[0] == "!":
        tokens.pop(0)
        return ("not", repeated(tokens))
    part = single(tokens)
    while tokens[0] in ("*", "+", "?"):
        part = (tokens.pop(0), part)
    return part


def single(tokens):
    token = tokens.pop(0)
    if token == "(":
        part = choice(tokens)
        expect(tokens, ")")
        return part
    if token == "^":
        return ("caseless", plain(tokens.pop(0)).lower())
    if token.startswith('"'):
        return ("string", plain(token))
    return ("rule", token)


def plain(token):
    escapes = {"n": "\n", "t": "\t", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: escapes.get(found.group(1), found.group(1)), token[1:-1])


# ---- reading


class Reading:
    """Reads a single text. Each function takes a position and returns the one behind what it has read, and the nodes;
    or None. What was read once is remembered."""

    def __init__(self, rules, text):
        self.rules, self.text, self.furthest, self.known = rules, text, 0, {}

    def rule(self, name, at, atomic, ahead):
        if name == "SOI":
            return (at, []) if at == 0 else None
        if name == "EOI":
            if at == len(self.text):
                return at, []
            self.note(at, atomic, ahead)
            return None
        if name in BUILT_IN:
            fits = at < len(self.text) and BUILT_IN[name](self.text[at])
            return (at + 1, []) if fits else None
        key = (name, at, atomic, ahead)
        if key not in self.known:
            self.known[key] = self.read_rule(name, at, atomic, ahead)
        return self.known[key]

    def read_rule(self, name, at, atomic, ahead):
        kind, expression = self.rules[name]
        inner = {"@": "@", "$": "$"}.get(kind, atomic)
        found = self.read(expression, at, inner, ahead)
        if kind == "_":
            return found
        if (found is None) == (ahead != NEGATIVE):
            self.note(at, atomic, ahead)
        if found is None:
            return None
        end, nodes = found
        if atomic == "@":
            return end, []
        return end, [Node(name, at, end, [] if kind == "@" else nodes, self.text[at:end])]

    def note(self, at, atomic, ahead):
        """Something does not stand here, or must not."""
        if atomic != "@":
            self.furthest = max(self.furthest, at)

    def blanks(self, at, atomic):
        if atomic:
            return at
        while at < len(self.text) and self.text[at] in BLANKS:
            at += 1
        return at

    def read(self, expression, at, atomic, ahead):
        kind, part = expression
        if kind == "rule":
            return self.rule(part, at, atomic, ahead)
        if kind == "string":
            return (at + len(part), []) if self.text.startswith(part, at) else None
        if kind == "caseless":
            read = self.text[at : at + len(part)]
            return (at + len(part), []) if ascii_lower(read) == part else None
        if kind == "not":
            turned = NEGATIVE if ahead != NEGATIVE else POSITIVE
            return None if self.read(part, at, atomic, turned) else (at, [])
        if kind == "?":
            return self.read(part, at, atomic, ahead) or (at, [])
        if kind == "choice":
            for one in part:
                found = self.read(one, at, atomic, ahead)
                if found:
                    return found
            return None
        return self.read_several(kind, part, at, atomic, ahead)

    def read_several(self, kind, part, at, atomic, ahead):
        nodes = []
        if kind == "sequence":
            for place, one in enumerate(part):
                found = self.read(one, self.blanks(at, atomic) if place else at, atomic, ahead)
                if found is None:
                    return None
                at = found[0]
                nodes = nodes + found[1]
            return at, nodes
        times = 0
        while True:
            found = self.read(part, self.blanks(at, atomic) if times else at, atomic, ahead)
            if found is None or found[0] == at and times:
                return None if kind == "+" and not times else (at, nodes)
            at, nodes, times = found[0], nodes + found[1], times + 1


def ascii_lower(text):
    return "".join(sign.lower() if sign.isascii() else sign for sign in text)
