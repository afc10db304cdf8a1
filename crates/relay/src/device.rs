//! Who a browser is: a random secret in a cookie that scripts can't read.

use std::fmt;

use axum::http::header::{COOKIE, HeaderMap, HeaderValue};

use crate::store::Owner;

const NAME: &str = "vierschach-device";

/// As long as browsers allow: 400 days from the last visit.
const MAX_AGE: u32 = 400 * 24 * 60 * 60;

/// A device's secret: 128 random bits. It is never logged and never kept: a store knows its hash.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// A new device's secret.
    pub(crate) fn new() -> Result<Secret, getrandom::Error> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits)?;
        Ok(Secret(format!("{:032x}", u128::from_le_bytes(bits))))
    }

    /// The secret that a request carries, if it is one.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Option<Secret> {
        let cookies = headers.get_all(COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split(';'));
        let secret = pairs.find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == NAME).then_some(value)
        })?;
        let digits = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
        let good = secret.len() == 32 && secret.bytes().all(digits);
        good.then(|| Secret(secret.to_owned()))
    }

    /// The cookie that makes the browser remember it. It comes along when somebody follows a link
    /// from another site (`Lax`): the same device must not lose its games by that.
    pub(crate) fn cookie(&self, secure: bool) -> Option<HeaderValue> {
        let secure = if secure { "; Secure" } else { "" };
        let secret = &self.0;
        HeaderValue::try_from(format!(
            "{NAME}={secret}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}"
        ))
        .ok()
    }

    pub(crate) fn owner(&self) -> Owner {
        Owner::of_secret(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookies: &[&'static str]) -> HeaderMap {
        let pairs = cookies.iter();
        pairs
            .map(|cookie| (COOKIE, HeaderValue::from_static(cookie)))
            .collect()
    }

    #[test]
    fn a_cookie_comes_back() {
        let secret = Secret::new().unwrap();
        let cookie = secret.cookie(false).unwrap();
        let sent = cookie.to_str().unwrap();
        assert!(
            sent.contains("HttpOnly") && sent.contains("SameSite=Lax"),
            "{sent}"
        );
        assert!(!sent.contains("Secure"));
        let pair = sent.split(';').next().unwrap();
        let mut headers = headers(&["theme=dark; other=1"]);
        headers.append(COOKIE, HeaderValue::from_str(pair).unwrap());
        assert_eq!(Secret::from_headers(&headers), Some(secret.clone()));
        let secure = secret.cookie(true).unwrap();
        assert!(secure.to_str().unwrap().ends_with("; Secure"));
    }

    #[test]
    fn what_is_no_secret_is_none() {
        for cookie in [
            "",
            "vierschach-device",
            "vierschach-device=",
            "vierschach-device=0123",
            "vierschach-device=0123456789ABCDEF0123456789abcdef",
            "vierschach-device=0123456789abcdef0123456789abcdef0",
            "other=0123456789abcdef0123456789abcdef",
        ] {
            assert_eq!(Secret::from_headers(&headers(&[cookie])), None, "{cookie}");
        }
    }

    #[test]
    fn secrets_differ_and_stay_out_of_logs() {
        let secret = Secret::new().unwrap();
        assert_ne!(secret, Secret::new().unwrap());
        assert_eq!(format!("{secret:?}"), "Secret");
        assert_ne!(secret.owner().as_str(), secret.0);
    }
}
