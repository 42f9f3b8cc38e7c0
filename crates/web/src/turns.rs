//! A bounded queue with fair turns: machines are served in rotation, and so are the windows or connections of each
//! machine, each in the order of its own requests. A client with many requests does not keep the others waiting.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv6Addr};

/// How many requests may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// In all.
    pub(crate) all: usize,
    /// Of one machine: the rest is for others.
    pub(crate) of_a_machine: usize,
    /// Of one window or connection.
    pub(crate) of_a_window: usize,
}

/// The queue has no room, or the client has too many requests in it already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// The machine that a request comes from, as far as its address tells; `None` within the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Machine(Option<IpAddr>);

impl From<IpAddr> for Machine {
    fn from(address: IpAddr) -> Self {
        // One machine has as many IPv6 addresses as it likes, all of them in one network of 64 bits.
        Machine(Some(match address.to_canonical() {
            IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into(),
            v4 => v4,
        }))
    }
}

/// The client that a request comes from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClientId {
    pub(crate) machine: Machine,
    /// The number of its connection.
    pub(crate) connection: u64,
}

/// The requests of the windows of one machine, the next window first.
type Windows<W, T> = VecDeque<(W, VecDeque<T>)>;

pub(crate) struct Turns<W, T> {
    room: Room,
    /// Machines that wait, the next one first.
    machines: VecDeque<(Machine, Windows<W, T>)>,
}

impl<W: PartialEq, T> Turns<W, T> {
    pub(crate) fn new(room: Room) -> Self {
        Turns { room, machines: VecDeque::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.machines.iter().map(|(_, windows)| count(windows)).sum()
    }

    /// Whether there is room for another request of a window.
    pub(crate) fn check(&self, machine: Machine, window: &W) -> Result<(), Full> {
        let windows = self.machines.iter().find(|(known, _)| *known == machine).map(|(_, windows)| windows);
        let of_window = windows.and_then(|windows| windows.iter().find(|(known, _)| known == window));
        let is_full = self.len() >= self.room.all
            || windows.is_some_and(|windows| count(windows) >= self.room.of_a_machine)
            || of_window.is_some_and(|(_, requests)| requests.len() >= self.room.of_a_window);
        if is_full { Err(Full) } else { Ok(()) }
    }

    pub(crate) fn push(&mut self, machine: Machine, window: W, request: T) -> Result<(), Full> {
        self.check(machine, &window)?;
        let Some((_, windows)) = self.machines.iter_mut().find(|(known, _)| *known == machine) else {
            self.machines.push_back((machine, VecDeque::from([(window, VecDeque::from([request]))])));
            return Ok(());
        };
        match windows.iter_mut().find(|(known, _)| *known == window) {
            Some((_, requests)) => requests.push_back(request),
            None => windows.push_back((window, VecDeque::from([request]))),
        }
        Ok(())
    }

    /// The next request; its window goes to the end of the machine's rotation, and its machine to the end of all.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let (machine, mut windows) = self.machines.pop_front()?;
        let next = windows.pop_front().and_then(|(window, mut requests)| {
            let request = requests.pop_front();
            if !requests.is_empty() {
                windows.push_back((window, requests));
            }
            request
        });
        if !windows.is_empty() {
            self.machines.push_back((machine, windows));
        }
        next
    }

    /// Takes out requests that are not wanted any more.
    pub(crate) fn remove(&mut self, unwanted: impl Fn(&T) -> bool) -> Vec<T> {
        let mut removed = Vec::new();
        for (_, windows) in &mut self.machines {
            for (_, requests) in windows.iter_mut() {
                let (out, stay) = std::mem::take(requests).into_iter().partition(&unwanted);
                *requests = stay;
                removed.extend::<VecDeque<T>>(out);
            }
            windows.retain(|(_, requests)| !requests.is_empty());
        }
        self.machines.retain(|(_, windows)| !windows.is_empty());
        removed
    }

    /// All requests in the order in which they would be served.
    pub(crate) fn in_order(&self) -> Vec<&T> {
        let mut copy = Turns::<&W, &T>::new(self.room);
        copy.machines =
            self.machines.iter().map(|(machine, windows)| (*machine, borrowed(windows))).collect();
        std::iter::from_fn(|| copy.pop()).collect()
    }
}

fn count<W, T>(windows: &Windows<W, T>) -> usize {
    windows.iter().map(|(_, requests)| requests.len()).sum()
}

fn borrowed<W, T>(windows: &Windows<W, T>) -> Windows<&W, &T> {
    windows.iter().map(|(window, requests)| (window, requests.iter().collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const ROOM: Room = Room { all: 32, of_a_machine: 24, of_a_window: 8 };

    fn machine(number: u8) -> Machine {
        Machine::from(IpAddr::from(Ipv4Addr::new(10, 0, 0, number)))
    }

    fn filled() -> Turns<&'static str, u32> {
        let mut turns = Turns::new(ROOM);
        for (client, request) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            turns.push(machine(1), client, request).unwrap();
        }
        turns
    }

    #[test]
    fn clients_take_turns() {
        let mut turns = filled();
        assert_eq!(turns.in_order(), [&1, &4, &5, &2, &6, &3]);
        let served: Vec<u32> = std::iter::from_fn(|| turns.pop()).collect();
        assert_eq!(served, [1, 4, 5, 2, 6, 3]);
        assert_eq!((turns.len(), turns.pop()), (0, None));
    }

    #[test]
    fn a_late_client_does_not_wait_for_all_the_others_have() {
        let mut turns = filled();
        assert_eq!((turns.pop(), turns.pop()), (Some(1), Some(4)));
        turns.push(machine(1), "d", 7).unwrap();
        assert_eq!(turns.in_order(), [&5, &2, &6, &7, &3]);
    }

    /// A machine that calls itself many clients gets no more turns for it.
    #[test]
    fn machines_take_turns_before_their_windows_do() {
        let mut turns = filled();
        turns.push(machine(2), "a", 10).unwrap();
        turns.push(machine(2), "a", 11).unwrap();
        assert_eq!(turns.in_order(), [&1, &10, &4, &11, &5, &2, &6, &3]);
    }

    #[test]
    fn a_machine_is_known_by_its_network() {
        let of = |text: &str| Machine::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn no_client_can_fill_it_and_nothing_can_overfill_it() {
        let mut turns = Turns::new(ROOM);
        let name = |number: usize| number.to_string();
        for request in 0..ROOM.of_a_window {
            turns.push(machine(1), name(99), request).unwrap();
        }
        assert_eq!(turns.push(machine(1), name(99), 99), Err(Full), "of a window");
        for client in 0..ROOM.of_a_machine - ROOM.of_a_window {
            turns.push(machine(1), name(client), 0).unwrap();
        }
        assert_eq!(turns.push(machine(1), name(98), 99), Err(Full), "of a machine");
        for client in 0..ROOM.all - ROOM.of_a_machine {
            turns.push(machine(2), name(client), 0).unwrap();
        }
        assert_eq!(turns.push(machine(3), name(0), 99), Err(Full), "of all");
        turns.pop();
        assert_eq!(turns.push(machine(3), name(0), 99), Ok(()));
    }

    #[test]
    fn what_is_removed_is_not_served() {
        let mut turns = filled();
        let mut removed = turns.remove(|request| request % 2 == 0);
        removed.sort_unstable();
        assert_eq!((removed, turns.in_order()), (vec![2, 4, 6], vec![&1, &5, &3]));
    }
}
