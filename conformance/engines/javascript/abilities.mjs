// Abilities: questions, the steps of an ability one after another, and what triggers abilities.
//
// Whatever takes time is a generator. It yields a question and goes on when the answer comes, so that an action that
// asks ten things reads like one that asks nothing.

import { find } from "./basics.mjs";
import { abilitiesOf, isMinion, isOfSort, printed, score, thingIsOfSort, withEnchantments, youOf } from "./cards.mjs";
import { doEffect, doRest } from "./effects.mjs";
import { checkLife } from "./ending.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Doing} Doing */
/** @typedef {import("./types.mjs").Choice} Choice */
/** @typedef {import("./types.mjs").Task} Task */
/** @typedef {import("./types.mjs").Has} Has */

/** Thrown when the player whose turn it is is out, and nothing is under way that has to be completed first. */
export class TurnCut extends Error {}

/**
 * Asks a player whether to do what may be done.
 * @param {number} player
 * @param {string} card
 * @returns {Task} true or false
 */
export function* askMay(player, card) {
  return yield { player, question: { may: { card } }, options: [], kind: "may", mayStop: false, clause: "text.may" };
}

/**
 * Asks a player to pick. A question with a single answer is not asked, unless the player may stop.
 * @param {Match} match
 * @param {number} player
 * @param {any} question
 * @param {Choice[]} options
 * @param {{mayStop?: boolean, clause: string}} more
 * @returns {Task} the choice, or null if the player picks no more
 */
export function* askPick(match, player, question, options, { mayStop = false, clause }) {
  if (options.length === 0) return null;
  if (match.given.length > 0) return match.given.shift();
  if (options.length === 1 && !mayStop) return options[0];
  return yield { player, question, options, kind: "pick", mayStop, clause };
}

/**
 * An ability that begins now.
 * @param {Match} match
 * @param {Has} has
 * @param {Thing | null} source
 * @param {number} by
 * @param {number} [event]
 * @returns {Doing}
 */
export function doingOf(match, { card, index, ability }, source, by, event = 0) {
  const self =
    source && (source.on ?? (isMinion(match, source) || match.cards[source.name].type === "device" ? source.id : null));
  return {
    by,
    card,
    index,
    source,
    self: self ?? null,
    steps: ability.does,
    step: 0,
    resumed: null,
    event,
    that: null,
    thatCard: null,
    player: null,
    moved: null,
    dealt: 0,
    done: false,
    held: true,
    was: false,
    revealed: 0,
    shows: [],
    hit: null,
  };
}

/** Does all steps of an ability. @param {Match} match @param {Doing} doing @returns {Task} */
export function* perform(match, doing) {
  if (doing.resumed && doing.resumed.hits.length > 0) {
    yield* doRest(match, doing);
    if (match.law.reads("life-checked", "at-once")) checkLife(match);
  }
  for (; doing.step < doing.steps.length; doing.step += 1) {
    const step = doing.steps[doing.step];
    if (match.players[doing.by].out) break;
    if (step.effect.deals) continue; // says how much damage the attack does, when it does it
    yield* doStep(match, doing, step);
    if (match.law.reads("life-checked", "at-once")) checkLife(match);
  }
  match.shown = match.shown.filter((shown) => !doing.shows.includes(shown));
  if (match.law.reads("life-checked", "after-ability")) checkLife(match);
}

/** @param {Match} match @param {Doing} doing @param {import("./types.mjs").Step} step @returns {Task} */
function* doStep(match, doing, step) {
  const { resumed } = doing;
  if (resumed?.begun) Object.assign(doing, { held: true, was: step.only !== "otherwise" });
  else if (step.only !== "same") doing.held = holds(match, doing, step.only);
  const agreed = doing.held && (!step.may || resumed?.agreed || (yield* askMay(doing.by, doing.card)));
  if (resumed) match.given = [...resumed.picked, ...(resumed.enough ? [null] : [])];
  doing.done = Boolean(agreed && (yield* doEffect(match, doing, step.effect)));
  doing.resumed = null;
}

/** Whether what a step depends on is so. @param {Match} match @param {Doing} doing @param {any} only */
function holds(match, doing, only) {
  if (!only) return true;
  if (only === "done") return doing.done;
  if (only === "otherwise") return !doing.was;
  const revealed = doing.revealed > 0 ? match.players[doing.by].deck[0] : undefined;
  doing.was = revealed !== undefined && isOfSort(match, revealed, only.is);
  return doing.was;
}

/** What is printed on a card about being played. @param {Match} match @param {string} name @returns {Has[]} */
export function playedAbilities(match, name) {
  return (printed(match, name) ?? [])
    .map((ability, index) => ({ card: name, index, ability }))
    .filter(({ ability }) => ability.when === "played");
}

/**
 * The abilities that an event triggers. Cards are in the order in which they entered play.
 * @param {Match} match
 * @param {Thing[]} things the cards whose abilities may be triggered
 * @param {(when: any, thing: Thing) => unknown} fits
 * @returns {Doing[]}
 */
function triggered(match, things, fits) {
  match.events += 1;
  return things.flatMap((thing) =>
    abilitiesOf(match, thing)
      .filter((has) => fits(has.ability.when, thing) && !has.ability.does.every((step) => step.effect.deals))
      .filter((has) => mayBeUsed(thing, has))
      .map((has) => doingOf(match, has, thing, youOf(match, thing), match.events)),
  );
}

/**
 * Notes the abilities that an event triggers, which wait until nothing else is under way.
 * @param {Match} match
 * @param {Thing[]} things
 * @param {(when: any, thing: Thing) => unknown} fits
 */
function notice(match, things, fits) {
  queue(match, triggered(match, things, fits));
}

/** Lets triggered abilities wait for their turn. @param {Match} match @param {Doing[]} doings */
export function queue(match, doings) {
  for (const doing of doings) noteUse(match, doing);
  match.waiting.push(...doings);
}

/** Whether an ability may be activated or triggered again in this turn. @param {Thing} thing @param {Has} has */
export function mayBeUsed(thing, { card, index }) {
  return !thing.used.some((one) => one.card === card && one.ability === index);
}

/** Notes that an ability has been activated or triggered. @param {Match} match @param {Doing} doing */
export function noteUse(match, { source, card, index }) {
  if (match.law.reads("repeated", "once-a-turn")) source?.used.push({ card, ability: index });
}

/** A card has entered play. @param {Match} match @param {Thing} entered */
export function noticeEntering(match, entered) {
  const { law } = match;
  const others = law.reads("enters-itself", "others");
  notice(
    match,
    match.things,
    (when, thing) =>
      when.enters && thingIsOfSort(match, entered, when.enters) && !(others && thing === entered) && isMeant(thing),
  );

  /** @param {Thing} thing */
  function isMeant(thing) {
    return law.reads("enters-whose", "anyones") || youOf(match, thing) === entered.controller;
  }
}

/** A player has played a card. @param {Match} match @param {number} player @param {string} name */
export function noticePlaying(match, player, name) {
  notice(
    match,
    match.things,
    (when, thing) => when.plays && youOf(match, thing) === player && isOfSort(match, name, when.plays),
  );
}

/** A card has been damaged. @param {Match} match @param {Thing} damaged */
export function noticeDamage(match, damaged) {
  if (damaged.damage >= score(match, damaged, "life") && match.law.reads("lethal-damage", "no-trigger")) return;
  notice(match, withEnchantments(match, damaged), (when) => when === "damaged");
}

/** Minions attack. @param {Match} match @param {string[]} ids */
export function noticeAttack(match, ids) {
  const attackers = match.things.filter(
    (thing) => ids.includes(thing.id) || (thing.on !== null && ids.includes(thing.on)),
  );
  notice(match, attackers, (when) => when === "attacks");
}

/** The abilities that the beginning of a turn triggers. @param {Match} match */
export function triggeredByTurn(match) {
  const every = match.law.reads("beginning-whose", "every-turn");
  return triggered(
    match,
    match.things,
    (when, thing) => when === "beginning" && (every || youOf(match, thing) === match.active),
  );
}

/** With one reading, triggered abilities do not wait. @param {Match} match @returns {Task} */
export function* atOnce(match) {
  if (match.law.reads("trigger-inside", "at-once")) yield* doWaiting(match);
}

/** Does what has been triggered, once nothing else is under way. @param {Match} match @returns {Task} */
export function* settle(match) {
  yield* doWaiting(match, () => {
    if (match.players[match.active].out) throw new TurnCut();
  });
}

/** @param {Match} match @param {() => void} [between] @returns {Task} */
function* doWaiting(match, between = () => {}) {
  for (;;) {
    between();
    if (match.waiting.length === 0) return;
    const at = match.law.reads("trigger-order", "player-picks") ? yield* askOrder(match, together(match)) : 0;
    const [doing] = match.waiting.splice(at, 1);
    yield* perform(match, doing);
  }
}

/** The abilities of the same event that come next. @param {Match} match */
function together(match) {
  return match.waiting.filter((doing) => doing.event === match.waiting[0].event);
}

/**
 * The player whose turn it is picks one of several abilities.
 * @param {Match} match
 * @param {Doing[]} doings
 * @returns {Task}
 */
export function* askOrder(match, doings) {
  const options = doings.map((_, number) => ({ number }));
  const question = { trigger: { cards: doings.map((doing) => doing.card) } };
  return (yield* askPick(match, match.active, question, options, { clause: "text.completely" })).number;
}

/** The card that has an ability, if it is still in play. @param {Match} match @param {Doing} doing */
export function sourceInPlay(match, doing) {
  return doing.source && find(match, doing.source.id);
}
