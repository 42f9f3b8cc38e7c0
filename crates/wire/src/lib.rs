//! The page's requests and answers as JSON, defined once: for the server, which sends them over HTTP, and for the page
//! without a server, where everything runs in the browser.
//!
//! Requests are parsed into the types of `request.rs` and `job.rs`, which know what they mean: an act, a session to open,
//! work to do. Answers are types that only serialise; values of the lower crates are copied into them, so that either side
//! can change its types independently. A request that fails is answered with a [`Problem`]. What is answered to each
//! request is said in [`routes`], once for all who answer. How long a question may take and how much memory it may use is a
//! [`Patience`](telusur_session::Patience). Where it waits, which thread or worker computes the answer, and how it is sent
//! is up to the caller: there is no clock, no thread and no network here.
//!
//! ```
//! use telusur_puzzles::Language;
//! use telusur_search::{Deadline, clock::Instant};
//! use telusur_session::{Knowledge, Nowhere};
//! use telusur_wire::{BeginRequest, MovesRequest, Playing};
//!
//! let (language, knowledge) = (Language::English, Knowledge::new(1 << 20));
//! let request: BeginRequest = serde_json::from_str(r#"{"puzzle": "tiles", "level": "1 2 3/4 . 6/7 5 8"}"#)?;
//! let session = request.open(None, &telusur_search::Limits::none(), language).expect("a level");
//! let mut game = Playing::begin(session, &Nowhere, Instant::now()).expect("nothing is kept");
//! let request: MovesRequest = serde_json::from_str(r#"{"moves": ["5", "8"]}"#)?;
//! let (act, node) = request.act().expect("moves");
//! game.change(&act, node, &Nowhere, &knowledge, &Deadline::never(), language.into()).expect("legal moves");
//! let shown = serde_json::to_value(game.show(None, &Nowhere, &knowledge, language.into()))?;
//! assert_eq!(shown["position"]["status"], "solved");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod about;
mod collection;
mod count;
mod daily;
mod depths;
mod extent;
mod game;
mod job;
mod made;
mod map;
mod packed;
mod picture;
mod playing;
mod position;
mod problem;
mod puzzle;
mod request;
pub mod routes;
mod rules;
mod scene;
#[cfg(test)]
mod schema;
mod solution;
mod statistics;
mod thought;
mod viewer;
mod watch;
mod work;

pub use about::{About, Held};
pub use collection::{
    Collection, CollectionLine, CollectionRequest, LevelsRequest, OwnLevelRequest, ReadLevels,
    own_levels_title, without_level,
};
pub use count::Count;
pub use daily::Daily;
pub use extent::{Bounded, answerable, to_json};
pub use game::{Game, RecentGame, Tree, seat};
pub use http::StatusCode;
pub use job::{JobKind, JobRequest, Target};
pub use made::Made;
pub use map::{Map, Way};
pub use picture::{PictureForm, PictureRequest, Scenario};
pub use playing::{Outcome, Playing};
pub use position::Position;
pub use problem::Problem;
pub use puzzle::{AlgorithmLine, KeyLine, Puzzle};
pub use request::{
    BeginRequest, ChangeRequest, GoRequest, LevelRequest, LineRequest, MovesRequest, ReplyRequest,
    SeatsRequest, WishRequest, first_known, key,
};
pub use rules::{CheckedRules, RulesTexts, TextKey, TextRequest, WholeText};
pub use solution::{Costs, claim_word, outcome_word, verdict_word};
pub use statistics::Statistics;
pub use thought::{Analysis, Audited, Hint};
pub use viewer::Viewer;
pub use work::{JobBudget, Kind, Moves, Output, Publisher, Work};

pub(crate) use depths::Depths;
pub(crate) use extent::{MOST_ANSWER_BYTES, cost, too_long};
pub(crate) use solution::{Overview, Row, Solution};
