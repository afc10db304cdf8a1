//! Saved, damaged and found again, through the plugin on a mock of the app.

use std::fs;
use std::path::Path;

use tauri::Manager as _;
use tauri::test::{MockRuntime, mock_builder, mock_context, noop_assets};
use tempfile::TempDir;
use vierschach_protocol::{Language, Theme};

use super::*;

/// A folder of stores, and the app that has it open.
struct Device {
    app: tauri::App<MockRuntime>,
    folder: TempDir,
}

impl Device {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let app = Self::started();
        Self { app, folder }
    }

    fn started() -> tauri::App<MockRuntime> {
        mock_builder()
            .plugin(tauri_plugin_store::Builder::default().build())
            .build(mock_context(noop_assets()))
            .unwrap()
    }

    /// The app after it was killed and started again.
    fn restarted(self) -> Self {
        let app = Self::started();
        Self { app, ..self }
    }

    fn open(&self) -> (Store<MockRuntime>, Kept) {
        Store::open(self.app.handle().clone(), self.root().to_owned())
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Saves the texts of a game one after the other.
    fn play(&self, game: &str, texts: &[&str]) {
        let (mut store, _) = self.open();
        for text in texts {
            store.save_game(&id(game), (*text).to_owned()).unwrap();
        }
    }
}

fn id(game: &str) -> GameId {
    GameId(game.to_owned())
}

/// Games and their texts, for comparisons.
fn games(kept: &Kept) -> Vec<(&str, &str)> {
    kept.games
        .iter()
        .map(|(game, text)| (game.0.as_str(), text.as_str()))
        .collect()
}

fn problem(game: &str, problem: Problem, kept_as: &str, moves_lost: Option<u32>) -> StoreProblem {
    StoreProblem {
        item: StoredItem::Game { game: id(game) },
        problem,
        kept_as: Some(kept_as.to_owned()),
        moves_lost,
    }
}

#[test]
fn an_empty_device_has_nothing_and_no_problem() {
    let (_, kept) = Device::new().open();
    assert!(kept.games.is_empty() && kept.problems.is_empty());
    assert_eq!(kept.settings, Settings::default());
}

#[test]
fn the_newest_save_comes_back_after_a_restart() {
    let device = Device::new();
    device.play("one", &["1", "2", "3"]);
    device.play("two", &["x"]);
    let device = device.restarted();
    let (_, kept) = device.open();
    assert_eq!(games(&kept), [("one", "3"), ("two", "x")]);
    assert_eq!(kept.problems, []);
}

#[test]
fn saving_goes_on_after_a_restart() {
    let device = Device::new();
    device.play("one", &["1", "2", "3"]);
    let device = device.restarted();
    device.play("one", &["4", "5"]);
    let (_, kept) = device.restarted().open();
    assert_eq!(games(&kept), [("one", "5")]);
}

#[test]
fn a_truncated_newest_slot_costs_one_move() {
    let device = Device::new();
    device.play("one", &["1", "2", "3"]);
    device.play("two", &["x"]);
    let newest = device.path("games/one.b.json");
    let bytes = fs::read(&newest).unwrap();
    fs::write(&newest, &bytes[..bytes.len() / 2]).unwrap();
    let device = device.restarted();
    let (_, kept) = device.open();
    assert_eq!(games(&kept), [("one", "2"), ("two", "x")]);
    let told = problem("one", Problem::Damaged, "damaged/one.b.json", Some(1));
    assert_eq!(kept.problems, [told]);
    let aside = fs::read(device.path("damaged/one.b.json")).unwrap();
    assert_eq!(aside, bytes[..bytes.len() / 2]);
    // It is told once: the next start finds nothing wrong.
    assert_eq!(device.restarted().open().1.problems, []);
}

#[test]
fn an_edited_older_slot_costs_nothing() {
    let device = Device::new();
    device.play("one", &["1", "22", "3"]);
    let older = device.path("games/one.a.json");
    let text = fs::read_to_string(&older).unwrap();
    fs::write(&older, text.replace("22", "23")).unwrap();
    let (_, kept) = device.restarted().open();
    assert_eq!(games(&kept), [("one", "3")]);
    let told = problem("one", Problem::Damaged, "damaged/one.a.json", Some(0));
    assert_eq!(kept.problems, [told]);
}

#[test]
fn two_bad_slots_lose_one_game_and_no_other() {
    let device = Device::new();
    device.play("one", &["1", "2"]);
    device.play("two", &["x", "y"]);
    fs::write(device.path("games/one.a.json"), "").unwrap();
    fs::write(device.path("games/one.b.json"), b"\x89PNG\x00").unwrap();
    let device = device.restarted();
    let (mut store, kept) = device.open();
    assert_eq!(games(&kept), [("two", "y")]);
    assert_eq!(
        kept.problems,
        [
            problem("one", Problem::Damaged, "damaged/one.a.json", None),
            problem("one", Problem::Unreadable, "damaged/one.b.json", None),
        ]
    );
    // A game of that name can be started anew, and what was set aside stays.
    store.save_game(&id("one"), "new".to_owned()).unwrap();
    fs::write(device.path("games/one.b.json"), "").unwrap();
    let (_, kept) = device.restarted().open();
    let told = problem("one", Problem::Damaged, "damaged/2-one.b.json", None);
    assert_eq!(kept.problems, [told]);
}

#[test]
fn a_newer_versions_file_is_told_as_such() {
    let device = Device::new();
    device.play("one", &["1"]);
    let path = device.path("games/one.b.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"format\": 1", "\"format\": 2")).unwrap();
    let (_, kept) = device.restarted().open();
    let told = problem("one", Problem::Newer, "damaged/one.b.json", None);
    assert_eq!(kept.problems, [told]);
}

#[test]
fn the_end_of_the_app_writes_nothing_again() {
    let device = Device::new();
    device.play("one", &["1", "2"]);
    let open = device.app.handle().resources_table().names().count();
    assert_eq!(
        open, 0,
        "stores that are still open are saved again at the end"
    );
}

#[test]
fn a_deleted_game_stays_away() {
    let device = Device::new();
    device.play("one", &["1", "2"]);
    let (mut store, _) = device.open();
    store.delete_game(&id("one")).unwrap();
    store.delete_game(&id("never")).unwrap();
    assert!(games(&device.restarted().open().1).is_empty());
}

#[test]
fn a_game_without_meaning_is_set_aside_whole() {
    let device = Device::new();
    device.play("one", &["1", "2"]);
    let (mut store, _) = device.open();
    let told = store.set_game_aside(&id("one"), Problem::Unreadable);
    assert_eq!(
        told,
        problem("one", Problem::Unreadable, "damaged/one.a.json", None)
    );
    assert!(device.path("damaged/one.b.json").is_file());
    assert!(device.open().1.games.is_empty());
}

#[test]
fn a_failed_save_keeps_the_one_before() {
    let device = Device::new();
    device.play("one", &["1"]);
    let (mut store, _) = device.open();
    // A folder where the next slot should be.
    fs::create_dir(device.path("games/one.a.json")).unwrap();
    assert!(store.save_game(&id("one"), "2".to_owned()).is_err());
    fs::remove_dir(device.path("games/one.a.json")).unwrap();
    store.save_game(&id("one"), "3".to_owned()).unwrap();
    assert_eq!(games(&device.restarted().open().1), [("one", "3")]);
}

#[test]
fn foreign_files_stay_where_they_are() {
    let device = Device::new();
    device.play("one", &["1"]);
    for name in ["games/notes.txt", "games/.a.json", "games/a b.a.json"] {
        fs::write(device.path(name), "mine").unwrap();
    }
    let (_, kept) = device.open();
    assert_eq!(games(&kept), [("one", "1")]);
    assert_eq!(kept.problems, []);
    assert!(device.path("games/notes.txt").is_file());
}

#[test]
fn settings_are_kept_and_those_of_older_versions_are_completed() {
    let device = Device::new();
    let (mut store, _) = device.open();
    let settings = Settings {
        theme: Theme::Dark,
        language: Some(Language::Ru),
        ..Settings::default()
    };
    store.save_settings(&settings).unwrap();
    assert_eq!(device.open().1.settings, settings);
    let older = r#"{"theme": "dark", "gone": true}"#.to_owned();
    store
        .settings
        .write(&store.app, &store.root, older)
        .unwrap();
    let (_, kept) = device.open();
    let theme = Theme::Dark;
    assert_eq!(
        kept.settings,
        Settings {
            theme,
            ..Settings::default()
        }
    );
    assert_eq!(kept.problems, []);
}

#[test]
fn damaged_settings_fall_back_to_the_defaults() {
    let device = Device::new();
    let (mut store, _) = device.open();
    let nonsense = r#"{"theme": "plaid"}"#.to_owned();
    store
        .settings
        .write(&store.app, &store.root, nonsense)
        .unwrap();
    let (_, kept) = device.open();
    assert_eq!(kept.settings, Settings::default());
    let item = StoredItem::Settings;
    let kept_as = Some("damaged/settings.b.json".to_owned());
    let problem = Problem::Unreadable;
    let told = StoreProblem {
        item,
        problem,
        kept_as,
        moves_lost: None,
    };
    assert_eq!(kept.problems, [told]);
}
