//! Handing the keyboard over, and the files that a side may read, tested from outside.
use crate::cli::Workspace;

/// Two fleets, one enemy in sight and one not.
const FLEETS: &str = "\
place asahi at 10 20 heading 90 side japan speed 2
place mikasa at 10 10 heading 90 side japan speed 2
place retvizan at 20 30 heading 90 side russia speed 2
place novik at 30 30 heading 90 side russia speed 2
set sighting 1 because \"fog\"
next to sighting
sight retvizan
sight asahi
set asahi fires 1 because \"a hit\"
next to plotting
plot asahi 1-CL30-0.5 speed 2
";

/// Entries of the referee and Russia that Japan cannot see, in two versions each.
const HIDDEN: [[&str; 2]; 9] = [
    ["plot retvizan 1 speed 1", "plot retvizan 0.5-CR60-0.5 speed 2"],
    ["plot novik 2 speed 2 next", "plot novik CL90 speed 1.5 next"],
    ["set retvizan flotation 1 because \"a\"", "set retvizan mounts 2 because \"bb\""],
    ["set retvizan torpedoes 0 because \"a\"", "set retvizan torpedoes 1 because \"a\""],
    ["set novik at 40 40 heading 10 because \"a\"", "set novik at 12 12 heading 80 because \"a\""],
    ["set novik fires 2 because \"a\"", "set novik guns 1 because \"a\""],
    [
        "launch novik at asahi factors 1 run 3 port marker q",
        "launch novik at asahi factors 0 run 2 port marker q dummy",
    ],
    ["note \"Russia turns away\"", "note \"Russia stands on\""],
    ["speed retvizan 1", "speed retvizan 2"],
];

/// Commands of every kind, typed at Japan's keyboard.
const ASKED: &str = "\
pass to japan
status
status all
status 1st
status novik
duties
ranges
ranges asahi all
targets
targets asahi
targets novik
log last 3
log turn 1
log asahi
log retvizan
log novik
view
view japan
view russia
log
where
where retvizan
where novik
tally
odds asahi at retvizan range 8
odds asahi at novik range 8
odds asahi
odds asahi fires
card asahi
card retvizan
card novik
measure asahi retvizan
measure asahi novik
plot retvizan 2
plot novik 2
plot asahi F novik
plot asahi 9 speed 9
launch mikasa at retvizan factors 1 run 3 port marker q
launch mikasa at novik factors 1 run 3 port marker q
target asahi at retvizan range 8
set retvizan fires 1 because \"a\"
meet q asahi angle 90
amend 3 note x
why
why 11
why 12
seal
reveal
reveal russia
undo
redo
next
";

/// The output after the keyboard was handed over.
fn after_passing(printed: &str) -> &str {
    printed.find("pass to japan").map_or(printed, |index| &printed[index..])
}

#[test]
fn r3_3_1_output_for_a_side_is_independent_of_what_the_other_hides() {
    let outputs = |which: u32, json: bool| {
        let table = Workspace::new();
        let hidden: Vec<&str> =
            HIDDEN.iter().enumerate().map(|(index, line)| line[(which >> index & 1) as usize]).collect();
        let script = format!("{FLEETS}{}\n{ASKED}", hidden.join("\n"));
        let file = table.write("game.txt", &script);
        let script = file.to_str().unwrap();
        let mut arguments = vec!["play", "sandbox", "--seed", "7", "--salts", "3", "--script", script, "--keep-going"];
        arguments.extend(json.then_some("--json"));
        let run = table.run(&arguments, "");
        assert!(run.err.lines().all(|line| !line.contains("Traceback")), "{}", run.err);
        // Nothing hidden was refused: the first error is an answer to Japan.
        let lines_before = if json { script.len() } else { FLEETS.lines().count() + HIDDEN.len() };
        let refused =
            run.err.lines().find_map(|line| line.strip_prefix("error: line ")?.split(':').next()?.parse().ok());
        assert!(json || refused.is_some_and(|line: usize| line > lines_before), "{}", run.err);
        let files = ["show", "log", "tally"].map(|verb| {
            let run = table.run(&[verb, "sandbox.kaiser", "--side", "japan"], "").assert_success();
            run.out + &table.run(&[verb, "sandbox.kaiser", "--side", "japan", "--json"], "").assert_success().out
        });
        format!("{}\n{}\n{}", after_passing(&run.out), run.err, files.join("\n"))
    };
    for json in [false, true] {
        let first = outputs(0, json);
        assert!(!first.contains("stands on") && !first.contains("40.0, 40.0"), "{first}");
        for which in [0x1ff, 0b1_0101_0101, 0b0_1010_1010, 0b0_0000_0001, 0b0_0100_0000] {
            let other = outputs(which, json);
            if first != other {
                let differ = first.lines().zip(other.lines()).find(|(left, right)| left != right);
                panic!("{which:b}: {differ:#?}");
            }
        }
    }
}

#[test]
fn r5_7_each_side_plots_in_turn_and_the_referee_continues() {
    let table = Workspace::new();
    let script = format!(
        "{FLEETS}undo\npass to japan\nplot asahi 1-CL30-0.5 speed 2\nseal\npass russia\nplot retvizan 2 speed 2\nundo\n\
         plot retvizan 1.5 speed 1.5\nseal\npass to referee\nnext\nreveal\n"
    );
    let file = table.write("game.txt", &script);
    let run = table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_success();
    for expected in [
        "For Japan only.",
        "For Russia only.",
        "For the referee only.",
        "The plots of Japan are sealed: ",
        "Japan: the plots match the seal ",
        "  plot asahi 1-CL30-0.5 speed 2.0",
        "  plot retvizan 1.5 speed 1.5",
    ] {
        run.assert_out(expected);
    }
    let japan = &run.out[run.out.find("For Japan").unwrap()..run.out.find("For Russia").unwrap()];
    let russia = &run.out[run.out.find("For Russia").unwrap()..run.out.find("For the referee").unwrap()];
    assert!(!russia.contains("CL30") && !japan.contains("plot retvizan"), "{russia}");
    // The salt stays under the seal until the seal is opened.
    assert!(!run.out[..run.out.find("> reveal").unwrap()].contains("salt"), "{}", run.out);
    table.run(&["verify", "sandbox.kaiser"], "").assert_success();
    let log = table.run(&["log", "sandbox.kaiser", "--side", "russia"], "").assert_success();
    assert!(
        !log.out.contains("CL30") && !log.out.contains("salt") && log.out.contains("plot retvizan 1.5"),
        "{}",
        log.out
    );
}

#[test]
fn r3_3_1_a_broken_seal_is_an_error_that_names_the_plot() {
    let table = Workspace::new();
    let script = format!("{FLEETS}seal\nplot asahi 2 speed 2\nreveal japan\n");
    let file = table.write("game.txt", &script);
    let run = table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_refused();
    run.assert_err("the plots of Japan were changed after the seal, which covered `plot asahi 1-CL30-0.5 speed 2.0`");
    run.assert_out("Asahi plots 2 at speed 2.0\", after the seal.");
}

#[test]
fn a_side_undoes_its_own_orders_only() {
    let table = Workspace::new();
    let script = format!("{FLEETS}pass to russia\nundo\n");
    let file = table.write("game.txt", &script);
    let run = table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_refused();
    run.assert_err("There is no order to undo that Russia gave since it received the keyboard.");
    assert!(!run.err.contains("CL30"), "{}", run.err);
    let script = format!("{FLEETS}pass to japan\nplot asahi 1-CL30-0.5 speed 2\nundo\nredo\npass to france\n");
    let file = table.write("again.txt", &script);
    let run = table.run(&["play", "sandbox", "-o", "b.kaiser", "--seed", "7", "--script", file.to_str().unwrap()], "");
    run.assert_out("Undone: plot asahi 1-CL30-0.5 speed 2.0.").assert_out("Redone: plot asahi");
    run.assert_err("There is no side \"france\".").assert_err("there are: japan, russia");
}

/// However often the enemy gave orders or undid launches, a side reads the same text and the same numbers.
#[test]
fn r3_3_1_the_number_of_the_enemys_orders_is_not_revealed() {
    let once = "plot retvizan 1 speed 1\n";
    let often = "\
set novik at 30 20 heading 180 because \"a squall\"
plot retvizan 1 speed 1
plot retvizan 2 speed 2
plot novik 2 T2/1/ASAHI/2/S/Q speed 2
plot novik 2 T2/D/ASAHI/2/S/Q speed 2
undo
plot novik 1 speed 1
";
    let outputs = |hidden: &str| {
        let table = Workspace::new();
        let lines =
            "pass to japan\nlog\nwhy\nwhy 2\nwhy 9999\nundo\nplot mikasa 2 speed 2\nundo\nredo\nlog\ntally\nview\n";
        let file = table.write("game.txt", &format!("{FLEETS}{hidden}{lines}"));
        let run =
            table.run(&["play", "sandbox", "--seed", "7", "--keep-going", "--script", file.to_str().unwrap()], "");
        let heard = run.out.split_once("pass to japan").unwrap().1.to_owned();
        let log = table.run(&["log", "sandbox.kaiser", "--side", "japan"], "").assert_success().out;
        let data = table.run(&["log", "sandbox.kaiser", "--side", "japan", "--json"], "").assert_success().out;
        let without_numbered_lines =
            |text: &str| text.lines().filter(|line| !line.contains("line ")).map(str::to_owned).collect::<Vec<_>>();
        (heard, without_numbered_lines(&run.err), log, data)
    };
    let (left, right) = (outputs(once), outputs(often));
    assert_eq!(left.0, right.0);
    assert_eq!(left.1, right.1);
    assert_eq!((left.2, left.3), (right.2, right.3));
    assert!(left.0.contains("Handicap and leader are shown when the battle is over"), "{}", left.0);
}

#[test]
fn r5_3_a_side_reforms_its_own_formation_and_chooses_its_name() {
    let table = Workspace::new();
    let script = "\
place asahi at 10 20 heading 90 side japan speed 2
place mikasa at 10 15 heading 90 side japan speed 2
place pobeda at 60 40 heading 90 side russia speed 2
next to plotting
pass to japan
formation pobeda asahi mikasa bearing 180 interval 5
pass to referee
";
    let file = table.write("game.txt", script);
    table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_success();
}

#[test]
fn r3_3_1_an_amended_seal_keeps_its_salt_and_an_amended_place_its_ship() {
    let table = Workspace::new();
    let script = "\
place asahi at 10 20 heading 90 side japan speed 2
place retvizan at 50 20 heading 90 side russia speed 2
amend 1 place asahi at 11 20 heading 90 side japan speed 2
plot asahi 2 speed 2
seal japan
amend 5 seal japan
where asahi
";
    let file = table.write("game.txt", script);
    let run = table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_success();
    run.assert_out("11.0");
    assert!(!table.read("sandbox.kaiser").contains("\"salt\":\"\""), "{}", table.read("sandbox.kaiser"));
    table.run(&["verify", "sandbox.kaiser"], "").assert_success();
}

/// Undo and redo reveal nothing of the enemy's orders, nor whether the enemy has undone anything.
#[test]
fn r3_3_1_undo_and_redo_do_not_depend_on_what_the_other_side_did() {
    let outputs = |own: &str, hidden: [&str; 2]| {
        let table = Workspace::new();
        let script = format!("{FLEETS}{own}pass to russia\n{}\npass to japan\nundo\nredo\nundo\n", hidden.join("\n"));
        let file = table.write("game.txt", &script);
        let run =
            table.run(&["play", "sandbox", "--seed", "7", "--keep-going", "--script", file.to_str().unwrap()], "");
        let heard = run.out.rsplit_once("pass to japan").unwrap().1.to_owned();
        let printed: String = run.err.split_inclusive("\n").filter(|line| !line.is_empty()).collect();
        (heard, printed)
    };
    for own in ["", "pass to japan\nplot asahi 1 speed 1\n"] {
        let (heard, printed) = outputs(own, ["# nothing", "# nothing"]);
        assert_eq!(printed.matches("There is no order to undo that Japan gave since").count(), 2, "{printed}");
        assert_eq!(printed.matches("There is no order to redo that Japan gave since").count(), 1, "{printed}");
        for hidden in [["plot retvizan 1 speed 1", "# nothing"], ["plot retvizan 1 speed 1", "undo"]] {
            assert_eq!(outputs(own, hidden), (heard.clone(), printed.clone()), "{own}{hidden:?}");
        }
    }
}

#[test]
fn log_status_duties_and_tally_refuse_words_that_do_not_fit() {
    for (line, expected) in [
        ("log side russia", "There is no ship or division \"side\"."),
        ("status japan", "a ship or division is needed here"),
        ("duties foo", "`duties` takes nothing after it"),
        ("tally russia", "`tally` takes nothing after it"),
    ] {
        let table = Workspace::new();
        let file = table.write("game.txt", &format!("{FLEETS}{line}\n"));
        let run =
            table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_refused();
        run.assert_err(expected);
    }
}

#[test]
fn r7_4_one_plot_lays_one_marker_of_a_letter() {
    let table = Workspace::new();
    let moved = "set novik at 30 20 heading 180 because \"a squall\"";
    let script = format!("{FLEETS}{moved}\nplot novik 2 T2/1/ASAHI/2/S/Q T2/D/ASAHI/2/S/q speed 2\n");
    let file = table.write("game.txt", &script);
    let run = table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_refused();
    run.assert_err("Marker Q is already on the table. [7.4]");
}

/// An answer about one side's marker never applies to the other side's marker of that letter.
#[test]
fn r7_4_2_an_answer_names_its_marker_even_after_that_marker_is_gone() {
    let table = Workspace::new();
    let script = "place g39 at 20 20 heading 0 speed 3 side a\nplace g40 at 20 15 heading 0 speed 3 side a\n\
        place lion at 24 22 heading 0 speed 3 side b\nplace lydiard at 24 26 heading 180 speed 3 side b\n\
        next to plotting\nlaunch g39 at lion factors 1 run 10 starboard marker Q\n\
        launch lydiard at g39 factors 1 run 10 starboard marker Q\nnext to torpedo\nmiss Q:a\n\
        amend 6 because \"wrong letter\" launch g39 at lion factors 1 run 10 starboard marker R\n";
    let file = table.write("game.txt", script);
    let run =
        table.run(&["play", "sandbox-ww1", "--seed", "7", "--keep-going", "--script", file.to_str().unwrap()], "");
    assert!(!run.out.contains("of Side b met no ship"), "{}", run.out);
    assert!(run.out.contains("no longer legal") || run.err.contains("no longer legal"), "{}{}", run.out, run.err);
}

/// Three Japanese and two Russian ships, each side in column, before the plots of turn 2.
const COLUMNS: &str = "\
place asahi at 20 20 heading 0 side japan speed 2
place mikasa at 20 17 heading 0 side japan speed 2
place fuji at 20 14 heading 0 side japan speed 2
place retvizan at 60 20 heading 180 side russia speed 2
place pobeda at 60 23 heading 180 side russia speed 2
next to plotting
";

#[test]
fn r5_2_a_side_forms_and_disbands_formations_whatever_the_enemys_names() {
    let play = |lines: &str| {
        let table = Workspace::new();
        let file = table.write("game.txt", &format!("{COLUMNS}{lines}"));
        table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "")
    };
    let run = play(
        "pass to japan\nformation van asahi mikasa\npass to russia\nformation van retvizan pobeda\n\
         formation van disband\npass to japan\nsheet asahi\nformation van disband\nformation van mikasa fuji\n\
         pass to referee\nformation van disband\n",
    )
    .assert_success();
    assert_eq!(run.out.matches("Formation van is dissolved.").count(), 3, "{}", run.out);
    run.assert_out("formation  van: Asahi and Mikasa");
    // Russia cannot disband Japan's formation: for Russia there is none of that name.
    play("pass to japan\nformation van asahi mikasa\npass to russia\nformation van disband\n")
        .assert_refused()
        .assert_err(" is no formation");
}

#[test]
fn r5_1_a_side_forms_divisions_in_generated_battles_only() {
    let table = Workspace::new();
    let file = table.write("game.txt", &format!("{COLUMNS}pass to japan\ndivision van asahi mikasa\n"));
    let run = table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_refused();
    run.assert_err("Japan may not do that");
    // In a generated battle both may have a van, and each may form it again.
    let muster = "generate visibility\ngenerate japan\ngenerate russia\n";
    let file = table.write("muster.txt", &format!("{muster}pass to japan\nsheet\npass to russia\nsheet\n"));
    let play = |file: &std::path::Path, journal: &str| {
        let what = ["play", "generated-yellow-sea", "-o", journal, "--seed", "11", "--script", file.to_str().unwrap()];
        table.run(&what, "")
    };
    let printed = play(&file, "one.kaiser").assert_success().out;
    let first_ship = |printed: &str| {
        let line = printed.lines().find(|line| line.starts_with("  ships")).unwrap().trim();
        line.trim_start_matches("ships").trim().split([',']).next().unwrap().split(" and ").next().unwrap().to_owned()
    };
    let (japan, russia) = printed.split_once("For Russia only.").unwrap();
    let (own, enemy) = (first_ship(japan.split_once("For Japan only.").unwrap().1), first_ship(russia));
    let lines = format!(
        "pass to japan\ndivision van \"{own}\"\npass to russia\ndivision van \"{enemy}\"\nsheet van\npass to japan\n\
         sheet van\ndivision van \"{own}\"\n"
    );
    let file = table.write("forms.txt", &format!("{muster}{lines}"));
    let run = play(&file, "two.kaiser").assert_success();
    run.assert_out(&format!("Division van: {own}.")).assert_out(&format!("Division van: {enemy}."));
    table.run(&["verify", "two.kaiser"], "").assert_success();
}

/// Two ships a side within 5.0 of each other, with half moves allowed.
pub const CLOSE: &str = "\
id: close
title: Close quarters
war: rjw
date: 1904-08-10
start: \"06:00\"
turns: 30
introduction: A test.
happened: Nothing of the kind.
sources: [a test]
sides:
  - {id: japan, name: Japan, friendly_edge: south, force_flag: asahi, damage_control: 2}
  - {id: russia, name: Russia, friendly_edge: north, force_flag: retvizan, damage_control: 2}
divisions:
  - {id: jd, name: Japan's, side: japan, ships: [asahi, mikasa], speed: 2.0, at: {x: 30, y: 20, heading: 0}}
  - {id: rd, name: Russia's, side: russia, ships: [retvizan, pobeda], speed: 2.0, at: {x: 33.5, y: 20, heading: 0}}
options: {half_moves: true}
visibility:
  steps: [{from_turn: 1, range: 10}]
night: false
wind: {force: calm, from_deg: 0}
special_rules: []
";

#[test]
fn r3_4_either_side_may_invoke_half_moves() {
    for (side, other) in [("japan", "russia"), ("russia", "japan")] {
        let table = Workspace::new();
        let scenario = table.write("close.yaml", CLOSE);
        let play = |lines: &str, journal: &str| {
            let opening = "plot jd 2\nplot rd 2\nnext to plotting\n";
            let file = table.write("game.txt", &format!("{opening}pass to {side}\n{lines}"));
            let what =
                ["play", scenario.to_str().unwrap(), "-o", journal, "--seed", "7", "--script", file.to_str().unwrap()];
            table.run(&what, "")
        };
        play("half\n", "one.kaiser").assert_success();
        play(&format!("half {side}\n"), "two.kaiser").assert_success();
        play(&format!("half {other}\n"), "three.kaiser").assert_refused().assert_err("may not do that");
    }
}

/// Returns the salts of both sides' seals, as the referee reveals them.
fn salts_of(table: &Workspace, arguments: &[&str]) -> Vec<String> {
    let script = format!("{FLEETS}plot retvizan 1 speed 1\nseal\nreveal\n");
    let file = table.write("seals.txt", &script);
    let fixed = ["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()];
    let run = table.run(&[&fixed[..], arguments].concat(), "").assert_success();
    run.out.lines().filter_map(|line| line.trim().strip_prefix("salt ")).map(str::to_owned).collect()
}

#[test]
fn r3_3_1_salts_differ_for_each_side_and_seal_and_are_not_from_the_seed() {
    let drawn = [salts_of(&Workspace::new(), &[]), salts_of(&Workspace::new(), &[])].concat();
    assert_eq!(drawn.len(), 4);
    for (index, salt) in drawn.iter().enumerate() {
        assert!(salt.len() == 32 && !drawn[..index].contains(salt), "the same seed, but different salts: {drawn:?}");
    }
    let table = Workspace::new();
    let fixed = salts_of(&table, &["--salts", "3"]);
    assert!(fixed.len() == 2 && fixed[0] != fixed[1], "{fixed:?}");
    assert_eq!(fixed, salts_of(&Workspace::new(), &["--salts", "3"]), "a reproducible script");
    assert_ne!(fixed, salts_of(&Workspace::new(), &["--salts", "4"]));
    let first = table.read("sandbox.kaiser").lines().next().unwrap().to_owned();
    assert!(first.contains("\"salts\":3"), "line 1 records it");
    table.run(&["verify", "sandbox.kaiser"], "").assert_success().assert_out("salts from 3");
    table.run(&["play", "sandbox.kaiser", "--salts", "5"], "").assert_err("omit --salts");
}

#[test]
fn r3_3_1_a_side_does_not_become_the_referee_without_the_password() {
    let table = Workspace::new();
    let play = |arguments: &[&str], lines: &str| table.run(&[&["play"], arguments].concat(), lines);
    play(&["sandbox", "--seed", "7"], &format!("{FLEETS}pass to japan\npass to referee\nreferee word open sesame\n"))
        .assert_success();
    // The referee had the keyboard last, so no password is required.
    play(&["sandbox.kaiser"], "pass to referee\npass to japan\nquit\n").assert_success();
    // Japan had the keyboard last, and still has it when the journal is opened again.
    let run = play(&["sandbox.kaiser"], "status\nundo\n");
    run.assert_out("Japan, own edge: western");
    run.assert_err("There is no order to undo that Japan gave since it received the keyboard.");
    play(&["sandbox.kaiser"], "pass to referee\n").assert_err("The referee's password is required.");
    play(&["sandbox.kaiser"], "pass to referee open sesam\n").assert_err("That is not the referee's password");
    play(&["sandbox.kaiser"], "pass to referee Open sesame\n").assert_err("not the referee's password");
    // A side cannot become the other side either. The table is open to all and hands over to no side.
    play(&["sandbox.kaiser"], "pass to russia\n").assert_err("The referee's password is required.");
    play(&["sandbox.kaiser"], "pass to table\npass to russia\n").assert_err("The referee's password is required.");
    play(&["sandbox.kaiser"], "next\n").assert_err("The table may not do that");
    play(&["sandbox.kaiser"], "pass to russia open sesame\n").assert_success();
    play(&["sandbox.kaiser"], "referee word mine\n").assert_err("Russia may not do that");
    let run = play(&["sandbox.kaiser"], "pass to referee open sesame\nlog\n").assert_success();
    run.assert_out("the referee set a password").assert_out("the keyboard went to russia");
    run.assert_out("wrong referee's password was typed, once since it was set");
    run.assert_out("wrong referee's password was typed, 2 times since it was set");
    assert!(!run.out.contains("3 times"), "no word at all is no try: {}", run.out);
    // A different password starts a new count.
    play(&["sandbox.kaiser"], "referee word other\npass to japan\n").assert_success();
    play(&["sandbox.kaiser"], "pass to referee open sesame\n").assert_err("The log counts the attempt");
    let run = play(&["sandbox.kaiser"], "pass to referee other\nlog\n").assert_success();
    assert_eq!(run.out.matches("once since it was set").count(), 2, "{}", run.out);
    assert!(!table.read("sandbox.kaiser").contains("sesame"), "the word itself stands nowhere");
    // The stored hash is slow to compute, unlike SHA-256 of salt and password, which a machine tries by the billion.
    let journal = table.read("sandbox.kaiser");
    let field = |name: &str| journal.split(&format!("\"{name}\":\"")).nth(1).unwrap().split('"').next().unwrap();
    let quick = play::journal::digest(&format!("{} open sesame", field("salt")));
    assert!(field("hash").len() == 64 && field("hash") != quick);
    play(&["sandbox.kaiser"], "status\n").assert_success().assert_out("Plotting");
    table.run(&["verify", "sandbox.kaiser"], "").assert_success();
}

/// 4.3, 5.7, 8.2.4: the table shows what each side sees of the other, and nothing more.
#[test]
fn r4_3_the_table_sees_of_each_side_what_the_other_sees() {
    const OWN: &str = "plot retvizan 0.5-CR60-0.5 speed 2\nset asahi flotation 2 because \"a hit\"\n";
    const ASKED: &str =
        "pass to table\nstatus\nview\nduties\nwhere\nmap\nlog\ntally\ncard asahi\nsheet\nprint\nodds asahi\n";
    let read = |orders: &str, lines: &str| {
        let table = Workspace::new();
        let file = table.write("game.txt", &format!("{FLEETS}{orders}{lines}"));
        let run = ["play", "sandbox", "--seed", "7", "--keep-going", "--script", file.to_str().unwrap()];
        let run = table.run(&run, "");
        (run.out[run.out.find("pass to table").unwrap()..].to_owned(), run.err)
    };
    let (output, _) = read(OWN, ASKED);
    assert!(output.contains("For the table: what") && output.contains("Ships that the other side sees"), "{output}");
    for seen in ["Asahi", "Retvizan"] {
        assert!(output.contains(seen), "{seen} is in the enemy's sight: {output}");
    }
    for hidden in ["Mikasa", "Novik", "CL30", "CR60"] {
        assert!(!output.contains(hidden), "{hidden} is known to one side only: {output}");
    }
    let other_orders = OWN.replace("flotation 2", "flotation 1").replace("CR60", "CL45");
    assert_eq!(read(&other_orders, ASKED).0, output, "damage and plots are hidden");
    for line in ["plot asahi 1 speed 1", "seal", "half", "next", "set asahi fires 1 because \"a\"", "amend 1 note x"] {
        let (_, printed) = read(OWN, &format!("pass to table\n{line}\n"));
        assert!(printed.contains("The table may not do that"), "{line}: {printed}");
    }
    for line in ["undo", "redo"] {
        let (_, printed) = read(OWN, &format!("pass to table\n{line}\n"));
        assert!(printed.contains(&format!("There is no order to {line}")), "{line}: {printed}");
    }
    for (line, expected) in [
        ("view japan", "The table may not do that."),
        ("map side japan", "The view of Japan is not for the table."),
        ("reveal japan", "The table may not do that."),
    ] {
        let (_, printed) = read(OWN, &format!("pass to table\n{line}\n"));
        assert!(printed.contains(expected) && printed.contains("hint:  pass to referee"), "{line}: {printed}");
    }
}

#[test]
fn no_side_has_a_name_reserved_for_the_table_or_the_referee() {
    for name in ["table", "referee"] {
        let table = Workspace::new();
        let scenario = table.write("close.yaml", &CLOSE.replace("id: japan", &format!("id: {name}")));
        table
            .run(&["play", scenario.to_str().unwrap()], "")
            .assert_err(&format!("a side cannot be called {name}: `pass to {name}` names no side"));
    }
}

#[test]
fn r3_3_1_a_side_sees_only_the_code_of_the_enemys_seal() {
    let table = Workspace::new();
    let seal = "plot retvizan 1 speed 1\nchecks on\npass to russia\nseal\npass to japan\nlog\npass to table\nlog\n";
    let file = table.write("game.txt", &format!("{FLEETS}{seal}"));
    let run = table.run(&["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()], "").assert_success();
    let output = &run.out[run.out.rfind("pass to japan").unwrap()..];
    assert_eq!(output.matches("The plots of Russia are sealed: ").count(), 2, "{output}");
    assert!(!output.contains("not sealed"), "only the enemy knows its divisions without plots: {output}");
    let own = &run.out[..run.out.rfind("pass to japan").unwrap()];
    assert!(own.contains("Novik is not sealed: it has no plot."), "{own}");
    for verb in ["log", "show"] {
        let run = table.run(&[verb, "sandbox.kaiser", "--side", "japan", "--json"], "").assert_success();
        assert!(!run.out.contains("not sealed") && !run.out.contains("plot retvizan"), "{}", run.out);
    }
}

#[test]
fn r3_3_1_a_side_types_no_salt_of_its_own() {
    let table = Workspace::new();
    let file = table.write("game.txt", &format!("{FLEETS}pass to japan\nseal japan salt abc\n"));
    let run = ["play", "sandbox", "--seed", "7", "--script", file.to_str().unwrap()];
    table.run(&run, "").assert_err("A side may not type a salt");
}

#[test]
fn a_side_with_a_name_that_begins_another_is_named_by_its_own() {
    let table = Workspace::new();
    let names = CLOSE.replace("id: japan", "id: red").replace("side: japan", "side: red");
    let names = names.replace("id: russia", "id: red-two").replace("side: russia", "side: red-two");
    let scenario = table
        .write("close.yaml", &names.replace("name: Japan,", "name: Red,").replace("name: Russia,", "name: Red Two,"));
    let run = ["play", scenario.to_str().unwrap(), "--script", "-"];
    table
        .run(&run, "pass to red\npass to red two\npass to red-two\n")
        .assert_success()
        .assert_out("For Red only.")
        .assert_out("For Red Two only.");
}

/// A battle generated at the prompt: Japan is on the table, and Russia deploys last.
const DRAWN_UP: &str = "generate visibility\ngenerate japan\ngenerate russia\napproach japan 24 bearing 45\n\
    approach russia 24 bearing 55\ndeploy japan-1\ndeploy japan-2\ndeploy japan-3\npass to russia\n";

#[test]
fn r10_2_the_side_that_deploys_last_sees_nothing_of_the_enemy() {
    let table = Workspace::new();
    let deployed = format!("{DRAWN_UP}deploy russia-1\ndeploy russia-2\ndeploy russia-3\n");
    for json in [&[][..], &["--json"]] {
        let lines = table.write("d.txt", &deployed);
        let run = ["play", "generated-yellow-sea", "--seed", "1", "--keep-going", "--script", lines.to_str().unwrap()];
        let run = table.run(&[&run[..], json].concat(), "");
        let passed = run.out.find("pass to russia").unwrap();
        let printed = run.out[passed..].to_lowercase();
        assert!(printed.contains("russia"), "{printed}");
        for ship in ["asahi", "shikishima", "asama", "yakumo", "itsukushima", "hashidate"] {
            assert!(!printed.contains(ship), "{ship}: {printed}");
        }
    }
}

#[test]
fn r2_5_a_side_types_no_dice_while_the_program_rolls() {
    let table = Workspace::new();
    let typed = "generate visibility\npass to japan\ngenerate japan dice 1 6 6 6 6 6 6 6 6 6 6 6\n";
    let play = |lines: &str, dice: &str| {
        let file = table.write("t.txt", lines);
        let play = ["play", "generated-yellow-sea", "--seed", "3", "--dice", dice, "--script", file.to_str().unwrap()];
        table.run(&play, "")
    };
    play(typed, "roll").assert_refused().assert_err("may not type dice: the program rolls").assert_err("[2.5]");
    // The referee may, and so may a side that rolls its dice on the table.
    let referee = typed.replace("pass to japan\n", "");
    assert!(!play(&referee, "roll").err.contains("may not type dice"));
    let lines = typed.replace("generate visibility", "generate visibility dice 10 10");
    assert!(!play(&lines, "ask").err.contains("may not type dice"));
}

#[test]
fn r5_9_3_the_hint_of_reveal_does_not_name_detached_ships_to_a_side() {
    let hint = |secret: &str| {
        let table = Workspace::new();
        let lines = table.write("r.txt", &format!("quickstart\nnext to plotting\n{secret}pass to russia\nreveal\n"));
        let play = ["play", "ulsan", "--seed", "1", "--script", lines.to_str().unwrap()];
        let run = table.run(&play, "").assert_refused();
        run.err.lines().find(|line| line.starts_with("hint")).unwrap().to_owned()
    };
    assert_eq!(hint(""), hint("plot izumo 2\n"));
}
