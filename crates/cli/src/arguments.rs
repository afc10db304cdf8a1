//! Values of arguments, with errors that say what is expected.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use vierschach_engine::{Preset, Setup};

/// Reads a whole number of a range that has a least one.
pub(crate) fn whole<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("a whole number from {least} to {most} is needed")
            }
            (Bound::Included(least), _) => format!("a whole number of at least {least} is needed"),
            _ => "a whole number is needed".to_owned(),
        })
    }
}

/// Reads a preset's name.
pub(crate) fn preset(text: &str) -> Result<Preset, String> {
    text.parse().map_err(|error| one_of(&error, &Preset::ALL))
}

/// Reads a setup's name.
pub(crate) fn setup(text: &str) -> Result<Setup, String> {
    text.parse().map_err(|error| one_of(&error, &Setup::ALL))
}

fn one_of(error: &vierschach_engine::Error, names: &[impl Display]) -> String {
    format!("{error}, there are {}", listed(names))
}

/// Names with commas between.
pub(crate) fn listed(names: &[impl Display]) -> String {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_held_to_their_range() {
        let read = whole(1..=u16::MAX);
        assert_eq!((read("1"), read("65535")), (Ok(1), Ok(u16::MAX)));
        for text in ["0", "65536", "-1", "x", ""] {
            let told = read(text).expect_err(text);
            assert_eq!(told, "a whole number from 1 to 65535 is needed");
        }
        let told = whole::<u64>(1..)("0").expect_err("too little");
        assert_eq!(told, "a whole number of at least 1 is needed");
    }

    #[test]
    fn unknown_names_are_answered_by_the_known_ones() {
        let told = preset("quatsch").expect_err("no preset");
        assert!(
            Preset::ALL.iter().all(|one| told.contains(one.name())),
            "{told}"
        );
        assert!(setup("quatsch").expect_err("no setup").ends_with("lutze"));
    }
}
