//! A division against a division in one line: `2nd>vladivostok 8.5 8.9`, each ship at her opposite number. [3.3.5]
use super::together::{List, Refused};
use crate::{Answer, DiceAtHand, Playable, Problem, Session};
use naval::{Command, Id, Inches, Naval, Reason, SideId, State, Target, gunnery, notation, view};
use play::{self, Halt, verbs};

/// The declarations that a line comes to which names a division of several ships before `>`: her first ship at the first
/// of the target's division, her second at the second, any more at the last. Ranges stand in the order of the ships, the
/// last for all that follow whom the tape has not shown this turn; what else stands there holds for all. With them, of how
/// many the line tells a range of their own.
///
/// # Errors
/// More ranges than the division has ships: none of them is left out without a word.
pub(super) fn opposite_numbers(state: &State, line: &str) -> Option<Result<(Vec<String>, usize), Problem>> {
    let volley = Volley::read(state, line)?;
    let Volley { firers, ranges, .. } = &volley;
    if let Some(over) = ranges.get(firers.len()..).filter(|over| !over.is_empty()) {
        let (ships, given) = (firers.len(), ranges.len());
        let what = format!("\"{line}\" gives {given} ranges to {ships} ships, and {} is for nobody", over.join(" "));
        let problem = Problem::new(what).rule(Some(gunnery::DECLARING));
        return Some(Err(problem.hint("a range for each ship, in the order of the line")));
    }
    let typed = if ranges.len() < 2 { 0 } else { ranges.len() };
    volley.orders(state).map(|orders| Ok((orders, typed)))
}

/// A division's fire as one line has it.
struct Volley {
    firers: Vec<Id>,
    targets: Vec<Id>,
    ranges: Vec<String>,
    rest: String,
}

impl Volley {
    fn read(state: &State, line: &str) -> Option<Volley> {
        let words = verbs::words(line);
        let arrow = words.iter().position(|word| word.key == ">")?;
        let text = |from: usize, to: usize| line.get(words.get(from)?.at.start..words.get(to.checked_sub(1)?)?.at.end);
        // A number alone is a ship's.
        let named = text(0, arrow).filter(|name| 0 < arrow && name.parse::<u8>().is_err())?;
        let firers = bases(state, &notation::unit(state, named).ok()?);
        let first = firers.first().filter(|_| 1 < firers.len())?;
        let of = |end: usize| {
            let name = text(arrow + 1, end)?;
            notation::enemy_numbered(state, first, name).or_else(|| notation::unit(state, name).ok())
        };
        let (end, target) = (arrow + 2..=words.len()).rev().find_map(|end| Some((end, of(end)?)))?;
        let targets = bases(state, &target);
        // Degrees stand behind the word that says of what they are.
        let is_range = |at: &usize| {
            let (word, before) = (&words[*at], &words[at - 1].key);
            !word.quoted && word.text.parse::<Inches>().is_ok() && !DEGREES.contains(&before.as_ref())
        };
        let (ranges, rest): (Vec<usize>, Vec<usize>) = (end..words.len()).partition(is_range);
        let ranges = ranges.into_iter().map(|at| words[at].text.to_string()).collect();
        let rest = rest.into_iter().map(|at| &words[at]);
        let rest = rest.map(|word| format!(" {}", battery(&word.key).unwrap_or(&line[word.at.clone()]))).collect();
        Some(Volley { firers, targets, ranges, rest })
    }

    /// `None` where nobody is left to be fired at.
    fn orders(&self, state: &State) -> Option<Vec<String>> {
        let order = |(at, firer): (usize, &Id)| {
            let mark = self.targets.get(at).or(self.targets.last())?;
            // What the tape shows of the pair already goes before a range that was typed for another.
            let carried = || self.ranges.last().filter(|_| state.measured_of_pair(firer, mark).is_none());
            let range = self.ranges.get(at).or_else(carried).map(|range| format!(" {range}")).unwrap_or_default();
            Some(format!("{firer}>{mark}{range}{}", self.rest))
        };
        self.firers.iter().enumerate().map(order).collect()
    }
}

/// The orders of a line, in which numbers of who fires are all of the side of the first who does: her turn to declare goes
/// over to the enemy with each of them, and nobody means that; or of whose keyboard it is. [3.3.5, Q54]
pub(super) fn of_one_side(state: &State, orders: &[&str], reader: Option<&SideId>) -> Vec<String> {
    let mut side = reader.cloned();
    let side_of = |unit: &Id| state.ships_of(unit).next().map(|ship| ship.side.clone());
    let of = |order: &&str| {
        let Some((firer, rest)) = order.split_once('>') else { return (*order).to_owned() };
        let firer = firer.trim();
        if let Some(ship) = side.as_ref().and_then(|side| notation::own_numbered(state, side, firer)) {
            return format!("{ship}>{rest}");
        }
        let named = || notation::unit(state, firer).ok().filter(|_| firer.parse::<u8>().is_err());
        if side.is_none() {
            let declared = || match notation::parse(state, order).ok()?.command {
                Command::Target(target) => Some(target.firer),
                _ => None,
            };
            side = named().or_else(declared).as_ref().and_then(side_of);
        }
        (*order).to_owned()
    };
    orders.iter().map(of).collect()
}

/// A line at a side's keyboard whose ship is named by her number, with her name: her turn or the enemy's, she is that side's.
/// [3.3.5, Q54]
pub(super) fn of_reader(state: &State, side: &SideId, line: &str) -> Option<String> {
    let words = verbs::words(line);
    let arrow = words.iter().position(|word| [">", "at"].contains(&&*word.key))?;
    let firer = match &words[..arrow] {
        [firer] if words[arrow].key == ">" => firer,
        [verb, firer] if DECLARES.iter().any(|word| is_verb(&verb.key, word)) => firer,
        _ => return None,
    };
    let ship = notation::own_numbered(state, side, &firer.text).filter(|_| !firer.quoted)?;
    Some(format!("{}{ship}{}", &line[..firer.at.start], &line[firer.at.end..]))
}

/// The words before the ship that fires.
const DECLARES: [&str; 2] = ["target", "odds"];

fn is_verb(typed: &str, word: &str) -> bool {
    notation::verb(typed).is_ok_and(|row| row.word == word)
}

/// A line of one ship's fire with `m` for her medium battery, and so on, as it is read; nothing where it has none.
pub(super) fn in_full(line: &str) -> Option<String> {
    let words = verbs::words(line);
    let arrow = words.iter().position(|word| word.key == ">")?;
    // Behind the target's name.
    let short = words.iter().skip(arrow + 2).find(|word| !word.quoted && battery(&word.key).is_some())?;
    let full = battery(&short.key).filter(|full| *full != short.key)?;
    Some(format!("{}{full}{}", &line[..short.at.start], &line[short.at.end..]))
}

/// What leads to degrees in a declaration.
const DEGREES: [&str; 3] = ["turned", "courses", "bearing"];

/// `m` for the medium battery.
pub(super) fn battery(key: &str) -> Option<&'static str> {
    let is_short = (1..4).contains(&key.len());
    ["big", "medium", "light"].into_iter().find(|word| is_short && word.starts_with(key))
}

/// The ships of a unit that are in action, of several on one base the one that it is called by.
pub(super) fn bases(state: &State, unit: &Id) -> Vec<Id> {
    let mut bases: Vec<Id> = Vec::new();
    for ship in state.ships_of(unit).filter(|ship| ship.in_action()) {
        let base = state.base_of(&ship.id);
        if !bases.contains(&base) {
            bases.push(base);
        }
    }
    bases
}

impl Session<'_, Naval> {
    /// Declares for every ship of a division what is lawful, and tells the others; refused where nothing is, and whole where
    /// the range of one of the first `typed`, whose ranges are the line's own, looks like a slip. One that is beyond her guns
    /// and fits is no slip.
    pub(super) fn volley(&mut self, text: &str, lines: &[String], typed: usize) -> Result<Answer, Problem> {
        self.may_declare()?;
        let known = self.known();
        let target = |line: &String| {
            let command = Naval::read(&known, line)?.command;
            let Command::Target(target) = &command else {
                return Err(Problem::new(format!("\"{line}\" declares no fire")).rule(Some(gunnery::DECLARING)));
            };
            self.may_order(&command)?;
            Ok(target.clone())
        };
        let targets = lines.iter().map(target).collect::<Result<Vec<Target>, Problem>>()?;
        if let Some(problem) = targets.iter().take(typed).find_map(|target| self.range_amiss(&known, text, target)) {
            return Err(problem);
        }
        drop(known);
        let (told, not) = self.declare_each(targets, List::Volley)?;
        match not.into_iter().next() {
            Some(Refused { why, .. }) if told.text.lines().all(|line| line.starts_with("Not ")) => Err(why),
            Some(_) | None => Ok(told),
        }
    }

    /// The refusal of a line of several shots for a range that one of them cannot be fired at.
    fn range_amiss(&self, known: &State, text: &str, target: &Target) -> Option<Problem> {
        let command = self.completed(known, &Command::Target(target.clone())).ok()?;
        let halt = play::decide::<Naval>(known, &command, &mut DiceAtHand::supposed(&[])).err()?;
        let Halt::Refused { reason, .. } = &halt else { return None };
        let by_range = matches!(
            reason,
            Reason::OutOfRange { .. } | Reason::ZeroRange | Reason::NotSighted { .. } | Reason::OutOfHerSight { .. }
        );
        let meant = show::meant_range(known, target, reason);
        // No slip is doubted more than once.
        let fits = |range: Inches| view::misread(known, &target.firer, &target.target, range).is_none();
        let is_far = matches!(reason, Reason::OutOfRange { .. }) && meant.is_none();
        if is_far && target.range.is_some_and(fits) {
            return None;
        }
        let problem = || Problem::from(show::halt(known, &halt)).of(format_args!("nobody of \"{text}\" declares"));
        let hint = meant.map_or_else(
            || "The line again without her, or with what the tape says.".to_owned(),
            |meant| format!("{meant}\" may be meant: the line again with it."),
        );
        by_range.then(|| problem().hint(hint))
    }
}
