#!/usr/bin/env python3
"""An engine of the game combo that rulebound can check: a starting point for an engine of your own.

This file is THE ADAPTER: it answers requests, knows nothing about the rules, and is what you would keep, together
with protocol.py, which reads and writes the messages. THE RULES are in the files beside it; if you already have an
engine, it takes their place:

    combo_numbers.py   the numbers and tables of the rules
    combo_readings.py  the rulings whose readings can be asked for
    combo_text.py      reads card texts
    combo_cards.py     a card, and whether it can be played at all
    combo_match.py     a match: places, conditions, amounts, leaving play, drawing
    combo_actions.py   what players do, and the clauses that forbid it
    combo_play.py      playing a card: what is asked first, and its effects, including traps
    combo_seen.py      the state, and what each player sees of it
    combo_legal.py     the legal actions

The rules were written from the clauses and rulings in spec/combo and share no code with the reference.
They follow the default reading of every ruling, and the other reading of those in combo_readings.py. They skip
requests for any other, which is always better than a wrong answer: the report then shows what is missing, and why.

Python 3.9 or later, and nothing else. To try it by hand:

    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":2}}' | python3 combo.py
"""

import sys

sys.dont_write_bytecode = True  # a suite is not the place for caches

import combo_text
from combo_actions import act
from combo_legal import legal
from combo_match import Match, Rejected
from combo_numbers import PLAYERS
from combo_readings import Law
from combo_seen import state, view
from protocol import Skip, serve

GAME = "combo"
GRAMMAR = "card"


# ==== The methods of the protocol. Each takes the parameters of a request and returns the result.


def initialize(params):
    """Says who answers and what it can do. `readings` would list where this engine keeps to another reading
    than the default; the feature `readings` says that it follows those that a request names, unless it skips it."""
    features = ["setup.start", "setup.position", "parse", "readings", "view", "legal"]
    return {
        "protocol": 2,
        "engine": {"name": "combo-starter", "version": "0.1.0", "language": "Python"},
        "games": {GAME: {"readings": {}, "features": features}},
    }


def run(params):
    scenario = params["scenario"]
    match = Match(scenario["cards"], scenario["setup"], law_of(scenario))
    answer = {"initial": state(match), "steps": []}
    for step in scenario["steps"]:
        answer["steps"].append(answer_step(match, step, scenario.get("wants") or []))
    return answer


def answer_step(match, step, wants):
    try:
        act(match, step["do"], step.get("by"), step["chance"])
    except Rejected as rejected:  # nothing has changed, so the next step goes on from here
        return {"outcome": "rejected", "clause": clause_id(rejected.args[0])}
    answer = {"outcome": "accepted", "state": state(match)}
    if "view" in wants:
        answer["views"] = [view(match, viewer) for viewer in range(PLAYERS)]
    if "legal" in wants:
        answer["legal"] = legal(match)
    return answer


def parse(params):
    law = law_of(params)
    if params["grammar"] != GRAMMAR:
        raise Skip("this engine reads no " + params["grammar"])
    try:
        return {"tree": combo_text.read(params["text"], law)}
    except combo_text.Refused as refused:
        offset, clause = refused.args
        return {"refused": {"offset": offset, "clause": clause_id(clause)}}


def solve(params):
    raise Skip("this engine answers no questions")


METHODS = {"initialize": initialize, "run": run, "parse": parse, "solve": solve}


def law_of(params):
    """The readings of a request. Skips other games, and readings that it does not know."""
    if params["game"] != GAME:
        raise Skip("this engine does not play " + params["game"])
    return Law(params.get("readings") or {})


def clause_id(clause):
    """The rules name clauses by chapter and slug."""
    return "{}.{}".format(GAME, clause)


if __name__ == "__main__":
    serve(METHODS)
