// The phrases of card texts: targets, amounts, costs, sorts of cards and places.

import { Refused } from "./rules.mjs";

/** @typedef {import("./pest.mjs").Node} Node */
/** @typedef {import("./types.mjs").Law} Law */
/**
 * What has to be kept in mind within an ability: each X that is not explained yet, who did what was done last, whether
 * something has been picked, and whether the ability waits for something about "this Minion".
 * @typedef {{law: Law, unknown: {x: number}[], who: string | null, picked: boolean, aboutThis: boolean}} Memory
 */

const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** @param {Node} node @param {Memory} memory @returns {any} */
export function readTargets(node, memory) {
  const what = node.kids[0];
  if (what.rule === "this") return "this";
  if (what.rule === "that_player") return "that-player";
  if (what.rule === "yourself") memory.picked = true;
  if (what.rule === "yourself") return { some: { number: { exactly: { number: 1 } }, of: ["player"], whose: "yours" } };
  if (what.rule === "it") return readIt(what, memory);
  if (what.rule === "that_card") return "that";
  memory.picked = true;
  /** @type {any} */
  const some = { number: "all", of: [] };
  const many = kid(what, "number_of_them");
  const before = kid(what, "whose_before");
  if (many) {
    const amount = kid(many, "some") ? readAmount(need(many, "some"), memory) : { number: 1 };
    some.number = kid(many, "up_to") ? { "up-to": amount } : { exactly: amount };
  }
  const kinds = kid(what, "all_kinds") ?? kid(what, "kinds");
  if (kinds) some.of = all(kinds, "kind").map((kind) => kindOf(kind.kids[0].rule));
  else Object.assign(some, { of: ["player"], whose: "opponents" });
  if (before) some.whose = kid(before, "yours") ? "yours" : "opponents";
  const another =
    kid(what, "other") ?? (before && kid(before, "other")) ?? (many && (kid(many, "other") ?? kid(many, "another")));
  for (const limit of all(what, "limit")) {
    const rule = limit.kids[0].rule;
    if (rule === "you_control") some.whose = "yours";
    if (rule === "opponent_controls") some.whose = "opponents";
    if (rule === "cost") some.cost = readCost(limit.kids[0], memory);
  }
  if (another) some.another = true;
  return { some };
}

/** "It": what was picked, or else the Minion that the ability waits for. @param {Node} node @param {Memory} memory */
export function readIt(node, memory) {
  if (memory.picked) return "that";
  if (!memory.aboutThis) throw new Refused(node.start);
  return "this";
}

/** @param {string} rule */
function kindOf(rule) {
  if (rule === "non_device") return "non-device";
  return rule === "target_noun" ? "target" : rule;
}

/** @param {Node} node @param {Memory} memory */
export function readCost(node, memory) {
  const more = kid(node, "at_most_more");
  if (more) return { "at-most-more": readNumber(need(more, "number"), memory) };
  const amount = kid(node, "amount") ?? kid(node, "measure");
  return amount ? { exactly: readAmount(amount, memory) } : "same";
}

/** @param {Node} node @param {Memory} memory @returns {any} */
export function readAmount(node, memory) {
  const what =
    node.rule === "amount" || node.rule === "some" || node.rule === "measure" ? node.kids[node.kids.length - 1] : node;
  if (what.rule === "number") return { number: readNumber(what, memory) };
  if (what.rule === "one") return { number: 1 };
  if (what.rule === "measure") return readAmount(what, memory);
  if (what.rule === "damage_taken") return "damage-taken";
  if (what.rule === "its_cost") return "its-cost";
  if (what.rule === "counted") return readCount(what, memory);
  const unknown = { x: what.start };
  memory.unknown.push(unknown);
  return unknown;
}

/** @param {Node} node @param {Memory} _memory */
export function readCount(node, _memory) {
  if (kid(node, "on_this")) return { count: "on-this" };
  if (kid(node, "on_that")) return { count: "on-that" };
  const type = need(node, "card_type").kids[0].rule;
  return { count: kid(node, "you_have") ? { "your-cards": type } : { "all-cards": type } };
}

/** @param {Node} node @param {Memory} memory */
export function readNumber(node, memory) {
  const word = NUMBER_WORDS.indexOf(node.text.toLowerCase());
  const number = word >= 0 ? word : Number(node.text);
  if (number > memory.law.largestNumber) throw new Refused(node.start);
  return number;
}

/** @param {Node} node */
export function readScore(node) {
  return node.kids[0].rule;
}

/** @param {Node} node @returns {import("./types.mjs").Place} */
export function readPlace(node) {
  for (const part of node.kids) {
    if (part.rule === "deck" || part.rule === "on_deck") return "deck";
    if (part.rule === "discard_pile") return "discard";
    if (part.rule === "draft_deck") return "draft-deck";
    if (part.rule === "draft_row") return "draft-row";
  }
  return "hand";
}

/** @param {Node} node @returns {any} */
export function readSort(node) {
  const bare = kid(node, "bare_name");
  if (bare) return { named: bare.text.split(/\p{White_Space}+/u).join(" ") };
  return readMany(node);
}

/** @param {Node} node @returns {any} */
export function readMany(node) {
  const type = kid(node, "card_type");
  const name = kid(node, "name");
  if (type) return { type: type.kids[0].rule };
  if (name) return { named: need(name, "named").text.replaceAll("''", "'") };
  return "card";
}

/** @param {Node} node @param {string} rule */
export function kid(node, rule) {
  return node.kids.find((one) => one.rule === rule);
}

/** @param {Node} node @param {string} rule */
export function need(node, rule) {
  const found = kid(node, rule);
  if (!found) throw new Error(`no ${rule} in ${node.rule} "${node.text}"`);
  return found;
}

/** @param {Node} node @param {string} rule */
export function all(node, rule) {
  return node.kids.filter((one) => one.rule === rule);
}
