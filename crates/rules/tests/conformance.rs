//! Every puzzle of the collection keeps every promise that front ends rely on.

use telusur_rules::{OWN_RULES, collection};

#[test]
fn the_collection_is_whole() {
    assert_eq!(collection().len(), telusur_rules::collection::TEXTS.len());
}

#[test]
fn the_collection_keeps_the_promises_of_the_catalogue() {
    for entry in collection() {
        telusur_conformance::check(entry);
    }
}

#[test]
fn own_rules_keep_the_promises_of_the_catalogue() {
    telusur_conformance::check(&OWN_RULES);
}
