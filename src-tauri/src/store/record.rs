//! What one slot holds: a text, the number of the save, and a checksum over both.
//!
//! The text is JSON inside a JSON string: so its checksum depends neither on the order of keys
//! nor on how numbers are printed, and a log comes back byte for byte.

use std::collections::HashMap;

use serde_json::Value;
use vierschach_protocol::Problem;

/// The version of this layout. A change that older files lack goes up by one and gets a branch
/// in [`Record::from_entries`].
const FORMAT: u64 = 1;

/// The largest file that is read, in bytes: the log of a game of 2,000 moves takes about 2 MB.
pub(super) const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The contents of a slot, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Counts the saves of an item from 1; the slot with the higher number is the newer one.
    pub(super) number: u64,
    /// What was saved.
    pub(super) text: String,
}

/// Why the contents of a slot are of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    /// What is wrong.
    pub(super) problem: Problem,
    /// The number of the save, if it can still be read.
    pub(super) number: Option<u64>,
}

impl Record {
    /// The entries that the store keeps for this record.
    pub(super) fn entries(&self) -> [(&'static str, Value); 4] {
        [
            ("format", FORMAT.into()),
            ("number", self.number.into()),
            ("checksum", checksum(self.number, &self.text).into()),
            ("text", self.text.clone().into()),
        ]
    }

    /// Checks the entries of a store.
    ///
    /// # Errors
    /// A [`Flaw`] if they are not what [`Record::entries`] made.
    pub(super) fn from_entries(entries: &HashMap<String, Value>) -> Result<Self, Flaw> {
        let integer = |key| entries.get(key).and_then(Value::as_u64);
        let string = |key| entries.get(key).and_then(Value::as_str);
        let number = integer("number");
        let flaw = |problem| Err(Flaw { problem, number });
        match integer("format") {
            Some(FORMAT) => {}
            Some(newer) if newer > FORMAT => return flaw(Problem::Newer),
            _ => return flaw(Problem::Unreadable),
        }
        let (Some(number), Some(text), Some(sum)) = (number, string("text"), string("checksum"))
        else {
            return flaw(Problem::Damaged);
        };
        if sum != checksum(number, text) {
            return flaw(Problem::Damaged);
        }
        let text = text.to_owned();
        Ok(Self { number, text })
    }

    /// Checks the bytes of a file, before the store may open it: the store would take a file that
    /// it can't read for an empty one, and write over it.
    ///
    /// # Errors
    /// A [`Flaw`] if the file was not written by the store, or was cut off or changed since.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, Flaw> {
        let entries: HashMap<String, Value> =
            serde_json::from_slice(bytes).map_err(|error| Flaw {
                problem: if error.is_eof() {
                    Problem::Damaged
                } else {
                    Problem::Unreadable
                },
                number: None,
            })?;
        Self::from_entries(&entries)
    }
}

/// CRC-32 in hexadecimal: it finds every cut and every slip of an editor. It is no seal against
/// forgery, which on the player's own device nobody needs.
fn checksum(number: u64, text: &str) -> String {
    let mut crc = crc32fast::Hasher::new();
    crc.update(&FORMAT.to_le_bytes());
    crc.update(&number.to_le_bytes());
    crc.update(text.as_bytes());
    format!("{:08x}", crc.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            number: 7,
            text: r#"{"name":"Großmutter","moves":["d2d4"]}"#.to_owned(),
        }
    }

    fn bytes(record: &Record) -> Vec<u8> {
        let entries: HashMap<_, _> = record.entries().into_iter().collect();
        serde_json::to_vec_pretty(&entries).unwrap()
    }

    fn problem(bytes: &[u8]) -> Problem {
        Record::from_bytes(bytes).unwrap_err().problem
    }

    #[test]
    fn what_was_written_is_read() {
        assert_eq!(Record::from_bytes(&bytes(&record())), Ok(record()));
    }

    #[test]
    fn every_cut_is_noticed() {
        let bytes = bytes(&record());
        for length in 0..bytes.len() {
            assert_eq!(
                problem(&bytes[..length]),
                Problem::Damaged,
                "cut at {length}"
            );
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let whole = bytes(&record());
        for place in 0..whole.len() {
            let mut edited = whole.clone();
            edited[place] ^= 1;
            // Blanks between the entries mean nothing, so changing those may change nothing.
            if let Ok(read) = Record::from_bytes(&edited) {
                assert_eq!(read, record(), "changed at {place}");
            }
        }
    }

    #[test]
    fn an_edited_text_is_noticed_and_its_number_still_known() {
        let edited = String::from_utf8(bytes(&record())).unwrap();
        let edited = edited.replace("d2d4", "d2d3");
        let flaw = Record::from_bytes(edited.as_bytes()).unwrap_err();
        let number = Some(7);
        assert_eq!(
            flaw,
            Flaw {
                problem: Problem::Damaged,
                number
            }
        );
    }

    #[test]
    fn other_files_are_told_from_damaged_ones() {
        assert_eq!(problem(b"\x00\xff\x13garbage"), Problem::Unreadable);
        assert_eq!(problem(b"[1, 2]"), Problem::Unreadable);
        assert_eq!(problem(b"{}"), Problem::Unreadable);
        assert_eq!(problem(br#"{"format": 2, "number": 1}"#), Problem::Newer);
        assert_eq!(problem(br#"{"format": 1, "number": 1}"#), Problem::Damaged);
    }
}
