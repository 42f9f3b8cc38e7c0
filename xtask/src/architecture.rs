//! ARCHITECTURE.md says which crate depends on which: it is held against the manifests here.

use crate::steps::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Crates, and those of the workspace that they depend on.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// A crate's name inside the workspace; the program is called as the whole is.
fn short(name: &str) -> String {
    name.strip_prefix("telusur-").unwrap_or(if name == "telusur" { "cli" } else { name }).to_owned()
}

fn from_manifests() -> Graph {
    let mut graph = Graph::new();
    for folder in ["crates", "examples"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else { continue };
            let mut section = "";
            let mut depends = BTreeSet::new();
            for line in manifest.lines() {
                match line.trim().strip_prefix('[') {
                    Some(heading) => section = heading,
                    None if section.ends_with("dev-dependencies]") => {}
                    None if section.ends_with("dependencies]") => {
                        let name = line.split(['.', ' ', '=']).next().unwrap();
                        depends.extend(name.starts_with("telusur").then(|| short(name)));
                    }
                    None => {}
                }
            }
            graph.insert(path.file_name().unwrap().to_str().unwrap().to_owned(), depends);
        }
    }
    graph
}

/// The rows of the table: a crate in the first column, crates in the second.
fn from_the_page() -> Graph {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = page.split("| crate | depends on |").nth(1).expect("a table of dependencies");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        (names(cells[0]).remove(0), names(cells[1]).into_iter().collect())
    })
    .collect()
}

#[test]
fn the_page_shows_the_real_graph() {
    assert_eq!(from_the_page(), from_manifests());
}
