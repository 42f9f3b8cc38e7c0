//! A shortest path, rebuilt from the layers on disk, last state first.

use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::journal::Line;
use crate::key::{Key, PARTITIONS, Shape};
use crate::run::{RunFile, RunReader};
use std::rc::Rc;
use telusur_search::Deadline;
use telusur_search::bytes::ByteSpace;

/// Layers on disk with the space that they are of.
pub(crate) struct Layers<'a> {
    pub(crate) space: &'a dyn ByteSpace,
    pub(crate) disk: &'a Disk,
    pub(crate) deadline: &'a Deadline,
    pub(crate) lines: &'a [Line],
}

impl Layers<'_> {
    fn shape(&self) -> Shape {
        Shape { width: self.space.width(), bits: self.space.bits() }
    }

    fn files(&self, depth: usize) -> Result<Vec<Rc<RunFile>>, ExploreError> {
        let names = self.lines.get(depth).map_or(&[][..], |line| &line.files);
        names.iter().map(|name| RunFile::open(&self.disk.dir, name).map(Rc::new)).collect()
    }

    /// Calls `visit` with the states of a layer in batches until it answers `false`.
    fn each_batch<K: Key>(&self, depth: usize, mut visit: impl FnMut(&[u8]) -> bool) -> Result<(), Stop> {
        let mut states = Vec::new();
        for file in self.files(depth)? {
            for partition in 0..PARTITIONS {
                let Some(mut reader) = RunReader::<K>::open(self.disk, &file, partition) else { continue };
                loop {
                    self.deadline.check().map_err(Stop::Limit)?;
                    let block = reader.block()?;
                    if block.is_empty() {
                        break;
                    }
                    for batch in block.chunks(256) {
                        states.clear();
                        batch.iter().for_each(|key| key.write_state(self.shape(), &mut states));
                        if !visit(&states) {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Some of the states of a layer: those whose bytes come first.
    pub(crate) fn first<K: Key>(&self, depth: usize, most: usize) -> Result<Vec<Vec<u8>>, Stop> {
        let mut first: Vec<Vec<u8>> = Vec::new();
        self.each_batch::<K>(depth, |states| {
            for state in states.chunks_exact(self.space.width()) {
                if first.len() < most || first.last().is_some_and(|last| state < last.as_slice()) {
                    let place = first.partition_point(|other| other.as_slice() < state);
                    first.insert(place, state.to_vec());
                    first.truncate(most);
                }
            }
            true
        })?;
        Ok(first)
    }

    /// The states of a shortest path to a goal in the last layer, one after another.
    pub(crate) fn path<K: Key>(&self) -> Result<Option<Vec<u8>>, Stop> {
        let width = self.space.width();
        let Some(depth) = self.lines.iter().position(|line| line.goals > 0) else { return Ok(None) };
        let mut goal: Option<Vec<u8>> = None;
        self.each_batch::<K>(depth, |states| {
            self.space.goals(states, &mut |place| {
                let state = &states[place * width..][..width];
                if goal.as_deref().is_none_or(|least| state < least) {
                    goal = Some(state.to_vec());
                }
            });
            true
        })?;
        let Some(mut state) = goal else { return Ok(None) };
        let mut path = vec![state.clone()];
        for before in (0..depth).rev() {
            let found = match self.space.is_undirected() {
                true => self.neighbour_in::<K>(before, &state)?,
                false => self.predecessor_in::<K>(before, &state)?,
            };
            let Some(found) = found else {
                let path = self.disk.dir.clone();
                let why = format!("no state of depth {before} leads to one of depth {}", before + 1);
                return Err(Stop::Failed(ExploreError::Damaged { path, why }));
            };
            path.push(found.clone());
            state = found;
        }
        path.reverse();
        Ok(Some(path.concat()))
    }

    /// The first successor of a state that lies in a layer: where moves can be taken back, it leads here.
    fn neighbour_in<K: Key>(&self, depth: usize, state: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        let files = self.files(depth)?;
        let mut successors = Vec::new();
        self.space.expand(state, &mut successors);
        for next in successors.chunks_exact(self.space.width()) {
            let mut key = K::default();
            K::read_states(next, self.shape(), |read| key = read);
            for file in &files {
                let reader = RunReader::<K>::open(self.disk, file, key.partition(self.shape()));
                if let Some(mut reader) = reader
                    && reader.holds(key)?
                {
                    return Ok(Some(next.to_vec()));
                }
            }
        }
        Ok(None)
    }

    /// A state of a layer that leads to another.
    fn predecessor_in<K: Key>(&self, depth: usize, state: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        let width = self.space.width();
        let (mut found, mut successors) = (None, Vec::new());
        self.each_batch::<K>(depth, |states| {
            successors.clear();
            self.space.expand(states, &mut successors);
            if successors.chunks_exact(width).any(|next| next == state) {
                for from in states.chunks_exact(width) {
                    successors.clear();
                    self.space.expand(from, &mut successors);
                    if found.is_none() && successors.chunks_exact(width).any(|next| next == state) {
                        found = Some(from.to_vec());
                    }
                }
            }
            found.is_none()
        })?;
        Ok(found)
    }
}
