// What each step of an ability does. Every effect says whether it did something, for "if you do".

import { drawCards, fillRow, find, shuffled, takeDrafted, takeOut, toHand } from "./basics.mjs";
import { costOf, isOfSort, moreDamage } from "./cards.mjs";
import { askPick, sourceInPlay } from "./abilities.mjs";
import { redirectAttack } from "./attack.mjs";
import { doHits, healed } from "./damage.mjs";
import {
  byChance,
  drawFor,
  enterFrom,
  fromTop,
  peeking,
  pickFromHand,
  pileOf,
  put,
  recountHand,
  show,
} from "./piles.mjs";
import { leavePlay } from "./play.mjs";
import { amountOf, costFits, forTargets, pickCards, pickQuestion, playersOf } from "./targets.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Doing} Doing */
/** @typedef {import("./types.mjs").Place} Place */
/** @typedef {import("./types.mjs").Target} Target */
/** @typedef {import("./types.mjs").Task} Task */

/**
 * @param {Match} match
 * @param {Doing} doing
 * @param {any} effect by the schema `tree`
 * @returns {Task} whether it did something
 */
export function* doEffect(match, doing, effect) {
  const [name] = Object.keys(effect);
  return yield* EFFECTS[name](match, doing, effect[name]);
}

/**
 * Does the rest of the damage of the step before, in a scenario that begins there.
 * @param {Match} match
 * @param {Doing} doing
 * @returns {Task}
 */
export function* doRest(match, doing) {
  doing.dealt += yield* doHits(match, doing.resumed?.hits ?? []);
  doing.done = doing.dealt > 0 || match.law.reads("if-you-do", "tried");
}

/** @type {Record<string, (match: Match, doing: Doing, what: any) => Task>} */
const EFFECTS = {
  *energy(match, doing, { who, amount }) {
    const number = amountOf(match, doing, amount);
    const players = playersOf(match, doing, who);
    for (const player of players) {
      if (player === doing.by || match.law.reads("others-energy", "kept")) match.players[player].energy += number;
    }
    return number > 0 && players.length > 0;
  },

  *draw(match, doing, { who, amount, from }) {
    let drawn = 0;
    const number = amountOf(match, doing, amount);
    for (const player of playersOf(match, doing, who)) {
      const seat = match.players[player];
      if (from === "deck") {
        drawn += drawFor(match, player, number);
        continue;
      }
      const cards = match.law.reads("taken", "topmost")
        ? seat.discard.slice(Math.max(seat.discard.length - number, 0))
        : yield* pickCards(match, doing, seat.discard, { player, to: "take", most: number, clause: "text.take" });
      for (const card of cards) takeOut(seat.discard, card);
      toHand(seat, cards);
      drawn += cards.length;
    }
    return drawn > 0;
  },

  *"draw-until"(match, doing, { amount }) {
    const missing = amountOf(match, doing, amount) - match.players[doing.by].hand.length;
    return drawFor(match, doing.by, Math.max(missing, 0)) > 0;
  },

  *discard(match, doing, { who, amount, from, you_pick }) {
    const number = amountOf(match, doing, amount);
    let discarded = 0;
    /** @type {[number, string[] | null][]} */
    const chosen = [];
    for (const player of playersOf(match, doing, who)) {
      chosen.push([
        player,
        from === "deck"
          ? match.players[player].deck.slice(0, number)
          : yield* pickFromHand(match, doing, player, number, you_pick),
      ]);
    }
    match.shown = match.shown.filter(
      (shown) => shown.place !== "hand" || shown.to === undefined || doing.shows.includes(shown),
    );
    for (const [player, picked] of chosen) {
      const seat = match.players[player];
      const cards = picked ?? byChance(match, player, number);
      for (const card of cards) {
        takeOut(from === "deck" ? seat.deck : seat.hand, card);
        seat.discard.push(card);
      }
      if (from === "deck") fromTop(match, doing, player, cards.length);
      recountHand(match, player);
      discarded += cards.length;
    }
    return discarded > 0;
  },

  *draft(match, doing, { sort, to }) {
    const open = new Set([...match.row, ...Object.keys(match.bases)].filter((card) => isOfSort(match, card, sort)));
    const options = [...open].sort().map((card) => ({ card }));
    const choice = yield* askPick(match, doing.by, pickQuestion(doing, "draft", 1, false), options, {
      clause: "text.draft",
    });
    if (!choice) return false;
    takeDrafted(match, choice.card);
    const seat = match.players[doing.by];
    if (to === "hand") toHand(seat, [choice.card]);
    else seat.discard.push(choice.card);
    return true;
  },

  *"replace-row"(match, doing) {
    const seat = match.players[doing.by];
    if (match.law.reads("rift-area", "hand")) {
      const cards = yield* pickCards(match, doing, seat.hand, {
        to: "replace",
        most: Infinity,
        mayStop: true,
        clause: "text.replace",
      });
      for (const card of cards) {
        takeOut(seat.hand, card);
        seat.discard.push(card);
      }
      drawCards(seat, cards.length);
      return cards.length > 0;
    }
    const cards = yield* pickCards(match, doing, match.row, {
      to: "replace",
      most: Infinity,
      mayStop: true,
      clause: "text.replace",
    });
    for (const card of cards) {
      takeOut(match.row, card);
      if (match.law.reads("replaced", "under-deck")) match.draftDeck.push(card);
    }
    fillRow(match);
    return cards.length > 0;
  },

  *"reveal-deck"(match, doing, { amount }) {
    const count = Math.min(amountOf(match, doing, amount), match.players[doing.by].deck.length);
    doing.revealed = count;
    if (count > 0) show(match, doing, doing.by, "deck", count);
    return count > 0;
  },

  *"reveal-hand"(match, doing, { who }) {
    const players = playersOf(match, doing, who);
    for (const player of players) show(match, doing, player, "hand", match.players[player].hand.length);
    return players.length > 0;
  },

  *sort(match, doing, how) {
    const seat = match.players[doing.by];
    const cards = seat.deck.slice(0, doing.revealed);
    const discardRevealed = (/** @type {string} */ card) => {
      takeOut(seat.deck, card);
      seat.discard.push(card);
      fromTop(match, doing, doing.by, 1);
    };
    if (cards.length === 0) return false;
    if (how === "into-hand") {
      toHand(seat, seat.deck.splice(0, cards.length));
      fromTop(match, doing, doing.by, cards.length);
      return true;
    }
    if (how === "into-play")
      return yield* enterFrom(match, doing, cards.slice(0, 1), seat.deck, {
        to: "enter",
        paying: false,
        owner: doing.by,
      });
    if (how === "discard-any-put-back") {
      const discarding = pickCards(match, doing, cards, {
        to: "discard",
        most: Infinity,
        mayStop: true,
        clause: "text.sort",
        each: discardRevealed,
      });
      if (!doing.resumed?.sorted) yield* discarding;
      const rest = seat.deck.slice(0, doing.revealed);
      const back = yield* pickCards(match, doing, rest, { to: "put-back", most: Infinity, clause: "text.sort" });
      seat.deck.splice(0, back.length, ...back);
      fromTop(match, doing, doing.by, back.length);
      return true;
    }
    const fits = (/** @type {string} */ card) => isOfSort(match, card, how["take-discard-rest"].sort);
    let taken = cards.filter(fits);
    if (how["take-discard-rest"].any && match.law.reads("any-revealed", "as-chosen")) {
      taken = yield* pickCards(match, doing, cards, {
        to: "take",
        most: Infinity,
        mayStop: true,
        clause: "text.sort",
        fits,
      });
    }
    seat.deck.splice(0, cards.length);
    toHand(seat, taken);
    const rest = [...cards];
    for (const card of taken) takeOut(rest, card);
    seat.discard.push(...rest);
    fromTop(match, doing, doing.by, cards.length);
    return true;
  },

  *damage(match, doing, { targets, amount }) {
    const before = doing.dealt; // which the amount may depend on
    let sum = 0;
    return yield* forTargets(match, doing, targets, "damage", function* (list) {
      const number = amount === "damage-taken" ? before : amountOf(match, doing, amount);
      const done = yield* damageAll(match, doing, list, number);
      sum += doing.dealt;
      doing.dealt = sum;
      return done;
    });
  },

  *"take-damage"(match, doing, { amount, up_to }) {
    let number = amountOf(match, doing, amount);
    if (up_to) {
      const options = Array.from({ length: number + 1 }, (_, i) => ({ number: i }));
      const choice = yield* askPick(match, doing.by, pickQuestion(doing, "take-damage", 1, false), options, {
        clause: "text.up-to",
      });
      number = choice.number;
    }
    return yield* damageAll(match, doing, [{ player: doing.by }], number);
  },

  *heal(match, doing, { targets, amount }) {
    return yield* forTargets(match, doing, targets, "heal", function* (list) {
      const number = amount ? amountOf(match, doing, amount) : Infinity;
      return list.map((target) => healed(match, target, number)).some(Boolean);
    });
  },

  *tap(match, doing, { targets }) {
    return yield* toThings(match, doing, targets, "tap", (thing) => !thing.tapped && (thing.tapped = true));
  },

  *untap(match, doing, { targets }) {
    return yield* toThings(match, doing, targets, "untap", (thing) => thing.tapped && !(thing.tapped = false));
  },

  *return(match, doing, { targets, your_hand }) {
    const own = your_hand && targets.some && match.law.reads("your-hand", "own-cards");
    const meant = own ? { some: { ...targets.some, whose: "yours" } } : targets;
    return yield* toThings(match, doing, meant, "return", (thing) => {
      doing.moved = { name: thing.name, owner: thing.owner, to: "hand" };
      leavePlay(match, thing, "hand");
      return true;
    });
  },

  *enter(match, doing, { sort, from, cost, paying, another }) {
    const seat = match.players[doing.by];
    const place = from ?? (match.law.reads("enters-from", "hand") ? "hand" : "discard");
    const pile = pileOf(match, doing.by, place);
    let open = place === "draft-deck" && match.law.reads("from-draft-deck", "top-only") ? pile.slice(0, 1) : pile;
    const { moved } = doing;
    if (another && moved && moved.to === place && moved.owner === doing.by && open.includes(moved.name)) {
      open = [...open]; // the very card that was moved is excluded, and not another copy of it
      takeOut(open, moved.name);
    }
    open = open.filter((card) => isOfSort(match, card, sort) && costFits(match, doing, card, cost));
    if (paying) open = open.filter((card) => costOf(match, doing.by, card) <= seat.energy);
    return yield* peeking(
      match,
      doing,
      place,
      enterFrom(match, doing, open, pile, { to: "enter", paying, owner: doing.by }),
    );
  },

  *move(match, doing, { sort, from, to }) {
    const pile = pileOf(match, doing.by, from);
    const fits = (/** @type {string} */ card) => isOfSort(match, card, sort);
    const [card] = yield* peeking(
      match,
      doing,
      from,
      pickCards(match, doing, pile, { to: "move", most: 1, clause: "text.move", fits }),
    );
    if (card === undefined) return false;
    takeOut(pile, card);
    if (from === "draft-row" && match.law.reads("draft-refill", "at-once")) fillRow(match);
    put(match, doing.by, card, to);
    return true;
  },

  *exchange(match, doing, { sort, from, other, with: place }) {
    const pick = (/** @type {any} */ wanted, /** @type {Place} */ at) =>
      pickCards(match, doing, pileOf(match, doing.by, at), {
        to: "move",
        most: 1,
        clause: "text.move",
        fits: (card) => isOfSort(match, card, wanted),
      });
    const there = (/** @type {any} */ wanted, /** @type {Place} */ at) =>
      pileOf(match, doing.by, at).some((card) => isOfSort(match, card, wanted));
    if (!there(sort, from) || !there(other, place)) return false;
    const [first] = yield* pick(sort, from);
    const [second] = yield* pick(other, place);
    takeOut(pileOf(match, doing.by, from), first);
    takeOut(pileOf(match, doing.by, place), second);
    put(match, doing.by, first, place);
    put(match, doing.by, second, from);
    return true;
  },

  *pick(match, doing, { targets }) {
    return yield* forTargets(match, doing, targets, "pick", function* () {
      return true;
    });
  },

  *"gain-abilities"(match, doing) {
    const source = sourceInPlay(match, doing);
    if (!source) return false;
    const open = match.things
      .filter((thing) => thing.on === doing.self)
      // What a card has already it does not gain again.
      .filter((thing) => thing.name !== source.name && !source.gained.includes(thing.name))
      .map((thing) => ({ object: thing.id }));
    const choice = yield* askPick(match, doing.by, pickQuestion(doing, "gain", 1, false), open, {
      clause: "text.gain",
    });
    const chosen = choice && find(match, choice.object);
    if (!chosen) return false;
    source.gained.push(chosen.name);
    return true;
  },

  *costs(match, doing, { sort, less }) {
    // with one reading the Spell itself keeps cards cheaper, as long as it is in play
    if (doing.source && match.cards[doing.source.name].type === "spell" && match.law.reads("cheaper", "while-in-play"))
      return true;
    match.lasting.push({ cheaper: { player: doing.by, sort, less } });
    return true;
  },

  *"more-damage"(match, doing, { by }) {
    match.lasting.push({ "more-damage": { player: doing.by, by } });
    return true;
  },

  *"next-attack"(match, doing, { by }) {
    const thing = find(match, doing.self);
    if (thing) thing.nextAttack += by;
    return Boolean(thing);
  },

  *change(match, doing, { targets, score: which, by, less, more = [], your_turn }) {
    const changes = [{ score: which, by, less }, ...more].map((one) => ({
      score: one.score,
      by: one.less ? -one.by : one.by,
      ...untilOwn(doing, your_turn),
    }));
    return yield* toThings(match, doing, targets, "change", (thing) => thing.changes.push(...changes) > 0);
  },

  *control(match, doing, { targets, your_turn }) {
    return yield* toThings(match, doing, targets, "control", (thing) => {
      if (thing.controller === doing.by) return false;
      thing.lent = { to: thing.lent?.to ?? thing.controller, ...untilOwn(doing, your_turn) };
      thing.controller = doing.by;
      return true;
    });
  },

  *"redirect-damage"(match, doing, { targets }) {
    return yield* forTargets(match, doing, targets, "redirect", function* ([target]) {
      if (doing.hit) doing.hit.target = target;
      return true;
    });
  },

  *"redirect-attack"(match, doing, { most }) {
    return yield* redirectAttack(match, doing, amountOf(match, doing, most));
  },

  *"shuffle-in"(match, doing) {
    const seat = match.players[doing.by];
    seat.deck = shuffled(match, `players[${doing.by}].deck`, [...seat.deck, ...seat.discard]);
    seat.discard = [];
    return true; // also if there was nothing to shuffle in
  },

  *swap(match, doing) {
    if (doing.player === null || match.players[doing.player].out) return false;
    const players = [doing.by, doing.player];
    const itself = doing.by === doing.player;
    if (itself) {
      const seat = match.players[doing.by];
      const [first] = yield* pickCards(match, doing, seat.hand, { to: "swap", most: 1, clause: "text.swap" });
      const rest = [...seat.hand];
      if (first !== undefined) takeOut(rest, first);
      const [second] = yield* pickCards(match, doing, rest, { to: "swap", most: 1, clause: "text.swap" });
      const cards = [first, second].filter((card) => card !== undefined);
      for (const card of cards) takeOut(seat.hand, card);
      seat.deck.unshift(...cards.reverse());
      return cards.length > 0;
    }
    /** @type {string[][]} */
    const chosen = [];
    for (const player of players)
      chosen.push(
        yield* pickCards(match, doing, match.players[player].hand, {
          player,
          to: "swap",
          most: 1,
          clause: "text.swap",
        }),
      );
    players.forEach((player, i) => {
      for (const card of chosen[i]) {
        takeOut(match.players[player].hand, card);
        match.players[players[1 - i]].deck.unshift(card);
      }
    });
    return chosen.flat().length > 0;
  },
};

/**
 * What lasts until the end of "your turn" ends with a turn of the player, whoever's turn it is now.
 * @param {Doing} doing
 * @param {boolean} [yourTurn]
 */
function untilOwn(doing, yourTurn) {
  return yourTurn ? { until: doing.by } : {};
}

/**
 * Does something to each of the cards in play among the targets.
 * @param {Match} match
 * @param {Doing} doing
 * @param {any} targets
 * @param {string} verb
 * @param {(thing: Thing) => boolean} apply
 * @returns {Task}
 */
function toThings(match, doing, targets, verb, apply) {
  return forTargets(match, doing, targets, verb, function* (list) {
    let done = false;
    for (const target of list) {
      const thing = "object" in target && find(match, target.object);
      if (thing && apply(thing)) done = true;
    }
    return done;
  });
}

/** @param {Match} match @param {Doing} doing @param {Target[]} targets @param {number} amount @returns {Task} */
function* damageAll(match, doing, targets, amount) {
  const greater = amount > 0 ? amount + moreDamage(match, doing.by) : amount;
  const hits = targets.map((target) => ({ by: doing.by, target, amount: greater, asked: [] }));
  doing.dealt = yield* doHits(match, hits);
  return doing.dealt > 0 || match.law.reads("if-you-do", "tried");
}
