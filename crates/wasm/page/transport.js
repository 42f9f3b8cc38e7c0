// How requests and the events of jobs travel in the page without a server: to workers with the engine inside.
//
// One worker has the games. Questions that take time go to workers of their own, with the record of their game, so that the
// table is always free; every job has a worker of its own, which ends when the job is cancelled.

import { Ended, Engine, first } from "./engine.js";
import { Jobs } from "./jobs.js";
import { Keep } from "./keep.js";
import "./offline.js";

/**
 * @typedef {import("../../web/ui/transport.js").Asked} Asked
 * @typedef {import("./engine.js").Answer} Answer
 */

/** Workers for questions: as many are answered at the same time. */
const QUESTION_SLOTS = 2;

/** What takes more than a moment. */
const QUESTION = /^\/api\/(generate|open|games\/\w+\/(analysis|hint|audit|pictures\/.*))$/;
const GAME = /^\/api\/games\/(\w+)/;

const keep = new Keep();
let table = first;
/** Whether it knows nothing of what is kept. */ let isNew = true;
/** Requests about games are answered one after another. @type {Promise<unknown>} */
let queue = Promise.resolve();
/** @type {Engine[]} */ const questionWorkers = [];
/** @type {(() => void)[]} */ const waiting = [];

/** @param {Asked} asked @returns {Promise<Answer>} */
function atTable(asked) {
  const answer = queue.then(() => answerAtTable(asked));
  queue = answer.catch(() => {});
  return answer;
}

/** Answers, and has the change written down before anybody sees the answer. @param {Asked} asked @returns {Promise<Answer>} */
async function answerAtTable(asked) {
  for (let tries = 0; tries < 3; tries += 1) {
    if (table.ended) [table, isNew] = [new Engine(), true];
    const kept = isNew ? await keep.all() : await keep.fresh();
    isNew = false;
    const answer = await table.ask(asked, kept);
    const outcome = await keep.write(answer.changes);
    if (outcome === "kept") return answer;
    if (outcome === "refused") break;
  }
  return refusal(507, "full", asked.language === "id" ? "peramban tidak mau menyimpan ini; kosongkan sebagian penyimpanannya" : "the browser does not keep this; free some of its storage");
}

/** @param {number} status @param {string} code @param {string} error @returns {Answer} */
const refusal = (status, code, error) => ({ status, type: "application/json", changes: [], body: new TextEncoder().encode(JSON.stringify({ error, code })).buffer });

/** What another worker needs to know about a game; nothing if there is none. @param {string} key */
async function recordOf(key) {
  const answer = await atTable({ method: "GET", path: `/record/${key}`, language: "en" });
  return answer.status === 200 ? JSON.stringify({ records: [{ store: "games", value: read(answer) }] }) : undefined;
}

/** @param {Asked} asked */
async function record(asked) {
  const key = GAME.exec(asked.path)?.[1];
  return key ? recordOf(key) : undefined;
}

/** Answers a question in a worker of its own. @param {Asked} asked @param {AbortSignal} [signal] @returns {Promise<Answer>} */
async function askQuestion(asked, signal) {
  const kept = await record(asked);
  let worker = questionWorkers.find((one) => !one.busy && !one.ended);
  while (!worker) {
    for (const [i, old] of questionWorkers.entries()) if (old.ended) questionWorkers.splice(i, 1);
    if (questionWorkers.length < QUESTION_SLOTS) questionWorkers.push(new Engine());
    else await new Promise((resolve) => { waiting.push(() => resolve(undefined)); });
    signal?.throwIfAborted();
    worker = questionWorkers.find((one) => !one.busy && !one.ended);
  }
  try {
    const answer = await worker.ask(asked, kept);
    // Whatever is asked at the table from now on is answered with it.
    if (answer.learned) atTable({ method: "POST", path: "/learned", body: JSON.stringify(answer.learned), language: "en" }).catch(() => {});
    return answer;
  } finally {
    waiting.shift()?.();
  }
}

/** A machine's move: found by a worker for questions, made at the table. @param {Asked} asked */
async function reply(asked) {
  const found = await askQuestion({ ...asked, path: `${asked.path}/find` });
  if (found.status !== 200) return found;
  return atTable({ ...asked, path: `${asked.path}/make`, body: JSON.stringify(read(found)) });
}

const jobs = new Jobs(recordOf);

/** @param {Asked} asked @param {AbortSignal} [signal] @returns {Promise<Answer>} */
async function answer(asked, signal) {
  const { method, path } = asked;
  if (path.startsWith("/api/jobs")) return jobs.answer(asked);
  if (path.startsWith("/api/maps/")) return jobs.onMap(asked);
  if (method === "POST" && path.endsWith("/reply")) return reply(asked);
  return QUESTION.test(path) ? askQuestion(asked, signal) : atTable(asked);
}

/** What an answer says: JSON, a text or an image. @param {Answer} answer */
function read({ type, body }) {
  if (type.startsWith("image/")) return new Blob([body], { type });
  const text = new TextDecoder().decode(body);
  return text && type.includes("json") ? JSON.parse(text) : text;
}

/**
 * Asks, and waits for the answer.
 * @param {Asked} asked @param {AbortSignal} [signal]
 * @returns {Promise<{ status: number, answer: any }>}
 */
export async function request(asked, signal) {
  signal?.throwIfAborted();
  let given;
  try {
    given = await answer(asked, signal);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    given = refusal(500, "internal", asked.language === "id" ? "ini gagal di dalam mesin; laporkanlah apa yang Anda lakukan" : "this failed inside the engine; please report what you did");
  }
  signal?.throwIfAborted();
  return { status: given.status, answer: read(given) };
}

/**
 * Listens to a job: its events, or once that it is lost. Returns what ends the listening.
 * @param {string} job @param {(kind: import("../../web/ui/transport.js").Kind | "lost", data: any) => void} listener
 * @returns {() => void}
 */
export const watch = (job, listener) => jobs.watch(job, listener);

// Games that nobody ever moved in don't pile up.
atTable({ method: "POST", path: "/tidy", language: "en" }).catch(() => {});
