//! Records of games: written, read back through the referee, and refused at the first wrong move.
use std::{collections::BTreeSet, fs, path::Path};

use boards::{
    CommonCommand,
    record::{Record, RecordForm},
    tafl::{
        open_tafl,
        rules::{First, KingCapture},
    },
};
use play::journal::Journal;
use tempfile::TempDir;

use super::kaiser;

/// The starting position of Tafl, in OpenTafl's notation.
const TAFLS_START: &str = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

#[track_caller]
fn output(dir: &Path, arguments: &[&str], lines: &str) -> String {
    let (code, out, err) = kaiser(dir, arguments, lines);
    assert_eq!(code, Some(0), "{out}{err}");
    out
}

/// Exports, imports and exports again: records and positions agree, and the new journal verifies. Returns the record.
#[track_caller]
fn check_round_trip(dir: &Path, journal: &str, more: &[&str]) -> String {
    let export = |file: &str| output(dir, &[&["export", file], more].concat(), "");
    let record = export(journal);
    fs::write(dir.join("record"), &record).unwrap();
    output(dir, &["import", "record", "-o", "again.kaiser"], "");
    assert_eq!(export("again.kaiser"), record);
    assert!(output(dir, &["verify", "again.kaiser"], "").contains("all agree"));
    let position = |file: &str| output(dir, &["show", file, "--json"], "");
    assert_eq!(position("again.kaiser"), position(journal));
    record
}

#[test]
fn tafl_round_trips_in_open_tafls_notation() {
    let dir = TempDir::new().unwrap();
    let lines = "d1-d4\ne3-d3\nd9-c9\ndraw\nf5-f8\nresign black\n";
    let rules = "first=black,king_capture=linnaean,no_move=draw";
    output(dir.path(), &["tafl", "--rules", rules], lines);
    let record = check_round_trip(dir.path(), "tafl.kaiser", &["--tag", "attackers=Anna"]);
    for text in [
        "[attackers:Anna]",
        "[result:-1]",
        "[termination:White wins: Black resigns]",
        "[rules:dim:9 name:Tafl surf:n atkf:y tfr:d ks:c start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]",
        "1. d1-d4 ",
        "---",
    ] {
        assert!(record.contains(text), "{text}\n{record}");
    }
}

#[test]
fn tafl_writes_captures_and_the_kings_state() {
    let dir = TempDir::new().unwrap();
    let position = "9/9/9/9/K8/9/2Tt5/1t7/9 b";
    output(dir.path(), &["tafl", "--position", position], "b2-b3\na5-a9\n");
    let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
    assert!(record.contains("1. b2-b3xc3 Ka5-a9--"), "{record}");
    assert!(record.contains("start:/9/1t7/2Tt5/9/K8/9/9/9/9/]"), "rank 1 comes first: {record}");
}

/// A game as another program writes it, in this program's moves.
const FOREIGN: &str = "[date:2026.05.01]\n[result:-1]\n[termination:Black resigns]\n\
    [rules:dim:9 name:Tablut surf:n atkf:y ks:c start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]\n\
    [start-comment:Both sides\nbegin quietly.]\n\n\
    1. d1-d4 e3-d3\n[A look at e4.|Back\nto back.]\n\n1a.1.1a. d1-c1 e4-d4\n[Beside it.|]\n\n2. d9-c9\n";

#[test]
fn foreign_games_are_read_with_comments_and_stop_at_a_wrong_move() {
    let (setup, record) = open_tafl::read(FOREIGN).unwrap();
    assert_eq!((record.moves.len(), record.moves[0].variations.len()), (3, 1));
    assert_eq!(record.moves[0].variations[0].len(), 2);
    assert_eq!(record.moves[0].variations[0][0].comment.as_deref(), Some("Beside it."));
    assert_eq!(record.moves[1].comment.as_deref(), Some("Back to back."));
    assert_eq!(setup.rules.king_capture, KingCapture::Linnaean);
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("game.otg"), FOREIGN).unwrap();
    let (code, out, err) = kaiser(dir.path(), &["import", "game.otg"], "");
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("3 moves are in") && out.contains("White wins: Black resigns"), "{out}");
    assert!(!err.contains("variations"), "{err}");
    let again = output(dir.path(), &["export", "tafl.kaiser"], "");
    assert!(again.contains("[start-comment:Both sides begin quietly.]"), "{again}");
    assert!(again.contains("\n1a.1.1a. d1-c1 e4-d4\n[Beside it.|]\n"), "{again}");
    assert!(again.contains("[A look at e4.|Back to back.]"), "{again}");
    let checked = output(dir.path(), &["import", "game.otg", "--check"], "");
    assert!(checked.contains("[A look at e4.|Back to back.]") && checked.contains("2. d9-c9"), "{checked}");
    let cases = [
        (
            "1. d1-d4 e3-d3",
            "1. d1-d4 e3-d5",
            "line 8, move 1... e3-d5: The move e3-d5 is neither along a rank nor along a file. [TF-5]",
        ),
        (
            "1. d1-d4 e3-d3",
            "1. d1-d4xe4 e3-d3",
            "line 8, move 1. d1-d4xe4: Move d1-d4xe4 names e4 as captured, but captures nothing. [TF-8]",
        ),
        ("1. d1-d4 e3-d3", "1. d1 e3-d3", "\"d1\" is not a move"),
        ("ks:c", "ks:c sw:s", "The rules contain \"sw:s\", which is not played here"),
        ("dim:9", "dim:11", "The rules contain \"dim:11\""),
        ("ks:c", "ks:c tfr:i", "The rules contain \"tfr:i\", which is not played here"),
        ("ks:c", "ks:c tfr:w", "The rules contain \"tfr:w\", which is not played here"),
        ("ks:c", "ks:c tfr:l", "The rules contain \"tfr:l\", which is not played here"),
        ("ks:c", "ks:c efe:y", "The rules contain \"efe:y\", which is not played here"),
        ("1a.1.1a.", "3a.1.1a.", "line 12: There is no move 3a for a variation"),
        ("1a.1.1a.", "1c.1.1a.", "line 12: \"1c.1.1a.\" is not a turn or variation"),
        ("d1-c1 e4-d4", "d1-c1 e4-e5", "move 1... e4-e5: "),
    ];
    for (good, bad, expected) in cases {
        fs::write(dir.path().join("bad.otg"), FOREIGN.replace(good, bad)).unwrap();
        let (code, _, err) = kaiser(dir.path(), &["import", "bad.otg", "-o", "bad.kaiser"], "");
        assert!(code == Some(1) && err.contains(expected), "{expected}\n{err}");
        assert!(!dir.path().join("bad.kaiser").exists());
    }
}

#[test]
fn tafl_keeps_tag_order_and_nested_variations() {
    let dir = TempDir::new().unwrap();
    let game = "[event:Club night]\n[variant:Tablut]\n[attackers:Anna]\n[result:-1]\n[termination:Anna gives up]\n\
        [rules:dim:9 name:Tablut surf:n atkf:y tfr:d ks:w start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]\n\
        [annotator:Berta]\n\n\
        1. d1-d4 e3-d3xd4\n[|quiet]\n1a.1.1a. d1-c1 e3-d3\n[first|]\n1a.1.1a.1.1a. ..... e3-c3\n[deeper]\n\
        1a.1.1a.1.2a. c1-d1\n1a.1.1a.2.1a. ..... e3-b3\n1a.1.2a. c1-d1\n1a.2.1a. d1-b1\n\
        1b.1.1a. ..... e3-c3\n2. d9-c9 d3-d2\n2a.1.1a. d9-b9\n3. ---\n";
    fs::write(dir.path().join("game.otg"), game).unwrap();
    output(dir.path(), &["import", "game.otg", "-o", "tafl.kaiser"], "");
    let record = output(dir.path(), &["export", "tafl.kaiser"], "");
    let own = record.lines().find(|line| line.starts_with("[kaiser-rules:")).unwrap();
    assert_eq!(record.replacen(&format!("{own}\n"), "", 1), game, "{record}");
    fs::write(dir.path().join("again.otg"), &record).unwrap();
    let checked = output(dir.path(), &["import", "again.otg", "--check"], "");
    assert_eq!(checked, record);
    output(dir.path(), &["import", "again.otg", "-o", "again.kaiser"], "");
    assert_eq!(output(dir.path(), &["export", "again.kaiser"], ""), record);
    // A tag that is set replaces the tag of that name. A game that continues has no longer ended as the record stated.
    let tagged = output(dir.path(), &["export", "tafl.kaiser", "--tag", "attackers=Carla"], "");
    assert_eq!(tagged, record.replace("attackers:Anna", "attackers:Carla"));
    output(dir.path(), &["play", "tafl.kaiser"], "undo\n");
    let open = output(dir.path(), &["export", "tafl.kaiser"], "");
    assert!(open.contains("[result:?]") && !open.contains("gives up") && open.contains("[annotator:Berta]"), "{open}");
    assert!(output(dir.path(), &["log", "tafl.kaiser"], "").contains("   1  tag event: Club night\n"));
}

#[test]
fn tf_13_a_kings_capture_is_written_with_its_letter() {
    let dir = TempDir::new().unwrap();
    let position = "9/9/9/9/9/3t5/2tK5/9/4t4 b";
    output(dir.path(), &["tafl", "--position", position], "e1-e3\n");
    let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
    assert!(record.contains("1. e1-e3xKd3++"), "{record}");
    let older = record.replace("xKd3++", "xd3++");
    fs::write(dir.path().join("older"), older).unwrap();
    output(dir.path(), &["import", "older", "--check"], "");
}

#[test]
fn tf_q3_our_own_tag_records_the_repetition_rule() {
    let dir = TempDir::new().unwrap();
    output(dir.path(), &["tafl", "--rules", "first=black,repetition=attacker_loses"], "d1-d4\n");
    let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
    assert!(record.contains(" tfr:i ") && record.contains("repetition=attacker_loses"), "{record}");
    let show = output(dir.path(), &["export", "again.kaiser"], "");
    assert!(show.contains("repetition=attacker_loses"), "{show}");
    // The notation must agree with the tag.
    for (tag, other) in [(" tfr:i ", " tfr:d "), ("repetition=attacker_loses", "repetition=draw")] {
        std::fs::write(dir.path().join("torn"), record.replace(tag, other)).unwrap();
        let (code, out, why) = kaiser(dir.path(), &["import", "torn", "--check"], "");
        assert_eq!(code, Some(1), "{out}");
        assert!(why.contains("which is not played here"), "{why}");
    }
}

#[test]
fn battle_acre_and_coal_and_steel_keep_tag_order_and_nested_variations() {
    let dir = TempDir::new().unwrap();
    let acre = "[Event \"Club night\"]\n[Game \"Battle Acre\"]\n[White \"Anna\"]\n[Result \"*\"]\n[Annotator \"Berta\"]\n\n\
        1. k4-k6 k9-k8 (1... k9-k7 (1... i9-i8) 2. j4-j5 (2. i4-i5 j9-j8 3. h4-h5) 2... h9-h8) \
        (1... j9-j8) 2. j4-j6 *\n";
    fs::write(dir.path().join("acre.pgn"), acre).unwrap();
    output(dir.path(), &["import", "acre.pgn", "-o", "acre.kaiser"], "");
    let record = check_round_trip(dir.path(), "acre.kaiser", &[]);
    let names: Vec<&str> = record.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next()).collect();
    assert_eq!(names, ["Rules", "Event", "Game", "White", "Result", "Annotator"], "{record}");
    let moves = "1. k4-k6 k9-k8 ( 1... k9-k7 2. j4-j5 ( 2. i4-i5 j9-j8 3. h4-h5 ) 2... h9-h8 ) ( 1... i9-i8 ) \
        ( 1... j9-j8 ) 2. j4-j6 *";
    assert!(record.replace('\n', " ").contains(moves), "{record}");
    let position = "4b5/10/10/4w'5/10/10/10/10/4C'5/B'9 c - - Ss -";
    let coal = format!(
        "[Game \"Coal and Steel\"]\n[Site \"Kiel\"]\n[Position \"{position}\"]\n\n\
        e2-e3\n(\na1-a2\n(\na1-b1\n)\ne7-e6\n(\ne7-d6\na2-a3\n)\n)\ne7-e6\n*\n"
    );
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("coal.txt"), coal).unwrap();
    output(dir.path(), &["import", "coal.txt", "-o", "coal-steel.kaiser"], "");
    let record = check_round_trip(dir.path(), "coal-steel.kaiser", &["--reveal"]);
    assert!(record.contains("[Site \"Kiel\"]"), "{record}");
    let moves = "e2-e3\n(\na1-a2\ne7-e6\n(\ne7-d6\na2-a3\n)\n)\n(\na1-b1\n)\ne7-e6\n*\n";
    assert!(record.ends_with(moves), "{record}");
}

#[test]
fn battle_acre_round_trips_with_undone_moves_as_variations() {
    let dir = TempDir::new().unwrap();
    let lines = "k4-k6\nk9-k8\nundo\nk9-k7\nj4-j5\nundo\nundo\nj9-j8\ni4-i5\nundo\nj4-j6\ndraw\naccept\n";
    output(dir.path(), &["acre", "--rules", "bare_kings=false"], lines);
    let record = check_round_trip(dir.path(), "acre.kaiser", &["--tag", "White=Anna \"the bold\""]);
    for text in [
        "[Game \"Battle Acre\"]\n",
        "bare_kings=false",
        "[White \"Anna \\\"the bold\\\"\"]\n",
        "[Result \"1/2-1/2\"]\n[Termination \"Draw: agreed\"]\n",
    ] {
        assert!(record.contains(text), "{text}\n{record}");
    }
    let moves = "1. k4-k6 j9-j8 ( 1... k9-k8 ) ( 1... k9-k7 2. j4-j5 ) 2. j4-j6 ( 2. i4-i5 ) draw accept 1/2-1/2";
    assert!(record.replace('\n', " ").contains(moves), "{record}");
}

#[test]
fn battle_acre_keeps_comments_and_variations_and_stops_inside_them() {
    let text = "[Game \"Battle Acre\"]\n[Rules \"stalemate=loses\"]\n\n{Quiet.}\n1. k4-k6! {centre} k9-k8 \
        (1... k9-k7?! {bold\nindeed} 2. j4-j5 (2. i4-i5 $6 j9-j8)) 2. j4-j6 ; the rest of the line\n*\n";
    let record = Record::read(text, RecordForm::Numbered).unwrap();
    assert_eq!(record.comment.as_deref(), Some("Quiet."));
    assert_eq!(record.moves.len(), 3);
    assert_eq!(record.moves[0].comment.as_deref(), Some("! centre"));
    assert_eq!(record.moves[1].variations[0][0].comment.as_deref(), Some("?! bold indeed"));
    assert_eq!(record.moves[1].variations[0][1].variations[0][0].comment.as_deref(), Some("?!"));
    assert_eq!(record.moves[1].variations[0][1].variations[0].len(), 2);
    let written = record.write(RecordForm::Numbered);
    assert_eq!(Record::read(&written, RecordForm::Numbered).unwrap().write(RecordForm::Numbered), written);
    let dir = TempDir::new().unwrap();
    let import = |text: &str| {
        fs::write(dir.path().join("game.pgn"), text).unwrap();
        kaiser(dir.path(), &["import", "game.pgn", "--check"], "")
    };
    let (code, out, err) = import(text);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("{! centre}") && out.replace('\n', " ").contains("( 2. i4-i5 {?!} 2... j9-j8 )"), "{out}");
    for (good, bad, expected) in [
        ("j9-j8", "j9-j6", "move 2... j9-j6: "),
        ("k9-k8", "k9-e9", "line 5, move 1... k9-e9: "),
        ("2. j4-j6", ") 2. j4-j6", "A variation ends that did not begin"),
        ("stalemate=loses", "stalemate=wins", "stalemate cannot be \"wins\""),
        ("{Quiet.}", "(1. j4-j5)", "line 4: A variation comes before any move"),
    ] {
        let (code, _, err) = import(&text.replacen(good, bad, 1));
        assert!(code == Some(1) && err.contains(expected), "{expected}\n{err}");
    }
    assert_eq!(import("1. e4 e5").0, Some(1), "a record must name its game");
}

#[test]
fn notes_typed_at_the_prompt_become_comments_and_are_read_back() {
    let dir = TempDir::new().unwrap();
    let lines = "note Anna plays {boldly}\nk4-k6\nnote the centre\nnote at once\nk9-k8\nnote too slow\nundo\nk9-k7\n";
    output(dir.path(), &["acre"], lines);
    let record = check_round_trip(dir.path(), "acre.kaiser", &[]).replace('\n', " ");
    let moves = "; Anna plays {boldly} 1. k4-k6 {the centre at once} 1... k9-k7 ( 1... k9-k8 {too slow} ) *";
    assert!(record.contains(moves), "{record}");
    assert!(output(dir.path(), &["log", "acre.kaiser"], "").contains("3  note: the centre\n"));
    let (code, _, err) = kaiser(dir.path(), &["play", "acre.kaiser"], "note\n");
    assert!(code == Some(1) && err.contains("A note needs words."), "{err}");
}

#[test]
fn a_record_counts_only_moves_and_starts_with_the_side_that_begins() {
    let dir = TempDir::new().unwrap();
    let position = "7/9/11/13/9k9/21/21/19/6K6/11/9/7 r - - 0 1";
    let lines = "k8-k7\ndraw\nnote a {draw}\nk4-k5\nk7k8\n";
    output(dir.path(), &["acre", "--position", position, "--rules", "bare_kings=false"], lines);
    let record = check_round_trip(dir.path(), "acre.kaiser", &[]);
    assert!(record.ends_with("\n1... k8-k7 draw\n; a {draw}\n2. k4-k5 k7-k8 *\n"), "{record}");
    fs::write(dir.path().join("wrong"), record.replace("k7-k8", "k7-k9")).unwrap();
    let (code, _, err) = kaiser(dir.path(), &["import", "wrong"], "");
    assert!(code == Some(1) && err.contains("move 2... k7-k9"), "{err}");
}

#[test]
fn comments_are_kept_in_every_place() {
    let read = |text: &str| Record::read(text, RecordForm::Numbered).unwrap();
    let record =
        read("; first\n[Game \"Battle Acre\"]\n; second\n1. k4-k6 ; third\n( {pre} 1. l4-l6 {post} ) ( {alone} ) *\n");
    assert_eq!(record.comment.as_deref(), Some("first second"));
    assert_eq!(record.moves[0].comment.as_deref(), Some("third alone"));
    assert_eq!(record.moves[0].variations.len(), 1);
    assert_eq!(record.moves[0].variations[0][0].comment.as_deref(), Some("pre post"));
    assert!(
        Record::read("1. k4-k6 1-0 2. l4-l6\n", RecordForm::Numbered).unwrap_err().what.contains("after the result")
    );
    let rules = "[rules:dim:9 start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]";
    let text = format!("\u{feff}{rules}\n[before all]\n1. d1-d4\n[one]\n1. ... e3-d3\n[|two]\n[three|four]\n");
    let record = open_tafl::read(&text).unwrap().1;
    assert_eq!(record.comment.as_deref(), Some("before all"));
    let shown: Vec<_> = record.moves.iter().map(|node| node.comment.as_deref()).collect();
    assert_eq!(shown, [Some("one three"), Some("two four")]);
}

#[test]
fn tafl_reads_tags_of_chess_and_names_those_that_it_refuses() {
    let dir = TempDir::new().unwrap();
    let game = "[Game \"Tafl\"]\n[White \"Anna\"]\n[rules]\n\n1. d1-d4 e3-d3\n";
    for (tag, hint) in [
        ("[Rules \"king_capture=four,first=black\"]", "[kaiser-rules:king_capture=four,first=black]"),
        ("[Result \"1-0\"]", "[result:1] if Black has won"),
        ("[Termination \"Anna gives up\"]", "[termination:Anna gives up]"),
        ("[position  \"9/9/9/9/K8/9/9/9/9 w\"]", "[rules:dim:9 ... start:"),
    ] {
        fs::write(dir.path().join("game"), game.replace("[rules]", tag)).unwrap();
        let (code, _, err) = kaiser(dir.path(), &["import", "game", "--check"], "");
        assert!(code == Some(1) && err.contains(&format!("line 3: A record of Tafl has no tag {tag}")), "{err}");
        assert!(err.contains(hint), "{err}");
    }
    // With the tags of the hints, switches and result are those of the game. Other tags of chess stay tags.
    let shown = "[kaiser-rules:king_capture=four,first=black]\n[result:1]";
    fs::write(dir.path().join("game"), game.replace("[rules]", shown)).unwrap();
    output(dir.path(), &["import", "game", "-o", "tafl.kaiser"], "");
    let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
    for text in ["[White:Anna]", "king_capture=four", "[result:1]", " ks:s "] {
        assert!(record.contains(text), "{text}\n{record}");
    }
    assert!(!record.contains("start-comment"), "{record}");
    fs::write(dir.path().join("game"), game.replace("[rules]", "[kaiser-rules:king_capture=five]")).unwrap();
    assert_eq!(kaiser(dir.path(), &["import", "game", "--check"], "").0, Some(1));
}

#[test]
fn a_record_that_contradicts_itself_on_end_or_rules_is_refused() {
    let dir = TempDir::new().unwrap();
    let checked = |text: &str| {
        fs::write(dir.path().join("twice"), text).unwrap();
        kaiser(dir.path(), &["import", "twice", "--check"], "")
    };
    for (text, expected) in [
        ("[Result \"1-0\"]\n[Result \"0-1\"]\n1. k4-k6", "line 2: The tag Result is 0-1, but an earlier one is 1-0"),
        ("[Result \"1-0\"]\n[White \"A\"]\n[result \"0-1\"]\n1. k4-k6", "line 3: The tag result is 0-1"),
        (
            "[Game \"Coal and Steel\"]\n[Termination \"time\"]\n[Termination \"agreed\"]\n\nplace W d2\n",
            "line 3: The tag Termination is agreed, but an earlier one is time",
        ),
        ("[Game \"Battle Acre\"]\n[Game \"Tafl\"]\n1. k4-k6", "line 2: The tag Game is Tafl"),
        ("[result:1]\n[result:-1]\n1. d1-d4", "line 2: The tag result is -1, but an earlier one is 1"),
    ] {
        let (code, _, err) = checked(text);
        assert!(code == Some(1) && err.contains(expected) && err.contains("keep one of them"), "{text}: {err}");
    }
    // Near misses: the same claim twice, and a tag that may occur several times.
    for text in [
        "[Result \"1-0\"]\n[Result \" 1-0\"]\n1. k4-k6",
        "[Note \"a\"]\n[Note \"b\"]\n1. k4-k6",
        "[result:1]\n[result:1]\n1. d1-d4",
    ] {
        let (code, _, err) = checked(text);
        assert_eq!(code, Some(0), "{text}: {err}");
    }
}

#[test]
fn rules_that_set_a_switch_twice_are_refused() {
    let dir = TempDir::new().unwrap();
    let checked = |text: &str| {
        fs::write(dir.path().join("twice"), text).unwrap();
        kaiser(dir.path(), &["import", "twice", "--check"], "")
    };
    let of_rules = |rules: &str| format!("[rules:dim:9 surf:n atkf:y tfr:d {rules} {TAFLS_START}]\n\n1. d1-d4\n");
    for (text, expected) in [
        (of_rules("ks:w ks:s"), "ks is set twice: \"w\" and \"s\""),
        (of_rules("ks:s ks:w"), "ks is set twice: \"s\" and \"w\""),
        (
            "[kaiser-rules:king_capture=four,king_capture=two]\n\n1. d1-d4\n".to_owned(),
            "king_capture is set twice: \"four\" and \"two\"",
        ),
        ("[Rules \"stalemate=draw,stalemate=loses\"]\n1. k4-k6 *\n".to_owned(), "stalemate is set twice: \"draw\" and"),
    ] {
        let (code, _, err) = checked(&text);
        assert!(code == Some(1) && err.contains(expected) && err.contains("omit one of them"), "{text}: {err}");
    }
    for text in [of_rules("ks:w ks:w"), "[kaiser-rules:king_capture=four,king_capture=four]\n\n1. d1-d4\n".to_owned()] {
        let (code, _, err) = checked(&text);
        assert_eq!(code, Some(0), "{text}: {err}");
    }
    let played = |rules: &str| kaiser(dir.path(), &["tafl", "--rules", rules, "-o", "r.kaiser"], "quit\n");
    let (code, _, err) = played("king_capture=four,king_capture=two");
    assert!(code == Some(2) && err.contains("king_capture is set twice: \"four\" and \"two\""), "{err}");
    assert_eq!(played("king_capture=four,king_capture=four").0, Some(0));
}

#[test]
fn control_characters_of_a_record_reach_no_journal() {
    let dir = TempDir::new().unwrap();
    let ours = |tag: &str| format!("[Game \"Battle Acre\"]\n{tag}\n\n1. k4-k6 {{a\u{1b}b}} *\n");
    let open_tafls = |tag: &str| format!("[{tag}]\n[rules:dim:9 surf:n tfr:d ks:c {TAFLS_START}]\n\n1. d1-d4\n");
    for (text, expected) in [
        (ours("[White \"A\tB\"]"), "[White \"A B\"]"),
        (ours("[White \"A\u{1b}B\"]"), "[White \"AB\"]"),
        (ours("[White \"Anna\"]"), "[White \"Anna\"]"),
        (open_tafls("attackers:A\u{1b}B"), "[attackers:AB]"),
        (open_tafls("attackers:A\tB"), "[attackers:A B]"),
    ] {
        fs::write(dir.path().join("record"), &text).unwrap();
        let file = "a.kaiser";
        output(dir.path(), &["import", "record", "-o", file], "");
        output(dir.path(), &["verify", file], "");
        let record = output(dir.path(), &["export", file], "");
        assert!(record.contains(expected) && !record.contains('\u{1b}'), "{record}");
        fs::remove_file(dir.path().join(file)).unwrap();
    }
    // A tag name that no journal may have is refused, and so is a typed value with a control character.
    for tag in ["[A:B \"x\"]", "[A\u{1b} \"x\"]"] {
        fs::write(dir.path().join("record"), ours(tag)).unwrap();
        let (code, _, err) = kaiser(dir.path(), &["import", "record", "-o", "a.kaiser"], "");
        assert!(code == Some(1) && err.contains("A tag cannot be called"), "{tag}: {err}");
    }
    output(dir.path(), &["tafl", "--rules", "first=black", "-o", "t.kaiser"], "d1-d4\n");
    let typed = |tag: &str| kaiser(dir.path(), &["export", "t.kaiser", "--tag", tag], "");
    let (code, _, err) = typed("White=A\tB");
    assert!(code == Some(2) && err.contains("contains a control character"), "{err}");
    assert_eq!(typed("White=A B").0, Some(0));
}

#[test]
fn a_record_from_a_pipe_equals_the_record_from_the_file() {
    let dir = TempDir::new().unwrap();
    let text = "[Game \"Battle Acre\"]\n[White \"A\u{2028}B\u{202e}C\"]\n\n1. k4-k6 *\n";
    fs::write(dir.path().join("record"), text).unwrap();
    output(dir.path(), &["import", "record", "-o", "a.kaiser"], "");
    let piped = output(dir.path(), &["export", "a.kaiser"], "");
    output(dir.path(), &["export", "a.kaiser", "-o", "out"], "");
    assert_eq!(piped, fs::read_to_string(dir.path().join("out")).unwrap());
    assert!(piped.contains("A\u{2028}B\u{202e}C"), "{piped}");
    assert_eq!(output(dir.path(), &["import", "out", "--check"], ""), piped);
}

#[test]
fn an_error_in_a_record_known_by_its_first_move_has_its_line() {
    let dir = TempDir::new().unwrap();
    let fails = |text: &str| {
        fs::write(dir.path().join("one"), text).unwrap();
        let (code, _, err) = kaiser(dir.path(), &["import", "one", "--check"], "");
        assert_eq!(code, Some(1), "{text}: {err}");
        err
    };
    for (text, expected) in [
        ("1. k4-k6 {never ends\n", "line 1: A comment does not end"),
        ("1. k4-k6\n(1. j4-j6\n", "A variation does not end"),
        ("[White \"A\"]\n[Result \"1-0\"]\n\n1. k4-k6 0-1\n", "The game ends with 0-1, but its tag Result is 1-0"),
        ("{first}\n1. k4-k9 *\n", "line 2, move 1. k4-k9: "),
        ("[White \"]\"]\n\n1. k4-k9\n", "line 3, move 1. k4-k9: "),
        ("[White \"A\"]\n\n1. d1-d9\n", "line 3, move 1. d1-d9: "),
        ("place W d2 {never ends\n", "line 1: A comment does not end"),
        ("[Position \"nonsense\"]\n1. k4-k6 *\n", "This is not a position"),
        ("[Rules \"stalemate=maybe\"]\n1. k4-k6 *\n", "stalemate"),
        ("[White \"Anna\n\n1. k4-k6 *\n", "line 1: A tag's value does not end"),
    ] {
        let err = fails(text);
        assert!(err.contains(expected) && !err.contains("does not name its game"), "{text}: {err}");
    }
    // Near misses: moves of chess, a record without moves, and text that is no record.
    for text in ["1. e4 e5 {never ends\n", "[White \"Anna\"]\n*\n", "some text\n"] {
        assert!(fails(text).contains("does not name its game"), "{text}");
    }
}

#[test]
fn a_checked_record_without_moves_keeps_its_empty_line() {
    let dir = TempDir::new().unwrap();
    for (game, rules) in [("tafl", "first=black"), ("tafl", "first=white"), ("acre", "first=white")] {
        let dir = TempDir::new().unwrap();
        output(dir.path(), &[game, "--rules", rules, "-o", "a.kaiser"], "");
        let record = output(dir.path(), &["export", "a.kaiser"], "");
        fs::write(dir.path().join("record"), &record).unwrap();
        assert_eq!(output(dir.path(), &["import", "record", "--check"], ""), record);
    }
    // The near miss: a record with a move has no such line.
    output(dir.path(), &["tafl", "--rules", "first=black"], "d1-d4\n");
    let record = output(dir.path(), &["export", "tafl.kaiser"], "");
    fs::write(dir.path().join("record"), &record).unwrap();
    assert!(!record.ends_with("\n\n") && output(dir.path(), &["import", "record", "--check"], "") == record);
}

#[test]
fn a_record_with_false_statements_is_refused() {
    let dir = TempDir::new().unwrap();
    let refused = |text: String, line: &str| {
        fs::write(dir.path().join("false"), text).unwrap();
        let (code, _, err) = kaiser(dir.path(), &["import", "false", "-o", "false.kaiser"], "");
        assert!(code == Some(1) && err.contains(line), "{line}\n{err}");
        assert!(!dir.path().join("false.kaiser").exists());
    };
    refused("[Game \"Battle Acre\"]\n1. k4xk6 *\n".to_owned(), "k4xk6 captures nothing. [BA-");
    refused(FOREIGN.replace("1. d1-d4 e3-d3", "1. Kd1-d4 e3-d3"), "no king is on d1");
    refused(
        FOREIGN.replace("1. d1-d4 e3-d3", "1. d1-d4++ e3-d3"),
        "states that the king is captured, but it is not. [TF-13]",
    );
    refused(
        FOREIGN.replace("1. d1-d4 e3-d3", "1. d1-d4 e3-d3--"),
        "states that the king is in a corner, but it is not. [TF-12]",
    );
}

#[test]
fn a_note_like_a_tag_round_trips_and_tags_of_the_program_cannot_be_set() {
    let dir = TempDir::new().unwrap();
    let position = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";
    output(dir.path(), &["coal-steel", "--position", position], "note [Game \"Battle Acre\"]\nresign\n");
    check_round_trip(dir.path(), "coal-steel.kaiser", &[]);
    output(dir.path(), &["tafl", "--rules", "first=black"], "d1-d4\n");
    output(dir.path(), &["acre"], "k4-k6\n");
    let tagged = |file: &str, name: &str| kaiser(dir.path(), &["export", file, "--tag", &format!("{name}=1")], "");
    let own = ["Result", "TERMINATION", "rules", "Kaiser-Rules", "position", "kaiser-offer", "Start-Comment"];
    for (file, names) in [
        ("tafl.kaiser", &own[..]),
        ("acre.kaiser", &["Game", "rules", "Position", "result", "Termination"]),
        ("coal-steel.kaiser", &["Game", "rules", "Position", "result", "Termination"]),
    ] {
        for name in names {
            let (code, out, err) = tagged(file, name);
            assert!(code == Some(2) && out.is_empty(), "{file} {name}: {out}{err}");
            let text = format!("the program writes the tag {} itself: it ", name.to_lowercase());
            let other = format!("the program writes the tag {} itself: the tag rules", name.to_lowercase());
            let err = err.to_lowercase();
            assert!(err.contains(&text) || err.contains(&other), "{file} {name}: {err}");
        }
        // Near miss: a name that only begins like one of them.
        assert!(tagged(file, "Results").1.contains("Results"));
    }
}

#[test]
fn games_without_moves_stay_separate_in_a_file_of_several() {
    let dir = TempDir::new().unwrap();
    let played = |game: &str, name: &str, lines: &str| {
        let mut words = vec![game, "-o", name];
        words.extend(["--rules", "first=black"].iter().filter(|_| game == "tafl"));
        output(dir.path(), &words, lines);
        output(dir.path(), &["export", name], "")
    };
    let resigned = played("tafl", "a.kaiser", "resign white\n");
    let unplayed = played("tafl", "b.kaiser", "");
    let noted = played("tafl", "c.kaiser", "d1-d4\ne3-d3\nnote result:1\n");
    let acre = played("acre", "d.kaiser", "k4-k6\n");
    assert!(resigned.ends_with("]\n\n"), "an empty line ends the tags: {resigned}");
    let all = [&resigned, &unplayed, &resigned, &noted, &unplayed, &acre];
    // Older exports have no such empty line. Here they follow directly after one another.
    let close = |record: &&String| record.trim_end().to_owned() + "\n";
    for text in [all.map(|record| record.to_string()).concat(), all[..5].iter().map(close).collect()] {
        fs::write(dir.path().join("all"), &text).unwrap();
        let out = output(dir.path(), &["import", "all", "--check"], "");
        let alone = |record: &String| {
            fs::write(dir.path().join("one"), record).unwrap();
            output(dir.path(), &["import", "one", "--check"], "").trim_end().to_owned()
        };
        let count = if text.contains("Battle Acre") { 6 } else { 5 };
        let each: Vec<String> = all[..count].iter().map(|record| alone(record)).collect();
        assert_eq!(out.trim_end(), each.join("\n\n"), "{text}");
    }
    // Near misses: tags and comments after the rules belong to the same game, with or without an empty line.
    let rules = unplayed.lines().find(|line| line.starts_with("[rules:")).unwrap();
    for suffix in ["\n\n[annotator:Anna]\n", "\n[annotator:Anna]\n", "\n\n[a quiet game]\n\n[site:Kiel]\n\n1. d1-d4\n"]
    {
        fs::write(dir.path().join("one"), format!("[event:x]\n{rules}{suffix}")).unwrap();
        assert_eq!(output(dir.path(), &["import", "one", "--check", "--json"], "").lines().count(), 1, "{suffix}");
    }
}

#[test]
fn notes_that_look_like_tags_stay_notes() {
    let dir = TempDir::new().unwrap();
    for note in ["result:1", "rules:dim:9", "Game \"Battle Acre\"", "a&#58;b: c|d]", "plain words: with a colon"] {
        let dir = TempDir::new().unwrap();
        output(dir.path(), &["tafl", "--rules", "first=black"], &format!("d1-d4\nnote {note}\n"));
        let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
        fs::write(dir.path().join("all"), format!("{record}{record}[Game \"Coal and Steel\"]\n\nplace W d2\n*\n"))
            .unwrap();
        assert_eq!(output(dir.path(), &["import", "all", "--check", "--json"], "").lines().count(), 3, "{record}");
        output(dir.path(), &["import", "all", "-o", "all.kaiser"], "");
        assert_eq!(output(dir.path(), &["export", "all-2.kaiser"], ""), record);
        assert!(output(dir.path(), &["log", "all-1.kaiser"], "").contains(&format!("note: {note}\n")), "{record}");
    }
    // A note that only contains a colon is written as usual, here one on each side's move.
    output(dir.path(), &["tafl", "--rules", "first=black"], "d1-d4\nnote a:b\ne3-d3\nnote see: d3\n");
    assert!(check_round_trip(dir.path(), "tafl.kaiser", &[]).contains("[a:b|see: d3]"));
}

#[test]
fn a_checked_record_equals_the_later_export() {
    let dir = TempDir::new().unwrap();
    let position = "Q6/4e4/5k5/1P11/1B6P10/14p6/S19N/8E1P8/P4nP6/1M2D4M1/1V1CKC3/2G1GN1 w - - 4 25";
    for (lines, mark) in [("h12-i10\n", "h12-i10#"), ("", "*")] {
        let dir = TempDir::new().unwrap();
        output(dir.path(), &["acre", "--position", position], lines);
        let record = check_round_trip(dir.path(), "acre.kaiser", &[]);
        assert!(record.contains(mark), "{record}");
        assert_eq!(output(dir.path(), &["import", "record", "--check"], ""), record);
    }
    fs::write(dir.path().join("foreign"), FOREIGN).unwrap();
    let checked = output(dir.path(), &["import", "foreign", "--check"], "");
    output(dir.path(), &["import", "foreign"], "");
    assert_eq!(output(dir.path(), &["export", "tafl.kaiser"], ""), checked);
}

#[test]
fn a_game_without_a_result_ends_where_numbering_restarts_at_1() {
    let dir = TempDir::new().unwrap();
    let games = |text: &str| {
        fs::write(dir.path().join("games"), text).unwrap();
        kaiser(dir.path(), &["import", "games", "--check", "--json"], "")
    };
    for (text, many) in [
        ("[Game \"Battle Acre\"]\n1. k4-k6 resign_red\n1. k4-k6 k9-k7 *\n", 2),
        ("1. k4-k6 k9-k7\n1. j4-j6\n", 2),
        ("1. k4-k6 draw accept 1.k4-k6 k9-k7 2. j4-j6", 2),
        // Near misses: a repeated number, a number for each move, and an offer before move 1.
        ("1. k4-k6 {centre} 1... k9-k7 2. j4-j6", 1),
        ("1. k4-k6 1. k9-k7 2. j4-j6", 1),
        ("draw {now?} 1. k4-k6 k9-k7", 1),
    ] {
        let (code, out, err) = games(text);
        assert!(code == Some(0) && out.lines().count() == many, "{text}: {out}{err}");
    }
    let (code, _, err) = games("[Game \"Coal and Steel\"]\nplace W d2\n*\nplace W d2\n");
    assert!(code == Some(1) && err.contains("another game begins with its tags") && !err.contains("1."), "{err}");
}

#[test]
fn the_end_of_acre_and_of_coal_and_steel_is_read_from_its_words() {
    let dir = TempDir::new().unwrap();
    let position = "4b5/10/10/4w'5/10/10/10/10/4C'5/B'9 c - - Ss -";
    let coal = format!("[Game \"Coal and Steel\"]\n[Position \"{position}\"]\n");
    let acre = "[Game \"Battle Acre\"]\n".to_owned();
    let import = |front: &str, result: &str, how: &str, moves: &str| {
        let text = format!("{front}[Result \"{result}\"]\n[Termination \"{how}\"]\n\n{moves}\n{result}\n");
        fs::write(dir.path().join("record"), text).unwrap();
        let (code, out, err) = kaiser(dir.path(), &["import", "record", "--check", "--json"], "");
        assert_eq!(code, Some(0), "{how}: {out}{err}");
        (out, err)
    };
    for (front, result, how, moves, status) in [
        (&acre, "1/2-1/2", "Draw: agreed", "1. k4-k6", "Draw: agreed"),
        (&acre, "1/2-1/2", "by agreement", "1. k4-k6 draw", "Draw: agreed"),
        (&acre, "0-1", "White resigns", "1. k4-k6", "Red wins: White resigns"),
        (&acre, "1-0", "Red lost on time", "1. k4-k6", "White wins: Red is out of time"),
        (&coal, "0-1", "Steel wins: Coal resigns", "e2-e3", "Steel wins: Coal resigns"),
        (&coal, "1-0", "steel resigned", "e2-e3", "Coal wins: Steel resigns"),
    ] {
        let (out, err) = import(front, result, how, moves);
        assert!(err.is_empty() && out.contains(&format!("\"status\":\"{status}\"")), "{how}: {out}{err}");
    }
    // Near misses: the side that resigns has not won, and words that name no end.
    for (front, result, how) in
        [(&acre, "1-0", "White resigns"), (&acre, "0-1", "adjudicated"), (&coal, "0-1", "steel resigned")]
    {
        let moves = if front == &acre { "1. k4-k6" } else { "e2-e3" };
        let (out, err) = import(front, result, how, moves);
        assert!(err.contains("which is kept") && out.contains("to move."), "{how}: {out}{err}");
    }
}

#[test]
fn import_and_export_name_the_kind_of_a_wrong_file() {
    let dir = TempDir::new().unwrap();
    let fails = |words: &[&str]| {
        let (code, out, err) = kaiser(dir.path(), words, "");
        assert!(code != Some(0), "{out}");
        err
    };
    assert!(fails(&["export", "nothing.kaiser"]).contains("There is no file nothing.kaiser"));
    output(dir.path(), &["acre"], "k4-k6\n");
    let err = fails(&["import", "acre.kaiser"]);
    assert!(
        err.contains("acre.kaiser is a journal, not a record.") && err.contains("kaiser export acre.kaiser"),
        "{err}"
    );
    // A hint to type at the prompt is of no use for a file, so it is omitted.
    fs::write(dir.path().join("wrong"), "[Game \"Battle Acre\"]\n1. k5-k6 *\n").unwrap();
    let err = fails(&["import", "wrong"]);
    assert!(err.contains("There is no piece on k5") && !err.contains("hint"), "{err}");
    fs::write(dir.path().join("one"), "1. k4-k6 *\n").unwrap();
    assert!(output(dir.path(), &["import", "one"], "").contains("1 move is in "));
}

#[test]
fn many_undone_attempts_do_not_nest_too_deep_to_be_read() {
    let dir = TempDir::new().unwrap();
    // At every step one move is undone for another, and in the end all of them are undone.
    let steps = ["k4-k6", "j9-j8", "j4-j5", "i9-i8", "i4-i5", "h9-h8"];
    let others = ["i4-i5", "k9-k8", "l4-l5", "l9-l8", "h4-h5", "g9-g8"];
    let mut lines = String::new();
    for (step, other) in steps.iter().zip(others) {
        lines += &format!("{other}\nundo\n{step}\n");
    }
    lines += &"undo\n".repeat(steps.len());
    lines += "h4-h5\n";
    output(dir.path(), &["acre", "--keep-going"], &lines);
    let record = check_round_trip(dir.path(), "acre.kaiser", &[]);
    let deepest = record.chars().scan(0, |depth, letter| {
        *depth += i32::from(letter == '(') - i32::from(letter == ')');
        Some(*depth)
    });
    assert!(deepest.max() <= Some(3), "{record}");
}

#[test]
fn notes_on_hidden_pieces_are_shown_when_the_game_is_over() {
    let dir = TempDir::new().unwrap();
    let position = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";
    output(dir.path(), &["coal-steel", "--position", position], "note e2 is the Caster\n");
    let log = |file: &str| output(dir.path(), &["log", file], "");
    assert!(log("coal-steel.kaiser").contains("1  a note"), "{}", log("coal-steel.kaiser"));
    output(dir.path(), &["play", "coal-steel.kaiser"], "resign\n");
    assert!(log("coal-steel.kaiser").contains("1  note: e2 is the Caster"));
}

#[test]
fn coal_and_steel_round_trips_and_reveals_nothing_before_the_end() {
    let dir = TempDir::new().unwrap();
    let position = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";
    output(dir.path(), &["coal-steel", "--position", position], "flip e7\nundo because \"a slip\"\ne7-f6\n");
    let (code, _, err) = kaiser(dir.path(), &["export", "coal-steel.kaiser"], "");
    assert!(code == Some(1) && err.contains("--reveal"), "{err}");
    let record = check_round_trip(dir.path(), "coal-steel.kaiser", &["--reveal"]);
    assert!(record.contains("[Game \"Coal and Steel\"]") && record.contains("e7-f6"), "{record}");
    assert_eq!(kaiser(dir.path(), &["export", "lines"], "").0, Some(1), "not a journal of a board game");
}

#[test]
fn records_of_any_text_are_read_or_refused_without_a_panic() {
    let letters: Vec<char> = "[]\"{}();$*1. e4-x\\\n_".chars().collect();
    let mut word = 7_u64;
    for _ in 0..3_000 {
        let text: String = (0..30)
            .map(|_| {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                letters[(word >> 33) as usize % letters.len()]
            })
            .collect();
        for form in [RecordForm::Numbered, RecordForm::Plain] {
            if let Ok(record) = Record::read(&text, form) {
                let written = record.write(form);
                let again = Record::read(&written, form).unwrap_or_else(|error| panic!("{text:?}: {}", error.what));
                assert_eq!(again.moves.len(), record.moves.len(), "{text:?}");
            }
        }
        assert!(open_tafl::read(&text).is_err(), "the file has no record of rules");
    }
}

/// A record as this program wrote it, of a game that ended on time.
const ON_TIME: &str = "[variant:Tafl 9x9]\n\
    [kaiser-rules:first=black,gold_hostile_to=both,king_capture=two,no_move=loses,repetition=draw]\n[result:-1]\n\
    [termination:White wins: Black is out of time]\n\
    [rules:dim:9 name:Tafl surf:n atkf:y tfr:d ks:w start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]\n\n\
    1. d1-d4 e3-d3xd4\n2. f1-f2\n";

/// A game with an end that no move proves.
const CLAIMED: &str = "[Game \"Battle Acre\"]\n[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. l4-l6 q9-q8 1-0\n";

#[test]
fn a_claimed_end_is_kept_beside_what_the_moves_prove() {
    let dir = TempDir::new().unwrap();
    let round = |text: &str| {
        fs::write(dir.path().join("record"), text).unwrap();
        let _old = fs::remove_file(dir.path().join("game.kaiser"));
        let (code, out, err) = kaiser(dir.path(), &["import", "record", "-o", "game.kaiser"], "");
        assert_eq!(code, Some(0), "{out}{err}");
        (output(dir.path(), &["export", "game.kaiser"], ""), out, err)
    };
    let (record, out, err) = round(ON_TIME);
    assert_eq!(record, ON_TIME);
    assert!(out.contains("White wins: Black is out of time") && err.is_empty(), "the record proves it: {out}{err}");
    let (record, out, err) = round(CLAIMED);
    let tags = "[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. l4-l6 q9-q8 1-0\n";
    assert!(record.ends_with(tags), "{record}");
    assert!(out.contains("White to move"), "{out}");
    assert!(err.contains("the record claims 1-0 (normal), which is kept. By its moves, the game is not over"), "{err}");
    assert_eq!(round(&record).0, record);
    let json = output(dir.path(), &["import", "record", "--check", "--json"], "");
    assert!(json.contains("\"claimed\":\"1-0\"") && json.contains("\"proven\":\"*\""), "{json}");
    // A result without its tag is kept too. One that contradicts its tag is refused.
    assert!(round("[Game \"Battle Acre\"]\n\n1. l4-l6 q9-q8 0-1\n").0.contains("[Result \"0-1\"]"));
    fs::write(dir.path().join("record"), CLAIMED.replace("q8 1-0", "q8 0-1")).unwrap();
    let (code, _, err) = kaiser(dir.path(), &["import", "record", "--check"], "");
    assert!(code == Some(1) && err.contains("line 5: The game ends with 0-1, but its tag Result is 1-0"), "{err}");
    // Tafl: a result whose words name no way to end is only a claim.
    let other = ON_TIME.replace("White wins: Black is out of time", "adjudicated").replace("result:-1", "result:1");
    let (record, _, err) = round(&other);
    assert_eq!(record, other);
    assert!(err.contains("the record claims 1-0 (adjudicated)"), "{err}");
    // Words that contradict the result are only a claim: a side that resigns has not won.
    for (result, termination) in [
        ("1", "Black resigns"),
        ("1", "White wins: Black is out of time"),
        ("-1", "White resigned"),
        ("-1", "Black wins: White is out of time"),
    ] {
        let other = ON_TIME.replace("White wins: Black is out of time", termination);
        let other = other.replace("result:-1", &format!("result:{result}"));
        let (record, _, err) = round(&other);
        assert_eq!(record, other);
        assert!(err.contains(&format!("({termination}), which is kept. By its moves, the game is not over")), "{err}");
    }
    // Near misses: the loser resigns or is out of time, in other programs' words.
    for (result, termination) in [("1", "White resigned"), ("-1", "Black resigns"), ("1", "White lost on time")] {
        let other = ON_TIME.replace("White wins: Black is out of time", termination);
        let (_, out, err) = round(&other.replace("result:-1", &format!("result:{result}")));
        assert!(err.is_empty() && out.contains(" wins: "), "{termination}: {out}{err}");
    }
    let (_, _, err) = round(&ON_TIME.replace("result:-1", "result:2"));
    assert!(err.contains("\"2\" is not a result of a game"), "{err}");
    let (_, _, _) = round(&other);
    // If the game continues, the claim no longer applies and is not exported.
    output(dir.path(), &["play", "game.kaiser"], "f5-f4\n");
    let played = output(dir.path(), &["export", "game.kaiser"], "");
    assert!(played.contains("[result:?]") && !played.contains("adjudicated"), "{played}");
}

#[test]
fn rules_are_read_in_every_form_and_unknown_ones_are_refused_by_name() {
    let start = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
    let read = |rules: &str| open_tafl::read(&format!("[rules:dim:9 {rules}]\n\n1. d1-d4\n")).map(|(setup, _)| setup);
    let plain = read(&format!("surf:n ks:w {start}")).unwrap();
    for same in [
        "surf:n ks:w starti:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
        &format!("surf:n ks:w cenhe:tcnkTCNK spd:-1 {start}"),
        &format!("surf:n ks:n cenhe:tcnkmTCNKM corh:tcnkmgTCNKMG spd:-1,-1 cen:e5, cor:a1,a9,i1,i9, {start}"),
        &format!("surf:n ks:w cenhe:TKt corh:KTt cenh:tcnkm cenre:tTK spd:8,9 gj:n mj:n {start}"),
    ] {
        assert_eq!(read(same).as_ref(), Ok(&plain), "{same}");
    }
    // The rules state the side that begins, unless the lot has not been drawn.
    for (own, first) in [("lot", First::Lot), ("white", First::Black)] {
        let tags =
            [("kaiser-rules".to_owned(), format!("first={own}")), ("rules".to_owned(), format!("dim:9 {start}"))];
        assert_eq!(open_tafl::setup_from_tags(&tags).unwrap().rules.first, first);
    }
    let uneven = "/9/t8/4t4/3t1t3/2t1K1t2/2t1T1t2/3t1t3/9/9/";
    let inverted = "/9/9/3t1t3/2t1T1t2/2t1K1t2/3t1t3/4t4/t8/9/";
    let upward = read(&format!("start:{uneven}")).unwrap();
    assert_eq!(read(&format!("starti:{inverted}")).unwrap(), upward, "rank 9 comes first");
    assert!(read(&format!("start:{uneven} starti:{uneven}")).unwrap_err().what.contains("different positions"));
    for (rules, expected) in [
        ("surf:y", "The rules contain \"surf:y\", which is not played here"),
        ("spd:3", "The rules contain \"spd:3\""),
        ("spd:-1,4", "The rules contain \"spd:-1,4\""),
        ("cenhe:", "The rules contain \"cenhe:\""),
        ("corh:T cenhe:T", "The rules contain \"corh:T\" and \"cenhe:T\", which are not played here"),
        ("corh:TK", "must be hostile to the same pieces"),
        ("cenh:tT", "The rules contain \"cenh:tT\""),
        ("cens:", "The rules contain \"cens:\""),
        ("cor:a1,", "The rules contain \"cor:a1,\""),
        ("ks:m", "The rules contain \"ks:m\""),
        ("ka:n", "The rules contain \"ka:n\""),
        ("esc:e surf:y cor: efe:y", "\"esc:e\", \"surf:y\", \"cor:\" and \"efe:y\""),
    ] {
        let error = read(&format!("{rules} {start}")).unwrap_err();
        assert!(error.what.contains(expected), "{rules}: {}", error.what);
    }
}

#[test]
fn a_file_may_hold_several_games_each_known_by_its_notation() {
    let dir = TempDir::new().unwrap();
    let coal = "[Game \"Coal and Steel\"]\n[Position \"4b5/10/10/4w'5/10/10/10/10/4C'5/B'9 c - - Ss -\"]\n\ne2-e3\n*\n";
    let bare = "1. k4-k6! k9-k8$2 *";
    let tafl = "1. d1-d4 e3-d3xd4\n[one|two: three]\n2. f1-f2!\n";
    let text = format!(
        "{CLAIMED}\n{bare}\n\n{ON_TIME}[not a tag: a comment]\n\n{coal}\n\n[event:x]\n{ON_TIME}\n{coal}{CLAIMED}"
    );
    fs::write(dir.path().join("games"), &text).unwrap();
    let out = output(dir.path(), &["import", "games"], "");
    let names: Vec<&str> = out.lines().filter_map(|line| line.split(" in ").nth(1)?.split(':').next()).collect();
    let files = ["acre", "acre-2", "tafl", "coal-steel", "tafl-2", "coal-steel-2", "acre-3"];
    assert_eq!(names, files.map(|name| format!("{name}.kaiser")), "{out}");
    let export = |file: &str| output(dir.path(), &["export", file, "--reveal"], "");
    assert!(export("acre-2.kaiser").contains("1. k4-k6 {!} 1... k9-k8 {?} *"), "{}", export("acre-2.kaiser"));
    assert!(export("tafl.kaiser").contains("2. f1-f2\n[not a tag: a comment]"), "{}", export("tafl.kaiser"));
    assert!(export("tafl-2.kaiser").starts_with("[event:x]\n"));
    let out = output(dir.path(), &["import", "games", "-o", "all.kaiser"], "");
    assert!(out.contains("all-1.kaiser") && out.contains("all-7.kaiser"), "{out}");
    assert_eq!(output(dir.path(), &["import", "games", "--check", "--json"], "").lines().count(), 7);
    // An error in one game is shown with its game and line, and no journal is written.
    let line = text.lines().position(|line| line == bare).unwrap() + 1;
    fs::write(dir.path().join("bad"), text.replace("k9-k8$2", "k9-k3")).unwrap();
    let (code, _, err) = kaiser(dir.path(), &["import", "bad", "-o", "bad.kaiser"], "");
    assert!(code == Some(1) && err.contains(&format!("game 2: line {line}, move 1... k9-k3")), "{err}");
    assert!(!dir.path().join("bad-1.kaiser").exists());
    // A single game without a naming tag is recognised by its first move.
    for (name, text) in [("acre", bare), ("tafl", tafl), ("coal-steel", "place W d2\nplace w d9\n")] {
        fs::write(dir.path().join("one"), text).unwrap();
        let value = output(dir.path(), &["import", "one", "--check", "--json"], "");
        assert!(value.contains(&format!("\"game\":\"{name}\"")), "{value}");
    }
    fs::write(dir.path().join("one"), "1. e4 e5 2. O-O *\n").unwrap();
    let (code, _, err) = kaiser(dir.path(), &["import", "one", "--check"], "");
    assert!(code == Some(1) && err.contains("does not name its game"), "{err}");
    fs::write(dir.path().join("one"), "[Game \"Battle Acre\"]\n1. k4-k6 O-O *\n").unwrap();
    let (_, _, err) = kaiser(dir.path(), &["import", "one", "--check"], "");
    assert!(err.contains("line 2, move 1... O-O") && err.contains("`k12<>h12` or `k12<>n12`"), "{err}");
}

/// Red has no move once the Queen is on i12.
const STALEMATE: &str = "Q6/9/11/13/19/11T9/k3K16/19/13/11/9/7 w - - 0 1";
/// Coal has no legal action.
const STUCK: &str = "W'W'W'W'W'W'W'W'W'W'/10/10/10/10/10/10/10/10/3b'6 c - - - -";

/// Games that end in every possible way or go on: name and switches, the typed lines, and the final status.
const ENDINGS: &[(&[&str], &str, &str)] = &[
    (&["tafl", "--rules", "first=black"], "", "Black to move."),
    (&["tafl"], "", " to move."),
    (&["tafl"], "resign white\n", "Black wins: White resigns"),
    (&["tafl", "--rules", "first=black"], "d1-d4\ndraw\n", "White to move. White offers a draw."),
    (&["tafl", "--rules", "first=black"], "d1-d4\ndraw\ne3-d3\n", "Black to move. White offers a draw."),
    (&["tafl", "--rules", "first=black"], "d1-d4\ndraw\ne3-d3\naccept\n", "Draw: agreed"),
    (&["tafl", "--rules", "first=black"], "draw\naccept\n", "Draw: agreed"),
    (&["tafl", "--rules", "first=black"], "d1-d4\nresign\n", "Black wins: White resigns"),
    (&["tafl", "--rules", "first=black"], "d1-d4\nresign black\n", "White wins: Black resigns"),
    (&["tafl", "--rules", "first=black"], "d1-d4\nflag white\n", "Black wins: White is out of time"),
    (&["tafl", "--rules", "first=black"], "d1-d4\nflag black\n", "White wins: Black is out of time"),
    (&["tafl", "--position", "9/9/9/9/K8/9/9/1t7/9 w"], "a5-a9\n", "White wins: king at a9"),
    (&["tafl", "--position", "9/9/9/9/9/3t5/2tK5/9/4t4 b"], "e1-e3\n", "Black wins: king captured at d3"),
    (&["tafl", "--position", "9/9/9/9/K8/9/9/9/9 w"], "claim\n", "White wins: no Russian is left"),
    (&["tafl", "--position", "9/9/9/9/K8/9/9/9/9 w"], "a5-a4\n", "White wins: Black has no move"),
    (
        &["tafl", "--position", "9/9/9/9/3K5/9/9/1t7/9 w"],
        "d5-d6\nb2-b3\nd6-d5\nb3-b2\nd5-d6\nb2-b3\nd6-d5\nb3-b2\n",
        "Draw: third repetition",
    ),
    (
        &["tafl", "--position", "9/9/9/9/3K5/9/9/1t7/9 w", "--rules", "repetition=attacker_loses"],
        "d5-d6\nb2-b3\nd6-d5\nb3-b2\nd5-d6\nb2-b3\nd6-d5\nb3-b2\n",
        "White wins: third repetition",
    ),
    (&["acre"], "k4-k6\n", "Red to move."),
    (&["acre"], "k4-k6\ndraw\n", "Red to move. Red offers a draw."),
    (&["acre"], "draw\nk4-k6\naccept\n", "Draw: agreed"),
    (&["acre"], "k4-k6\nresign white\n", "Red wins: White resigns"),
    (&["acre"], "k4-k6\nresign\n", "White wins: Red resigns"),
    (&["acre"], "k4-k6\nflag white\n", "Red wins: White is out of time"),
    (&["acre"], "f3-f5\nf10-f8\nf5-f3\nf8-f10\nf3-f5\nf10-f8\nf5-f3\nf8-f10\n", "Draw: third repetition"),
    (
        &["acre", "--position", "3k3/9/11/13/19/21/21/19/13/11/9/S2K3 w - - 99 80"],
        "h1-h2\n",
        "Draw: fifty moves without capture or pawn move",
    ),
    (
        &["acre", "--position", "3k3/9/11/13/19/21/21/19/13/11/4p4/3K3 w - - 0 1"],
        "k1-k2\n",
        "Draw: both kings are bare",
    ),
    (&["acre", "--rules", "first=red"], "k9-k7\nflag white\n", "Red wins: White is out of time"),
    (
        &["acre", "--position", "Q6/4e4/5k5/1P11/1B6P10/14p6/S19N/8E1P8/P4nP6/1M2D4M1/1V1CKC3/2G1GN1 w - - 4 25"],
        "h12-i10\n",
        "White wins: checkmate",
    ),
    (&["acre", "--position", STALEMATE], "h12-i12\n", "Draw: stalemate"),
    (&["acre", "--position", STALEMATE, "--rules", "stalemate=loses"], "h12-i12\n", "White wins: stalemate"),
    (&["coal-steel", "--position", STUCK], "pass\n", "Steel to move."),
    (&["coal-steel", "--position", STUCK, "--rules", "stuck=loses"], "pass\n", "Steel wins: Coal can do nothing"),
    (&["coal-steel"], "place W d2\nplace w d9\n", "Coal to place, 17 pieces left."),
    (&["coal-steel"], "place W d2\nresign coal\n", "Steel wins: Coal resigns"),
    (
        &["coal-steel", "--rules", "handicap=steel,handicap_reserve=out"],
        "place W d2\nflag steel\n",
        "Coal wins: Steel is out of time",
    ),
    (
        &["coal-steel", "--position", "1b8/10/10/10/10/10/10/10/4Q5/B9 c - - - -"],
        "draw\ne2-e5\naccept draw\n",
        "Draw: agreed",
    ),
    (
        &["coal-steel", "--position", "1b8/10/10/10/10/10/10/10/4Q5/B9 c - - - -"],
        "draw\ne2-e5\n",
        "Steel to move. Coal offers a draw.",
    ),
    (
        &["coal-steel", "--position", "w9/h9/10/10/10/4b5/4Q5/10/10/B9 c - - - -"],
        "e4-e5\na10-b10\ne5-e6\nb10-c10\n",
        "Coal wins: Batled taken and not avenged",
    ),
    (
        &["coal-steel", "--position", "w9/h9/10/10/10/4b5/4Q5/10/10/B9 c - - - -"],
        "e4-e5\na9-a5\ne5-e6\na5-a1\n",
        "Draw: both Batleds taken",
    ),
    (
        &["coal-steel", "--rules", "repetition=threefold", "--position", "9b/4q5/10/10/10/10/4Q5/10/10/B9 c - - - -"],
        "e4-d4\ne9-d9\nd4-e4\nd9-e9\ne4-d4\ne9-d9\nd4-e4\nd9-e9\n",
        "Draw: repeated three times",
    ),
];

/// The kinds of ending of a game, each in a word. One that is not listed does not compile.
macro_rules! kinds {
    ($ALL:ident, $kind:ident, $Ending:ty: $($Variant:ident)+) => {
        const $ALL: &[&str] = &[$(stringify!($Variant)),+];

        fn $kind(ending: &$Ending) -> &'static str {
            type Ending = $Ending;
            match ending {
                $(Ending::$Variant { .. } => stringify!($Variant),)+
            }
        }
    };
}
kinds! { TAFL, of_tafl, boards::tafl::Ending:
KingEscaped KingCaptured Repetition NoMove NoRussians Resigned OutOfTime Agreed }
kinds! { ACRE, of_acre, boards::battle_acre::Ending:
Checkmate Stalemate Repetition FiftyMoves BareKings Agreed Resigned OutOfTime }
kinds! { COAL, of_coal, boards::coal_and_steel::Ending:
NotAvenged BothTaken Repetition Stuck Resigned OutOfTime Agreed }

/// How the game of a journal ended, or `None` if it goes on.
fn ending(dir: &Path, game: &str, file: &str) -> Option<&'static str> {
    use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
    let text = fs::read(dir.join(file)).unwrap();
    match game {
        "tafl" => Journal::<Tafl>::read(game, &text[..]).unwrap().journal.state().result.as_ref().map(of_tafl),
        "acre" => Journal::<BattleAcre>::read(game, &text[..]).unwrap().journal.state().result.as_ref().map(of_acre),
        _ => Journal::<CoalAndSteel>::read(game, &text[..]).unwrap().journal.state().result.as_ref().map(of_coal),
    }
}

/// The same lines with some of them undone and redone, the end too.
fn with_detours(lines: &str, seed: u64) -> String {
    let mut rng = play::Rng(seed);
    let mut disturbed = String::new();
    for line in lines.lines() {
        disturbed += &format!("{line}\n");
        for _ in 0..rng.below(3) {
            disturbed += "undo because \"a slip\"\nredo\n";
        }
    }
    disturbed
}

#[test]
fn records_of_every_kind_of_ending_round_trip_unchanged() {
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (seed, (game, lines, status)) in ENDINGS.iter().enumerate() {
        for lines in [(*lines).to_owned(), with_detours(lines, seed as u64)] {
            let dir = TempDir::new().unwrap();
            output(dir.path(), game, &lines);
            let file = format!("{}.kaiser", game[0]);
            let reveal: &[&str] = if game[0] == "coal-steel" { &["--reveal"] } else { &[] };
            check_round_trip(dir.path(), &file, reveal);
            let log = output(dir.path(), &["show", "again.kaiser"], "");
            assert!(log.contains(status), "{game:?} {lines}: {log}");
            let [before, after] = [file.as_str(), "again.kaiser"].map(|file| ending(dir.path(), game[0], file));
            assert_eq!(before, after, "{game:?} {lines}");
            seen.extend(after.map(|kind| (game[0], kind)));
        }
    }
    for (game, kinds) in [("tafl", TAFL), ("acre", ACRE), ("coal-steel", COAL)] {
        let unseen: Vec<&&str> = kinds.iter().filter(|kind| !seen.contains(&(game, **kind))).collect();
        assert!(unseen.is_empty(), "{game} never ended by {unseen:?}");
    }
}

/// Returns lines with random legal moves, draw offers and flips from a seed, and an end drawn from `closing`.
/// Some moves are undone, and some of these redone.
fn at_random<G: session::boards::BoardGame>(state: G::State, seed: u64, closing: &[&str]) -> String {
    const UNDO: &str = "undo because \"a slip\"";
    let mut rng = play::Rng(seed);
    let mut lines: Vec<String> = Vec::new();
    let most = 4 + rng.below(60) as usize;
    let (mut states, mut undone) = (vec![state], Vec::new());
    while lines.len() < most {
        match rng.below(6) {
            0 if 1 < states.len() => {
                undone.extend(states.pop());
                lines.push(UNDO.to_owned());
                continue;
            }
            1 if let Some(again) = undone.pop() => {
                states.push(again);
                lines.push("redo".to_owned());
                continue;
            }
            _ => {}
        }
        let mut state = states.last().unwrap().clone();
        if G::is_over(&state) {
            break;
        }
        let choices = G::choices(&state);
        let extra_choices = G::before_a_move(&state);
        let command = match rng.below(12) {
            0 if G::game_status(&state).offer.is_none() => G::from_common(CommonCommand::OfferDraw),
            1..4 if !extra_choices.is_empty() => extra_choices[rng.below(extra_choices.len() as u64) as usize].clone(),
            _ => choices[rng.below(choices.len() as u64) as usize].clone(),
        };
        let Ok(events) = play::decide::<G>(&state, &command, &mut play::Script::typed([])) else { continue };
        play::apply_all::<G>(&mut state, &events);
        lines.push(G::command_text(&command));
        states.push(state);
        undone.clear();
    }
    if !G::is_over(states.last().unwrap()) {
        lines.extend(closing[rng.below(closing.len() as u64) as usize].lines().map(str::to_owned));
    }
    lines.join("\n") + "\n"
}

#[test]
fn random_games_round_trip_unchanged() {
    use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
    use session::boards::BoardGame as _;
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    for seed in 1..=12 {
        let first = ["first=black", "first=white"][seed as usize % 2];
        let setup = Tafl::setup(&owned(&[first]), None).unwrap();
        let closing = ["", "resign black", "resign white", "flag black", "flag white", "draw"];
        let tafl = at_random::<Tafl>(<Tafl as play::Game>::initial_state(&setup), seed, &closing);
        let setup = BattleAcre::setup(&[], None).unwrap();
        let closing = ["", "resign white", "resign red", "flag white", "flag red", "draw"];
        let acre = at_random::<BattleAcre>(<BattleAcre as play::Game>::initial_state(&setup), seed, &closing);
        let position =
            "b'w'w'w'h'c't'q'w'w'/w'w'w'w'w'5/10/10/4#5/10/10/10/W'W'W'W'W'W'4/B'Q'W'W'H'C'T'W'1W' c H t Ss -";
        let setup = CoalAndSteel::setup(&[], Some(position)).unwrap();
        let closing = ["", "resign coal", "resign steel", "flag coal", "flag steel", "draw"];
        let coal = at_random::<CoalAndSteel>(<CoalAndSteel as play::Game>::initial_state(&setup), seed, &closing);
        for (game, lines) in [
            (&["tafl", "--rules", first][..], tafl),
            (&["acre"], acre),
            (&["coal-steel", "--position", position], coal),
        ] {
            let dir = TempDir::new().unwrap();
            let (code, out, err) = kaiser(dir.path(), &[game, &["--keep-going"]].concat(), &lines);
            assert!(code == Some(0) || err.contains("accept"), "{out}{err}");
            let reveal: &[&str] = if game[0] == "coal-steel" { &["--reveal"] } else { &[] };
            check_round_trip(dir.path(), &format!("{}.kaiser", game[0]), reveal);
        }
    }
}

/// A move tried after a lot that must be drawn again: no record can state which side began it. If another lot draws
/// the same side again, the move is a variation like any other. [TF-4]
#[test]
fn tf_4_a_move_tried_before_another_lot_is_kept_if_the_same_side_begins() {
    let mut variations = 0;
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let begin = ["tafl", "--rules", "first=lot", "--seed", seed, "--keep-going"];
        let dir = TempDir::new().unwrap();
        kaiser(dir.path(), &begin, "go nodes 1\nundo 1 because \"no\"\nresign\nresign black\n");
        let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
        assert!(!record.contains("1. "), "{record}");
        let dir = TempDir::new().unwrap();
        kaiser(dir.path(), &begin, "lot\nd1-c1\ne3-d3\nundo 1 because \"no\"\nlot\nd1-d4\ne3-c3\n");
        variations += usize::from(check_round_trip(dir.path(), "tafl.kaiser", &[]).contains("1a.1."));
    }
    assert!(0 < variations, "a variation after the same lot");
}

/// The notation has no offers: a move that was undone and made again after an offer is the same move.
#[test]
fn tafl_writes_no_variation_equal_to_the_move_played() {
    let dir = TempDir::new().unwrap();
    output(dir.path(), &["tafl", "--rules", "first=black"], "d1-c1\nd5-d6\nundo\ndraw\nd5-d6\n");
    let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
    assert_eq!(record.matches("d5-d6").count(), 1, "{record}");
    // The near miss: d5-d6 is made again, but the move after it differs, so the first one is a variation.
    let dir = TempDir::new().unwrap();
    output(
        dir.path(),
        &["tafl", "--rules", "first=black"],
        "d1-c1\nd5-d6\nc1-d1\nundo 2 because \"no\"\ndraw\nd5-d6\nc1-b1\n",
    );
    let record = check_round_trip(dir.path(), "tafl.kaiser", &[]);
    assert!(record.contains("c1-d1") && record.matches("d5-d6").count() == 1, "{record}");
}

/// Phones write dashes for hyphens.
#[test]
fn a_dash_for_the_hyphen_of_a_move_is_named() {
    let tafl = format!("[rules:dim:9 {TAFLS_START}]\n\n");
    let cases = [
        ("[Game \"Battle Acre\"]\n\n1. k4\u{2013}k6 *\n".to_owned(), "k4-k6"),
        ("[Game \"Battle Acre\"]\n\n1. k4 \u{2014} k6 *\n".to_owned(), "-"),
        ("[Game \"Battle Acre\"]\n\n1\u{2013}0\n".to_owned(), "1-0"),
        ("[Game \"Coal and Steel\"]\n\ne7\u{2212}e8\n".to_owned(), "e7-e8"),
        (format!("{tafl}1. d1\u{2014}d4 e3-d3\n"), "1. d1-d4 e3-d3"),
        ("1. k4\u{2013}k6 *\n".to_owned(), "1. k4-k6 *"),
    ];
    let dir = TempDir::new().unwrap();
    for (record, meant) in cases {
        fs::write(dir.path().join("game"), &record).unwrap();
        let (code, _, err) = kaiser(dir.path(), &["import", "game", "--check"], "");
        assert!(code == Some(1) && err.contains("A move is joined by a hyphen (-), not \""), "{record}{err}");
        assert!(err.contains(&format!("hint:  {meant}\n")), "{record}{err}");
    }
    let (_, _, err) = kaiser(dir.path(), &["tafl", "--keep-going"], "d1\u{2013}d4\n");
    assert!(err.contains("A move is joined by a hyphen (-)") && err.contains("d1-d4"), "{err}");
}

/// A line that begins with % is for other programs.
#[test]
fn escaped_lines_of_a_record_are_skipped() {
    let dir = TempDir::new().unwrap();
    output(dir.path(), &["acre"], "go nodes 1\ngo nodes 1\n");
    output(dir.path(), &["tafl", "--rules", "first=black"], "d1-c1\nd5-d6\n");
    for game in ["acre", "tafl"] {
        let record = output(dir.path(), &["export", &format!("{game}.kaiser")], "");
        let escaped =
            format!("% one [x \"y\"]\n{}%two 1. e4\n", record.replace('\n', "\n%{ (\n").replace("%{ (\n\n", "\n"));
        fs::write(dir.path().join("game"), &escaped).unwrap();
        let checked = output(dir.path(), &["import", "game", "--check"], "");
        assert_eq!(checked.trim_end(), record.trim_end(), "{escaped}");
    }
    // Only at the beginning of a line.
    fs::write(dir.path().join("game"), "[Game \"Battle Acre\"]\n\n1. %one\n").unwrap();
    let (code, _, err) = kaiser(dir.path(), &["import", "game"], "");
    assert!(code == Some(1) && err.contains("\"%one\" is not a move"), "{err}");
}
