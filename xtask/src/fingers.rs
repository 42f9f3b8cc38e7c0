//! A user's hands in the browser: mouse, finger and keyboard, as real input events.

use crate::devtools::Page;
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// A place in the window.
pub(crate) type WindowPoint = (f64, f64);

impl Page {
    /// The middle of the first element that a selector finds, scrolled into view. Where it is still on its way, as on a
    /// page that scrolls gently, it is waited for (a scroll does not move in its first frame); what never rests is taken where it is.
    pub(crate) fn middle(&mut self, selector: &str) -> Result<WindowPoint> {
        let place = self.evaluate(&format!(
            "new Promise(done => {{ let last = '', same = 0, left = 60; const look = () => {{ const e = document.querySelector({}); \
             if (!e && (last === '' || left-- === 0)) return done(null); if (!e) return requestAnimationFrame(look); e.scrollIntoView({{ block: 'nearest', behavior: 'instant' }}); \
             const r = e.getBoundingClientRect(), place = [r.x + r.width / 2, r.y + r.height / 2]; \
             same = String(place) === last ? same + 1 : 0; if (same === 1 || left-- === 0) return done(place); \
             last = String(place); requestAnimationFrame(look); }}; look(); }})",
            json!(selector)
        ))?;
        let number = |i: usize| place[i].as_f64();
        number(0).zip(number(1)).with_context(|| format!("there is no {selector}"))
    }

    /// Clicks in the middle of an element, as a mouse does.
    pub(crate) fn click(&mut self, selector: &str) -> Result<()> {
        let place = self.middle(selector)?;
        self.click_at(place)
    }

    pub(crate) fn click_at(&mut self, place: WindowPoint) -> Result<()> {
        self.drag(place, &[])
    }

    /// Presses the mouse, moves it along some places, and lets it go at the last.
    pub(crate) fn drag(&mut self, from: WindowPoint, way: &[WindowPoint]) -> Result<()> {
        self.mouse("mouseMoved", from, 0)?;
        self.mouse("mousePressed", from, 1)?;
        let mut at = from;
        for &to in way {
            // A hand does not jump.
            for part in 1..=4 {
                self.mouse("mouseMoved", between(at, to, f64::from(part) / 4.0), 1)?;
            }
            at = to;
            self.frames(2)?;
        }
        self.mouse("mouseReleased", at, 0)
    }

    fn mouse(&mut self, kind: &str, (x, y): WindowPoint, buttons: u32) -> Result<()> {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let event =
            json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", &event)?;
        Ok(())
    }

    /// Touches, slides along some places, and lifts the finger.
    pub(crate) fn touch(&mut self, from: WindowPoint, way: &[WindowPoint]) -> Result<()> {
        let event = |kind: &str, points: &[WindowPoint]| {
            let points: Vec<Value> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
            json!({ "type": kind, "touchPoints": points })
        };
        self.call("Input.dispatchTouchEvent", &event("touchStart", &[from]))?;
        let mut at = from;
        for &to in way {
            for part in 1..=4 {
                let place = between(at, to, f64::from(part) / 4.0);
                self.call("Input.dispatchTouchEvent", &event("touchMove", &[place]))?;
            }
            at = to;
            self.frames(2)?;
        }
        self.call("Input.dispatchTouchEvent", &event("touchEnd", &[]))?;
        Ok(())
    }

    /// Waits until the browser has painted some times.
    pub(crate) fn frames(&mut self, count: u32) -> Result<()> {
        let wait = format!(
            "new Promise(done => {{ let left = {count}; const next = () => left-- > 0 ? requestAnimationFrame(next) : done(); next(); }})"
        );
        self.evaluate(&wait).map(|_| ())
    }

    /// Replaces what stands in a field, as typing does.
    pub(crate) fn fill(&mut self, selector: &str, text: &str) -> Result<()> {
        let select = format!(
            "(() => {{ const e = document.querySelector({}); e.focus(); e.select(); }})()",
            json!(selector)
        );
        self.evaluate(&select)?;
        self.call("Input.insertText", &json!({ "text": text }))?;
        Ok(())
    }

    /// Presses a key by its name in `KeyboardEvent.key`.
    pub(crate) fn press(&mut self, key: &str) -> Result<()> {
        self.press_with(key, 0)
    }

    /// Presses a key while Control is held.
    pub(crate) fn press_control(&mut self, key: &str) -> Result<()> {
        self.press_with(key, 2)
    }

    fn press_with(&mut self, key: &str, modifiers: u32) -> Result<()> {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "Escape" => (27, ""),
            " " => (32, " "),
            "End" => (35, ""),
            "Home" => (36, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            letter => (letter.to_ascii_uppercase().bytes().next().map_or(0, u32::from), letter),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event =
                json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers });
            if kind == "keyDown" && !text.is_empty() && modifiers == 0 {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", &event)?;
        }
        Ok(())
    }
}

fn between(from: WindowPoint, to: WindowPoint, part: f64) -> WindowPoint {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}
