// Card text: from the words to abilities with steps, and which abilities suit which card.

/// <reference path="./node.d.ts" />

import { readFileSync } from "node:fs";
import { parserOf } from "./pest.mjs";
import {
  all,
  kid,
  need,
  readAmount,
  readCost,
  readCount,
  readIt,
  readMany,
  readNumber,
  readPlace,
  readScore,
  readSort,
  readTargets,
} from "./phrases.mjs";
import { Refused } from "./rules.mjs";

/** @typedef {import("./types.mjs").Ability} Ability */
/** @typedef {import("./types.mjs").Step} Step */
/** @typedef {import("./types.mjs").Law} Law */
/** @typedef {import("./pest.mjs").Node} Node */

const GRAMMAR = new URL("../../../spec/transmute/card.pest", import.meta.url);
const parse = parserOf(readFileSync(GRAMMAR, "utf8"), "text");

/** @typedef {import("./phrases.mjs").Memory} Memory */

/**
 * The abilities of a text.
 * @param {string} text
 * @param {Law} law
 * @returns {Ability[]}
 */
export function abilitiesOfText(text, law) {
  const isOther = (/** @type {string} */ char) => char !== " " && /\p{White_Space}/u.test(char);
  const other = law.reads("white-space", "spaces") ? [...text].findIndex(isOther) : -1;
  if ([...text].length > law.longestText) throw new Refused(law.longestText);
  const tree = /^\p{White_Space}*$/u.test(text) ? undefined : parse(text);
  if (typeof tree === "number") throw new Refused(tree);
  if (other >= 0) throw new Refused(other);
  if (!tree) return [];
  const nodes = all(tree, "ability").map((node) => node.kids[0]);
  const abilities = nodes.map((node) => readAbility(node, law));
  abilities.forEach((ability, i) => {
    if (!isSound(ability)) throw new Refused(nodes[i].start);
  });
  return abilities.reduce(joined, []);
}

/** What holds in sentences side by side is one ability. @param {Ability[]} before @param {Ability} ability */
function joined(before, ability) {
  const last = before.at(-1);
  if (last?.when !== "always" || ability.when !== "always") return [...before, ability];
  return [...before.slice(0, -1), { when: "always", does: [...last.does, ...ability.does] }];
}

/**
 * Whether the abilities may be those of a card of this type.
 * @param {Ability[]} abilities
 * @param {import("./types.mjs").CardType} type
 */
export function suits(abilities, type) {
  if (type === "minion" || type === "enchantment") return true;
  return abilities.every(
    ({ when, does }) =>
      !["damaged", "about-to-be-damaged", "attacks"].includes(when) &&
      does.every(({ effect }) => {
        if (effect.bonus) return type === "device" && effect.bonus.score !== "attack";
        return !effect.flying && !effect.untapped && !effect["next-attack"] && !effect["gain-abilities"];
      }),
  );
}

/** Whether the steps of an ability can depend on what they depend on. @param {Ability} ability */
function isSound({ when, does }) {
  let revealed = false;
  let asked = false;
  for (const [i, { only, effect }] of does.entries()) {
    if (i === 0 && only) return false;
    if (only?.is && !revealed) return false;
    if (only === "otherwise" && !asked) return false;
    if (effect["reveal-deck"]) revealed = true;
    if (only?.is) asked = true;
    if (effect.deals && when !== "attacks") return false;
    if (Boolean(effect["redirect-damage"]) !== (when === "about-to-be-damaged")) return false;
  }
  return when !== "about-to-be-damaged" || does.length === 1;
}

/** @param {Node} node @param {Law} law @returns {Ability} */
function readAbility(node, law) {
  /** @type {Memory} */
  const memory = { law, unknown: [], who: null, picked: false, aboutThis: false };
  const sentences = () => readSentences(need(node, "sentences"), memory);
  /** @type {Ability} */
  let ability;
  if (node.rule === "always")
    ability = {
      when: "always",
      does: node.kids.filter((kid) => kid.rule === "own").flatMap((own) => readOwn(own, memory)),
    };
  else if (node.rule === "tapped") ability = { when: "tap", does: sentences() };
  else if (node.rule === "discarding") {
    const sort = readSort(need(need(node, "one_sort"), "sort"));
    ability = { when: { discarding: { sort, any_time: Boolean(kid(node, "at_any_time")) } }, does: sentences() };
  } else if (node.rule === "triggered") {
    const when = readTrigger(need(node, "trigger"));
    memory.aboutThis = when === "damaged" || when === "attacks" || when === "about-to-be-damaged";
    ability = { when, does: sentences() };
  } else ability = { when: "played", does: sentences() };
  if (memory.unknown.length > 0) throw new Refused(memory.unknown[0].x); // an X that nothing explains
  return explained(ability);
}

/** @param {Node} node */
function readTrigger(node) {
  const what = node.kids[node.kids.length - 1];
  if (what.rule === "beginning") return "beginning";
  if (what.rule === "about_to_be_damaged") return "about-to-be-damaged";
  if (what.rule === "playing_this") return "played";
  if (what.rule === "playing") return { plays: readSort(need(what, "sort")) };
  if (what.rule === "entering") return { enters: readSort(need(what, "sort")) };
  return what.rule; // damaged, attacks
}

/** @param {Node} node @param {Memory} memory */
function readSentences(node, memory) {
  /** @type {Step[]} */
  const steps = [];
  for (const sentence of all(node, "sentence")) {
    memory.who = null;
    const proviso = kid(sentence, "proviso");
    let only = proviso && readProviso(proviso);
    /** @type {string | undefined} */
    let joint;
    let mayBefore = false;
    for (const part of sentence.kids) {
      if (part.rule === "joint") joint = part.kids[0].rule;
      if (part.rule !== "clause") continue;
      if (joint === "to_word" || (joint && mayBefore)) only = "done";
      else if (joint && only) only = "same";
      mayBefore = Boolean(kid(part, "you_may"));
      for (const effect of readClause(part, memory)) {
        steps.push({
          ...(only && { only }),
          ...(mayBefore && !effect.follows && { may: true }),
          effect: effect.effect,
        });
        only = mayBefore ? "done" : only && "same";
      }
      if (mayBefore) only = only && "done";
    }
  }
  return steps;
}

/** @param {Node} node */
function readProviso(node) {
  if (kid(node, "if_done")) return "done";
  if (kid(node, "otherwise")) return "otherwise";
  return { is: readSort(need(need(node, "one_sort"), "sort")) };
}

/** @param {Node} node @param {Memory} memory @returns {{effect: any, follows?: boolean}[]} */
function readClause(node, memory) {
  const effects = readEffect(need(node, "effect").kids[0], memory);
  for (const part of node.kids) {
    if (part.rule === "for_each") effects.forEach(({ effect }) => multiply(effect, part, memory));
    if (part.rule === "where") explain(part, memory);
  }
  return effects;
}

/**
 * "for each": what is counted takes the place of the number one.
 * @param {any} effect
 * @param {Node} node
 * @param {Memory} memory
 */
function multiply(effect, node, memory) {
  const body = effect[Object.keys(effect)[0]];
  const unknown = memory.unknown[0]; // an X does not count as one
  const key = body.most ? "most" : "amount";
  if (body[key]?.number !== 1) throw new Refused(unknown ? unknown.x : node.start);
  body[key] = readCount(need(node, "counted"), memory);
}

/** "where X is": explains every X so far. @param {Node} node @param {Memory} memory */
function explain(node, memory) {
  if (memory.unknown.length === 0) throw new Refused(node.start);
  const amount = readAmount(need(node, "measure"), memory);
  for (const unknown of memory.unknown) Object.assign(unknown, { x: undefined, is: amount });
  memory.unknown = [];
}

/** An X is a placeholder until it is explained. @param {any} value @returns {any} */
function explained(value) {
  if (Array.isArray(value)) return value.map(explained);
  if (!value || typeof value !== "object") return value;
  if ("x" in value) return value.is;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, explained(inner)]));
}

/** @param {Node} node @param {Memory} memory @returns {Step[]} */
function readOwn(node, memory) {
  const what = node.kids[0];
  /** @type {any} */
  let effect;
  if (what.rule === "bonus")
    effect = {
      bonus: {
        score: readScore(need(what, "score")),
        amount: readAmount(kid(what, "amount") ?? need(what, "some"), memory),
      },
    };
  else if (what.rule === "flying") effect = { flying: {} };
  else if (what.rule === "untapped") effect = { untapped: {} };
  else if (what.rule === "from_discard") effect = { "from-discard": {} };
  else if (what.rule === "cheaper") effect = readCheaper(what, memory);
  else effect = { "more-damage": { by: readNumber(need(what, "number"), memory) } };
  for (const part of node.kids) {
    if (part.rule === "for_each") multiply(effect, part, memory);
    if (part.rule === "where") explain(part, memory);
  }
  return [{ effect }];
}

/** @param {Node} node @param {Memory} memory */
function readCheaper(node, memory) {
  return { costs: { sort: readMany(need(node, "many")), less: readNumber(need(node, "number"), memory) } };
}

/**
 * The effects of one clause. Most are one; some say several things about what is picked once.
 * @param {Node} node @param {Memory} memory @returns {{effect: any, follows?: boolean}[]}
 */
function readEffect(node, memory) {
  /** @param {any} effect */
  const one = (effect) => [{ effect }];
  const targets = () => readTargets(need(node, "targets"), memory);
  const amount = () => readAmount(kid(node, "amount") ?? kid(node, "some") ?? need(node, "measure"), memory);
  const number = () => readNumber(need(node, "number"), memory);
  const sort = () => readSort(need(need(node, "one_sort"), "sort"));
  switch (node.rule) {
    case "lasting": {
      const effects = readEffect(need(node, "lasts"), memory);
      // "your turn" is the player's own next turn, if another player's is under way
      const yours = kid(node, "until_yours");
      for (const { effect } of yours ? effects : []) {
        const what = effect.change ?? effect.control;
        if (!what) throw new Refused(need(node, "until_yours").start);
        what.your_turn = true;
      }
      return effects;
    }
    case "lasts":
      return readEffect(node.kids[0], memory);
    case "control":
    case "pick":
    case "tap":
    case "untap":
      return one({ [node.rule]: { targets: targets() } });
    case "more_damage":
      return one({ "more-damage": { by: number() } });
    case "cheapen":
    case "cheaper":
      return one(readCheaper(node, memory));
    case "change_scores":
      return readChanges(node, memory);
    case "change_score": {
      const owner = kid(node, "possessor")?.kids[0];
      const named =
        owner && (owner.rule === "its" ? readIt(owner, memory) : owner.rule === "this_card_s" ? "this" : "that");
      const whose = named ?? targets();
      return one({ change: change(whose, readScore(need(node, "score")), number(), Boolean(kid(node, "reduce"))) });
    }
    case "next_attack":
      return one({ "next-attack": { by: number() } });
    case "gain_abilities":
      return one({ "gain-abilities": {} });
    case "swap":
      return one({ swap: {} });
    case "swap_cards": {
      const [first, second] = all(node, "swapped").map((swapped) => ({
        sort: readSort(need(need(swapped, "one_sort"), "sort")),
        place: kid(swapped, "hand") ? "hand" : "discard",
      }));
      return one({ exchange: { sort: first.sort, from: first.place, other: second.sort, with: second.place } });
    }
    case "pick_discard":
      return one({ discard: { who: "that", amount: amount(), from: "hand", you_pick: true } });
    case "replace_row":
      return one({ "replace-row": {} });
    case "shuffle_in":
      return one({ "shuffle-in": {} });
    case "draft":
      return one({ draft: { sort: sort(), to: kid(node, "into_hand") ? "hand" : "discard" } });
    case "reveal_deck":
      return one({ "reveal-deck": { amount: kid(node, "some") ? amount() : { number: 1 } } });
    case "take_discard_rest": {
      const any = /^any/i.test(need(node, "any").text);
      return one({ sort: { "take-discard-rest": { sort: readMany(need(node, "many")), ...(any && { any: true }) } } });
    }
    case "discard_any":
      return one({ sort: "discard-any-put-back" });
    case "put_in_play":
      return one({ sort: "into-play" });
    case "put_in_hand":
      return one({ sort: "into-hand" });
    case "redirect_attack": {
      const most = amount();
      const where = kid(node, "where");
      if (where) explain(where, memory);
      return one({ "redirect-attack": { most } });
    }
    case "redirect_damage":
      return one({ "redirect-damage": { targets: targets() } });
    case "damage":
      return one({ damage: { targets: targets(), amount: amount() } });
    case "deals":
      return one({ deals: { amount: amount() } });
    case "take_damage":
      return one({ "take-damage": { amount: amount(), ...(kid(node, "up_to") && { up_to: true }) } });
    case "heal":
      return one({
        heal: { targets: targets(), ...((kid(node, "amount") || kid(node, "some")) && { amount: amount() }) },
      });
    case "return_home": {
      return one({ return: { targets: targets(), ...(kid(node, "into_hand") && { your_hand: true }) } });
    }
    case "enter":
      return one({ enter: readEnter(node, memory) });
    case "move_card": {
      const from = kid(node, "from") ? readPlace(need(node, "from")) : "hand";
      const to = kid(node, "destination") ? readPlace(need(node, "destination")) : "discard";
      return one({ move: { sort: sort(), from, to } });
    }
    default:
      return one(readByPlayer(node, memory)); // by_player
  }
}

/** @param {any} targets @param {string} score @param {number} by @param {boolean} less */
function change(targets, score, by, less) {
  return { targets, score, by, ...(less && { less: true }) };
}

/** Several scores of the same targets. @param {Node} node @param {Memory} memory */
function readChanges(node, memory) {
  const first = kid(node, "targets") ? readTargets(need(node, "targets"), memory) : "this";
  const scores = all(node, "signed").map((signed) => ({
    score: readScore(need(signed, "score")),
    by: readNumber(need(signed, "number"), memory),
    ...(kid(signed, "minus") && { less: true }),
  }));
  return [{ effect: { change: { targets: first, ...scores[0], ...(scores.length > 1 && { more: scores.slice(1) }) } } }];
}

/** @param {Node} node @param {Memory} memory */
function readEnter(node, memory) {
  /** @type {any} */
  const enter = { sort: readSort(need(need(node, "one_sort"), "sort")) };
  for (const which of all(node, "which")) {
    if (which.kids[0].rule === "from") enter.from = readPlace(which.kids[0]);
    else enter.cost = readCost(which.kids[0], memory);
  }
  enter.paying = Boolean(kid(node, "paying"));
  if (kid(need(node, "one_sort"), "another")) enter.another = true;
  return enter;
}

/** @param {Node} node @param {Memory} memory */
function readByPlayer(node, memory) {
  const what = node.kids[node.kids.length - 1];
  const named = kid(node, "who")?.kids[0].rule;
  // a verb without a subject has the subject of the verb before it: "every player draws a card and discards a card"
  const who = named
    ? ({ that_player: "that", owner: "owner", every_player: "every", every_opponent: "opponents" }[named] ?? "you")
    : (memory.who ?? "you");
  memory.who = who;
  const amountNode = kid(what, "some") ?? kid(what, "measure");
  const amount = amountNode ? readAmount(amountNode, memory) : { number: 1 };
  switch (what.rule) {
    case "energy":
      return { energy: { who, amount } };
    case "draw_until":
      return { "draw-until": { amount } };
    case "draw":
      return { draw: { who, amount, from: kid(what, "discard_pile") ? "discard" : "deck" } };
    case "reveal_hand":
      return { "reveal-hand": { who } };
    case "discard_top":
      return { discard: { who, amount, from: "deck" } };
    default:
      return { discard: { who, amount, from: "hand", ...(kid(what, "you_pick") && { you_pick: true }) } };
  }
}
