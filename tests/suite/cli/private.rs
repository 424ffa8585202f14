//! `kaiser play --private`: a journal that can be shown while it is played, and the second file beside it.
use std::fs;
use std::path::Path;

use cli::store::{Store, StoreError};
use naval::{Command, Fact, Naval, model::Purpose, notation};
use play::journal::{Entry, Header, LINE_BYTES, digest, padded, private_group_line};
use play::{Script, decide};
use serde_json::{Value, json};

use super::{Workspace, forged::forged};
use crate::passing::CLOSE;

/// Two fleets in sight of each other, before their plots.
const FLEETS: &str = "\
place asahi at 10 20 heading 90 side japan speed 2
place mikasa at 10 10 heading 90 side japan speed 2
place retvizan at 20 30 heading 90 side russia speed 2
place novik at 20 26 heading 90 side russia speed 2
set sighting 20 because \"clear\"
next to plotting
";
const PLOTS: &str = "\
plot asahi 1-CL30-0.5 speed 2
plot mikasa 2
plot retvizan 0.5-CR60-0.5 speed 2
seal
";
const JOURNAL: &str = "battle.kaiser";
const PRIVATE: &str = "battle.kaiser.private";

fn begin(lines: &str) -> Workspace {
    let table = Workspace::new();
    let file = table.write("begin.txt", lines);
    let run = ["play", "sandbox", "--private", "-o", JOURNAL, "--script", file.to_str().unwrap()];
    table.run(&run, "").assert_success().assert_err("Private: battle.kaiser.private");
    table
}

fn resume(table: &Workspace, lines: &str) {
    table.run(&["play", JOURNAL, "--script", "-"], lines).assert_success();
}

/// The seed, from the second file.
fn seed(table: &Workspace) -> String {
    let first = table.read(PRIVATE).lines().next().unwrap().to_owned();
    let seed = first.split("\"seed\":").nth(1).unwrap().split(',').next().unwrap().to_owned();
    assert!(seed.len() > 8, "{first}");
    seed
}

/// Whether an entry of the journal contains this text, or the first line a seed.
fn journal_shows(table: &Workspace, what: &str) -> bool {
    let text = table.read(JOURNAL);
    let (first, entries) = text.split_once('\n').unwrap();
    entries.contains(what) || first.contains("\"seed\"")
}

#[test]
fn r3_3_1_the_journal_reveals_each_plot_after_it_is_run_and_not_before() {
    let table = begin(&format!("{FLEETS}{PLOTS}undo\nredo\namend 9 plot retvizan 0.5-CR60-0.45 speed 1.5\n"));
    assert!(
        !journal_shows(&table, "plot_filed") && !journal_shows(&table, "salt") && !journal_shows(&table, &seed(&table)),
        "all is secret"
    );
    assert!(table.read(PRIVATE).contains("plot_filed"));
    table.run(&["verify", JOURNAL], "").assert_success().assert_out("5 entries were kept, 5 are not revealed yet");
    resume(&table, "next to movement\n");
    assert!(journal_shows(&table, "plot_filed") && journal_shows(&table, "salt"), "all plots are carried out");
    assert!(!journal_shows(&table, &seed(&table)), "future dice are not revealed");
    table.run(&["verify", JOURNAL], "").assert_success().assert_out("5 entries were kept, and all are revealed");
    // A plot of the next turn is secret again.
    resume(&table, "next to plotting\nplot asahi CL45-1 speed 2\n");
    assert!(!journal_shows(&table, "degrees\":45"), "the second turn is secret like the first");
    resume(&table, "end because \"late\"\n");
    assert!(journal_shows(&table, &seed(&table)), "secrets end with the battle, so the dice can be proved");
}

#[test]
fn r7_4_6_a_launch_is_secret_as_long_as_its_torpedoes_run() {
    const LAUNCH: &str = "launch novik at asahi factors 0 run 3 port marker q dummy\n";
    let table = begin(&format!("{FLEETS}{PLOTS}{LAUNCH}next to movement\n"));
    assert!(!journal_shows(&table, "torpedoes_launched"), "the torpedoes still run");
    assert!(journal_shows(&table, "plot_filed"), "the plots are run");
    // The side's seal contains its running torpedoes.
    let shown = table.run(&["verify", JOURNAL], "").assert_success();
    assert!(!shown.out.contains("and all are revealed"), "{}", shown.out);
    resume(&table, "end because \"late\"\n");
    assert!(journal_shows(&table, "torpedoes_launched"));
    table.run(&["verify", JOURNAL], "").assert_success().assert_out("and all are revealed");
}

/// All revealed lines so far.
fn revealed_text(table: &Workspace) -> String {
    let text = table.read(JOURNAL);
    text.lines().filter(|line| line.contains("laid_open")).collect::<Vec<_>>().join("\n")
}

#[test]
fn r5_7_7_a_plot_filed_ahead_is_secret_until_it_is_run() {
    let ahead = "plot asahi 1-CL30-0.5 speed 2\nplot asahi CL90 speed 2 next\nseal\nplot mikasa 2\n";
    let table = begin(&format!("{FLEETS}{ahead}next to movement\n"));
    let (this, next) = ("degrees\\\":30", "degrees\\\":90");
    assert!(revealed_text(&table).contains(this) && !revealed_text(&table).contains(next), "{}", revealed_text(&table));
    assert!(!revealed_text(&table).contains("plots_sealed"), "the seal has both");
    // In the next Plotting Segment it is an ordinary plot.
    resume(&table, "next to plotting\nplot mikasa 1 speed 2\n");
    assert!(!revealed_text(&table).contains(next));
    resume(&table, "next to movement\n");
    assert!(revealed_text(&table).contains(next) && revealed_text(&table).contains("plots_sealed"));
}

#[test]
fn r3_4_a_second_half_is_secret_until_it_is_run() {
    let table = Workspace::new();
    table.write("close.yaml", CLOSE);
    let lines = "plot jd 2\nplot rd 2\nnext to plotting\nhalf\nplot jd 0.5-CR30-0.5-CR60 speed 2\nplot rd 2\nseal\nnext to gunfire\n";
    table.run(&["play", "close.yaml", "--private", "-o", JOURNAL, "--script", "-"], lines).assert_success();
    let after_the_first = revealed_text(&table);
    assert!(!after_the_first.contains("degrees\\\":60") && !journal_shows(&table, "rest_kept"), "{after_the_first}");
    resume(&table, "next to plotting\n");
    assert!(!revealed_text(&table).contains("degrees\\\":60"), "the second half is being plotted");
    resume(&table, "next to gunfire\n");
    assert!(revealed_text(&table).contains("degrees\\\":60") && revealed_text(&table).contains("rest_kept"));
    table.run(&["verify", JOURNAL], "").assert_success().assert_out("and all are revealed");
}

#[test]
fn without_its_second_file_a_journal_shows_only_public_entries() {
    let table = begin(&format!("{FLEETS}{PLOTS}"));
    let kept = table.read(PRIVATE);
    fs::remove_file(table.path(PRIVATE)).unwrap();
    table
        .run(&["log", JOURNAL], "")
        .assert_success()
        .assert_out("From entry 7 on, battle.kaiser is still secret")
        .assert_out("Novik");
    table
        .run(&["verify", JOURNAL], "")
        .assert_exit_code(4)
        .assert_out("from entry 7 on")
        .assert_out("chain:   12 lines");
    table
        .run(&["play", JOURNAL], "status\n")
        .assert_err(
            "From entry 7 on, battle.kaiser is kept in battle.kaiser.private, which cannot be read: it is missing",
        )
        .assert_err("put battle.kaiser.private beside it");
    // An incomplete file, or one with a changed plot, is treated the same.
    for (other, from) in [(kept.replace("30", "45"), 7), (kept.lines().take(2).collect::<Vec<_>>().join("\n"), 7)] {
        table.write(PRIVATE, &other);
        table.run(&["play", JOURNAL], "status\n").assert_err("is kept in battle.kaiser.private");
        table.run(&["verify", JOURNAL], "").assert_refused().assert_out(&format!("from entry {from} on"));
    }
    let first_is_changed = kept.replacen("\"seed\":", "\"seed\":1", 1);
    table.write(PRIVATE, &first_is_changed);
    table.run(&["play", JOURNAL], "status\n").assert_err("is kept in battle.kaiser.private");
    // A damaged line and a missing line are distinguished, with the line number.
    let lines: Vec<&str> = kept.split_inclusive('\n').collect();
    let damaged = kept.replacen(lines[2], &lines[2].replacen("salt", "sAlt", 1), 1);
    let torn = &kept[..lines[..3].concat().len() - 2];
    let absent = [&lines[..2], &lines[3..]].concat().concat();
    for (text, why) in
        [(&damaged[..], "its line 3 is damaged"), (torn, "its line 3 is damaged"), (&absent, "it has no such line")]
    {
        table.write(PRIVATE, text);
        table
            .run(&["play", JOURNAL], "status\n")
            .assert_err(&format!(
                "From entry 8 on, battle.kaiser is kept in battle.kaiser.private, which cannot be read: {why}"
            ))
            .assert_err("put an undamaged copy of battle.kaiser.private beside it");
        table
            .run(&["log", JOURNAL], "")
            .assert_success()
            .assert_out(&format!("the rest is in battle.kaiser.private, but {why}."));
        table
            .run(&["verify", JOURNAL], "")
            .assert_refused()
            .assert_out(&format!("FILE.private is beside it but does not have the line of entry 8 ({why})"))
            .assert_out(&format!("is kept in FILE.private ({why}), and only its chain"));
        assert_eq!(table.read(PRIVATE), text, "no line in use is cut off");
    }
    table.write(PRIVATE, &kept.replacen("salt", "sAlt", 1));
    let run = table.run(&["verify", JOURNAL], "").assert_refused();
    run.assert_out("the seed is kept there too (its line 1 is damaged)");
    run.assert_out("FILE.private is beside it but does not have the line of the seed (its line 1 is damaged)");
    let json = table.run(&["verify", "--json", JOURNAL], "").assert_refused().one_json();
    assert_eq!((&json["agree"], &json["exit"]), (&serde_json::json!(false), &serde_json::json!(1)));
    // Complete again, plus half a line to which nothing refers.
    table.write(PRIVATE, &format!("{kept}{{\"salt\":\"12"));
    table.run(&["play", JOURNAL], "plot novik 2\nstatus\n").assert_success().assert_out("Novik");
    table.run(&["verify", JOURNAL], "").assert_success().assert_out("5 entries were kept");
    assert!(table.read(PRIVATE).starts_with(&kept) && !table.read(PRIVATE).contains("\"12{"), "it was cut off");
}

#[test]
fn lines_left_secret_by_a_kill_are_revealed_by_the_next_session() {
    let table = begin(&format!("{FLEETS}{PLOTS}next to movement\n"));
    // The journal as it was before the lines were revealed and it was closed.
    let text = table.read(JOURNAL);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let killed: String = lines[..lines.len() - 2].concat();
    table.write(JOURNAL, &killed);
    assert!(!journal_shows(&table, "plot_filed"));
    resume(&table, "quit\n");
    assert!(journal_shows(&table, "plot_filed"));
    assert!(table.read(JOURNAL).trim_end().ends_with("\"closed\"}"), "the journal is closed afterwards");
    table.run(&["verify", JOURNAL], "").assert_success().assert_out("4 entries were kept, and all are revealed");
}

#[test]
fn a_changed_revealed_line_breaks_the_chain() {
    let table = begin(&format!("{FLEETS}{PLOTS}next to movement\n"));
    fs::remove_file(table.path(PRIVATE)).unwrap();
    table.run(&["verify", JOURNAL], "").assert_success().assert_out("4 entries were kept, and all are revealed");
    // If the chain were recomputed, the journal would have no line with the digest of the changed one.
    let text = table.read(JOURNAL);
    table.write(JOURNAL, &text.replace("\\\"degrees\\\":30", "\\\"degrees\\\":45"));
    assert_ne!(text, table.read(JOURNAL));
    table.run(&["verify", JOURNAL], "").assert_err("its checksum is wrong");
}

/// A private journal at a path, with a seal in its second file, and the order that comes next.
fn sealed(path: &Path) -> (Store<Naval>, Entry<Command, Fact, Purpose>) {
    let setup = naval_kit::scenario("sandbox");
    let mut store =
        Store::<Naval>::create_private(path, Header::current::<Naval>("naval", "a test", 7, setup)).unwrap();
    let sealed = Command::Seal { side: None, salt: "a".to_owned(), salts: Vec::new() };
    store.record(store.journal().new_command_entry(sealed, Vec::new())).unwrap();
    let command = notation::parse(store.journal().state(), "note \"it goes on\"").unwrap().command;
    let events = decide::<Naval>(store.journal().state(), &command, &mut Script::default()).unwrap();
    let next = store.journal().new_command_entry(command, events);
    (store, next)
}

/// A change to a file behind the program's back.
type Forgery = fn(&Path);

#[test]
fn a_second_file_that_is_removed_or_changed_in_play_is_saved_beside_it() {
    let away = |private: &Path| fs::remove_file(private).unwrap();
    let edit = |private: &Path| {
        let text = fs::read_to_string(private).unwrap();
        fs::write(private, text.replacen("seed", "sEed", 1)).unwrap();
    };
    let append = |private: &Path| fs::write(private, fs::read_to_string(private).unwrap() + "x").unwrap();
    let cut = |private: &Path| fs::write(private, "").unwrap();
    let replace = |private: &Path| {
        let text = fs::read(private).unwrap();
        fs::remove_file(private).unwrap();
        fs::write(private, text).unwrap();
    };
    let meddlers: [(&str, Forgery); 5] = [
        ("was removed or renamed", away),
        ("was edited", edit),
        ("was written to by another program (1 bytes)", append),
        ("was cut short", cut),
        ("was replaced by another file", replace),
    ];
    for (expected, meddles) in meddlers {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(JOURNAL);
        let (mut store, next) = sealed(&path);
        let before = (fs::read(&path).unwrap(), fs::read(directory.path().join(PRIVATE)).unwrap());
        // Wait, so that the time of the change differs.
        std::thread::sleep(std::time::Duration::from_millis(20));
        meddles(&directory.path().join(PRIVATE));
        // Even an order that is not secret is refused.
        let refused = store.record(next.clone()).unwrap_err();
        assert!(refused.to_string().contains(&format!("{PRIVATE} {expected}")), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), before.0, "nothing is acknowledged");
        assert!(matches!(store.record(next.clone()), Err(StoreError::AlreadyFailed { .. })));
        drop(store);
        let kept = directory.path().join("battle-kept.kaiser");
        assert_eq!(fs::read(&kept).unwrap(), before.0);
        assert_eq!(fs::read(directory.path().join("battle-kept.kaiser.private")).unwrap(), before.1);
        let mut resumed = Store::<Naval>::open(&kept, "naval").unwrap();
        resumed.record(next).unwrap();
        assert_eq!(resumed.journal().private_counts(), (1, 1));
    }
    // The near miss: a file that was rewritten with the same content.
    let directory = tempfile::tempdir().unwrap();
    let (mut store, next) = sealed(&directory.path().join(JOURNAL));
    let private = directory.path().join(PRIVATE);
    std::thread::sleep(std::time::Duration::from_millis(20));
    let text = fs::read(&private).unwrap();
    fs::write(&private, text).unwrap();
    store.record(next).unwrap();
}

#[test]
fn a_battle_whose_directory_is_gone_is_saved_elsewhere() {
    for private in [true, false] {
        let directory = tempfile::tempdir().unwrap();
        let club = directory.path().join("club");
        fs::create_dir(&club).unwrap();
        let path = club.join("gone-with-its-directory.kaiser");
        let (mut store, next) = if private {
            sealed(&path)
        } else {
            let header = Header::current::<Naval>("naval", "a test", 7, naval_kit::scenario("sandbox"));
            (Store::<Naval>::create(&path, header).unwrap(), Entry::Remarked { words: "it goes on".to_owned() })
        };
        let before = fs::read(&path).unwrap();
        fs::remove_dir_all(&club).unwrap();
        let Err(StoreError::Changed { kept: Some(kept), .. }) = store.record(next.clone()) else { panic!("{private}") };
        assert!(kept.is_absolute() && !kept.starts_with(directory.path()), "{}", kept.display());
        assert_eq!(fs::read(&kept).unwrap(), before);
        drop(store);
        let mut resumed = Store::<Naval>::open(&kept, "naval").unwrap();
        resumed.record(next).unwrap();
        drop(resumed);
        fs::remove_file(&kept).unwrap();
        if private {
            fs::remove_file(format!("{}.private", kept.display())).unwrap();
        }
    }
}

#[test]
fn after_a_kill_between_the_two_files_a_private_battle_can_start_again() {
    let lines = "quit\n";
    let table = begin(lines);
    let (journal, second) = (table.read(JOURNAL), table.read(PRIVATE));
    let first = journal.lines().next().unwrap().to_owned();
    let play = |table: &Workspace| table.run(&["play", "sandbox", "--private", "-o", JOURNAL, "--script", "-"], lines);
    let leftovers = [
        // The second file alone: empty, torn, complete.
        (None, "", false),
        (None, &second[..20], false),
        (None, &second[..], false),
        // With a journal whose line 1 is incomplete or missing.
        (Some(""), &second[..], false),
        (Some(&first[..first.len() / 2]), &second[..], true),
        (Some("{\"su"), &second[..], true),
    ];
    for (journal, private, is_torn) in leftovers {
        let table = Workspace::new();
        table.write(PRIVATE, private);
        if let Some(journal) = journal {
            table.write(JOURNAL, journal);
        }
        play(&table).assert_success().assert_err("battle.kaiser.private had no journal and no order");
        assert_eq!(table.read("battle.kaiser.private-kept"), private, "nothing is lost");
        assert_eq!(table.path("battle.kaiser.torn").exists(), is_torn);
        table.run(&["verify", JOURNAL], "").assert_success();
        // The same once more.
        fs::remove_file(table.path(JOURNAL)).unwrap();
        play(&table).assert_success();
        assert!(table.path("battle.kaiser.private-kept-2").exists());
    }
    // The near misses: a journal with an entry, a second file with an order, and a file of notes.
    let with_orders = begin(&format!("{FLEETS}{PLOTS}")).read(PRIVATE);
    for (journal, private) in
        [(Some(&journal[..]), &second[..]), (None, &with_orders[..]), (Some("my notes"), &second[..])]
    {
        let table = Workspace::new();
        table.write(PRIVATE, private);
        if let Some(journal) = journal {
            table.write(JOURNAL, journal);
        }
        play(&table).assert_refused().assert_err("exists, and files are never overwritten");
        assert_eq!(table.read(PRIVATE), private);
    }
}

#[test]
fn all_lines_of_the_second_file_have_the_same_length() {
    let table = Workspace::new();
    let lines = format!(
        "{FLEETS}{PLOTS}undo\nredo\nlaunch novik at asahi factors 0 run 3 port marker q dummy\namend 9 plot retvizan 0.5-CR60-0.45 speed 1.5\n"
    );
    let file = table.write("begin.txt", &lines);
    table
        .run(&["play", "sandbox", "--private", "-o", JOURNAL, "--script", file.to_str().unwrap()], "")
        .assert_success();
    let lengths: Vec<usize> = table.read(PRIVATE).split_inclusive('\n').map(str::len).collect();
    assert_eq!(lengths, vec![LINE_BYTES; 7], "the seed, three plots, a seal, a launch and an amendment");
    // The padding is not proved, so a trimmed copy can be resumed. But `verify` reports the change.
    let trimmed: String = table.read(PRIVATE).lines().map(|line| format!("{}\n", line.trim_end())).collect();
    table.write(PRIVATE, &trimmed);
    resume(&table, "end because \"late\"\n");
    let run = table.run(&["verify", JOURNAL], "").assert_exit_code(5);
    run.assert_out("and all are revealed").assert_out("line 1 of FILE.private is not as the program wrote it");
    run.assert_out("moved, doubled, changed or trimmed");
    assert!(!revealed_text(&table).contains("  "), "the journal holds no padding");
}

#[test]
fn options_of_a_battle_cannot_change_when_it_is_resumed() {
    let table = begin(FLEETS);
    table.run(&["play", JOURNAL, "--private"], "").assert_err("omit --private");
    table.run(&["play", "sandbox", "--private", "--seed", "7"], "").assert_err("omit --seed");
    table.run(&["tafl", "-o", "tafl.kaiser"], "quit\n").assert_success();
    table.run(&["play", "tafl.kaiser", "--private"], "").assert_err("omit --private");
}

#[test]
fn undoing_an_end_that_revealed_the_seed_needs_a_reason() {
    let play = |private: &[&str], lines: &str| {
        let table = Workspace::new();
        let file = table.write("end.txt", &format!("{FLEETS}end because \"late\"\n{lines}"));
        let play = ["play", "sandbox", "-o", JOURNAL, "--script", file.to_str().unwrap()];
        let run = table.run(&[&play[..], private].concat(), "");
        (table, run)
    };
    let (_, run) = play(&["--private"], "undo\n");
    run.assert_refused().assert_err("revealed the seed").assert_err("undo because");
    let (table, run) = play(&["--private"], "undo because \"a slip\"\n");
    run.assert_success();
    table.run(&["verify", JOURNAL], "").assert_success();
    // Without secrets, nothing was revealed.
    let (_, run) = play(&[], "undo\n");
    run.assert_success();
}

/// A damaged line after secret plots: all entries before it are saved and counted, and the entries after it are
/// entered again. Without the second file the battle's state is unknown, so nothing is entered again.
#[test]
fn a_damaged_private_journal_is_recovered_with_its_second_file() {
    let table = begin(&format!(
        "{FLEETS}{PLOTS}note \"first\"\nnote \"second\"\nplace rurik at 30 30 heading 90 side russia\n"
    ));
    let text = table.read(JOURNAL);
    let before = text.lines().position(|line| line.contains("first")).unwrap() - 1;
    assert!(text.lines().take(before + 1).any(|line| line.contains("\"kept\"")), "secret lines come before the damage");
    table.write(JOURNAL, &text.replacen("first", "worst", 1));
    let text = format!("{before} entries of {JOURNAL} are saved in");
    table.run(&["mend", JOURNAL, "-o", "short.kaiser"], "").assert_success().assert_out(&text);
    table.run(&["mend", JOURNAL, "--further", "-o", "long.kaiser"], "").assert_success().assert_out("entered again");
    let long = table.read("long.kaiser");
    let numbers: Vec<usize> = long
        .lines()
        .skip(1)
        .map(|line| line.split("\"n\":").nth(1).unwrap())
        .map(|part| part.split(',').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    assert!(long.contains("second") && long.contains("mended: entry"), "{long}");
    for mended in ["short.kaiser", "long.kaiser"] {
        table.run(&["play", mended, "--script", "-"], "quit\n").assert_success();
        table.run(&["verify", mended], "").assert_success();
    }
    fs::remove_file(table.path(PRIVATE)).unwrap();
    table.run(&["mend", JOURNAL, "-o", "open.kaiser"], "").assert_success().assert_out(&text);
    let refused = table.run(&["mend", JOURNAL, "--further", "-o", "not.kaiser"], "");
    refused.assert_refused().assert_err("battle.kaiser.private, but it is missing").assert_err("omit --further");
    assert!(!table.path("not.kaiser").exists());
}

/// A line is revealed after the move, and the seed after the end. Earlier, the other side would see the plots.
#[test]
fn only_lines_no_longer_secret_are_revealed() {
    let table = begin(&format!("{FLEETS}{PLOTS}next to movement\nundo because \"a slip\"\nredo\nnext to plotting\n"));
    table.run(&["verify", JOURNAL], "").assert_success();
    let moved = |before: usize| {
        forged(&table, JOURNAL, |lines| {
            let index = lines.iter().position(is_reveal).unwrap();
            let line = lines.remove(index);
            lines.insert(index - before, line);
            // The move that reveals it now has another number, which undo and redo must follow.
            for line in lines.iter_mut().skip(index) {
                for (entry, key) in [("taken_back", "from"), ("redid", "to")] {
                    if line["entry"][entry][key] == json!(index - 1) && before == 1 {
                        line["entry"][entry][key] = json!(index);
                    }
                }
            }
        })
    };
    moved(0).assert_success();
    moved(1).assert_refused().assert_err("reveals a line that was still secret");
    // The seed, revealed by a separate entry before the end.
    let seed = table.read(PRIVATE).lines().next().unwrap().trim_end().to_owned();
    let opened = forged(&table, JOURNAL, |lines| {
        let index = lines.len() - 1;
        lines
            .insert(index, json!({ "n": 1, "entry": { "noticed": { "what": { "laid_open": { "lines": [seed] } } } } }));
    });
    opened.assert_refused().assert_err("reveals a line that was still secret");
    resume(&table, "end because \"late\"\nundo because \"no\"\n");
    table.run(&["verify", JOURNAL], "").assert_success();
}

fn is_reveal(line: &Value) -> bool {
    !line["entry"]["noticed"]["what"]["laid_open"].is_null()
}

fn revealed_in(line: &mut Value) -> &mut Vec<Value> {
    line["entry"]["noticed"]["what"]["laid_open"]["lines"].as_array_mut().unwrap()
}

/// Lines that are no longer secret are revealed at once, all of them and in order. Only the program's exit
/// and restart may come between, as after a kill.
#[test]
fn lines_no_longer_secret_are_revealed_at_once() {
    const LATE: &str = "is where all lines that were no longer secret should be revealed";
    let table = begin(&format!("{FLEETS}{PLOTS}next to movement\nnote \"tea\"\n"));
    let forge = |change: &dyn Fn(&mut Vec<Value>, usize)| {
        forged(&table, JOURNAL, |lines| {
            let index = lines.iter().position(is_reveal).unwrap();
            change(lines, index);
        })
    };
    let remark = |words: &str| json!({ "n": 1, "entry": { "remarked": { "words": words } } });
    let later = |lines: &mut Vec<Value>, index: usize| {
        let line = lines.remove(index);
        lines.insert(index + 1, line);
    };
    forge(&|_, _| {}).assert_success();
    forge(&later).assert_refused().assert_err(LATE);
    forge(&|lines, index| lines.insert(index, remark("before"))).assert_refused().assert_err(LATE);
    forge(&|lines, index| revealed_in(&mut lines[index]).reverse()).assert_refused().assert_err(LATE);
    forge(&|lines, index| {
        let mut rest = lines[index].clone();
        let last = revealed_in(&mut lines[index]).pop().unwrap();
        *revealed_in(&mut rest) = vec![last];
        lines.insert(index + 1, rest);
    })
    .assert_refused()
    .assert_err(LATE);
    // The near misses: after the reveal, and between it and the entries of exit and restart.
    forge(&|lines, index| lines.insert(index + 1, remark("behind"))).assert_success();
    let mark = |what: &str| json!({ "n": 1, "entry": what });
    forge(&|lines, index| drop(lines.splice(index..index, [mark("closed"), mark("opened")]))).assert_success();
    // After a recovered gap the moment is unknown, so it is not proved.
    let mended = forge(&|lines, index| {
        later(lines, index);
        lines.insert(index - 1, remark("mended: entry 9 of the damaged journal is lost"));
    });
    mended.assert_exit_code(4).assert_out("whether orders were revealed in time is not proved");
    // The seed, revealed only after a second end: with the second file beside the journal, and without it.
    let table = begin(&format!("{FLEETS}{PLOTS}end because \"a\"\nundo because \"no\"\nend because \"b\"\n"));
    for beside in [true, false] {
        table.run(&["verify", JOURNAL], "").assert_success();
        let late = forged(&table, JOURNAL, |lines| {
            let index = lines.iter().position(is_reveal).unwrap();
            let line = std::mem::replace(&mut lines[index], remark("tea"));
            lines.insert(lines.len() - 1, line);
        });
        late.assert_refused().assert_err(LATE);
        if beside {
            fs::remove_file(table.path(PRIVATE)).unwrap();
        }
    }
}

/// A command and the orders that it reveals are one write. A full disk stops both or neither.
#[cfg(unix)]
#[test]
fn a_full_disk_takes_the_move_and_what_it_reveals_or_neither() {
    let notes = format!("note \"{}\"\n", "x".repeat(900)).repeat(110);
    let table = begin(&format!("{FLEETS}{PLOTS}{notes}"));
    let before = (table.read(JOURNAL), table.read(PRIVATE));
    assert!(before.1.len() < before.0.len(), "the journal reaches the limit first");
    let moves = |text: &str| text.matches("\"segment\":\"movement").count();
    let script = table.write("next.txt", "next to movement\n");
    let (mut taken, mut refused) = (0, 0);
    // The entry of the restart is written separately, and fits.
    for blocks in 1..14 {
        table.write(JOURNAL, &before.0);
        let limit = before.0.len() / 512 + blocks;
        let play = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" play {JOURNAL} --script {}", script.display());
        let kaiser = env!("CARGO_BIN_EXE_kaiser");
        let run =
            std::process::Command::new("sh").args(["-c", &play, kaiser]).current_dir(table.path("")).output().unwrap();
        let complains = String::from_utf8_lossy(&run.stderr);
        let has_moved = moves(&before.0) < moves(&table.read(JOURNAL));
        assert_eq!(has_moved, journal_shows(&table, "plot_filed"), "{blocks}: {complains}");
        if has_moved {
            taken += 1;
        } else {
            refused += 1;
            assert!(complains.contains("nothing changed"), "{complains}");
        }
        assert_eq!(table.read(PRIVATE), before.1);
        resume(&table, "quit\n");
        table.run(&["verify", JOURNAL], "").assert_success();
    }
    assert!(0 < taken && 0 < refused, "{taken} {refused}");
}

/// A kill can leave the orders of one typed line in the second file without entries. Resuming drops them, so
/// that a second kill raises no false alarm.
#[test]
fn an_order_without_an_entry_is_dropped_when_the_battle_is_resumed() {
    let table = begin(&format!("{FLEETS}{PLOTS}"));
    let second = table.read(PRIVATE);
    let line = |count: Option<usize>| padded(&private_group_line("0", count, &json!("closed")).unwrap());
    let third = line(None).split_at(100).0.to_owned();
    for leftover in [line(None), line(Some(3)) + &line(None).repeat(2), line(Some(3)) + &line(None) + &third] {
        table.write(PRIVATE, &format!("{second}{leftover}"));
        let run = table.run(&["play", JOURNAL, "--script", "-"], "quit\n").assert_success();
        run.assert_err("had an order that is not in the journal");
        assert_eq!(table.read(PRIVATE), second);
        table.run(&["verify", JOURNAL], "").assert_success();
    }
    // The near misses: a torn line is not an order, and two separate orders are not dropped.
    table.write(PRIVATE, &format!("{second}{third}"));
    let run = table.run(&["play", JOURNAL, "--script", "-"], "quit\n").assert_success();
    assert!(!run.err.contains("had an order") && table.read(PRIVATE) == second, "{}", run.err);
    let other = padded(&private_group_line("1", None, &json!("closed")).unwrap());
    let two = format!("{second}{}{other}", line(None));
    table.write(PRIVATE, &two);
    resume(&table, "quit\n");
    assert_eq!(table.read(PRIVATE), two);
    table.run(&["verify", JOURNAL], "").assert_exit_code(5);
}

/// A secret order that was refused because the journal was changed is not in the copy that is resumed.
#[test]
fn the_saved_copy_has_no_refused_order() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(JOURNAL);
    let (mut store, _) = sealed(&path);
    let before = (fs::read(&path).unwrap(), fs::read(directory.path().join(PRIVATE)).unwrap());
    fs::write(&path, [&before.0[..], b"x"].concat()).unwrap();
    let secret = Command::Seal { side: None, salt: "b".to_owned(), salts: Vec::new() };
    let refused = store.record(store.journal().new_command_entry(secret, Vec::new())).unwrap_err();
    assert!(matches!(refused, StoreError::Changed { .. }), "{refused}");
    assert!(before.1.len() < fs::read(directory.path().join(PRIVATE)).unwrap().len(), "the order was kept first");
    assert_eq!(fs::read(directory.path().join("battle-kept.kaiser")).unwrap(), before.0);
    assert_eq!(fs::read(directory.path().join("battle-kept.kaiser.private")).unwrap(), before.1);
}

/// The program only adds lines, in the order of their entries. A kill leaves lines without an entry only at the end.
#[test]
fn the_second_file_keeps_its_lines_in_order() {
    let table = begin(&format!("{FLEETS}{PLOTS}"));
    let second = table.read(PRIVATE);
    let lines: Vec<&str> = second.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 5, "the seed, three plots and a seal");
    let spare = padded(&private_group_line("0", None, &json!("closed")).unwrap());
    let with_lines = |lines: &[&str]| {
        table.write(PRIVATE, &lines.concat());
        table.run(&["verify", JOURNAL], "")
    };
    let forged_line = |line: usize| format!("line {line} of FILE.private is not as the program wrote it");
    with_lines(&lines).assert_success();
    let [seed, first, second, third, seal] = lines[..] else { panic!() };
    with_lines(&[seed, first, second, third, seal, &spare]).assert_success();
    with_lines(&[seed, first, second, third, seal, &spare[..100]]).assert_success();
    with_lines(&[seed, first, &spare, second, third, seal]).assert_exit_code(5).assert_out(&forged_line(3));
    with_lines(&[&spare, seed, first, second, third, seal]).assert_exit_code(5).assert_out(&forged_line(1));
    with_lines(&[seed, second, first, third, seal]).assert_exit_code(5).assert_out(&forged_line(3));
    with_lines(&[seal, third, second, first, seed]).assert_exit_code(5).assert_out(&forged_line(2));
    with_lines(&[seed, first, first, second, third, seal]).assert_exit_code(5).assert_out(&forged_line(3));
    with_lines(&[seed, first, second, third, seal, seal]).assert_exit_code(5).assert_out(&forged_line(6));
    with_lines(&[seed, first, "\n", second, third, seal]).assert_exit_code(5).assert_out(&forged_line(3));
    with_lines(&[seed, first, second, third, seal, "\n"]).assert_exit_code(5).assert_out(&forged_line(6));
    with_lines(&[seed, first, second, &format!("{}\n", third.trim_end()), seal])
        .assert_exit_code(5)
        .assert_out(&forged_line(4));
    with_lines(&[seed, first, second, third, seal, &padded("garbage")]).assert_exit_code(5).assert_out(&forged_line(6));
    // Remove the first of three plots from the journal, and correct the numbers in the lines after it.
    let table = begin(&format!("{FLEETS}{}", PLOTS.replace("seal\n", "")));
    table.run(&["verify", JOURNAL], "").assert_success();
    let second = table.read(PRIVATE);
    let [seed, line_1, line_2, line_3] = second.split_inclusive('\n').collect::<Vec<_>>()[..] else { panic!() };
    let later_lines = [line_2, line_3].map(renumbered);
    table.write(PRIVATE, &format!("{seed}{line_1}{}{}", padded(&later_lines[0]), padded(&later_lines[1])));
    let taken = forged(&table, JOURNAL, |lines| {
        let mut secret: Vec<usize> = (0..lines.len()).filter(|index| !lines[*index]["kept"].is_null()).collect();
        let first = secret.remove(0);
        for (index, line) in secret.into_iter().zip(&later_lines) {
            lines[index]["kept"] = json!(digest(line));
        }
        lines.remove(first);
    });
    taken.assert_exit_code(5).assert_out(&forged_line(2));
}

/// The line with the number of its order reduced by one.
fn renumbered(line: &str) -> String {
    let mut value: Value = serde_json::from_str(line).unwrap();
    let number = value["kept"]["did"]["line"].as_u64().unwrap();
    value["kept"]["did"]["line"] = json!(number - 1);
    value.to_string()
}

/// Readers do not hang on a line that begins an impossible group of entries.
#[test]
fn a_false_group_is_refused_in_a_private_journal_too() {
    let table = begin(&format!("{FLEETS}{PLOTS}note \"a\"; note \"b\"\n"));
    let honest = table.read(JOURNAL);
    let objects = super::forged::objects(&honest);
    let group = objects.iter().position(|line| !line["of"].is_null()).unwrap();
    for (index, total) in [(1, 0), (1, 1), (group + 1, 2), (group + 1, 9)] {
        let mut lines = objects.clone();
        lines[index]["of"] = json!(total);
        table.write(JOURNAL, &super::forged::with_checksums(lines));
        for command in ["verify", "log", "show"] {
            table.run(&[command, JOURNAL], "").assert_refused().assert_err("entries, which is not possible here");
        }
        table.run(&["play", JOURNAL, "--script", "-"], "quit\n").assert_refused();
    }
    table.write(JOURNAL, &honest);
    table.run(&["verify", JOURNAL], "").assert_success();
}
