//! `undo`: how far, why, and which player may.
use super::{DECLARED, Workspace};

#[test]
fn undoing_dice_needs_a_reason_that_the_log_shows() {
    let table = Workspace::new();
    let fired = format!("{DECLARED}fire asahi dice 3 9 4 2\n");
    let run = table.drill(&format!("{fired}undo\n")).assert_refused();
    run.assert_err("4 dice were rolled in entry").assert_err("undo because \"a slip\"");
    for wrong in ["undo because", "undo because \"\"", "undo the last", "undo -1", "undo 1 2"] {
        Workspace::new()
            .drill(&format!("{fired}{wrong}\n"))
            .assert_refused()
            .assert_err("hint:  undo, undo ENTRY, or undo because");
    }
    for text in ["undo because \"She was Rurik.\"", "undo because She was Rurik.", "UNDO 4 BECAUSE \"She was Rurik.\""]
    {
        let table = Workspace::new();
        let run = table.drill(&format!("{fired}{text}\nlog\n")).assert_success();
        run.assert_out("Its 4 dice stay in the journal.").assert_out("(undo 4 because \"She was Rurik.\")");
        assert!(table.journal().contains("{\"taken_back\":{\"from\":4,\"because\":\"She was Rurik.\"}}"), "{text}");
        table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
    }
}

#[test]
fn a_shot_that_its_correction_forbids_can_be_taken_back() {
    let back = "amend 3 because \"a slip\" note \"no shot\"";
    let run = Workspace::new().drill(&format!("{DECLARED}amend 3 blocked by smoke\n")).assert_refused();
    run.assert_err(&format!("hint:  to take it back: `{back}`"));
    Workspace::new().drill(&format!("{DECLARED}{back}\n")).assert_success().assert_out("#3 is now: note \"no shot\"");
}

#[test]
fn a_command_without_dice_is_undone_without_a_reason() {
    let table = Workspace::new();
    let run = table.drill("note \"one\"\nnote \"two\"\nundo\nundo\nredo\nundo because \"a slip\"\n").assert_success();
    run.assert_out("Undone");
    let journal = table.journal();
    assert_eq!((journal.matches("taken_back").count(), journal.matches("a slip").count()), (3, 1));
}

/// `undo N` goes back to entry N. Beyond the last line it requires a reason, and reports how much is undone.
#[test]
fn undo_n_goes_back_to_entry_n() {
    let notes = "note \"one\"\nnote \"two\"\nnote \"three\"\n";
    let run = Workspace::new().drill(&format!("{notes}undo 3\n")).assert_success();
    run.assert_out("Undone: entry 3, note \"three\".");
    let run = Workspace::new().drill(&format!("{notes}undo 2\n")).assert_refused();
    run.assert_err("Undoing 2 entries of 2 lines requires a reason.");
    run.assert_err("undo 2 because \"a slip\"");
    let table = Workspace::new();
    let run = table.drill(&format!("{notes}undo #2 because \"wrong ship\"\nlog\n")).assert_success();
    run.assert_out("entry 3, note \"three\"; entry 2, note \"two\"").assert_out("(undo 2 because \"wrong ship\")");
    assert_eq!(table.journal().matches("taken_back").count(), 1, "one entry, however many are undone");
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
    for (number, why) in [(0, "There is no entry 0"), (4, "There is no entry 4")] {
        Workspace::new().drill(&format!("{notes}undo {number} because \"so\"\n")).assert_refused().assert_err(why);
    }
    let twice = format!("{notes}undo\nundo 3\n");
    Workspace::new().drill(&twice).assert_refused().assert_err("Entry 3 was undone or removed.");
    // A single die among them is enough to require a reason.
    let fired = format!("{DECLARED}fire asahi dice 3 9 4 2\nnote \"so\"\n");
    let run = Workspace::new().drill(&format!("{fired}undo 4\n")).assert_refused();
    run.assert_err("Undoing 2 entries of 2 lines with 4 dice requires a reason.")
        .assert_err("undo 4 because \"a slip\"");
    Workspace::new().drill(&format!("{fired}undo\n")).assert_success();
    let run = Workspace::new().drill(&format!("{fired}undo 4 because \"wrong ship\"\n")).assert_success();
    run.assert_out("Its 4 dice stay in the journal. Rolled: 3 9 4 2.");
}

#[test]
fn dice_that_an_amendment_records_again_are_counted_once() {
    let table = Workspace::new();
    table
        .drill(&format!("{DECLARED}fire asahi dice 3 9 4 2\namend 2 target asahi at retvizan range 9\n"))
        .assert_success();
    let run = table.run(&["play", "asahi-retvizan.kaiser"], "undo 2\n").assert_refused();
    run.assert_err("Undoing 4 entries of 4 lines with 4 dice requires a reason.");
}

/// A line of several orders is undone and redone as one.
#[test]
fn undo_undoes_the_last_line_with_all_its_entries() {
    let table = Workspace::new();
    let line = "next to gunfire\nasahi>retvizan 8; retvizan>asahi 8\n";
    let run = table.drill(&format!("{line}undo\nredo\nlog\nundo 3\nundo\n")).assert_success();
    run.assert_out("Undone: entry 3, target retvizan at asahi range 8.0; entry 2, target asahi at retvizan range 8.0.");
    run.assert_out(
        "Redone: entry 2, target asahi at retvizan range 8.0; \
         entry 3, target retvizan at asahi range 8.0.",
    );
    let journal = table.journal();
    assert!(
        journal.contains("{\"taken_back\":{\"from\":2}}") && journal.contains("{\"redid\":{\"to\":3}}"),
        "{journal}"
    );
    assert!(
        journal.contains("\"n\":2,\"of\":2,") && journal.contains("\"n\":3,\"entry\":{\"did\":{\"line\":2,"),
        "{journal}"
    );
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

/// The same order in the same state rolls the same dice, however often it is undone.
#[test]
fn the_same_fire_again_rolls_the_same_dice() {
    let again = "undo because \"once more\"\nnote \"a prayer\"\nfire asahi\n";
    let run = Workspace::new().drill(&format!("show full\n{DECLARED}fire asahi\n{}", again.repeat(3))).assert_success();
    let rolled: Vec<&str> = run.out.lines().filter(|line| line.contains("to hit 7 or less")).collect();
    assert_eq!(rolled.len(), 4, "{}", run.out);
    assert!(rolled[0].contains("rolled") && rolled.iter().all(|line| line == &rolled[0]), "{rolled:?}");
}

/// The campaign requires a reason too. A side that received the keyboard cannot undo what dice decided.
#[test]
fn dice_of_the_other_games_and_of_a_side_are_fixed_too() {
    let table = Workspace::new();
    let run = table.run(&["crystal", "--seed", "5"], "event\nundo\n").assert_refused();
    run.assert_err("dice were rolled in entry 1").assert_err("undo because");
    let twice = "event\nundo because again\nevent\nlog\n";
    let run = Workspace::new().run(&["crystal", "--seed", "5"], twice).assert_success();
    let events: Vec<&str> = run.out.lines().filter(|line| line.starts_with("Event ")).collect();
    assert!(events.len() == 2 && events[0] == events[1], "{events:?}");
    let run = Workspace::new().run(&["tafl", "--seed", "3"], "undo\n").assert_refused();
    run.assert_err("1 die was rolled in entry 1");
    let table = Workspace::new();
    let sea = "generate visibility\npass to japan\ngenerate japan\nundo because \"too few\"\n";
    let run = table.run(&["play", "generated-yellow-sea", "--seed", "11"], sea).assert_refused();
    run.assert_err("Japan has seen what the dice decided, so only the referee may undo").assert_err("pass to referee");
}

#[test]
fn redo_redoes_the_last_undo_or_up_to_an_entry() {
    let notes = "note \"one\"\nnote \"two\"\nnote \"three\"\nundo 1 because \"so\"\n";
    let run = Workspace::new().drill(&format!("{notes}redo 2\nlog\n")).assert_success();
    run.assert_out("Redone: entry 1, note \"one\"; entry 2, note \"two\".").assert_out("   3  note \"three\" (undone)");
    let run = Workspace::new().drill(&format!("{notes}redo 2\nredo\n")).assert_success();
    run.assert_out("Redone: entry 3, note \"three\".");
    let run = Workspace::new().drill(&format!("{notes}redo\n")).assert_success();
    run.assert_out("Redone: entry 1, note \"one\"; entry 2, note \"two\"; entry 3, note \"three\".");
    // Each undo is redone separately.
    let run = Workspace::new().drill("note \"one\"\nnote \"two\"\nundo\nundo\nredo\n").assert_success();
    run.assert_out("Redone: entry 1, note \"one\".");
    Workspace::new().drill(&format!("{notes}redo 4\n")).assert_refused().assert_err("Entry 4 was not undone.");
    Workspace::new().drill(&format!("{notes}redo\nredo\n")).assert_refused().assert_err("There is nothing to redo.");
    for wrong in ["redo two", "redo -1", "redo 1 2", "redo because \"so\""] {
        Workspace::new().drill(&format!("{notes}{wrong}\n")).assert_refused().assert_err("hint:  redo, or redo ENTRY");
    }
}

#[test]
fn one_undo_and_one_redo_cover_a_complete_game() {
    let games: [(&[&str], &str, &str); 4] = [
        (&["tafl", "--rules", "first=black"], "d1-d2\nc5-c4\na4-b4\n", "tafl.kaiser"),
        (&["acre"], "k4-k6\ne9-e8\ni4-i5\n", "acre.kaiser"),
        (&["coal-steel"], "place W d2\nplace W d9\nplace B e1\n", "coal-steel.kaiser"),
        (&["crystal"], "event\nbuy 1 BD\ndone\n", "aidlon.kaiser"),
    ];
    for (game, lines, journal) in games {
        let table = Workspace::new();
        let file = table.write("game.txt", &format!("{lines}undo 1 because \"so\"\nredo\n"));
        let arguments = [game, &["--seed", "5", "--script", file.to_str().unwrap()]].concat();
        table.run(&arguments, "").assert_success().assert_out("Redone: entries ");
        let text = table.read(journal);
        assert_eq!((text.matches("taken_back").count(), text.matches("redid").count()), (1, 1), "{journal}");
        table.run(&["verify", journal], "").assert_success();
    }
}

/// The engine's answer belongs to the line that it answered. [TF-4]
#[test]
fn undo_against_the_engine_undoes_your_move_and_its_answer() {
    let table = Workspace::new();
    let file = table.write("game.txt", "d1-d2\na4-b4\nundo\nredo\nundo\nundo\nundo\n");
    let machine = ["tafl", "--rules", "first=black", "--machine", "white", "--level", "beginner", "--seed", "3"];
    let run = table.run(&[&machine[..], &["--script", file.to_str().unwrap()]].concat(), "").assert_refused();
    run.assert_out("Undone: entries ").assert_err("There is nothing to undo.");
    let text = table.read("tafl.kaiser");
    assert_eq!((text.matches("\"redid\"").count(), text.matches("taken_back").count()), (1, 3));
}

/// An amendment lists only its changes, before and after, and counts what is unchanged.
#[test]
fn an_amendment_lists_changed_salvoes_and_counts_the_others() {
    let both =
        "show full\nnext to gunfire\ntarget asahi at retvizan range 8\ntarget retvizan at asahi range 8\nfire all\n";
    let run = Workspace::new()
        .drill(&format!("{both}amend 3 target asahi at retvizan range 8 visibility poor\n"))
        .assert_success();
    let text = &run.out[run.out.find("Entry 3 is now").unwrap()..];
    assert_eq!(text.matches("Asahi fires its big guns").count(), 2, "{text}");
    assert_eq!(text.matches("Retvizan fires").count(), 0, "{text}");
    assert_eq!((text.matches(" was:\n").count(), text.matches("\nis now:\n").count()), (2, 2), "{text}");
    assert!(text.contains("of entry 5 are unchanged.") || text.contains("of entry 5 is unchanged."), "{text}");
    assert!(text.contains("1 later entry is unchanged."), "{text}");
    // If nothing differs, only that is reported.
    let run = Workspace::new().drill(&format!("{both}amend 3 target asahi at retvizan range 8.0\n")).assert_success();
    let text = &run.out[run.out.find("Entry 3 is now").unwrap()..];
    assert!(text.contains("No result changed.") && !text.contains("was:"), "{text}");
    assert!(text.contains("2 later entries are unchanged."), "{text}");
}
