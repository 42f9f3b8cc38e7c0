//! A game on the desk: the table, the hand, and everything that is known or being found out about the position.

mod findings;

use crate::board::{Marks, Shown};
use crate::hand::{Deed, Hand, Sight};
use crate::jobs::Job;
use crate::player::Player;
use crate::search::Search;
use crate::surroundings::Surroundings;
use crate::words;
use num_bigint::BigUint;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};
use telusur_puzzles::{Language, Status, Variant};
use telusur_search::Deadline;
use telusur_session::palette::Tone;
use telusur_session::{Act, ActError, Analysis, Effect, Feat, Kept, NodeId, Outlook, Session, Table};

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

/// What is known or being found out about the position: with every change it is forgotten.
#[derive(Default)]
pub(crate) struct Known {
    /// What the game can go on with at one touch.
    pub(crate) variants: Vec<Variant>,
    pub(crate) outlook: Outlook,
    pub(crate) analysis: Option<Analysis>,
    /// The hint, in stages, and how many of them were shown.
    hint: Option<(Vec<String>, Option<String>)>,
    stages_shown: usize,
    /// What it is about on the board.
    hinted: Vec<String>,
    looking: Option<Job>,
    /// Whether the moves could not be judged because of an internal error.
    is_unjudged: bool,
    hinting: Option<Job>,
    /// The machine player thinks about its move.
    replying: Option<Job>,
}

/// A game being played.
pub(crate) struct Desk {
    table: Table,
    pub(crate) sight: Sight,
    pub(crate) hand: Hand,
    /// The board as it was drawn last.
    pub(crate) shown: Shown,
    /// Where the player bar was drawn last.
    pub(crate) bar: Rect,
    pub(crate) message: Option<Message>,
    pub(crate) known: Known,
    pub(crate) optimum: Option<BigUint>,
    pub(crate) best: Option<u64>,
    pub(crate) search: Option<Search>,
    pub(crate) player: Option<Player>,
    machine_due: Option<Instant>,
    /// Since when something is not kept.
    unkept: Option<Instant>,
    /// Whether what was to be kept is.
    is_kept: bool,
}

impl Desk {
    /// Puts a game on the desk. A new one is kept from now on; one that was taken up again is kept already.
    pub(crate) fn new(table: Table, with: &mut Surroundings) -> Self {
        let mut desk = Desk {
            sight: Sight::of(table.session().board()),
            best: with.best(table.session()),
            table,
            hand: Hand::default(),
            shown: Shown::default(),
            bar: Rect::ZERO,
            message: None,
            known: Known::default(),
            optimum: None,
            search: None,
            player: None,
            machine_due: None,
            unkept: None,
            is_kept: true,
        };
        if desk.table.place().is_none() {
            desk.keep(None, with);
        }
        desk.arrive(with);
        desk
    }

    /// The game.
    pub(crate) fn session(&self) -> &Session {
        self.table.session()
    }

    pub(crate) fn puzzle(&self) -> &'static str {
        self.session().entry().name()
    }

    /// Does something to the game.
    fn act(&mut self, act: &Act, with: &Surroundings) -> Result<Effect, ActError> {
        self.table.act(act, &with.knowledge, &Deadline::never(), with.now)
    }

    pub(crate) fn say(&mut self, tone: Tone, text: String) {
        self.message = Some(Message { tone, text });
    }

    /// What stands out on the board.
    pub(crate) fn marks(&self) -> Marks {
        Marks { hint: self.known.hinted.clone(), ..self.hand.marks(&self.sight) }
    }

    /// Looks at the position anew, after any change.
    fn arrive(&mut self, with: &mut Surroundings) {
        self.sight = Sight::of(self.session().board());
        self.hand.forget();
        self.known = Known { variants: self.session().variants(), ..Known::default() };
        self.learn(with);
        self.look_if_wanted(with);
        let is_machine = self.session().machine_to_move().is_some();
        self.machine_due = is_machine.then(|| with.now + MACHINE_PAUSE);
    }

    /// How long the game has been played, up to now.
    pub(crate) fn played(&self, now: Instant) -> Duration {
        self.table.played(now)
    }

    /// Whether all of the game will be there next time.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Keeps what has changed, now. If another program has played on, its game is taken over.
    pub(crate) fn keep(&mut self, feat: Option<Feat>, with: &mut Surroundings) {
        self.unkept = None;
        let kept = self.table.keep_or_follow(&*with.keeper, feat, with.now);
        self.is_kept = matches!(kept, Ok(Kept::Yes | Kept::MovedOn));
        match kept {
            Ok(Kept::Yes | Kept::Nowhere) => {}
            Ok(Kept::MovedOn) => {
                self.player = None;
                self.arrive(with);
                self.say(Tone::Open, words::MOVED_ON.say(with.language).to_owned());
            }
            Err(error) => self.say(Tone::Bad, words::NOT_KEPT.fill(with.language, &[&error.to_string()])),
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
        // A hand on the board pauses a solution that is played.
        if let Some(player) = self.player.as_mut().filter(|_| deed != Deed::Nothing || self.hand.is_holding())
        {
            player.pause();
        }
        match deed {
            Deed::Nothing => {}
            Deed::Say(phrase, name) => {
                let name = words::capitalised(name.in_language(with.language));
                self.say(Tone::Soft, phrase.fill(with.language, &[&name]));
            }
            Deed::Play(text) => self.by_hand(&Act::Play(vec![text]), with),
            Deed::Try { grip, drop } => self.by_hand(&Act::Attempt { grip, drop }, with),
        }
    }

    /// Moves by hand.
    fn by_hand(&mut self, act: &Act, with: &mut Surroundings) {
        match self.act(act, with) {
            Ok(effect) => self.moved(&effect, with),
            Err(ActError::MachinesTurn) => {
                self.say(Tone::Soft, refusal(&ActError::MachinesTurn, with.language));
                if self.known.replying.is_none() {
                    // One that was stopped, or has found nothing in time, tries again.
                    self.machine_due.get_or_insert(with.now);
                }
            }
            Err(error @ ActError::Idle(_)) => self.say(Tone::Soft, refusal(&error, with.language)),
            Err(error) => {
                self.hand.forget();
                self.say(Tone::Bad, refusal(&error, with.language));
            }
        }
    }

    /// After a move of a person or a machine.
    fn moved(&mut self, effect: &Effect, with: &mut Surroundings) {
        // Whoever leaves a solution goes a way of their own.
        if self.player.as_ref().is_some_and(|player| player.at(self.session()).is_none()) {
            self.player = None;
        }
        self.message = None;
        self.arrive(with);
        self.say_how_it_stands(with.language);
        self.keep(effect.feat, with);
        if effect.feat.is_some() {
            self.best = with.best(self.session()).or(self.best);
        }
    }

    fn say_how_it_stands(&mut self, language: Language) {
        if let Some((tone, text)) = words::standing(self.session(), self.optimum.as_ref(), language) {
            let next =
                if self.session().board().status() == Status::Stuck { "" } else { words::NEXT.say(language) };
            self.say(tone, format!("{text} {next}").trim_end().to_owned());
        }
    }

    /// Steps through the history, changes who plays, or goes on with another level.
    pub(crate) fn change(&mut self, act: &Act, with: &mut Surroundings) {
        if let Some(player) = &mut self.player {
            player.pause();
        }
        if let Err(error) = self.act(act, with) {
            let tone = if matches!(error, ActError::Nothing(_)) { Tone::Soft } else { Tone::Bad };
            self.say(tone, refusal(&error, with.language));
            return;
        }
        self.message = None;
        if matches!(act, Act::Variant(_) | Act::Options(_)) {
            (self.search, self.player, self.optimum) = (None, None, None);
        }
        self.best = with.best(self.session());
        self.arrive(with);
        self.say_how_it_stands(with.language);
        self.keep(None, with);
    }

    /// Something with the solution that is being watched: where to go in it, if anywhere.
    pub(crate) fn with_player(
        &mut self,
        with: &mut Surroundings,
        choose: impl FnOnce(&mut Player, &Session, &Surroundings) -> Option<NodeId>,
    ) {
        let Some(player) = &mut self.player else {
            self.say(Tone::Soft, words::NO_SOLUTION_YET.say(with.language).to_owned());
            return;
        };
        let chosen = choose(player, self.table.session(), with);
        if let Some(node) = chosen.filter(|&node| node != self.session().here()) {
            self.walk_to(node, with);
        }
    }

    /// To a position of the solution that is being watched.
    fn walk_to(&mut self, node: NodeId, with: &mut Surroundings) {
        // The position is in the tree.
        _ = self.act(&Act::Go(node.number()), with);
        self.arrive(with);
        self.unkept.get_or_insert(with.now);
    }

    /// What happens by itself as time goes by; whether anything has changed.
    pub(crate) fn tick(&mut self, with: &mut Surroundings) -> bool {
        let mut has_changed = false;
        self.look_if_wanted(with);
        if let Some(player) = &mut self.player
            && let Some(node) = player.tick(self.table.session(), with.now, with.speed)
        {
            let is_over = !player.is_playing();
            has_changed = true;
            self.walk_to(node, with);
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

    /// Whether the screen changes by itself, so that it must be drawn often.
    pub(crate) fn is_lively(&self) -> bool {
        self.search.as_ref().is_some_and(Search::is_running)
            || self.player.as_ref().is_some_and(Player::is_playing)
            || self.known.hinting.is_some()
            || self.known.looking.is_some()
            || self.machine_due.is_some()
            || self.known.replying.is_some()
    }

    /// The variant that a key is for while nothing is picked up.
    pub(crate) fn variant_by_key(&self, key: &str) -> Option<&Variant> {
        let is_for = |variant: &&Variant| variant.key == Some(key) && !self.hand.is_holding();
        self.known.variants.iter().find(is_for)
    }
}

/// Why something can't be done, as a sentence.
pub(crate) fn refusal(error: &ActError, language: Language) -> String {
    words::sentence(&error.in_language(language))
}
