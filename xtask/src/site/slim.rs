//! Scripts and style sheets as they travel: without comments that have lines of their own, and without indentation. Types
//! are written in comments here, so that is a quarter of what scripts weigh.

/// The same text with fewer bytes; what stands in a template of several lines is left as it is.
pub(super) fn slim(text: &str) -> String {
    let mut slim = String::with_capacity(text.len());
    let (mut in_comment, mut in_template) = (false, false);
    for line in text.lines() {
        let trimmed = line.trim();
        if in_comment {
            in_comment = !trimmed.ends_with("*/");
        } else if in_template {
            slim.push_str(line);
            slim.push('\n');
            in_template ^= opens_or_closes(line);
        } else if trimmed.starts_with("/*") && (!trimmed.contains("*/") || trimmed.ends_with("*/")) {
            in_comment = !trimmed.ends_with("*/");
        } else if !trimmed.is_empty() && !trimmed.starts_with("//") {
            slim.push_str(trimmed);
            slim.push('\n');
            in_template = opens_or_closes(line);
        }
    }
    slim
}

/// Whether a line begins or ends a template: it has an odd number of its signs.
fn opens_or_closes(line: &str) -> bool {
    line.replace("\\`", "").matches('`').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_everything_else_stays() {
        let text = "// What it does.\n\n/** @param {string} a */\nfunction f(a) {\n  /* why\n     so */\n  return `${a} // no\n  // not\n  a comment`; // said\n}\n/* one */ f();\n";
        let expected =
            "function f(a) {\nreturn `${a} // no\n  // not\n  a comment`; // said\n}\n/* one */ f();\n";
        assert_eq!(slim(text), expected);
        assert_eq!(slim(expected), expected);
    }
}
