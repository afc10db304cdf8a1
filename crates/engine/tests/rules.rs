//! Rules as data: presets, edits, fields, what is refused.

use serde_json::json;
use vierschach_engine::{Error, Preset, Rules, Setup};

#[test]
fn presets_are_valid_and_read_back() {
    for preset in Preset::ALL {
        let rules = Rules::preset(preset);
        assert_eq!(rules.validate(), Ok(()), "{preset}");
        assert_eq!(preset.name().parse(), Ok(preset));
        let text = serde_json::to_string(&rules).expect("rules serialize");
        assert_eq!(
            serde_json::from_str::<Rules>(&text).expect("and read back"),
            rules
        );
        assert!(rules.fields(&rules).iter().all(|field| !field.differs()));
    }
}

#[test]
fn edits_replace_what_they_name() {
    let solo = Rules::preset(Preset::Solo);
    let edits = json!({"setup": "modern", "move_limit": 200, "points": {"draw": 5}, "promotion": {"rank": "end-of-file"}});
    let house = solo.with_edits(&edits).expect("good edits");
    assert_eq!((house.setup, house.move_limit), (Setup::Modern, Some(200)));
    assert_eq!(
        house.points.map(|points| (points.draw, points.king)),
        Some((5, 20))
    );
    let differing: Vec<String> = house
        .fields(&solo)
        .into_iter()
        .filter(|f| f.differs())
        .map(|f| f.name)
        .collect();
    assert_eq!(
        differing,
        ["setup", "promotion.rank", "move_limit", "points.draw"]
    );
}

#[test]
fn every_field_can_be_changed_by_itself() {
    let (solo, teams) = (Rules::preset(Preset::Solo), Rules::preset(Preset::Teams));
    for edits in [
        json!({"seating": ["east", "north", "west", "south"]}),
        json!({"promotion": {"rank": 11}}),
        json!({"promotion": {"kinds": "any"}}),
        json!({"en_passant": false}),
        json!({"king_capture_in_check": true}),
        json!({"stalemate": "draw"}),
        json!({"lead": "claim"}),
        json!({"lead": "none"}),
        json!({"resignation": "wanders"}),
        json!({"resignation": "walks"}),
        json!({"resignation": "stands"}),
        json!({"time_out": "resigns"}),
        json!({"material": "minor-piece"}),
        json!({"tie": "later-mover"}),
    ] {
        assert!(solo.with_edits(&edits).is_ok(), "{edits}");
    }
    for edits in [
        json!({"king_capture": "first-of-team"}),
        json!({"stalemate": "pass"}),
    ] {
        assert!(teams.with_edits(&edits).is_ok(), "{edits}");
    }
}

#[test]
fn nonsense_is_refused_by_name() {
    let solo = Rules::preset(Preset::Solo);
    for (edits, at) in [
        (
            json!({"seating": ["south", "south", "north", "east"]}),
            "seating",
        ),
        (json!({"promotion": {"rank": 4}}), "promotion.rank"),
        (json!({"mate": "on-turn"}), "mate"),
        (json!({"teams": true}), "mate"),
        (json!({"king_capture": "wins"}), "king_capture"),
        (json!({"stalemate": "pass"}), "stalemate"),
        (json!({"points": null}), "points"),
        (json!({"points": {"king": -1}}), "points"),
        (json!({"resignation": "team-loses"}), "resignation"),
        (json!({"move_limit": 0}), "move_limit"),
        (json!({"move_limit": "many"}), "set"),
        (json!({"unheard": 1}), "set"),
        (json!(7), "set"),
    ] {
        match solo.with_edits(&edits) {
            Err(Error::BadRules { field, .. }) => assert_eq!(field, at, "{edits}"),
            other => panic!("{edits}: {other:?}"),
        }
    }
    let text = serde_json::to_string(&solo)
        .expect("rules serialize")
        .replace("at-once", "on-turn");
    assert!(serde_json::from_str::<Rules>(&text).is_err());
}
