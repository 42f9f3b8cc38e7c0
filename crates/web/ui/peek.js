// The board of one point of a map or one node of a tree, beside it, with a button that plays on from there.

import { get, granted } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";
import { button } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Position} Position
 */

export class Peek {
  #host = h("div", { class: "board peek-board" });
  #text = h("div", { class: "peek-text" });
  node = h("div", { class: "peek", hidden: true }, this.#host, this.#text);
  /** @type {Board | undefined} */ #board;
  #asked = 0;

  /** @param {Desk} desk @param {string} close what the button says that closes it @param {() => void} [leave] called when somebody plays on from there */
  constructor(desk, close, leave) {
    this.desk = desk;
    this.words = close;
    this.leave = leave;
  }

  hide() {
    this.#asked += 1;
    this.node.hidden = true;
  }

  /** Shows a position of a map; false if it can't be had, or another one was asked for. @param {string} path @param {boolean} isRight whether what it stands for is in the right half @param {string} text */
  async show(path, isRight, text) {
    const { desk } = this;
    const { game } = desk;
    const number = (this.#asked += 1);
    const board = (this.#board ??= new Board(this.#host));
    const position = /** @type {Position | undefined} */ (await granted(get(path, undefined, board.aspect)));
    if (!position || !game || number !== this.#asked) return false;
    this.#text.replaceChildren(
      h("strong", {}, text),
      button("play", say("play-from-here"), () => { this.leave?.(); desk.open({ puzzle: game.puzzle, level: position.text, options: position.options ?? game.level_options }); }, { words: true, class: "soft" }),
      button("close", this.words, () => this.hide()),
    );
    this.node.hidden = false;
    // The board stands where the point is not.
    this.node.dataset.side = isRight ? "left" : "right";
    await board.show(game.puzzle, position, { quiet: true, pace: 0 });
    return true;
  }
}
