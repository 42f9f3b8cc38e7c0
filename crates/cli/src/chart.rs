//! Charts as SVG files, and as a line of text: states per depth, and the figures of a bench.

use crate::show;
use std::fmt::Write;
use telusur_puzzles::BenchTable;

/// Columns of a sparkline at most.
const SPARKS: usize = 60;
const WIDTH: f64 = 800.0;
/// As on the page, by day.
const ACCENT: &str = "#17656c";
const INK: &str = "#1e2528";
const SOFT: &str = "#556167";
const PAPER: &str = "#fffdf9";
const LINE: &str = "#e0dacd";

/// Numbers as heights of one line; where there are many, the largest of each few.
pub(crate) fn sparkline(numbers: &[u64]) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = numbers.iter().copied().max().unwrap_or(0).max(1);
    let each = numbers.len().div_ceil(SPARKS).max(1);
    let height = |few: &[u64]| {
        let largest = few.iter().copied().max().unwrap_or(0);
        HEIGHTS[(largest as f64 / most as f64 * 7.0).round() as usize]
    };
    numbers.chunks(each).map(height).collect()
}

/// States per depth as bars, with both axes named.
pub(crate) fn of_depths(title: &str, depths: &[u64], partial: u64) -> String {
    let (left, top, wide, high) = (90.0, 60.0, WIDTH - 120.0, 300.0);
    let shown: Vec<u64> = depths.iter().copied().chain((partial > 0).then_some(partial)).collect();
    let most = shown.iter().copied().max().unwrap_or(0).max(1);
    let mut svg = begin(top + high + 60.0, title);
    for step in 0..=4 {
        let y = top + high - high * f64::from(step) / 4.0;
        let value = most as f64 * f64::from(step) / 4.0;
        _ = write!(svg, r#"<path d="M{left} {y:.1}h{wide}" stroke="{LINE}"/>"#);
        text(&mut svg, (left - 8.0, y + 4.0), "end", SOFT, &show::grouped(value.round() as u64));
    }
    let each = wide / shown.len().max(1) as f64;
    for (depth, &states) in shown.iter().enumerate() {
        let tall = (high * states as f64 / most as f64).max(if states > 0 { 1.0 } else { 0.0 });
        let (x, y) = (left + each * depth as f64, top + high - tall);
        let solid = if depth < depths.len() { "1" } else { "0.4" };
        let width = (each * 0.86).max(0.3);
        _ = write!(
            svg,
            r#"<rect x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{tall:.2}" fill="{ACCENT}" fill-opacity="{solid}"><title>{depth}: {}</title></rect>"#,
            show::grouped(states)
        );
    }
    let last = shown.len().saturating_sub(1);
    for depth in (0..=10).map(|tenth| last * tenth / 10).collect::<std::collections::BTreeSet<_>>() {
        let x = left + each * (depth as f64 + 0.43);
        text(&mut svg, (x, top + high + 20.0), "middle", SOFT, &depth.to_string());
    }
    text(&mut svg, (left + wide / 2.0, top + high + 44.0), "middle", INK, "depth");
    text(&mut svg, (left - 8.0, top - 14.0), "end", INK, "states");
    svg + "</svg>\n"
}

/// The figures of tables as bars on logarithmic axes: one panel for each column of numbers, one bar for each row.
pub(crate) fn of_tables(tables: &[BenchTable]) -> String {
    let mut y = 20.0;
    let mut body = String::new();
    for table in tables {
        text_in(&mut body, (20.0, y + 20.0), "start", INK, 18, &table.title);
        y += 40.0;
        for column in 1..table.columns.len() {
            let cell = |row: &Vec<String>| row.get(column).and_then(|cell| number(cell));
            let known = || table.rows.iter().filter_map(cell).filter(|&value| value > 0.0);
            let (low, high) = known().fold((f64::MAX, 0.0f64), |(low, high), n| (low.min(n), high.max(n)));
            if known().count() < 2 || low == high {
                continue;
            }
            // Whole decades, so that bars of different runs can be compared.
            let (first, last) = (low.log10().floor(), high.log10().ceil().max(low.log10().floor() + 1.0));
            let (left, wide) = (170.0, WIDTH - 290.0);
            let place = |value: f64| left + wide * (value.log10() - first) / (last - first);
            text(
                &mut body,
                (20.0, y + 16.0),
                "start",
                SOFT,
                &format!("{} (logarithmic)", table.columns[column]),
            );
            y += 26.0;
            let tall = 20.0 * table.rows.len() as f64;
            for decade in first as i32..=last as i32 {
                let x = place(10f64.powi(decade));
                _ = write!(body, r#"<path d="M{x:.1} {y:.1}v{tall}" stroke="{LINE}"/>"#);
                text(&mut body, (x, y + tall + 15.0), "middle", SOFT, &power(decade));
            }
            for row in &table.rows {
                text(&mut body, (left - 8.0, y + 14.0), "end", INK, row.first().map_or("", String::as_str));
                if let Some(value) = cell(row).filter(|&value| value > 0.0) {
                    let long = (place(value) - left).max(1.0);
                    _ = write!(
                        body,
                        r#"<rect x="{left}" y="{:.1}" width="{long:.1}" height="13" rx="3" fill="{ACCENT}"/>"#,
                        y + 3.0
                    );
                    let said = row.get(column).map_or("", String::as_str);
                    text(&mut body, (left + long + 6.0, y + 14.0), "start", SOFT, said);
                }
                y += 20.0;
            }
            y += 34.0;
        }
        y += 20.0;
    }
    let title = tables.first().map_or("", |table| &table.title);
    begin(y, title).replace("<text", "<desc").replace("</text>", "</desc>") + &body + "</svg>\n"
}

/// The number at the beginning of a cell.
fn number(cell: &str) -> Option<f64> {
    let digits: String = cell
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
        .filter(|&c| c != ',')
        .collect();
    digits.parse().ok()
}

/// A power of ten as people read it.
fn power(decade: i32) -> String {
    match decade {
        0..=5 => show::grouped(10u64.pow(decade as u32)),
        -3..=-1 => format!("{}", 10f64.powi(decade)),
        _ => format!("10^{decade}"),
    }
}

fn begin(height: f64, title: &str) -> String {
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0}" font-family="sans-serif"><rect width="100%" height="100%" fill="{PAPER}"/>"#
    );
    text_in(&mut svg, (20.0, 28.0), "start", INK, 18, title);
    svg
}

fn text(svg: &mut String, at: (f64, f64), anchor: &str, colour: &str, words: &str) {
    text_in(svg, at, anchor, colour, 12, words);
}

fn text_in(svg: &mut String, (x, y): (f64, f64), anchor: &str, colour: &str, size: u32, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    _ = write!(
        svg,
        r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{words}</text>"#
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_heights() {
        assert_eq!(sparkline(&[1, 2, 4, 8, 8, 4, 2, 0]), "▂▃▅██▅▃▁");
        assert_eq!(sparkline(&[]), "");
        assert_eq!(sparkline(&vec![5; 1000]).chars().count(), 59);
    }

    #[test]
    fn charts_hold_a_bar_for_every_figure() {
        let svg = of_depths("A <tower> & more", &[1, 3, 9], 4);
        assert_eq!((svg.matches("<rect x=").count(), svg.matches("fill-opacity=\"0.4\"").count()), (4, 1));
        assert!(
            svg.contains("A &lt;tower&gt; &amp; more") && svg.contains(">depth<") && svg.contains("2: 9")
        );
        let strings = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let table = BenchTable {
            title: "Speed".to_owned(),
            columns: strings(&["algorithm", "claim", "ms", "expanded"]),
            rows: vec![
                strings(&["bfs", "optimal", "295.01", "181438"]),
                strings(&["dfs", "feasible", "0.2", "1,175"]),
                strings(&["iddfs", "stopped", "", ""]),
            ],
            ..BenchTable::default()
        };
        let svg = of_tables(&[table]);
        assert_eq!(svg.matches("<rect x=").count(), 4, "{svg}");
        assert!(svg.contains("ms (logarithmic)") && svg.contains("expanded (logarithmic)"));
        assert!(!svg.contains("claim (logarithmic)") && svg.contains(">0.1<") && svg.contains(">1,000<"));
    }
}
