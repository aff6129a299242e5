// Cards get into play and leave it: playing, transmuting, activating.

import { find, takeOut, toHand } from "./basics.mjs";
import { abilitiesOf, costOf, isKnown, isMinion, thingIsOfSort, isOfSort, printed, youOf } from "./cards.mjs";
import {
  askPick,
  atOnce,
  doingOf,
  mayBeUsed,
  noteUse,
  noticeEntering,
  noticePlaying,
  perform,
  playedAbilities,
} from "./abilities.mjs";
import { checkLife } from "./ending.mjs";
import { pickQuestion } from "./targets.mjs";
import { demand } from "./rules.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Task} Task */
/** @typedef {import("./types.mjs").Choice} Choice */
/** @typedef {import("./types.mjs").Has} Has */

const ACTING_PHASES = ["beginning", "draft", "action"];

/** Whether cards may be played and abilities activated now by the player who acts. @param {Match} match */
function mayAct(match) {
  return match.pending?.kind === "react" || ACTING_PHASES.includes(match.phase);
}

/**
 * @param {Match} match
 * @param {number} by
 * @param {{card: string, on?: string | null, from_discard?: boolean}} action
 */
export function play(match, by, { card, on, from_discard }) {
  const seat = match.players[by];
  demand(mayAct(match), "turns.phases");
  if (from_discard) {
    demand(seat.discard.includes(card), "text.from-discard");
    demand(
      (printed(match, card) ?? []).some(({ does }) => does.some(({ effect }) => effect["from-discard"])),
      "text.from-discard",
    );
  } else demand(seat.hand.includes(card), "play.cost");
  demand(isKnown(match, card), "text.known");
  if (match.cards[card].type === "enchantment")
    demand(
      hostsFor(match, by).some((thing) => thing.id === on),
      "play.enchantment",
    );
  else demand(on === undefined || on === null, "play.enchantment");
  const cost = from_discard && match.law.reads("from-discard-cost", "free") ? 0 : costOf(match, by, card);
  demand(seat.energy >= cost, "play.cost");
  return playing();

  /** @returns {Task} */
  function* playing() {
    seat.energy -= cost;
    takeOut(from_discard ? seat.discard : seat.hand, card);
    yield* enterPlay(match, { card, player: by, owner: by, on: on ?? null, played: true });
  }
}

/** The Minions that a player may put an Enchantment on. @param {Match} match @param {number} player */
export function hostsFor(match, player) {
  return match.things.filter(
    (thing) => isMinion(match, thing) && (thing.controller === player || match.law.reads("enchant-whose", "any")),
  );
}

/**
 * Puts a card into play and does what its text says about that.
 * @param {Match} match
 * @param {{card: string, player: number, owner: number, on: string | null, played: boolean}} how
 * @returns {Task}
 */
export function* enterPlay(match, { card, player, owner, on, played }) {
  const thing = newThing(match, card, card, player, owner);
  thing.on = on;
  noticeEntering(match, thing);
  if (played) noticePlaying(match, player, card);
  if (played || match.cards[card].type === "spell") {
    for (const has of playedAbilities(match, card))
      yield* perform(match, doingOf(match, has, thing, youOf(match, thing)));
  }
  yield* atOnce(match);
}

/**
 * @param {Match} match
 * @param {string} name
 * @param {string} shown how its id begins
 * @param {number} player
 * @param {number} owner
 * @returns {Thing}
 */
function newThing(match, name, shown, player, owner) {
  match.counted[shown] = (match.counted[shown] ?? 0) + 1;
  /** @type {Thing} */
  const thing = {
    id: `${shown}#${match.counted[shown]}`,
    owner,
    controller: player,
    name,
    tapped: false,
    faceDown: false,
    on: null,
    since: match.turn,
    damage: 0,
    changes: [],
    nextAttack: 0,
    gained: [],
    used: [],
    lent: null,
  };
  match.things.push(thing);
  return thing;
}

/**
 * A card leaves play, and with it the Enchantments on it.
 * @param {Match} match
 * @param {Thing} thing
 * @param {"discard" | "hand" | "nowhere"} to
 */
export function leavePlay(match, thing, to) {
  match.things.splice(match.things.indexOf(thing), 1);
  const pile =
    match.players[match.law.reads("leaving-pile", "controllers") && to !== "hand" ? thing.controller : thing.owner];
  if (to === "discard") pile.discard.push(thing.name);
  if (to === "hand") toHand(pile, [thing.name]);
  const after = match.law.reads("enchantment-leaves", "to-hand") ? "hand" : "discard";
  for (const other of match.things.filter((other) => other.on === thing.id)) leavePlay(match, other, after);
}

/** @param {Match} match @param {number} by @param {{card?: string | null, object?: string | null}} action */
export function transmute(match, by, { card, object }) {
  const seat = match.players[by];
  demand(match.phase === "action", "turns.phases");
  const thing = find(match, object ?? null);
  if (match.law.reads("transmute-from", "hand-or-play") && object)
    demand(thing && thing.controller === by && !thing.faceDown, "play.transmute");
  else demand(card && seat.hand.includes(card), "play.transmute");
  return transmuting();

  /** @returns {Task} */
  function* transmuting() {
    const name = thing?.name ?? /** @type {string} */ (card);
    if (thing) {
      leavePlay(match, thing, "nowhere");
    } else takeOut(seat.hand, name);
    const down = newThing(match, name, "Transmuted", by, thing?.owner ?? by);
    down.faceDown = true;
    down.tapped = match.law.reads("transmuted-tapped", "tapped");
    seat.energy += match.law.transmuteEnergy;
    noticeEntering(match, down);
    if (thing) checkLife(match); // what counted the card may have lost its last life
  }
}

/** The abilities of a card that can be activated. @param {Match} match @param {Thing} thing @returns {Has[]} */
export function activatable(match, thing) {
  const type = match.cards[thing.name].type;
  if (type !== "minion" && type !== "device" && !match.law.reads("other-abilities", "all-cards")) return [];
  return abilitiesOf(match, thing).filter(({ ability }) => ability.when === "tap" || ability.when.discarding);
}

/**
 * @param {Match} match
 * @param {number} by
 * @param {{object: string, ability?: number}} action
 * @param {string} [others] if only what may be done at any time is allowed: the clause that forbids all else
 */
export function activate(match, by, { object, ability = 0 }, others) {
  const { law } = match;
  const thing = find(match, object);
  const has = thing && activatable(match, thing)[ability];
  const discarding = has?.ability.when.discarding;
  if (others) demand(discarding?.any_time && thing?.controller === by && law.reads("any-time", "anyone"), others);
  demand(thing && thing.controller === by, "play.abilities");
  demand(thing.faceDown || isKnown(match, thing.name), "text.known");
  demand(has, "play.abilities");
  demand(mayAct(match) || discarding?.any_time, "play.requirements");
  const tapping = has.ability.when === "tap";
  if (tapping) demand(!thing.tapped, "play.tapped");
  else demand(discardable(match, by, discarding.sort).length > 0, "play.requirements");
  if (tapping && law.reads("fresh-device", "may-not")) demand(thing.since !== match.turn, "play.requirements");
  demand(mayBeUsed(thing, has), "play.requirements");
  return activating(thing, has);

  /** @param {Thing} source @param {Has} chosen @returns {Task} */
  function* activating(source, chosen) {
    const doing = doingOf(match, chosen, source, youOf(match, source));
    noteUse(match, doing);
    if (tapping) source.tapped = true;
    else yield* pay(match, doing, by, discarding.sort);
    yield* perform(match, doing);
  }
}

/**
 * Discards a card for an ability that begins with it.
 * @param {Match} match
 * @param {import("./types.mjs").Doing} doing
 * @param {number} by
 * @param {import("./types.mjs").Sort} sort
 * @returns {Task}
 */
export function* pay(match, doing, by, sort) {
  const question = pickQuestion(doing, "discard-to-use", 1, false);
  const payment = yield* askPick(match, by, question, discardable(match, by, sort), { clause: "play.requirements" });
  const paid = find(match, payment.object ?? null);
  if (paid) leavePlay(match, paid, "discard");
  else {
    takeOut(match.players[by].hand, payment.card);
    match.players[by].discard.push(payment.card);
  }
}

/**
 * What a player may discard for an ability.
 * @param {Match} match
 * @param {number} by
 * @param {import("./types.mjs").Sort} sort
 * @returns {Choice[]}
 */
function discardable(match, by, sort) {
  const hand = [...new Set(match.players[by].hand)].filter((card) => isOfSort(match, card, sort));
  const things = match.things.filter(
    (thing) =>
      (thing.controller === by || match.law.reads("discarded-whose", "anyones")) && thingIsOfSort(match, thing, sort),
  );
  return [...hand.map((card) => ({ card })), ...things.map((thing) => ({ object: thing.id }))];
}
