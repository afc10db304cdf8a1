//! What a person can set, kept by the host.

use serde::{Deserialize, Serialize};

/// The settings of a device. Fields that an older file lacks take their defaults; fields that
/// only a newer version knows are passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// How the app looks.
    pub theme: Theme,
    /// The language of the screens; `None`: as the system says.
    pub language: Option<Language>,
    /// Whether a move waits for a confirmation.
    pub confirm: Confirm,
    /// Whether coordinates are shown.
    pub coordinates: bool,
    /// The level chosen last, 1 being the weakest.
    pub level: u8,
    /// The name of the person; `None`: the screen says "you".
    pub name: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            language: None,
            confirm: Confirm::Small,
            coordinates: true,
            level: 1,
            name: None,
        }
    }
}

/// How the app looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the system is set.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// High contrast.
    Contrast,
}

/// The language of the screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// German.
    De,
    /// English.
    En,
    /// Russian.
    Ru,
}

/// Whether a move waits for a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Confirm {
    /// Where squares are smaller than 28 px.
    Small,
    /// Always.
    On,
    /// Never.
    Off,
}
