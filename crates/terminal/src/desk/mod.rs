//! A game on the desk: the session, the hand, and everything that is known or being found out about the position.

mod findings;

use crate::board::{Marks, Shown};
use crate::hand::{self, Deed, Hand, Sight};
use crate::jobs::Job;
use crate::keep::{KeepError, Kept, Solved};
use crate::player::Player;
use crate::search::Search;
use crate::surroundings::Surroundings;
use crate::words::{self, Phrase};
use num_bigint::BigUint;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};
use telusur_puzzles::{Language, Setup, Status};
use telusur_session::palette::Tone;
use telusur_session::{Analysis, Outlook, PlayError, Session, Stopwatch};

/// How long a machine player seems to think.
const MACHINE_PAUSE: Duration = Duration::from_millis(600);
/// How often a solution that is being watched is kept.
const KEEP_PERIOD: Duration = Duration::from_secs(1);

/// A line under the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

/// A game being played.
pub(crate) struct Desk {
    pub(crate) session: Session,
    pub(crate) sight: Sight,
    pub(crate) hand: Hand,
    /// The board as it was drawn last.
    pub(crate) shown: Shown,
    /// Where the player bar was drawn last.
    pub(crate) bar: Rect,
    pub(crate) message: Option<Message>,
    pub(crate) outlook: Outlook,
    pub(crate) optimum: Option<BigUint>,
    pub(crate) best: Option<u64>,
    pub(crate) analysis: Option<Analysis>,
    pub(crate) is_judging: bool,
    pub(crate) search: Option<Search>,
    pub(crate) player: Option<Player>,
    hinted: Vec<String>,
    looking: Option<Job>,
    hinting: Option<Job>,
    /// The machine player thinks about its move.
    replying: Option<Job>,
    machine_due: Option<Instant>,
    watch: Stopwatch,
    /// Since when something is not kept.
    unkept: Option<Instant>,
    /// Whether what was to be kept is.
    is_kept: bool,
}

impl Desk {
    /// Puts a game on the desk. A new one is kept from now on; one that was taken up again is kept already.
    pub(crate) fn new(session: Session, is_new: bool, with: &mut Surroundings) -> Self {
        let mut desk = Desk {
            sight: Sight::of(session.board()),
            outlook: Outlook::default(),
            optimum: None,
            best: with.keeper.best(&session),
            session,
            hand: Hand::default(),
            shown: Shown::default(),
            bar: Rect::ZERO,
            message: None,
            analysis: None,
            is_judging: false,
            search: None,
            player: None,
            hinted: Vec::new(),
            looking: None,
            hinting: None,
            replying: None,
            machine_due: None,
            watch: Stopwatch::new(with.now),
            unkept: None,
            is_kept: true,
        };
        if is_new {
            match with.keeper.begin(&desk.session) {
                Ok(kept) => desk.is_kept = kept == Kept::Yes,
                Err(error) => desk.is_lost(&error, with.language),
            }
        }
        desk.arrive(with);
        desk
    }

    pub(crate) fn puzzle(&self) -> &'static str {
        self.session.entry().name()
    }

    pub(crate) fn say(&mut self, tone: Tone, text: String) {
        self.message = Some(Message { tone, text });
    }

    /// What stands out on the board.
    pub(crate) fn marks(&self) -> Marks {
        Marks { hint: self.hinted.clone(), ..self.hand.marks(&self.sight) }
    }

    /// Looks at the position anew, after any change.
    fn arrive(&mut self, with: &mut Surroundings) {
        self.sight = Sight::of(self.session.board());
        self.hand.forget();
        (self.hinting, self.looking, self.replying, self.analysis) = (None, None, None, None);
        self.hinted.clear();
        self.learn(with);
        let is_known = self.outlook.left.is_some() && !self.is_judging;
        let is_playback = self.player.as_ref().is_some_and(Player::is_playing);
        if !is_known && !is_playback && self.session.board().status() == Status::Playing {
            self.look(with);
        }
        let is_machine = self.session.machine_to_move().is_some();
        self.machine_due = is_machine.then(|| with.now + MACHINE_PAUSE);
    }

    /// Whether the time counts now: whoever watches a solution does not play.
    fn is_timed(&self) -> bool {
        let is_watching = self.player.as_ref().is_some_and(Player::is_playing);
        self.session.board().status() == Status::Playing && !is_watching
    }

    /// Notes the time that has been played since the last time. This comes before everything that changes whether the
    /// time counts.
    fn count_time(&mut self, now: Instant) {
        let is_timed = self.is_timed();
        let time = self.watch.lap(now);
        if is_timed {
            self.session.add_time(time);
        }
    }

    /// How long the game has been played, up to now.
    pub(crate) fn played(&self, now: Instant) -> Duration {
        let since = if self.is_timed() { self.watch.elapsed(now) } else { Duration::ZERO };
        self.session.played().saturating_add(since)
    }

    /// Whether all of the game will be there next time.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    fn is_lost(&mut self, error: &KeepError, language: Language) {
        self.is_kept = false;
        self.say(Tone::Bad, words::NOT_KEPT.fill(language, &[&error.to_string()]));
    }

    /// Keeps what has changed, now.
    pub(crate) fn keep(&mut self, solved: Option<Solved>, with: &mut Surroundings) {
        self.unkept = None;
        match with.keeper.keep(&self.session, solved) {
            Ok(Kept::Yes) => self.is_kept = true,
            Ok(Kept::Nowhere) => self.is_kept = false,
            Ok(Kept::MovedOn) => match with.keeper.reopen() {
                Ok(mut session) => {
                    // The clock on the screen does not run backwards because somebody else has played for less.
                    let shown = self.played(with.now);
                    session.add_time(shown.saturating_sub(session.played()));
                    self.watch.lap(with.now);
                    self.session = session;
                    self.is_kept = true;
                    self.player = None;
                    self.arrive(with);
                    self.say(Tone::Open, words::MOVED_ON.say(with.language).to_owned());
                }
                Err(error) => self.is_lost(&error, with.language),
            },
            Err(error) => self.is_lost(&error, with.language),
        }
    }

    /// Before the game leaves the desk.
    pub(crate) fn leave(&mut self, with: &mut Surroundings) {
        // What could not be kept a while ago perhaps can be now.
        if self.unkept.is_some() || !self.is_kept {
            self.keep(None, with);
        }
    }

    /// Does what a gesture meant.
    pub(crate) fn perform(&mut self, deed: Deed, with: &mut Surroundings) {
        match deed {
            Deed::Nothing => {}
            Deed::Say(phrase, name) => {
                let name = telusur_session::words::capitalised(name.in_language(with.language));
                self.say(Tone::Soft, phrase.fill(with.language, &[&name]));
            }
            Deed::Play(text) => self.play(&text, with),
            Deed::Try { grip, drop } => match self.session.board().attempt(&grip, &drop) {
                Some(text) => self.play(&text, with),
                None => {
                    let name = self.sight.name(&grip);
                    self.perform(Deed::Say(hand::CANT_MOVE, name), with);
                }
            },
        }
    }

    /// Makes a move by hand.
    pub(crate) fn play(&mut self, text: &str, with: &mut Surroundings) {
        if self.session.machine_to_move().is_some() {
            self.say(Tone::Soft, words::MACHINES_TURN.say(with.language).to_owned());
            if self.replying.is_none() {
                // One that was stopped, or has found nothing in time, tries again.
                self.machine_due.get_or_insert(with.now);
            }
            return;
        }
        let was_solved = self.session.board().status().is_solved();
        self.count_time(with.now);
        match self.session.play(text) {
            Ok(()) => self.moved(was_solved, with),
            Err(error) => {
                self.hand.forget();
                self.say(Tone::Bad, refusal(&error, with.language));
            }
        }
    }

    /// After a move of a person or a machine.
    fn moved(&mut self, was_solved: bool, with: &mut Surroundings) {
        // Whoever leaves a solution goes a way of their own.
        if self.player.as_ref().is_some_and(|player| player.at(&self.session).is_none()) {
            self.player = None;
        }
        self.message = None;
        self.arrive(with);
        let feat = Solved::by_hand(&self.session, was_solved, self.optimum.as_ref());
        self.say_how_it_stands(with.language);
        self.keep(feat, with);
        if feat.is_some() {
            self.best = with.keeper.best(&self.session).or(self.best);
        }
    }

    fn say_how_it_stands(&mut self, language: Language) {
        if let Some((tone, text)) = words::standing(&self.session, self.optimum.as_ref(), language) {
            let next =
                if self.session.board().status() == Status::Stuck { "" } else { words::NEXT.say(language) };
            self.say(tone, format!("{text} {next}").trim_end().to_owned());
        }
    }

    /// Steps through the history.
    pub(crate) fn walk(
        &mut self,
        walk: impl FnOnce(&mut Session) -> bool,
        nothing: Phrase,
        with: &mut Surroundings,
    ) {
        self.count_time(with.now);
        if let Some(player) = &mut self.player {
            player.pause();
        }
        if !walk(&mut self.session) {
            self.say(Tone::Soft, nothing.say(with.language).to_owned());
            return;
        }
        self.message = None;
        self.arrive(with);
        self.say_how_it_stands(with.language);
        self.keep(None, with);
    }

    pub(crate) fn undo(&mut self, with: &mut Surroundings) {
        // A solution was put in as a whole, and is taken back as a whole.
        self.walk(|session| session.undo_line() || session.undo_turn(), words::NOTHING_TO_UNDO, with);
    }

    pub(crate) fn redo(&mut self, with: &mut Surroundings) {
        self.walk(Session::redo, words::NOTHING_TO_REDO, with);
    }

    pub(crate) fn restart(&mut self, with: &mut Surroundings) {
        self.walk(Session::restart, words::NOTHING_TO_RESTART, with);
    }

    /// Something with the solution that is being watched.
    pub(crate) fn with_player(
        &mut self,
        with: &mut Surroundings,
        act: impl FnOnce(&mut Player, &mut Session, &Surroundings),
    ) {
        self.count_time(with.now);
        let Some(mut player) = self.player.take() else {
            self.say(Tone::Soft, words::NO_SOLUTION_YET.say(with.language).to_owned());
            return;
        };
        let before = self.session.here();
        act(&mut player, &mut self.session, with);
        self.player = Some(player);
        if self.session.here() != before {
            self.walked(with);
        }
    }

    fn walked(&mut self, with: &mut Surroundings) {
        self.arrive(with);
        self.unkept.get_or_insert(with.now);
    }

    /// What happens by itself as time goes by; whether anything has changed.
    pub(crate) fn tick(&mut self, with: &mut Surroundings) -> bool {
        let mut has_changed = false;
        if self.player.as_ref().is_some_and(Player::is_playing) {
            self.count_time(with.now);
        }
        if let Some(mut player) = self.player.take() {
            has_changed = player.tick(&mut self.session, with.now, with.speed);
            let is_over = has_changed && !player.is_playing();
            self.player = Some(player);
            if has_changed {
                self.walked(with);
            }
            if is_over {
                self.keep(None, with);
            }
        }
        if self.unkept.is_some_and(|since| with.now.saturating_duration_since(since) >= KEEP_PERIOD) {
            self.keep(None, with);
        }
        if self.machine_due.is_some_and(|due| with.now >= due) {
            self.machine_due = None;
            self.ask_machine(with);
            has_changed = true;
        }
        has_changed
    }

    /// After somebody has taken another seat.
    pub(crate) fn seats_changed(&mut self, with: &mut Surroundings) {
        self.arrive(with);
        self.keep(None, with);
    }

    /// Whether the screen changes by itself, so that it must be drawn often.
    pub(crate) fn is_lively(&self) -> bool {
        self.search.as_ref().is_some_and(Search::is_running)
            || self.player.as_ref().is_some_and(Player::is_playing)
            || self.hinting.is_some()
            || self.looking.is_some()
            || self.machine_due.is_some()
            || self.replying.is_some()
    }

    /// The tower with more or fewer discs, if this is one and can have them.
    pub(crate) fn tower(&self, more: i32) -> Option<Setup> {
        let count = |kind: &str| self.sight.picture.items.iter().filter(|item| item.kind == kind).count();
        let discs = i32::try_from(count("disc")).ok()? + more;
        if !(1..=20).contains(&discs) {
            return None;
        }
        let options = self.session.start().options();
        let rule = options.iter().find(|(name, _)| name == "rule");
        let any = options.iter().find(|(name, value)| name == "to" && value == "any");
        let mut setup =
            Setup::default().with("discs", &discs.to_string()).with("pegs", &count("peg").to_string());
        for (name, value) in rule.into_iter().chain(any) {
            setup = setup.with(name, value);
        }
        Some(setup)
    }
}

/// Why a move can't be made, as a sentence.
pub(crate) fn refusal(error: &PlayError, language: Language) -> String {
    telusur_session::words::sentence(&error.in_language(language))
}
