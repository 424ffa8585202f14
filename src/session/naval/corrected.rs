//! What stands behind `amend 12`, where it tells no more than what of the entry is another: `range 9.8`, `at gromoboi`,
//! `rossia>iwate m 9.8`. [2.7, 6.2]
use super::volleys::{battery, in_full};
use naval::{Command, Inches, State, notation};
use play::verbs;

/// The order in full that such a line stands for.
pub(super) fn corrected(at: &State, command: &Command, line: &str) -> String {
    let full = || in_full(line).unwrap_or_else(|| line.to_owned());
    let spelt = notation::print(at, command);
    let changed = match command {
        Command::Target(_) => changed(&spelt, line, true),
        Command::Measure { .. } => changed(&spelt, line, false),
        _ => None,
    };
    changed.unwrap_or_else(full)
}

/// Whether a line says of a shot no more than what is another.
pub(super) fn is_change(line: &str) -> bool {
    Change::read(line).is_some()
}

/// What a line changes of a shot or of a range.
#[derive(Default)]
struct Change<'l> {
    range: Option<&'l str>,
    at: Option<&'l str>,
    battery: Option<&'l str>,
}

impl<'l> Change<'l> {
    /// `None` where the line says anything else, or nothing.
    fn read(line: &'l str) -> Option<Change<'l>> {
        let words = verbs::words(line);
        let is_range = |word: &verbs::Word| !word.quoted && word.text.trim_end_matches('"').parse::<Inches>().is_ok();
        let of = |word: &verbs::Word| &line[word.at.clone()];
        let (mut change, mut next) = (Change::default(), 0);
        while let Some(word) = words.get(next) {
            let behind = words.get(next + 1);
            next += match &*word.key {
                "range" => {
                    change.range = Some(of(behind.filter(|word| is_range(word))?));
                    2
                }
                "battery" => {
                    change.battery = Some(battery(&behind?.key)?);
                    2
                }
                "at" => {
                    let names =
                        words[next + 1..].iter().take_while(|word| !is_range(word) && !is_key(&word.key)).count();
                    let (first, last) = (behind?, words.get(next + names)?);
                    change.at = Some(line.get(first.at.start..last.at.end)?);
                    1 + names
                }
                _ if is_range(word) => {
                    change.range = Some(of(word));
                    1
                }
                key => {
                    change.battery = Some(battery(key)?);
                    1
                }
            };
        }
        (!words.is_empty()).then_some(change)
    }
}

fn is_key(key: &str) -> bool {
    ["range", "battery", "at"].contains(&key) || battery(key).is_some()
}

/// The order as it is spelt, with what the line changes of it; of another target nothing holds that was said of the first.
fn changed(spelt: &str, line: &str, is_shot: bool) -> Option<String> {
    let Change { range, at, battery } = Change::read(line)?;
    let words = verbs::words(spelt);
    let text = |word: &verbs::Word| spelt[word.at.clone()].to_owned();
    if !is_shot {
        let range = range.filter(|_| at.is_none() && battery.is_none())?;
        let place = words.iter().position(|word| !word.quoted && word.text.parse::<Inches>().is_ok())?;
        let with = |(number, word)| if number == place { range.to_owned() } else { text(word) };
        return Some(words.iter().enumerate().map(with).collect::<Vec<_>>().join(" "));
    }
    let place = |key: &str| words.iter().position(|word| word.key == key);
    let value = |key: &str| words.get(place(key)? + 1).map(text);
    let battery = battery.map(str::to_owned).or_else(|| value("battery"));
    let battery = battery.map(|battery| format!(" battery {battery}")).unwrap_or_default();
    let head = |end: usize| words[..end].iter().map(text).collect::<Vec<_>>().join(" ");
    let begins = place("at")?;
    if let Some(at) = at {
        let range = range.map(|range| format!(" range {range}")).unwrap_or_default();
        return Some(format!("{} at {at}{range}{battery}", head(begins)));
    }
    let range = range.map(str::to_owned).or_else(|| value("range"));
    let range = range.map(|range| format!(" range {range}")).unwrap_or_default();
    let dropped: Vec<usize> = ["range", "battery"].into_iter().filter_map(place).flat_map(|at| [at, at + 1]).collect();
    let besides = words.iter().enumerate().skip(begins + 2).filter(|(at, _)| !dropped.contains(at));
    let besides: String = besides.map(|(_, word)| format!(" {}", text(word))).collect();
    Some(format!("{}{range}{battery}{besides}", head(begins + 2)))
}
