//! `vierschach uci`: an engine for programs that play or analyse, by the universal chess
//! interface as four-player tools extend it (docs/CLI.md).

mod command;
mod display;
mod options;
mod search;

use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

use clap::Args as ClapArgs;
use vierschach_cpu::Memory;
use vierschach_engine::{Color, Game, Move};

pub use command::{BadLine, Command, Go, Start};

use crate::input::{self, Line};
use crate::{Error, Output};
use options::Options;
use search::Running;

/// Longest line that is read, in bytes: room for a position and some thousand moves.
const MAX_LINE: usize = 1 << 20;

/// Arguments of `uci`: none.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: printf 'position modern moves d2d4\\ngo depth 3\\n' | vierschach uci

Commands: uci, isready, ucinewgame, setoption name Mode|Setup|Hash|Threads|MultiPV value V,
position startpos|SETUP|fen4 F [moves M…], go [depth N] [nodes N] [movetime MS]
[rtime btime ytime gtime MS] [rinc binc yinc ginc MS] [movestogo N] [infinite], stop, perft N,
d (show the position), quit. What can't be obeyed is answered by `info string error`."
)]
pub(crate) struct Args {}

/// The output, which the search's thread writes to as well.
pub(crate) type Shared<'a> = Mutex<&'a mut Output>;

/// Writes a line and sends it off.
pub(crate) fn say(output: &Shared<'_>, line: &str) -> Result<(), Error> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    Ok(output.flush()?)
}

pub(crate) fn run(_: &Args, input: &mut dyn BufRead, output: &mut Output) -> Result<(), Error> {
    let output = Mutex::new(output);
    std::thread::scope(|scope| {
        let mut engine = Engine::new(&output);
        let listened = engine.listen(input, scope);
        // Whatever happened, no search may outlive its listener.
        let finished = engine.finish(listened.is_err());
        listened.and(finished)
    })
}

/// The state between commands.
struct Engine<'scope, 'env> {
    output: &'env Shared<'env>,
    options: Options,
    game: Game,
    running: Option<Running<'scope>>,
    /// What searches of this game found.
    memory: Arc<Mutex<Memory>>,
}

impl<'scope, 'env> Engine<'scope, 'env> {
    fn new(output: &'env Shared<'env>) -> Engine<'scope, 'env> {
        let options = Options::default();
        let game = Game::new(options.rules(), Color::Red);
        Engine {
            output,
            options,
            game,
            running: None,
            memory: Arc::default(),
        }
    }

    fn listen(
        &mut self,
        input: &mut dyn BufRead,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Result<(), Error> {
        while let Some(line) = input::line(input, MAX_LINE)? {
            let command = match &line {
                Line::Text(text) => text.parse::<Command>().map_err(|error| error.to_string()),
                Line::TooLong => Err(format!("a line longer than {MAX_LINE} bytes")),
                Line::NotText => Err("no UTF-8 text".to_owned()),
            };
            match command {
                Ok(Command::Quit) => return self.stop(),
                Ok(command) => self.obey(command, scope)?,
                Err(problem) => self.complain(&problem)?,
            }
        }
        Ok(())
    }

    fn say(&self, line: &str) -> Result<(), Error> {
        say(self.output, line)
    }

    fn complain(&self, problem: &str) -> Result<(), Error> {
        self.say(&format!("info string error: {problem}"))
    }

    fn obey(&mut self, command: Command, scope: &'scope Scope<'scope, 'env>) -> Result<(), Error> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.say("readyok"),
            Command::NewGame => {
                self.stop()?;
                self.forget();
                self.game = Game::new(self.options.rules(), Color::Red);
                Ok(())
            }
            Command::SetOption { name, value } => {
                match self
                    .options
                    .set(&name, value.as_deref().unwrap_or_default())
                {
                    Ok(()) => {
                        self.forget();
                        Ok(())
                    }
                    Err(problem) => self.complain(&problem.to_string()),
                }
            }
            Command::Position { start, moves } => {
                self.stop()?;
                match self.position(&start, &moves) {
                    Ok(game) => self.game = game,
                    Err(problem) => self.complain(&problem.to_string())?,
                }
                Ok(())
            }
            Command::Go(go) => {
                self.stop()?;
                let game = self.game.clone();
                let memory = Arc::clone(&self.memory);
                let (output, options) = (self.output, &self.options);
                self.running = Some(Running::start(scope, output, game, &go, options, memory));
                Ok(())
            }
            Command::Stop => self.stop(),
            Command::Perft(depth) => self.perft(depth),
            Command::Display => self.say(&display::show(&self.game)),
            Command::Quit | Command::Nothing => Ok(()),
        }
    }

    /// What was found under other rules, or in another game, is not looked up again. A search that
    /// goes on keeps what it has.
    fn forget(&mut self) {
        self.memory = Arc::default();
    }

    fn introduce(&self) -> Result<(), Error> {
        let version = env!("CARGO_PKG_VERSION");
        self.say(&format!(
            "id name Vierschach {version}\nid author the Vierschach contributors"
        ))?;
        self.say(&Options::describe())?;
        self.say("uciok")
    }

    fn position(&self, start: &Start, moves: &[Move]) -> Result<Game, vierschach_engine::Error> {
        let mut rules = self.options.rules();
        let mut game = match start {
            Start::StartPos => Game::new(rules, Color::Red),
            Start::Setup(setup) => {
                rules.setup = *setup;
                Game::new(rules, Color::Red)
            }
            Start::Fen4(fen4) => Game::from_fen4_in_play(rules, fen4)?,
        };
        for mv in moves {
            game.play(*mv)?;
        }
        Ok(game)
    }

    fn perft(&mut self, depth: u32) -> Result<(), Error> {
        self.stop()?;
        if depth == 0 {
            return self.say("nodes 1");
        }
        let mut counts = self.game.divide(depth);
        counts.sort_by_key(|(mv, _)| mv.to_string());
        for (mv, nodes) in &counts {
            self.say(&format!("{mv}: {nodes}"))?;
        }
        let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        self.say(&format!("nodes {nodes}"))
    }

    /// Ends a search that is going on; it answers with its best move.
    fn stop(&mut self) -> Result<(), Error> {
        self.running.take().map_or(Ok(()), |running| running.stop())
    }

    /// After the last command: a search with limits is waited for, one without is ended.
    fn finish(&mut self, at_once: bool) -> Result<(), Error> {
        match self.running.take() {
            Some(running) if at_once || running.is_endless() => running.stop(),
            Some(running) => running.wait(),
            None => Ok(()),
        }
    }
}
