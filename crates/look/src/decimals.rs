//! Numbers as drawings write them: short.

/// A number with at most three digits after its point.
#[must_use]
pub fn number(value: f32) -> String {
    decimal(f64::from(value), 3)
}

/// A number with at most so many digits after its point.
#[must_use]
pub fn decimal(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match text {
        "-0" | "" => "0".to_owned(),
        _ => match text.strip_prefix("0.").map(|rest| format!(".{rest}")) {
            Some(short) => short,
            None => text.strip_prefix("-0.").map_or_else(|| text.to_owned(), |rest| format!("-.{rest}")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0001, "0"),
            (1.0, "1"),
            (0.5, ".5"),
            (-0.25, "-.25"),
            (10.1234, "10.123"),
            (100.0, "100"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
