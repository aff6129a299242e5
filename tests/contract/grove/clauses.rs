//! The clauses as cited by the code: every id has a constant here; for example, `clauses::field::CHARM` is
//! `grove.field.charm`.

rulebound_core::clauses! {
    basics {
        ALLIANCES = "alliances",
        HANDS = "hands",
        LOOK = "look",
    }
    dawn {
        LAY = "lay",
        ONCE = "once",
        LEAD = "lead",
        TIE = "tie",
        SPENT = "spent",
    }
    turns {
        ORDER = "order",
        DRAW = "draw",
    }
    stack {
        TURN = "turn",
        WAITS = "waits",
        SWIFT = "swift",
        PASSED = "passed",
        LAST_FIRST = "last-first",
        TARGET = "target",
        GONE = "gone",
        HUNTS = "hunts",
    }
    field {
        TILES = "tiles",
        EMPTY = "empty",
        STRENGTH = "strength",
        FALLS = "falls",
        FALL_EFFECTS = "fall-effects",
        BLINK = "blink",
        CHARM = "charm",
        WARD = "ward",
        SPROUT = "sprout",
        TEMPEST = "tempest",
    }
    ending {
        HOLD = "hold",
        GIVE_UP = "give-up",
        ROUNDS = "rounds",
    }
}
