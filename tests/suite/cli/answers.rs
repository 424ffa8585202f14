//! Answers and refusals at the prompt: they name the unit and the reason, and offer a legal line to type.
use super::{Run, Workspace};

fn run_on_open_table(lines: &str) -> Run {
    const SHIPS: &str =
        "place asahi at 10 20 heading 90 side a speed 2\nplace retvizan at 16 20 heading 0 side b speed 2\n";
    Workspace::new().run(&["play", "sandbox", "--seed", "1"], &format!("{SHIPS}{lines}"))
}

#[test]
fn two_units_are_measured_by_where_and_ranges_as_by_measure() {
    let measured = run_on_open_table("measure asahi retvizan\n").assert_success();
    let text = measured.out.lines().last().unwrap().to_owned();
    for verb in ["where", "ranges"] {
        let run = run_on_open_table(&format!("{verb} asahi retvizan\n")).assert_success();
        assert!(run.out.contains(&text), "{verb}: {}", run.out);
    }
    let run = run_on_open_table("where asahi nobody\n");
    assert!(run.code == Some(1) && run.err.contains("There is no ship or division \"nobody\"."), "{}", run.err);
}

#[test]
fn r9_3_a_bare_exit_does_not_end_the_script_of_a_battle() {
    for exit in ["exit", "ex"] {
        let run = Workspace::new()
            .run(&["play", "asahi-retvizan", "--keep-going"], &format!("{exit}\nnote still here\nlog\n"));
        assert!(run.code == Some(1) && run.err.contains("type quit to leave the program"), "{exit}: {}", run.err);
        assert!(run.out.contains("note \"still here\""), "{exit}: {}", run.out);
    }
    for game in [&["tafl"][..], &["crystal"]] {
        let run = Workspace::new().run(game, "exit\nnonsense\n").assert_success();
        assert!(!run.out.contains("nonsense"), "{}", run.out);
    }
}

#[test]
fn r5_7_8_a_plot_with_spaces_is_refused_with_its_form_as_one_word() {
    for (line, whole) in [
        ("1 - CL60 - 1", "1-CL60-1"),
        ("1 -CL60", "1-CL60"),
        ("SR 30", "SR30"),
        ("1-cl 45 -2", "1-cl45-2"),
        ("1- CL60-1", "1-CL60-1"),
    ] {
        let run = run_on_open_table(&format!("plot asahi {line}\n"));
        assert!(run.code == Some(1) && run.err.contains("one word"), "{line}: {}", run.err);
        assert!(run.err.contains(&format!("write {whole}")) && run.err.contains("5.7.8"), "{line}: {}", run.err);
    }
}

#[test]
fn r5_7_4_a_plot_with_f_or_m_needs_a_division_and_lists_them() {
    for line in ["plot asahi F nobody", "plot asahi F", "plot asahi M 12", "plot asahi Fnobody"] {
        let run = run_on_open_table(&format!("{line}\n"));
        assert!(run.code == Some(1) && run.err.contains("retvizan"), "{line}: {}", run.err);
    }
    // A division of one ship has the ship's name. This one is the enemy's, which is why it is refused.
    let run = run_on_open_table("plot asahi F retvizan\n");
    assert!(run.code == Some(1) && !run.err.contains("is needed here"), "{}", run.err);
}

#[test]
fn r9_3_an_open_table_does_not_end_when_a_ship_leaves_it() {
    let run = run_on_open_table("exit asahi\nnext to plotting\nwhere retvizan\nplot retvizan 1\n").assert_success();
    assert!(!run.out.contains("The scenario is over"), "{}", run.out);
}

#[test]
fn an_empty_table_is_reported_as_such() {
    let run = run_on_open_table("exit asahi\nexit retvizan\nwhere\n").assert_success();
    assert!(run.out.contains("No ship is on the table") && !run.out.contains("measured ranges"), "{}", run.out);
    let run = run_on_open_table("exit asahi\nexit retvizan\nmap\n");
    assert!(run.code == Some(1) && run.err.contains("No ship is on the table"), "{}", run.err);
}

#[test]
fn r7_4_a_replaced_plot_reports_that_its_launches_remain() {
    let boat = "place kasumi at 16 26 heading 90 side a speed 2\nnext to plotting\n";
    let run = run_on_open_table(&format!(
        "{boat}plot kasumi 2 speed 2\nlaunch kasumi at retvizan factors 0 run 2 starboard marker Q dummy\nplot kasumi 1 speed 1\n"
    ))
    .assert_success();
    assert!(run.out.contains("Its launch of marker Q remains.") && run.out.contains("`undo`"), "{}", run.out);
}

/// Each plot that a refusal offers is accepted when typed.
#[test]
fn r5_5_hints_for_a_plot_are_legal_plots() {
    let in_line = |line: &str| Workspace::new().run(&["play", "drill-two-lines", "--seed", "1"], &format!("{line}\n"));
    for line in
        ["plot 1st 5.15 speed 2", "plot 1st 1-CL60-9 speed 2", "plot 1st 2 speed 9", "plot 1st CL180-CL180-9 speed 2"]
    {
        let run = in_line(line);
        assert_eq!(run.code, Some(1), "{line}: {}", run.out);
        assert!(!run.err.contains("if she can make it"), "{line}: {}", run.err);
        let Some(hint) = run.err.lines().find_map(|text| text.split("try ").nth(1)) else { continue };
        // The hint offers a complete line.
        let offered = hint.split('`').nth(1).unwrap();
        assert!(offered.starts_with("plot 1st "), "{line}: {hint}");
        in_line(offered).assert_success();
    }
}

/// 10.5: after the end, a side's result sheet also names the ships that it never sighted.
#[test]
fn r10_5_a_sides_result_sheet_after_the_end_names_all_ships() {
    let run =
        run_on_open_table("set retvizan fate sunk because \"a test\"\nend because \"a test\"\nprint result side a\n")
            .assert_success();
    let sheet = run.out.split("POINTS OF").nth(1).unwrap();
    assert!(sheet.contains("Retvizan") && !sheet.contains("retvizan"), "{sheet}");
}

#[test]
fn r3_3_5_fire_does_not_close_a_sides_declarations_unasked() {
    let script = "next to gunfire\ntarget asahi at retvizan range 8\n";
    let run = Workspace::new().drill(&format!("{script}fire asahi\n")).assert_refused();
    run.assert_err("Russia could still declare fire").assert_err("[3.3.5]").assert_err("hint:  declared\n");
    let json =
        Workspace::new().run(&["play", "asahi-retvizan", "--json"], &format!("{script}fire all\n")).assert_refused();
    let error = json.json().pop().unwrap()["error"].clone();
    assert_eq!((error["rule"].as_str(), error["hint"].as_str()), (Some("3.3.5"), Some("declared")), "{error}");
    // No question if `declared` was typed, or if Retvizan has declared fire or may not fire.
    for text in ["declared russia", "declared", "target retvizan at asahi range 8", "set retvizan fires 3 because x"] {
        Workspace::new().drill(&format!("{script}{text}\nfire asahi\n")).assert_success();
    }
    Workspace::new()
        .drill(&format!("{script}fire asahi declared dice 20 20 20\n"))
        .assert_success()
        .assert_out("Asahi>Retvizan 8.0\"  20 20 20  no hit");
    // With positions, fire asks only about a ship that sees an enemy.
    let far = "next to gunfire\ntarget asahi at retvizan\n";
    run_on_open_table(&format!("place fuji at 70 47 heading 0 side a\n{far}declared b\nfire asahi\n")).assert_success();
    run_on_open_table(&format!("place fuji at 10 26 heading 0 side a\n{far}declared b\nfire asahi\n")).assert_refused();
}

#[test]
fn r8_2_4_a_script_that_sets_mounts_must_name_them_from_a_list() {
    let run = Workspace::new().drill("set asahi mounts 1 because \"jammed\"\n").assert_refused();
    run.assert_err("unless you name which").assert_err("fore and aft").assert_err("mounts fore because");
    let run = Workspace::new().drill("set asahi mounts fore because \"jammed\"\ncard asahi\n").assert_success();
    run.assert_out("has lost mount fore");
}

#[test]
fn r7_5_1_a_measured_game_lists_its_torpedo_range_duties() {
    let table = Workspace::new();
    let begin = "next to sighting\nsight asahi\nsight retvizan\nnext to torpedo\n";
    let run = table
        .run(&["play", "asahi-retvizan", "--measured", "--seed", "1"], &format!("{begin}duties\n"))
        .assert_success();
    run.assert_out("none in reach japan").assert_out("none in reach russia");
    let table = Workspace::new();
    let run =
        table.run(&["play", "asahi-retvizan", "--measured", "--seed", "1"], &format!("{begin}none in reach\nnext\n"));
    run.assert_success().assert_out("No large ship of Japan has an enemy large ship in torpedo range. [7.5.1]");
}

#[test]
fn r9_2_a_ship_leaves_against_a_special_rule_only_with_a_reason() {
    let play = |lines: &str| Workspace::new().run(&["play", "drill-two-lines", "--seed", "1"], lines);
    let run = play("exit asahi by east\n").assert_refused();
    run.assert_err(
        "Asahi: leaving the table by the eastern edge breaks special rule 1 (No ship leaves the table by choice)",
    );
    run.assert_err("[9.2]").assert_err("`exit asahi by east because");
    play("exit asahi by east because \"towed home\"\nlog\n")
        .assert_success()
        .assert_out("leaves the table")
        .assert_out("towed home");
    play("exit asahi by east because \" \"\n").assert_refused();
    // Without such a rule, only a ship inside the table, or an exit before any movement, needs a reason.
    Workspace::new().run(&["play", "ulsan", "--measured", "--seed", "1"], "next\nexit azuma\n").assert_success();
    let run = Workspace::new().run(&["play", "ulsan", "--measured", "--seed", "1"], "exit azuma\n").assert_refused();
    run.assert_err("no ship has moved yet").assert_err("[9.3]").assert_err("exit azuma by south because");
    let run = Workspace::new().run(&["play", "ulsan", "--seed", "1"], "exit azuma\n").assert_refused();
    run.assert_err("inside the southern edge").assert_err("[9.3]").assert_err("`exit azuma by south because");
    Workspace::new().run(&["play", "ulsan", "--seed", "1"], "exit azuma because \"towed home\"\n").assert_success();
}

#[test]
fn r9_2_a_plot_over_the_edge_against_a_special_rule_is_asked_about() {
    let play = |x: &str, then: &str| {
        let lines = format!(
            "set mikasa at {x} 19 heading 90 because drill\nplot 1st 2 speed 2\nplot squadron 2 speed 2\n{then}\n"
        );
        Workspace::new().run(&["play", "drill-two-lines", "--seed", "1"], &lines)
    };
    let run = play("70.5", "next").assert_refused();
    run.assert_err("Mikasa would leave the table")
        .assert_err("No ship leaves the table by choice.")
        .assert_err("[9.2]");
    play("70.5", "next waive \"her rudder is jammed\"").assert_success().assert_out("Mikasa leaves the table");
    // Mikasa stops 0.01 inch short of the edge, so nothing is asked.
    play("69.99", "next").assert_success();
    // A battle without such a rule lets a ship leave freely.
    let ulsan = "set izumo at 70.5 29 heading 90 because drill\nplot 2nd 2.25\nplot vladivostok 2.25\nnext\n";
    Workspace::new()
        .run(&["play", "ulsan", "--seed", "1"], ulsan)
        .assert_success()
        .assert_out("Izumo leaves the table");
}

#[test]
fn r9_3_the_end_is_suggested_when_a_sides_last_ship_has_left() {
    let play =
        |lines: &str| Workspace::new().run(&["play", "ulsan", "--measured", "--seed", "1"], lines).assert_success();
    let two = "next\nexit rossia because test\nexit gromoboi because test\n";
    assert!(!play(two).out.contains("is left"), "Rurik is left");
    play(&format!("{two}exit rurik\n")).assert_out("No ship of Russia is left. `end` ends the battle");
    let abroad = "next\nexit rossia by east because test\nexit gromoboi by east because test\nexit rurik by east\n";
    play(abroad).assert_out("No ship of Russia is left. `end because \"Russia has no ship left\"`");
    // Both sides have left.
    let run = run_on_open_table("exit asahi because test\nexit retvizan because test\n").assert_success();
    run.assert_out("No ship of Side a is left.").assert_out("No ship of Side a and Side b is left.");
    run.assert_out("`end because \"Side a and Side b have no ship left\"`");
    // Naniwa has not entered yet.
    let japan = "next\nexit izumo\nexit azuma\nexit tokiwa\nexit iwate\n";
    assert!(!play(japan).out.contains("is left"));
}

#[test]
fn r3_3_5_fire_and_target_ask_for_a_ship_only_if_one_can_declare() {
    const TO_GUNFIRE: &str = "next to gunfire\n";
    // In another segment the bare verb only names the right segment and asks nothing.
    for verb in ["target", "fire", "t", "aim"] {
        let run = run_on_open_table(&format!("{verb}\n"));
        assert!(run.code == Some(1) && run.err.contains("next to gunfire"), "{verb}: {}", run.err);
    }
    let run = run_on_open_table(&format!("{TO_GUNFIRE}fire\n")).assert_refused();
    run.assert_err("[3.3.5]");
    // Both sides have closed their declarations, so no ship is left.
    let run = run_on_open_table(&format!("{TO_GUNFIRE}declared a\ndeclared b\ntarget\n")).assert_refused();
    run.assert_err("No ship can declare now").assert_err("hint:  next");
    let run = run_on_open_table(&format!("{TO_GUNFIRE}end because \"night\"\ntarget\n")).assert_refused();
    run.assert_err("The scenario is over");
}

/// `odds` changes nothing, so it also answers after the end. [9.3]
#[test]
fn odds_are_the_same_before_and_after_the_end() {
    let line = "odds asahi at retvizan range 8\n";
    let before = run_on_open_table(line).assert_success();
    let after = run_on_open_table(&format!("end because \"night\"\n{line}")).assert_success();
    let odds = |run: &Run| run.out[run.out.find("Now:").unwrap()..].to_owned();
    assert_eq!(odds(&before), odds(&after));
    after.assert_out("The scenario is over. If the battle continued:");
    assert!(!before.out.contains("If the battle continued"), "{}", before.out);
}

#[test]
fn r3_3_1_the_table_may_not_reveal() {
    let run = run_on_open_table("checks on\nplot asahi 1 speed 1\nseal\npass to table\nreveal\n").assert_refused();
    run.assert_err("The table may not do that").assert_err("hint:  pass to referee");
    run_on_open_table("checks on\nplot asahi 1 speed 1\nseal\npass to table\npass to referee\nreveal\n")
        .assert_success()
        .assert_out("asahi");
}

#[test]
fn r3_3_1_a_stopped_ship_is_not_asked_for_a_speed() {
    let jutland = |lines: &str| Workspace::new().run(&["play", "jutland-1830", "--seed", "1"], lines);
    let run = jutland("duties\n").assert_success();
    run.assert_out("The plot of Wiesbaden is missing: plot wiesbaden-alone 0.0. [3.3.1]");
    jutland("plot wiesbaden-alone 0.0\n").assert_success();
    // A name that contains a comma is quoted.
    run.assert_out("The plot of \"6th Flotilla, some boats\" is missing: ");
    // The refusal names one duty and points to `duties` for the others.
    let run = jutland("next\n").assert_refused();
    run.assert_err(
        "the plot of 3rd Battle Cruiser Squadron is missing: plot 3rd-bcs 3.0 [3.3.1], and 24 more (`duties` lists them)",
    );
}

#[test]
fn r6_4_4_odds_use_the_range_of_the_positions() {
    let lines = "place asahi at 20 20 heading 0 side a\nplace retvizan at 28 20 heading 0 side b\nodds asahi at retvizan\n\
                 next to gunfire\nodds asahi at retvizan\n";
    let run = Workspace::new().run(&["play", "sandbox", "--script", "-"], lines);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert_eq!(run.out.matches("at 8.0\"").count(), 2, "{}", run.out);
}
