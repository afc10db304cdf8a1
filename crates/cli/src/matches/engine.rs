//! Another program as a player, spoken to by the universal chess interface.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use vierschach_engine::{Move, Preset, Rules};

use super::player::Means;
use crate::Error;

/// How long an answer may take beyond what the move may.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most lines of a program's introduction, and of what it said that nobody has read yet.
const MOST_LINES: usize = 10_000;

/// A program that runs.
pub(super) struct Engine {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    means: Means,
}

impl Engine {
    /// Starts a program and sets the rules.
    ///
    /// # Errors
    /// It can't be started, does not answer, or the rules are no preset with a setup.
    pub(super) fn start(path: &Path, rules: &Rules, means: Means) -> Result<Engine, Error> {
        let name = path.display().to_string();
        let failed = |problem: String| Error::Match(format!("{name}: {problem}"));
        let preset = preset_of(rules)
            .ok_or_else(|| failed("programs know presets only, no house rules".to_owned()))?;
        let mut command = Command::new(path);
        // Ctrl-C is for the match, which ends the program itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("no pipes".to_owned()));
        };
        let (sender, lines) = sync_channel(MOST_LINES);
        // Ends with the program's output.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut engine = Engine {
            name,
            child,
            input,
            lines,
            means,
        };
        let greeted = engine.send("uci").and_then(|()| engine.wait_for("uciok"));
        greeted.map_err(|_| engine.fault("did not answer as an engine; is it one?"))?;
        engine.send(&format!("setoption name Mode value {preset}"))?;
        engine.send(&format!("setoption name Setup value {}", rules.setup))?;
        let megabytes = means.table_bytes >> 20;
        engine.send(&format!("setoption name Hash value {megabytes}"))?;
        engine.ready()?;
        Ok(engine)
    }

    /// A new game begins.
    pub(super) fn new_game(&mut self) -> Result<(), Error> {
        self.send("ucinewgame")?;
        self.ready()
    }

    /// Its move after these from the start, and the depth it searched.
    pub(super) fn choose(&mut self, moves: &[Move]) -> Result<(Option<Move>, u8), Error> {
        let mut line = "position startpos".to_owned();
        if !moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in moves {
            let _ = write!(line, " {mv}");
        }
        self.send(&line)?;
        let go = match (self.means.nodes, self.means.time) {
            (Some(nodes), _) => format!("go nodes {nodes}"),
            (None, time) => format!("go movetime {}", time.unwrap_or_default().as_millis()),
        };
        self.send(&go)?;
        let mut depth = 0;
        loop {
            let line = self.line()?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let best = words.next().and_then(|word| word.parse().ok());
                    return Ok((best, depth));
                }
                Some("info") => {
                    let mut rest = words.skip_while(|word| *word != "depth");
                    let told = rest.nth(1).and_then(|word| word.parse().ok());
                    depth = told.unwrap_or(depth);
                }
                _ => {}
            }
        }
    }

    fn ready(&mut self) -> Result<(), Error> {
        self.send("isready")?;
        self.wait_for("readyok")
    }

    fn send(&mut self, line: &str) -> Result<(), Error> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| self.fault(&format!("does not listen any more ({error})")))
    }

    fn line(&self) -> Result<String, Error> {
        let patience = PATIENCE + self.means.time.unwrap_or_default();
        let line = self.lines.recv_timeout(patience);
        line.map_err(|error| match error {
            RecvTimeoutError::Timeout => self.fault("does not answer"),
            RecvTimeoutError::Disconnected => self.fault("ended before it had answered"),
        })
    }

    fn wait_for(&self, word: &str) -> Result<(), Error> {
        for _ in 0..MOST_LINES {
            if self.line()?.trim() == word {
                return Ok(());
            }
        }
        Err(self.fault(&format!("talks without end instead of {word:?}")))
    }

    fn fault(&self, problem: &str) -> Error {
        Error::Match(format!("{}: {problem}", self.name))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It ends at once or is ended; there is nobody to tell if not even that works.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The preset that differs from the rules at most in the setup and the move limit.
fn preset_of(rules: &Rules) -> Option<Preset> {
    Preset::ALL.into_iter().find(|preset| {
        let whole = Rules {
            setup: rules.setup,
            move_limit: rules.move_limit,
            ..Rules::preset(*preset)
        };
        whole == *rules
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_by_their_preset() {
        for preset in Preset::ALL {
            let rules = Rules {
                move_limit: Some(50),
                ..Rules::preset(preset)
            };
            assert_eq!(preset_of(&rules), Some(preset));
        }
        let house = Rules {
            en_passant: false,
            ..Rules::preset(Preset::Teams)
        };
        assert_eq!(preset_of(&house), None);
    }
}
