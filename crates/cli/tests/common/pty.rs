//! A program in a pseudo-terminal.

#![allow(dead_code)] // Not every test program needs all of it.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Machines that test are busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in its terminal.
pub(crate) struct Pty {
    master: Box<dyn MasterPty + Send>,
    /// Held open, so that the terminal outlives the program and can be looked at.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    raw: Arc<Mutex<Vec<u8>>>,
    modes: String,
}

impl Pty {
    /// Starts the program with arguments and a data directory.
    pub(crate) fn start(arguments: &[&str], data: &Path, columns: u16, rows: u16) -> Self {
        Pty::start_with(arguments, data, columns, rows, &[])
    }

    pub(crate) fn start_with(
        arguments: &[&str],
        data: &Path,
        columns: u16,
        rows: u16,
        variables: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let modes = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(crate::PROGRAM);
        command.args(arguments);
        command.env_clear();
        let usual = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin")];
        for (name, value) in usual.iter().chain(variables) {
            command.env(name, value);
        }
        command.env("XDG_DATA_HOME", data);
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let parser = Arc::new(Mutex::new(vt100::Parser::new(number(rows), number(columns), 0)));
        let raw = Arc::new(Mutex::new(Vec::new()));
        let (screen, bytes) = (parser.clone(), raw.clone());
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                let mut screen = screen.lock().unwrap();
                bytes.lock().unwrap().extend_from_slice(&buffer[..read]);
                screen.process(&buffer[..read]);
            }
        });
        Pty { master: pair.master, _slave: pair.slave, child, writer, parser, raw, modes }
    }

    /// Types.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// What is on the screen now.
    pub(crate) fn screen(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// What is on the screen now, unless that is a part of a frame.
    fn frame(&self) -> Option<String> {
        const BEGIN: &[u8] = b"\x1b[?2026h";
        const END: &[u8] = b"\x1b[?2026l";
        let parser = self.parser.lock().unwrap();
        let raw = self.raw.lock().unwrap();
        let last = raw.windows(BEGIN.len()).rev().find(|mark| [BEGIN, END].contains(mark));
        (last != Some(BEGIN)).then(|| parser.screen().contents())
    }

    /// Everything that was ever written to the terminal.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.raw.lock().unwrap().clone()
    }

    /// Waits until something is true of the screen, and its frame is whole. Without frames, what comes within a moment
    /// after it still belongs to the answer, unless it makes it untrue again.
    pub(crate) fn wait_until(&self, what: &str, is_true: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        let mut screen = loop {
            if let Some(screen) = self.frame().filter(|screen| is_true(screen)) {
                break screen;
            }
            assert!(Instant::now() < deadline, "{what} never came:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(5));
        };
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(10));
            match self.frame() {
                Some(later) if later != screen && is_true(&later) => screen = later,
                _ => break,
            }
        }
        screen
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Types, and waits until a text is on the screen.
    pub(crate) fn type_until(&mut self, keys: &str, text: &str) -> String {
        self.keys(keys);
        self.wait_for(text)
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        // First the emulator, so that it does not misplace what the program draws in the new size.
        self.parser.lock().unwrap().screen_mut().set_size(number(rows), number(columns));
        self.master.resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let sent = std::process::Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits for the end; answers the exit code.
    pub(crate) fn end(&mut self) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(Instant::now() < deadline, "it never ends:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether the process is stopped.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_stopped(&self) -> bool {
        let id = self.child.process_id().unwrap();
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // The state follows the name, which is in brackets.
        status.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
    }

    /// The terminal is as it was: its modes, the usual screen, a visible cursor, no mouse reports.
    pub(crate) fn assert_clean(&self) {
        // What was written last may still be on its way.
        self.wait_until("the usual screen", |_| {
            let parser = self.parser.lock().unwrap();
            let screen = parser.screen();
            let reports = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
            !screen.alternate_screen() && !screen.hide_cursor() && !reports
        });
        assert_eq!(format!("{:?}", self.master.get_termios()), self.modes);
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn number(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).unwrap()
}
