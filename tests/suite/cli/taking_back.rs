//! `undo`: how far, why, and who may.
use super::{DECLARED, Table};

#[test]
fn what_dice_decided_is_taken_back_for_a_reason_that_stands_in_the_log() {
    let table = Table::new();
    let fired = format!("{DECLARED}fire asahi dice 3 9 4 2\n");
    let run = table.drill(&format!("{fired}undo\n")).refused();
    run.complains("4 dice fell in entry").complains("undo because \"a slip\"");
    for wrong in ["undo because", "undo because \"\"", "undo the last", "undo 0", "undo -1", "undo 1 2"] {
        Table::new().drill(&format!("{fired}{wrong}\n")).refused().complains("hint:  undo, undo 3, or undo because");
    }
    for said in ["undo because \"She was Rurik.\"", "undo because She was Rurik.", "UNDO 1 BECAUSE \"She was Rurik.\""]
    {
        let table = Table::new();
        let run = table.drill(&format!("{fired}{said}\nlog\n")).good();
        run.says("Its 4 dice were seen and stay in the journal.").says("(undo because \"She was Rurik.\")");
        assert!(table.journal().contains("{\"taken_back\":{\"because\":\"She was Rurik.\"}}"), "{said}");
        table.run(&["verify", "asahi-retvizan.kaiser"], "").good();
    }
}

#[test]
fn what_threw_no_dice_is_taken_back_without_a_reason() {
    let table = Table::new();
    let run = table.drill("note \"one\"\nnote \"two\"\nundo\nundo\nredo\nundo because \"a slip\"\n").good();
    run.says("Taken back");
    let journal = table.journal();
    assert_eq!((journal.matches("\"undid\"").count(), journal.matches("taken_back").count()), (2, 1));
}

#[test]
fn undo_n_takes_back_so_many_or_none() {
    let table = Table::new();
    let notes = "note \"one\"\nnote \"two\"\nnote \"three\"\n";
    let run = table.drill(&format!("{notes}undo 2\n")).good();
    run.says("entry 3, note \"three\"; entry 2, note \"two\"");
    let run = Table::new().drill(&format!("{notes}undo 4\n")).refused();
    run.complains("only 3 can be taken back, not 4").complains("undo 3, or `log` to see them");
    // One die among them is enough to owe a reason.
    let fired = format!("{DECLARED}fire asahi dice 3 9 4 2\nnote \"so\"\n");
    Table::new().drill(&format!("{fired}undo 2\n")).refused().complains("undo 2 because \"a slip\"");
    let table = Table::new();
    table.drill(&format!("{fired}undo\n")).good();
    let run = Table::new().drill(&format!("{fired}undo 2 because \"wrong ship\"\n")).good();
    run.says("Its 4 dice were seen");
}

/// Dice are no lottery: the same order in the same state has the same dice, however often it is taken back.
#[test]
fn the_same_fire_again_throws_the_same_dice() {
    let again = "undo because \"once more\"\nnote \"a prayer\"\nfire asahi\n";
    let run = Table::new().drill(&format!("show full\n{DECLARED}fire asahi\n{}", again.repeat(3))).good();
    let thrown: Vec<&str> = run.out.lines().filter(|line| line.contains("to hit 7 or less")).collect();
    assert_eq!(thrown.len(), 4, "{}", run.out);
    assert!(thrown[0].contains("thrown") && thrown.iter().all(|line| line == &thrown[0]), "{thrown:?}");
}

/// The campaign owes a reason as well; a side that was passed the keyboard takes nothing back that dice decided.
#[test]
fn dice_of_the_other_games_and_of_a_side_are_no_lottery_either() {
    let table = Table::new();
    let run = table.run(&["crystal", "--seed", "5"], "event\nundo\n").refused();
    run.complains("dice fell in entry 1").complains("undo because");
    let twice = "event\nundo because again\nevent\nlog\n";
    let run = Table::new().run(&["crystal", "--seed", "5"], twice).good();
    let events: Vec<&str> = run.out.lines().filter(|line| line.starts_with("Event ")).collect();
    assert!(events.len() == 2 && events[0] == events[1], "{events:?}");
    let run = Table::new().run(&["tafl", "--seed", "3"], "undo\n").refused();
    run.complains("a die fell in entry 1");
    let table = Table::new();
    let sea = "generate visibility\npass to japan\ngenerate japan\nundo because \"too few\"\n";
    let run = table.run(&["play", "generated-yellow-sea", "--seed", "11"], sea).refused();
    run.complains("Japan has seen what the dice decided, and does not take it back").complains("pass to referee");
}

#[test]
fn redo_n_brings_back_so_many_or_none() {
    let notes = "note \"one\"\nnote \"two\"\nnote \"three\"\nundo 3\n";
    let run = Table::new().drill(&format!("{notes}redo 2\nlog\n")).good();
    run.says("In force again: entry 1, note \"one\"; entry 2, note \"two\".").says("   3  note \"three\" (undone)");
    let run = Table::new().drill(&format!("{notes}redo 2\nredo\n")).good();
    run.says("In force again: entry 3, note \"three\".");
    let run = Table::new().drill(&format!("{notes}redo 4\n")).refused();
    run.complains("only 3 can be brought back, not 4").complains("redo 3, or `log`");
    Table::new().drill(&format!("{notes}redo 3\nredo 1\n")).refused().complains("there is nothing to redo");
    for wrong in ["redo 0", "redo two", "redo -1", "redo 1 2", "redo because \"so\""] {
        Table::new().drill(&format!("{notes}{wrong}\n")).refused().complains("hint:  redo, or redo 2");
    }
}

/// One order more or less is told from the journal: nothing is brought back where there is less.
#[test]
fn redo_n_brings_back_so_many_in_every_game() {
    let games: [(&[&str], &str, &str); 4] = [
        (&["tafl", "--rules", "first=black"], "d1-d2\nc5-c4\na4-b4\n", "tafl.kaiser"),
        (&["acre"], "k4-k6\ne9-e8\ni4-i5\n", "acre.kaiser"),
        (&["coal-steel"], "place W d2\nplace W d9\nplace B e1\n", "coal-steel.kaiser"),
        (&["crystal"], "event\nbuy 1 BD\ndone\n", "aidlon.kaiser"),
    ];
    for (game, lines, journal) in games {
        let play = |lines: &str| {
            let table = Table::new();
            let file = table.write("game.txt", lines);
            let arguments = [game, &["--seed", "5", "--script", file.to_str().unwrap()]].concat();
            let run = table.run(&arguments, "");
            (table, run)
        };
        let many = lines.lines().count();
        let undone = format!("{lines}undo {many} because \"so\"\n");
        let (table, run) = play(&format!("{undone}redo {many}\n"));
        let run = run.good();
        run.says("In force again: entries ");
        assert_eq!(table.read(journal).matches("\"redid\"").count(), many, "{journal}");
        table.run(&["verify", journal], "").good();
        let (table, run) = play(&format!("{undone}redo {}\n", many + 1));
        run.refused().complains(&format!("only {many} can be brought back, not {}", many + 1));
        assert!(!table.read(journal).contains("\"redid\""), "{journal}");
    }
}

/// Against the machine a step is the person's own, with what the machine answered. [TF-4]
#[test]
fn redo_n_against_the_machine_counts_ones_own_moves() {
    let table = Table::new();
    let lines = "d1-d2\na4-b4\nd2-d1\nundo 3\nredo 2\nlog\nredo 2\n";
    let file = table.write("game.txt", lines);
    let machine = ["tafl", "--rules", "first=black", "--machine", "white", "--level", "beginner", "--seed", "3"];
    let run = table.run(&[&machine[..], &["--script", file.to_str().unwrap()]].concat(), "").refused();
    run.says("Taken back: entry ").complains("only 1 can be brought back, not 2");
    // Two moves of Black's and two of the machine's.
    assert_eq!(table.read("tafl.kaiser").matches("\"redid\"").count(), 4);
}

/// An amendment tells only what it changed, before and after, and how much stands.
#[test]
fn an_amendment_tells_the_salvoes_that_differ_and_counts_the_others() {
    let both =
        "show full\nnext to gunfire\ntarget asahi at retvizan range 8\ntarget retvizan at asahi range 8\nfire all\n";
    let run = Table::new().drill(&format!("{both}amend 3 target asahi at retvizan range 8 visibility poor\n")).good();
    let told = &run.out[run.out.find("Entry 3 is now").unwrap()..];
    assert_eq!(told.matches("Asahi fires her big guns").count(), 2, "{told}");
    assert_eq!(told.matches("Retvizan fires").count(), 0, "{told}");
    assert_eq!((told.matches(" was:\n").count(), told.matches("\nis now:\n").count()), (2, 2), "{told}");
    assert!(told.contains("of entry 5 stand unchanged.") || told.contains("of entry 5 stands unchanged."), "{told}");
    assert!(told.contains("One later entry stands unchanged."), "{told}");
    // Nothing differs: nothing is told but that.
    let run = Table::new().drill(&format!("{both}amend 3 target asahi at retvizan range 8.0\n")).good();
    let told = &run.out[run.out.find("Entry 3 is now").unwrap()..];
    assert!(told.contains("Nothing comes out otherwise.") && !told.contains("was:"), "{told}");
    assert!(told.contains("2 later entries stand unchanged."), "{told}");
}
