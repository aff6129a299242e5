"""The numbers and tables of combo, each with the clause that has it as a parameter.

They stand here and nowhere else: who wants to try another number changes it in one place.
"""

PLAYERS = 2  # combo.basics.two-players
DECK_SIZE = 30  # combo.basics.deck-size
COPIES = 3  # combo.basics.copies
EXOTIC_COPIES = 1  # combo.basics.exotic-copies
HEARTS = 3  # combo.hearts.number
FLIPS_PER_TURN = 1  # combo.hearts.one-a-turn

FIRST_DRAW = 5  # combo.turns.first-draw
SECOND_DRAW = 7  # combo.turns.second-draw
STANDARD_DRAW = 5  # combo.turns.standard-draw
POOL_LIMIT = 10  # combo.piles.pool-limit
ROUND = 2  # turns; combo.turns.round

HANDS = 2  # combo.assists.hands
ASSIST_HANDS = 1  # the fewest that an assist shows; combo.assists.at-least-one-hand
TRAP_HANDS = 1  # combo.traps.needs-hand
UNSHOWN_SHIELD = 0  # combo.assists.no-shield

LARGEST_NUMBER = 1000  # combo.text.known
LONGEST_TEXT = 500  # in characters; combo.text.known
OR_OPTIONS = 2  # combo.status.or-two

IN_LINE = ("attack", "defense", "scroll")  # combo.line.in-line
OFF_LINE = ("terrain", "assist", "trap")  # combo.line.off-line
TYPES = IN_LINE + OFF_LINE  # combo.schools.type
SCHOOLS_LEAST = 1  # combo.schools.at-least
SCHOOLS_MOST = 2  # combo.schools.at-most

# every school with the name of its terrain; combo.schools.rock and the seven after it
TERRAIN_OF = {
    "rock": "Mountain",
    "earth": "Swamp",
    "water": "Lake",
    "ice": "Glacier",
    "air": "Forest",
    "spark": "Desert",
    "fire": "Volcano",
    "metal": "Cave",
}

# the types of cards that carry out an effect or a status word; combo.text.suits
CARRIED_OUT = {
    "amount": ("attack", "defense", "scroll", "assist"),
    "draw": TYPES,
    "destroy-terrain": TYPES,
    "destroy-any-assist": ("attack", "defense", "scroll", "terrain", "assist"),
    "destroy-first-assist": ("trap",),
    "transfer": TYPES,
    "read-source": TYPES,
    "phase": TYPES,
    "crumble": TYPES,
    "burn": ("scroll",),
    "guard": ("assist",),
    "stays-set": ("trap",),
}
