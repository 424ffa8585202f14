//! Positions as text, both ways.
use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{
    men::{Hand, Kind, Man},
    position::{Countdown, Position, Reserve},
    rules::{BATLED, MEN, RESERVE, SWAP, TILES, TUNNELLER, WIN},
    side::Side,
    squares::{Square, Tile, WIDTH, Way},
};
use crate::kit::{Fault, Faults, leading_number};

/// A whole position, as an example to type from.
const EXAMPLE: &str = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..WIDTH).rev() {
            row(self, rank, f)?;
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {}", self.to_move.letter())?;
        for side in Side::BOTH {
            f.write_str(" ")?;
            let mut letters = self.reserve(side).men.men().map(|kind| cased(side, kind.letter())).peekable();
            if letters.peek().is_none() {
                f.write_str("-")?;
            }
            letters.try_for_each(|letter| write!(f, "{letter}"))?;
        }
        f.write_str(match self.swaps {
            [true, true] => " Ss",
            [true, false] => " S",
            [false, true] => " s",
            [false, false] => " -",
        })?;
        match self.countdown {
            Some(Countdown { captor, left }) => write!(f, " {}{left}", captor.letter()),
            None => f.write_str(" -"),
        }
    }
}

fn cased(side: Side, letter: char) -> char {
    match side {
        Side::Coal => letter,
        Side::Steel => letter.to_ascii_lowercase(),
    }
}

fn row(position: &Position, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (mut run, mut after_tile) = (0, false);
    for at in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
        let (tile, man) = (position.tile(at), position.man(at));
        if tile.is_none() && man.is_none() {
            run += 1;
            continue;
        }
        // A run of none parts an empty tile from a man on the next plain square.
        if run > 0 || after_tile && tile.is_none() {
            write!(f, "{run}")?;
        }
        run = 0;
        if let Some(tile) = tile {
            write!(f, "{}", tile.letter())?;
        }
        if let Some(man) = man {
            write!(f, "{}{}", man.letter(), if man.up { "" } else { "'" })?;
            if let Some(side) = man.entered_by.and_then(Way::letter) {
                write!(f, "({side})")?;
            }
        }
        after_tile = man.is_none();
    }
    if run > 0 { write!(f, "{run}") } else { Ok(()) }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Position {
    type Err = Faults;

    /// # Errors
    /// Every fault at once: ten rows of ten squares, known tiles and men, at most 18 a side and one Batled, on a tile
    /// only who may be there, no Batled in reserve, swap rights and countdown as they are written.
    fn from_str(text: &str) -> Result<Position, Faults> {
        let mut faults = Vec::new();
        let mut position = Position::bare(&[]);
        let fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() != 6 {
            let what = "a position has rows, side, Coal's reserve, Steel's, swap rights and countdown";
            faults.push(Fault::new(format!("{what}, and this has {} of the 6", fields.len())).hint(EXAMPLE));
        }
        let field = |at: usize| fields.get(at).copied();
        let rows: Vec<&str> = field(0).unwrap_or_default().split('/').collect();
        if rows.len() != usize::from(WIDTH) {
            faults.push(Fault::new(format!("a position has 10 rows, rank 10 first, and this has {}", rows.len())));
        }
        for (row, rank) in rows.iter().zip((0..WIDTH).rev()) {
            read_row(row, rank, &mut position, &mut faults);
        }
        match field(1) {
            None | Some("c") => {}
            Some("s") => position.to_move = Side::Steel,
            Some(word) => faults.push(Fault::new(format!("\"{word}\" is no side: c or s moves next"))),
        }
        for side in Side::BOTH {
            read_reserve(field(2 + side as usize).unwrap_or("-"), side, &mut position, &mut faults);
        }
        position.swaps = match field(4).unwrap_or("-") {
            "Ss" => [true, true],
            "S" => [true, false],
            "s" => [false, true],
            "-" => [false, false],
            word => {
                faults.push(Fault::new(format!("\"{word}\" are no swap rights: some of Ss, or -")).rule(SWAP));
                [false, false]
            }
        };
        read_countdown(field(5).unwrap_or("-"), &mut position, &mut faults);
        check_men(&position, &mut faults);
        if faults.is_empty() { Ok(position) } else { Err(Faults(faults)) }
    }
}

fn read_row(row: &str, rank: u8, position: &mut Position, faults: &mut Vec<Fault>) {
    let mut file = 0_u8;
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        if let Some((run, after)) = leading_number(rest) {
            file = file.saturating_add(run);
            rest = after;
            continue;
        }
        let at = Square::at(file, rank);
        let tile = Tile::of_letter(letter);
        if tile.is_some() {
            rest = &rest[1..];
        }
        if let (Some(at), Some(_)) = (at, tile) {
            position.lay(at, tile);
        }
        let man = rest.chars().next().filter(|letter| letter.is_ascii_alphabetic());
        if let Some(letter) = man {
            rest = read_man(letter, &rest[1..], at, position, faults);
        } else if tile.is_none() {
            rest = &rest[letter.len_utf8()..];
            faults.push(Fault::new(format!("rank {}: \"{letter}\" is neither tile, man nor run", rank + 1)));
        }
        file = file.saturating_add(1);
    }
    if file != WIDTH {
        faults.push(Fault::new(format!("rank {} has {file} squares instead of 10", rank + 1)));
    }
}

/// Reads what follows a man's letter and returns the rest.
fn read_man<'a>(
    letter: char,
    mut rest: &'a str,
    at: Option<Square>,
    position: &mut Position,
    faults: &mut Vec<Fault>,
) -> &'a str {
    let down = rest.strip_prefix('\'');
    rest = down.unwrap_or(rest);
    let mut entered_by = None;
    if let Some((inside, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        entered_by = inside.chars().next().filter(|_| inside.len() == 1).and_then(Way::of_letter);
        if entered_by.is_none() {
            faults.push(Fault::new(format!("\"({inside})\" is no side of a tile: (n), (e), (s) or (w)")));
        }
        rest = after;
    }
    let Some(kind) = Kind::of_letter(letter) else {
        faults.push(Fault::new(format!("\"{letter}\" is no man: B Q C H T W")).rule(MEN));
        return rest;
    };
    let side = if letter.is_ascii_uppercase() { Side::Coal } else { Side::Steel };
    let Some(at) = at else { return rest };
    let on_tile = position.tile(at);
    if (kind == Kind::Tunneller && on_tile.is_some()) != entered_by.is_some() {
        let what = format!("{at}: a tunneller on a tile, and nobody else, carries the side it came in by, such as (s)");
        faults.push(Fault::new(what).rule(TUNNELLER));
    }
    if on_tile == Some(Tile::Wall) && (kind != Kind::Tunneller || down.is_some()) {
        faults.push(Fault::new(format!("{at}: only a tunneller that is face up stands on a wall")).rule(TILES));
    }
    position.put(at, Some(Man { side, kind, up: down.is_none(), known: false, entered_by }));
    rest
}

fn read_reserve(text: &str, side: Side, position: &mut Position, faults: &mut Vec<Fault>) {
    if text == "-" {
        return;
    }
    let mut men = Hand::default();
    for letter in text.chars() {
        match Kind::of_letter(letter).filter(|kind| cased(side, kind.letter()) == letter) {
            Some(Kind::Batled) => {
                faults.push(Fault::new(format!("{side}'s Batled cannot be in reserve")).rule(RESERVE))
            }
            Some(kind) => men.add(kind),
            None => faults.push(Fault::new(format!("\"{letter}\" is no man of {side}'s reserve")).rule(RESERVE)),
        }
    }
    position.reserves[side as usize] = Reserve { men, known: Hand::default() };
}

fn read_countdown(text: &str, position: &mut Position, faults: &mut Vec<Fault>) {
    if text == "-" {
        return;
    }
    let captor = Side::BOTH.into_iter().find(|side| text.starts_with(side.letter()));
    let left = text.get(1..).and_then(|left| left.parse::<u8>().ok()).filter(|left| *left <= 2);
    match (captor, left) {
        (Some(captor), Some(left)) => {
            if position.batled(captor.other()).is_some() {
                let what = format!("{captor} has taken a Batled that still stands on the board");
                faults.push(Fault::new(what).rule(WIN));
            }
            position.countdown = Some(Countdown { captor, left });
        }
        _ => {
            let what = format!("\"{text}\" is no countdown: the captor's letter and the turns left, such as c2, or -");
            faults.push(Fault::new(what).rule(WIN));
        }
    }
}

fn check_men(position: &Position, faults: &mut Vec<Fault>) {
    for side in Side::BOTH {
        let mut all: Hand = position.men(side).map(|(_, man)| man.kind).collect();
        position.reserve(side).men.men().for_each(|kind| all.add(kind));
        // Kinds are not counted: a composed position may have a third tunneller.
        if all.count(Kind::Batled) > 1 {
            faults.push(Fault::new(format!("{side} has {} Batleds", all.count(Kind::Batled))).rule(BATLED));
        }
        if all.total() > Hand::full().total() {
            faults.push(Fault::new(format!("{side} has {} men, and at most 18", all.total())).rule(MEN));
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
