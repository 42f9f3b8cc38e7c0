use super::*;
use crate::fixture::game;
use crate::{Nowhere, PlayError, Seat};
use std::collections::BTreeSet;
use std::sync::Mutex;
use telusur_puzzles::{Drop, Language, Setup};
use telusur_search::Limits;

const SECOND: Duration = Duration::from_secs(1);

struct Desk {
    table: Table,
    knowledge: Knowledge,
    now: Instant,
}

impl Desk {
    fn of(session: Session) -> Self {
        let now = Instant::now();
        Desk { table: Table::new(session, now), knowledge: Knowledge::new(1 << 20), now }
    }

    /// Does something a second later.
    fn act(&mut self, act: &Act) -> Result<Effect, ActError> {
        self.now += SECOND;
        self.table.act(act, &self.knowledge, &Deadline::never(), self.now)
    }

    fn play(&mut self, text: &str) -> Effect {
        self.act(&Act::Play(vec![text.to_owned()])).unwrap()
    }

    fn position(&self) -> String {
        self.table.session().board().text()
    }
}

fn moves(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn a_level_solved_by_hand_is_a_feat_and_a_line_is_none() {
    let mut desk = Desk::of(game());
    assert_eq!(desk.play("5"), Effect::default());
    let solved = desk.play("8");
    assert_eq!((solved.is_solved_now, solved.feat), (true, Some(Feat { optimum: Some(2) })));
    assert_eq!((desk.table.session().played(), desk.table.most_played()), (2 * SECOND, 2 * SECOND));
    desk.act(&Act::Restart).unwrap();
    assert_eq!(desk.table.session().played(), 2 * SECOND, "a solved level takes no time");
    assert_eq!(
        desk.table.most_played(),
        desk.table.played(desk.now + 3600 * SECOND),
        "and a pause at most a minute"
    );
    let line = desk.act(&Act::Line(moves(&["4", "4", "5", "8"]))).unwrap().line.unwrap();
    assert_eq!(line.len(), 5);
    assert_eq!(desk.table.session().here(), line[0], "nobody has moved yet");
    let watched = desk.table.played(desk.now);
    desk.act(&Act::Go(line[1].number())).unwrap();
    for node in &line[2..4] {
        desk.act(&Act::Go(node.number())).unwrap();
    }
    assert!(desk.table.played(desk.now) <= watched + SECOND, "whoever watches does not play");
    assert_eq!(desk.table.most_played(), desk.table.session().played());
    let solved = desk.play("8");
    assert_eq!((solved.is_solved_now, solved.feat), (true, None), "most of it was a machine's");
}

#[test]
fn a_solution_is_undone_and_redone_as_a_whole() {
    let mut desk = Desk::of(Session::open("hanoi", &Setup::level("2 1 | |")).unwrap());
    desk.play("A>B");
    let line = desk.act(&Act::Line(moves(&["A>C", "B>C"]))).unwrap().line.unwrap();
    desk.act(&Act::Go(line[2].number())).unwrap();
    assert_eq!(desk.position(), "| | 2 1");
    desk.act(&Act::Undo).unwrap();
    assert_eq!(desk.position(), "2 | 1 |");
    desk.act(&Act::Redo).unwrap();
    assert_eq!(desk.position(), "| | 2 1");
    assert_eq!(desk.act(&Act::Redo), Err(ActError::Nothing(Nothing::Redo)));
    desk.act(&Act::Undo).unwrap();
    desk.act(&Act::Undo).unwrap();
    assert_eq!(desk.act(&Act::Undo), Err(ActError::Nothing(Nothing::Undo)));
}

#[test]
fn against_a_machine_turns_are_undone_and_nobody_moves_for_it() {
    let mut desk = Desk::of(Session::open("stones", &Setup::level("3 4 5")).unwrap());
    desk.act(&Act::Seats(vec![Seat::Person, Seat::Machine("perfect".to_owned())])).unwrap();
    desk.play("1:1");
    for act in [Act::Play(moves(&["2:1"])), Act::Attempt { grip: "pile2".to_owned(), drop: Drop::Tap }] {
        assert_eq!(desk.act(&act), Err(ActError::MachinesTurn));
    }
    let reply = desk.table.session().find_reply(None, 1, &Limits::none()).unwrap();
    desk.act(&Act::Reply(reply)).unwrap();
    let after = desk.position();
    desk.act(&Act::Undo).unwrap();
    assert_eq!(desk.position(), "3 4 5");
    desk.act(&Act::Redo).unwrap();
    assert_eq!(desk.position(), after);
    // Another opponent goes on from here; who begins is a question about the beginning.
    desk.act(&Act::Seats(vec![Seat::Person, Seat::Machine("random".to_owned())])).unwrap();
    assert_eq!(desk.position(), after);
    desk.act(&Act::Seats(vec![Seat::Machine("random".to_owned()), Seat::Person])).unwrap();
    assert_eq!(desk.position(), "3 4 5");
    desk.act(&Act::Seats(vec![Seat::Person, Seat::Machine("perfect".to_owned())])).unwrap();
    let seats = Act::Seats(vec![Seat::Machine("nobody".to_owned()), Seat::Person]);
    assert!(matches!(desk.act(&seats), Err(ActError::Seat(_))));
    assert!(matches!(desk.act(&Act::Seats(vec![])), Err(ActError::Seat(_))));
    assert_eq!(desk.table.session().seats()[1], Seat::Machine("perfect".to_owned()));
    // A new level keeps the opponent, a level of another puzzle has none.
    let mut next = Table::new(Session::open("stones", &Setup::level("7 11 6")).unwrap(), desk.now);
    next.session.seat_like(desk.table.session());
    assert_eq!(next.session().seats(), desk.table.session().seats());
    let mut other = Table::new(game(), desk.now);
    other.session.seat_like(desk.table.session());
    assert!(other.session().seats().is_empty());
}

#[test]
fn options_are_acts() {
    let mut desk = Desk::of(Session::open("water", &Setup::level("1 2 1 2 | 2 1 2 1 | -")).unwrap());
    desk.play("1>3");
    let before = desk.position();
    desk.act(&Act::Level(Setup::level(&format!("{before} | -")))).unwrap();
    assert!(
        desk.position().ends_with("| - | -") || desk.position().matches('-').count() == 1,
        "one tube more"
    );
    assert_eq!(desk.table.session().moves_made(), 0);
    let same = Act::Level(Setup::level(&desk.position()));
    assert_eq!(desk.act(&same), Err(ActError::Nothing(Nothing::Change)));
    desk.act(&Act::Undo).unwrap();
    assert_eq!((desk.position(), desk.table.session().moves_made()), (before, 1));
    assert!(matches!(desk.act(&Act::Level(Setup::default().with("rule", "x"))), Err(ActError::Level(_))));
    let options = |name: &str, value: &str| Act::Options([(name.to_owned(), value.to_owned())].into());
    desk.act(&options("rule", "unit")).unwrap();
    assert_eq!(desk.table.session().start().metric().many, "units");
    desk.act(&options("rule", "")).unwrap();
    assert_eq!(desk.table.session().start().metric().many, "pours");

    let mut desk = Desk::of(Session::open("hanoi", &Setup::level("2 1 | | |").with("to", "any")).unwrap());
    desk.act(&options("discs", "3")).unwrap();
    assert_eq!(
        (desk.position(), desk.table.session().start().options()),
        ("3 2 1 | | |".to_owned(), vec![("to".to_owned(), "any-but-A".to_owned())])
    );
    desk.act(&options("rule", "linear")).unwrap();
    desk.act(&options("pegs", "3")).unwrap();
    assert_eq!(desk.position(), "3 2 1 | |");
    assert!(desk.table.session().start().options().iter().all(|(name, _)| name != "rule"));
    assert!(matches!(desk.act(&options("discs", "x")), Err(ActError::Level(_))));
    for _ in 0..3 {
        desk.act(&Act::Undo).unwrap();
    }
    assert_eq!(desk.position(), "2 1 | | |");
}

#[test]
fn variants_are_acts() {
    let variant = |name: &str| Act::Variant(name.to_owned());
    let mut desk = Desk::of(Session::open("water", &Setup::level("1 2 1 2 | 2 1 2 1 | -")).unwrap());
    desk.play("1>3");
    let before = desk.position();
    desk.act(&variant("extra-tube")).unwrap();
    assert_eq!((desk.position(), desk.table.session().moves_made()), (format!("{before} | -"), 0));
    desk.play("1>4");
    for expected in [format!("{before} | -"), before.clone()] {
        desk.act(&Act::Undo).unwrap();
        assert_eq!(desk.position(), expected);
    }
    desk.act(&Act::Redo).unwrap();
    assert_eq!(desk.position(), format!("{before} | -"));
    assert_eq!(desk.act(&variant("more-discs")), Err(ActError::NoVariant));

    let mut desk = Desk::of(Session::open("hanoi", &Setup::level("1 | | |").with("to", "any")).unwrap());
    assert_eq!(desk.act(&variant("fewer-discs")), Err(ActError::NoVariant), "it has one disc only");
    for (name, expected) in [
        ("more-discs", "2 1 | | |"),
        ("more-discs", "3 2 1 | | |"),
        ("fewer-pegs", "3 2 1 | |"),
        ("fewer-discs", "2 1 | |"),
    ] {
        desk.act(&variant(name)).unwrap();
        assert_eq!(desk.position(), expected);
    }
    desk.act(&Act::Undo).unwrap();
    assert_eq!((desk.position(), desk.table.session().start().options().len()), ("3 2 1 | |".to_owned(), 1));
    // A puzzle that says nothing of variants has none.
    assert!(game().variants().is_empty());
}

#[test]
fn what_is_refused_changes_nothing_and_is_said_in_both_languages() {
    let mut desk = Desk::of(game());
    let mut refusals = Vec::new();
    for act in [
        Act::Play(moves(&["5", "1"])),
        Act::Line(moves(&["1"])),
        Act::Attempt { grip: "nothing".to_owned(), drop: Drop::Tap },
        Act::Undo,
        Act::Redo,
        Act::Restart,
        Act::Go(7),
        Act::Variant("extra-tube".to_owned()),
        Act::Level(Setup::level("1 2 3/4 . 6/7 5 8")),
    ] {
        let error = desk.act(&act).unwrap_err();
        let (english, indonesian) =
            (error.in_language(Language::English), error.in_language(Language::Indonesian));
        assert_eq!(english, error.to_string());
        assert_ne!(english, indonesian, "{act:?}");
        refusals.push(english);
    }
    assert_eq!(refusals.iter().collect::<BTreeSet<_>>().len(), refusals.len());
    assert_eq!((desk.table.session().positions(), desk.table.session().moves_made()), (1, 0));
    // The time of what was refused counts when something is done.
    desk.play("5");
    assert_eq!(desk.table.session().played(), 10 * SECOND);
    assert!(matches!(desk.act(&Act::Play(moves(&["1"]))), Err(ActError::Play(PlayError::Move(_)))));
}

/// Keeps one game in memory.
#[derive(Default)]
struct Drawer(Mutex<Option<(i64, String, Option<Feat>)>>);

impl Keeper for Drawer {
    fn begin(&self, session: &Session) -> Result<Option<KeptAt>, KeepError> {
        *self.0.lock().unwrap() = Some((0, session.save(), None));
        Ok(Some(KeptAt { key: "game".to_owned(), edition: 0, positions: session.positions() }))
    }

    fn keep(&self, place: &mut KeptAt, session: &Session, feat: Option<Feat>) -> Result<bool, KeepError> {
        let mut drawer = self.0.lock().unwrap();
        if drawer.as_ref().map(|kept| kept.0) != Some(place.edition) {
            return Ok(false);
        }
        place.edition += 1;
        *drawer = Some((place.edition, session.save(), feat));
        Ok(true)
    }

    fn load(&self, key: &str, limits: &Limits) -> Result<Loaded, KeepError> {
        let drawer = self.0.lock().unwrap();
        let (edition, save, _) = drawer.as_ref().ok_or(KeepError::Gone)?;
        let session = Session::load_within(save, limits)?;
        let place = KeptAt { key: key.to_owned(), edition: *edition, positions: session.positions() };
        Ok(Loaded { session, place, idle: SECOND })
    }
}

#[test]
fn a_table_is_kept_and_taken_over() {
    let drawer = Drawer::default();
    let mut desk = Desk::of(game());
    assert_eq!(desk.table.keep(&Nowhere, None), Ok(Kept::Nowhere));
    assert_eq!(desk.table.keep(&drawer, None), Ok(Kept::Yes));
    desk.play("5");
    assert_eq!(desk.table.keep(&drawer, None), Ok(Kept::Yes));
    // Another program plays on.
    let loaded = drawer.load("game", &Limits::none()).unwrap();
    let mut elsewhere = Desk { table: Table::loaded(loaded, desk.now), ..Desk::of(game()) };
    let feat = elsewhere.play("8").feat;
    assert_eq!(elsewhere.table.keep(&drawer, feat), Ok(Kept::Yes));
    desk.play("7");
    let played = desk.table.played(desk.now);
    assert_eq!(desk.table.keep(&drawer, None), Ok(Kept::MovedOn));
    desk.table.take_over(drawer.load("game", &Limits::none()).unwrap(), desk.now);
    assert!(desk.table.session().board().status().is_solved());
    assert!(desk.table.played(desk.now) >= played, "the clock does not run backwards");
    assert_eq!(drawer.0.lock().unwrap().as_ref().unwrap().2, Some(Feat { optimum: Some(2) }));
    assert_eq!(desk.table.place().map(|place| place.edition), Some(2));
}

/// What no move takes says why in the words of its puzzle, in both languages; what a rule forbids names the rule.
#[test]
fn refusals_of_a_hand_are_sentences() {
    let tap = |grip: &str| Act::Attempt { grip: grip.to_owned(), drop: Drop::Tap };
    let onto = |grip: &str, target: &str| Act::Attempt {
        grip: grip.to_owned(),
        drop: Drop::Onto(vec![target.to_owned()]),
    };
    for (puzzle, level, act, english, indonesian) in [
        ("water", "1 1 1 1 | 2 2 2 | 2", tap("tube-1"), "tube 1 is complete", "tabung 1 sudah lengkap"),
        ("water", "1 1 1 1 | 2 2 2 | 2 | -", tap("tube-4"), "tube 4 is empty", "tabung 4 kosong"),
        (
            "klotski",
            "abbc/aBBc/dBBe/dffe/g..h",
            tap("piece-B"),
            "block B is blocked on every side",
            "balok B terhalang",
        ),
        ("hanoi", "2 1 | |", tap("peg-B"), "peg B is empty", "tiang B kosong"),
        (
            "hanoi",
            "3 2 | 1 |",
            onto("disc-2", "peg-B"),
            "this move is not possible here: disc 2 is larger than disc 1",
            "langkah ini tidak bisa di sini: cakram 2 lebih besar",
        ),
        (
            "tiles",
            "1 2 3/4 . 6/7 5 8",
            tap("tile-1"),
            "this move is not possible here: only a tile",
            "langkah ini",
        ),
    ] {
        let mut desk = Desk::of(Session::open(puzzle, &Setup::level(level)).unwrap());
        let error = desk.act(&act).unwrap_err();
        let said = Language::ALL.map(|language| error.in_language(language));
        assert!(said[0].starts_with(english) && said[1].starts_with(indonesian), "{puzzle}: {said:?}");
    }
}
