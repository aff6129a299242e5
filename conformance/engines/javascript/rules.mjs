// The rules as numbers and readings: everything that may differ from one request to the next is in one place.

/** The readings that hold unless a request names others. The first reading of each ruling is its default. */
const DEFAULT_READINGS = {
  "starting-life": "as-written",
  "starting-hand": "none",
  "second-player": "nothing",
  "start-shuffle": "shuffled",
  "who-starts": "chance",
  "turn-order": "seats",
  "base-supply": "beside",
  "hands-hidden": "hidden",
  "white-space": "any",
  fraction: "down",
  "refresh-order": "any-order",
  untapping: "must",
  "whose-cards": "own",
  planning: "must",
  "empty-shuffle": "allowed",
  drafting: "must",
  "draft-bases": "included",
  "draft-cost": "free",
  "draft-refill": "at-once",
  "any-time": "anyone",
  "react-energy": "defenders",
  "others-energy": "kept",
  "beginning-whose": "own-turn",
  "transmute-from": "hand",
  "transmuted-is": "nothing",
  "transmuted-tapped": "untapped",
  "transmuted-seen": "owner",
  "fresh-device": "may",
  "other-abilities": "minions-devices",
  "enchant-whose": "own",
  "enchantment-you": "its-player",
  "enchantment-leaves": "discarded",
  "leaving-pile": "owners",
  "from-discard-cost": "paid",
  "attack-ally": "refused",
  "no-attackers": "refused",
  "several-devices": "one",
  "fresh-attacker": "may",
  "tapped-declared": "allowed",
  "react-allies": "defender-alone",
  defended: "each-attacker",
  "defender-tapped": "stays-untapped",
  "tapped-in-react": "defends",
  "defender-strikes": "not",
  resolved: "one-by-one",
  "strike-order": "as-declared",
  "target-gone": "tapped",
  "defender-gone": "target-damaged",
  "changed-hands": "no-longer",
  "same-again": "new-target",
  "redirected-counts": "not",
  "no-damage": "no-trigger",
  "below-zero": "zero",
  "no-life": "discarded",
  "damage-stays": "stays",
  "life-checked": "at-once",
  "without-life": "out",
  "dead-cards": "removed",
  "both-gone": "nobody",
  "rift-area": "draft-row",
  replaced: "under-deck",
  "if-you-do": "damage-done",
  "up-to-none": "allowed",
  "trigger-order": "oldest-first",
  "enters-itself": "itself-too",
  "attacks-when": "declared",
  "redirected-attack": "whole",
  "cheaper-for": "you",
  "trigger-inside": "afterwards",
  "next-attack": "until-it-comes",
  "revealed-to": "all",
  picked: "all-first",
  cheaper: "this-turn",
  "from-draft-deck": "any",
  "enters-from": "hand",
  "spell-itself": "counts",
  "bare-count": "everyones",
  gained: "stays",
  "blind-pick": "shown",
  "heal-player": "to-the-start",
  "discarded-whose": "own",
  "deals-how": "in-place",
  "non-device": "cards-with-life",
  "your-hand": "own-cards",
  "enters-whose": "anyones",
  "free-play": "not-played",
  "without-tapping": "untapped-only",
  "any-revealed": "all",
  "beginning-when": "first",
  "lethal-damage": "triggers",
  repeated: "any-number",
  "redirected-defended": "passed-by",
  "cost-meant": "printed",
  taken: "any",
  "dead-piles": "stay",
  "discard-seen": "everybody",
};

/** The numbers of the clauses. */
const PARAMETERS = {
  playersMost: 6,
  life: 30,
  startingDeck: { Bot: 2, "Energy Orb": 2, Meditate: 2, "Mind Link": 2 },
  startDraw: 0,
  secondDraw: 0,
  baseCopies: 10,
  row: 4,
  planDraw: 4,
  drafts: 1,
  transmuteEnergy: 1,
  largestNumber: 1000,
  longestText: 1000,
};

/** Readings that change a number. @type {Record<string, Partial<typeof PARAMETERS>>} */
const NUMBERS_OF_READINGS = {
  "starting-life=forty": { life: 40 },
  "starting-life=twenty": { life: 20 },
  "starting-hand=four": { startDraw: 4 },
  "second-player=two-cards": { secondDraw: 2 },
};

/** @typedef {keyof typeof DEFAULT_READINGS} Ruling */
/** @typedef {typeof PARAMETERS & {reads: (ruling: Ruling, reading: string) => boolean}} Law */

/**
 * The rules that a request asks for.
 * @param {Record<string, string>} [readings] the readings that differ from the default, by the ids of their rulings
 * @returns {Law}
 */
export function lawOf(readings = {}) {
  /** @type {Record<string, string>} */
  const chosen = { ...DEFAULT_READINGS };
  for (const [id, reading] of Object.entries(readings)) {
    const ruling = id.replace("transmute.rulings.", "");
    if (!(ruling in chosen)) throw new Skipped(`no readings of ${id} yet`);
    chosen[ruling] = reading;
  }
  const numbers = { ...PARAMETERS };
  for (const [ruling, reading] of Object.entries(chosen))
    Object.assign(numbers, NUMBERS_OF_READINGS[`${ruling}=${reading}`]);
  return { ...numbers, reads: (ruling, reading) => chosen[ruling] === reading };
}

/** An action that the rules forbid. Nothing has changed when it is thrown. */
export class Rejected extends Error {
  /** @param {string} clause the clause, without the name of the game */
  constructor(clause) {
    super(clause);
    this.clause = clause;
  }
}

/** Something that this engine does not do. */
export class Skipped extends Error {}

/** A text that is none of this game. */
export class Refused extends Error {
  /** @param {number} offset where, in Unicode scalar values */
  constructor(offset) {
    super(`refused at ${offset}`);
    this.offset = offset;
  }
}

/**
 * Rejects an action unless what it needs is so.
 * @param {unknown} holds
 * @param {string} clause
 * @returns {asserts holds}
 */
export function demand(holds, clause) {
  if (!holds) throw new Rejected(clause);
}
