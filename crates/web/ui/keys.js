// Keys that work anywhere on the page. What they mean is listed in Rust for page and terminal; what they do here is here.

import { say } from "./i18n.js";
import { changeDiscs } from "./options.js";
import { set, settings } from "./settings.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./player.js").Player} Player
 * @typedef {{ solve: () => void, newLevel: () => void, keys: () => void, cancel: () => boolean }} Actions
 */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], h: [-1, 0], l: [1, 0], k: [0, -1], j: [0, 1] };

/** Controls that arrow keys work on. */
const USES_ARROWS = "input, select, canvas, [role=tab]";

/** @param {Desk} desk @param {Player} player @param {Actions} act */
export function listenToKeys(desk, player, act) {
  /** Keys that came while the server was asked. @type {(() => void)[]} */
  const waiting = [];
  desk.table.addEventListener("settled", () => { while (waiting.length > 0 && !desk.table.busy) waiting.shift()?.(); });
  const soon = (/** @type {() => void} */ action) => {
    if (desk.table.busy || waiting.length > 0) waiting.push(action);
    else action();
  };

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
    if (typing) return;
    const atBoard = target === document.body || target === desk.board.host || target === document.documentElement;
    const action = choose(event, atBoard, target);
    if (!action) return;
    event.preventDefault();
    desk.board.finish();
    // A number goes on with digits, and ends with Enter or Escape; with anything else it is forgotten.
    const goesOn = /^([0-9]|Enter| |Escape)$/.test(event.key);
    soon(() => { if (!goesOn) desk.cursor.forgetDigits(); action(); });
  });

  /** @param {KeyboardEvent} event @param {boolean} atBoard @param {HTMLElement} target @returns {(() => void) | undefined} */
  function choose(event, atBoard, target) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" || key === "Z") return event.shiftKey ? () => desk.redo() : () => desk.undo();
      return key === "y" ? () => desk.redo() : undefined;
    }
    // Whoever speaks to the computer may not want single letters to do things.
    if (!settings.letters && key.length === 1 && key !== " ") return undefined;
    // Controls keep the keys that they use themselves; a button that was clicked has no use for arrows.
    const isPressed = key === "Enter" || key === " ";
    if (!atBoard && (isPressed || (key.startsWith("Arrow") && target.matches(USES_ARROWS)))) return undefined;
    const way = WAYS[key];
    if (way) return () => walk(key, way);
    if (/^[0-9]$/.test(key)) return () => { focusBoard(target); desk.cursor.digit(Number(key)); };
    switch (key) {
      case "Enter":
      case " ": return () => { focusBoard(target); desk.cursor.press(); };
      case "Escape": return () => { if (!desk.cursor.escape() && !act.cancel()) player.pause(); };
      case "u": return () => desk.undo();
      case "r": return () => desk.redo();
      case "R": return () => desk.restart();
      case "n": return act.newLevel;
      case "H": return () => desk.hint();
      case "s": return act.solve;
      case "a": return () => set({ analysis: !settings.analysis });
      case "p": return () => player.toggle();
      case "[": return () => player.step(-1);
      case "]": return () => player.step(1);
      case "g": return () => player.first();
      case "G": return () => player.last();
      case "+":
      case "=": return () => set({ speed: settings.speed + 1 });
      case "-": return () => set({ speed: settings.speed - 1 });
      case "?": return act.keys;
      default: return undefined;
    }
  }

  /** @param {string} key @param {[number, number]} way */
  function walk(key, [dx, dy]) {
    focusBoard(document.body);
    // The first paper's keys: with empty hands, arrows change the tower and the speed.
    if (desk.game?.puzzle === "hanoi" && key.startsWith("Arrow") && !desk.hand.held) {
      if (dx) changeDiscs(desk, dx);
      else set({ speed: settings.speed - dy });
      return;
    }
    // Where one piece at most can go each way, as around the blank of sliding tiles, an arrow moves it.
    const plays = desk.game?.position.plays ?? [];
    const oneStep = desk.game?.puzzle === "tiles" && plays.every((play) => play.by?.length === 1);
    if (oneStep && key.startsWith("Arrow") && !desk.hand.held) {
      const slide = plays.find((play) => play.by?.[0][0] === dx && play.by[0][1] === dy);
      if (slide && !desk.hand.locked) desk.hand.play(slide);
      else desk.whisper(say("blocked"));
      return;
    }
    desk.cursor.step(dx, dy);
  }

  /** @param {HTMLElement} from */
  function focusBoard(from) {
    if (from === document.body || from === document.documentElement) desk.board.host.focus({ preventScroll: true });
  }
}
