//! A person at a real pseudo-terminal plays each game against the engine by typing only moves.
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;

const PATIENCE: Option<u64> = Some(60_000);

struct Person {
    seat: TempDir,
    terminal: PtySession,
}

impl Person {
    fn sits_down(arguments: &[&str]) -> Person {
        let seat = TempDir::new().unwrap();
        let terminal = spawn_command(program(&seat, arguments), PATIENCE).unwrap();
        Person { seat, terminal }
    }
    #[track_caller]
    fn sees(&mut self, words: &[&str]) {
        for word in words {
            if let Err(error) = self.terminal.exp_string(word) {
                panic!("never saw \"{word}\": {error}");
            }
        }
    }
    #[track_caller]
    fn types(&mut self, line: &str, words: &[&str]) {
        self.terminal.send(line).unwrap();
        self.terminal.send("\r").unwrap();
        self.terminal.flush().unwrap();
        self.sees(words);
    }
    /// Leaves. The journal verifies, entry by entry.
    #[track_caller]
    fn leaves(mut self, file: &str) {
        self.types("quit", &["Saved ", "Resume with `kaiser play "]);
        self.terminal.exp_eof().unwrap();
        let output = program(&self.seat, &["verify", file]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

fn program(seat: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaiser"));
    command.args(arguments).current_dir(seat.path()).env("HOME", seat.path());
    command.env_remove("KAISER_DATA").env_remove("XDG_STATE_HOME").env_remove("NO_COLOR");
    command.env("TERM", "xterm").env("LANG", "C.UTF-8").env("LC_ALL", "C.UTF-8");
    command
}

#[test]
fn tafl_asks_for_the_players_shows_colours_and_answers_every_move() {
    let mut person = Person::sits_down(&["tafl", "--level", "beginner", "--rules", "first=black", "--seed", "1"]);
    person.sees(&["Who plays? 1 two people, 2 you as black, 3 you as white"]);
    person.types("chess", &["is not one of the choices", "Who plays?"]);
    // The terminal is read byte by byte for colours and letters. tests/suite/boards/seen.rs checks lines and discs.
    person.types("2", &["\u{1b}[1m\u{1b}[31m", "Black to move.", "Black> "]);
    person
        .types("help", &["Two pieces on opposite sides capture", "White wins when the king is on a corner", "Black> "]);
    person
        .types("d1-c1", &["The Russian moves from d1 to c1. [TF-5]", "The engine plays ", "Black to move.", "Black> "]);
    person.types("e2-d2", &["The engine plays ", "Black> "]);
    person.types("undo", &["Undone: entry 4. Black to move.", "Black> "]);
    person.leaves("tafl.kaiser");
}

#[test]
fn battle_acre_is_played_against_the_engine() {
    let mut person = Person::sits_down(&["acre", "--level", "beginner", "--seed", "1"]);
    person.sees(&["Who plays? 1 two people, 2 you as white, 3 you as red"]);
    person.types("white", &["\u{1b}[1m\u{1b}[31mn\u{1b}[0m", "White to move.", "White> "]);
    person.types("help", &["chess on 160 triangles", "Checkmate wins", "White> "]);
    person.types("k4-k6", &["White Pawn k4-k6. [BA-19]", "The engine plays ", "White to move.", "White> "]);
    person.types("k1-k9", &["error:", "White> "]);
    person.types("j4-j5", &["The engine plays ", "White> "]);
    person.leaves("acre.kaiser");
}

#[test]
fn coal_and_steel_is_placed_and_played_against_the_engine() {
    let mut person = Person::sits_down(&["coal-steel", "--level", "beginner", "--seed", "1"]);
    person.sees(&["Who plays? 1 two people, 2 you as coal, 3 you as steel"]);
    person.types("2", &["Coal to place, 18 pieces left.", "Coal> "]);
    person.types("help", &["eighteen hidden pieces a side", "A turn: flip pieces", "Coal> "]);
    let pieces =
        "B d1, Q d2, C c1, C f1, H c2, H f2, T b3, T g3, W a3, W c3, W d3, W e3, W f3, W h3, W a2, W b2, W g2, W h2";
    for piece in pieces.split(", ") {
        person.types(&format!("place {piece}"), &["Coal places a piece on ", "Coal> "]);
    }
    person.types("e3-e4", &["Coal moves e3-e4.", "The engine plays ", "Coal to move.", "Coal> "]);
    person.types("board", &["Seen by Coal.", "Coal> "]);
    person.leaves("coal-steel.kaiser");
}

#[test]
fn cs_21_the_screen_passes_to_the_side_that_answers_a_trade_and_back() {
    let position = "9b'/10/10/4c'5/10/4W'5/10/10/10/B'9 c - - Ss -";
    let mut person = Person::sits_down(&["coal-steel", "--position", position]);
    person.sees(&["Who plays?"]);
    person.types("1", &["Coal to move.", "Coal> "]);
    person.types("trade give w for h", &["Pass the screen to steel, who presses Enter: "]);
    person.types("", &["Seen by Steel.", "A trade is offered: Coal gives Warrior for Charger.", "Steel> "]);
    person.types("moves", &["accept trade decline", "Steel> "]);
    person.types("e5-e6", &["Coal has offered a trade, and Steel answers it first", "Steel> "]);
    person.types("hint", &["decline", "Steel> "]);
    person.types("decline", &["Pass the screen to coal, who presses Enter: "]);
    person.types("", &["The trade is declined.", "Seen by Coal.", "Coal> "]);
    person.leaves("coal-steel.kaiser");
}

#[test]
fn coal_and_steel_clears_the_screen_between_people_and_keeps_no_history() {
    let mut person = Person::sits_down(&["coal-steel"]);
    person.sees(&["Who plays?"]);
    person.types("1", &["Coal to place, 18 pieces left.", "Coal> "]);
    person.types("note my Batled stands on e1", &["Noted.", "Coal> "]);
    person.types("place B e1", &["\u{1b}[2J\u{1b}[3J", "Pass the screen to steel, who presses Enter: "]);
    person.types("", &["\u{1b}[2J\u{1b}[3J", "places a piece on e1.", "Steel to place, 18 pieces left.", "Steel> "]);
    // Arrow up recalls nothing: there is no earlier line.
    person.types("\u{1b}[A", &["Steel> "]);
    let history = person.seat.path().join(".kaiser_history");
    person.types("status", &["Steel to place, 18 pieces left.", "Steel> "]);
    let kept = std::fs::read_to_string(history).unwrap_or_default();
    assert!(!kept.contains("Batled") && !kept.contains("place B"), "{kept}");
    person.leaves("coal-steel.kaiser");
}

#[test]
fn dice_rolled_on_the_table_are_asked_for() {
    let mut person = Person::sits_down(&["tafl", "--dice", "ask"]);
    person.sees(&["Who plays?"]);
    person.types("1", &["`lot`"]);
    person.types("lot", &["1 D6, 1 to 6: "]);
    person.types("7", &["An empty line cancels the command.", "1 D6, 1 to 6: "]);
    person.types("2", &["Black to move."]);
    person.leaves("tafl.kaiser");
}

#[test]
fn two_people_may_share_one_terminal_and_then_a_level_applies_to_none() {
    let mut person = Person::sits_down(&["tafl", "--rules", "first=black"]);
    person.sees(&["Who plays?"]);
    person.types("1", &["Black> "]);
    person.types("d1-c1", &["White to move.", "White> "]);
    person.leaves("tafl.kaiser");
    let seat = TempDir::new().unwrap();
    let mut terminal = spawn_command(program(&seat, &["tafl", "--level", "club"]), PATIENCE).unwrap();
    terminal.exp_string("Who plays?").unwrap();
    terminal.send("1\r").unwrap();
    terminal.flush().unwrap();
    terminal.exp_string("--level, --nodes, --move-time and --threads are for the engine, but it").unwrap();
    terminal.exp_string("plays no side.").unwrap();
    terminal.exp_eof().unwrap();
    assert!(!seat.path().join("tafl.kaiser").exists(), "no journal is begun");
}
