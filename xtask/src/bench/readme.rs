//! A report put into the README: every table takes the place of the one with its title.

use anyhow::{Context, Result};

/// The README with the tables of a report between the marks of a bench. What is said around them stays; a table that was
/// not there comes last.
pub(super) fn with_tables(readme: &str, name: &str, report: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- bench:{name} -->\n"), "<!-- /bench -->");
    let (before, rest) = readme.split_once(&begin).with_context(|| format!("the README has no '{begin}'"))?;
    let (block, after) = rest.split_once(end).with_context(|| format!("'{begin}' has no end"))?;
    let mut block = block.to_owned();
    for table in report.split("\n\n**").map(|table| format!("**{}", table.trim().trim_start_matches("**"))) {
        let title = format!("{}\n", table.lines().next().unwrap_or_default());
        block = match block.find(&title) {
            None => format!("{}\n\n{table}\n\n", block.trim_end()),
            Some(at) => {
                // A title, a blank line, rows.
                let rows = at + title.len() + 1;
                let length = block[rows..].find("\n\n").map_or(block.len(), |length| rows + length);
                format!("{}{table}{}", &block[..at], &block[length..])
            }
        };
    }
    Ok(format!("{before}{begin}{block}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_take_the_place_of_those_with_their_titles() {
        let readme = "Text.\n<!-- bench:engine -->\nWords.\n\n**A**\n\n| a |\n| 1 |\n\nMore.\n\n**B**\n\n| b |\n\n<!-- /bench -->\nEnd.\n";
        let report = "**A**\n\n| a |\n| 2 |\n| 3 |\n\n**C**\n\n| c |\n";
        let expected = "Text.\n<!-- bench:engine -->\nWords.\n\n**A**\n\n| a |\n| 2 |\n| 3 |\n\nMore.\n\n**B**\n\n| b |\n\n**C**\n\n| c |\n\n<!-- /bench -->\nEnd.\n";
        assert_eq!(with_tables(readme, "engine", report).unwrap(), expected);
        assert!(with_tables(readme, "planes", report).is_err());
    }
}
