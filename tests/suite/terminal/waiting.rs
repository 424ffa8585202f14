//! Long work shows its progress at a terminal, and lines typed meanwhile are not lost.
use rexpect::session::spawn_command;
use tempfile::TempDir;

use super::{PATIENCE, Person, program};

#[test]
fn long_work_shows_its_progress() {
    let mut person = Person::sits_down(&["match", "tafl", "random", "random", "-n", "4"]);
    person.sees("4 of 4");
    person.screen.push_str(&person.terminal.exp_eof().unwrap());
    let mut person = Person::sits_down(&["tafl", "--seed", "1", "--machine", "none"]);
    person.types("hint nodes 3000");
    person.sees(" s, ");
    person.sees("moves ahead, ");
    person.leaves();
}

#[test]
fn a_line_typed_while_a_long_answer_is_shown_goes_to_the_prompt() {
    let folder = TempDir::new().unwrap();
    let mut command = program(&folder, &["play", "asahi-retvizan"]);
    command.env("LINES", "12");
    let terminal = spawn_command(command, PATIENCE).unwrap();
    let mut person = Person { folder, terminal, screen: String::new() };
    person.sees("Plotting> ");
    person.asks("help all", &["q to stop -- "]);
    person.asks("note heard", &["Plotting> note heard", "Plotting> "]);
    person.leaves();
    assert!(person.journal().contains("heard"));
}
