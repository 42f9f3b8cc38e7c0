//! What is seen while a search on disk goes on: a line on the terminal, and the layers as a table.

use super::launch::Children;
use crate::progress::{Moment, ProgressForm, Reporter};
use crate::show;
use anyhow::Context;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use telusur_explore::{Layer, Now, Options, Watcher};
use telusur_search::Deadline;

/// The columns of the table of layers.
const COLUMNS: &str = "depth,states,total,goals,edges,seconds,written,read\n";

/// Watches a search on disk.
pub(super) struct Watch {
    reporter: Reporter,
    table: Option<File>,
    layers: Vec<u64>,
    total: u64,
    memory: Option<u64>,
    disk: Option<u64>,
    deadline: Deadline,
    children: Children,
}

impl Watch {
    pub(super) fn new(
        form: ProgressForm,
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
            reporter: Reporter::new(form, options.limits.deadline.clone()),
            table: table.transpose()?,
            layers: Vec::new(),
            total: 0,
            memory: options.limits.bytes,
            disk: options.disk,
            deadline: options.limits.deadline.clone(),
            children,
        })
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.reporter.clear();
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
        if self.deadline.is_over() {
            self.children.stop();
        }
        if self.reporter.is_due() {
            self.reporter.show(&moment(now, &self.layers, (self.memory, self.disk)));
        }
    }
}

/// What is seen of a search on disk. What is done are the states that are expanded: new ones count when their layer is
/// complete.
fn moment(now: &Now, layers: &[u64], (memory, disk): (Option<u64>, Option<u64>)) -> Moment {
    let of = |used: u64, most: Option<u64>| match most {
        Some(most) => format!("{} of {}", show::bytes(used), show::bytes(most)),
        None => show::bytes(used),
    };
    let total = now.ranks.filter(|&ranks| ranks > 0);
    let expanded = 100.0 * now.expanded as f64 / now.frontier.max(1) as f64;
    let details = vec![
        format!("depth {}", show::grouped(now.depth)),
        show::counted(now.states, "state"),
        format!("{} in the last layer, {expanded:.0} % of it expanded", show::grouped(now.frontier)),
        format!("disk {}", of(now.disk, disk)),
        format!("memory {}", of(now.memory, memory)),
    ];
    let mut fields = vec![
        ("depth", now.depth),
        ("frontier", now.frontier),
        ("expanded", now.expanded),
        ("generated", now.generated),
        ("stored", now.states),
        ("bytes", now.memory),
        ("disk_bytes", now.disk),
    ];
    fields.extend(memory.map(|bytes| ("budget_bytes", bytes)));
    fields.extend(disk.map(|bytes| ("disk_budget_bytes", bytes)));
    Moment {
        id: "disk",
        title: "on disk".to_owned(),
        done: now.states - now.frontier.min(now.states) + now.expanded,
        total,
        unit: "state",
        left: rest(layers, total.map(|ranks| ranks.saturating_sub(now.states))),
        details,
        fields,
    }
}

/// States that may still come, by the shape of the layers: they grow and shrink about as fast, and there can't be more
/// than the numbers that are left.
pub(super) fn rest(layers: &[u64], most: Option<u64>) -> Option<f64> {
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
    fn a_moment_says_all_and_estimates_the_rest() {
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
        let seen = moment(&now, &layers, (Some(1 << 22), None));
        assert_eq!((seen.done, seen.total, seen.left), (1_036, Some(2_222), Some(61.0)));
        assert_eq!(
            seen.details.join(", "),
            "depth 4, 1,111 states, 100 in the last layer, 25 % of it expanded, disk 1.0 MiB, memory 2.0 MiB of 4.0 MiB"
        );
        assert!(
            seen.fields.contains(&("disk_bytes", 1 << 20))
                && seen.fields.contains(&("budget_bytes", 1 << 22))
        );
        assert_eq!(rest(&[1, 10, 100], None), None, "it still grows");
        assert_eq!(rest(&[1, 10, 100], Some(7)), Some(7.0));
        assert_eq!(rest(&[], None), None);
    }
}
