// What each player sees of a position.

import { stateOf } from "./basics.mjs";

/** @typedef {import("./types.mjs").Match} Match */

/** What the players see, in the order in which they sit. @param {Match} match */
export function viewsOf(match) {
  return match.players.map((_, viewer) => viewOf(match, viewer));
}

/** @param {Match} match @param {number} viewer */
function viewOf(match, viewer) {
  const { shown: _, players, objects, draft_deck, ...open } = stateOf(match);
  return {
    ...open,
    players: players.map((player, i) => ({
      ...player,
      deck: topOf(match, viewer, i, "deck", player.deck),
      hand: handOf(match, viewer, i),
      discard: discardOf(match, viewer, i),
    })),
    objects: { ...objects, all: objects.all.map((object) => seen(match, viewer, object)) },
    draft_deck: topOf(match, viewer, null, "draft-deck", draft_deck),
  };
}

/**
 * The revealed cards on top of a deck.
 * @param {Match} match
 * @param {number} viewer
 * @param {number | null} player
 * @param {string} place
 * @param {string[]} pile
 */
function topOf(match, viewer, player, place, pile) {
  const shown = match.shown.filter(
    (one) => one.place === place && (player === null || one.player === player) && (one.to ?? viewer) === viewer,
  );
  const count = Math.max(0, ...shown.map((one) => one.count));
  return { count: pile.length, cards: count > 0 ? pile.slice(0, count) : null };
}

/** @param {Match} match @param {number} viewer @param {number} player */
function handOf(match, viewer, player) {
  const { hand } = match.players[player];
  const shown = match.shown.some(
    (one) => one.place === "hand" && one.player === player && (one.to ?? viewer) === viewer,
  );
  const open = viewer === player || shown || match.law.reads("hands-hidden", "open");
  return { count: hand.length, cards: open ? [...hand] : null };
}

/** @param {Match} match @param {number} viewer @param {number} player */
function discardOf(match, viewer, player) {
  const { discard } = match.players[player];
  const open = viewer === player || match.law.reads("discard-seen", "everybody");
  return discard.map((card, i) => (open || i === discard.length - 1 ? card : "?"));
}

/** @param {Match} match @param {number} viewer @param {any} object */
function seen(match, viewer, object) {
  if (!object.is.transmuted || object.controller === viewer || match.law.reads("transmuted-seen", "everybody"))
    return object;
  return { ...object, is: { ...object.is, transmuted: "?" } };
}
