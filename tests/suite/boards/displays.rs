//! Boards in a terminal, as pictures and on paper.
use std::fs;

use boards::{
    Notation, battle_acre, coal_and_steel,
    tafl::{self, Tafl},
};
use play::Game;
use show::{
    boards::{self as words, Diagram},
    map::CharacterSet,
};
use tempfile::TempDir;

use kit::after;

use super::kaiser;

fn plain(diagram: &Diagram) -> String {
    words::page(diagram, CharacterSet::Ascii, None).plain()
}

fn threatened(diagram: &Diagram) -> Vec<&str> {
    diagram.spots.iter().filter(|spot| spot.threatened).map(|spot| spot.id.as_str()).collect()
}

fn tafl(position: &str) -> tafl::State {
    let rules = tafl::rules::Rules { first: tafl::rules::First::Position, ..Default::default() };
    tafl::Tafl::initial_state(&tafl::Setup { rules, position: position.parse().unwrap() })
}

fn acre(position: &str) -> battle_acre::State {
    let setup = battle_acre::Setup { position: position.parse().unwrap(), ..Default::default() };
    battle_acre::BattleAcre::initial_state(&setup)
}

fn steel(position: &str) -> coal_and_steel::State {
    let setup = coal_and_steel::Setup { position: Some(position.parse().unwrap()), ..Default::default() };
    coal_and_steel::CoalAndSteel::initial_state(&setup)
}

#[test]
fn tf_8_the_last_move_and_capturable_pieces_are_marked() {
    let state = tafl("9/9/9/9/K8/9/2Tt5/9/3t5 b");
    let move_ = Tafl::parse(&state, "d1-e1").unwrap();
    let board = plain(&words::tafl::diagram(&after::<tafl::Tafl>(&state, &move_)));
    assert!(board.contains("1  * "), "{board}");
    assert!(board.contains("[.][t]"), "the last move:\n{board}");
    // The Swede falls if a Russian comes to b3, and none can. The Russian falls if a Swede comes to e3, and none can.
    assert!(!board.contains('!'), "{board}");
    let state = tafl("9/9/9/9/K8/9/2Tt5/1t7/9 w");
    let diagram = words::tafl::diagram(&state);
    assert_eq!(threatened(&diagram), ["c3"], "b2-b3 would close");
    assert!(plain(&diagram).contains(" T!"), "{}", plain(&diagram));
}

#[test]
fn ba_3_triangles_look_like_triangles_in_both_letterings() {
    let diagram = words::battle_acre::diagram(&acre(battle_acre::START));
    let ascii = plain(&diagram);
    let lines: Vec<&str> = ascii.lines().collect();
    assert_eq!(lines.len(), 1 + 24 + 1 + 1, "{ascii}");
    assert!(ascii.is_ascii() && ascii.contains("/P_\\") && ascii.contains("\\P /"), "{ascii}");
    // Rank 12 begins and ends with a cell that points up: s, n, g, k, g, n, s.
    assert_eq!(lines[1].trim(), "/\\n /\\k /\\n /\\");
    assert_eq!(lines[2].trim_start_matches("12").trim(), "/s_\\/g_\\/g_\\/s_\\");
    let unicode = words::page(&diagram, CharacterSet::Unicode, None).plain();
    assert!(unicode.contains("\u{2571}P\u{2581}\u{2572}"), "{unicode}");
    assert_eq!(unicode.lines().count(), lines.len());
    for line in ascii.lines().chain(unicode.lines()) {
        assert!(line.chars().count() <= 80 && !line.ends_with(' '), "{line:?}");
    }
}

#[test]
fn a_board_of_triangles_fits_forty_columns() {
    let state = acre("3k3/9/11/13/19/3p17/3P17/19/13/11/9/3K3 w - - 0 40");
    let diagram = words::battle_acre::diagram(&state);
    for lines in [None, Some(0)] {
        let page = words::page(&diagram, CharacterSet::Ascii, lines);
        assert!(page.plain().lines().any(|line| 40 < line.chars().count()));
        let narrow = page.narrow.unwrap();
        assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
        // A column for each file: the pawns of file d are in one column.
        let ranks: Vec<&str> = narrow.lines().filter(|line| line.len() == 25).collect();
        assert!(ranks.iter().any(|line| line.starts_with(" 7  ") && line[7..].starts_with('p')), "{narrow}");
        assert!(ranks.iter().any(|line| line.starts_with(" 6  ") && line[7..].starts_with('P')), "{narrow}");
        assert!(narrow.contains("\n    abcdefghijklmnopqrstu\n"), "{narrow}");
    }
    // A board of squares loses its lines instead.
    let tafl = words::tafl::diagram(&tafl("9/9/9/9/K8/9/2Tt5/9/3t5 b"));
    assert_eq!(words::page(&tafl, CharacterSet::Ascii, None).narrow, None);
}

#[test]
fn a_board_has_one_line_per_rank_where_the_tall_one_has_no_room() {
    let tafl = words::tafl::diagram(&tafl("9/9/9/9/K8/9/2Tt5/9/3t5 b"));
    let acre = words::battle_acre::diagram(&acre(battle_acre::START));
    let steel = words::coal_and_steel::referee_diagram(&steel("b'9/10/4h'5/10/10/4W5/10/10/10/B'9 c - - Ss -"));
    for (diagram, ranks) in [(&tafl, 9), (&acre, 12), (&steel, 10)] {
        let (title, notes) = (&diagram.title, diagram.notes.len());
        let drawn = |charset, lines| words::page(diagram, charset, lines).plain();
        let (tall, compact) = (drawn(CharacterSet::Unicode, None), drawn(CharacterSet::Unicode, Some(0)));
        let height = tall.lines().count();
        assert_eq!(drawn(CharacterSet::Unicode, Some(height + 3)), tall, "{title}: there is room");
        assert_eq!(drawn(CharacterSet::Unicode, Some(height + 2)), compact, "{title}: a line is missing");
        assert_eq!(compact.lines().count(), ranks + 1 + notes, "{compact}");
        let plain = drawn(CharacterSet::Ascii, Some(0));
        assert!(plain.is_ascii(), "{plain}");
        assert_eq!(plain.lines().count(), compact.lines().count());
        for piece in diagram.spots.iter().filter_map(|spot| spot.piece.as_ref()) {
            // Counts only in the ranks, above the letters of the files and the notes.
            let sign_count = |page: &str, rows: usize| {
                page.lines().take(rows).flat_map(str::chars).filter(|c| *c == piece.sign).count()
            };
            let (few, all) = (sign_count(&compact, ranks), sign_count(&tall, height - 1 - notes));
            assert!(few > 0 && few == all, "{title}, {}: {few} for {all}\n{compact}", piece.sign);
        }
        for line in compact.lines().chain(plain.lines()) {
            assert!(line.chars().count() <= 80 && !line.ends_with(' '), "{line:?}");
        }
    }
    let marked = words::battle_acre::diagram(&self::acre("3k3/9/11/13/19/10T2q7/21/19/13/11/9/3K3 w - - 0 1"));
    let compact = words::page(&marked, CharacterSet::Ascii, Some(0)).plain();
    assert!(compact.contains("T!") && compact.contains("q!"), "{compact}");
    let first = compact.lines().next().unwrap();
    assert_eq!(first.trim_start_matches("12").trim(), "^ , ^ k ^ , ^", "{compact}");
}

#[test]
fn the_options_of_a_board_may_come_in_any_order() {
    let dir = TempDir::new().unwrap();
    let lines = "board to here.svg steel\nboard compact ascii\nboard ascii tall\nboard short\n";
    let position = "b'9/10/4h'5/10/10/4W5/10/10/10/B'9 c - - Ss -";
    let (_, out, err) = kaiser(dir.path(), &["coal-steel", "--position", position, "--keep-going"], lines);
    assert!(out.contains("The board is in here.svg ("), "{out}{err}");
    assert!(dir.path().join("here.svg").exists());
    assert!(err.contains("`board` does not understand \"short\".") && err.contains("[compact | tall]"), "{err}");
}

#[test]
fn ba_24_capturable_pieces_are_marked_on_both_sides() {
    let diagram = words::battle_acre::diagram(&acre("3k3/9/11/13/19/10T2q7/21/19/13/11/9/3K3 w - - 0 1"));
    assert_eq!(threatened(&diagram), ["k7", "n7"]);
    assert!(plain(&diagram).contains("T!") && plain(&diagram).contains("q!"), "{}", plain(&diagram));
}

#[test]
fn cs_19_warnings_show_a_side_nothing_hidden_from_it() {
    // The Charger on e8 could turn up and take e5, and a Warrior there could not. Coal sees no threat.
    let position = |kind: char| format!("b'9/10/4{kind}'5/10/10/4W5/10/10/10/B'9 c - - Ss -");
    let seen = |kind: char, side: coal_and_steel::Side| {
        let view = coal_and_steel::View::for_side(&steel(&position(kind)), side);
        words::coal_and_steel::side_diagram(&view, String::new())
    };
    let (charger, warrior) = (seen('h', coal_and_steel::Side::Coal), seen('w', coal_and_steel::Side::Coal));
    assert_eq!(charger.spots, warrior.spots, "the captives follow from the pieces, the board does not");
    assert_eq!(threatened(&charger), Vec::<&str>::new());
    assert_eq!(threatened(&seen('h', coal_and_steel::Side::Steel)), ["e5"]);
    assert_eq!(threatened(&words::coal_and_steel::referee_diagram(&steel(&position('h')))), ["e5"]);
    assert!(plain(&charger).contains("?'"), "{}", plain(&charger));
}

#[test]
fn pictures_are_written_once_and_show_only_what_a_side_knows() {
    let dir = TempDir::new().unwrap();
    let position = "b'9/10/4h'5/10/10/4W5/10/10/10/B'9 c - - Ss -";
    let lines =
        "board to coal.svg\nboard all to all.svg\nboard steel to Steel.PNG\nboard to coal.svg\nboard to coal.gif\n";
    let arguments = ["coal-steel", "--position", position, "--keep-going"];
    let (_, out, err) = kaiser(dir.path(), &arguments, lines);
    assert!(out.contains("The board is in coal.svg (") && out.contains("The board is in Steel.PNG ("), "{out}{err}");
    assert!(err.contains("coal.svg exists, and files are never overwritten"), "{err}");
    assert!(err.contains("coal.gif: a board must be .svg or .png."), "{err}");
    let (coal, all) = (fs::read_to_string(dir.path().join("coal.svg")), fs::read_to_string(dir.path().join("all.svg")));
    let (coal, all) = (coal.unwrap(), all.unwrap());
    let lettered =
        |svg: &str, letter: &str| svg.contains(&format!(">{letter}<")) || svg.lines().any(|line| line == letter);
    assert!(lettered(&all, "H") && !lettered(&coal, "H") && lettered(&coal, "?"), "the Charger's letter:\n{coal}");
    assert!(fs::read(dir.path().join("Steel.PNG")).unwrap().starts_with(b"\x89PNG"));
    let arguments = ["map", "coal-steel.kaiser", "--side", "coal", "--at", "0", "-o", "then.svg"];
    assert_eq!(kaiser(dir.path(), &arguments, "").0, Some(0));
    assert_eq!(fs::read_to_string(dir.path().join("then.svg")).unwrap(), coal);
    let (code, _, err) = kaiser(dir.path(), &["show", "coal-steel.kaiser", "--at", "99"], "");
    assert!(code == Some(2) && err.contains("This journal has no entry \"99\"."), "{err}");
}

#[test]
fn a_pipe_gets_plain_ascii_and_unicode_only_on_request() {
    let dir = TempDir::new().unwrap();
    let (code, out, _) = kaiser(dir.path(), &["tafl", "--rules", "first=black"], "d1-c1\nboard\n");
    assert_eq!(code, Some(0));
    assert!(out.is_ascii() && out.contains("1  * ") && out.contains("[t][.]"), "{out}");
    let (_, out, _) = kaiser(dir.path(), &["play", "tafl.kaiser"], "board unicode\n");
    assert!(out.contains("\u{2502}[\u{25cf}]\u{2502}[ ]\u{2502}"), "{out}");
}

#[test]
fn each_game_has_a_board_and_a_rule_card_on_paper() {
    let dir = TempDir::new().unwrap();
    for (game, expected) in [("tafl", "The king"), ("acre", "P Pawn"), ("coal-steel", "Walls and tunnels")] {
        let (code, out, err) = kaiser(dir.path(), &["print", game], "");
        assert_eq!(code, Some(0), "{err}");
        assert!(out.contains(expected), "{out}");
        let file = format!("{game}.pdf");
        assert_eq!(kaiser(dir.path(), &["print", game, "-o", &file], "").0, Some(0));
        assert!(fs::read(dir.path().join(&file)).unwrap().starts_with(b"%PDF"));
        let (code, _, err) = kaiser(dir.path(), &["print", game, "-o", &file], "");
        assert!(code == Some(1) && err.contains("files are never overwritten"), "{err}");
    }
    let (code, _, err) = kaiser(dir.path(), &["print", "tafl", "--side", "white"], "");
    assert!(code == Some(2) && err.contains("Only -o, --paper and --dpi"), "{err}");
}
