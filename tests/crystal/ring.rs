//! Paragraph coverage of the campaign: every paragraph is cited and has a test named for it. Also tests of early ones.
use std::fs;

use crystal::{self, Fact, Holder, Kind, Opponent, Phase, Step};

use super::*;

fn texts(folder: &str) -> String {
    let folder = kit::root().join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Paragraphs without a fact of their own, cited in comments:
/// the initial contents of an area and the chart, and the column of a battle.
const REMARKED: [u8; 5] = [1, 2, 3, 4, 14];

#[test]
fn every_paragraph_is_cited_and_has_a_test_named_for_it() {
    let [model, referee, tests] = ["src/crystal/model", "src/crystal/referee", "tests/crystal"].map(texts);
    let decided = model.clone() + &referee;
    let constant = |number: u8| {
        let defined = format!(": Rule = Rule::new(\"SC-{number}\")");
        model.split("pub const ").find_map(|part| part.split_once(&*defined).map(|(name, _)| name))
    };
    let is_used = |name: &str| decided.matches(&format!("rules::{name}")).count() > 0;
    let remarked = |number: u8| {
        decided.lines().any(|line| {
            let cites = |end: &str| line.contains(&format!("SC-{number}{end}"));
            line.trim_start().starts_with("//") && (cites(",") || cites("]"))
        })
    };
    let docs = fs::read_to_string(kit::root().join("docs/reference/switches.md")).unwrap();
    for number in 1..=23 {
        let decided = if REMARKED.contains(&number) { remarked(number) } else { constant(number).is_some_and(is_used) };
        assert!(decided, "SC-{number} is not cited where it is decided");
        assert!(tests.contains(&format!("fn sc_{number}_")), "SC-{number} has no test");
    }
    for play::Switch { name, values, rule, .. } in crystal::rules::Rules::SWITCHES.iter().copied() {
        let rule = rule.unwrap();
        let row = docs.lines().find(|line| line.starts_with(&format!("- `{name}` (")) && line.contains("[SC-"));
        let row = row.unwrap_or_else(|| panic!("{name} is not in docs/reference/switches.md"));
        assert!(row.contains(&rule.to_string()), "{name}: {row}");
        assert!(values.iter().all(|value| row.contains(&format!("`{value}`"))), "{name}: {row}");
        let mut rules = crystal::rules::Rules::default();
        rules.set(name, values[0]).unwrap();
        assert_eq!(rules, crystal::rules::Rules::default(), "{name}: {} is not the default", values[0]);
        rules.set(name, values[1]).unwrap();
        assert_ne!(rules, crystal::rules::Rules::default(), "{name}: {} changes nothing", values[1]);
    }
}

#[test]
fn sc_1_one_army_begins_in_the_base_with_what_the_scenario_gives() {
    let state = begin("aidlon");
    assert_eq!((state.army_at, state.turn, state.phase), (1, 1, Phase::Event));
    assert_eq!(*state.army(), army("2SK 3BD SP HC LC"));
    assert_eq!(state.owned_count(), 1);
}

#[test]
fn sc_3_neutral_areas_have_own_troops_and_enemy_areas_the_whole_army() {
    let state = begin("two-crowns");
    let bands = |area| state.defenders(area).map(|(foe, bands)| (foe, bands.len()));
    assert_eq!(state.holder(1), Holder::Empire);
    assert_eq!(bands(1), None);
    assert_eq!(bands(3), Some((Opponent::Garrison, 2)));
    assert_eq!(bands(17), bands(14), "the same army is in every area of an empire");
    assert_ne!(bands(17), bands(18), "a different army in the other empire's");
}

#[test]
fn sc_4_the_chart_holds_treasure_resources_counts_max_and_the_wizard() {
    let mut state = begin("amber-coast");
    assert_eq!((state.treasure, state.resources), (4, 6));
    assert_eq!(state.max, army("4SK 2LI 5BD 3SP LC"));
    assert!(!state.field.own.has_wizard());
    apply_line(&mut state, "event", &[3, 4, 1]);
    assert_eq!(state.treasure, 10);
}

#[test]
fn sc_5_the_phases_come_in_order() {
    let mut state = begin("aidlon");
    let mut seen = vec![state.phase];
    for (line, faces) in [
        ("event", &[3, 4, 1][..]),
        ("done", &[]),
        ("move 2", &[]),
        ("explore", &[1]),
        ("battle", &[1]),
        ("fight", &[6]),
        ("free none", &[]),
    ] {
        apply_line(&mut state, line, faces);
        seen.push(state.phase);
    }
    use Phase::{Conflict, Conquest, Event, Exploration, Movement, Recruitment};
    assert_eq!(seen, [Event, Recruitment, Movement, Exploration, Conflict, Conflict, Conquest, Event]);
    assert_eq!(state.turn, 2);
}

#[test]
fn sc_12_the_enemy_wizard_comes_first_and_both_before_the_clash() {
    let mut state = in_battle("3BD SK WZ", "3BD WZ", false, 5);
    assert_eq!(state.field.step, Step::Magic);
    apply_line(&mut state, "magic", &[1]);
    assert_eq!(state.field.step, Step::Spell);
    apply_line(&mut state, "cast blast at BD", &[6]);
    assert_eq!(state.field.step, Step::Clash);
    apply_line(&mut state, "fight", &[5]);
    assert_eq!((state.field.round, state.field.step), (2, Step::Magic));
}

#[test]
fn sc_19_every_unit_has_its_price_factor_and_notes() {
    const PRINTED: [(&str, u32, u8, u8, u8); 9] = [
        ("SK", 1, 1, 3, 0),
        ("LI", 2, 3, 0, 0),
        ("BD", 3, 5, 0, 0),
        ("SP", 3, 4, 2, 0),
        ("LC", 4, 6, 0, 1),
        ("HC", 5, 8, 0, 2),
        ("EL", 5, 10, 0, 3),
        ("CH", 5, 7, 0, 4),
        ("WZ", 8, 0, 0, 0),
    ];
    for (kind, printed) in Kind::RECRUITS.into_iter().zip(PRINTED) {
        let (bonus, _) = kind.bonus();
        assert_eq!((kind.code(), kind.price(), kind.combat_factor(), bonus, kind.malus()), printed);
    }
    assert_eq!(Kind::Skirmish.bonus().1, [Kind::Elephants]);
    assert_eq!(Kind::Spears.bonus().1, [Kind::LightCavalry, Kind::HeavyCavalry, Kind::Elephants]);
}

#[test]
fn every_event_of_a_turn_cites_a_paragraph_of_this_book() {
    let mut state = begin("aidlon");
    let events = apply_line(&mut state, "event", &[3, 4, 5, 1]);
    assert!(events.iter().all(|event| event.rule.book() == Some("SC")));
    assert!(events.iter().any(|event| matches!(event.fact, Fact::Seized { .. })));
}
