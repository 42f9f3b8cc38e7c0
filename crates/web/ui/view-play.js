// The first view: the puzzle's own controls, what helps, the legal moves, the history of the game, the audit of its end.

import { get, granted } from "./api.js";
import { h, later } from "./dom.js";
import { icon } from "./icons.js";
import { number, say } from "./i18n.js";
import { SIGN } from "./marks.js";
import { controlsOf } from "./options.js";
import { onSettings, set, settings } from "./settings.js";
import { refill, table, toggle } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").TreeNode} TreeNode
 * @typedef {import("../types.js").Audited} AuditedMove
 */

/** More moves than this are no help as a list. */
const MOST_MOVES = 48;
const MOST_STEPS = 400;
/** Other moves that are shown at one place. */
const MOST_BRANCHES = 3;

export class PlayView {
  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.options = h("section", { class: "group options" });
    this.help = h("section", { class: "group" });
    this.verdict = h("section", { class: "group verdict" });
    this.moves = h("section", { class: "group" });
    this.steps = h("section", { class: "group" });
    this.audit = h("section", { class: "group" });
    host.append(this.options, this.help, this.verdict, this.moves, this.steps, this.audit);
    desk.addEventListener("change", () => this.#changed());
    desk.addEventListener("analysis", () => this.#showMoves());
    onSettings((changed) => {
      if ("language" in changed || "speed" in changed || "symbols" in changed) this.#showOptions();
      if ("analysis" in changed || "language" in changed) this.#showHelp();
      if ("analysis" in changed) this.#showMoves();
      if ("language" in changed) this.#changed();
    });
    this.#showHelp();
  }

  #optionsSign = "";
  #tree = later(() => this.#showSteps(), 80);

  #changed() {
    const { game } = this.desk;
    if (!game) return;
    const sign = JSON.stringify([game.key, game.choices, game.seats, game.variants, game.seats?.length ? game.moves_made > 0 : ""]);
    if (sign !== this.#optionsSign) {
      this.#optionsSign = sign;
      this.#showOptions();
    }
    this.#showMoves();
    if (this.desk.table.state !== "replaying") this.#tree();
    this.#showAudit();
  }

  #showOptions() {
    const { game } = this.desk;
    if (!game) return;
    const controls = controlsOf(this.desk, game);
    this.options.hidden = controls.length === 0;
    refill(this.options, ...controls);
  }

  #showHelp() {
    this.help.replaceChildren(toggle(say("analysis"), settings.analysis, (analysis) => set({ analysis }), say("analysis-note")));
  }

  #showMoves() {
    const { game, analysis } = this.desk;
    if (!game) return;
    const plays = game.position.plays;
    this.#showVerdict();
    this.moves.hidden = !settings.analysis || plays.length === 0 || plays.length > MOST_MOVES || game.position.status !== "playing";
    if (this.moves.hidden) return;
    const judged = new Map((analysis?.moves ?? []).map((move) => [move.text, move]));
    const chips = plays.map((play) => {
      const move = judged.get(play.text);
      const words = move?.words ?? "";
      const left = move?.left === null || move?.left === undefined ? "" : ` ${number(move.left)}`;
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "chip", "data-judged": move?.judgement, title: move?.why ?? words, onclick: () => this.desk.playText(play.text) },
          move && h("span", { class: "chip-sign", "aria-hidden": "true" }, SIGN[move.judgement]),
          play.text,
          left && h("small", {}, left),
          words && h("span", { class: "unseen" }, `, ${words}`),
        ),
      );
    });
    refill(this.moves, h("h2", {}, say("moves-now")), h("ul", { class: "chips" }, ...chips));
  }

  /** What a game is worth, and why; what is left of hope in a puzzle. */
  #showVerdict() {
    const { game, analysis } = this.desk;
    const shown = analysis && settings.analysis && game?.position.status === "playing";
    this.verdict.hidden = true;
    if (!shown || !analysis) return;
    /** @type {Node[]} */ const lines = [];
    if (analysis.verdict) {
      lines.push(h("p", { class: "verdict-line", "data-verdict": analysis.verdict }, say(`verdict-${analysis.verdict}`)));
      if (analysis.why) lines.push(h("p", { class: "note" }, analysis.why));
      const winning = analysis.moves.filter((move) => move.why && move.judgement === "better");
      if (winning.length > 0) lines.push(h("ul", { class: "reasons" }, ...winning.slice(0, 8).map((move) => h("li", {}, h("strong", {}, move.text), " ", move.why ?? ""))));
    } else if (analysis.solvable === false || (analysis.solvable && game?.puzzle === "water")) {
      // Where a level can be lost, a lamp says whether it is; elsewhere it would always burn.
      lines.push(h("p", { class: "lamp", "data-on": String(analysis.solvable) }, h("i", { "aria-hidden": "true" }), say(analysis.solvable ? "still-solvable" : game?.moves_made ? "no-longer-solvable" : "never-solvable")));
      if (!analysis.solvable && analysis.why) lines.push(h("p", { class: "note" }, analysis.why));
    }
    this.verdict.replaceChildren(...lines);
    this.verdict.hidden = lines.length === 0;
  }

  async #showSteps() {
    const { game } = this.desk;
    if (!game) return;
    this.steps.hidden = !game.undo && !game.redo;
    if (this.steps.hidden) return;
    const tree = /** @type {{ here: number, nodes: TreeNode[] } | undefined} */ (await granted(get(`/api/games/${game.key}/tree`)));
    if (!tree || this.desk.game !== game) return;
    const nodes = new Map(tree.nodes.map((node) => [node.n, node]));
    /** @type {Map<number, TreeNode[]>} */ const branches = new Map();
    for (const node of tree.nodes) if (node.parent !== null) branches.set(node.parent, [...(branches.get(node.parent) ?? []), node]);
    /** @type {TreeNode[]} */ const path = [];
    for (let node = nodes.get(tree.here); node && node.parent !== null; node = nodes.get(node.parent)) path.push(node);
    path.reverse();
    const shown = path.slice(-MOST_STEPS);
    const name = (/** @type {TreeNode} */ node) => (node.step === "restart" ? say("restart-step") : node.step === "level" ? say("level-step") : (node.step ?? ""));
    const go = (/** @type {TreeNode} */ node) => () => { this.desk.go(node.n); };
    const chips = shown.map((node, i) => {
      const others = (branches.get(node.parent ?? -1) ?? []).filter((other) => other.n !== node.n).slice(-MOST_BRANCHES);
      return h(
        "li",
        {},
        h("button", { type: "button", class: "step", "aria-current": node.n === tree.here ? "step" : undefined, "data-line": Boolean(node.line), onclick: go(node) }, h("small", {}, String(path.length - shown.length + i + 1)), name(node)),
        // What was tried here before is still there.
        ...others.map((other) => h("button", { type: "button", class: "step branch", title: say("fork"), onclick: go(other) }, icon("branch"), name(other), h("span", { class: "unseen" }, `, ${say("fork")}`))),
      );
    });
    // From here one can also go on as before.
    const onward = (branches.get(tree.here) ?? []).slice(-MOST_BRANCHES).map((node) => h("li", {}, h("button", { type: "button", class: "step branch", title: say("redo"), onclick: go(node) }, h("span", { "aria-hidden": "true" }, "→"), name(node), h("span", { class: "unseen" }, `, ${say("redo")}`))));
    const list = h("ol", { class: "chips steps" }, ...chips, ...onward);
    refill(this.steps, h("h2", {}, say("history")), list);
    list.scrollTop = list.scrollHeight;
  }

  async #showAudit() {
    const { game } = this.desk;
    if (!game || game.position.status !== "over") {
      this.audit.hidden = true;
      return;
    }
    const judged = /** @type {AuditedMove[] | undefined} */ (await granted(get(`/api/games/${game.key}/audit`)));
    if (!judged || this.desk.game !== game || judged.length === 0) return;
    const mistakes = judged.filter((move) => move.mistake).length;
    const rows = judged.map((move, i) =>
      h(
        "tr",
        { class: move.mistake ? "mistake" : undefined },
        h("td", {}, String(i + 1)),
        h("td", {}, say("player-number", { n: move.player + 1 })),
        h("td", {}, h("code", {}, move.text)),
        h("td", {}, move.words, move.mistake && move.winning_moves.length > 0 && h("small", {}, ` ${say("would-win", { moves: move.winning_moves.slice(0, 6).join(" ") })}`)),
      ));
    this.audit.replaceChildren(
      h("h2", {}, say("audit")),
      h("p", { class: "note" }, say("audit-note", { n: mistakes })),
      table("plain", ["#", say("who"), say("move"), say("judgement")], rows),
    );
    this.audit.hidden = false;
  }
}
