//! Names of seats: the only free text there is.

use unicode_normalization::UnicodeNormalization;
use vierschach_protocol::{ErrorCode, MAX_NAME_CHARS};

use crate::Refusal;

/// A name as it is kept: composed (NFC), without blanks at its ends, 1 to [`MAX_NAME_CHARS`]
/// characters, none of which is invisible, a control or turns the direction of writing.
///
/// # Errors
/// [`ErrorCode::BadName`].
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    // Composing never makes more than three characters of one, and at least one of eighteen:
    // what is longer in bytes can't be short enough, and is not looked at.
    if name.len() > MAX_NAME_CHARS * 4 * 18 {
        return Err(Refusal(ErrorCode::BadName));
    }
    let name: String = name.trim().nfc().collect();
    let length = name.chars().count();
    if !(1..=MAX_NAME_CHARS).contains(&length) || name.chars().any(is_unwritable) {
        return Err(Refusal(ErrorCode::BadName));
    }
    Ok(name)
}

/// Controls, line separators, format characters (Unicode categories Cc, Zl, Zp, Cf) and blanks
/// that look like nothing.
fn is_unwritable(sign: char) -> bool {
    sign.is_control()
        || matches!(sign,
            '\u{00ad}' | '\u{034f}' | '\u{0600}'..='\u{0605}' | '\u{061c}' | '\u{06dd}'
            | '\u{070f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{ffff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e000}'..='\u{f8ff}'
            | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_composed_and_trimmed() {
        assert_eq!(clean_name("  Ju\u{0308}rgen ").unwrap(), "Jürgen");
        assert_eq!(clean_name("Наташа 🐴").unwrap(), "Наташа 🐴");
        assert_eq!(clean_name(&"ы".repeat(20)).unwrap(), "ы".repeat(20));
        // 40 characters that become 20.
        assert_eq!(clean_name(&"e\u{0301}".repeat(20)).unwrap(), "é".repeat(20));
    }

    #[test]
    fn bad_names_are_refused() {
        for name in [
            "",
            "   ",
            "a\nb",
            "a\u{202e}b",
            "\u{200b}",
            "a\u{2066}b",
            "\u{e0041}",
            "a\0",
        ] {
            assert_eq!(
                clean_name(name),
                Err(Refusal(ErrorCode::BadName)),
                "{name:?}"
            );
        }
        assert!(clean_name(&"a".repeat(21)).is_err());
        assert!(clean_name(&"a\u{0300}".repeat(100_000)).is_err());
    }
}
