// What cards are: their sorts, abilities, scores and costs, as they are at a moment.

import { Refused } from "./rules.mjs";
import { abilitiesOfText, suits } from "./text.mjs";
import { find } from "./basics.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Ability} Ability */
/** @typedef {import("./types.mjs").Sort} Sort */
/** @typedef {import("./types.mjs").Has} Has */

/** @type {WeakMap<object, Ability[] | null>} */
const known = new WeakMap();

/**
 * The abilities that are printed on a card, or null if its text is not understood.
 * @param {Match} match
 * @param {string} name
 */
export function printed(match, name) {
  const card = match.cards[name];
  let abilities = known.get(card);
  if (abilities === undefined) {
    try {
      const read = abilitiesOfText(card.text ?? "", match.law);
      abilities = suits(read, card.type) ? read : null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      abilities = null;
    }
    known.set(card, abilities);
  }
  return abilities;
}

/** Whether the text of a card is understood, so that it can be played. @param {Match} match @param {string} name */
export function isKnown(match, name) {
  return printed(match, name) !== null;
}

/**
 * The abilities of a card in play, its own and then those that it has gained.
 * @param {Match} match
 * @param {Thing} thing
 * @returns {Has[]}
 */
export function abilitiesOf(match, thing) {
  if (thing.faceDown) return [];
  return [thing.name, ...thing.gained].flatMap((card) =>
    (printed(match, card) ?? []).map((ability, index) => ({ card, index, ability })),
  );
}

/**
 * The effects that hold as long as the card is in play.
 * @param {Match} match
 * @param {Thing} thing
 * @param {string} effect
 */
export function holding(match, thing, effect) {
  return abilitiesOf(match, thing)
    .filter(({ ability }) => ability.when === "always")
    .flatMap(({ ability }) => ability.does.map((step) => step.effect[effect]).filter(Boolean));
}

/**
 * What a card in play counts as.
 * @param {Match} match
 * @param {Thing} thing
 * @returns {import("./types.mjs").CardType | null}
 */
export function typeOf(match, thing) {
  return thing.faceDown && !match.law.reads("transmuted-is", "its-type") ? null : match.cards[thing.name].type;
}

/** Whether it can do what face-up Minions do. @param {Match} match @param {Thing} thing */
export function isMinion(match, thing) {
  return !thing.faceDown && match.cards[thing.name].type === "minion";
}

/** Minions and Devices have life. @param {Match} match @param {Thing} thing */
export function hasLife(match, thing) {
  return !thing.faceDown && ["minion", "device"].includes(match.cards[thing.name].type);
}

/** @param {Match} match @param {string} name @param {Sort} sort */
export function isOfSort(match, name, sort) {
  if (sort === "card") return true;
  if ("type" in sort) return match.cards[name].type === sort.type;
  return name.toLowerCase() === sort.named.toLowerCase();
}

/** @param {Match} match @param {Thing} thing @param {Sort} sort */
export function thingIsOfSort(match, thing, sort) {
  if (sort === "card") return true;
  if ("type" in sort) return typeOf(match, thing) === sort.type;
  return !thing.faceDown && isOfSort(match, thing.name, sort);
}

/** Whom the text of a card means by "you". @param {Match} match @param {Thing} thing */
export function youOf(match, thing) {
  if (match.law.reads("enchantment-you", "minions")) return find(match, thing.on)?.controller ?? thing.controller;
  return thing.controller;
}

/**
 * The card itself and the Enchantments on it, in the order in which they entered play.
 * @param {Match} match
 * @param {Thing} thing
 */
export function withEnchantments(match, thing) {
  return match.things.filter((other) => other === thing || other.on === thing.id);
}

/**
 * What a text counts.
 * @param {Match} match
 * @param {any} what
 * @param {{by: number, self: string | null, that: string | null, source: Thing | null}} ability
 */
export function counted(match, what, { by, self, that, source }) {
  if (what === "on-this") return match.things.filter((thing) => self !== null && thing.on === self).length;
  if (what === "on-that") return match.things.filter((thing) => that !== null && thing.on === that).length;
  const type = what["your-cards"] ?? what["all-cards"];
  const own = what["your-cards"] || match.law.reads("bare-count", "own");
  const itself = (/** @type {Thing} */ thing) =>
    thing === source && type === "spell" && match.law.reads("spell-itself", "not");
  return match.things.filter(
    (thing) => typeOf(match, thing) === type && (!own || thing.controller === by) && !itself(thing),
  ).length;
}

/** The scores of a card with life. @param {Match} match @param {Thing} thing */
export function scoresOf(match, thing) {
  if (!hasLife(match, thing)) return null;
  return {
    attack: score(match, thing, "attack"),
    armor: score(match, thing, "armor"),
    life: score(match, thing, "life"),
  };
}

/** @param {Match} match @param {Thing} thing @param {import("./types.mjs").Score} which */
export function score(match, thing, which) {
  const rounded = match.law.reads("fraction", "down") ? Math.floor : Math.ceil;
  let sum = rounded(match.cards[thing.name][which] ?? 0);
  for (const card of withEnchantments(match, thing)) {
    for (const bonus of holding(match, card, "bonus")) {
      if (bonus.score !== which) continue;
      const ability = { by: youOf(match, card), self: thing.id, that: null, source: card };
      sum += bonus.amount.number ?? counted(match, bonus.amount.count, ability);
    }
  }
  for (const change of thing.changes) if (change.score === which) sum += change.by;
  return which === "attack" && match.law.reads("below-zero", "heals") ? sum : Math.max(sum, 0);
}

/** @param {Match} match @param {Thing} thing */
export function isFlying(match, thing) {
  return withEnchantments(match, thing).some((card) => holding(match, card, "flying").length > 0);
}

/** What a card costs a player now. @param {Match} match @param {number} player @param {string} name */
export function costOf(match, player, name) {
  let cost = match.cards[name].cost ?? 0;
  const everyone = match.law.reads("cheaper-for", "everyone");
  for (const lasting of match.lasting) {
    if (!("cheaper" in lasting)) continue;
    if ((lasting.cheaper.player === player || everyone) && isOfSort(match, name, lasting.cheaper.sort))
      cost -= lasting.cheaper.less;
  }
  for (const thing of match.things) {
    if (youOf(match, thing) !== player && !everyone) continue;
    for (const { sort, less } of cheaperBy(match, thing)) if (isOfSort(match, name, sort)) cost -= less;
  }
  return Math.max(cost, 0);
}

/** @param {Match} match @param {Thing} thing @returns {{sort: Sort, less: number}[]} */
function cheaperBy(match, thing) {
  const always = holding(match, thing, "costs");
  if (!match.law.reads("cheaper", "while-in-play") || match.cards[thing.name].type !== "spell") return always;
  const done = abilitiesOf(match, thing).filter(({ ability }) => ability.when === "played");
  return [...always, ...done.flatMap(({ ability }) => ability.does.map((step) => step.effect.costs).filter(Boolean))];
}

/** By how much each damage of a player is increased. @param {Match} match @param {number} player */
export function moreDamage(match, player) {
  let more = 0;
  for (const lasting of match.lasting) {
    if ("more-damage" in lasting && lasting["more-damage"].player === player) more += lasting["more-damage"].by;
  }
  for (const thing of match.things) {
    if (youOf(match, thing) === player) for (const { by } of holding(match, thing, "more-damage")) more += by;
  }
  return more;
}
