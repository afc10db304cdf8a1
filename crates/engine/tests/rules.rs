//! Rules as data: presets, edits, fields, what is refused.

use serde_json::json;
use vierschach_engine::{Choices, Error, Field, Preset, Rules, Setup};

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
        (json!({"points": {"king": -1}}), "points.king"),
        (json!({"points.king": "1001"}), "points.king"),
        (json!({"promotion": {"rank": "queen"}}), "promotion.rank"),
        (json!({"resignation": "team-loses"}), "resignation"),
        (json!({"move_limit": 0}), "move_limit"),
        (json!({"move_limit": "many"}), "move_limit"),
        (json!({"setup": "modern", "tie": 3}), "tie"),
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

/// Values to try from what a field offers: all words, the ends of a range and a value beside each.
fn values(field: &Field) -> Vec<(String, bool)> {
    match &field.choices {
        Choices::Fixed => Vec::new(),
        Choices::OneOf(values) => values.iter().map(|value| (value.clone(), true)).collect(),
        Choices::Number { min, max } => [min - 1, *min, (min + max) / 2, *max, max + 1]
            .map(|value| (value.to_string(), (*min..=*max).contains(&value)))
            .to_vec(),
    }
}

/// Every value that is offered gives a game, or is refused by the names of two fields; what lies
/// beside a range is refused by name.
#[test]
fn what_is_offered_makes_a_game() {
    let mut conflicts = Vec::new();
    for preset in Preset::ALL {
        let rules = Rules::preset(preset);
        for field in rules.fields(&rules) {
            for (value, offered) in values(&field) {
                match rules.with_edits(&json!({ field.name.as_str(): value })) {
                    Ok(house) => {
                        assert!(offered, "{preset}: {} = {value}", field.name);
                        let fields = house.fields(&rules);
                        let changed = fields.iter().find(|other| other.name == field.name);
                        assert_eq!(
                            changed.map(|field| field.value.as_str()),
                            Some(value.as_str())
                        );
                    }
                    Err(Error::BadRules {
                        field: at, with, ..
                    }) => {
                        if offered {
                            let with = with.expect("the field that it contradicts");
                            assert!(at == field.name || with == field.name);
                            conflicts
                                .push(format!("{preset}: {} = {value}: {at}, {with}", field.name));
                        } else {
                            assert_eq!(at, field.name);
                        }
                    }
                    Err(error) => panic!("{preset}: {} = {value}: {error}", field.name),
                }
            }
        }
    }
    assert_eq!(
        conflicts,
        [
            "vierschach: king_capture_in_check = true: king_capture_in_check, king_capture",
            "server-teams: king_capture = first-of-team: king_capture_in_check, king_capture",
        ]
    );
}

/// The value in force is always among those offered, and a page knows every rule.
#[test]
fn the_present_value_is_offered() {
    let mut open = 0;
    for preset in Preset::ALL {
        let house = Rules {
            move_limit: Some(77),
            ..Rules::preset(preset)
        };
        for field in house.fields(&house) {
            match &field.choices {
                Choices::Fixed => {
                    let with_preset = [
                        "teams",
                        "mate",
                        "king_capture",
                        "points",
                        "lead",
                        "resignation",
                        "tie",
                    ];
                    assert!(with_preset.contains(&field.name.as_str()), "{}", field.name);
                }
                Choices::OneOf(values) => {
                    open += 1;
                    assert!(
                        values.len() > 1 && values.contains(&field.value),
                        "{}",
                        field.name
                    );
                }
                Choices::Number { min, max } => {
                    let value: i32 = field.value.parse().expect("a number");
                    assert!((*min..=*max).contains(&value), "{}", field.name);
                }
            }
        }
    }
    assert!(open > 70);
}

#[test]
fn texts_are_read_like_values() {
    let teams = Rules::preset(Preset::Teams);
    for field in teams
        .fields(&teams)
        .into_iter()
        .chain(Rules::preset(Preset::Solo).fields(&teams))
    {
        let base = if field.name.starts_with("points.") {
            Preset::Solo
        } else {
            Preset::Teams
        };
        let rules = Rules::preset(base);
        if rules
            .fields(&rules)
            .iter()
            .any(|own| own.name == field.name && own.value == field.value)
        {
            assert_eq!(
                rules.with_edits(&json!({ field.name.as_str(): field.value })),
                Ok(rules)
            );
        }
    }
    let solo = Rules::preset(Preset::Solo);
    let house = solo.with_edits(&json!({
        "seating": "south, east, north, west", "move_limit": "null", "points.draw": "0",
        "promotion.rank": "end-of-file", "en_passant": "false",
    }));
    let house = house.expect("good texts");
    assert_eq!(house.seating, Rules::preset(Preset::FourKingdoms).seating);
    assert_eq!((house.move_limit, house.en_passant), (None, false));
    assert_eq!(house.points.map(|points| points.draw), Some(0));
    // Points that teams don't have start from those of single players.
    let teams = teams.with_edits(&json!({"points.draw": 5}));
    let Err(Error::BadRules { field, with, .. }) = teams else {
        panic!("{teams:?}")
    };
    assert_eq!((field, with), ("points", Some("teams")));
}

#[test]
fn the_nearest_preset_is_found() {
    for preset in Preset::ALL {
        let rules = Rules::preset(preset);
        assert_eq!(rules.nearest_preset(), preset);
        let house = Rules {
            move_limit: Some(150),
            ..rules
        };
        assert_eq!(house.nearest_preset(), preset);
    }
}

#[test]
fn names_of_any_number_of_levels_are_refused() {
    let rules = Rules::preset(Preset::Solo);
    for levels in [5, 100, 200_000] {
        let edits = json!({ vec!["points"; levels].join("."): "1" });
        assert!(rules.with_edits(&edits).is_err(), "{levels}");
    }
}
