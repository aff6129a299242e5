//! The clauses as cited by the code: every id has a constant here; for example, `clauses::turns::DRAW` is
//! `skirmish.turns.draw`.

rulebound_core::clauses! {
    scores {
        TIERS = "tiers",
        CHANGE = "change",
        LOWEST = "lowest",
        HIGHEST = "highest",
        SIX_HITS = "six-hits",
        THREE_HITS = "three-hits",
    }
    classes {
        TABLE = "table",
        RANGED_REACH = "ranged-reach",
        MELEE_REACH = "melee-reach",
        RANGED_SPEED = "ranged-speed",
        MELEE_SPEED = "melee-speed",
        TALENTS = "talents",
        MARKSMAN = "marksman",
        DUELIST = "duelist",
        ENCHANTER = "enchanter",
        VANGUARD = "vanguard",
        FACTIONS = "factions",
    }
    map {
        TILES = "tiles",
        HALVES = "halves",
        DISTANCE = "distance",
        WAY = "way",
        EFFECTS = "effects",
    }
    turns {
        OWN = "own",
        ORDER = "order",
        START_POINTS = "start-points",
        MOST_POINTS = "most-points",
        UNSPENT = "unspent",
        RAISE = "raise",
        RESTORE = "restore",
        DRAW = "draw",
        END = "end",
    }
    preparation {
        TEAM = "team",
        STARTING_PLAYER = "starting-player",
        DRAFT = "draft",
        OWN_HALF = "own-half",
        ONCE = "once",
        LEADER = "leader",
        DRAFT_ORDER = "draft-order",
        HAND = "hand",
        EXCHANGE = "exchange",
    }
    skills {
        POOL = "pool",
        DECK = "deck",
        HIDDEN = "hidden",
        USE = "use",
        COST = "cost",
        USED = "used",
        DRAWING = "drawing",
        HAND_LIMIT = "hand-limit",
        LEFTMOST = "leftmost",
    }
    combat {
        WALK = "walk",
        WALK_COST = "walk-cost",
        WALK_ONCE = "walk-once",
        ATTACK = "attack",
        ATTACK_COST = "attack-cost",
        ATTACK_ONCE = "attack-once",
        COUNTER = "counter",
        SIMULTANEOUS = "simultaneous",
        DAMAGE = "damage",
        LEAST_DAMAGE = "least-damage",
        MOST_DAMAGE = "most-damage",
        WOUNDED = "wounded",
        FAINT = "faint",
        HEAL = "heal",
    }
    defeat {
        FAINTED = "fainted",
        DECK = "deck",
        FORFEIT = "forfeit",
        WINNER = "winner",
    }
    effects {
        TEMPORARY = "temporary",
        TIMED = "timed",
        CONSUMABLE = "consumable",
        AGAIN = "again",
        GIVEN = "given",
        TYPES = "types",
        IGNITE = "ignite",
        GLACIATE = "glaciate",
        TAILWIND = "tailwind",
        RESTRAIN = "restrain",
        SILENCE = "silence",
        FORTIFY = "fortify",
        PROWESS = "prowess",
        OTHER_NAMES = "other-names",
    }
    keywords {
        EFFECT = "effect",
        BOUNTY = "bounty",
        RESONANCE = "resonance",
        DEFIANCE = "defiance",
        CHANNEL = "channel",
        DELIRIUM = "delirium",
        INSPIRATION = "inspiration",
    }
    text {
        KNOWN = "known",
        EFFECTS = "effects",
        TARGETS = "targets",
        GROUPS = "groups",
        PICKING = "picking",
        NO_TARGET = "no-target",
        DRAW = "draw",
        NAMED = "named",
        GIVE = "give",
        DAMAGE = "damage",
        HEAL = "heal",
        REVIVE = "revive",
        DEFEAT = "defeat",
        RAISE = "raise",
        LOWER = "lower",
        RESTORE = "restore",
        SUMMON = "summon",
        TRAPS = "traps",
        PLACE = "place",
        DETONATE = "detonate",
        STEPPED_ON = "stepped-on",
        SWITCH = "switch",
        GAIN = "gain",
    }
}
