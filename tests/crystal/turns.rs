//! Events, expansion, recruitment, movement, exploration and conquest: every die result.
use crystal::{self, Ending, EventEffect, Finding, Holder, Kind, Phase, Reason};

use super::*;

/// Two D6 that give a total.
fn event_dice(total: u8) -> [u8; 2] {
    let first = total.saturating_sub(6).max(1);
    [first, total - first]
}

/// A campaign after an event with this total. The empire's expansion die, if one is rolled, shows a one.
fn happened(total: u8) -> State {
    let mut state = begin("aidlon");
    state.treasure = 10;
    let [left, right] = event_dice(total);
    let owes = matches!(state.scenario().events[usize::from(total) - 2].effect, EventEffect::LoseUnit(_));
    let faces: &[u8] = if owes { &[left, right] } else { &[left, right, 1] };
    apply_line(&mut state, "event", faces);
    state
}

#[test]
fn sc_6_every_line_of_the_event_table() {
    let mut plague = happened(2);
    assert!(matches!(plague.phase, Phase::Loss { owed: 1, .. }));
    assert!(matches!(refused(&plague, "lose 2SK").0, Reason::WrongLosses { owed: 1, named: 2 }));
    apply_line(&mut plague, "lose SK", &[1]);
    assert_eq!((plague.field.own, plague.phase), (army("SK 3BD SP HC LC"), Phase::Recruitment));
    assert_eq!(happened(3).field.own, army("2SK 3BD SP LC"), "the heavy cavalry is the costliest");
    assert_eq!(happened(4).treasure, 12, "10 - 3 + 5");
    assert_eq!(happened(5).expansion_bonus, 1);
    assert_eq!((happened(6).treasure, happened(7).treasure), (15, 15));
    assert_eq!(happened(8).treasure, 17);
    assert_eq!(happened(9).field.own, army("3SK 3BD SP HC LC"), "even above MAX");
    let mut guided = happened(10);
    apply_line(&mut guided, "done", &[]);
    assert_eq!(guided.mp_left, 3);
    let mut cheap = happened(11);
    apply_line(&mut cheap, "buy 1 BD", &[]);
    assert_eq!(cheap.treasure, 13, "half of 3, rounded up");
    apply_line(&mut cheap, "buy 1 SP", &[]);
    assert_eq!(cheap.treasure, 10, "and the next at its price");
    assert!(happened(12).field.own.has_wizard());
    let mut rich = begin("aidlon");
    rich.field.own.0[crystal::ARMY_TYPES - 1] = 1;
    apply_line(&mut rich, "event", &[6, 6, 1]);
    assert_eq!(rich.treasure, 13, "there is a wizard: 8 GP instead");
}

#[test]
fn sc_7_the_nearest_area_is_taken_and_a_die_decides_among_equals() {
    for (face, taken) in [(1, 20), (2, 23)] {
        let mut state = begin_without_host("aidlon");
        apply_line(&mut state, "event", &[3, 4, 5, face]);
        assert_eq!(state.holder(taken), Holder::Enemy(crystal::EnemyId(0)));
        assert_eq!(
            state.enemy_army(crystal::EnemyId(0)).len(),
            if taken == 20 { 6 } else { 8 },
            "its troops join the host"
        );
    }
    let mut eased = begin("aidlon");
    apply_line(&mut eased, "event", &[1, 4, 4, 1]);
    assert_eq!(eased.holder(20), Holder::Enemy(crystal::EnemyId(0)), "4 + 1 for the event");
}

#[test]
fn sc_7_a_quarter_of_the_areas_adds_one_to_an_expansion_and_half_two() {
    for (owned, adds) in [(5, 0), (6, 1), (11, 1), (12, 2), (13, 2)] {
        let mut state = begin_without_host("aidlon");
        assert_eq!(state.area_states.len(), 24);
        let capital = state.scenario().place(24).unwrap();
        for (index, (_, land)) in
            state.area_states.iter_mut().enumerate().filter(|(place, _)| *place != capital).enumerate()
        {
            land.holder = if index < owned { Holder::Empire } else { Holder::Neutral };
        }
        let events = apply_line(&mut state, "event", &[3, 4, 1]);
        let added = events.iter().find_map(|event| match event.fact {
            crystal::Fact::ExpansionRolled { for_lands, .. } => Some(for_lands),
            _ => None,
        });
        assert_eq!(added, Some(adds), "{owned} of 24");
    }
}

#[test]
fn sc_a6_the_player_loses_an_area_only_if_no_neutral_one_is_reachable() {
    let mut state = begin("aidlon");
    for place in 0..state.area_states.len() {
        let id = state.scenario().areas[place].id;
        if id != 24 {
            state.area_states[place] =
                crystal::AreaState { holder: Holder::Empire, levied: true, ..state.area_states[place] };
        }
    }
    state.resources = 100;
    state.max = army("9SK 9LI 9BD 9SP 9LC 9HC 9EL 9CH");
    state.army_at = 20;
    apply_line(&mut state, "event", &[3, 4, 3]);
    assert_eq!(state.holder(23), Holder::Enemy(crystal::EnemyId(0)), "20 is as near, but the army is there");
    assert_eq!(state.max, army("9SK 9LI 7BD 9SP 8LC 8HC 9EL 9CH"));
    assert_eq!(state.treasure, 97, "three gold fewer were collected");
    let only = with_rule(state, "expansion", "neutral_only");
    assert!(only.nearest_to_grow(crystal::EnemyId(0)).is_empty());
}

#[test]
fn sc_8_illegal_purchases_are_refused() {
    let mut state = happened(7);
    state.treasure = 50;
    assert!(matches!(refused(&state, "buy 3 BD").0, Reason::AtMax { held: 3, max: 4, .. }));
    assert!(matches!(refused(&state, "buy 1 EL").0, Reason::AtMax { max: 0, .. }));
    assert!(matches!(refused(&state, "buy 1 WZ").0, Reason::AtMax { max: 0, .. }));
    assert_eq!(refused(&state, "buy 1 MO").0, Reason::NotForSale { kind: Kind::Monster });
    assert_eq!(refused(&state, "buy 0 BD").0, Reason::NothingBought);
    assert!(matches!(refused(&state, "move 2").0, Reason::NotNow { due: Phase::Recruitment, .. }));
    state.max.0[crystal::ARMY_TYPES - 1] = 1;
    apply_line(&mut state, "buy 1 WZ", &[]);
    assert_eq!(state.treasure, 42);
    assert_eq!(refused(&state, "buy 1 WZ").0, Reason::OneWizard);
}

#[test]
fn sc_9_illegal_moves_are_refused() {
    let mut state = happened(7);
    apply_line(&mut state, "done", &[]);
    assert!(matches!(refused(&state, "move 24").0, Reason::NotAdjacent { from: 1, to: 24, .. }));
    assert_eq!(refused(&state, "move 77").0, Reason::NoSuchArea { area: 77 });
    assert_eq!(refused(&state, "move 1").0, Reason::AlreadyThere { area: 1 });
    let mut capital = state.clone();
    capital.army_at = 23;
    apply_line(&mut capital, "move 24", &[]);
    assert_eq!(capital.phase, Phase::Conflict, "no die is rolled before a capital");
    let mut halted = with_rule(state, "march_on", "false");
    let place = halted.scenario().place(2).unwrap();
    halted.area_states[place].holder = Holder::Enemy(crystal::EnemyId(0));
    apply_line(&mut halted, "move 2", &[5]);
    assert_eq!((halted.phase, halted.turn), (Phase::Event, 2));
}

#[test]
fn sc_a1_the_overlap_of_the_text_is_a_switch() {
    for (value, meets) in [("3", true), ("2", false)] {
        let mut state = with_rule(begin("aidlon"), "intercept_max", value);
        let place = state.scenario().place(2).unwrap();
        state.area_states[place].holder = Holder::Enemy(crystal::EnemyId(0));
        (state.phase, state.mp_left) = (Phase::Movement, 2);
        apply_line(&mut state, "move 2", &[3]);
        assert_eq!(state.phase == Phase::Conflict, meets);
    }
}

#[test]
fn sc_10_every_result_of_exploration() {
    let found = |faces: &[u8]| {
        let mut state = happened(7);
        apply_line(&mut state, "done", &[]);
        apply_line(&mut state, "move 2", &[]);
        assert_eq!(state.phase, Phase::Exploration);
        apply_line(&mut state, "explore", faces);
        state
    };
    let units = |state: &State| state.garrison(2).iter().map(|band| u32::from(band.count)).sum::<u32>();
    assert_eq!((found(&[1]).gold(2), units(&found(&[1]))), (2, 2));
    assert_eq!(found(&[2]).gold(2), 3);
    assert_eq!(found(&[3]).gold(2), 1);
    assert_eq!(units(&found(&[4])), 3);
    assert_eq!(found(&[4]).garrison(2)[0].count, 2, "one more of the first listed");
    assert_eq!(units(&found(&[5])), 1);
    assert_eq!(found(&[5]).garrison(2)[0].troop.kind, Kind::LightInfantry, "the weaker has fled");
    assert!(matches!(found(&[6, 3]).phase, Phase::Loss { owed: 1, .. }));
    let mut ambushed = found(&[6, 1]);
    apply_line(&mut ambushed, "lose SP", &[]);
    assert_eq!((ambushed.phase, ambushed.field.own.0[3]), (Phase::Conflict, 0));
    assert_eq!((found(&[6, 4]).treasure, found(&[6, 4]).phase), (18, Phase::Conflict));
}

#[test]
fn sc_10_an_area_without_defenders_after_a_flight_is_taken_unopposed() {
    let mut state = begin("aidlon");
    (state.army_at, state.phase) = (3, Phase::Exploration);
    assert_eq!(state.scenario().exploration[4].effect, Finding::Garrison(-1));
    apply_line(&mut state, "explore", &[5]);
    assert_eq!((state.holder(3), state.phase), (Holder::Empire, Phase::Conquest));
    assert_eq!((state.resources, state.max.0[1]), (7, 1), "gold and MAX as the table says");
}

#[test]
fn sc_17_conquest_brings_gold_max_and_one_unit_listed_by_the_area() {
    let mut state = in_battle("9BD", "LI", false, 7);
    apply_line(&mut state, "fight", &[5]);
    assert_eq!((state.holder(2), state.resources), (Holder::Empire, 7));
    assert_eq!((state.max.0[0], state.max.0[1]), (4, 1), "2 and SK at the base, SK LI here");
    assert!(matches!(refused(&state, "free HC").0, Reason::NotListed { kind: Kind::HeavyCavalry, area: 2 }));
    apply_line(&mut state, "free LI", &[]);
    assert_eq!((state.field.own.0[1], state.phase, state.turn), (1, Phase::Event, 2));
    let mut none = with_rule(in_battle("9BD", "LI", false, 7), "free_unit", "false");
    apply_line(&mut none, "fight", &[5]);
    assert_eq!(none.phase, Phase::Event);
}

#[test]
fn sc_2_local_troops_and_monsters_are_never_recruited() {
    let mut state = begin("aidlon");
    (state.army_at, state.phase) = (12, Phase::Conflict);
    state.field = in_battle("30BD", "SK", false, 7).field;
    apply_line(&mut state, "fight", &[6]);
    assert_eq!(state.free_units(), [Kind::Spears], "2SP (MO/Ogre:6)");
    assert_eq!(state.max.0[3], 4);
}

#[test]
fn sc_a9_no_army_and_no_gold_is_defeat_and_so_is_the_last_turn() {
    let mut poor = begin("aidlon");
    (poor.field.own, poor.resources) = (crystal::Army::NONE, 0);
    apply_line(&mut poor, "event", &[3, 4, 1]);
    assert_eq!(poor.result, Some(Ending::NoArmy));
    let mut able = begin("aidlon");
    able.field.own = crystal::Army::NONE;
    apply_line(&mut able, "event", &[3, 4, 1]);
    assert_eq!(able.result, None, "5 GP raise a unit");
    let mut late = begin("aidlon");
    (late.turn, late.phase) = (40, Phase::Movement);
    apply_line(&mut late, "stay", &[]);
    assert_eq!(late.result, Some(Ending::TurnLimit));
}

#[test]
fn sc_a7_max_begins_with_counts_and_base_or_counts() {
    let mut setup = shipped("aidlon");
    assert_eq!(Crystal::initial_state(&setup).max, army("3SK 4BD 2SP LC HC"));
    setup.rules.set("initial_max", "counts").unwrap();
    assert_eq!(Crystal::initial_state(&setup).max, army("2SK 3BD SP LC HC"));
}

#[test]
fn sc_a7_an_area_owned_from_the_start_counts_as_conquered() {
    let mut setup = shipped("two-crowns");
    let mut start_with = |value: &str| {
        setup.rules.set("initial_max", value).unwrap();
        let state = Crystal::initial_state(&setup);
        let levied = |id| state.area_state(id).unwrap().levied;
        (state.max, levied(1), levied(2), levied(3))
    };
    // Eagle Cross raises 2SK 2BD SP LC, Westmark SK LI.
    let army = |text| army(text);
    assert_eq!(start_with("counts_and_owned"), (army("5SK 2LI 6BD 3SP 2LC HC"), true, true, false));
    assert_eq!(start_with("counts_and_base"), (army("4SK LI 6BD 3SP 2LC HC"), true, false, false));
    assert_eq!(start_with("counts"), (army("2SK LI 4BD 2SP LC HC"), false, false, false));
}

#[test]
fn an_empire_without_capital_stops_growing_and_without_troops_never_meets() {
    let mut state = begin_without_host("aidlon");
    for (id, holder) in
        [(24, Holder::Empire), (9, Holder::Enemy(crystal::EnemyId(0))), (2, Holder::Enemy(crystal::EnemyId(0)))]
    {
        let place = state.scenario().place(id).unwrap();
        state.area_states[place].holder = holder;
    }
    let mut other = state.clone();
    apply_line(&mut other, "event", &[3, 4]);
    let place = state.scenario().place(9).unwrap();
    state.area_states[place].holder = Holder::Neutral;
    let place = state.scenario().place(2).unwrap();
    state.area_states[place].garrison_change = -5;
    (state.phase, state.mp_left) = (Phase::Movement, 2);
    apply_line(&mut state, "move 2", &[]);
    assert_eq!(state.holder(2), Holder::Empire);
}
