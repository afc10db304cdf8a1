//! Tasks of a desk are answered once, stopped ones never.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use vierschach_engine::{Color, Game, Preset, Rules};
use vierschach_protocol::GameId;
use vierschach_session::{AnalysisTask, CpuTask, Input, Token};
use vierschach_thinking::{Urgency, levels, own_machine, study, think};

fn start(preset: Preset) -> Game {
    Game::new(Rules::preset(preset), Color::Red)
}

fn task(level: u8) -> CpuTask {
    CpuTask {
        token: Token(7),
        game: GameId("g".to_owned()),
        color: Color::Red,
        level,
        seed: 1,
        state: start(Preset::Solo),
    }
}

/// The inputs that must arrive.
fn told(work: impl FnOnce(&dyn Fn(Input, Urgency))) -> Vec<Input> {
    let inputs = RefCell::new(Vec::new());
    work(&|input, urgency| {
        if urgency == Urgency::MustArrive {
            inputs.borrow_mut().push(input);
        }
    });
    inputs.into_inner()
}

#[test]
fn a_cpu_chooses_a_legal_move() {
    let go = AtomicBool::new(false);
    let inputs = told(|tell| think(&task(levels()[0]), own_machine(), &go, tell));
    let [Input::Chosen { token, mv }] = inputs[..] else {
        panic!("{inputs:?}");
    };
    assert_eq!(token, Token(7));
    assert!(start(Preset::Solo).is_legal(mv));
}

#[test]
fn a_level_that_there_is_not_fails_instead_of_hanging() {
    let go = AtomicBool::new(false);
    let inputs = told(|tell| think(&task(99), own_machine(), &go, tell));
    assert!(matches!(inputs[..], [Input::CpuFailed(Token(7))]));
}

#[test]
fn what_is_stopped_says_nothing() {
    let stop = AtomicBool::new(true);
    assert!(told(|tell| think(&task(1), own_machine(), &stop, tell)).is_empty());
    let task = AnalysisTask {
        token: Token(8),
        lines: 3,
        state: start(Preset::Solo),
    };
    assert!(told(|tell| study(&task, &stop, tell)).is_empty());
}

#[test]
fn an_analysis_ends_with_all_lines_of_its_last_depth() {
    for preset in [Preset::Solo, Preset::Teams] {
        let task = AnalysisTask {
            token: Token(8),
            lines: 3,
            state: start(preset),
        };
        let go = AtomicBool::new(false);
        let inputs = told(|tell| study(&task, &go, tell));
        let [
            Input::Analysed {
                depth,
                nodes,
                ref lines,
                done: true,
                ..
            },
        ] = inputs[..]
        else {
            panic!("{inputs:?}");
        };
        assert!(depth >= 1 && nodes > 0 && lines.len() == 3);
        for line in lines {
            assert!(task.state.is_legal(line.moves[0]));
        }
        let mut first: Vec<_> = lines.iter().map(|line| line.moves[0]).collect();
        first.dedup();
        assert_eq!(first.len(), 3, "different moves");
    }
}
