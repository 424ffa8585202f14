//! Generals: legal, reproducible, able to win and to lose; and the statistics of many campaigns.
use crystal::{
    self, CampaignResult, CampaignStats, Command, Ending, General, Phase, Style, WinRate, play_campaign, stake,
};
use play::journal::seeded_stream;

use super::*;

fn played(name: &str, style: Style, seed: u64) -> CampaignResult {
    let setup = shipped(name);
    play_campaign(&setup, &mut General::new(style), &mut seeded_stream(seed, 1), |_, _, _| {})
}

#[test]
fn every_general_plays_every_campaign_to_its_end_reproducibly() {
    for name in ["aidlon", "amber-coast", "two-crowns", "drowned-isle"] {
        for style in Style::ALL {
            let course = played(name, style, 7);
            assert!(course.ending.is_some(), "{name} by {}", style.name());
            assert_eq!(course, played(name, style, 7), "{name} by {}", style.name());
        }
    }
}

#[test]
fn a_general_orders_only_listed_choices() {
    let setup = shipped("drowned-isle");
    for style in Style::ALL {
        let mut orders = 0;
        play_campaign(&setup, &mut General::new(style), &mut seeded_stream(3, 3), |state, command, _| {
            assert!(crystal::choices(state).contains(command), "{}: {command:?}", style.name());
            orders += 1;
        });
        assert!(orders > 20, "{}: {orders} orders", style.name());
    }
}

#[test]
fn aidlon_can_be_won_and_lost() {
    let endings: Vec<Option<Ending>> = (0..20).map(|seed| played("aidlon", Style::Search, seed).ending).collect();
    assert!(endings.contains(&Some(Ending::Victory)), "{endings:?}");
    assert!(endings.iter().any(|ending| *ending != Some(Ending::Victory)), "{endings:?}");
}

#[test]
fn rules_of_thumb_reach_their_win_rate() {
    let won =
        |name: &str| (0..60).filter(|seed| played(name, Style::Thumb, *seed).ending == Some(Ending::Victory)).count();
    // 78 and 66 of a hundred by measurement: docs/explanation/measurements.md.
    assert!(36 <= won("aidlon"), "{} of 60", won("aidlon"));
    assert!(12 <= won("amber-coast"), "{} of 60", won("amber-coast"));
}

#[test]
fn many_campaigns_are_counted_the_same_in_one_part_and_in_two() {
    let setup = shipped("amber-coast");
    let course =
        |seed| play_campaign(&setup, &mut General::new(Style::Thumb), &mut seeded_stream(5, seed), |_, _, _| {});
    let (mut total, mut first, mut second) =
        (CampaignStats::default(), CampaignStats::default(), CampaignStats::default());
    for seed in 0..40 {
        total.count(&setup, &course(seed));
        if seed < 13 { first.count(&setup, &course(seed)) } else { second.count(&setup, &course(seed)) }
    }
    second.add(&first);
    assert_eq!(total, second);
    assert_eq!(total.endings.iter().sum::<u64>(), 40);
    assert!(total.quantile(0.5) <= total.quantile(0.9));
}

#[test]
fn the_interval_is_wilsons() {
    // 50 of 100: 0.4038 to 0.5962, by hand.
    let (from, to) = WinRate { won: 50, played: 100 }.interval();
    assert!((from - 0.4038).abs() < 1e-4 && (to - 0.5962).abs() < 1e-4, "{from} {to}");
    assert_eq!(WinRate::default().interval(), (0.0, 1.0));
}

#[test]
fn sc_6_events_are_compared_over_the_first_four_turns_of_long_campaigns() {
    let setup = shipped("two-crowns");
    let (mut only_late, mut last) = (0, None);
    for seed in 0..10 {
        let (mut early, mut late) = ([false; 11], [false; 11]);
        let course =
            play_campaign(&setup, &mut General::new(Style::Thumb), &mut seeded_stream(seed, 1), |state, _, events| {
                for event in events {
                    if let Fact::EventRolled { total } = event.fact {
                        let met = if state.turn <= crystal::EARLY_TURNS { &mut early } else { &mut late };
                        met[usize::from(total) - 2] = true;
                    }
                }
            });
        assert_eq!(course.events, early, "seed {seed}");
        only_late += early.iter().zip(late).filter(|(early, late)| !**early && *late).count();
        last = Some(course);
    }
    assert!(only_late > 10, "long campaigns meet more events, which are not counted: {only_late}");
    let compared = |turns: u16| {
        let mut many = CampaignStats::default();
        many.count(&setup, &CampaignResult { turns, ..last.clone().unwrap() });
        many.events.iter().map(|(with, without)| with.played + without.played).sum::<u64>()
    };
    assert_eq!((compared(3), compared(4), compared(5)), (0, 11, 11));
}

/// An army on Ash Slope by the gate of the Drowned Isle, about to march. All of the isle but the gate is taken.
fn beside_the_gate(army: &str, turn: u16) -> State {
    let mut state = begin("drowned-isle");
    for land in state.area_states.iter_mut().filter(|land| land.holder == crystal::Holder::Neutral) {
        land.holder = crystal::Holder::Empire;
    }
    (state.army_at, state.came_from, state.mp_left) = (13, 13, crystal::MOVEMENT_POINTS);
    (state.phase, state.turn) = (Phase::Movement, turn);
    state.field.own = Troops::read(army).unwrap().recruits();
    state
}

#[test]
fn every_general_attacks_a_capital_hopelessly_only_on_the_last_turn() {
    // Ten bands have a negligible chance, but on the last turn they cost nothing either.
    for style in Style::ALL {
        let order = |turn| General::new(style).order(&beside_the_gate("10BD", turn));
        assert_eq!(order(25), Some(Command::Move { to: 16 }), "{}", style.name());
        assert_eq!(order(24), Some(Command::Stay), "{}", style.name());
    }
}

#[test]
fn on_the_last_turn_no_other_conquest_is_worth_a_capital() {
    let neutral = |land: usize, turn: u16| {
        let mut state = beside_the_gate("10BD 5LI", turn);
        state.area_states[land].holder = crystal::Holder::Neutral;
        state
    };
    let start = begin("drowned-isle");
    let was_neutral = |land: &usize| start.area_states[*land].holder == crystal::Holder::Neutral;
    for style in Style::ALL {
        let order = |land, turn| General::new(style).order(&neutral(land, turn));
        let lands: Vec<usize> = (0..start.area_states.len()).filter(was_neutral).collect();
        let is_tempting = |land: &usize| matches!(order(*land, 24), Some(Command::Move { to }) if to != 16);
        let tempting: Vec<usize> = lands.into_iter().filter(is_tempting).collect();
        assert!(!tempting.is_empty(), "{}", style.name());
        for land in tempting {
            assert_eq!(order(land, 25), Some(Command::Move { to: 16 }), "{} beside land {land}", style.name());
        }
    }
}

#[test]
fn losses_that_are_soon_replaced_leave_more_tries() {
    assert!((stake::tries(60, 30.0, 10) - 8.619).abs() < 1e-3);
    assert!((stake::tries(1, 30.0, 10) - 1.506).abs() < 1e-3);
    assert!((stake::tries(1, 0.0, 10) - 11.0).abs() < 1e-9 && (stake::tries(60, 30.0, 0) - 1.0).abs() < 1e-9);
}

#[test]
fn the_required_chance_of_victory_falls_with_the_remaining_tries() {
    assert!((stake::needed_chance(12, 24, 1.0) - 0.6826).abs() < 1e-3);
    assert!((stake::needed_chance(12, 24, 2.0) - 0.3413).abs() < 1e-3);
    assert!(stake::needed_chance(20, 24, 1.0) < stake::needed_chance(12, 24, 1.0));
    assert!((stake::needed_chance(23, 24, 40.0) - 0.1).abs() < 1e-9, "at least a tenth while turns remain");
}
