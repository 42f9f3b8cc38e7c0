// Making elements. Text is always set as text, so nothing that a level contains can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Where the views lie over the page as a sheet; the style sheet says the same. */
export const sheets = matchMedia("(max-width: 61.99rem) and (orientation: portrait)");

/**
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Value
 * @typedef {Node | string | null | undefined | false} Child
 */

/** @template {Element} T @param {T} node @param {Record<string, Value>} attributes @param {Child[]} children @returns {T} */
function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/**
 * An element of the page: `h("button", { class: "quiet", onclick: play }, "Play")`.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name @param {Record<string, Value>} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function h(name, attributes = {}, ...children) {
  return build(document.createElement(name), attributes, children);
}

/**
 * An element of a drawing.
 * @param {string} name @param {Record<string, Value>} [attributes] @param {...Child} children
 * @returns {SVGGraphicsElement}
 */
export function s(name, attributes = {}, ...children) {
  return /** @type {SVGGraphicsElement} */ (build(document.createElementNS(SVG, name), attributes, children));
}

/** The element with an id; the page can't do without it. @template {HTMLElement} T @param {string} id @returns {T} */
export function find(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`no element ${id}`);
  return /** @type {T} */ (node);
}

/** Whether the system asks for little motion. */
const quiet = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => quiet.matches;

/** Whether fingers are all that there is to point with. */
const coarse = matchMedia("(hover: none) and (pointer: coarse)");
export const touches = () => coarse.matches;

/** How the page looks now. */
export const themeNow = () => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");

/** Waits until nothing has called for some time, then calls once. @param {() => void} call @param {number} ms */
export function later(call, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(call, ms);
  };
  return Object.assign(run, { now: () => { clearTimeout(timer); call(); }, stop: () => clearTimeout(timer) });
}

/** What is made when it is first asked for, and once; what could not be made is tried again. @template T @param {() => Promise<T>} make */
export function once(make) {
  /** @type {Promise<T> | undefined} */ let made;
  return () => {
    if (!made) {
      made = make();
      made.catch(() => { made = undefined; });
    }
    return made;
  };
}

/** A style sheet that only some views need; a page in one file has it inside. @param {string} name */
export function styleSheet(name) {
  if (!document.querySelector(`[data-sheet="${name}"]`)) document.head.append(h("link", { rel: "stylesheet", href: `./${name}`, "data-sheet": name }));
}
