//! A fixed workload: the same searches on every machine, counted in nodes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use vierschach_engine::{Color, Error, Game, Preset, Rules};

use crate::search::Outlook;
use crate::style::Mood;
use crate::threads::{Memory, Resources, Task};
use crate::{Level, Limits};

/// What the workload amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Each position's name and the nodes searched from it.
    pub positions: Vec<(&'static str, u64)>,
}

impl Bench {
    /// All nodes: a fingerprint of the search that changes whenever its behaviour does.
    pub fn nodes(&self) -> u64 {
        self.positions.iter().map(|(_, nodes)| nodes).sum()
    }
}

/// The depth each position is searched to.
const PLIES: u8 = 9;

/// Name, rules and FEN4; without one, the start.
const POSITIONS: [(&str, Preset, Option<&str>); 9] = [
    ("solo start", Preset::Solo, None),
    ("teams start", Preset::Teams, None),
    ("vierschach start", Preset::Vierschach, None),
    ("four-kingdoms start", Preset::FourKingdoms, None),
    (
        "teams middle game",
        Preset::Teams,
        Some(
            "B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-2-6,yK,7/3,yP,4,gB,5/7,yR,6/3,bP,5,gQ,4/\
             bK,2,bR,2,yP,3,yP,1,rB,gN/bB,1,rB,2,yP,4,gP,3/10,gP,3/bR,2,bP,7,gP,1,gK/2,bN,1,yP,6,gP,2/\
             2,rP,1,rP,1,rP,rP,rP,2,rN,2/2,bP,6,gP,gP,1,gN,1/5,bN,3,rP,4/3,rQ,2,rK,3,rP,3/8,rR,1,rR,3",
        ),
    ),
    (
        "solo middle game",
        Preset::Solo,
        Some(
            "Y-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,2,yK,3,yR,3/3,yP,1,yP,yP,yP,yP,yP,yP,3/8,gN,1,bN,3/\
             bR,bP,10,gP,gR/1,bP,3,yR,6,gP,1/1,bP,6,gB,3,gP,1/8,rB,4,gK/bK,bP,10,gP,1/1,bP,rQ,11/\
             1,bP,10,gP,1/bR,bP,11,gR/7,bR,6/3,rP,rP,rP,rP,1,rP,rP,4/3,rR,2,rK,3,rR,3",
        ),
    ),
    (
        "solo, two grey",
        Preset::Solo,
        Some(
            "Y-1,1,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-5,drR,8/14/4,yR,5,gP,3/9,dbN,4/2,drK,11/4,dbR,yP,8/\
             11,yP,2/5,gB,1,drQ,6/1,drP,1,drP,4,dbB,5/5,gK,3,gP,4/8,dbK,gB,4/4,yQ,9/14/3,yK,1,dbQ,8",
        ),
    ),
    (
        "solo, queens about",
        Preset::Solo,
        Some(
            "Y-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,gK,6/3,bK,10/5,bN,8/10,yK,rD,2/3,gD,10/14/8,yQ,5/\
             yD,13/2,rB,1,yQ,8,bR/3,gB,gQ,9/8,yB,5/7,gN,6/14/7,rK,6",
        ),
    ),
    (
        "solo endgame",
        Preset::Solo,
        Some(
            "Y-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-9,yK,4/14/14/14/bK,12,gK/9,gP,yP,3/3,yP,rN,5,yN,3/\
             1,bP,12/4,gN,1,bP,7/14/10,rP,3/14/14/8,rK,1,bN,3",
        ),
    ),
];

/// Searches fixed positions to a fixed depth. Needs no clock: who wants nodes per second times
/// the call.
///
/// # Errors
/// None in practice: those of reading the built-in positions.
pub fn bench() -> Result<Bench, Error> {
    let run = |(name, preset, fen4): (&'static str, Preset, Option<&str>)| {
        let rules = Rules::preset(preset);
        let game = match fen4 {
            Some(fen4) => Game::from_fen4(rules, fen4)?,
            None => Game::new(rules, Color::Red),
        };
        let limits = Limits {
            depth: Some(PLIES),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let task = Task {
            game: &game,
            me: game.position().turn().unwrap_or(Color::Red),
            mood: Mood::new(Level::PERFECT, 0, 0),
            outlook: Outlook::default(),
            limits,
            resources: Resources::default(),
            stop: &stop,
        };
        let mut memory = Memory::default();
        let choice = task.run(&mut memory, &|| Duration::ZERO, &mut |_| (), |search| {
            search.run(&game)
        });
        Ok((name, choice.map_or(0, |choice| choice.nodes)))
    };
    let positions = POSITIONS
        .into_iter()
        .map(run)
        .collect::<Result<_, Error>>()?;
    Ok(Bench { positions })
}
