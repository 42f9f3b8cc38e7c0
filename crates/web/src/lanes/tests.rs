use super::*;
use std::sync::mpsc;
use telusur_wire::StatusCode;

const SOON: Duration = Duration::from_millis(50);
/// Enough on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(60);
const ENGLISH: Language = Language::English;

fn lane(slots: usize, places: usize) -> Lane {
    Lane::new(slots, places, 0)
}

/// A question that pays no attention to its deadline until it is let go.
fn stubborn(until: mpsc::Receiver<()>) -> impl FnOnce(&Deadline) -> Result<(), Problem> + Send + 'static {
    move |_| {
        _ = until.recv();
        Ok(())
    }
}

async fn status<T>(asked: impl Future<Output = Result<T, Problem>>) -> Option<StatusCode> {
    asked.await.err().map(|problem| problem.status())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_lane_refuses_and_leaves_other_lanes_alone() {
    let (slow, quick) = (lane(1, 1), lane(1, 1));
    let (go, wait) = mpsc::channel();
    let first = tokio::spawn({
        let slow = slow.clone();
        async move { slow.ask(Duration::from_secs(60), ENGLISH, stubborn(wait)).await }
    });
    while slow.0.slots.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let second = tokio::spawn({
        let slow = slow.clone();
        async move { slow.ask(Duration::from_secs(60), ENGLISH, |_| Ok(2)).await }
    });
    while slow.0.places.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let refused = slow.ask(Duration::from_secs(60), ENGLISH, |_| Ok(3)).await.unwrap_err();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(quick.finish(ENGLISH, || Ok(4)).await.ok(), Some(4));
    assert_eq!(quick.ask(PATIENCE, ENGLISH, |_| Ok(5)).await.ok(), Some(5));
    go.send(()).unwrap();
    assert!(first.await.unwrap().is_ok());
    assert_eq!(second.await.unwrap().ok(), Some(2));
    // Whoever waits longer than the question may take is refused too. A thread gives its slot back after its answer.
    while slow.0.slots.available_permits() == 0 {
        tokio::task::yield_now().await;
    }
    let (_go, wait) = mpsc::channel();
    let waiting = tokio::spawn({
        let slow = slow.clone();
        async move { slow.ask(Duration::from_secs(60), ENGLISH, stubborn(wait)).await }
    });
    while slow.0.slots.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(status(slow.ask(SOON, ENGLISH, |_| Ok(6))).await, Some(StatusCode::SERVICE_UNAVAILABLE));
    waiting.abort();
}

/// A question that can't be stopped is answered for, and its slot is not lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_ignores_its_deadline_keeps_no_slot() {
    let lane = lane(1, 4);
    let (go, wait) = mpsc::channel();
    assert_eq!(
        status(lane.ask(SOON, ENGLISH, stubborn(wait))).await,
        Some(StatusCode::SERVICE_UNAVAILABLE),
        "its client does not wait for ever"
    );
    assert_eq!(lane.ask(PATIENCE, ENGLISH, |_| Ok(7)).await.ok(), Some(7));
    assert_eq!(lane.0.strays.available_permits(), MOST_STRAYS - 1);
    go.send(()).unwrap();
    while lane.0.strays.available_permits() < MOST_STRAYS {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(lane.0.slots.available_permits(), 1);
}

/// The number of strays is bounded: more of them keep their slots.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strays_are_bounded() {
    let lane = lane(MOST_STRAYS + 2, 0);
    let (going, waits): (Vec<_>, Vec<_>) = (0..MOST_STRAYS + 2).map(|_| mpsc::channel()).unzip();
    let asked: Vec<_> = waits
        .into_iter()
        .map(|wait| {
            let lane = lane.clone();
            tokio::spawn(async move { status(lane.ask(SOON, ENGLISH, stubborn(wait))).await })
        })
        .collect();
    for one in asked {
        assert_eq!(one.await.unwrap(), Some(StatusCode::SERVICE_UNAVAILABLE));
    }
    assert_eq!((lane.0.strays.available_permits(), lane.0.slots.available_permits()), (0, MOST_STRAYS));
    drop(going);
    // Strays and those that kept their slots end in any order: all of both come back, sooner or later.
    let returned = || (lane.0.strays.available_permits(), lane.0.slots.available_permits());
    while returned() != (MOST_STRAYS, MOST_STRAYS + 2) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_dies_with_its_client_and_a_step_does_not() {
    let lane = lane(1, 4);
    let (say, said) = mpsc::channel();
    let asked = tokio::spawn({
        let lane = lane.clone();
        async move {
            lane.ask(Duration::from_secs(60), ENGLISH, move |deadline| {
                say.send("begun").unwrap();
                while !deadline.is_over() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                say.send("over").unwrap();
                Ok(())
            })
            .await
        }
    });
    assert_eq!(said.recv_timeout(PATIENCE), Ok("begun"));
    asked.abort();
    assert_eq!(said.recv_timeout(PATIENCE), Ok("over"));

    let (say, said) = mpsc::channel();
    let (go, wait) = mpsc::channel();
    let step = tokio::spawn({
        let lane = lane.clone();
        async move {
            lane.finish(ENGLISH, move || {
                say.send("begun").unwrap();
                _ = wait.recv();
                say.send("kept").unwrap();
                Ok(())
            })
            .await
        }
    });
    assert_eq!(said.recv_timeout(PATIENCE), Ok("begun"));
    step.abort();
    go.send(()).unwrap();
    assert_eq!(said.recv_timeout(PATIENCE), Ok("kept"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_is_the_answer_to_one_question() {
    let lane = lane(1, 4);
    for _ in 0..3 {
        let panicked =
            lane.ask(Duration::from_secs(60), ENGLISH, |_| -> Result<(), _> { panic!("on purpose") });
        assert_eq!(status(panicked).await, Some(StatusCode::INTERNAL_SERVER_ERROR));
        let panicked = lane.finish(ENGLISH, || -> Result<(), _> { panic!("on purpose") });
        assert_eq!(status(panicked).await, Some(StatusCode::INTERNAL_SERVER_ERROR));
    }
    assert_eq!(lane.finish(ENGLISH, || Ok(8)).await.ok(), Some(8));
}
