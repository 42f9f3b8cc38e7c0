//! Which extras of the processor the program uses, and which it leaves unused.

use super::Finding;

/// Names of features with whether the program was compiled for them and whether the processor has them.
macro_rules! features {
    ($detected:ident: $($name:tt)*) => {
        vec![$(($name, cfg!(target_feature = $name), std::arch::$detected!($name))),*]
    };
}

#[cfg(target_arch = "x86_64")]
fn known() -> Vec<(&'static str, bool, bool)> {
    features!(is_x86_feature_detected: "sse2" "sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "avx512f")
}

#[cfg(target_arch = "aarch64")]
fn known() -> Vec<(&'static str, bool, bool)> {
    features!(is_aarch64_feature_detected: "neon" "crc" "lse" "sve")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn known() -> Vec<(&'static str, bool, bool)> {
    Vec::new()
}

/// The program is compiled for one set of features and does not switch at run time, so what it uses is what it was
/// compiled for.
pub(super) fn features() -> Finding {
    let known = known();
    let named = |wanted: fn(&(&str, bool, bool)) -> bool| {
        let names: Vec<&str> = known.iter().filter(|one| wanted(one)).map(|one| one.0).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let used = named(|&(_, compiled, _)| compiled);
    let unused = named(|&(_, compiled, there)| there && !compiled);
    let arch = std::env::consts::ARCH;
    Finding::fine("processor", format!("{arch}; used: {used}; there, but not used: {unused}"))
}
