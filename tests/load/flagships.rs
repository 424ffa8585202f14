//! The flagships of generated battles. [5.10.1, 10.1.2]
use std::sync::Arc;

use load::{self, BattleLabel, Meeting, MeetingSize, Provenance};
use naval::model::generator::CompanionRule;
use naval::{Id, State, model::Setup};

use crate::meetings::drawn;

#[test]
fn r5_10_1_the_senior_flagship_drawn_leads_and_flies_the_force_flag() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    // In each battle with the flagship, it heads its division and flies the force flag.
    for (theatre, day, side, flag) in [
        ("vladivostok", "1904-08-10", "japan", "izumo"),
        ("north-sea-1914", "1914-08-20", "germany", "friedrich-der-grosse"),
        ("north-sea-1914", "1915-06-15", "britain", "iron-duke"),
        ("north-sea-1916", "1916-05-31", "germany", "friedrich-der-grosse"),
        ("mediterranean", "1914-12-18", "austria-hungary", "viribus-unitis"),
        ("mediterranean", "1915-04-30", "france", "courbet"),
        ("adriatic", "1915-05-28", "italy", "conte-di-cavour"),
        ("black-sea", "1915-04-03", "russia", "evstafi"),
        ("baltic", "1915-07-02", "germany", "braunschweig"),
    ] {
        let theatre = theatres.iter().find(|known| known.id == *theatre).unwrap();
        let setup = Meeting::prepare(&sources, theatre, day.parse().unwrap(), MeetingSize::Medium).unwrap().setup;
        let label = || BattleLabel {
            id: "flags".into(),
            title: "Flags".into(),
            provenance: Provenance { args: "a test".into(), edition: None },
        };
        let (mut with, mut without) = (0, 0);
        for seed in 0..40 {
            let state = drawn(&setup, seed);
            let file = load::meeting_file(theatre, &state, &label()).unwrap();
            let read = load::scenario_text_checked(&sources, "flags", &file).unwrap().value;
            let side = read.sides.iter().find(|read| read.id == *side).unwrap();
            let name = format!("{} {flag} {seed}: {:?}", theatre.id, side.force_flag);
            if state.ship(&Id::new(flag)).is_some() {
                let leads = state.divisions.iter().any(|division| division.flagship == *flag);
                assert!(leads && side.force_flag == Some(Id::new(flag)), "{name}");
                with += 1;
            } else {
                assert_ne!(side.force_flag, Some(Id::new(flag)), "{name}");
                without += 1;
            }
        }
        assert!(0 < with && 0 < without, "{}: {with} with {flag}, {without} without", theatre.id);
    }
}

#[test]
fn r5_10_1_without_a_known_flagship_the_stronger_type_flies_the_flag() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    let rank = |state: &State, flag: &Id| state.ship(flag).unwrap().card.kind.flag_rank();
    let mut mixed = 0;
    for (theatre, day) in
        [("mediterranean", "1915-12-01"), ("dover-straits", "1916-04-24"), ("caribbean", "1915-01-01")]
    {
        let theatre = theatres.iter().find(|known| known.id == *theatre).unwrap();
        let mut setup = Meeting::prepare(&sources, theatre, day.parse().unwrap(), MeetingSize::Large).unwrap().setup;
        for force in &mut Arc::make_mut(setup.generator.as_mut().unwrap()).forces {
            force.flagships.clear();
        }
        for seed in 0..30 {
            let state = drawn(&setup, seed);
            let label = BattleLabel {
                id: "flags".into(),
                title: "Flags".into(),
                provenance: Provenance { args: "a test".into(), edition: None },
            };
            let file = load::meeting_file(theatre, &state, &label).unwrap();
            let read = load::scenario_text_checked(&sources, "flags", &file).unwrap().value;
            for side in &read.sides {
                let own = state.divisions.iter().filter(|division| division.side == side.id);
                let ranks: Vec<u8> = own.map(|division| rank(&state, &division.flagship)).collect();
                let flag = rank(&state, side.force_flag.as_ref().unwrap());
                assert_eq!(Some(&flag), ranks.iter().min(), "{} {seed}: {ranks:?}", theatre.id);
                mixed += usize::from(ranks[0] != flag);
            }
        }
    }
    assert!(20 < mixed, "{mixed} sides with the senior flagship after the first division");
}

/// An older setup, whose theatre uses squadrons.
#[test]
fn r10_1_2_in_a_setup_of_squadrons_tokiwa_leads_more_often() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    let theatre = theatres.iter().find(|theatre| theatre.id == *"vladivostok").unwrap();
    let setup = Meeting::prepare(&sources, theatre, "1904-08-10".parse().unwrap(), MeetingSize::Large).unwrap().setup;
    let mut before = setup.clone();
    Arc::make_mut(before.generator.as_mut().unwrap()).company = CompanionRule::Squadrons;
    let heads = |setup: &Setup| -> Vec<Vec<Id>> {
        (0..20)
            .map(|seed| drawn(setup, seed).divisions.iter().map(|division| division.flagship.clone()).collect())
            .collect()
    };
    let led = |heads: &[Vec<Id>]| heads.iter().filter(|flags| flags.contains(&Id::new("tokiwa"))).count();
    assert!(led(&heads(&setup)) < led(&heads(&before)), "{:?}", heads(&before));
}
