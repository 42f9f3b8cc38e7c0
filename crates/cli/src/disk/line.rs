//! What is seen while a search on disk goes on: a line on the terminal, and the layers as a table.

use super::launch::Children;
use crate::progress::line_on_terminal;
use crate::show;
use anyhow::Context;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use telusur_explore::{Layer, Now, Options, Watcher};
use telusur_search::Deadline;

/// The columns of the table of layers.
const COLUMNS: &str = "depth,states,total,goals,edges,seconds,written,read\n";

/// Watches a search on disk.
pub(super) struct Watch {
    bar: ProgressBar,
    table: Option<File>,
    layers: Vec<u64>,
    total: u64,
    started: Instant,
    /// States that were there when this part of the run began.
    before: Option<u64>,
    memory: Option<u64>,
    disk: Option<u64>,
    deadline: Deadline,
    children: Children,
}

impl Watch {
    pub(super) fn new(
        shown: bool,
        table: Option<&std::path::PathBuf>,
        options: &Options,
        children: Children,
    ) -> anyhow::Result<Self> {
        let create = |path: &Path| {
            let mut file = File::create(path)?;
            file.write_all(COLUMNS.as_bytes())?;
            Ok::<_, std::io::Error>(file)
        };
        let table =
            table.map(|path| create(path).with_context(|| format!("can't write '{}'", path.display())));
        Ok(Watch {
            bar: line_on_terminal(shown),
            table: table.transpose()?,
            layers: Vec::new(),
            total: 0,
            started: Instant::now(),
            before: None,
            memory: options.limits.bytes,
            disk: options.disk,
            deadline: options.limits.deadline.clone(),
            children,
        })
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Watch {
    fn layer(&mut self, layer: &Layer) {
        self.total += layer.states;
        self.layers.push(layer.states);
        let Layer { depth, states, goals, edges, millis, written, read } = layer;
        if *states == 0 {
            return;
        }
        if let Some(table) = &mut self.table {
            let seconds = *millis as f64 / 1000.0;
            let row =
                format!("{depth},{states},{},{goals},{edges},{seconds:.3},{written},{read}\n", self.total);
            if table.write_all(row.as_bytes()).is_err() {
                // The answer is worth more than its table.
                self.table = None;
            }
        }
    }

    fn progress(&mut self, now: &Now) {
        let before = *self.before.get_or_insert(now.states);
        if self.deadline.is_over() {
            self.children.stop();
        }
        if !self.bar.is_hidden() {
            let line = line(now, &self.layers, before, (self.memory, self.disk), self.started.elapsed());
            self.bar.set_message(line);
        }
    }
}

/// One line: depth, states, new ones of the last layer, rate, disk and memory, share and rest.
fn line(
    now: &Now,
    layers: &[u64],
    before: u64,
    (memory, disk): (Option<u64>, Option<u64>),
    elapsed: Duration,
) -> String {
    let of = |used: u64, most: Option<u64>| match most {
        Some(most) => format!("{} of {}", show::bytes(used), show::bytes(most)),
        None => show::bytes(used),
    };
    let seconds = elapsed.as_secs_f64().max(1e-3);
    let rate = (now.states - before) as f64 / seconds;
    let mut line = format!(
        "depth {}: {}, {} in the last layer, {:.0} % of it expanded, {}/s; disk {}, memory {}",
        now.depth,
        show::counted(now.states, "state"),
        show::grouped(now.frontier),
        100.0 * now.expanded as f64 / now.frontier.max(1) as f64,
        show::grouped(rate as u64),
        of(now.disk, disk),
        of(now.memory, memory),
    );
    if let Some(ranks) = now.ranks.filter(|&ranks| ranks > 0) {
        line += &format!("; {:.1} % of all numbers", 100.0 * now.states as f64 / ranks as f64);
    }
    if let Some(rest) = rest(layers, now.ranks.map(|ranks| ranks.saturating_sub(now.states)))
        && rate > 0.0
    {
        line += &format!("; about {} to go", show::duration(Duration::from_secs_f64((rest / rate).min(1e9))));
    }
    line
}

/// States that may still come, by the shape of the layers: they grow and shrink about as fast, and there can't be more
/// than the numbers that are left.
fn rest(layers: &[u64], most: Option<u64>) -> Option<f64> {
    let (peak, &largest) = layers.iter().enumerate().max_by_key(|&(_, states)| *states)?;
    let last = *layers.last()?;
    let guess = if last * 10 < largest * 9 {
        // Past the peak: as many as there were before a layer of this size came.
        layers[..peak].iter().take_while(|&&states| states < last).map(|&states| states as f64).sum::<f64>()
    } else {
        // Not past it: at least the half that is there.
        return most.map(|most| most as f64);
    };
    Some(most.map_or(guess, |most| guess.min(most as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_all_and_guesses_the_rest() {
        let now = Now {
            depth: 4,
            states: 1_111,
            frontier: 100,
            expanded: 25,
            generated: 9,
            disk: 1 << 20,
            memory: 1 << 21,
            ranks: Some(2_222),
        };
        let layers = [1, 10, 50, 950, 100];
        let text = line(&now, &layers, 111, (Some(1 << 22), None), Duration::from_secs(10));
        assert_eq!(
            text,
            "depth 4: 1,111 states, 100 in the last layer, 25 % of it expanded, 100/s; disk 1.0 MiB, memory 2.0 MiB \
             of 4.0 MiB; 50.0 % of all numbers; about 610.0 ms to go"
        );
        assert_eq!(rest(&[1, 10, 100], None), None, "it still grows");
        assert_eq!(rest(&[1, 10, 100], Some(7)), Some(7.0));
        assert_eq!(rest(&[], None), None);
    }
}
