//! What a worker tells all others at the end of a layer: how it went, its line, and, to the first, its small files.

use super::Searcher;
use crate::commit::Complete;
use crate::error::{ExploreError, Stop};
use crate::exchange::Exchange;
use crate::journal::Line;
use crate::key::Key;
use crate::run::RunFile;
use telusur_search::Limit;

/// A report as bytes: the status, the line, and for each small file a line with its name and length, and its bytes.
pub(crate) fn write(status: &str, line: &Line, files: &[&RunFile]) -> Vec<u8> {
    let mut report = [status.as_bytes(), b"\n", line.write().as_bytes()].concat();
    for file in files {
        if let Some(content) = file.content() {
            report.extend_from_slice(format!("{} {}\n", file.name.name, content.len()).as_bytes());
            report.extend_from_slice(content);
        }
    }
    report
}

/// The status of a report with what follows it; `None` if it can't be read.
pub(crate) fn read(report: &[u8]) -> Option<(&str, Option<Complete>)> {
    let mut rest = report;
    let mut text = || {
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        let (text, more) = (std::str::from_utf8(&rest[..end]).ok()?, &rest[end + 1..]);
        rest = more;
        Some(text)
    };
    let status = text()?;
    if status != OK {
        return Some((status, None));
    }
    let line = Line::read(text()?)?;
    let mut contents = Vec::new();
    while !rest.is_empty() {
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        let (name, len) = std::str::from_utf8(&rest[..end]).ok()?.split_once(' ')?;
        let (content, more) = rest[end + 1..].split_at_checked(len.parse().ok()?)?;
        contents.push((name.to_owned(), content.to_vec()));
        rest = more;
    }
    Some((status, Some(Complete { line, contents })))
}

/// The status of a worker that goes on.
const OK: &str = "ok";

/// How a worker says what it has come to.
fn status_of(stop: Option<&Stop>) -> String {
    match stop {
        None => OK.to_owned(),
        Some(Stop::Limit(Limit::Time(_))) => "time".to_owned(),
        Some(Stop::Limit(Limit::Cancelled)) => "cancelled".to_owned(),
        Some(Stop::Limit(Limit::Disk(_))) => "disk".to_owned(),
        Some(other) => format!("failed {}", other.to_string().replace('\n', " ")),
    }
}

impl<K: Key> Searcher<'_, K> {
    /// Keeps what is new, tells all, and goes on to the next layer.
    pub(super) fn finish_layer(&mut self, depth: u64) -> Result<(), Stop> {
        self.wait(Exchange::is_receiving)?;
        let stopped = self.exchange.inbox.borrow_mut().take_stop();
        self.note(stopped.map_or(Ok(()), Err));
        let mut line = Line { depth, edges: self.edges, ..Line::default() };
        if self.stop.is_none() {
            let kept = self.keep_new(depth, &mut line);
            self.note(kept);
        }
        self.shared.status.holds(self.index, self.held());
        let cleared = self.exchange.inbox.borrow_mut().clear();
        self.note(cleared.map_err(Stop::from));
        (line.written, line.read) = self.shared.share_of_traffic();
        let status = status_of(self.stop.as_ref());
        let made = self.made(depth);
        let made_bytes: u64 = made.iter().map(|file| file.name.bytes).sum();
        let made: Vec<&RunFile> = made.iter().map(|file| &**file).collect();
        let to_first = write(&status, &line, &made);
        let to_others = write(&status, &line, &[]);
        self.exchange.report(&to_first, &to_others, self.peers);
        self.wait(Exchange::is_receiving)?;
        let layer = self.hear(depth)?;
        self.depth = depth;
        self.totals.add(&layer.line);
        if let Some(held) = self.disk_use.add(&layer.line, self.shared) {
            self.shared.disk.allow(held, made_bytes);
        }
        // The others learn it at the end of the next layer.
        let permanent = self.shared.complete(self.index, layer);
        self.note(permanent);
        Ok(())
    }

    /// What all workers say of a layer, as one line.
    fn hear(&mut self, depth: u64) -> Result<Complete, Stop> {
        if let Some(stop) = self.stop.take() {
            return Err(stop);
        }
        let mut whole = Line { depth, millis: self.shared.elapsed(), ..Line::default() };
        let (mut contents, mut stop, mut reports) = (Vec::new(), None, 0);
        for report in self.exchange.take_reports() {
            reports += 1;
            match read(&report) {
                Some((_, Some(layer))) if layer.line.depth == depth => {
                    let line = layer.line;
                    whole.states += line.states;
                    whole.goals += line.goals;
                    whole.edges += line.edges;
                    whole.written += line.written;
                    whole.read += line.read;
                    whole.files.extend(line.files);
                    whole.visited.extend(line.visited);
                    contents.extend(layer.contents);
                }
                Some((status, None)) => {
                    stop.get_or_insert(self.shared.stop_said(status));
                }
                _ => {
                    let why = "the report of another worker can't be read".to_owned();
                    stop.get_or_insert(Stop::Failed(ExploreError::Elsewhere(why)));
                }
            }
        }
        if let Some(stop) = stop {
            return Err(stop);
        }
        if reports != self.peers {
            let why = format!("{reports} of {} workers have reported", self.peers);
            return Err(Stop::Failed(ExploreError::Elsewhere(why)));
        }
        whole.last = whole.states == 0;
        whole.files.sort_by(|a, b| (&a.name, a.at).cmp(&(&b.name, b.at)));
        whole.visited.sort_by(|a, b| (&a.name, a.at).cmp(&(&b.name, b.at)));
        whole.visited.dedup();
        whole.written += self.totals.written;
        whole.read += self.totals.read;
        Ok(Complete { line: whole, contents })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Disk;
    use crate::run::{RunWriter, SMALL};
    use crate::test_dir::TestDir;

    #[test]
    fn reports_are_read_back_and_cut_ones_refused() {
        let dir = TestDir::new("report");
        let disk = Disk::new(dir.path(), None);
        let mut writer = RunWriter::<u32>::create(&disk, "l3-0".to_owned(), SMALL);
        writer.begin(5);
        (0..100).for_each(|key| writer.push(key * 10).unwrap());
        writer.end().unwrap();
        let (file, _) = writer.finish().unwrap().unwrap();
        assert!(file.content().is_some() && !dir.path().join("l3-0").exists());
        let line = Line { depth: 3, states: 100, files: vec![file.name.clone()], ..Line::default() };
        let whole = write(OK, &line, &[&file, &file]);
        let (status, layer) = read(&whole).unwrap();
        let layer = layer.unwrap();
        assert_eq!((status, &layer.line, layer.contents.len()), (OK, &line, 2));
        assert_eq!(layer.contents[1], ("l3-0".to_owned(), file.content().unwrap().to_vec()));
        let without = write(OK, &line, &[]).len();
        for cut in 0..whole.len() {
            let is_whole = cut == without || cut == without + (whole.len() - without) / 2;
            assert_eq!(read(&whole[..cut]).is_some(), is_whole, "{cut}");
        }
        let failed = write("failed on disk", &line, &[]);
        assert!(matches!(read(&failed), Some(("failed on disk", None))));
    }
}
