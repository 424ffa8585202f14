//! A division of light ships on one card: a line to a ship. [5.1.1, 6.2.4]
use crate::card::{FIRES, QUARTERS, SIZE, damage_table, division_words, factors};
use crate::{
    ASIDE, Boxes, Cut, Figure, HEAD, INK, LABEL, MARK, PAPER, Pen, SOFT, Struck, Style, bands, heading, parts, strip,
};
use naval::chart::{DamageTable, Movement};
use naval::{BatteryKind, Card, Fate, Id, Ship, base::SHARED_BASE_IN};
use show::card::dual;
use show::lines::{navy, type_word};

/// A light division as its card shows it.
#[derive(Clone)]
pub struct Boats<'a> {
    pub name: String,
    pub side: String,
    /// Signalling and initiative, where the division has them. [5.1.3]
    pub ratings: Option<(i32, i32)>,
    pub flagship: Option<&'a Id>,
    /// Boats that share a base are fired at as one target. [5.1.1, 7.4.1]
    pub one_base: bool,
    pub ships: Vec<Boat<'a>>,
    pub movement: Option<&'a Movement>,
    /// Where effective hits on them are looked up. [8.3]
    pub table: Option<&'a DamageTable>,
}

impl<'a> Boats<'a> {
    /// The first of some boats that are in no division that is known.
    pub fn of(
        name: String,
        side: String,
        boat: Boat<'a>,
        (movement, table): (Option<&'a Movement>, Option<&'a DamageTable>),
    ) -> Boats<'a> {
        Boats { name, side, ratings: None, flagship: None, one_base: false, ships: vec![boat], movement, table }
    }
}

/// A ship of a light division.
#[derive(Clone)]
pub struct Boat<'a> {
    pub card: &'a Card,
    pub live: Option<&'a Ship>,
    pub number: Option<u8>,
    /// An enemy: how she looked when she was seen.
    pub seen: Option<String>,
}

/// Most ships that one card holds.
pub const MOST: usize = 10;

/// Draws the card of a division from the upper left corner of the pen's part.
pub fn boats(pen: &mut Pen, division: &Boats) {
    let (width, height) = SIZE;
    let Some(first) = division.ships.first() else { return };
    title(pen, division, first.card, width);
    strip(pen, (0.0, 19.2), width, 5.0, &figures(division));
    pen.rule((0.0, 29.2), (width, 29.2), 0.2);
    let bottom = 91.0;
    ships(pen, division, (0.0, 30.0), width, bottom - 30.0);
    pen.rule((0.0, bottom), (width, bottom), 0.2);
    let torpedoes = || division.ships.iter().filter_map(|ship| ship.card.torpedo.as_ref());
    if let Some(torpedo) = torpedoes().next() {
        let says = format!("{}, power {}", torpedo.kind, torpedo.power);
        heading(pen, (0.0, bottom + 4.8), 86.0, "TORPEDOES", &says);
        bands(pen, (0.0, bottom + 6.8), 86.0, 4.4, ("run to", "to hit"), &torpedo.bands);
        if torpedoes().any(|one| one.bands != torpedo.bands || one.power != torpedo.power) {
            pen.words(0.0, bottom + 20.0, ASIDE, "The torpedoes of the others are on their own cards.");
        }
    }
    pen.words(0.0, bottom + 26.1, HEAD, "NOTES");
    pen.ruled((0.0, bottom + 31.5), 86.0, 6.0, height);
    if let Some(table) = division.table {
        damage_table(pen, table, (94.0, bottom + 4.8), width - 94.0);
    }
}

fn title(pen: &mut Pen, division: &Boats, first: &Card, width: f64) {
    pen.area((width - 18.0, 1.8), (18.0, 12.4), 0.5, None);
    pen.fitted(width - 9.0, 10.9, Style::new(Cut::Bold, 8.2).middle(), &first.kind.to_string(), 15.0);
    let name = Style::new(Cut::Bold, 9.4).spaced(0.5);
    pen.fitted(0.0, 8.6, name, &division.name.to_uppercase(), 118.0);
    let one_class = division.ships.iter().all(|ship| ship.card.class == first.class);
    let class = if one_class { format!(" of the {} class", first.class) } else { String::new() };
    let count = division.ships.len();
    let kind = type_word(first.kind);
    let many = if count == 1 { format!("1 {kind}") } else { format!("{count} {kind}s") };
    let base = if division.one_base { "; they share one base" } else { "" };
    let says = format!("{many}{class}, {}{base}", navy(&first.navy));
    pen.fitted(0.0, 14.0, Style::new(Cut::Italic, 3.9).ink(SOFT), &says, 120.0);
    pen.fitted(width - 21.0, 7.4, Style::new(Cut::Semibold, 3.9).right(), &division.side, 50.0);
    if let Some((signalling, initiative)) = division.ratings {
        let says = format!("signalling {signalling:+}   initiative {initiative:+}");
        pen.fitted(width - 21.0, 13.2, Style::new(Cut::Regular, 3.3).ink(SOFT).right(), &says, 50.0);
    }
    pen.rule((0.0, 16.8), (width, 16.8), 0.8);
    pen.rule((0.0, 18.0), (width, 18.0), 0.15);
}

/// What all of them share; each figure that there is where they differ.
fn figures(division: &Boats) -> Vec<Figure> {
    let inch = "\u{2033}";
    let shared = |label, of: &dyn Fn(&Card) -> String| {
        let mut values: Vec<String> = division.ships.iter().map(|ship| of(ship.card)).collect();
        values.sort();
        values.dedup();
        Figure::plain(label, values.join(", "))
    };
    let mut figures = vec![
        shared("SPEED", &|card| format!("{}{inch}", card.speed)),
        shared("SIZE", &|card| dual(card.size, "")),
        shared("ARMOUR", &|card| dual(card.armour, "\u{2212}")),
        shared("DEFENCE", &|card| card.defence.to_string()),
    ];
    figures.extend(Figure::of_movement(division.movement));
    let own = || shared("BASE", &|card| format!("{}{inch}", card.base_length));
    let one = || Figure::plain("BASE", format!("{SHARED_BASE_IN:.1}{inch}"));
    figures.push(if division.one_base { one() } else { own() });
    figures
}

/// Left edges of the columns.
const COLUMNS: [(&str, f64); 8] = [
    ("SHIP", 0.0),
    ("SPEED", 46.0),
    ("DEF", 58.0),
    ("GUNS A SIDE", 67.0),
    ("TORPEDOES", 88.0),
    ("FLOTATION", 112.0),
    ("GUNS LOST", 141.0),
    ("FIRES", 166.0),
];

fn ships(pen: &mut Pen, division: &Boats, (x, y): (f64, f64), width: f64, height: f64) {
    let craft = division.ships.iter().all(|ship| ship.card.kind.is_torpedo_craft());
    for (at, (name, left)) in COLUMNS.into_iter().enumerate().take(if craft { 7 } else { COLUMNS.len() }) {
        pen.words(x + left, y + 3.2, LABEL, if craft && at == 6 { "NOTES" } else { name });
    }
    let row = ((height - 4.4) / division.ships.len().max(1) as f64).min(12.0);
    for (at, boat) in division.ships.iter().enumerate() {
        let top = y + 4.4 + row * at as f64;
        pen.hair((x, top), (x + width, top));
        ship(pen, division, boat, (x, top), row);
    }
}

fn ship(pen: &mut Pen, division: &Boats, boat: &Boat, (x, top): (f64, f64), row: f64) {
    let Boat { card, live, number, ref seen } = *boat;
    let base = top + row * 0.5 + 1.4;
    let mut left = x;
    if let Some(number) = number {
        pen.circle((left + 2.4, base - 1.3), 2.3, 0.0, INK);
        pen.fitted(left + 2.4, base - 0.2, Style::new(Cut::Bold, 3.1).ink(PAPER).middle(), &number.to_string(), 3.6);
        left += 6.0;
    }
    let gone = live.is_some_and(|ship| !matches!(ship.fate, Fate::Fighting | Fate::Waiting { .. }));
    let name = division.flagship.map_or_else(|| card.name.clone(), |flag| division_words(&card.name, &card.id, flag));
    let style = Style::new(Cut::Bold, 4.2).ink(if gone { MARK } else { INK });
    let room = x + COLUMNS[1].1 - left - 1.5;
    pen.fitted(left, base, style, &name, room);
    if gone {
        let long = pen.width(style, &name).min(room);
        pen.stroke((left, base - 1.3), (left + long, base - 1.3), 0.5, MARK, None);
    }
    let text = Style::new(Cut::Semibold, 3.6);
    let speed = live.map(Ship::allowance).filter(|now| *now != card.speed);
    let ink = if speed.is_some() { MARK } else { INK };
    pen.words(x + COLUMNS[1].1, base, text.ink(ink), &format!("{}\u{2033}", speed.unwrap_or(card.speed)));
    pen.words(x + COLUMNS[2].1, base, text, &card.defence.to_string());
    pen.fitted(x + COLUMNS[3].1, base, text, &guns(card, None), 19.5);
    if let Some(torpedo) = &card.torpedo {
        let spent = live.map_or(0, |ship| torpedo.factors.saturating_sub(ship.torpedoes_left));
        let of = usize::from(torpedo.factors);
        small_factors(pen, (x + COLUMNS[4].1, base - 1.3), of, usize::from(spent));
    }
    if let Some(seen) = seen {
        pen.fitted(x + COLUMNS[5].1, base, Style::new(Cut::Italic, 3.3), seen, 78.0);
        return;
    }
    let struck = Struck::of(live);
    let side = 3.9_f64.min(row - 1.2);
    let mut boxes = |column: usize, of: usize, struck: usize, room: f64| {
        let step = (room / of.max(1) as f64).min(side + 1.1);
        let side = side.min(step - 0.5);
        Boxes { of, struck, under: &[], side, step }.draw(pen, x + COLUMNS[column].1, base - 1.3 - side / 2.0);
    };
    boxes(5, usize::try_from(card.flotation).unwrap_or(0), struck.flotation.max(usize::from(gone)), 27.0);
    if card.kind.is_torpedo_craft() {
        return;
    }
    boxes(6, QUARTERS, struck.quarters, 23.0);
    boxes(7, FIRES, struck.fires, 24.0);
}

/// Strengths of her batteries on a side, medium and light: by her card, or what is left of them.
pub(super) fn guns(card: &Card, live: Option<&Ship>) -> String {
    let left = |kind: BatteryKind| {
        let battery = card.battery(kind)?;
        let left = live.map_or(battery.strength, |ship| ship.battery_strength(kind));
        Some(parts::strength(battery, left))
    };
    let guns: Vec<String> = [BatteryKind::Medium, BatteryKind::Light].into_iter().filter_map(left).collect();
    if guns.is_empty() { "none".to_owned() } else { guns.join(" + ") }
}

/// Circles in one row.
fn small_factors(pen: &mut Pen, (x, y): (f64, f64), of: usize, spent: usize) {
    if 5 < of {
        factors(pen, (x, y - 2.4), of, spent, 22.0);
        return;
    }
    for at in 0..of {
        let centre = (x + 1.9 + 4.4 * at as f64, y);
        pen.circle(centre, 1.75, 0.3, PAPER);
        if at < spent {
            pen.cross(centre, 1.6);
        }
    }
}
