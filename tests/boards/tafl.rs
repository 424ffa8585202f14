//! Tafl: an example for each rule, and the results of an independent implementation.
use boards::{
    Notation,
    tafl::{
        Command, Ending, Fact, Position, START, Setup, Side, Square, State, Tafl,
        rules::{First, GoldHostileTo, KingCapture, NoMove, Repetition, Rules},
    },
};
use play::{Board, Game};

use super::{Over, Record, after, decide, figures, start};

fn plain_rules() -> Rules {
    Rules { first: First::Position, ..Rules::default() }
}

fn state_by(rules: Rules, text: &str) -> State {
    Tafl::initial_state(&Setup { rules, position: text.parse().unwrap() })
}

fn state(text: &str) -> State {
    state_by(plain_rules(), text)
}

/// A position of pieces listed as `Kd5 Tf2 te2`. A king must be among them.
fn position(list: &str, to_move: &str) -> State {
    let mut rows = vec![vec!['.'; 9]; 9];
    for piece in list.split_whitespace() {
        let letters: Vec<char> = piece.chars().collect();
        rows[letters[2] as usize - '1' as usize][letters[1] as usize - 'a' as usize] = letters[0];
    }
    let row = |row: &Vec<char>| row.iter().map(|piece| if *piece == '.' { '1' } else { *piece }).collect::<String>();
    let rows: Vec<String> = rows.iter().rev().map(row).collect();
    let text = format!("{} {to_move}", rows.join("/"));
    state(&text)
}

fn command(state: &State, text: &str) -> Command {
    Tafl::parse(state, text).unwrap()
}

fn play(state: &State, text: &str) -> State {
    after::<Tafl>(state, &command(state, text))
}

/// Squares captured by a move, each with the paragraph.
fn captures(state: &State, text: &str) -> Vec<String> {
    let events = decide::<Tafl>(state, &command(state, text), &[]).unwrap();
    let captured = |event: &play::EventOf<Tafl>| match event.fact {
        Fact::Captured { at, .. } => Some(format!("{at} {}", event.rule)),
        _ => None,
    };
    events.iter().filter_map(captured).collect()
}

#[track_caller]
fn assert_refused(state: &State, text: &str, why: &str) {
    let refusal = decide::<Tafl>(state, &command(state, text), &[]).unwrap_err();
    assert!(refusal.contains(why), "{text}: {refusal}");
}

fn over(state: &State) -> Option<Over> {
    let ending = state.result?;
    let how = match ending {
        Ending::KingEscaped { at } => format!("king at {at}"),
        Ending::KingCaptured { at } => format!("king captured at {}", at.unwrap()),
        Ending::NoMove { side, .. } => format!("{side} has no move"),
        other => format!("{other:?}"),
    };
    Some(Over { how, winner: ending.winner().unwrap().to_string() })
}

#[test]
fn every_record_agrees_with_moves_perft_and_results() {
    let records: Vec<Record> = figures("tafl.json");
    assert_eq!(records.len(), 30);
    for record in records {
        let state = state(&record.position);
        let id = &record.id;
        assert_eq!(state.position.to_string(), record.position, "{id}");
        let mut moves: Vec<String> = Tafl::choices(&state).iter().map(Tafl::command_text).collect();
        moves.sort();
        assert_eq!(moves, record.moves, "{id}");
        assert_eq!(moves.len(), record.n_moves, "{id}");
        assert_eq!(state.position.perft(&state.rules, 2), record.perft2, "{id}");
        assert_eq!(over(&state), record.over, "{id}");
        for sample in &record.after {
            let next = play(&state, &sample.command);
            assert_eq!(next.position.to_string(), sample.position, "{id} {}", sample.command);
            assert_eq!(over(&next), sample.over, "{id} {}", sample.command);
            let captured: Vec<String> = captures(&state, &sample.command)
                .iter()
                .map(|capture| capture.split(' ').next().unwrap().to_owned())
                .collect();
            let mut expected: Vec<String> = serde_json::from_value(sample.captured.clone()).unwrap();
            let mut captured = captured;
            captured.sort();
            expected.sort();
            assert_eq!(captured, expected, "{id} {}", sample.command);
        }
    }
}

#[test]
fn the_starts_have_the_published_perft_counts() {
    for name in ["tafl start, b first", "tafl start, w first"] {
        let start = start(name);
        let position: Position = start.position.parse().unwrap();
        for (depth, nodes) in (1..).zip(&start.perft[..3]) {
            assert_eq!(position.perft(&plain_rules(), depth), *nodes, "{name}, depth {depth}");
        }
    }
}

#[test]
fn tf_1_the_board_has_nine_files_and_nine_ranks() {
    let start = state(START);
    assert_eq!(Square::all().count(), 81);
    assert_eq!(
        Square::all().filter(|square| square.is_gold()).map(|square| square.to_string()).collect::<Vec<_>>(),
        ["a1", "i1", "e5", "a9", "i9"]
    );
    let error = Tafl::parse(&start, "d5-j5").unwrap_err();
    assert_eq!(error.what, "There is no square \"j5\": files run a to i, ranks 1 to 9.");
}

#[test]
fn tf_2_sixteen_russians_face_eight_swedes_and_a_king() {
    let position = state(START).position;
    assert_eq!(position.pieces(Side::Black).len(), 16);
    assert_eq!(position.pieces(Side::White).len(), 9);
    assert_eq!(position.king(), Square::from_name("e5"));
    let errors = "ttttttttt/ttttttttt/9/9/3K1K3/9/TTTTTTTTT/9/9 b".parse::<Position>().unwrap_err().to_string();
    for error in ["2 kings [TF-2]", "18 Russians, and 16 are allowed", "9 Swedes, and 8 are allowed", "gold square a9"]
    {
        assert!(errors.contains(error), "{error}: {errors}");
    }
}

#[test]
fn tf_3_the_set_up_maps_onto_itself_by_quarter_turns() {
    let position = state(START).position;
    assert_eq!(position, Position::start(Side::Black));
    for square in Square::all() {
        let turned = Square::from_file_rank(8 - square.rank(), square.file()).unwrap();
        assert_eq!(position.piece_at(square), position.piece_at(turned), "{square}");
    }
}

#[test]
fn tf_4_a_lot_decides_who_moves_first_and_then_they_alternate() {
    let fresh = Tafl::initial_state(&Setup::default());
    assert_eq!(Tafl::choices(&fresh), [Command::Lot]);
    assert_refused(&fresh, "d1-c1", "LotPending [TF-4]");
    assert_eq!(decide::<Tafl>(&fresh, &Command::Lot, &[]), Err("a die".to_owned()));
    for (face, first) in [(1, Side::Black), (3, Side::Black), (4, Side::White), (6, Side::White)] {
        let events = decide::<Tafl>(&fresh, &Command::Lot, &[face]).unwrap();
        assert_eq!(events[0].fact, Fact::LotDrawn { first });
        assert_eq!(events[0].dice[0].face, face);
    }
    let black = state(START);
    assert_refused(&black, "lot", "NoLotPending");
    assert_refused(&black, "e4-d4", "NotYours");
    assert_refused(&black, "c3-d3", "Empty");
    assert_refused(&play(&black, "d1-c1"), "c1-d1", "NotYours");
}

#[test]
fn tf_5_pieces_move_any_distance_along_rank_and_file_but_over_none() {
    let state = state(START);
    assert_refused(&state, "d1-d1", "NotMoved");
    assert_refused(&state, "d1-c2", "NotStraight { from: d1, to: c2 } [TF-5]");
    assert_refused(&state, "e2-e3", "Blocked { piece: Russian, by: Swede, at: e3 } [TF-5]");
    assert_refused(&state, "a4-a7", "by: Russian, at: a5");
    let black = state.position.moves().count();
    assert_eq!((black, super::tafl::state(&START.replace(" b", " w")).position.moves().count()), (72, 56));
}

#[test]
fn tf_6_only_the_king_stops_on_gold() {
    assert_refused(&position("ta5 Kh8", "b"), "a5-e5", "Gold { piece: Russian, at: e5 } [TF-6]");
    assert_refused(&position("ta2 Kh8", "b"), "a2-a1", "Gold { piece: Russian, at: a1 } [TF-6]");
    assert!(play(&position("ta2 Kb5", "w"), "b5-e5").position.king().is_some_and(Square::is_gold));
}

#[test]
fn tf_7_any_piece_passes_over_the_empty_middle() {
    let free = position("ta5 Kh8", "b");
    let events = decide::<Tafl>(&free, &command(&free, "a5-g5"), &[]).unwrap();
    assert_eq!(events[0].rule.to_string(), "TF-7");
    assert_refused(&position("ta5 Ke5", "b"), "a5-g5", "by: King, at: e5");
}

#[test]
fn tf_8_a_piece_between_an_enemy_and_another_that_moves_is_captured() {
    assert_eq!(captures(&position("Tc5 tc4 ta6 Kh8", "b"), "a6-c6"), ["c5 TF-8"]);
    assert_eq!(captures(&position("tb2 td8 Tc3 Kh8", "b"), "d8-d4"), [""; 0]);
    let triple = position("td8 Td1 tc4 te4 td5 Tb4 Tf4 Td6 Kh8", "w");
    assert_eq!(captures(&triple, "d1-d4"), ["c4 TF-8", "e4 TF-8", "d5 TF-8"]);
}

#[test]
fn tf_9_the_king_captures_like_any_piece() {
    assert_eq!(captures(&position("Kd5 Tf2 te2", "w"), "d5-d2"), ["e2 TF-9"]);
}

#[test]
fn tf_10_moving_in_between_two_enemies_is_safe_until_one_steps_away_and_back() {
    let between = position("Tc4 tb2 td2 Kh8", "w");
    let events = decide::<Tafl>(&between, &command(&between, "c4-c2"), &[]).unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].rule.to_string(), "TF-10");
    let back = ["c4-c2", "b2-b1", "h8-h7"].iter().fold(between, |state, text| play(&state, text));
    assert_eq!(captures(&back, "b1-b2"), ["c2 TF-8"]);
}

#[test]
fn tf_11_gold_counts_as_a_capturing_piece() {
    assert_eq!(captures(&position("Te4 ta3 Kh8", "b"), "a3-e3"), ["e4 TF-11"]);
    assert_eq!(captures(&position("Te4 ta3 Ke5", "b"), "a3-e3"), [""; 0]);
    assert_eq!(captures(&position("te4 Ta3 Kh8", "w"), "a3-e3"), ["e4 TF-11"]);
    assert_eq!(captures(&position("te4 Ta3 Ke5", "w"), "a3-e3"), ["e4 TF-8"]);
    assert_eq!(captures(&position("Tb1 tc8 Kh8", "b"), "c8-c1"), ["b1 TF-11"]);
    assert_eq!(captures(&position("tb1 Tc8 Kh8", "w"), "c8-c1"), ["b1 TF-11"]);
    let only_white = Rules { gold_hostile_to: GoldHostileTo::WhiteOnly, ..plain_rules() };
    let captures_by = |pieces: State, text| captures(&state_by(only_white, &pieces.position.to_string()), text);
    assert_eq!(captures_by(position("tb1 Tc8 Kh8", "w"), "c8-c1"), [""; 0]);
    assert_eq!(captures_by(position("Tb1 tc8 Kh8", "b"), "c8-c1"), ["b1 TF-11"]);
}

#[test]
fn tf_12_white_wins_when_the_king_is_on_a_corner() {
    let won = play(&position("ta8 Kb1", "w"), "b1-a1");
    assert_eq!(won.result, Some(Ending::KingEscaped { at: Square::from_name("a1").unwrap() }));
    assert_refused(&won, "a8-a7", "Over");
    assert_eq!(Tafl::choices(&won), []);
}

#[test]
fn tf_13_black_wins_by_capturing_the_king_with_as_many_as_the_switch_sets() {
    let captured = |rules: Rules, pieces: State, text: &str| {
        let next = play(&state_by(rules, &pieces.position.to_string()), text);
        next.result.is_some_and(|ending| ending.winner() == Some(Side::Black))
    };
    let rules_with = |king_capture| Rules { king_capture, ..plain_rules() };
    let (two, linnaean, four) =
        (rules_with(KingCapture::Two), rules_with(KingCapture::Linnaean), rules_with(KingCapture::Four));
    let open = || position("Kc3 tb3 td8", "b");
    let beside = || position("Ke4 tc3", "b");
    let three = || position("Ke4 td4 tf4 tc3", "b");
    let middle = || position("Ke5 td5 tf5 te4 tc6", "b");
    assert_eq!([two, linnaean, four].map(|rules| captured(rules, open(), "d8-d3")), [true, true, false]);
    assert_eq!([two, linnaean, four].map(|rules| captured(rules, beside(), "c3-e3")), [true, false, false]);
    assert_eq!([two, linnaean, four].map(|rules| captured(rules, three(), "c3-e3")), [true, true, true]);
    assert_eq!([two, linnaean, four].map(|rules| captured(rules, middle(), "c6-e6")), [true, true, true]);
}

#[test]
fn tf_q3_the_third_occurrence_of_a_position_ends_the_game() {
    let moves = ["d1-c1", "e4-d4", "c1-d1", "d4-e4"];
    for (repetition, winner) in [
        (Repetition::Draw, None),
        (Repetition::AttackerLoses, Some(Side::White)),
        (Repetition::DefenderLoses, Some(Side::Black)),
    ] {
        let fresh = state_by(Rules { repetition, ..plain_rules() }, START);
        let played = moves.iter().cycle().take(7).fold(fresh, |state, text| play(&state, text));
        assert_eq!(played.result, None);
        assert_eq!(play(&played, "d4-e4").result, Some(Ending::Repetition { winner }));
    }
}

#[test]
fn tf_q4_a_side_that_cannot_move_loses_or_draws() {
    let text = "7T1/6TtK/7T1/9/9/9/9/9/9 b";
    assert_eq!(state(text).result.map(|ending| ending.winner()), Some(Some(Side::White)));
    let drawn = state_by(Rules { no_move: NoMove::Draw, ..plain_rules() }, text);
    assert_eq!(drawn.result.map(|ending| ending.winner()), Some(None));
}

#[test]
fn tf_q10_draws_are_offered_and_accepted_and_games_resigned() {
    let fresh = state(START);
    assert_refused(&fresh, "accept", "NothingOffered");
    let offered = play(&fresh, "draw");
    assert_refused(&offered, "draw", "AlreadyOffered");
    assert_eq!(play(&offered, "accept").result, Some(Ending::Agreed));
    let moved = play(&offered, "d1-c1");
    assert_eq!(play(&moved, "draw").result, Some(Ending::Agreed));
    assert_eq!(play(&moved, "e4-d4").offer, None);
    assert_eq!(play(&fresh, "resign").result.and_then(|ending| ending.winner()), Some(Side::White));
    assert_refused(&fresh, "claim", "RussiansLeft { count: 16 } [TF-Q7]");
}

#[test]
fn positions_name_their_fault() {
    for (text, errors) in [
        ("", "9 rows"),
        ("9/9/9/9/4K4/9/9/9/9", "side to move is missing"),
        ("9/9/9/9/4K4/9/9/9/9 x", "no side"),
        ("9/9/9/9/9/9/9/9/9 b", "no king"),
        ("9/9/9/9/4K5/9/9/9/9 b", "rank 5 has 10 squares"),
        ("9/9/9/9/4K3/9/9/9/9 b", "rank 5 has 8 squares"),
        ("9/9/9/q8/4K4/9/9/9/9 b", "\"q\" is neither"),
        ("t8/9/9/9/4K4/9/9/9/9 b", "gold square a9"),
        ("9/9/9/9/4K4/9/9/9/9 b w", "nothing follows"),
    ] {
        let refusal = text.parse::<Position>().unwrap_err().to_string();
        assert!(refusal.contains(errors), "{text}: {refusal}");
    }
}

#[test]
fn tf_8_a_typed_capture_is_read_as_records_write_it_and_must_be_true() {
    let played = play(&position("Ke5 Te3 tc4 td1 ta8", "b"), "d1-d4");
    let plain = command(&played, "e3-d3");
    // White's piece on d3 takes nothing there: c4 and d4 are not between it and another Swede.
    for text in ["e3-d3", "e3-d3!", "e3-d3$1", "e3 d3", "e3d3", "e3:d3", "e3-d3+", "e3-d3-"] {
        assert_eq!(command(&played, text), plain, "{text}");
    }
    let refusal = |text: &str| Tafl::parse(&played, text).unwrap_err();
    for (text, expected, rule) in [
        ("e3-d3xd4", "e3-d3xd4 names d4 as captured, but captures nothing", "TF-8"),
        ("Ke3-d3", "Move ke3-d3 is the king's, but no king is on e3.", "TF-5"),
        ("e3-d3++", "states that the king is captured, but it is not", "TF-13"),
        ("e3-d3--", "states that the king is in a corner, but it is not", "TF-12"),
    ] {
        let error = refusal(text);
        assert!(error.what.contains(expected), "{text}: {}", error.what);
        assert_eq!(error.rule.map(|rule| rule.to_string()), Some(rule.to_owned()), "{text}");
    }
    // With a Swede on d5 behind the Russian on d4 the same line captures.
    let trap = play(&position("Ke6 Te3 Td5 tc4 td1 ta8", "b"), "d1-d4");
    assert_eq!(command(&trap, "e3-d3xd4"), plain);
    assert!(Tafl::parse(&trap, "e3-d3xd4/c4").is_err(), "no other piece is captured");
    let king = position("Ka5 tb2", "w");
    for text in ["Ka5-a9--", "a5-a9", "ka5-a9"] {
        assert_eq!(command(&king, text), command(&king, "a5-a9"), "{text}");
    }
    // An illegal move is refused as illegal.
    assert_refused(&played, "e3-e5xe4", "Blocked");
}
