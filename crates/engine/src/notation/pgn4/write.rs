//! From [`Pgn4`] to text.

use std::fmt::Write;

use super::{Fault, Line, MAX_BYTES, MAX_ENTRIES, Pgn4, Reason, Slot};
use crate::Error;

impl Pgn4 {
    /// The text, as the public servers read it: variations one deep. A variation within a
    /// variation becomes a neighbour of it that repeats the moves they share.
    ///
    /// ```
    /// use vierschach_engine::pgn4::Pgn4;
    /// let nested: Pgn4 = "1. d2-d4 .. b7-c7 ( .. b8-c8 .. h13-h12 ( .. g13-g12 ) )".parse().unwrap();
    /// let flat = "1. d2-d4 .. b7-c7 ( .. b8-c8 .. h13-h12 ) ( .. b8-c8 .. g13-g12 )\n";
    /// assert_eq!(nested.to_text().unwrap(), flat);
    /// ```
    ///
    /// # Errors
    /// [`Error::Pgn4`] when so many moves repeat that the text could not be read back.
    pub fn to_text(&self) -> Result<String, Error> {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        if !self.tags.is_empty() {
            text.push('\n');
        }
        let mut entries = self.line.slots.len();
        comments(&mut text, &self.line.comments);
        for (index, slot) in self.line.slots.iter().enumerate() {
            let _ = match slot.round {
                Some(round) if index == 0 => write!(text, "{round}. {}", slot.entry),
                Some(round) => write!(text, "\n{round}. {}", slot.entry),
                None if index == 0 => write!(text, "{}", slot.entry),
                None => write!(text, " .. {}", slot.entry),
            };
            comments_after(&mut text, &slot.comments);
            for run in flat(slot, &mut entries)? {
                variation(&mut text, &run);
            }
        }
        if text.is_empty() {
            // A game without anything is still one.
            text.push('*');
        }
        text.push('\n');
        if text.len() > MAX_BYTES {
            return Err(Fault::from(Reason::TextTooLong(text.len())).into());
        }
        Ok(text)
    }
}

/// A variation without variations: the moves it shares with another one, then its own.
struct Run<'a> {
    shared: Vec<&'a Slot>,
    own: &'a Line,
}

/// A slot's variations and the variations within them, in the order of the text, each from the
/// slot on. `entries` counts what is written, repeated moves included.
fn flat<'a>(slot: &'a Slot, entries: &mut usize) -> Result<Vec<Run<'a>>, Error> {
    let mut runs = Vec::new();
    let mut open: Vec<Run<'a>> = slot
        .variations
        .iter()
        .rev()
        .map(|own| Run {
            shared: Vec::new(),
            own,
        })
        .collect();
    while let Some(run) = open.pop() {
        *entries += run.own.slots.len();
        let mut inner = Vec::new();
        for (index, slot) in run.own.slots.iter().enumerate() {
            for own in &slot.variations {
                *entries += run.shared.len() + index;
                if *entries > MAX_ENTRIES {
                    return Err(Fault::from(Reason::TooManyEntries).into());
                }
                let shared = run
                    .shared
                    .iter()
                    .copied()
                    .chain(&run.own.slots[..index])
                    .collect();
                inner.push(Run { shared, own });
            }
        }
        runs.push(run);
        open.extend(inner.into_iter().rev());
    }
    Ok(runs)
}

fn variation(text: &mut String, run: &Run<'_>) {
    text.push_str(" (");
    let first = run.shared.first().copied().or(run.own.slots.first());
    if first.is_none_or(|slot| slot.round.is_none()) {
        text.push(' ');
    }
    comments(text, &run.own.comments);
    let slots = run.shared.iter().copied().map(|slot| (slot, false));
    for (index, (slot, own)) in slots
        .chain(run.own.slots.iter().map(|slot| (slot, true)))
        .enumerate()
    {
        // The dots say that the variation begins in the place of the move before it.
        let _ = match slot.round {
            Some(round) if index == 0 => write!(text, "{round}.. {}", slot.entry),
            Some(round) => write!(text, " {round}. {}", slot.entry),
            None if index == 0 => write!(text, ".. {}", slot.entry),
            None => write!(text, " .. {}", slot.entry),
        };
        if own {
            comments_after(text, &slot.comments);
        }
    }
    text.push_str(" )");
}

fn comments(text: &mut String, comments: &[String]) {
    for comment in comments {
        // A comment can't hold the brace that ends it.
        let _ = write!(text, "{{ {} }} ", comment.replace('}', ")").trim());
    }
}

fn comments_after(text: &mut String, comments: &[String]) {
    for comment in comments {
        let _ = write!(text, " {{ {} }}", comment.replace('}', ")").trim());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let text = "[Red \"A \\\"B\\\" \\\\\"]\n[Site \"\"]\n\n\
            { before } 1. d2-d4 { [%clk 0:01:00] } { two } (1.. e2-e4 .. R 2. R ) .. R ( .. T ) ( )\n\
            2. Qg1xQg7=D++# .. S ( { why } .. O-O-O { so } )\n";
        let game: Pgn4 = text.parse().expect("readable");
        let written = game.to_text().expect("small");
        assert_eq!(written.parse::<Pgn4>().expect("readable"), game);
        assert_eq!(game.tag("Red"), Some("A \"B\" \\"));
        assert_eq!(written.lines().count(), text.lines().count(), "{written}");
    }

    #[test]
    fn flattening_is_bounded() {
        let long = "R ( R ) ".repeat(MAX_ENTRIES / 2 - 1);
        let game: Pgn4 = format!("R ( {long} )").parse().expect("readable");
        match game.to_text() {
            Err(Error::Pgn4(fault)) => assert_eq!(fault.reason, Reason::TooManyEntries),
            other => panic!("{} bytes", other.map_or(0, |text| text.len())),
        }
    }

    #[test]
    fn a_game_without_anything_is_written() {
        let text = Pgn4::default().to_text().expect("small");
        assert_eq!(text.parse::<Pgn4>().expect("readable"), Pgn4::default());
    }

    #[test]
    fn a_comment_can_not_end_early() {
        let mut game: Pgn4 = "R".parse().expect("readable");
        game.line.slots[0].comments.push("a } b".to_owned());
        assert_eq!(game.to_text().expect("small"), "R { a ) b }\n");
    }
}
