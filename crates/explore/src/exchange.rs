//! The dataflow: batches of bytes that go to the worker whose states they are.
//!
//! Times are numbers. A layer has the times from `depth << 32` on: one for each round in which a worker sends, then one
//! for its report. A worker is never more than [`LAG`] rounds ahead of what all have received, so what is on its way is
//! bounded whatever the speed of each.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::Write;
use std::rc::Rc;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::core::Input;
use timely::dataflow::operators::core::input::Handle;
use timely::dataflow::operators::{Operator, Probe, probe};
use timely::worker::Worker;

/// Rounds that a worker may be ahead.
const LAG: u64 = 8;
/// Where the rounds of a layer end and reports begin.
const REPORT: u64 = 1 << 31;

/// What is sent at a time: bytes for one worker.
#[derive(Clone, Default)]
pub(crate) struct Batch {
    target: usize,
    is_report: bool,
    bytes: Payload,
}

/// The bytes of a batch.
#[derive(Clone)]
enum Payload {
    Own(Vec<u8>),
    /// As they came from another process, not copied: so many from the front.
    Received(Bytes, usize),
}

impl Default for Payload {
    fn default() -> Self {
        Payload::Own(Vec::new())
    }
}

impl std::ops::Deref for Payload {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Payload::Own(bytes) => bytes,
            Payload::Received(bytes, len) => &bytes[..*len],
        }
    }
}

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        i64::from(!self.bytes.is_empty())
    }
}

/// Bytes before those of a batch.
const HEAD: usize = 16;

/// A word with the kind, a word with the length, the bytes, padded to words.
impl ContainerBytes for Batch {
    fn from_bytes(mut bytes: Bytes) -> Self {
        let word = |at: usize| {
            bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |word| u64::from_le_bytes(*word))
        };
        let (is_report, len) = (word(0) != 0, word(8));
        drop(bytes.extract_to(bytes.len().min(HEAD)));
        // A batch that is shorter than it says is refused by whoever reads it.
        let len = usize::try_from(len).unwrap_or(usize::MAX).min(bytes.len());
        Batch { target: 0, is_report, bytes: Payload::Received(bytes, len) }
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.bytes.len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let padding = self.bytes.len().next_multiple_of(8) - self.bytes.len();
        let head = [u64::from(self.is_report), self.bytes.len() as u64].map(u64::to_le_bytes);
        for part in [head.as_flattened(), &self.bytes, &[0; 8][..padding]] {
            // The writer is memory that was measured by `length_in_bytes`.
            let _ = writer.write_all(part);
        }
    }
}

/// Sends each batch where it says.
struct Route;

impl Distributor<Batch> for Route {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        time: &T,
        pushers: &mut [P],
    ) {
        let target = batch.target.min(pushers.len() - 1);
        Message::push_at(batch, time.clone(), &mut pushers[target]);
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &T, _: &mut [P]) {}
}

/// What takes batches of keys as they come in.
pub(crate) trait Accept: 'static {
    fn accept(&mut self, bytes: &[u8]);
}

/// One worker's end of the exchange.
pub(crate) struct Exchange<A> {
    input: Handle<u64, NoopBuilder<Batch>>,
    probe: probe::Handle<u64>,
    /// Where keys go.
    pub(crate) inbox: Rc<RefCell<A>>,
    reports: Rc<RefCell<VecDeque<Vec<u8>>>>,
    now: u64,
}

impl<A: Accept> Exchange<A> {
    pub(crate) fn new(worker: &mut Worker, inbox: A) -> Self {
        let inbox = Rc::new(RefCell::new(inbox));
        let reports: Rc<RefCell<VecDeque<Vec<u8>>>> = Rc::default();
        let probe = probe::Handle::new();
        let (keys, said, watched) = (inbox.clone(), reports.clone(), probe.clone());
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Batch>>();
            stream
                .unary::<NoopBuilder<Vec<()>>, _, _, _>(DistributorPact(|_| Route), "receive", |_, _| {
                    move |input, _| {
                        input.for_each(|_, batch| {
                            let batch = std::mem::take(batch);
                            match batch.is_report {
                                true => said.borrow_mut().push_back(batch.bytes.to_vec()),
                                false => keys.borrow_mut().accept(&batch.bytes),
                            }
                        });
                    }
                })
                .probe_with(&watched);
            input
        });
        Exchange { input, probe, inbox, reports, now: 0 }
    }

    fn advance(&mut self, time: u64) {
        self.now = time;
        self.input.advance_to(time);
    }

    /// Begins the rounds of a layer.
    pub(crate) fn begin(&mut self, depth: u64) {
        self.advance(depth << 32);
    }

    /// Sends keys to a worker.
    pub(crate) fn send(&mut self, target: usize, bytes: Vec<u8>) {
        self.input.send_batch(&mut Batch { target, is_report: false, bytes: Payload::Own(bytes) });
    }

    /// Ends a round, and says whether this worker is too far ahead to begin another.
    pub(crate) fn end_round(&mut self) -> bool {
        self.advance(self.now + 1);
        self.is_ahead()
    }

    /// Whether others have not yet received enough.
    pub(crate) fn is_ahead(&self) -> bool {
        let since = self.now & 0xFFFF_FFFF;
        since > LAG && self.probe.less_than(&(self.now - LAG))
    }

    /// Ends the rounds of this layer.
    pub(crate) fn end_rounds(&mut self) {
        self.advance((self.now >> 32) << 32 | REPORT);
    }

    /// Whether keys may still come in.
    pub(crate) fn is_receiving(&self) -> bool {
        self.probe.less_than(&self.now)
    }

    /// Sends a report to the first worker and to all others, and ends the layer.
    pub(crate) fn report(&mut self, first: &[u8], others: &[u8], peers: usize) {
        for target in 0..peers {
            let bytes = if target == 0 { first.to_vec() } else { others.to_vec() };
            self.input.send_batch(&mut Batch { target, is_report: true, bytes: Payload::Own(bytes) });
        }
        self.advance(((self.now >> 32) + 1) << 32);
    }

    /// The reports that came in.
    pub(crate) fn take_reports(&mut self) -> Vec<Vec<u8>> {
        self.reports.borrow_mut().drain(..).collect()
    }
}
