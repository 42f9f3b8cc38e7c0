// Keeps every file of the page, so that it opens without a network. `cargo xtask site` puts in the names and the edition.
"use strict";

(() => {
  const EDITION = "telusur-@EDITION@";
  const FILES = ["@FILES@"];
  const scope = /** @type {any} */ (self);

  scope.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(caches.open(EDITION).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })))));
  });

  scope.addEventListener("activate", (/** @type {any} */ event) => {
    const forget = async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("telusur-") && name !== EDITION);
      await Promise.all(names.map((name) => caches.delete(name)));
      await scope.clients.claim();
    };
    event.waitUntil(forget());
  });

  scope.addEventListener("message", (/** @type {any} */ event) => { if (event.data === "take-over") scope.skipWaiting(); });

  scope.addEventListener("fetch", (/** @type {any} */ event) => {
    if (event.request.method !== "GET" || new URL(event.request.url).origin !== scope.location.origin) return;
    const answer = async () => {
      // Opening it would make it again after a newer edition has deleted it.
      const known = await caches.match(event.request.mode === "navigate" ? "./" : event.request, { cacheName: EDITION, ignoreSearch: true });
      return known ?? fetch(event.request);
    };
    event.respondWith(answer());
  });
})();
