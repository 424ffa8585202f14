//! At the prompt: quitting by Ctrl-C, bytes that are not text, and fire that is stopped halfway.
use std::{thread, time::Duration};

use super::{CTRL_C, CTRL_D, Person};

/// The prompts of four games: the arguments, the text before the cursor, and the journal.
const PROMPTS: [(&[&str], &str, &str); 4] = [
    (&["play", "asahi-retvizan"], "Plotting> ", "asahi-retvizan.kaiser"),
    (&["tafl", "--rules", "first=black"], "Black> ", "tafl.kaiser"),
    (&["acre"], "White> ", "acre.kaiser"),
    (&["crystal"], "event> ", "aidlon.kaiser"),
];

impl Person {
    /// Chooses two people if the game asks who plays, and waits for the prompt.
    #[track_caller]
    fn comes_to(&mut self, arguments: &[&str], prompt: &str) {
        if matches!(arguments[0], "tafl" | "acre") {
            self.sees("Who plays?");
            self.types("1");
        }
        self.sees(prompt);
    }
    fn interrupts(&mut self) {
        self.terminal.send_control(CTRL_C).unwrap();
        self.terminal.flush().unwrap();
    }
    /// Types raw bytes.
    fn bytes(&mut self, bytes: &[u8]) {
        use std::io::Write as _;
        self.terminal.process().get_file_handle().unwrap().write_all(bytes).unwrap();
    }
}

#[test]
fn ctrl_c_drops_a_half_typed_line_and_quits_only_twice_on_an_empty_one() {
    for (arguments, prompt, journal) in PROMPTS {
        let mut person = Person::sits_down(arguments);
        person.comes_to(arguments, prompt);
        for _ in 0..3 {
            person.presses("note half");
            person.interrupts();
            person.sees("Line dropped");
            person.sees(prompt);
        }
        // Once on an empty line, then on a half-typed one: the count starts again.
        person.interrupts();
        person.sees("Ctrl-C again, Ctrl-D or `quit` quits");
        person.sees(prompt);
        person.presses("x");
        person.interrupts();
        person.sees("Line dropped");
        person.sees(prompt);
        // A line whose text was deleted again is empty.
        person.presses("x\u{7f}");
        person.interrupts();
        person.sees("Ctrl-C again, Ctrl-D or `quit` quits");
        person.sees(prompt);
        person.types("status");
        person.sees(prompt);
        person.interrupts();
        person.sees("Ctrl-C again");
        person.sees(prompt);
        person.interrupts();
        person.ends();
        person.verified_file(journal);
    }
}

#[test]
fn a_byte_that_is_not_utf_8_is_refused_and_the_prompt_continues() {
    for (arguments, prompt, journal) in PROMPTS {
        let mut person = Person::sits_down(arguments);
        person.comes_to(arguments, prompt);
        for bytes in [b"note \"\xff\"\r".as_slice(), b"\xfe", b"status \xc3(\r"] {
            person.bytes(bytes);
            person.sees("is not UTF-8 text, so it is refused");
            person.sees(prompt);
        }
        person.asks("note \"still here\"", &[prompt]);
        person.leaves();
        person.verified_file(journal);
        let kept = std::fs::read_to_string(person.folder.path().join(journal)).unwrap();
        assert!(kept.contains("still here"), "{journal}");
    }
}

#[test]
fn a_byte_that_is_not_utf_8_is_refused_at_the_dice_which_are_asked_for_again() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask", "--show", "full"]);
    person.sees("Plotting> ");
    for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"] {
        person.asks(line, &["12:00 Gunfire"]);
    }
    person.asks("fire asahi", &["2 D20: "]);
    person.bytes(b"3 \xff9\r");
    person.sees("is not UTF-8 text");
    person.sees("2 D20: ");
    person.asks("3 9", &["1 D20: "]);
    person.asks("20", &["typed 3 9 -> 1", "12:00 Gunfire"]);
    person.leaves();
    person.verified();
}

#[test]
fn ctrl_c_in_the_middle_of_fire_all_keeps_the_finished_salvoes() {
    for key in [CTRL_C, CTRL_D] {
        let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask", "--show", "full"]);
        person.sees("Plotting> ");
        for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"] {
            person.asks(line, &["12:00 Gunfire"]);
        }
        // No salvo is finished yet.
        person.asks("fire all", &["2 D20: "]);
        person.asks("3 9", &["1 D20: "]);
        person.interrupts();
        person.sees("Cancelled. Nothing changed.");
        person.sees("12:00 Gunfire");
        person.asks("fire all", &["2 D20: "]);
        person.asks("3 9", &["1 D20: "]);
        // The size roll missed: the first salvo is finished, and half of the second is typed.
        person.asks("20", &["Retvizan at Asahi", "2 D20: "]);
        person.asks("3", &["1 more: "]);
        person.terminal.send_control(key).unwrap();
        if key == CTRL_C {
            person.sees("typed 3 9 -> 1");
            person.sees("Salvoes with all dice are resolved");
            person.sees("12:00 Gunfire");
            person.asks("duties", &["fire retvizan", "12:00 Gunfire"]);
            person.asks("log", &["fire all salvoes 1", "12:00 Gunfire"]);
            // The dice of the second salvo are asked for again.
            person.asks("fire all", &["Retvizan at Asahi", "2 D20: "]);
            person.asks("20 20", &["typed 20 20 -> 0", "12:00 Gunfire"]);
            person.leaves();
        } else {
            person.ends();
        }
        person.verified();
        let fired = if key == CTRL_C { 2 } else { 1 };
        assert_eq!(person.journal().matches("salvo_fired").count(), fired);
    }
}

#[test]
fn marks_that_reverse_text_are_not_echoed_but_listed_after_the_line() {
    // The screen is recorded byte by byte.
    let shows_marks = |person: &Person| {
        let heard: Vec<u8> = person.screen.chars().map(|byte| byte as u8).collect();
        let heard = String::from_utf8_lossy(&heard);
        heard.contains(|letter| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    for (arguments, prompt, journal) in PROMPTS {
        let mut person = Person::sits_down(arguments);
        person.comes_to(arguments, prompt);
        person.presses("note \"one \u{202e}two\u{2067}\"");
        person.sees("one two\"   [not seen: \\u202e\\u2067]");
        person.types("");
        person.sees(prompt);
        // Recall the line, then delete one mark.
        person.presses("\u{1b}[A");
        person.sees("one two\"   [not seen: \\u202e\\u2067]");
        person.presses("\u{7f}\u{7f}");
        person.sees("[not seen: \\u202e]");
        // An escape typed after Ctrl-V starts no sequence at the terminal.
        person.presses("\u{16}\u{1b}]2;title");
        person.sees("]2;title   [not seen: \\u202e\\x1b]");
        person.interrupts();
        person.sees(prompt);
        // A new line shows no marks of the dropped one.
        person.asks("note \"plain\"", &[prompt]);
        person.leaves();
        assert!(!shows_marks(&person), "{}", person.screen.escape_debug());
        assert!(!person.screen.contains("\u{1b}]2;"), "{}", person.screen.escape_debug());
        let kept = std::fs::read_to_string(person.folder.path().join(journal)).unwrap();
        assert!(kept.contains("one \u{202e}two\u{2067}"), "{journal}");
    }
    let mut person = Person::sits_down(&["play", "asahi-retvizan", "--dice", "ask"]);
    person.sees("Plotting> ");
    for line in ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"] {
        person.asks(line, &["12:00 Gunfire"]);
    }
    person.asks("fire asahi", &["2 D20: "]);
    person.presses("3 \u{202e}");
    person.sees("[not seen: \\u202e]");
    person.interrupts();
    person.sees("Cancelled. Nothing changed.");
    person.leaves();
    assert!(!shows_marks(&person), "{}", person.screen.escape_debug());
}

#[cfg(unix)]
#[test]
fn a_history_that_is_not_a_file_does_not_block_the_prompt() {
    use std::process::Command;
    let mut person = Person::sits_down(&["--version"]);
    person.screen.push_str(&person.terminal.exp_eof().unwrap());
    let history = person.folder.path().join(".kaiser_history");
    assert!(Command::new("mkfifo").arg(&history).status().unwrap().success());
    for (arguments, prompt, _) in PROMPTS {
        person.terminal = super::start(&person.folder, arguments);
        person.comes_to(arguments, prompt);
        person.types("status");
        person.sees(prompt);
        person.leaves();
        thread::sleep(Duration::from_millis(10));
    }
}

/// On leaving, the program prints the file's checksum. `verify` prints the same one until the game goes on.
#[test]
fn the_closing_checksum_is_printed_on_leaving_and_equals_verifys() {
    for (arguments, prompt, journal) in PROMPTS {
        let mut person = Person::sits_down(arguments);
        person.comes_to(arguments, prompt);
        person.leaves();
        let printed = code(&person);
        assert_eq!((printed.split('-').count(), printed.len()), (5, 24), "{printed}");
        assert_eq!(verified_code(&person, journal), printed, "{journal}");
        person.comes_back(&["play", journal]);
        person.sees(prompt);
        person.leaves();
        assert_eq!(code(&person), printed, "looking changes nothing: {journal}");
    }
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    let mut codes = Vec::new();
    for line in ["status", "note \"one line more\""] {
        person.sees("Plotting> ");
        person.asks(line, &["Plotting> "]);
        person.leaves();
        codes.push(code(&person));
        assert_eq!(verified_code(&person, "asahi-retvizan.kaiser"), codes[codes.len() - 1]);
        person.comes_back(&["play", "asahi-retvizan.kaiser"]);
    }
    assert_ne!(codes[0], codes[1]);
}

/// The text after `Its code is` on the screen.
#[track_caller]
fn code(person: &Person) -> String {
    let (_, after) = person.screen.split_once("Its code is ").unwrap_or_else(|| panic!("{}", person.screen));
    after.split(". ").next().unwrap().to_owned()
}

fn verified_code(person: &Person, journal: &str) -> String {
    let mut kaiser = std::process::Command::new(env!("CARGO_BIN_EXE_kaiser"));
    let shown = kaiser.args(["verify", "--json", journal]).current_dir(person.folder.path()).output().unwrap();
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    shown["code"].as_str().unwrap().to_owned()
}
