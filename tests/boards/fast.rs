//! The fast paths of the boards against the referee: each move of a playout is legal, and it ends as the referee rules.
//! Moves are counted and undone as they are listed and made.
use std::collections::BTreeMap;

use boards::{
    battle_acre::{self, BattleAcre},
    coal_and_steel::{self, CoalAndSteel, PieceCounts, Side, Square},
    tafl::{
        self, Tafl,
        rules::{First, GoldHostileTo, KingCapture, NoMove, Repetition, Rules},
    },
};
use play::{Board, Game, Lookahead, Rng};

use super::after;

/// Tafl under different switches for every game.
fn rules(game: u64) -> Rules {
    Rules {
        king_capture: [KingCapture::Two, KingCapture::Linnaean, KingCapture::Four][game as usize % 3],
        gold_hostile_to: [GoldHostileTo::Both, GoldHostileTo::WhiteOnly][game as usize / 3 % 2],
        repetition: [Repetition::Draw, Repetition::AttackerLoses, Repetition::DefenderLoses][game as usize / 6 % 3],
        no_move: [NoMove::Loses, NoMove::Draw][game as usize / 18 % 2],
        first: First::Position,
    }
}

#[test]
fn tafl_playouts_are_legal_and_end_as_the_referee_rules() {
    let (mut ends, mut compared) = (BTreeMap::new(), 0);
    for game in 0..1500 {
        let rules = rules(game);
        // Every third game begins with one piece a side, so that positions repeat.
        let text = if game % 3 == 0 { "4t4/9/9/9/3K5/9/9/9/9 b" } else { tafl::START };
        let mut state = Tafl::initial_state(&tafl::Setup { rules, position: text.parse().unwrap() });
        let mut made = Vec::new();
        let played = state.position.play_random(&rules, &mut Rng(game), 400, |position, given| {
            made.push((*position, given));
        });
        assert_eq!(made.len(), played.moves as usize);
        for (position, (from, to)) in made {
            assert_eq!(position, state.position, "game {game}");
            if game % 10 == 0 {
                assert_eq!(position.perft(&rules, 1) as usize, Tafl::choices(&state).len(), "{position}");
                compared += 1;
            }
            state = after::<Tafl>(&state, &tafl::Command::Move { from, to });
        }
        assert_eq!(state.result.is_some(), played.finished, "game {game}: {:?}", state.result);
        let winner = state.result.and_then(|ending| ending.winner());
        assert_eq!(winner, played.winner, "game {game}: {:?}", state.result);
        let end = state
            .result
            .map_or("none".to_owned(), |ending| format!("{ending:?}").split([' ', '{']).next().unwrap().to_owned());
        *ends.entry(end).or_insert(0) += 1;
    }
    assert!(compared > 3000, "{compared}");
    for end in ["KingEscaped", "KingCaptured", "Repetition"] {
        assert!(ends.contains_key(end), "{ends:?}");
    }
}

#[test]
fn every_first_move_of_tafl_is_drawn_equally_often() {
    for text in [tafl::START, "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 w", "1K7/9/9/4t4/9/9/9/2t6/7T1 w"] {
        let position: tafl::Position = text.parse().unwrap();
        let mut drawn: BTreeMap<(tafl::Square, tafl::Square), u32> = position.moves().map(|given| (given, 0)).collect();
        let (moves, mut rng) = (drawn.len() as u32, Rng(5));
        for _ in 0..moves * 400 {
            position.play_random(&Rules::default(), &mut rng, 1, |_, given| {
                *drawn.get_mut(&given).expect("lawful") += 1;
            });
        }
        // Twenty is the standard deviation of four hundred expected draws. Six times that never happens.
        assert!(drawn.values().all(|times| times.abs_diff(400) < 120), "{drawn:?}");
    }
}

#[test]
fn battle_acre_moves_are_counted_made_and_undone_as_listed() {
    let texts = [
        battle_acre::START,
        "sngkgns/9/11/13/19/21/10E10/19/6PPP4/11/4T4/SNGKGNS w HNhn - 0 1",
        "3k3/1P7/2t8/13/9D9/21/21/9d9/6p6/8T2/7p1/3K3 w - - 0 1",
        "3k3/9/5P5/1A11/19/10p10/21/9e9/13/4a6/2p6/3K3 r - - 0 1",
    ];
    let mut compared = 0;
    for game in 0..40_u64 {
        let mut rng = Rng(game);
        let rules = battle_acre::rules::Rules { fifty_moves: false, bare_kings: false, ..Default::default() };
        let position = texts[game as usize % 4].parse().unwrap();
        let mut state = BattleAcre::initial_state(&battle_acre::Setup { rules, position });
        for _ in 0..100 {
            let mut position = state.position;
            let moves = position.moves(&rules);
            assert_eq!(position.count_moves(&rules), moves.len() as u64, "{position}");
            for given in &moves {
                let before = position;
                let made = position.make_move(given);
                assert_eq!(position, before.after_move(given), "{before} {given:?}");
                position.unmake_move(&made);
                assert_eq!(position, before, "{given:?}");
            }
            if moves.is_empty() || state.result.is_some() {
                break;
            }
            let given = moves[rng.below(moves.len() as u64) as usize];
            let expected = position.after_move(&given);
            state = after::<BattleAcre>(&state, &battle_acre::to_command(&given));
            assert_eq!(state.position, expected, "{position} {given:?}");
            compared += moves.len();
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn coal_and_steel_playouts_follow_the_referee() {
    let (mut compared, mut keys) = (0, BTreeMap::new());
    for game in 0..300_u64 {
        let mut rng = Rng(game);
        let mut setup = coal_and_steel::Setup::default();
        if game % 2 == 1 {
            let text = "1wtbt2wq1/2c1h3c1/10/2w1w2w2/##1|#-#1-#/|#2##1|##/1W2W3W1/3T2T3/1C2H2C2/H2QB5 c WW ww Ss -";
            setup.position = Some(text.parse().unwrap());
        }
        let mut state = CoalAndSteel::initial_state(&setup);
        while state.result.is_none() && compared < 60 * (game as usize + 1) {
            let choices = CoalAndSteel::choices(&state);
            if state.placing.is_some() {
                state = after::<CoalAndSteel>(&state, &choices[rng.below(choices.len() as u64) as usize]);
                continue;
            }
            let position = state.position;
            for side in Side::BOTH {
                let stands = |square: &Square| position.piece_at(*square).is_some_and(|piece| piece.side == side);
                assert!(position.squares_of(side).eq(Square::all().filter(stands)), "{position}");
                let batled = |square: &Square| {
                    stands(square) && position.piece_at(*square).map(|piece| piece.kind.letter()) == Some('B')
                };
                assert_eq!(position.batled(side), Square::all().find(batled), "{position}");
            }
            let actions = position.actions(&PieceCounts::default());
            let action = actions[rng.below(actions.len() as u64) as usize];
            let expected = position.after_action(&state.rules, &action);
            state = after::<CoalAndSteel>(&state, &action.into());
            assert_eq!(state.position, expected, "{position} {action:?}");
            let key = coal_and_steel::DeterminizedPosition::with_full_information(expected, state.rules).key();
            let known = keys.entry(key).or_insert(expected);
            assert_eq!(*known, expected, "two positions of one key");
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn a_playout_of_coal_and_steel_takes_the_turns_that_it_reports() {
    let text =
        "c'h't'w'b'w'w't'h'c'/1w'w'w'w'w'q'w'w'1/10/10/10/10/10/10/1W'W'Q'W'W'W'W'W'1/C'H'T'W'W'B'W'T'H'C' c - - Ss -";
    let start: coal_and_steel::Position = text.parse().unwrap();
    let rules = coal_and_steel::rules::Rules::default();
    let mut decided = 0;
    for seed in 0..300 {
        let (last, turns) = start.play_random(&rules, &mut Rng(seed), 600);
        let mut slow = start;
        let mut rng = Rng(seed);
        for _ in 0..turns {
            let actions = slow.actions(&PieceCounts::default());
            slow = slow.after_action(&rules, &actions[rng.below(actions.len() as u64) as usize]);
        }
        assert_eq!(slow, last, "seed {seed}");
        assert_eq!(last.outcome().is_some(), turns < 600, "seed {seed}");
        decided += u32::from(turns < 600);
    }
    assert!(decided > 0);
}
