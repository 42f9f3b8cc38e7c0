//! The other processes of this machine: started, watched, stopped.

use clap::ArgMatches;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use telusur_explore::Launch;

/// How long a process may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// The processes that this one has started. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Children(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The words of each command line but for the address.
    waiting: Vec<Vec<String>>,
    running: Vec<Child>,
    told: bool,
}

impl Children {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what to start: the same search in the same directory.
    pub(super) fn prepare(
        &self,
        dir: &Path,
        processes: usize,
        matches: &ArgMatches,
        threads: usize,
        memory: Option<u64>,
    ) {
        let command = |process: usize| {
            let mut words = vec!["explore".to_owned(), format!("--resume={}", dir.display())];
            words.push(format!("--processes={processes}"));
            words.push(format!("--process={process}"));
            words.push(format!("--threads={threads}"));
            words.extend(memory.map(|bytes| format!("--memory={bytes}")));
            let states = matches.try_get_one::<u64>("states").ok().flatten();
            words.extend(states.map(|states| format!("--states={states}")));
            let disk = matches.get_one::<u64>("disk-limit");
            words.extend(disk.map(|bytes| format!("--disk-limit={bytes}")));
            words
        };
        self.state().waiting = (1..processes).map(command).collect();
    }

    /// Asks them to stop, once: the time is up, or somebody has pressed Ctrl-C here.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        if !std::mem::replace(&mut state.told, true) {
            state.running.iter().for_each(terminate);
        }
    }

    /// Waits for their end, and makes it if they don't.
    pub(super) fn finish(&self) {
        let mut state = self.state();
        let since = std::time::Instant::now();
        for child in &mut state.running {
            while matches!(child.try_wait(), Ok(None)) {
                if since.elapsed() > PATIENCE {
                    let _ = child.kill();
                    let _ = child.wait();
                    break;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        state.running.clear();
    }
}

#[cfg(unix)]
fn terminate(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

#[cfg(not(unix))]
fn terminate(_: &Child) {}

impl Launch for Children {
    fn launch(&mut self, address: &str) -> io::Result<()> {
        let program = std::env::current_exe()?;
        let mut state = self.state();
        for words in std::mem::take(&mut state.waiting) {
            let mut command = Command::new(&program);
            command.args(words).arg(format!("--join={address}")).stdin(Stdio::null()).stdout(Stdio::null());
            // Ctrl-C on the terminal is for the leader alone, which tells the others when it has noted it.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            state.running.push(command.spawn()?);
        }
        Ok(())
    }

    fn ended(&mut self) -> Option<usize> {
        let mut state = self.state();
        let ended = state.running.iter_mut().position(|child| matches!(child.try_wait(), Ok(Some(_))));
        ended.map(|place| place + 1)
    }
}

/// What is still running when something fails is stopped too.
impl Drop for State {
    fn drop(&mut self) {
        for child in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
