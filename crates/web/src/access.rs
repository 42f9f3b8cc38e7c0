//! The access token: who may ask at all, where other machines can reach the server.
//!
//! The program prints a link that holds the token. Whoever opens it gets a cookie, so the page and everything that it
//! asks for is let in from then on; other programs send the token in a header `Authorization: Bearer …`.

use crate::refused::Refused;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::fmt;
use telusur_puzzles::Language;
use telusur_wire::{Problem, first_known};

/// Shorter words can be guessed.
const LEAST_LETTERS: usize = 16;
const MOST_LETTERS: usize = 128;
/// Bytes of a token that is made up.
const RANDOM_BYTES: usize = 16;
/// How long a browser keeps it: a year, in seconds.
const KEPT: u32 = 365 * 24 * 3600;

/// A word that every request must bring.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// A word that can't be a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It has a letter that can't stand in an address.
    #[error("an access token consists of letters, digits, '-' and '_', and has no {0:?}")]
    Letter(char),
    /// It is too short or too long.
    #[error(
        "an access token has {LEAST_LETTERS} to {MOST_LETTERS} letters, and not {0}: leave it away to have one made up"
    )]
    Length(usize),
    /// The system has no randomness to offer.
    #[error("no access token can be made up: {0}")]
    Random(String),
}

impl Token {
    /// A token that somebody chose.
    ///
    /// # Errors
    /// If it is too short to be safe, or has letters that can't stand in an address.
    pub fn new(word: &str) -> Result<Self, TokenError> {
        let strange = |letter: &char| !(letter.is_ascii_alphanumeric() || ['-', '_'].contains(letter));
        if let Some(letter) = word.chars().find(strange) {
            return Err(TokenError::Letter(letter));
        }
        match word.len() {
            LEAST_LETTERS..=MOST_LETTERS => Ok(Token(word.to_owned())),
            length => Err(TokenError::Length(length)),
        }
    }

    /// A token that nobody can guess.
    ///
    /// # Errors
    /// If the system has no randomness to offer.
    pub fn random() -> Result<Self, TokenError> {
        let mut bytes = [0; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| TokenError::Random(error.to_string()))?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The word itself.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.0
    }

    /// Compares in a time that does not tell how much of a guess was right.
    fn is(&self, guess: &str) -> bool {
        let pairs = self.0.bytes().zip(guess.bytes());
        self.0.len() == guess.len() && pairs.fold(0, |different, (a, b)| different | (a ^ b)) == 0
    }
}

/// A token is no text for logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What the guard asks for.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    token: Token,
    /// Browsers send cookies to all ports of a machine, so the name tells whose it is.
    cookie: String,
}

/// How a request was let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Admitted {
    /// It brought the token as it should.
    Known,
    /// It brought the token in its address; this cookie lets the next ones in.
    ByLink(HeaderValue),
}

impl Access {
    pub(crate) fn new(token: Token, port: u16) -> Self {
        Access { token, cookie: format!("telusur-{port}") }
    }

    /// Whether a request brings the token.
    pub(crate) fn admit(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Admitted> {
        let texts = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        let cookie = |pair: &str| {
            pair.trim().split_once('=').is_some_and(|(name, word)| name == self.cookie && self.token.is(word))
        };
        let bearer = |text: &str| text.strip_prefix("Bearer ").is_some_and(|word| self.token.is(word.trim()));
        if texts(header::AUTHORIZATION).any(bearer)
            || texts(header::COOKIE).any(|pairs| pairs.split(';').any(cookie))
        {
            return Some(Admitted::Known);
        }
        let in_address = |pair: &str| pair.strip_prefix("token=").is_some_and(|word| self.token.is(word));
        let by_link = *method == Method::GET && uri.query().unwrap_or("").split('&').any(in_address);
        let (name, word) = (&self.cookie, self.token.word());
        let kept = format!("{name}={word}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Strict");
        HeaderValue::try_from(kept).ok().filter(|_| by_link).map(Admitted::ByLink)
    }
}

/// The language that a request prefers.
pub(crate) fn language_of(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    first_known(wanted.unwrap_or(""))
}

/// The answer to whoever brings no token.
pub(crate) fn refusal(uri: &Uri, headers: &HeaderMap) -> Response {
    let sentence = match language_of(headers) {
        Language::English => {
            "this server wants its access token: open the link that telusur printed when it was started"
        }
        Language::Indonesian => {
            "server ini meminta token aksesnya: bukalah tautan yang ditampilkan telusur ketika dijalankan"
        }
    };
    let status = StatusCode::UNAUTHORIZED;
    let mut response = match uri.path().starts_with("/api/") {
        true => Refused(Problem::new(status, "unauthorized", sentence)).into_response(),
        false => (status, format!("{sentence}\n")).into_response(),
    };
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_plain() {
        let (one, two) = (Token::random().unwrap(), Token::random().unwrap());
        assert_ne!(one, two);
        assert_eq!(Token::new(one.word()), Ok(one.clone()));
        assert!(one.is(one.word()) && !one.is(two.word()) && !one.is("") && !one.is(&one.word()[1..]));
        assert_eq!(format!("{one:?}"), "Token(…)");
        assert_eq!(Token::new("short"), Err(TokenError::Length(5)));
        assert_eq!(Token::new(&"x".repeat(129)), Err(TokenError::Length(129)));
        assert_eq!(Token::new("a word with spaces"), Err(TokenError::Letter(' ')));
        assert_eq!(Token::new("a;word;for;cookies"), Err(TokenError::Letter(';')));
    }

    #[test]
    fn the_token_comes_by_cookie_by_header_or_by_link() {
        let access = Access::new(Token::new("0123456789abcdef").unwrap(), 7377);
        let admit = |method: Method, uri: &str, name: &'static str, value: &str| {
            let headers = [(name, value)].into_iter().map(|(name, value)| {
                (header::HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
            });
            access.admit(&method, &uri.parse().unwrap(), &headers.collect())
        };
        let known = Some(Admitted::Known);
        assert_eq!(admit(Method::POST, "/", "authorization", "Bearer 0123456789abcdef"), known);
        assert_eq!(admit(Method::GET, "/", "cookie", "a=b; telusur-7377=0123456789abcdef"), known);
        for (name, value) in [
            ("authorization", "Bearer 0123456789abcdeg"),
            ("authorization", "0123456789abcdef"),
            ("cookie", "telusur-80=0123456789abcdef"),
            ("cookie", "telusur-7377="),
            ("accept", "0123456789abcdef"),
        ] {
            assert_eq!(admit(Method::GET, "/?token=", name, value), None, "{name}: {value}");
        }
        let link = "/?token=0123456789abcdef";
        let Some(Admitted::ByLink(cookie)) = admit(Method::GET, link, "accept", "*/*") else {
            panic!("the link lets nobody in");
        };
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.starts_with("telusur-7377=0123456789abcdef;"), "{cookie}");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        assert_eq!(admit(Method::POST, link, "accept", "*/*"), None, "a link is opened, nothing else");
    }
}
