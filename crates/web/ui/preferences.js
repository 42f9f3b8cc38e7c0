// What one may want otherwise: sound, vibration, large letters, a name for what one hands in.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { play } from "./sound.js";
import { set, settings } from "./settings.js";
import { dialog, fresh, toggle } from "./widgets.js";

export function openPreferences() {
  const id = fresh("name");
  const name = h("input", { type: "text", id, value: settings.author, maxlength: 60, autocomplete: "name", oninput: () => set({ author: name.value }) });
  dialog(say("preferences"), [
    toggle(say("sound"), settings.sound, (sound) => { set({ sound }); play("place"); }, say("sound-note")),
    toggle(say("haptics"), settings.haptics, (haptics) => { set({ haptics }); play("place"); }, say("haptics-note")),
    toggle(say("projector"), settings.projector, (projector) => set({ projector }), say("projector-note")),
    h("div", { class: "text-field" }, h("label", { for: id, class: "field-name" }, say("your-name"), h("small", {}, say("your-name-note"))), name),
  ], { class: "preferences" });
}
