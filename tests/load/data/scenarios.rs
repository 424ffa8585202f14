//! The built-in scenarios, and the values that a scenario may have.
use super::*;

#[test]
fn r9_1_ulsan_has_its_forces_in_position() {
    let setup = scenario("ulsan");
    assert_eq!((setup.date, setup.start.to_string().as_str(), setup.turns), (day("1904-08-14"), "05:23:00", 30));
    let divisions: Vec<String> = setup
        .divisions
        .iter()
        .map(|division| {
            let ships: Vec<&str> = division.ships.iter().map(Id::as_str).collect();
            format!(
                "{} {} {} {} flag {} turn {}",
                division.id,
                division.side,
                ships.join(","),
                division.speed,
                division.flagship,
                division.enters_turn
            )
        })
        .collect();
    assert_eq!(
        divisions,
        [
            "2nd japan izumo,azuma,tokiwa,iwate 2.25 flag izumo turn 1",
            "4th-a japan naniwa 2.25 flag naniwa turn 10",
            "vladivostok russia rossia,gromoboi,rurik 2.25 flag rossia turn 1",
        ]
    );
    let edges: Vec<(&str, Edge)> = setup.sides.iter().map(|side| (side.id.as_str(), side.friendly_edge)).collect();
    assert_eq!(edges, [("japan", Edge::South), ("russia", Edge::North)]);
    let numbers: Vec<(&str, Option<u8>)> =
        setup.ships.iter().map(|ship| (ship.card.id.as_str(), ship.number)).collect();
    assert_eq!(
        numbers,
        [
            ("izumo", Some(1)),
            ("azuma", Some(2)),
            ("tokiwa", Some(3)),
            ("iwate", Some(4)),
            ("naniwa", None),
            ("rossia", Some(1)),
            ("gromoboi", Some(2)),
            ("rurik", Some(3)),
        ]
    );
    let Visibility::Steps(steps) = &setup.visibility else { panic!("steps") };
    let steps: Vec<(u16, Inches)> = steps.iter().map(|step| (step.from_turn, step.range)).collect();
    assert_eq!(steps, [(1, inches("14")), (5, inches("20"))]);
    let azuma = setup.ships.iter().find(|ship| ship.card.id == *"azuma").unwrap();
    assert_eq!(azuma.card.speed, inches("2.25"), "engine trouble");
    assert_eq!(*setup.charts, charts("rjw"));
}

#[test]
fn r9_1_the_drills_load() {
    let duel = scenario("asahi-retvizan");
    assert_eq!(duel.ships.len(), 2);
    let boats = scenario("torpedo-boats-misread");
    assert!(boats.divisions[0].one_base && boats.divisions[0].id == *"3rd-tbd");
    assert!(!boats.divisions[1].one_base);
    assert_eq!(boats.ships.len(), 8);
}

#[test]
fn r9_1_every_scenario_is_listed_and_loads() {
    let sources = naval_kit::builtin();
    let lines = unwrap_or_report(load::scenario_list(&sources));
    let ids: Vec<&str> = lines.iter().map(|line| line.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "asahi-retvizan",
            "bosporus",
            "cap-trafalgar",
            "cape-sarych",
            "chemulpo",
            "cocos",
            "coronel",
            "dardanelles",
            "dogger-bank",
            "dover-strait",
            "drill-boats-attack",
            "drill-two-lines",
            "elli",
            "falklands",
            "generated-yellow-sea",
            "goeben-1914",
            "gotland",
            "heligoland-1914",
            "heligoland-1917",
            "imbros",
            "jutland-1830",
            "jutland-4th-flotilla",
            "jutland-run-north",
            "jutland-run-south",
            "korsakov",
            "lemnos",
            "lerwick",
            "moon-sound",
            "otranto",
            "penang",
            "port-arthur-night",
            "port-arthur",
            "preveza",
            "sandbox-ww1",
            "sandbox",
            "texel",
            "torpedo-boats-misread",
            "tsushima-night",
            "tsushima",
            "ulsan",
            "yellow-sea",
        ]
    );
    for line in &lines {
        assert_eq!(line.file, format!("scenarios/{}.yaml", line.id));
        assert!(!line.introduction.is_empty() && !line.happened.is_empty() && !line.sources.is_empty());
        unwrap_or_report(load::scenario(&sources, line.id.as_str()));
    }
    let wrong = load::scenario(&sources, "ulsen").unwrap_err();
    assert_eq!(wrong.0[0].nearest.as_deref(), Some("ulsan"));
}

#[test]
fn r3_1_numbers_are_unique_on_a_side_even_if_the_file_sets_some() {
    let text = naval_kit::builtin().text("scenarios/ulsan.yaml").unwrap().to_owned();
    let text = text + "numbers:\n  - {ship: iwate, number: 1}\n  - {ship: rurik, number: 9}\n";
    let setup = unwrap_or_report(naval_kit::scenario_text(&naval_kit::builtin(), "mine.yaml", &text));
    let numbers: Vec<Option<u8>> = setup.ships.iter().map(|ship| ship.number).collect();
    assert_eq!(numbers, [Some(2), Some(3), Some(4), Some(1), None, Some(1), Some(2), Some(9)]);
}

#[test]
fn r5_1_1_boats_share_a_base_when_their_side_has_more_than_four() {
    let sources = naval_kit::builtin();
    let one_base = |ships: &str| {
        let text = sources.text("scenarios/torpedo-boats-misread.yaml").unwrap();
        let text = text.replace("one_base: true, ", "").replace("[harusame, murasame, hayatori, asagiri]", ships);
        unwrap_or_report(naval_kit::scenario_text(&sources, "mine.yaml", &text)).divisions[0].one_base
    };
    assert!(!one_base("[harusame, murasame, hayatori, asagiri]"));
    assert!(one_base("[harusame, murasame, hayatori, asagiri, fubuki]"));
}

#[test]
fn r2_4_six_boats_on_one_base_are_noted() {
    let sources = naval_kit::builtin();
    let noted = |ships: &str, one_base: &str| {
        let text = sources.text("scenarios/torpedo-boats-misread.yaml").unwrap();
        let text = text.replace("[harusame, murasame, hayatori, asagiri]", &format!("[{ships}]"));
        let text = text.replace("one_base: true", one_base);
        let checked = load::scenario_text_checked(&sources, "mine.yaml", &text).unwrap();
        checked.warnings.iter().any(|error| error.what == "6 boats share one base, but it holds 5 [2.4]")
    };
    let five = "harusame, murasame, hayatori, asagiri, fubuki";
    let six = format!("{five}, ariake");
    assert!(noted(&six, "one_base: true"));
    assert!(!noted(&six, "one_base: false"));
    assert!(!noted(five, "one_base: true"));
}

/// Warnings about bores when Asahi has other guns.
fn warnings_with(old: &str, new: &str) -> Vec<String> {
    let sources = naval_kit::builtin();
    let text = sources.text("data/ships/japan.yaml").unwrap();
    let (_, from) = text.split_once("- class: Asahi\n").unwrap();
    let (asahi, _) = from.split_once("\n- class:").unwrap();
    let text = format!("- class: Asahi\n{}\n", asahi.replacen(old, new, 1));
    let checked = unwrap_or_report(load::ship_file(&sources, "data/ships/japan.yaml", &text));
    checked.warnings.into_iter().map(|warning| warning.what).filter(|what| what.ends_with("[1.5]")).collect()
}

/// The errors and warnings of a scenario with some text replaced.
fn errors_and_warnings(id: &str, changes: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let sources = naval_kit::builtin();
    let mut text = sources.text(&format!("scenarios/{id}.yaml")).unwrap().to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    match load::scenario_text_checked(&sources, "own.yaml", &text) {
        Ok(checked) => (Vec::new(), checked.warnings.into_iter().map(|error| error.what).collect()),
        Err(errors) => (errors.0.into_iter().map(|error| error.what).collect(), Vec::new()),
    }
}

#[test]
fn r1_1_a_battle_outside_the_years_of_the_rules_draws_a_warning() {
    for (year, warned) in [("1903", true), ("1904", false), ("1918", false), ("1919", true)] {
        let (errors, warnings) = errors_and_warnings("sandbox", &[("date: 1904-", &format!("date: {year}-"))]);
        assert_eq!(errors, [""; 0]);
        let text = format!("the rules are for 1904 to 1918, this is {year} [1.1]");
        assert_eq!(warnings.contains(&text), warned, "{warnings:?}");
    }
}

#[test]
fn r5_16_melees_of_boats_without_positions_draw_a_warning() {
    let boat_warnings = |changes: &[(&str, &str)]| {
        let (errors, warnings) = errors_and_warnings("drill-boats-attack", changes);
        assert_eq!(errors, [""; 0]);
        warnings.iter().filter(|warning| warning.ends_with("[5.16]")).count()
    };
    let (melees, nowhere) = (("wind:", "options: {melees: true}\nwind:"), ("    at:", "    # at:"));
    assert_eq!(boat_warnings(&[melees]), 0, "all have positions");
    assert_eq!(boat_warnings(&[nowhere]), 0, "no melees");
    assert_eq!(boat_warnings(&[melees, nowhere]), 1);
}

#[test]
fn r1_3_a_battle_has_two_sides() {
    let sources = naval_kit::builtin();
    let text = sources.text("scenarios/ulsan.yaml").unwrap();
    let line = text.lines().find(|line| line.contains("id: russia, name:")).unwrap();
    let third = format!("{line}\n{}", line.replace("russia", "korea").replace("Russia", "Korea"));
    for (old, new, count) in [(line, "", 1), (line, third.as_str(), 3)] {
        let (errors, _) = errors_and_warnings("ulsan", &[(old, new)]);
        let text = format!("a battle has two sides, this one has {count} [1.3]");
        assert!(errors.contains(&text), "{count}: {errors:?}");
    }
    assert_eq!(scenario("ulsan").sides.len(), 2);
}

#[test]
fn r1_5_a_bore_outside_its_class_only_draws_a_warning() {
    let (big, medium, light) = ("bore_in: 12.0", "bore_in: 6.0", "bore_in: 3.0");
    for (old, bore, warned) in [
        (big, "7.99", true),
        (big, "8.0", false),
        (big, "15.0", false),
        (medium, "4.69", true),
        (medium, "4.7", false),
        (medium, "7.5", false),
        (medium, "7.51", true),
        (light, "2.19", true),
        (light, "2.2", false),
        (light, "4.1", false),
        (light, "4.11", true),
    ] {
        let warnings = warnings_with(old, &format!("bore_in: {bore}"));
        assert_eq!(!warnings.is_empty(), warned, "{bore}: {warnings:?}");
    }
}

#[test]
fn r5_1_1_sizes_of_divisions() {
    let sources = naval_kit::builtin();
    let boats = ["harusame", "murasame", "hayatori", "asagiri", "fubuki", "ariake", "arare"];
    let large = ["mikasa", "asahi", "asama", "tokiwa", "izumo", "iwate"];
    let cruisers = ["naniwa", "takachiho"];
    let result_for = |ships: &[&str]| {
        let text = sources.text("scenarios/torpedo-boats-misread.yaml").unwrap();
        let text = text
            .replace("[harusame, murasame, hayatori, asagiri], one_base: true", &format!("[{}]", ships.join(", ")))
            .replace("force_flag: harusame, ", "");
        let warns = |errors: &[load::DataError]| errors.iter().any(|error| error.what.ends_with("[5.1.1]"));
        match load::scenario_text_checked(&sources, "mine.yaml", &text) {
            Ok(checked) => {
                if warns(&checked.warnings) {
                    "warned"
                } else {
                    "good"
                }
            }
            Err(errors) => {
                if warns(&errors.0) {
                    "refused"
                } else {
                    "broken"
                }
            }
        }
    };
    let sizes = |ships: &[&str]| (1..=ships.len()).map(|count| result_for(&ships[..count])).collect::<Vec<_>>();
    assert_eq!(sizes(&boats), ["warned", "warned", "good", "good", "good", "good", "refused"]);
    assert_eq!(sizes(&large), ["warned", "good", "good", "good", "refused", "refused"]);
    assert_eq!(sizes(&cruisers), ["good", "good"]);
}

#[test]
fn a_setup_keeps_its_figures_through_the_journal() {
    let setup = scenario("ulsan");
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
}

/// Each side's points before the first shot, and the leader.
fn at_start(setup: &Setup) -> (Vec<i32>, Option<naval::SideId>) {
    let tally = tally::tally(&naval::begin(setup));
    (tally.sides.iter().map(|side| side.total).collect(), tally.leader)
}

#[test]
fn r10_5_6_no_historical_battle_or_drill_begins_with_points() {
    let listed = unwrap_or_report(load::scenario_list(&naval_kit::builtin()));
    assert!(20 < listed.len());
    for line in listed {
        let setup = scenario(line.id.as_str());
        let generated = setup.generator.is_some();
        let expect = if generated { Handicap::Weaker } else { Handicap::None };
        assert_eq!(setup.options.handicap, expect, "{}", line.id);
        assert_eq!(at_start(&setup), (vec![0, 0], None), "{}", line.id);
    }
}

#[test]
fn q60_the_file_determines_how_its_battle_ends() {
    for line in unwrap_or_report(load::scenario_list(&naval_kit::builtin())) {
        let setup = scenario(line.id.as_str());
        let expect = match line.id.as_str() {
            "generated-yellow-sea" => BattleKind::Generated,
            "asahi-retvizan" | "torpedo-boats-misread" => BattleKind::Drill,
            id if id.starts_with("drill-") || id.starts_with("sandbox") => BattleKind::Drill,
            _ => BattleKind::Historical,
        };
        assert_eq!(setup.kind, expect, "{}", line.id);
    }
    let sources = naval_kit::builtin();
    let replaced = |name: &str, from: &str, to: &str| {
        let text = sources.text(&format!("scenarios/{name}.yaml")).unwrap();
        assert!(text.contains(from), "{name}: {from}");
        load::scenario_text_checked(&sources, name, &text.replacen(from, to, 1))
    };
    let kind = |name, from, to| unwrap_or_report(replaced(name, from, to)).value.kind;
    // Without `kind`, a battle that lists its forces is historical.
    let unsourced = replaced("asahi-retvizan", "kind: drill\n", "").unwrap().value;
    assert_eq!(Setup { sources: Vec::new(), ..unsourced }.kind, BattleKind::Historical);
    assert_eq!(
        kind("generated-yellow-sea", "kind: generated\n", ""),
        BattleKind::Generated,
        "the dice roll its forces"
    );
    assert_eq!(kind("sandbox", "kind: drill\n", ""), BattleKind::Drill, "its checks are off");
    assert_eq!(kind("sandbox", "kind: drill", "kind: historical"), BattleKind::Historical);
    assert_eq!(kind("ulsan", "turns:", "kind: drill\nturns:"), BattleKind::Drill);
    let generated = replaced("ulsan", "turns:", "kind: generated\nturns:").unwrap();
    assert_eq!(generated.value.options.handicap, Handicap::Weaker, "chapter 10 has a handicap");
    let errors = replaced("generated-yellow-sea", "kind: generated", "kind: historical").unwrap_err();
    assert!(errors.to_string().contains("a battle whose forces are rolled must be a generated one"), "{errors}");
    let warned = |turns: &str| {
        let warnings = replaced("generated-yellow-sea", "turns: 30", turns).unwrap().warnings;
        warnings.iter().any(|error| error.what.ends_with("[10.4]"))
    };
    assert_eq!(["turns: 29", "turns: 30", "turns: 31"].map(warned), [true, false, true]);
}

#[test]
fn r10_5_6_a_file_may_set_a_handicap_and_a_generated_one_may_omit_it() {
    let sources = naval_kit::builtin();
    let with_options = |name: &str, options: &str| {
        let text = sources.text(&format!("scenarios/{name}.yaml")).unwrap();
        let text = text.replacen("special_rules:", &format!("options: {options}\nspecial_rules:"), 1);
        unwrap_or_report(load::scenario_text_checked(&sources, name, &text)).value
    };
    let handicap_with = |name, options| with_options(name, options).options.handicap;
    assert_eq!(handicap_with("ulsan", "{d100: true}"), Handicap::None, "other switches give no handicap");
    assert_eq!(handicap_with("ulsan", "{handicap: weaker}"), Handicap::Weaker);
    assert_eq!(handicap_with("generated-yellow-sea", "{d100: true}"), Handicap::Weaker);
    assert_eq!(handicap_with("generated-yellow-sea", "{handicap: none}"), Handicap::None);
    assert_eq!(handicap_with("generated-yellow-sea", "{handicap: equalise}"), Handicap::Equalise);
    // Three armoured cruisers against four, plus a light cruiser.
    let russia = |points| (vec![0, points], Some(Id::new("russia")));
    assert_eq!(at_start(&with_options("ulsan", "{handicap: weaker}")), russia(10));
    assert_eq!(at_start(&with_options("ulsan", "{handicap: equalise}")), (vec![10, 0], Some(Id::new("japan"))));
}

/// The greatest range of a ship's big guns in a scenario.
fn reach(setup: &Setup, ship: &str) -> Inches {
    let ship = setup.ships.iter().find(|built| built.card.id == *ship).unwrap();
    ship.card.big.as_ref().unwrap().bands.last().unwrap().to
}

/// 116 and 88 cables, at 1,000 yards an inch. [6.2.1]
#[test]
fn r6_2_1_in_the_moon_sound_slava_reaches_116_cables_and_grazhdanin_88() {
    let setup = scenario("moon-sound");
    for (ship, reaches, cables) in [("slava", "23.25", 116.0), ("grazhdanin", "17.75", 88.0)] {
        assert_eq!(reach(&setup, ship), inches(reaches), "{ship}");
        // A cable is a tenth of a nautical mile: 202.5 yards.
        let history = cables * 202.5 / 1000.0;
        assert!((reach(&setup, ship).as_f64() - history).abs() < 0.3, "{ship}: {history}");
    }
    // Near miss: elsewhere the same ships have their card's range, and no ship is called Tsesarevich.
    assert_ne!(card("slava").big.unwrap().bands.last().unwrap().to, inches("23.25"));
    assert!(setup.ships.iter().all(|ship| ship.card.name != "Tsesarevich"));
    assert_eq!(setup.ships.iter().filter(|ship| ship.card.name == "Grazhdanin").count(), 1);
}

#[test]
fn r5_10_1_at_jutland_schmidt_is_in_ostfriesland_and_engelhardt_in_posen() {
    let flag = |scenario: &Setup, ship: &str| {
        let own = scenario.divisions.iter().find(|division| division.ships.iter().any(|id| *id == *ship));
        own.unwrap().flagship.clone()
    };
    let setup = scenario("jutland-1830");
    // Ships of the same two divisions of the 1st Squadron.
    for (ship, flagship) in [
        ("ostfriesland", "ostfriesland"),
        ("thueringen", "ostfriesland"),
        ("oldenburg", "ostfriesland"),
        ("posen", "posen"),
        ("nassau", "posen"),
        ("westfalen", "posen"),
    ] {
        assert_eq!(flag(&setup, ship), Id::new(flagship), "{ship}");
    }
    // Near miss: the fleet flagship is in neither.
    let germany = setup.sides.iter().find(|side| side.id == *"germany").unwrap();
    assert_eq!(germany.force_flag, Some(Id::new("friedrich-der-grosse")));
}

#[test]
fn r9_1_felkerzam_died_three_days_before_tsushima() {
    let sources = naval_kit::builtin();
    let text = sources.text("scenarios/tsushima.yaml").unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("Felkerzam")).map(str::trim).collect();
    assert_eq!(lines, ["reasons: Felkerzam died three days ago, on 24 May, and nobody may know it."]);
    assert_eq!(scenario("tsushima").date - chrono::Days::new(3), day("1905-05-24"));
    // The flag that all believe to be Felkerzam's.
    let second =
        scenario("tsushima").divisions.into_iter().find(|division| division.ships.contains(&Id::new("oslyabya")));
    assert_eq!(second.unwrap().flagship, Id::new("oslyabya"));
}

/// The war between Italy and the Ottoman Empire: from the declaration of war to the day before the peace. [10.1]
#[test]
fn r10_1_the_italo_turkish_theatre_is_open_only_between_its_two_days() {
    let sources = naval_kit::builtin();
    let theatres = unwrap_or_report(load::theatres(&sources));
    let theatre = theatres.iter().find(|theatre| theatre.id == *"levant-1911").unwrap();
    assert_eq!(theatre.navies, [Id::new("italy"), Id::new("ottoman")]);
    for (date, open) in [("1911-09-28", false), ("1911-09-29", true), ("1912-10-17", true), ("1912-10-18", false)] {
        let meeting = load::Meeting::prepare(&sources, theatre, day(date), load::MeetingSize::Medium);
        assert_eq!(meeting.is_ok(), open, "{date}");
        if let Ok(meeting) = meeting {
            assert_eq!(meeting.setup.date, day(date));
            let sides: Vec<&str> = meeting.setup.sides.iter().map(|side| side.id.as_str()).collect();
            assert_eq!(sides, ["italy", "ottoman"]);
        }
    }
}
