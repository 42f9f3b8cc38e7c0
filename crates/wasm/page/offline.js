// The page without a network: a service worker keeps all its files. A newer edition is loaded when the user says so, never
// in the middle of a game.

import { h } from "./dom.js";
import { language } from "./i18n.js";
import { offlineAddress } from "./assets.js";

const WORDS = {
  en: { ready: "A newer version is ready.", load: "Load it", later: "Later" },
  id: { ready: "Versi yang lebih baru sudah siap.", load: "Muat", later: "Nanti" },
};

/** Asks whether to change over. @param {ServiceWorker} next */
function offer(next) {
  const words = WORDS[language()];
  const bar = h("p", { id: "update", class: "offline", role: "status" }, `${words.ready} `,
    h("button", { type: "button", class: "strong", onclick: () => next.postMessage("take-over") }, words.load), " ",
    h("button", { type: "button", class: "quiet", onclick: () => bar.remove() }, words.later));
  document.querySelector("#update")?.remove();
  document.querySelector(".table")?.append(bar);
}

async function begin() {
  const address = offlineAddress();
  // A page from a file is there without a network anyway.
  if (!address || !("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  let isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!isFirst) location.reload();
    isFirst = false;
  });
  const registration = await navigator.serviceWorker.register(address);
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => { if (next.state === "installed" && navigator.serviceWorker.controller) offer(next); });
  });
}

// Browsers that refuse it show the page all the same.
begin().catch(() => {});
