// Talking with the server: requests, the one error type, and jobs whose progress comes as server-sent events.

import { language } from "./i18n.js";

/** An answer that is no success: the server's sentence, its status, and what else it sent. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message @param {any} [body] */
  constructor(status, message, body) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** The server is gone; tries again are useful. */
export class Silence extends Refusal {
  constructor() {
    super(0, "");
  }
}

/** Told whether the server answers. @type {Set<(answers: boolean) => void>} */
const listeners = new Set();
let answered = true;

/** @param {(answers: boolean) => void} listener */
export function watchServer(listener) {
  listeners.add(listener);
}

/** @param {boolean} answers */
function note(answers) {
  if (answers === answered) return;
  answered = answers;
  for (const listener of listeners) listener(answers);
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { "accept-language": language() };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response;
  let answer;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("image/")) answer = await response.blob();
    else {
      const text = await response.text();
      answer = text && type.includes("json") ? JSON.parse(text) : text;
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    note(false);
    throw new Silence();
  }
  note(true);
  if (!response.ok) throw new Refusal(response.status, answer?.error ?? response.statusText, answer);
  return answer;
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => ask("GET", path, undefined, signal);
/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
export const post = (path, body = {}, signal) => ask("POST", path, body, signal);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => ask("PUT", path, body);

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
  /** @type {EventSource | undefined} */ let source;
  let cancelled = false;
  /** @type {(reason: unknown) => void} */ let giveUp = () => {};
  const started = post("/api/jobs", { ...request, client: CLIENT });
  const id = started.then((answer) => answer.job);
  // Whoever waits for `done` hears of a failure; the id is for those who have it.
  id.catch(() => {});
  const done = new Promise((resolve, reject) => {
    giveUp = reject;
    started.then(({ job }) => {
      if (cancelled) {
        ask("DELETE", `/api/jobs/${job}`).catch(() => {});
        return;
      }
      source = new EventSource(`/api/jobs/${job}/events`);
      const read = (/** @type {Event} */ event) => JSON.parse(/** @type {MessageEvent} */ (event).data);
      source.addEventListener("queued", (event) => on.queued?.(read(event)));
      source.addEventListener("progress", (event) => on.progress?.(read(event)));
      source.addEventListener("row", (event) => on.row?.(read(event)));
      source.addEventListener("done", (event) => {
        source?.close();
        resolve(read(event));
      });
      source.addEventListener("failed", (event) => {
        source?.close();
        const data = read(event);
        reject(new Refusal(422, data.error, data));
      });
      // The browser connects again by itself; only a closed source means that the job is lost.
      source.addEventListener("error", () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        note(false);
        reject(new Silence());
      });
    }, reject);
  });
  const cancel = () => {
    if (cancelled) return;
    cancelled = true;
    id.then((job) => ask("DELETE", `/api/jobs/${job}`)).catch(() => {});
    if (!source) giveUp(new Refusal(499, ""));
  };
  return { done, cancel, id };
}
