//! A person at the window: starts games, goes on with them and makes moves.

use serde_json::Value;

use crate::driver::Window;

/// What the board shows, for comparisons: turn, ply, hash, and each piece with its square.
pub(crate) const BOARD: &str = r#"
    const board = document.querySelector('[data-board]');
    if (!board) return null;
    const pieces = [...board.querySelectorAll('[data-at]')];
    // A piece that was taken fades for a moment where its taker stands already.
    const alone = new Set(pieces.map((piece) => piece.dataset.at)).size === pieces.length;
    const { yourTurn, animating } = board.dataset;
    return {
        ply: Number(board.dataset.ply),
        hash: board.dataset.hash,
        turn: board.dataset.turn,
        rests: yourTurn === 'true' && animating === 'false' && alone,
        pieces: pieces.map((piece) => `${piece.dataset.at} ${piece.dataset.piece}`).sort(),
    };
"#;

/// The squares of the pieces of the player to move.
pub(crate) const MINE: &str = r#"
    const { turn } = document.querySelector('[data-board]').dataset;
    const pieces = document.querySelectorAll(`[data-board] [data-piece^="${turn}-"]`);
    return [...pieces].map((piece) => piece.dataset.at);
"#;

/// Where the chosen piece may go.
pub(crate) const TARGETS: &str = r#"
    const targets = document.querySelectorAll('[data-board] [data-target]');
    return [...targets].map((target) => target.dataset.square);
"#;

impl Window {
    /// Starts a game as Red against three CPUs of the weakest level.
    pub(crate) async fn new_game(&self) -> Value {
        self.click(r#"[data-testid="home-play"]"#).await;
        self.click(r#"[data-testid="level-1"]"#).await;
        self.click(r#"[data-testid="new-start"]"#).await;
        self.my_turn(0).await
    }

    /// Opens the game played last from the home screen.
    pub(crate) async fn go_on(&self) {
        self.click(r#"[data-testid="home-continue"]"#).await;
        self.find("[data-board]").await;
    }

    /// Waits until it is Red's turn at a ply or later and nothing moves any more.
    pub(crate) async fn my_turn(&self, ply: u64) -> Value {
        let wanted = |board: &Value| board["rests"] == true && board["ply"].as_u64() >= Some(ply);
        self.until(BOARD, wanted).await
    }

    /// Clicks a square of the board.
    pub(crate) async fn click_square(&self, square: &str) {
        self.click(&format!("[data-square=\"{square}\"]")).await;
    }

    /// Clicks pieces until one may move, and moves it. Returns the ply that follows.
    pub(crate) async fn play_some_move(&self) -> u64 {
        let before = self.ask(BOARD).await["ply"].as_u64().expect("a board");
        let mine = self.ask(MINE).await;
        for from in texts(&mine) {
            self.click_square(from).await;
            let targets = self.ask(TARGETS).await;
            if let Some(to) = texts(&targets).first() {
                self.click_square(to).await;
                let moved = |board: &Value| board["ply"].as_u64() > Some(before);
                let board = self.until(BOARD, moved).await;
                return board["ply"].as_u64().expect("a board");
            }
        }
        panic!("none of these can move: {mine}");
    }
}

/// The texts of a list.
pub(crate) fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.filter_map(Value::as_str).collect()
}
