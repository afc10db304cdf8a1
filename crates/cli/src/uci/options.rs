//! The engine's options.

use vierschach_cpu::Resources;
use vierschach_engine::{Preset, Rules, Setup};

use crate::arguments::{self, whole};

/// What can be set from outside.
#[derive(Clone, Debug)]
pub(super) struct Options {
    mode: Preset,
    /// None: the mode's own.
    setup: Option<Setup>,
    /// Size of the transposition table.
    hash_megabytes: usize,
    /// Threads of a search.
    threads: usize,
    /// How many best moves a search tells apart.
    pub(super) lines: usize,
}

/// An option that can't be set so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadOption {
    #[error("no option {0:?}")]
    Unknown(String),
    #[error("option {name} can't be {value:?}: {needed}")]
    Value {
        name: &'static str,
        value: String,
        /// What it can be.
        needed: String,
    },
}

const DEFAULT_MODE: Preset = Preset::Solo;
/// The name of the public servers' free for all in other four-player tools.
const FFA: &str = "ffa";
/// The value of `Setup` that leaves it to the mode.
const BY_MODE: &str = "by-mode";
const HASH: (usize, usize) = (1, 4096);
const DEFAULT_HASH: usize = 16;
const THREADS: (usize, usize) = (1, 64);
const LINES: (usize, usize) = (1, 64);

impl Default for Options {
    fn default() -> Options {
        Options {
            mode: DEFAULT_MODE,
            setup: None,
            hash_megabytes: DEFAULT_HASH,
            threads: 1,
            lines: 1,
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// What is read from an option's value.
fn read<T>(
    name: &'static str,
    value: &str,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, BadOption> {
    read(value).map_err(|needed| BadOption::Value {
        name,
        value: shortened(value),
        needed,
    })
}

impl Options {
    pub(super) fn rules(&self) -> Rules {
        let rules = Rules::preset(self.mode);
        Rules {
            setup: self.setup.unwrap_or(rules.setup),
            ..rules
        }
    }

    pub(super) const fn resources(&self) -> Resources {
        Resources {
            threads: self.threads,
            table_bytes: self.hash_megabytes << 20,
        }
    }

    /// Sets an option; names and values are read in any case, as the interface asks.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        let word = value.to_ascii_lowercase();
        let number = |name, range: (usize, usize)| read(name, value, whole(range.0..=range.1));
        match name.to_ascii_lowercase().as_str() {
            "mode" => {
                self.mode = match word.as_str() {
                    FFA => Preset::ServerFfa,
                    preset => read("Mode", preset, arguments::preset)?,
                }
            }
            "setup" => {
                self.setup = match word.as_str() {
                    BY_MODE => None,
                    setup => Some(read("Setup", setup, arguments::setup)?),
                }
            }
            "hash" => self.hash_megabytes = number("Hash", HASH)?,
            "threads" => self.threads = number("Threads", THREADS)?,
            "multipv" => self.lines = number("MultiPV", LINES)?,
            _ => return Err(BadOption::Unknown(shortened(name))),
        }
        Ok(())
    }

    /// The `option` lines.
    pub(super) fn describe() -> String {
        let modes: String = Preset::ALL
            .iter()
            .map(|preset| format!(" var {preset}"))
            .collect();
        let setups: String = Setup::ALL
            .iter()
            .map(|setup| format!(" var {setup}"))
            .collect();
        let (least_hash, most_hash) = HASH;
        let (least_threads, most_threads) = THREADS;
        let (least_lines, most_lines) = LINES;
        format!(
            "option name Mode type combo default {DEFAULT_MODE} var {FFA}{modes}\n\
             option name Setup type combo default {BY_MODE} var {BY_MODE}{setups}\n\
             option name Hash type spin default {DEFAULT_HASH} min {least_hash} max {most_hash}\n\
             option name Threads type spin default 1 min {least_threads} max {most_threads}\n\
             option name MultiPV type spin default 1 min {least_lines} max {most_lines}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_described_value_can_be_set() {
        for line in Options::describe().lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let keys = ["default", "var", "min", "max"];
            let pairs = words.iter().zip(&words[1..]);
            let values = pairs.filter(|(word, _)| keys.contains(word));
            for (_, value) in values {
                assert_eq!(
                    Options::default().set(words[2], value),
                    Ok(()),
                    "{line}: {value}"
                );
            }
        }
    }

    #[test]
    fn modes_and_setups_choose_the_rules() {
        let mut options = Options::default();
        assert_eq!(options.rules(), Rules::preset(Preset::Solo));
        options.set("mode", "FFA").expect("known");
        assert_eq!(options.rules(), Rules::preset(Preset::ServerFfa));
        options.set("Mode", "teams").expect("known");
        options.set("Setup", "modern").expect("known");
        let teams = Rules {
            setup: Setup::Modern,
            ..Rules::preset(Preset::Teams)
        };
        assert_eq!(options.rules(), teams);
    }

    #[test]
    fn other_values_are_refused() {
        for (name, value) in [
            ("Mode", "chess"),
            ("Setup", ""),
            ("Hash", "0"),
            ("Hash", "9999"),
            ("Threads", "0"),
            ("MultiPV", "x"),
        ] {
            let set = Options::default().set(name, value);
            assert!(matches!(set, Err(BadOption::Value { .. })), "{name}");
        }
        let told = Options::default()
            .set("MultiPV", "99")
            .expect_err("too many");
        assert_eq!(
            told.to_string(),
            "option MultiPV can't be \"99\": a whole number from 1 to 64 is needed"
        );
        assert_eq!(
            Options::default().set("Ponder", "true"),
            Err(BadOption::Unknown("Ponder".to_owned()))
        );
    }
}
