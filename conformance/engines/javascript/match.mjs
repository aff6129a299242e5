// Who may act, what an action does, and how far it gets.

import { begin, same } from "./basics.mjs";
import { settle, TurnCut } from "./abilities.mjs";
import { attack, defend } from "./attack.mjs";
import { MatchOver } from "./ending.mjs";
import { activate, play, transmute } from "./play.mjs";
import { resume } from "./resolving.mjs";
import { demand } from "./rules.mjs";
import { draft, end, endTurn, plan, refresh } from "./turns.mjs";

/** @typedef {import("./types.mjs").Match} Match */
/** @typedef {import("./types.mjs").Task} Task */
/** @typedef {{task: Task} | {answer: any}} Prepared  An action to begin, or the answer to a question. */

/** An action that begins something. @typedef {(match: Match, by: number, what: any) => Task} Starter */

/** @type {Record<string, Starter>} */
const ACTIONS = {
  "discard-spells": (match) => refresh(match, "discard-spells"),
  "discard-transmuted": (match) => refresh(match, "discard-transmuted"),
  untap: (match) => refresh(match, "untap"),
  draw: (match, by) => plan(match, by, "draw"),
  shuffle: (match, by) => plan(match, by, "shuffle"),
  draft: (match, by, { card }) => draft(match, by, card),
  play: (match, by, what) => play(match, by, what),
  activate: (match, by, what) => activate(match, by, what),
  transmute: (match, by, what) => transmute(match, by, what),
  attack: (match, by, what) => attack(match, by, what),
  end: (match) => end(match),
};

/** What the defending player does in the React subphase. @type {Record<string, Starter>} */
const REACTIONS = {
  play: ACTIONS.play,
  activate: ACTIONS.activate,
  defend: (match, by, what) => defend(match, by, what),
};

/** Who acts if a step does not say. @param {Match} match */
export function actorOf(match) {
  return match.pending ? match.pending.player : match.active;
}

/**
 * Checks an action and says what it begins. Nothing changes yet.
 * @param {Match} match
 * @param {number} by
 * @param {any} action
 * @returns {Prepared}
 */
export function prepare(match, by, action) {
  const [name] = Object.keys(action);
  const { pending } = match;
  demand(match.phase !== "over", "ending.last");
  if (name === "begin" || match.phase === "start") {
    demand(name === "begin", "turns.phases");
    return { task: begin(match) };
  }
  const out = !match.players[by] || match.players[by].out;
  demand(!out, "turns.own");
  if (pending?.kind === "react") {
    if (mayReact(match, by)) {
      if (name === "done" && by === pending.player) return { answer: null };
      demand(REACTIONS[name], "attack.react");
      return { answer: REACTIONS[name](match, by, action[name]) };
    }
    demand(name === "activate", "attack.react");
    return { answer: activate(match, by, action.activate, "attack.react") };
  }
  if (pending?.kind === "beginning" && !(by === pending.player && name === "pick")) {
    demand(name !== "end" || by !== pending.player, pending.clause);
    return { answer: begunBy(match, by, name, action) };
  }
  if (pending) {
    demand(by === pending.player, "turns.own");
    return { answer: answerOf(pending, name, action[name]) };
  }
  return { task: begunBy(match, by, name, action) };
}

/**
 * What an action begins that is no answer.
 * @param {Match} match
 * @param {number} by
 * @param {string} name
 * @param {any} action
 */
function begunBy(match, by, name, action) {
  if (by !== match.active) {
    demand(name === "activate", "turns.own");
    return activate(match, by, action.activate, "turns.own");
  }
  demand(ACTIONS[name], "turns.own"); // an answer, or what is done in a React subphase
  return ACTIONS[name](match, by, action[name]);
}

/** @param {Match} match @param {number} by */
export function mayReact(match, by) {
  if (match.pending?.kind !== "react") return false;
  const defending = match.pending.player;
  return (
    by === defending ||
    (match.law.reads("react-allies", "allies-too") && match.players[by].alliance === match.players[defending].alliance)
  );
}

/** @param {import("./types.mjs").Pending} pending @param {string} name @param {any} choice */
function answerOf(pending, name, choice) {
  if (pending.kind === "may") {
    demand(name === "accept" || name === "decline", "turns.own");
    return name === "accept";
  }
  if (name === "done") {
    demand(pending.mayStop, "text.up-to");
    return null;
  }
  demand(name === "pick", "turns.own");
  const option = pending.options.find((one) => same(one, choice));
  demand(option, pending.clause);
  return option;
}

/**
 * Does an action, as far as the next question.
 * @param {Match} match
 * @param {number | undefined} by
 * @param {any} action
 * @param {any[]} chance
 */
export function act(match, by, action, chance) {
  const prepared = prepare(match, by ?? actorOf(match), action);
  match.chance = chance;
  match.pending = null;
  if ("answer" in prepared) return goOn(match, prepared.answer);
  match.task = completely(match, prepared.task);
  goOn(match, undefined);
}

/**
 * Goes on with what was under way when the scenario began, as far as the next question.
 * @param {Match} match
 * @param {any[]} frames
 */
export function goOnWith(match, frames) {
  match.task = completely(match, resume(match, frames));
  goOn(match, undefined);
}

/** An action and all that it triggers. @param {Match} match @param {Task} task @returns {Task} */
function* completely(match, task) {
  yield* task;
  yield* settle(match);
}

/** @param {Match} match @param {any} answer */
function goOn(match, answer) {
  try {
    const step = /** @type {Task} */ (match.task).next(answer);
    if (step.done) match.task = null;
    else match.pending = step.value;
  } catch (error) {
    match.task = null;
    if (error instanceof MatchOver) {
      match.phase = "over";
      match.waiting = [];
    } else if (error instanceof TurnCut) {
      match.task = completely(match, endTurn(match));
      goOn(match, undefined);
    } else throw error;
  }
}
