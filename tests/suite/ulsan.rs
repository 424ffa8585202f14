//! All of Ulsan through the prompt's own commands, and the same battle killed two hundred times.
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
    thread,
    time::Instant,
};

use naval::{Naval, State};
use play::Seeded;
use play::journal::{Entry, Journal};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_kaiser");

fn script() -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/ulsan.script");
    let text = fs::read_to_string(path).unwrap();
    let orders = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    orders.map(str::to_owned).collect()
}

/// The program on a journal (or, without one, on the scenario), fed with these lines.
fn program(folder: &Path, lines: &[String]) -> Process {
    let journal = folder.join("ulsan.kaiser");
    fs::write(folder.join("rest.script"), lines.join("\n") + "\n").unwrap();
    let mut process = Process::new(PROGRAM);
    process.current_dir(folder).env("HOME", folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let what = if has_begun(&journal) { "ulsan.kaiser" } else { "ulsan" };
    process.args(["play", what, "--script", "rest.script"]);
    if what == "ulsan" {
        // A kill before the first line is complete leaves a file that is no journal yet.
        let _none = fs::remove_file(&journal);
        process.args(["--seed", "1904", "--measured"]);
    }
    process
}

fn has_begun(journal: &Path) -> bool {
    fs::read_to_string(journal).is_ok_and(|text| text.contains('\n'))
}

fn read(folder: &Path) -> Journal<Naval> {
    let bytes = fs::read(folder.join("ulsan.kaiser")).unwrap();
    Journal::<Naval>::read("naval", &bytes).unwrap().journal
}

/// How many commands are in the journal on the disk.
fn count_written(folder: &Path) -> usize {
    if !has_begun(&folder.join("ulsan.kaiser")) {
        return 0;
    }
    read(folder).entries().iter().filter(|entry| matches!(entry, Entry::Did { .. })).count()
}

fn play_through(folder: &Path) -> State {
    let status = program(folder, &script()).status().unwrap();
    assert!(status.success());
    read(folder).state().clone()
}

#[test]
fn ulsan_is_played_to_the_end_and_verifies() {
    let folder = TempDir::new().unwrap();
    let state = play_through(folder.path());
    assert!(state.end.is_some(), "the battle was decided");
    let journal = read(folder.path());
    assert_eq!(journal.entries().iter().filter(|entry| matches!(entry, Entry::Did { .. })).count(), script().len());
    journal.verify().unwrap();
    let verified = Process::new(PROGRAM).args(["verify", "ulsan.kaiser"]).current_dir(folder.path()).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    let tally = naval::rules::tally::tally(&state);
    assert!(tally.sides.iter().any(|side| !side.lines.is_empty()), "a ship was hit");
}

/// How often the battle is killed; `KILLS=2000 cargo test --test suite killed_` for more.
fn kills_wanted() -> usize {
    std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(200)
}

/// How many commands the program has acknowledged in this JSON output.
fn acknowledged(text: &[u8]) -> usize {
    let whole = text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    whole.filter(|line| line.starts_with(b"{\"command\"") && line.windows(9).any(|part| part == b"\"ok\":true")).count()
}

#[test]
fn killed_two_hundred_times_it_ends_the_same() {
    let whole = TempDir::new().unwrap();
    let start = Instant::now();
    let end = play_through(whole.path());
    // A kill comes somewhere in the first fifth of the battle's running time: before the first line, after some
    // answers, or during one.
    let moment = start.elapsed() / 1_000;
    let (lines, wanted) = (script(), kills_wanted());
    let mut random = 0x1904_u32;
    let mut chance = Seeded::new(|| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random
    });
    let (mut kills, mut in_work, mut shown) = (0, 0, 0);
    while kills < wanted {
        let folder = TempDir::new().unwrap();
        let mut unkilled_runs = 0;
        while kills < wanted && unkilled_runs < 3 {
            let before = count_written(folder.path());
            let rest = &lines[before.min(lines.len())..];
            if rest.is_empty() {
                break;
            }
            let answers = folder.path().join("answers");
            let mut process = program(folder.path(), rest);
            let mut child = process.arg("--json").stdout(fs::File::create(&answers).unwrap()).spawn().unwrap();
            thread::sleep(moment * u32::from(chance.face(200)));
            let is_over = child.try_wait().unwrap().is_some();
            (unkilled_runs, in_work) = if is_over { (unkilled_runs + 1, in_work) } else { (0, in_work + 1) };
            let _over = child.kill();
            child.wait().unwrap();
            kills += 1;
            // Nothing acknowledged is lost, and at most one unacknowledged command is there.
            let (acknowledged, kept) =
                (acknowledged(&fs::read(&answers).unwrap()), count_written(folder.path()) - before);
            assert!((acknowledged..=acknowledged + 1).contains(&kept), "{acknowledged} acknowledged, {kept} kept");
            shown += acknowledged;
        }
        let rest = lines[count_written(folder.path()).min(lines.len())..].to_vec();
        if !rest.is_empty() {
            assert!(program(folder.path(), &rest).status().unwrap().success());
        }
        assert_eq!(count_written(folder.path()), lines.len());
        assert!(*read(folder.path()).state() == end, "after {kills} kills the battle ended differently");
        read(folder.path()).verify().unwrap();
    }
    println!("{kills} kills, {in_work} of them at work; {shown} commands acknowledged before them, none lost");
    assert!(shown > 0, "it was never killed after an answer");
}
