//! The forms that options have: a switch, a value, a number, a path.

use clap::{Arg, ArgAction, ValueHint, value_parser};
use std::ops::RangeBounds;
use std::path::PathBuf;

/// It is there or not.
pub(crate) fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// It has a value.
pub(crate) fn valued(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value)
}

/// Its value is a whole number.
pub(crate) fn number(name: &'static str, range: impl RangeBounds<u64>) -> Arg {
    valued(name, "N").value_parser(value_parser!(u64).range(range))
}

/// Its value is a file.
pub(crate) fn file(name: &'static str) -> Arg {
    path(name, "FILE").value_hint(ValueHint::FilePath)
}

/// Its value is a directory.
pub(crate) fn directory(name: &'static str) -> Arg {
    path(name, "DIR").value_hint(ValueHint::DirPath)
}

/// Its value is a path of any kind.
pub(crate) fn path(name: &'static str, value: &'static str) -> Arg {
    valued(name, value).value_parser(value_parser!(PathBuf))
}

/// The same without a value stands for one; a value needs an equals sign then.
pub(crate) fn or_alone(arg: Arg, value: &'static str) -> Arg {
    arg.num_args(0..=1).require_equals(true).default_missing_value(value)
}
