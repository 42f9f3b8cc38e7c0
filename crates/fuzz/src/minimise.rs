//! A found input made small: parts are taken away as long as the fault stays.

use crate::target::Target;
use crate::watch::{FaultKind, Trouble, Work, judged};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Inputs that are tried.
const MOST_TRIES: u32 = 4000;
/// How long all of them may take.
const MOST_TIME: Duration = Duration::from_secs(20);
/// Threads that may be left behind in inputs that hang: a thread can't be killed.
const MOST_ABANDONED: u32 = 8;

/// How often an input that takes long is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// A thread that takes inputs and answers what is wrong with them.
type Worker = (Sender<Vec<u8>>, Receiver<Option<Trouble>>, Arc<Work>);

/// Judges single inputs on a thread of its own, so that one that hangs can be left behind.
pub(crate) struct Trial {
    target: Target,
    patience: Duration,
    worker: Option<Worker>,
    abandoned: u32,
}

impl Trial {
    pub(crate) fn new(target: &Target, patience: Duration) -> Self {
        Trial { target: *target, patience, worker: None, abandoned: 0 }
    }

    /// What is wrong with an input, if anything.
    pub(crate) fn of(&mut self, input: &[u8]) -> Option<Trouble> {
        if self.worker.is_none() {
            let (give, take) = channel::<Vec<u8>>();
            let (answer, answers) = channel();
            let target = self.target;
            let work = Arc::new(Work::default());
            let worker = work.clone();
            let judging = move || {
                worker.is_mine();
                let mut judge = (target.judge)();
                while let Ok(input) = take.recv() {
                    if answer.send(judged(&target, &mut judge, &input).err()).is_err() {
                        break;
                    }
                }
            };
            std::thread::Builder::new().name("trial".to_owned()).spawn(judging).ok()?;
            self.worker = Some((give, answers, work));
        }
        let (give, answers, work) = self.worker.as_ref()?;
        let (begun, before) = (Instant::now(), work.until_now().or(Some(Duration::ZERO)));
        give.send(input.to_vec()).ok()?;
        loop {
            match answers.recv_timeout(self.patience.min(LOOK)) {
                Ok(trouble) => return trouble,
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout)
                    if work.is_too_long(begun.elapsed(), before, self.patience) =>
                {
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.worker = None;
        self.abandoned += 1;
        let what = format!("it takes longer than {:.1} s", self.patience.as_secs_f64());
        Some(Trouble { kind: FaultKind::Hang, place: String::new(), what })
    }

    /// The smallest input found with the same fault, and what is wrong with that.
    pub(crate) fn minimised(&mut self, input: &[u8], trouble: Trouble) -> (Vec<u8>, Trouble) {
        let (mut best, mut found) = (input.to_vec(), trouble);
        let begun = Instant::now();
        let mut tries = 0;
        let mut size = best.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            let before = best.len();
            while at < best.len() {
                if tries >= MOST_TRIES || begun.elapsed() > MOST_TIME || self.abandoned >= MOST_ABANDONED {
                    return (best, found);
                }
                tries += 1;
                let mut shorter = best.clone();
                shorter.drain(at..(at + size).min(best.len()));
                match self.of(&shorter) {
                    Some(same) if same.kind == found.kind && same.place == found.place => {
                        (best, found) = (shorter, same);
                    }
                    _ => at += size,
                }
            }
            // Single bytes are tried until none can go.
            size = if size > 1 { size / 2 } else { usize::from(best.len() < before) };
        }
        (best, found)
    }
}
