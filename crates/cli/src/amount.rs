//! Amounts as people write them: `4G`, `30s`, `5M`.

use std::time::Duration;

/// Reads a number of bytes; K, M, G and T are powers of 1024.
///
/// # Errors
/// What to write instead.
pub fn bytes(text: &str) -> Result<u64, String> {
    const WANTED: &str = "write bytes such as 64M, 4G or 1.5GiB";
    const K: f64 = 1024.0;
    const UNITS: [(&str, f64); 5] =
        [("", 1.0), ("k", K), ("m", K * K), ("g", K * K * K), ("t", K * K * K * K)];
    let text = text.trim().to_ascii_lowercase();
    let short = text.strip_suffix("ib").or(text.strip_suffix('b')).unwrap_or(&text);
    whole(amount(short, &UNITS, WANTED)?, WANTED)
}

/// Reads a count; k, M and G are powers of 1000.
///
/// # Errors
/// What to write instead.
pub fn count(text: &str) -> Result<u64, String> {
    const WANTED: &str = "write a count such as 1000000, 1_000_000, 1e6 or 5M";
    const UNITS: [(&str, f64); 7] =
        [("", 1.0), ("k", 1e3), ("K", 1e3), ("m", 1e6), ("M", 1e6), ("g", 1e9), ("G", 1e9)];
    // A plain number keeps every digit.
    if let Ok(exact) = text.replace(['_', ','], "").parse() {
        return Ok(exact);
    }
    whole(amount(text, &UNITS, WANTED)?, WANTED)
}

/// Reads a duration; a bare number is seconds.
///
/// # Errors
/// What to write instead.
pub fn duration(text: &str) -> Result<Duration, String> {
    const WANTED: &str = "write a time such as 500ms, 30s, 5m or 2h";
    const UNITS: [(&str, f64); 7] =
        [("ms", 0.001), ("", 1.0), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0), ("d", 86400.0)];
    Duration::try_from_secs_f64(amount(text, &UNITS, WANTED)?).map_err(|_| WANTED.to_owned())
}

/// A number times what its unit stands for.
fn amount(text: &str, units: &[(&str, f64)], wanted: &str) -> Result<f64, String> {
    let (number, unit) = split(text, wanted)?;
    let known = units.iter().find(|(name, _)| *name == unit);
    known.map(|(_, factor)| number * factor).ok_or_else(|| wanted.to_owned())
}

fn split<'t>(text: &'t str, wanted: &str) -> Result<(f64, &'t str), String> {
    let text = text.trim();
    // The exponent of 1e6 belongs to the number: a unit begins at the last run of letters that is no exponent.
    let digits = |c: char| c.is_ascii_digit() || ".+_".contains(c);
    let mut end = text.find(|c| !digits(c)).unwrap_or(text.len());
    if let Some(exponent) = text[end..].strip_prefix(['e', 'E']) {
        let length = exponent.find(|c: char| !c.is_ascii_digit()).unwrap_or(exponent.len());
        if length > 0 {
            end += 1 + length;
        }
    }
    let (number, unit) = text.split_at(end);
    match number.replace('_', "").parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok((number, unit.trim_start())),
        _ => Err(wanted.to_owned()),
    }
}

fn whole(number: f64, wanted: &str) -> Result<u64, String> {
    // Beyond 2^63 no limit means anything, and the conversion would only saturate.
    if number < 9.2e18 { Ok(number as u64) } else { Err(format!("that is too large: {wanted}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        assert_eq!(bytes("64M"), Ok(64 << 20));
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("1.5 GiB"), Ok(3 << 29));
        assert_eq!(bytes("100"), Ok(100));
        assert_eq!(bytes("2kb"), Ok(2048));
        assert_eq!(count("1_000_000"), Ok(1_000_000));
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("5M"), Ok(5_000_000));
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
    }

    #[test]
    fn refuses_everything_else() {
        for text in
            ["", " ", "-1", "G", "1x", "1e", "nan", "inf", "1e999", "1e30T", "4 4", "１", "--", "1.2.3"]
        {
            assert!(bytes(text).is_err(), "bytes {text:?}");
            assert!(count(text).is_err(), "count {text:?}");
            assert!(duration(text).is_err(), "duration {text:?}");
        }
    }
}
