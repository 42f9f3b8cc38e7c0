// The tables of the five papers, recomputed by the engine while the page is open, with their errors named.

import { answerOf, granted } from "./api.js";
import { h } from "./dom.js";
import { duration, either, number, say } from "./i18n.js";
import { PAPERS_DATA } from "./papers.js";
import { button, scrolled, table } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./papers.js").Paper} Paper
 * @typedef {import("./papers.js").PaperRow} PaperRow
 */

/** Moves of the tower of the second paper. */
const TOWER = 2 ** 29 - 1;

export class PapersView {
  /** What the engine has answered, by paper and row. @type {Map<string, string>} */ #found = new Map();
  /** The paper that is counted now. */ #running = "";

  /** @param {Desk} desk @param {HTMLElement} page */
  constructor(desk, page) {
    this.desk = desk;
    this.page = page;
    this.back = () => {};
  }

  /** @param {() => void} [back] */
  show(back = this.back) {
    this.back = back;
    this.page.replaceChildren(
      h("p", { class: "lesson-way" }, button("back", say("tab-lessons"), back, { words: true })),
      h("h2", { tabindex: -1 }, say("lessons-papers")),
      h("p", { class: "note" }, say("papers-note")),
      ...PAPERS_DATA.map((paper) => this.#paper(paper)),
    );
  }

  /** @param {Paper} paper */
  #paper(paper) {
    const rows = paper.rows.map((row, i) => {
      const found = this.#found.get(`${paper.name} ${i}`);
      const differs = found !== undefined && row.printed !== "" && row.read !== "tower" && row.read !== "verdict" && found !== row.printed && row.printed !== "–";
      return h("tr", { "data-differs": String(differs) }, h("th", { scope: "row" }, row.name), h("td", {}, row.printed || "–"), h("td", {}, found ?? (this.#running === paper.name ? "…" : ""), differs && h("strong", {}, ` ${say("papers-differs")}`)));
    });
    return h(
      "section",
      { class: "paper", "data-paper": paper.name },
      h("h3", {}, either(...paper.title)),
      h("p", { class: "note" }, either(...paper.about)),
      scrolled(either(...paper.title), table("plain numbers", paper.columns.map((head) => either(...head)), rows)),
      h("div", { class: "row wrap" }, button("play", say("papers-count"), () => { this.#count(paper); }, { words: true, class: "soft paper-count" }), h("a", { href: paper.href, class: "quiet" }, say("papers-open"))),
      h("p", {}, h("strong", {}, say("papers-wrong"))),
      h("ul", { class: "paper-wrong" }, ...paper.wrong.map((text) => h("li", {}, either(...text)))),
    );
  }

  /** @param {Paper} paper */
  async #count(paper) {
    if (this.#running) return;
    this.#running = paper.name;
    paper.rows.forEach((_, i) => this.#found.delete(`${paper.name} ${i}`));
    this.show();
    let goesOn = true;
    for (const [i, row] of paper.rows.entries()) {
      /** @type {string | undefined} */ const found = goesOn ? await granted(ask(row), (why) => this.desk.tell(why.reason, "refusal")) : undefined;
      goesOn = found !== undefined;
      if (found !== undefined) this.#found.set(`${paper.name} ${i}`, found);
      this.show();
    }
    this.#running = "";
    this.show();
    /** @type {HTMLElement | null} */ (this.page.querySelector(`[data-paper="${paper.name}"] .paper-count`))?.focus({ preventScroll: true });
  }
}

/** What the engine says about a row. @param {PaperRow} row */
async function ask(row) {
  const answer = await answerOf(row.job);
  switch (row.read) {
    case "tower": return answer.rows[0]?.rate ? duration(TOWER / answer.rows[0].rate) : say("papers-none");
    case "verdict": return answer.outcome === "loss" ? say("papers-lost") : say("papers-won", { moves: (answer.winning_moves ?? []).join(", ") });
    case "states": return number(answer.states);
    default: return answer.claim === "unsolvable" ? say("papers-impossible") : number(answer.length);
  }
}
