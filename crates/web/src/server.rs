//! Taking a port, serving, and ending in good order.

use crate::{api, guard, jobs, page};
use axum::Router;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

/// The usual port.
const PORT: u16 = 7377;
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
    /// The system failed us later.
    #[error("the server failed: {0}")]
    Io(#[from] std::io::Error),
}

/// A server that holds its port.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes the address; without one, 127.0.0.1:7377 or a free port if that one is taken.
    ///
    /// # Errors
    /// If the address can't be had.
    pub fn bind(address: Option<SocketAddr>) -> Result<Self, ServerError> {
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
        let listen =
            |address| TcpListener::bind(address).map_err(|error| ServerError::Bind { address, error });
        let listener = match address {
            Some(address) => listen(address)?,
            None => listen(usual).or_else(|_| listen(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))))?,
        };
        let address = listener.local_addr()?;
        Ok(Server { listener, address })
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
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let (stop, stopped) = tokio::sync::watch::channel(false);
            let router = router(jobs::Jobs::new(stopped.clone()));
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
            _ = stop.send(true);
            // A browser that keeps its connection open must not keep the program alive.
            tokio::time::timeout(PATIENCE, serving).await.unwrap_or(Ok(()))
        });
        runtime.shutdown_timeout(PATIENCE);
        Ok(served?)
    }
}

/// Everything that the server answers.
pub(crate) fn router(jobs: jobs::Jobs) -> Router {
    let routes = page::routes().merge(api::routes(jobs)).fallback(page::nothing_here);
    guard::guarded(routes)
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

    #[test]
    fn a_taken_usual_port_is_no_obstacle_but_a_taken_given_one_is() {
        let first = Server::bind(None).unwrap();
        let second = Server::bind(None).unwrap();
        assert_ne!(first.address(), second.address());
        assert!(first.address().ip().is_loopback() && second.address().ip().is_loopback());
        let error = Server::bind(Some(first.address())).err().unwrap();
        assert!(error.to_string().starts_with("can't listen on 127.0.0.1"), "{error}");
    }
}
