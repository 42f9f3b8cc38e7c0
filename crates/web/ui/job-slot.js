// Room for one job of a view at a time: the view is told when it begins and ends, and what fails is said.

import { Refusal, startJob } from "./api.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class JobSlot {
  /** @type {import("./api.js").Job | undefined} */ #job;

  /** @param {Desk} desk @param {() => void} changed called when a job begins and when it ends */
  constructor(desk, changed) {
    this.desk = desk;
    this.changed = changed;
  }

  get running() {
    return this.#job !== undefined;
  }

  /** Asks the server to end the job; what it knows by then still comes. */
  cancel() {
    this.#job?.cancel();
  }

  /** Ends the job and listens no more. */
  drop() {
    this.cancel();
    this.#job = undefined;
  }

  /**
   * Runs a job. Its result is undefined if it failed, was dropped, or another one runs.
   * @param {Record<string, unknown>} request @param {Parameters<typeof startJob>[1]} on
   * @returns {Promise<any>}
   */
  async run(request, on = {}) {
    if (this.#job) return undefined;
    /** @param {((data: any) => void) | undefined} listener */
    const heard = (listener) => (/** @type {any} */ data) => { if (this.#job === job) listener?.(data); };
    const job = startJob(request, { queued: heard(on.queued), progress: heard(on.progress), row: heard(on.row) });
    this.#job = job;
    this.changed();
    try {
      const result = await job.done;
      return this.#job === job ? result : undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#job === job && error.message) this.desk.tell(error.message, "refusal");
      return undefined;
    } finally {
      if (this.#job === job) {
        this.#job = undefined;
        this.changed();
      }
    }
  }
}
