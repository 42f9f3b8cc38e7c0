// Two languages. `say` gives a text by its key, with values put in; elements with `data-say` follow the choice.

import { beforeLanguage, settings } from "./settings.js";
import { english } from "./words-en.js";

/** @typedef {keyof typeof english} Key */

/** The words of the other language, as soon as somebody has chosen it. @type {Partial<Record<Key, string>>} */
let indonesian = {};

/** Loads what a language needs; English is always there. @param {string} [chosen] */
export async function loadWords(chosen = settings.language) {
  if (chosen !== "id" || Object.keys(indonesian).length > 0) return;
  try {
    ({ indonesian } = await import("./words-id.js"));
  } catch {
    // Without an answer the page goes on in English.
  }
}

beforeLanguage(loadWords);

export const language = () => settings.language;

/**
 * `{n}` is a value; `{n move moves}` chooses by number (Indonesian has one form and writes `{n}` only).
 * @param {Key} key @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  return filled((language() === "id" ? indonesian[key] : undefined) ?? english[key] ?? key, values);
}

/** A text with its values put in. @param {string} text @param {Record<string, string | number>} values */
export function filled(text, values) {
  return text.replace(/\{(\w+)(?: ([^\s}]+) ([^}]+))?\}/g, (_, name, one, many) => {
    const value = values[name] ?? "";
    if (!one) return typeof value === "number" ? number(value) : value;
    return Number(value) === 1 ? one : many;
  });
}

/** Whether there is a text with this key. @param {string} key @returns {key is Key} */
export const knows = (key) => key in english;

/** Puts texts into elements that name them: content, label, title or placeholder. @param {ParentNode} root */
export function translate(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-say]"))) node.textContent = say(/** @type {Key} */ (node.dataset.say));
  for (const [data, attribute] of [["sayLabel", "aria-label"], ["sayTitle", "title"], ["sayPlaceholder", "placeholder"]]) {
    const selector = `[data-${data.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))) node.setAttribute(attribute, say(/** @type {Key} */ (node.dataset[data])));
  }
}

/** A text in both languages. @typedef {[english: string, indonesian: string]} Both */

/** A text that there is in both languages, or as "English · Indonesian". @param {string} english @param {string | null} [indonesian] */
export function either(english, indonesian) {
  if (indonesian) return language() === "id" ? indonesian : english;
  const parts = english.split(" · ");
  if (parts.length < 2) return english;
  // A name in a third script stands first and belongs to both.
  const own = parts.length > 2 ? `${parts[0]} · ` : "";
  return own + (language() === "id" ? parts[parts.length - 1] : parts[parts.length - 2]);
}

/** A text that begins large. @param {string} text */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text as a sentence: it begins large and ends with a stop. @param {string} text */
export function sentence(text) {
  const begun = capitalised(text);
  return !begun || /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

const locale = () => (language() === "id" ? "id-ID" : "en-GB");

/** A whole number with separators; strings hold what is too large for a number. @param {number | string} value */
export function number(value) {
  if (typeof value === "string" && !/^\d+$/.test(value)) return value;
  const exact = typeof value === "string" ? BigInt(value) : value;
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(exact);
}

/** A whole number in the room of a counter: one with very many digits by its size, 1.8·10^19. @param {number | string} value */
export function counted(value) {
  const digits = String(value);
  if (!/^\d{13,}$/.test(digits)) return number(value);
  const size = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(Number(digits) / 10 ** (digits.length - 1));
  const power = [...String(digits.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return digits.length > 300 ? `10${power}` : `${size}·10${power}`;
}

/** A large number in a few characters, in units that both languages know: 12.3 M. @param {number | string} value */
export function brief(value) {
  let size = Number(value);
  let unit = 0;
  while (size >= 999.5 && unit < 5) {
    size /= 1000;
    unit += 1;
  }
  const digits = new Intl.NumberFormat(locale(), { maximumSignificantDigits: 3 }).format(size);
  return unit === 0 ? digits : `${digits} ${["", "k", "M", "G", "T", "P"][unit]}`;
}

/** @param {number} bytes */
export function memory(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${new Intl.NumberFormat(locale(), { maximumSignificantDigits: 3 }).format(size)} ${units[unit]}`;
}

/** @param {number} seconds */
export function duration(seconds) {
  const format = (/** @type {number} */ n) => new Intl.NumberFormat(locale(), { maximumSignificantDigits: 3 }).format(n);
  if (seconds < 1e-6) return `${format(seconds * 1e9)} ns`;
  if (seconds < 1e-3) return `${format(seconds * 1e6)} µs`;
  if (seconds < 1) return `${format(seconds * 1e3)} ms`;
  return `${format(seconds)} s`;
}

/** How long ago something was, in words. @param {number} milliseconds since 1970 */
export function ago(milliseconds) {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const minutes = (milliseconds - Date.now()) / 60000;
  if (minutes > -60) return format.format(Math.round(minutes), "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}

/** A clock: 3:05 or 1:02:33. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A date as people write it. @param {string} date such as 2026-11-16 */
export function dayName(date) {
  const format = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}
