// Piles: picking from hands and decks, revealing, and putting cards from a pile into play.

import { drawCards, fillRow, picked as pickedByChance, takeOut, toHand } from "./basics.mjs";
import { costOf, isKnown } from "./cards.mjs";
import { askPick } from "./abilities.mjs";
import { enterPlay, hostsFor } from "./play.mjs";
import { pickCards, pickQuestion } from "./targets.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Doing} Doing */
/** @typedef {import("./types.mjs").Place} Place */
/** @typedef {import("./types.mjs").Task} Task */

/** @param {Match} match @param {number} player @param {number} number */
export function drawFor(match, player, number) {
  const drawn = drawCards(match.players[player], number);
  recountHand(match, player);
  return drawn;
}

/**
 * @param {Match} match
 * @param {Doing} doing
 * @param {number} player
 * @param {number} number
 * @param {boolean} [youPick]
 * @returns {Task}
 */
export function* pickFromHand(match, doing, player, number, youPick) {
  const { hand } = match.players[player];
  if (!youPick || player === doing.by)
    return yield* pickCards(match, doing, hand, { player, to: "discard", most: number, clause: "text.discard" });
  const open = match.shown.some((shown) => shown.place === "hand" && shown.player === player);
  if (match.law.reads("blind-pick", "by-chance") && !open) {
    return null; // chance picks when the cards are discarded
  }
  /** @type {import("./types.mjs").Shown} */
  const seen = { player, place: "hand", count: hand.length, to: doing.by };
  if (!open && hand.length > 0) match.shown.push(seen);
  return yield* pickCards(match, doing, hand, { to: "discard", most: number, clause: "text.discard" });
}

/** Cards of a hand that are picked at random. @param {Match} match @param {number} player @param {number} number */
export function byChance(match, player, number) {
  const rest = [...match.players[player].hand];
  /** @type {string[]} */
  const cards = [];
  while (cards.length < number && rest.length > 0) {
    const card = (new Set(rest).size > 1 && pickedByChance(match, `players[${player}].hand`)) || rest[0];
    takeOut(rest, card);
    cards.push(card);
  }
  return cards;
}

/**
 * Shows cards until the ability is done.
 * @param {Match} match
 * @param {Doing} doing
 * @param {number} player
 * @param {Place} place
 * @param {number} count
 */
export function show(match, doing, player, place, count) {
  const shown = { player, place, count, ...(match.law.reads("revealed-to", "player-alone") && { to: doing.by }) };
  match.shown.push(shown);
  doing.shows.push(shown);
}

/**
 * Revealed cards on top of a deck have been moved.
 * @param {Match} match
 * @param {Doing} doing
 * @param {number} player
 * @param {number} number
 */
export function fromTop(match, doing, player, number) {
  if (player !== doing.by) return;
  doing.revealed = Math.max(doing.revealed - number, 0);
  for (const shown of doing.shows) if (shown.place === "deck") shown.count = doing.revealed;
  match.shown = match.shown.filter((shown) => shown.count > 0);
}

/** A hand that is shown is shown as a whole. @param {Match} match @param {number} player */
export function recountHand(match, player) {
  for (const shown of match.shown)
    if (shown.place === "hand" && shown.player === player) shown.count = match.players[player].hand.length;
  match.shown = match.shown.filter((shown) => shown.count > 0);
}

/**
 * Lets the player see a deck while it picks from it.
 * @param {Match} match
 * @param {Doing} doing
 * @param {Place} place
 * @param {Task} picking
 * @returns {Task}
 */
export function* peeking(match, doing, place, picking) {
  const step = picking.next();
  if (step.done) return step.value;
  if (place !== "deck" && place !== "draft-deck") return yield* resumed(picking, step.value);
  // a scenario that begins here has the deck among what is shown
  const shown = doing.resumed && match.shown.find((shown) => shown.place === place && shown.to === doing.by);
  const seen = shown || { player: doing.by, place, count: pileOf(match, doing.by, place).length, to: doing.by };
  if (!shown) match.shown.push(seen);
  const result = yield* resumed(picking, step.value);
  match.shown = match.shown.filter((shown) => shown !== seen);
  return result;
}

/** Goes on with a task that has asked its first question. @param {Task} task @param {any} question @returns {Task} */
function* resumed(task, question) {
  for (;;) {
    const step = task.next(yield question);
    if (step.done) return step.value;
    question = step.value;
  }
}

/** @param {Match} match @param {number} player @param {Place} place */
export function pileOf(match, player, place) {
  const { hand, deck, discard } = match.players[player];
  return { hand, deck, discard, "draft-deck": match.draftDeck, "draft-row": match.row }[place];
}

/** Puts a card on a pile. @param {Match} match @param {number} player @param {string} card @param {Place} to */
export function put(match, player, card, to) {
  const seat = match.players[player];
  if (to === "hand") toHand(seat, [card]);
  else if (to === "deck") seat.deck.unshift(card);
  else seat.discard.push(card);
}

/**
 * Puts a card of a pile into play, if there is one that can enter.
 * @param {Match} match
 * @param {Doing} doing
 * @param {string[]} open the cards that may be picked
 * @param {string[]} pile
 * @param {{to: string, paying: boolean, owner: number}} how
 * @returns {Task}
 */
export function* enterFrom(match, doing, open, pile, { to, paying, owner }) {
  const player = doing.by;
  const hosts = hostsFor(match, player).map((thing) => ({ object: thing.id }));
  const fits = (/** @type {string} */ card) =>
    isKnown(match, card) && (match.cards[card].type !== "enchantment" || hosts.length > 0);
  const [card] = yield* pickCards(match, doing, open, { to, most: 1, clause: "text.enter", fits });
  if (card === undefined) return false;
  const enchantment = match.cards[card].type === "enchantment";
  const host = enchantment
    ? yield* askPick(match, player, pickQuestion(doing, "enter-on", 1, false), hosts, { clause: "play.enchantment" })
    : null;
  if (paying) match.players[player].energy -= costOf(match, player, card);
  takeOut(pile, card);
  if (pile === match.row && match.law.reads("draft-refill", "at-once")) fillRow(match);
  if (pile === match.players[player].deck) fromTop(match, doing, player, 1);
  yield* enterPlay(match, {
    card,
    player,
    owner,
    on: host?.object ?? null,
    played: paying || match.law.reads("free-play", "played"),
  });
  return true;
}
