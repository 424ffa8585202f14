//! `kaiser play FILE --at MOMENT -o WHAT-IF`: what is copied, what is refused, and what a kill leaves.
use std::fs;

use naval::Naval;
use play::journal::{Branch, Journal, code_of};
use serde_json::json;
use session::PlayableGame as _;

use super::forged::{FILE, objects, with_checksums};
use super::{DECLARED, PROGRAM, Run, Workspace};

const WHAT_IF: &str = "what-if.kaiser";

/// The book's example up to the Damage Segment. One of its typed lines has several entries.
fn fired() -> Workspace {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\nnext to damage\n")).assert_success();
    table
}

fn branch(table: &Workspace, at: &str, options: &[&str], typed: &str) -> Run {
    table.run(&[&["play", FILE, "--at", at, "-o", WHAT_IF], options].concat(), typed)
}

/// The entries of a journal as text, without checksums.
fn entries(table: &Workspace, file: &str) -> Vec<String> {
    objects(&table.read(file)).iter().skip(1).map(ToString::to_string).collect()
}

#[test]
fn from_each_entry_of_every_battle_a_what_if_continues_its_state() {
    let journals = kit::root().join("tests/suite/journals");
    let mut battles = 0;
    for file in fs::read_dir(journals).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if !(name.starts_with("naval-") && name.ends_with(".kaiser")) {
            continue;
        }
        battles += 1;
        let bytes = fs::read(&file).unwrap();
        let parent = Journal::<Naval>::read(Naval::NAME, &bytes).unwrap().journal;
        for entry in 0..=parent.entries().len() {
            let branch = Branch {
                name: name.clone(),
                code: code_of(&bytes),
                entry,
                length: bytes.len() as u64,
                seed: None,
                parent: None,
            };
            let text = parent.what_if_text(&bytes, branch).unwrap().journal;
            let what_if = Journal::<Naval>::read(Naval::NAME, text.as_bytes()).unwrap().journal;
            assert_eq!(what_if.entries()[..entry], parent.entries()[..entry], "{name}, {entry}");
            assert_eq!(what_if.state(), &parent.state_after(entry), "{name}, {entry}");
            assert!(what_if.is_closed() && what_if.verify().is_ok(), "{name}, {entry}");
        }
    }
    assert!(2 < battles);
}

#[test]
fn a_what_if_of_each_entry_is_proved_against_its_parent() {
    let table = fired();
    let journal = table.read(FILE);
    assert!(journal.contains("\"of\":"), "a typed line of several entries");
    for entry in 0..journal.lines().count() {
        let at = entry.to_string();
        let name = format!("from-{entry}.kaiser");
        table.run(&["play", FILE, "--at", &at, "-o", &name], "").assert_success();
        let proved = table.run(&["verify", &name], "").assert_success();
        proved.assert_out("its first entries are those of asahi-retvizan.kaiser (").assert_out("all agree");
        let state = |arguments: &[&str]| table.run(&[&["show", "--json"], arguments].concat(), "").assert_success().out;
        assert_eq!(state(&[&name]), state(&[FILE, "--at", &at]), "{entry}");
    }
    assert_eq!(table.read(FILE), journal, "the parent is only read");
}

#[test]
fn the_same_orders_roll_the_same_dice_unless_the_seed_is_another() {
    let table = fired();
    let parent = entries(&table, FILE);
    let fire = parent.iter().position(|entry| entry.contains("salvo_fired")).unwrap();
    let at = fire.to_string();
    let run = branch(&table, &at, &[], "fire all\n").assert_success();
    run.assert_err("The dice go on from the same seed: the same orders roll the same numbers.");
    let again = entries(&table, WHAT_IF);
    let salvoes = |entries: &[String]| -> Vec<String> {
        let events = entries.iter().filter(|entry| entry.contains("salvo_fired"));
        events
            .map(|entry| entry.split_once("\"salvo_fired\":").unwrap().1.split("\"line\":").next().unwrap().to_owned())
            .collect()
    };
    assert_eq!((salvoes(&again), again[..fire].to_vec()), (salvoes(&parent), parent[..fire].to_vec()));
    let run = table.run(&["play", FILE, "--at", &at, "-o", "other.kaiser", "--seed", "7"], "fire all\n");
    let run = run.assert_success();
    assert!(!run.err.contains("The dice go on"), "{}", run.err);
    run.assert_err("What-if of asahi-retvizan.kaiser, from entry ").assert_err(", with the dice of seed 7.");
    assert_ne!(salvoes(&entries(&table, "other.kaiser")), salvoes(&parent));
    table.run(&["verify", WHAT_IF, "other.kaiser"], "").assert_success();
}

#[test]
fn a_segment_and_the_entry_before_it_branch_alike() {
    let table = fired();
    branch(&table, "1/gunfire", &[], "").assert_success();
    table.run(&["play", FILE, "--at", "1", "-o", "entry.kaiser"], "").assert_success();
    assert_eq!(table.read(WHAT_IF), table.read("entry.kaiser"));
    let passed = table.run(&["play", FILE, "--at", "1/movement", "-o", "x.kaiser"], "").assert_refused();
    passed.assert_err("1/movement began within entry 1, which went on to 1/gunfire.");
    passed.assert_err("--at 0 branches before that entry, --at 1 after it");
    table
        .run(&["play", FILE, "--at", "2/gunfire", "-o", "x.kaiser"], "")
        .assert_refused()
        .assert_err("has not reached");
    let last = table.read(FILE).lines().count() - 1;
    let beyond = (last + 1).to_string();
    table
        .run(&["play", FILE, "--at", &beyond, "-o", "x.kaiser"], "")
        .assert_refused()
        .assert_err(&format!("use --at 0 to --at {last}"));
    table.run(&["play", FILE, "--at", "gunfire", "-o", "x.kaiser"], "").assert_exit_code(2);
    assert!(!table.path("x.kaiser").exists());
}

#[test]
fn entries_that_were_corrected_later_are_copied_as_they_were() {
    let table = Workspace::new();
    table
        .drill(&format!("{DECLARED}undo\ntarget retvizan at asahi range 8\namend 2 range 9\nfire asahi\n"))
        .assert_success();
    for (at, corrected) in
        [("0", false), ("1", false), ("2", true), ("3", true), ("4", true), ("5", true), ("6", false)]
    {
        let name = format!("at-{at}.kaiser");
        let run = table.run(&["play", FILE, "--at", at, "-o", &name], "").assert_success();
        let note = format!("corrected later, by `undo` or `amend`. The what-if begins as it was after entry {at}.");
        assert_eq!(run.err.contains(&note), corrected, "{at}: {}", run.err);
        table.run(&["verify", &name], "").assert_success();
    }
    let at_3 = table.run(&["show", "at-3.kaiser"], "").assert_success();
    at_3.assert_out("Retvizan").assert_out("(What-if of asahi-retvizan.kaiser, from entry 3.)");
}

#[test]
fn nothing_before_the_branch_is_changed() {
    let table = fired();
    let stays = "That is of asahi-retvizan.kaiser, from which this what-if branches, and stays as it is.";
    branch(&table, "3", &[], "undo\n").assert_refused().assert_err(stays);
    for line in ["undo 2 because \"a slip\"", "amend 2 because \"a slip\" range 9"] {
        let run = table.run(&["play", WHAT_IF], &format!("{line}\n")).assert_refused();
        run.assert_err(stays).assert_err("kaiser play asahi-retvizan.kaiser --at 1 -o FILE");
    }
    // Its own entries can be taken back and redone, not those that the parent took back.
    let lines = "fire asahi\nundo because \"once more\"\nredo\namend 6 because \"ranges\" dice 20 20 20\n";
    table.run(&["play", WHAT_IF, "--keep-going"], lines).assert_out("fire asahi");
    table.run(&["verify", WHAT_IF], "").assert_success();
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}undo\n")).assert_success();
    branch(&table, "4", &[], "redo\n").assert_refused().assert_err(stays);
    table.run(&["play", FILE], "redo\n").assert_success();
    // Only the parent went on. The what-if still begins like it.
    table.run(&["verify", WHAT_IF], "").assert_success();
    let forged = with_checksums(objects(&table.read(FILE).replace("\"range\":8.0", "\"range\":9.0")));
    table.write(FILE, &forged);
    table.run(&["verify", WHAT_IF], "").assert_refused().assert_err("but that file gives ");
}

#[test]
fn a_what_if_says_what_it_is() {
    let table = fired();
    let run = branch(&table, "3", &[], "status\n").assert_success();
    run.assert_err("Journal: what-if.kaiser").assert_err("What-if of asahi-retvizan.kaiser, from entry 3.");
    run.assert_out("What-if. Turn 1, ");
    let tracked = Workspace::new();
    tracked.run(&["play", "ulsan", "--seed", "1", "-o", "u.kaiser"], "").assert_success();
    tracked.run(&["play", "u.kaiser", "--at", "0", "-o", WHAT_IF], "map\nmap to prompt.svg\n").assert_success();
    for (journal, name, says) in [(WHAT_IF, "what-if.svg", true), ("u.kaiser", "u.svg", false)] {
        tracked.run(&["map", journal, "-o", name], "").assert_success();
        assert_eq!(tracked.read(name).contains("Ulsan (what-if)"), says, "{name}");
        assert_eq!(tracked.run(&["map", journal], "").assert_success().out.contains("Ulsan (what-if)."), says);
        #[cfg(feature = "paper")]
        for side in [&[][..], &["--side", "japan"]] {
            let print = [&["print", journal, "--parts", "summary,briefing"], side].concat();
            assert_eq!(tracked.run(&print, "").assert_success().out.contains("Ulsan (what-if)"), says, "{side:?}");
        }
    }
    assert!(tracked.read("prompt.svg").contains("Ulsan (what-if)"));
}

#[test]
fn what_does_not_fit_a_what_if_is_refused_and_writes_nothing() {
    let table = fired();
    let refused = |arguments: &[&str], what: &str, hint: &str| {
        let run = table.run(arguments, "").assert_exit_code(2);
        run.assert_err(what).assert_err(hint);
    };
    refused(&["play", FILE, "--at", "3"], "A what-if needs a file of its own", "-o what-if.kaiser");
    let plain = ["play", FILE, "--at", "3", "-o", WHAT_IF];
    let with = |option: &'static [&'static str]| [&plain[..], option].concat();
    refused(&with(&["--private"]), "began without a private file", "omit --private");
    refused(&with(&["--salts", "3"]), "already has the source of its salts", "omit --salts");
    refused(&with(&["--measured"]), "continues as it began", "omit --measured");
    refused(&with(&["--after", FILE]), "is a journal", "omit --after");
    refused(
        &["play", "ulsan", "--at", "3", "-o", WHAT_IF],
        "ulsan is a scenario, but --at needs a journal",
        "--at 7/gun",
    );
    refused(&["play", FILE, "-o", WHAT_IF], "continues in its own file", "omit -o, or begin a what-if with --at");
    refused(&["play", FILE, "--seed", "3"], "already has a seed", "omit --seed");
    table.run(&["play", "drill-two-lines", "-o", "d.kaiser", "--at", "1"], "").assert_exit_code(2);
    table.run(&["tafl", "-o", "t.kaiser"], "").assert_success();
    refused(&["play", "t.kaiser", "--at", "1", "-o", WHAT_IF], "only battles have what-ifs", "omit --at");
    assert!(!table.path(WHAT_IF).exists());
    table.write(WHAT_IF, "a note");
    table.run(&plain, "").assert_refused().assert_err("what-if.kaiser exists, and files are never overwritten");
    table.run(&["play", FILE, "--at", "3", "-o", FILE], "").assert_refused().assert_err("exists");
    assert_eq!(table.read(WHAT_IF), "a note");
}

/// Two fleets with secret plots, kept in a second file.
fn private() -> Workspace {
    let table = Workspace::new();
    let lines = "place asahi at 10 20 heading 90 side japan speed 2\nplace retvizan at 20 30 heading 90 side russia \
                 speed 2\nset sighting 20 because \"clear\"\nnext to plotting\nplot asahi 1-CL30-0.5 speed 2\n\
                 plot retvizan 2\nseal\nnext to movement\nnext to plotting\nplot asahi 2\n";
    let file = table.write("begin.txt", lines);
    let play = ["play", "sandbox", "--private", "-o", FILE, "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table
}

#[test]
fn a_what_if_of_a_private_journal_is_private_and_needs_its_second_file() {
    let table = private();
    let count = table.read(FILE).lines().count();
    for entry in 0..count {
        let name = format!("from-{entry}.kaiser");
        table.run(&["play", FILE, "--at", &entry.to_string(), "-o", &name], "").assert_success();
        table.run(&["verify", &name], "").assert_success().assert_out("its first entries are those of");
        let first = objects(&table.read(&name)).remove(0);
        assert!(first.get("seed").is_none() && first.get("private").is_some(), "{first}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(table.path(&format!("{name}.private"))).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{entry}");
        }
    }
    // A what-if goes on, keeps its own secrets and reveals them.
    let name = "from-4.kaiser";
    table.run(&["play", name], "plot asahi 2\nplot retvizan 2\nseal\nnext to movement\n").assert_success();
    table.run(&["verify", name], "").assert_success().assert_out("all are revealed as they were sealed");
    table.run(&["play", name], "end because \"late\"\n").assert_success();
    table.run(&["verify", name], "").assert_success();
    let with_seed = branch(&table, "3", &["--seed", "7"], "").assert_exit_code(2);
    with_seed.assert_err("keeps its seed in a private file").assert_err("omit --seed");
    fs::remove_file(table.path(&format!("{FILE}.private"))).unwrap();
    branch(&table, "3", &[], "").assert_refused().assert_err("which cannot be read: it is missing");
    assert!(!table.path(WHAT_IF).exists() && !table.path(&format!("{WHAT_IF}.private")).exists());
}

#[test]
#[cfg(unix)]
fn a_kill_while_copying_leaves_no_journal() {
    let killed = |table: &Workspace, kibibytes: u32| {
        let limited = format!("ulimit -f {kibibytes}; exec '{PROGRAM}' play {FILE} --at 3 -o {WHAT_IF} </dev/null");
        let mut process = std::process::Command::new("bash");
        let status = process.args(["-c", &limited]).current_dir(table.path("")).status().unwrap();
        assert_eq!(status.code(), None, "the program was killed");
        assert!(!table.path(WHAT_IF).exists());
    };
    let table = fired();
    killed(&table, 1);
    branch(&table, "3", &[], "").assert_success();
    table.run(&["verify", WHAT_IF], "").assert_success();

    let table = Workspace::new();
    table
        .run(&["play", "ulsan", "--private", "-o", FILE], "note \"begun\"\nnote \"on\"\nnote \"again\"\n")
        .assert_success();
    let (journal, private) = (table.read(FILE).len(), table.read(&format!("{FILE}.private")).len());
    assert!(private < 17 << 10 && 17 << 10 < journal, "{private} and {journal} bytes");
    killed(&table, 1);
    assert!(!table.path(&format!("{WHAT_IF}.private")).exists());
    // Killed between the two files, it leaves the second, and the same command succeeds.
    killed(&table, 17);
    assert!(table.path(&format!("{WHAT_IF}.private")).exists());
    branch(&table, "3", &[], "").assert_success();
    table.run(&["verify", WHAT_IF], "").assert_success();
}

#[test]
fn a_script_cannot_branch_from_a_journal_with_a_referees_password() {
    let table = Workspace::new();
    table.drill(&format!("referee word keel\n{DECLARED}")).assert_success();
    let run = branch(&table, "0", &[], "keel\n").assert_refused();
    run.assert_err("The journal has a referee's password, which a script cannot give.").assert_err("at a terminal");
    assert!(!table.path(WHAT_IF).exists());
}

#[test]
fn q55_no_war_goes_on_from_a_what_if() {
    let table = Workspace::new();
    let first = ["play", "war-1904", "--seed", "1"];
    table.run(&first, "end because \"test\"\n").assert_success().assert_out("--after war-1904-1.kaiser");
    let what_if = ["play", "war-1904-1.kaiser", "--at", "0", "-o", WHAT_IF];
    let run = table.run(&what_if, "end because \"test\"\n").assert_success();
    assert!(!run.out.contains("--after"), "{}", run.out);
    let run = table.run(&["play", "war-1904", "--after", WHAT_IF], "").assert_refused();
    run.assert_err("what-if.kaiser is a what-if of war-1904-1.kaiser");
    run.assert_err("kaiser play war-1904 --after war-1904-1.kaiser");
    table.run(&["play", "war-1904", "--seed", "2", "--after", "war-1904-1.kaiser"], "").assert_success();
}

#[test]
fn a_side_is_told_nothing_of_the_branch_by_undo() {
    let table = Workspace::new();
    let lines = "next to plotting waive \"a drill\"\npass to japan\nplot 2nd 2.25\n";
    let file = table.write("orders.txt", lines);
    let play = ["play", "ulsan", "--seed", "1", "-o", FILE, "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    let run = branch(&table, "2", &[], "pass to japan\nundo\n").assert_refused();
    run.assert_err("There is no order to undo that Japan gave since it received the keyboard.");
    assert_eq!(json!(objects(&table.read(WHAT_IF))[0]["branch"]["entry"]), json!(2));
}
