//! Coal and Steel: an example for each rule, and the results of an independent implementation.
use boards::{
    Notation,
    coal_and_steel::{
        Belief, CoalAndSteel, Command, Countdown, Ending, Fact, Kind, Piece, Position, SeenPiece, Setup, Side, Square,
        State, View, check_placement, placement_commands,
        rules::{Adjacent, EnterFace, Handicap, HandicapReserve, Layout, Repetition, Rules, Stuck},
    },
};
use play::{Board, Game};
use show::boards as words;

use super::{Over, Record, after, decide, figures, start};

fn state_by(rules: Rules, text: &str) -> State {
    CoalAndSteel::initial_state(&Setup { rules, position: Some(text.parse().unwrap()) })
}

fn state(text: &str) -> State {
    state_by(Rules::default(), text)
}

/// A position of squares listed as `e4=W` or `e5=|T(s)`. All others are empty. `rest` is what follows the squares.
fn position(list: &str, rest: &str) -> State {
    state(&position_text(list, rest))
}

fn position_text(list: &str, rest: &str) -> String {
    let named: Vec<(Square, &str)> = list
        .split_whitespace()
        .map(|item| item.split_once('=').unwrap())
        .map(|(name, what)| (square(name), what))
        .collect();
    let row = |rank: u8| {
        let (mut row, mut run, mut empty_tile) = (String::new(), 0, false);
        for found in Square::all().filter(|square| square.rank() == rank) {
            let Some((_, what)) = named.iter().find(|(named, _)| *named == found) else {
                run += 1;
                continue;
            };
            let plain = !what.starts_with(['#', '|', '-']);
            if run > 0 || empty_tile && plain {
                row += &run.to_string();
            }
            run = 0;
            row += what;
            empty_tile = what.len() == 1 && !plain;
        }
        if run > 0 { row + &run.to_string() } else { row }
    };
    let rows: Vec<String> = (0..10).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

const COAL: &str = "c - - Ss -";
const STEEL: &str = "s - - Ss -";

fn square(name: &str) -> Square {
    Square::from_name(name).unwrap()
}

fn command(state: &State, text: &str) -> Command {
    CoalAndSteel::parse(state, text).unwrap()
}

fn play(state: &State, text: &str) -> State {
    after::<CoalAndSteel>(state, &command(state, text))
}

fn moves(state: &State) -> Vec<String> {
    let mut moves: Vec<String> = CoalAndSteel::choices(state).iter().map(CoalAndSteel::command_text).collect();
    moves.sort();
    moves
}

/// The legal targets of the piece on a square, sorted.
fn targets(state: &State, from: &str) -> String {
    let mut targets: Vec<String> = state.position.targets(square(from)).iter().map(Square::to_string).collect();
    targets.sort();
    targets.join(" ")
}

#[track_caller]
fn assert_refused(state: &State, text: &str, why: &str) {
    let refusal = decide::<CoalAndSteel>(state, &command(state, text), &[]).unwrap_err();
    assert!(refusal.contains(why), "{text}: {refusal}");
}

#[track_caller]
fn assert_cites(state: &State, text: &str, rules: &[&str]) {
    let events = decide::<CoalAndSteel>(state, &command(state, text), &[]).unwrap();
    let cited: Vec<String> = events.iter().map(|event| event.rule.to_string()).collect();
    assert_eq!(cited, rules, "{text}");
}

fn over(state: &State) -> Option<Over> {
    let (how, winner) = match state.result? {
        Ending::NotAvenged { winner } => ("Batled taken and not avenged".to_owned(), winner.to_string()),
        other => (format!("{other:?}"), "Draw".to_owned()),
    };
    Some(Over { how, winner })
}

#[test]
fn every_record_agrees_with_moves_perft_and_results() {
    let records: Vec<Record> = figures("coal-and-steel.json");
    assert_eq!(records.len(), 30);
    for record in records {
        let state = state(&record.position);
        let id = &record.id;
        assert_eq!(state.position.to_string(), record.position, "{id}");
        assert_eq!(moves(&state), record.moves, "{id}");
        assert_eq!(record.moves.len(), record.n_moves, "{id}");
        assert_eq!(state.position.perft(&state.rules, 2), record.perft2, "{id}");
        assert_eq!(over(&state), record.over, "{id}");
        for sample in &record.after {
            let what = format!("{id} {}", sample.command);
            let command = command(&state, &sample.command);
            let events = decide::<CoalAndSteel>(&state, &command, &[]).unwrap();
            let next = play(&state, &sample.command);
            assert_eq!(next.position.to_string(), sample.position, "{what}");
            assert_eq!(over(&next), sample.over, "{what}");
            let captured = events.iter().find_map(|event| match &event.fact {
                Fact::Captured { side: Side::Coal, kind, .. } => Some(kind.letter().to_string()),
                Fact::Captured { side: Side::Steel, kind, .. } => Some(kind.letter().to_ascii_lowercase().to_string()),
                _ => None,
            });
            assert_eq!(captured.as_deref(), sample.captured.as_str(), "{what}");
        }
    }
}

#[test]
fn the_starts_have_the_published_perft_counts() {
    for name in [
        "coal-and-steel fixed placement V12, hidden, no walls",
        "coal-and-steel fixed placement, all face up, twin-passages",
    ] {
        let start = start(name);
        let position: Position = start.position.parse().unwrap();
        for (depth, nodes) in (1..).zip(&start.perft[..3]) {
            assert_eq!(position.perft(&Rules::default(), depth), *nodes, "{name}, depth {depth}");
        }
    }
}

#[test]
fn cs_1_and_cs_2_the_board_and_its_tiles() {
    assert_eq!(Square::all().count(), 100);
    let state = CoalAndSteel::initial_state(&Setup::default());
    assert_eq!(
        CoalAndSteel::parse(&state, "k1-k2").unwrap_err().what,
        "There is no square \"k1\": files run a to j, ranks 1 to 10."
    );
    for layout in [Layout::TwinPassages, Layout::None, Layout::Chequer] {
        let walls = layout.walls();
        let turned: Vec<Square> =
            walls.iter().map(|square| Square::from_file_rank(9 - square.file(), 9 - square.rank()).unwrap()).collect();
        assert!(turned.iter().all(|square| walls.contains(square)), "{layout:?} is symmetric under rotation");
        assert!(walls.iter().all(|square| (3..=6).contains(&square.rank())), "{layout:?} leaves the zones free");
    }
    assert_eq!(Layout::TwinPassages.walls().len(), 16);
}

#[test]
fn cs_3_a_side_has_eighteen_pieces_and_none_is_turned_down_again() {
    assert_eq!(Kind::ALL.map(Kind::count).iter().sum::<u8>(), 18);
    assert_refused(&position("e4=W a1=B j10=b", COAL), "flip e4", "AlreadyUp { at: e4 } [CS-3]");
    let placed = play(&CoalAndSteel::initial_state(&Setup::default()), "place B a1");
    let again = play(&placed, "place B j10");
    assert_refused(&again, "place B b1", "NoneLeft { kind: Batled } [CS-3]");
}

/// Places the first `count` pieces of both sides alternately, in the order of `Kind::ALL`, from the first rank on.
fn placed(count: usize) -> State {
    let kinds: Vec<Kind> = Kind::ALL.into_iter().flat_map(|kind| vec![kind; usize::from(kind.count())]).collect();
    let mut state = CoalAndSteel::initial_state(&Setup::default());
    for (index, kind) in kinds.iter().enumerate().take(count) {
        for side in [Side::Coal, Side::Steel] {
            let rank = index as u8 / 10;
            let rank = if side == Side::Coal { rank } else { 9 - rank };
            let square = Square::from_file_rank(index as u8 % 10, rank).unwrap();
            state = after::<CoalAndSteel>(&state, &Command::Place { kind: *kind, at: square });
        }
    }
    state
}

#[test]
fn cs_4_pieces_are_placed_in_turn_on_ones_own_three_ranks() {
    let fresh = CoalAndSteel::initial_state(&Setup::default());
    assert_refused(&fresh, "place W a4", "OutsideZone { at: a4, side: Coal } [CS-4]");
    assert_refused(&fresh, "a1-a2", "StillPlacing");
    let state = play(&fresh, "place W a3");
    assert_refused(&state, "place W a3", "OutsideZone { at: a3, side: Steel }");
    assert_refused(&play(&state, "place W a8"), "place W a3", "Occupied");
    let all = placed(18);
    assert_eq!(all.placing, None);
    assert_eq!(all.mover(), Some(Side::Coal));
    assert_refused(&all, "place W a3", "PlacingOver");
}

#[test]
fn cs_4_a_line_of_pieces_is_read_from_file_a_and_the_first_rank_on() {
    let fresh = CoalAndSteel::initial_state(&Setup::default());
    let read = |state: &State, line: &str| {
        placement_commands(state, line)
            .map(|all| all.iter().map(CoalAndSteel::command_text).collect::<Vec<_>>().join(", "))
    };
    assert_eq!(read(&fresh, "Q.b2w/c/9h").unwrap(), "place Q a1, place B c1, place W f1, place C a2, place H j3");
    assert_eq!(read(&play(&fresh, "place W a1"), "qb/w").unwrap(), "place Q a10, place B b10, place W a9");
    for (line, wrong) in [
        ("qx", "\"x\" in \"qx\" is not a piece"),
        ("wwwwwwwwwwq", "Rank 1 has ten squares"),
        ("q/9ww", "Rank 2 has ten squares"),
        ("q///w", "three ranks"),
    ] {
        let error = read(&fresh, line).unwrap_err();
        assert!(error.what.contains(wrong) && error.rule.is_some(), "{line}: {}", error.what);
    }
    assert_eq!(read(&fresh, "9w").unwrap(), "place W j1", "the tenth square");
}

#[test]
fn cs_4_a_line_is_placed_completely_or_not_at_all() {
    let fresh = CoalAndSteel::initial_state(&Setup::default());
    let judged = |state: &State, line: &str| {
        check_placement(state, &placement_commands(state, line).unwrap())
            .map_err(|(reason, rule)| format!("{reason:?} [{rule}]"))
    };
    assert_eq!(judged(&fresh, "wwwwwwwwww"), Ok(()), "all ten Warriors");
    assert_eq!(judged(&fresh, "wwwwwwwwww/w").unwrap_err(), "NoneLeft { kind: Warrior } [CS-3]");
    let two_placed = play(&play(&fresh, "place W b1"), "place W a8");
    assert_eq!(judged(&two_placed, "q.wwwwwwww/w"), Ok(()), "nine are left");
    assert_eq!(judged(&two_placed, "q.wwwwwwww/ww").unwrap_err(), "NoneLeft { kind: Warrior } [CS-3]");
    assert_eq!(judged(&two_placed, "qc").unwrap_err(), "Occupied { at: b1 } [CS-4]");
    assert_eq!(judged(&placed(18), "w").unwrap_err(), "PlacingOver [CS-4]");
}

#[test]
fn cs_5_the_last_two_pieces_may_be_held_back_but_never_the_batled() {
    assert_refused(&placed(15), "hold", "TooEarlyToHold { placed: 15 } [CS-5]");
    let held = play(&placed(16), "hold");
    assert_eq!(held.mover(), Some(Side::Steel));
    let both_held = play(&play(&held, "place W a8"), "hold");
    assert_eq!(both_held.placing, None);
    assert_eq!([Side::Coal, Side::Steel].map(|side| both_held.position.reserve(side).pieces.total()), [2, 1]);
    let mut without = CoalAndSteel::initial_state(&Setup::default());
    for (index, kind) in
        Kind::ALL.into_iter().rev().flat_map(|kind| vec![kind; usize::from(kind.count())]).take(16).enumerate()
    {
        for rank in [index as u8 / 10, 9 - index as u8 / 10] {
            without = after::<CoalAndSteel>(
                &without,
                &Command::Place { kind, at: Square::from_file_rank(index as u8 % 10, rank).unwrap() },
            );
        }
    }
    assert_refused(&without, "hold", "BatledHeld [CS-5]");
}

#[test]
fn cs_6_enemies_beside_the_piece_that_moved_turn_up() {
    let near = position("e4=W' d4=w' d5=w' f6=w' e7=w' a1=B j10=b", COAL);
    let next = play(&near, "e4-e5");
    let up = |name: &str| next.position.piece_at(square(name)).unwrap().face_up;
    assert_eq!(["d4", "d5", "f6", "e7", "e5"].map(up), [true, true, true, false, false]);
    let four = state_by(Rules { adjacent: Adjacent::Four, ..Rules::default() }, &near.position.to_string());
    let next = play(&four, "e4-e5");
    assert_eq!(
        ["d4", "d5", "f6"].map(|name| next.position.piece_at(square(name)).unwrap().face_up),
        [false, true, false]
    );
    assert_refused(&near, "flip d4", "NotYours");
    assert_refused(&near, "e5-e6", "Empty");
    assert_refused(&near, "e4-e4", "NotMoved");
    assert!(play(&near, "flip e4").position.piece_at(square("e4")).unwrap().face_up);
}

#[test]
fn cs_7_a_face_down_piece_steps_one_square_and_never_backward() {
    assert_eq!(targets(&position("e3=Q' a1=B j10=b", COAL), "e3"), "d3 d4 e4 f3 f4");
    assert_eq!(targets(&position("e8=q' a1=B j10=b", STEEL), "e8"), "d7 d8 e7 f7 f8");
    assert_refused(&position("e3=Q' a1=B j10=b", COAL), "e3-e5", "HiddenStep { from: e3, to: e5 } [CS-7]");
    assert_refused(&position("e3=Q' a1=B j10=b", COAL), "e3-e2", "HiddenStep");
    assert_refused(&position("e3=T' e4=# a1=B j10=b", COAL), "e3-e4", "Wall { at: e4 }");
}

#[test]
fn cs_8_to_cs_13_face_up_pieces_move_as_their_kind() {
    let alone = |kind: &str| position(&format!("e5={kind} j10=b"), COAL);
    let count = |kind: &str| alone(kind).position.targets(square("e5")).len();
    assert_eq!(["H", "Q", "B", "T"].map(count), [16, 24, 8, 8]);
    assert_eq!(targets(&position("e4=W j10=b", COAL), "e4"), "c4 d4 d5 e5 e6 f4 f5 g4");
    assert_eq!(targets(&position("e10=W j9=b", COAL), "e10"), "c10 d10 f10 g10");
    assert_cites(&position("a1=B j10=b", COAL), "a1-b2", &["CS-8", "CS-6"]);
    assert_cites(&position("e5=Q j10=b", COAL), "e5-e8", &["CS-10", "CS-6"]);
    assert_cites(&position("e5=H j10=b", COAL), "e5-a5", &["CS-11", "CS-6"]);
    assert_refused(&position("e5=H j10=b", COAL), "e5-f6", "NotItsWay");
}

#[test]
fn cs_9_the_batled_swaps_once_with_an_adjacent_piece() {
    let beside = position("e2=B f2=W' j10=b", COAL);
    let swapped = play(&beside, "swap f2");
    assert_eq!(swapped.position.to_string(), position_text("e2=W' f2=B j10=b", "s - - s -"));
    assert_cites(&beside, "swap f2", &["CS-9", "CS-6"]);
    assert_refused(&position("e2=B f2=W' j10=b", "c - - s -"), "swap f2", "SwapUsed [CS-9]");
    assert_refused(&position("e2=B g2=W' j10=b", COAL), "swap g2", "NotAdjacent");
    assert_refused(&position("e2=B' f2=W' j10=b", COAL), "swap f2", "BatledHidden [CS-7]");
    assert_refused(&position("e2=B f2=#T(n) j10=b", COAL), "swap f2", "SwapTerrain");
}

#[test]
fn cs_12_a_caster_passes_over_pieces_but_not_over_walls() {
    let caster = position("c3=C d4=W e5=W f6=w a1=B j10=b", COAL);
    assert!(targets(&caster, "c3").contains("f6"));
    assert_refused(&caster, "c3-d4", "OwnPiece { at: d4 }");
    assert_refused(&position("c3=C d4=# j10=b", COAL), "c3-e5", "Wall { at: d4 } [CS-15]");
    assert_cites(&caster, "c3-b4", &["CS-12", "CS-6"]);
}

#[test]
fn cs_13_a_warrior_never_goes_back() {
    let warrior = position("e4=W a1=B j10=b", COAL);
    assert_refused(&warrior, "e4-e3", "Backward { kind: Warrior } [CS-13]");
    assert_refused(&warrior, "e4-d3", "Backward");
    assert_cites(&warrior, "e4-e6", &["CS-13", "CS-6"]);
    assert_refused(&position("e4=W e5=W' a1=B j10=b", COAL), "e4-e6", "Blocked { at: e5 } [CS-15]");
}

#[test]
fn cs_14_only_a_tunneller_enters_a_wall_and_only_straight() {
    let wall = position("e4=T e5=# f5=# a1=B j10=b", COAL);
    assert_cites(&wall, "e4-e5", &["CS-14", "CS-6"]);
    assert_refused(&wall, "e4-f5", "WallDiagonal { at: f5 } [CS-14]");
    assert_refused(&position("e4=Q e5=# j10=b", COAL), "e4-e5", "Wall { at: e5 }");
}

#[test]
fn cs_15_nothing_passes_through_pieces_or_walls() {
    assert_refused(&position("e4=Q e5=w' j10=b", COAL), "e4-e6", "Blocked { at: e5 } [CS-15]");
    assert_refused(&position("e4=Q e5=# j10=b", COAL), "e4-e6", "Wall { at: e5 } [CS-15]");
}

#[test]
fn cs_16_a_wall_left_by_the_opposite_side_becomes_a_tunnel() {
    let inside = position("e5=#T(s) a1=B j10=b", COAL);
    let tile = |text: &str| play(&inside, text).position.tile(square("e5")).map(|tile| tile.letter());
    assert_eq!(["e5-e6", "e5-e4", "e5-d5"].map(tile), [Some('|'), Some('#'), Some('#')]);
    assert_cites(&inside, "e5-e6", &["CS-14", "CS-16", "CS-6"]);
    assert_refused(&inside, "e5-d6", "WallDiagonal { at: e5 }");
}

#[test]
fn cs_17_a_tunnel_is_passed_along_its_line() {
    assert_cites(&position("e3=H e5=| a1=B j10=b", COAL), "e3-e7", &["CS-17", "CS-6"]);
    assert_refused(&position("d5=H e5=| a1=B j10=b", COAL), "d5-f5", "TunnelLine { at: e5 } [CS-17]");
    assert_refused(&position("d4=C e5=| a1=B j10=b", COAL), "d4-f6", "TunnelLine");
    assert_cites(&position("e4=W e5=| a1=B j10=b", COAL), "e4-e6", &["CS-17", "CS-6"]);
}

#[test]
fn cs_18_a_tunneller_that_goes_through_a_tunnel_removes_it() {
    let inside = position("e5=|T(s) a1=B j10=b", COAL);
    assert_eq!(play(&inside, "e5-e6").position.tile(square("e5")), None);
    assert!(play(&inside, "e5-e4").position.tile(square("e5")).is_some());
    assert_cites(&inside, "e5-e6", &["CS-14", "CS-18", "CS-6"]);
    assert!(play(&position("e5=|T'(s) a1=B j10=b", COAL), "e5-e6").position.tile(square("e5")).is_some());
}

#[test]
fn cs_19_a_captor_keeps_the_captured_piece() {
    let before = state(&complete_list("e4=W e5=w'"));
    assert_cites(&before, "e4-e5", &["CS-13", "CS-19", "CS-6"]);
    let next = play(&before, "e4-e5");
    let held = next.position.captives(Side::Coal).minus(&before.position.captives(Side::Coal));
    assert_eq!(held.pieces().collect::<Vec<_>>(), [Kind::Warrior]);
}

/// The listed pieces and most others. Among the captives, Coal holds a Steel Charger, and Steel both Coal Casters.
fn complete_list(list: &str) -> String {
    position_text(
        &format!("{list} a1=B b1=Q c1=H d1=H f1=T g1=T j10=b i10=q h10=c g10=c f10=h d10=t c10=t"),
        "c WW ww Ss -",
    )
}

#[test]
fn cs_20_a_reserve_piece_enters_on_the_four_middle_squares() {
    let reserve = position("a1=B d1=W' j10=b", "c W - Ss -");
    assert_refused(&reserve, "enter W d1", "Occupied { at: d1 } [CS-20]");
    assert_refused(&reserve, "enter W c1", "NoEntrySquare { at: c1, side: Coal } [CS-20]");
    assert_refused(&reserve, "enter Q e1", "NotInReserve { kind: Squed }");
    assert_refused(&position("a1=B j10=b", COAL), "enter W e1", "ReserveEmpty");
    assert_cites(&reserve, "enter W e1", &["CS-20", "CS-6"]);
    assert!(!play(&reserve, "enter W e1").position.piece_at(square("e1")).unwrap().face_up);
    let up = state_by(Rules { enter_face: EnterFace::Up, ..Rules::default() }, &reserve.position.to_string());
    assert!(play(&up, "enter W e1").position.piece_at(square("e1")).unwrap().face_up);
}

#[test]
fn cs_21_captives_are_traded_and_come_back_to_the_reserve() {
    let fresh = state(&complete_list("e4=W e7=w"));
    assert_refused(&fresh, "trade give q for c", "NotHeld { kind: Squed, holder: Coal } [CS-21]");
    assert_refused(&fresh, "trade give b for c", "BatledNotTraded");
    assert_refused(&fresh, "trade give nothing for nothing", "NothingNamed");
    assert_refused(&fresh, "accept", "NoTrade");
    let offered = play(&fresh, "trade give h for c,c");
    for other in ["e4-e5", "flip e4", "trade give h for c", "draw", "pass"] {
        assert_refused(&offered, other, "TradeOnOffer { by: Coal } [CS-21]");
    }
    assert_eq!(CoalAndSteel::choices(&offered), [Command::AcceptTrade, Command::DeclineTrade]);
    let given_up = play(&offered, "resign").result.unwrap();
    assert_eq!(given_up, Ending::Resigned { side: Side::Steel }, "the side to answer");
    assert_refused(&play(&offered, "decline"), "accept", "NoTrade");
    let done = play(&offered, "accept");
    assert_eq!(done.position.reserve(Side::Coal).pieces.count(Kind::Caster), 2);
    assert_eq!(done.position.reserve(Side::Steel).known.count(Kind::Charger), 1);
    assert_refused(&done, "enter C e1", "JustReturned { kind: Caster } [CS-21]");
    assert_refused(&done, "trade give w for w", "AlreadyTraded");
    let later = play(&play(&done, "e4-e5"), "e7-e6");
    assert!(decide::<CoalAndSteel>(&later, &command(&later, "enter C e1"), &[]).is_ok());
    let hidden = play(&state(&complete_list("e4=W' e7=w")), "trade give h for c");
    assert_refused(&play(&hidden, "accept"), "flip e4", "FlipAfterTrade [CS-6]");
}

#[test]
fn cs_22_taking_the_batled_wins_unless_ones_own_falls_in_two_turns() {
    let takes = position("a1=B e4=Q e5=b a9=h a10=w", COAL);
    let taken = play(&takes, "e4-e5");
    assert_eq!(taken.position.countdown(), Some(Countdown { captor: Side::Coal, left: 2 }));
    let idle = ["a10-b10", "e5-e6", "b10-c10"].iter().fold(taken.clone(), |state, text| play(&state, text));
    assert_eq!(idle.result, Some(Ending::NotAvenged { winner: Side::Coal }));
    let avenged = ["a9-a5", "e5-e6", "a5-a1"].iter().fold(taken, |state, text| play(&state, text));
    assert_eq!(avenged.result, Some(Ending::BothTaken));
    assert_refused(&avenged, "e6-e7", "Over");
}

#[test]
fn cs_23_the_same_cycle_three_times_is_a_draw() {
    let cycle = ["e4-d4", "e9-d9", "d4-e4", "d9-e9"];
    let fresh = position("a1=B j10=b e4=Q e9=q", COAL);
    let run = |rules: Rules, count: usize| {
        let fresh = state_by(rules, &fresh.position.to_string());
        cycle.iter().cycle().take(count).fold(fresh, |state, text| play(&state, text)).result
    };
    assert_eq!([11, 12].map(|count| run(Rules::default(), count)), [None, Some(Ending::Repetition)]);
    let threefold = Rules { repetition: Repetition::Threefold, ..Rules::default() };
    assert_eq!([7, 8].map(|count| run(threefold, count)), [None, Some(Ending::Repetition)]);
}

#[test]
fn cs_24_the_stronger_side_places_16_pieces_and_keeps_two() {
    let handicap_game = |handicap_reserve| {
        let rules = Rules { handicap: Handicap::Coal, handicap_reserve, ..Rules::default() };
        CoalAndSteel::initial_state(&Setup { rules, position: None })
    };
    // Fifteen pieces of Coal, and as many of Steel: no Batled is among them.
    let pieces = "Q W W W W W W W W W W C C H H";
    let squares = |rank: u8, next: u8| {
        (0..10)
            .map(move |file| format!("{}{rank}", char::from(b'a' + file)))
            .chain((0..8).map(move |file| format!("{}{next}", char::from(b'a' + file))))
    };
    let fifteen = |state: State| {
        let pairs = pieces.split(' ').zip(squares(1, 2).zip(squares(10, 9)));
        pairs.fold(state, |state, (piece, (own, other))| {
            play(&play(&state, &format!("place {piece} {own}")), &format!("place {piece} {other}"))
        })
    };
    let reserve = fifteen(handicap_game(HandicapReserve::Reserve));
    assert_refused(&reserve, "place T f2", "BatledComesLast [CS-5]");
    assert_refused(&reserve, "hold", "Handicapped { side: Coal } [CS-24]");
    assert!(moves(&reserve).iter().all(|text| text.starts_with("place B ")), "only the Batled is left to choose");
    assert_cites(&reserve, "place B f2", &["CS-4", "CS-24"]);
    let placed = play(&reserve, "place B f2");
    assert_eq!(placed.position.reserve(Side::Coal).pieces, [Kind::Tunneller; 2].into_iter().collect());
    assert_eq!(placed.mover(), Some(Side::Steel));
    // The other side places as usual: all its pieces, or it holds two itself.
    let steel =
        ["place B f9", "place T g9", "place T h9"].iter().fold(placed.clone(), |state, text| play(&state, text));
    assert!(steel.placing.is_none() && steel.mover() == Some(Side::Coal), "play has begun");
    assert!(moves(&steel).contains(&"enter T d1".to_owned()) || steel.position.piece_at(square("d1")).is_some());
    let holds = play(&play(&placed, "place B f9"), "hold");
    assert!(holds.placing.is_none());
    // With `out` the two are not reinforcements, not captives, and unknown to the other side.
    let out = play(&fifteen(handicap_game(HandicapReserve::Out)), "place B f2");
    let out = play(&play(&out, "place B f9"), "hold");
    assert!(out.position.reserve(Side::Coal).pieces.is_empty());
    assert_eq!(out.position.out(Side::Coal), &[Kind::Tunneller; 2].into_iter().collect());
    assert!(out.position.captives(Side::Steel).is_empty());
    assert_eq!(out.position.to_string().parse::<Position>().unwrap(), out.position);
    assert!(out.position.to_string().contains(" c -/TT tt "), "{}", out.position);
    let (own, enemy) = (View::for_side(&out, Side::Coal), View::for_side(&out, Side::Steel));
    assert_eq!((own.out.0.total(), own.out.1, enemy.out.0.total(), enemy.out.1), (2, 0, 0, 2));
    let belief = Belief::from_view(&enemy);
    assert_eq!((belief.squares.len(), belief.in_reserve, belief.pool.total()), (16, 2, 18));
    // Without a handicap nothing is asked.
    let plain = fifteen(CoalAndSteel::initial_state(&Setup { rules: Rules::default(), position: None }));
    assert!(decide::<CoalAndSteel>(&plain, &command(&plain, "place T f2"), &[]).is_ok());
}

#[test]
fn cs_24_a_line_or_chance_places_16_pieces_of_the_stronger_side() {
    let rules = Rules { handicap: Handicap::Coal, ..Rules::default() };
    let mut state = CoalAndSteel::initial_state(&Setup { rules, position: None });
    let legal = |state: &State, line: &str| check_placement(state, &placement_commands(state, line).unwrap());
    assert!(legal(&state, "QB.WWWWWW/CTHWCTHW").is_ok());
    let (reason, rule) = legal(&state, "QB.WWWWWW/CTHWCTHWW").unwrap_err();
    assert_eq!(
        (format!("{reason:?}"), rule.to_string()),
        ("Handicapped { side: Coal }".to_owned(), "CS-24".to_owned())
    );
    assert_eq!(legal(&state, "QW.WWWWWW/CTHWCTHW").unwrap_err().1.to_string(), "CS-5", "the Batled is missing");
    let mut rng = play::Rng(7);
    while state.placing.is_some() {
        let side = state.mover().unwrap();
        let command = View::for_side(&state, side).random_placement(&mut rng).unwrap();
        state = after::<CoalAndSteel>(&state, &command);
    }
    let pieces = |side| state.position.pieces(side).count();
    assert_eq!((pieces(Side::Coal), pieces(Side::Steel)), (16, 18));
    assert!(state.position.batled(Side::Coal).is_some() && state.position.reserve(Side::Coal).pieces.total() == 2);
}

#[test]
fn cs_22_zero_turns_left_is_not_shown_just_before_the_end() {
    let fallen = play(&position("a1=B e4=Q e5=b a9=h a10=w", COAL), "e4-e5");
    let turns = ["a10-b10", "e5-e6", "b10-c10"];
    let shown: Vec<String> = turns
        .iter()
        .scan(fallen, |state, text| {
            let events = decide::<CoalAndSteel>(state, &command(state, text), &[]).unwrap();
            *state = play(state, text);
            Some(events.iter().filter_map(words::coal_and_steel::event_sentence).collect::<Vec<_>>().join(" "))
        })
        .collect();
    assert!(shown[0].contains("Steel has 1 turn left."), "{shown:?}");
    assert!(!shown[2].contains("left") && shown[2].contains("Coal wins: Batled taken and not avenged"), "{shown:?}");
}

#[test]
fn cs_a13_a_side_that_can_do_nothing_passes_or_loses() {
    let records: Vec<Record> = figures("coal-and-steel.json");
    let stuck = records.iter().find(|record| record.moves == ["pass"]).unwrap();
    assert_eq!(play(&state(&stuck.position), "pass").mover(), Some(Side::Steel));
    let loses = state_by(Rules { stuck: Stuck::Loses, ..Rules::default() }, &stuck.position);
    assert_eq!(play(&loses, "pass").result, Some(Ending::Stuck { side: Side::Coal }));
    assert_refused(&position("a1=B j10=b", COAL), "pass", "SomethingToDo");
    // Steel's pieces are on the last rank: none has a move, but its Batled has one once it turns up.
    let flips = state("4B5/10/10/10/10/10/10/10/10/b'wwwwwwwww s - - Ss -");
    assert_refused(&flips, "pass", "SomethingToDo { example: Flip { at: a1 } } [CS-A13]");
    assert_eq!(moves(&flips), ["flip a1"]);
    let up = play(&flips, "flip a1");
    assert!(moves(&up).contains(&"a1-a2".to_owned()), "{:?}", moves(&up));
    let loses = state_by(Rules { stuck: Stuck::Loses, ..Rules::default() }, &flips.position.to_string());
    assert_refused(&loses, "pass", "SomethingToDo");
    // Near miss: turned up, the piece could not move either.
    assert_eq!(moves(&state("4B5/10/10/10/10/10/10/10/10/w'wwwwwwwww s - - Ss -")), ["pass"]);
}

#[test]
fn cs_a18_games_are_resigned_or_drawn_by_agreement() {
    let fresh = position("a1=B j10=b", COAL);
    assert_eq!(play(&fresh, "resign").result.and_then(|ending| ending.winner()), Some(Side::Steel));
    assert_refused(&fresh, "accept draw", "NothingOffered");
    assert_eq!(play(&play(&fresh, "draw"), "accept").result, Some(Ending::Agreed));
}

/// Exchanges the kinds of one side's face-down pieces off tiles by a rotation.
fn shuffled(state: &State, side: Side) -> State {
    let hidden: Vec<(Square, Piece)> = state
        .position
        .pieces(side)
        .filter(|(square, piece)| !piece.face_up && state.position.tile(*square).is_none())
        .map(|(square, piece)| (square, *piece))
        .collect();
    let text = state.position.to_string();
    let mut listed_squares: Vec<String> = Vec::new();
    for square in Square::all() {
        let tile = state.position.tile(square).map(|tile| tile.letter().to_string()).unwrap_or_default();
        let place = hidden.iter().position(|(own, _)| *own == square);
        let piece_text = match (place, state.position.piece_at(square)) {
            (Some(place), _) => format!("{}'", hidden[(place + 1) % hidden.len()].1.letter()),
            (None, Some(piece)) => {
                let entered = piece.entered_by.and_then(|way| way.letter()).map(|way| format!("({way})"));
                format!("{}{}{}", piece.letter(), if piece.face_up { "" } else { "'" }, entered.unwrap_or_default())
            }
            (None, None) => String::new(),
        };
        if !tile.is_empty() || !piece_text.is_empty() {
            listed_squares.push(format!("{square}={tile}{piece_text}"));
        }
    }
    let rest = text.split_once(' ').unwrap().1;
    self::state(&self::position_text(&listed_squares.join(" "), rest))
}

#[test]
fn hidden_pieces_change_neither_view_nor_choices_nor_errors() {
    let records: Vec<Record> = figures("coal-and-steel.json");
    let mut varied = 0;
    for record in records {
        let state = state(&record.position);
        let side = state.position.to_move();
        let other = shuffled(&state, side.other());
        varied += usize::from(other != state);
        assert_eq!(View::for_side(&state, side), View::for_side(&other, side), "{}", record.id);
        assert_eq!(moves(&state), moves(&other), "{}", record.id);
        for from in Square::all() {
            for to in Square::all() {
                let command = Command::Move { from, to };
                let refusal = |state: &State| decide::<CoalAndSteel>(state, &command, &[]).err();
                assert_eq!(refusal(&state), refusal(&other), "{} {from}-{to}", record.id);
            }
        }
    }
    assert!(varied > 10, "only {varied} positions hide anything");
}

#[test]
fn a_view_holds_no_hidden_kind() {
    let state = position("e4=W' e7=q' a1=B j10=b e5=|t'(n)", "c Q w Ss -");
    let view = View::for_side(&state, Side::Coal);
    assert_eq!(
        view.piece_at(square("e7")),
        Some(&SeenPiece { side: Side::Steel, up: false, kind: None, entered_by: None })
    );
    assert_eq!(
        view.piece_at(square("e4")),
        Some(&SeenPiece { side: Side::Coal, up: false, kind: Some(Kind::Warrior), entered_by: None })
    );
    assert_eq!(view.enemy_reserve.0, 1);
    assert!(view.enemy_reserve.1.is_empty());
}

#[test]
fn positions_name_their_fault() {
    let good = position_text("a1=B j10=b", COAL);
    for (text, error) in [
        ("".to_owned(), "0 of the 6"),
        (good.replace(" c ", " x "), "there is no side \"x\""),
        (good.replace("Ss", "sS"), "not swap rights"),
        (good.replace("Ss -", "Ss c3"), "not a countdown"),
        (good.replace("Ss -", "Ss c2"), "is still on the board"),
        (good.replace("c - -", "c B -"), "Batled cannot be in reserve"),
        (good.replace("c - -", "c w -"), "not a piece of Coal's reserve"),
        (good.replace("B9", "B8"), "rank 1 has 9 squares instead of 10"),
        (good.replace("B9", "BB8"), "Coal has 2 Batleds"),
        (good.replace("B9", "BX8"), "\"X\" is not a piece"),
        (good.replace("B9", "B?8"), "neither tile, piece nor run"),
        (good.replace("B9", "#B9"), "only a tunneller"),
        (good.replace("B9", "B|T8"), "has the side"),
        (good.replace("B9", "BT(s)8"), "has the side"),
        (good.replace("B9", "B|T(x)8"), "not a side of a tile"),
        (good.replacen('/', "", 1), "has 9"),
    ] {
        let errors = text.parse::<Position>().unwrap_err().to_string();
        assert!(errors.contains(error), "{text}: {errors}");
    }
}

#[test]
fn cs_3_a_side_has_eighteen_pieces_and_no_nineteenth() {
    let full =
        "c'h't'w'b'w'w't'h'c'/1w'w'w'w'w'q'w'w'1/10/10/10/10/10/10/1W'W'Q'W'W'W'W'W'1/C'H'T'W'W'B'W'T'H'C' c - - Ss -";
    assert!(full.parse::<Position>().is_ok());
    for (side, more) in [("Coal", full.replace("W'1/C", "W'W'/C")), ("Steel", full.replace("/1w'", "/w'w'"))] {
        let errors = more.parse::<Position>().unwrap_err().to_string();
        assert_eq!(errors, format!("{side} has 19 pieces, and may have 18 [CS-3]"));
    }
    let reserve = full.replace(" c - - ", " c W - ").parse::<Position>().unwrap_err().to_string();
    assert!(reserve.contains("Coal has 19 pieces"), "{reserve}");
}

#[test]
fn cs_3_pieces_in_hand_are_of_the_eighteen() {
    let position = |hands: &str| position_text("a1=B e2=Q e3=T e4=T j10=b", &format!("c {hands} Ss -"));
    for (hands, error) in [
        ("CCC -", "Coal has 3 of Caster with those in hand, and the 18 pieces have 2 [CS-3]"),
        ("Q -", "Coal has 2 of Squed with those in hand"),
        ("-/TW -", "Coal has 3 of Tunneller with those in hand"),
        ("C/CC -", "Coal has 3 of Caster with those in hand"),
        ("- qq", "Steel has 2 of Squed with those in hand"),
    ] {
        let errors = position(hands).parse::<Position>().unwrap_err().to_string();
        assert!(errors.contains(error), "{hands}: {errors}");
    }
    for hands in ["CC -", "- q", "-/CW -", "C/CW hh"] {
        assert!(position(hands).parse::<Position>().is_ok(), "{hands}");
    }
    // The near miss: a third tunneller that was put on the board.
    let composed =
        |hands: &str| position_text("a1=B e2=T e3=T e4=T j10=b", &format!("c {hands} Ss -")).parse::<Position>();
    assert!(composed("W -").is_ok() && composed("T -").is_err());
}

#[test]
fn cs_24_the_stronger_side_alone_leaves_two_pieces_out() {
    let position = |hands: &str| position_text("a1=B j10=b", &format!("c {hands} Ss -")).parse::<Position>();
    for hands in ["-/TW -", "- w/hh", "-/WW h"] {
        assert!(position(hands).is_ok(), "{hands}");
    }
    for (hands, error) in [
        ("-/TW -/tw", "both sides have pieces out of the game, but only the stronger side leaves any out [CS-24]"),
        ("-/T -", "Coal has 1 out of the game: the stronger side leaves 2 pieces out [CS-24]"),
        ("- -/wwh", "Steel has 3 out of the game: the stronger side leaves 2 pieces out [CS-24]"),
    ] {
        assert_eq!(position(hands).unwrap_err().to_string(), error, "{hands}");
    }
}
