// What the engine says about a level that is being drawn, in one line: asked in the background, and no longer when the
// drawing has changed.

import { h } from "./dom.js";
import { JobSlot } from "./job-slot.js";
import { counted, knows, say, sentence } from "./i18n.js";
import { spinner } from "./widgets.js";

/** @typedef {import("../types.js").Solution} Solution */

/** Seconds that a verdict may take. */
const PATIENCE = 10;

export class LevelVerdict {
  node = h("p", { class: "level-verdict", role: "status" });

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.slot = new JobSlot(desk);
  }

  /** Forgets what was asked. */
  drop() {
    this.slot.drop();
    this.node.replaceChildren();
    delete this.node.dataset.claim;
  }

  /** @param {string} puzzle @param {string} level @param {Record<string, string>} options */
  async ask(puzzle, level, options) {
    this.drop();
    this.node.replaceChildren(spinner(), say("verdict-asking"));
    const solution = /** @type {Solution | undefined} */ (await this.slot.run({ kind: "solve", puzzle, level, options, all: true, seconds: PATIENCE }, { refused: (why) => { this.node.textContent = sentence(why.message); } }));
    if (!solution) return;
    this.node.dataset.claim = solution.claim ?? "";
    this.node.textContent = inWords(solution);
  }
}

/** Solvable or not, how long, how hard, in how many ways. @param {Solution} solution */
function inWords({ claim, metric, length, headline, difficulty, shortest_solutions: count, why, limit }) {
  const key = `counted-${metric}`;
  const moves = length === null ? "" : knows(key) ? say(key, { n: Number(length), count: counted(length) }) : `${counted(length)} ${metric}`;
  const hard = difficulty ? say("difficulty-of", { n: difficulty }) : "";
  const ways = count === undefined ? "" : say("verdict-shortest", { n: Number(count), count: counted(count) });
  switch (claim) {
    case "optimal": return sentence([[say("verdict-solvable"), moves, hard].filter(Boolean).join(", "), ways].filter(Boolean).join("; "));
    case "feasible": return sentence([say("verdict-solvable"), say("verdict-at-most", { moves }), hard].filter(Boolean).join(", "));
    case "unsolvable": return [say("verdict-unsolvable"), why && sentence(why)].filter(Boolean).join(" ");
    case "stopped": return [say("verdict-open"), limit && sentence(limit)].filter(Boolean).join(" ");
    default: return [sentence(headline), why && sentence(why), hard && sentence(hard)].filter(Boolean).join(" ");
  }
}
