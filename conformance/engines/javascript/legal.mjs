// All actions that would be accepted now. Every action that could be meant is tried, and those that pass are listed.

import { activatable, hostsFor } from "./play.mjs";
import { isMinion } from "./cards.mjs";
import { mayReact, prepare } from "./match.mjs";
import { Rejected } from "./rules.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Target} Target */

const MOST_ORDERED = 5; // attackers; with more, only single ones and all together are listed

/** @param {Match} match @returns {{by: number, do: any}[]} */
export function legalActions(match) {
  return match.players.flatMap((_, by) =>
    candidatesOf(match, by)
      .filter((action) => isAccepted(match, by, action))
      .map((action) => ({ by, do: action })),
  );
}

/** @param {Match} match @param {number} by @param {any} action */
function isAccepted(match, by, action) {
  try {
    prepare(match, by, action);
    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}

/** @param {Match} match @param {number} by @returns {any[]} */
function candidatesOf(match, by) {
  const { pending } = match;
  if (match.phase === "over") return [];
  if (match.phase === "start") return by === 0 ? [{ begin: {} }] : [];
  if (pending && !["react", "beginning"].includes(pending.kind)) {
    if (pending.player !== by) return [];
    if (pending.kind === "may") return [{ accept: {} }, { decline: {} }];
    return [...pending.options.map((pick) => ({ pick })), ...(pending.mayStop ? [{ done: {} }] : [])];
  }
  const activations = match.things.flatMap((thing) =>
    activatable(match, thing).map((_, ability) => ({ activate: { object: thing.id, ability } })),
  );
  if (mayReact(match, by)) return [{ done: {} }, ...plays(match, by), ...activations, ...defences(match)];
  if (pending?.kind === "react" || by !== match.active) return activations;
  const simple = ["end", "discard-spells", "discard-transmuted", "untap", "draw", "shuffle"].map((name) => ({
    [name]: {},
  }));
  const cards = [...new Set([...match.row, ...Object.keys(match.bases)])];
  const hand = [...new Set(match.players[by].hand)];
  return [
    ...simple,
    ...(pending?.options ?? []).map((pick) => ({ pick })),
    ...cards.map((card) => ({ draft: { card } })),
    ...plays(match, by),
    ...activations,
    ...hand.map((card) => ({ transmute: { card } })),
    ...match.things.map((thing) => ({ transmute: { object: thing.id } })),
    ...attacks(match, by),
  ];
}

/** @param {Match} match @param {number} by */
function plays(match, by) {
  const { hand, discard } = match.players[by];
  const from = (/** @type {string[]} */ pile, /** @type {object} */ more) =>
    [...new Set(pile)].flatMap((card) => {
      if (match.cards[card].type !== "enchantment") return [{ play: { card, ...more } }];
      return hostsFor(match, by).map((host) => ({ play: { card, on: host.id, ...more } }));
    });
  return [...from(hand, {}), ...from(discard, { from_discard: true })];
}

/** @param {Match} match */
function defences(match) {
  const { attack } = match;
  if (!attack) return [];
  const whole = match.law.reads("defended", "declared-target");
  const against = whole ? attack.targets : attack.attackers.map((object) => ({ object }));
  return match.things.flatMap((thing) => against.map((target) => ({ defend: { with: thing.id, against: target } })));
}

/** @param {Match} match @param {number} by */
function attacks(match, by) {
  if (match.phase !== "action") return [];
  const minions = match.things
    .filter((thing) => isMinion(match, thing) && thing.controller === by)
    .map((thing) => thing.id);
  const groups = minions.length > MOST_ORDERED ? [[], ...minions.map((id) => [id]), minions] : groupsOf(minions);
  return targetsOf(match, by).flatMap((targets) => groups.map((group) => ({ attack: { targets, with: group } })));
}

/**
 * Every choice of some of the names, in the order in which the cards entered play.
 * @param {string[]} names
 * @returns {string[][]}
 */
function groupsOf(names) {
  if (names.length === 0) return [[]];
  const [first, ...others] = names;
  return groupsOf(others).flatMap((group) => [group, [first, ...group]]);
}

/** @param {Match} match @param {number} by @returns {Target[][]} */
function targetsOf(match, by) {
  /** @type {Target[][]} */
  const single = [
    ...match.players.map((_, player) => [{ player }]),
    ...match.things.map((thing) => [{ object: thing.id }]),
  ];
  if (!match.law.reads("several-devices", "several")) return single;
  const several = match.players.flatMap((_, player) =>
    groupsOf(match.things.filter((thing) => thing.controller === player && player !== by).map((thing) => thing.id)),
  );
  return [...single, ...several.filter((ids) => ids.length > 1).map((ids) => ids.map((object) => ({ object })))];
}
