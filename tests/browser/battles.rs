//! The battles whose pages are looked at. Each is played once for all tests, by the program itself.
use std::{
    collections::HashMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, OnceLock},
};

use tempfile::TempDir;

/// Turns of the Battle of Jutland: enough for fire, smoke and 87 ships in their lines.
const JUTLAND_TURNS: &str = "6";
/// A ship's name that would run a script, if the page took it for markup.
pub const MARKUP: &str = "</script><svg onload=alert(1)>";
/// A note with a mark that would reverse the letters after it, if the page did not write the mark out.
pub const TURNED: &str = "left \u{202e}thgir";

/// The directory of all battles and pages. It is kept after the tests.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
        fs::create_dir_all(&parent).unwrap();
        TempDir::new_in(parent).unwrap().keep()
    })
}

/// Runs the program in the directory of the battles.
///
/// # Panics
/// It does not end with exit code 0.
pub fn kaiser(arguments: &[&str]) {
    let run = Command::new(env!("CARGO_BIN_EXE_kaiser")).args(arguments).current_dir(folder()).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Plays a battle (`ulsan`, `jutland` or `odd`) at its first use, and returns the name of its journal.
fn journal(battle: &str) -> String {
    static PLAYED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut played = PLAYED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let name = format!("{battle}.kaiser");
    if !played.contains(&name) {
        play(battle, &name);
        played.push(name.clone());
    }
    name
}

fn play(battle: &str, journal: &str) {
    match battle {
        "ulsan" => {
            let script = root().join("tests/suite/ulsan-tracked.script");
            kaiser(&["play", "ulsan", "--seed", "105", "--script", script.to_str().unwrap(), "-o", journal]);
        }
        "jutland" => {
            let battle = ["simulate", "jutland-1830", "--battle", "1", "--turns", JUTLAND_TURNS, "-o", journal];
            kaiser(&[&battle[..], &["--policy", "britain=midshipman", "--policy", "germany=midshipman"]].concat());
        }
        "odd" => {
            let scenario = fs::read_to_string(root().join("scenarios/asahi-retvizan.yaml")).unwrap();
            let odd = scenario.replace("name: 1st Division", &format!("name: '{MARKUP}'"));
            assert_ne!(odd, scenario);
            fs::write(folder().join("odd.yaml"), odd).unwrap();
            let script = folder().join("odd.script");
            fs::write(&script, format!("note \"{TURNED}\"\nplot 1st 2\n")).unwrap();
            kaiser(&["play", "odd.yaml", "--seed", "1", "--script", script.to_str().unwrap(), "-o", journal]);
        }
        _ => panic!("there is no battle {battle}"),
    }
}

/// Plays lines of the tracked battle of Ulsan with a mirror, after those played before. Returns the mirror's folder.
pub fn mirrored(lines: Range<usize>) -> PathBuf {
    let all = fs::read_to_string(root().join("tests/suite/ulsan-tracked.script")).unwrap();
    let part: Vec<&str> = all.lines().skip(lines.start).take(lines.len()).collect();
    let script = folder().join(format!("mirror-{}.script", lines.start));
    fs::write(&script, part.join("\n")).unwrap();
    let script = ["--script", script.to_str().unwrap()];
    match lines.start {
        0 => {
            let play = ["play", "ulsan", "--seed", "105", "-o", "mirror.kaiser", "--mirror", "mirror"];
            kaiser(&[&play[..], &script].concat());
        }
        _ => kaiser(&[&["play", "mirror.kaiser"][..], &script].concat()),
    }
    folder().join("mirror")
}

/// Returns the address of a page, which is written at its first use. `options` are those of `kaiser page`.
pub fn page(battle: &str, options: &[&str]) -> String {
    written("page", battle, options)
}

/// Returns the address of a book, which is written at its first use. `options` are those of `kaiser book`.
pub fn book(battle: &str, options: &[&str]) -> String {
    written("book", battle, options)
}

fn written(command: &str, battle: &str, options: &[&str]) -> String {
    static PAGES: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);
    let mut pages = PAGES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let pages = pages.get_or_insert_default();
    let key = format!("{command} {battle} {options:?}");
    let number = pages.len();
    let write = || {
        let name = format!("{battle}-{number}.html");
        kaiser(&[&[command, &journal(battle)][..], options, &["-o", &name]].concat());
        format!("file://{}", folder().join(name).display())
    };
    pages.entry(key).or_insert_with(write).clone()
}
