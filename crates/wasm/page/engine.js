// Workers with the engine inside, seen from the page.

import { engine as load, workerAddress } from "./assets.js";

/**
 * @typedef {{ store: string, key: string, value: { store: string, value: any } | null }} Change
 * @typedef {{ status: number, type: string, changes: Change[], learned?: { game: string, optimum: string } | null, body: ArrayBuffer }} Answer
 * @typedef {{ event: string, data: any }} Told
 */

/** Compiled once. @type {Promise<WebAssembly.Module> | undefined} */
let module;

/** A worker that was ended, or has ended itself. */
export class Ended extends Error {}

export class Engine {
  #worker = new Worker(workerAddress());
  #last = 0;
  /** @type {Map<number, { resolve: (answer: Answer) => void, reject: (reason: unknown) => void, listener?: (told: Told) => void }>} */
  #waiting = new Map();
  /** @type {Promise<void>} */ #started;
  #ended = false;

  constructor() {
    this.#worker.addEventListener("message", ({ data: { id, event, answer, broken } }) => {
      const waiting = this.#waiting.get(id);
      if (event) {
        if (event.event === "panic") console.error(event.data);
        else waiting?.listener?.(event);
        return;
      }
      this.#waiting.delete(id);
      if (answer) waiting?.resolve(answer);
      else {
        this.end(broken);
        waiting?.reject(new Ended(broken));
      }
    });
    this.#worker.addEventListener("error", (event) => this.end(event.message));
    // What failed once may go well with the next worker.
    module ??= load().catch((error) => {
      module = undefined;
      throw error;
    });
    this.#started = module.then((module) => { if (!this.#ended) this.#worker.postMessage({ module }); });
    // Whoever asks hears why.
    this.#started.catch(() => this.end());
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  get ended() {
    return this.#ended;
  }

  /**
   * Asks, with what the database has changed before; the listener hears the events of a job.
   * @param {import("../../web/ui/transport.js").Asked} asked @param {string} [kept] @param {(told: Told) => void} [listener]
   * @returns {Promise<Answer>}
   */
  async ask(asked, kept, listener) {
    await this.#started;
    if (this.#ended) throw new Ended();
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, listener });
      this.#worker.postMessage({ id, kept, asked: JSON.stringify(asked) });
    });
  }

  /** Ends the worker, whatever it is at. @param {string} [why] */
  end(why) {
    if (this.#ended) return;
    this.#ended = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Ended(why));
    this.#waiting.clear();
  }
}

/** Begun before anybody asks: this script runs while the others are still on their way. */
export const first = new Engine();
