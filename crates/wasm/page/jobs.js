// Jobs in workers of their own. A comparison has one for each algorithm, as many at a time as the machine has cores.

import { Ended, Engine } from "./engine.js";

/**
 * @typedef {import("../../web/ui/transport.js").Asked} Asked
 * @typedef {import("../../web/ui/transport.js").Kind} Kind
 * @typedef {import("./engine.js").Answer} Answer
 * @typedef {(kind: Kind | "lost", data: any) => void} Listener
 */

/** Maps that can still be asked about. */
const MOST_MAPS = 4;
/** Jobs whose events can still be heard. */
const MOST_ENDED = 16;

class Job {
  /** What nobody has heard yet. @type {{ kind: Kind, data: any }[]} */ events = [];
  /** @type {Listener | undefined} */ listener;
  /** @type {Set<Engine>} */ engines = new Set();
  /** What would be known if it were cancelled now. @type {any} */ standing;
  rows = 0;
  ended = false;

  /** @param {string} kind */
  constructor(kind) {
    this.kind = kind;
  }

  /** @param {Kind} kind @param {any} data */
  publish(kind, data) {
    if (this.ended) return;
    this.ended = kind === "done" || kind === "failed";
    if (kind === "row") this.rows += 1;
    if (this.listener) this.listener(kind, data);
    else this.events.push({ kind, data });
  }

  end() {
    for (const engine of this.engines) engine.end();
    this.engines.clear();
  }

  /** Ends it in the midst of its work, with what is known by then. */
  cancel() {
    if (this.ended) return;
    this.end();
    if (this.kind === "compare" || this.kind === "race") this.publish("done", { rows: this.rows, cancelled: true });
    else if (this.standing) this.publish("done", this.standing);
    else this.publish("failed", { error: "", code: "cancelled" });
  }
}

/** Whether the positions of what it has made can be asked for: its worker stays. @param {Job} job */
const hasBoards = (job) => job.kind === "map" || job.kind === "watch";

/** @param {number} status @param {unknown} [value] @returns {Answer} */
const plain = (status, value) => ({ status, type: "application/json", changes: [], body: new TextEncoder().encode(value === undefined ? "" : JSON.stringify(value)).buffer });
const unknown = (/** @type {string} */ what) => plain(404, { error: `there is no such ${what}`, code: "unknown" });

export class Jobs {
  /** Newest last. @type {Map<string, Job>} */ #jobs = new Map();
  #last = 0;

  /** @param {(key: string) => Promise<string | undefined>} recordOf */
  constructor(recordOf) {
    this.recordOf = recordOf;
  }

  /** @param {Asked} asked @returns {Promise<Answer>} */
  async answer(asked) {
    const id = /^\/api\/jobs\/(\w+)$/.exec(asked.path)?.[1];
    if (asked.method === "POST" && !id) return this.#begin(asked);
    const job = this.#jobs.get(id ?? "");
    if (!job || asked.method !== "DELETE") return unknown("job");
    job.cancel();
    return plain(204);
  }

  /** @param {Asked} asked @returns {Promise<Answer>} */
  async #begin(asked) {
    const request = JSON.parse(asked.body ?? "{}");
    const kept = typeof request.game === "string" ? await this.recordOf(request.game) : undefined;
    this.#last += 1;
    const id = `job${this.#last}`;
    const job = new Job(request.kind);
    this.#jobs.set(id, job);
    this.#forget();
    const parts = request.kind === "compare" && Array.isArray(request.algorithms) ? request.algorithms.map((/** @type {string} */ name) => ({ ...request, algorithms: [name] })) : [request];
    this.#run(job, parts, asked, kept);
    return plain(202, { job: id });
  }

  /** Forgets the oldest of the jobs that have ended. */
  #forget() {
    const ended = [...this.#jobs].filter(([, job]) => job.ended).reverse();
    let maps = 0;
    for (const [place, [id, job]] of ended.entries()) {
      maps += Number(job.engines.size > 0);
      if (place < MOST_ENDED && (job.engines.size === 0 || maps <= MOST_MAPS)) continue;
      job.end();
      this.#jobs.delete(id);
    }
  }

  /** @param {Job} job @param {unknown[]} parts @param {Asked} asked @param {string | undefined} kept */
  async #run(job, parts, asked, kept) {
    const rest = [...parts];
    const work = async () => {
      for (let part = rest.shift(); part !== undefined && !job.ended; part = rest.shift()) {
        await this.#work(job, { ...asked, path: "/work", body: JSON.stringify(part) }, kept, parts.length === 1);
      }
    };
    const most = Math.min(parts.length, Math.max(1, navigator.hardwareConcurrency || 1));
    await Promise.all(Array.from({ length: most }, work));
    if (parts.length !== 1) job.publish("done", { rows: job.rows, cancelled: false });
    if (!hasBoards(job)) job.end();
  }

  /** One part in a worker of its own. @param {Job} job @param {Asked} asked @param {string | undefined} kept @param {boolean} isAll */
  async #work(job, asked, kept, isAll) {
    const engine = new Engine();
    job.engines.add(engine);
    try {
      const answer = await engine.ask(asked, kept, ({ event, data }) => {
        if (event === "if-cancelled") job.standing = data;
        else if (isAll || event === "progress" || event === "row") job.publish(/** @type {Kind} */ (event), data);
      });
      if (answer.status !== 200) job.publish("failed", JSON.parse(new TextDecoder().decode(answer.body)));
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      // After a cancel it has ended already, and this says nothing.
      const why = asked.language === "id" ? "pencarian gagal di dalam mesin; laporkanlah level ini" : "the search failed inside the engine; please report this level";
      job.publish("failed", { error: why, code: "internal" });
    }
    if (hasBoards(job) && !engine.ended) return;
    engine.end();
    job.engines.delete(engine);
  }

  /** Asks about a map that a job has made. @param {Asked} asked @returns {Promise<Answer>} */
  async onMap(asked) {
    const [engine] = this.#jobs.get(asked.path.split("/")[3])?.engines ?? [];
    if (!engine) return unknown("map");
    const game = /[?&]game=(\w+)/.exec(asked.path)?.[1];
    return engine.ask(asked, game ? await this.recordOf(game) : undefined);
  }

  /** @param {string} id @param {Listener} listener @returns {() => void} */
  watch(id, listener) {
    const job = this.#jobs.get(id);
    if (!job) {
      queueMicrotask(() => listener("lost", undefined));
      return () => {};
    }
    // Whoever listens knows first how to end the listening.
    queueMicrotask(() => {
      job.listener = listener;
      for (const { kind, data } of job.events.splice(0)) listener(kind, data);
    });
    return () => { if (job.listener === listener) job.listener = undefined; };
  }
}
