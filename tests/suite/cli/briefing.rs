//! `briefing`: what the scenario tells the viewer, at the prompt and on paper.
use super::{Run, Workspace};

const SECRET: &str = "Bakhirev has been told of battleships";

fn play(scenario: &str, typed: &str) -> Run {
    Workspace::new().run(&["play", scenario, "--seed", "1", "--keep-going"], typed)
}

#[test]
fn the_briefing_has_introduction_special_rules_and_victory() {
    let run = play("ulsan", "briefing\n").assert_success();
    let text = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "Ulsan, 14 August 1904 Three big Russian cruisers of Vladivostok",
        "Special rules [9.2] 1. Jessen may not abandon Rurik",
        "that leaves her alone on the engaged side. (binding; judged by the players)",
        "Victory [9.2] When the battle is over, the first of these that is met decides it: 1. Russia wins outright",
        "3. Whichever side leads by points wins.",
        "The battle ends after turn 30.",
    ] {
        assert!(text.contains(words), "no \"{words}\" in {text}");
    }
    let json = Workspace::new().run(&["play", "ulsan", "--json"], "briefing\n").assert_success();
    let briefing = json.json().iter().find_map(|line| line.get("briefing").cloned()).unwrap();
    assert_eq!((&briefing["title"], &briefing["date"]), (&"Ulsan".into(), &"1904-08-14".into()));
    assert_eq!(
        (briefing["rules"].as_array().unwrap().len(), briefing["victory"]["conditions"][2].is_string()),
        (5, true)
    );
}

#[test]
fn r9_2_each_side_reads_its_own_briefing_and_the_table_what_is_common() {
    let run = |lines: &str| play("gotland", &format!("{lines}\n"));
    for (lines, secret) in [
        ("briefing", true),
        ("briefing russia", true),
        ("briefing germany", false),
        ("briefing table", false),
        ("pass to russia\nbriefing", true),
        ("pass to germany\nbriefing", false),
        ("pass to table\nbriefing", false),
    ] {
        let run = run(lines).assert_success();
        assert_eq!(run.out.contains(SECRET), secret, "{lines}: {}", run.out);
        assert!(run.out.contains("Swedish water reaches 6 inches"), "{lines}: {}", run.out);
        assert!(run.out.contains("Optional rule: Medium and light guns"), "{lines}: {}", run.out);
    }
    assert!(run("briefing").out.contains("(shown only to russia)"), "the referee must not read it out");
    assert!(!run("pass to russia\nbriefing").out.contains("shown only to"), "it is the side's own");
    for (lines, refused) in [
        ("pass to germany\nbriefing russia", true),
        ("pass to germany\nbriefing germany", false),
        ("pass to germany\nbriefing table", false),
        ("pass to table\nbriefing germany", true),
    ] {
        let run = run(lines);
        assert_eq!(
            (run.code == Some(1), run.err.contains("may not do that")),
            (refused, refused),
            "{lines}: {}",
            run.err
        );
        assert!(!run.out.contains(SECRET), "{lines}");
    }
    run("briefing sweden").assert_exit_code(1).assert_err("sweden");
}

#[test]
fn r9_2_a_rule_that_is_off_is_marked() {
    let run =
        play("ulsan", "set rule 3 off because \"agreed\"\nbriefing\nset rule 3 on because \"agreed\"\nbriefing\n");
    run.assert_out("(off, as ruled)").assert_out("(on, as ruled)");
    let plain = play("ulsan", "briefing\n").assert_success();
    assert!(!plain.out.contains("as ruled"), "{}", plain.out);
}

#[test]
#[cfg(feature = "paper")]
fn paper_and_prompt_have_the_same_briefing() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for side in ["japan", "russia"] {
        let table = Workspace::new();
        let prompt = table.run(&["play", "ulsan", "--json"], &format!("pass to {side}\nbriefing\n")).assert_success();
        let briefing = prompt.json().iter().find_map(|line| line.get("briefing").cloned()).unwrap();
        let sheet = table.run(&["print", "ulsan", "--side", side, "--parts", "briefing"], "").assert_success();
        let sheet = words(&sheet.out);
        let rules = briefing["rules"].as_array().unwrap().iter();
        let victory = briefing["victory"]["conditions"].as_array().unwrap().iter();
        let lines = rules.chain(victory).chain([&briefing["introduction"], &briefing["victory"]["ending"]]);
        for line in lines.map(|line| words(line.as_str().unwrap())) {
            assert!(sheet.contains(&line), "{side}: no \"{line}\" in {sheet}");
        }
    }
}

#[test]
fn a_script_begins_without_an_introduction() {
    let run = play("ulsan", "status\n").assert_success();
    assert!(!run.out.contains("`briefing`"), "{}", run.out);
}
