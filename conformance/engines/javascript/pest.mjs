// Reads a grammar in the notation of pest, and texts by that grammar. The grammar of card texts is part of the rules
// (spec/transmute/card.pest), so it is read from there and not written a second time.

/** @typedef {{rule: string, text: string, start: number, kids: Node[]}} Node  What a rule has matched. */
/** @typedef {{chars: string[], furthest: number, atomic: boolean, quiet: number, negative: boolean}} Reading */
/** @typedef {(at: number, reading: Reading, kids: Node[]) => number} Matcher  The end of the match, or -1. */

const LETTER = /^\p{L}$/u;
const WHITE_SPACE = /^\p{White_Space}$/u;
const UPPERCASE = /^\p{Lu}$/u;

/**
 * A parser for the texts of a grammar.
 * @param {string} grammar
 * @param {string} first the rule to begin with
 * @returns {(text: string) => Node | number} the tree, or the offset of the first word that is not allowed
 */
export function parserOf(grammar, first) {
  const rules = readGrammar(grammar);
  return (text) => {
    const reading = { chars: [...text], furthest: 0, atomic: false, quiet: 0, negative: false };
    /** @type {Node[]} */
    const kids = [];
    return rules[first](0, reading, kids) < 0 ? reading.furthest : kids[0];
  };
}

/**
 * @param {string} grammar
 * @returns {Record<string, Matcher>}
 */
function readGrammar(grammar) {
  const words = grammar.replace(/^\s*\/\/.*$/gm, "").match(/\^?"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|\S/g) ?? [];
  /** @type {Record<string, Matcher>} */
  const rules = builtIn();
  let next = 0;
  const take = () => words[next++];
  /** @param {string} word */
  const skip = (word) => words[next] === word && ++next > 0;

  /** @returns {Matcher} */
  function alternatives() {
    skip("|");
    const all = [sequence()];
    while (skip("|")) all.push(sequence());
    return all.length === 1 ? all[0] : oneOf(all);
  }
  /** @returns {Matcher} */
  function sequence() {
    const all = [item()];
    while (skip("~")) all.push(item());
    return all.length === 1 ? all[0] : oneByOne(all, rules);
  }
  /** @returns {Matcher} */
  function item() {
    if (skip("!")) return lookAhead(item(), true);
    if (skip("&")) return lookAhead(item(), false);
    let matcher = simple();
    for (;;) {
      if (skip("?")) matcher = repeated(matcher, 0, 1, rules);
      else if (skip("*")) matcher = repeated(matcher, 0, Infinity, rules);
      else if (skip("+")) matcher = repeated(matcher, 1, Infinity, rules);
      else return matcher;
    }
  }
  /** @returns {Matcher} */
  function simple() {
    const word = take();
    if (word === "(") {
      const inner = alternatives();
      take();
      return inner;
    }
    if (word.endsWith('"')) return literal(JSON.parse(word.replace(/^\^/, "")), word.startsWith("^"));
    return (at, reading, kids) => rules[word](at, reading, kids);
  }

  while (next < words.length) {
    const name = take();
    take(); // =
    const kind = ["_", "@", "$"].find((sign) => skip(sign)) ?? "";
    take(); // {
    rules[name] = named(name, kind, alternatives());
    take(); // }
  }
  return rules;
}

/** @returns {Record<string, Matcher>} */
function builtIn() {
  /** @param {(char: string) => boolean} fits @returns {Matcher} */
  const one = (fits) => (at, reading) => (at < reading.chars.length && fits(reading.chars[at]) ? at + 1 : -1);
  return {
    SOI: (at) => (at === 0 ? at : -1),
    EOI: named("EOI", "", (at, reading) => (at === reading.chars.length ? at : -1)),
    ANY: one(() => true),
    LETTER: one((char) => LETTER.test(char)),
    UPPERCASE_LETTER: one((char) => UPPERCASE.test(char)),
    WHITE_SPACE: one((char) => WHITE_SPACE.test(char)),
    ASCII_DIGIT: one((char) => char >= "0" && char <= "9"),
  };
}

/**
 * A rule. Where a rule fails is where the text may be wrong, so the furthest such place is kept. Rules inside atomic
 * ones are parts of a word, and the word as a whole is wrong.
 * @param {string} name
 * @param {string} kind "_": leaves no node; "@": one word; "$": no blanks between its parts
 * @param {Matcher} inner
 * @returns {Matcher}
 */
function named(name, kind, inner) {
  return (at, reading, kids) => {
    /** @type {Node[]} */
    const own = kind === "_" ? kids : [];
    const before = { atomic: reading.atomic, quiet: reading.quiet };
    if (kind === "@" || kind === "$") reading.atomic = true;
    if (kind === "@") reading.quiet += 1;
    const end = inner(at, reading, own);
    Object.assign(reading, before);
    const wrong = reading.negative ? end >= 0 : end < 0;
    if (wrong && kind !== "_" && reading.quiet === 0) reading.furthest = Math.max(reading.furthest, at);
    if (end >= 0 && kind !== "_") {
      kids.push({ rule: name, text: reading.chars.slice(at, end).join(""), start: at, kids: own });
    }
    return end;
  };
}

/** @param {string} text @param {boolean} anyCase @returns {Matcher} */
function literal(text, anyCase) {
  const chars = [...text];
  /** @param {string | undefined} a @param {string} b */
  const same = (a, b) =>
    a === b || (anyCase && a !== undefined && /^[A-Za-z]$/.test(a) && a.toLowerCase() === b.toLowerCase());
  return (at, reading) => (chars.every((char, i) => same(reading.chars[at + i], char)) ? at + chars.length : -1);
}

/** @param {Matcher[]} all @returns {Matcher} */
function oneOf(all) {
  return (at, reading, kids) => {
    for (const matcher of all) {
      const before = kids.length;
      const end = matcher(at, reading, kids);
      if (end >= 0) return end;
      kids.length = before;
    }
    return -1;
  };
}

/** @param {Matcher[]} all @param {Record<string, Matcher>} rules @returns {Matcher} */
function oneByOne(all, rules) {
  return (at, reading, kids) => {
    const before = kids.length;
    for (const [i, matcher] of all.entries()) {
      if (i > 0) at = blanks(at, reading, rules);
      at = matcher(at, reading, kids);
      if (at < 0) {
        kids.length = before;
        return -1;
      }
    }
    return at;
  };
}

/**
 * @param {Matcher} matcher
 * @param {number} least
 * @param {number} most
 * @param {Record<string, Matcher>} rules
 * @returns {Matcher}
 */
function repeated(matcher, least, most, rules) {
  return (at, reading, kids) => {
    let end = at;
    for (let times = 0; times < most; times++) {
      const begin = times > 0 ? blanks(end, reading, rules) : end;
      const before = kids.length;
      const next = matcher(begin, reading, kids);
      if (next < 0) {
        kids.length = before;
        return times < least ? -1 : end;
      }
      end = next;
    }
    return end;
  };
}

/** @param {Matcher} matcher @param {boolean} not @returns {Matcher} */
function lookAhead(matcher, not) {
  return (at, reading) => {
    const before = reading.negative;
    if (not) reading.negative = !before;
    const end = matcher(at, reading, []);
    reading.negative = before;
    return end >= 0 !== not ? at : -1;
  };
}

/**
 * Blanks between words, which are skipped outside of atomic rules.
 * @param {number} at
 * @param {Reading} reading
 * @param {Record<string, Matcher>} rules
 */
function blanks(at, reading, rules) {
  if (reading.atomic) return at;
  for (;;) {
    reading.quiet += 1;
    const end = rules.WHITESPACE(at, reading, []);
    reading.quiet -= 1;
    if (end < 0) return at;
    at = end;
  }
}
