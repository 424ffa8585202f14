//! Rules of the board games and of the campaign, looked up by number and by word; also notes and boards at the table.
use tempfile::TempDir;

use super::kaiser;

#[track_caller]
fn output(arguments: &[&str], lines: &str) -> String {
    let dir = TempDir::new().unwrap();
    let (code, out, err) = kaiser(dir.path(), arguments, lines);
    assert!(code.is_some(), "{out}{err}");
    out + &err
}

#[test]
fn paragraphs_of_every_game_are_found_by_number_and_by_word() {
    for (words, expected) in [
        (&["CS-16"][..], "[CS-16] A wall becomes a tunnel"),
        (&["cs-16"], "[CS-16] A wall becomes a tunnel"),
        (&["[TF-Q3]"], "[TF-Q3] Repetition"),
        (&["BA-R2"], "[BA-R2] What crooked means"),
        (&["SC-A9"], "[SC-A9] Defeat"),
        (&["6.5.1"], "[6.5.1]"),
        (&["TF"], "[TF-13]   The king captured"),
        (&["search", "batled"], "[CS-22]"),
        (&["search", "en", "passant"], "[BA-22]"),
        (&["search", "batlad"], "did you mean `rules search batled`?"),
        (&["search", "castlimg", "spire"], "did you mean `rules search castling spire`?"),
        (&["CS-25"], "There is no paragraph CS-25"),
    ] {
        let out = output(&[&["rules"], words].concat(), "");
        assert!(out.contains(expected), "{words:?}: {out}");
    }
    assert!(output(&["rules", "CS-25"], "").contains("`kaiser rules CS` lists the paragraphs of that book"));
    assert!(!output(&["rules"], "").contains("TF-"), "the chapters of the naval book only");
}

#[test]
fn help_and_rules_at_the_prompt_print_a_paragraph() {
    for (game, number, other) in
        [("tafl", "TF-8", "BA-24"), ("acre", "BA-29", "TF-8"), ("coal-steel", "CS-24", "CS-A9")]
    {
        let out = output(&[game], &format!("help {number}\nrules {other}\nrules search capture\nrules\nhelp captur\n"));
        for expected in [number, other] {
            assert!(out.contains(&format!("[{expected}] ")), "{out}");
        }
        assert!(out.contains(&format!("[{}-1]", &number[..2])), "its own book: {out}");
    }
    let out = output(&["crystal"], "help SC-12\nhelp wizard\nrules SC-9\nrules\n");
    for expected in ["[SC-12] Magic step", "[SC-16]", "[SC-9] Movement", "[SC-23]"] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    assert!(output(&["tafl", "--keep-going"], "help captire\n").contains("did you mean `help "));
}

#[test]
fn a_bare_number_is_a_paragraph_of_the_current_game() {
    for (game, query, expected) in [
        ("tafl", "rules 4", "[TF-4] Turns"),
        ("tafl", "help 4", "[TF-4] Turns"),
        ("tafl", "rules q3", "[TF-Q3] Repetition"),
        ("coal-steel", "rules 24", "[CS-24] Handicap"),
        ("crystal", "rules 9", "[SC-9] Movement"),
    ] {
        let out = output(&[game], &format!("{query}\n"));
        assert!(out.contains(expected) && !out.contains("[4] Sighting"), "{game}, {query}: {out}");
    }
    // A number missing from this game's book is not looked up in another book unless that book is named.
    let out = output(&["tafl"], "rules 6.5.1\n");
    assert!(out.contains("The rules of this game have no paragraph 6.5.1") && out.contains("`rules TF`"), "{out}");
    assert!(output(&["tafl"], "rules BA-24\n").contains("[BA-24] "));
}

#[test]
fn why_in_tafl_and_acre_lists_the_paragraphs_behind_a_command() {
    let out = output(&["tafl", "--rules", "first=black"], "d1-d4\ne3-d3\nwhy\nwhy 1\nwhy not d9-d8\nwhy not d9-e9\n");
    assert!(
        out.contains("2  e3-d3\nThe Swede moves from e3 to d3. [TF-5]\nThe Russian on d4 is captured. [TF-8]\n"),
        "{out}"
    );
    assert!(out.contains("\n[TF-5] Moves: Every man") && out.contains("\n[TF-8] Capture: After a move"), "{out}");
    assert!(out.contains("1  d1-d4\n") && out.contains("d9-d8 is legal."), "{out}");
    let out = output(&["acre", "--position", "3k3/9/11/13/19/21/21/19/13/11/4p4/3K3 w - - 0 1"], "k1-k2\nwhy #1\n");
    assert!(out.contains("[BA-18] ") && out.contains("[BA-29] Draws: "), "{out}");
    let out = output(&["tafl", "--rules", "first=black"], "d1-d4\nundo\nwhy\n");
    assert!(out.contains("There is no effective command."), "{out}");
}

/// In Coal and Steel a move, a capture, a flip and a forced flip, each by its own paragraph.
#[test]
fn why_in_coal_and_steel_cites_the_paragraphs_of_a_move_capture_and_flip() {
    let why = |position: &str, lines: &str| output(&["coal-steel", "--position", position], &format!("{lines}why\n"));
    let out = why("b'9/10/10/4h5/4W5/10/10/10/10/B'9 c - - Ss -", "e6-e7\n");
    for expected in [
        "1  e6-e7\nCoal moves e6-e7. [CS-13]\nSteel's Charger on e7 is captured. [CS-19]\n",
        "\n[CS-13] Warrior: ",
        "\n[CS-19] Capture: ",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let hidden = "b'9/10/4h'5/10/4W5/10/10/10/10/B'9 c - - Ss -";
    let out = why(hidden, "flip a1\n");
    let flip = "1  flip a1\nCoal's piece on a1 turns up: a Batled. [CS-6]\n[CS-6] A turn: ";
    assert!(out.contains(flip) && !out.contains("[CS-13]"), "{out}");
    // A move beside a face-down enemy turns it up.
    let out = why(hidden, "e6-e7\n");
    assert!(out.contains("Steel's piece on e8 must turn up: a Charger. [CS-6]\n[CS-13] Warrior: "), "{out}");
    assert!(out.contains("\n[CS-6] A turn: ") && !out.contains("[CS-19]"), "{out}");
    // The near miss: a face-down piece steps by a different paragraph than its kind.
    let out = why("b'9/10/10/10/4W'5/10/10/10/10/B'9 c - - Ss -", "e6-e7\n");
    assert!(out.contains("\n[CS-7] Face down: ") && !out.contains("[CS-13]"), "{out}");
}

#[test]
fn why_describes_an_entry_that_it_cannot_explain() {
    for (lines, expected) in [
        ("place random\nwhy 1\n", "Entry 1 is not a command: coal places its pieces in one line"),
        ("place line WW\nwhy 1\n", "Entry 1 is not a command: coal places its pieces in one line"),
        ("note a word\nwhy 1\n", "Entry 1 is not a command but a note."),
        ("place W a1\nundo\nwhy 1\n", "Entry 1 was undone or removed."),
        ("place W a1\nundo\nwhy 2\n", "Entry 2 is not a command."),
        ("place W a1\nwhy 2\n", "There is no entry 2"),
        // The near miss: the first piece that the line placed.
        ("place line WW\nwhy 2\n", "2  place ? a1"),
    ] {
        let out = output(&["coal-steel", "--keep-going"], lines);
        assert!(out.contains(expected), "{lines}: {out}");
    }
    let out = output(&["acre"], "note a word\nk4-k6\nwhy 1\nwhy 2\n");
    assert!(out.contains("Entry 1 is not a command but a note."), "{out}");
}

#[test]
fn the_last_piece_to_place_is_in_the_singular() {
    let warriors = ('a'..='j').map(|file| format!("place W {file}8\n")).collect::<String>();
    let others = "place C a9\nplace C b9\nplace H c9\nplace H d9\nplace T e9\nplace B f9\n";
    let out = output(&["coal-steel"], &format!("place random\n{warriors}{others}status\nplace T g9\nstatus\n"));
    assert!(out.contains("Steel to place, 2 pieces left.\n") && out.contains("to place, 1 piece left.\n"), "{out}");
}

#[test]
fn why_reveals_no_kind_of_a_hidden_piece() {
    let dir = TempDir::new().unwrap();
    let run = |arguments: &[&str], lines: &str| {
        let (_, out, err) = kaiser(dir.path(), arguments, lines);
        out + &err
    };
    let out = run(&["coal-steel", "--json"], "place Q d2\nwhy\n");
    let why = out.lines().find(|line| line.contains("\"why\"")).unwrap();
    assert!(why.contains("place ? d2") && !why.to_lowercase().contains("squed\"") && !why.contains("Q d2"), "{why}");
    let out = run(&["play", "coal-steel.kaiser"], "why 1\nresign\nwhy 1\n");
    assert!(out.contains("1  place ? d2") && out.contains("1  place Q d2"), "the game is over: {out}");
}

#[test]
fn a_note_in_the_campaign_is_kept_in_its_log() {
    let dir = TempDir::new().unwrap();
    let run = |arguments: &[&str], lines: &str| {
        let (code, out, err) = kaiser(dir.path(), arguments, lines);
        assert_eq!(code, Some(0), "{out}{err}");
        out
    };
    let out = run(&["crystal", "--seed", "1"], "note Anna leads, for once\nevent\nlog\n");
    assert!(out.contains("Noted.") && out.contains("note: Anna leads, for once"), "{out}");
    assert!(run(&["log", "aidlon.kaiser"], "").contains("note: Anna leads, for once"));
    assert!(run(&["verify", "aidlon.kaiser"], "").contains("all agree"));
    assert!(run(&["crystal", "-o", "x.kaiser"], "help\n").contains("note WORDS"));
    let (code, _, err) = kaiser(dir.path(), &["play", "aidlon.kaiser"], "note\n");
    assert!(code == Some(1) && err.contains("A note needs words."), "{err}");
}

#[test]
fn a_text_board_keeps_its_width_and_fits_a_screen() {
    let layout = |position: &str| {
        let out = output(&["coal-steel", "--position", position], "");
        let lines: Vec<&str> = out.lines().filter(|line| line.starts_with(" 1 ") || line.starts_with("10 ")).collect();
        let files = out.lines().find(|line| line.trim_start().starts_with("a ")).unwrap_or_default().to_owned();
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
        (lines.iter().map(|line| line.find(['B', 'b'])).collect::<Vec<_>>(), files)
    };
    // With and without face-down pieces and tiles, a piece of the same file is in the same column.
    let open = layout("9b/10/10/10/10/10/10/10/10/9B c - - Ss -");
    let hidden = layout("9b'/10/10/4#5/10/10/10/10/4W'5/9B' c - - Ss -");
    assert_eq!(open, hidden);
    let out = output(&["coal-steel"], "place W d2\nboard\n");
    assert!(out.contains("Still to place: ") && out.lines().all(|line| line.chars().count() <= 80), "{out}");
}
