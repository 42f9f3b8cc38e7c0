//! The border to JavaScript, whole: bytes in, bytes out.
//!
//! The page asks for room with `input`, writes a request there and calls one of the functions below; what comes of it lies
//! at `output` until the next call: four bytes for the length of a head, the head as JSON, and the body. Rust reads and
//! writes only buffers of its own, and hands out nothing but numbers.
//!
//! This is unsafe code only in that the linker is told names: a function that is exported by name, and the browser's four
//! functions that are imported by name, take and return numbers and touch no memory of Rust's.
#![allow(unsafe_code, reason = "names for the linker; nothing here follows a pointer")]
#![allow(unreachable_pub, reason = "the linker reaches them")]

use crate::{Asked, Browser, Record, Service, install_puzzles};
use serde::Deserialize;
use std::cell::RefCell;
use std::time::Duration;
use telusur_search::clock;

#[link(wasm_import_module = "telusur")]
unsafe extern "C" {
    /// Milliseconds by a clock that never runs backwards.
    #[link_name = "clock"]
    safe fn host_clock() -> f64;
    /// Milliseconds since 1970.
    #[link_name = "date"]
    safe fn host_date() -> f64;
    /// Bits that nobody can guess.
    #[link_name = "entropy"]
    safe fn host_entropy() -> u32;
    /// Reads so many bytes at a place, before it returns.
    #[link_name = "event"]
    safe fn host_event(place: usize, length: usize);
}

thread_local! {
    static SERVICE: RefCell<Option<Service>> = const { RefCell::new(None) };
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn send(text: &str) {
    host_event(text.as_ptr() as usize, text.len());
}

/// Begins. To be called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    clock::set_source(|| Duration::from_secs_f64((host_clock() / 1e3).max(0.0)));
    std::panic::set_hook(Box::new(|panic| {
        send(&serde_json::json!({ "event": "panic", "data": panic.to_string() }).to_string());
    }));
    install_puzzles();
    let browser = Browser { date: || host_date() as i64, entropy: || host_entropy(), event: send };
    SERVICE.set(Some(Service::new(browser)));
}

/// Room for so many bytes of a request; where it is.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> usize {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr() as usize
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> usize {
    OUTPUT.with_borrow(|output| output.as_ptr() as usize)
}

/// How long it is.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// What the database has, and what it has not.
#[derive(Deserialize)]
struct Kept {
    #[serde(default)]
    records: Vec<Record>,
    /// Stores and keys.
    #[serde(default)]
    gone: Vec<(String, String)>,
}

/// Takes what the database has; how many records were understood.
#[unsafe(no_mangle)]
pub extern "C" fn take() -> usize {
    let kept = INPUT.with_borrow(|input| serde_json::from_slice::<Kept>(input));
    let Ok(Kept { records, gone }) = kept else { return 0 };
    let count = records.len();
    SERVICE.with_borrow_mut(|service| {
        let Some(service) = service else { return };
        gone.iter().for_each(|(store, key)| service.forget(store, key));
        records.into_iter().for_each(|record| service.take(record));
    });
    count
}

/// Answers the request.
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    let asked = INPUT.with_borrow(|input| serde_json::from_slice::<Asked>(input));
    let answered = SERVICE.with_borrow_mut(|service| Some(service.as_mut()?.answer(asked.as_ref().ok()?)));
    OUTPUT.with_borrow_mut(|output| {
        output.clear();
        let Some(answered) = answered else { return };
        let head = serde_json::to_vec(&answered).unwrap_or_default();
        output.extend((head.len() as u32).to_le_bytes());
        output.extend(head);
        output.extend(answered.bytes);
    });
}
