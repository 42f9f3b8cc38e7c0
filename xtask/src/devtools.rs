//! Driving Chromium over its DevTools protocol, through a pair of pipes: no port, no node, no driver program.

use crate::chromium;
use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Nothing on a local page takes nearly as long, but a busy machine may give it no time at all for a while.
const PATIENCE: Duration = Duration::from_secs(120);

const FLAGS: [&str; 12] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--remote-debugging-pipe",
];

/// A browser with one page. It ends when dropped.
pub(crate) struct Page {
    browser: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    last_id: u64,
    session: Option<String>,
    profile: PathBuf,
    /// Everything that the browser told unasked.
    events: Vec<Value>,
    /// What stands before the names of the page's scripts where they are imported.
    pub(crate) scripts: &'static str,
}

impl Page {
    /// Starts the browser with an empty profile and an empty page.
    pub(crate) fn open() -> Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let profile = std::env::temp_dir().join(format!("telusur-chromium-{}-{number}", std::process::id()));
        _ = std::fs::remove_dir_all(&profile);
        std::fs::create_dir_all(&profile)?;
        // Chromium reads commands from descriptor 3 and writes to 4; a shell puts our pipes there.
        let mut browser = Command::new("sh")
            .args(["-c", r#"exec "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#, "sh"])
            .arg(chromium::path()?)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("can't start Chromium")?;
        let commands = browser.stdin.take().context("no pipe to Chromium")?;
        let mut from_browser = BufReader::new(browser.stdout.take().context("no pipe from Chromium")?);
        let (send, messages) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while matches!(from_browser.read_until(0, &mut message), Ok(read) if read > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { break };
                if send.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut page = Page {
            browser,
            commands,
            messages,
            last_id: 0,
            session: None,
            profile,
            events: Vec::new(),
            scripts: "./",
        };
        let target = page.call("Target.createTarget", &json!({ "url": "about:blank" }))?["targetId"].clone();
        let attached = page.call("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }))?;
        page.session = Some(attached["sessionId"].as_str().context("no session")?.to_owned());
        for domain in ["Page", "Runtime", "Network", "Log"] {
            page.call(&format!("{domain}.enable"), &json!({}))?;
        }
        Ok(page)
    }

    /// Calls a method of the protocol and waits for its result.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Result<Value> {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let mut bytes = serde_json::to_vec(&message)?;
        bytes.push(0);
        self.commands.write_all(&bytes).context("Chromium has ended")?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = self.messages.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => anyhow!("Chromium does not answer {method}"),
                RecvTimeoutError::Disconnected => anyhow!("Chromium has ended during {method}"),
            })?;
            if answer["id"] == self.last_id {
                return match answer.get("error") {
                    Some(error) => Err(anyhow!("{method}: {error}")),
                    None => Ok(answer["result"].clone()),
                };
            }
            self.events.push(answer);
        }
    }

    /// The value of a JavaScript expression in the page; promises are awaited.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", &parameters)?;
        match result.get("exceptionDetails") {
            Some(details) => bail!("{expression}: {details}"),
            None => Ok(result["result"]["value"].clone()),
        }
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, expression: &str) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        // While a page is being replaced there is nothing to evaluate in; that passes.
        while self.evaluate(expression).ok() != Some(Value::Bool(true)) {
            if Instant::now() > deadline {
                let text = self.evaluate("document.body.innerText")?;
                bail!("this never came true: {expression}; the page says {text}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Goes to an address and waits until the page says that it is ready.
    pub(crate) fn visit(&mut self, url: &str) -> Result<()> {
        self.call("Page.navigate", &json!({ "url": url }))?;
        self.wait_for("document.documentElement?.dataset.ready === 'true'")
    }

    /// Sets the size of the window and the colours that the system prefers.
    pub(crate) fn look(&mut self, width: u32, height: u32, scheme: &str) -> Result<()> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", &size)?;
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", &media)?;
        Ok(())
    }

    /// Forgets what was told so far.
    pub(crate) fn forget(&mut self) {
        self.events.clear();
    }

    /// Errors that the page has caused so far, and requests to anywhere but `url`.
    pub(crate) fn complaints(&self, url: &str) -> Vec<String> {
        let complaint = |event: &Value| {
            let parameters = &event["params"];
            match event["method"].as_str()? {
                "Runtime.exceptionThrown" => Some(format!("exception: {}", parameters["exceptionDetails"])),
                "Runtime.consoleAPICalled" if parameters["type"] == "error" => {
                    Some(format!("console: {parameters}"))
                }
                "Log.entryAdded" if parameters["entry"]["level"] == "error" => {
                    Some(format!("log: {}", parameters["entry"]))
                }
                "Network.requestWillBeSent" => {
                    let asked = parameters["request"]["url"].as_str()?;
                    // What is inside the page is not asked of anybody.
                    let is_own = [url, "data:", "blob:"].iter().any(|own| asked.starts_with(own));
                    (!is_own).then(|| format!("request to {asked}"))
                }
                _ => None,
            }
        };
        self.events.iter().filter_map(complaint).collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        _ = self.browser.kill();
        _ = self.browser.wait();
        // Its child processes may still write for a moment; what they leave in the temporary folder is small.
        for _ in 0..20 {
            if std::fs::remove_dir_all(&self.profile).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
