//! The formula's fit: docs/fit.svg shows known figures beside those of the cards; this test draws it.
//!
//! `BLESS=1` writes the drawing; look at the picture before committing it.
mod plot;

use naval::model::library::ShipRecord;
use serde::Deserialize;
use serde_yaml::Value;

use self::plot::{Known, Panel};
use super::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownFigures {
    speed: Vec<Speed>,
    size: Vec<Kind>,
    defence: Vec<Kind>,
    flotation: Vec<Kind>,
    power: Vec<GunPower>,
    to_hit: Vec<ToHit>,
    strength: Vec<Strength>,
    batteries: Vec<Batteries>,
    torpedoes: Vec<ToHit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Speed {
    knots: f64,
    inches: f64,
}

/// The known figures of a type of ship: least and greatest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    kind: String,
    short: String,
    is: (f64, f64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GunPower {
    bore_in: f64,
    calibre: f64,
    power: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToHit {
    ship: String,
    bands: Vec<(f64, f64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strength {
    bore_in: f64,
    strength: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Batteries {
    short: String,
    ships: Vec<String>,
    light_too: bool,
    strength: f64,
}

/// One record of each class, and the formula's own figures.
struct Cards {
    classes: Vec<ShipRecord>,
    formula: Value,
}

impl Cards {
    fn kind(&self, kind: &str) -> Vec<&ShipRecord> {
        use naval::model::ShipType::*;
        let mounts = |ship: &ShipRecord| ship.card.big.as_ref().map_or(0, |big| big.mounts.len());
        let line = |ship: &ShipRecord| [BB, OBB].contains(&ship.card.kind);
        let is_kind = |ship: &&ShipRecord| match kind {
            "Retvizan" => ship.id == *"retvizan",
            "battleships" => line(ship),
            "dreadnoughts" => ship.card.kind == BB && 4 <= mounts(ship),
            "pre-dreadnoughts" => line(ship) && mounts(ship) < 4,
            "battlecruisers" => ship.card.kind == BC,
            "armoured cruisers" => ship.card.kind == CA,
            "light cruisers" => [CL, CP].contains(&ship.card.kind),
            "destroyers" => ship.card.kind == TBD,
            "torpedo boats" => ship.card.kind == TB,
            other => panic!("no kind {other}"),
        };
        self.classes.iter().filter(is_kind).collect()
    }

    fn number(&self, path: [&str; 2]) -> f64 {
        self.formula[path[0]][path[1]].as_f64().unwrap()
    }
}

fn float(fraction: Fraction) -> f64 {
    *fraction.0.numer() as f64 / *fraction.0.denom() as f64
}

fn ticks(values: impl IntoIterator<Item = i32>) -> Vec<(f64, String)> {
    values.into_iter().map(|value| (f64::from(value), value.to_string())).collect()
}

fn even(to: i32, step: usize) -> Vec<f64> {
    (0..=to).step_by(step).map(f64::from).collect()
}

fn speed(cards: &Cards, known: &[Speed]) -> Panel {
    let scale = cards.number(["speed", "knots_an_inch"]);
    let worst = known.iter().map(|sample| (sample.knots / scale - sample.inches).abs()).fold(0.0, f64::max);
    assert!(worst < 0.006, "{worst}");
    let knots = |ship: &ShipRecord| ship.class.speed_service_kn.unwrap_or(ship.class.speed_kn);
    Panel {
        title: "Speed",
        axes: ("knots", "inches a turn"),
        across: (5.0, 40.0),
        up: (0.0, 5.5),
        ticks_across: ticks((5..=40).step_by(5)),
        ticks_up: even(5, 1),
        known: known.iter().map(|sample| Known::Point(sample.knots, sample.inches)).collect(),
        made: cards.classes.iter().map(|ship| (knots(ship), ship.card.speed.as_f64())).collect(),
        says: format!("{} classes; knots / {scale} in steps of a quarter", cards.classes.len()),
    }
}

/// Types of ships side by side.
fn kinds(
    cards: &Cards,
    known: &[Kind],
    (title, up, step): (&'static str, i32, usize),
    figure: fn(&ShipRecord) -> i32,
) -> Panel {
    let (mut figures, mut within) = (Vec::new(), 0);
    // No known figures exist for classes built as something else: gunboats, coast defence ships, liners.
    let (mut judged, mut agree) = (0, 0);
    for (index, sample) in known.iter().enumerate() {
        let ships = cards.kind(&sample.kind);
        assert!(!ships.is_empty(), "{}", sample.kind);
        for ship in ships {
            let figure = f64::from(figure(ship));
            let fits = usize::from((sample.is.0..=sample.is.1).contains(&figure));
            within += fits;
            if ship.class.built_as.as_deref().is_none_or(|built| built == "flotilla leader") {
                (judged, agree) = (judged + 1, agree + fits);
            }
            figures.push((index as f64, figure));
        }
    }
    assert!(3 * judged < 4 * agree, "{title}: {agree} of {judged}");
    Panel {
        title,
        axes: ("", "figure of the card"),
        across: (-0.6, known.len() as f64 - 0.4),
        up: (0.0, f64::from(up)),
        ticks_across: known.iter().enumerate().map(|(index, sample)| (index as f64, sample.short.clone())).collect(),
        ticks_up: even(up, step),
        known: known
            .iter()
            .enumerate()
            .map(|(index, sample)| Known::Span(index as f64, sample.is.0, sample.is.1))
            .collect(),
        says: format!("{within} of {} classes within what is known", figures.len()),
        made: figures,
    }
}

fn armour(cards: &Cards) -> Panel {
    use naval::model::ShipType::*;
    use naval::model::library::Cover;
    let plates: Vec<(String, f64)> = cards.formula["armour"]["plate"]
        .as_sequence()
        .unwrap()
        .iter()
        .map(|row| (row["kind"].as_str().unwrap().to_owned(), row["times"].as_f64().unwrap()))
        .collect();
    let times = |ship: &ShipRecord| {
        let word = serde_json::to_value(ship.class.armour.kind).unwrap();
        plates.iter().find(|(kind, _)| word == kind.as_str()).unwrap().1
    };
    let belted: Vec<&ShipRecord> = cards.classes.iter().filter(|ship| 0.0 < ship.class.armour.belt_mm).collect();
    let cover = |ship: &ShipRecord| {
        let plan = ship.class.armour;
        let small = [OBB, CA, CL, CP].contains(&ship.card.kind) && ship.class.displacement_t < 6000;
        let strip = 254.0 < plan.belt_mm && ship.ship.built_on().unwrap_or(ship.class.as_of()) < day("1906-01-01");
        match plan.cover {
            Some(Cover::High) => 1.0,
            Some(Cover::Middle) => 0.8,
            Some(Cover::Narrow) => 0.625,
            None if small || strip => 0.625,
            None => 1.0,
        }
    };
    let inches = |ship: &ShipRecord| ship.class.armour.belt_mm / 25.4 * times(ship) * cover(ship);
    for ship in &belted {
        let off = f64::from(ship.card.armour.gun) - (inches(ship) - 1.0);
        let whole = 0.0 < ship.class.armour.belt_ends_mm && ship.class.set.is_empty() && 2.5 <= inches(ship);
        assert!(!whole || off.abs() <= 0.5 + 1e-9, "{}: {off}", ship.id);
    }
    Panel {
        title: "Armour",
        axes: ("inches of belt, as Krupp plate over the side", "armour of the card"),
        across: (0.0, 15.0),
        up: (0.0, 14.0),
        ticks_across: ticks((0..=15).step_by(3)),
        ticks_up: even(14, 2),
        known: vec![Known::Line(vec![(1.0, 0.0), (15.0, 14.0)]), Known::Point(9.0, 8.0)],
        made: belted.iter().map(|ship| (inches(ship), f64::from(ship.card.armour.gun))).collect(),
        says: format!("{} belts; below the line, bare ends; above it, the least; ring, Retvizan", belted.len()),
    }
}

fn power(cards: &Cards, known: &[GunPower]) -> Panel {
    let (bores, lengths) =
        (cards.number(["gun_scaling", "bore_exponent"]), cards.number(["gun_scaling", "calibre_exponent"]));
    let scaled = |gun: &GunPower| 18.0 * (gun.bore_in / 12.0).powf(bores) * (gun.calibre / 40.0).powf(lengths);
    for gun in known {
        let row =
            cards.formula["guns"].as_sequence().unwrap().iter().find(|row| {
                (row["bore_in"].as_f64(), row["calibre"].as_f64()) == (Some(gun.bore_in), Some(gun.calibre))
            });
        assert_eq!(row.unwrap()["power"].as_f64(), Some(gun.power), "the row is in the formula unchanged");
    }
    let worst = known.iter().map(|gun| (scaled(gun) - gun.power).abs()).fold(0.0, f64::max);
    assert!(worst < 1.5, "{worst}");
    Panel {
        title: "Power of big guns",
        axes: ("row of the chart", "scaled from 12 in /40"),
        across: (6.0, 30.0),
        up: (6.0, 30.0),
        ticks_across: ticks((6..=30).step_by(6)),
        ticks_up: (6..=30).step_by(6).map(f64::from).collect(),
        known: known.iter().map(|gun| Known::Point(gun.power, gun.power)).collect(),
        made: known.iter().map(|gun| (gun.power, scaled(gun))).collect(),
        says: format!("bore^{bores} x length^{lengths}: within {worst:.1} of the rows"),
    }
}

fn by_range(
    (title, expected, across): (&'static str, &str, (i32, usize)),
    known: &[ToHit],
    bands: fn(&Card) -> &[Band],
) -> Panel {
    let mut points = Vec::new();
    for sample in known {
        let card = card(&sample.ship);
        let found: Vec<(f64, f64)> =
            bands(&card).iter().map(|band| (band.to.as_f64(), f64::from(band.to_hit))).collect();
        assert_eq!(found, sample.bands, "{}", sample.ship);
        points.extend(found);
    }
    Panel {
        title,
        axes: ("inches, to the end of the band", "to hit"),
        across: (0.0, f64::from(across.0)),
        up: (0.0, 14.0),
        ticks_across: ticks((0..=across.0).step_by(across.1)),
        ticks_up: even(14, 2),
        known: known.iter().flat_map(|sample| sample.bands.iter().map(|band| Known::Point(band.0, band.1))).collect(),
        made: points,
        says: expected.to_owned(),
    }
}

fn strength(cards: &Cards, known: &[Strength]) -> Panel {
    let mut figures = Vec::new();
    // Guns of a merchantman count half. [Q52]
    for ship in cards.classes.iter().filter(|ship| ship.card.kind != naval::model::ShipType::MM) {
        let class = &ship.class;
        let medium = ship.card.medium.as_ref().filter(|_| class.main_2.is_none()).zip(class.medium_per_side.first());
        let medium = medium.filter(|_| class.medium_per_side.len() == 1);
        let light =
            ship.card.light.as_ref().zip(class.light_per_side.first()).filter(|_| class.light_per_side.len() == 1);
        for (battery, group) in medium.into_iter().chain(light) {
            figures.push((group.bore_in, float(battery.strength) / f64::from(group.guns)));
        }
    }
    let near =
        |known: &Strength| figures.iter().filter(|(bore, _)| (bore - known.bore_in).abs() < 0.01).collect::<Vec<_>>();
    for sample in known {
        assert!(near(sample).iter().all(|(_, found)| *found == sample.strength), "{} in", sample.bore_in);
    }
    Panel {
        title: "Strength of one gun",
        axes: ("bore in inches", "strength"),
        across: (2.0, 8.0),
        up: (0.0, 6.0),
        ticks_across: ticks(2..=8),
        ticks_up: even(6, 1),
        known: known.iter().map(|sample| Known::Point(sample.bore_in, sample.strength)).collect(),
        says: format!("{} batteries of one calibre", figures.len()),
        made: figures,
    }
}

fn batteries(known: &[Batteries]) -> Panel {
    let sum = |sample: &Batteries| -> f64 {
        let cards = sample.ships.iter().map(|ship| card(ship));
        let parts = cards.flat_map(|card| [card.medium, card.light.filter(|_| sample.light_too)]);
        parts.flatten().map(|battery| float(battery.strength)).sum()
    };
    let figures: Vec<(f64, f64)> =
        known.iter().enumerate().map(|(index, sample)| (index as f64, sum(sample))).collect();
    assert!(known.iter().zip(&figures).all(|(sample, (_, sum))| sample.strength == *sum), "{figures:?}");
    Panel {
        title: "Batteries of one side",
        axes: ("", "strength"),
        across: (-0.6, known.len() as f64 - 0.4),
        up: (0.0, 100.0),
        ticks_across: known.iter().enumerate().map(|(index, sample)| (index as f64, sample.short.clone())).collect(),
        ticks_up: even(100, 20),
        known: known.iter().enumerate().map(|(index, sample)| Known::Point(index as f64, sample.strength)).collect(),
        made: figures,
        says: "the rulebook's 86 and 24/24".to_owned(),
    }
}

/// Cells of the table in docs/explanation/history.md whose fact begins like this; `calibration` checks them.
fn history_figures(page: &str, fact: &str) -> Vec<(f64, f64)> {
    let number = |cell: &str| {
        let start = cell.find(|letter: char| letter.is_ascii_digit())?;
        let text: String = cell[start..].chars().take_while(|mark| mark.is_ascii_digit() || *mark == '.').collect();
        text.parse::<f64>().ok()
    };
    let rows = page.lines().filter(|line| line.starts_with(&format!("| {fact}")));
    let cells = rows.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    cells.map(|cells| (number(cells[2]).unwrap(), number(cells[3]).unwrap())).collect()
}

fn out_of_action(page: &str) -> Panel {
    let figures = history_figures(page, "out of action");
    assert_eq!(figures.len(), 11, "{figures:?}");
    let line = |times: f64| Known::Line(vec![(4.0, 4.0 * times), (26.0, 26.0 * times)]);
    Panel {
        title: "Hits to put a ship out of action",
        axes: ("staff college", "median of 2,000 battles"),
        across: (0.0, 30.0),
        up: (0.0, 36.0),
        ticks_across: ticks((0..=30).step_by(5)),
        ticks_up: even(36, 6),
        known: vec![line(0.7), line(1.0), line(1.3)],
        says: format!("{} ships; dashed, as many, and 30% either way", figures.len()),
        made: figures,
    }
}

fn shares(page: &str) -> Panel {
    let figure = |fact: &str| {
        let found = history_figures(page, fact);
        assert_eq!(found.len(), 1, "{fact}");
        found[0]
    };
    let rows = [
        ("strikes", figure("Asahi's example"), None),
        ("hits, 8\u{2033}", figure("heavy hits per round, Asahi at Retvizan, 8\""), Some((1.0, 5.0))),
        ("12\u{2033}", figure("heavy hits per round, Asahi at Retvizan, 12\""), Some((1.0, 5.0))),
        ("15\u{2033}", figure("heavy hits per round, L\u{fc}tzow"), Some((1.0, 5.0))),
        ("Lion", figure("Lion of 1916 explodes within five penetrating hits, C"), Some((10.0, 30.0))),
        ("torp.", (19.0, figure("torpedoes at anchored ships").1), None),
    ];
    let known = |index: usize| match rows[index] {
        (_, _, Some((from, to))) => Known::Span(index as f64, from, to),
        (_, (history, _), None) => Known::Point(index as f64, history),
    };
    Panel {
        title: "Shares in per cent",
        axes: ("", "per cent"),
        across: (-0.6, rows.len() as f64 - 0.4),
        up: (0.0, 35.0),
        ticks_across: rows.iter().enumerate().map(|(index, row)| (index as f64, row.0.to_owned())).collect(),
        ticks_up: even(35, 5),
        known: (0..rows.len()).map(known).collect(),
        made: rows.iter().enumerate().map(|(index, row)| (index as f64, row.1.1)).collect(),
        says: "shots, hits of rounds, explosions, torpedoes".to_owned(),
    }
}

#[test]
fn the_chart_of_the_fit_agrees_with_the_formula() {
    let root = kit::root();
    let page = fs::read_to_string(root.join("docs/explanation/history.md")).unwrap();
    let known: KnownFigures = serde_yaml::from_str(include_str!("../../figures/known.yaml")).unwrap();
    let sources = naval_kit::builtin();
    let mut classes = unwrap_or_report(load::ships(&sources));
    classes.retain(|ship| ship.class.ships[0].id == ship.id);
    let formula = serde_yaml::from_str(sources.text("data/naval/card.yaml").unwrap()).unwrap();
    let cards = Cards { classes, formula };
    let panels = [
        speed(&cards, &known.speed),
        kinds(&cards, &known.size, ("Size", 16, 2), |ship| ship.card.size.gun),
        armour(&cards),
        kinds(&cards, &known.defence, ("Defence", 45, 5), |ship| ship.card.defence),
        power(&cards, &known.power),
        by_range(
            ("To hit", "Asahi 12, 7, 3, 1; Retvizan 8, 5, 2, 1; K\u{f6}nig 8, 4, 2, 1", (24, 4)),
            &known.to_hit,
            |card| &card.big.as_ref().unwrap().bands,
        ),
        strength(&cards, &known.strength),
        batteries(&known.batteries),
        by_range(("Torpedoes", "15 in and 18 in of 1904, 21 in of 1914", (12, 2)), &known.torpedoes, |card| {
            &card.torpedo.as_ref().unwrap().bands
        }),
        kinds(&cards, &known.flotation, ("Flotation", 7, 1), |ship| ship.card.flotation),
        out_of_action(&page),
        shares(&page),
    ];
    let drawn = plot::page(
        "From history to a card: what is known, and what the formula makes",
        "Open: known figures of charts, rulebook and battle records. Filled: cards of the library, and battles played with them; a larger dot is several at one place.",
        &panels,
    );
    let path = root.join("docs/fit.svg");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    assert!(drawn == fs::read_to_string(&path).unwrap_or_default(), "docs/fit.svg differs from the formula's drawing");
    let cards = fs::read_to_string(root.join("docs/explanation/ship-cards.md")).unwrap();
    assert!(cards.contains("](../fit.svg)"), "docs/explanation/ship-cards.md shows the chart");
}
