//! Battle Acre: the tables of the specification, and the results of an independent implementation.
use boards::{
    Notation,
    battle_acre::{
        AcreSearchPosition, BattleAcre, Cell, Command, Ending, Fact, Kind, Move, Neighbourhood, Piece, Position, Ride,
        START, Set, Setup, Side, State,
        rules::{Crooked, First, PawnCapture, Promotion, Rules, Stalemate},
    },
};
use play::{Board, Game, Lookahead};
use show::boards as words;

use super::{Over, Record, after, decide, figures, start};

fn state_by(rules: Rules, text: &str) -> State {
    BattleAcre::initial_state(&Setup { rules, position: text.parse().unwrap() })
}

fn state(text: &str) -> State {
    state_by(Rules::default(), text)
}

/// A position without rights or a passed cell, of pieces listed as `Kk1 kk12 Td5`.
fn white_position(list: &str, to_move: &str) -> State {
    position_with(list, &format!("{to_move} - - 0 1"))
}

fn position_with(list: &str, rest: &str) -> State {
    state(&position_text(list, rest))
}

fn position_text(list: &str, rest: &str) -> String {
    let pieces: Vec<(char, Cell)> = list
        .split_whitespace()
        .map(|piece| (piece.chars().next().unwrap(), Cell::from_name(&piece[1..]).unwrap()))
        .collect();
    let row = |rank: u8| {
        let (mut row, mut run) = (String::new(), 0);
        for cell in Cell::all().filter(|cell| cell.rank() == rank) {
            match pieces.iter().find(|(_, name)| *name == cell) {
                None => run += 1,
                Some((piece, _)) => {
                    if run > 0 {
                        row += &run.to_string();
                    }
                    run = 0;
                    row.push(*piece);
                }
            }
        }
        if run > 0 { row + &run.to_string() } else { row }
    };
    let text = (1..=12).rev().map(row).collect::<Vec<_>>().join("/");
    format!("{text} {rest}")
}

fn command(state: &State, text: &str) -> Command {
    BattleAcre::parse(state, text).unwrap()
}

fn play(state: &State, text: &str) -> State {
    after::<BattleAcre>(state, &command(state, text))
}

fn moves(state: &State) -> Vec<String> {
    let mut moves: Vec<String> = BattleAcre::choices(state).iter().map(BattleAcre::command_text).collect();
    moves.sort();
    moves
}

fn moves_of(state: &State, from: &str) -> String {
    let from = format!("{from}-");
    moves(state).iter().filter_map(|choice| choice.strip_prefix(&from).map(str::to_owned)).collect::<Vec<_>>().join(" ")
}

fn cells(list: &str) -> Set {
    list.split_whitespace().map(|name| Cell::from_name(name).unwrap()).collect()
}

fn cell(name: &str) -> Cell {
    Cell::from_name(name).unwrap()
}

#[track_caller]
fn assert_refused(state: &State, text: &str, why: &str) {
    let refusal = decide::<BattleAcre>(state, &command(state, text), &[]).unwrap_err();
    assert!(refusal.contains(why), "{text}: {refusal}");
}

#[track_caller]
fn assert_cites(state: &State, text: &str, rules: &[&str]) {
    let events = decide::<BattleAcre>(state, &command(state, text), &[]).unwrap();
    let cited: Vec<String> = events.iter().map(|event| event.rule.to_string()).collect();
    assert_eq!(cited, rules, "{text}");
}

fn over(state: &State) -> Option<Over> {
    let over = |how: &str, winner: &str| Some(Over { how: how.to_owned(), winner: winner.to_owned() });
    match state.result? {
        Ending::Checkmate { winner } => over("checkmate", &winner.to_string()),
        Ending::Stalemate { winner: None } => over("stalemate", "Draw"),
        other => over(&format!("{other:?}"), "Draw"),
    }
}

#[test]
fn every_record_agrees_with_moves_perft_and_results() {
    let records: Vec<Record> = figures("battle-acre.json");
    assert_eq!(records.len(), 30);
    for record in records {
        // The published results ignore these draws.
        let free = Rules { bare_kings: false, fifty_moves: false, ..Rules::default() };
        let state = state_by(free, &record.position);
        let (id, rules) = (&record.id, state.rules);
        assert_eq!(state.position.to_string(), record.position, "{id}");
        assert_eq!(moves(&state), record.moves, "{id}");
        assert_eq!(record.moves.len(), record.n_moves, "{id}");
        assert_eq!(state.position.perft(&rules, 2), record.perft2, "{id}");
        assert_eq!(over(&state), record.over, "{id}");
        assert_eq!(state.position.checker(&rules, state.position.to_move()).is_some(), record.check, "{id}");
        for sample in &record.after {
            let what = format!("{id} {}", sample.command);
            let events = decide::<BattleAcre>(&state, &command(&state, &sample.command), &[]).unwrap();
            let next = play(&state, &sample.command);
            assert_eq!(next.position.to_string(), sample.position, "{what}");
            assert_eq!(over(&next), sample.over, "{what}");
            let check = events.iter().any(|event| matches!(event.fact, Fact::Checked { .. }));
            assert_eq!(check, sample.check, "{what}");
            let captured = events.iter().find_map(|event| match event.fact {
                Fact::Captured { piece, .. } => Some(piece.letter().to_string()),
                _ => None,
            });
            assert_eq!(captured.as_deref(), sample.captured.as_str(), "{what}");
        }
    }
}

#[test]
fn the_start_has_the_published_perft_counts() {
    let start = start("battle-acre start");
    let position: Position = start.position.parse().unwrap();
    for (depth, nodes) in (1..).zip(&start.perft[..3]) {
        assert_eq!(position.perft(&Rules::default(), depth), *nodes, "depth {depth}");
    }
}

#[test]
fn ba_1_and_ba_2_cells_have_names_and_rows_their_widths() {
    assert_eq!(Cell::all().count(), 160);
    assert_eq!((cell("h1").index(), cell("n12").index()), (0, 159));
    for (name, refusal) in
        [("a5", "rank 5 runs b to t"), ("k13", "no cell"), ("z3", "rank 3 runs f to p"), ("5", "no cell")]
    {
        assert!(BattleAcre::check_square(name).unwrap_err().what.contains(refusal), "{name}");
    }
    assert!(Cell::all().all(|cell| Cell::from_name(&cell.to_string()) == Some(cell)));
}

#[test]
fn ba_3_and_ba_4_half_the_cells_point_up_and_mirrors_turn_them() {
    assert_eq!(Cell::all().filter(|cell| cell.is_up()).count(), 80);
    assert!(!cell("k6").is_up() && cell("k7").is_up() && !cell("h1").is_up());
    for cell in Cell::all() {
        let mirrored = |cell: Cell| Cell::from_file_rank(cell.file(), 13 - cell.rank()).unwrap();
        assert_ne!(cell.is_up(), mirrored(cell).is_up());
        assert_eq!(mirrored(mirrored(cell)), cell);
    }
}

#[test]
fn neighbourhoods_match_the_specification() {
    let groups = [
        (Neighbourhood::Edge, "j7 k6 l7", "j6 k7 l6"),
        (Neighbourhood::Oppo, "i6 k8 m6", "i7 k5 m7"),
        (Neighbourhood::Same, "i7 j6 j8 l6 l8 m7", "i6 j5 j7 l5 l7 m6"),
        (Neighbourhood::Knight, "h7 i8 j5 l5 m8 n7", "h6 i5 j8 l8 m5 n6"),
        (Neighbourhood::SideThenPoint, "h8 k5 n8", "h5 k8 n5"),
        (Neighbourhood::PointThenSide, "h6 k9 n6", "h7 k4 n7"),
        (Neighbourhood::TwoPoints, "g7 i5 i9 m5 m9 o7", "g6 i4 i8 m4 m8 o6"),
        (Neighbourhood::Far, "g6 h5 j9 l9 n5 o6", "g7 h8 j4 l4 n8 o7"),
    ];
    for (group, up, down) in groups {
        assert_eq!(group.around(cell("k7")), cells(up), "{group:?}");
        assert_eq!(group.around(cell("k6")), cells(down), "{group:?}");
    }
}

/// Reach on the empty board from k6 and from k7, the largest, and the mean over all cells in thousandths.
fn reaches(kind: Kind) -> [u32; 4] {
    let all: Vec<u32> = Cell::all().map(|cell| kind.reach(&Rules::default(), cell).len()).collect();
    let mean = (1000 * all.iter().sum::<u32>() + 80) / 160;
    [all[cell("k6").index()], all[cell("k7").index()], *all.iter().max().unwrap(), mean]
}

#[test]
fn ba_5_to_ba_10_riders_reach_as_far_as_the_table_states() {
    assert_eq!(reaches(Kind::Tower), [51, 51, 51, 41513]);
    assert_eq!(reaches(Kind::Spire), [27, 27, 29, 24400]);
    assert_eq!(reaches(Kind::Bishop), [26, 26, 26, 20725]);
    assert_eq!(reaches(Kind::Ninja), [13, 13, 13, 10725]);
    assert_eq!(reaches(Kind::Queen), [64, 64, 64, 52238]);
    assert_eq!(reaches(Kind::Archbishop), [53, 53, 54, 45125]);
    let from = |kind: Kind| kind.reach(&Rules::default(), cell("k7"));
    assert_eq!(from(Kind::Ninja), cells("n8 q9 h8 e9 k5 k3 k1 n6 q5 h6 e5 k9 k11"));
    assert_eq!(
        from(Kind::Spire),
        cells("k6 k5 k4 k3 k2 k1 k8 k9 k10 k11 k12 l7 n8 o8 q9 j7 h8 g8 e9 m6 n6 p5 q5 i6 h6 f5 e5")
    );
}

#[test]
fn ba_5_a_tower_goes_through_sides_and_is_blocked_on_the_way() {
    let tower = white_position("Tk7 Pl7 Kh1 kf10", "w");
    assert_refused(&tower, "k7-m7", "Blocked");
    assert!(moves_of(&tower, "k7").contains("j7 "));
    assert_cites(&tower, "k7-j7", &["BA-5"]);
}

#[test]
fn ba_6_a_spire_alternates_sides_and_points() {
    assert_cites(&white_position("Sk7 Kh1 kg11", "w"), "k7-q9", &["BA-6"]);
    assert_refused(&white_position("Sk7 Pl7 Kh1 kg11", "w"), "k7-n8", "Blocked");
}

#[test]
fn ba_7_a_bishop_keeps_its_colour() {
    for cell in Cell::all() {
        let reach = Kind::Bishop.reach(&Rules::default(), cell);
        assert!(reach.into_iter().all(|to| to.is_up() == cell.is_up()));
    }
    assert_cites(&white_position("Bk7 Kh1 kn12", "w"), "k7-l8", &["BA-7"]);
}

#[test]
fn ba_8_a_ninja_leaps_and_reaches_26_cells_in_all() {
    for name in ["i1", "m1", "i2", "m2", "i11", "m11", "i12", "m12"] {
        let mut reached = Set::single(cell(name));
        loop {
            let rides = reached.flat_map(|from| Ride::Ninja.rays(from).flatten().copied());
            let more = rides.fold(reached, Set::with);
            if more == reached {
                break;
            }
            reached = more;
        }
        assert_eq!(reached.len(), 26, "{name}");
    }
    assert_cites(&white_position("Nk7 Pk6 Kh1 kg11", "w"), "k7-k5", &["BA-8"]);
    assert_refused(&white_position("Nk7 Pk5 Kh1 kg11", "w"), "k7-k3", "Blocked");
}

#[test]
fn ba_9_and_ba_10_queen_and_archbishop_compound() {
    let reach = |kind: Kind| kind.reach(&Rules::default(), cell("k7"));
    assert_eq!(reach(Kind::Queen), reach(Kind::Tower).or(reach(Kind::Ninja)));
    assert_eq!(reach(Kind::Archbishop), reach(Kind::Spire).or(reach(Kind::Bishop)));
}

#[test]
fn ba_11_to_ba_17_leapers_reach_as_many_cells_as_the_table_states() {
    assert_eq!(reaches(Kind::Guard), [12, 12, 12, 10388]);
    assert_eq!(reaches(Kind::Champion), [15, 15, 15, 11563]);
    assert_eq!(reaches(Kind::Earl), [9, 9, 9, 6963]);
    assert_eq!(reaches(Kind::Viscount), [9, 9, 9, 6963]);
    assert_eq!(reaches(Kind::Marquess), [12, 12, 12, 9200]);
    assert_eq!(reaches(Kind::Duke), [24, 24, 24, 19588]);
}

#[test]
fn ba_12_a_king_enters_no_attacked_cell() {
    let king = white_position("Kk6 tk8 ka6", "w");
    assert_refused(&king, "k6-j7", "LeavesCheck");
    assert_refused(&king, "k6-j7", "[BA-12]");
    assert!(moves(&king).iter().all(|choice| !choice.ends_with("j7")));
}

#[test]
fn ba_13_to_ba_17_leapers_cite_their_paragraph() {
    for (piece, to, rule) in [
        ('C', "l7", "BA-13"),
        ('E', "k5", "BA-14"),
        ('V', "k9", "BA-15"),
        ('M', "k9", "BA-16"),
        ('D', "l7", "BA-17"),
        ('G', "l7", "BA-11"),
    ] {
        assert_cites(&white_position(&format!("{piece}k7 Kh1 kg11"), "w"), &format!("k7-{to}"), &[rule]);
    }
}

#[test]
fn ba_18_leaps_pass_over_pieces_and_capture_where_they_end() {
    let leap = white_position("Ek7 Pk6 pj6 pk5 Kh1 kg11", "w");
    assert_cites(&leap, "k7-k5", &["BA-14", "BA-18"]);
}

#[test]
fn ba_19_a_pawn_on_its_own_rank_goes_one_or_two_ahead_and_never_sideways() {
    let pawn = white_position("Pk4 Kh1 kh12", "w");
    assert_eq!(moves_of(&pawn, "k4"), "k5 k6");
    assert_eq!(moves_of(&white_position("Pk4 pk5 Kh1 kh12", "w"), "k4"), "");
    assert_refused(&white_position("Pk4 pk5 Kh1 kh12", "w"), "k4-k6", "PawnBlocked");
    assert_refused(&pawn, "k4-l4", "[BA-19]");
}

#[test]
fn ba_20_elsewhere_a_pawn_goes_ahead_or_sideways() {
    assert_eq!(moves_of(&white_position("Pk5 Kh1 kh12", "w"), "k5"), "j5 k6 l5");
    assert_cites(&white_position("Pk5 Kh1 kh12", "w"), "k5-l5", &["BA-20"]);
    assert_refused(&white_position("Pk5 Kh1 kh12", "w"), "k5-k7", "OutOfReach");
}

#[test]
fn ba_21_a_pawn_captures_one_forward_through_a_point() {
    assert_eq!(moves_of(&white_position("Pk5 pj6 pl6 pk6 pm6 Kh1 kh12", "w"), "k5"), "j5 j6 l5 l6");
    let wide = Rules { pawn_capture: PawnCapture::AllPointsNotStraight, ..Rules::default() };
    let pawn =
        |cell: &str, victim: &str| white_position(&format!("P{cell} p{victim} Kh1 kh12"), "w").position.to_string();
    assert!(moves_of(&state_by(wide, &pawn("k6", "m7")), "k6").contains("m7"));
    assert!(!moves_of(&state_by(wide, &pawn("k5", "m6")), "k5").contains("m6"));
    assert_refused(&white_position("Pk5 Kh1 kh12", "w"), "k5-l6", "NothingToCapture");
}

#[test]
fn ba_22_a_double_step_is_answered_en_passant_at_once() {
    let stepped = play(&white_position("Pk4 pl6 Kh1 kn12", "w"), "k4-k6");
    assert_eq!(stepped.position.en_passant(), Some(cell("k5")));
    assert_cites(&stepped, "l6xk5", &["BA-22", "BA-22"]);
    assert_eq!(play(&stepped, "l6-k5").position.piece_at(cell("k6")), None);
    let late = play(&play(&stepped, "n12-m12"), "h1-i1");
    assert_refused(&late, "l6-k5", "NothingToCapture");
}

/// A position in which a pawn may step sideways onto the cell that an enemy pawn has just passed over.
#[derive(serde::Deserialize)]
struct Passed {
    id: String,
    position: String,
    moves: Vec<String>,
    perft2: u64,
    after: Vec<super::AfterStep>,
}

#[test]
fn ba_20_to_ba_22_a_sideways_step_onto_the_passed_cell_takes_nothing() {
    let passed: Vec<Passed> = figures("battle-acre-passed.json");
    assert_eq!(passed.len(), 20);
    for Passed { id, position, moves: expected, perft2, after } in passed {
        let state = state(&position);
        assert_eq!(moves(&state), expected, "{id}");
        assert_eq!(state.position.count_moves(&state.rules), expected.len() as u64, "{id}");
        assert_eq!(state.position.perft(&state.rules, 2), perft2, "{id}");
        let searched = AcreSearchPosition::new(state.position, state.rules);
        let mut noisy = Vec::new();
        searched.add_moves(&mut noisy, true);
        for step in &after {
            let what = format!("{id} {}", step.command);
            let given = command(&state, &step.command);
            let events = decide::<BattleAcre>(&state, &given, &[]).unwrap();
            assert!(!events.iter().any(|event| matches!(event.fact, Fact::Captured { .. })), "{what}");
            assert_eq!(events[0].rule.to_string(), "BA-20", "{what}");
            let next = play(&state, &step.command);
            assert_eq!(next.position.to_string(), step.position, "{what}");
            // The search makes the same position, and does not treat the step as a capture.
            let (_, looked) =
                searched_moves(&searched).into_iter().find(|(_, played)| battle_acre_command(played) == given).unwrap();
            assert_eq!(searched.after(looked).unwrap().position().to_string(), step.position, "{what}");
            assert!(noisy.iter().all(|(_, played)| battle_acre_command(played) != given), "{what}");
            let marked = words::battle_acre::diagram(&state);
            let cell = &step.command[step.command.len() - 2..];
            let taken = state.position.moves(&state.rules).into_iter().find(|choice| match choice {
                Move::Go { from, to, .. } => {
                    state.position.pawn_taken_en_passant(*from, *to).is_some() && to.to_string() == cell
                }
                Move::Castle { .. } => false,
            });
            if taken.is_none() {
                let victim = state.position.en_passant().unwrap().offset(0, state.position.to_move().other().forward());
                let victim = victim.unwrap().to_string();
                let spot = marked.spots.iter().find(|spot| spot.id == victim).unwrap();
                let other = BattleAcre::choices(&state).iter().any(|choice| match choice {
                    Command::Move { to, .. } => to.to_string() == victim,
                    _ => false,
                });
                assert_eq!(spot.threatened, other, "{what}");
            }
        }
    }
}

fn searched_moves(searched: &AcreSearchPosition) -> Vec<(i32, Move)> {
    let mut moves = Vec::new();
    searched.add_moves(&mut moves, false);
    moves
}

fn battle_acre_command(given: &Move) -> Command {
    boards::battle_acre::to_command(given)
}

#[test]
fn ba_22_a_pawn_takes_en_passant_forward_but_not_sideways() {
    // White's pawn passes over j5. Red's pawn on k5 may step there, the one on k6 may take en passant.
    let stepped = play(&white_position("Pj4 pk5 pk6 Kh1 kn12", "w"), "j4-j6");
    assert_cites(&stepped, "k5-j5", &["BA-20"]);
    assert_eq!(play(&stepped, "k5-j5").position.piece_at(cell("j6")).map(|piece| piece.kind), Some(Kind::Pawn));
    assert_cites(&stepped, "k6-j5", &["BA-22", "BA-22"]);
    assert_eq!(play(&stepped, "k6-j5").position.piece_at(cell("j6")), None);
}

#[test]
fn ba_22_a_typed_capture_takes_a_piece_or_is_refused() {
    let faulty = |state: &State, text: &str| {
        let error = BattleAcre::parse(state, text).unwrap_err();
        (
            error.what,
            error.rule.map(|rule| rule.to_string()),
            error.hint.map(|hint| hint.to_string()).unwrap_or_default(),
        )
    };
    // Beside the passed cell the step takes nothing, however it is typed. Forward onto it, a pawn is taken.
    let stepped = play(&white_position("Pj4 pk5 pk6 Kh1 kn12", "w"), "j4-j6");
    let (what, rule, hint) = faulty(&stepped, "k5xj5");
    assert_eq!((&*what, rule.as_deref()), ("The move k5xj5 captures nothing.", Some("BA-22")));
    assert!(hint.starts_with("type `k5-j5`"), "{hint}");
    assert_cites(&stepped, "k5-j5", &["BA-20"]);
    assert_cites(&stepped, "k6xj5", &["BA-22", "BA-22"]);
    // An empty cell, and an occupied one.
    let pawn = white_position("Pk4 pl5 Kh1 kn12", "w");
    assert_eq!(faulty(&pawn, "k4xk5").0, "The move k4xk5 captures nothing.");
    assert_eq!(faulty(&pawn, "k4:k5").0, "The move k4xk5 captures nothing.");
    assert_cites(&pawn, "k4-k5", &["BA-19"]);
    assert_cites(&pawn, "k4xl5", &["BA-21", "BA-21"]);
}

#[test]
fn ba_22_an_old_game_stays_as_it_was_played() {
    // Recorded when the sideways step still captured: the facts are applied, and no rule is asked.
    let before = play(&white_position("Pj4 pk5 Kh1 kn12", "w"), "j4-j6");
    let mut state = before.clone();
    let pawn = |side| Piece { side, kind: Kind::Pawn };
    BattleAcre::apply(
        &mut state,
        &Fact::Moved { piece: pawn(Side::Red), from: cell("k5"), to: cell("j5"), promotion: None },
    );
    assert_eq!(state.position.piece_at(cell("j6")), Some(pawn(Side::White)));
    BattleAcre::apply(&mut state, &Fact::Captured { piece: pawn(Side::White), at: cell("j6") });
    assert_eq!(state.position.piece_at(cell("j6")), None);
    assert_eq!(state.position.pieces(Side::White).len(), 1);
    // A capture on the captor's own cell takes no other piece.
    let mut taken = white_position("Tk7 pl7 Kh1 kf10", "w");
    BattleAcre::apply(
        &mut taken,
        &Fact::Moved {
            piece: Piece { side: Side::White, kind: Kind::Tower },
            from: cell("k7"),
            to: cell("l7"),
            promotion: None,
        },
    );
    BattleAcre::apply(&mut taken, &Fact::Captured { piece: pawn(Side::Red), at: cell("l7") });
    assert_eq!(taken.position.piece_at(cell("l7")).map(|piece| piece.kind), Some(Kind::Tower));
}

#[test]
fn positions_are_judged_by_their_switches() {
    let strict = Rules { crooked: Crooked::Strict, ..Rules::default() };
    let rules = [Crooked::Literal, Crooked::Strict, Crooked::Split, Crooked::SpirePoint];
    // A White Earl is one side and one straight point away from Red's king, which has just moved.
    let text = position_text("Ek7 Kh1 kk5", "w - - 0 1");
    let legal: Vec<bool> =
        rules.iter().map(|crooked| Position::read(&text, &Rules { crooked: *crooked, ..strict }).is_ok()).collect();
    assert_eq!(legal, [false, true, true, false], "{text}");
    // The wide capture of a pawn gives check only under its switch.
    let text = position_text("Pk6 Kh1 km7", "w - - 0 1");
    let wide = Rules { pawn_capture: PawnCapture::AllPointsNotStraight, ..Rules::default() };
    assert!(Position::read(&text, &Rules::default()).is_ok());
    assert!(Position::read(&text, &wide).unwrap_err().to_string().contains("is in check from k6"));
    // The side given by `first` is to move.
    let text = position_text("Ek7 Kh1 kk5", "r - - 0 1");
    assert!(Position::read(&text, &Rules::default()).is_ok());
    let white = Rules { first: First::White, ..Rules::default() };
    assert!(Position::read(&text, &white).unwrap_err().to_string().contains("Red has just moved and is in check"));
    let doubled = position_text("Pk6 Kh1 kn12", "r - k5 0 1");
    assert!(Position::read(&doubled, &Rules::default()).is_ok());
    assert!(Position::read(&doubled, &white).unwrap_err().to_string().contains("just passed over k5"));
    // A journal's first line is checked in the same way.
    let line = |rules: Rules, text: &str| serde_json::json!({ "rules": rules, "position": text });
    let text = position_text("Ek7 Kh1 kk5", "w - - 0 1");
    assert!(serde_json::from_value::<Setup>(line(Rules::default(), &text)).is_err());
    assert!(serde_json::from_value::<Setup>(line(strict, &text)).is_ok());
    let text = position_text("Pk6 Kh1 km7", "w - - 0 1");
    assert!(serde_json::from_value::<Setup>(line(Rules::default(), &text)).is_ok());
    assert!(serde_json::from_value::<Setup>(line(wide, &text)).is_err());
}

#[test]
fn ba_23_a_pawn_on_the_far_rank_becomes_another_piece() {
    let far = white_position("Pk11 Kh1 kg8", "w");
    assert_eq!(moves_of(&far, "k11").matches("k12=").count(), 12);
    assert_refused(&far, "k11-k12", "PromotionMissing");
    assert_refused(&far, "k11-k12=K", "IllegalPromotion");
    assert_refused(&far, "k11-l11=Q", "NoPromotion");
    assert_cites(&far, "k11-k12=G", &["BA-23"]);
    let captured = Rules { promotion: Promotion::Captured, ..Rules::default() };
    let with_queen = state_by(captured, &white_position("Pk11 Qb5 Kh1 kg8", "w").position.to_string());
    assert_eq!(moves_of(&with_queen, "k11").matches("k12=").count(), 11);
    assert_refused(&with_queen, "k11-k12=Q", "IllegalPromotion { kind: Queen } [BA-23]");
}

#[test]
fn ba_24_check_must_be_answered_and_checkmate_wins() {
    assert_refused(
        &white_position("Kk1 Gk2 sk5 kn12", "w"),
        "k2-j2",
        "LeavesCheck { king: k1, by: Piece { side: Red, kind: Spire }, at: k5",
    );
    assert_cites(&white_position("Kk1 Si4 kh12", "w"), "i4-h4", &["BA-6", "BA-24"]);
    let records: Vec<Record> = figures("battle-acre.json");
    let mates = records.iter().filter(|record| record.over.as_ref().is_some_and(|over| over.how == "checkmate"));
    let mates: Vec<State> = mates.map(|record| state(&record.position)).collect();
    assert!(!mates.is_empty());
    for mate in mates {
        assert_eq!(BattleAcre::choices(&mate), []);
    }
}

#[test]
fn ba_25_king_and_spire_exchange_cells() {
    let castle = |list: &str, rights: &str| position_with(list, &format!("w {rights} - 0 1"));
    let free = castle("Kk1 Sh1 Sn1 ku6", "HN");
    let castled = play(&free, "k1<>h1");
    assert_eq!(castled.position.to_string().split(' ').next(), Some("7/9/11/13/19/21/20k/19/13/11/9/K2S2S"));
    assert_eq!(castled.position.to_string().split(' ').nth(2), Some("-"));
    assert_cites(&free, "k1<>n1", &["BA-25"]);
    assert_refused(&castle("Kk1 Sh1 ku6", "-"), "k1<>h1", "RightLost");
    assert_refused(&castle("Kk1 Sh1 Gj1 ku6", "H"), "k1<>h1", "Between { at: j1 }");
    assert_refused(&castle("Kk1 Sh1 Sn1 gk2 ku6", "HN"), "k1<>n1", "InCheck { by: k2 }");
    assert_refused(&castle("Kk1 Sh1 gi2 ku6", "H"), "k1<>h1", "Attacked { at: i1, by: i2 }");
    assert_refused(&castle("Kk1 Sh1 ku6", "H"), "k1<>l1", "NotKingAndSpire");
    assert_eq!(play(&free, "h1-h2").position.to_string().split(' ').nth(2), Some("N"));
}

#[test]
fn ba_26_white_begins_and_the_sides_alternate() {
    let start = state(START);
    assert_eq!(start.mover(), Some(Side::White));
    assert_refused(&start, "k9-k8", "NotYours");
    assert_refused(&start, "k5-k6", "Empty");
    assert_refused(&start, "k1-k1", "NotMoved");
    assert_refused(&start, "k1-k2", "OwnPiece");
    assert_eq!(play(&start, "k4-k6").mover(), Some(Side::Red));
}

#[test]
fn ba_27_forty_pieces_a_side_begin_with_42_moves() {
    let start = state(START);
    assert_eq!(start.position, Position::start());
    for side in [Side::White, Side::Red] {
        assert_eq!(start.position.pieces(side).len(), 40);
    }
    assert_eq!(moves(&start).len(), 42);
    assert_eq!(moves_of(&start, "f3"), "e5 f5 g5");
    for (crooked, first) in [(Crooked::Strict, 34), (Crooked::Split, 46), (Crooked::SpirePoint, 34)] {
        assert_eq!(moves(&state_by(Rules { crooked, ..Rules::default() }, START)).len(), first, "{crooked:?}");
    }
}

#[test]
fn ba_28_each_side_is_worth_160_points() {
    for side in [Side::White, Side::Red] {
        assert_eq!(Position::start().half_points(side), 320);
    }
}

#[test]
fn ba_29_draws_are_repetition_fifty_moves_bare_kings_stalemate_agreement() {
    let dance = ["f3-f5", "f10-f8", "f5-f3", "f8-f10"];
    let played = dance.iter().cycle().take(7).fold(state(START), |state, text| play(&state, text));
    assert_eq!(played.result, None);
    assert_eq!(play(&played, "f8-f10").result, Some(Ending::Repetition));
    let fifty = position_with("Kk1 Th1 kk12", "w - - 99 80");
    assert_eq!(play(&fifty, "h1-i1").result, Some(Ending::FiftyMoves));
    let bare = white_position("Kk1 pk2 kk12", "w");
    assert_eq!(play(&bare, "k1-k2").result, Some(Ending::BareKings));
    let records: Vec<Record> = figures("battle-acre.json");
    let stale = records.iter().find(|record| record.over.as_ref().is_some_and(|over| over.how == "stalemate")).unwrap();
    let lost = state_by(Rules { stalemate: Stalemate::Loses, ..Rules::default() }, &stale.position);
    assert!(lost.result.is_some_and(|ending| ending.winner().is_some()));
    let offered = play(&state(START), "draw");
    assert_refused(&offered, "draw", "AlreadyOffered");
    assert_eq!(play(&offered, "accept").result, Some(Ending::Agreed));
    let strict = state_by(Rules { agreement: false, ..Rules::default() }, START);
    assert_refused(&strict, "draw", "NoAgreement [BA-29]");
    assert_eq!(play(&state(START), "resign").result.and_then(|ending| ending.winner()), Some(Side::Red));
}

/// White's pawn on l7 may take on k8 after k9-k7, unless it is alone between its king on l5 and a Spire on file l.
#[test]
fn ba_29_only_a_legal_en_passant_capture_distinguishes_positions() {
    let cycle = ["f5-g5", "c7-d7", "g5-f5", "d7-c7"];
    let played = |spire: &str, halves: usize| {
        let start = state(&format!("{spire}/9/11/6p6/19/2k8P9/21/4G5K8/13/11/9/7 r - - 0 1"));
        cycle.iter().cycle().take(halves).fold(play(&start, "k9-k7"), |state, text| play(&state, text))
    };
    let pinned = played("4s2", 0);
    assert_refused(&pinned, "l7-k8", "LeavesCheck");
    assert_eq!(played("4s2", 7).result, None);
    assert_eq!(played("4s2", 8).result, Some(Ending::Repetition), "the pinned pawn could never take");
    // One file to the side the Spire pins nothing: the capture was legal, so the first position was different.
    assert!(moves(&played("5s1", 0)).contains(&"l7-k8".to_owned()));
    assert_eq!(played("5s1", 8).result, None);
    assert_eq!(played("5s1", 9).result, Some(Ending::Repetition), "after f5-g5, for the third time");
}

#[test]
fn ba_19_no_pawn_is_behind_its_first_rank() {
    for (list, behind) in
        [("Pk1", Some("k1")), ("Pk2", Some("k2")), ("Pk3", Some("k3")), ("Pk4", None), ("Pj1", Some("j1"))]
    {
        let text = position_text(&format!("Kh3 kh9 {list}"), "w - - 0 1");
        let read = text.parse::<Position>();
        match behind {
            None => assert!(read.is_ok(), "{list}"),
            Some(cell) => {
                let errors = read.unwrap_err().to_string();
                assert!(
                    errors.contains(&format!("is on {cell}, behind rank 4 where its pawns begin [BA-20]")),
                    "{errors}"
                );
            }
        }
    }
    for (list, is_lawful) in [("pk12", false), ("pk11", false), ("pk10", false), ("pk9", true), ("pk2", true)] {
        let read = position_text(&format!("Kh3 kh9 {list}"), "w - - 0 1").parse::<Position>();
        assert_eq!(read.is_ok(), is_lawful, "{list}");
        assert!(is_lawful || read.unwrap_err().to_string().contains("behind rank 9"), "{list}");
    }
}

#[test]
fn ba_30_moves_are_read_with_annotations_attached() {
    let start = state(START);
    for text in ["k4-k6!", "k4-k6$1", "k4-k6!?$14", "k4-k6 $5", "k4-k6+", "k4-k6#!!"] {
        assert_eq!(command(&start, text), command(&start, "k4-k6"), "{text}");
    }
    assert!(BattleAcre::parse(&start, "k4-k6$x").is_err());
    for text in ["O-O", "o-o", "0-0", "O-O-O", "0-0-0!"] {
        let error = BattleAcre::parse(&start, text).unwrap_err();
        assert_eq!(error.rule.map(|rule| rule.to_string()), Some("BA-25".to_owned()), "{text}");
        assert_eq!(
            error.hint.as_ref().map(ToString::to_string).as_deref(),
            Some("type `k1<>h1` or `k1<>n1`."),
            "{text}"
        );
    }
    let error = BattleAcre::parse(&play(&start, "k4-k6"), "O-O").unwrap_err();
    assert_eq!(error.hint.as_ref().map(ToString::to_string).as_deref(), Some("type `k12<>h12` or `k12<>n12`."));
}

#[test]
fn ba_30_pieces_are_written_as_letters() {
    let error = BattleAcre::parse(&state(START), "k11-k12=X").unwrap_err();
    assert_eq!(error.rule.map(|rule| rule.to_string()), Some("BA-30".to_owned()));
    for text in ["k4-k6", "k11-k12=Q", "k1<>h1", "resign red", "draw", "accept"] {
        assert_eq!(BattleAcre::command_text(&command(&state(START), text)), text);
    }
}

#[test]
fn ba_22_a_half_move_count_contradicts_a_passed_cell() {
    let text = |half_moves: u16| position_text("Pk6 Kh1 kn12", &format!("r - k5 {half_moves} 9"));
    assert!(text(0).parse::<Position>().is_ok());
    for half_moves in [1, 7] {
        let errors = text(half_moves).parse::<Position>().unwrap_err().to_string();
        let what =
            format!("a pawn has just passed over k5, but {half_moves} half-moves without a pawn's move are counted");
        assert_eq!(errors, format!("{what} [BA-22]"));
    }
    // The near miss: without the cell the same count is accepted.
    assert!(position_text("Pk6 Kh1 kn12", "r - - 7 9").parse::<Position>().is_ok());
}

#[test]
fn positions_name_their_fault() {
    let rows = START.split(' ').next().unwrap();
    for (text, error) in [
        ("", "0 of the 6"),
        (&*format!("{rows} w HNhn - 0"), "5 of the 6"),
        (&format!("{rows} b HNhn - 0 1"), "there is no side \"b\""),
        (&format!("{rows} w HX - 0 1"), "\"X\" is not a castling right"),
        (&format!("{rows} w HNhn k5 0 1"), "just passed over k5"),
        (&format!("{} w HNhn k8 0 1", rows.replace("/19/PPPP", "/9p9/PPPP")), "just passed over k8"),
        (&format!("{rows} w HNhn z9 0 1"), "\"z9\" is not a cell"),
        (&format!("{rows} w HNHN - 0 1"), "the castling right H is twice in \"HNHN\" [BA-25]"),
        (&format!("{rows} w HH - 0 1"), "the castling right H is twice in \"HH\""),
        (&format!("{rows} w HNhn - x 0"), "not a count"),
        (&START.replace("19/21", "18/21"), "rank 8 has 18 cells instead of 19"),
        (&START.replace("SNGK", "SNKK"), "White has 2 kings"),
        (&START.replace("sng", "sXg"), "\"X\" is not a piece"),
        ("3k2P/9/11/13/19/21/21/19/13/11/9/3K3 r - - 0 1", "last rank"),
        ("3k3/9/11/13/19/21/21/19/13/11/9/3K3 w H - 0 1", "needs White's king on k1"),
        ("3k3/3T5/11/13/19/21/21/19/13/11/9/3K3 w - - 0 1", "is in check"),
    ] {
        let errors = text.parse::<Position>().unwrap_err().to_string();
        assert!(errors.contains(error), "{text}: {errors}");
    }
}
