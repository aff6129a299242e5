//! The clauses as the code cites them: every id has its constant here, and `clauses::chaining::ONCE_IN` is
//! `motion.chaining.once-in`.

rulebound_core::clauses! {
    letters {
        KNOWN = "known",
        ANY = "any",
        INTERNAL = "internal",
        EXTERNAL = "external",
        FIRE = "fire",
        WATER = "water",
        EARTH = "earth",
        LIGHTNING = "lightning",
        SPIRIT = "spirit",
    }
    notation {
        ONE_OR_MORE = "one-or-more",
        IN_FORM = "in-form",
        HOLD_FORM = "hold-form",
        OUT_FORM = "out-form",
        BAR = "bar",
        COMMA = "comma",
        BLANKS = "blanks",
        SEVERAL_GEMS = "several-gems",
        ANY_BESIDE_NAMED = "any-beside-named",
        ONE_SPHERE_LETTER = "one-sphere-letter",
        CLASS_SPHERE = "class-sphere",
        REPEAT = "repeat",
        X = "x",
        X_SCOPE = "x-scope",
        ALL = "all",
        ALL_SCOPE = "all-scope",
        PREFIX_REACH = "prefix-reach",
        LONE_CAPITAL = "lone-capital",
        VALUE = "value",
    }
    motions {
        IN = "in",
        OUT = "out",
        HOLD = "hold",
        GEM_THERE = "gem-there",
        ONCE = "once",
        AWAY = "away",
        OFF_BOARD = "off-board",
        NEEDED = "needed",
        X_VALUE = "x-value",
        X_LEAST = "x-least",
        X_DECLARED = "x-declared",
        X_OF_WHAT = "x-of-what",
        X_UNDECLARED = "x-undeclared",
        ALL_GONE = "all-gone",
        ALL_TYPES = "all-types",
        ALL_NONE = "all-none",
        ALL_HELD = "all-held",
        ONE_SPHERE = "one-sphere",
        AT_LEAST = "at-least",
        START = "start",
    }
    chaining {
        BOTH_ENDS = "both-ends",
        OPTIONAL = "optional",
        ALL_ONCE = "all-once",
        ONCE_IN = "once-in",
        ONCE_OUT = "once-out",
        ENTRIES_OF_ONE_CARD = "entries-of-one-card",
        HELD_ONCE = "held-once",
        MOVED_NOT_HELD = "moved-not-held",
    }
    sustained {
        MARK = "mark",
        KEPT_ACTIVE = "kept-active",
        ONGOING = "ongoing",
        EXCLUSIVE = "exclusive",
        ONE_OFF = "one-off",
        REASSIGNED = "reassigned",
        HELD_GEM_LEAVES = "held-gem-leaves",
        RELEASE = "release",
    }
    activation {
        TOGETHER = "together",
        ALL_OR_NONE = "all-or-none",
        AT_HAND = "at-hand",
        PAY = "pay",
        RESOLVE_ON_NEW_BOARD = "resolve-on-new-board",
        FREED = "freed",
    }
    minimum {
        FEWEST = "fewest",
        HELD = "held",
        MOVED = "moved",
        BOTH_COUNTED = "both-counted",
        SUPPLY = "supply",
    }
}
