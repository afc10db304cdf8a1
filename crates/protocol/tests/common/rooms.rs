//! What is said in rooms.

use vierschach_protocol::*;

use crate::bytes::{check, tag};
use crate::samples::*;

#[test]
fn every_entrance_has_its_bytes() {
    let name = "Änne".to_owned();
    let token = "dG9rZW4".to_owned();
    let known = Known {
        game: game(),
        number: 40,
    };
    for entrance in [
        Entrance::Create {
            name,
            options: room().options,
        },
        Entrance::Return {
            code: room_code(),
            token,
            since: Some(known),
        },
    ] {
        check(&format!("entrance-{}", tag(&entrance)), &entrance);
    }
}

#[test]
fn every_act_in_a_room_has_its_bytes() {
    let color = Color::Blue;
    let member = MemberId(2);
    for act in [
        RoomAct::Sit {
            color,
            name: Some("Änne".to_owned()),
        },
        RoomAct::Stand { color },
        RoomAct::Rename {
            name: "Änne".to_owned(),
        },
        RoomAct::SetSeat {
            color,
            level: Some(4),
        },
        RoomAct::SwapSeats {
            one: Color::Red,
            other: color,
        },
        RoomAct::SetOptions {
            options: room().options,
        },
        RoomAct::Lock { locked: true },
        RoomAct::Kick { member },
        RoomAct::MakeHost { member },
        RoomAct::Start { level: 3 },
        RoomAct::Rematch {},
        RoomAct::Leave {},
        RoomAct::AnswerTakeBack { agree: true },
        RoomAct::Say {
            phrase: Phrase::WellPlayed,
        },
        RoomAct::Point {
            square: square("e4"),
        },
    ] {
        check(&format!("act-{}", tag(&act)), &act);
    }
}

#[test]
fn all_news_of_a_room_has_its_bytes() {
    let member = MemberId(2);
    let name = || "Иван".to_owned();
    let over = |end| RoomNews::TakeBackOver {
        color: Color::Blue,
        end,
    };
    for news in [
        vec![
            RoomNews::Left {
                member,
                name: name(),
            },
            RoomNews::Kicked {
                member,
                name: name(),
            },
        ],
        vec![
            over(AskEnd::Agreed),
            over(AskEnd::Refused { by: member }),
            over(AskEnd::Unanswered),
            over(AskEnd::Gone { member }),
            over(AskEnd::MovedOn),
        ],
    ] {
        check(&format!("news-{}", tag(&news[0])), &news);
    }
}
