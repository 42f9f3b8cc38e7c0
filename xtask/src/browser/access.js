// What is wrong with the accessibility of the page as it stands: a list of sentences. Evaluated inside the page.
(() => {
  const faults = [];
  const fault = (rule, node, more = "") => faults.push(`${rule}: ${node?.outerHTML?.slice(0, 160) ?? ""} ${more}`.trim());
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const dialog = document.querySelector("dialog[open]");
  // Behind an open dialog nothing can be reached.
  const root = dialog ?? document.body;
  const seen = (node) => node.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && !node.closest(".unseen");
  const interactive = "a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1']), [role=tab]";

  // The document.
  if (!["en", "id"].includes(document.documentElement.lang)) fault("no language", document.documentElement);
  if (!document.title.trim()) fault("no title", document.head);
  if (all("main").length !== 1 || all("body > header").length !== 1) fault("landmarks", document.body);
  if (all("h1").filter(seen).length !== 1) fault("not one h1", document.body);
  if (all("meta[name=viewport]").some((meta) => /user-scalable=no|maximum-scale/.test(meta.content))) fault("zoom is forbidden", document.head);
  const landmarks = all("nav, aside, section[aria-label], section[aria-labelledby]");
  for (const node of all("nav, aside").filter(seen)) if (!node.getAttribute("aria-label") && !node.getAttribute("aria-labelledby")) fault("landmark without a name", node);
  const named = landmarks.map((node) => node.tagName + (node.getAttribute("aria-label") ?? ""));
  if (new Set(named.filter((name) => name.startsWith("NAV"))).size !== named.filter((name) => name.startsWith("NAV")).length) fault("two landmarks with one name", document.body);

  // Names and references.
  const ids = new Map();
  for (const node of all("[id]")) ids.set(node.id, (ids.get(node.id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) fault(`id ${id} is there ${count} times`, document.getElementById(id));
  for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"]) {
    for (const node of all(`[${name}]`)) for (const id of node.getAttribute(name).split(/\s+/)) if (!document.getElementById(id)) fault(`${name} leads nowhere`, node);
  }
  for (const node of all("label[for]")) if (!document.getElementById(node.htmlFor)) fault("label for nothing", node);
  for (const node of all("img")) if (!node.hasAttribute("alt")) fault("picture without a text", node);
  for (const node of all("[role=img]").filter(seen)) if (!node.getAttribute("aria-label")) fault("drawing without a name", node);
  for (const node of all("svg", root).filter(seen)) if (node.getAttribute("aria-hidden") !== "true" && node.getAttribute("role") !== "img") fault("drawing neither hidden nor named", node);
  for (const node of all("input, select, textarea", root).filter(seen)) {
    if (!node.labels?.length && !node.getAttribute("aria-label") && !node.getAttribute("aria-labelledby")) fault("field without a label", node);
  }
  for (const node of all("[aria-label]").filter(seen)) {
    if (/^(DIV|SPAN|P|I)$/.test(node.tagName) && !node.getAttribute("role")) fault("a name on something that has no role", node);
  }
  for (const node of all("[aria-hidden=true]", root)) if (all(interactive, node).some(seen)) fault("hidden, but can be focused", node);
  for (const node of all("button, a[href], [role=tab]", root)) if (node.querySelector("button, a[href], input, select, textarea")) fault("a control inside a control", node);

  // Structure.
  for (const node of all("ul, ol", root)) if ([...node.children].some((child) => child.tagName !== "LI")) fault("a list with something else in it", node);
  for (const node of all("li", root)) if (!/^(UL|OL)$/.test(node.parentElement.tagName)) fault("an item without a list", node);
  for (const node of all("dl", root)) if ([...node.children].some((child) => !/^(DIV|DT|DD)$/.test(child.tagName))) fault("a description list with something else in it", node);
  for (const node of all("table", root)) if (!node.querySelector("th[scope]")) fault("a table without heads", node);
  let level = dialog ? 1 : 0;
  for (const node of all("h1, h2, h3, h4", root).filter(seen)) {
    const own = Number(node.tagName[1]);
    if (own > level + 1) fault("a heading is left out", node);
    level = own;
  }
  for (const tab of all("[role=tab]")) if (!tab.closest("[role=tablist]") || !["true", "false"].includes(tab.getAttribute("aria-selected"))) fault("a tab alone", tab);
  if (all("[role=tablist]").some((list) => all("[role=tab][aria-selected=true]", list).length !== 1)) fault("not one chosen tab", document.body);
  for (const node of all("dialog")) if (!document.getElementById(node.getAttribute("aria-labelledby") ?? "")?.textContent) fault("a dialog without a name", node);
  for (const node of all("*", root)) {
    const { overflowX, overflowY } = getComputedStyle(node);
    const scrolls = (/auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 2) || (/auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth + 2);
    if (scrolls && seen(node) && node.tabIndex < 0 && !all(interactive, node).some(seen)) fault("scrolls, but not by keyboard", node);
  }

  // Contrast, with whatever notation the colours are in.
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = "#000";
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, a / 255]);
    }
    return known.get(colour);
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const ground = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] >= 0.999) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), rgba(getComputedStyle(document.body).backgroundColor).slice(0, 3));
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const faded = (node) => {
    let opacity = 1;
    for (let at = node; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const checked = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || checked.has(node) || !seen(node) || node.closest("[disabled], [aria-disabled=true], script, style, option")) continue;
    checked.add(node);
    const style = getComputedStyle(node);
    const drawn = node instanceof SVGElement;
    let below = drawn ? ground(node.closest("svg").parentElement) : ground(node);
    if (drawn) {
      // Whatever lies below the middle of the text, in the order in which it is drawn.
      const { x, y, width, height } = node.getBoundingClientRect();
      const covers = (form) => { const r = form.getBoundingClientRect(); return r.left <= x + width / 2 && r.right >= x + width / 2 && r.top <= y + height / 2 && r.bottom >= y + height / 2; };
      for (let form = node.parentElement.firstElementChild; form !== node; form = form.nextElementSibling) {
        if (!form.matches("rect, circle, ellipse, path") || !covers(form)) continue;
        const { fill, fillOpacity } = getComputedStyle(form);
        if (fill === "none" || fill.startsWith("url")) continue;
        const [r, g, b, a] = rgba(fill);
        below = over([r, g, b, a * Number(fillOpacity)], below);
      }
    }
    const ink = rgba(drawn ? style.fill : style.color);
    const mixed = over([ink[0], ink[1], ink[2], ink[3] * (drawn ? Number(style.opacity) : faded(node))], below);
    const size = drawn ? node.getBoundingClientRect().height * 0.8 : parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = contrast(mixed, below);
    if (ratio < (large ? 3 : 4.5)) fault(`contrast ${ratio.toFixed(2)}`, node, `${drawn ? style.fill : style.color} on ${below.map(Math.round)}`);
  }
  // What shows that a control is chosen must be seen, too.
  for (const node of all(".toggle input, .box input", root).filter(seen)) {
    const mark = getComputedStyle(node, "::before");
    const ratio = contrast(over(rgba(mark.borderTopColor), ground(node)), ground(node));
    if (ratio < 3) fault(`contrast of a control ${ratio.toFixed(2)}`, node);
  }
  return faults;
})()
