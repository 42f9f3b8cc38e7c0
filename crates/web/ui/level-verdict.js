// What the engine says about a level that is being drawn, in one line: asked in the background, and no longer when the
// drawing has changed.

import { Refusal, startJob } from "./api.js";
import { h } from "./dom.js";
import { number, say, sentence } from "./i18n.js";
import { spinner } from "./widgets.js";

/** @typedef {import("../types.js").Solution} Solution */

/** Seconds that a verdict may take. */
const PATIENCE = 10;

export class LevelVerdict {
  /** @type {import("./api.js").Job | undefined} */ #job;

  constructor() {
    this.node = h("p", { class: "level-verdict", role: "status" });
  }

  /** Forgets what was asked. */
  drop() {
    this.#job?.cancel();
    this.#job = undefined;
    this.node.replaceChildren();
    delete this.node.dataset.claim;
  }

  /** @param {string} puzzle @param {string} level @param {Record<string, string>} options */
  async ask(puzzle, level, options) {
    this.drop();
    const job = startJob({ kind: "solve", puzzle, level, options, all: true, seconds: PATIENCE });
    this.#job = job;
    this.node.replaceChildren(spinner(), say("verdict-asking"));
    try {
      const solution = /** @type {Solution} */ (await job.done);
      if (this.#job !== job) return;
      this.node.dataset.claim = solution.claim ?? "";
      this.node.textContent = inWords(solution);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#job === job) this.node.textContent = error.message ? sentence(error.message) : "";
    }
  }
}

/** @param {Solution} solution */
function inWords({ headline, difficulty, shortest_solutions: count, why }) {
  const facts = [difficulty && say("verdict-difficulty", { n: difficulty }), count !== undefined && say("verdict-shortest", { n: Number(count), count: number(count) })].filter(Boolean).join("; ");
  return [sentence(headline), why && sentence(why), facts && sentence(facts)].filter(Boolean).join(" ");
}
