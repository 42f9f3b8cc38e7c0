// What one may want otherwise: sound, vibration, large letters, a name for what one hands in.

import { say } from "./i18n.js";
import { play } from "./sound.js";
import { set, settings } from "./settings.js";
import { authorInput, dialog, textField, toggle } from "./widgets.js";

export function openPreferences() {
  dialog(say("preferences"), [
    toggle(say("sound"), settings.sound, (sound) => { set({ sound }); play("place"); }, say("sound-note")),
    toggle(say("haptics"), settings.haptics, (haptics) => { set({ haptics }); play("place"); }, say("haptics-note")),
    toggle(say("projector"), settings.projector, (projector) => set({ projector }), say("projector-note")),
    textField(say("your-name"), authorInput(), say("your-name-note")),
  ], { class: "preferences" });
}
