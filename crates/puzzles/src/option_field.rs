//! Options as fields for people: what can be wished of a level that is made, and what can be changed while one is played.
//! Every front end builds them from this.

use crate::language::Language;
use crate::level::Setup;

/// An option that people can set, of [`generate`](crate::Entry::generate) or [`open`](crate::Entry::open).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionField {
    /// Name of the option.
    pub name: &'static str,
    /// What it is called in English and in Indonesian.
    pub title: (&'static str, &'static str),
    /// What can be chosen.
    pub values: FieldValues,
}

/// The values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValues {
    /// A number.
    Number {
        /// The smallest that is offered.
        least: u32,
        /// The largest that is offered; the command line may have more.
        most: u32,
    },
    /// One of a few.
    OneOf(&'static [FieldValue]),
}

/// A value that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldValue {
    /// As the option takes it; empty to leave the option out.
    pub value: &'static str,
    /// What it is called in English and in Indonesian, as within a sentence.
    pub title: (&'static str, &'static str),
    /// What it means in a sentence, where the title does not say it; empty elsewhere.
    pub note: (&'static str, &'static str),
}

/// An option that people can change while they play a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelOption {
    /// The option, with what can be chosen.
    pub field: &'static OptionField,
    /// Its value now, which the field need not offer.
    pub now: String,
    /// Whether another value asks for a level that is made with it, rather than for this one otherwise.
    pub makes_level: bool,
}

impl LevelOption {
    /// An option with its value now.
    #[must_use]
    pub fn new(field: &'static OptionField, now: &str) -> Self {
        LevelOption { field, now: now.to_owned(), makes_level: false }
    }

    /// An option as a level's setup gives it. A setup that does not say it means the first value of the field.
    #[must_use]
    pub fn of(field: &'static OptionField, setup: &Setup) -> Self {
        let usual = match field.values {
            FieldValues::OneOf([first, ..]) => first.value,
            FieldValues::OneOf([]) | FieldValues::Number { .. } => "",
        };
        LevelOption::new(field, setup.option(field.name).unwrap_or(usual))
    }

    /// Values for this level otherwise.
    pub fn others(&self) -> impl Iterator<Item = &'static FieldValue> + '_ {
        let values = match self.field.values {
            FieldValues::OneOf(values) if !self.makes_level => values,
            FieldValues::OneOf(_) | FieldValues::Number { .. } => &[],
        };
        values.iter().filter(|value| value.value != self.now)
    }
}

impl OptionField {
    /// A number, with the least and the most that are offered.
    #[must_use]
    pub const fn number(
        name: &'static str,
        title: (&'static str, &'static str),
        least: u32,
        most: u32,
    ) -> Self {
        OptionField { name, title, values: FieldValues::Number { least, most } }
    }

    /// One of some values.
    #[must_use]
    pub const fn one_of(
        name: &'static str,
        title: (&'static str, &'static str),
        values: &'static [FieldValue],
    ) -> Self {
        OptionField { name, title, values: FieldValues::OneOf(values) }
    }

    /// What it is called in a language.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &'static str {
        language.choose(self.title.0, self.title.1)
    }
}

impl FieldValue {
    /// A value with its name in English and in Indonesian.
    #[must_use]
    pub const fn new(value: &'static str, english: &'static str, indonesian: &'static str) -> Self {
        FieldValue { value, title: (english, indonesian), note: ("", "") }
    }

    /// A value that is called the same in all languages.
    #[must_use]
    pub const fn plain(value: &'static str, title: &'static str) -> Self {
        FieldValue::new(value, title, title)
    }

    /// The same with a sentence about what it means, in English and in Indonesian.
    #[must_use]
    pub const fn with_note(mut self, english: &'static str, indonesian: &'static str) -> Self {
        self.note = (english, indonesian);
        self
    }

    /// What it is called in a language.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &'static str {
        language.choose(self.title.0, self.title.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::making::{GenerateError, Making, Wish};
    use telusur_search::{Cancel, Deadline};

    /// What is offered is an option that the generator knows, with a value that it takes. Nothing is made here: the deadline
    /// has come before the first candidate.
    #[test]
    fn everything_that_is_offered_is_understood() {
        let cancel = Cancel::new();
        cancel.cancel();
        for &entry in catalogue::all() {
            for field in entry.about().wish_fields {
                assert!(
                    entry.about().generate_options.iter().any(|option| option.name == field.name),
                    "{}",
                    field.name
                );
                let values: Vec<String> = match field.values {
                    FieldValues::Number { least, most } => {
                        [least, (least + most) / 2, most].map(|n| n.to_string()).to_vec()
                    }
                    FieldValues::OneOf(values) => values.iter().map(|value| value.value.to_owned()).collect(),
                };
                for value in values {
                    let options = [(field.name.to_owned(), value.clone())].into();
                    let wish = Wish { seed: 5, difficulty: Some(2), options };
                    let making = &mut Making::new(Deadline::new(None, cancel.clone()));
                    let made = entry.generate(&wish, making);
                    assert!(
                        !matches!(made, Err(GenerateError::Option(_))),
                        "{} --{} {value}: {made:?}",
                        entry.name(),
                        field.name
                    );
                }
                let options = [(field.name.to_owned(), "nonsense".to_owned())].into();
                let wish = Wish { seed: 5, difficulty: Some(2), options };
                let made = entry.generate(&wish, &mut Making::new(Deadline::new(None, cancel.clone())));
                assert!(
                    matches!(made, Err(GenerateError::Option(_))),
                    "{} {}: {made:?}",
                    entry.name(),
                    field.name
                );
            }
        }
    }
}
