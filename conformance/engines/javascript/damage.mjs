// Damage: what is about to be done, whether it is redirected, what armor leaves of it, and healing.

import { find, same } from "./basics.mjs";
import { abilitiesOf, hasLife, score, withEnchantments, youOf } from "./cards.mjs";
import { askMay, atOnce, doingOf, mayBeUsed, noteUse, noticeDamage } from "./abilities.mjs";
import { doEffect } from "./effects.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Hit} Hit */
/** @typedef {import("./types.mjs").Task} Task */

/**
 * Does damage, one after another.
 * @param {Match} match
 * @param {Hit[]} hits
 * @returns {Task} how much was done, after armor
 */
export function* doHits(match, hits) {
  let done = 0;
  for (const hit of hits) done += yield* doHit(match, hit);
  return done;
}

/**
 * Does damage to one target, or to another to which it is redirected.
 * @param {Match} match
 * @param {Hit} hit
 * @returns {Task} how much was done, after armor
 */
function* doHit(match, hit) {
  if (hit.amount < 0) {
    healed(match, hit.target, -hit.amount);
    return 0;
  }
  if (hit.amount === 0) return 0;
  while (yield* redirected(match, hit));
  if ("player" in hit.target) {
    const seat = match.players[hit.target.player];
    if (seat.out) return 0;
    seat.life = Math.max(seat.life - hit.amount, 0);
    return hit.amount;
  }
  const thing = find(match, hit.target.object);
  if (!thing || !hasLife(match, thing)) return 0;
  const done = Math.max(hit.amount - score(match, thing, "armor"), 0);
  thing.damage += done;
  if (done > 0 || match.law.reads("no-damage", "triggers")) noticeDamage(match, thing);
  yield* atOnce(match);
  return done;
}

/**
 * Asks the next card that applies to the damage.
 * @param {Match} match
 * @param {Hit} hit
 * @returns {Task} whether it was redirected
 */
function* redirected(match, hit) {
  const thing = "object" in hit.target ? find(match, hit.target.object) : undefined;
  if (!thing || !hasLife(match, thing)) return false;
  if (hit.amount <= score(match, thing, "armor") && !match.law.reads("no-damage", "triggers")) return false;
  const before = hit.target;
  for (const card of withEnchantments(match, thing)) {
    if (hit.asked.includes(card.id)) continue;
    const has = abilitiesOf(match, card).find(({ ability }) => ability.when === "about-to-be-damaged");
    if (!has || !mayBeUsed(card, has)) continue;
    hit.asked.push(card.id);
    const doing = doingOf(match, has, card, youOf(match, card));
    noteUse(match, doing);
    doing.hit = hit;
    const [step] = has.ability.does;
    if (step.may && !(yield* askMay(doing.by, doing.card))) continue;
    yield* doEffect(match, doing, step.effect);
    if (!same(before, hit.target)) return true;
  }
  return false;
}

/**
 * Takes damage away from a target, and says whether there was any.
 * @param {Match} match
 * @param {import("./types.mjs").Choice} target
 * @param {number} number
 */
export function healed(match, target, number) {
  if (target.player !== undefined) {
    const seat = match.players[target.player];
    if (seat.out) return false;
    const most =
      match.law.reads("heal-player", "no-limit") && number < Infinity ? Infinity : Math.max(match.law.life, seat.life);
    const life = Math.min(seat.life + number, most);
    const more = life > seat.life;
    seat.life = life;
    return more;
  }
  const thing = find(match, target.object ?? null);
  if (!thing) return false;
  const damage = Math.max(thing.damage - number, 0);
  const less = damage < thing.damage;
  thing.damage = damage;
  return less;
}
