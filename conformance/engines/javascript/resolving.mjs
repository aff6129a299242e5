// A scenario that begins in the middle of a step: what is still to be done, as the schema `frame` has it.

import { askMay, askOrder, doingOf, perform, settle } from "./abilities.mjs";
import { askStriker, comes, react, resolve, strike } from "./attack.mjs";
import { find } from "./basics.mjs";
import { printed } from "./cards.mjs";
import { doEffect } from "./effects.mjs";
import { pay } from "./play.mjs";
import { beginning, endTurn } from "./turns.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Doing} Doing */
/** @typedef {import("./types.mjs").Hit} Hit */
/** @typedef {import("./types.mjs").Task} Task */

/** What comes only after all abilities that have been triggered. */
const LATER = ["react", "resolve", "striker", "device", "beginning", "turn-ends"];

/**
 * Goes on with what is still to be done.
 * @param {Match} match
 * @param {any[]} frames the next thing first
 * @returns {Task}
 */
export function* resume(match, frames) {
  for (const frame of frames) {
    if (LATER.includes(Object.keys(frame)[0])) yield* settle(match);
    yield* doFrame(match, frame);
  }
}

/** @param {Match} match @param {any} frame @returns {Task} */
function doFrame(match, frame) {
  const [kind] = Object.keys(frame);
  return FRAMES[kind](match, frame[kind]);
}

/** @type {Record<string, (match: Match, frame: any) => Task>} */
const FRAMES = {
  do: (match, doing) => goOn(match, doing, doing.by),
  may: (match, doing) => goOn(match, { ...doing, begun: true }, doing.by),
  pick: (match, { doing, player }) => goOn(match, { ...doing, begun: true, agreed: true }, player),

  *react(match) {
    if (match.attack) yield* react(match, match.attack);
  },

  *resolve(match, { hits = [], tapped = [] }) {
    if (match.attack) yield* resolve(match, match.attack, hits.map(hitOf), [...tapped]);
  },

  *striker(match) {
    const { attack } = match;
    if (!attack) return;
    const thing = yield* comes(match, attack, yield* askStriker(match, attack));
    yield* resolve(match, attack, thing ? yield* strike(match, attack, thing) : []);
  },

  *device(match, { attacker, hits = [], tapped = [] }) {
    const { attack } = match;
    const thing = find(match, attacker);
    if (!attack || !thing) return;
    const more = yield* strike(match, attack, thing);
    yield* resolve(match, attack, [...hits.map(hitOf), ...more], [...tapped]);
  },

  *redirect(match, { doing: under, may, then }) {
    const doing = resumed(match, under);
    const hits = then && /** @type {any} */ (Object.values(then)[0]).hits.map(hitOf);
    doing.hit = hits ? hits[0] : null;
    if (!may || (yield* askMay(doing.by, doing.card))) yield* doEffect(match, doing, doing.steps[0].effect);
    if (then) yield* doFrame(match, { [Object.keys(then)[0]]: { ...Object.values(then)[0], hits } });
  },

  *beginning(match, doings) {
    yield* beginning(
      match,
      doings.map((/** @type {any} */ doing) => resumed(match, doing)),
    );
  },

  *order(match, doings) {
    const left = doings.map((/** @type {any} */ doing) => resumed(match, doing));
    while (left.length > 0) yield* perform(match, left.splice(yield* askOrder(match, left), 1)[0]);
  },

  "turn-ends": (match) => endTurn(match),
};

/** @param {any} hit @returns {Hit} */
function hitOf(hit) {
  return { ...hit, asked: [...(hit.asked ?? [])] };
}

/**
 * Goes on with an ability. If it asks for a card to be discarded, that comes first.
 * @param {Match} match
 * @param {any} under
 * @param {number} player who discards the card
 * @returns {Task}
 */
function* goOn(match, under, player) {
  const doing = resumed(match, under);
  const { when } = abilityOf(match, under).ability;
  if (when.discarding && !under.paid && doing.step === 0) {
    match.given = under.picked ?? [];
    yield* pay(match, doing, player, when.discarding.sort);
    doing.resumed = null;
  }
  yield* perform(match, doing);
}

/** @param {Match} match @param {any} under @returns {import("./types.mjs").Has} */
function abilityOf(match, { card, ability: index = 0 }) {
  return { card, index, ability: /** @type {any} */ (printed(match, card))[index] };
}

/** An ability under way. @param {Match} match @param {any} under @returns {Doing} */
function resumed(match, under) {
  const { by, source, step = 0, that = null, player = null, moved, dealt = 0, done = false, held = false } = under;
  const doing = doingOf(match, abilityOf(match, under), find(match, source ?? null) ?? null, by);
  const last = player !== null && (under.player_last || that === null) ? { player } : that !== null && { object: that };
  return Object.assign(doing, {
    step,
    that: last || null,
    thatCard: that,
    player,
    moved: moved ? { name: moved[0], owner: moved[1], to: "hand" } : null, // only a text that returns a card moves one
    dealt,
    done,
    held,
    was: held,
    revealed: under.revealed ?? 0,
    shows: match.shown.filter((shown) => shown.to === undefined || match.law.reads("revealed-to", "player-alone")),
    resumed: {
      agreed: under.agreed ?? false,
      begun: under.begun ?? false,
      sorted: under.sorted ?? false,
      picked: under.picked ?? [],
      applied: under.applied ?? 0,
      enough: under.enough ?? false,
      hits: (under.hits ?? []).map(hitOf),
    },
  });
}
