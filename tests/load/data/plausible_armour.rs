//! Plausible figures of cards: belts by their cover, ages by the hull, quarters on every card.
use naval::model::ShipType;
use naval::model::library::{Cover, NamedShip, ShipRecord};

use super::library::library;
use super::*;

fn ship_record<'l>(library: &'l [ShipRecord], id: &str) -> &'l ShipRecord {
    library.iter().find(|record| record.id == *id).unwrap()
}

/// The armour of a card, and how it was calculated.
fn armour(record: &ShipRecord) -> (i32, &str) {
    let how = record.figures.iter().find(|figure| figure.figure == FigureName::Armour).unwrap();
    (record.card.armour.gun, how.how.as_str())
}

/// A ship of the library with a change, as a user's own file would have it.
fn altered(record: &ShipRecord, change: impl FnOnce(&mut naval::model::library::ShipClass)) -> ShipRecord {
    let mut class = record.class.clone();
    class.ships.retain(|ship| ship.id == record.id);
    class.refits.clear();
    change(&mut class);
    let text = load::ship_text(&class).unwrap();
    let file = format!("data/ships/{}.yaml", class.navy);
    unwrap_or_report(load::ship_file(&naval_kit::builtin(), &file, &text)).value.remove(0)
}

#[test]
fn r6_5_1_5_no_older_ship_beats_mikasas_armour_and_no_narrow_belt_ties() {
    let library = library();
    let mikasa = ship_record(&library, "mikasa");
    let day_of = |ship: &NamedShip| ship.built_on().unwrap_or(day("1880-01-01"));
    let older = library.iter().filter(|record| day_of(&record.ship) < mikasa.completed.unwrap());
    let (mut older_belts, mut narrow_belts) = (0, 0);
    for record in older.filter(|record| !record.card.kind.is_coast_battery() && 0.0 < record.class.armour.belt_mm) {
        let (value, how) = armour(record);
        assert!(value <= mikasa.card.armour.gun, "{}: {value}, {how}", record.id);
        older_belts += 1;
        if how.contains("cover narrow") {
            assert!(value < mikasa.card.armour.gun, "{}: {value}, {how}", record.id);
            narrow_belts += 1;
        }
    }
    assert!(100 < older_belts && 50 < narrow_belts, "{older_belts} belts, {narrow_belts} of them narrow");
    for (id, value) in [
        ("kaiser-friedrich-iii", 6),
        ("admiral-ushakov", 4),
        ("vasco-da-gama", 3),
        ("fuji", 6),
        ("poltava", 6),
        ("charlemagne", 7),
        ("majestic", 5),
        ("peresvet", 5),
        ("retvizan", 8),
        ("georgi-pobedonosets", 4),
        ("rossia", 2),
    ] {
        assert_eq!(armour(ship_record(&library, id)).0, value, "{id}: {}", armour(ship_record(&library, id)).1);
    }
}

#[test]
fn r6_5_1_5_a_belt_counts_by_its_cover() {
    let library = library();
    let mikasa = ship_record(&library, "mikasa");
    let belt = |belt_mm: f64, completed: &str, cover: Option<Cover>, tons: u32| {
        let record = altered(mikasa, |class| {
            class.kind = ShipType::OBB;
            (class.armour.belt_mm, class.armour.cover, class.displacement_t) = (belt_mm, cover, tons);
            class.ships[0].completed = Some(day(completed));
        });
        record.card.armour.gun
    };
    for (belt_mm, completed, cover, tons, value) in [
        (229.0, "1902-03-01", None, 15140, 8),
        (229.0, "1902-03-01", Some(Cover::Middle), 15140, 6),
        (229.0, "1902-03-01", Some(Cover::Narrow), 15140, 5),
        // Without `cover`, belts over ten inches before 1906 and those of small hulls count as narrow.
        (254.0, "1902-03-01", None, 15140, 9),
        (255.0, "1902-03-01", None, 15140, 5),
        (255.0, "1902-03-01", Some(Cover::High), 15140, 9),
        (400.0, "1905-12-31", None, 15140, 9),
        (400.0, "1906-01-01", None, 15140, 15),
        (229.0, "1902-03-01", None, 6000, 8),
        (229.0, "1902-03-01", None, 5999, 5),
        (229.0, "1902-03-01", Some(Cover::High), 5999, 8),
    ] {
        assert_eq!(belt(belt_mm, completed, cover, tons), value, "{belt_mm} mm, {completed}, {cover:?}, {tons} t");
    }
}

/// Thin belts and decks: a two-inch belt counts two, a deck one, and a four-inch deck two.
#[test]
fn r6_5_1_5_a_belted_light_cruiser_is_at_least_as_hard_as_a_decked_one() {
    let library = library();
    for (id, value) in [
        ("sydney", 2),
        ("emden", 1),
        ("dresden", 1),
        ("novara", 2),
        ("magdeburg", 2),
        ("chatham", 2),
        ("forward", 2),
        ("brummer", 0),
        ("naniwa", 1),
        ("edgar", 2),
    ] {
        assert_eq!(armour(ship_record(&library, id)).0, value, "{id}: {}", armour(ship_record(&library, id)).1);
    }
    let cruisers = library.iter().filter(|record| [ShipType::CL, ShipType::CP].contains(&record.card.kind));
    for record in cruisers {
        let (plan, value) = (record.class.armour, record.card.armour.gun);
        assert!(plan.belt_mm < 50.0 || 2 <= value, "{}: {value}", record.id);
        assert!(0.0 < plan.belt_mm || 100.0 <= plan.deck_mm || value <= 1, "{}: {value}", record.id);
    }
    let emden = ship_record(&library, "emden");
    let with_armour = |belt_mm: f64, deck_mm: f64| {
        let change = |class: &mut naval::model::library::ShipClass| {
            (class.armour.belt_mm, class.armour.deck_mm) = (belt_mm, deck_mm);
        };
        altered(emden, change).card.armour.gun
    };
    for (belt_mm, deck_mm, value) in [
        (0.0, 0.0, 0),
        (0.0, 20.0, 0),
        (0.0, 80.0, 1),
        (0.0, 99.0, 1),
        (0.0, 100.0, 2),
        (49.0, 20.0, 0),
        (50.0, 20.0, 2),
        (49.0, 120.0, 2),
    ] {
        assert_eq!(with_armour(belt_mm, deck_mm), value, "belt {belt_mm}, deck {deck_mm}");
    }
}

/// A transfer does not reset a ship's age: it counts from the first flag, on the card and in its heading.
#[test]
fn r6_2_4_a_ship_has_the_same_age_under_every_flag() {
    let library = library();
    let mut flags = 0;
    for record in library.iter().filter(|record| record.ship.hull.is_some()) {
        let hull = ship_record(&library, record.ship.hull().as_str());
        assert_eq!(record.card.completed, hull.completed, "{}", record.id);
        let plan = |record: &ShipRecord| record.card.armour;
        assert_eq!(plan(record), plan(hull), "{}: {}", record.id, armour(record).1);
        flags += 1;
    }
    assert_eq!(flags, 59);
    let heading = |id: &str| show::card::card_blank(&ship_record(&library, id).card);
    assert!(heading("iwami").contains("completed 1904"), "{}", heading("iwami"));
    assert!(!heading("iwami").contains("completed 1907"));
    // Its days in service still begin with the new flag.
    let iwami = ship_record(&library, "iwami");
    assert_eq!((iwami.completed, iwami.ship.built_on()), (Some(day("1907-11-01")), Some(day("1904-10-01"))));
    let poltava = ship_record(&library, "poltava");
    let built = |completed: &str| {
        let sources = naval_kit::builtin();
        let mut class = poltava.class.clone();
        (class.ships[0].completed, class.ships[0].lost) = (Some(day(completed)), Some(day("1906-06-01")));
        let text = load::ship_text(&class).unwrap().replace("poltava", "poltova").replace("tango", "tengo");
        let sources =
            sources.with_overrides(overriding_file("data/ships/club.yaml", &text.replace("chesma", "chosma")));
        unwrap_or_report(load::ship(&sources, "tengo")).card.armour.gun
    };
    assert_eq!((built("1905-12-31"), built("1906-01-01")), (6, 11), "near miss: a hull that really is that new");
}

#[test]
fn r6_5_2_all_battery_points_are_quarters_and_merchantmen_have_half() {
    for record in library() {
        for battery in [&record.card.medium, &record.card.light].into_iter().flatten() {
            let quarters = battery.strength * Fraction::from(4);
            assert_eq!(quarters, Fraction::from(quarters.rounded()), "{} {}", record.id, battery.strength);
        }
    }
    let light = |ship: &str| card(ship).light.unwrap().strength;
    assert_eq!(light("engadine"), Fraction::new(3, 4), "one 4-inch gun of a merchantman");
    assert_eq!(light("aydin-reis"), Fraction::new(5, 2), "two guns of 10 cm, each 1.25");
}

/// Every length on every card, in the library and in scenarios, is a multiple of a quarter inch.
#[test]
fn r6_5_1_lengths_of_every_card_are_quarters_of_an_inch() {
    let sources = naval_kit::builtin();
    let quarters = |card: &Card| {
        let big = card.big.iter().flat_map(|big| big.bands.iter().map(|band| band.to));
        let torpedo = card
            .torpedo
            .iter()
            .flat_map(|torpedo| torpedo.bands.iter().map(|band| band.to).chain(torpedo.attack_range));
        for length in big.chain(torpedo).chain([card.speed, card.base_length]) {
            assert_eq!(length.0 % 25, 0, "{}: {length}", card.name);
        }
    };
    library().iter().for_each(|record| quarters(&record.card));
    for line in unwrap_or_report(load::scenario_list(&sources)) {
        unwrap_or_report(load::scenario(&sources, line.id.as_str())).ships.iter().for_each(|ship| quarters(&ship.card));
    }
    // 15 inches x 7/8 are 13.125, halves up.
    let ends: Vec<Inches> = card("good-hope").big.unwrap().bands.iter().map(|band| band.to).collect();
    assert_eq!(ends[..2], [inches("8.75"), inches("13.25")]);
}
