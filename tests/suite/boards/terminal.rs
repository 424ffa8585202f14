//! People at a real pseudo-terminal play each game, against the engine or against each other.
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

const PATIENCE: Option<u64> = Some(60_000);

struct Person {
    folder: TempDir,
    terminal: PtySession,
}

impl Person {
    fn start_program(arguments: &[&str]) -> Person {
        let folder = TempDir::new().unwrap();
        let terminal = spawn_command(program(&folder, arguments), PATIENCE).unwrap();
        Person { folder, terminal }
    }
    #[track_caller]
    fn wait_for(&mut self, words: &[&str]) {
        for word in words {
            if let Err(error) = self.terminal.exp_string(word) {
                panic!("never saw \"{word}\": {error}");
            }
        }
    }
    #[track_caller]
    fn type_line(&mut self, line: &str, words: &[&str]) {
        self.terminal.send(line).unwrap();
        self.terminal.send("\r").unwrap();
        self.terminal.flush().unwrap();
        self.wait_for(words);
    }
    /// Quits, and checks that the journal verifies.
    #[track_caller]
    fn quit(mut self, file: &str) {
        self.type_line("quit", &["Saved ", "Resume with `kaiser play "]);
        self.terminal.exp_eof().unwrap();
        let output = program(&self.folder, &["verify", file]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

fn program(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaiser"));
    command.args(arguments).current_dir(folder.path()).env("HOME", folder.path());
    command.env_remove("KAISER_DATA").env_remove("XDG_STATE_HOME").env_remove("NO_COLOR");
    command.env("TERM", "xterm").env("LANG", "C.UTF-8").env("LC_ALL", "C.UTF-8");
    command
}

#[test]
fn tafl_asks_for_the_players_shows_colours_and_answers_every_move() {
    let mut person = Person::start_program(&["tafl", "--level", "beginner", "--rules", "first=black", "--seed", "1"]);
    person.wait_for(&["Who plays? 1 two people, 2 you as black, 3 you as white"]);
    person.type_line("chess", &["is not one of the choices", "Who plays?"]);
    // The terminal is read byte by byte for colours and letters. tests/suite/boards/displays.rs checks lines and discs.
    person.type_line("2", &["\u{1b}[1m\u{1b}[31m", "Black to move.", "Black> "]);
    person.type_line(
        "help",
        &["opposite sides capture a piece between them", "White wins when the king is on a corner", "Black> "],
    );
    person.type_line(
        "d1-c1",
        &["The Russian moves from d1 to c1. [TF-5]", "The engine plays ", "Black to move.", "Black> "],
    );
    person.type_line("e2-d2", &["The engine plays ", "Black> "]);
    person.type_line("undo", &["Undone: entries 4, 5. Black to move.", "Black> "]);
    person.quit("tafl.kaiser");
}

#[test]
fn battle_acre_is_played_against_the_engine() {
    let mut person = Person::start_program(&["acre", "--level", "beginner", "--seed", "1"]);
    person.wait_for(&["Who plays? 1 two people, 2 you as white, 3 you as red"]);
    person.type_line("white", &["\u{1b}[1m\u{1b}[31mn\u{1b}[0m", "White to move.", "White> "]);
    person.type_line("help", &["chess on 160 triangles", "Checkmate wins", "White> "]);
    person.type_line("k4-k6", &["White Pawn k4-k6. [BA-19]", "The engine plays ", "White to move.", "White> "]);
    person.type_line("k1-k9", &["error:", "White> "]);
    person.type_line("j4-j5", &["The engine plays ", "White> "]);
    person.quit("acre.kaiser");
}

#[test]
fn coal_and_steel_is_placed_and_played_against_the_engine() {
    let mut person = Person::start_program(&["coal-steel", "--level", "beginner", "--seed", "1"]);
    person.wait_for(&["Who plays? 1 two people, 2 you as coal, 3 you as steel"]);
    person.type_line("2", &["Coal to place, 18 pieces left.", "Coal> "]);
    person.type_line("help", &["eighteen hidden pieces a side", "A turn: flip pieces", "Coal> "]);
    let pieces =
        "B d1, Q d2, C c1, C f1, H c2, H f2, T b3, T g3, W a3, W c3, W d3, W e3, W f3, W h3, W a2, W b2, W g2, W h2";
    for piece in pieces.split(", ") {
        person.type_line(&format!("place {piece}"), &["Coal places a piece on ", "Coal> "]);
    }
    person.type_line("e3-e4", &["Coal moves e3-e4.", "The engine plays ", "Coal to move.", "Coal> "]);
    person.type_line("board", &["Seen by Coal.", "Coal> "]);
    person.quit("coal-steel.kaiser");
}

#[test]
fn cs_21_the_screen_passes_to_the_side_that_answers_a_trade_and_back() {
    let position = "9b'/10/10/4c'5/10/4W'5/10/10/10/B'9 c - - Ss -";
    let mut person = Person::start_program(&["coal-steel", "--position", position]);
    person.wait_for(&["Who plays?"]);
    person.type_line("1", &["Coal to move.", "Coal> "]);
    person.type_line("trade give w for h", &["Pass the screen to steel, who presses Enter: "]);
    person.type_line("", &["Seen by Steel.", "A trade is offered: Coal gives Warrior for Charger.", "Steel> "]);
    person.type_line("moves", &["accept trade decline", "Steel> "]);
    person.type_line("e5-e6", &["Coal has offered a trade, and Steel answers it first", "Steel> "]);
    person.type_line("hint", &["decline", "Steel> "]);
    person.type_line("decline", &["Pass the screen to coal, who presses Enter: "]);
    person.type_line("", &["The trade is declined.", "Seen by Coal.", "Coal> "]);
    person.quit("coal-steel.kaiser");
}

#[test]
fn coal_and_steel_clears_the_screen_between_people_and_keeps_no_history() {
    let mut person = Person::start_program(&["coal-steel"]);
    person.wait_for(&["Who plays?"]);
    person.type_line("1", &["Coal to place, 18 pieces left.", "Coal> "]);
    person.type_line("note my Batled stands on e1", &["Noted.", "Coal> "]);
    person.type_line("place B e1", &["\u{1b}[2J\u{1b}[3J", "Pass the screen to steel, who presses Enter: "]);
    person
        .type_line("", &["\u{1b}[2J\u{1b}[3J", "places a piece on e1.", "Steel to place, 18 pieces left.", "Steel> "]);
    // Arrow up recalls nothing: there is no earlier line.
    person.type_line("\u{1b}[A", &["Steel> "]);
    let history = person.folder.path().join(".kaiser_history");
    person.type_line("status", &["Steel to place, 18 pieces left.", "Steel> "]);
    let kept = std::fs::read_to_string(history).unwrap_or_default();
    assert!(!kept.contains("Batled") && !kept.contains("place B"), "{kept}");
    person.quit("coal-steel.kaiser");
}

#[test]
fn dice_rolled_on_the_table_are_asked_for() {
    let mut person = Person::start_program(&["tafl", "--dice", "ask"]);
    person.wait_for(&["Who plays?"]);
    person.type_line("1", &["`lot`"]);
    person.type_line("lot", &["1 D6, 1 to 6: "]);
    person.type_line("7", &["An empty line cancels the command.", "1 D6, 1 to 6: "]);
    person.type_line("2", &["Black to move."]);
    person.quit("tafl.kaiser");
}

#[test]
fn two_people_may_share_one_terminal_and_then_a_level_applies_to_none() {
    let mut person = Person::start_program(&["tafl", "--rules", "first=black"]);
    person.wait_for(&["Who plays?"]);
    person.type_line("1", &["Black> "]);
    person.type_line("d1-c1", &["White to move.", "White> "]);
    person.quit("tafl.kaiser");
    let folder = TempDir::new().unwrap();
    let mut terminal = spawn_command(program(&folder, &["tafl", "--level", "club"]), PATIENCE).unwrap();
    terminal.exp_string("Who plays?").unwrap();
    terminal.send("1\r").unwrap();
    terminal.flush().unwrap();
    terminal.exp_string("--level, --nodes, --move-time and --threads are for the engine, but it").unwrap();
    terminal.exp_string("plays no side.").unwrap();
    terminal.exp_eof().unwrap();
    assert!(!folder.path().join("tafl.kaiser").exists(), "no journal is begun");
}
