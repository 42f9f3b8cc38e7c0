//! `telusur doctor`: says what there is, and fails where something that is needed does not work.

use crate::run::{TempFile, program, telusur};

#[test]
fn everything_works_here() {
    let said = telusur(["doctor"]);
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(said.out.ends_with("Everything that Telusur needs works.\n"), "{}", said.out);
    for name in
        ["program", "processor", "cores", "memory", "data", "page", "terminal", "gpu", "hanoi", "klotski"]
    {
        assert!(said.out.lines().any(|line| line.contains(name)), "{name}: {}", said.out);
    }
    assert!(said.out.contains(env!("CARGO_PKG_VERSION")));
    let json = telusur(["doctor", "--json"]).json();
    assert_eq!((&json["works"], &json["version"]), (&true.into(), &env!("CARGO_PKG_VERSION").into()));
    let checks = json["checks"].as_array().unwrap();
    assert!(checks.len() >= 12 && checks.iter().all(|check| check["state"] != "broken"), "{json}");
}

#[test]
fn a_place_that_cannot_be_written_is_found_out() {
    let file = TempFile::new("doctor", b"no folder");
    let said = telusur(["doctor", "--data", file.path()]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.lines().any(|line| line.starts_with("FAIL  data")), "{}", said.out);
    let json = telusur(["doctor", "--json", "--data", file.path()]).json();
    assert_eq!(json["works"], false);
    // A file of another program is not ours to write into.
    let folder = std::env::temp_dir().join(format!("telusur-doctor-foreign-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(
        folder.join("telusur.db"),
        "this is no database, and long enough to be looked at".repeat(99),
    )
    .unwrap();
    let said = telusur(["doctor", "--data", folder.to_str().unwrap()]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(said.code, 1, "{}", said.out);
}

#[test]
fn without_a_home_it_says_what_to_do() {
    let output = program().env_remove("HOME").env_remove("XDG_DATA_HOME").arg("doctor").output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("--data"), "{out}");
}
