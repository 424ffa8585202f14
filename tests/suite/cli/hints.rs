//! Each hint can be typed as it is, and no hint invents a measurement.
use super::{Run, Workspace};

/// Plays a script to its end, including refused lines.
fn played(scenario: &str, lines: &str) -> Run {
    let table = Workspace::new();
    let file = table.write("lines.script", lines);
    table.run(&["play", scenario, "--seed", "1", "--keep-going", "--script", file.to_str().unwrap()], "")
}

/// The hints for the refused lines, in order, each on one line.
fn hints(run: &Run) -> Vec<String> {
    let mut hints: Vec<String> = Vec::new();
    let mut within = false;
    for line in run.err.lines() {
        match (line.strip_prefix("hint:  "), line.strip_prefix("       ")) {
            (Some(first), _) => hints.push(first.to_owned()),
            (None, Some(more)) if within => hints.last_mut().unwrap().push_str(&format!(" {more}")),
            (None, _) => {}
        }
        within = line.starts_with("hint:  ") || (within && line.starts_with("       "));
    }
    hints
}

/// The text in the first pair of backticks, or the complete hint.
fn command_in(hint: &str) -> String {
    hint.split('`').nth(1).unwrap_or(hint).to_owned()
}

#[test]
fn r4_3_no_hint_invents_a_range_between_ships_that_have_positions() {
    let before = "quickstart\nnext to gunfire\n";
    let run = played("jutland-1830", &format!("{before}target derfflinger at lion\ntarget \"lützow\" at invincible\n"));
    let words = run.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Derfflinger has not sighted Lion: the range is 11.71\", its sight 9.0\""), "{words}");
    assert!(words.contains("the range is 12.97\""), "{words}");
    let hints = hints(&run);
    assert_eq!(hints.len(), 2, "{words}");
    for hint in &hints {
        assert!(!hint.contains("measure") || hint.contains("RANGE`"), "a measurement is invented: {hint}");
    }
    // In a measured game only the tape knows the range, so a hint shows how to type it.
    let run =
        Workspace::new().run(&["play", "ulsan", "--measured"], "next to gunfire\ntarget izumo at rossia range 20\n");
    run.assert_err("the sighting range is 14.0\"").assert_err("`measure izumo rossia RANGE`");
}

#[test]
fn r6_5_a_ship_without_a_declaration_is_offered_a_target_by_position() {
    let before = "quickstart\nnext to gunfire\n";
    let run = played("ulsan", &format!("{before}fire izumo\n"));
    let hint = command_in(&hints(&run)[0]);
    assert_eq!(hint, "target izumo at rossia");
    let run = played("ulsan", &format!("{before}{hint}\n")).assert_success();
    run.assert_out("8.49\"");
    // In a measured game the range is part of the line, and unknown before it is measured.
    let run = Workspace::new().run(&["play", "ulsan", "--measured"], "next to gunfire\nfire izumo\n");
    run.assert_err("`target izumo at rossia range RANGE`");
    // A range typed this turn still applies, so it is not asked for again.
    let lines = "next to gunfire\nmeasure izumo rossia 9\nfire izumo\n";
    Workspace::new().run(&["play", "ulsan", "--measured"], lines).assert_err("`target izumo at rossia`");
}

/// A hint never invents a range, a place or a heading of a ship. Only the players' table has them.
#[test]
fn r2_7_no_hint_invents_a_measurement() {
    let measured = |lines: &str| {
        let table = Workspace::new();
        let file = table.write("lines.script", lines);
        let arguments = ["play", "drill-two-lines", "--measured", "--keep-going", "--script", file.to_str().unwrap()];
        hints(&table.run(&arguments, ""))
    };
    let by_hand =
        measured("quickstart\nplot 1st F2nd\nnext to gunfire\nfire\nfire mikasa\ntarget mikasa at retvizan range 21\n");
    let tracked = hints(&played("drill-two-lines", "next to movement\ncollide asahi retvizan\nplace asahi at 30 20\n"));
    let all: Vec<&String> = by_hand.iter().chain(&tracked).collect();
    assert!(5 <= all.len(), "{all:?}");
    for hint in all {
        let line = command_in(hint);
        for (word, form) in [("measure ", " RANGE"), (" range ", " range RANGE"), (" heading ", " heading DEGREES")] {
            assert!(!line.contains(word) || line.contains(form), "a measurement is invented: {hint}");
        }
        assert!(!line.contains(" at 30 20"), "a place is invented: {hint}");
    }
}

/// A duty of a later segment is reported for that segment. Nothing changes, and the hint goes as far as possible.
#[test]
fn r3_2_a_duty_of_a_later_segment_is_reported_for_that_segment() {
    for options in [&["--measured"][..], &[]] {
        let table = Workspace::new();
        let sights = "next to sighting\nsight mikasa\nsight retvizan\n";
        let before = if options.is_empty() {
            "plot 1st 2\nplot squadron 2\nnext to gunfire\ntarget mikasa at retvizan\n"
        } else {
            sights
        };
        let file = table.write("lines.script", &format!("{before}next to plotting\nnote \"not reached\"\n"));
        let arguments =
            [&["play", "drill-two-lines", "--seed", "1", "--script", file.to_str().unwrap()], options].concat();
        let run = table.run(&arguments, "").assert_refused();
        assert!(!run.out.contains("not reached"), "{}", run.out);
        if options.is_empty() {
            // The duty is in the current segment, so no other segment is named.
            run.assert_err("Gunfire Segment cannot close");
            continue;
        }
        run.assert_err("The Torpedo Segment of turn 1 will not close").assert_err("none in reach japan");
        let hint = command_in(&hints(&run)[0]);
        assert_eq!(hint, "next to torpedo");
        // The line changed nothing: the segment is the same, and the hint can be typed.
        let lines = format!("status\n{hint}\nduties\nnone in reach both\nnext to plotting\n");
        let again = table.write("again.script", &lines);
        let run =
            table.run(&["play", "drill-two-lines.kaiser", "--script", again.to_str().unwrap()], "").assert_success();
        run.assert_out("Sighting Segment [3.3.3]").assert_out("Torpedo Segment [3.3.6]").assert_out("Turn 2");
    }
}

#[test]
fn r5_7_a_plot_that_is_too_long_gets_a_hint_with_a_legal_one() {
    let run = played("ulsan", "plot 2nd 1-CL60-1 speed 2.25\n");
    let hint = hints(&run).remove(0);
    assert_eq!(command_in(&hint), "plot 2nd 1-CL60-0.7 speed 2.25");
    played("ulsan", &format!("{}\n", command_in(&hint))).assert_success();
}

#[test]
fn r9_3_an_end_without_a_reason_gets_a_hint_how_to_type_it() {
    let run = played("ulsan", "end\n");
    run.assert_err("[9.3]");
    let hint = command_in(&hints(&run)[0]);
    assert_eq!(hint, "end because \"night fell\"");
    played("ulsan", &format!("{hint}\n")).assert_success().assert_out("The scenario is over");
}

#[test]
fn r5_2_a_formation_is_proposed_only_for_divisions_close_together() {
    let apart = played("jutland-1830", "plot m1st 2\n");
    assert!(apart.code == Some(1), "{}", apart.out);
    for (gap, proposed) in [(2.0, true), (9.5, false)] {
        // Battleships with 2-inch bases: the second division's bases begin `gap` behind the first's.
        let x = 30.0 - 2.0 - gap - 2.0;
        let lines = format!(
            "checks on\nplace asahi at 32 30 heading 90 side a speed 2\nplace mikasa at 29 30 heading 90 side a speed 2\n\
             place fuji at {} 30 heading 90 side a speed 2\nplace shikishima at {} 30 heading 90 side a speed 2\n\
             place retvizan at 60 10 heading 90 side b speed 2\ndivision 1st asahi mikasa\ndivision 2nd fuji shikishima\n",
            x + 1.0,
            x - 2.0
        );
        let hint = hints(&played("sandbox", &format!("{lines}plot 2nd M1st\n"))).remove(0);
        assert_eq!(hint.contains("formation van 1st 2nd"), proposed, "{gap}: {hint}");
        played("sandbox", &format!("{lines}{}\n", command_in(&hint))).assert_success();
    }
}

#[test]
fn examples_name_ships_of_the_battle_and_can_be_typed() {
    for line in ["plot", "plot 2nd", "target izumo", "measure izumo", "speed", "next waive", "end because"] {
        let in_gunfire = if line.starts_with("target") { "quickstart\nnext to gunfire\n" } else { "" };
        let hint = hints(&played("ulsan", &format!("{in_gunfire}{line}\n"))).remove(0);
        let example = hint.split_once(": ").map_or(&*hint, |(_, example)| example).trim_end_matches('.');
        assert!(!example.contains("asahi") && !example.contains("1st"), "{line}: {hint}");
        let run = played("ulsan", &format!("{in_gunfire}{example}\n"));
        assert!(run.code == Some(0), "{line}: {hint}: {}", run.err);
    }
    let run = played("ulsan", "card\nreveal\n");
    let hints = hints(&run);
    assert!(hints[0].starts_with("for example: card ") && !hints[0].contains("asahi"), "{hints:?}");
    assert_eq!(hints[1], "plot 2nd 2.25, then seal");
}

#[test]
fn r3_2_a_segment_with_many_duties_names_one_and_counts_the_rest() {
    let run = played("jutland-1830", "next\n");
    let error = run.err.split("hint:").next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(error.contains("more (`duties` lists them)") && error.len() < 250, "{error}");
    // A few duties are listed one by one.
    let run = played("ulsan", "next\n");
    assert!(run.err.contains("plot 2nd") && run.err.contains("plot vladivostok"), "{}", run.err);
}

#[test]
fn r8_4_a_rulebook_search_finds_the_rudder_by_its_names() {
    for word in ["rudder", "helm", "jams", "steering"] {
        Workspace::new().run(&["rules", "search", word], "").assert_success().assert_out("[8.4]");
    }
    let refusal = Workspace::new().run(&["rules", "search", "zeppelin"], "").assert_refused();
    assert!(!refusal.err.contains("single word"), "{}", refusal.err);
    Workspace::new().run(&["rules", "search", "zeppelin raid"], "").assert_refused().assert_err("single word");
}
