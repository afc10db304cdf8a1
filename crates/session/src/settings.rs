//! Reading kept settings, whichever version wrote them.

use serde_json::{Map, Value};
use vierschach_protocol::Settings;

/// Reads settings field by field: a value that this version does not know, such as a theme of a
/// newer one, takes its default and costs no other field. `None`: the text holds no fields at all.
pub fn read_settings(text: &str) -> Option<Settings> {
    let Ok(Value::Object(fields)) = serde_json::from_str(text) else {
        return None;
    };
    let is_known = |name: &String, value: &Value| {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        serde_json::from_value::<Settings>(Value::Object(alone)).is_ok()
    };
    let known = fields
        .into_iter()
        .filter(|(name, value)| is_known(name, value));
    serde_json::from_value(Value::Object(known.collect())).ok()
}

#[cfg(test)]
mod tests {
    use vierschach_protocol::{Language, Theme};

    use super::*;

    #[test]
    fn a_value_of_another_version_costs_no_other_field() {
        let text = r#"{"theme":"plaid","language":"ru","level":"many","coordinates":false,
            "name":"Ada","sounds":{"volume":3}}"#;
        let read = read_settings(text).unwrap();
        let expected = Settings {
            theme: Theme::System,
            language: Some(Language::Ru),
            coordinates: false,
            name: Some("Ada".to_owned()),
            ..Settings::default()
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn what_was_kept_is_read() {
        let settings = Settings {
            theme: Theme::Contrast,
            level: 3,
            ..Settings::default()
        };
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(read_settings(&text), Some(settings));
        assert_eq!(read_settings("{}"), Some(Settings::default()));
    }

    #[test]
    fn other_texts_are_no_settings() {
        for text in ["", "[]", "7", "null", r#"{"theme":"#] {
            assert_eq!(read_settings(text), None, "{text}");
        }
    }
}
