//! Two reports of the same bench side by side: what took how long before.

/// What a measurement gives; the other columns say what was measured.
const MEASURED: [&str; 8] = [
    "nodes",
    "nodes/s",
    "states/s",
    "bytes/state",
    "states expanded",
    "slowest board",
    "× pathfinding",
    "peak memory",
];

/// The tables of a report with two more columns: the time before, and how many times as fast it is now. What was not
/// measured before has a dash.
pub(super) fn beside(now: &str, before: &str) -> String {
    let known = rows(before);
    let mut text = String::new();
    let (mut title, mut columns) = ("", Vec::new());
    for line in now.lines() {
        let added = match cells(line) {
            None => {
                if line.starts_with("**") {
                    (title, columns) = (line, Vec::new());
                }
                String::new()
            }
            Some(cells) if columns.is_empty() => {
                columns = cells;
                " before | × before |".to_owned()
            }
            Some(cells) if cells[0].starts_with("---") => " ---: | ---: |".to_owned(),
            Some(cells) => {
                let earlier = known.iter().find(|row| row.key == key(title, &columns, &cells));
                match (earlier, time(&columns, &cells)) {
                    (Some(earlier), Some(now)) => {
                        let ratio = seconds(earlier.time).zip(seconds(now)).map(|(old, new)| old / new);
                        let ratio = ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
                        format!(" {} | {ratio} |", earlier.time)
                    }
                    _ => " – | – |".to_owned(),
                }
            }
        };
        text += &format!("{line}{added}\n");
    }
    text
}

/// What was measured, and how long it took.
struct Row<'t> {
    key: String,
    time: &'t str,
}

fn rows(report: &str) -> Vec<Row<'_>> {
    let (mut title, mut columns) = ("", Vec::new());
    let mut rows = Vec::new();
    for line in report.lines() {
        match cells(line) {
            None if line.starts_with("**") => (title, columns) = (line, Vec::new()),
            None => {}
            Some(cells) if columns.is_empty() => columns = cells,
            Some(cells) => {
                let key = key(title, &columns, &cells);
                rows.extend(time(&columns, &cells).map(|time| Row { key, time }));
            }
        }
    }
    rows
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(inner.split(" | ").collect())
}

fn key(title: &str, columns: &[&str], cells: &[&str]) -> String {
    let said =
        columns.iter().zip(cells).filter(|(column, _)| !MEASURED.contains(column) && **column != "time");
    said.fold(title.to_owned(), |key, (_, cell)| key + "|" + cell)
}

fn time<'t>(columns: &[&str], cells: &[&'t str]) -> Option<&'t str> {
    cells.get(columns.iter().position(|&column| column == "time")?).copied()
}

fn seconds(time: &str) -> Option<f64> {
    match time.split_once(' ')? {
        (number, "s") => number.parse().ok(),
        (number, "ms") => number.parse().ok().map(|milliseconds: f64| milliseconds / 1e3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_stand_beside_those_of_the_same_work() {
        let head = "| engine | threads | time | states/s |\n| --- | ---: | ---: | ---: |\n";
        let before = format!("**A**\n\n{head}| bfs | 1 | 2.00 s | 5 M |\n| bfs | 2 | 1.00 s | 9 M |\n");
        let now = format!(
            "**A**\n\n{head}| bfs | 1 | 500.00 ms | 6 M |\n| new | 1 | 1.00 s | 1 M |\n\n**B**\n\n{head}| bfs | 1 | 1.00 s | 6 M |\n"
        );
        let both = beside(&now, &before);
        let expected = [
            "| engine | threads | time | states/s | before | × before |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
            "| bfs | 1 | 500.00 ms | 6 M | 2.00 s | 4.00 |",
            "| new | 1 | 1.00 s | 1 M | – | – |",
            "| bfs | 1 | 1.00 s | 6 M | – | – |",
        ];
        let found: Vec<&str> = both.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(found[..4], expected[..4]);
        assert_eq!(found[6], expected[4], "another table is other work");
    }
}
