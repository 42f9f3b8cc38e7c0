//! Where a whole space is searched: on the processor, or on a GPU.

use crate::exit::complain;
use crate::search::Search;
use crate::show;
use std::time::{Duration, Instant};
use telusur_gpu::{Gpu, GpuError, Prepared, bytes_needed};
use telusur_puzzles::{Board, PlanesLevel, Survey};
use telusur_search::Algorithm;

/// Fewer states than this are counted on the processor before a GPU has started.
const FEWEST_STATES: u64 = 1 << 33;

/// Where to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Device {
    /// On a GPU if there is one, the space fits into its memory and is large enough for it to pay.
    Auto,
    Processor,
    Gpu,
}

/// Where a search ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ran {
    Processor,
    /// On the GPU with this name.
    Gpu(String),
}

impl Ran {
    /// The value of `--device` that asks for it.
    pub(crate) fn device(&self) -> &'static str {
        match self {
            Ran::Processor => "cpu",
            Ran::Gpu(_) => "gpu",
        }
    }

    /// The name of the device, where one was chosen.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Ran::Processor => None,
            Ran::Gpu(name) => Some(name),
        }
    }
}

/// Explores everything that can be reached from a board, and says where.
pub(crate) fn explore(
    board: &dyn Board,
    device: Device,
    search: &mut Search,
) -> anyhow::Result<(Survey, Ran)> {
    if device == Device::Gpu {
        let started = asked(board, search).and_then(|level| Started::new(&level));
        let survey =
            started.and_then(|gpu| Ok((gpu.explore(board, search)?, Ran::Gpu(gpu.gpu.name().to_string()))));
        return survey.map_err(|error| anyhow::anyhow!("{error}; the processor is --device cpu"));
    }
    if device == Device::Auto
        && let Some(gpu) = worthwhile(board, search)
    {
        match gpu.explore(board, search) {
            Ok(survey) => return Ok((survey, Ran::Gpu(gpu.gpu.name().to_string()))),
            Err(error) => complain(&format!("{error}; the processor does it instead")),
        }
    }
    Ok((board.explore(search.task())?, Ran::Processor))
}

/// The level, if nothing else is asked for that a GPU can't do.
fn asked(board: &dyn Board, search: &mut Search) -> Result<PlanesLevel, GpuError> {
    let unsuitable = |why: &str| Err(GpuError::Unsuitable(why.to_owned()));
    let task = search.task();
    if task.count_all {
        return unsuitable("a GPU does not count shortest solutions (--all)");
    }
    if !matches!(task.algorithm, Algorithm::Auto | Algorithm::Planes) {
        return unsuitable("a GPU searches by planes only: leave --algorithm away");
    }
    match board.as_planes() {
        Some(planes) => Ok(planes.level),
        None => {
            unsuitable("a GPU searches four pegs that are all joined, and tiles of 2 or 3 rows or columns")
        }
    }
}

/// A GPU that is ready, if there is one and it pays.
fn worthwhile(board: &dyn Board, search: &mut Search) -> Option<Started> {
    let level = asked(board, search).ok()?;
    let fits = search.given_memory.is_none_or(|most| bytes_needed(&level) <= most);
    (fits && level.states() >= FEWEST_STATES).then(|| Started::new(&level).ok())?
}

/// A GPU with the kernels for a level.
struct Started {
    gpu: Gpu,
    prepared: Prepared,
    /// How long that took.
    time: Duration,
}

impl Started {
    fn new(level: &PlanesLevel) -> Result<Self, GpuError> {
        let began = Instant::now();
        let gpu = Gpu::open()?;
        let prepared = gpu.prepare(level)?;
        Ok(Started { prepared, gpu, time: began.elapsed() })
    }

    fn explore(&self, board: &dyn Board, search: &mut Search) -> Result<Survey, GpuError> {
        search.use_memory_of_device(self.gpu.memory()?.0);
        let began = Instant::now();
        let found = self.prepared.explore(&mut search.task().run())?;
        let time = began.elapsed();
        let missing = || GpuError::Unsuitable(format!("{} can't read what a GPU has found", board.puzzle()));
        let mut survey = (board.as_planes().ok_or_else(missing)?.survey)(found);
        survey.reason =
            format!("the space fits the GPU {}, which searches 64 states at a time", self.gpu.name());
        let times = format!("{} to start, {} to search", show::duration(self.time), show::duration(time));
        survey.findings.push(("time of the GPU".to_owned(), times));
        Ok(survey)
    }
}
