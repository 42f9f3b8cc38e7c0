// Talking with whoever answers: requests, the one error type, and jobs whose progress comes as events. How requests and
// events travel is for `transport.js`.

import { language, say } from "./i18n.js";
import { request, watch } from "./transport.js";

/** The status of a job that was ended before it had begun. */
const ENDED = 499;

/** An answer that is no success: the server's sentence, its status, and what else it sent. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message @param {any} [body] */
  constructor(status, message, body) {
    super(message);
    this.status = status;
    this.body = body;
  }

  /** Why, also where nobody has said it; nothing where we have ended it ourselves. */
  get reason() {
    return this.message || (this.status === ENDED ? "" : say("no-answer"));
  }
}

/** The server is gone; tries again are useful. */
export class Silence extends Refusal {
  constructor() {
    super(0, "");
  }
}

/**
 * What was asked, or nothing where it was refused; `refused` is told why.
 * @template T @param {Promise<T>} asked @param {(why: Refusal) => void} [refused] @returns {Promise<T | undefined>}
 */
export const granted = (asked, refused) => asked.catch((error) => {
  if (!(error instanceof Refusal)) throw error;
  refused?.(error);
  return undefined;
});

/** Told whether the server answers. @type {(answers: boolean) => void} */
let listener = () => {};
let answered = true;

/** @param {(answers: boolean) => void} told */
export function watchServer(told) {
  listener = told;
}

/** @param {boolean} answers */
function note(answers) {
  if (answers === answered) return;
  answered = answers;
  listener(answers);
}

/** How broad the board is, in heights: positions are drawn for it. */
let boardAspect = () => 1.45;

/** @param {() => number} aspect */
export function drawFor(aspect) {
  boardAspect = aspect;
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal]
 * @param {number} [aspect] the form of the space that positions are to be drawn for, if it is another than the board's
 * @returns {Promise<any>}
 */
async function ask(method, path, body, signal, aspect = boardAspect()) {
  let response;
  try {
    response = await request({ method, path, language: language(), aspect: aspect.toFixed(3), body: body === undefined ? undefined : JSON.stringify(body) }, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    note(false);
    throw new Silence();
  }
  const { status, answer } = response;
  note(true);
  if (status < 200 || status > 299) throw new Refusal(status, answer?.error ?? "", answer);
  return answer;
}

/** @param {string} path @param {AbortSignal} [signal] @param {number} [aspect] */
export const get = (path, signal, aspect) => ask("GET", path, undefined, signal, aspect);
/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @param {number} [aspect] */
export const post = (path, body = {}, signal, aspect) => ask("POST", path, body, signal, aspect);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => ask("PUT", path, body);
/** @param {string} path */
export const remove = (path) => ask("DELETE", path);

/**
 * A job on the server. `on` hears its events; `done` settles with the result; `cancel` ends it.
 * @typedef {{ done: Promise<any>, cancel: () => void, id: Promise<string> }} Job
 */

/** A word for this window, so that the server can let windows take turns. */
const CLIENT = Math.random().toString(36).slice(2, 10);

/**
 * @param {Record<string, unknown>} request
 * @param {{ queued?: (data: any) => void, progress?: (data: any) => void, row?: (data: any) => void }} [on]
 * @returns {Job}
 */
export function startJob(request, on = {}) {
  /** @type {(() => void) | undefined} */ let close;
  let cancelled = false;
  /** @type {(reason: unknown) => void} */ let giveUp = () => {};
  const id = post("/api/jobs", { ...request, client: CLIENT }).then((answer) => answer.job);
  const done = new Promise((resolve, reject) => {
    giveUp = reject;
    id.then((job) => {
      if (cancelled) return;
      close = watch(job, (kind, data) => {
        if (kind === "queued" || kind === "progress" || kind === "row") on[kind]?.(data);
        else {
          close?.();
          if (kind === "done") resolve(data);
          else if (kind === "failed") reject(new Refusal(422, data.error, data));
          else {
            note(false);
            reject(new Silence());
          }
        }
      });
    }, reject);
  });
  const cancel = () => {
    if (cancelled) return;
    cancelled = true;
    id.then((job) => remove(`/api/jobs/${job}`)).catch(() => {});
    if (!close) giveUp(new Refusal(ENDED, ""));
  };
  return { done, cancel, id };
}

/** What a job of the page's own answers, with all its rows. @param {Record<string, unknown>} request @returns {Promise<any>} */
export async function answerOf(request) {
  /** @type {any[]} */ const rows = [];
  const result = await startJob({ seconds: 20, ...request }, { row: (row) => rows.push(row) }).done;
  return { ...result, rows };
}
