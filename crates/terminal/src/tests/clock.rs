//! The clock of a game never runs backwards, whatever is done and whoever else plays.

use super::stage::Stage;
use std::time::Duration;

#[test]
fn the_clock_only_goes_on() {
    let mut stage = Stage::game("hanoi", "three");
    let mut shown = Duration::ZERO;
    let keys = [
        "1", "3", "s", "", "", "p", "", "[", "]", "g", "G", "p", "", "p", "u", "r", "R", "u", "H", "1", "2",
        "Escape", "a", "a", "s", "", "]", "1", "2", "", "q",
    ];
    for (i, key) in keys.into_iter().enumerate() {
        stage.later(Duration::from_millis(700 * (i as u64 % 5)));
        let before = stage.clock();
        assert!(before >= shown, "{before:?} after {shown:?}, before {key:?}\n{}", stage.text());
        if key == "q" {
            break;
        }
        if !key.is_empty() {
            stage.press(&[key]);
        }
        stage.settle();
        shown = stage.clock();
        assert!(shown >= before, "{shown:?} after {before:?} by {key:?}\n{}", stage.text());
    }
    assert!(shown > Duration::from_secs(5), "{shown:?}");
    assert!(stage.session().played() <= shown);
    // A pause of an hour is no time played.
    stage.later(Duration::from_secs(3600));
    assert!(stage.clock() <= shown + telusur_session::LONGEST_THOUGHT);
}

/// Another program has played on, for less time than is shown here.
#[test]
fn nor_back_to_the_time_of_another_program() {
    let mut stage = Stage::game("hanoi", "three");
    stage.press(&["1", "3"]);
    stage.later(Duration::from_secs(40));
    let shown = stage.clock();
    assert_eq!(shown, Duration::from_secs(40));
    stage.notes.borrow_mut().is_elsewhere = true;
    stage.press(&["1", "2"]);
    assert!(stage.text().contains("Another program has continued"), "{}", stage.text());
    assert!(stage.clock() >= shown, "{:?}", stage.clock());
}
