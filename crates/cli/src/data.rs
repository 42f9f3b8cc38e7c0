//! Where the user's games are kept, by the customs of the system.

use clap::ArgMatches;
use std::ffi::OsString;
use std::path::PathBuf;
use telusur_keep::Durability;

/// The directory that `--data` names, or the usual one.
pub(crate) fn directory_of(matches: &ArgMatches) -> anyhow::Result<PathBuf> {
    matches.get_one::<PathBuf>("data").cloned().map_or_else(default_directory, Ok)
}

/// What a power cut may cost, as `--durability` says.
pub(crate) fn durability_of(matches: &ArgMatches) -> Durability {
    matches.get_one::<Durability>("durability").copied().unwrap_or_default()
}

/// The directory that is used if none is given.
pub(crate) fn default_directory() -> anyhow::Result<PathBuf> {
    directory(std::env::consts::OS, |name| std::env::var_os(name).filter(|value| !value.is_empty()))
        .ok_or_else(|| anyhow::anyhow!("there is no home directory to keep games in; name one with --data"))
}

fn directory(system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let home = |below: &str| Some(PathBuf::from(variable("HOME")?).join(below));
    let data = match system {
        "windows" => variable("APPDATA").map(PathBuf::from),
        "macos" => home("Library/Application Support"),
        // The XDG rules: a relative path is to be ignored.
        _ => match variable("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute()) {
            Some(path) => Some(path),
            None => home(".local/share"),
        },
    };
    Some(data?.join("telusur"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_place() {
        let place = |system: &str, variables: &[(&str, &str)]| {
            let find = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
            };
            directory(system, find).map(|path| path.to_string_lossy().replace('\\', "/"))
        };
        let home = ("HOME", "/home/ada");
        assert_eq!(place("linux", &[home]).unwrap(), "/home/ada/.local/share/telusur");
        assert_eq!(place("linux", &[home, ("XDG_DATA_HOME", "/data")]).unwrap(), "/data/telusur");
        let relative = place("linux", &[home, ("XDG_DATA_HOME", "data")]);
        assert_eq!(relative.unwrap(), "/home/ada/.local/share/telusur");
        assert_eq!(place("macos", &[home]).unwrap(), "/home/ada/Library/Application Support/telusur");
        assert_eq!(place("windows", &[("APPDATA", "/roaming")]).unwrap(), "/roaming/telusur");
        assert_eq!(place("linux", &[]), None);
    }
}
