//! A panic gives the terminal back before it says what happened. The test runs itself again as a program of its own, in
//! a pseudo-terminal.

use super::stage::Memory;
use crate::app::{App, Start};
use crate::paint::Paint;
use crate::screen;
use crate::surroundings::{SearchOptions, Surroundings};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::{Read, Write};
use telusur_puzzles::Language;

const MARK: &str = "TELUSUR_TEST_PANIC";

#[test]
fn a_panic_gives_the_terminal_back() {
    if std::env::var_os(MARK).is_some() {
        let clumsy = Memory::default();
        clumsy.0.borrow_mut().is_clumsy = true;
        let with = Surroundings::new(Language::English, SearchOptions::default(), Box::new(clumsy));
        let mut app = App::new(Start::Menu, Paint::default(), with);
        _ = screen::run(&mut app, true);
        return;
    }
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let modes = format!("{:?}", pair.master.get_termios());
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", "tests::panic::a_panic_gives_the_terminal_back", "--nocapture"]);
    command.env(MARK, "1");
    command.env("TERM", "xterm");
    let mut child = pair.slave.spawn_command(command).unwrap();
    let mut reader = pair.master.try_clone_reader().unwrap();
    // The key for the other language, which is to be kept.
    pair.master.take_writer().unwrap().write_all(b"L").unwrap();
    let reading = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // A terminal that nobody holds open any more ends with an error.
        _ = reader.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    assert!(!child.wait().unwrap().success(), "a panic is a failure");
    assert_eq!(format!("{:?}", pair.master.get_termios()), modes, "the modes are back");
    drop(pair.slave);
    let text = reading.join().unwrap();
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what:?} in {text:?}"));
    let left = place("\u{1b}[?1049l");
    assert!(place("\u{1b}[?1049h") < left, "it was taken");
    assert!(left < place("as was asked"), "the message comes on the usual screen: {text:?}");
    assert!(place("\u{1b}[?25h") < place("as was asked"), "the cursor is back");
    assert!(place("\u{1b}[?1000l") < place("as was asked"), "the mouse is free");
}
