//! The contract of every game, for the three board games, and their answers to wrong input.
use std::collections::BTreeSet;

use boards::{
    CommonCommand, Notation, Sided,
    battle_acre::{self, BattleAcre},
    coal_and_steel::{self, CoalAndSteel},
    tafl::{self, Tafl},
};
use play::{self, Board, Game, Rule};

use super::decide;
use kit::{assert_enough, check_contract, check_sequences, random_numbers};

/// Returns mostly one of the choices, sometimes another command from `other`.
fn choose<G: Board>(
    state: &G::State,
    chance: &mut dyn FnMut(u32) -> u32,
    other: impl Fn(&mut dyn FnMut(u32) -> u32) -> G::Command,
) -> G::Command {
    let choices = G::choices(state);
    if choices.is_empty() || chance(12) == 0 {
        return other(chance);
    }
    choices[chance(choices.len() as u32) as usize].clone()
}

pub fn tafl_command(state: &tafl::State, chance: &mut dyn FnMut(u32) -> u32) -> tafl::Command {
    choose::<Tafl>(state, chance, |chance| match chance(3) {
        0 => tafl::Command::Common(CommonCommand::OfferDraw),
        1 => tafl::Command::Claim,
        _ => tafl::Command::Lot,
    })
}

#[test]
fn the_contract_holds_for_tafl() {
    for seed in 0..20 {
        check_contract::<Tafl>("tafl", &tafl::Setup::default(), seed, 120, tafl_command);
    }
}

pub fn acre_command(state: &battle_acre::State, chance: &mut dyn FnMut(u32) -> u32) -> battle_acre::Command {
    choose::<BattleAcre>(state, chance, |_| battle_acre::Command::Common(CommonCommand::OfferDraw))
}

#[test]
fn the_contract_holds_for_battle_acre() {
    for seed in 0..6 {
        check_contract::<BattleAcre>("acre", &battle_acre::Setup::default(), seed, 60, acre_command);
    }
}

pub fn coal_and_steel_command(
    state: &coal_and_steel::State,
    chance: &mut dyn FnMut(u32) -> u32,
) -> coal_and_steel::Command {
    use coal_and_steel::{Command, Kind, Square};
    choose::<CoalAndSteel>(state, chance, |chance| match chance(4) {
        0 | 1 => Command::Flip { at: Square::from_file_rank(chance(10) as u8, chance(10) as u8).unwrap() },
        2 => Command::Trade { give: vec![Kind::Warrior], take: vec![Kind::Warrior] },
        _ => Command::AcceptTrade,
    })
}

#[test]
fn the_contract_holds_for_coal_and_steel() {
    for seed in 0..6 {
        let setup = coal_and_steel::Setup::default();
        check_contract::<CoalAndSteel>("coal-steel", &setup, seed, 160, coal_and_steel_command);
    }
}

/// Plays up to `rounds` random commands, and passes every eighth state to `look`.
fn random_game<G: Board>(mut state: G::State, seed: u64, rounds: usize, mut look: impl FnMut(&G::State)) {
    let mut next_random = random_numbers(seed);
    for round in 0..rounds {
        let choices = G::choices(&state);
        let Some(command) = choices.get(next_random() as usize % choices.len().max(1)) else { return };
        state = super::after::<G>(&state, command);
        if round % 8 == 0 {
            look(&state);
        }
    }
}

fn initial_state<G: Board>(setup: &G::Setup) -> G::State {
    G::initial_state(setup)
}

#[test]
fn the_choices_are_exactly_the_accepted_commands() {
    let tafl_setup = tafl::Setup {
        rules: tafl::rules::Rules { first: tafl::rules::First::Black, ..Default::default() },
        ..Default::default()
    };
    random_game::<Tafl>(initial_state::<Tafl>(&tafl_setup), 1, 80, |state| {
        let squares = || tafl::Square::all();
        let all = squares().flat_map(|from| squares().map(move |to| tafl::Command::Move { from, to }));
        super::check_choices::<Tafl>(state, all);
    });
    random_game::<BattleAcre>(initial_state::<BattleAcre>(&battle_acre::Setup::default()), 2, 40, |state| {
        use battle_acre::{Cell, Command, Kind};
        let promotions = || [None, Some(Kind::Queen)].into_iter();
        let moves = Cell::all().flat_map(|from| Cell::all().map(move |to| (from, to)));
        let all = moves.flat_map(|(from, to)| promotions().map(move |promotion| Command::Move { from, to, promotion }));
        super::check_choices::<BattleAcre>(state, all);
    });
    random_game::<CoalAndSteel>(initial_state::<CoalAndSteel>(&coal_and_steel::Setup::default()), 3, 160, |state| {
        use coal_and_steel::{Command, Kind, Square};
        let squares = || Square::all();
        let moves = squares().flat_map(|from| squares().map(move |to| Command::Move { from, to }));
        let swaps = squares().map(|with| Command::Swap { with });
        let kinds = || Kind::ALL.into_iter();
        let enters = squares().flat_map(|square| kinds().map(move |kind| Command::Enter { kind, at: square }));
        let places = squares().flat_map(|square| kinds().map(move |kind| Command::Place { kind, at: square }));
        let others = [Command::Pass, Command::Hold];
        let all = moves.chain(swaps).chain(enters).chain(places).chain(others);
        super::check_choices::<CoalAndSteel>(state, all);
    });
}

#[test]
fn positions_reached_by_play_read_as_they_print() {
    random_game::<BattleAcre>(initial_state::<BattleAcre>(&battle_acre::Setup::default()), 4, 120, |state| {
        let text = state.position.to_string();
        assert_eq!(text.parse::<battle_acre::Position>().unwrap().to_string(), text);
    });
    random_game::<CoalAndSteel>(initial_state::<CoalAndSteel>(&coal_and_steel::Setup::default()), 5, 400, |state| {
        let text = state.position.to_string();
        if state.placing.is_none() {
            assert_eq!(text.parse::<coal_and_steel::Position>().unwrap().to_string(), text);
        }
    });
}

#[test]
fn a_mistyped_line_is_answered_with_its_requirements() {
    fn check<G: Notation<Setup: Default>>(lines: &[(&str, &str, &str)]) {
        let state = G::initial_state(&G::Setup::default());
        for (line, what, hint) in lines {
            let error = G::parse(&state, line).unwrap_err();
            assert_eq!(
                (error.what.as_str(), error.hint.as_ref().map(ToString::to_string).as_deref()),
                (*what, Some(*hint)),
                "{line}"
            );
        }
    }
    check::<Tafl>(&[
        ("  ", "Nothing was typed.", "type `lot` or `help`."),
        ("resign red", "There is no side \"red\".", "type `resign black` or `resign white`."),
        ("Draw now", "\"draw now\" is neither a command nor a move.", "type `lot` or `help`."),
        ("move", "\"\" is neither a command nor a move.", "type `lot` or `help`."),
    ]);
    check::<BattleAcre>(&[("resign black", "There is no side \"black\".", "type `resign white` or `resign red`.")]);
    let trade = "A trade names the pieces you give and want.";
    check::<CoalAndSteel>(&[
        ("resign red", "There is no side \"red\".", "type `resign coal` or `resign steel`."),
        ("place W", "`place` needs a piece and a square.", "place W d2"),
        ("place W d2 d3", "`place` needs a piece and a square.", "place W d2"),
        ("enter", "`enter` needs a piece and a square.", "enter W d1"),
        ("flip", "`flip` needs one square.", "flip e3"),
        ("swap e3 e4", "`swap` needs one square.", "swap f2"),
        ("trade w for c", trade, "trade give w,h for c"),
        ("trade give w", trade, "trade give w,h for c"),
    ]);
}

/// On either side's turn, while pieces are placed, and when the game is over.
#[test]
fn an_invalid_move_is_answered_with_a_legal_one() {
    fn check<G: Notation<Setup: Default>>() {
        let mut state = G::initial_state(&G::Setup::default());
        let mut movers = Vec::new();
        for turn in 0..60 {
            let hint = G::parse(&state, "foo").unwrap_err().hint.unwrap();
            let offered: Vec<&str> = hint.lines().collect();
            assert_eq!(offered.len(), 2, "{hint}");
            let command = G::parse(&state, offered[0]).unwrap();
            let decided = decide::<G>(&state, &command, &[1]);
            assert!(decided.is_ok(), "turn {turn}: {hint}");
            movers.push(format!("{:?}", G::mover(&state)));
            let choices = G::choices(&state);
            let events = decide::<G>(&state, &choices[turn * 7 % choices.len()], &[1]).unwrap();
            play::apply_all::<G>(&mut state, &events);
        }
        movers.sort();
        movers.dedup();
        assert!(2 <= movers.len(), "{movers:?}");
        let resigned = G::from_common(CommonCommand::Resign { side: G::mover(&state).unwrap() });
        let events = decide::<G>(&state, &resigned, &[]);
        play::apply_all::<G>(&mut state, &events.unwrap_or_default());
        assert!(G::is_over(&state));
        assert_eq!(G::parse(&state, "foo").unwrap_err().hint.unwrap().to_string(), "help");
    }
    check::<Tafl>();
    check::<BattleAcre>();
    check::<CoalAndSteel>();
}

#[test]
fn a_trade_is_read_whatever_separates_its_pieces() {
    let state = CoalAndSteel::initial_state(&coal_and_steel::Setup::default());
    let typed = |line: &str| CoalAndSteel::command_text(&CoalAndSteel::parse(&state, line).unwrap());
    for line in ["trade give w,h for c", "trade give W, h for C", "trade give warrior charger for caster"] {
        assert_eq!(typed(line), "trade give w,h for c");
    }
    for line in ["trade give nothing for c", "trade give for c", "trade give - for c"] {
        assert_eq!(typed(line), "trade give nothing for c");
    }
    assert_eq!(typed("trade give w for"), "trade give w for nothing");
    assert_eq!((typed("accept"), typed("accept draw")), ("accept trade".to_owned(), "accept draw".to_owned()));
}

#[test]
fn every_verb_is_in_the_help() {
    fn check<G: Notation>(words: &[&[show::help::HelpCell<'_>]]) {
        let typed = || words.iter().copied().flatten().map(|(typed, _)| typed);
        G::VERBS
            .iter()
            .for_each(|verb| assert!(typed().any(|typed| typed.contains(verb.row.word)), "{}", verb.row.word));
    }
    check::<Tafl>(show::boards::tafl::WORDS);
    check::<BattleAcre>(show::boards::battle_acre::WORDS);
    check::<CoalAndSteel>(show::boards::coal_and_steel::WORDS);
}

#[test]
fn typed_input_never_panics() {
    let mut next_random = random_numbers(6);
    let letters: Vec<char> = "abkuxT9#|-'()/ 0123456789=<>ΩQq".chars().collect();
    let tafl = initial_state::<Tafl>(&tafl::Setup::default());
    let acre = initial_state::<BattleAcre>(&battle_acre::Setup::default());
    let coal = initial_state::<CoalAndSteel>(&coal_and_steel::Setup::default());
    let mut read = 0;
    for _ in 0..4000 {
        let length = next_random() % 24;
        let text: String = (0..length).map(|_| letters[next_random() as usize % letters.len()]).collect();
        read += usize::from(Tafl::parse(&tafl, &text).is_ok());
        read += usize::from(BattleAcre::parse(&acre, &text).is_ok());
        read += usize::from(CoalAndSteel::parse(&coal, &text).is_ok());
        read += usize::from(text.parse::<tafl::Position>().is_ok());
        read += usize::from(text.parse::<battle_acre::Position>().is_ok());
        read += usize::from(text.parse::<coal_and_steel::Position>().is_ok());
    }
    assert!(read < 4000, "noise is no command");
}

#[test]
fn a_position_with_one_letter_changed_is_read_or_refused_but_never_panics() {
    let mut next_random = random_numbers(7);
    let letters: Vec<char> = "tTKkQwcs#|-'()/0129 ".chars().collect();
    let mut refused = 0;
    for text in [tafl::START, battle_acre::START, "1t'2b6/10/##1|T(s)1####2/10/10/10/10/10/10/B9 c W w Ss -"] {
        for _ in 0..600 {
            let mut changed: Vec<char> = text.chars().collect();
            let index = next_random() as usize % changed.len();
            changed[index] = letters[next_random() as usize % letters.len()];
            let changed: String = changed.into_iter().collect();
            refused += usize::from(changed.parse::<tafl::Position>().is_err());
            refused += usize::from(changed.parse::<battle_acre::Position>().is_err());
            refused += usize::from(changed.parse::<coal_and_steel::Position>().is_err());
        }
    }
    assert!(refused > 3000);
}

/// Every paragraph of the three books is cited by the crates' code and has a test named for it, alone or in a range.
#[test]
fn every_paragraph_is_cited_and_tested_by_name() {
    let read = |folder: &str| {
        let folder = kit::root().join(folder);
        let files =
            std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
        files.collect::<String>()
    };
    let tests = read("tests/boards");
    for (book, last, folder) in [("TF", 13, "tafl"), ("BA", 30, "battle_acre"), ("CS", 24, "coal_and_steel")] {
        let code = read(&format!("src/boards/{folder}"));
        let is_cited = |number: u32| {
            let rule: Rule = format!("{book}-{number}").parse().unwrap();
            code.contains(&format!("Rule::new(\"{rule}\")")) || code.contains(&format!("[{rule}]"))
        };
        let book = book.to_lowercase();
        let named: BTreeSet<u32> = tests
            .split(&format!("fn {book}_"))
            .skip(1)
            .flat_map(|part| {
                let name = part.split('(').next().unwrap();
                let number = |text: &str| text.split('_').next().and_then(|number| number.parse::<u32>().ok());
                let first = number(name).unwrap_or(0);
                let to = name.split_once(&format!("_to_{book}_")).and_then(|(_, part)| number(part));
                let and = name.split_once(&format!("_and_{book}_")).and_then(|(_, part)| number(part));
                first..=to.or(and).unwrap_or(first)
            })
            .collect();
        let missing: Vec<String> = (1..=last)
            .filter(|number| !is_cited(*number) || !named.contains(number))
            .map(|number| format!("{book}-{number} cited {} tested {}", is_cited(number), named.contains(&number)))
            .collect();
        assert!(missing.is_empty(), "\n{}", missing.join("\n"));
    }
}

#[test]
fn tafl_accepts_nothing_after_the_end() {
    let over = tafl::State { result: Some(tafl::Ending::Agreed), ..initial_state::<Tafl>(&tafl::Setup::default()) };
    for command in [tafl::Command::Lot, tafl::Command::Common(CommonCommand::OfferDraw), tafl::Command::Claim] {
        assert!(decide::<Tafl>(&over, &command, &[1]).unwrap_err().contains("Over"));
    }
    assert!(Tafl::choices(&over).is_empty());
    assert!(
        play::decide::<Tafl>(&over, &tafl::Command::Common(CommonCommand::AcceptDraw), &mut play::Script::default())
            .is_err()
    );
}

#[test]
fn any_sequence_of_a_board_game_verifies() {
    let tafl = check_sequences::<Tafl>("tafl", &tafl::Setup::default(), (15, 80), tafl_command);
    assert_enough("tafl", &tafl, false);
    let acre = check_sequences::<BattleAcre>("acre", &battle_acre::Setup::default(), (4, 50), acre_command);
    assert_enough("acre", &acre, false);
    let setup = coal_and_steel::Setup::default();
    let coal_steel = check_sequences::<CoalAndSteel>("coal-steel", &setup, (4, 120), coal_and_steel_command);
    assert_enough("coal-steel", &coal_steel, false);
}

#[test]
fn a_side_is_called_by_its_name_or_the_start_of_it() {
    fn check<S: Sided>() {
        for side in S::BOTH {
            let name = side.name();
            for typed in [name, &name[..1], &name[..2], &name.to_uppercase()] {
                assert_eq!(S::from_prefix(typed), Some(side), "{typed}");
            }
            for typed in ["", &format!("{name}s"), &name[1..]] {
                assert_eq!(S::from_prefix(typed), None, "{typed}");
            }
        }
    }
    check::<boards::tafl::Side>();
    check::<boards::battle_acre::Side>();
    check::<boards::coal_and_steel::Side>();
}
