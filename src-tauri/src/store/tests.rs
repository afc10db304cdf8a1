//! Saved, damaged and found again, through the plugin on a mock of the app.

use std::fs;

use tauri::Manager as _;
use tauri::test::{MockRuntime, mock_builder, mock_context, noop_assets};
use tempfile::TempDir;
use vierschach_protocol::Problem;

use super::record::Record;
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

    fn open(&self) -> (Store<MockRuntime>, Stored) {
        Store::open(self.app.handle().clone(), self.folder.path().to_owned())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a game and plays it up to a number of entries. Saves with odd numbers lie in the
    /// slot `b`: the new game, the second entry, and so on.
    fn play(&self, game: &str, entries: u32) {
        let (mut store, _) = self.open();
        store.perform(create(game)).unwrap();
        for number in 1..=entries {
            store.perform(append(game, number)).unwrap();
        }
    }
}

fn id(game: &str) -> GameId {
    GameId(game.to_owned())
}

fn create(game: &str) -> Job {
    Job::Create {
        game: id(game),
        header: "header".to_owned(),
        snapshot: "after 0".to_owned(),
    }
}

fn append(game: &str, number: u32) -> Job {
    Job::Append {
        game: id(game),
        number,
        entry: format!("entry {number}"),
        snapshot: format!("after {number}"),
    }
}

/// The games of the list and their snapshots.
fn list(stored: &Stored) -> Vec<(&str, &str)> {
    let games = stored.games.iter();
    games
        .map(|game| (game.id.0.as_str(), game.snapshot.as_str()))
        .collect()
}

/// How many entries a game's log has, having looked at each.
fn entries(store: &mut Store<MockRuntime>, game: &str) -> usize {
    let answer = store.perform(Job::Load { game: id(game) }).unwrap();
    let Answer::Log { header, entries } = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(header, "header");
    for (index, entry) in entries.iter().enumerate() {
        assert_eq!(*entry, format!("entry {}", index + 1));
    }
    entries.len()
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
    let (_, stored) = Device::new().open();
    assert!(stored.games.is_empty() && stored.problems.is_empty());
    assert_eq!(stored.settings, None);
}

#[test]
fn games_come_back_after_a_restart() {
    let device = Device::new();
    device.play("one", 3);
    device.play("two", 0);
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(list(&stored), [("one", "after 3"), ("two", "after 0")]);
    assert_eq!(stored.problems, []);
    assert_eq!(entries(&mut store, "one"), 3);
    assert_eq!(entries(&mut store, "two"), 0);
}

#[test]
fn a_game_with_a_past_comes_back_whole() {
    let device = Device::new();
    let (mut store, _) = device.open();
    let job = Job::Restore {
        game: id("a"),
        header: "header".to_owned(),
        entries: ["entry 1", "entry 2"].map(str::to_owned).to_vec(),
        snapshot: "two".to_owned(),
    };
    store.perform(job).unwrap();
    store.perform(append("a", 3)).unwrap();
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(stored.games.len(), 1);
    assert_eq!(entries(&mut store, "a"), 3);
}

#[test]
fn play_goes_on_after_a_restart() {
    let device = Device::new();
    device.play("one", 3);
    let device = device.restarted();
    let (mut store, _) = device.open();
    store.perform(append("one", 4)).unwrap();
    store.perform(append("one", 5)).unwrap();
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(list(&stored), [("one", "after 5")]);
    assert_eq!(entries(&mut store, "one"), 5);
}

#[test]
fn an_entry_out_of_order_is_not_kept() {
    let device = Device::new();
    device.play("one", 3);
    let (mut store, _) = device.open();
    for number in [0, 3, 5] {
        let kept = store.perform(append("one", number));
        assert!(
            matches!(kept, Err(Error::Gap { expected: 4, .. })),
            "{number}"
        );
    }
    let kept = store.perform(append("other", 1));
    assert!(matches!(kept, Err(Error::NoSuchGame(_))));
    assert_eq!(entries(&mut store, "one"), 3);
}

#[test]
fn a_truncated_newest_slot_costs_one_move() {
    let device = Device::new();
    device.play("one", 2);
    device.play("two", 1);
    let newest = device.path("games/one.b.json");
    let bytes = fs::read(&newest).unwrap();
    fs::write(&newest, &bytes[..bytes.len() / 2]).unwrap();
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(list(&stored), [("one", "after 1"), ("two", "after 1")]);
    assert_eq!(entries(&mut store, "one"), 1);
    let told = problem("one", Problem::Damaged, "damaged/one.b.json", Some(1));
    assert_eq!(stored.problems, [told]);
    let aside = fs::read(device.path("damaged/one.b.json")).unwrap();
    assert_eq!(aside, bytes[..bytes.len() / 2]);
    // The move is made again, and the next start finds nothing wrong.
    store.perform(append("one", 2)).unwrap();
    let (_, stored) = device.restarted().open();
    assert_eq!(list(&stored)[0], ("one", "after 2"));
    assert_eq!(stored.problems, []);
}

/// The files below a folder, and what they hold.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

/// Kills a save of the next entry at each moment that leaves something else on the disk, and hands the
/// device to `check` each time, with whether the save had become a slot.
fn at_each_death(entries: u32, check: impl Fn(Device, bool)) {
    let interrupted = || {
        let device = Device::new();
        device.play("one", entries);
        let (mut store, _) = device.open();
        let mut log = store.load(&id("one")).unwrap();
        log.entries.push(format!("entry {}", entries + 1));
        log.snapshot = format!("after {}", entries + 1);
        let record = Record {
            number: u64::from(entries) + 2,
            text: serde_json::to_string(&log).unwrap(),
        };
        let slots = store.slots(&id("one"));
        slots.draft(&store.app, &store.root, &record).unwrap();
        (device, slots, record.number)
    };
    let (device, ..) = interrupted();
    let draft = fs::read(device.path("games/one.new.json")).unwrap();
    // In the middle of writing, and with all written.
    for length in [0, 1, draft.len() / 2, draft.len() - 1, draft.len()] {
        let (device, ..) = interrupted();
        fs::write(device.path("games/one.new.json"), &draft[..length]).unwrap();
        check(device.restarted(), false);
    }
    // After the name has changed.
    let (device, slots, number) = interrupted();
    slots.commit(device.folder.path(), number).unwrap();
    check(device.restarted(), true);
}

#[test]
fn an_interrupted_save_leaves_whole_files_alone() {
    for entries in [0, 1, 2] {
        at_each_death(entries, |device, saved| {
            let kept = entries + u32::from(saved);
            // Before the app is started again: a look at the files from outside.
            for (path, bytes) in files(&device.path("games")) {
                let draft = path.ends_with("one.new.json");
                assert!(draft || Record::from_bytes(&bytes).is_ok(), "{path:?}");
            }
            let (mut store, stored) = device.open();
            assert_eq!(list(&stored), [("one", format!("after {kept}").as_str())]);
            assert_eq!(stored.problems, []);
            assert_eq!(self::entries(&mut store, "one"), kept as usize);
            assert!(!device.path("games/one.new.json").exists());
            assert!(!device.path("damaged").exists());
            store.perform(append("one", kept + 1)).unwrap();
            let (_, stored) = device.restarted().open();
            assert_eq!(
                list(&stored),
                [("one", format!("after {}", kept + 1).as_str())]
            );
            assert_eq!(stored.problems, []);
        });
    }
}

#[test]
fn a_game_that_never_was_leaves_nothing() {
    let device = Device::new();
    device.play("one", 0);
    for name in ["games/two.new.json", "settings.new.json"] {
        fs::write(device.path(name), "{\"form").unwrap();
    }
    let (_, stored) = device.open();
    assert_eq!(list(&stored), [("one", "after 0")]);
    assert_eq!(stored.problems, []);
    let names: Vec<_> = files(&device.path("games")).into_keys().collect();
    assert_eq!(names, [device.path("games/one.b.json")]);
    assert!(!device.path("settings.new.json").exists());
}

#[test]
fn saves_leave_no_drafts() {
    let device = Device::new();
    device.play("one", 3);
    let names: Vec<_> = files(&device.path("games")).into_keys().collect();
    let slots = ["games/one.a.json", "games/one.b.json"];
    assert_eq!(names, slots.map(|name| device.path(name)));
}

#[test]
fn an_edited_older_slot_costs_nothing() {
    let device = Device::new();
    device.play("one", 2);
    let older = device.path("games/one.a.json");
    let text = fs::read_to_string(&older).unwrap();
    assert!(text.contains("entry 1"));
    fs::write(&older, text.replace("entry 1", "entry 7")).unwrap();
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(list(&stored), [("one", "after 2")]);
    assert_eq!(entries(&mut store, "one"), 2);
    let told = problem("one", Problem::Damaged, "damaged/one.a.json", Some(0));
    assert_eq!(stored.problems, [told]);
}

#[test]
fn two_bad_slots_lose_one_game_and_no_other() {
    let device = Device::new();
    device.play("one", 1);
    device.play("two", 1);
    fs::write(device.path("games/one.a.json"), "").unwrap();
    fs::write(device.path("games/one.b.json"), b"\x89PNG\x00").unwrap();
    let device = device.restarted();
    let (_, stored) = device.open();
    assert_eq!(list(&stored), [("two", "after 1")]);
    assert_eq!(
        stored.problems,
        [
            problem("one", Problem::Damaged, "damaged/one.a.json", None),
            problem("one", Problem::Unreadable, "damaged/one.b.json", None),
        ]
    );
    // What is set aside later does not push out what was set aside before.
    device.play("one", 0);
    fs::write(device.path("games/one.b.json"), "").unwrap();
    let (_, stored) = device.restarted().open();
    let told = problem("one", Problem::Damaged, "damaged/2-one.b.json", None);
    assert_eq!(stored.problems, [told]);
}

/// Makes a slot look as if a newer version had saved it.
fn make_newer(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("\"format\": 1"));
    let text = text.replace("\"format\": 1", "\"format\": 2");
    fs::write(path, &text).unwrap();
    text
}

fn left_in_place(game: &str, problem: Problem) -> StoreProblem {
    StoreProblem {
        item: StoredItem::Game { game: id(game) },
        problem,
        kept_as: None,
        moves_lost: None,
    }
}

#[test]
fn a_newer_versions_game_is_told_and_left_as_it_is() {
    let device = Device::new();
    device.play("one", 0);
    device.play("two", 1);
    // Of "two" the newest save alone is of the newer version; the older one must not come back.
    let paths = ["games/one.b.json", "games/two.a.json"].map(|name| device.path(name));
    let texts = [make_newer(&paths[0]), make_newer(&paths[1])];
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(list(&stored), []);
    let told = ["one", "two"].map(|game| left_in_place(game, Problem::Newer));
    assert_eq!(stored.problems, told);
    assert!(store.perform(append("two", 1)).is_err());
    assert!(store.perform(append("two", 2)).is_err());
    for (path, text) in paths.iter().zip(texts) {
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }
    assert!(!device.path("damaged").exists());
}

#[test]
fn a_game_out_of_reach_stays_until_it_can_be_read() {
    let device = Device::new();
    device.play("one", 1);
    // A folder can't be read as a file is.
    let (newest, away) = (device.path("games/one.a.json"), device.path("away"));
    fs::rename(&newest, &away).unwrap();
    fs::create_dir(&newest).unwrap();
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(list(&stored), []);
    let told = left_in_place("one", Problem::Unreadable);
    assert_eq!(stored.problems, [told]);
    assert!(store.perform(append("one", 1)).is_err());
    assert!(newest.is_dir());
    fs::remove_dir(&newest).unwrap();
    fs::rename(&away, &newest).unwrap();
    let device = device.restarted();
    let (mut store, stored) = device.open();
    assert_eq!(list(&stored), [("one", "after 1")]);
    assert_eq!(stored.problems, []);
    assert_eq!(entries(&mut store, "one"), 1);
}

#[test]
fn a_newer_versions_settings_are_set_aside() {
    let device = Device::new();
    let (mut store, _) = device.open();
    let settings = "{}".to_owned();
    store.perform(Job::SaveSettings { settings }).unwrap();
    make_newer(&device.path("settings.b.json"));
    let (_, stored) = device.restarted().open();
    let told = StoreProblem {
        item: StoredItem::Settings,
        kept_as: Some("damaged/settings.b.json".to_owned()),
        ..left_in_place("", Problem::Newer)
    };
    assert_eq!(stored.problems, [told]);
}

#[test]
fn a_whole_slot_without_a_game_is_set_aside() {
    let device = Device::new();
    let (mut store, _) = device.open();
    let mut slots = store.slots(&id("one"));
    for text in ["{}", "[]"] {
        slots
            .write(&store.app, &store.root, text.to_owned())
            .unwrap();
    }
    store.perform(create("two")).unwrap();
    let device = device.restarted();
    let (_, stored) = device.open();
    assert_eq!(list(&stored), [("two", "after 0")]);
    let told = problem("one", Problem::Unreadable, "damaged/one.a.json", None);
    assert_eq!(stored.problems, [told]);
    assert!(device.path("damaged/one.b.json").is_file());
}

#[test]
fn the_end_of_the_app_writes_nothing_again() {
    let device = Device::new();
    device.play("one", 1);
    let open = device.app.handle().resources_table().names().count();
    assert_eq!(
        open, 0,
        "the plugin saves stores that are still open at the end"
    );
}

#[test]
fn a_deleted_game_stays_away() {
    let device = Device::new();
    device.play("one", 1);
    let (mut store, _) = device.open();
    for game in ["one", "never"] {
        store.perform(Job::Delete { game: id(game) }).unwrap();
    }
    assert!(store.perform(Job::Load { game: id("one") }).is_err());
    assert!(list(&device.restarted().open().1).is_empty());
}

#[test]
fn a_failed_removal_keeps_the_newest_save() {
    // Each parity of the newest save: its slot, then the older one, is a folder that has replaced
    // the file, and can't be removed as one.
    for (entries, newest, older) in [(1, "a", "b"), (2, "b", "a")] {
        let device = Device::new();
        device.play("one", entries);
        let (mut store, _) = device.open();
        let [newest, older] =
            [newest, older].map(|slot| device.path(&format!("games/one.{slot}.json")));
        let kept = fs::read(&newest).unwrap();
        fs::remove_file(&older).unwrap();
        fs::create_dir(&older).unwrap();
        assert!(store.perform(Job::Delete { game: id("one") }).is_err());
        assert_eq!(fs::read(&newest).unwrap(), kept, "{entries} entries");
        fs::remove_dir(&older).unwrap();
        let (_, stored) = device.restarted().open();
        assert_eq!(
            list(&stored),
            [("one", format!("after {entries}").as_str())]
        );
        store.perform(Job::Delete { game: id("one") }).unwrap();
        assert!(!newest.exists());
    }
}

#[test]
fn a_failed_save_keeps_the_one_before() {
    let device = Device::new();
    device.play("one", 0);
    let (mut store, _) = device.open();
    assert_eq!(entries(&mut store, "one"), 0);
    // A folder where the next slot should be.
    fs::create_dir(device.path("games/one.a.json")).unwrap();
    assert!(store.perform(append("one", 1)).is_err());
    assert_eq!(entries(&mut store, "one"), 0);
    assert!(!device.path("games/one.new.json").exists());
    fs::remove_dir(device.path("games/one.a.json")).unwrap();
    store.perform(append("one", 1)).unwrap();
    let (_, stored) = device.restarted().open();
    assert_eq!(list(&stored), [("one", "after 1")]);
}

#[test]
fn a_save_that_is_in_its_place_counts_though_its_folder_is_not_synced() {
    let device = Device::new();
    device.play("one", 1);
    let mut slots = Slots::new("games/one");
    let root = device.folder.path();
    let app = device.app.handle();
    let text = slots.read(app, root, Foreign::Stays).text.unwrap();
    let record = Record {
        number: 3,
        text: text.replace("after 1", "after 2"),
    };
    slots.draft(app, root, &record).unwrap();
    let fails = |_: &Path, _: &Path| Err(std::io::ErrorKind::Other.into());
    slots.commit_by(root, record.number, fails).unwrap();
    let (_, stored) = device.restarted().open();
    assert_eq!(list(&stored), [("one", "after 2")]);
    assert_eq!(stored.problems, []);
}

#[test]
fn foreign_files_stay_where_they_are() {
    let device = Device::new();
    device.play("one", 0);
    for name in ["games/notes.txt", "games/.a.json", "games/a b.a.json"] {
        fs::write(device.path(name), "mine").unwrap();
    }
    let (_, stored) = device.open();
    assert_eq!(list(&stored), [("one", "after 0")]);
    assert_eq!(stored.problems, []);
    assert!(device.path("games/notes.txt").is_file());
}

#[test]
fn settings_are_kept() {
    let device = Device::new();
    let (mut store, _) = device.open();
    // An older version knew fewer of them and others, a newer one other values.
    for settings in [
        r#"{"theme":"dark"}"#,
        r#"{"theme":"light","gone":1}"#,
        r#"{"theme":"plaid","coordinates":false}"#,
    ] {
        let settings = settings.to_owned();
        let text = settings.clone();
        store.perform(Job::SaveSettings { settings }).unwrap();
        let (_, stored) = device.open();
        assert_eq!(stored.settings, Some(text));
        assert_eq!(stored.problems, []);
    }
}

#[test]
fn settings_that_mean_nothing_are_set_aside() {
    let device = Device::new();
    let (mut store, _) = device.open();
    let settings = r#"["plaid"]"#.to_owned();
    store.perform(Job::SaveSettings { settings }).unwrap();
    let (_, stored) = device.open();
    assert_eq!(stored.settings, None);
    let told = StoreProblem {
        item: StoredItem::Settings,
        problem: Problem::Unreadable,
        kept_as: Some("damaged/settings.b.json".to_owned()),
        moves_lost: None,
    };
    assert_eq!(stored.problems, [told]);
}
