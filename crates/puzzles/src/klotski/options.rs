//! What is asked for beside the drawing: goal, doors under pieces, axes, metric, order.

use super::OPTIONS;
use super::rush_hour::{self, is_rush_hour};
use super::text::{Cell, Drawing};
use crate::level::{LevelError, Setup, counted};
use crate::metric_name::MetricName;
use crate::option_field::FieldValue;
use std::collections::BTreeMap;

/// What counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece, any way, corners included.
    Moves,
    /// One piece, any distance in one straight line.
    Slides,
    /// One piece, one cell.
    Steps,
}

impl Metric {
    /// All three, the coarsest first.
    pub const ALL: [Metric; 3] = [Metric::Moves, Metric::Slides, Metric::Steps];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> MetricName {
        match self {
            Metric::Moves => MetricName::MOVES,
            Metric::Slides => MetricName::new("slides", "slide", "geseran"),
            Metric::Steps => MetricName::new("steps", "step", "langkah petak"),
        }
    }

    /// As a value of the option, with its name for people.
    pub(super) const fn value(self) -> FieldValue {
        let name = self.name();
        FieldValue::new(name.many, name.many, name.indonesian)
    }
}

/// The directions in which a piece may slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Axis {
    Both,
    Horizontal,
    Vertical,
}

/// Their names in the option.
const AXES: [(&str, Axis); 3] = [("h", Axis::Horizontal), ("v", Axis::Vertical), ("both", Axis::Both)];

/// Which axis each piece has.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Axes {
    /// Pieces longer than wide move along their length only.
    pub(super) along: bool,
    /// Pieces with an axis of their own.
    pub(super) named: BTreeMap<char, Axis>,
}

/// The goal as asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GoalAsked {
    /// The one 2 × 2 piece at the bottom centre.
    Usual,
    /// Named pieces where the drawing shows them.
    Drawn(Drawing),
    /// No goal: for exploring.
    None,
}

/// Everything that defines a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) drawing: Drawing,
    pub(super) goal: GoalAsked,
    /// Doors that pieces cover in the drawing.
    pub(super) doors: Option<Drawing>,
    pub(super) axes: Axes,
    pub(super) metric: Metric,
    /// Whether moves are listed in the order of the paper: blank by blank.
    pub(super) paper_order: bool,
    /// Whether the cells of a piece need not be connected.
    pub(super) in_parts: bool,
}

impl Asked {
    pub(super) fn read(setup: &Setup, usual_level: &str) -> Result<Asked, LevelError> {
        setup.only(OPTIONS)?;
        let level = setup.level.as_deref().unwrap_or(usual_level);
        if is_rush_hour(level) && matches!(setup.option("goal"), None | Some("usual")) {
            let (level, goal) = rush_hour::read(level)?;
            let mut drawn = setup.clone().with("goal", &goal);
            drawn.level = Some(level);
            // Cars drive forwards and backwards only.
            drawn.options.entry("axes".to_owned()).or_insert_with(|| "along".to_owned());
            return Asked::read(&drawn, usual_level);
        }
        let drawing = Drawing::parse(level, "the level")?;
        let same_size = |name: &'static str, what: &str, text: &str| {
            let other = Drawing::parse(text, what).map_err(|error| error.in_option(name))?;
            match (other.rows, other.columns) == (drawing.rows, drawing.columns) {
                true => Ok(other),
                false => Err(LevelError::new(
                    format!(
                        "{what} has {} and {}, the level {} and {}",
                        counted(other.rows, "row"),
                        counted(other.columns, "column"),
                        drawing.rows,
                        drawing.columns
                    ),
                    "give both the same size",
                )),
            }
        };
        let goal = match setup.option("goal") {
            None | Some("usual") => GoalAsked::Usual,
            Some("none") => GoalAsked::None,
            Some(text) => GoalAsked::Drawn(same_size("goal", "the goal", text)?),
        };
        let doors =
            setup.option("doors").map(|text| same_size("doors", "the grid of doors", text)).transpose()?;
        let paper_order = setup.choice("order", &[("usual", false), ("paper", true)])?.unwrap_or(false);
        let in_parts = setup.switch("parts")?;
        let metrics = Metric::ALL.map(|metric| (metric.name().many, metric));
        let usual = if paper_order { Metric::Steps } else { Metric::Moves };
        let metric = setup.choice("metric", &metrics)?.unwrap_or(usual);
        if paper_order && metric != Metric::Steps {
            return Err(LevelError::new(
                format!("the paper's order moves one cell at a time, the metric is {}", metric.name()),
                "use the metric steps with it",
            ));
        }
        let axes =
            setup.option("axes").map(|text| read_axes(text, &drawing)).transpose()?.unwrap_or_default();
        Ok(Asked { drawing, goal, doors, axes, metric, paper_order, in_parts })
    }
}

fn read_axes(text: &str, drawing: &Drawing) -> Result<Axes, LevelError> {
    const FORM: &str = "use along, or letters with h, v or both, such as a=h b=v";
    let mut axes = Axes::default();
    for word in text.split_whitespace() {
        let word = if word.chars().count() > 3 { word.trim_end_matches(',') } else { word };
        if word == "along" || word == "free" {
            axes.along = word == "along";
            continue;
        }
        let mut chars = word.chars();
        let letter = chars.next().unwrap_or('=');
        let name = chars.as_str().strip_prefix('=');
        let Some(&(_, axis)) = AXES.iter().find(|(axis, _)| Some(*axis) == name) else {
            return Err(LevelError::new("this is no axis", FORM).token(word));
        };
        if !drawing.cells.contains(&Cell::Piece(letter)) {
            return Err(LevelError::new("no piece has this letter", FORM).token(word));
        }
        axes.named.insert(letter, axis);
    }
    Ok(axes)
}

/// Axes as option text.
pub(super) fn write_axes(axes: &Axes) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    if axes.along {
        words.push("along".to_owned());
    }
    for (letter, named) in &axes.named {
        let names = AXES.iter().filter(|(_, axis)| axis == named);
        words.extend(names.map(|(name, _)| format!("{letter}={name}")));
    }
    (!words.is_empty()).then(|| words.join(" "))
}
