//! What some events of jobs carry; searches say more, and have types of their own.

use serde::Serialize;

/// The end of a comparison or a race.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Rows {
    /// How many rows there were.
    pub(crate) rows: u64,
    /// Whether there would have been more.
    pub(crate) cancelled: bool,
}

/// A job that ended without a result.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Failed<'a> {
    /// A sentence for people.
    pub(crate) error: &'a str,
    /// A word for programs.
    pub(crate) code: &'a str,
}

/// A method that can't race here.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RaceError<'a> {
    /// The method.
    pub(crate) algorithm: &'a str,
    /// Why not.
    pub(crate) why: &'a str,
}
