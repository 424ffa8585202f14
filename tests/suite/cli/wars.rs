//! Wars: battles whose survivors meet again, from the scenario file to the last battle.
use super::{Run, Workspace};
use std::fs;

/// The referee's rulings in the first battle, and its end.
const FIRST: &str = "set mikasa fate sinking because \"test\"\nset asahi flotation 3 because \"test\"\n\
     set sevastopol mounts fore because \"test\"\nset poltava flotation 2 because \"test\"\n\
     set askold fate exited because \"test\"\nend because \"test\"\n";

fn begin() -> Workspace {
    let table = Workspace::new();
    table.run(&["play", "war-1904", "--seed", "1"], FIRST).assert_success().assert_out("--after war-1904-1.kaiser");
    table
}

fn next_battle(table: &Workspace, after: &str, typed: &str) -> Run {
    table.run(&["play", "war-1904", "--seed", "2", "--after", after], typed)
}

/// A group's own war of Asahi against Retvizan, fought twice, with its days, yards and rulings.
fn club(between: &str, rulings: &str) -> Workspace {
    let table = Workspace::new();
    fs::create_dir_all(table.path("club/scenarios/wars")).unwrap();
    let text = format!(
        "id: duel\ntitle: A duel\n{rulings}battles:\n  - scenario: asahi-retvizan\n  - scenario: asahi-retvizan\n{between}"
    );
    table.write("club/scenarios/wars/duel.yaml", &text);
    table
}

fn duel(table: &Workspace, typed: &str) -> Run {
    table.run(&["--data", "club", "play", "duel", "--seed", "1"], typed)
}

/// The second battle's answer to a question.
fn second_battle(table: &Workspace, question: &str) -> Run {
    table.run(&["--data", "club", "play", "duel", "--seed", "2", "--after", "duel-1.kaiser"], question)
}

#[test]
fn q55_survivors_meet_again_with_the_damage_that_is_left() {
    let table = begin();
    let run = next_battle(&table, "war-1904-1.kaiser", "chronicle\nstatus sevastopol\nstatus poltava\nstatus asahi\n")
        .assert_success();
    run.assert_out("Missing from Japan: Mikasa (lost, replaced by Hatsuse)");
    run.assert_out("Missing from Russia: Askold (interned)");
    run.assert_out("It ended in turn 1, and Russia won. Points: Japan 0, Russia 12.");
    // In the roadstead no mount is repaired in 183 days, but two flotation hits are. A dockyard repairs three.
    run.assert_out("Sevastopol came out with mount fore lost. None of it was repaired by the next battle");
    run.assert_out("Poltava came out with 2 flotation hits. All of it was repaired by the next battle");
    run.assert_out("Asahi came out with 3 flotation hits. All of it was repaired by the next battle");
    assert!(run.out.lines().any(|line| line.contains("Sevastopol") && line.contains("M1")), "{}", run.out);
    table
        .run(&["verify", "war-1904-1.kaiser", "war-1904-2.kaiser"], "")
        .assert_success()
        .assert_out("as war-1904-1.kaiser left it");
    table.run(&["chronicle", "war-1904-2.kaiser"], "").assert_success().assert_out("replaced by Hatsuse");
}

#[test]
fn q55_a_sides_chronicle_shows_only_its_own_damage() {
    let table = begin();
    next_battle(&table, "war-1904-1.kaiser", "pass to japan\nchronicle\n").assert_success();
    let run = table.run(&["chronicle", "war-1904-2.kaiser", "--side", "japan"], "").assert_success();
    assert!(run.out.contains("Asahi came out") && !run.out.contains("Sevastopol"), "{}", run.out);
}

#[test]
fn q55_a_new_player_is_shown_how_to_continue_the_war() {
    let table = Workspace::new();
    let run = table.run(&["play", "spee-1914", "--seed", "1"], "end because \"test\"\n").assert_success();
    run.assert_out("Next in Spee's squadron: Falkland Islands, 8 December 1914.");
    run.assert_out("kaiser play spee-1914 --after spee-1914-1.kaiser");
    let last = ["play", "spee-1914", "--seed", "1", "--after", "spee-1914-1.kaiser"];
    let run = table.run(&last, "end because \"test\"\nchronicle\n").assert_success();
    run.assert_out("This was the last battle of Spee's squadron")
        .assert_out("The war is over, and neither side has won it");
    let run = table.run(&["play", "spee-1914", "--after", "spee-1914-2.kaiser"], "").assert_refused();
    run.assert_err("Spee's squadron is over: after Falkland Islands");
}

#[test]
fn q55_a_battle_follows_only_a_finished_closed_battle_of_its_war() {
    let table = begin();
    let refused = |arguments: &[&str], why: &str| {
        table.run(arguments, "").assert_refused().assert_err(why);
    };
    refused(&["play", "war-1904", "--after", "nothing.kaiser"], "nothing.kaiser cannot be opened");
    refused(&["play", "spee-1914", "--after", "war-1904-1.kaiser"], "is a battle of The war of 1904");
    table.run(&["play", "ulsan", "--seed", "1"], "end because \"test\"\n").assert_success();
    refused(&["play", "war-1904", "--after", "ulsan.kaiser"], "is a single battle");
    table.run(&["tafl"], "").assert_success();
    refused(&["play", "war-1904", "--after", "tafl.kaiser"], "not of a battle in a war");
    table
        .run(&["play", "ulsan", "--after", "war-1904-1.kaiser"], "")
        .assert_exit_code(2)
        .assert_err("ulsan is not a war");
    let run = table.run(&["play", "war-1904-1.kaiser", "--after", "war-1904-1.kaiser"], "").assert_exit_code(2);
    run.assert_err("which already names the battle before it");
    next_battle(&table, "war-1904-1.kaiser", "note \"to come\"\n").assert_success();
    refused(&["play", "war-1904", "--after", "war-1904-2.kaiser"], "is not over: it is turn 1");
    let text = table.read("war-1904-1.kaiser");
    table.write(
        "open.kaiser",
        text.trim_end().rsplit_once('\n').map(|(before, _)| format!("{before}\n")).unwrap().as_str(),
    );
    refused(&["play", "war-1904", "--after", "open.kaiser"], "was never closed");
}

#[test]
fn q55_the_first_scenario_played_alone_can_begin_the_war() {
    let table = Workspace::new();
    table.run(&["play", "port-arthur", "--seed", "1"], FIRST).assert_success();
    next_battle(&table, "port-arthur.kaiser", "").assert_success();
    let run = table.run(&["verify", "war-1904-2.kaiser"], "").assert_success();
    run.assert_out("as port-arthur.kaiser left it");
}

#[test]
fn q55_verify_detects_a_different_previous_battle() {
    let table = begin();
    next_battle(&table, "war-1904-1.kaiser", "").assert_success();
    let before = table.read("war-1904-1.kaiser");
    // Entries added to the previous journal later do no harm.
    table.run(&["play", "war-1904-1.kaiser"], "note \"well fought\"\n").assert_success();
    table.run(&["verify", "war-1904-2.kaiser"], "").assert_success().assert_out("as war-1904-1.kaiser left it");
    // A different battle under the same name is an error.
    fs::remove_file(table.path("war-1904-1.kaiser")).unwrap();
    table.run(&["play", "war-1904", "--seed", "1"], &FIRST.replace("flotation 3", "flotation 2")).assert_success();
    table
        .run(&["verify", "war-1904-2.kaiser"], "")
        .assert_refused()
        .assert_err("it follows war-1904-1.kaiser with the code");
    // Without the previous journal, this one still proves itself.
    fs::remove_file(table.path("war-1904-1.kaiser")).unwrap();
    table
        .run(&["verify", "war-1904-2.kaiser"], "")
        .assert_success()
        .assert_out("is not beside it, so it was not checked");
    table.write("war-1904-1.kaiser", &before);
    table.run(&["verify", "war-1904-2.kaiser"], "").assert_success().assert_out("as war-1904-1.kaiser left it");
}

#[test]
fn q55_a_dockyard_repairs_a_flotation_hit_in_5_days_and_not_in_4() {
    for (days, left) in [(4, Some(2)), (5, Some(1)), (9, Some(1)), (10, None)] {
        let table = club(&format!("    days: {days}\n"), "");
        duel(&table, "set asahi flotation 2 because \"test\"\nend because \"test\"\n").assert_success();
        let run = second_battle(&table, "chronicle\n").assert_success();
        let text = match left {
            Some(2) => "None of it was repaired".to_owned(),
            Some(_) => "Left by the next battle: 1 flotation hit.".to_owned(),
            None => "All of it was repaired".to_owned(),
        };
        assert!(run.out.contains(&text), "{days} days: {}", run.out);
    }
}

#[test]
fn q55_at_sea_there_are_no_repairs() {
    for yard in ["sea", "roadstead"] {
        let table = club(&format!("    days: 30\n    yards: {{japan: {yard}}}\n"), "");
        duel(
            &table,
            "set asahi torpedoes 1 because \"test\"\nset asahi flotation 1 because \"test\"\nend because \"x\"\n",
        )
        .assert_success();
        let run = second_battle(&table, "status asahi\nchronicle\n").assert_success();
        let row = run.out.lines().find(|line| line.contains("Asahi") && line.contains("1/4") | line.contains("0/4"));
        assert_eq!(row.is_some_and(|row| row.contains("1/4")), yard == "sea", "{yard}: {}", run.out);
        assert_eq!(run.out.contains("None of it was repaired"), yard == "sea", "{}", run.out);
    }
}

#[test]
fn q55_within_the_day_damage_stays_as_the_crew_left_it() {
    let table = club("    days: 0\n", "");
    duel(&table, "set asahi flotation 1 because \"test\"\nend because \"x\"\n").assert_success();
    let run = second_battle(&table, "chronicle\nstatus asahi\n").assert_success();
    run.assert_out("Asahi came out with 1 flotation hit. None of it was repaired by the next battle.");
}

#[test]
fn q55_ships_that_leave_by_another_edge_are_interned_by_default() {
    let cases = [("", false), ("rulings: {astray: interned}\n", false), ("rulings: {astray: home}\n", true)];
    for (rulings, returns) in cases {
        let table = club("    days: 30\n", rulings);
        duel(&table, "set asahi fate exited because \"test\"\nend because \"test\"\n").assert_success();
        let run = second_battle(&table, "status\n");
        assert_eq!(run.code == Some(0), returns, "{rulings}{}{}", run.out, run.err);
        if !returns {
            run.assert_err("there is no battle that both sides can fight");
        }
    }
}

#[test]
fn q55_a_battle_sets_the_fate_of_each_sides_ships_that_leave_astray() {
    // The battle's setting takes precedence over the war's, for its side only.
    for (astray, war, returns, expected) in [
        ("{japan: home}", "interned", true, ""),
        ("{japan: interned}", "home", false, "Asahi (interned"),
        ("{japan: lost}", "home", false, "Asahi (left the table and never came home"),
        ("{russia: lost}", "home", true, ""),
        ("{russia: home}", "interned", false, "Asahi (interned"),
        ("{russia: home}", "lost", false, "Asahi (left the table and never came home"),
    ] {
        let table = club("    days: 30\n", &format!("rulings: {{astray: {war}}}\n"));
        let text = table.read("club/scenarios/wars/duel.yaml");
        let first = "  - scenario: asahi-retvizan\n";
        let text = text.replacen(first, &format!("{first}    astray: {astray}\n"), 1);
        table.write("club/scenarios/wars/duel.yaml", &text);
        duel(&table, "set asahi fate exited because \"test\"\nend because \"test\"\n").assert_success();
        let run = second_battle(&table, "status\n");
        assert_eq!(run.code == Some(0), returns, "{astray} {war}: {}{}", run.out, run.err);
        if !returns {
            run.assert_err("there is no battle that both sides can fight");
            let shown = table.run(&["--data", "club", "chronicle", "duel-1.kaiser"], "").assert_success();
            shown.assert_out(expected);
        }
        // The page of the war says that the setting is only for ships that left by another edge.
        table
            .run(&["--data", "club", "scenario", "show", "duel"], "")
            .assert_success()
            .assert_out("by an edge that is not their own");
    }
}

#[test]
fn a_war_is_listed_shown_and_checked() {
    let table = Workspace::new();
    table
        .run(&["scenario", "list"], "")
        .assert_success()
        .assert_out("war-1904                 war         The war of 1904");
    table
        .run(&["scenario", "show", "war-1904"], "")
        .assert_success()
        .assert_out("2. Yellow Sea, 10 August 1904 (`yellow-sea`)");
    for (war, battles) in [("war-1904", 4), ("spee-1914", 2), ("jutland", 3)] {
        table
            .run(&["scenario", "check", war], "")
            .assert_success()
            .assert_out(&format!("{war}: a war of {battles} battles, no errors."));
    }
    let flawed = "id: mine\ntitle: Mine\nbattles:\n  - {scenario: ulsan, days: 3}\n  - {scenario: yelow-sea}\n  \
        - {scenario: coronel}\n  - scenario: port-arthur\n    yards: {japan: dockyrd, china: sea}\n    astray: {corea: home}\n    replaces: [{lost: emden, by: mikasa}]\n";
    table.write("mine.yaml", flawed);
    let run = table.run(&["scenario", "check", "mine.yaml"], "").assert_refused();
    for words in [
        "the first battle cannot have days before it",
        "there is no scenario `yelow-sea`",
        "`coronel` is fought by britain and germany",
        "Port Arthur is fought on 1904-02-09, before",
        "there is no yard `dockyrd`",
        "there is no side `corea`",
        "there is no side `china`",
        "there is no ship in the battle `emden`",
        "`mikasa` is already in the battle",
    ] {
        run.assert_err(words);
    }
    table.write("one.yaml", "id: one\ntitle: One\nbattles:\n  - {scenario: ulsan}\n");
    table
        .run(&["scenario", "check", "one.yaml"], "")
        .assert_refused()
        .assert_err("a war needs at least two battles, and this one has 1");
}

#[test]
fn an_ordinary_battle_has_no_chronicle() {
    let run = Workspace::new().run(&["play", "ulsan", "--seed", "1"], "chronicle\n").assert_refused();
    run.assert_err("is not part of a war");
}

#[test]
fn q55_a_war_is_fought_to_its_end_by_captains() {
    let table = Workspace::new();
    let both = ["--admiral", "britain=captain", "--admiral", "germany=captain", "--open", "--keep-going"];
    let fight = |more: &[&str]| {
        // More lines than needed. Those after the end are refused.
        let arguments = [&["play", "spee-1914", "--seed", "11"][..], &both, more].concat();
        table.run(&arguments, &"next\n".repeat(400));
    };
    fight(&[]);
    fight(&["--after", "spee-1914-1.kaiser"]);
    let shown = table.run(&["chronicle", "spee-1914-2.kaiser"], "").assert_success();
    for words in ["1. Coronel, 1 November 1914", "2. Falkland Islands", "The war is over"] {
        assert!(shown.out.contains(words), "{words}: {}", shown.out);
    }
    assert_eq!(shown.out.matches("It ended in turn ").count(), 2, "{}", shown.out);
    // The sides have the same order in every battle.
    assert_eq!(shown.out.matches("Points: Britain ").count(), 2, "{}", shown.out);
    table
        .run(&["verify", "spee-1914-1.kaiser", "spee-1914-2.kaiser"], "")
        .assert_success()
        .assert_out("as spee-1914-1.kaiser left it");
}
