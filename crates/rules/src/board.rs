//! Compiled rules for the erased layer: texts, pictures, plays, answers; for puzzles and for games.

use crate::ast::Bilingual;
use crate::compile::{Backward, Core};
use crate::drawing;
use crate::heuristic;
use crate::messages;
use crate::refusal;
use crate::rules::AnyCore;
use crate::scenery::{Choice, Scenery, moves_with_item};
use crate::space::{Broad, Compiled, Directed, Ground, Kind, Undirected};
use crate::trust::{self, Trust};
use crate::word::{Word, pack, unpack};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use telusur_puzzles::random::Random;
use telusur_puzzles::{
    At, Board, Drop, GamePuzzle, MoveError, Opponent, PackedBoard, Picture, Play, PositionOf, Puzzle,
    ReplyError, Task, Text, Turned, bytes, nearest, text,
};
use telusur_search::bytes::ToBytes;
use telusur_search::game::{Game, Verdict, memo, retrograde};
use telusur_search::watch::Recording;
use telusur_search::{
    Algorithm, BetterBound, Limits, Offers, Report, Run, Solver, Space, Unsupported, engines,
};

/// What a loaded text is called, and where it comes from.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// Name of the catalogue entry.
    pub name: &'static str,
    /// Options that the level text alone does not say.
    pub options: Vec<(String, String)>,
}

/// The words of a move for people who mistyped one.
const MOVE_FORM: Text = Text::fixed(
    "a move is its name and its parameters, joined by dashes, as the list of moves shows",
    "langkah adalah nama dan parameternya, disambung tanda hubung, seperti dalam daftar langkah",
);

/// The position that was drawn last: pictures and plays are asked for one after another.
pub(crate) type Drawn<W> = Mutex<Option<(W, Arc<Scenery>)>>;

/// What is shown of a state with these moves.
fn scenery<W: Word>(
    core: &Core<W>,
    drawn: &Drawn<W>,
    state: W,
    expand: impl FnOnce(&mut dyn FnMut(u32, W)),
) -> Arc<Scenery> {
    if let Ok(last) = drawn.lock()
        && let Some((of, scenery)) = &*last
        && *of == state
    {
        return scenery.clone();
    }
    let values = unpack(&core.fields, state);
    // There may be tens of thousands of moves: the states after them are unpacked one at a time.
    let mut possible = Vec::new();
    expand(&mut |ground, next| possible.push((ground, next)));
    let mut choices = possible.into_iter().map(|(ground, next)| Choice {
        ground: &core.grounds[ground as usize],
        text: &core.texts[ground as usize],
        next: unpack(&core.fields, next),
    });
    let made = Arc::new(Scenery::new(&core.model, &values, &mut choices));
    if let Ok(mut last) = drawn.lock() {
        *last = Some((state, made.clone()));
    }
    made
}

/// Bytes of the position that was drawn last.
fn drawn_bytes<W>(drawn: &Drawn<W>) -> usize {
    let last = drawn.lock().unwrap_or_else(PoisonError::into_inner);
    last.as_ref().map_or(0, |(_, scenery)| scenery.bytes())
}

/// Why a text is no move here.
fn refusal<W: Word>(core: &Core<W>, state: W, text: &str) -> MoveError {
    if let Some(number) = core.texts.iter().position(|known| known == text) {
        let why = refusal::why_not(&core.model, &core.grounds[number], &unpack(&core.fields, state));
        return MoveError::Illegal { text: text.to_owned(), why };
    }
    let texts: Vec<&str> = core.texts.iter().take(1000).map(String::as_str).collect();
    let form = match nearest(text, &texts) {
        Some(near) if text.len() <= 100 => {
            MOVE_FORM.then(&text!("; did you mean {near}?", "; maksudnya {near}?"))
        }
        _ => MOVE_FORM,
    };
    MoveError::Unreadable { text: text.to_owned(), form }
}

/// Returns the moves that a hand meant: a possible one that is made so; or else an impossible one with the item, whose
/// refusal names it and says why, where there are few of those or all are refused for the same reason.
fn attempts<W: Word>(
    core: &Core<W>,
    scenery: &Scenery,
    values: &[i64],
    (grip, drop): (&str, &Drop),
    explain: impl Fn(&str) -> MoveError,
) -> Vec<String> {
    /// Moves whose refusals are compared.
    const MOST_COMPARED: usize = 32;
    /// Moves of which the first stands for all.
    const FEW: usize = 4;
    if let Some(play) = scenery.plays.iter().find(|play| play.is_made_by(grip, drop)) {
        return vec![play.text.clone()];
    }
    let is_button = scenery.plays.iter().any(|play| play.grips.iter().any(|own| own == grip));
    let meant = (grip, drop.target());
    let meant = moves_with_item(&core.model, &core.grounds, values, meant, MOST_COMPARED + 1);
    let texts = meant.iter().map(|&number| &core.texts[number]);
    let texts: Vec<&String> =
        texts.filter(|text| scenery.plays.iter().all(|play| play.text != **text)).collect();
    if texts.len() > MOST_COMPARED || is_button && drop.target().is_none() {
        return Vec::new();
    }
    let why = |text: &str| match explain(text) {
        MoveError::Illegal { why, .. } => Some(why),
        MoveError::Unreadable { .. } => None,
    };
    let Some((&first, others)) = texts.split_first() else { return Vec::new() };
    let reason = why(first);
    match reason.is_some() && (texts.len() <= FEW || others.iter().all(|text| why(text) == reason)) {
        true => vec![first.clone()],
        false => Vec::new(),
    }
}

/// What the text says about itself; a text that says nothing points at its goal.
fn instructions<W: Word>(core: &Core<W>) -> Text {
    let Bilingual { english, indonesian } = &core.model.about;
    match english.is_empty() {
        false => Text::new(english.clone(), indonesian.clone()),
        true => Text::fixed(
            "Make moves until the goal of the rules is reached.",
            "Lakukan langkah sampai tujuan dari aturan tercapai.",
        ),
    }
}

impl<W: Word + ToBytes, K: Kind> Puzzle for Compiled<W, K>
where
    Compiled<W, K>: Offers + Space<State = W, Move = Ground>,
{
    const NAME: &'static str = "rules";
    const MOVE_FORM: Text = MOVE_FORM;

    type Position = W;

    fn name(&self) -> &'static str {
        self.identity.name
    }

    fn text(&self, state: W) -> String {
        drawing::write(&self.core.model, &self.values(state))
    }

    fn options(&self, _: &W) -> Vec<(String, String)> {
        self.identity.options.clone()
    }

    fn instructions(&self) -> Text {
        instructions(&self.core)
    }

    fn move_text(&self, _: W, m: Ground) -> String {
        self.core.texts[m.0 as usize].clone()
    }

    fn explain_refusal(&self, state: W, text: &str) -> MoveError {
        refusal(&self.core, state, text)
    }

    fn refute(&self, state: W) -> Option<Text> {
        if !self.is_stuck || self.is_goal(state) {
            return None;
        }
        refusal::broken_rule(&self.core.model, &self.values(state))
            .map(|rule| messages::no_move_from_start(&rule))
    }

    fn picture(&self, state: W) -> Picture {
        self.scenery(state).picture.clone()
    }

    fn items(&self, state: W) -> usize {
        self.scenery(state).picture.items.len()
    }

    fn level_bytes(&self) -> usize {
        size_of_val(self) + self.core.bytes() + drawn_bytes(&self.drawn)
    }

    fn play(&self, state: W, m: Ground) -> Play {
        self.scenery(state).play(&self.core.texts[m.0 as usize])
    }

    fn attempts(&self, state: W, grip: &str, drop: &Drop) -> Vec<String> {
        let explain = |text: &str| self.explain_refusal(state, text);
        attempts(&self.core, &self.scenery(state), &self.values(state), (grip, drop), explain)
    }

    fn solver(&self) -> Solver<'_, Self> {
        let mut solver = Solver::new(self);
        if !K::UNDIRECTED {
            if matches!(self.core.backward, Backward::Unknown) {
                solver = solver.without(
                    Algorithm::Bidirectional,
                    "that these rules can be searched backwards is not proved: use bfs ('telusur check' says why)",
                );
            }
            solver = solver.without(
                Algorithm::Frontier,
                "that every move is taken back by another is not proved: use bfs ('telusur check' says why)",
            );
        }
        if self.ranking.is_none() {
            solver = solver.without(Algorithm::Dense, "the states are too many to be numbered: use bfs");
        }
        solver
    }

    fn solve(&self, from: W, task: &mut Task<'_>) -> Result<Report<Ground>, Unsupported> {
        if task.algorithm == Algorithm::Auto {
            return self.solve_unasked(from, task);
        }
        let informed = matches!(
            task.algorithm,
            Algorithm::Astar | Algorithm::Idastar | Algorithm::Greedy | Algorithm::Anytime
        );
        if !informed {
            return task.solver(self.solver().from(from)).try_solve();
        }
        let trust = trust::of_bound(self, &task.limits);
        let mut told = trust.map(|trust| trust.to_string()).into_iter().collect::<Vec<_>>();
        let mut space = None;
        if trust.is_some_and(Trust::is_proved) {
            space = Some(self.trusting());
        } else if let Some((tables, about)) = heuristic::build(self, &task.limits) {
            task.limits = task.limits.holding(tables.bytes());
            told.push(about);
            space = Some(self.with_tables(tables));
        }
        let space = space.as_ref().unwrap_or(self);
        let mut report = task.solver(space.solver().from(from)).try_solve()?;
        for about in told {
            report.reason = format!("{}; {about}", report.reason);
        }
        Ok(report)
    }

    fn watch(&self, from: W, most: usize, task: &mut Task<'_>) -> Result<Recording<W, Ground>, Unsupported> {
        let informed = matches!(task.algorithm, Algorithm::Astar | Algorithm::Idastar | Algorithm::Greedy);
        let trust = match task.algorithm {
            // As it is solved.
            Algorithm::Auto => trust::known(self),
            _ if informed => trust::of_bound(self, &task.limits),
            _ => None,
        };
        if trust.is_some_and(Trust::is_proved) {
            return task.solver(self.trusting().solver().from(from)).try_watch(most);
        }
        if informed && let Some((tables, _)) = heuristic::build(self, &task.limits) {
            task.limits = task.limits.holding(tables.bytes());
            let informed = self.with_tables(tables);
            return task.solver(informed.solver().from(from)).try_watch(most);
        }
        task.solver(self.solver().from(from)).try_watch(most)
    }

    fn as_bytes(puzzle: &Arc<Self>, from: W) -> Option<Box<dyn PackedBoard>> {
        Some(match puzzle.core.backward {
            Backward::Unknown if !K::UNDIRECTED => bytes::plain(puzzle, from),
            _ => bytes::reversible(puzzle, from),
        })
    }
}

impl<W: Word + ToBytes, K: Kind> Compiled<W, K>
where
    Compiled<W, K>: Offers + Space<State = W, Move = Ground>,
{
    /// Solves by what `auto` chooses. The bound of the text counts where it is proved already: to prove it, every position
    /// must be looked at, and search alone takes no longer than that. Pattern databases are left until search without
    /// them has gone on so long that they may pay.
    fn solve_unasked(&self, from: W, task: &mut Task<'_>) -> Result<Report<Ground>, Unsupported> {
        let trusting = trust::known(self).is_some_and(Trust::is_proved).then(|| self.trusting());
        let informed = OnceLock::new();
        let make = |limits: &Limits| {
            let (tables, about) = heuristic::build(self, limits)?;
            let bytes = tables.bytes();
            Some(BetterBound { space: informed.get_or_init(|| self.with_tables(tables)), bytes, about })
        };
        let solver = match &trusting {
            Some(trusting) => trusting.solver(),
            None => self.solver().with_bound(make),
        };
        let mut report = task.solver(solver.from(from)).try_solve()?;
        if self.core.has_bound() {
            let about = match trust::known(self) {
                Some(trust) => trust.to_string(),
                None => "the bound of the rules was not used: to prove it takes longer than this search"
                    .to_owned(),
            };
            report.reason = format!("{}; {about}", report.reason);
        }
        Ok(report)
    }
}

impl<W: Word, K: Kind> Compiled<W, K> {
    fn scenery(&self, state: W) -> Arc<Scenery> {
        scenery(&self.core, &self.drawn, state, |visit| self.expand(state, |m, next| visit(m.0, next)))
    }
}

/// A compiled game for two with its first position.
pub struct CompiledGame<W> {
    core: Arc<Core<W>>,
    start: W,
    is_stuck: bool,
    drawn: Drawn<W>,
    identity: Arc<Identity>,
}

impl<W: Word + ToBytes> CompiledGame<W> {
    fn open(core: Arc<Core<W>>, start: &[i64], turn: Option<u32>, identity: Arc<Identity>) -> Box<dyn Board> {
        let player = core.model.variable("player").map(|player| core.model.variables[player].first);
        // Where the position itself says who moves, that counts.
        let turn = player.map(|slot| start[slot] as u32 - 1).or(turn).unwrap_or(0);
        let state = pack(&core.fields, start);
        let is_stuck = !core.obeys(state);
        let game = CompiledGame { core, start: state, is_stuck, drawn: Mutex::default(), identity };
        At::open(game, Turned { turn, ..Turned::of(state) })
    }

    fn scenery(&self, state: W) -> Arc<Scenery> {
        scenery(&self.core, &self.drawn, state, |visit| self.expand(state, |m, next| visit(m.0, next)))
    }
}

impl<W: Word> Space for CompiledGame<W> {
    type State = W;
    type Move = Ground;

    fn start(&self) -> W {
        self.start
    }

    fn is_goal(&self, state: W) -> bool {
        let mut over = true;
        self.expand(state, |_, _| over = false);
        over
    }

    fn expand(&self, state: W, mut visit: impl FnMut(Ground, W)) {
        if !self.is_stuck && self.core.ending(state).is_none() {
            self.core.program.expand(state, |step, next| visit(Ground(step.ground), next));
        }
    }
}

impl<W: Word> Offers for CompiledGame<W> {
    engines!();
}

impl<W: Word> Game for CompiledGame<W> {
    fn result(&self, stuck: W) -> Verdict {
        match self.core.ending(stuck).unwrap_or(self.core.model.stuck) {
            crate::ast::Ending::Won => Verdict::Win,
            crate::ast::Ending::Lost => Verdict::Loss,
            crate::ast::Ending::Drawn => Verdict::Draw,
        }
    }
}

/// The machine players of every game.
const OPPONENTS: &[Opponent] = &[
    Opponent::new(
        "perfect",
        ("Perfect player", "Pemain sempurna"),
        ("plays the best move, found by search", "memainkan langkah terbaik dari pencarian"),
    ),
    Opponent::new("random", ("Random", "Acak"), ("plays any move", "memainkan sembarang langkah")),
];

impl<W: Word + ToBytes> Puzzle for CompiledGame<W> {
    const NAME: &'static str = "rules";
    const MOVE_FORM: Text = MOVE_FORM;

    type Position = Turned<W>;

    fn name(&self) -> &'static str {
        self.identity.name
    }

    fn text(&self, position: Turned<W>) -> String {
        drawing::write(&self.core.model, &unpack(&self.core.fields, position.state))
    }

    fn options(&self, position: &Turned<W>) -> Vec<(String, String)> {
        // Where the text says who moves, no option says it again.
        let turn = match self.core.model.variable("player") {
            Some(_) => Vec::new(),
            None => position.options(),
        };
        [self.identity.options.clone(), turn].concat()
    }

    fn instructions(&self) -> Text {
        instructions(&self.core)
    }

    fn move_text(&self, _: Turned<W>, m: Ground) -> String {
        self.core.texts[m.0 as usize].clone()
    }

    fn explain_refusal(&self, position: Turned<W>, text: &str) -> MoveError {
        refusal(&self.core, position.state, text)
    }

    fn picture(&self, position: Turned<W>) -> Picture {
        let mut picture = self.scenery(position.state).picture.clone();
        let player = position.turn + 1;
        let turn = text!("player {player} to move; ", "giliran pemain {player}; ");
        picture.description = turn.then(&picture.description);
        picture
    }

    fn items(&self, position: Turned<W>) -> usize {
        self.scenery(position.state).picture.items.len()
    }

    fn level_bytes(&self) -> usize {
        size_of_val(self) + self.core.bytes() + drawn_bytes(&self.drawn)
    }

    fn play(&self, position: Turned<W>, m: Ground) -> Play {
        self.scenery(position.state).play(&self.core.texts[m.0 as usize])
    }

    fn attempts(&self, position: Turned<W>, grip: &str, drop: &Drop) -> Vec<String> {
        let values = unpack(&self.core.fields, position.state);
        let explain = |text: &str| self.explain_refusal(position, text);
        attempts(&self.core, &self.scenery(position.state), &values, (grip, drop), explain)
    }
}

impl<W: Word + ToBytes> GamePuzzle for CompiledGame<W> {
    fn opponents(&self) -> &'static [Opponent] {
        OPPONENTS
    }

    fn reply(
        &self,
        state: W,
        opponent: Option<&str>,
        seed: u64,
        limits: &Limits,
    ) -> Result<Option<Ground>, ReplyError> {
        if let Some(name) = opponent {
            self.check_opponent(name)?;
        }
        let mut moves = Vec::new();
        self.expand(state, |m, _| moves.push(m));
        let mut random = Random::new(seed);
        if opponent == Some("random") || moves.is_empty() {
            return Ok(moves.get(random.below(moves.len().max(1))).copied());
        }
        let mut run = Run::new(limits.clone());
        let mut report = memo::solve(self, state, &mut run);
        if report.value == Err(telusur_search::game::Halt::Cycle) {
            report = retrograde::solve(self, state, &mut run);
        }
        match report.value {
            Err(telusur_search::game::Halt::Limit(limit)) => Err(ReplyError::Stopped(limit)),
            _ => {
                let best = report.best_moves();
                let among = if best.is_empty() { &moves } else { &best };
                Ok(among.get(random.below(among.len().max(1))).copied())
            }
        }
    }
}

/// The board of a position, in words as narrow as they can be.
pub(crate) fn open(
    core: &crate::rules::AnyCore,
    start: &[i64],
    turn: Option<u32>,
    identity: Arc<Identity>,
) -> Box<dyn Board> {
    match core {
        AnyCore::Narrow(core) => opened(core, start, identity),
        AnyCore::Usual(core) if core.model.is_game => CompiledGame::open(core.clone(), start, turn, identity),
        AnyCore::Wide(core) if core.model.is_game => CompiledGame::open(core.clone(), start, turn, identity),
        AnyCore::Usual(core) => opened(core, start, identity),
        AnyCore::Double(core) => At::start(Compiled::<_, Broad>::new(core.clone(), start, identity)),
        AnyCore::Wide(core) => At::start(Compiled::<_, Broad>::new(core.clone(), start, identity)),
    }
}

fn opened<W: Word + ToBytes>(core: &Arc<Core<W>>, start: &[i64], identity: Arc<Identity>) -> Box<dyn Board> {
    match core.is_taken_back(pack(&core.fields, start)) {
        true => At::start(Compiled::<W, Undirected>::new(core.clone(), start, identity)),
        false => At::start(Compiled::<W, Directed>::new(core.clone(), start, identity)),
    }
}
