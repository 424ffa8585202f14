//! `--mirror`, `mirror` at the prompt, and maps that are drawn again.
use super::*;

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
    path::Path,
    process::{Child, ChildStdin, ChildStdout},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use naval::{Naval, view::Viewer};
use play::journal::Journal;
use session::naval::Follower;
use show::page::PageHeading;

/// A game on a pipe: each line is answered before the next is sent.
struct Game {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Game {
    fn begin(table: &Workspace, arguments: &[&str]) -> Game {
        let mut process = table.process(&[arguments, &["--json", "--keep-going"]].concat());
        let mut child =
            process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it begins");
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Game { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The answer to a line, as JSON.
    fn answer(&mut self, line: &str) -> Value {
        self.send(line);
        let mut text = String::new();
        self.output.read_line(&mut text).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}: \"{text}\""))
    }

    #[track_caller]
    fn line(&mut self, line: &str) -> Value {
        let answer = self.answer(line);
        assert_eq!(answer["ok"], true, "{line}: {answer}");
        answer
    }

    /// Quits, and returns the text on standard error.
    fn quit(self) -> String {
        let Game { child, mut input, .. } = self;
        writeln!(input, "quit").unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    }
}

const ULSAN: [&str; 10] = [
    "play",
    "ulsan",
    "--seed",
    "7777777777777777",
    "--salts",
    "8888888888888888",
    "-o",
    "u.kaiser",
    "--mirror",
    "pages",
];

/// Ulsan with a mirror in `pages`, in the Plotting Segment of the second turn. Japan has plotted.
fn ulsan(table: &Workspace) -> Game {
    let mut game = Game::begin(table, &ULSAN);
    game.line("next to plotting waive \"a drill\"");
    game.line("plot 2nd 2.25");
    game
}

/// The folders of the sides' pages, by side, as FILE.mirror has them.
fn addresses(table: &Workspace) -> BTreeMap<String, String> {
    let record: Value = serde_json::from_str(&table.read("u.kaiser.mirror")).unwrap();
    serde_json::from_value(record["folders"].clone()).unwrap()
}

fn page_of(table: &Workspace, side: &str) -> PathBuf {
    table.path("pages").join(&addresses(table)[side]).join("index.html")
}

/// Bytes, date and inode of a file.
type FileState = (Vec<u8>, i64, i64, u64);

fn state_of(path: &Path) -> FileState {
    let about = fs::metadata(path).unwrap();
    (fs::read(path).unwrap(), about.mtime(), about.mtime_nsec(), about.ino())
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() { files.extend(files_below(&entry)) } else { files.push(entry) }
    }
    files.sort();
    files
}

/// Orders that Russia gives, undoes, redoes and amends in secret change no page but its own.
#[test]
fn r3_3_1_secret_orders_change_no_byte_date_or_inode_of_the_others_pages() {
    let table = Workspace::new();
    let mut game = ulsan(&table);
    let others = [table.path("pages/index.html"), page_of(&table, "japan")];
    let (before, mut own) = (others.each_ref().map(|path| state_of(path)), state_of(&page_of(&table, "russia")));
    let mut changes = 0;
    for line in [
        "plot vladivostok 2",
        "plot vladivostok CR30-1.5",
        "undo",
        "redo",
        "undo",
        "plot vladivostok CL45-1.5",
        "amend 8 because \"a slip\" plot vladivostok 1.75",
        "undo 3 because \"all again\"",
        "plot vladivostok 2.25",
        "note \"Jessen hesitates\"",
        "status",
        "duties",
        "dice ask",
        "dice roll",
    ] {
        game.line(line);
        for (path, before) in others.iter().zip(&before) {
            assert!(state_of(path) == *before, "`{line}` has changed {}", path.display());
        }
        let now = state_of(&page_of(&table, "russia"));
        changes += usize::from(now.0 != own.0);
        assert_eq!(now.0 == own.0, now == own, "`{line}`: a file with the same bytes was written");
        own = now;
    }
    assert!(5 < changes, "Russia's own page has changed {changes} times");
    // A refused line changes nothing.
    assert_eq!(game.answer("plot vladivostok 99")["ok"], false);
    assert!(state_of(&page_of(&table, "russia")) == own);
    // An event that everybody may know changes all pages.
    game.line("next to movement");
    for (path, before) in others.iter().zip(&before) {
        assert!(state_of(path).0 != before.0, "{}", path.display());
    }
    game.quit();
}

/// The pages of the others show only that a seal was made. After its undo they are as before.
#[test]
fn r3_3_1_a_seal_is_shown_and_its_undo_restores_the_earlier_pages() {
    let table = Workspace::new();
    let mut game = ulsan(&table);
    game.line("plot vladivostok CR30-1.5");
    let others = [table.path("pages/index.html"), page_of(&table, "japan")];
    let before = others.each_ref().map(|path| fs::read_to_string(path).unwrap());
    game.line("seal russia");
    for (path, before) in others.iter().zip(&before) {
        let sealed = fs::read_to_string(path).unwrap();
        assert!(sealed != *before && !sealed.contains("CR30"), "{sealed}");
    }
    game.line("undo because \"a slip\"");
    for (path, before) in others.iter().zip(&before) {
        assert!(fs::read_to_string(path).unwrap() == *before, "{}", path.display());
    }
    game.quit();
}

#[test]
fn no_file_of_a_mirror_holds_a_secret() {
    let table = Workspace::new();
    let mut game = ulsan(&table);
    game.line("plot vladivostok CR30-1.5");
    game.line("seal russia");
    let secrets = addresses(&table);
    let (russia, record) = (page_of(&table, "russia"), table.read("u.kaiser.mirror"));
    let journal = table.read("u.kaiser");
    let salt = journal.split("\"salt\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let files = files_below(&table.path("pages"));
    assert_eq!(files.len(), 4, "a marker and three pages: {files:?}");
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        assert!(!text.contains("type=\"text/plain\""), "packed data would hide what is in it");
        let folder = table.path("").display().to_string();
        let mut hidden = vec!["7777777777777777", "8888888888888888", "u.kaiser", "The referee's page", &salt, &folder];
        hidden.extend(secrets.values().map(String::as_str));
        if *file != russia {
            hidden.push("CR30");
        }
        for secret in hidden {
            assert!(!text.contains(secret), "{secret} is in {}", file.display());
        }
    }
    assert!(!record.contains("7777777777777777"), "{record}");
    let mode = fs::metadata(table.path("u.kaiser.mirror")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "only the owner reads the addresses");
    game.quit();
}

/// A page that grows entry by entry equals the page that is drawn at once from the same entries.
#[test]
fn a_page_drawn_entry_by_entry_is_the_page_drawn_at_once() {
    let table = Workspace::new();
    let script = fs::read_to_string(kit::root().join("tests/suite/ulsan-tracked.script")).unwrap();
    let lines: Vec<&str> = script.lines().take(90).collect();
    let play = ["play", "ulsan", "--seed", "105", "--salts", "1", "-o", "u.kaiser"];
    table.run(&play, &lines.join("\n")).assert_success();
    table.run(&["play", "u.kaiser"], "undo because \"x\"\nundo because \"y\"\nredo\n").assert_success();
    let journal = Journal::<Naval>::read("naval", table.read("u.kaiser").as_bytes()).unwrap().journal;
    let setup = &journal.header().setup;
    let sides = setup.sides.iter().map(|side| Viewer::Side(side.id.clone()));
    let viewers: Vec<Viewer> = [Viewer::Table].into_iter().chain(sides).collect();
    let follower = || Follower::new(journal.header().clone(), viewers.clone());
    let heading = |_: &Journal<Naval>, _: &Viewer| PageHeading {
        title: "Ulsan".to_owned(),
        date: String::new(),
        viewer: String::new(),
        shows_everything: false,
        branch: None,
    };
    let (mut growing, mut different) = (follower(), 0);
    let mut last = vec![String::new(); viewers.len()];
    for (number, entry) in (1..).zip(journal.entries()) {
        growing.add(entry.clone()).unwrap();
        let pages: Vec<String> = (0..viewers.len()).map(|place| growing.page(place, heading)).collect();
        if number % 9 == 0 || number == journal.entries().len() {
            let mut fresh = follower();
            journal.entries()[..number].iter().for_each(|entry| fresh.add(entry.clone()).unwrap());
            for (place, page) in pages.iter().enumerate() {
                assert!(*page == fresh.page(place, heading), "entry {number}, {:?}", viewers[place]);
            }
        }
        different += usize::from(pages != last);
        last = pages;
    }
    assert!(30 < different, "the pages have changed {different} times");
    let moments = |page: &str| page.matches("<article").count();
    assert!(last.iter().all(|page| 2 < moments(page) && moments(page) < 60), "this turn and the last");
}

#[test]
fn a_reader_never_finds_half_a_page() {
    let table = Workspace::new();
    let play = ["play", "asahi-retvizan", "--seed", "1", "-o", "a.kaiser", "--mirror", "japan=page"];
    let mut game = Game::begin(&table, &play);
    game.line("speed asahi 1");
    let (path, is_over) = (table.path("page/index.html"), AtomicBool::new(false));
    let read = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let (mut read, mut last, mut changes) = (0, String::new(), 0);
            while !is_over.load(Ordering::Relaxed) {
                let page = fs::read_to_string(&path).expect("there is always a page");
                assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "{} bytes", page.len());
                read += 1;
                changes += usize::from(page != last);
                last = page;
            }
            (read, changes)
        });
        for number in 0..60 {
            game.line(if number % 2 == 0 { "speed asahi 1.5" } else { "speed asahi 1" });
        }
        is_over.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert!(60 < read.0 && 10 < read.1, "{read:?}");
    game.quit();
}

#[test]
fn a_killed_program_leaves_whole_pages_and_the_next_one_tidies_up() {
    let table = Workspace::new();
    let mut game =
        Game::begin(&table, &["play", "asahi-retvizan", "--seed", "1", "-o", "a.kaiser", "--mirror", "pages"]);
    for round in 0..6_u64 {
        game.line("speed asahi 1");
        for number in 0..20 {
            game.send(if number % 2 == 0 { "speed asahi 1.5" } else { "speed asahi 1" });
        }
        thread::sleep(Duration::from_millis(7 * round));
        game.child.kill().unwrap();
        game.child.wait().unwrap();
        for file in files_below(&table.path("pages")) {
            let is_page = file.ends_with("index.html");
            let text = fs::read_to_string(&file).unwrap();
            assert!(
                !is_page || (text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>")),
                "{}",
                file.display()
            );
        }
        fs::write(table.path("pages/.kaiser-1-0.partial"), "<!DOCTYPE html><html>half").unwrap();
        game = Game::begin(&table, &["play", "a.kaiser", "--mirror", "pages"]);
        game.line("status");
        let left = files_below(&table.path("pages"));
        assert_eq!(left.len(), 4, "a marker and three pages: {left:?}");
    }
    game.quit();
}

#[test]
fn a_mirror_keeps_to_a_folder_of_its_own() {
    let table = Workspace::new();
    let play = |journal: &str, mirrors: &[&str]| {
        let options: Vec<&str> = mirrors.iter().flat_map(|mirror| ["--mirror", mirror]).collect();
        table.run(&[&["play", "asahi-retvizan", "--seed", "1", "-o", journal][..], &options].concat(), "quit\n")
    };
    fs::create_dir(table.path("photos")).unwrap();
    table.write("photos/photo.jpg", "a photo");
    let strange = play("b.kaiser", &["photos"]).assert_refused();
    strange.assert_err("photos holds other files (photo.jpg)").assert_err("name an empty folder");
    table.write("file", "");
    play("b.kaiser", &["file"]).assert_refused().assert_err("file is not a folder");
    play("b.kaiser", &["/proc/kaiser-mirror"]).assert_refused().assert_err("/proc/kaiser-mirror");
    symlink("nowhere", table.path("dangling")).unwrap();
    play("b.kaiser", &["dangling"]).assert_refused().assert_err("dangling");
    for (mirrors, code, what) in [
        (&["pages", "others"][..], 2, "The mirror has one folder, and pages is named too."),
        (&["pages", "japan=pages/japan"], 2, "lies in the folder for the table, who would find it."),
        (&["japan=page", "russia=page"], 2, "lies in the folder for"),
        (&["japan=one", "japan=two"], 2, "Two folders are named for Japan."),
        (&["referee=all"], 2, "A mirror has no page of the referee"),
        (&["france=page"], 2, "There is no side \"france\"."),
        (&["japan="], 2, "names no folder"),
    ] {
        play("b.kaiser", mirrors).assert_exit_code(code).assert_err(what);
    }
    assert!(!table.path("b.kaiser").exists(), "a refusal begins no journal");
    let photos = files_below(&table.path("photos"));
    assert_eq!(photos, [table.path("photos/photo.jpg")], "nothing was added");
    // The mirror of another battle and the page of another side are refused.
    play("a.kaiser", &["pages"]).assert_success();
    play("b.kaiser", &["pages"]).assert_refused().assert_err("pages is not the mirror of this battle");
    play("c.kaiser", &["japan=own"]).assert_success();
    let swapped = table.run(&["play", "c.kaiser", "--mirror", "russia=own"], "quit\n").assert_refused();
    swapped.assert_err("own has the page of japan, not of russia");
    // A stranger's file, or a link under our own name, is never written over.
    table.write("pages/photo.jpg", "a photo");
    table.run(&["play", "a.kaiser", "--mirror", "pages"], "quit\n").assert_refused().assert_err("(photo.jpg)");
    fs::remove_file(table.path("pages/photo.jpg")).unwrap();
    fs::remove_file(table.path("pages/index.html")).unwrap();
    table.write("diary.html", "a diary");
    symlink(table.path("diary.html"), table.path("pages/index.html")).unwrap();
    table.run(&["play", "a.kaiser", "--mirror", "pages"], "quit\n").assert_refused().assert_err("(index.html)");
    assert_eq!(table.read("diary.html"), "a diary");
    let game = table.run(&["play", "t.kaiser", "--mirror", "pages"], "quit\n");
    game.assert_refused();
    table.run(&["tafl", "--seed", "1", "-o", "t.kaiser"], "quit\n").assert_success();
    let board = table.run(&["play", "t.kaiser", "--mirror", "pages"], "quit\n").assert_exit_code(2);
    board.assert_err("Only battles of Coal, and the Kaiser have a mirror.");
}

#[test]
fn addresses_stay_until_a_side_gets_a_new_one() {
    let table = Workspace::new();
    let mut game = ulsan(&table);
    let first = addresses(&table);
    assert_eq!(first.keys().collect::<Vec<_>>(), ["japan", "russia"]);
    assert!(first.values().all(|name| name.len() == 28 && name.starts_with("s-")), "{first:?}");
    let shown = game.line("mirror")["text"].as_str().unwrap().to_owned();
    assert!(
        shown.starts_with("Mirror: pages/index.html is for everybody at the table.\n  japan   pages/s-"),
        "{shown}"
    );
    let errors = game.quit();
    assert!(errors.contains("Mirror: pages/index.html is for everybody at the table."), "{errors}");
    assert!(errors.contains("give this address to Russia alone"), "{errors}");
    let mut game = Game::begin(&table, &["play", "u.kaiser", "--mirror", "pages"]);
    game.line("status");
    assert_eq!(addresses(&table), first);
    let japans = page_of(&table, "japan");
    let page = fs::read(&japans).unwrap();
    game.line("mirror new japan");
    let second = addresses(&table);
    assert_ne!(second["japan"], first["japan"]);
    assert_eq!(second["russia"], first["russia"]);
    assert!(!japans.parent().unwrap().exists(), "the old address is gone");
    assert!(fs::read(page_of(&table, "japan")).unwrap() == page, "the page is the same");
    // A side sees its own address, and changes none.
    game.line("pass to japan");
    let own = game.line("mirror")["text"].as_str().unwrap().to_owned();
    assert!(own.contains(&second["japan"]) && !own.contains(&second["russia"]), "{own}");
    for line in ["mirror off", "mirror elsewhere", "mirror new japan"] {
        assert_eq!(game.answer(line)["error"]["kind"], "not_yours", "{line}");
    }
    game.line("pass to referee");
    for line in ["mirror off new japan", "mirror new", "mirror new france"] {
        assert_eq!(game.answer(line)["ok"], false, "{line}");
    }
    assert_eq!(game.line("mirror off")["text"], "The mirror is off. Its pages stay as they are.");
    assert_eq!(game.answer("mirror new japan")["ok"], false);
    let before = state_of(&page_of(&table, "japan"));
    game.line("plot 2nd 2");
    assert!(state_of(&page_of(&table, "japan")) == before, "nothing is written");
    game.line("mirror other");
    let other = table.path("other").join(&second["japan"]).join("index.html");
    assert!(fs::read(other).unwrap() != before.0, "the other folder has the newest page under the same address");
    game.quit();
    // Without FILE.mirror, its folders are not known again.
    let record = table.read("u.kaiser.mirror");
    fs::remove_file(table.path("u.kaiser.mirror")).unwrap();
    let lost = table.run(&["play", "u.kaiser", "--mirror", "pages"], "quit\n").assert_refused();
    lost.assert_err("pages is not the mirror of this battle");
    table.write("u.kaiser.mirror", &record);
    // A FILE.mirror of another journal is left alone.
    table.run(&["play", "ulsan", "--seed", "1", "-o", "v.kaiser"], "quit\n").assert_success();
    fs::copy(table.path("u.kaiser.mirror"), table.path("v.kaiser.mirror")).unwrap();
    let foreign = table.run(&["play", "v.kaiser", "--mirror", "new"], "quit\n").assert_refused();
    foreign.assert_err("v.kaiser.mirror has the mirror of another journal");
    assert!(!table.path("new").exists());
}

/// The seed gives all later dice, and a small one is found by trying. So nothing that players read depends on it.
#[test]
fn pages_markers_and_sheets_do_not_depend_on_the_seed() {
    let files = |seed: &str| {
        let table = Workspace::new();
        let play = ["play", "ulsan", "--seed", seed, "-o", "u.kaiser", "--mirror", "pages"];
        let mut game = Game::begin(&table, &play);
        game.line("plot 2nd 2.25");
        game.line("plot vladivostok 2");
        let mut random: Vec<String> = addresses(&table).into_values().collect();
        let record: Value = serde_json::from_str(&table.read("u.kaiser.mirror")).unwrap();
        random.push(record["id"].as_str().unwrap().to_owned());
        game.quit();
        let sheets = ["japan", "russia"].map(|side| {
            let sheet = table.run(&["turn", "u.kaiser", "--side", side], "").assert_success();
            // Code and key.
            let stamp: Vec<String> = sheet.out.lines().nth(1).unwrap().split(' ').map(str::to_owned).collect();
            random.extend([stamp[2].clone(), stamp[5].clone()]);
            (format!("sheet of {side}"), sheet.out.clone())
        });
        let addresses = addresses(&table);
        let name_of = |path: PathBuf| {
            let name = path.strip_prefix(table.path("pages")).unwrap().display().to_string();
            addresses.iter().fold(name, |name, (side, address)| name.replace(address, side))
        };
        let pages = files_below(&table.path("pages"));
        let pages = pages.into_iter().map(|path| (name_of(path.clone()), fs::read_to_string(path).unwrap()));
        let files: BTreeMap<String, String> = pages.chain(sheets).collect();
        (files, random)
    };
    let ((first, random), (second, others)) = (files("7"), files("8"));
    let ((third, again), names) = (files("7"), [".kaiser-mirror", "index.html", "japan/index.html", "sheet of russia"]);
    assert!(names.iter().all(|name| first.contains_key(*name)), "{:?}", first.keys());
    let without = |files: &BTreeMap<String, String>, random: &[String]| -> BTreeMap<String, String> {
        let clear = |text: &String| random.iter().fold(text.clone(), |text, value| text.replace(value, "*"));
        files.iter().map(|(name, text)| (name.clone(), clear(text))).collect()
    };
    assert!(without(&first, &random) == without(&second, &others), "a file depends on the seed");
    assert!(without(&first, &random) == without(&third, &again));
    // What differs is drawn at random: the same seed gives other values.
    assert!(random.iter().all(|value| 16 <= value.len() && !again.contains(value)), "{random:?} {again:?}");
}

#[test]
fn a_mirror_goes_on_when_the_battle_is_resumed() {
    let table = Workspace::new();
    let errors = ulsan(&table).quit();
    let lines: Vec<&str> = errors.lines().filter(|line| line.contains("Mirror: ")).collect();
    let page = page_of(&table, "japan");
    let before = state_of(&page);
    let mut game = Game::begin(&table, &["play", "u.kaiser"]);
    game.line("plot 2nd 2");
    assert!(state_of(&page).0 != before.0, "the page is written again");
    let resumed = game.quit();
    assert!(lines.iter().all(|line| resumed.contains(line)) && !lines.is_empty(), "{resumed}");
    let off = table.run(&["play", "u.kaiser"], "mirror off\n").assert_success();
    off.assert_out("The mirror is off.");
    let off = table.run(&["play", "u.kaiser"], "mirror\n").assert_success();
    off.assert_out("There is no mirror.");
    assert!(!off.err.contains("Mirror"), "{}", off.err);
    // Without its folder the battle goes on.
    table.run(&["play", "u.kaiser", "--mirror", "pages"], "quit\n").assert_success();
    fs::rename(table.path("pages"), table.path("gone")).unwrap();
    let gone = table.run(&["play", "u.kaiser"], "status\n").assert_success();
    gone.assert_err("Mirror: it does not go on (pages is gone). `mirror DIR` begins it again.");
    assert!(!table.path("pages").exists());
}

#[test]
fn a_side_of_a_computer_has_no_page_and_a_side_may_have_its_own_folder() {
    let table = Workspace::new();
    let solo = ["play", "ulsan", "--seed", "1", "--admiral", "russia=captain", "-o", "u.kaiser", "--mirror", "pages"];
    let run = table.run(&solo, "mirror\nmirror new japan\nmirror new russia\n").assert_refused();
    run.assert_out("give this address to Japan alone").assert_err("Russia has no page at an address of the mirror.");
    assert!(!run.out.contains("Russia alone"), "{}", run.out);
    assert_eq!(files_below(&table.path("pages")).len(), 3, "a marker, the table's page and Japan's");
    let own = ["play", "u.kaiser", "--mirror", "russia=russia"];
    table.run(&own, "quit\n").assert_exit_code(2).assert_err("A computer plays Russia, which needs no page.");
    let apart = ["play", "ulsan", "--seed", "1", "-o", "v.kaiser", "--mirror", "all", "--mirror", "russia=russia"];
    table.run(&apart, "mirror new russia\n").assert_refused().assert_err("Russia has no page at an address");
    assert_eq!(files_below(&table.path("all")).len(), 3);
    assert!(table.path("russia/index.html").exists());
}

#[test]
fn a_folder_that_vanishes_is_reported_once_and_the_game_goes_on() {
    let table = Workspace::new();
    let mut game =
        Game::begin(&table, &["play", "asahi-retvizan", "--seed", "1", "-o", "a.kaiser", "--mirror", "pages"]);
    game.line("speed asahi 1");
    fs::rename(table.path("pages"), table.path("gone")).unwrap();
    for line in ["speed asahi 1.5", "speed asahi 1", "speed asahi 2"] {
        game.line(line);
    }
    let failed = game.line("mirror");
    let error = failed["mirror"]["error"].as_str().unwrap();
    assert!(error.starts_with("Mirror: pages cannot be written ("), "no address is named: {error}");
    fs::rename(table.path("gone"), table.path("pages")).unwrap();
    game.line("speed asahi 1.5");
    assert_eq!(game.line("mirror")["mirror"]["error"], Value::Null, "it is written again");
    let errors = game.quit();
    assert_eq!(errors.matches("cannot be written").count(), 1, "{errors}");
    assert!(errors.contains("Mirror: pages cannot be written (") && errors.contains("the game goes on"), "{errors}");
}

#[test]
fn a_mirrors_page_renews_itself_and_a_kept_page_does_not() {
    let table = Workspace::new();
    ulsan(&table).quit();
    let mirror = table.read("pages/index.html");
    table.run(&["page", "u.kaiser", "--side", "table", "-o", "kept.html"], "").assert_success();
    let kept = table.read("kept.html");
    for word in ["connect-src 'self'", "http-equiv=\"refresh\"", "data-version=", "No word since", "id=\"word\""] {
        assert!(mirror.contains(word) && !kept.contains(word), "{word}");
    }
    let script = |page: &str| page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap().len();
    assert!(script(&mirror) < 22_500, "{}", script(&mirror));
    assert!(mirror.contains("For all at the table"), "{mirror}");
}

#[test]
fn a_battle_that_is_over_says_so_in_its_mirror() {
    let table = Workspace::new();
    let mut game = ulsan(&table);
    game.line("end because \"supper\"");
    for path in [table.path("pages/index.html"), page_of(&table, "japan"), page_of(&table, "russia")] {
        assert!(fs::read_to_string(path).unwrap().contains("the battle is over"));
    }
    game.quit();
}

/// A private journal has the same mirror.
#[test]
fn a_private_journal_has_the_pages_of_an_open_one() {
    let pages = ["--private", "--show=brief"].map(|option| {
        let table = Workspace::new();
        let play = ["play", "asahi-retvizan", option, "-o", "a.kaiser", "--mirror", "japan=page"];
        let mut game = Game::begin(&table, &play);
        for line in ["speed asahi 1", "speed retvizan 1.5", "undo", "speed asahi 1.5"] {
            game.line(line);
        }
        game.quit();
        table.read("page/index.html")
    });
    assert!(pages[0] == pages[1], "the salts and seeds differ, and the pages do not");
}

#[test]
fn a_map_that_this_battle_drew_is_drawn_again_and_no_other_file_is() {
    let table = Workspace::new();
    table.write("strange.svg", "a drawing");
    let mut game = Game::begin(&table, &["play", "ulsan", "--seed", "1", "-o", "u.kaiser"]);
    let refused = game.answer("map to strange.svg");
    assert!(refused["error"]["what"].as_str().unwrap().contains("strange.svg exists"), "{refused}");
    game.line("map to table.svg");
    let first = state_of(&table.path("table.svg"));
    game.line("map to table.svg");
    assert!(state_of(&table.path("table.svg")) == first, "the same map is not written again");
    game.line("place izumo at 20 39 heading 165 speed 2.25");
    game.line("map to ./table.svg");
    let second = state_of(&table.path("table.svg"));
    assert!(second.0 != first.0 && second.3 != first.3, "the new map took the place of the old one");
    game.quit();
    // A later session of the same journal may draw it again, another journal may not.
    let mut game = Game::begin(&table, &["play", "u.kaiser"]);
    game.line("place izumo at 20 35 heading 165 speed 2.25");
    game.line("map to table.svg");
    assert!(fs::read(table.path("table.svg")).unwrap() != second.0);
    let mut other = Game::begin(&table, &["play", "ulsan", "--seed", "1", "-o", "v.kaiser"]);
    assert_eq!(other.answer("map to table.svg")["ok"], false);
    other.quit();
    // Once somebody has changed the map, the program does not write it again.
    let map = table.read("table.svg");
    table.write("table.svg", &map.replace("</svg>", "<!-- mine --></svg>"));
    let refused = game.answer("map to table.svg");
    assert!(refused["error"]["what"].as_str().unwrap().contains("was changed since this battle wrote it"), "{refused}");
    fs::remove_file(table.path("table.svg")).unwrap();
    symlink(table.path("strange.svg"), table.path("table.svg")).unwrap();
    assert_eq!(game.answer("map to table.svg")["ok"], false);
    assert_eq!(table.read("strange.svg"), "a drawing");
    fs::remove_file(table.path("table.svg")).unwrap();
    game.line("map to table.svg");
    game.quit();
    assert_eq!(table.read("strange.svg"), "a drawing");
}
