//! The numbered examples (V1 to V10) of the specification.
use crystal::{self, BattleSide, Ending, Fact, Phase, Reason, rules::Rules};

use super::*;

fn halves(field: &Field, side: BattleSide) -> u32 {
    field.strength(&Rules::default(), side, |_, _, _, _| {})
}

#[test]
fn v1_bonus_and_malus_of_single_units() {
    let cases = [
        ("SP", "LC", false, 6),
        ("SP", "BD", false, 4),
        ("SK", "EL", false, 4),
        ("EL", "BD", true, 7),
        ("HC", "BD", true, 6),
        ("CH", "BD", true, 3),
        ("LC", "BD", true, 5),
    ];
    for (own, foes, rough, points) in cases {
        assert_eq!(halves(&field(own, foes, rough), BattleSide::Own), 2 * points, "{own} against {foes}");
    }
}

#[test]
fn v2_the_army_of_the_start_is_worth_35_and_37_against_cavalry() {
    let start = begin("aidlon").army().to_string();
    assert_eq!(start, "2SK 3BD SP LC HC");
    assert_eq!(halves(&field(&start, "5BD", false), BattleSide::Own), 70);
    assert_eq!(halves(&field(&start, "LC", false), BattleSide::Own), 74);
}

#[test]
fn v3_ratios_are_rounded_for_the_defender() {
    for (attacker, defender, column) in [(35, 20, 1), (60, 20, 3), (59, 20, 2), (200, 20, 4), (19, 20, 1)] {
        assert_eq!(crystal::strength_ratio(attacker, defender), column, "{attacker} to {defender}");
    }
}

#[test]
fn v4_the_table_and_the_shift_of_a_column() {
    assert_eq!(crystal::table_losses(1, 1), (0, 2));
    assert_eq!(crystal::table_losses(6, 4), (8, 0));
    let rules = Rules::default();
    let column = |own: (u32, u32), foes: (u32, u32)| crystal::table_position(&rules, own, foes).column;
    assert_eq!(column((35, 4), (20, 2)), 2, "attacker's cavalry 4 to 2");
    assert_eq!(column((60, 1), (20, 2)), 2, "defender's cavalry 2 to 1");
    assert_eq!(column((35, 0), (20, 0)), 1, "no cavalry");
    assert_eq!(column((20, 0), (20, 2)), 1, "1:1 shifted left stays");
    assert_eq!(column((200, 4), (20, 2)), 4, "4:1 shifted right stays");
    let mut state = in_battle("9HC", "2SK", false, 3);
    apply_line(&mut state, "fight", &[6]);
    assert_eq!(state.field.foe_fighters(), 0, "eight are lost, or all");
}

#[test]
fn v5_expansion_dice_rise_with_what_the_player_holds() {
    let rolled = |owned: usize, die: u8| {
        let mut state = begin("aidlon");
        let places = (0..24).filter(|place| state.scenario().areas[*place].id != 24).take(owned);
        for place in places.collect::<Vec<_>>() {
            state.area_states[place].holder = crystal::Holder::Empire;
        }
        let near = state.nearest_to_grow(crystal::EnemyId(0)).len() as u8;
        let bonus = if owned >= 12 { 2 } else { u8::from(owned >= 6) };
        let mut faces = vec![3, 4, die];
        if die + bonus >= 5 && near > 1 {
            faces.push(1);
        }
        let events = apply_line(&mut state, "event", &faces);
        let fact = events.iter().find_map(|event| match event.fact {
            Fact::ExpansionRolled { for_lands, grows, .. } => Some((for_lands, grows)),
            _ => None,
        });
        fact.unwrap()
    };
    assert_eq!(rolled(5, 4), (0, false));
    assert_eq!(rolled(6, 4), (1, true));
    assert_eq!(rolled(6, 3), (1, false));
    assert_eq!(rolled(12, 3), (2, true));
    assert_eq!(rolled(12, 2), (2, false));
}

#[test]
fn v6_movement_by_terrain() {
    let mut state = begin("aidlon");
    state.phase = Phase::Movement;
    state.mp_left = 2;
    for id in [2, 5, 6] {
        let place = state.scenario().place(id).unwrap();
        state.area_states[place].holder = crystal::Holder::Empire;
    }
    let mut clear = state.clone();
    apply_line(&mut clear, "move 2", &[]);
    assert_eq!(clear.mp_left, 1);
    let mut forest = clear.clone();
    assert_eq!(refused(&forest, "move 5").0, Reason::NoPoints { to: 5, cost: 2, left: 1 });
    apply_line(&mut forest, "move 6", &[]);
    assert_eq!((forest.army_at, forest.phase), (6, Phase::Event), "clear and clear, and the turn is over");
    let mut first = state;
    apply_line(&mut first, "move 5", &[]);
    assert_eq!((first.army_at, first.turn, first.phase), (5, 2, Phase::Event), "forest first, then nothing");
}

#[test]
fn v7_interception_at_three_and_not_at_four() {
    let mut state = begin("aidlon");
    let place = state.scenario().place(2).unwrap();
    state.area_states[place].holder = crystal::Holder::Enemy(crystal::EnemyId(0));
    (state.phase, state.mp_left) = (Phase::Movement, 2);
    let (max, resources) = (state.max, state.resources);
    let mut met = state.clone();
    apply_line(&mut met, "move 2", &[3]);
    assert_eq!(met.phase, Phase::Conflict);
    apply_line(&mut state, "move 2", &[4]);
    assert_eq!(state.holder(2), crystal::Holder::Empire);
    assert_eq!((state.resources, state.max, state.mp_left), (resources + 2, max, 1));
}

#[test]
fn v8_recruitment_within_gold_and_max() {
    let mut state = begin("aidlon");
    apply_line(&mut state, "event", &[3, 4, 1]);
    assert_eq!(state.treasure, 5);
    let (reason, rule) = refused(&state, "buy 1 HC");
    assert_eq!(
        (reason, rule.to_string()),
        (Reason::AtMax { kind: crystal::Kind::HeavyCavalry, held: 1, max: 1 }, "SC-8".to_owned())
    );
    let mut rich = state.clone();
    rich.max = army("9LI 9BD");
    apply_line(&mut rich, "buy 1 BD", &[]);
    apply_line(&mut rich, "buy 1 LI", &[]);
    assert_eq!(rich.treasure, 0);
    assert!(matches!(refused(&rich, "buy 1 LI").0, Reason::NoGold { gp: 2, treasure: 0, .. }));
}

#[test]
fn v9_a_wizard_dies_of_two_ones_and_without_a_wizard_nothing_is_rolled() {
    let mut weary = in_battle("9HC WZ", "SK", false, 1);
    let events = apply_line(&mut weary, "fight", &[6, 1, 1]);
    assert!(events.iter().any(|event| event.fact == Fact::Wearied { dies: true }));
    assert!(!weary.field.own.has_wizard());
    let mut fresh = in_battle("9HC WZ", "SK", false, 1);
    apply_line(&mut fresh, "fight", &[6, 1, 2]);
    assert!(fresh.field.own.has_wizard());
    let mut none = in_battle("9HC", "SK", false, 1);
    let events = apply_line(&mut none, "fight", &[6]);
    assert!(!events.iter().any(|event| matches!(event.fact, Fact::Wearied { .. })));
}

#[test]
fn v10_a_four_gives_five_rounds() {
    for face in 1..=6 {
        let mut state = begin("aidlon");
        (state.army_at, state.phase) = (2, Phase::Conflict);
        apply_line(&mut state, "battle", &[face]);
        assert_eq!(state.field.rounds, face + 1);
    }
}

#[test]
fn sc_21_the_campaign_is_won_by_holding_the_capital_at_the_end_of_a_turn() {
    let mut state = begin("aidlon");
    let place = state.scenario().place(24).unwrap();
    state.area_states[place].holder = crystal::Holder::Empire;
    state.phase = Phase::Movement;
    apply_line(&mut state, "stay", &[]);
    assert_eq!((state.result, state.phase), (Some(Ending::Victory), Phase::Over));
    assert_eq!(refused(&state, "event").0, Reason::Over(Ending::Victory));
}
