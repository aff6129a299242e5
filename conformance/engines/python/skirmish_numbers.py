"""The numbers and tables of skirmish, each with the clause that has it as a parameter.

They stand here and nowhere else. Readings of some rulings put other numbers in their place: `Rules` is what a request
asks for.
"""

PLAYERS = 2
TIERS = ("Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan")
LAST = len(TIERS) - 1

PARAMETERS = {
    "team_size": 6,  # skirmish.preparation.team
    # skirmish.preparation.draft-order
    "draft_order": ("opponent", "starting", "starting", "opponent", "opponent", "starting"),
    "draft_rounds": 1,
    "start_hand": 3,  # skirmish.preparation.hand
    "start_points": 0,  # skirmish.turns.start-points
    "most_points": 10,  # skirmish.turns.most-points
    "points_raise": 1,  # skirmish.turns.raise
    "turn_draw": 1,  # skirmish.turns.draw
    "walk_cost": 1,  # skirmish.combat.walk-cost
    "attack_cost": 2,  # skirmish.combat.attack-cost
    "least_damage": 1,  # skirmish.combat.least-damage
    "wounded_part": 3,  # skirmish.combat.wounded
    "given_duration": 1,  # skirmish.effects.given
    "given_stacks": 1,
    "ignite_damage": 1,  # skirmish.effects.ignite
    "cost_change": 1,  # skirmish.effects.glaciate
    "least_cost": 0,  # skirmish.effects.tailwind
    "other_names": {"Burn": "Ignite", "Coldcage": "Restrain"},  # skirmish.effects.other-names
    "bounty_times": 2,  # skirmish.keywords.bounty
    "resonance_times": 2,  # skirmish.keywords.resonance
    "defiance_times": 3,  # skirmish.keywords.defiance
    "delirium_points": 1,  # skirmish.keywords.delirium
    "least_maximum": 0,
    "copies": {"primary": 4, "secondary": 3},  # skirmish.skills.pool
    "unprinted_cost": 1,  # skirmish.skills.cost
    "hand_most": 9,  # skirmish.skills.hand-limit
    "largest_number": 100,  # skirmish.text.known
    "longest_text": 500,
    "traps": {"Combustion Trap": {"gives": "Ignite"}, "Detonation Trap": {"damages": True}},  # skirmish.text.traps
    "trap_power": "Tiny",
    "trap_radius": 1,  # skirmish.text.detonate
    "skill_power": "Tiny",  # skirmish.text.damage
    "raise_tiers": 1,  # skirmish.scores.change
    "reach_ranged": 2,  # skirmish.classes.ranged-reach
    "reach_melee": 1,  # skirmish.classes.melee-reach
    "speed_ranged": 3,  # skirmish.classes.ranged-speed
    "speed_melee": 5,  # skirmish.classes.melee-speed
    "talent_points": 1,  # skirmish.classes.duelist
    "talent_draw": 2,  # skirmish.classes.enchanter
    # skirmish.classes.factions
    "factions": {
        "The Ivory Tower": ("Duelist", "Specialist"),
        "The Fairy Kingdom": ("Enchanter", "Specialist", "Vanguard"),
        "The Temple Order": ("Enchanter", "Duelist", "Vanguard"),
    },
}

# skirmish.scores.tiers
POWER = {"Tiny": 10, "Small": 12, "Medium": 14, "Large": 16, "Huge": 18, "Gargantuan": 20}
ARMOR = {"Tiny": 52, "Small": 62, "Medium": 72, "Large": 82, "Huge": 92, "Gargantuan": 102}
WORTH = {"power": POWER, "armor": ARMOR}

# skirmish.classes.table
CLASSES = {
    "Marksman": {"ranged": True, "power": "Large", "armor": "Tiny"},
    "Duelist": {"ranged": False, "power": "Medium", "armor": "Small"},
    "Enchanter": {"ranged": True, "power": "Small", "armor": "Medium"},
    "Vanguard": {"ranged": False, "power": "Tiny", "armor": "Large"},
}
NO_CLASS = {"ranged": False, "power": "Tiny", "armor": "Tiny"}  # skirmish.text.summon

# skirmish.effects.types
TYPES = {
    "Ignite": "Permanent",
    "Glaciate": "Timed",
    "Tailwind": "Timed",
    "Restrain": "Timed",
    "Silence": "Timed",
    "Fortify": "Consumable",
    "Prowess": "Consumable",
}
HARMFUL = ("Ignite", "Glaciate", "Restrain", "Silence")  # for skirmish.rulings.other-characters

KEYWORDS = ("Bounty", "Resonance", "Defiance", "Channel", "Delirium", "Inspiration")

# every ruling with its readings, the default first
READINGS = {
    "starting-points": ("none", "four"),
    "starting-maximum": ("same", "none"),
    "drafted": ("three", "all"),
    "team-twice": ("refused", "allowed"),
    "teams-seen": ("seen", "hidden"),
    "small-map": ("refused", "passed-over"),
    "chosen-twice": ("match", "team"),
    "halves": ("first-rows", "last-rows"),
    "half-means": ("placing", "nothing"),
    "halves-divide": ("rows", "columns"),
    "middle-row": ("nobody", "both"),
    "none-left": ("passed-over", "draft-ends"),
    "exchange-order": ("together", "starting-first", "other-first"),
    "both-order": ("starting-first", "other-first"),
    "exchange-seen": ("count", "hidden"),
    "talents-when": ("after-exchange", "before-exchange"),
    "forfeit-preparation": ("allowed", "refused"),
    "hands-hidden": ("hidden", "open"),
    "turn-start": ("raise-first", "restore-first", "draw-first"),
    "turn-ends": ("by-choice", "when-spent"),
    "unspent": ("turn-end", "until-restored"),
    "bounds": ("both", "maximum", "current"),
    "above-maximum": ("may", "may-not"),
    "point-gained": ("maximum", "current", "first-turn"),
    "gained-by-text": ("current", "maximum"),
    "attack-points": ("two", "none"),
    "distance": ("orthogonal", "diagonal", "hexagonal"),
    "corners": ("may", "may-not"),
    "path": ("path", "distance-alone"),
    "speed-counts": ("turn", "each-walk"),
    "tile-shared": ("one", "together"),
    "through": ("nobody", "allies", "everybody"),
    "fainted-tiles": ("free", "occupied"),
    "walk-nowhere": ("refused", "allowed"),
    "reach-line": ("not-needed", "needed"),
    "skill-reach": ("attacks-only", "skills-too"),
    "given-otherwise": ("as-a-text", "one"),
    "map-effects": ("entering", "turn-end", "none"),
    "counter-reach": ("in-reach", "always"),
    "counter-faint": ("still", "not"),
    "counter-restrain": ("still", "not"),
    "counter-again": ("not", "answered"),
    "counter-cost": ("nothing", "attack-cost"),
    "counter-declined": ("always", "may"),
    "counter-timing": ("simultaneous", "afterwards"),
    "counter-limit": ("unlimited", "once-a-turn"),
    "attack-fainted": ("refused", "allowed"),
    "skill-counter": ("not", "answered"),
    "instances": ("all-damage", "attacks-only", "healing-too"),
    "several-targets": ("each", "together"),
    "surpasses": ("more", "reached"),
    "third": ("exact", "rounded-up"),
    "below-third": ("at-or-below", "below"),
    "third-of": ("current", "printed"),
    "fainted-wounded": ("wounded", "not"),
    "heal-fainted": ("nothing", "stays-fainted", "stands-up"),
    "lowered-armor": ("faints", "next-damage"),
    "raise-lasts": ("for-good", "turn"),
    "tier-damage": ("damage-kept", "remaining-kept"),
    "raise-by": ("one", "two"),
    "no-cost": ("one", "nothing"),
    "card-user": ("its-character", "any-character"),
    "same-skill": ("picked", "first-placed"),
    "fainted-user": ("refused", "allowed"),
    "user-faints": ("goes-on", "stops"),
    "used-card": ("discard-pile", "under-deck", "out-of-match"),
    "used-card-when": ("before", "after"),
    "equal-cards": ("leftmost", "rightmost"),
    "hand-limit": ("nine", "any"),
    "drawn-enters": ("right", "left"),
    "beyond-limit": ("each-time", "until-full"),
    "full-hand-empty-deck": ("not", "discarded"),
    "named-cards": ("searched", "unshuffled", "created"),
    "named-missing": ("nothing", "loses"),
    "defeat-checked": ("at-once", "after-step"),
    "both-lose": ("draw", "whose-turn-loses", "whose-turn-wins"),
    "mixed-losses": ("both", "deck-loses", "fainted-loses"),
    "familiar-counts": ("counts", "not"),
    "grows": ("by-type", "all-stack"),
    "applied-turn": ("reduced", "spared"),
    "wears-off": ("own-turns", "every-turn"),
    "permanent": ("for-good", "wears-off"),
    "fainted-effects": ("lost", "kept"),
    "cost-change": ("one", "two"),
    "opposite-costs": ("cancel", "dearer"),
    "cost-order": ("together", "tailwind-first"),
    "cost-floor": ("nothing", "one"),
    "ignite-damage": ("one", "five"),
    "ignite-bounds": ("apply", "not"),
    "ignite-instance": ("one", "each-stack"),
    "minimized": ("bounds", "tiers"),
    "both-bounds": ("least", "greatest", "neither"),
    "dealer": ("nobody", "causer"),
    "bound-consumed": ("used-up", "kept"),
    "end-order": ("ignite-first", "reduction-first"),
    "given-duration": ("one", "two"),
    "given-stacks": ("one", "two"),
    "unlisted-effects": ("other-names", "refused"),
    "coldcage": ("restrain", "glaciate"),
    "unfitting-number": ("taken", "refused"),
    "bounty-leader": ("now", "ever"),
    "leader-passes": ("stays", "passes", "passes-to-any"),
    "even-turns": ("own", "match"),
    "condition-read": ("once", "each-time"),
    "defiance-times": ("thrice", "twice"),
    "defiance-who": ("user", "anybody"),
    "keyword-scope": ("text", "first-effect"),
    "targets-again": ("again", "same"),
    "channel-restrained": ("allowed", "refused"),
    "channel-spent": ("refused", "no-effect"),
    "channel-points": ("nothing", "attack-cost"),
    "delirium-least": ("zero", "one"),
    "delirium-spent": ("refused", "no-effect", "activated"),
    "delirium-current": ("kept", "falls-too", "capped"),
    "keyword-declined": ("must", "may"),
    "keyword-due": ("before", "after"),
    "inspiration-chance": ("each", "one-for-all"),
    "inspiration-your": ("user", "team"),
    "inspiration-bound": ("may", "raisable"),
    "inspiration-affected": ("targets", "all"),
    "inspiration-when": ("after", "as-affected"),
    "inspiration-twice": ("once", "each-effect"),
    "nothing-after": ("read", "refused"),
    "no-text": ("used", "refused"),
    "allies-include": ("leader-too", "others"),
    "specialist": ("same", "apart"),
    "class-denied": ("allowed", "refused"),
    "all-but-one": ("two", "three"),
    "stance-scores": ("change", "kept"),
    "stance-bounds": ("lost", "come-back"),
    "stance-talent": ("not", "activates"),
    "stance-reach": ("changes", "kept"),
    "stance-lasts": ("until-switched", "turn"),
    "withstand": ("falls-at", "stands-after"),
    "same-power": ("tier", "number"),
    "familiar-class": ("melee", "as-summoner"),
    "familiar-tile": ("beside", "anywhere"),
    "familiar-again": ("another", "refused"),
    "familiar-revived": ("may", "may-not"),
    "familiar-fresh": ("acts", "waits"),
    "trap-trigger": ("stepped-on", "walk-ends", "nothing"),
    "tile-or-trap": ("tile-first", "trap-first"),
    "trap-hits": ("everyone", "opponents"),
    "trap-area": ("beside-too", "tile"),
    "trap-damage": ("ten", "twenty"),
    "trap-kinds": ("as-named", "both-damage"),
    "all-traps": ("everyones", "own"),
    "discards-seen": ("all", "top"),
    "trap-order": ("placed", "picked"),
    "trap-seen": ("everybody", "owner"),
    "trap-tile": ("refused", "allowed"),
    "restored-unused": ("nothing", "another"),
    "skill-damage": ("power", "fixed"),
    "skill-heal": ("power", "third"),
    "revive-armor": ("all", "third", "one"),
    "revive-scores": ("kept", "printed"),
    "fainted-scores": ("not", "changed"),
    "revive-tile": ("where-it-fainted", "beside"),
    "revive-fresh": ("acts", "waits"),
    "defeated": ("faints", "surpassed"),
    "other-characters": ("everyone", "as-suits"),
    "user-picked": ("may", "may-not"),
    "no-target": ("refused", "allowed"),
    "too-few": ("as-many", "none"),
    "all-order": ("came-first", "picked"),
    "or-once": ("once", "each"),
    "up-to-none": ("allowed", "at-least-one"),
    "picks-when": ("when-it-comes", "before"),
    "list-scope": ("list", "own"),
    "white-space": ("any", "spaces"),
    "unread-text": ("refused", "nothing"),
}

# the readings that put other numbers or tables in the place of the above
CHANGED = {
    ("starting-points", "four"): {"start_points": 4},
    ("drafted", "all"): {"draft_rounds": 2},
    ("attack-points", "none"): {"attack_cost": 0},
    ("raise-by", "two"): {"raise_tiers": 2},
    ("no-cost", "nothing"): {"unprinted_cost": 0},
    ("hand-limit", "any"): {"hand_most": 1000},
    ("cost-change", "two"): {"cost_change": 2},
    ("cost-floor", "one"): {"least_cost": 1},
    ("ignite-damage", "five"): {"ignite_damage": 5},
    ("given-duration", "two"): {"given_duration": 2},
    ("given-stacks", "two"): {"given_stacks": 2},
    ("coldcage", "glaciate"): {"other_names": {"Burn": "Ignite", "Coldcage": "Glaciate"}},
    ("defiance-times", "twice"): {"defiance_times": 2},
    ("delirium-least", "one"): {"least_maximum": 1},
    ("all-but-one", "three"): {
        "factions": dict(PARAMETERS["factions"], **{"The Ivory Tower": ("Duelist", "Specialist", "Vanguard")})
    },
    ("trap-area", "tile"): {"trap_radius": 0},
    ("trap-damage", "twenty"): {"trap_power": "Gargantuan"},
    ("trap-kinds", "both-damage"): {
        "traps": {"Combustion Trap": {"damages": True}, "Detonation Trap": {"damages": True}}
    },
}


class Rules:
    """The numbers and readings of a request. A number is an attribute; `rules("ruling", "reading")` says whether
    that reading is followed."""

    def __init__(self, readings):
        self.readings = {ruling: known[0] for ruling, known in READINGS.items()}
        for ruling, reading in (readings or {}).items():
            self.readings[ruling.rsplit(".", 1)[1]] = reading
        self.numbers = dict(PARAMETERS)
        for one in self.readings.items():
            self.numbers.update(CHANGED.get(one, {}))
        if self("unlisted-effects", "refused"):
            self.numbers["other_names"] = {}

    def __call__(self, ruling, reading):
        assert reading in READINGS[ruling]
        return self.readings[ruling] == reading

    def __getattr__(self, name):
        try:
            return self.__dict__["numbers"][name]
        except KeyError:
            raise AttributeError(name)


def unknown_reading(readings):
    """The first reading that is not in the table, if there is one."""
    for ruling, reading in (readings or {}).items():
        if reading not in READINGS.get(ruling.rsplit(".", 1)[-1], ()):
            return "{} of {}".format(reading, ruling)
    return None
