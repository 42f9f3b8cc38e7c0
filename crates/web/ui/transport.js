// How requests and the events of jobs travel: to the server that the page comes from. The page without a server has another
// file in the place of this one.

/**
 * @typedef {{ method: string, path: string, language: string, aspect?: string, body?: string }} Asked
 * @typedef {"queued" | "progress" | "row" | "done" | "failed"} Kind
 */

/**
 * Asks, and waits for the answer: what JSON, a text or an image says. Fails if nobody answers.
 * @param {Asked} asked @param {AbortSignal} [signal]
 * @returns {Promise<{ status: number, answer: any }>}
 */
export async function request({ method, path, language, aspect, body }, signal) {
  /** @type {Record<string, string>} */
  const headers = { "accept-language": language };
  if (aspect !== undefined) headers["board-aspect"] = aspect;
  if (body !== undefined) headers["content-type"] = "application/json";
  // What is kept when the page is left must still arrive; browsers allow that for 64 KiB at a time.
  const keepalive = method === "PUT" && (body?.length ?? 0) < 30_000;
  const response = await fetch(path, { method, headers, signal, body, keepalive });
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("image/")) return { status: response.status, answer: await response.blob() };
  const text = await response.text();
  return { status: response.status, answer: text && type.includes("json") ? JSON.parse(text) : text };
}

/**
 * Listens to a job: its events, or once that it is lost. Returns what ends the listening.
 * @param {string} job @param {(kind: Kind | "lost", data: any) => void} listener
 * @returns {() => void}
 */
export function watch(job, listener) {
  const source = new EventSource(`/api/jobs/${job}/events`);
  for (const kind of /** @type {Kind[]} */ (["queued", "progress", "row", "done", "failed"])) {
    source.addEventListener(kind, (event) => listener(kind, JSON.parse(/** @type {MessageEvent} */ (event).data)));
  }
  // The browser connects again by itself; only a closed source means that the job is lost.
  source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) listener("lost", undefined); });
  return () => source.close();
}
