//! The engine on a pipe, driven line by line as another program would.
use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use super::Workspace;

/// An engine that is running.
struct Engine {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn new(table: &Workspace, game: &str) -> Engine {
        let mut process = table.process(&["engine", game]);
        let mut process = process.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        Engine { process, to, from }
    }
    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }
    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
    /// Reads lines up to the first that begins with `begin`.
    fn hear_until(&mut self, begin: &str) -> Vec<String> {
        let mut heard = vec![self.hear()];
        while !heard[heard.len() - 1].starts_with(begin) {
            assert!(!heard[heard.len() - 1].is_empty(), "no {begin} in {heard:?}");
            heard.push(self.hear());
        }
        heard
    }
    fn quit(mut self) {
        self.say("quit");
        assert!(self.process.wait().unwrap().success());
    }
}

#[test]
fn the_engine_describes_itself_and_finds_the_winning_move() {
    let table = Workspace::new();
    let mut engine = Engine::new(&table, "tafl");
    engine.say("about");
    let about = engine.hear_until("ready");
    assert!(about.contains(&"game tafl".to_owned()) && about.contains(&"sides black white".to_owned()), "{about:?}");
    engine.say("position 9/9/9/9/9/3t5/2tK5/9/4t4 b");
    assert_eq!(engine.hear(), "position 9/9/9/9/9/3t5/2tK5/9/4t4 b");
    engine.say("go depth 2");
    let heard = engine.hear_until("bestmove");
    assert!(heard[0].starts_with("info depth 1 nodes ") && heard[0].contains(" wins 1 line e1-e3"), "{heard:?}");
    assert_eq!(heard.last().unwrap(), "bestmove e1-e3");
    engine.quit();
}

#[test]
fn a_line_that_is_too_long_is_an_error_and_the_next_is_read() {
    let table = Workspace::new();
    let mut engine = Engine::new(&table, "tafl");
    for (letters, reply) in
        [(131_072 - 9, "error This is not a position"), (131_073 - 9, "error The line has 131073 bytes")]
    {
        engine.say(&format!("position {}", "a".repeat(letters)));
        let heard = engine.hear();
        assert!(heard.starts_with(reply), "{}", &heard[..60]);
    }
    engine.say(&format!("{} go depth 1", "a".repeat(1_000_000)));
    assert_eq!(engine.hear(), "error The line has 1000011 bytes. The limit is 131072.");
    engine.say("ready");
    assert_eq!(engine.hear(), "ready");
    engine.quit();
}

#[test]
fn moves_follow_a_position_and_an_error_changes_nothing() {
    let table = Workspace::new();
    let mut engine = Engine::new(&table, "acre");
    engine.say("position start moves f3-g5 f10-g8");
    let position = engine.hear();
    assert!(position.ends_with(" w HNhn - 2 2"), "{position}");
    for (wrong, reply) in [
        ("position start moves f3-f12", "error "),
        ("position nonsense", "error This is not a position"),
        ("go depth", "error A number is missing after depth"),
        ("go depth 0", "error depth must be at least 1, not 0"),
        ("go depth -1", "error depth must be at least 1, not -1"),
        ("go nodes 0", "error nodes must be at least 1, not 0"),
        ("go time 0", "error time must be at least 1, not 0"),
        ("go depth two", "error \"two\" is not a number: depth takes one of at least 1"),
        ("sing", "error \"sing\" is not a line of the protocol. (about, options"),
        ("set nodes many", "error \"many\" is not a number"),
        ("set crooked straight", "error "),
    ] {
        engine.say(wrong);
        let heard = engine.hear();
        assert!(heard.starts_with(reply), "{wrong}: {heard}");
    }
    engine.say("show");
    assert_eq!(engine.hear(), position);
    engine.say("moves");
    assert!(engine.hear().starts_with("moves "));
    engine.quit();
}

#[test]
fn printed_moves_of_several_words_are_accepted() {
    let table = Workspace::new();
    let mut engine = Engine::new(&table, "coal-steel");
    let begin = "b'9/10/4w'5/10/10/10/10/10/3WQ5/3B'6 c WW w Ss -";
    for (list, position) in [
        ("enter W e1", "b'9/10/4w'5/10/10/10/10/10/3WQ5/3B'W'5 s W w Ss -"),
        ("flip d1, swap d2", "b'9/10/4w'5/10/10/10/10/10/3BQ5/3W6 s WW w s -"),
        ("flip d1 swap d2", "b'9/10/4w'5/10/10/10/10/10/3BQ5/3W6 s WW w s -"),
        ("enter W e1, e8-e7, enter W f1", "b'9/10/10/4w'5/10/10/10/10/3WQ5/3B'W'W'4 s - w Ss -"),
        ("enter W e1 e8-e7 enter W f1", "b'9/10/10/4w'5/10/10/10/10/3WQ5/3B'W'W'4 s - w Ss -"),
        ("e2-e5,e8-e7", "b'9/10/10/4w'5/10/4Q5/10/10/3W6/3B'6 c WW w Ss -"),
    ] {
        engine.say(&format!("position {begin} moves {list}"));
        assert_eq!(engine.hear(), format!("position {position}"), "{list}");
    }
    for (wrong, reply) in
        [("flip d1, swap d9", "error "), ("enter W, e8-e7", "error `enter` needs a piece and a square.")]
    {
        engine.say(&format!("position {begin} moves {wrong}"));
        let heard = engine.hear();
        assert!(heard.starts_with(reply), "{wrong}: {heard}");
    }
    // The best move and every listed move can be sent back to the engine.
    engine.say(&format!("position {begin}"));
    engine.hear();
    engine.say("moves");
    let listed = engine.hear();
    for given in listed.strip_prefix("moves ").unwrap().split(", ") {
        engine.say(&format!("position {begin} moves {given}"));
        let heard = engine.hear();
        assert!(heard.starts_with("position "), "{given}: {heard}");
    }
    engine.say(&format!("position {begin}"));
    engine.hear();
    engine.say("go nodes 2000");
    let best = engine.hear_until("bestmove ").pop().unwrap();
    engine.say(&format!("position {begin} moves {}", best.strip_prefix("bestmove ").unwrap()));
    assert!(engine.hear().contains(" s "), "{best}");
    engine.quit();
}

#[test]
fn options_are_set_and_an_endless_search_is_stopped() {
    let table = Workspace::new();
    let mut engine = Engine::new(&table, "tafl");
    for (set, reply) in [("set lines 2", "option lines 2"), ("set king_capture four", "option king_capture four")] {
        engine.say(set);
        assert_eq!(engine.hear(), reply);
    }
    engine.say("options");
    let options = engine.hear_until("ready");
    assert!(options.contains(&"option king_capture four".to_owned()), "{options:?}");
    engine.say("position start");
    engine.hear();
    engine.say("go infinite");
    engine.hear_until("info depth 2 ");
    engine.say("ready");
    engine.hear_until("ready");
    engine.say("stop");
    let heard = engine.hear_until("bestmove ");
    assert!(heard.last().unwrap().len() >= "bestmove a4-b4".len(), "{heard:?}");
    engine.say("go time 30");
    engine.hear_until("bestmove ");
    // Closing the pipe during a search ends it.
    engine.say("go infinite");
    drop(engine.to);
    assert!(engine.process.wait().unwrap().success());
}

#[test]
fn with_hidden_pieces_the_engine_moves_by_its_own_view() {
    let table = Workspace::new();
    let answer = |position: &str| {
        let mut engine = Engine::new(&table, "coal-steel");
        engine.say(&format!("position {position}"));
        engine.hear();
        engine.say("set seed 5");
        engine.hear();
        engine.say("go nodes 5000");
        let heard = engine.hear_until("bestmove ").pop().unwrap();
        engine.quit();
        heard
    };
    let reply = answer("4b'5/3w'1q'4/10/10/4H5/10/10/4W'5/10/B'9 c - - Ss -");
    let other = answer("4w'5/3q'1b'4/10/10/4H5/10/10/4W'5/10/B'9 c - - Ss -");
    assert_eq!(reply, other);
    let mut engine = Engine::new(&table, "coal-steel");
    engine.say("go nodes 100");
    assert!(engine.hear_until("bestmove ").pop().unwrap().starts_with("bestmove place "));
    engine.quit();
}

/// CS-5: without a seed, no one can look up what the engine placed.
#[test]
fn cs_5_without_a_seed_the_engine_places_at_random() {
    let table = Workspace::new();
    let mut placed = Vec::new();
    for _ in 0..6 {
        let mut engine = Engine::new(&table, "coal-steel");
        engine.say("go nodes 100");
        placed.push(engine.hear_until("bestmove ").pop().unwrap());
        engine.quit();
    }
    assert!(placed.iter().any(|place| *place != placed[0]), "{placed:?}");
    let with_seed = |seed: &str| {
        let mut engine = Engine::new(&table, "coal-steel");
        engine.say(&format!("set seed {seed}"));
        engine.hear();
        engine.say("go nodes 100");
        let heard = engine.hear_until("bestmove ").pop().unwrap();
        engine.quit();
        heard
    };
    assert_eq!(with_seed("5"), with_seed("5"));
}

#[test]
fn a_stop_ends_the_search_even_with_lines_waiting_before_it() {
    let table = Workspace::new();
    let mut engine = Engine::new(&table, "tafl");
    for line in ["go infinite", "show", "ready", "stop"] {
        engine.say(line);
    }
    let heard = engine.hear_until("bestmove ");
    assert!(heard.contains(&"ready".to_owned()), "{heard:?}");
    assert!(engine.hear().starts_with("position "));
    // A stop ends every search before it, including one that has not begun.
    for line in ["go infinite", "status", "go infinite", "stop", "set threads 0"] {
        engine.say(line);
    }
    engine.hear_until("bestmove ");
    assert!(engine.hear().starts_with("status "));
    engine.hear_until("bestmove ");
    assert_eq!(engine.hear(), "error 0 is out of range. (1 to 64)");
    engine.say("go infinite");
    engine.say("show");
    engine.quit();
}

#[test]
fn the_end_of_input_ends_an_endless_search_and_no_other() {
    let table = Workspace::new();
    for (lines, best) in [("go infinite\nshow\n", 1), ("go nodes 20000\nshow\ngo nodes 20000\n", 2)] {
        let Engine { mut process, mut to, from } = Engine::new(&table, "tafl");
        to.write_all(lines.as_bytes()).unwrap();
        drop(to);
        let heard: Vec<String> = from.lines().map(Result::unwrap).collect();
        assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove ")).count(), best, "{heard:?}");
        assert_eq!(heard.iter().filter(|line| line.starts_with("position ")).count(), 1, "{heard:?}");
        assert!(process.wait().unwrap().success());
    }
}
