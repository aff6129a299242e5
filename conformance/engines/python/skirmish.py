#!/usr/bin/env python3
"""An engine of the game skirmish that rulebound can check: a starting point for an engine of your own.

This file is THE ADAPTER: it answers requests, knows nothing about the rules, and is what you would keep, together
with protocol.py, which reads and writes the messages. THE RULES are in the files beside it; if you already have an
engine, it takes their place:

    skirmish_numbers.py    the numbers and tables of the rules, and what readings put in their place
    skirmish_peg.py        reads texts by a grammar
    skirmish_text.py       reads skill texts
    skirmish_map.py        the map: halves, distances and ways
    skirmish_match.py      a match: characters, effects, scores, hands and decks, and how it ends
    skirmish_classes.py    stances and talents
    skirmish_fight.py      walks, attacks, damage, traps, and the beginning and end of turns
    skirmish_targets.py    what a skill affects, and what its player is asked
    skirmish_skills.py     skills: how often they are activated, and what their effects do
    skirmish_questions.py  the question that is open
    skirmish_draft.py      what comes before the first turn
    skirmish_actions.py    what players do, and the clauses that forbid it
    skirmish_seen.py       the state, what each player sees of it, and the legal actions

The rules were written from the clauses and rulings in spec/skirmish and share no code with the reference.
They follow every reading of every ruling, whichever a request names.

Python 3.9 or later, and nothing else. To try it by hand:

    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":2}}' | python3 skirmish.py
"""

import sys

sys.dont_write_bytecode = True  # a suite is not the place for caches

import skirmish_text
from protocol import Skip, serve
from skirmish_actions import act
from skirmish_match import Match, Rejected
from skirmish_numbers import PLAYERS, Rules, unknown_reading
from skirmish_peg import Refused
from skirmish_seen import legal, state, view

GAME = "skirmish"
GRAMMAR = "skill"


# ==== The methods of the protocol. Each takes the parameters of a request and returns the result.


def initialize(params):
    """Says who answers and what it can do. `readings` would list where this engine keeps to another reading
    than the default; the feature `readings` says that it follows those that a request names, unless it skips it."""
    features = ["setup.start", "setup.position", "parse", "readings", "view", "legal", "resolving"]
    return {
        "protocol": 2,
        "engine": {"name": "skirmish-starter", "version": "0.1.0", "language": "Python"},
        "games": {GAME: {"readings": {}, "features": features}},
    }


def run(params):
    scenario = params["scenario"]
    skip_others(scenario)
    match = Match(scenario, Rules(scenario.get("readings")))
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
    skip_others(params)
    if params["grammar"] != GRAMMAR:
        raise Skip("this engine reads no " + params["grammar"])
    try:
        return {"tree": skirmish_text.read(params["text"], Rules(params.get("readings")))}
    except Refused as refused:
        return {"refused": {"offset": refused.args[0], "clause": clause_id("text.known")}}


def solve(params):
    raise Skip("this engine answers no questions")


METHODS = {"initialize": initialize, "run": run, "parse": parse, "solve": solve}


def skip_others(params):
    """Skips other games, and readings that it does not know."""
    if params["game"] != GAME:
        raise Skip("this engine does not play " + params["game"])
    unknown = unknown_reading(params.get("readings"))
    if unknown:
        raise Skip("this engine does not know the reading " + unknown)


def clause_id(clause):
    """The rules name clauses by chapter and slug."""
    return "{}.{}".format(GAME, clause)


if __name__ == "__main__":
    serve(METHODS)
