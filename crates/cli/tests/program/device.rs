//! `explore --device`: where a GPU is asked for and there is none, and where none is needed.

use crate::run::{Text, program, telusur};

/// Runs as on a machine without a GPU, whatever this one has.
fn without_gpu(arguments: &[&str]) -> Text {
    let output = program().env("CUDA_VISIBLE_DEVICES", "").args(arguments).output().unwrap();
    Text {
        code: output.status.code().expect("ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_gpu_that_is_not_there_is_one_clear_line() {
    for level in [["hanoi", "--pegs=4", "--discs=12"], ["tiles", "--size", "3x3"]] {
        let arguments = [&["explore"], &level[..], &["--device", "gpu"]].concat();
        let said = without_gpu(&arguments);
        said.refused("NVIDIA driver");
        said.one_line("--device cpu");
    }
}

#[test]
fn what_a_gpu_cannot_do_is_refused_before_one_is_looked_for() {
    let cases: [(&[&str], &str); 5] = [
        (&["hanoi", "--discs", "5"], "four pegs"),
        (&["hanoi", "--pegs", "4", "--discs", "12", "--rule", "linear"], "four pegs"),
        (&["klotski"], "four pegs"),
        (&["tiles", "--size", "3x3", "--all"], "--all"),
        (&["tiles", "--size", "3x3", "--algorithm", "bfs"], "--algorithm"),
    ];
    for (arguments, expected) in cases {
        telusur([&["explore"], arguments, &["--device", "gpu"]].concat()).refused(expected);
    }
    telusur(["explore", "tiles", "--size", "3x3", "--device", "tpu"]).refused("tpu");
}

#[test]
fn the_processor_answers_the_same_with_and_without_being_asked() {
    let explored = |device: &[&str]| {
        let said = without_gpu(&[&["explore", "tiles", "--size", "3x3", "--json"], device].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        let mut json = said.json();
        json["stats"] = 0.into();
        json
    };
    let expected = explored(&[]);
    assert_eq!((&expected["states"], &expected["radius"]), (&181_440.into(), &31.into()));
    assert_eq!(explored(&["--device", "cpu"]), expected);
    assert_eq!(explored(&["--device", "auto"]), expected);
}
