//! What is found out on request, while one waits: hints, judgements, solutions, comparisons.

use super::Talk;
use crate::desk::refusal;
use crate::format;
use crate::search::stats;
use crate::words::{self, Phrase};
use std::io;
use std::time::Duration;
use telusur_puzzles::{Answer, Task};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Cancel};
use telusur_session::{Act, Distance, Judgement, Patience};

const SOLUTION: Phrase = Phrase("Moves: {}", "Langkah: {}");
const MORE_MOVES: Phrase =
    Phrase("… and {} more; 'next' follows them.", "… dan {} lagi; 'lanjut' mengikutinya.");

const MORE_HINT: Phrase = Phrase("'hint' again says more.", "'petunjuk' lagi untuk lebih lanjut.");

/// Moves of a solution that are written out.
const MOST_WRITTEN: usize = 200;

impl Talk<'_> {
    /// Makes the table of a small level, so that what is left can be told.
    pub(super) fn learn(&self) {
        let Some(session) = self.session() else { return };
        if self.with.is_analysing
            && session.board().turn().is_none()
            && session.outlook(&self.with.knowledge).left.is_none()
        {
            let mut unobserved = ();
            let mut task = self.task(Algorithm::Auto, Some(self.with.search_options.look), &mut unobserved);
            self.with.knowledge.learn(session.start(), &mut task);
        }
    }

    fn task<'n>(&self, algorithm: Algorithm, most: Option<Duration>, unobserved: &'n mut ()) -> Task<'n> {
        self.with.search_options.task(algorithm, most, &Cancel::new(), unobserved)
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        let language = self.language();
        let mut unobserved = ();
        let mut task = self.task(Algorithm::Auto, Some(Patience::HINT.time), &mut unobserved);
        let Some(session) = self.session() else { return Ok(()) };
        let (metric, here) = (session.board().metric(), session.here());
        let stages = words::hint_stages(&session.hint(&self.with.knowledge, &mut task), metric, language);
        // Asked again, it says more.
        let said = match self.hinted {
            Some((of, said)) if of == here => said.min(stages.len().saturating_sub(1)),
            _ => 0,
        };
        self.hinted = Some((here, said + 1));
        let more = if said + 1 < stages.len() { MORE_HINT.say(language) } else { "" };
        let stage = stages.get(said).map_or("", String::as_str);
        self.say(format!("{stage} {more}").trim_end())
    }

    pub(super) fn judge(&mut self) -> io::Result<()> {
        let language = self.language();
        let mut unobserved = ();
        let mut task = self.task(Algorithm::Auto, Some(Patience::HINT.time), &mut unobserved);
        let Some(session) = self.session() else { return Ok(()) };
        let is_game = session.board().turn().is_some();
        let metric = session.board().metric();
        let analysis = session.analysis(&self.with.knowledge, &mut task);
        let lines: Vec<String> = analysis
            .moves
            .iter()
            .map(|judged| {
                if is_game {
                    let words = words::judgement_in_game(judged, analysis.verdict, language);
                    return format!("{}: {words}", judged.text);
                }
                let words = words::judgement(judged.judgement, None, language);
                let left = judged
                    .left
                    .as_ref()
                    .filter(|left| !(**left == Distance::Never && judged.judgement == Judgement::Loses));
                let left =
                    left.map_or(String::new(), |left| format!(", {}", words::left(left, metric, language)));
                format!("{}: {words}{left}", judged.text)
            })
            .collect();
        self.say(&lines.join("\n"))
    }

    pub(super) fn solve(&mut self) -> io::Result<()> {
        let language = self.language();
        let mut unobserved = ();
        let task = self.task(self.with.search_options.algorithm, None, &mut unobserved);
        let Some(session) = self.session() else { return Ok(()) };
        let metric = session.board().metric();
        let answer = match session.board().solve(task) {
            Ok(answer) => answer,
            Err(error) => return self.say(&error.to_string()),
        };
        let claim = words::claim(&answer, metric, language);
        let (moves, more) = match &answer {
            Answer::Game(game) => {
                let why = game.why.in_language(language);
                self.say(&claim)?;
                if !why.is_empty() {
                    self.say(&words::sentence(why))?;
                }
                return match (game.winning_moves.is_empty(), game.verdict) {
                    (false, _) => self.phrase(SOLUTION, &[&game.winning_moves.join(" ")]),
                    (true, Some(Verdict::Draw)) => self.phrase(SOLUTION, &[&game.best_moves.join(" ")]),
                    (true, _) => Ok(()),
                };
            }
            Answer::Path(path) => {
                let moves = session.fitting(&path.moves).to_vec();
                if let Some(Err(error)) = self.act(&Act::Line(moves)) {
                    return self.say(&refusal(&error, language));
                }
                let written = path.moves.len().min(MOST_WRITTEN);
                let more =
                    path.length.as_ref().map_or(0u8.into(), |length| length - length.min(&written.into()));
                (path.moves[..written].join(" "), more)
            }
        };
        self.keep(None)?;
        self.say(&claim)?;
        if !moves.is_empty() {
            self.phrase(SOLUTION, &[&moves])?;
        }
        match more == 0u8.into() {
            true => Ok(()),
            false => self.phrase(MORE_MOVES, &[&format::large(&more, language)]),
        }
    }

    pub(super) fn compare(&mut self) -> io::Result<()> {
        let language = self.language();
        let Some(session) = self.session() else { return Ok(()) };
        let board = session.board().boxed();
        for algorithm in board.algorithms().into_iter().filter(|&known| known != Algorithm::Auto) {
            let mut unobserved = ();
            let task = self.task(algorithm, Some(Patience::COMPARING.time), &mut unobserved);
            let line = match board.solve(task) {
                Err(error) => format!("{algorithm}: {error}"),
                Ok(answer) => {
                    let stats = stats(&answer);
                    let claim = words::claim(&answer, board.metric(), language);
                    let cost = [
                        format::grouped(stats.expanded, language),
                        format::bytes(stats.peak_bytes, language),
                        format::duration(stats.elapsed, language),
                    ];
                    let one = if stats.expanded == 1 { "state" } else { "states" };
                    let states = language.choose(one, "keadaan");
                    format!("{algorithm}: {claim} {} {states}, {}, {}.", cost[0], cost[1], cost[2])
                }
            };
            self.say(&line)?;
            self.output.flush()?;
        }
        Ok(())
    }
}
