//! Valid naval lines: printed from commands, or built word by word from completions.
use naval::{State, notation};

use super::Chance;
use naval_kit::naval_command;

/// Words that no completion offers: numbers, plots, reasons and marker names.
const FREE: [&str; 18] = [
    "1",
    "2",
    "3",
    "8",
    "12",
    "0.5",
    "2.25",
    "30",
    "90",
    "165",
    "1-CL30-0.5",
    "SR45",
    "q",
    "at 20 20 heading 90",
    "because \"chance\"",
    "\"so it went\"",
    "waive \"a drill\"",
    "dice 3 9 4 2",
];

/// Numbers of every kind that a line may contain.
const NUMBERS: [&str; 14] = ["0", "0.25", "0.5", "1", "1.5", "2", "2.75", "3", "4", "7.5", "10", "19.99", "45", "720"];

/// A line that the parser usually accepts: the first valid one of up to six attempts.
pub fn grown(state: &State, chance: &mut Chance) -> String {
    let mut line = tried(state, chance);
    for _ in 0..5 {
        if notation::parse(state, &line).is_ok() {
            break;
        }
        line = tried(state, chance);
    }
    line
}

fn tried(state: &State, chance: &mut Chance) -> String {
    let has_forces = !state.ships.is_empty() && !state.setup.divisions.is_empty();
    if has_forces && chance.below(3) == 0 {
        let command = naval_command(state, &mut |below| chance.below(below as usize) as u32);
        return notation::print(state, &command);
    }
    let mut line = String::new();
    for _ in 0..14 {
        let (start, offered) = notation::complete(state, &line, line.len());
        line.truncate(start);
        let free = !line.is_empty() && (offered.is_empty() || chance.below(5) == 0);
        let word = if free || offered.is_empty() { *chance.any(&FREE) } else { chance.any(&offered).as_str() };
        line.push_str(word);
        if notation::parse(state, &line).is_ok() && chance.below(3) > 0 {
            break;
        }
        line.push(' ');
    }
    line.trim_end().to_owned()
}

/// The line with one of its numbers or names replaced.
pub fn exchanged(state: &State, line: &str, chance: &mut Chance) -> String {
    let names: Vec<&str> = state
        .ships
        .iter()
        .map(|ship| ship.id.as_str())
        .chain(state.divisions.iter().map(|division| division.id.as_str()))
        .collect();
    let mut words: Vec<&str> = line.split(' ').collect();
    let is_name = |word: &&str| names.contains(word);
    let is_number = |word: &&str| word.parse::<f64>().is_ok();
    let replaceable: Vec<usize> =
        (1..words.len()).filter(|index| is_name(&words[*index]) || is_number(&words[*index])).collect();
    if let Some(index) = (!replaceable.is_empty()).then(|| *chance.any(&replaceable)) {
        words[index] = if is_number(&words[index]) { *chance.any(&NUMBERS) } else { *chance.any(&names) };
    }
    words.join(" ")
}
