//! A stream whose other side must take what is written to it: if no byte goes out for too long, it fails. At its end what
//! still arrives is read for a moment: closed with unread bytes, a connection is reset, and the other side may lose the
//! answer to a request that was refused before all of it had come.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// How long the other side may pause after the last answer before it closes, how long that may take in all, and how much
/// of what it sends is read meanwhile: more than the largest body that is taken.
const LINGER: Duration = Duration::from_millis(500);
const LONGEST_LINGER: Duration = Duration::from_secs(5);
const MOST_LEFT_BYTES: usize = 64 << 20;

pub(super) struct Patient<S> {
    stream: S,
    stall: Duration,
    /// When to give up, while a write waits, or the end does.
    end: Option<Pin<Box<Sleep>>>,
    /// When our side was closed, if it is, and how much was read since then.
    left: Option<(Instant, usize)>,
}

impl<S> Patient<S> {
    pub(super) fn new(stream: S, stall: Duration) -> Self {
        Patient { stream, stall, end: None, left: None }
    }

    /// What came of a try to write: success starts the clock anew, waiting goes on until the end.
    fn wait<T>(&mut self, tried: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.end = None;
            return tried;
        }
        let stall = self.stall;
        let end = self.end.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + stall)));
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(tried, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.wait(tried, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        self.wait(tried, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.left.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
            self.left = Some((Instant::now(), 0));
            self.end = Some(Box::pin(tokio::time::sleep(LINGER)));
        }
        let mut bytes = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    let read = buffer.filled().len();
                    let Some((since, left)) = &mut self.left else { return Poll::Ready(Ok(())) };
                    *left += read;
                    if *left > MOST_LEFT_BYTES || since.elapsed() > LONGEST_LINGER {
                        return Poll::Ready(Ok(()));
                    }
                    self.end = Some(Box::pin(tokio::time::sleep(LINGER)));
                }
                // It has closed its side, or is gone.
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => break,
            }
        }
        if let Some(end) = &mut self.end {
            ready!(end.as_mut().poll(context));
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn whoever_takes_nothing_is_given_up_and_whoever_is_slow_is_not() {
        let stall = Duration::from_millis(50);
        let (here, _there) = tokio::io::duplex(8);
        let failed = Patient::new(here, stall).write_all(&[1; 100]).await.unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);

        // All of it takes longer than that, and no part of it nearly as long.
        let stall = Duration::from_secs(3);
        let (here, mut there) = tokio::io::duplex(8);
        let reading = tokio::spawn(async move {
            let mut bytes = [0; 8];
            let mut read = 0;
            while read < 64 {
                tokio::time::sleep(Duration::from_millis(450)).await;
                read += there.read(&mut bytes).await.unwrap();
            }
        });
        Patient::new(here, stall).write_all(&[1; 64]).await.unwrap();
        reading.await.unwrap();
    }

    /// A request that was refused while its body was still on its way gets its answer.
    #[tokio::test]
    async fn what_still_arrives_does_not_destroy_the_answer() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = tokio::spawn(async move {
            let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
            stream.write_all(b"head").await.unwrap();
            stream.write_all(&vec![7; 100_000]).await.unwrap();
            tokio::time::sleep(Duration::from_millis(100)).await;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.map(|_| answer)
        });
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = Patient::new(stream, Duration::from_secs(5));
        stream.read_exact(&mut [0; 4]).await.unwrap();
        stream.write_all(b"refused").await.unwrap();
        stream.shutdown().await.unwrap();
        drop(stream);
        assert_eq!(client.await.unwrap().unwrap(), "refused");
    }

    /// Somebody who never closes is not waited for.
    #[tokio::test]
    async fn the_end_comes_by_itself() {
        let (here, there) = tokio::io::duplex(8);
        Patient::new(here, LINGER).shutdown().await.unwrap();
        drop(there);
    }
}
