//! A real pseudo-terminal: the prompt as a person meets it.
use std::{fs, process::Command};

use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

const PATIENCE: Option<u64> = Some(20_000);
const CTRL_C: char = 'c';
const CTRL_D: char = 'd';

struct Person {
    seat: TempDir,
    terminal: PtySession,
}

impl Person {
    fn sits_down(arguments: &[&str]) -> Person {
        let seat = TempDir::new().unwrap();
        let terminal = start(&seat, arguments);
        Person { seat, terminal }
    }
    /// Waits for words on the screen.
    #[track_caller]
    fn sees(&mut self, words: &str) {
        if let Err(error) = self.terminal.exp_string(words) {
            panic!("never saw \"{words}\": {error}");
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
    /// Leaves, and waits until the program has ended.
    fn leaves(&mut self) {
        self.types("quit");
        self.terminal.exp_eof().unwrap();
    }
    fn verified(&self) -> String {
        let output = program(&self.seat, &["verify", "asahi-retvizan.kaiser"]).output().unwrap();
        let (said, erred) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{said}{erred}");
        said.into_owned()
    }
    fn journal(&self) -> String {
        fs::read_to_string(self.seat.path().join("asahi-retvizan.kaiser")).unwrap()
    }
}

fn program(seat: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaiser"));
    command.args(arguments).current_dir(seat.path()).env("HOME", seat.path());
    command.env_remove("KAISER_DATA").env_remove("XDG_STATE_HOME").env("TERM", "xterm").env("NO_COLOR", "1");
    command
}

fn start(seat: &TempDir, arguments: &[&str]) -> PtySession {
    spawn_command(program(seat, arguments), PATIENCE).unwrap()
}

#[test]
fn a_turn_with_prompts_completion_going_back_undo_and_ctrl_c() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask"]);
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

    // A verb alone is asked for what it lacks; `<` goes back one question, and at the first one out.
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

    // The dice on the table are asked for one throw at a time, with the number needed.
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
    person.sees("Taken back");
    person.sees("stay in the journal");
    person.types("redo");
    person.sees("In force again");

    person.terminal.send_control(CTRL_C).unwrap();
    person.sees("Ctrl-D or `quit` leaves");
    person.types("note \"still here\"");
    person.sees("still here");
    person.leaves();
    assert!(person.verified().contains("all agree"));
    assert!(person.journal().contains("undid"));
}

#[test]
fn a_fault_gets_a_caret_and_a_hint() {
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
fn dice_can_be_taken_back() {
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
    person.sees("taken back");
    person.types("duties");
    person.sees("fire asahi");
    person.leaves();
    person.verified();
    assert!(!person.journal().contains("salvo_fired"));
}

#[test]
fn ctrl_c_twice_and_ctrl_d_leave_in_order() {
    for keys in [&[CTRL_C, CTRL_C][..], &[CTRL_D]] {
        let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
        person.sees("Plotting> ");
        person.types("next");
        person.sees("Movement> ");
        for key in keys {
            person.terminal.send_control(*key).unwrap();
            // The second one must find the prompt again.
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        person.terminal.exp_eof().unwrap();
        person.verified();
    }
}

#[test]
fn ctrl_c_at_the_dice_takes_the_command_back_and_ctrl_d_leaves() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask"]);
    person.sees("Plotting> ");
    for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"] {
        person.types(line);
        person.sees("> ");
    }
    person.types("fire asahi");
    person.sees("2 D20: ");
    person.terminal.send_control(CTRL_C).unwrap();
    person.sees("taken back");
    person.types("fire asahi");
    person.sees("2 D20: ");
    person.terminal.send_control(CTRL_D).unwrap();
    person.terminal.exp_eof().unwrap();
    person.verified();
    assert!(!person.journal().contains("salvo_fired"));
}

#[test]
fn ctrl_c_while_a_question_is_open_leaves_a_journal_that_opens() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.types("next to gunfire");
    person.sees("Gunfire");
    person.types("target");
    person.sees("back");
    person.terminal.send_control(CTRL_C).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    drop(person.terminal);
    person.terminal = start(&person.seat, &["play", "asahi-retvizan.kaiser"]);
    person.sees("Gunfire");
    person.leaves();
    person.verified();
}

#[test]
fn the_history_is_kept_for_the_next_time() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.types("note \"a word to find again\"");
    person.sees("Plotting> ");
    person.leaves();
    assert!(fs::read_to_string(person.seat.path().join(".kaiser_history")).unwrap().contains("find again"));
}

#[test]
fn without_arguments_there_is_a_welcome() {
    let mut person = Person::sits_down(&[]);
    person.sees("kaiser ");
    person.sees("asahi-retvizan");
    person.sees("back");
    person.types("asahi-retvizan");
    person.sees("Plotting> ");
    person.leaves();
    person.verified();
}
