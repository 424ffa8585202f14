//! Ships and the formula that makes their cards.
use super::*;

fn arcs(card: &Card) -> (usize, usize, usize) {
    (card.mounts_bearing(Bearing::Bow), card.mounts_bearing(Bearing::Broadside), card.mounts_bearing(Bearing::Stern))
}

#[test]
fn r7_4_7_a_scenario_may_let_a_ship_reload_its_torpedoes() {
    let sources = naval_kit::builtin();
    let text = sources.text("scenarios/ulsan.yaml").unwrap();
    let reloads = |value: Option<&str>| {
        let change =
            |value| format!("changes:\n  - {{ship: izumo, figure: torpedo_reloads, value: {value}, source: x}}\n");
        let text = value.map_or(text.to_string(), |value| text.replacen("changes:\n", &change(value), 1));
        let setup = naval_kit::scenario_text(&sources, "mine.yaml", &text)?;
        let card_on = |ship: &str| {
            let ship = setup.ships.iter().find(|built| built.card.id == ship).unwrap();
            ship.card.torpedo.as_ref().unwrap().reloads
        };
        Ok::<(bool, bool), load::DataErrors>((card_on("izumo"), card_on("tokiwa")))
    };
    assert_eq!(reloads(None).unwrap(), (false, false), "the formula gives no reloads");
    assert_eq!(reloads(Some("true")).unwrap(), (true, false));
    assert_eq!(reloads(Some("false")).unwrap(), (false, false));
    assert!(reloads(Some("often")).is_err());
}

#[test]
fn r6_5_1_6_asahi_and_retvizan_are_those_of_the_example() {
    let (asahi, retvizan) = (card("asahi"), card("retvizan"));
    let big = asahi.big.as_ref().unwrap();
    assert_eq!(arcs(&asahi), (1, 2, 1));
    assert_eq!(big.bands, bands(&[("4", 12), ("8", 7), ("12", 3), ("16", 1)]));
    assert_eq!(big.power, 18);
    assert_eq!((retvizan.size.gun, retvizan.armour.gun), (11, 8));
    let russian = retvizan.big.unwrap();
    assert_eq!(russian.bands, bands(&[("4", 8), ("8", 5), ("12", 2), ("16", 1)]), "two thirds of the Japanese number");
}

#[test]
fn r6_5_12_four_russian_cruisers_make_86_and_a_destroyer_has_defence_4() {
    let strength = |ship: &str| {
        let card = card(ship);
        card.medium.iter().chain(&card.light).map(|battery| battery.strength).sum::<Fraction>()
    };
    let all: Fraction = ["askold", "bogatyr", "boyarin", "novik"].into_iter().map(strength).sum();
    assert_eq!(all, Fraction::from(86));
    assert_eq!(card("harusame").defence, 4);
}

#[test]
fn r6_4_2_six_6_inch_guns_a_side_are_24_24() {
    for ship in ["azuma", "retvizan", "borodino"] {
        let medium = card(ship).medium.unwrap();
        assert_eq!((medium.strength, medium.centreline), (Fraction::from(24), false), "{ship}");
    }
    assert!(card("harusame").light.unwrap().centreline);
}

/// The cards of this release, one printed row per ship.
const CARDS: &str = "\
mikasa       BB  2.5  11 8/0  35 4 0 1-2-1 18
asahi        BB  2.5  11 6/0  35 4 0 1-2-1 18
asama        CA  3.0  9  5/0  20 2 0 1-2-1 9
tokiwa       CA  3.0  9  5/0  20 2 0 1-2-1 9
izumo        CA  2.75 9  6/0  20 2 0 1-2-1 9
iwate        CA  2.75 9  6/0  20 2 0 1-2-1 9
azuma        CA  2.75 9  6/0  20 2 0 1-2-1 9
naniwa       CP  2.25 6  1/0  12 3 0 0-0-0 0
takachiho    CP  2.25 6  1/0  12 3 0 0-0-0 0
harusame     TBD 4.0  2  0/0  4  1 0 0-0-0 0
retvizan     BB  2.5  11 8/0  30 3 0 1-2-1 18
borodino     BB  2.0  11 7/2  35 3 0 1-2-1 18
rossia       CA  2.5  10 2/0  20 2 0 0-2-0 9
gromoboi     CA  2.5  10 2/0  20 2 0 0-2-0 9
rurik        CA  2.25 9  2/0  20 2 0 2-2-2 8
askold       CP  3.25 6  1/0  16 3 0 0-0-0 0
bogatyr      CP  3.0  6  1/0  16 3 0 0-0-0 0
boyarin      CP  3.0  6  1/0  10 3 0 0-0-0 0
novik        CP  3.5  6  1/0  10 3 0 0-0-0 0
dreadnought  BB  2.75 12 10/1 40 5 0 3-4-3 19
invincible   BC  3.5  13 5/1  30 4 1 3-3-3 19
lion         BC  3.75 14 8/1  35 5 1 2-4-1 23
koenig       BB  2.75 13 13/3 40 6 0 2-5-2 20
seydlitz     BC  3.5  14 11/3 35 5 0 3-5-4 18
luetzow      BC  3.5  14 11/1 35 5 0 2-4-2 20
bluecher     CA  3.25 10 6/1  20 3 0 3-4-3 10
dresden      CL  3.0  6  1/0  12 3 0 0-0-0 0
emden        CL  3.0  6  1/0  12 3 0 0-0-0 0
";

#[test]
fn the_cards_of_this_release() {
    for line in CARDS.lines() {
        let id = line.split_whitespace().next().unwrap();
        let card = card(id);
        let (bow, broadside, stern) = arcs(&card);
        let found = format!(
            "{} {} {} {} {}/{} {} {} {} {bow}-{broadside}-{stern} {}",
            card.id,
            card.kind,
            card.speed,
            card.size.gun,
            card.armour.gun,
            card.armour.torpedo,
            card.defence,
            card.flotation,
            card.flash,
            card.big.as_ref().map_or(0, |big| big.power)
        );
        assert_eq!(found, line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(card.size.gun, card.size.torpedo);
        // The torpedoes' run, 10" at most. [7.5, Q50]
        let stated = card.torpedo.as_ref().and_then(|torpedo| torpedo.attack_range);
        let run = |kind: &str| match kind {
            "14 to 15 in" => inches("3"),
            "18 in 1904" => inches("4"),
            "18 in 1914" => inches("6"),
            _ => inches("10"),
        };
        let longest = card.torpedo.as_ref().map(|torpedo| run(&torpedo.kind));
        assert_eq!(stated, longest.filter(|_| card.kind.is_large()), "{}", card.id);
        assert_eq!(card.torpedo_attack_range(), stated);
    }
}

/// A card as a row of figures, as in tests/figures/cards.txt.
fn card_row(card: &Card) -> String {
    let (bow, broadside, stern) = arcs(card);
    let big = card.big.as_ref().map_or("-".to_owned(), |big| {
        let bands: Vec<String> = big.bands.iter().map(|band| format!("{}/{}", band.to_hit, band.to)).collect();
        format!("{bow}-{broadside}-{stern}, {}, {}", big.power, bands.join(" "))
    });
    let battery = |kind| {
        card.battery(kind).map_or("-".to_owned(), |battery| {
            if battery.centreline { battery.strength.to_string() } else { format!("{0}/{0}", battery.strength) }
        })
    };
    let torpedo = card.torpedo.as_ref().map_or("-".to_owned(), |torpedo| {
        if torpedo.factors == 1 { torpedo.kind.clone() } else { format!("{} x {}", torpedo.factors, torpedo.kind) }
    });
    let flash = if card.flash == 0 { String::new() } else { format!(", flash {}", card.flash) };
    format!(
        "| {} | {} | {} | {} | -{}/-{} | {} | {}{flash} | {big} | {} | {} | {torpedo} |",
        card.name,
        card.kind,
        card.speed,
        card.size.gun,
        card.armour.gun,
        card.armour.torpedo,
        card.defence,
        card.flotation,
        battery(BatteryKind::Medium),
        battery(BatteryKind::Light),
    )
}

#[test]
fn the_library_makes_the_cards_of_24_ships_in_every_figure() {
    let cards = fs::read_to_string(kit::root().join("tests/figures/cards.txt")).unwrap();
    let rows = cards.lines();
    // Ships with the same card share one row.
    let apart = |row: &str| -> Vec<String> {
        let (names, figures) = row.trim_start_matches("| ").split_once(" |").unwrap();
        names.split(", ").map(|name| format!("| {name} |{figures}")).collect()
    };
    let rows: Vec<String> = rows.flat_map(apart).collect();
    let built: Vec<String> =
        unwrap_or_report(load::ships(&naval_kit::builtin())).iter().map(|record| card_row(&record.card)).collect();
    let other: Vec<&String> = rows.iter().filter(|row| !built.contains(row)).collect();
    assert!(other.is_empty() && rows.len() == 24, "{} rows; the library's cards differ: {other:#?}", rows.len());
}

#[test]
fn r2_4_bases_by_type_of_ship() {
    for (ship, length) in
        [("mikasa", "2.0"), ("lion", "2.0"), ("izumo", "1.5"), ("askold", "1.5"), ("emden", "1.5"), ("harusame", "1.0")]
    {
        assert_eq!(card(ship).base_length, inches(length), "{ship}");
    }
    let four = ["OBB", "MM", "TB", "TBD"].map(|kind| {
        let text = naval_kit::builtin().text("data/ships/japan.yaml").unwrap().replacen(
            "type: BB",
            &format!("type: {kind}"),
            1,
        );
        let sources = naval_kit::builtin().with_overrides(overriding_file("data/ships/japan.yaml", &text));
        unwrap_or_report(load::ship(&sources, "mikasa")).card.base_length.to_string()
    });
    assert_eq!(four, ["2.0", "1.5", "1.0", "1.0"]);
}

#[test]
fn single_mounts_hit_half_as_often_and_smaller_guns_reach_less_far() {
    let bands_of = |ship: &str| card(ship).big.unwrap().bands;
    assert_eq!(bands_of("izumo"), bands(&[("3", 12), ("6", 7), ("9", 3), ("12", 1)]));
    assert_eq!(bands_of("rossia"), bands(&[("3", 4), ("6", 2), ("9", 1), ("12", 1)]));
    assert_eq!(bands_of("lion"), bands(&[("10", 6), ("15", 3), ("20", 2), ("23.75", 1)]), "no director in 1914");
    assert_eq!(bands_of("seydlitz"), bands(&[("10", 8), ("15", 4), ("20", 2), ("21", 1)]));
    assert_eq!(bands_of("invincible"), bands(&[("10", 6), ("15", 3), ("19", 2)]), "the guns reach no farther");
}

#[test]
fn a_card_holds_for_the_day_of_the_battle() {
    let sources = naval_kit::builtin();
    let lion = |date: &str| unwrap_or_report(load::ship_on(&sources, "lion", day(date))).card;
    assert_eq!(lion("1915-01-24").big.unwrap().bands[0].to_hit, 6, "Dogger Bank, before its director");
    assert_eq!(lion("1916-05-31").big.unwrap().bands[0].to_hit, 8);
    assert_eq!((lion("1916-05-31").flash, lion("1916-06-01").flash), (1, 0));
}

#[test]
fn the_scale_of_1000_yards_and_4_minutes_gives_these_speeds() {
    let sources = naval_kit::builtin();
    for record in
        unwrap_or_report(load::ships(&sources)).into_iter().filter(|record| !record.card.kind.is_coast_battery())
    {
        let knots = record.class.speed_service_kn.unwrap_or(record.class.speed_kn);
        let quarters = (knots / 7.4 * 4.0).round();
        assert_eq!(record.card.speed.as_f64() * 4.0, quarters, "{}", record.id);
        assert!(inches("0.25") <= record.card.speed && record.card.speed <= inches("6"), "{}", record.id);
    }
}

#[test]
fn every_figure_states_its_method_and_source() {
    for record in unwrap_or_report(load::ships(&naval_kit::builtin())) {
        assert!(!record.figures.is_empty(), "{}", record.id);
        for CardFigure { figure, value, how, source } in &record.figures {
            assert!(!value.is_empty() && !how.is_empty(), "{} {figure:?}", record.id);
            assert!(
                source.starts_with("Heinz 2004") || source.starts_with("house"),
                "{} {figure:?}: {source}",
                record.id
            );
        }
        let named = |name| record.figures.iter().filter(|figure| figure.figure == name).count();
        assert_eq!(named(FigureName::Size), 1);
        assert_eq!(named(FigureName::Power), usize::from(record.card.big.is_some()));
    }
}

#[test]
fn a_figure_may_be_overridden_with_its_source() {
    let text = naval_kit::builtin().text("data/ships/japan.yaml").unwrap().to_owned();
    let text = text.replacen(
        "- class: Mikasa\n",
        "- class: Mikasa\n  set:\n    - {figure: flotation, value: 5, source: our club}\n    \
         - {figure: to_hit, value: [{to: 5, to_hit: 9}], source: our club}\n",
        1,
    );
    let sources = naval_kit::builtin().with_overrides(overriding_file("data/ships/japan.yaml", &text));
    let mikasa = unwrap_or_report(load::ship(&sources, "mikasa"));
    assert_eq!(mikasa.card.flotation, 5);
    assert_eq!(mikasa.card.big.as_ref().unwrap().bands, bands(&[("5", 9)]));
    let figure = mikasa.figures.iter().find(|figure| figure.figure == FigureName::Flotation).unwrap();
    assert_eq!((figure.how.as_str(), figure.source.as_str()), ("set; the formula gives 4", "our club"));
    assert_eq!(unwrap_or_report(load::ship(&sources, "asahi")).card, card("asahi"));
}

#[test]
fn ships_are_found_by_id_name_and_start() {
    for (given, id) in
        [("asahi", "asahi"), ("ASA HI", ""), ("könig", "koenig"), ("Lützow", "luetzow"), ("retv", "retvizan")]
    {
        let found = load::ship(&naval_kit::builtin(), given);
        assert_eq!(found.map_or(String::new(), |record| record.id.to_string()), id, "{given}");
    }
    let wrong = load::ship(&naval_kit::builtin(), "azahi").unwrap_err();
    assert_eq!(wrong.0[0].nearest.as_deref(), Some("asahi"));
    let several = load::ship(&naval_kit::builtin(), "asa").unwrap_err();
    assert_eq!(several.0[0].legal.as_deref(), Some("asahi, asama, asashio, asagiri, asakaze, asar-i-tevfik"));
}

/// Q50: a ship's data may state a shorter range than its torpedo run, but not a longer one.
#[test]
fn r7_5_a_ship_may_state_its_torpedo_attack_range() {
    let stated = |range: &str| {
        let text = naval_kit::builtin().text("data/ships/japan.yaml").unwrap().to_owned();
        let set =
            format!("- class: Mikasa\n  set:\n    - {{figure: attack_range, value: {range}, source: our club}}\n");
        let sources = naval_kit::builtin()
            .with_overrides(overriding_file("data/ships/japan.yaml", &text.replacen("- class: Mikasa\n", &set, 1)));
        load::ship(&sources, "mikasa")
    };
    let formula = card("mikasa");
    assert_eq!(formula.torpedo_attack_range(), Some(inches("4")));
    assert!(show::card::card_blank(&formula).contains("attack range 4.0\""));
    for (range, legal) in [("4", true), ("2.5", true), ("4.01", false), ("10", false)] {
        match stated(range) {
            Ok(record) => {
                assert!(legal, "{range}");
                assert_eq!(record.card.torpedo_attack_range(), Some(inches(range)));
                let text = format!("attack range {}\"", inches(range));
                assert!(show::card::card_blank(&record.card).contains(&text));
            }
            Err(errors) => {
                assert!(!legal, "{range}: {errors:?}");
                assert!(format!("{errors:?}").contains("torpedo attack range"), "{errors:?}");
            }
        }
    }
}
