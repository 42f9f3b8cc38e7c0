//! Licences, versions and sources of all dependencies, held against `deny.toml`. That file is cargo-deny's, which checks
//! it too where it is installed; building it takes longer than a step of CI should, so the same rules are applied here to
//! what `cargo metadata` says. A rule that is not known here is an error, so that none is passed over in silence.

use crate::steps::{cargo_command, root};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;

/// Checks all packages of the lock file.
pub(crate) fn check() -> Result<()> {
    let text = fs::read_to_string(root().join("deny.toml")).context("can't read deny.toml")?;
    let policy = Policy::read(&text)?;
    let output = cargo_command(&["metadata", "--format-version", "1", "--locked", "--all-features"])
        .stderr(Stdio::inherit())
        .output()
        .context("can't start cargo")?;
    ensure!(output.status.success(), "'cargo metadata' failed");
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let faults = policy.faults(&metadata)?;
    ensure!(faults.is_empty(), "dependencies break the rules of deny.toml: {}", faults.join("; "));
    println!("licences, versions and sources are as deny.toml says; advisories are not checked here");
    cargo_deny()
}

/// The same by cargo-deny, where it is installed.
fn cargo_deny() -> Result<()> {
    let is_there = cargo_command(&["deny", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !is_there.is_ok_and(|status| status.success()) {
        println!("cargo-deny is not installed: it was not asked as well");
        return Ok(());
    }
    let check = ["deny", "--offline", "check", "licenses", "bans", "sources"];
    let status = cargo_command(&check).status().context("can't start cargo")?;
    ensure!(status.success(), "'cargo {}' failed", check.join(" "));
    Ok(())
}

/// The rules of `deny.toml`, as far as they are known here.
struct Policy {
    licences: BTreeSet<String>,
    ignores_private: bool,
    /// Names and versions, or the beginnings of versions, that may stand beside others.
    skipped: Vec<(String, String)>,
    registries: BTreeSet<String>,
}

impl Policy {
    fn read(text: &str) -> Result<Self> {
        let file: Value = toml::from_str(text).context("deny.toml can't be read")?;
        let mut known = BTreeSet::new();
        let mut at = |path: &'static str| {
            known.insert(path.to_owned());
            file.pointer(path).with_context(|| format!("deny.toml lacks {path}"))
        };
        for (path, wanted) in [
            ("/bans/multiple-versions", Value::from("deny")),
            ("/bans/wildcards", Value::from("deny")),
            ("/bans/allow-wildcard-paths", Value::from(true)),
            ("/sources/unknown-registry", Value::from("deny")),
            ("/sources/unknown-git", Value::from("deny")),
        ] {
            ensure!(*at(path)? == wanted, "deny.toml: only {wanted} is known for {path}");
        }
        let licences = texts(at("/licenses/allow")?)?;
        let ignores_private = at("/licenses/private/ignore")?.as_bool().unwrap_or(false);
        let registries = texts(at("/sources/allow-registry")?)?;
        let skip = at("/bans/skip")?.as_array().context("/bans/skip is a list")?;
        let skipped = skip.iter().map(|entry| {
            let named = entry["crate"].as_str().and_then(|named| named.split_once('@'));
            let (name, version) =
                named.with_context(|| format!("deny.toml: {entry} names no crate@version"))?;
            ensure!(entry["reason"].is_string(), "deny.toml: {name} is skipped without a reason");
            Ok((name.to_owned(), version.to_owned()))
        });
        let skipped = skipped.collect::<Result<_>>()?;
        let unknown: Vec<String> =
            leaves(&file, "").into_iter().filter(|path| !known.contains(path)).collect();
        ensure!(
            unknown.is_empty(),
            "deny.toml: {} is not known to xtask/src/dependencies.rs",
            unknown.join(", ")
        );
        Ok(Policy { licences, ignores_private, skipped, registries })
    }

    /// Everything that breaks the rules, each in a few words.
    fn faults(&self, metadata: &Value) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut skipped = BTreeSet::new();
        for package in metadata["packages"].as_array().context("there are no packages")? {
            let text = |name: &str| package[name].as_str();
            let (Some(name), Some(version)) = (text("name"), text("version")) else {
                bail!("a package has no name")
            };
            let is_private = package["publish"].as_array().is_some_and(Vec::is_empty);
            match text("license") {
                _ if is_private && self.ignores_private => {}
                None => faults.push(format!("{name} {version} names no licence")),
                Some(licence) if self.allows(licence)? => {}
                Some(licence) => faults.push(format!("{name} {version} has the licence '{licence}'")),
            }
            match text("source") {
                None => {}
                Some(source)
                    if source.strip_prefix("registry+").is_some_and(|url| self.registries.contains(url)) => {}
                Some(source) => faults.push(format!("{name} {version} comes from {source}")),
            }
            if text("source").is_none() {
                let wildcard = |dependency: &&Value| dependency["req"] == "*" && dependency["path"].is_null();
                let wild = package["dependencies"].as_array().into_iter().flatten().filter(wildcard);
                faults.extend(wild.map(|to| format!("{name} takes any version of {}", to["name"])));
            }
            match self.skipped.iter().position(|(known, begin)| known == name && is_of(version, begin)) {
                Some(number) => drop(skipped.insert(number)),
                None => drop(versions.entry(name).or_default().insert(version)),
            }
        }
        for (name, versions) in versions.into_iter().filter(|(_, versions)| versions.len() > 1) {
            let versions: Vec<&str> = versions.into_iter().collect();
            faults.push(format!("{name} is there in the versions {}", versions.join(" and ")));
        }
        let idle = self.skipped.iter().enumerate().filter(|(number, _)| !skipped.contains(number));
        faults.extend(idle.map(|(_, (name, version))| format!("{name}@{version} is skipped and not there")));
        Ok(faults)
    }

    /// Whether an SPDX expression can be met by allowed licences.
    fn allows(&self, expression: &str) -> Result<bool> {
        let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let mut words = spaced.split_whitespace().peekable();
        let allowed = self.any(&mut words)?;
        ensure!(words.next().is_none(), "the licence '{expression}' can't be read");
        Ok(allowed)
    }

    fn any<'t>(&self, words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>) -> Result<bool> {
        let mut allowed = self.all(words)?;
        while words.next_if_eq(&"OR").is_some() {
            allowed |= self.all(words)?;
        }
        Ok(allowed)
    }

    fn all<'t>(&self, words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>) -> Result<bool> {
        let mut allowed = true;
        loop {
            allowed &= match words.next() {
                Some("(") => {
                    let inner = self.any(words)?;
                    ensure!(words.next() == Some(")"), "a licence has an open bracket");
                    inner
                }
                Some(name) if !["OR", "AND", "WITH", ")"].contains(&name) => {
                    match words.next_if_eq(&"WITH") {
                        Some(_) => {
                            let exception = words.next().context("a licence ends with WITH")?;
                            self.licences.contains(&format!("{name} WITH {exception}"))
                        }
                        None => self.licences.contains(name),
                    }
                }
                other => bail!("a licence has no name before {other:?}"),
            };
            if words.next_if_eq(&"AND").is_none() {
                return Ok(allowed);
            }
        }
    }
}

/// Whether a version is the one that is named, or begins with it.
fn is_of(version: &str, begin: &str) -> bool {
    version.strip_prefix(begin).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn texts(list: &Value) -> Result<BTreeSet<String>> {
    let list = list.as_array().context("deny.toml: a list of texts is missing")?;
    list.iter().map(|text| Ok(text.as_str().context("deny.toml: a list has no text")?.to_owned())).collect()
}

/// The paths of all values that are no tables.
fn leaves(value: &Value, path: &str) -> Vec<String> {
    match value {
        Value::Object(members) => {
            members.iter().flat_map(|(name, value)| leaves(value, &format!("{path}/{name}"))).collect()
        }
        _ => vec![path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn policy() -> Policy {
        Policy::read(&fs::read_to_string(root().join("deny.toml")).unwrap()).unwrap()
    }

    #[test]
    fn licences_are_expressions() {
        let policy = policy();
        for allowed in
            ["MIT", "GPL-3.0 OR MIT", "MIT/Apache-2.0", "(MIT OR GPL-3.0) AND Unicode-3.0", "MIT AND ISC"]
        {
            assert!(policy.allows(allowed).unwrap(), "{allowed}");
        }
        for refused in
            ["GPL-3.0", "MIT AND GPL-3.0", "(GPL-3.0 OR LGPL-3.0) AND MIT", "MIT WITH Strange-exception"]
        {
            assert!(!policy.allows(refused).unwrap(), "{refused}");
        }
        for unreadable in ["", "MIT OR", "(MIT", "MIT MIT", "MIT WITH", "OR MIT"] {
            assert!(policy.allows(unreadable).is_err(), "{unreadable}");
        }
    }

    /// One package of each fault, and the fault is named.
    #[test]
    fn faults_are_found() {
        let package = |name: &str, version: &str, licence: Value, source: Value| json!({ "name": name, "version": version, "license": licence, "source": source, "publish": null });
        let ours = "registry+https://github.com/rust-lang/crates.io-index";
        let of = |packages: Vec<Value>| {
            let policy = Policy { skipped: vec![("old".to_owned(), "1".to_owned())], ..policy() };
            policy.faults(&json!({ "packages": packages })).unwrap().join("; ")
        };
        let old = package("old", "1.2.3", "MIT".into(), ours.into());
        let good = package("good", "1.0.0", "MIT".into(), ours.into());
        assert_eq!(
            of(vec![good.clone(), old.clone(), package("old", "2.0.0", "MIT".into(), ours.into())]),
            ""
        );
        for (fault, expected) in [
            (package("a", "1.0.0", "GPL-3.0".into(), ours.into()), "a 1.0.0 has the licence 'GPL-3.0'"),
            (package("a", "1.0.0", Value::Null, ours.into()), "a 1.0.0 names no licence"),
            (package("a", "1.0.0", "MIT".into(), "git+https://example.org/a".into()), "comes from git+"),
            (
                package("a", "1.0.0", "MIT".into(), "registry+https://example.org".into()),
                "comes from registry+",
            ),
            (
                package("good", "2.0.0", "MIT".into(), ours.into()),
                "good is there in the versions 1.0.0 and 2.0.0",
            ),
        ] {
            let found = of(vec![good.clone(), old.clone(), fault]);
            assert!(found.contains(expected), "{expected}: {found}");
        }
        assert!(of(vec![good.clone()]).contains("old@1 is skipped and not there"));
        let mut wild = package("mine", "1.0.0", "MIT".into(), Value::Null);
        wild["dependencies"] = json!([{ "name": "any", "req": "*", "path": null }]);
        assert!(of(vec![old, wild]).contains("mine takes any version of"));
    }

    #[test]
    fn rules_that_are_not_known_are_refused() {
        let text = fs::read_to_string(root().join("deny.toml")).unwrap();
        for (from, to) in [
            ("multiple-versions = \"deny\"", "multiple-versions = \"warn\""),
            ("[bans]", "[bans]\ndeny = [\"x\"]"),
        ] {
            assert!(text.contains(from));
            assert!(Policy::read(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}
