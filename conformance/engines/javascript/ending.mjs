// Lost life, players who are out, and the end of the match.

import { find } from "./basics.mjs";
import { score, hasLife } from "./cards.mjs";
import { leavePlay } from "./play.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */

/** Thrown when the match ends: whatever is under way ends with it. */
export class MatchOver extends Error {}

/** Players check whose life is gone: first the cards, until none is left, and then the players. @param {Match} match */
export function checkLife(match) {
  for (;;) {
    while (discardDead(match));
    const gone = match.law.reads("without-life", "out")
      ? match.players.findIndex((player) => player.life <= 0 && !player.out)
      : -1;
    if (gone < 0) break;
    goOut(match, gone);
  }
  checkLast(match);
}

/** @param {Match} match */
function discardDead(match) {
  const dead = match.things.filter((thing) => hasLife(match, thing) && thing.damage >= score(match, thing, "life"));
  for (const thing of dead)
    if (find(match, thing.id))
      leavePlay(match, thing, match.law.reads("no-life", "out-of-match") ? "nowhere" : "discard");
  return dead.length > 0;
}

/** @param {Match} match @param {number} player */
function goOut(match, player) {
  const seat = match.players[player];
  seat.out = true;
  seat.energy = 0;
  if (match.law.reads("dead-piles", "removed")) Object.assign(seat, { hand: [], deck: [], discard: [] });
  if (!match.law.reads("dead-cards", "removed")) return;
  const all = [...match.things];
  for (const thing of all
    .filter((one) => one.owner === player)
    .sort((a, b) => Number(b.on !== null) - Number(a.on !== null))) {
    if (find(match, thing.id)) leavePlay(match, thing, "nowhere");
  }
  for (const thing of all.filter((one) => one.controller === player)) {
    if (find(match, thing.id)) leavePlay(match, thing, "discard");
  }
}

/** @param {Match} match */
function checkLast(match) {
  const alive = match.players.filter((player) => player.life > 0);
  if (new Set(alive.map((player) => player.alliance)).size > 1) return;
  let last = alive[0]?.alliance;
  if (last === undefined && match.law.reads("both-gone", "whose-turn")) last = match.players[match.active].alliance;
  match.over = { winners: match.players.flatMap((player, i) => (player.alliance === last ? [i] : [])) };
  throw new MatchOver();
}
