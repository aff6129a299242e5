#!/usr/bin/env node
// An engine of the card game transmute that rulebound can check: a starting point for an adapter of your own.
//
// This file is the adapter: it reads requests and writes answers, one JSON message per line, and knows nothing of the
// game. The other files are the rules, a chapter each.

/// <reference path="./node.d.ts" />

import { createInterface } from "node:readline";
import { setUp, stateOf } from "./basics.mjs";
import { legalActions } from "./legal.mjs";
import { act, goOnWith } from "./match.mjs";
import { lawOf, Refused, Rejected, Skipped } from "./rules.mjs";
import { abilitiesOfText } from "./text.mjs";
import { viewsOf } from "./views.mjs";

const GAME = "transmute";
const FEATURES = ["setup.start", "setup.position", "parse", "view", "legal", "resolving", "readings"];

function initialize() {
  const engine = { name: "transmute in JavaScript", version: "0.1", language: "JavaScript" };
  return { protocol: 2, engine, games: { [GAME]: { readings: {}, features: FEATURES } } };
}

/** Plays a scenario. @param {any} params */
function run({ scenario }) {
  const match = setUp(scenario, lawOf(scenario.readings));
  if (scenario.resolving?.length > 0) goOnWith(match, scenario.resolving);
  const initial = stateOf(match);
  return {
    initial,
    steps: scenario.steps.map((/** @type {any} */ step) => answerStep(match, step, scenario.wants ?? [])),
  };
}

/** @param {import("./types.mjs").Match} match @param {any} step @param {string[]} wants */
function answerStep(match, step, wants) {
  try {
    act(match, step.by, step.do, [...(step.chance ?? [])]);
  } catch (error) {
    if (error instanceof Rejected) return { outcome: "rejected", clause: `${GAME}.${error.clause}` };
    throw error;
  }
  return {
    outcome: "accepted",
    state: stateOf(match),
    ...(wants.includes("view") && { views: viewsOf(match) }),
    ...(wants.includes("legal") && { legal: legalActions(match) }),
  };
}

/** Reads a text. @param {any} params */
function parse({ text, readings }) {
  try {
    return { tree: abilitiesOfText(text, lawOf(readings)) };
  } catch (error) {
    if (error instanceof Refused) return { refused: { offset: error.offset } };
    throw error;
  }
}

/** @type {Record<string, (params: any) => any>} */
const METHODS = { initialize, run, parse, shutdown: () => ({}) };

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  /** @type {any} */
  let answer;
  try {
    const known = METHODS[method];
    answer = { result: known ? known(params) : { skipped: { reason: `no ${method}` } } };
  } catch (error) {
    if (error instanceof Skipped) answer = { result: { skipped: { reason: error.message } } };
    else answer = { error: { code: -32603, message: String(/** @type {Error} */ (error).stack ?? error) } };
  }
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\n");
  if (method === "shutdown") break;
}
