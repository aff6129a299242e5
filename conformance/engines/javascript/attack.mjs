// Attacks: what is attacked and with what, how the defending player reacts, and what damage is done.

import { areOpponents, find, nameOfId, same } from "./basics.mjs";
import {
  abilitiesOf,
  hasLife,
  holding,
  isFlying,
  isMinion,
  moreDamage,
  score,
  withEnchantments,
  youOf,
} from "./cards.mjs";
import { askPick, doingOf, noticeAttack, settle } from "./abilities.mjs";
import { doHits } from "./damage.mjs";
import { checkLife } from "./ending.mjs";
import { demand } from "./rules.mjs";
import { amountOf, isThere, pickQuestion } from "./targets.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Attack} Attack */
/** @typedef {import("./types.mjs").Target} Target */
/** @typedef {import("./types.mjs").Task} Task */
/** @typedef {import("./types.mjs").Doing} Doing */
/** @typedef {import("./types.mjs").Hit} Hit */

/** Declares an attack. @param {Match} match @param {number} by @param {{targets: Target[], with: string[]}} action */
export function attack(match, by, { targets, with: attackers }) {
  const { law } = match;
  demand(match.phase === "action", "turns.phases");
  const defending = targets.map((target) => defenderOf(match, by, target));
  demand(targets.length > 0 && defending.every((player) => player === defending[0]), "attack.targets");
  if (targets.length > 1) {
    const several = targets.every(
      (target, i) => "object" in target && targets.findIndex((other) => same(other, target)) === i,
    );
    demand(several && law.reads("several-devices", "several"), "attack.targets");
  }
  demand(attackers.length > 0 || law.reads("no-attackers", "allowed"), "attack.declare");
  demand(new Set(attackers).size === attackers.length, "attack.declare");
  for (const thing of attackers.map((id) => find(match, id))) {
    demand(thing && isMinion(match, thing) && thing.controller === by, "attack.declare");
    if (law.reads("tapped-declared", "refused")) demand(!thing.tapped, "attack.declare");
    if (law.reads("fresh-attacker", "may-not")) demand(thing.since !== match.turn, "attack.declare");
  }
  demand(!targets.some((target) => wasAttacked(match, target)), "attack.same-target");
  return attacking(match, {
    by,
    defending: defending[0],
    targets,
    attackers: [...attackers],
    defenders: [],
    redirected: [],
  });
}

/** Who defends a target, if it may be attacked. @param {Match} match @param {number} by @param {Target} target */
function defenderOf(match, by, target) {
  const allowed = (/** @type {number} */ player) =>
    match.law.reads("attack-ally", "allowed") ? player !== by : areOpponents(match, player, by);
  if ("player" in target) {
    demand(
      match.players[target.player] && !match.players[target.player].out && allowed(target.player),
      "attack.targets",
    );
    return target.player;
  }
  const thing = find(match, target.object);
  demand(thing && hasLife(match, thing) && !isMinion(match, thing) && allowed(thing.controller), "attack.targets");
  return thing.controller;
}

/** @param {Match} match @param {Target} target */
function wasAttacked(match, target) {
  return match.attacked.some((before) => {
    if (same(before, target)) return true;
    if (!match.law.reads("same-again", "same-target") || !("object" in before) || !("object" in target)) return false;
    return !find(match, before.object) && nameOfId(before.object) === nameOfId(target.object);
  });
}

/** @param {Match} match @param {Attack} attack @returns {Task} */
function* attacking(match, attack) {
  match.attack = attack;
  match.attacked.push(...attack.targets);
  const untapped = attack.attackers.filter((id) => find(match, id)?.tapped === false);
  if (match.law.reads("attacks-when", "declared")) noticeAttack(match, untapped);
  yield* settle(match);
  yield* react(match, attack);
}

/** The React subphase, and what comes after it. @param {Match} match @param {Attack} attack @returns {Task} */
export function* react(match, attack) {
  while (!match.players[attack.defending].out) {
    const task = yield {
      player: attack.defending,
      question: { react: {} },
      options: [],
      kind: "react",
      mayStop: true,
      clause: "attack.react",
    };
    if (!task) break;
    yield* task;
    yield* settle(match);
  }
  const { law, players } = match;
  if (law.reads("react-energy", "defenders")) players[attack.defending].energy = 0;
  if (law.reads("react-energy", "everyones")) for (const player of players) player.energy = 0;
  yield* resolve(match, attack);
}

/**
 * Assigns a Minion to defend.
 * @param {Match} match
 * @param {number} by
 * @param {{with: string, against: Target}} action
 */
export function defend(match, by, { with: id, against }) {
  const { attack, law } = match;
  demand(attack, "attack.react");
  const thing = find(match, id);
  demand(thing && isMinion(match, thing) && thing.controller === by, "attack.defend");
  const whole = law.reads("defended", "declared-target");
  if (whole)
    demand(
      attack.targets.some((target) => same(target, against)),
      "attack.defend",
    );
  else demand("object" in against && attack.attackers.includes(against.object), "attack.defend");
  demand(!attack.defenders.some((defender) => defender.with === id), "attack.one-each");
  demand(
    !attack.defenders.some((defender) => same(defender.against, against) && find(match, defender.with)),
    "attack.one-against",
  );
  demand(!thing.tapped, "attack.untapped");
  if ("object" in against && !whole) {
    const attacker = find(match, against.object); // it may have left play
    demand(!attacker || !isFlying(match, attacker) || isFlying(match, thing), "attack.flying");
  }
  return (
    /** @returns {Task} */ function* () {
      attack.defenders.push({ with: id, against });
      if (law.reads("defender-tapped", "tapped")) thing.tapped = true;
    }
  )();
}

/**
 * The attacking Minions come one after another. With one reading all are tapped first, and then all damage is done.
 * @param {Match} match
 * @param {Attack} attack
 * @param {Hit[]} [hits] the damage that is about to be done
 * @param {string[]} [tapped] with that reading: the Minions that are tapped and have still to do their damage
 * @returns {Task}
 */
export function* resolve(match, attack, hits = [], tapped = []) {
  const together = match.law.reads("resolved", "together");
  if (!together && hits.length > 0) yield* damage(match, hits.splice(0));
  while (attack.attackers.length > 0 && !isCalledOff(match, attack)) {
    const id = together ? attack.attackers[0] : yield* nextAttacker(match, attack);
    const thing = yield* comes(match, attack, id);
    if (!together) yield* damage(match, thing ? yield* strike(match, attack, thing) : []);
    else if (thing) tapped.push(id);
  }
  for (const id of tapped) {
    const thing = find(match, id);
    if (thing) hits.push(...(yield* strike(match, attack, thing)));
  }
  if (together) yield* damage(match, hits);
  match.attack = null;
}

/**
 * Does the damage of an attack, and then players check whose life is gone.
 * @param {Match} match
 * @param {Hit[]} hits
 * @returns {Task}
 */
function* damage(match, hits) {
  yield* doHits(match, hits);
  checkLife(match);
  yield* settle(match);
}

/**
 * An attacking Minion takes its turn: it is tapped.
 * @param {Match} match
 * @param {Attack} attack
 * @param {string} id
 * @returns {Task} the Minion, if it does damage
 */
export function* comes(match, attack, id) {
  attack.attackers = attack.attackers.filter((other) => other !== id);
  const thing = ready(match, attack, id);
  if (!thing) return undefined;
  tap(match, thing);
  if (match.law.reads("attacks-when", "resolved")) {
    noticeAttack(match, [id]);
    yield* settle(match);
  }
  return find(match, id);
}

/** @param {Match} match @param {Attack} attack */
function isCalledOff(match, attack) {
  return (
    match.law.reads("target-gone", "called-off") &&
    !attack.targets.some((target) => isStillTarget(match, attack, target))
  );
}

/** @param {Match} match @param {Attack} attack @returns {Task} */
function* nextAttacker(match, attack) {
  const picks = match.law.reads("strike-order", "defender-picks") && !match.players[attack.defending].out;
  return picks ? yield* askStriker(match, attack) : attack.attackers[0];
}

/**
 * The defending player names the attacking Minion that comes next.
 * @param {Match} match
 * @param {Attack} attack
 * @returns {Task}
 */
export function* askStriker(match, attack) {
  const options = attack.attackers.map((object) => ({ object }));
  return (yield* askPick(match, attack.defending, { striker: { attackers: [...attack.attackers] } }, options, {
    clause: "attack.resolve",
  })).object;
}

/**
 * The attacking Minion, if it takes part when its turn comes.
 * @param {Match} match
 * @param {Attack} attack
 * @param {string} id
 */
function ready(match, attack, id) {
  const thing = find(match, id);
  if (
    !thing ||
    (thing.tapped && !(mayAttackUntapped(match, thing) && match.law.reads("without-tapping", "tapped-too")))
  )
    return undefined;
  return thing.controller === attack.by || match.law.reads("changed-hands", "still") ? thing : undefined;
}

/** @param {Match} match @param {Thing} thing */
function tap(match, thing) {
  if (!mayAttackUntapped(match, thing)) thing.tapped = true;
}

/** Whether a text says that a Minion may attack without tapping. @param {Match} match @param {Thing} thing */
function mayAttackUntapped(match, thing) {
  return withEnchantments(match, thing).some((card) => holding(match, card, "untapped").length > 0);
}

/**
 * @param {Match} match
 * @param {Attack} attack
 * @param {Thing} thing
 * @returns {Task} the damage that an attacking Minion is about to do, and that is done to it
 */
export function* strike(match, attack, thing) {
  const defender = defenderAgainst(match, attack, thing);
  const target = yield* struck(match, attack, thing, defender);
  if (!target) return []; // what increases its next attack is not used up then
  const hits = [{ by: thing.controller, target, amount: damageOf(match, thing), asked: [] }];
  thing.nextAttack = 0;
  if (defender && same(target, { object: defender.id }) && match.law.reads("defender-strikes", "strikes")) {
    const back = score(match, defender, "attack");
    const amount = back > 0 ? back + moreDamage(match, defender.controller) : back;
    hits.push({ by: defender.controller, target: { object: thing.id }, amount, asked: [] });
  }
  return hits;
}

/** The damage that an attacking Minion is about to do, before armor. @param {Match} match @param {Thing} thing */
export function damageOf(match, thing) {
  const base = strength(match, thing) + thing.nextAttack;
  return base > 0 ? base + moreDamage(match, thing.controller) : base;
}

/** How much damage the attack of a Minion does by itself. @param {Match} match @param {Thing} thing */
function strength(match, thing) {
  const cards = [thing, ...withEnchantments(match, thing).filter((card) => card !== thing)];
  for (const card of cards) {
    for (const has of abilitiesOf(match, card)) {
      const step = has.ability.does.find(({ effect }) => effect.deals);
      if (!step) continue;
      const stated = amountOf(match, doingOf(match, has, card, youOf(match, card)), step.effect.deals.amount);
      return match.law.reads("deals-how", "added") ? stated + score(match, thing, "attack") : stated;
    }
  }
  return score(match, thing, "attack");
}

/**
 * The Minion that defends against an attacking one.
 * @param {Match} match
 * @param {Attack} attack
 * @param {Thing} thing
 */
function defenderAgainst(match, attack, thing) {
  // being tapped by defending does not count, and a Minion that was tapped by it cannot be tapped again
  const noLonger = match.law.reads("tapped-in-react", "no-longer") && !match.law.reads("defender-tapped", "tapped");
  for (const { with: id, against } of attack.defenders) {
    const whole = match.law.reads("defended", "declared-target");
    if (!whole && !same(against, { object: thing.id })) continue;
    const defender = find(match, id);
    if (!defender || (defender.tapped && noLonger)) continue;
    if (areOpponents(match, defender.controller, attack.defending) && match.law.reads("changed-hands", "no-longer"))
      continue;
    if (whole && isFlying(match, thing) && !isFlying(match, defender)) continue;
    return defender;
  }
  return undefined;
}

/**
 * What an attacking Minion damages.
 * @param {Match} match
 * @param {Attack} attack
 * @param {Thing} thing
 * @param {Thing | undefined} defender
 * @returns {Task}
 */
function* struck(match, attack, thing, defender) {
  const redirected = attack.redirected.find(({ attacker }) => attacker === thing.id);
  if (!redirected || match.law.reads("redirected-defended", "still-defended")) {
    if (defender) return { object: defender.id };
    const whole = match.law.reads("defended", "declared-target");
    const assigned = attack.defenders.some(({ against }) => whole || same(against, { object: thing.id }));
    if (assigned && match.law.reads("defender-gone", "no-damage")) return null;
  }
  if (redirected) return isThere(match, redirected.to) ? redirected.to : null;
  const options = attack.targets.filter((target) => isStillTarget(match, attack, target));
  return yield* askPick(match, attack.by, { device: { attacker: thing.id } }, options, { clause: "attack.damage" });
}

/** @param {Match} match @param {Attack} attack @param {Target} target */
function isStillTarget(match, attack, target) {
  if ("player" in target) return !match.players[target.player].out;
  const thing = find(match, target.object);
  return thing !== undefined && (thing.controller === attack.defending || match.law.reads("changed-hands", "still"));
}

/**
 * Redirects the attack under way, as a text says.
 * @param {Match} match
 * @param {Doing} doing
 * @param {number} most the damage that the attack may do
 * @returns {Task} whether it was redirected
 */
export function* redirectAttack(match, doing, most) {
  const { attack } = match;
  if (!attack) return false;
  const things = attack.attackers.map((id) => find(match, id)).filter((thing) => thing !== undefined);
  let chosen = things;
  if (match.law.reads("redirected-attack", "one-minion")) {
    const weak = things.filter((thing) => damageOf(match, thing) <= most).map((thing) => ({ object: thing.id }));
    const choice = yield* askPick(match, doing.by, pickQuestion(doing, "redirect-attack", 1, false), weak, {
      clause: "text.redirect-attack",
    });
    chosen = things.filter((thing) => thing.id === choice?.object);
  } else if (things.reduce((sum, thing) => sum + damageOf(match, thing), 0) > most) return false;
  if (chosen.length === 0) return false;
  /** @type {import("./types.mjs").Choice[]} */
  const options = match.players.flatMap((seat, player) => (seat.out ? [] : [{ player }]));
  for (const thing of match.things) if (hasLife(match, thing)) options.push({ object: thing.id });
  const to = yield* askPick(match, doing.by, pickQuestion(doing, "redirect", 1, false), options, {
    clause: "text.redirect-attack",
  });
  const ids = chosen.map((thing) => thing.id);
  attack.redirected = attack.redirected.filter(({ attacker }) => !ids.includes(attacker));
  for (const attacker of ids) attack.redirected.push({ attacker, to });
  if (match.law.reads("redirected-counts", "counts") && !match.attacked.some((before) => same(before, to)))
    match.attacked.push(to);
  return true;
}
