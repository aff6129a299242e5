// Targets: what a text allows to be picked, and the picking.

import { areOpponents, find, same } from "./basics.mjs";
import { costOf, counted, hasLife, typeOf } from "./cards.mjs";
import { askPick } from "./abilities.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Doing} Doing */
/** @typedef {import("./types.mjs").Target} Target */
/** @typedef {import("./types.mjs").Choice} Choice */
/** @typedef {import("./types.mjs").Task} Task */

/**
 * A number that a text gives, as it is now.
 * @param {Match} match
 * @param {Doing} doing
 * @param {any} amount
 * @returns {number}
 */
export function amountOf(match, doing, amount) {
  if (amount === "damage-taken") return doing.dealt;
  if (amount === "its-cost") return doing.moved ? meantCost(match, doing, doing.moved.name) : 0;
  return (
    amount.number ??
    counted(match, amount.count, { by: doing.by, self: doing.self, that: doing.thatCard, source: doing.source })
  );
}

/** The cost of a card that a text mentions. @param {Match} match @param {Doing} doing @param {string} name */
function meantCost(match, doing, name) {
  return match.law.reads("cost-meant", "now") ? costOf(match, doing.by, name) : (match.cards[name].cost ?? 0);
}

/**
 * Whether the cost of a card is what a text asks for.
 * @param {Match} match
 * @param {Doing} doing
 * @param {string} name
 * @param {any} cost
 */
export function costFits(match, doing, name, cost) {
  if (!cost) return true;
  const meant = meantCost(match, doing, name);
  if (cost.exactly) return meant === amountOf(match, doing, cost.exactly);
  if (!doing.moved) return false;
  const moved = meantCost(match, doing, doing.moved.name);
  return cost === "same" ? meant === moved : meant <= moved + cost["at-most-more"];
}

/**
 * The players whom a text names, in the order in which they sit.
 * @param {Match} match
 * @param {Doing} doing
 * @param {string} who
 * @returns {number[]}
 */
export function playersOf(match, doing, who) {
  const all = match.players.map((_, i) => i).filter((i) => !match.players[i].out);
  if (who === "every") return all;
  if (who === "opponents") return all.filter((i) => areOpponents(match, i, doing.by));
  const one = who === "you" ? doing.by : who === "that" ? doing.player : (doing.moved?.owner ?? null);
  return all.filter((i) => i === one);
}

/** What a text allows to be picked. @param {Match} match @param {Doing} doing @param {any} some @returns {Target[]} */
export function candidates(match, doing, some) {
  const { of: kinds, whose, another, cost } = some;
  const fits = (/** @type {number} */ player) => {
    if (whose === "yours") return player === doing.by;
    return whose !== "opponents" || areOpponents(match, player, doing.by);
  };
  const excluded = (/** @type {Target} */ target) =>
    another && ((doing.that && same(doing.that, target)) || same({ object: doing.self ?? "" }, target));
  /** @type {Target[]} */
  const found = [];
  const noDevices = kinds.includes("non-device") && match.law.reads("non-device", "player-too");
  if (!cost && (kinds.includes("player") || kinds.includes("target") || noDevices)) {
    match.players.forEach((seat, player) => !seat.out && fits(player) && found.push({ player }));
  }
  for (const thing of match.things) {
    if (!kinds.some((/** @type {string} */ kind) => isKind(match, thing, kind)) || !fits(thing.controller)) continue;
    if (cost && (thing.faceDown || !costFits(match, doing, thing.name, cost))) continue;
    found.push({ object: thing.id });
  }
  return found.filter((target) => !excluded(target));
}

/** @param {Match} match @param {Thing} thing @param {string} kind */
function isKind(match, thing, kind) {
  if (kind === "card") return true;
  if (kind === "target") return hasLife(match, thing);
  if (kind === "non-device") return hasLife(match, thing) && typeOf(match, thing) !== "device";
  return typeOf(match, thing) === kind;
}

/** Whether a target is still there. @param {Match} match @param {Choice} target */
export function isThere(match, target) {
  return target.player !== undefined
    ? !match.players[target.player].out
    : find(match, target.object ?? null) !== undefined;
}

/** What "that" means from now on. @param {Doing} doing @param {Choice} choice */
export function remember(doing, choice) {
  doing.that = choice;
  if (choice.player !== undefined) doing.player = choice.player;
  if (choice.object !== undefined) doing.thatCard = choice.object;
}

/**
 * Does something to each of the targets of a step. All of them are picked first, unless a reading says otherwise.
 * @param {Match} match
 * @param {Doing} doing
 * @param {any} targets by the schema `tree`
 * @param {string} verb what they are picked for
 * @param {(targets: Target[]) => Task} apply
 * @returns {Task} whether something was done
 */
export function* forTargets(match, doing, targets, verb, apply) {
  if (!targets.some) {
    const known = fixedTarget(doing, targets, verb);
    return known && isThere(match, known) ? yield* apply([known]) : false;
  }
  if (targets.some.number === "all") {
    const all = candidates(match, doing, targets.some);
    return all.length > 0 && (yield* apply(all));
  }
  const each = match.law.reads("picked", "each-at-once");
  /** @type {Target[]} */
  const chosen = [];
  const applied = doing.resumed?.applied ?? 0;
  let done = applied > 0 && doing.done;
  // what "another" excludes is fixed when the step comes
  const open = candidates(match, doing, targets.some);
  const upTo = targets.some.number["up-to"];
  const most = amountOf(match, doing, upTo ?? targets.some.number.exactly);
  while (chosen.length < most) {
    const options = open.filter((option) => !chosen.some((one) => same(one, option)) && isThere(match, option));
    const left = Math.min(most - chosen.length, options.length);
    const mayStop = Boolean(upTo) && !(chosen.length === 0 && match.law.reads("up-to-none", "at-least-one"));
    if (options.length === 0) break;
    const choice = yield* askPick(match, doing.by, pickQuestion(doing, verb, left, mayStop), options, {
      mayStop,
      clause: verb === "gain" ? "text.gain" : "text.targets",
    });
    if (!choice) break;
    chosen.push(choice);
    remember(doing, choice);
    if (each && chosen.length > applied) done = (yield* apply([choice])) || done;
  }
  match.given = [];
  if (!each && chosen.length > 0) done = yield* apply(chosen);
  return done;
}

/** @param {Doing} doing @param {string} targets @param {string} verb @returns {Target | null} */
function fixedTarget(doing, targets, verb) {
  if (targets === "this") return doing.self !== null ? { object: doing.self } : null;
  if (targets === "that-player") return doing.player !== null ? { player: doing.player } : null;
  if (verb === "damage" || verb === "heal" || verb === "redirect") return /** @type {Target | null} */ (doing.that);
  return doing.thatCard !== null ? { object: doing.thatCard } : null; // only cards are tapped, changed and so on
}

/** @param {Doing} doing @param {string} to @param {number} left @param {boolean} mayStop */
export function pickQuestion(doing, to, left, mayStop) {
  return { pick: { card: doing.card, to, left, may_stop: mayStop } };
}

/**
 * Lets a player pick cards of a pile, one after another.
 * @param {Match} match
 * @param {Doing} doing
 * @param {string[]} pile
 * @param {{player?: number, to: string, most: number, mayStop?: boolean, clause: string, fits?: (name: string) => boolean, each?: (name: string) => void}} how
 * @returns {Task} the names, in the order in which they were picked
 */
export function* pickCards(
  match,
  doing,
  pile,
  { player = doing.by, to, most, mayStop = false, clause, fits = () => true, each = () => {} },
) {
  const rest = pile.filter(fits);
  /** @type {string[]} */
  const chosen = [];
  while (chosen.length < most && rest.length > 0) {
    const options = [...new Set(rest)].sort().map((card) => ({ card }));
    const left = Math.min(most - chosen.length, options.length); // copies of a card count as one
    const choice = yield* askPick(match, player, pickQuestion(doing, to, left, mayStop), options, { mayStop, clause });
    if (!choice) break;
    chosen.push(choice.card);
    each(choice.card);
    rest.splice(rest.indexOf(choice.card), 1);
  }
  return chosen;
}
