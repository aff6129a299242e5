"""The question that is open: who must answer it, and how states show it."""

from skirmish_numbers import PLAYERS

QUESTIONS = ("exchange", "exchange-by", "counter", "keyword", "pick")


def askers(match):
    """The players who must answer the question that is open."""
    if not match.frames:
        return []
    ((name, said),) = match.frames[0].items()
    if name == "exchange":
        return [number for number in range(PLAYERS) if number not in match.sealed]
    if name == "exchange-by":
        return [said["player"]]
    if name == "counter":
        return [match.find(said["character"]).controller]
    if name == "keyword":
        return [said["by"]]
    return [said["doing"]["by"]] if name == "pick" else []


def shown_question(match):
    """The question, in the form that states use."""
    ((name, said),) = match.frames[0].items()
    if name in ("exchange", "exchange-by"):
        return {"exchange": {}}
    if name == "counter":
        return {"counter": {"character": said["character"], "against": said["against"]}}
    if name == "keyword":
        return {"keyword": {"card": said["card"]}}
    shown = {"card": said["doing"]["card"], "what": said["what"]}
    return {"pick": dict(shown, may_stop=True) if said.get("may_stop") else shown}
