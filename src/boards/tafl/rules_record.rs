//! The rules record of OpenTafl's notation, both ways. Rules not supported here are refused by name.
use super::{First, GoldHostileTo, KingCapture, Position, Repetition, Rules, START, Setup, Side};
use crate::kit::LineError;
use play::{Hint, Switch};

/// The kinds of pieces in the notation: plain pieces, commanders, knights, kings, mercenaries and guards of both sides.
const KINDS: &str = "tcnkmgTCNKMG";
/// Longest possible move on the board. A higher speed limit has no effect.
const LONGEST_MOVE: i32 = 8;

/// Converts rows between the notation's order, rank 1 first, and ours, rank 9 first.
fn reverse_rows(rows: &str) -> String {
    rows.trim_matches('/').split('/').rev().collect::<Vec<_>>().join("/")
}

/// The rules as a record of the notation.
pub fn rules_text(rules: &Rules, position: &Position, first: Side) -> String {
    let strong = ["w", "c", "s"][rules.king_capture as usize];
    let hostile = ["", " corh:TK cenhe:TK cenh:"][rules.gold_hostile_to as usize];
    // Our own tag names the side that loses by repetition, because the notation cannot.
    let repetition = if rules.repetition == Repetition::Draw { " tfr:d" } else { " tfr:i" };
    let attackers = if first == Side::Black { "y" } else { "n" };
    let rows = reverse_rows(position.to_string().split(' ').next().unwrap_or_default());
    format!("dim:9 name:Tafl surf:n atkf:{attackers}{repetition} ks:{strong}{hostile} start:/{rows}/")
}

struct RuleEntries<'t> {
    rules: Rules,
    /// The start in the notation's order of rows.
    start: Option<&'t str>,
    /// The start in the reverse order of rows.
    inverted: Option<&'t str>,
    /// The pieces to which the corners are hostile.
    corners: GoldHostileTo,
    /// The pieces to which the empty centre is hostile.
    middle: GoldHostileTo,
    /// Values of `tfr`, the effect of the third repetition, that agree with our own tag.
    repetitions: &'static [&'static str],
}

/// Reads a rules record, with our own tag for rules that the notation cannot express.
///
/// # Errors
/// Every entry not supported here, a missing or invalid start, and two starts that differ.
pub(super) fn read_rules(text: &str, own: &[(&str, &str)]) -> Result<Setup, LineError> {
    let mut entries = RuleEntries {
        // The notation's defaults.
        rules: Rules { first: First::Black, king_capture: KingCapture::Four, ..Rules::default() },
        start: None,
        inverted: None,
        corners: GoldHostileTo::Both,
        middle: GoldHostileTo::Both,
        repetitions: match own.iter().find(|(key, _)| *key == "repetition") {
            Some((_, "draw")) | None => &["d"],
            Some(_) => &["i", "w", "l"],
        },
    };
    // Contradictory entries for one key must not be dropped silently.
    Switch::refuse_contradictions(text.split_whitespace().filter_map(|entry| entry.split_once(':')))?;
    Switch::refuse_contradictions(own.iter().copied())?;
    let mut foreign: Vec<(&str, Option<Hint>)> = Vec::new();
    for entry in text.split_whitespace() {
        match entry.split_once(':') {
            None => foreign.push((entry, None)),
            Some((key, value)) => {
                if let Err(hint) = entries.take_entry(key, value) {
                    foreign.push((entry, hint));
                }
            }
        }
    }
    if let [_, ..] = foreign[..] {
        return Err(not_played(&foreign));
    }
    if entries.corners != entries.middle {
        let what = "Corners (corh) and empty middle (cenhe) must be hostile to the same pieces.";
        return Err(LineError::new(what).hint("write `corh:TK cenhe:TK`, or neither"));
    }
    let mut rules = entries.rules;
    rules.gold_hostile_to = entries.corners;
    let first = rules.first;
    for (key, value) in own {
        Switch::set(Rules::SWITCHES, &mut rules, "this game", (key, value))?;
    }
    // The record states which side moves first, unless the lot has not been drawn yet.
    if rules.first != First::Lot {
        rules.first = first;
    }
    let mover = first.side().unwrap_or(Side::Black);
    let upward = entries.start.map(|rows| read_position(rows, mover)).transpose()?;
    let downward = entries.inverted.map(|rows| read_position(&reverse_rows(rows), mover)).transpose()?;
    match (upward, downward) {
        (Some(left), Some(right)) if left != right => {
            Err(LineError::new("The tags start and starti have different positions.").hint("name one of them"))
        }
        (Some(position), _) | (None, Some(position)) => Ok(Setup { position, rules }),
        (None, None) => Err(LineError::new("The rules name no starting position.").hint(start_hint())),
    }
}

fn not_played(foreign: &[(&str, Option<Hint>)]) -> LineError {
    let names: Vec<String> = foreign.iter().map(|(entry, _)| format!("\"{entry}\"")).collect();
    match (foreign, names.split_last()) {
        ([(_, hint)], _) => {
            let error = LineError::new(format!("The rules contain {}, which is not played here.", names[0]));
            LineError { hint: hint.clone(), ..error }
        }
        (_, Some((last, others))) => {
            let names = format!("{} and {last}", others.join(", "));
            LineError::new(format!("The rules contain {names}, which are not played here."))
        }
        (_, None) => LineError::new("The rules are empty."),
    }
}

impl<'t> RuleEntries<'t> {
    /// Takes an entry. If it is not supported, returns the supported form as a hint, if there is one.
    fn take_entry(&mut self, key: &str, value: &'t str) -> Result<(), Option<Hint>> {
        let one_of = |legal: &[&str]| {
            let hint = || Some(Hint::form(format!("{key}:{}", legal.join(&format!(", {key}:")))));
            if legal.contains(&value) { Ok(()) } else { Err(hint()) }
        };
        let require =
            |is_so: bool, legal: &str| if is_so { Ok(()) } else { Err(Some(Hint::form(format!("{key}:{legal}")))) };
        match key {
            "dim" => one_of(&["9"]),
            "esc" => one_of(&["c"]),
            "surf" | "kj" | "sw" | "ber" | "efe" | "linc" => one_of(&["n"]),
            "swf" => one_of(&["n", "y"]),
            "ka" => one_of(&["y"]),
            "tfr" => one_of(self.repetitions),
            "cor" => require(value == "default" || are_squares(value, &["a1", "a9", "i1", "i9"]), "default"),
            "cen" => require(value == "default" || are_squares(value, &["e5"]), "default"),
            "afor" | "dfor" => one_of(&[""]),
            "cors" | "cens" => require(named_pieces(value) == Some([false, false, true]), "K"),
            "cenp" => require(named_pieces(value) == Some([true; 3]), KINDS),
            "corre" | "cenre" => require(named_pieces(value).is_some_and(|[.., king]| king), KINDS),
            // Only the king can occupy the centre. The king is hostile to Russians anyway, and to no other piece.
            "cenh" => require(named_pieces(value).is_some_and(|[_, swede, _]| !swede), "tcnkmg"),
            "corh" | "cenhe" => {
                let hostile = match named_pieces(value) {
                    Some([true, true, true]) => GoldHostileTo::Both,
                    Some([false, true, true]) => GoldHostileTo::WhiteOnly,
                    Some(_) | None => return Err(Some(Hint::form(format!("{key}:{KINDS}, {key}:TK")))),
                };
                *(if key == "corh" { &mut self.corners } else { &mut self.middle }) = hostile;
                Ok(())
            }
            "spd" => require(is_unlimited(value), "-1"),
            "atkf" => {
                self.rules.first = if value == "n" { First::White } else { First::Black };
                one_of(&["y", "n"])
            }
            "ks" => {
                self.rules.king_capture = match value {
                    "c" => KingCapture::Linnaean,
                    "s" | "y" => KingCapture::Four,
                    _ => KingCapture::Two,
                };
                one_of(&["n", "w", "c", "s", "y"])
            }
            "start" => {
                self.start = Some(value);
                Ok(())
            }
            "starti" => {
                self.inverted = Some(value);
                Ok(())
            }
            // Names, and entries about corners, fortresses and pieces that do not exist here.
            "name" | "tl" | "nj" | "cj" | "mj" | "gj" | "corp" => Ok(()),
            "aforh" | "dforh" | "aforp" | "dforp" | "afors" | "dfors" | "aforre" | "dforre" => Ok(()),
            _ => Err(None),
        }
    }
}

/// Whether a list of kinds names Russians, Swedes and the king. `None` if it contains other characters.
fn named_pieces(list: &str) -> Option<[bool; 3]> {
    list.chars().all(|kind| KINDS.contains(kind)).then(|| ['t', 'T', 'K'].map(|kind| list.contains(kind)))
}

/// Whether a list of squares, perhaps with a final comma, has exactly these.
fn are_squares(list: &str, squares: &[&str]) -> bool {
    let mut named: Vec<&str> = list.split(',').filter(|square| !square.is_empty()).collect();
    named.sort_unstable();
    named == squares
}

/// Whether no piece has a speed limit that could stop a move.
fn is_unlimited(list: &str) -> bool {
    let is_unlimited_value = |limit: &str| limit.parse().is_ok_and(|limit: i32| limit == -1 || LONGEST_MOVE <= limit);
    matches!(list.split(',').count(), 1 | 2 | 8 | 10 | 12) && list.split(',').all(is_unlimited_value)
}

/// Reads a position of the notation: `/3ttt3/.../`, rank 1 first.
pub(super) fn read_position(rows: &str, first: Side) -> Result<Position, LineError> {
    let letter = if first == Side::Black { 'b' } else { 'w' };
    let text = format!("{} {letter}", reverse_rows(rows));
    text.parse()
        .map_err(|errors| LineError::new(format!("The starting position is not valid: {errors}.")).hint(start_hint()))
}

/// Returns as a hint the entry of a rules record for the initial setup.
fn start_hint() -> Hint {
    Hint::form(format!("start:/{}/", reverse_rows(START.split(' ').next().unwrap_or_default())))
}
