//! Positions with known answers, each at the levels that must know them and for several seeds.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod common;

use common::{pick, queen_hangs};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use vierschach_cpu::{Analysis, Evaluation, Level, Limits, Outlook, Resources, analyse};
use vierschach_engine::{Color, Game, Move, MoveList, Position, Preset, Rules, Status};

struct Case<'a> {
    name: &'a str,
    game: Game,
    level: u8,
    what: &'a str,
    moves: Vec<Move>,
}

impl<'a> Case<'a> {
    fn read(line: &'a str) -> Case<'a> {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, rules, level, what, moves, fen4] = fields[..] else {
            panic!("{line}")
        };
        let rules = Rules::preset(rules.trim().parse().unwrap());
        let game = Game::from_fen4(rules, fen4).unwrap_or_else(|error| panic!("{name}: {error}"));
        let moves = moves
            .split(' ')
            .filter(|mv| *mv != "-")
            .map(|mv| mv.parse().unwrap());
        let case = Case {
            name,
            game,
            level: level.parse().unwrap(),
            what,
            moves: moves.collect(),
        };
        for mv in &case.moves {
            assert!(case.game.is_legal(*mv), "{name}: {mv} is not legal");
        }
        case
    }

    fn solved_by(&self, mv: Move) -> bool {
        match self.what {
            "bm" => self.moves.contains(&mv),
            "am" => !self.moves.contains(&mv),
            "safe" => {
                let rules = self.game.rules();
                let position = self.game.position();
                let me = position.turn().unwrap();
                !queen_hangs(rules, &position.make(rules, mv), me)
            }
            other => panic!("{}: what is {other}?", self.name),
        }
    }
}

/// What the word for a forced win begins with; the plies it takes follow.
const WINS: &str = "wins-";

/// The full search tells how far away a forced win is, within a fixed budget.
#[test]
fn forced_wins_are_seen() {
    let mut seen = 0;
    let suite = include_str!("suite.txt");
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let case = Case::read(line);
        let Some(plies) = case.what.strip_prefix(WINS) else {
            continue;
        };
        let plies: u8 = plies.parse().unwrap();
        let analysis = Analysis {
            limits: Limits {
                nodes: Some(120_000),
                ..Limits::default()
            },
            lines: 1,
            resources: Resources::default(),
            outlook: Outlook::default(),
        };
        let stop = AtomicBool::new(false);
        let mut last = None;
        analyse(
            &case.game,
            &analysis,
            &stop,
            &|| Duration::ZERO,
            &mut |line| {
                last = Some(line.evaluation);
            },
        );
        let found = matches!(last, Some(Evaluation::Wins(after)) if after <= plies);
        assert!(found, "{}: {last:?}", case.name);
        seen += 1;
    }
    assert!(seen >= 3);
}

/// Mates in two among four are what they claim: whatever the others play, the mover mates somebody next.
#[test]
fn mates_in_two_hold_against_all_answers() {
    let mut held = 0;
    let suite = include_str!("suite.txt");
    for line in suite
        .lines()
        .filter(|line| line.starts_with("mate in two for points"))
    {
        let case = Case::read(line);
        let rules = case.game.rules();
        let me = case.game.turn().unwrap();
        for mv in &case.moves {
            let after = case.game.position().make(rules, *mv);
            assert!(always_mates(rules, &after, me), "{}: {mv}", case.name);
            held += 1;
        }
    }
    assert!(held >= 5);
}

/// Whether `me`, when next to move, can always mate or take a king, whatever the others play till then.
fn always_mates(rules: &Rules, position: &Position, me: Color) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(rules, &mut moves);
    let players = |position: &Position| {
        let playing = |status: &&Status| status.plays();
        position.status().iter().filter(playing).count()
    };
    if position.turn() == Some(me) {
        let mates = |mv: &Move| players(&position.make(rules, *mv)) < players(position);
        return moves.iter().any(mates);
    }
    let holds = |mv: &Move| always_mates(rules, &position.make(rules, *mv), me);
    position.turn().is_some() && moves.iter().all(holds)
}

/// What the level without a budget of nodes gets instead of its time.
const NO_CLOCK: u64 = 200_000;

#[test]
fn every_level_knows_what_it_must() {
    let mut failures = Vec::new();
    let suite = include_str!("suite.txt");
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let case = Case::read(line);
        if case.what.starts_with(WINS) {
            continue;
        }
        for level in Level::ALL
            .into_iter()
            .filter(|level| level.number() >= case.level)
        {
            let seeds = if level < Level::Five { 2 } else { 1 };
            for seed in 0..seeds {
                let nodes = level.limits().nodes.unwrap_or(NO_CLOCK);
                let choice = pick(&case.game, level, nodes, seed).expect(case.name);
                if !case.solved_by(choice.mv) {
                    failures.push(format!(
                        "{}: level {level} seed {seed} plays {} (depth {}, {} nodes)",
                        case.name, choice.mv, choice.depth, choice.nodes
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The fewer rivals may answer freely, the fewer positions a depth takes; between teams nothing changes.
#[test]
fn an_outlook_says_how_much_of_rivals_is_looked_at() {
    let nodes = |preset: Preset, outlook: Outlook| {
        let game = Game::new(Rules::preset(preset), Color::Red);
        let analysis = Analysis {
            limits: Limits {
                depth: Some(7),
                ..Limits::default()
            },
            lines: 1,
            resources: Resources::default(),
            outlook,
        };
        let stop = AtomicBool::new(false);
        let mut nodes = 0;
        let best = analyse(&game, &analysis, &stop, &|| Duration::ZERO, &mut |line| {
            nodes = line.nodes;
        });
        assert!(best.is_some_and(|mv| game.is_legal(mv)));
        nodes
    };
    let [paranoid, best_reply] = Outlook::ALL.map(|outlook| nodes(Preset::FourKingdoms, outlook));
    assert!(best_reply < paranoid, "{best_reply} {paranoid}");
    let [one, other] = Outlook::ALL.map(|outlook| nodes(Preset::Teams, outlook));
    assert_eq!(one, other);
}
