// The page without a network: a service worker keeps all its files. A newer edition is loaded when the user says so, never
// in the middle of a game.

import { h } from "./dom.js";
import { language } from "./i18n.js";
import { offlineAddress } from "./assets.js";

const WORDS = {
  en: { ready: "A newer version is ready.", load: "Load it", later: "Later" },
  id: { ready: "Versi yang lebih baru sudah siap.", load: "Muat", later: "Nanti" },
};

/** Every file is loaded once more to be kept; that waits until the page is there, for so many milliseconds more. */
const LATER = 1000;
/** A page that never says that it is there may be mended by a newer edition. */
const PATIENCE = 10_000;

/** Waits until the page is there. @returns {Promise<void>} */
const shown = () => new Promise((resolve) => {
  const root = document.documentElement;
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (root.dataset.ready !== "true") return;
    observer.disconnect();
    setTimeout(resolve, LATER);
  };
  observer.observe(root, { attributeFilter: ["data-ready"] });
  setTimeout(resolve, PATIENCE);
  look();
});

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
  await shown();
  const registration = await navigator.serviceWorker.register(address);
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => { if (next.state === "installed" && navigator.serviceWorker.controller) offer(next); });
  });
}

// Browsers that refuse it show the page all the same.
begin().catch(() => {});
