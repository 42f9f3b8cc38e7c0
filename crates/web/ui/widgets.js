// Controls that the page is made of: buttons with signs, steppers, switches, choices, tables, tabs and dialogs.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./i18n.js";
import { set, settings } from "./settings.js";

/**
 * @typedef {import("./icons.js").IconName} IconName
 * @typedef {import("./i18n.js").Key} Key
 */

let numbers = 0;
/** An id that no other element has. @param {string} stem */
export const fresh = (stem) => `${stem}-${(numbers += 1)}`;

/** A button with a sign and perhaps words. @param {IconName} sign @param {string} name @param {(event: Event) => void} onclick @param {{ words?: boolean, class?: string, key?: string, id?: string }} [more] */
export function button(sign, name, onclick, more = {}) {
  const title = more.key ? `${name} (${more.key})` : name;
  return h("button", { type: "button", id: more.id, class: more.class ?? "quiet", "aria-label": more.words ? undefined : name, title, onclick }, icon(sign), more.words && h("span", {}, name));
}

/** A number with − and +. @param {string} name @param {number} value @param {number} least @param {number} most @param {(value: number) => void} onchange */
export function stepper(name, value, least, most, onchange) {
  const id = fresh("stepper");
  const change = (/** @type {number} */ by) => {
    const next = Math.max(least, Math.min(most, value + by));
    if (next !== value) onchange(next);
  };
  return h(
    "div",
    { class: "field", role: "group", "aria-labelledby": id },
    h("span", { class: "field-name", id }, name),
    h(
      "span",
      { class: "stepper" },
      h("button", { type: "button", class: "quiet", "aria-label": say("less", { name }), disabled: value <= least, onclick: () => change(-1) }, icon("minus")),
      h("output", { class: "stepper-value" }, String(value)),
      h("button", { type: "button", class: "quiet", "aria-label": say("more", { name }), disabled: value >= most, onclick: () => change(1) }, icon("plus")),
    ),
  );
}

/** One of a few. @template {string} T @param {string} name @param {[T, string][]} options @param {T} value @param {(value: T) => void} onchange */
export function choice(name, options, value, onchange) {
  const group = fresh("choice");
  return h(
    "fieldset",
    { class: "field choice" },
    h("legend", { class: "field-name" }, name),
    h(
      "span",
      { class: "segments" },
      ...options.map(([key, text]) => {
        const id = fresh("option");
        return h("span", { class: "segment" }, h("input", { type: "radio", id, name: group, value: key, checked: key === value, onchange: () => onchange(key) }), h("label", { for: id }, text));
      }),
    ),
  );
}

/** An option of a list. @param {string} value @param {string} text @param {boolean} selected */
export const option = (value, text, selected) => h("option", { value, selected }, text);

/** One of many; groups of them, and what has its own look, come as they are. @param {string} name @param {([string, string] | HTMLElement)[]} options @param {string} value @param {(value: string) => void} onchange */
export function select(name, options, value, onchange) {
  const id = fresh("select");
  const node = h("select", { id, onchange: () => onchange(node.value) }, ...options.map((one) => (one instanceof HTMLElement ? one : option(one[0], one[1], one[0] === value))));
  return h("div", { class: "field" }, h("label", { class: "field-name", for: id }, name), h("span", { class: "select" }, node, icon("down")));
}

/** On or off. @param {string} name @param {boolean} on @param {(on: boolean) => void} onchange @param {string} [note] */
export function toggle(name, on, onchange, note) {
  const id = fresh("toggle");
  const input = h("input", { type: "checkbox", role: "switch", id, checked: on, onchange: () => onchange(input.checked) });
  return h("div", { class: "field toggle" }, h("label", { class: "field-name", for: id }, name, note && h("small", {}, note)), input);
}

/** A field of text below its name. @param {string} name @param {HTMLInputElement} input @param {string} [note] */
export function textField(name, input, note) {
  input.setAttribute("type", "text");
  input.id = fresh("text");
  return h("div", { class: "text-field" }, h("label", { for: input.id, class: "field-name" }, name, note && h("small", {}, note)), input);
}

/** The field of one's own name, which is a setting. */
export function authorInput() {
  const input = h("input", { value: settings.author, maxlength: 60, autocomplete: "name", oninput: () => set({ author: input.value }) });
  return input;
}

/** Puts other things into a place; where one of its controls had the focus, its successor has it. @param {HTMLElement} root @param {...Node} nodes */
export function refill(root, ...nodes) {
  const controls = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button, input, select")]);
  const focused = controls().findIndex((node) => node === document.activeElement);
  root.replaceChildren(...nodes);
  if (focused < 0) return;
  const all = controls();
  const node = all[Math.min(focused, all.length - 1)];
  if (node && !node.hasAttribute("disabled")) node.focus({ preventScroll: true });
  else document.getElementById("board")?.focus({ preventScroll: true });
}

/** Difficulty as ten small steps, and in words. @param {number | null | undefined} difficulty */
export function difficultyMeter(difficulty) {
  if (!difficulty) return h("span", {});
  const steps = Array.from({ length: 5 }, (_, i) => h("i", { class: i * 2 + 1 < difficulty ? "full" : i * 2 < difficulty ? "half" : "" }));
  return h("span", { class: "difficulty", role: "img", "aria-label": say("difficulty-of", { n: difficulty }) }, ...steps);
}

/** How near to the optimum it was: one to three stars. @param {number | null | undefined} count */
export function stars(count) {
  if (!count) return undefined;
  const sign = (/** @type {number} */ n) => {
    const drawn = icon("star");
    if (n < count) drawn.classList.add("full");
    return drawn;
  };
  return h("span", { class: "stars", role: "img", "aria-label": say("stars-of", { n: count }) }, sign(0), sign(1), sign(2));
}

/** A table with a head for each column. @param {string} look @param {string[]} heads @param {HTMLElement[]} rows */
export const table = (look, heads, rows) => h("table", { class: look }, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, ...rows));

/** What may be wider than its place, to be scrolled with keys too. @param {string} name @param {HTMLElement} node */
export const scrolled = (name, node) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, node);

/** A line of a list of figures. @param {string} name @param {string} value */
export const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** A sign that something goes on. */
export const spinner = () => h("i", { class: "spinner", "aria-hidden": "true" });

/** A note that something goes on. @param {string} text */
export const waiting = (text) => h("p", { class: "note searching" }, spinner(), text);

/**
 * Tabs with arrow keys, as people expect them, and a panel for each; the first one is chosen. Returns what chooses one, and
 * what offers one or takes it away.
 * @template {string} Name @param {readonly Name[]} names @param {HTMLElement} list @param {HTMLElement} panels @param {(name: Name) => void} onchoose
 */
export function tabs(names, list, panels, onchoose) {
  const all = names.map((name) => {
    const panel = h("div", { class: "view", role: "tabpanel", id: `view-${name}`, "aria-labelledby": `tab-${name}` });
    const tab = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, "data-say": `tab-${name}`, onclick: () => choose(name) });
    list.append(tab);
    panels.append(panel);
    return { name, tab, panel };
  });
  const mark = (/** @type {Name} */ chosen) => {
    for (const { name, tab, panel } of all) {
      panel.hidden = name !== chosen;
      tab.setAttribute("aria-selected", String(name === chosen));
      tab.tabIndex = name === chosen ? 0 : -1;
    }
  };
  const choose = (/** @type {Name} */ name) => {
    mark(name);
    onchoose(name);
    // The list may be narrower where the view lies over the page.
    list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const offer = (/** @type {Name} */ name, /** @type {boolean} */ isOffered) => {
    for (const one of all) if (one.name === name) one.tab.hidden = !isOffered;
    list.dataset.tabs = String(all.filter(({ tab }) => !tab.hidden).length);
    if (!isOffered && !document.getElementById(`view-${name}`)?.hidden) choose(names[0]);
  };
  list.addEventListener("keydown", (event) => {
    const shown = all.filter(({ tab }) => !tab.hidden);
    const at = shown.findIndex(({ tab }) => tab === document.activeElement);
    const to = { ArrowRight: (at + 1) % shown.length, ArrowLeft: (at + shown.length - 1) % shown.length, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    shown[to].tab.focus();
    choose(shown[to].name);
    event.preventDefault();
    event.stopPropagation();
  });
  mark(names[0]);
  return { choose, offer };
}

/** Opens a dialog with a title; it is gone when closed. @param {string} title @param {Node[]} content @param {{ class?: string }} [more] */
export function dialog(title, content, more = {}) {
  const id = fresh("dialog");
  const node = h(
    "dialog",
    { class: `dialog ${more.class ?? ""}`, "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), button("close", say("close"), () => node.close())),
    h("div", { class: "dialog-body" }, ...content),
  );
  // What can only be read must still be scrolled without a mouse.
  const body = node.querySelector(".dialog-body");
  if (body && !body.querySelector("a, button, input, select, textarea")) body.setAttribute("tabindex", "0");
  const before = document.activeElement;
  node.addEventListener("close", () => {
    node.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  // A click beside it closes it.
  node.addEventListener("click", (event) => { if (event.target === node) node.close(); });
  document.body.append(node);
  node.showModal();
  return node;
}
