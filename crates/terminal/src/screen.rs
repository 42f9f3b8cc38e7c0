//! The real terminal: taken over at the beginning and given back at the end, whatever the end is: leaving, Ctrl-C, a
//! signal, a panic. Ctrl-Z gives it back for a while.

use crate::app::App;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect;
use std::io::{self, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to wait for a key while nothing moves; the clock still has to go on.
const CALM: Duration = Duration::from_millis(200);
/// How long to wait while something does.
const LIVELY: Duration = Duration::from_millis(25);
/// How long to look for more of what was typed.
const LEAST_PATIENCE: Duration = Duration::from_millis(1);
/// What a program that was asked to end may still take.
#[cfg(unix)]
const LAST_WORDS: Duration = Duration::from_secs(2);
/// The exit code of something that was stopped.
#[cfg(unix)]
const STOPPED: i32 = 3;

/// Whether the terminal is ours now. A panic has to know, wherever it happens.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours.
struct Screen {
    has_mouse: bool,
}

impl Screen {
    fn take(has_mouse: bool) -> io::Result<Self> {
        give_back_on_panic();
        let screen = Screen { has_mouse };
        screen.enter()?;
        Ok(screen)
    }

    fn enter(&self) -> io::Result<()> {
        enable_raw_mode()?;
        IS_OURS.store(true, Ordering::SeqCst);
        let mut out = io::stdout();
        execute!(out, EnterAlternateScreen, Hide)?;
        if self.has_mouse {
            execute!(out, EnableMouseCapture)?;
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was; does nothing if it is not ours.
fn give_back() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    // Nothing more can be done about a terminal that does not take these.
    let mut out = io::stdout();
    _ = execute!(out, EndSynchronizedUpdate, DisableMouseCapture, LeaveAlternateScreen, Show);
    _ = out.flush();
    _ = disable_raw_mode();
}

/// The message of a panic must not be lost on a screen that is about to vanish. A search that fails on its own thread
/// is told on the screen instead.
fn give_back_on_panic() {
    let screens_thread = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_ours = IS_OURS.load(Ordering::SeqCst);
        if std::thread::current().id() == screens_thread {
            give_back();
        }
        if !is_ours || std::thread::current().id() == screens_thread {
            before(panic);
        }
    }));
}

/// Runs the program until it ends.
pub(crate) fn run(app: &mut App, has_mouse: bool) -> io::Result<()> {
    let signals = Signals::watch()?;
    let screen = Screen::take(has_mouse)?;
    // Never dropped: it would complain to a terminal that may have vanished, and die of that. `Screen` gives back all.
    let mut terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
    wipe(&mut terminal)?;
    while !app.has_left() {
        app.tick(Instant::now());
        // Terminals that know how show a frame at once, and not in parts.
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        terminal.draw(|frame| app.draw(frame))?;
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        let patience = if app.is_lively() { LIVELY } else { CALM };
        take_input(app, patience)?;
        if signals.wants_end() {
            app.interrupt();
        }
        if app.takes_rest() || signals.wants_rest() {
            give_back();
            signals.rest();
            come_back(&screen, &mut terminal)?;
        }
        if signals.has_come_back() {
            come_back(&screen, &mut terminal)?;
        }
    }
    app.finish();
    Ok(())
}

/// Hands over everything that was typed, at most for as long as is asked.
fn take_input(app: &mut App, patience: Duration) -> io::Result<()> {
    let mut patience = patience;
    loop {
        match event::poll(patience) {
            Ok(true) => app.handle(&event::read()?, Instant::now()),
            Ok(false) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(error),
        }
        // What is there already is taken before the next drawing, so that fast typing is never behind. (No patience at
        // all would not even look.)
        patience = LEAST_PATIENCE;
        if app.has_left() {
            return Ok(());
        }
    }
}

/// Takes the terminal over again and draws everything anew.
fn come_back(screen: &Screen, terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> io::Result<()> {
    give_back();
    screen.enter()?;
    wipe(terminal)
}

/// Empties the screen, so that everything is drawn anew. (`Terminal::clear` asks the terminal where its cursor is, and
/// not every terminal answers.)
fn wipe(terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> io::Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::new(0, 0, size.width, size.height))
}

/// Signals that ask something of the program; where there are none, nobody asks.
#[derive(Default)]
struct Signals {
    end: Arc<AtomicBool>,
    rest: Arc<AtomicBool>,
    back: Arc<AtomicBool>,
}

impl Signals {
    #[cfg(not(unix))]
    fn watch() -> io::Result<Self> {
        Ok(Signals::default())
    }

    #[cfg(unix)]
    fn watch() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
        let signals = Signals::default();
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
            signal_hook::flag::register(signal, signals.end.clone())?;
        }
        signal_hook::flag::register(SIGTSTP, signals.rest.clone())?;
        signal_hook::flag::register(SIGCONT, signals.back.clone())?;
        // Whoever was asked to leave and does not is made to. Every step has been kept by then.
        let end = signals.end.clone();
        std::thread::Builder::new().name("end".to_owned()).spawn(move || {
            while !end.load(Ordering::SeqCst) {
                std::thread::sleep(CALM);
            }
            std::thread::sleep(LAST_WORDS);
            give_back();
            std::process::exit(STOPPED);
        })?;
        Ok(signals)
    }

    fn wants_end(&self) -> bool {
        self.end.load(Ordering::SeqCst)
    }

    fn wants_rest(&self) -> bool {
        self.rest.swap(false, Ordering::SeqCst)
    }

    /// Whether somebody else had stopped the program.
    fn has_come_back(&self) -> bool {
        self.back.swap(false, Ordering::SeqCst)
    }

    /// Stops the whole job, as the shell expects, until it is continued.
    fn rest(&self) {
        // If it can't be stopped it goes on at once.
        #[cfg(unix)]
        let _ = rustix::process::kill_current_process_group(rustix::process::Signal::STOP);
        self.back.store(false, Ordering::SeqCst);
        self.rest.store(false, Ordering::SeqCst);
    }
}
