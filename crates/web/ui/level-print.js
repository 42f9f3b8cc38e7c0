// A level on paper: its name, who made it, its picture and its text.

import { h } from "./dom.js";

/** @param {{ title: string, author: string, note: string, text: string, picture: SVGElement | null }} level */
export function printLevel({ title, author, note, text, picture }) {
  const sheet = h(
    "section",
    { id: "print-sheet" },
    h("h1", {}, title),
    author && h("p", {}, author),
    h("p", {}, note),
    picture && /** @type {Element} */ (picture.cloneNode(true)),
    h("pre", {}, text),
  );
  document.body.append(sheet);
  document.documentElement.dataset.print = "";
  const done = () => {
    sheet.remove();
    delete document.documentElement.dataset.print;
    window.removeEventListener("afterprint", done);
  };
  window.addEventListener("afterprint", done);
  window.print();
}
