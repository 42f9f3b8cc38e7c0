// The player bar: walks a solution along its branch of the game, forward and back, by itself or step by step.

import { number, say } from "./i18n.js";
import { PlayerBar } from "./player-bar.js";
import { onSettings, pace } from "./settings.js";
import { button } from "./widgets.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class Player {
  /** Nodes of the line; the first is where it begins. @type {number[]} */ #nodes = [];
  at = 0;
  playing = false;
  #going = false;
  /** The place asked for last while another was on its way. @type {number | undefined} */ #wanted;

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.host = host;
    desk.player = this;
    this.bar = new PlayerBar("player", this, say);
    desk.addEventListener("change", () => {
      const place = this.#nodes.indexOf(desk.game?.node ?? -1);
      if (place < 0 && this.#nodes.length > 0 && !this.#going) this.close();
      else if (place >= 0 && !this.#going) {
        this.at = place;
        this.#show();
      }
    });
    onSettings((changed) => { if ("speed" in changed || "language" in changed) this.#render(); });
  }

  get open() {
    return this.#nodes.length > 0;
  }

  get last() {
    return this.#nodes.length - 1;
  }

  /** Takes a line and plays it from its beginning. @param {number[]} nodes @param {boolean} [play] */
  load(nodes, play = true) {
    this.#nodes = nodes;
    this.at = Math.max(0, nodes.indexOf(this.desk.game?.node ?? -1));
    this.#render();
    this.host.hidden = false;
    if (play) this.play();
  }

  close() {
    this.pause();
    this.#nodes = [];
    this.host.hidden = true;
    this.host.replaceChildren();
  }

  play() {
    if (!this.open || this.playing) return;
    this.playing = true;
    this.#render();
    this.#run();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.desk.table.leave("replaying");
    this.#render();
  }

  async #run() {
    if (this.at >= this.last) await this.to(0);
    while (this.playing && this.at < this.last) {
      const before = performance.now();
      this.desk.table.enter("replaying");
      await this.to(this.at + 1);
      // Positions arrive at an even pace, however fast the server is.
      const rest = pace() - (performance.now() - before);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
    this.pause();
  }

  /** Goes to any place of the line. @param {number} place */
  async to(place) {
    this.#wanted = Math.max(0, Math.min(this.last, place));
    if (this.#going || !this.open) return;
    // While one position is on its way only the latest wish counts.
    while (this.#wanted !== undefined && this.#wanted !== this.at) {
      const next = this.#wanted;
      this.#wanted = undefined;
      const by = next - this.at;
      this.#going = true;
      await this.desk.go(this.#nodes[next], by === 1 ? "forward" : by === -1 ? "back" : undefined);
      this.#going = false;
      this.at = next;
      this.#show();
    }
    this.#wanted = undefined;
  }

  #show() {
    this.bar.show(say("player-at", { at: number(this.at), of: number(this.last) }));
  }

  #render() {
    if (!this.open) return;
    this.bar.draw(this.host, button("close", say("close-player"), () => this.close()));
    this.#show();
  }
}
