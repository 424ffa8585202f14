//! Coal and Steel between two engines: a won position is won on the board, and a drawn one is not called a win.
use boards::coal_and_steel::{CoalAndSteel, Command, Ending, Setup, Side, State};
use play::{Game, Script};
use search::{Level, Limits, SearchResult, Unit};
use session::boards::{BoardGame, search_options::SearchOptions};

/// Playouts for a move; the level `club` makes twelve times as many.
const TRIALS: u64 = 100;
/// Turns of both sides within which each game must be won.
const LONGEST: u64 = 160;

fn state_from(position: &str) -> State {
    CoalAndSteel::initial_state(&Setup { position: Some(position.parse().unwrap()), ..Setup::default() })
}

fn advised(state: &State, seed: u64) -> SearchResult<Command> {
    let limits = Limits { seed, ..Limits::nodes(TRIALS) };
    let options = SearchOptions { limits, ..SearchOptions::for_level(Level::Full, Unit::Playouts) };
    CoalAndSteel::advise(state, &options, &|| false, &mut |_| {}).remove(0)
}

/// How a game between two engines ends within `longest` turns, and how many turns it took.
fn played(position: &str, seed: u64, longest: u64) -> (Option<Ending>, u64) {
    let mut state = state_from(position);
    for turn in 0..longest {
        let mover = state.mover();
        for command in advised(&state, seed + turn).line {
            let events = play::decide::<CoalAndSteel>(&state, &command, &mut Script::typed([])).unwrap();
            play::apply_all::<CoalAndSteel>(&mut state, &events);
            if state.mover() != mover {
                break;
            }
        }
        if state.result.is_some() {
            return (state.result, turn + 1);
        }
    }
    (None, longest)
}

#[test]
fn a_won_position_is_won() {
    let won = [
        ("a Squed and the Batled hunt the last man", "4b5/10/10/10/10/10/10/10/4Q5/4B5"),
        ("two Tunnellers and the Batled hunt the last man", "4b5/10/10/10/10/10/10/10/3T1T4/4B5"),
        ("seven against four, all face up", "b4t4/1w7w/10/10/##1####1##/##1####1##/2W4W2/1Q2C2H2/4W5/8B1"),
        ("six against four, the four face down", "4b'5/3w't'w'4/10/10/10/10/2W4W2/1Q2C2H2/10/8B1"),
    ];
    for (what, rows) in won {
        for (side, seed) in [("c", 1), ("s", 2)] {
            let (ending, turns) = played(&format!("{rows} {side} - - - -"), seed, LONGEST);
            let expected = Some(Ending::NotAvenged { winner: Side::Coal });
            assert_eq!(ending, expected, "{what}, {side} to move, after {turns} turns");
        }
    }
}

#[test]
fn an_even_position_is_not_called_a_win() {
    for rows in ["4b5/10/10/10/10/10/10/10/10/4B5", "4b5/3q6/10/10/10/10/10/10/4Q5/4B5"] {
        let score = advised(&state_from(&format!("{rows} c - - - -")), 1).score;
        assert!(score.abs() < 100, "{rows}: {score}");
    }
    let (ending, _) = played("4b5/10/10/10/10/10/10/10/10/4B5 c - - - -", 1, 40);
    assert_eq!(ending.and_then(|ending| ending.winner()), None);
}

/// Without hidden pieces, searched positions are reported as trials, like the budget.
#[test]
fn a_search_without_hidden_pieces_keeps_to_its_trials() {
    let open = advised(&state_from("4b5/3q6/10/10/10/10/10/10/4Q5/4B5 c - - - -"), 1);
    assert!((TRIALS / 2..=TRIALS + 1).contains(&open.nodes), "{}", open.nodes);
    let hidden = advised(&state_from("4b'5/3q'6/10/10/10/10/10/10/4Q5/4B5 c - - - -"), 1);
    assert_eq!(hidden.nodes, TRIALS);
}
