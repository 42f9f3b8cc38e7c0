//! Does jobs as a worker of the page does, outside of a browser: a request a line, and the last event of each as a line.
//! `cargo xtask site --compare` holds the times of the page against these: the same code for the same requests, one after
//! another, on one thread.

use std::cell::RefCell;
use std::io::{BufRead, Result, Write};
use telusur_wasm::{Asked, Browser, Service, install_puzzles};

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

fn main() -> Result<()> {
    install_puzzles();
    let keep = |event: &str| LAST.set(event.to_owned());
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        // As in the browser, every job has an engine of its own.
        let mut service = Service::new(Browser { date: || 0, entropy: || 7, event: keep });
        let asked = Asked { method: "POST".into(), path: "/work".into(), body: line?, ..Asked::default() };
        let answered = service.answer(&asked);
        match answered.status {
            200 => writeln!(output, "{}", LAST.take())?,
            _ => writeln!(output, "{}", String::from_utf8_lossy(&answered.bytes))?,
        }
        output.flush()?;
    }
    Ok(())
}
