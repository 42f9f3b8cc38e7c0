// A view that sends jobs to the server: a form that starts them, and below it what has come of it.

import { h } from "./dom.js";
import { JobSlot } from "./job-slot.js";
import { say } from "./i18n.js";
import { onSettings } from "./settings.js";
import { button } from "./widgets.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class JobView {
  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    const show = () => { this.showForm(); this.show(); };
    this.slot = new JobSlot(desk, show);
    this.form = h("section", { class: "group" });
    this.out = h("section", { class: "group", hidden: true });
    host.append(this.form, this.out);
    onSettings((changed) => { if ("language" in changed) show(); });
  }

  /** Draws the form anew. */
  showForm() {}

  /** Draws what has come anew. */
  show() {}

  /** Starts the job, or ends the one that runs. @param {string} name @param {() => void} start @param {string} [key] */
  starter(name, start, key) {
    const only = this.slot.running
      ? button("close", say("cancel"), () => this.slot.cancel(), { words: true, class: "strong" })
      : button("play", name, start, { words: true, class: "strong", key });
    return h("div", { class: "row" }, only);
  }

  /** Brings what has come into view, where a form would hide it. */
  bringIntoView() {
    if (!this.out.hidden) this.out.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  /** Runs a job that answers row by row. @param {Record<string, unknown>} request @param {(row: any) => void} take what to do with a row before it is shown */
  async gather(request, take) {
    await this.slot.run(request, {
      row: (row) => {
        take(row);
        this.show();
      },
    });
    this.bringIntoView();
  }
}
