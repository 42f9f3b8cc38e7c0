//! Taking a port, serving, and ending in good order.

use crate::api::{self, App};
use crate::games::Room;
use crate::guard;
use crate::jobs::{Jobs, UNWATCHED};
use crate::page::{self, Page};
use crate::store::{Store, StoreError};
use axum::Router;
use axum::routing::any;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The usual port.
const PORT: u16 = 7377;
/// Threads that wait for disks and locks; more requests than that stand in line.
const MOST_WAITING_THREADS: usize = 64;
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
    /// The directory that games are kept in. It is made if it is missing.
    pub data: PathBuf,
    /// The directory to read the page's files from at each request, instead of those inside the program.
    pub page: Option<PathBuf>,
}

/// A server that holds its port and its store.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    store: Store,
    page: Page,
}

impl Server {
    /// Takes the address and opens the store.
    ///
    /// # Errors
    /// If the address or the store can't be had.
    pub fn bind(settings: Settings) -> Result<Self, ServerError> {
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
        let listen =
            |address| TcpListener::bind(address).map_err(|error| ServerError::Bind { address, error });
        let listener = match settings.listen {
            Some(address) => listen(address)?,
            None => listen(usual).or_else(|_| listen(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))))?,
        };
        let address = listener.local_addr()?;
        let store = Store::open(&settings.data)?;
        let page = settings.page.map_or(Page::Embedded, Page::Directory);
        Ok(Server { listener, address, store, page })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until Ctrl-C or a request to terminate, then cancels what runs and ends.
    ///
    /// # Errors
    /// If the system does not let it.
    pub fn run(self) -> Result<(), ServerError> {
        self.listener.set_nonblocking(true)?;
        let store = Arc::new(self.store);
        store.forget_unplayed_games()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .max_blocking_threads(MOST_WAITING_THREADS)
            .enable_all()
            .build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let (stop, stopped) = tokio::sync::watch::channel(false);
            let jobs = Jobs::new(UNWATCHED)?;
            let app = App::new(store, Room::USUAL, jobs.clone());
            let router = router(app, self.page);
            let mut until = stopped.clone();
            let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
                // An error means that the sender is gone, which is the end as well.
                _ = until.wait_for(|&stop| stop).await;
            });
            let mut serving = std::pin::pin!(serving.into_future());
            tokio::select! {
                ended = &mut serving => return ended,
                () = asked_to_end() => {}
            }
            // Searches end first, so that those who watch them get an answer and go.
            jobs.end();
            _ = stop.send(true);
            // A browser that keeps its connection open must not keep the program alive.
            tokio::time::timeout(PATIENCE, serving).await.unwrap_or(Ok(()))
        });
        runtime.shutdown_timeout(PATIENCE);
        Ok(served?)
    }
}

/// Everything that the server answers.
pub(crate) fn router(app: App, page: Page) -> Router {
    guard::guarded(api::routes(app).fallback_service(any(page::serve).with_state(page)))
}

async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).ok();
        let terminated = async {
            match &mut terminate {
                Some(signal) => _ = signal.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = terminated => {}
        }
    }
    #[cfg(not(unix))]
    {
        _ = tokio::signal::ctrl_c().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Scratch;

    #[test]
    fn a_taken_usual_port_is_no_obstacle_but_a_taken_given_one_is() {
        let data = Scratch::new();
        let bind = |listen| Server::bind(Settings { listen, data: data.path().to_owned(), page: None });
        let first = bind(None).unwrap();
        let second = bind(None).unwrap();
        assert_ne!(first.address(), second.address());
        assert!(first.address().ip().is_loopback() && second.address().ip().is_loopback());
        let error = bind(Some(first.address())).err().unwrap();
        assert!(error.to_string().starts_with("can't listen on 127.0.0.1"), "{error}");
    }
}
