//! Who is connected, who is idle, and who has to go when there is no room.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::task::AbortHandle;

/// The open connections.
pub(crate) struct Registry {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    open: HashMap<u64, Connection>,
    /// Counts events; connections are numbered by it too.
    clock: u64,
}

#[derive(Default)]
struct Connection {
    /// Since when it has been idle, unless a request is under way.
    idle: Option<u64>,
    /// Ends it.
    task: Option<AbortHandle>,
}

impl Connection {
    fn abort(self) {
        if let Some(task) = self.task {
            task.abort();
        }
    }
}

impl Registry {
    /// Room for so many connections.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Registry { most: most.max(1), state: Mutex::default() })
    }

    /// A place for a new connection. If all are taken, the connection that has been idle for longest loses its place
    /// and is closed; `None` if none is idle.
    pub(super) fn place(self: &Arc<Self>) -> Option<ConnectionSlot> {
        let mut state = self.state.lock();
        if state.open.len() >= self.most {
            let idle = state.open.iter().filter_map(|(&number, connection)| Some((connection.idle?, number)));
            let (_, longest) = idle.min()?;
            state.open.remove(&longest)?.abort();
        }
        state.clock += 1;
        let number = state.clock;
        state.open.insert(number, Connection::default());
        state.rest(number);
        Some(ConnectionSlot { registry: self.clone(), number })
    }

    /// Says which task serves a connection.
    pub(super) fn hold(&self, number: u64, task: AbortHandle) {
        match self.state.lock().open.get_mut(&number) {
            Some(connection) => connection.task = Some(task),
            // It is over already, or lost its place at once.
            None => task.abort(),
        }
    }

    /// Closes every connection without a request under way.
    pub(super) fn close_idle(&self) {
        let idle = |_: &u64, connection: &mut Connection| connection.idle.is_some();
        self.state.lock().open.extract_if(idle).for_each(|(_, connection)| connection.abort());
    }

    #[cfg(test)]
    pub(crate) fn open(&self) -> usize {
        self.state.lock().open.len()
    }
}

impl State {
    fn rest(&mut self, number: u64) {
        self.clock += 1;
        let now = self.clock;
        if let Some(connection) = self.open.get_mut(&number) {
            connection.idle = Some(now);
        }
    }
}

/// The place of a connection, given back on drop.
pub(super) struct ConnectionSlot {
    registry: Arc<Registry>,
    number: u64,
}

impl ConnectionSlot {
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Marks the connection as busy; `None` if it has lost its place.
    pub(super) fn busy(&self) -> Option<Busy> {
        let mut state = self.registry.state.lock();
        state.open.get_mut(&self.number)?.idle = None;
        Some(Busy { registry: self.registry.clone(), number: self.number })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.registry.state.lock().open.remove(&self.number);
    }
}

/// A request is under way; the connection is idle again when this is dropped.
pub(super) struct Busy {
    registry: Arc<Registry>,
    number: u64,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.registry.state.lock().rest(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_idle_connection_makes_room_and_a_busy_one_never_does() {
        let registry = Registry::new(3);
        let places: Vec<ConnectionSlot> = (0..3).map(|_| registry.place().unwrap()).collect();
        let busy = places[0].busy().unwrap();
        let fourth = registry.place().unwrap();
        assert!(places[1].busy().is_none(), "it was idle for longest");
        drop(busy);
        let fifth = registry.place().unwrap();
        assert!(places[2].busy().is_none() && places[0].busy().is_some());
        assert_eq!(registry.open(), 3);
        let all = [places[0].busy(), fourth.busy(), fifth.busy()];
        assert!(registry.place().is_none(), "all are busy");
        drop(all);
        drop(fourth);
        assert_eq!(registry.open(), 2);
        let sixth = registry.place();
        assert!(sixth.is_some() && registry.open() == 3);
        drop((places, fifth, sixth));
        assert_eq!(registry.open(), 0);
    }
}
