// The table: setting up, showing the state, the piles, the draft row, and how a match begins.

import { demand } from "./rules.mjs";
import { scoresOf } from "./cards.mjs";
import { startTurn } from "./turns.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Thing} Thing */
/** @typedef {import("./types.mjs").Choice} Choice */

/**
 * A match as a scenario sets it up.
 * @param {any} scenario
 * @param {import("./types.mjs").Law} law
 * @returns {Match}
 */
export function setUp(scenario, law) {
  const { start, position = {} } = scenario.setup;
  /** @type {Match} */
  const match = {
    law,
    cards: Object.fromEntries(scenario.cards.map((/** @type {any} */ card) => [card.name, card])),
    turn: start ? 0 : (position.turn ?? 5),
    active: position.active ?? 0,
    phase: start ? "start" : (position.phase ?? "action"),
    done: position.done ?? [],
    attacked: position.attacked ?? [],
    attack: position.attack ? { defenders: [], redirected: [], ...position.attack } : null,
    players: [],
    things: [],
    counted: {},
    row: position.row ?? [],
    draftDeck: position.draft_deck ?? [],
    bases: { ...position.bases },
    shown: position.shown ?? [],
    lasting: position.lasting ?? [],
    over: position.over ?? null,
    waiting: [],
    events: 0,
    task: null,
    pending: null,
    given: [],
    chance: [],
  };
  if (start) {
    match.players = start.alliances.map((/** @type {number} */ alliance) =>
      seat({ alliance, deck: spread(law.startingDeck) }, 0, law.life),
    );
    const taken = law.reads("base-supply", "from-stacks") ? match.players.length : 0;
    for (const [name, copies] of Object.entries(law.startingDeck)) {
      if (law.baseCopies > copies * taken) match.bases[name] = law.baseCopies - copies * taken;
    }
    match.draftDeck = spread(start.draft_deck ?? {});
    return match;
  }
  if (!position.done) match.done = dutiesOf(match.phase);
  match.players = position.players.map((/** @type {any} */ player, /** @type {number} */ i) =>
    seat(player, i, law.life),
  );
  for (const object of position.objects?.all ?? []) match.things.push(thingOf(object));
  for (const { id } of match.things) count(match, id);
  Object.assign(match.counted, position.objects?.counted);
  for (const name of Object.keys(match.bases)) if (match.bases[name] === 0) delete match.bases[name];
  return match;
}

/** Copies side by side, in the order of the alphabet. @param {Record<string, number>} copies */
function spread(copies) {
  return Object.keys(copies)
    .sort()
    .flatMap((name) => Array(copies[name]).fill(name));
}

/** What has to be done before a phase ends. @param {string} phase */
export function dutiesOf(phase) {
  if (phase === "refresh") return ["spells", "transmuted", "untap"];
  return phase === "plan" || phase === "draft" ? [phase] : [];
}

/** @param {any} player @param {number} index @param {number} life @returns {import("./types.mjs").Seat} */
function seat(player, index, life) {
  return {
    alliance: player.alliance ?? index,
    life: player.life ?? life,
    energy: player.energy ?? 0,
    deck: [...(player.deck ?? [])],
    hand: [...(player.hand ?? [])].sort(),
    discard: [...(player.discard ?? [])],
    out: player.out ?? false,
  };
}

/** @param {any} object @returns {Thing} */
function thingOf({ id, owner, controller, is = {} }) {
  return {
    id,
    owner,
    controller: controller ?? owner,
    name: is.transmuted ?? nameOfId(id),
    tapped: is.tapped ?? false,
    faceDown: Boolean(is.transmuted),
    on: is.on ?? null,
    since: is.since ?? 0,
    damage: is.damage ?? 0,
    changes: [...(is.changes ?? [])],
    nextAttack: is.next_attack ?? 0,
    gained: [...(is.gained ?? [])],
    used: [...(is.used ?? [])],
    lent: is.lent ?? null,
  };
}

/** @param {string} id */
export function nameOfId(id) {
  return id.slice(0, id.lastIndexOf("#"));
}

/** @param {Match} match @param {string} id */
function count(match, id) {
  const name = nameOfId(id);
  match.counted[name] = Math.max(match.counted[name] ?? 0, Number(id.slice(name.length + 1)));
}

/** The state as the protocol shows it. @param {Match} match */
export function stateOf(match) {
  return structuredClone({
    turn: match.turn,
    active: match.active,
    phase: match.phase,
    done: match.done,
    attacked: match.attacked,
    ...(match.attack && { attack: attackOf(match.attack) }),
    players: match.players,
    objects: { all: match.things.map((thing) => objectOf(match, thing)), counted: match.counted },
    row: match.row,
    draft_deck: match.draftDeck,
    bases: match.bases,
    ...(match.shown.length > 0 && { shown: match.shown }),
    ...(match.lasting.length > 0 && { lasting: match.lasting }),
    ...(match.over && { over: match.over }),
    ...(match.pending && { pending: { players: [match.pending.player], question: match.pending.question } }),
  });
}

/** @param {import("./types.mjs").Attack} attack */
function attackOf({ by, defending, targets, attackers, defenders, redirected }) {
  return {
    by,
    defending,
    targets,
    attackers,
    ...(defenders.length > 0 && { defenders }),
    ...(redirected.length > 0 && { redirected }),
  };
}

/** @param {Match} match @param {Thing} thing */
function objectOf(match, thing) {
  const scores = scoresOf(match, thing);
  return {
    id: thing.id,
    zone: "play",
    owner: thing.owner,
    controller: thing.controller,
    is: {
      tapped: thing.tapped,
      ...(thing.faceDown && { transmuted: thing.name }),
      ...(thing.on !== null && { on: thing.on }),
      ...(thing.since > 0 && { since: thing.since }),
      ...(thing.damage > 0 && { damage: thing.damage }),
      ...(thing.changes.length > 0 && { changes: thing.changes }),
      ...(thing.nextAttack !== 0 && { next_attack: thing.nextAttack }),
      ...(thing.gained.length > 0 && { gained: thing.gained }),
      ...(thing.used.length > 0 && { used: thing.used }),
      ...(thing.lent && { lent: thing.lent }),
      ...(scores && { scores }),
    },
  };
}

/** Begins the match. @param {Match} match */
export function begin(match) {
  const { law, players } = match;
  demand(match.phase === "start", "turns.phases");
  const alliances = new Set(players.map((player) => player.alliance));
  demand(players.length <= law.playersMost && alliances.size > 1, "basics.alliances");
  return begun(match);
}

/** @param {Match} match @returns {import("./types.mjs").Task} */
function* begun(match) {
  const { law, players } = match;
  for (const [i, player] of players.entries()) {
    if (law.reads("start-shuffle", "shuffled")) player.deck = shuffled(match, `players[${i}].deck`, player.deck);
  }
  if (match.draftDeck.length > 0) match.draftDeck = shuffled(match, "draft_deck", match.draftDeck);
  fillRow(match);
  const first = law.reads("who-starts", "first-listed") ? 0 : Number(picked(match, "the first player"));
  match.active = first;
  for (const player of players) drawCards(player, law.startDraw);
  drawCards(players[following(match, first)], law.secondDraw);
  yield* startTurn(match, first);
}

/** Who takes the turn after a player's. @param {Match} match @param {number} player */
export function following(match, player) {
  const order = match.players.map((_, i) => i);
  if (match.law.reads("turn-order", "alternating")) {
    // first the first player of each alliance, then the second of each
    const rank = (/** @type {number} */ i) =>
      order.filter((j) => j < i && match.players[j].alliance === match.players[i].alliance).length;
    order.sort((a, b) => rank(a) - rank(b) || match.players[a].alliance - match.players[b].alliance);
  }
  const at = order.indexOf(player);
  const next = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  return next.find((i) => !match.players[i].out) ?? player;
}

/** Fills the draft row from the draft deck. @param {Match} match */
export function fillRow(match) {
  while (match.row.length < match.law.row && match.draftDeck.length > 0)
    match.row.push(/** @type {string} */ (match.draftDeck.shift()));
}

/** Takes a card from the draft row, or else from its stack. @param {Match} match @param {string} card */
export function takeDrafted(match, card) {
  if (match.row.includes(card)) {
    takeOut(match.row, card);
    if (match.law.reads("draft-refill", "at-once")) fillRow(match);
  } else if (!match.law.reads("base-supply", "unlimited")) {
    match.bases[card] -= 1;
    if (match.bases[card] === 0) delete match.bases[card];
  }
}

/** Draws cards, as far as there are so many. @param {import("./types.mjs").Seat} player @param {number} number */
export function drawCards(player, number) {
  const cards = player.deck.splice(0, number);
  toHand(player, cards);
  return cards.length;
}

/** @param {import("./types.mjs").Seat} player @param {string[]} cards */
export function toHand(player, cards) {
  player.hand.push(...cards);
  player.hand.sort();
}

/** Takes one copy out of a pile, the first of them. @param {string[]} pile @param {string} card */
export function takeOut(pile, card) {
  const at = pile.indexOf(card);
  if (at < 0) throw new Error(`there is no ${card}`);
  pile.splice(at, 1);
}

/**
 * A pile after a shuffle, whose outcome the step says.
 * @param {Match} match
 * @param {string} path
 * @param {string[]} pile
 */
export function shuffled(match, path, pile) {
  const at = match.chance.findIndex((outcome) => outcome.shuffle === path);
  if (at < 0) return pile;
  const [{ top_first }] = match.chance.splice(at, 1);
  const rest = [...pile];
  for (const card of top_first) takeOut(rest, card);
  return [...top_first, ...rest];
}

/** What is picked at random. @param {Match} match @param {string} subject @returns {string | undefined} */
export function picked(match, subject) {
  const at = match.chance.findIndex((outcome) => outcome.pick === subject);
  return at < 0 ? undefined : match.chance.splice(at, 1)[0].gives;
}

/** @param {Match} match @param {string | null} id */
export function find(match, id) {
  return match.things.find((thing) => thing.id === id);
}

/** @param {Match} match @param {number} one @param {number} other */
export function areOpponents(match, one, other) {
  return match.players[one].alliance !== match.players[other].alliance;
}

/** Whether two choices or targets are the same. @param {Choice} one @param {Choice} other */
export function same(one, other) {
  return (
    one.player === other.player && one.object === other.object && one.card === other.card && one.number === other.number
  );
}
