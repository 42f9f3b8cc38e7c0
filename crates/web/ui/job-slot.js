// Room for one job of a view at a time: the view is told when it begins and ends, and what fails is said.

import { granted, startJob } from "./api.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 *
 * What a view hears of its job.
 * @typedef {Parameters<typeof startJob>[1] & { refused?: (why: import("./api.js").Refusal) => void }} Heard
 */

export class JobSlot {
  /** @type {import("./api.js").Job | undefined} */ #job;

  /** @param {Desk} desk @param {() => void} [changed] called when a job begins and when it ends */
  constructor(desk, changed = () => {}) {
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
   * @param {Record<string, unknown>} request @param {Heard} on
   * @returns {Promise<any>}
   */
  async run(request, on = {}) {
    return this.#job ? undefined : (await this.#start(request, on))?.result;
  }

  /**
   * Runs a job instead of the one that runs, and says by which id its positions can be asked for.
   * @param {Record<string, unknown>} request @param {Heard} on
   */
  again(request, on = {}) {
    this.drop();
    return this.#start(request, on);
  }

  /** @param {Record<string, unknown>} request @param {Heard} on @returns {Promise<{ result: any, id: string } | undefined>} */
  async #start(request, on) {
    /** @param {((data: any) => void) | undefined} listener */
    const heard = (listener) => (/** @type {any} */ data) => { if (this.#job === job) listener?.(data); };
    const job = startJob(request, { queued: heard(on.queued), progress: heard(on.progress), row: heard(on.row) });
    this.#job = job;
    this.changed();
    const done = Promise.all([job.done, job.id]).then(([result, id]) => ({ result, id }));
    const answer = await granted(done, heard(on.refused ?? ((why) => { if (why.message) this.desk.tell(why.message, "refusal"); })));
    if (this.#job !== job) return undefined;
    this.#job = undefined;
    this.changed();
    return answer;
  }
}
