//! A panic gives the terminal back before it says what happened. The test runs itself again as a program of its own, in
//! a pseudo-terminal that `script` makes, where there is one.

use crate::app::{App, Start};
use crate::keep::{KeepError, Keeper, Kept, Recent, Solved};
use crate::paint::Paint;
use crate::screen;
use crate::surroundings::{Limits, Surroundings};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use telusur_puzzles::Language;
use telusur_session::Session;

const MARK: &str = "TELUSUR_TEST_PANIC";

#[test]
fn a_panic_gives_the_terminal_back() {
    if std::env::var_os(MARK).is_some() {
        let with = Surroundings::new(Language::English, Limits::default(), Box::new(Clumsy));
        let mut app = App::new(Start::Menu, Paint::default(), with);
        _ = screen::run(&mut app, true);
        return;
    }
    let me = std::env::current_exe().unwrap();
    let name = "tests::panic::a_panic_gives_the_terminal_back";
    let inner = format!("{} --exact {name} --nocapture; stty -a", me.display());
    let child = Command::new("script")
        .args(["-qec", &inner, "/dev/null"])
        .env(MARK, "1")
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    // Not every system has it; those that test this do.
    let Ok(mut child) = child else { return };
    // The key for the other language, which is to be kept.
    child.stdin.take().unwrap().write_all(b"L").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what:?} in {text:?}"));
    let left = place("\u{1b}[?1049l");
    assert!(place("\u{1b}[?1049h") < left, "it was taken");
    assert!(left < place("as was asked"), "the message comes on the usual screen: {text:?}");
    assert!(place("\u{1b}[?25h") < place("as was asked"), "the cursor is back");
    assert!(place("\u{1b}[?1000l") < place("as was asked"), "the mouse is free");
    assert!(text.contains(" icanon") && text.contains(" echo "), "the modes are back: {text:?}");
}

/// Drops whatever it should keep.
struct Clumsy;

impl Keeper for Clumsy {
    fn begin(&mut self, _: &Session) -> Result<(), KeepError> {
        Ok(())
    }

    fn keep(&mut self, _: &Session, _: Option<Solved>) -> Result<Kept, KeepError> {
        Ok(Kept::Yes)
    }

    fn open(&mut self, _: &str) -> Result<Session, KeepError> {
        self.reopen()
    }

    fn reopen(&mut self) -> Result<Session, KeepError> {
        Err(KeepError("nothing is kept".to_owned()))
    }

    fn recent(&mut self, _: u32) -> Vec<Recent> {
        Vec::new()
    }

    fn best(&mut self, _: &Session) -> Option<u64> {
        None
    }

    fn solved(&mut self) -> BTreeSet<(&'static str, &'static str)> {
        BTreeSet::new()
    }

    fn setting(&mut self, _: &str) -> Option<String> {
        None
    }

    fn set(&mut self, _: &str, _: &str) {
        panic!("as was asked");
    }
}
