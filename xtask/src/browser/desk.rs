//! What scenes know about the page: how to open a game, what stands on the board, how a hand makes a play.

use crate::devtools::Page;
use crate::fingers::WindowPoint;
use crate::server::Server;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

/// What makes the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Mouse,
    Touch,
    Keyboard,
}

/// What stands before the names of scripts in a page that is one file.
pub(crate) const FROM_A_FILE: &str = "telusur/";

/// What a browser that has kept nothing begins with: English at full speed.
pub(super) const FRESH_SETTINGS: &str = "{ speed: 9, language: 'en' }";

impl Page {
    /// Opens an address of the page in a browser that knows nothing yet, at full speed.
    pub(crate) fn begin(&mut self, server: &Server, hash: &str) -> Result<()> {
        // Clearing from outside reaches the process of the old page late, which the new one may live in.
        _ = self.evaluate("(() => { try { localStorage.clear(); } catch {} })()");
        if self.is_from_a_file() {
            // Clearing from outside would arrive after the new page has begun; what it kept is in the database too. The
            // new page may see the storage as it was before, unless the database has something newer.
            _ = self.evaluate(&format!(
                "new Promise(done => {{ const opening = indexedDB.open('telusur-storage', 1); \
                 opening.onerror = done; opening.onupgradeneeded = () => opening.result.createObjectStore('items'); \
                 opening.onsuccess = () => {{ const change = opening.result.transaction('items', 'readwrite'); \
                     change.objectStore('items').clear(); \
                     change.objectStore('items').put(JSON.stringify({FRESH_SETTINGS}), 'telusur.settings'); \
                     change.oncomplete = done; }}; }}).then(() => true)",
            ));
        }
        self.call("Page.navigate", &json!({ "url": "about:blank" }))?;
        if !self.is_from_a_file() {
            self.call(
                "Storage.clearDataForOrigin",
                &json!({ "origin": server.origin(), "storageTypes": "local_storage" }),
            )?;
        }
        self.arrive(server, hash)
    }

    /// Opens an address of the page with what the browser has kept.
    pub(crate) fn open_at(&mut self, server: &Server, hash: &str) -> Result<()> {
        // From one place of the page to another nothing would be loaded.
        self.call("Page.navigate", &json!({ "url": "about:blank" }))?;
        self.arrive(server, hash)
    }

    /// From an empty page to an address of the page.
    fn arrive(&mut self, server: &Server, hash: &str) -> Result<()> {
        self.visit(&format!("{}{hash}", server.url))?;
        self.quiet()
    }

    /// Waits until nothing moves and nothing is asked.
    pub(crate) fn quiet(&mut self) -> Result<()> {
        self.wait_for("document.documentElement.dataset.asks === undefined && ['idle', 'holding', undefined].includes(document.documentElement.dataset.state) && !document.querySelector('#board').getAnimations({ subtree: true }).some(a => a.playState === 'running' && !a.effect.target.closest('.hint'))")
    }

    /// The value of an expression about `api`, which asks whoever answers the page, and `load`, which loads its scripts.
    pub(crate) fn asks(&mut self, expression: &str) -> Result<Value> {
        let scripts = self.scripts;
        self.evaluate(&format!(
            "import('{scripts}api.js').then(api => (load => {expression})(name => import('{scripts}' + name)))"
        ))
    }

    /// Whether the page is one file, opened from disk.
    pub(crate) fn is_from_a_file(&self) -> bool {
        self.scripts == FROM_A_FILE
    }

    /// Waits until an expression about `api` is true.
    pub(crate) fn wait_for_answer(&mut self, expression: &str) -> Result<()> {
        let scripts = self.scripts;
        self.wait_for(&format!("import('{scripts}api.js').then(api => {expression})"))
    }

    /// The game at the table, as whoever answers has it.
    pub(crate) fn game(&mut self) -> Result<Value> {
        self.asks(
            "{ const kept = JSON.parse(localStorage.getItem('telusur.games')); \
             return api.get('/api/games/' + kept[kept['']]); }",
        )
    }

    /// What an element says.
    pub(crate) fn says(&mut self, selector: &str) -> Result<String> {
        let text =
            self.evaluate(&format!("document.querySelector({})?.textContent ?? ''", json!(selector)))?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Where the visible part of an item is.
    fn item(&mut self, id: &str) -> Result<WindowPoint> {
        let part = format!("#board [data-id='{id}']");
        match self.middle(&format!("{part} .body")) {
            Ok(place) => Ok(place),
            Err(_) => self.middle(&part),
        }
    }

    /// How many pixels a unit of the board is.
    fn unit(&mut self) -> Result<f64> {
        let unit = self.evaluate("document.querySelector('#board svg').getScreenCTM().a")?;
        unit.as_f64().context("the board has no size")
    }

    /// Makes the play with a text, by hand.
    pub(crate) fn make(&mut self, text: &str, by: By, other_way: bool) -> Result<()> {
        let game = self.game()?;
        let plays = game["position"]["plays"].as_array().context("no plays")?.clone();
        let play = plays.iter().find(|play| play["text"] == text);
        let play = play.with_context(|| format!("there is no {text} in {}", game["position"]["text"]))?;
        match by {
            By::Keyboard => self.make_by_keys(play, other_way)?,
            By::Mouse | By::Touch => self.make_by_hand(play, by, other_way)?,
        }
        let made = game["moves_made"].as_u64().unwrap_or(0) + 1;
        self.wait_for(&format!("document.querySelector('#count-moves').textContent === '{made}'"))
            .with_context(|| format!("{by:?} does not make {text}"))?;
        self.quiet()
    }

    fn make_by_hand(&mut self, play: &Value, by: By, other_way: bool) -> Result<()> {
        let grip = play["grips"][0].as_str().context("no grip")?;
        let from = self.item(grip)?;
        let gesture = |page: &mut Page, from: WindowPoint, way: &[WindowPoint]| match by {
            By::Touch => page.touch(from, way),
            _ => page.drag(from, way),
        };
        let mut way = Vec::new();
        if let Some(target) = play["onto"][0].as_str() {
            way.push(self.item(target)?);
        }
        if let Some(steps) = play["by"].as_array() {
            let unit = self.unit()?;
            let mut at = from;
            for step in steps {
                let step = |i: usize| step[i].as_f64().unwrap_or(0.0) * unit;
                at = (at.0 + step(0), at.1 + step(1));
                way.push(at);
            }
        }
        match way.last() {
            None => gesture(self, from, &[]),
            // Pick up with one click, put down with the next; where there is only one thing to do, one click does it.
            Some(&last) if other_way => {
                gesture(self, from, &[])?;
                self.frames(2)?;
                match self.evaluate("document.documentElement.dataset.state === 'holding'")? == true {
                    true => gesture(self, last, &[]),
                    false => Ok(()),
                }
            }
            Some(_) => gesture(self, from, &way),
        }
    }

    fn make_by_keys(&mut self, play: &Value, cursor: bool) -> Result<()> {
        let numbers: Vec<u64> =
            play["numbers"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        if !cursor && !numbers.is_empty() {
            return numbers.iter().try_for_each(|number| self.type_number(*number));
        }
        let grips = play["grips"].as_array().context("no grips")?;
        self.walk_to(grips)?;
        self.press("Enter")?;
        if let Some(onto) = play["onto"].as_array() {
            self.walk_to(onto)?;
            return self.press("Enter");
        }
        self.frames(2)?;
        // A piece with a single way out has gone it already.
        if self.evaluate("document.documentElement.dataset.state === 'holding'")? != true {
            return Ok(());
        }
        for step in play["by"].as_array().into_iter().flatten() {
            let key = match (step[0].as_i64(), step[1].as_i64()) {
                (Some(1), _) => "ArrowRight",
                (Some(-1), _) => "ArrowLeft",
                (_, Some(1)) => "ArrowDown",
                _ => "ArrowUp",
            };
            self.press(key)?;
        }
        self.press("Enter")
    }

    /// Types a number, and ends it where it could go on.
    pub(crate) fn type_number(&mut self, number: u64) -> Result<()> {
        for digit in number.to_string().chars() {
            self.press(&digit.to_string())?;
        }
        self.frames(2)?;
        match self.evaluate("document.querySelector('#board').dataset.typed || ''")? == "" {
            true => Ok(()),
            false => self.press("Enter"),
        }
    }

    /// Walks the cursor to one of some items, with the letters that stand for arrows.
    fn walk_to(&mut self, ids: &[Value]) -> Result<()> {
        let goal = json!(ids);
        for _ in 0..60 {
            let way = self.evaluate(&format!(
                "(() => {{ const at = document.querySelector('#board').dataset.cursor, goal = {goal}; \
                 if (goal.includes(at)) return ''; \
                 const middle = id => {{ const r = (document.querySelector(`#board [data-id='${{id}}'] .body`) ?? document.querySelector(`#board [data-id='${{id}}']`))?.getBoundingClientRect(); return r && [r.x + r.width / 2, r.y + r.height / 2]; }}; \
                 const from = at && middle(at), to = goal.map(middle).find(place => place); \
                 if (!from) return 'l'; const x = to[0] - from[0], y = to[1] - from[1]; \
                 return Math.abs(x) > Math.abs(y) ? (x > 0 ? 'l' : 'h') : (y > 0 ? 'j' : 'k'); }})()"
            ))?;
            match way.as_str() {
                Some("") => return Ok(()),
                Some(key) => self.press(key)?,
                None => bail!("no way to {goal}"),
            }
        }
        bail!("the cursor never reaches {goal}")
    }

    /// Waits for a sentence below the board.
    pub(crate) fn is_told(&mut self, part: &str) -> Result<()> {
        self.wait_for(&format!("document.querySelector('#line').textContent.includes({})", json!(part)))
    }

    /// Asks for hints until one names a move.
    pub(super) fn hint_to_the_end(&mut self) -> Result<()> {
        for _ in 0..3 {
            self.click("#hint")?;
            self.wait_for("!/^(Thinking|$)/.test(document.querySelector('#line').textContent)")?;
        }
        self.wait_for("document.querySelector('#board .halo') !== null")
    }

    /// Where an element is: left, top, right, bottom.
    pub(super) fn edges(&mut self, selector: &str) -> Result<[f64; 4]> {
        let edges = self.evaluate(&format!(
            "(() => {{ const r = document.querySelector({}).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }})()",
            json!(selector)
        ))?;
        let edge = |i: usize| edges[i].as_f64().with_context(|| format!("{selector} is nowhere"));
        Ok([edge(0)?, edge(1)?, edge(2)?, edge(3)?])
    }

    /// The number in a counter.
    pub(crate) fn counter(&mut self, name: &str) -> Result<String> {
        self.says(&format!("#count-{name}"))
    }

    /// Opens a view beside the board, and waits until it is loaded.
    pub(crate) fn open_view(&mut self, name: &str) -> Result<()> {
        self.click(&format!("#tab-{name}"))?;
        self.wait_for(&format!("document.querySelector('#view-{name} .group > *') !== null"))
    }

    /// Whether nothing is wider than the window. A phone makes its window wider instead of scrolling, so its width must be
    /// as it was given.
    pub(crate) fn fits(&mut self, width: u32) -> Result<()> {
        self.frames(2)?;
        // A busy machine lays a window of another size out in its own time.
        self.wait_for(&format!("Math.max(innerWidth, document.documentElement.scrollWidth, document.querySelector('dialog[open] .dialog-body')?.scrollWidth ?? 0) <= {width}"))
            .with_context(|| format!("{width} pixels are not enough"))
    }

    pub(crate) fn expect(&mut self, expression: &str) -> Result<()> {
        let value = self.evaluate(expression)?;
        ensure!(value == true, "{expression} is {value}");
        Ok(())
    }
}
