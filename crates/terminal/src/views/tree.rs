//! The tree of everything played: branches, restarts and solutions; any position can be gone to.

use super::chosen::Chosen;
use super::sheet::Sheet;
use super::window;
use crate::words::Phrase;
use telusur_puzzles::Language;
use telusur_session::palette::Tone;
use telusur_session::{NodeId, Session, Step};

const TITLE: Phrase = Phrase("Tree · {} positions", "Pohon · {} posisi");
const TITLE_OF_ONE: Phrase = Phrase("Tree · 1 position", "Pohon · 1 posisi");
const FOOT: Phrase =
    Phrase("↑ ↓ choose  Enter goes there  Esc closes", "↑ ↓ pilih  Enter ke sana  Esc menutup");
const START: Phrase = Phrase("start", "awal");
const LEVEL: Phrase = Phrase("another level", "level lain");
const RESTART: Phrase = Phrase("back to the start", "kembali ke awal");
const SOLUTION: Phrase = Phrase("solution", "solusi");
const SOLVED: Phrase = Phrase("solved", "selesai");

/// A line of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    node: NodeId,
    /// How many branches it is away from the first one.
    indent: usize,
    /// Whether a branch begins here.
    is_branch: bool,
}

/// The view.
pub(crate) struct Tree {
    rows: Vec<Row>,
    pub(crate) chosen: Chosen,
}

impl Tree {
    pub(crate) fn new(session: &Session) -> Self {
        let rows = rows(session);
        let here = rows.iter().position(|row| row.node == session.here()).unwrap_or(0);
        Tree { chosen: Chosen::new(here, rows.len()), rows }
    }

    pub(crate) fn choice(&self) -> Option<NodeId> {
        self.rows.get(self.chosen.row()).map(|row| row.node)
    }

    pub(crate) fn draw(&mut self, session: &Session, mut screen: Sheet<'_>) {
        let (area, language, paint) = (screen.area, screen.language, screen.paint);
        let title = match self.rows.len() {
            1 => TITLE_OF_ONE.say(language).to_owned(),
            positions => TITLE.fill(language, &[&positions.to_string()]),
        };
        let size = (area.width.min(64), area.height.saturating_sub(2));
        let mut sheet = screen.framed(size, &title);
        let room = sheet.room().saturating_sub(2);
        self.chosen.forget_places();
        for i in window(self.rows.len(), self.chosen.row(), room) {
            let row = &self.rows[i];
            let is_chosen = self.chosen.is_drawn(sheet.y, i);
            let here = if row.node == session.here() { "●" } else { " " };
            let depth = row.indent.min(sheet.width() / 3);
            let joint = match (depth, row.is_branch) {
                (0, _) => String::new(),
                (_, true) => format!("{}├─", "│ ".repeat(depth - 1)),
                (_, false) => "│ ".repeat(depth),
            };
            let (words, note) = describe(row.node, session, language);
            let style = match (is_chosen, row.node == session.here()) {
                (true, _) => paint.chosen(),
                (_, true) => sheet.strong(),
                _ => paint.tone(Tone::Ink),
            };
            sheet.pair(&format!("{here} {joint}{words}"), style, note, sheet.soft());
        }
        sheet.foot(FOOT);
    }
}

/// The step that led to a position, and what is special about it.
fn describe(node: NodeId, session: &Session, language: Language) -> (String, &'static str) {
    let words = match session.came(node) {
        None => START.say(language).to_owned(),
        Some((_, Step::Restart)) => RESTART.say(language).to_owned(),
        Some((_, Step::Level(_))) => LEVEL.say(language).to_owned(),
        Some((_, Step::Move(text))) => text.clone(),
    };
    let is_solved = session.board_at(node).is_some_and(|board| board.status().is_solved());
    let note = match (is_solved, session.is_line(node)) {
        (true, _) => SOLVED.say(language),
        (_, true) => SOLUTION.say(language),
        _ => "",
    };
    (words, note)
}

/// The tree from top to bottom. The way that redo goes, or else the first branch, stays in its column; the others
/// come before it, one column further in.
fn rows(session: &Session) -> Vec<Row> {
    let mut rows = Vec::with_capacity(session.positions());
    let mut waiting = vec![Row { node: NodeId::ROOT, indent: 0, is_branch: false }];
    while let Some(row) = waiting.pop() {
        rows.push(row);
        let branches = session.branches(row.node);
        // The stack gives back last what is put there first.
        for (i, (_, node)) in branches.iter().enumerate() {
            let is_side = i > 0;
            waiting.push(Row { node: *node, indent: row.indent + usize::from(is_side), is_branch: is_side });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;
    use telusur_search::Deadline;

    #[test]
    fn side_branches_come_before_the_way_on() {
        let mut session = Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8")).unwrap();
        session.play_all(&["5", "8"], &Deadline::never()).unwrap();
        session.go(NodeId::ROOT);
        session.play("4").unwrap();
        session.restart();
        let rows = rows(&session);
        let shown: Vec<(String, usize)> =
            rows.iter().map(|row| (describe(row.node, &session, Language::English).0, row.indent)).collect();
        let expected = [("start", 0), ("4", 1), ("back to the start", 1), ("5", 0), ("8", 0)];
        assert_eq!(shown, expected.map(|(text, indent)| (text.to_owned(), indent)));
        let tree = Tree::new(&session);
        assert_eq!(tree.choice(), Some(session.here()));
    }
}
