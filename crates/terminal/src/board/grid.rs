//! Pieces in squares: blocks and tiles. Filled with colour they have a gap of half a cell around them; without
//! colours, lines separate them.

use super::drawing::Drawing;
use super::pen::Pen;
use super::scene::squares;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::HashMap;
use telusur_puzzles::Item;
use telusur_session::palette::{Rgb, Tone};

type Square = (i32, i32);

/// Where lines meet, by the number that their arms make: 1 upwards, 2 to the right, 4 downwards, 8 to the left. A single
/// arm has no sign.
const SIGNS: [&str; 16] = ["", "", "", "└", "", "│", "┌", "├", "", "┘", "─", "┴", "┐", "┤", "┬", "┼"];

/// A board of squares about to be drawn.
struct Grid<'g> {
    drawing: &'g Drawing<'g>,
    /// What stands in a square: the item's number.
    solid: HashMap<Square, usize>,
    /// Squares that a piece should end in.
    goal: HashMap<Square, usize>,
    doors: HashMap<Square, usize>,
}

pub(super) fn draw(drawing: &Drawing<'_>, pen: &mut Pen<'_>) {
    let mut grid = Grid { drawing, solid: HashMap::new(), goal: HashMap::new(), doors: HashMap::new() };
    let Drawing { picture, scene, marks, .. } = *drawing;
    for (i, item) in picture.items.iter().enumerate() {
        let (right, down) = marks.held(&item.id).unwrap_or((0, 0));
        for (x, y) in squares(item) {
            let layer = match item.kind {
                "floor" => continue,
                "goal" => &mut grid.goal,
                "door" => &mut grid.doors,
                _ => &mut grid.solid,
            };
            layer.insert((x + right, y + down), i);
        }
    }
    grid.frame(pen);
    grid.ground(pen);
    if scene.has_lines {
        grid.lines(pen);
    }
    for (i, item) in picture.items.iter().enumerate() {
        match item.kind {
            "floor" | "goal" | "door" => {}
            "wall" => grid.wall(i, "▓", Tone::Wall, pen),
            "void" => grid.wall(i, "░", Tone::Line, pen),
            _ => grid.piece(i, item, pen),
        }
    }
}

impl Grid<'_> {
    fn unit(&self) -> (i32, i32) {
        (self.drawing.scene.unit.0 as i32, self.drawing.scene.unit.1 as i32)
    }

    /// The cell of a square's top left corner.
    fn corner(&self, (x, y): Square) -> (i32, i32) {
        let (across, down) = self.unit();
        (
            i32::from(self.drawing.scene.corner.0) + x * across,
            i32::from(self.drawing.scene.corner.1) + y * down,
        )
    }

    fn size(&self) -> Square {
        (self.drawing.picture.width.ceil() as i32, self.drawing.picture.height.ceil() as i32)
    }

    /// The edge of the board; where a goal touches it there is a door.
    fn frame(&self, pen: &mut Pen<'_>) {
        let (width, height) = self.drawing.scene.size;
        let (right, bottom) = (i32::from(width) - 1, i32::from(height) - 1);
        let style = self.drawing.paint.tone(Tone::Soft);
        for y in [0, bottom] {
            pen.row(1..right, y, "─", style);
        }
        for y in 1..bottom {
            pen.row([0, right], y, "│", style);
        }
        for (x, y, sign) in [(0, 0, "┌"), (right, 0, "┐"), (0, bottom, "└"), (right, bottom, "┘")] {
            pen.put(x, y, sign, style);
        }
    }

    /// The door in the edge: the side of the board that the goal of a piece lies at.
    fn door(&self, pen: &mut Pen<'_>) {
        let (columns, rows) = self.size();
        let (across, down) = self.unit();
        let style = self.drawing.paint.tone(Tone::Chief).add_modifier(Modifier::BOLD);
        let (right, bottom) =
            (i32::from(self.drawing.scene.size.0) - 1, i32::from(self.drawing.scene.size.1) - 1);
        // Where two squares of the goal meet there is no post.
        let from =
            |beside: Square| i32::from(self.drawing.scene.has_lines && !self.goal.contains_key(&beside));
        // The first of the sides in this order that the goal touches.
        let touches = |&(axis, at, _): &(usize, i32, i32)| self.goal.keys().any(|&(x, y)| [x, y][axis] == at);
        let sides = [(1, rows - 1, bottom), (0, columns - 1, right), (1, 0, 0), (0, 0, 0)];
        let Some((axis, at, line)) = sides.into_iter().find(touches) else { return };
        for &(x, y) in self.goal.keys().filter(|&&(x, y)| [x, y][axis] == at) {
            let (left, top) = self.corner((x, y));
            match axis {
                1 => (left + from((x - 1, y))..left + across).for_each(|at| pen.put(at, line, "═", style)),
                _ => (top + from((x, y - 1))..top + down).for_each(|at| pen.put(line, at, "║", style)),
            }
        }
    }

    /// Empty squares: goals and doors are marked.
    fn ground(&self, pen: &mut Pen<'_>) {
        let (across, down) = self.unit();
        let inside = i32::from(self.drawing.scene.has_lines);
        let style = self.drawing.paint.tone(Tone::Chief);
        for (layer, sign) in [(&self.doors, "░"), (&self.goal, "·")] {
            for &square in layer.keys().filter(|square| !self.solid.contains_key(*square)) {
                let (left, top) = self.corner(square);
                for y in top + inside..top + down {
                    for x in left + inside..left + across {
                        let sign = if (x + y) % 2 == 0 || sign != "·" { sign } else { " " };
                        pen.put(x, y, sign, style);
                    }
                }
            }
        }
        self.door(pen);
    }

    /// Lines wherever two different things meet.
    fn lines(&self, pen: &mut Pen<'_>) {
        let (columns, rows) = self.size();
        let (across, down) = self.unit();
        let style = self.drawing.paint.tone(Tone::Soft);
        let owner = |square: Square| -> Option<usize> {
            let (x, y) = square;
            let is_inside = (0..columns).contains(&x) && (0..rows).contains(&y);
            if is_inside { self.solid.get(&square).map_or(Some(usize::MAX), |&i| Some(i)) } else { None }
        };
        // Whether there is a line below the upper of two squares, or to the right of the left one.
        let level = |x: i32, y: i32| (0..columns).contains(&x) && owner((x, y - 1)) != owner((x, y));
        let upright = |x: i32, y: i32| (0..rows).contains(&y) && owner((x - 1, y)) != owner((x, y));
        for y in 0..=rows {
            for x in 0..=columns {
                let (left, top) = self.corner((x, y));
                if level(x, y) && (1..rows).contains(&y) {
                    (left + 1..left + across).for_each(|at| pen.put(at, top, "─", style));
                }
                if upright(x, y) && (1..columns).contains(&x) {
                    (top + 1..top + down).for_each(|at| pen.put(left, at, "│", style));
                }
                let arms = [upright(x, y - 1), level(x, y), upright(x, y), level(x - 1, y)];
                let number = arms.iter().rev().fold(0, |number, &arm| 2 * number + usize::from(arm));
                let sign = SIGNS[number];
                if sign.is_empty() {
                    continue;
                }
                pen.put(left, top, sign, style);
            }
        }
        self.door(pen);
    }

    /// Fills what is no place for anything: a wall, or where the board has no cell.
    fn wall(&self, number: usize, sign: &str, tone: Tone, pen: &mut Pen<'_>) {
        let style = self.drawing.paint.in_colour(self.drawing.paint.theme.tone(tone));
        let inside = u16::from(self.drawing.scene.has_lines);
        for part in &self.drawing.scene.places[number].body {
            let area = Rect::new(part.x + inside, part.y + inside, part.width - inside, part.height - inside);
            pen.fill(area, sign, style);
        }
    }

    fn piece(&self, number: usize, item: &Item, pen: &mut Pen<'_>) {
        let (right, down) = self.drawing.marks.held(&item.id).unwrap_or((0, 0));
        let own: Vec<Square> = squares(item).iter().map(|&(x, y)| (x + right, y + down)).collect();
        let body = self.drawing.body(item);
        let style = match self.drawing.paint.is_filled() {
            true => {
                self.fill(number, &own, body, pen);
                self.drawing.paint.on(body, self.drawing.colours.ink(item))
            }
            false => self.drawing.paint.in_colour(body),
        };
        self.label(item, &own, style, pen);
    }

    /// Colours the squares of a piece but for half a cell at its right and lower edge.
    fn fill(&self, number: usize, own: &[Square], body: Rgb, pen: &mut Pen<'_>) {
        let (across, down) = self.unit();
        let (edge, whole) = (self.drawing.paint.in_colour(body), self.drawing.paint.on(body, body));
        let is_own = |square: Square| self.solid.get(&square) == Some(&number);
        for &(x, y) in own {
            let (left, top) = self.corner((x, y));
            let (beside, below) = (is_own((x + 1, y)), is_own((x, y + 1)));
            let beyond = is_own((x + 1, y + 1));
            for row in 0..down {
                for column in 0..across {
                    let at_right = column == across - 1;
                    let at_bottom = row == down - 1 && down > 1;
                    let sign = match (at_right && !beside, at_bottom && !below) {
                        (true, true) => "▘",
                        (true, false) => "▌",
                        (false, true) => "▀",
                        (false, false) if at_right && at_bottom && !beyond => "▛",
                        // A coloured ground has no seams, as blocks have in some fonts.
                        (false, false) => " ",
                    };
                    pen.put(left + column, top + row, sign, if sign == " " { whole } else { edge });
                }
            }
        }
    }

    /// The mark of a piece in its middle; on squares of one row in each of them, as there is nothing else to tell
    /// neighbours by.
    fn label(&self, item: &Item, own: &[Square], style: Style, pen: &mut Pen<'_>) {
        let (across, down) = self.unit();
        let is_cursor = self.drawing.marks.is_cursor(&item.id);
        let is_held = self.drawing.marks.held(&item.id).is_some();
        let is_hint = self.drawing.marks.is_hint(&item.id);
        let mut style = style;
        if is_hint {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        if is_cursor || is_held {
            style = style.add_modifier(Modifier::BOLD);
        }
        let (open, close) = match (is_held, is_cursor, is_hint) {
            (true, ..) => ("<", ">"),
            (_, true, _) => ("[", "]"),
            (_, _, true) => ("!", "!"),
            _ => ("", ""),
        };
        let lines = i32::from(self.drawing.scene.has_lines);
        let room = across - 1;
        if down == 1 {
            let style = if is_cursor || is_held { style.patch(self.drawing.paint.chosen()) } else { style };
            // What has words on it says them once.
            let has_words = matches!(item.kind, "button" | "name" | "token" | "disc");
            let (squares, wide) = match (has_words, own.first()) {
                (true, Some(_)) => (&own[..1], own.len() as i32 * across - 1),
                _ => (own, room),
            };
            for &square in squares {
                let (left, top) = self.corner(square);
                pen.centred(left, wide.max(1), top, &item.label, style);
            }
            return;
        }
        // The middle of the bounding box, or of the first square where that lies outside.
        let edges = |part: fn(&Square) -> i32| {
            let values = own.iter().map(part);
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0) + 1)
        };
        let ((x0, x1), (y0, y1)) = (edges(|square| square.0), edges(|square| square.1));
        let is_whole = (x1 - x0) * (y1 - y0) == own.len() as i32;
        let ((left, top), wide, high) = match (is_whole, own.first()) {
            (false, Some(&first)) => (self.corner(first), across, down),
            _ => (self.corner((x0, y0)), (x1 - x0) * across, (y1 - y0) * down),
        };
        let row = top + lines + (high - 1 - lines) / 2;
        let text = format!("{open}{}{close}", item.label);
        let fits = (text.chars().count() as i32) < wide;
        let (text, style) = match fits {
            true => (text, style),
            false if open.is_empty() => (text, style),
            false => (item.label.clone(), style.patch(self.drawing.paint.chosen())),
        };
        pen.centred(left + lines, wide - 1, row, &text, style);
    }
}
