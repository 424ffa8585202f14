//! A second set of rules for each game, slow and plain, written from the specification without code of the
//! first: it reads positions as text, lists moves as text, and returns the text of the position that follows.
use std::collections::BTreeMap;

use boards::{
    Notation,
    battle_acre::{self, BattleAcre},
    coal_and_steel::{self, CoalAndSteel},
    tafl::{self, Tafl},
};
use play::{Board, Game, Rng};

use super::{after, slow_acre, slow_coal, slow_tafl};

/// The rows of a position, the first one first, and the words after them.
pub fn fields(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (rows, rest) = text.split_once(' ').unwrap();
    (rows.split('/').collect(), rest.split(' ').collect())
}

/// Compares the moves of `fast` and `slow`, and the positions after them, in positions of random games.
/// Returns how many were compared.
fn agrees<G: Board>(
    begin: impl Fn(u64) -> G::State,
    games: u64,
    longest: usize,
    fast: impl Fn(&G::State) -> Option<(String, Vec<(String, String)>)>,
    slow: impl Fn(&str) -> BTreeMap<String, String>,
) -> usize {
    let mut compared = 0;
    for game in 0..games {
        let mut rng = Rng(game + 1);
        let mut state = begin(game);
        for _ in 0..longest {
            let choices = G::choices(&state);
            if choices.is_empty() {
                break;
            }
            if let Some((text, moves)) = fast(&state) {
                let expected = slow(&text);
                let found: BTreeMap<String, String> = moves.into_iter().collect();
                assert_eq!(found, expected, "{text}");
                compared += 1;
            }
            state = after::<G>(&state, &choices[rng.below(choices.len() as u64) as usize]);
        }
    }
    compared
}

#[test]
fn tafl_agrees_on_thousands_of_positions() {
    let begin = |game: u64| {
        let first = if game.is_multiple_of(2) { tafl::rules::First::Black } else { tafl::rules::First::White };
        let rules = tafl::rules::Rules { first, ..Default::default() };
        Tafl::initial_state(&tafl::Setup { rules, ..Default::default() })
    };
    let fast = |state: &tafl::State| {
        let position = state.position;
        let follows = |(from, to)| {
            let next = position.after_move(&state.rules, from, to);
            (format!("{from}-{to}"), next.to_string())
        };
        Some((position.to_string(), position.moves().map(follows).collect()))
    };
    assert!(agrees::<Tafl>(begin, 60, 80, fast, slow_tafl::moves) >= 2500);
}

#[test]
fn battle_acre_agrees_on_thousands_of_positions() {
    let fast = |state: &battle_acre::State| {
        let (position, rules) = (state.position, state.rules);
        let follows = |given: &battle_acre::Move| {
            let text = BattleAcre::command_text(&battle_acre::to_command(given));
            (text, position.after_move(given).to_string())
        };
        let moves = position.moves(&rules);
        assert_eq!(position.count_moves(&rules), moves.len() as u64, "{position}");
        assert_eq!(position.can_move(&rules), !moves.is_empty());
        Some((position.to_string(), moves.iter().map(follows).collect()))
    };
    let open = battle_acre::rules::Rules { bare_kings: false, fifty_moves: false, ..Default::default() };
    let begin = |_| BattleAcre::initial_state(&battle_acre::Setup { rules: open, ..Default::default() });
    let opened = agrees::<BattleAcre>(begin, 2, 120, fast, slow_acre::moves);
    // Few pieces, so that there are checks, pins and promotions.
    let sparse = |game: u64| {
        let texts = [
            "sngkgns/9/11/13/19/21/10E10/19/6PPP4/11/4T4/SNGKGNS w HNhn - 0 1",
            "3k3/1P7/2t8/13/9D9/21/21/9d9/6p6/8T2/7p1/3K3 w - - 0 1",
            "3k3/9/5P5/1A11/19/10p10/21/9e9/13/4a6/2p6/3K3 r - - 0 1",
        ];
        let position = texts[game as usize % 3].parse().unwrap();
        BattleAcre::initial_state(&battle_acre::Setup { rules: open, position })
    };
    let bare = agrees::<BattleAcre>(sparse, 60, 70, fast, slow_acre::moves);
    assert!(opened + bare >= 2000, "{opened} {bare}");
}

#[test]
fn coal_and_steel_agrees_on_thousands_of_positions() {
    let fast = |state: &coal_and_steel::State| {
        if state.placing.is_some() {
            return None;
        }
        let position = state.position;
        let follows = |action: coal_and_steel::Action| {
            let text = CoalAndSteel::command_text(&action.into());
            (text, position.after_action(&state.rules, &action).to_string())
        };
        let actions = position.actions(&Default::default());
        Some((position.to_string(), actions.into_iter().map(follows).collect()))
    };
    let begin = |game: u64| {
        let mut setup = coal_and_steel::Setup::default();
        // Half of the games begin with all pieces face up, among tunnels.
        if game % 2 == 1 {
            let text = "1wtbt2wq1/2c1h3c1/10/2w1w2w2/##1|#-#1-#/|#2##1|##/1W2W3W1/3T2T3/1C2H2C2/H2QB5 c WW ww Ss -";
            setup.position = Some(text.parse().unwrap());
        }
        CoalAndSteel::initial_state(&setup)
    };
    assert!(agrees::<CoalAndSteel>(begin, 24, 200, fast, slow_coal::moves) >= 2000);
}
