//! The prompt on a real pseudo-terminal.
mod leaving;
mod menu;
mod opening;
mod pasted;
mod waiting;
mod what_if;
mod width;

use std::{fs, process::Command};

use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

/// How many milliseconds a person waits for a text.
const PATIENCE: Option<u64> = Some(20_000);
const CTRL_C: char = 'c';
const CTRL_D: char = 'd';

struct Person {
    folder: TempDir,
    terminal: PtySession,
    /// Everything that the screen has shown, including control sequences.
    screen: String,
}

impl Person {
    fn sits_down(arguments: &[&str]) -> Person {
        let folder = TempDir::new().unwrap();
        let terminal = start(&folder, arguments);
        Person { folder, terminal, screen: String::new() }
    }
    /// Starts the program again in the same directory, with an empty screen.
    fn comes_back(&mut self, arguments: &[&str]) {
        self.terminal = start(&self.folder, arguments);
        self.screen.clear();
    }
    /// Waits until the words appear on the screen.
    #[track_caller]
    fn sees(&mut self, words: &str) {
        match self.terminal.exp_string(words) {
            Ok(before) => self.screen.push_str(&format!("{before}{words}")),
            Err(error) => panic!("the screen never showed \"{words}\": {error}"),
        }
    }
    fn types(&mut self, line: &str) {
        self.terminal.send(line).unwrap();
        self.terminal.send("\r").unwrap();
        self.terminal.flush().unwrap();
    }
    fn presses(&mut self, keys: &str) {
        self.terminal.send(keys).unwrap();
        self.terminal.flush().unwrap();
    }
    /// Quits and waits until the program has ended.
    fn leaves(&mut self) {
        self.types("quit");
        self.ends();
    }
    /// Waits until the program has ended with code 0 and the cursor shown.
    fn ends(&mut self) {
        self.screen.push_str(&self.terminal.exp_eof().unwrap());
        let (hidden, shown) = (self.screen.rfind("\u{1b}[?25l"), self.screen.rfind("\u{1b}[?25h"));
        assert!(hidden <= shown, "the cursor is left hidden");
        let status = self.terminal.process().wait().unwrap();
        let status = format!("{status:?}");
        assert!(status.starts_with("Exited(") && status.ends_with(", 0)"), "{status}");
    }
    /// Types a line, then waits for the words.
    #[track_caller]
    fn asks(&mut self, line: &str, words: &[&str]) {
        self.types(line);
        for words in words {
            self.sees(words);
        }
    }
    fn verified(&self) -> String {
        self.verified_file("asahi-retvizan.kaiser")
    }
    fn verified_file(&self, journal: &str) -> String {
        let output = program(&self.folder, &["verify", journal]).output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{out}{err}");
        out.into_owned()
    }
    fn journal(&self) -> String {
        fs::read_to_string(self.folder.path().join("asahi-retvizan.kaiser")).unwrap()
    }
}

fn program(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaiser"));
    command.args(arguments).current_dir(folder.path()).env("HOME", folder.path());
    command.env_remove("KAISER_DATA").env_remove("XDG_STATE_HOME").env("TERM", "xterm").env("NO_COLOR", "1");
    command
}

fn start(folder: &TempDir, arguments: &[&str]) -> PtySession {
    spawn_command(program(folder, arguments), PATIENCE).unwrap()
}

#[test]
fn a_turn_with_prompts_completion_going_back_undo_and_ctrl_c() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask", "--show", "full"]);
    person.sees("T1 ");
    person.sees("Plotting> ");
    person.types("next to gunfire");
    person.sees("Gunfire");

    // Tab completes the verb and both ships.
    person.presses("targ\t");
    person.sees("target ");
    person.presses("asa\t");
    person.sees("asahi ");
    person.presses("at ret\t");
    person.sees("retvizan ");
    person.types("range 8");
    person.sees("Asahi");
    person.sees("Retvizan");

    // A bare verb asks for what is missing. `<` goes back one question, and cancels at the first.
    person.types("target");
    person.sees("back");
    person.types("retvizan");
    person.sees("back");
    person.types("<");
    person.sees("back");
    person.types("<");
    person.sees("> ");
    person.types("target retvizan at asahi range 8");
    person.sees("Retvizan");

    // Table dice are asked for one roll at a time, with the number needed.
    person.types("fire asahi");
    person.sees("2 mounts bear [6.4.1]");
    person.sees("armour -8 [6.5.1.5]");
    person.sees("to hit 7 or less [6.5.1], 2 D20");
    person.types("3 9");
    person.sees("size 11 or less [6.5.1], 1 D20");
    person.types("4");
    person.sees("penetration 10 or less [6.5.1], 1 D20");
    person.types("2");
    person.sees("typed 3 9 -> 1");

    person.types("undo");
    person.sees("Why undo?");
    person.types("wrong ship");
    person.sees("Undone");
    person.sees("stay in the journal");
    person.types("redo");
    person.sees("Redone");

    person.terminal.send_control(CTRL_C).unwrap();
    person.sees("Ctrl-D or `quit` quits");
    person.types("note \"still here\"");
    person.sees("still here");
    person.leaves();
    assert!(person.verified().contains("all agree"));
    assert!(person.journal().contains("\"because\":\"wrong ship\""));
}

/// Where a number is a valid answer, 1 means 1 and not the first item of the list.
#[test]
fn a_range_of_1_is_not_read_as_the_first_item_of_the_list() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.asks("next to gunfire", &["Gunfire> "]);
    person.asks("measure asahi retvizan 8", &["Gunfire> "]);
    person.asks("target", &["back"]);
    person.asks("asahi", &["back"]);
    person.asks("retvizan", &["8.0\" as measured", "Enter for the first, or < for back"]);
    person.asks("1", &["back"]);
    person.asks("", &["back"]);
    person.asks("", &["back"]);
    person.asks("", &["> target asahi at retvizan range 1\r", "1.0\" replaces 8.0\"", "to declare> "]);
    person.leaves();
}

#[test]
fn an_error_gets_a_caret_and_a_hint() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.types("next to gunfire");
    person.sees("Gunfire");
    person.types("target asahi at retvizn range 8");
    person.sees("\"retvizn\"");
    person.sees("^^^^^^^");
    person.sees("hint:");
    person.sees("retvizan");
    person.leaves();
    person.verified();
}

#[test]
fn a_command_is_cancelled_at_its_dice() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask"]);
    person.sees("Plotting> ");
    for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"] {
        person.types(line);
        person.sees("> ");
    }
    person.types("fire asahi dice 3");
    person.sees("1 more");
    person.types("21");
    person.sees("D20");
    person.types("<");
    person.sees("Cancelled");
    person.types("duties");
    person.sees("Asahi of Japan has fire to resolve: fire all");
    person.leaves();
    person.verified();
    assert!(!person.journal().contains("salvo_fired"));
}

#[test]
fn ctrl_c_twice_and_ctrl_d_quit_cleanly() {
    for keys in [&[CTRL_C, CTRL_C][..], &[CTRL_D]] {
        let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
        person.sees("Plotting> ");
        person.types("next");
        person.sees("Movement> ");
        for key in keys {
            person.terminal.send_control(*key).unwrap();
            // The second Ctrl-C must arrive at the prompt again.
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        person.ends();
        person.verified();
    }
}

#[test]
fn ctrl_c_between_two_prompts_leaves_no_half_done_work() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    let pause = |ms| std::thread::sleep(std::time::Duration::from_millis(ms));
    // The delay varies, so that some signals arrive during work and others at a prompt.
    for wait in (0..30).map(|index| index % 6) {
        person.types("note \"x\"");
        pause(wait);
        person.terminal.process_mut().signal(rexpect::process::Signal::SIGINT).unwrap();
        pause(80);
    }
    person.leaves();
    person.verified();
}

#[test]
fn ctrl_c_at_the_dice_cancels_the_command_and_ctrl_d_quits() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask"]);
    person.sees("Plotting> ");
    for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"] {
        person.types(line);
        person.sees("> ");
    }
    person.types("fire asahi");
    person.sees("2 D20: ");
    person.terminal.send_control(CTRL_C).unwrap();
    person.sees("Cancelled");
    person.types("fire asahi");
    person.sees("2 D20: ");
    person.terminal.send_control(CTRL_D).unwrap();
    person.ends();
    person.verified();
    assert!(!person.journal().contains("salvo_fired"));
}

#[test]
fn ctrl_c_at_a_question_cancels_it_and_ctrl_d_quits() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.asks("next to gunfire", &["12:00 Gunfire"]);
    for line in ["target", "note"] {
        person.types(line);
        person.sees(if line == "note" { "What is the note?" } else { "back): " });
        person.terminal.send_control(CTRL_C).unwrap();
        person.sees("Nothing changed");
        person.sees("12:00 Gunfire");
    }
    // In the middle of the questions, with half a word typed.
    person.asks("target", &["back): "]);
    person.asks("asahi", &["back): "]);
    person.presses("ret");
    person.terminal.send_control(CTRL_C).unwrap();
    person.sees("Nothing changed");
    person.sees("12:00 Gunfire");
    person.asks("target asahi at retvizan range 8", &["Asahi>Retvizan 8.0\""]);
    person.asks("target", &["back): "]);
    person.terminal.send_control(CTRL_D).unwrap();
    person.ends();
    assert!(person.verified().contains("all agree"));
    assert_eq!(person.journal().matches("fire_declared").count(), 1);
    person.terminal = start(&person.folder, &["play", "asahi-retvizan.kaiser"]);
    person.sees("Gunfire");
    person.leaves();
    person.verified();
}

#[test]
fn back_undoes_one_roll_and_cancels_the_command_at_the_first() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask", "--show", "full"]);
    person.sees("Plotting> ");
    for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"] {
        person.asks(line, &["12:00 Gunfire"]);
    }
    person.asks("fire all", &["to hit 7 or less [6.5.1], 2 D20: "]);
    person.asks("3 9", &["size 11 or less [6.5.1], 1 D20: "]);
    person.asks("4", &["penetration 10 or less [6.5.1], 1 D20: "]);
    person.asks("<", &["size 11 or less [6.5.1], 1 D20: "]);
    person.asks("<", &["to hit 7 or less [6.5.1], 2 D20: "]);
    person.asks("3", &["2 D20, 1 more: "]);
    person.asks("<", &["to hit 7 or less [6.5.1], 2 D20: "]);
    person.asks("8 8", &["Retvizan at Asahi", "to hit 5 or less", "armour -6", "to hit 5 or less [6.5.1], 2 D20: "]);
    // Go back from the second salvo into the first.
    person.asks("<", &["to hit 7 or less [6.5.1], 2 D20: "]);
    person.asks("<", &["Cancelled", "12:00 Gunfire"]);
    person.asks("fire all", &["2 D20: "]);
    person.asks("3 9", &["1 D20: "]);
    person.asks("20", &["2 D20: "]);
    person.asks("20 20", &["typed 3 9 -> 1", "typed 20 -> 0", "typed 20 20 -> 0", "12:00 Gunfire"]);
    person.leaves();
    person.verified();
}

#[test]
fn an_amendment_that_needs_new_dice_shows_the_numbers_needed() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask", "--show", "full"]);
    person.sees("Plotting> ");
    for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi"] {
        person.asks(line, &["12:00 Gunfire"]);
    }
    person.asks("fire asahi dice 12 11", &["No hit.", "12:00 Gunfire"]);
    // Entry 1 records that the dice are typed.
    let hit_on_12 =
        ["Asahi at Retvizan, 4.0\"", "to hit 12 or less:", "12 at 4.0\" [6.5.1]", "size 11 or less [6.5.1], 2 D20: "];
    person.asks("amend 3 target asahi at retvizan range 4", &hit_on_12);
    person.asks("20 20", &["Entry 3 is now", "12:00 Gunfire"]);
    person.leaves();
    person.verified();
}

/// A battleship a side and four destroyers, for many kinds of roll.
const MANY_ROLLS: &str = "\
id: asahi-retvizan
title: Many rolls
war: rjw
date: 1904-02-09
start: \"12:00\"
turns: 30
introduction: A drill for the dice.
happened: Nothing of the kind.
sources: [a drill]
sides:
  - {id: japan, name: Japan, friendly_edge: south, force_flag: asahi, damage_control: 2}
  - {id: russia, name: Russia, friendly_edge: north, force_flag: retvizan, damage_control: 2}
divisions:
  - {id: ships, name: Ships, side: japan, ships: [asahi], speed: 2.0}
  - {id: boats, name: Boats, side: japan, ships: [harusame, murasame, hayatori, asagiri], one_base: true, initiative: -1, speed: 2.0}
  - {id: line, name: Line, side: russia, ships: [retvizan], speed: 2.0}
visibility: {rolled: [10, 12, 14, 16, 18, 20]}
night: false
wind: {force: calm, from_deg: 0}
options: {alternation: strict}
special_rules: []
";

#[test]
fn many_kinds_of_roll_show_their_numbers_first() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("drill.yaml"), MANY_ROLLS).unwrap();
    let arguments = ["play", "drill.yaml", "--dice", "ask", "--show", "full", "-o", "asahi-retvizan.kaiser"];
    let terminal = start(&folder, &arguments);
    let mut person = Person { folder, terminal, screen: String::new() };
    person.sees("Plotting> ");
    person.asks("set retvizan sighted true because \"seen\"", &["Plotting> "]);
    // The sighting base is rolled before the first plot. (Q43)
    let launch = "launch boats at retvizan factors 2 run 4 port marker Q";
    person.asks(launch, &["1 for 10.0\", 2 for 12.0\"", "[3.3.1], 1 D6: "]);
    person.asks("6", &["launches 2 torpedo factors", "Plotting> "]);
    person.asks("next", &["Movement> "]);
    let first = ["the higher goes first", "to declare first [3.3.5], 1 D6: "];
    person.asks("set asahi sighted true because \"seen\"", &["Movement> "]);
    person.asks("set boats sighted true because \"seen\"", &["Movement> "]);
    person.asks("next to gunfire", &first);
    person.asks("2", &["Russia, to declare first [3.3.5], 1 D6: "]);
    person.asks("5", &["12:00 Gunfire"]);
    let early = ["Medium and light guns come after all big guns", "12:00 Gunfire"];
    person.asks("target retvizan at boats range 4 battery medium", &early);
    person.asks("declared", &["to allocate batteries first [3.3.5], 1 D6: "]);
    person.asks("2", &["1 D6: "]);
    person.asks("5", &["has declared all its big guns", "12:00 Gunfire"]);
    person.asks("target retvizan at boats range 4 battery medium", &["12:00 Gunfire"]);
    // With strict play, all sides declare before any ship fires.
    person.asks("fire retvizan", &["could still declare fire", "hint:  declared", "12:00 Gunfire"]);
    person.asks("declared", &["has declared all its fire", "12:00 Gunfire"]);
    person.asks("fire retvizan", &["against defence", "[6.5.2]", "one more hit on", "1 D10: "]);
    person.asks("10", &["12:00 Gunfire"]);
    person.asks("next to torpedo", &["Torpedo> "]);
    let met = ["Torpedoes of Boats at Retvizan:", "size 11 or less:", "[7.7]", "[7.4.3], 2 D20: "];
    person.asks("meet Q retvizan angle 90", &met);
    person.asks("20 20", &["No hit", "Torpedo> "]);
    person.asks("none in reach", &["Torpedo> "]);
    person.asks("next to plotting", &["1 D6: "]);
    person.asks("6", &["12:04 Plotting> "]);
    person.asks("next", &["Movement> "]);
    let reaction =
        ["turns away on 0 or less (D10) [5.15.1]", "1 battery fired on it [5.15.5]", "initiative -1 [5.15.2]"];
    person.asks("react boats", &reaction);
    person.sees("[5.15.1], 1 D10: ");
    person.asks("10", &["= 11 -> it", "holds its course", "Movement> "]);
    person.leaves();
    person.verified();
    let prompts = person.screen.lines().filter(|line| line.contains(" D10: ") || line.contains(" D6: "));
    assert!(prompts.clone().count() >= 6);
    assert!(!person.screen.contains("::"), "{}", person.screen);
}

#[test]
fn r3_3_5_fire_asks_before_it_closes_a_sides_declarations() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask", "--show", "full"]);
    person.sees("Plotting> ");
    person.asks("next to gunfire", &["12:00 Gunfire"]);
    person.asks("target asahi at retvizan range 8", &["12:00 Gunfire"]);
    person.asks("fire asahi", &["Russia could still fire [3.3.5]. Leave these guns silent? [Y/n]"]);
    person.asks("n", &["Cancelled. Nothing changed.", "12:00 Gunfire"]);
    assert!(!person.screen.contains("error:"), "{}", person.screen);
    person.asks("fire asahi", &["[Y/n]"]);
    person.asks("", &["to hit 7 or less [6.5.1], "]);
    person.asks("20 20 20", &["No hit.", "12:00 Gunfire"]);
    // A number does not identify the lost mount, so the program asks.
    person.asks("set asahi mounts 1 because \"jammed\"", &["Which of Asahi's mounts (1 of fore, aft)?"]);
    person.asks("fore", &["has lost mount fore", "12:00 Gunfire"]);
    person.leaves();
    person.verified();
}

#[test]
fn torpedoes_fires_repairs_and_damage_show_their_numbers_first() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask", "--show", "full"]);
    person.sees("Plotting> ");
    for line in ["set retvizan speed 1 because \"hit\"", "set retvizan fires 2 because \"hit\"", "next to torpedo"] {
        person.asks(line, &["12:00 "]);
    }
    person.sees("Torpedo> ");
    let coup = "coup asahi at retvizan range 3 factors 1";
    person.asks(coup, &["to hit 12 or less:", "x3 a cripple [7.6]", "to hit 12 or less [7.4.3], 1 D20: "]);
    person.asks("3", &["size 11 or less [7.4.3], 1 D20: "]);
    person.asks("3", &["[7.4.3], 1 D20: "]);
    person.asks("3", &["1 torpedo hit", "Torpedo> "]);
    person.asks(coup, &["has already made its one coup de", "Torpedo> "]);
    person.asks("torpedoes japan", &["on a 1 (D10)", "on 1 or less [7.5.1], 1 D10: "]);
    person.asks("1", &["may attack with torpedoes [7.5.1]. Enter to", "attack, or hold: "]);
    person.asks("perhaps", &["Enter or `attack` attacks", "attack, or hold: "]);
    person.asks("hold", &["an attack, not", "Torpedo> "]);
    person.asks("next", &["on 1 or less [7.5.1], 1 D10: "]);
    person.asks("10", &["Damage Control> "]);
    let fire = ["on 2 or less (D10):", "2 damage control [8.6.1]", "the fire being fought [8.5.3], 1 D10: "];
    person.asks("repair retvizan fire", &fire);
    person.asks("5", &["a 9 adds one hit, a 10 one fire", "a fire burns [8.5.3], 1 D10: "]);
    person.asks("<", &["the fire being fought [8.5.3], 1 D10: "]);
    person.asks("2", &["a fire burns [8.5.3], 1 D10: "]);
    person.asks("5", &["repaired", "Damage Control> "]);
    person.asks("next", &["Damage> "]);
    person.asks("damage", &["read the die on", "[8.2.3], 1 D10: "]);
    person.asks("10", &["Damage> "]);
    person.leaves();
    person.verified();
    assert!(!person.screen.contains("::"), "{}", person.screen);
}

#[test]
fn the_history_is_kept_for_the_next_time() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.types("note \"a word to find again\"");
    person.sees("Plotting> ");
    person.leaves();
    assert!(fs::read_to_string(person.folder.path().join(".kaiser_history")).unwrap().contains("find again"));
}

#[test]
fn what_a_side_types_is_wiped_and_not_in_the_other_sides_history() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.asks("pass to japan", &["\u{1b}[2J\u{1b}[3J", "Pass the keyboard to Japan, who presses Enter: "]);
    person.asks("", &["\u{1b}[2J\u{1b}[3J", "For Japan only.", "Plotting, Japan> "]);
    person.asks("plot asahi speed 1.75", &["1.75", "Plotting, Japan> "]);
    person.asks("pass to russia", &["\u{1b}[2J\u{1b}[3J", "Pass the keyboard to Russia, who presses Enter: "]);
    assert!(!person.screen.contains("For Russia only."), "nothing is shown before Enter");
    person.asks("", &["\u{1b}[2J\u{1b}[3J", "For Russia only.", "Plotting, Russia> "]);
    let before = person.screen.len();
    // Press Up twice and submit the result.
    person.presses("\u{1b}[A\u{1b}[A");
    person.asks("", &["Plotting, Russia> "]);
    person.asks("why", &["Plotting, Russia> "]);
    person.presses("plot ret\t");
    person.sees("retvizan ");
    person.asks("speed 1.5", &["Plotting, Russia> "]);
    person.asks("pass to table", &["\u{1b}[2J\u{1b}[3J", "For the table: what", "Plotting, the table> "]);
    person.asks("pass to referee", &["Pass the keyboard to the referee, who presses Enter: "]);
    person.asks("", &["For the referee only.", "Plotting> "]);
    assert!(!person.screen[before..].contains("1.75"), "{}", &person.screen[before..]);
    person.asks("log", &["speed asahi 1.75", "Plotting> "]);
    person.leaves();
    person.verified();
    let kept = fs::read_to_string(person.folder.path().join(".kaiser_history")).unwrap();
    assert!(kept.contains("pass to japan") && !kept.contains("1.75"), "{kept}");
}

#[test]
fn ship_new_repeats_a_question_until_the_answer_is_valid() {
    let mut person = Person::sits_down(&["ship", "new"]);
    for (question, wrong, expected, right) in [
        ("Name of the ship?", "???", "is not a name", "Fancy"),
        ("Navy", "brittain", "japan", "britain"),
        ("War", "1914", "rjw, ww1", "ww1"),
        ("Type", "BX", "BB OBB BC", "cl"),
        ("Displacement", "many", "10 to 60000", "4000"),
        ("Length", "4000", "10 to 300", "130"),
        ("Speed", "-3", "1 to 45", "25"),
        ("Big guns", "12/40", "12/40x2:1-2-1", ""),
        ("Medium guns", "6", "6/40x7", "6/45x5"),
        ("Light guns", "6/x", "6/40x7", "3/45x2, 3/50x1"),
        ("Torpedo tubes", "2", "4/2/18", "2/1/21"),
        ("Armour", "steel", "KC/229/102/254/76", "none/0/0/0/20"),
    ] {
        person.sees(question);
        person.asks(wrong, &[expected, question]);
        person.types(right);
    }
    person.sees("Written: fancy.yaml");
    person.ends();
    let text = fs::read_to_string(person.folder.path().join("fancy.yaml")).unwrap();
    assert!(text.contains("displacement_t: 4000") && text.matches("bore_in: 3").count() == 2, "{text}");
}

#[test]
fn answers_that_make_no_valid_ship_are_not_lost() {
    let mut person = Person::sits_down(&["ship", "new", "--armour", "KC/229/102/254/2000"]);
    let answers =
        ["Fancy", "britain", "ww1", "BB", "14000", "130", "18", "12/40x2:1-2-1", "6/45x6,4/50x2", "3/45x8", ""];
    for answer in answers {
        person.sees("? ");
        person.types(answer);
    }
    person.sees("Your answers, to correct: kaiser ship new --name \"Fancy\" --navy \"britain\"");
    person.sees("--medium \"6/45x6\" --medium \"4/50x2\"");
    person.screen.push_str(&person.terminal.exp_eof().unwrap());
    assert!(person.screen.contains("2000 is out of range"), "{}", person.screen);
    assert!(!person.folder.path().join("fancy.yaml").exists());
}

#[test]
fn no_line_of_the_referee_is_in_the_history_at_a_sides_keyboard() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.asks("referee word", &["The referee's password (shown as asterisks): "]);
    person.asks("hund", &["`pass` needs the password", "Plotting> "]);
    assert!(!person.screen.contains("hund"), "{}", person.screen);
    person.asks("plot asahi speed 1.75", &["1.75", "Plotting> "]);
    // Ctrl-U cuts the line. The next person cannot paste it with Ctrl-Y.
    person.presses("plot retvizan 1.25\u{15}");
    person.asks("pass to japan", &["Pass the keyboard to Japan, who presses Enter: "]);
    person.asks("", &["For Japan only.", "Plotting, Japan> "]);
    let before = person.screen.len();
    person.presses("\u{19}\u{1b}[A\u{1b}[A");
    person.asks("", &["Plotting, Japan> "]);
    assert!(
        !person.screen[before..].contains("1.25") && !person.screen[before..].contains("1.75"),
        "{}",
        person.screen
    );
    person.leaves();
    // Reopened, the keyboard is still Japan's, hidden until Enter, and the history of earlier sessions is empty.
    person.comes_back(&["play", "asahi-retvizan.kaiser"]);
    person.sees("Pass the keyboard to Japan, who presses Enter: ");
    person.asks("", &["Plotting, Japan> "]);
    person.presses("\u{1b}[A\u{1b}[A\u{1b}[A");
    person.asks("", &["Plotting, Japan> "]);
    assert!(!person.screen.contains("1.75"), "{}", person.screen);
    // The history does not keep the password after `pass` either, however the verb is written.
    person.asks("pass referee hund", &["Pass the keyboard to the referee, who presses Enter: "]);
    person.asks("", &["For the referee only.", "Plotting> "]);
    person.asks("pass to referee hund", &["Pass the keyboard to the referee, who presses Enter: "]);
    person.asks("", &["For the referee only.", "Plotting> "]);
    person.asks("pas to referee hund", &["Pass the keyboard to the referee, who presses Enter: "]);
    person.asks("", &["For the referee only.", "Plotting> "]);
    let kept = fs::read_to_string(person.folder.path().join(".kaiser_history")).unwrap();
    assert!(kept.contains("1.75") && !kept.contains("hund") && !kept.contains("referee"), "{kept}");
    person.leaves();
}
