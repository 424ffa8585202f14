//! Hidden pieces: what may be known of them, how the engine uses it, and that nothing else leaks.
use boards::coal_and_steel::{
    Belief, CoalAndSteel, Command, DeterminizedPosition, Kind, Piece, PieceCounts, Position, Setup, Side, Square,
    State, View,
};
use play::{Board, Game, Rng};
use search::{self, Limits};

use super::{after, decide};

fn state(text: &str) -> State {
    CoalAndSteel::initial_state(&Setup { position: Some(text.parse().unwrap()), ..Setup::default() })
}

/// A state of a random game, with pieces turned up now and then.
fn random_position(seed: u64, rounds: usize) -> Option<State> {
    let mut rng = Rng(seed);
    let mut state = CoalAndSteel::initial_state(&Setup::default());
    for _ in 0..rounds {
        let choices = CoalAndSteel::choices(&state);
        if choices.is_empty() {
            return None;
        }
        let is_own = |square: &Square| {
            state.position.piece_at(*square).is_some_and(|piece| !piece.face_up && Some(piece.side) == state.mover())
                && state.placing.is_none()
        };
        let hidden: Vec<Square> = Square::all().filter(is_own).collect();
        if rng.below(6) == 0 && !hidden.is_empty() {
            let square = hidden[rng.below(hidden.len() as u64) as usize];
            state = after::<CoalAndSteel>(&state, &Command::Flip { at: square });
        }
        let choices = CoalAndSteel::choices(&state);
        state = after::<CoalAndSteel>(&state, &choices[rng.below(choices.len() as u64) as usize]);
    }
    (state.result.is_none() && state.placing.is_none()).then_some(state)
}

/// The same state with a different arrangement of the pieces hidden from the side to move.
fn hidden_variation(state: &State, seed: u64) -> State {
    let side = state.mover().unwrap();
    let mut rng = Rng(seed);
    let belief = Belief::from_view(&View::for_side(state, side));
    let (pieces, _) = belief.sample(&mut rng);
    let mut varied = state.clone();
    let text = state.position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let rows: Vec<String> = (0..10).rev().map(|rank| row(&state.position, rank, &belief.squares, &pieces)).collect();
    let rest = fields[1..].join(" ");
    varied.position = format!("{} {rest}", rows.join("/")).parse().unwrap();
    varied
}

fn row(position: &Position, rank: u8, squares: &[Square], pieces: &[Kind]) -> String {
    let (mut row, mut run) = (String::new(), 0);
    for square in (0..10).filter_map(|file| Square::from_file_rank(file, rank)) {
        let tile = position.tile(square).map(|tile| tile.letter().to_string()).unwrap_or_default();
        let piece_text = position.piece_at(square).map(|piece: &Piece| {
            let guessed = squares.iter().position(|hidden| *hidden == square).map(|index| pieces[index]);
            let letter = guessed.unwrap_or(piece.kind).letter();
            let letter = if piece.side == Side::Coal { letter } else { letter.to_ascii_lowercase() };
            let entered =
                piece.entered_by.and_then(|way| way.letter()).map(|way| format!("({way})")).unwrap_or_default();
            format!("{letter}{}{entered}", if piece.face_up { "" } else { "'" })
        });
        if tile.is_empty() && piece_text.is_none() {
            run += 1;
            continue;
        }
        // A run of none separates an empty tile from what follows.
        row += &format!("{run}{tile}{}", piece_text.unwrap_or_default());
        run = 0;
    }
    format!("{row}{run}")
}

#[test]
fn views_refusals_and_answers_are_independent_of_hidden_pieces() {
    let mut compared = 0;
    for seed in 1..=24 {
        let Some(state) = random_position(seed, 60 + 10 * seed as usize) else { continue };
        let side = state.mover().unwrap();
        // Skip states with a hidden piece on a tile. Pieces are exchanged only within the board, not with the reserve.
        if !Belief::from_view(&View::for_side(&state, side))
            .squares
            .iter()
            .all(|square| state.position.tile(*square).is_none())
        {
            continue;
        }
        let same_pool = |state: &State| {
            let hidden = state.position.pieces(side.other()).filter(|(_, piece)| !piece.face_up && !piece.known);
            hidden.map(|(_, piece)| piece.kind).collect::<PieceCounts>()
        };
        let differs = |other: &State| same_pool(&state) == same_pool(other) && state.position != other.position;
        let Some(other) = (0..20).map(|turn| hidden_variation(&state, seed * 100 + turn)).find(differs) else {
            continue;
        };
        compared += 1;
        let views = [&state, &other].map(|state| View::for_side(state, side));
        assert_eq!(views[0], views[1], "seed {seed}");
        assert_eq!(computer_choice(&state, seed), computer_choice(&other, seed), "seed {seed}");
        let squares: Vec<Square> = Square::all().collect();
        for from in &squares {
            for to in squares.iter().step_by(3) {
                let command = Command::Move { from: *from, to: *to };
                let refusals = |state: &State| decide::<CoalAndSteel>(state, &command, &[]).map(|_| ());
                assert_eq!(refusals(&state), refusals(&other), "seed {seed}: {command:?}");
            }
            for command in [Command::Flip { at: *from }, Command::Swap { with: *from }] {
                let refusals = |state: &State| decide::<CoalAndSteel>(state, &command, &[]).map(|_| ());
                assert_eq!(refusals(&state), refusals(&other), "seed {seed}: {command:?}");
            }
        }
    }
    assert!(compared >= 6, "{compared}");
}

/// The beginner's score, and the first turns of the engine and of the beginner, by the view of the side to move.
fn computer_choice(state: &State, seed: u64) -> (u32, Vec<Command>) {
    let view = View::for_side(state, state.mover().unwrap());
    let belief = Belief::from_view(&view);
    let worlds = |rng: &mut Rng| DeterminizedPosition::determinize(&view, &belief, state.rules, rng);
    let limits = Limits { seed, ..Limits::nodes(60) };
    let found = search::search_worlds(&worlds, &state.repeating_moves(), &limits, 1, &|| false).remove(0);
    let first = found.line[0];
    let beginner =
        search::average_over_worlds(&worlds, &Limits { seed, quiescence: false, ..Limits::depth(1) }, 1).remove(0);
    (beginner.score as u32, first.commands().chain(beginner.line[0].commands()).collect())
}

#[test]
fn arrangements_are_counted_exactly() {
    // A Batled and a Warrior are hidden, the reserve is empty, and all else of Steel is taken.
    let two = Belief::from_view(&View::for_side(&state("9b'/9w'/10/10/10/10/10/10/10/B9 c - - Ss -"), Side::Coal));
    assert_eq!((two.arrangements(), two.squares.len()), (2, 2));
    assert_eq!(two.chance(Kind::Batled), (2, 4));
    // One of the three is in reserve, and it is not the Batled: charger or warrior.
    let held = state("9b'/9w'/10/10/10/10/10/10/10/B9 c - h Ss -");
    let belief = Belief::from_view(&View::for_side(&held, Side::Coal));
    assert_eq!((belief.arrangements(), belief.in_reserve), (4, 1));
    assert_eq!(belief.chance(Kind::Charger), (2, 8));
    assert_eq!(belief.chance(Kind::Batled), (4, 8));
    // All eighteen on the board: 18! divided by the orders of equal pieces.
    let full = "c'h't'w'b'w'w't'h'c'/1w'w'w'w'w'q'w'w'1/10/10/10/10/10/10/10/B9 c - - Ss -";
    let belief = Belief::from_view(&View::for_side(&state(full), Side::Coal));
    assert_eq!(belief.arrangements(), 6_402_373_705_728_000 / (2 * 2 * 2 * 3_628_800));
    assert_eq!(belief.squares.len(), 18);
}

/// Each arrangement is drawn within a fifth of its fair share.
#[test]
fn every_arrangement_is_drawn_equally_often() {
    let view = View::for_side(&state("9b'/9w'/9w'/10/10/10/10/10/10/B9 c - h Ss -"), Side::Coal);
    let belief = Belief::from_view(&view);
    let mut rng = Rng(3);
    let mut seen = std::collections::BTreeMap::new();
    const DRAWN: usize = 6000;
    for _ in 0..DRAWN {
        let (pieces, reserve) = belief.sample(&mut rng);
        assert!(pieces.contains(&Kind::Batled) && reserve.total() == 1);
        *seen.entry((pieces, reserve.pieces().collect::<Vec<_>>())).or_insert(0) += 1;
    }
    assert_eq!(seen.len() as u128, belief.arrangements());
    let fair = DRAWN / seen.len();
    assert!(seen.values().all(|count: &usize| count.abs_diff(fair) < fair / 5), "{seen:?}");
}

#[test]
fn sampled_worlds_fit_the_view_they_were_drawn_from() {
    let mut rng = Rng(11);
    let mut drawn = 0;
    for seed in 30..40 {
        let Some(state) = random_position(seed, 200) else { continue };
        let side = state.mover().unwrap();
        let view = View::for_side(&state, side);
        let belief = Belief::from_view(&view);
        for _ in 0..20 {
            let world = DeterminizedPosition::determinize(&view, &belief, state.rules, &mut rng);
            let of_world = View::for_side(&State { position: world.position, ..state.clone() }, side);
            assert_eq!(of_world.captives, view.captives, "seed {seed}");
            assert_eq!(of_world.enemy_reserve.0, view.enemy_reserve.0);
            let same = Square::all().all(|square| {
                of_world.piece_at(square).map(|piece| (piece.side, piece.up))
                    == view.piece_at(square).map(|piece| (piece.side, piece.up))
            });
            assert!(
                same && world.position.batled(side.other()).is_some() == state.position.batled(side.other()).is_some()
            );
            drawn += 1;
        }
    }
    assert!(drawn >= 100, "{drawn}");
}

/// Warriors and face-down pieces cannot go back [CS-7, CS-13]. If only other pieces move for long,
/// their moves are stale.
#[test]
fn turns_that_could_all_be_reversed_count_as_leading_nowhere() {
    let turn = |text: &str| {
        let (from, to) = text.split_once('-').unwrap();
        Command::Move { from: Square::from_name(from).unwrap(), to: Square::from_name(to).unwrap() }
    };
    let times_stale = |state: &State, text: &str| {
        let given = turn(text);
        state.repeating_moves().iter().filter(|stale| stale.commands().eq([given.clone()])).count()
    };
    let mut now = state("9b/10/10/10/10/10/10/10/1W2Q5/B9 c - - - -");
    let squares = ["e2", "e3", "e4", "f4", "f3", "f2", "g2", "g3", "g4", "h4", "h3", "h2", "i2"];
    for (index, step) in squares.windows(2).enumerate() {
        assert_eq!(times_stale(&now, &format!("{}-{}", step[0], step[1])), 0, "after {index} turns");
        now = after::<CoalAndSteel>(&now, &turn(&step.join("-")));
        now = after::<CoalAndSteel>(&now, &turn(["j10-i10", "i10-j10"][index % 2]));
    }
    // Twelve turns of the Squed: every piece that could go back has waited long enough.
    for (text, times) in [("i2-i3", 1), ("a1-a2", 1), ("b2-c2", 1), ("b2-b3", 0), ("b2-c3", 0), ("i2-h2", 2)] {
        assert_eq!(times_stale(&now, text), times, "{text}");
    }
    now = after::<CoalAndSteel>(&now, &turn("b2-b3"));
    now = after::<CoalAndSteel>(&now, &turn("j10-i10"));
    assert_eq!(times_stale(&now, "i2-i3"), 0, "the Warrior has gone forward");
}

#[test]
fn the_engine_takes_a_batled_that_it_sees() {
    let seen = state("4b5/10/10/10/4H5/10/10/10/10/B9 c - - - -");
    let (_, commands) = computer_choice(&seen, 1);
    assert_eq!(
        commands[0],
        Command::Move { from: Square::from_name("e6").unwrap(), to: Square::from_name("e10").unwrap() }
    );
    // Face down it steps one square only, so it is turned up first.
    let hidden = state("4b5/10/10/10/4H'5/10/10/10/10/B9 c - - - -");
    let (_, commands) = computer_choice(&hidden, 1);
    assert_eq!(commands[0], Command::Flip { at: Square::from_name("e6").unwrap() });
}
