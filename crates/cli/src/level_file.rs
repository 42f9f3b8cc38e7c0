//! Level files as they are written: head lines where there is something to say, a blank line, the level.

use telusur_puzzles::Setup;

/// The text of a file that reads back as this setup.
pub(crate) fn text(setup: &Setup, comment: Option<&str>) -> String {
    let comment = comment.map(|comment| ("comment", comment));
    let options = setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut text = String::new();
    for (name, value) in comment.into_iter().chain(options) {
        // A head line is one line; grids have a form with slashes.
        text += &format!("{name}: {}\n", value.replace('\n', "/"));
    }
    if let Some(level) = &setup.level {
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{}\n", level.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::LevelFile;

    #[test]
    fn a_level_file_reads_back() {
        for setup in [
            Setup::level("1 2\n. 3"),
            Setup::level("x").with("goal", "a/b"),
            Setup::default().with("discs", "3"),
        ] {
            for comment in [None, Some("a: b")] {
                let text = text(&setup, comment);
                assert_eq!(LevelFile::read(&text).unwrap().setup, setup, "{text}");
            }
        }
    }
}
