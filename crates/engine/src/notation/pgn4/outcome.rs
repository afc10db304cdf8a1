//! The `Result` and `Termination` tags.

use super::{Pgn4, Reason};
use crate::{AwardReason, Color, EndReason, Game, Report};

/// What a `Result` tag says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Points by colour.
    Points([i32; 4]),
    /// Points in an order that the players' names don't tell.
    PointsOfSomebody([i32; 4]),
    /// Whether Red and Yellow, and whether Blue and Green won; neither at a draw.
    Teams(bool, bool),
}

/// The tag that holds a player's name.
pub(super) const fn name_tag(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Blue => "Blue",
        Color::Yellow => "Yellow",
        Color::Green => "Green",
    }
}

impl Pgn4 {
    /// A player's name: the tag of their colour, or the colour's own name.
    pub fn name(&self, color: Color) -> &str {
        self.tag(name_tag(color)).unwrap_or(name_tag(color))
    }

    /// A player's name where there is one.
    pub(in crate::notation) fn player(&self, color: Color) -> Option<String> {
        let name = self.tag(name_tag(color))?.trim();
        (!matches!(name, "" | "?" | "-")).then(|| name.to_owned())
    }

    /// What the `Result` tag says; none without one, or where it says that the game goes on.
    pub(super) fn outcome(&self) -> Result<Option<Outcome>, Reason> {
        let Some(text) = self.tag("Result") else {
            return Ok(None);
        };
        match text {
            "" | "*" | "?" => return Ok(None),
            "1-0" => return Ok(Some(Outcome::Teams(true, false))),
            "0-1" => return Ok(Some(Outcome::Teams(false, true))),
            "1/2-1/2" => return Ok(Some(Outcome::Teams(false, false))),
            _ => {}
        }
        let bad = || Reason::BadResult(text.chars().take(120).collect());
        let names = Color::ALL.map(|color| self.name(color));
        if let Some(points) = points_by_name(text, names, [None; 4]) {
            let distinct = (1..4).all(|index| !names[..index].contains(&names[index]));
            let outcome = if distinct {
                Outcome::Points
            } else {
                Outcome::PointsOfSomebody
            };
            return Ok(Some(outcome(points)));
        }
        let points = points_of_somebody(text).ok_or_else(bad)?;
        Ok(Some(Outcome::PointsOfSomebody(points)))
    }

    /// Compares the `Result` tag with how the game went.
    pub(super) fn check_outcome(&self, game: &Game) -> Result<(), Reason> {
        let counted = game.points();
        match self.outcome()? {
            Some(Outcome::Points(printed)) if printed != counted => {
                Err(Reason::WrongPoints { printed, counted })
            }
            Some(Outcome::PointsOfSomebody(printed)) => {
                let sorted = |mut points: [i32; 4]| {
                    points.sort_unstable();
                    points
                };
                if sorted(printed) == sorted(counted) {
                    Ok(())
                } else {
                    Err(Reason::WrongPoints { printed, counted })
                }
            }
            Some(Outcome::Teams(red, blue)) => {
                let won = game.result().is_some_and(|result| {
                    let [first, second, ..] = result.places;
                    (first < second, second < first) == (red, blue)
                });
                let text = self.tag("Result").unwrap_or_default();
                if won {
                    Ok(())
                } else {
                    Err(Reason::WrongResult(text.to_owned()))
                }
            }
            _ => Ok(()),
        }
    }

    /// Writes the `Result` and `Termination` tags of a game that is over.
    pub(super) fn set_outcome(&mut self, game: &Game, last: Option<&Report>) {
        let Some(result) = game.result() else { return };
        let text = if game.rules().teams {
            let [first, second, ..] = result.places;
            match first.cmp(&second) {
                std::cmp::Ordering::Less => "1-0".to_owned(),
                std::cmp::Ordering::Greater => "0-1".to_owned(),
                std::cmp::Ordering::Equal => "1/2-1/2".to_owned(),
            }
        } else {
            let points = game.points();
            let named = Color::ALL.map(|color| {
                let name = self.name(color);
                format!("{name}: {}", points[color.index()])
            });
            named.join(" - ")
        };
        self.set_tag("Result", text);
        let bonus = last.and_then(bonus).unwrap_or_default();
        let termination = match result.reason {
            EndReason::LastPlayer => format!("Game over. {bonus}"),
            EndReason::Claim => bonus,
            EndReason::Lead => "Game over. (Lead)".to_owned(),
            EndReason::Checkmate => "Checkmate".to_owned(),
            EndReason::KingCaptured => "King captured".to_owned(),
            EndReason::Resignation => "Resignation".to_owned(),
            EndReason::Stalemate => "Stalemate".to_owned(),
            EndReason::Repetition => "Game over. (3-fold repetition)".to_owned(),
            EndReason::MoveCount => "Game over. (50-move rule)".to_owned(),
            EndReason::BareKings => "Insufficient material".to_owned(),
            EndReason::MoveLimit => "Game over. (Move limit)".to_owned(),
        };
        self.set_tag("Termination", termination.trim());
    }
}

/// `(Yellow +20)`: what the last player got for the kings still living.
fn bonus(report: &Report) -> Option<String> {
    let mut awards = report
        .awards
        .iter()
        .filter(|award| award.reason == AwardReason::LivingKings);
    let points: i32 = awards.clone().map(|award| award.points).sum();
    let color = awards.next_back()?.color;
    Some(format!("({} +{points})", name_tag(color)))
}

/// Reads `name: 12 - other: 3 - …`, in any order of the players. Names may hold what looks like
/// points themselves, so every order is tried.
fn points_by_name(text: &str, names: [&str; 4], found: [Option<i32>; 4]) -> Option<[i32; 4]> {
    if let [Some(red), Some(blue), Some(yellow), Some(green)] = found {
        return text.is_empty().then_some([red, blue, yellow, green]);
    }
    let open = (0..4).filter(|index| found[*index].is_none());
    let mut tried = open.filter_map(|index| {
        let rest = text
            .strip_prefix(names[index])?
            .strip_prefix(':')?
            .trim_start();
        let end = rest.find(' ').unwrap_or(rest.len());
        let (points, rest) = rest.split_at(end);
        let rest = rest.strip_prefix(" - ").unwrap_or(rest);
        let mut found = found;
        found[index] = Some(points.parse().ok()?);
        points_by_name(rest, names, found)
    });
    tried.next()
}

/// The four numbers of a result whose names are not those of the players' tags.
fn points_of_somebody(text: &str) -> Option<[i32; 4]> {
    let points = text
        .split(" - ")
        .map(|part| part.rsplit_once(':')?.1.trim().parse().ok());
    points.collect::<Option<Vec<i32>>>()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(result: &str) -> Result<Option<Outcome>, Reason> {
        let mut game = Pgn4::default();
        game.set_tag("Blue", "b - c: 1");
        game.set_tag("Result", result);
        game.outcome()
    }

    #[test]
    fn results_are_read_by_name() {
        assert_eq!(
            outcome("Yellow: 75 - Red: 44 - Green: -1 - b - c: 1: 80"),
            Ok(Some(Outcome::Points([44, 80, 75, -1])))
        );
        assert_eq!(
            outcome("Guest: 75 - Guest: 44 - Green: 0 - Red: 80"),
            Ok(Some(Outcome::PointsOfSomebody([75, 44, 0, 80])))
        );
        assert_eq!(outcome("0-1"), Ok(Some(Outcome::Teams(false, true))));
        assert_eq!(outcome("*"), Ok(None));
    }

    #[test]
    fn names_may_look_like_results() {
        let mut game = Pgn4::default();
        for (color, name) in Color::ALL
            .into_iter()
            .zip(["Red: 1", "Red", "a - b: 2 - c", ""])
        {
            game.set_tag(name_tag(color), name);
        }
        game.set_tag("Result", "Red: 3 - a - b: 2 - c: 5 - Red: 1: 7 - : 9");
        assert_eq!(game.outcome(), Ok(Some(Outcome::Points([7, 3, 5, 9]))));
    }

    #[test]
    fn bad_results_are_named() {
        for text in [
            "Red wins",
            "Red: 1 - Blue: 2",
            "Red: x - Blue: 1 - Yellow: 1 - Green: 1",
        ] {
            assert_eq!(outcome(text), Err(Reason::BadResult(text.to_owned())));
        }
    }
}
