// The phases of a turn, and what a player does in each.

import { drawCards, fillRow, following, shuffled, takeDrafted } from "./basics.mjs";
import { costOf, typeOf } from "./cards.mjs";
import { noteUse, perform, queue, settle, triggeredByTurn } from "./abilities.mjs";
import { checkLife } from "./ending.mjs";
import { leavePlay } from "./play.mjs";
import { demand } from "./rules.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Task} Task */
/** @typedef {import("./types.mjs").Doing} Doing */

/** @type {import("./types.mjs").Phase[]} */
const PHASES = ["beginning", "refresh", "plan", "draft", "action"];
const DUTIES = { "discard-spells": "spells", "discard-transmuted": "transmuted", untap: "untap" };

/** Ends the phase. @param {Match} match */
export function end(match) {
  const { law, phase, done } = match;
  if (phase === "refresh") {
    for (const [name, duty] of Object.entries(DUTIES)) {
      if (duty !== "untap" || law.reads("untapping", "must")) demand(done.includes(duty), `turns.${name}`);
    }
  }
  if (phase === "plan" && law.reads("planning", "must")) demand(done.includes("plan"), "turns.one-plan");
  if (phase === "draft" && law.reads("drafting", "must")) {
    demand(done.includes("draft") || draftable(match).length === 0, "turns.one-draft");
  }
  return phase === "action" ? endTurn(match) : nextPhase(match);
}

/** @param {Match} match @returns {Task} */
function* nextPhase(match) {
  loseEnergy(match);
  match.phase = PHASES[PHASES.indexOf(match.phase) + 1];
  match.done = [];
  match.attacked = [];
  if (match.phase === "refresh" && match.law.reads("refresh-order", "as-listed")) {
    for (const duty of Object.keys(DUTIES)) doDuty(match, /** @type {keyof typeof DUTIES} */ (duty));
  }
}

/** @param {Match} match */
function loseEnergy(match) {
  for (const player of match.players) player.energy = 0;
}

/** Ends the turn, and with it all that holds until then. @param {Match} match @returns {Task} */
export function* endTurn(match) {
  loseEnergy(match);
  match.attack = null;
  match.attacked = [];
  match.done = [];
  match.lasting = [];
  const lasts = (/** @type {{until?: number}} */ { until }) => until !== undefined && until !== match.active;
  for (const thing of match.things) {
    thing.changes = thing.changes.filter(lasts);
    if (thing.lent && !lasts(thing.lent)) {
      thing.controller = thing.lent.to;
      thing.lent = null;
    }
    thing.used = [];
    if (match.law.reads("gained", "until-turn-end")) thing.gained = [];
    if (match.law.reads("next-attack", "until-turn-end")) thing.nextAttack = 0;
    if (match.law.reads("damage-stays", "until-turn-end")) thing.damage = 0;
  }
  if (match.law.reads("draft-refill", "at-turn-end")) fillRow(match);
  checkLife(match);
  yield* startTurn(match, following(match, match.active));
}

/** @param {Match} match @param {number} player @returns {Task} */
export function* startTurn(match, player) {
  match.turn += 1;
  match.active = player;
  match.phase = "beginning";
  const doings = triggeredByTurn(match);
  if (match.law.reads("beginning-when", "any-moment")) return yield* beginning(match, doings);
  queue(match, doings);
  yield* settle(match);
}

/**
 * The player whose turn it is does the abilities at the beginning of the turn when it likes, and other things between.
 * @param {Match} match
 * @param {Doing[]} left those that are still to come
 * @returns {Task}
 */
export function* beginning(match, left) {
  while (left.length > 0) {
    const answer = yield {
      player: match.active,
      question: { beginning: { cards: left.map((doing) => doing.card) } },
      options: left.map((_, number) => ({ number })),
      kind: "beginning",
      mayStop: false,
      clause: "text.beginning",
    };
    yield* "number" in answer ? begunNow(match, left.splice(answer.number, 1)[0]) : answer;
    yield* settle(match);
  }
}

/** Does an ability that is triggered at the moment that its player picks. @param {Match} match @param {Doing} doing */
function begunNow(match, doing) {
  noteUse(match, doing);
  return perform(match, doing);
}

/** One of the three things that are done in a Refresh phase. @param {Match} match @param {keyof typeof DUTIES} name */
export function refresh(match, name) {
  demand(match.phase === "refresh", "turns.phases");
  demand(!match.done.includes(DUTIES[name]), `turns.${name}`);
  return (
    /** @returns {Task} */ function* () {
      doDuty(match, name);
    }
  )();
}

/** @param {Match} match @param {keyof typeof DUTIES} name */
function doDuty(match, name) {
  const mine = (/** @type {Thing} */ thing) =>
    thing.controller === match.active || match.law.reads("whose-cards", "everyones");
  const fits = (/** @type {Thing} */ thing) => {
    if (name === "discard-spells") return typeOf(match, thing) === "spell";
    return name === "discard-transmuted" ? thing.faceDown : ["minion", "device"].includes(typeOf(match, thing) ?? "");
  };
  for (const thing of match.things.filter((thing) => mine(thing) && fits(thing))) {
    if (name === "untap") thing.tapped = false;
    else leavePlay(match, thing, "discard");
  }
  match.done.push(DUTIES[name]);
  checkLife(match);
}

/**
 * Draws in the Plan phase, or shuffles instead.
 * @param {Match} match
 * @param {number} by
 * @param {"draw" | "shuffle"} what
 */
export function plan(match, by, what) {
  demand(match.phase === "plan", "turns.phases");
  demand(!match.done.includes("plan"), "turns.one-plan");
  const seat = match.players[by];
  if (what === "shuffle" && match.law.reads("empty-shuffle", "refused"))
    demand(seat.discard.length > 0, "turns.shuffle");
  return planning();

  /** @returns {Task} */
  function* planning() {
    if (what === "draw") drawCards(seat, match.law.planDraw);
    else {
      seat.deck.push(...shuffled(match, `players[${by}].discard`, seat.discard));
      seat.discard = [];
    }
    match.done.push("plan");
  }
}

/** The cards that may be drafted in the Draft phase. @param {Match} match */
export function draftable(match) {
  const bases = match.law.reads("draft-bases", "included") ? Object.keys(match.bases) : [];
  const cards = [...new Set([...match.row, ...bases])];
  if (match.law.reads("draft-cost", "free")) return cards;
  return cards.filter((card) => costOf(match, match.active, card) <= match.players[match.active].energy);
}

/** Drafts a card in the Draft phase. @param {Match} match @param {number} by @param {string} card */
export function draft(match, by, card) {
  demand(match.phase === "draft", "turns.phases");
  demand(match.done.filter((duty) => duty === "draft").length < match.law.drafts, "turns.one-draft");
  demand(draftable(match).includes(card), "turns.draft");
  return drafting();

  /** @returns {Task} */
  function* drafting() {
    if (match.law.reads("draft-cost", "paid")) match.players[by].energy -= costOf(match, by, card);
    takeDrafted(match, card);
    match.players[by].discard.push(card);
    match.done.push("draft");
  }
}
