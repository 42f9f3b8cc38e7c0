//! State-space search that is exact, bounded and honest about what it proved.

mod arena;
pub mod astar;
pub mod bfs;
pub mod bidirectional;
pub mod budget;
pub mod check;
pub mod dense;
pub mod dfs;
pub mod distance;
pub mod explore;
pub mod frontier;
pub mod game;
pub mod idastar;
mod layered;
mod log;
mod path;
pub mod report;
pub mod run;
pub mod solver;
pub mod space;
mod table;
pub mod verify;

pub use budget::{Budget, Cancel, Limit};
pub use explore::Wanted;
pub use report::{Claim, Exploration, Outcome, Report, Stats};
pub use run::{Observer, Progress, Run};
pub use solver::{Algorithm, Solver, Unsupported};
pub use space::{Descent, Ranked, Reversible, Space, State};
