//! Taking a port, serving, and ending in good order.

use crate::access::{Access, Token};
use crate::api::{self, App};
use crate::connections::{self, Patience, Registry};
use crate::games::CacheLimits;
use crate::guard;
use crate::jobs::{Jobs, UNWATCHED};
use crate::lanes::Lanes;
use crate::memory::{self, Memory};
use crate::page::{self, Page};
use axum::Router;
use axum::routing::any;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use telusur_keep::{Durability, Store, StoreError};
use tokio::sync::watch;

/// The usual port.
const PORT: u16 = 7377;
/// Threads that wait for disks and locks; more requests than that stand in line.
const MOST_WAITING_THREADS: usize = Lanes::PLAY_SLOTS + 16;
/// Connections at the same time: more than any household has, few enough to hold them all.
const MOST_CONNECTIONS: usize = 2048;
/// Files that are open beside connections: the store, the listener, and what the system needs.
const OTHER_FILES: usize = 64;
/// How long the end may take once it was asked for.
const PATIENCE: Duration = Duration::from_secs(3);

/// A server that can't run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address is taken or not ours.
    #[error("can't listen on {address}: {error}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// Other machines can reach the address, and nothing would keep them out.
    #[error(
        "{address} can be reached from other machines: serve with an access token, or listen on 127.0.0.1"
    )]
    Exposed {
        /// The address asked for.
        address: SocketAddr,
    },
    /// There is too little memory to serve anything.
    #[error("{} MiB of memory are too little for the page; give it {} MiB or more", asked >> 20, memory::LEAST >> 20)]
    Memory {
        /// Bytes asked for.
        asked: u64,
    },
    /// Games can't be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system failed us later.
    #[error("the server failed: {0}")]
    Io(#[from] std::io::Error),
}

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; without one, 127.0.0.1:7377 or a free port if that one is taken.
    pub listen: Option<SocketAddr>,
    /// What every request must bring. An address that other machines can reach is not served without.
    pub token: Option<Token>,
    /// Bytes that the server may hold in all: games, searches, tables, answers on their way.
    pub memory: u64,
    /// The directory that games are kept in. It is made if it is missing.
    pub data: PathBuf,
    /// What a power cut may cost of them.
    pub durability: Durability,
    /// The directory to read the page's files from at each request, instead of those inside the program.
    pub page: Option<PathBuf>,
}

/// A server that holds its port and its store.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    store: Store,
    page: Page,
    token: Option<Token>,
    memory: u64,
    pub(crate) patience: Patience,
    pub(crate) most_connections: usize,
    stopper: Stopper,
}

/// Ends a server from anywhere, before it serves or while it does. Clones end the same one.
#[derive(Clone)]
pub struct Stopper(Arc<watch::Sender<bool>>);

impl Stopper {
    fn new() -> Self {
        Stopper(Arc::new(watch::Sender::new(false)))
    }

    /// Asks the server to cancel what runs, to answer what it was asked, and to end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Waits until somebody has asked.
    async fn asked(self) {
        // The sender is held here, so waiting can't fail.
        _ = self.0.subscribe().wait_for(|&asked| asked).await;
    }
}

impl Server {
    /// The memory that a server has if nobody says otherwise, and the machine has that much.
    pub const USUAL_MEMORY: u64 = memory::USUAL;
    /// The memory that it needs at least.
    pub const LEAST_MEMORY: u64 = memory::LEAST;
    /// The port unless another one is named.
    pub const PORT: u16 = PORT;

    /// Takes the address and opens the store.
    ///
    /// # Errors
    /// If the address or the store can't be had.
    pub fn bind(settings: Settings) -> Result<Self, ServerError> {
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
        let Settings { listen, token, memory, data, durability, page } = settings;
        if memory < memory::LEAST {
            return Err(ServerError::Memory { asked: memory });
        }
        if let Some(address) = listen.filter(|address| token.is_none() && Server::is_exposed(*address)) {
            return Err(ServerError::Exposed { address });
        }
        let bind = |address| TcpListener::bind(address).map_err(|error| ServerError::Bind { address, error });
        let listener = match listen {
            Some(address) => bind(address)?,
            None => bind(usual).or_else(|_| bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))))?,
        };
        let address = listener.local_addr()?;
        let store = Store::open_durable(&data, durability)?;
        let page = page.map_or(Page::Embedded, Page::Directory);
        let most_connections = open_files().saturating_sub(OTHER_FILES).min(MOST_CONNECTIONS);
        Ok(Server {
            listener,
            address,
            store,
            page,
            token,
            memory,
            patience: Patience::USUAL,
            most_connections,
            stopper: Stopper::new(),
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether other machines can reach an address.
    #[must_use]
    pub fn is_exposed(address: SocketAddr) -> bool {
        !address.ip().to_canonical().is_loopback()
    }

    /// What ends it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Serves until its [`Stopper`] says so, then cancels what runs and ends.
    ///
    /// # Errors
    /// If the system does not let it.
    pub fn run(self) -> Result<(), ServerError> {
        let asked = self.stopper.clone().asked();
        self.run_until(asked)
    }

    /// Serves until something has happened.
    pub(crate) fn run_until(self, end: impl Future<Output = ()>) -> Result<(), ServerError> {
        self.listener.set_nonblocking(true)?;
        let store = Arc::new(self.store);
        store.forget_unplayed_games()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .max_blocking_threads(MOST_WAITING_THREADS)
            .enable_all()
            .build()?;
        let kept = store.clone();
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let (stop, stopped) = watch::channel(false);
            let memory = Memory::new(self.memory);
            let jobs = Jobs::new(UNWATCHED, &memory)?;
            let room = CacheLimits::of(memory.games);
            let app = App::new(store, memory, room, jobs.clone());
            let access = self.token.map(|token| Access::new(token, self.address.port()));
            let router = router(app, self.page, access);
            let registry = Registry::new(self.most_connections);
            let mut serving =
                std::pin::pin!(connections::serve(listener, router, registry, self.patience, stopped));
            tokio::select! {
                () = &mut serving => return Ok(()),
                () = end => {}
            }
            // Searches end first, so that those who watch them get an answer and go.
            jobs.end();
            _ = stop.send(true);
            // A browser that keeps its connection open must not keep the program alive.
            _ = tokio::time::timeout(PATIENCE, serving).await;
            Ok(())
        });
        runtime.shutdown_timeout(PATIENCE);
        // A search that takes a moment longer to end may hold the store; that must not leave the log behind.
        kept.close();
        served
    }
}

/// How many files this program may have open: as many as the system lets it have, within reason.
fn open_files() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let wanted = (MOST_CONNECTIONS + OTHER_FILES) as u64;
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < wanted) {
            limit.current = Some(limit.maximum.map_or(wanted, |most| most.min(wanted)));
            // Without more, fewer connections are served at once.
            _ = setrlimit(Resource::Nofile, limit);
        }
        getrlimit(Resource::Nofile).current.map_or(usize::MAX, |current| current as usize)
    }
    #[cfg(not(unix))]
    {
        usize::MAX
    }
}

/// Everything that the server answers, as a service without a port, over a store in a directory: for whoever sends requests
/// within the process, such as the fuzzer. It must be called and used inside a runtime of tokio.
///
/// # Errors
/// If the store can't be had.
pub fn service(data: &Path) -> Result<Router, ServerError> {
    let store = Arc::new(Store::open(data)?);
    let memory = Memory::new(memory::USUAL);
    let jobs = Jobs::new(UNWATCHED, &memory)?;
    let room = CacheLimits::of(memory.games);
    Ok(router(App::new(store, memory, room, jobs), Page::Embedded, None))
}

/// Everything that the server answers.
pub(crate) fn router(app: App, page: Page, access: Option<Access>) -> Router {
    guard::guarded(api::routes(app).fallback_service(any(page::serve).with_state(page)), access)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn bind(data: &TempDir, listen: Option<&str>, token: Option<&Token>) -> Result<Server, ServerError> {
        let listen = listen.map(|address| address.parse().unwrap());
        let data = data.path().to_owned();
        let (token, memory, durability) = (token.cloned(), memory::USUAL, Durability::Normal);
        Server::bind(Settings { listen, token, memory, data, durability, page: None })
    }

    #[test]
    fn a_taken_usual_port_is_no_obstacle_but_a_taken_given_one_is() {
        let data = TempDir::new().unwrap();
        let first = bind(&data, None, None).unwrap();
        let second = bind(&data, None, None).unwrap();
        assert_ne!(first.address(), second.address());
        assert!(first.address().ip().is_loopback() && second.address().ip().is_loopback());
        let error = bind(&data, Some(&first.address().to_string()), None).err().unwrap();
        assert!(error.to_string().starts_with("can't listen on 127.0.0.1"), "{error}");
    }

    #[test]
    fn other_machines_need_a_token() {
        let data = TempDir::new().unwrap();
        for exposed in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "[::ffff:192.0.2.1]:0"] {
            let error = bind(&data, Some(exposed), None).err().unwrap();
            assert!(matches!(error, ServerError::Exposed { .. }), "{exposed}: {error}");
        }
        assert!(bind(&data, Some("0.0.0.0:0"), Some(&Token::random().unwrap())).is_ok());
        for own in ["127.0.0.1:0", "127.0.0.2:0", "[::ffff:127.0.0.1]:0"] {
            assert!(!Server::is_exposed(own.parse().unwrap()), "{own}");
        }
    }
}
