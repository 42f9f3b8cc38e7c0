//! What is found out about the position, on other threads: what is left, what moves do, a hint, a solution.

use super::{Desk, refusal};
use crate::jobs::{Finding, Job};
use crate::player::Player;
use crate::search::Search;
use crate::surroundings::Surroundings;
use crate::words::{self, Phrase};
use std::time::Duration;
use telusur_puzzles::{Status, Task};
use telusur_search::Algorithm;
use telusur_session::palette::Tone;
use telusur_session::{Act, ActError, Hint, Knowledge, NoHint, Patience, PlayError, SeatError, Session};

/// A question about a game.
type Question = fn(&Session, &Knowledge, &mut Task<'_>) -> Finding;

impl Desk {
    pub(super) fn learn(&mut self, with: &Surroundings) {
        self.known.outlook = self.session().outlook(&with.knowledge);
        if self.optimum.is_none() {
            self.optimum = self.session().optimum(&with.knowledge);
        }
    }

    /// Asks something of a copy of the game, in the background.
    fn ask(&self, time: Duration, with: &mut Surroundings, question: Question) -> Job {
        let copy = self.session().snapshot();
        let (knowledge, search_options) = (with.knowledge.clone(), with.search_options);
        with.jobs.start(move |cancel| {
            let mut unobserved = ();
            let mut task = search_options.task(Algorithm::Auto, Some(time), cancel, &mut unobserved);
            question(&copy, &knowledge, &mut task)
        })
    }

    /// Returns whether a solution plays by itself.
    fn is_playback(&self) -> bool {
        self.player.as_ref().is_some_and(Player::is_playing)
    }

    /// Returns whether a search runs.
    fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(Search::is_running)
    }

    /// Judges every legal move as soon as that is wanted: analysis is on, the position stays, and nothing else runs.
    pub(super) fn look_if_wanted(&mut self, with: &mut Surroundings) {
        let is_wanted = with.is_analysing
            && self.known.analysis.is_none()
            && self.known.looking.is_none()
            && !self.known.is_unjudged
            && !self.is_playback()
            && !self.is_searching()
            && self.session().board().status() == Status::Playing;
        if is_wanted {
            self.look(with);
        }
    }

    /// Returns why the moves are not judged yet.
    pub(crate) fn judging(&self) -> Phrase {
        match () {
            () if self.is_playback() => words::JUDGED_WHEN_PAUSED,
            () if self.is_searching() => words::JUDGED_AFTER_SEARCH,
            () if self.known.is_unjudged => words::NOT_JUDGED,
            () => words::LOOKING,
        }
    }

    fn look(&mut self, with: &mut Surroundings) {
        let time = with.search_options.look;
        self.known.looking = Some(
            self.ask(time, with, |game, knowledge, task| Finding::Analysis(game.analysis(knowledge, task))),
        );
    }

    /// Shows or hides what is known about the position.
    pub(crate) fn analyse(&mut self, with: &mut Surroundings) {
        with.switch_analysis();
        self.look_if_wanted(with);
    }

    /// Asks for a hint, or for more of the one that was given.
    pub(crate) fn ask_hint(&mut self, with: &mut Surroundings) {
        if self.known.hint.is_some() {
            self.show_hint(with);
            return;
        }
        self.say(Tone::Soft, words::THINKING.say(with.language).to_owned());
        self.known.hinting = Some(self.ask(Patience::HINT.time, with, |game, knowledge, task| {
            Finding::Hint(game.hint(knowledge, task))
        }));
    }

    /// Asks the machine player for its move.
    pub(super) fn ask_machine(&mut self, with: &mut Surroundings) {
        // The seed only has to differ from game to game.
        let seed = self.played(with.now).as_nanos() as u64;
        let (copy, search_options) = (self.session().snapshot(), with.search_options);
        self.known.replying = Some(with.jobs.start(move |cancel| {
            let limits = search_options.limits(Some(Patience::REPLY.time), cancel);
            Finding::Reply(copy.find_reply(None, seed, &limits))
        }));
    }

    fn replied(&mut self, reply: Result<String, SeatError>, with: &mut Surroundings) {
        let made = reply.map_err(ActError::from).and_then(|text| {
            let effect = self.act(&Act::Reply(text.clone()), with)?;
            Ok((text, effect))
        });
        match made {
            Ok((text, effect)) => {
                self.moved(&effect, with);
                if self.message.is_none() {
                    self.say(Tone::Soft, words::MACHINE_TOOK.fill(with.language, &[&text]));
                }
            }
            Err(error) => self.say(Tone::Bad, error.in_language(with.language)),
        }
    }

    fn hinted(&mut self, hint: Result<Hint, NoHint>, with: &Surroundings) {
        self.learn(with);
        let metric = self.session().board().metric();
        let stages = words::hint_stages(&hint, metric, with.language);
        self.known.hint = Some((stages, hint.ok().map(|hint| hint.text)));
        self.show_hint(with);
    }

    /// Shows the next stage of the hint; the last one also on the board.
    fn show_hint(&mut self, with: &Surroundings) {
        let Some((stages, text)) = &self.known.hint else { return };
        self.known.stages_shown = (self.known.stages_shown + 1).min(stages.len());
        let is_last = self.known.stages_shown == stages.len();
        let stage = stages.get(self.known.stages_shown.saturating_sub(1)).cloned().unwrap_or_default();
        if is_last && let Some(text) = text {
            let play = self.sight.plays.iter().find(|play| play.text == *text);
            self.known.hinted = play.map_or_else(Vec::new, |play| {
                let target = play.drop.target().map(str::to_owned);
                play.grips.iter().cloned().chain(target).collect()
            });
        }
        let tone = if text.is_none() { Tone::Open } else { Tone::Good };
        let more = if is_last { "" } else { words::MORE_HINT.say(with.language) };
        self.say(tone, format!("{stage} {more}").trim_end().to_owned());
    }

    /// Solves from here, in the background.
    pub(crate) fn solve(&mut self, with: &mut Surroundings) {
        if let Some(player) = &mut self.player {
            player.pause();
        }
        self.known.looking = None;
        self.message = None;
        self.search = Some(Search::start(
            self.session().board().boxed(),
            None,
            with.search_options,
            &mut with.jobs,
            with.now,
        ));
    }

    /// Stops what runs; false if nothing does.
    pub(crate) fn stop(&mut self) -> bool {
        let stopped = self.search.as_ref().is_some_and(Search::stop)
            || self.known.hinting.take().is_some()
            || self.known.replying.take().is_some();
        if let Some(player) = self.player.as_mut().filter(|player| player.is_playing()) {
            player.pause();
            return true;
        }
        stopped
    }

    /// Puts the answer and the solution away; false if there is none.
    pub(crate) fn put_away(&mut self) -> bool {
        let had = self.search.is_some() || self.player.is_some();
        (self.search, self.player) = (None, None);
        had
    }

    /// Something has been found out.
    pub(crate) fn found(&mut self, job: u64, finding: Finding, with: &mut Surroundings) {
        let is = |ours: &Option<Job>| ours.as_ref().is_some_and(|ours| ours.is(job));
        match finding {
            Finding::Analysis(analysis) if is(&self.known.looking) => {
                self.known.looking = None;
                self.learn(with);
                if self.known.outlook.left.is_none() {
                    self.known.outlook.left.clone_from(&analysis.left);
                    self.known.outlook.solvable = self.known.outlook.solvable.or(analysis.solvable);
                }
                self.known.analysis = Some(analysis);
            }
            Finding::Hint(hint) if is(&self.known.hinting) => {
                self.known.hinting = None;
                self.hinted(hint, with);
            }
            Finding::Reply(reply) if is(&self.known.replying) => {
                self.known.replying = None;
                self.replied(reply, with);
            }
            Finding::Broken
                if is(&self.known.hinting) || is(&self.known.looking) || is(&self.known.replying) =>
            {
                self.known.is_unjudged = is(&self.known.looking);
                (self.known.hinting, self.known.looking, self.known.replying) = (None, None, None);
                self.say(Tone::Bad, words::BROKEN.say(with.language).to_owned());
            }
            Finding::Solved(_) | Finding::Broken => {
                let Some(search) = self.search.as_mut().filter(|search| search.is(job)) else { return };
                search.finish(finding, with.now);
                self.solved(with);
            }
            _ => {}
        }
    }

    /// A search has ended: its solution becomes a line of the game, and is played.
    fn solved(&mut self, with: &mut Surroundings) {
        let Some(search) = &self.search else { return };
        let (tone, text) = search.verdict(self.session().board().metric(), with.language);
        let moves = search.moves().to_vec();
        self.say(tone, text);
        if moves.is_empty() {
            return;
        }
        let line = Act::Line(self.session().fitting(&moves).to_vec());
        match self.act(&line, with).map(|effect| effect.line) {
            Ok(Some(line)) if line.len() > 1 => {
                self.player = Some(Player::new(line, with.now, with.speed));
                self.keep(None, with);
            }
            Ok(_) => self.say(Tone::Open, refusal(&ActError::Play(PlayError::Full), with.language)),
            Err(error) => self.say(Tone::Bad, refusal(&error, with.language)),
        }
    }
}
