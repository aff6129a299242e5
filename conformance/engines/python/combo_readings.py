"""The rulings of combo of which the rules follow every reading. Of all others they follow the default alone."""

from protocol import chosen

READINGS = {  # the default first
    "amount-condition": ("at-any-time", "when-played"),
    "bare-names": ("terrains", "refused"),
    "capitals": ("any", "as-printed"),
    "curly-marks": ("as-straight", "refused"),
    "goes-off-again": ("every-time", "once"),
    "guard-shield": ("adds", "aimed-only"),
    "hidden-kinds": ("shown", "hidden"),
    "idle-effect": ("refused", "ignored"),
    "missed-trap": ("by-hand", "goes-off-by-itself"),
    "source-read": ("once", "while-in-play"),
    "terrain-amounts": ("nothing", "to-its-player"),
    "unknown-text": ("refused", "ignored"),
    "white-space": ("any", "spaces"),
}


class Law:
    """The readings of one request. What depends on a ruling asks the law for its reading."""

    def __init__(self, readings):
        self.readings = chosen(READINGS, readings)

    def reads(self, ruling, reading):
        return self.readings[ruling] == reading
