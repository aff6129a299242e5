#!/usr/bin/env python3
"""An engine of the game skirmish that rulebound can check: a starting point for an engine of your own.

This file is THE ADAPTER: it reads requests and writes answers, knows nothing about the rules, and is what you
would keep. THE RULES are in the files beside it; if you already have an engine, it takes their place:

    skirmish_numbers.py   the numbers and tables of the rules, and what readings put in their place
    skirmish_peg.py       reads texts by a grammar
    skirmish_text.py      reads skill texts
    skirmish_map.py       the map: halves, distances and ways
    skirmish_match.py     a match: characters, effects, scores, hands and decks, and how it ends
    skirmish_fight.py     walks, attacks, damage, traps, and the beginning and end of turns
    skirmish_skills.py    skills: targets, questions, effects
    skirmish_actions.py   what players do, and the clauses that forbid it
    skirmish_seen.py      the state, what each player sees of it, and the legal actions

The rules were written from the clauses and rulings in spec/skirmish and share no code with the reference.
They follow every reading of every ruling, whichever a request names.

Python 3.9 or later, and nothing else. To try it by hand:

    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":2}}' | python3 skirmish.py
"""

import json
import sys

sys.dont_write_bytecode = True  # a suite is not the place for caches

import skirmish_text
from skirmish_actions import act
from skirmish_match import Match, Rejected
from skirmish_numbers import PLAYERS, Rules, unknown_reading
from skirmish_peg import Refused
from skirmish_seen import legal, state, view

GAME = "skirmish"
GRAMMAR = "skill"


class Skip(Exception):
    """Raised for what this engine does not do. A skip is not a failure."""


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


def shutdown(params):
    return {}


METHODS = {"initialize": initialize, "run": run, "parse": parse, "solve": solve, "shutdown": shutdown}


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


# ==== One line is one message, JSON-RPC 2.0, on standard input and standard output.


def respond(line):
    """The answer to one line, and whether the engine ends after it. Nothing that a line says may end the
    engine by accident: a crash would cost every later request its answer."""
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return failure(None, -32700, "the line is not JSON"), False
    request = request if isinstance(request, dict) else {}
    number, name = request.get("id"), request.get("method")
    if not isinstance(name, str):
        return failure(number, -32600, "the line is not a request"), False
    if name not in METHODS:
        return failure(number, -32601, "there is no method " + name), False
    try:
        result = METHODS[name](request.get("params") or {})
    except Skip as skip:
        result = {"skipped": {"reason": str(skip)}}
    except Exception as error:  # whatever went wrong affects only this request
        return failure(number, -32603, "{}: {}".format(type(error).__name__, error)), False
    return {"jsonrpc": "2.0", "id": number, "result": result}, name == "shutdown"


def failure(number, code, message):
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def main():
    """Answers line after line until shutdown or the end of the input. Standard output belongs to the
    protocol; what you want to see yourself goes to standard error."""
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        answer, last = respond(line)
        sys.stdout.write(json.dumps(answer) + "\n")  # json.dumps puts no line break inside
        sys.stdout.flush()  # otherwise the other side waits for an answer that is still in our buffer
        if last:
            break


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the other side is gone
        pass
