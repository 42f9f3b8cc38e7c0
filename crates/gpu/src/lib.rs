//! Whole spaces as bit planes on an NVIDIA GPU: Tower of Hanoi on four pegs, and sliding tiles with two or three rows
//! or columns.
//!
//! The search is the same as in `telusur_search::planes`: a state is a bit, a breadth-first step is a sequence of word
//! operations, and the planes change in place. A GPU has the bandwidth for 10^11 states a second and more.
//!
//! Nothing from NVIDIA is needed to build or to start. The driver and the run-time compiler are libraries that are loaded
//! when [`Gpu::open`] is called, and the kernels are compiled from source (`kernels/*.cu`) for the device that is found.
//! If something is missing, a [`GpuError`] says so in one line.
//!
//! ```no_run
//! use telusur_gpu::Gpu;
//! use telusur_puzzles::PlanesLevel;
//! use telusur_search::Run;
//!
//! let level = PlanesLevel::FourPegs { start: vec![0; 20], goals: vec![vec![3; 20]] };
//! let found = Gpu::open()?.prepare(&level)?.explore(&mut Run::unlimited())?;
//! assert_eq!((found.depths.len(), found.goal_distance), (295, Some(289)));
//! # Ok::<(), telusur_gpu::GpuError>(())
//! ```
//!
//! **Tests.** The kernels use only the subset of C++ that a host compiler understands, so the tests compile the same
//! source with the machine's C++ compiler and run it on the processor, including threads, barriers and shared memory. The
//! rest of a search is the same code for both.

mod cuda;
mod device;
#[cfg(test)]
mod emulated;
mod error;
mod four_pegs;
mod layers;
mod tiles;

pub use error::GpuError;

use cuda::{Cuda, Loaded};
use device::{Device, FOUR_PEGS};
use layers::Ended;
use telusur_puzzles::{PlanesFound, PlanesLevel};
use telusur_search::{Limit, Run};

/// Bytes of GPU memory that stay free: the driver needs some for itself.
const RESERVE: u64 = 64 << 20;

/// Bytes of GPU memory that a level takes; `u64::MAX` stands for more.
#[must_use]
pub fn bytes_needed(level: &PlanesLevel) -> u64 {
    match level {
        PlanesLevel::FourPegs { start, goals } => four_pegs::bytes(start, goals.len()),
        PlanesLevel::Tiles { rows, columns, .. } => tiles::bytes(*rows, *columns),
    }
}

/// A GPU of this machine.
pub struct Gpu(Cuda);

impl Gpu {
    /// The first GPU that the driver offers.
    ///
    /// # Errors
    /// If there is no driver or no GPU.
    pub fn open() -> Result<Self, GpuError> {
        Cuda::open().map(Gpu)
    }

    /// Its name, as the driver tells it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Bytes of its memory that are free, and all.
    ///
    /// # Errors
    /// If the driver does not say.
    pub fn memory(&self) -> Result<(u64, u64), GpuError> {
        self.0.memory()
    }

    /// Makes the kernels for a level. Nothing is allocated for it yet.
    ///
    /// # Errors
    /// If the level does not fit into what is free, if there are no kernels for it, or no compiler for them.
    pub fn prepare(&self, level: &PlanesLevel) -> Result<Prepared, GpuError> {
        let (needed, free) = (bytes_needed(level), self.memory()?.0);
        if needed.saturating_add(RESERVE) > free {
            return Err(GpuError::TooLarge { needed, free });
        }
        let layout = Layout::of(level)?;
        let device = self.0.load(&layout.program())?;
        Ok(Prepared { device, level: level.clone(), layout, bytes: needed })
    }
}

enum Layout {
    FourPegs(four_pegs::Layout),
    Tiles(tiles::Layout),
}

impl Layout {
    fn of(level: &PlanesLevel) -> Result<Self, GpuError> {
        match level {
            PlanesLevel::FourPegs { start, .. } => four_pegs::Layout::new(start).map(Layout::FourPegs),
            PlanesLevel::Tiles { rows, columns, start, .. } => {
                tiles::Layout::new(*rows, *columns, start).map(Layout::Tiles)
            }
        }
    }

    fn program(&self) -> device::Program {
        match self {
            Layout::FourPegs(_) => FOUR_PEGS,
            Layout::Tiles(layout) => layout.program(),
        }
    }
}

/// A level with its kernels, ready to be searched.
pub struct Prepared {
    device: Loaded,
    level: PlanesLevel,
    layout: Layout,
    bytes: u64,
}

impl Prepared {
    /// Searches everything that can be reached from the start. The byte budget of the run is for the memory of the GPU.
    ///
    /// # Errors
    /// If the GPU fails. A limit is no error: what is known by then is found.
    pub fn explore(&self, run: &mut Run<'_>) -> Result<PlanesFound, GpuError> {
        explore(&self.device, &self.layout, &self.level, self.bytes, run)
    }
}

fn explore<D: Device>(
    device: &D,
    layout: &Layout,
    level: &PlanesLevel,
    bytes: u64,
    run: &mut Run<'_>,
) -> Result<PlanesFound, GpuError> {
    if let Err(limit) = run.limits.afford(bytes) {
        return Ok(nothing(limit, level, run));
    }
    let free = device.free_bytes()?;
    if bytes > free {
        return Err(GpuError::TooLarge { needed: bytes, free });
    }
    match (layout, level) {
        (Layout::FourPegs(layout), PlanesLevel::FourPegs { start, goals }) => {
            four_pegs::explore(device, layout, start, goals, run)
        }
        (Layout::Tiles(layout), PlanesLevel::Tiles { start, goal, .. }) => {
            tiles::explore(device, layout, start, goal, run)
        }
        _ => Err(GpuError::Unsuitable("the layout was made for another puzzle".to_owned())),
    }
}

/// A search that a limit has stopped at its start.
fn nothing(limit: Limit, level: &PlanesLevel, run: &Run<'_>) -> PlanesFound {
    let goal_distances = match level {
        PlanesLevel::FourPegs { start, goals } => {
            goals.iter().map(|goal| (goal == start).then_some(0)).collect()
        }
        PlanesLevel::Tiles { start, goal, .. } => vec![(goal == start).then_some(0)],
    };
    let ended = Ended { depths: vec![1], stopped: Some(limit), goal_distances, ..Ended::default() };
    ended.found(std::iter::empty(), run)
}
