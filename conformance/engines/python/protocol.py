"""The side of the protocol that all the engines in this folder share: it reads requests, calls the function that each
of them names, and writes the answers. It knows nothing about any game.

One line is one message, JSON-RPC 2.0, on standard input and standard output. docs/protocol.md describes the messages.
"""

import json
import sys


class Skip(Exception):
    """Raised for what an engine does not do. A skip is not a failure."""


def serve(methods):
    """Answers line after line until shutdown or the end of the input. `methods` has a function for each method but
    `shutdown`; it takes the parameters of a request and returns the result. Standard output belongs to the protocol;
    what you want to see yourself goes to standard error."""
    try:
        for line in sys.stdin.buffer:
            if not line.strip():
                continue
            answer, last = respond(line, methods)
            sys.stdout.write(json.dumps(answer) + "\n")  # json.dumps puts no line break inside
            sys.stdout.flush()  # otherwise the other side waits for an answer that is still in our buffer
            if last:
                break
    except (BrokenPipeError, KeyboardInterrupt):  # the other side is gone
        pass


def respond(line, methods):
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
    if name == "shutdown":
        return success(number, {}), True
    if name not in methods:
        return failure(number, -32601, "there is no method " + name), False
    try:
        return success(number, methods[name](request.get("params") or {})), False
    except Skip as skip:
        return success(number, {"skipped": {"reason": str(skip)}}), False
    except Exception as error:  # whatever went wrong affects only this request
        return failure(number, -32603, "{}: {}".format(type(error).__name__, error)), False


def chosen(known, readings):
    """The reading of each ruling that an engine knows: what a request chooses, or the default. `known` has the readings
    of each ruling, the default first."""
    found = {ruling: choices[0] for ruling, choices in known.items()}
    for name, reading in readings.items():
        ruling = name.rpartition(".")[2]
        if reading not in known.get(ruling, ()):
            raise Skip("this engine does not know the reading {} of {}".format(reading, name))
        found[ruling] = reading
    return found


def success(number, result):
    return {"jsonrpc": "2.0", "id": number, "result": result}


def failure(number, code, message):
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}
