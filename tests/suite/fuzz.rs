//! Legal lines, mutated: whatever is typed at the prompt of any game, nothing panics and a refusal changes nothing.
//!
//! `FUZZ_LINES=100000 cargo test --test suite fuzz::` tries this many lines in each of the five games, and a tenth
//! of them through the program's own sessions.
mod grown;
mod session;

use boards::{
    Notation,
    battle_acre::{self, BattleAcre},
    coal_and_steel::{self, CoalAndSteel},
    tafl::{self, Tafl},
};
use crystal::{self, Crystal};
use naval::{Naval, notation};
use play::{self, Board, Game, NotDecided, Script, Seeded};

use kit::random_numbers;

/// The number of lines tried in each game.
fn lines_per_game() -> u64 {
    std::env::var("FUZZ_LINES").ok().and_then(|lines| lines.parse().ok()).unwrap_or(2_000)
}

/// A reproducible source of random numbers.
struct Chance(Box<dyn FnMut() -> u32>);

impl Chance {
    fn from_seed(seed: u64) -> Chance {
        Chance(Box::new(random_numbers(seed)))
    }
    fn below(&mut self, number: usize) -> usize {
        (self.0)() as usize % number.max(1)
    }
    fn any<'a, T>(&mut self, these: &'a [T]) -> &'a T {
        &these[self.below(these.len())]
    }
}

/// Text that may replace a legal part of a line.
const STRANGE: [&str; 34] = [
    "",
    " ",
    "  ",
    "\t",
    "\"",
    "\"\"",
    "'",
    "-",
    "--",
    "-1",
    "0",
    "00",
    "1",
    "2",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "99999999999999999999",
    "1e9",
    "0.005",
    "-0.0",
    "nan",
    "inf",
    "½",
    "ü",
    "\u{202e}",
    "\u{0}",
    "🚢",
    "dice",
    "all",
    "range",
    "@",
];

/// Applies one to four mutations: letters and words dropped, doubled, swapped, inserted or taken from `other`.
fn mutated(line: &str, other: &str, chance: &mut Chance) -> String {
    let mut line = line.to_owned();
    for _ in 0..=chance.below(4) {
        let letters: Vec<char> = line.chars().collect();
        let mut parts: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let (index, part) = (chance.below(letters.len() + 1), chance.below(parts.len()));
        let upto: String = letters[..index].iter().collect();
        let from: String = letters[index..].iter().collect();
        line = match chance.below(12) {
            0 => upto,
            1 => from,
            2 => upto + &from.chars().skip(1).collect::<String>(),
            3 => upto + *chance.any(&STRANGE) + &from,
            4 => {
                parts.remove(part);
                parts.join(" ")
            }
            5 => {
                let word = parts[part].clone();
                parts.insert(part, word);
                parts.join(" ")
            }
            6 => {
                let other = chance.below(parts.len());
                parts.swap(part, other);
                parts.join(" ")
            }
            7 => {
                parts[part] = (*chance.any(&STRANGE)).to_owned();
                parts.join(" ")
            }
            8 => {
                let words: Vec<&str> = other.split(' ').collect();
                parts[part] = (*chance.any(&words)).to_owned();
                parts.join(" ")
            }
            9 => upto + other,
            10 => upto.to_uppercase() + &from,
            _ => parts[part].repeat(1 + chance.below(300)) + " " + &from,
        };
        line = line.chars().take(1_500).collect();
    }
    line
}

/// What fuzzing needs from a game.
trait Tried: Game {
    /// The initial state of the `nth` game, counted from 0.
    fn fresh(nth: u64) -> Self::State;
    /// Lines that are legal in some state.
    fn lines() -> Vec<String>;
    /// A line that is usually legal in this state, if the game has one.
    fn lawful(state: &Self::State, chance: &mut Chance) -> Option<String>;
    /// The line with one part replaced by another that fits there.
    fn exchanged(_: &Self::State, line: &str, _: &mut Chance) -> String {
        line.to_owned()
    }
    /// Runs everything that reads a line before the rules decide. Returns the command and its dice, if it is one.
    fn read(state: &Self::State, line: &str) -> Option<(Self::Command, Option<Vec<u8>>)>;
    /// The text of a refusal or of a command.
    fn say(state: &Self::State, command: &Self::Command, refused: Option<(&Self::Reason, play::Rule)>) -> String;
    fn is_over(state: &Self::State) -> bool;
}

/// How many lines of a game were understood, refused and accepted.
#[derive(Debug, Default)]
struct Count {
    lines: u64,
    understood: u64,
    refused: u64,
    accepted: u64,
}

/// Tries `lines_per_game()` lines. Accepted commands advance the state.
fn tries<G: Tried>(name: &str) -> Count {
    let (lines, mut chance, mut count) = (G::lines(), Chance::from_seed(name.len() as u64 + 19), Count::default());
    let (mut nth, mut state, mut age) = (0, G::fresh(0), 0);
    let mut faces = Seeded::new(random_numbers(7));
    while count.lines < lines_per_game() {
        if G::is_over(&state) || age > 120 {
            nth += 1;
            (state, age) = (G::fresh(nth), 0);
        }
        let is_lawful = chance.below(6) > 0;
        let base = if is_lawful { G::lawful(&state, &mut chance) } else { None };
        let base = base.unwrap_or_else(|| chance.any(&lines).clone());
        let other = chance.any(&lines).clone();
        let line = match chance.below(10) {
            0 | 1 => base,
            2..=4 => G::exchanged(&state, &base, &mut chance),
            _ => mutated(&base, &other, &mut chance),
        };
        count.lines += 1;
        let Some((command, typed)) = G::read(&state, &line) else {
            continue;
        };
        count.understood += 1;
        let before = (count.lines.is_multiple_of(16)).then(|| state.clone());
        let decided = match typed {
            Some(typed) => play::decide::<G>(&state, &command, &mut Script::typed(typed)),
            None => play::decide::<G>(&state, &command, &mut faces),
        };
        match decided {
            Ok(events) => {
                G::say(&state, &command, None);
                play::apply_all::<G>(&mut state, &events);
                (count.accepted, age) = (count.accepted + 1, age + 1);
            }
            Err(halt) => {
                if let NotDecided::Refused { reason, rule } = &halt {
                    assert!(!G::say(&state, &command, Some((reason, *rule))).is_empty(), "{line}");
                }
                assert!(before.is_none_or(|before| before == state), "{name}: a refusal changed the state: {line}");
                count.refused += 1;
            }
        }
    }
    println!("{name}: {count:?}");
    assert!(count.understood > count.lines / 3 && count.accepted > count.lines / 50, "{name}: {count:?}");
    count
}

fn script(name: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

impl Tried for Naval {
    fn fresh(nth: u64) -> <Naval as Game>::State {
        let names =
            ["ulsan", "asahi-retvizan", "sandbox", "jutland-1830", "drill-boats-attack", "generated-yellow-sea"];
        let mut setup = naval_kit::scenario(names[nth as usize % names.len()]);
        if nth.is_multiple_of(2) {
            setup.divisions.iter_mut().for_each(|division| division.at = None);
        }
        Naval::initial_state(&setup)
    }
    fn lines() -> Vec<String> {
        let mut lines = [script("ulsan.script"), script("flotilla.script"), script("convoy.script")].concat();
        lines.extend(notation::all_verbs().map(|row| row.example.to_owned()));
        // Lines that advance a battle are repeated, so that they are drawn more often.
        for line in ["next", "next to gunfire", "next to torpedo", "fire all", "declared", "damage all", "fires all"] {
            lines.extend(std::iter::repeat_n(line.to_owned(), 8));
        }
        lines
    }
    fn lawful(state: &<Naval as Game>::State, chance: &mut Chance) -> Option<String> {
        Some(grown::grown(state, chance))
    }
    fn exchanged(state: &<Naval as Game>::State, line: &str, chance: &mut Chance) -> String {
        grown::exchanged(state, line, chance)
    }
    fn read(state: &<Naval as Game>::State, line: &str) -> Option<(<Naval as Game>::Command, Option<Vec<u8>>)> {
        let cursor = line.char_indices().nth(line.len() / 2).map_or(line.len(), |(at, _)| at);
        notation::complete(state, line, cursor);
        notation::question(state, line, &[]);
        let _ = notation::map(state, line);
        match notation::parse(state, line) {
            Ok(typed) => Some((typed.command, typed.dice)),
            Err(error) => {
                assert!(!error.what.is_empty() && !error.caret(line).is_empty());
                None
            }
        }
    }
    fn say(
        state: &<Naval as Game>::State,
        command: &<Naval as Game>::Command,
        refused: Option<(&<Naval as Game>::Reason, play::Rule)>,
    ) -> String {
        let words = notation::print(state, command);
        refused.map_or(words, |(reason, rule)| show::refusal::refusal(state, reason, rule).what)
    }
    fn is_over(state: &<Naval as Game>::State) -> bool {
        state.end.is_some()
    }
}

macro_rules! board {
    ($game:ty, $module:ident, $words:ident, $lines:expr) => {
        impl Tried for $game {
            fn fresh(_: u64) -> $module::State {
                <$game>::initial_state(&$module::Setup::default())
            }
            fn lines() -> Vec<String> {
                $lines.into_iter().map(str::to_owned).collect()
            }
            fn lawful(state: &$module::State, chance: &mut Chance) -> Option<String> {
                let choices = <$game>::choices(state);
                (!choices.is_empty()).then(|| <$game>::command_text(chance.any(&choices)))
            }
            fn read(state: &$module::State, line: &str) -> Option<($module::Command, Option<Vec<u8>>)> {
                let (line, faces) = faces_of(line);
                <$game>::parse(state, line).ok().map(|command| (command, faces))
            }
            fn say(
                _: &$module::State,
                command: &$module::Command,
                refused: Option<(&$module::Reason, play::Rule)>,
            ) -> String {
                let words = <$game>::command_text(command);
                refused.map_or(words, |(reason, rule)| show::boards::$words::refusal(reason, rule).what)
            }
            fn is_over(state: &$module::State) -> bool {
                <$game>::choices(state).is_empty()
            }
        }
    };
}

board!(Tafl, tafl, tafl, ["a4-b4", "lot", "lot dice 4", "resign", "draw", "accept", "claim", "e5-e3", "i5xi3"]);
board!(
    BattleAcre,
    battle_acre,
    battle_acre,
    ["a1-b2", "lot dice 2", "resign", "draw", "accept", "e2-e3=Q", "flag", "claim", "c3xd4"]
);
board!(
    CoalAndSteel,
    coal_and_steel,
    coal_and_steel,
    [
        "place warrior a1",
        "flip a1",
        "trade give warrior take smith",
        "accept",
        "decline",
        "resign",
        "draw",
        "a1-a2",
        "lot"
    ]
);

/// Splits a line from the dice typed after it.
fn faces_of(line: &str) -> (&str, Option<Vec<u8>>) {
    let Some((line, faces)) = line.split_once(" dice ") else {
        return (line, None);
    };
    (line, Some(faces.split_whitespace().filter_map(|face| face.parse().ok()).collect()))
}

impl Tried for Crystal {
    fn fresh(nth: u64) -> crystal::State {
        let names = ["aidlon", "drowned-isle", "two-crowns", "amber-coast"];
        let scenario = load::campaign(&naval_kit::builtin(), names[nth as usize % names.len()]).unwrap();
        Crystal::initial_state(&crystal::Setup { scenario, rules: crystal::rules::Rules::default() })
    }
    fn lines() -> Vec<String> {
        let lines = [
            "event",
            "event dice 4",
            "buy 2 BD",
            "buy 1 SP",
            "done",
            "move 7",
            "stay",
            "explore",
            "battle dice 3",
            "magic",
            "cast blast at HC",
            "hold",
            "fight",
            "fight dice 5",
            "lose 1 BD",
            "retreat",
            "conquer",
            "drop 2 LC",
        ];
        lines.into_iter().map(str::to_owned).collect()
    }
    fn lawful(state: &crystal::State, chance: &mut Chance) -> Option<String> {
        let choices = crystal::choices(state);
        (!choices.is_empty()).then(|| crystal::notation::print(state, chance.any(&choices)))
    }
    fn read(state: &crystal::State, line: &str) -> Option<(crystal::Command, Option<Vec<u8>>)> {
        let (line, faces) = faces_of(line);
        match crystal::notation::parse(state, line) {
            Ok(command) => Some((command, faces)),
            Err(error) => {
                assert!(!error.what.is_empty());
                None
            }
        }
    }
    fn say(
        state: &crystal::State,
        command: &crystal::Command,
        refused: Option<(&crystal::Reason, play::Rule)>,
    ) -> String {
        let words = crystal::notation::print(state, command);
        refused.map_or(words, |(reason, rule)| show::crystal::refusal(state, reason, rule).what)
    }
    fn is_over(state: &crystal::State) -> bool {
        state.result.is_some()
    }
}

#[test]
fn mutated_lines_of_the_naval_game_break_nothing() {
    tries::<Naval>("naval");
}

#[test]
fn mutated_lines_of_tafl_break_nothing() {
    tries::<Tafl>("tafl");
}

#[test]
fn mutated_lines_of_battle_acre_break_nothing() {
    tries::<BattleAcre>("acre");
}

#[test]
fn mutated_lines_of_coal_and_steel_break_nothing() {
    tries::<CoalAndSteel>("coal-steel");
}

#[test]
fn mutated_lines_of_steel_and_crystal_break_nothing() {
    tries::<Crystal>("crystal");
}
