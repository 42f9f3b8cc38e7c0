//! Whether there is a GPU to search on, and whether it counts as the processor does.

use super::Finding;
use crate::show;
use std::time::Instant;
use telusur_gpu::{Gpu, GpuError};
use telusur_puzzles::{Board, Setup, Survey, Task, catalogue};

const NAME: &str = "gpu";
const NEEDS_IT: &str = "'telusur explore --device gpu' needs it";

/// Levels that both search: small ones, one of each kind that a GPU has kernels for.
const TRIED: [(&str, &[(&str, &str)]); 3] = [
    ("hanoi", &[("pegs", "4"), ("discs", "11")]),
    ("tiles", &[("size", "3x3")]),
    ("tiles", &[("size", "2x5")]),
];

pub(super) fn gpu() -> Finding {
    let gpu = match Gpu::open() {
        Ok(gpu) => gpu,
        // Nothing needs a GPU.
        Err(error @ GpuError::NoDriver) => return Finding::fine(NAME, format!("{error}; nothing needs one")),
        Err(error) => return Finding::note(NAME, error.to_string(), NEEDS_IT),
    };
    let memory = match gpu.memory() {
        Ok((free, total)) => format!("{} free of {}", show::bytes(free), show::bytes(total)),
        Err(error) => return Finding::note(NAME, format!("{}: {error}", gpu.name()), NEEDS_IT),
    };
    let began = Instant::now();
    for (puzzle, options) in TRIED {
        if let Err(finding) = tried(&gpu, &memory, puzzle, options) {
            return finding;
        }
    }
    let millis = began.elapsed().as_secs_f64() * 1e3;
    let count = TRIED.len();
    Finding::fine(
        NAME,
        format!("{}, {memory}; counts {count} spaces as the processor does ({millis:.0} ms)", gpu.name()),
    )
}

/// Counts a space on the GPU and on the processor.
fn tried(gpu: &Gpu, memory: &str, puzzle: &str, options: &[(&str, &str)]) -> Result<(), Finding> {
    let name = gpu.name();
    let wrong = |what: String| {
        let remedy = "this is a fault of the program, the driver or the GPU; please report it";
        Finding::broken(NAME, format!("{name}: {puzzle} {options:?}: {what}"), remedy)
    };
    let board = opened(puzzle, options).map_err(wrong)?;
    let planes = board.as_planes().ok_or_else(|| wrong("there is no layout for a GPU".to_owned()))?;
    let mut unobserved = ();
    let found = gpu
        .prepare(&planes.level)
        .and_then(|prepared| prepared.explore(&mut Task::new(&mut unobserved).run()));
    let found = found.map_err(|error| match error {
        // Something is not installed, or too little is free.
        GpuError::NoCompiler | GpuError::TooLarge { .. } => {
            Finding::note(NAME, format!("{name}, {memory}; {error}"), NEEDS_IT)
        }
        error => wrong(error.to_string()),
    })?;
    let survey = (planes.survey)(found);
    let expected = board.explore(Task::new(&mut unobserved)).map_err(|error| wrong(error.to_string()))?;
    differing(&survey, &expected).map_or(Ok(()), |what| Err(wrong(what)))
}

fn opened(puzzle: &str, options: &[(&str, &str)]) -> Result<Box<dyn Board>, String> {
    let entry = catalogue::find(puzzle).ok_or("there is no such puzzle")?;
    let setup = options.iter().fold(Setup::default(), |setup, (name, value)| setup.with(name, value));
    catalogue::open(entry, &setup).map_err(|error| error.to_string())
}

/// In what two surveys of a space differ.
fn differing(found: &Survey, expected: &Survey) -> Option<String> {
    if found.depths != expected.depths {
        return Some(format!("found {:?}, not {:?} states per depth", found.depths, expected.depths));
    }
    if (found.goals, found.goal_distance) != (expected.goals, expected.goal_distance) {
        return Some(format!("a goal at {:?}, not {:?}", found.goal_distance, expected.goal_distance));
    }
    (found.farthest != expected.farthest).then(|| "other farthest states".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn with_or_without_a_gpu_nothing_is_broken() {
        let finding = gpu();
        assert!(finding.state != State::Broken, "{finding:?}");
    }

    #[test]
    fn the_levels_are_such_that_a_gpu_can_be_compared() {
        for (puzzle, options) in TRIED {
            let board = opened(puzzle, options).unwrap();
            assert!(board.as_planes().is_some(), "{puzzle} {options:?}");
        }
        let board = opened("tiles", &[("size", "2x3")]).unwrap();
        let expected = board.explore(Task::new(&mut ())).unwrap();
        assert_eq!(differing(&expected, &expected), None);
        let mut other = expected.clone();
        other.depths[3] += 1;
        assert!(differing(&other, &expected).unwrap().contains("per depth"));
        let mut other = expected.clone();
        other.farthest.clear();
        assert!(differing(&other, &expected).is_some());
    }
}
