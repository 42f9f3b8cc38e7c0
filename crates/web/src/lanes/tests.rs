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
        async move { slow.ask(ClientId::default(), Duration::from_secs(60), ENGLISH, stubborn(wait)).await }
    });
    while slow.0.slots.free() > 0 {
        tokio::task::yield_now().await;
    }
    let second = tokio::spawn({
        let slow = slow.clone();
        async move { slow.ask(ClientId::default(), Duration::from_secs(60), ENGLISH, |_| Ok(2)).await }
    });
    while slow.0.slots.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    let refused =
        slow.ask(ClientId::default(), Duration::from_secs(60), ENGLISH, |_| Ok(3)).await.unwrap_err();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(quick.finish(ClientId::default(), ENGLISH, || Ok(4)).await.ok(), Some(4));
    assert_eq!(quick.ask(ClientId::default(), PATIENCE, ENGLISH, |_| Ok(5)).await.ok(), Some(5));
    go.send(()).unwrap();
    assert!(first.await.unwrap().is_ok());
    assert_eq!(second.await.unwrap().ok(), Some(2));
    // Whoever waits longer than the question may take is refused too. A thread gives its slot back after its answer.
    while slow.0.slots.free() == 0 {
        tokio::task::yield_now().await;
    }
    let (_go, wait) = mpsc::channel();
    let waiting = tokio::spawn({
        let slow = slow.clone();
        async move { slow.ask(ClientId::default(), Duration::from_secs(60), ENGLISH, stubborn(wait)).await }
    });
    while slow.0.slots.free() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(
        status(slow.ask(ClientId::default(), SOON, ENGLISH, |_| Ok(6))).await,
        Some(StatusCode::SERVICE_UNAVAILABLE)
    );
    waiting.abort();
}

/// A question that can't be stopped is answered for, and its slot is not lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_ignores_its_deadline_keeps_no_slot() {
    let lane = lane(1, 4);
    let (go, wait) = mpsc::channel();
    assert_eq!(
        status(lane.ask(ClientId::default(), SOON, ENGLISH, stubborn(wait))).await,
        Some(StatusCode::SERVICE_UNAVAILABLE),
        "its client does not wait for ever"
    );
    assert_eq!(lane.ask(ClientId::default(), PATIENCE, ENGLISH, |_| Ok(7)).await.ok(), Some(7));
    assert_eq!(lane.0.strays.available_permits(), MOST_STRAYS - 1);
    go.send(()).unwrap();
    while lane.0.strays.available_permits() < MOST_STRAYS {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(lane.0.slots.free(), 1);
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
            tokio::spawn(
                async move { status(lane.ask(ClientId::default(), SOON, ENGLISH, stubborn(wait))).await },
            )
        })
        .collect();
    for one in asked {
        assert_eq!(one.await.unwrap(), Some(StatusCode::SERVICE_UNAVAILABLE));
    }
    assert_eq!((lane.0.strays.available_permits(), lane.0.slots.free()), (0, MOST_STRAYS));
    drop(going);
    // Strays and those that kept their slots end in any order: all of both come back, sooner or later.
    let returned = || (lane.0.strays.available_permits(), lane.0.slots.free());
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
            lane.ask(ClientId::default(), Duration::from_secs(60), ENGLISH, move |deadline| {
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
            lane.finish(ClientId::default(), ENGLISH, move || {
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
            lane.ask(ClientId::default(), Duration::from_secs(60), ENGLISH, |_| -> Result<(), _> {
                panic!("on purpose")
            });
        assert_eq!(status(panicked).await, Some(StatusCode::INTERNAL_SERVER_ERROR));
        let panicked =
            lane.finish(ClientId::default(), ENGLISH, || -> Result<(), _> { panic!("on purpose") });
        assert_eq!(status(panicked).await, Some(StatusCode::INTERNAL_SERVER_ERROR));
    }
    assert_eq!(lane.finish(ClientId::default(), ENGLISH, || Ok(8)).await.ok(), Some(8));
}

/// A machine with many connections waits behind one with a single request, and so does a connection with many requests.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slots_are_given_in_turns() {
    let lane = lane(1, 64);
    let (go, wait) = mpsc::channel();
    let (say, said) = mpsc::channel();
    let of = |machine: u8, connection: u64| ClientId {
        machine: std::net::IpAddr::from([10, 0, 0, machine]).into(),
        connection,
    };
    let first = tokio::spawn({
        let lane = lane.clone();
        async move { lane.ask(of(1, 0), PATIENCE, ENGLISH, stubborn(wait)).await }
    });
    while lane.0.slots.free() > 0 {
        tokio::task::yield_now().await;
    }
    let mut waiting = Vec::new();
    for (number, from) in [of(1, 1), of(1, 1), of(1, 2), of(1, 3), of(2, 1)].into_iter().enumerate() {
        let (lane, say) = (lane.clone(), say.clone());
        let before = lane.0.slots.waiting();
        let counted = lane.clone();
        waiting.push(tokio::spawn(async move {
            lane.ask(from, PATIENCE, ENGLISH, move |_| Ok(_ = say.send(number))).await
        }));
        while counted.0.slots.waiting() == before {
            tokio::task::yield_now().await;
        }
    }
    go.send(()).unwrap();
    assert!(first.await.unwrap().is_ok());
    for one in waiting {
        assert!(one.await.unwrap().is_ok());
    }
    let order: Vec<usize> = said.try_iter().collect();
    assert_eq!(order, [0, 4, 2, 3, 1]);
}

/// A client that gives up waiting leaves its place to others, and no slot is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_give_up_leave_their_places() {
    let lane = lane(1, 2);
    let (go, wait) = mpsc::channel();
    let first = tokio::spawn({
        let lane = lane.clone();
        async move { lane.ask(ClientId::default(), PATIENCE, ENGLISH, stubborn(wait)).await }
    });
    while lane.0.slots.free() > 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..3 {
        let refused = lane.ask(ClientId::default(), SOON, ENGLISH, |_| Ok(0));
        assert_eq!(status(refused).await, Some(StatusCode::SERVICE_UNAVAILABLE));
    }
    let last = tokio::spawn({
        let lane = lane.clone();
        async move { lane.ask(ClientId::default(), PATIENCE, ENGLISH, |_| Ok(1)).await }
    });
    go.send(()).unwrap();
    assert!(first.await.unwrap().is_ok());
    assert_eq!(last.await.unwrap().ok(), Some(1));
    while lane.0.slots.free() == 0 {
        tokio::task::yield_now().await;
    }
}
