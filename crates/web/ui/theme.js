// Runs before the first paint, so that a chosen theme or language never flashes in the other. The theme is always written
// down at the root: as chosen, or as the system prefers.
(() => {
  const root = document.documentElement;
  let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  try {
    const kept = JSON.parse(localStorage.getItem("telusur.settings") ?? "{}");
    if (kept.theme === "light" || kept.theme === "dark") theme = kept.theme;
    if (kept.language === "id") root.lang = "id";
    if (kept.projector === true) root.setAttribute("data-projector", "");
  } catch {
    // Storage may be closed to us; the system's preference stands.
  }
  root.dataset.theme = theme;
})();
