//! Charts, ships, scenarios: the data they must have, and the errors of a broken file.
mod error_texts;
mod files;
mod fit;
mod gun_reach;
mod impossible_conditions;
mod library;
mod namesakes;
mod plausible_armour;
mod published;
mod scenarios;
mod ships;

use std::{borrow::Cow, fs};

use chrono::NaiveDate;
use load::{self, DataErrors, Sources};
use naval::model::chart::{Charts, DamageEffect, DamageTable, HitCase, Modifier, TableKind};
use naval::model::library::{CardFigure, FigureName};
use naval::model::{
    Band, BatteryKind, BattleKind, Bearing, Card, Edge, FiringArc, Fraction, Handicap, Setup, Visibility,
};
use naval::{Id, Inches, rules::tally};
use play::Rule;

fn inches(text: &str) -> Inches {
    text.parse().unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[track_caller]
fn unwrap_or_report<T>(found: Result<T, DataErrors>) -> T {
    found.unwrap_or_else(|errors| panic!("{errors}"))
}

fn charts(war: &str) -> Charts {
    unwrap_or_report(load::charts(&naval_kit::builtin(), war))
}

fn card(ship: &str) -> Card {
    unwrap_or_report(load::ship(&naval_kit::builtin(), ship)).card
}

fn scenario(name: &str) -> Setup {
    unwrap_or_report(load::scenario(&naval_kit::builtin(), name))
}

fn table<'c>(charts: &'c Charts, id: &str) -> &'c DamageTable {
    charts.damage.iter().find(|table| table.id == *id).unwrap_or_else(|| panic!("no table {id}"))
}

/// The rows of a table in print form: `M 1-2`.
fn printed(table: &DamageTable) -> String {
    let row = |faces: (u8, u8), code: &str| {
        if faces.0 == faces.1 { format!("{code} {}", faces.0) } else { format!("{code} {}-{}", faces.0, faces.1) }
    };
    table.rows.iter().map(|found| row(found.faces, &found.code)).collect::<Vec<_>>().join(", ")
}

fn bands(pairs: &[(&str, i32)]) -> Vec<Band> {
    pairs.iter().map(|(to, to_hit)| Band { to: inches(to), to_hit: *to_hit }).collect()
}

fn overriding_file(path: &str, text: &str) -> Sources {
    Sources { files: vec![(path.to_owned(), Cow::Owned(text.to_owned()))], ..Sources::default() }
}

#[test]
fn r8_2_1_penetrating_hits_of_the_russo_japanese_chart() {
    let charts = charts("rjw");
    for (id, rows) in [
        ("japanese-guns", "M 1-2, S 3-8, F 9-12, SP 13-16, FL 17-18, NE 19-20"),
        ("russian-guns", "M 1-2, S 3-8, F 9-10, SP 11-12, FL 13-16, NE 17-20"),
    ] {
        let table = table(&charts, id);
        assert_eq!(
            (printed(table).as_str(), table.sides, table.source.as_str()),
            (rows, 20, "Heinz 2004 chart"),
            "{id}"
        );
    }
}

#[test]
fn r8_2_1_penetrating_hits_of_the_world_war_i_chart() {
    let charts = charts("ww1");
    for (id, rows) in [
        ("column-a", "M 1-4, S 5-12, F 13-14, SP 15, FL 16-17, NE 18-20"),
        ("column-b", "M 1-3, S 4-9, F 10-11, SP 12, FL 13-17, NE 18-20"),
        ("column-c", "M 1-6, S 7-12, F 13-14, SP 15, FL 16-17, NE 18-20"),
        ("column-d", "M 1-5, S 6-9, F 10-11, SP 12, FL 13-17, NE 18-20"),
        ("column-e", "M 1-3, S 4-8, F 9-10, SP 11, FL 12-13, NE 14-20"),
        ("column-f", "M 1-3, S 4-8, F 9-10, SP 11-12, FL 13-15, NE 16-20"),
        ("column-g", "M 1-4, S 5-8, F 9-10, SP 11, FL 12-13, NE 14-20"),
        ("column-h", "M 1-4, S 5-8, F 9-10, SP 11-12, FL 13-15, NE 16-20"),
    ] {
        let table = table(&charts, id);
        assert_eq!(
            (printed(table).as_str(), table.sides, table.source.as_str()),
            (rows, 20, "Heinz 2004 chart"),
            "{id}"
        );
    }
}

#[test]
fn r8_2_1_the_column_depends_on_navy_date_mounts_and_range() {
    let (rjw, ww1) = (charts("rjw"), charts("ww1"));
    let (two, more) = (card("asahi"), card("koenig"));
    let found = |charts: &Charts, target: &Card, navy: Option<&str>, date: &str, range: &str| {
        let navy = navy.map(Id::new);
        let case = HitCase {
            target,
            firer_navy: navy.as_ref(),
            date: day(date),
            range: Some(inches(range)),
            battery: Some(BatteryKind::Big),
            by: None,
        };
        charts.damage_table(TableKind::Penetrating, &case).unwrap().id.to_string()
    };
    for (navy, id) in [
        (Some("japan"), "japanese-guns"),
        (Some("russia"), "russian-guns"),
        (Some("usa"), "other-guns"),
        (None, "other-guns"),
    ] {
        assert_eq!(found(&rjw, &two, navy, "1904-08-10", "8"), id);
    }
    for (target, navy, date, range, id) in [
        (&two, "britain", "1916-12-31", "15", "column-e"),
        (&two, "britain", "1916-12-31", "15.01", "column-f"),
        (&more, "britain", "1916-12-31", "15", "column-g"),
        (&more, "britain", "1916-12-31", "15.01", "column-h"),
        (&two, "britain", "1917-01-01", "15", "column-a"),
        (&two, "germany", "1916-05-31", "15", "column-a"),
        (&two, "germany", "1916-05-31", "15.01", "column-b"),
        (&more, "germany", "1916-05-31", "15", "column-c"),
        (&more, "britain", "1917-01-01", "15.01", "column-d"),
    ] {
        assert_eq!(found(&ww1, target, Some(navy), date, range), id, "{navy} {date} {range}");
    }
}

/// A line of the modifier chart in short: `poor visibility: size -1`, `fire control out: to-hit x0.5`.
fn modifier_text(modifier: &Modifier) -> String {
    let effect = &modifier.effect;
    let mut words = Vec::new();
    words.extend(effect.to_hit_times.map(|times| format!("to-hit x{times}")));
    words.extend(effect.dice_times.map(|times| format!("dice x{times}")));
    words.extend(effect.size_plus.map(|plus| format!("size {plus}")));
    if effect.forbids {
        words.push("no fire".to_owned());
    }
    format!("{}: {}", modifier.says, words.join(", "))
}

#[test]
fn r6_5_1_3_the_gunnery_modifier_charts() {
    let both = [
        "hit her last turn: to-hit x2",
        "firer not under big-gun fire: dice x1.5",
        "poor visibility: size -1",
        "very poor visibility: size -3",
        "extremely poor visibility: size -5",
        "courses 45 degrees or more apart: to-hit x0.5",
        "fire control out: to-hit x0.5",
    ];
    for (war, own) in [
        (
            "rjw",
            [
                "firer turned 15 to 30 degrees: to-hit x0.5",
                "firer turned 45 to 60 degrees: to-hit x0.5, dice x0.5",
                "firer turned 75 degrees or more: no fire",
            ],
        ),
        (
            "ww1",
            [
                "firer turned 15 to 45 degrees: to-hit x0.5",
                "firer turned 60 to 90 degrees: to-hit x0.5, dice x0.5",
                "firer turned 105 degrees or more: no fire",
            ],
        ),
    ] {
        let mut expected: Vec<&str> = both.iter().chain(&own).copied().collect();
        let mut found: Vec<String> = charts(war).gunnery.iter().map(modifier_text).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{war}");
    }
}

#[test]
fn r8_3_gun_damage_to_light_ships() {
    let charts = charts("rjw");
    for (id, rows) in [
        ("light-boat", "X 1-10"),
        ("light-cruiser", "2G 1-2, G 3-5, 2FL 6-7, FL 8-9, F 10"),
        ("guns-gone", "EX 1, F 2-4, NE 5-10"),
        ("light-merchant", "FL 1-5, F 6-8, NE 9-10"),
    ] {
        assert_eq!((printed(table(&charts, id)).as_str(), table(&charts, id).sides), (rows, 10), "{id}");
    }
    assert_eq!(table(&charts, "light-boat").rows[0].effects, [DamageEffect::Sinks]);
    let cruiser: Vec<&[DamageEffect]> =
        table(&charts, "light-cruiser").rows.iter().map(|row| &row.effects[..]).collect();
    assert_eq!(
        cruiser,
        [
            [DamageEffect::Guns { quarters: 2 }],
            [DamageEffect::Guns { quarters: 1 }],
            [DamageEffect::Flotation { hits: 2 }],
            [DamageEffect::Flotation { hits: 1 }],
            [DamageEffect::Fire]
        ]
    );
}

#[test]
fn r8_2_2_to_8_2_3_house_tables() {
    for war in ["rjw", "ww1"] {
        let charts = charts(war);
        for (id, sides, rows) in [
            ("special", 10, "MG 1, ST 2, V 3, B 4, FC 5, FL 6-7, NE 8-10"),
            ("nonpenetrating-big", 20, "FL 1-2, F 3-4, S 5-8, B 9-10, NE 11-20"),
            ("nonpenetrating-small", 20, "FL 1, F 2, S 3-7, B 8, NE 9-20"),
            ("torpedo-large", 10, "EX 1, FL 2-4, FL 5-8, FL 9-10"),
            ("torpedo-cruiser", 10, "EX 1, FL 2-4, FL 5-8, FL 9-10"),
            ("torpedo-boat", 10, "X 1-10"),
        ] {
            let table = table(&charts, id);
            assert_eq!(
                (printed(table).as_str(), table.sides, table.source.as_str()),
                (rows, sides, "house"),
                "{war} {id}"
            );
        }
        let losses = |id: &str| -> Vec<(i32, String)> {
            let rows = &table(&charts, id).rows[1..];
            rows.iter()
                .map(|row| {
                    row.effects.iter().fold((0, String::new()), |(hits, loss), effect| match effect {
                        DamageEffect::Flotation { hits: more } => (hits + more, loss),
                        DamageEffect::Speed { loss } => (hits, loss.to_string()),
                        other => panic!("{other:?}"),
                    })
                })
                .collect()
        };
        let expected =
            |extra| vec![(3 + extra, "1.0".to_owned()), (2 + extra, "0.5".to_owned()), (1 + extra, String::new())];
        assert_eq!(losses("torpedo-large"), expected(0));
        assert_eq!(losses("torpedo-cruiser"), expected(1));
    }
}

#[test]
fn r2_2_every_table_has_every_face_once_and_every_line_its_source() {
    for war in load::chart_names(&naval_kit::builtin()) {
        let charts = charts(&war);
        for table in &charts.damage {
            for face in 1..=table.sides {
                let rows = table.rows.iter().filter(|row| row.faces.0 <= face && face <= row.faces.1).count();
                assert_eq!(rows, 1, "{war} {} face {face}", table.id);
            }
            assert!(table.source.starts_with("Heinz 2004") || table.source.starts_with("house"), "{}", table.source);
        }
        for modifier in &charts.gunnery {
            assert!(
                modifier.source.starts_with("Heinz 2004") || modifier.source.starts_with("house"),
                "{}",
                modifier.id
            );
            assert!([Rule::new("6.5.1.3"), Rule::new("8.4")].contains(&modifier.rule));
        }
    }
}

#[test]
fn r7_5_1_and_4_5_figures_of_the_rulebook_in_both_charts() {
    for war in ["rjw", "ww1"] {
        let charts = charts(war);
        assert_eq!(charts.large_torpedo, bands(&[("5", 4), ("10", 2)]));
        let lights: Vec<_> =
            charts.illumination.searchlights.iter().map(|light| (light.light_ship, light.large_ship)).collect();
        assert_eq!(lights, [(inches("4"), inches("5")), (inches("3"), inches("4"))]);
        assert_eq!(charts.illumination.starshell_range, inches("15"));
        let shells: Vec<_> = charts.illumination.starshells.iter().map(|shell| shell.from).collect();
        assert_eq!(shells, [day("1916-01-01"), day("1918-01-01")]);
        assert_eq!(charts.sighting.burning, Fraction::from(2));
        assert_eq!(charts.sighting.firing_or_searchlight_at_night, Fraction::new(3, 2));
    }
}
