// The moment when a level is solved or a game is over: said in a sentence, with what one may want next.

import { h, still } from "./dom.js";
import { isPerson } from "./game.js";
import { number, say } from "./i18n.js";
import { icon } from "./icons.js";
import { nextLevel } from "./next-level.js";
import { button, stars } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Game} Game
 */

export class Win {
  /** @param {Desk} desk @param {HTMLElement} host @param {{ share: () => void, solve: () => void, audit: () => void }} act */
  constructor(desk, host, act) {
    this.desk = desk;
    this.host = host;
    this.act = act;
    desk.addEventListener("ended", (event) => this.#show(/** @type {CustomEvent<Game>} */ (event).detail));
    desk.addEventListener("change", () => this.hide());
  }

  hide() {
    // The board gets back what it had.
    const had = this.host.contains(document.activeElement);
    this.host.hidden = true;
    if (had) this.desk.board.host.focus({ preventScroll: true });
  }

  /** @param {Game} game */
  #words(game) {
    const { status } = game.position;
    if (status === "stuck") return { title: say("stuck"), text: say(game.undo ? "stuck-text" : "stuck-at-once"), good: false };
    if (status === "over") {
      const { winner } = game.position;
      // Without a winner it is a draw.
      if (winner === null || winner === undefined) return { title: say("drawn"), text: say("game-over"), good: false };
      const mine = isPerson(game, winner);
      if (game.seats?.every((seat) => seat === "person") ?? true) return { title: say("player-wins", { n: winner + 1 }), text: say("game-over"), good: true };
      return { title: say(mine ? "you-win" : "machine-wins"), text: say("game-over"), good: mine };
    }
    const { optimum } = game;
    const known = optimum !== null && optimum !== undefined;
    const best = known && String(game.moves_made) === String(optimum);
    const text = !known ? "" : best ? say("win-optimal") : say("win-longer", { n: number(optimum) });
    return { title: say("win-title", { n: game.moves_made }), text, good: true };
  }

  /** @param {Game} game */
  #show(game) {
    const { title, text, good } = this.#words(game);
    const { status } = game.position;
    const buttons = [];
    const go = nextLevel(this.desk);
    if (good && go) buttons.push(button("forward", say("next-level"), go, { words: true, class: "strong next-level" }));
    // After a puzzle of the day there are those of other kinds.
    else if (good && game.daily) buttons.push(button("calendar", say("daily"), async () => (await import("./daily.js")).openDailies(this.desk), { words: true, class: "strong" }));
    if (status === "over") buttons.push(button("check", say("audit"), this.act.audit, { words: true, class: good && go ? "soft" : "strong" }));
    if (status === "stuck") buttons.push(button("undo", say("undo"), () => this.desk.undo(), { words: true, class: "strong" }));
    buttons.push(button("restart", say("again"), () => this.desk.restart(), { words: true, class: "soft" }));
    if (good && status === "solved") buttons.push(button("share", say("share"), this.act.share, { words: true, class: "soft share" }));
    this.host.dataset.good = String(good);
    const card = h(
      "div",
      { class: "win-card", role: "group", "aria-label": title },
      h("span", { class: "win-sign", "aria-hidden": "true" }, icon(good ? "cup" : "info")),
      h("div", { class: "win-words" }, h("h2", { id: "win-title" }, title), stars(game.stars), text && h("p", {}, text)),
      h("div", { class: "row wrap" }, ...buttons),
      button("close", say("close"), () => this.hide(), { class: "quiet win-close" }),
    );
    this.host.replaceChildren(card);
    this.host.hidden = false;
    this.host.scrollIntoView({ block: "nearest" });
    this.desk.whisper([title, game.stars ? say("stars-of", { n: game.stars }) : "", text].filter(Boolean).join(". "));
    if (good) sparkle(card);
    // Enter leads on; whoever is typing or choosing elsewhere stays there.
    if (!document.activeElement?.matches("input, textarea, select, dialog *, [role=tab]")) buttons[0]?.focus({ preventScroll: true });
  }
}

/** A few soft dots rise behind the card. @param {HTMLElement} host */
function sparkle(host) {
  if (still()) return;
  const dots = h("div", { class: "sparkle", "aria-hidden": "true" });
  host.prepend(dots);
  for (let i = 0; i < 26; i += 1) {
    const dot = h("i", {});
    const angle = (i / 26) * 2 * Math.PI + (i % 3) * 0.2;
    const far = 90 + ((i * 53) % 130);
    dots.append(dot);
    dot.style.setProperty("--n", String(i % 5));
    dot.animate(
      [
        { transform: "translate(0, 0) scale(0.2)", opacity: 0 },
        { transform: `translate(${Math.cos(angle) * far * 1.6}px, ${Math.sin(angle) * far - 30}px) scale(1)`, opacity: 0.9, offset: 0.45 },
        { transform: `translate(${Math.cos(angle) * far * 1.9}px, ${Math.sin(angle) * far + 50}px) scale(0.4)`, opacity: 0 },
      ],
      { duration: 1500 + ((i * 37) % 500), delay: (i % 6) * 40, easing: "cubic-bezier(0.15, 0.7, 0.3, 1)" },
    ).finished.then(() => dot.remove(), () => {});
  }
}
