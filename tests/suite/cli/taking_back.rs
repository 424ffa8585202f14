//! `undo`: how far, why, and who may.
use super::{DECLARED, Table};

#[test]
fn what_dice_decided_is_taken_back_for_a_reason_that_stands_in_the_log() {
    let table = Table::new();
    let fired = format!("{DECLARED}fire asahi dice 3 9 4 2\n");
    let run = table.drill(&format!("{fired}undo\n")).refused();
    run.complains("4 dice fell in entry").complains("undo because \"wrong ship\"");
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
    Table::new().drill(&format!("{fired}undo 2\n")).refused().complains("undo 2 because \"wrong ship\"");
    let table = Table::new();
    table.drill(&format!("{fired}undo\n")).good();
    let run = Table::new().drill(&format!("{fired}undo 2 because \"wrong ship\"\n")).good();
    run.says("Its 4 dice were seen");
}

/// Dice are no lottery: the same order in the same state has the same dice, however often it is taken back.
#[test]
fn the_same_fire_again_throws_the_same_dice() {
    let again = "undo because \"once more\"\nnote \"a prayer\"\nfire asahi\n";
    let run = Table::new().drill(&format!("{DECLARED}fire asahi\n{}", again.repeat(3))).good();
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
