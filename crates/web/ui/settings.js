// What the user has chosen: kept in the browser for the first paint, and on the server for good.

import { get, put } from "./api.js";
import { later } from "./dom.js";
import { recall, remember } from "./kept-notes.js";

/**
 * @typedef {{ language: "en" | "id", theme: "auto" | "light" | "dark", speed: number, analysis: boolean, symbols: "shapes" | "labels",
 *   algorithm: string, letters: boolean, welcomed: boolean, sound: boolean, haptics: boolean, projector: boolean, author: string, lessons: string }} Settings
 */

const KEY = "telusur.settings";
export const SLOWEST = 1;
export const FASTEST = 9;

/** @type {Settings} */
const usual = {
  language: navigator.language.toLowerCase().startsWith("id") ? "id" : "en",
  theme: "auto",
  speed: 4,
  analysis: false,
  symbols: "shapes",
  algorithm: "auto",
  letters: true,
  welcomed: false,
  sound: false,
  haptics: false,
  projector: false,
  author: "",
  lessons: "",
};

/** @type {Settings} */
export const settings = { ...usual, ...only(recall(KEY)) };

const system = matchMedia("(prefers-color-scheme: dark)");
// Nothing was chosen, so nothing is kept: another window may have kept something newer.
system.addEventListener("change", () => tell({ theme: settings.theme }));

/** @type {Set<(changed: Partial<Settings>) => void>} */
const listeners = new Set();

/** @param {(changed: Partial<Settings>) => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
}

/** What of a stored object is a setting of the right type. @param {any} stored @returns {Partial<Settings>} */
function only(stored) {
  const good = Object.entries(stored ?? {}).filter(([name, value]) => name in usual && typeof value === typeof (/** @type {any} */ (usual)[name]));
  return Object.fromEntries(good);
}

const send = later(() => {
  // The browser's own copy is enough to go on with; the next change tries again.
  put("/api/settings", settings).catch(() => {});
}, 400);

/** @param {Partial<Settings>} change */
export function set(change) {
  apply(change);
  send();
}

/** @param {Partial<Settings>} change */
function apply(change) {
  Object.assign(settings, change);
  settings.speed = Math.max(SLOWEST, Math.min(FASTEST, Math.round(settings.speed)));
  // Without storage the server's copy still holds.
  remember(KEY, settings);
  tell(change);
}

/** Shows what holds now, and says what of it is new. @param {Partial<Settings>} change */
function tell(change) {
  show();
  for (const listener of listeners) listener(change);
}

function show() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme === "auto" ? (system.matches ? "dark" : "light") : settings.theme;
  root.lang = settings.language;
  // Signs that double colours, as outlines or as letters.
  root.dataset.symbols = settings.symbols;
  root.toggleAttribute("data-projector", settings.projector);
}

/** Takes what the server has kept, if this browser has nothing of its own. */
export async function meetServer() {
  show();
  try {
    const known = only(await get("/api/settings"));
    if (recall(KEY) !== undefined || Object.keys(known).length === 0) return;
    apply(known);
  } catch {
    // The page works without.
  }
}

/** Milliseconds that one move takes at the chosen speed. */
export const pace = () => Math.round(1100 * 0.62 ** (settings.speed - 1) + 24);
