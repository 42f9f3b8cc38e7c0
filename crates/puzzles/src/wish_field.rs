//! What can be wished of a level that is made, as fields for people: every front end builds them from this.

use crate::language::Language;

/// A field of a wish: an option of [`generate`](crate::Entry::generate) that people can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WishField {
    /// Name of the option.
    pub name: &'static str,
    /// What it is called in English and in Indonesian.
    pub title: (&'static str, &'static str),
    /// What can be chosen.
    pub values: WishValues,
}

/// The values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WishValues {
    /// A number.
    Number {
        /// The smallest that is offered.
        least: u32,
        /// The largest that is offered; the command line may have more.
        most: u32,
    },
    /// One of a few.
    OneOf(&'static [WishValue]),
}

/// A value that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WishValue {
    /// As the option takes it.
    pub value: &'static str,
    /// What it is called in English and in Indonesian.
    pub title: (&'static str, &'static str),
}

impl WishField {
    pub(crate) const fn number(
        name: &'static str,
        title: (&'static str, &'static str),
        least: u32,
        most: u32,
    ) -> Self {
        WishField { name, title, values: WishValues::Number { least, most } }
    }

    pub(crate) const fn one_of(
        name: &'static str,
        title: (&'static str, &'static str),
        values: &'static [WishValue],
    ) -> Self {
        WishField { name, title, values: WishValues::OneOf(values) }
    }

    /// What it is called in a language.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &'static str {
        language.choose(self.title.0, self.title.1)
    }
}

impl WishValue {
    pub(crate) const fn new(value: &'static str, english: &'static str, indonesian: &'static str) -> Self {
        WishValue { value, title: (english, indonesian) }
    }

    /// A value that is called the same in all languages.
    pub(crate) const fn plain(value: &'static str) -> Self {
        WishValue::new(value, value, value)
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
                    WishValues::Number { least, most } => {
                        [least, (least + most) / 2, most].map(|n| n.to_string()).to_vec()
                    }
                    WishValues::OneOf(values) => values.iter().map(|value| value.value.to_owned()).collect(),
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
