//! Battles: every cell of the table, losses on both sides, the end of a battle, and the rulings about them.
use crystal::{self, BattleFact, BattleSide, Ending, Kind, Phase, Reason, Step, TermKind};

use super::*;

/// The table as the rules print it: a row for each die result, columns 1:1 to 4:1, defender lost / attacker lost.
const PRINTED: [&str; 6] =
    ["0/2 1/1 1/1 2/1", "0/1 1/1 2/1 3/0", "1/1 1/0 3/0 4/0", "1/1 2/0 4/0 5/0", "1/0 3/0 5/0 6/0", "2/0 4/0 6/0 8/0"];

#[test]
fn sc_20_every_cell_of_the_combat_table() {
    // The player's blades whose strength reaches each column against eight light infantry, 24 points.
    let armies = ["5BD", "10BD", "15BD", "20BD"];
    for (face, row) in (1..).zip(PRINTED) {
        for ((column, cell), own) in (1..).zip(row.split(' ')).zip(armies) {
            let (defender, attacker) = cell.split_once('/').unwrap();
            let printed: (u8, u8) = (defender.parse().unwrap(), attacker.parse().unwrap());
            assert_eq!(crystal::table_losses(face, column), printed, "face {face}, column {column}");
            let mut state = in_battle(own, "8LI", false, 7);
            let events = apply_line(&mut state, "fight", &[face]);
            let reported = battle_facts(&events).into_iter().find_map(|fact| match fact {
                BattleFact::Clashed(clash) => Some((clash.odds.column, clash.foe_losses, clash.own_losses)),
                _ => None,
            });
            assert_eq!(reported, Some((column, printed.0, printed.1)), "face {face}, column {column}");
            let before = army(own);
            assert_eq!(state.field.foe_fighters(), 8 - u32::from(printed.0));
            assert_eq!(state.field.own.0[2], before.0[2] - printed.1, "one type only: nothing to choose");
        }
    }
}

#[test]
fn sc_13_the_event_keeps_the_sum_with_its_paragraphs() {
    let mut state = in_battle("2SK SP HC", "LC BD", true, 2);
    let events = apply_line(&mut state, "fight", &[5]);
    let terms = battle_facts(&events).into_iter().find_map(|fact| match fact {
        BattleFact::Clashed(clash) => Some((clash.own, clash.own_halves)),
        _ => None,
    });
    let (terms, halves) = terms.unwrap();
    let reported: Vec<(String, TermKind, i32, String)> =
        terms.iter().map(|term| (term.troop.to_string(), term.part, term.halves, term.rule.to_string())).collect();
    let expected = [
        ("SK", TermKind::Factor, 4, "SC-19"),
        ("SP", TermKind::Factor, 8, "SC-19"),
        ("SP", TermKind::Bonus, 4, "SC-13"),
        ("HC", TermKind::Factor, 16, "SC-19"),
        ("HC", TermKind::Malus, -4, "SC-A3"),
    ];
    let expected: Vec<_> =
        expected.map(|(troop, part, halves, rule)| (troop.to_owned(), part, halves, rule.to_owned())).to_vec();
    assert_eq!(reported, expected);
    assert_eq!(halves, 28);
}

#[test]
fn sc_14_a_ratio_below_one_is_clamped_or_swapped() {
    let clamp = in_battle("BD", "4BD", false, 7);
    let mut clamped = clamp.clone();
    apply_line(&mut clamped, "fight", &[5]);
    assert_eq!(clamped.field.foe_fighters(), 3, "at 1:1 a five takes one defender");
    let mut swapped = with_rule(in_battle("3BD", "9BD", false, 7), "below_one", "swap");
    apply_line(&mut swapped, "fight", &[3]);
    // The enemy attacks at 3:1: the defender, here the player, loses three.
    assert_eq!(swapped.field.own.fighters(), 0);
    assert_eq!(clamp.field.own.fighters(), 1);
}

#[test]
fn sc_15_the_weakest_enemy_falls_and_a_die_decides_among_equals() {
    let mut state = in_battle("20BD", "SK BD EL", false, 7);
    apply_line(&mut state, "fight", &[1]);
    assert_eq!(state.field.foes[..], [0, 0, 1], "two at 4:1");
    let mut battle = in_battle("5BD", "HC SK EL", false, 7);
    apply_line(&mut battle, "fight", &[5]);
    assert_eq!(battle.field.foes[..], [1, 0, 1], "the skirmishers have the lowest factor");
    for (face, left) in [(1, [1, 1]), (2, [1, 1]), (3, [2, 0])] {
        let mut tied = in_battle("5BD", "2BD MO/Orcs:5", false, 7);
        apply_line(&mut tied, "fight", &[5, face]);
        assert_eq!(tied.field.foes[..], left[..], "face {face} of three equals");
    }
    let mut all = in_battle("9BD", "BD MO/Orcs:5", false, 7);
    apply_line(&mut all, "fight", &[6]);
    assert_eq!(all.field.foe_fighters(), 0, "both fall, so no die decides which");
}

#[test]
fn sc_15_the_player_chooses_exactly_the_number_of_losses() {
    let mut state = in_battle("2BD SK SP", "9BD", false, 7);
    apply_line(&mut state, "fight", &[1]);
    assert_eq!(state.field.step, Step::Losses { owed: 2 });
    assert_eq!(refused(&state, "lose SK").0, Reason::WrongLosses { owed: 2, named: 1 });
    assert_eq!(refused(&state, "lose 2SK").0, Reason::NotThere { kind: Kind::Skirmish, held: 1 });
    assert!(matches!(refused(&state, "fight").0, Reason::NotNow { .. }));
    apply_line(&mut state, "lose SK BD", &[]);
    assert_eq!(state.field.own, army("BD SP"));
    assert_eq!((state.field.step, state.field.round), (Step::Clash, 2));
}

#[test]
fn sc_a11_the_wizard_is_no_loss_unless_the_switch_allows_it() {
    let mut state = in_battle("2BD SP WZ", "9BD", false, 7);
    apply_line(&mut state, "fight", &[1]);
    let (reason, rule) = refused(&state, "lose WZ BD");
    assert_eq!((reason, rule.to_string()), (Reason::WizardNoLoss, "SC-A11".to_owned()));
    let mut open = with_rule(state, "wizard_loss", "true");
    apply_line(&mut open, "lose WZ BD", &[]);
    assert!(!open.field.own.has_wizard());
}

#[test]
fn sc_11_a_battle_ends_with_its_last_round_or_when_a_side_is_gone() {
    let mut last = in_battle("2BD", "2LI", false, 1);
    apply_line(&mut last, "fight", &[3]);
    assert_eq!(last.phase, Phase::Conquest, "5 against 3: won");
    let mut early = in_battle("9BD", "LI", false, 7);
    apply_line(&mut early, "fight", &[5]);
    assert_eq!(early.phase, Phase::Conquest);
}

#[test]
fn sc_16_the_loser_goes_back_where_it_came_from() {
    let mut state = in_battle("2BD", "9BD", false, 1);
    apply_line(&mut state, "fight", &[2]);
    assert_eq!((state.army_at, state.turn, state.phase), (1, 2, Phase::Event));
}

#[test]
fn sc_a8_with_equal_armies_the_defender_wins_unless_the_switch_differs() {
    let mut state = in_battle("BD", "BD SK", false, 1);
    apply_line(&mut state, "fight", &[5]);
    assert_eq!(state.army_at, 1, "5 against 5 is lost");
    let mut for_attacker = with_rule(in_battle("BD", "BD SK", false, 1), "tie", "attacker");
    apply_line(&mut for_attacker, "fight", &[5]);
    assert_eq!(for_attacker.phase, Phase::Conquest);
}

#[test]
fn sc_a8_without_the_way_back_any_own_neighbour_serves_and_none_is_defeat() {
    let lost = |own: &[u16]| {
        let mut state = in_battle("2BD", "9BD", false, 1);
        (state.army_at, state.came_from) = (6, 7);
        state.area_states.iter_mut().for_each(|land| land.holder = crystal::Holder::Neutral);
        for id in own {
            let place = state.scenario().place(*id).unwrap();
            state.area_states[place].holder = crystal::Holder::Empire;
        }
        apply_line(&mut state, "fight", &[2]);
        state
    };
    let mut two = lost(&[2, 5]);
    assert_eq!(two.phase, Phase::Retreat);
    assert!(matches!(refused(&two, "retreat 7").0, Reason::NoRetreat { .. }));
    apply_line(&mut two, "retreat 5", &[]);
    assert_eq!((two.army_at, two.phase), (5, Phase::Event));
    assert_eq!(lost(&[2]).army_at, 2);
    assert_eq!(lost(&[1]).result, Some(Ending::NoRetreat));
}

#[test]
fn sc_a4_which_types_count_as_cavalry() {
    let field = field("LC HC EL CH", "2HC", false);
    for (value, own) in [("lc-hc", 2), ("lc-hc-ch", 3), ("lc-hc-el-ch", 4)] {
        let mut rules = crystal::rules::Rules::default();
        rules.set("cavalry", value).unwrap();
        assert_eq!(
            (field.cavalry(&rules, BattleSide::Own), field.cavalry(&rules, BattleSide::Foes)),
            (own, 2),
            "{value}"
        );
    }
}

#[test]
fn sc_a3_which_ground_is_rough() {
    use crystal::Terrain;
    for (value, rough) in [
        ("mountain-forest", vec![Terrain::Mountain, Terrain::Forest]),
        ("hills", vec![Terrain::Hills, Terrain::Mountain, Terrain::Forest]),
        ("mountain", vec![Terrain::Mountain]),
    ] {
        let mut rules = crystal::rules::Rules::default();
        rules.set("rough", value).unwrap();
        let found: Vec<Terrain> = Terrain::ALL.into_iter().filter(|terrain| rules.is_rough(*terrain)).collect();
        assert_eq!(found, rough, "{value}");
    }
}

#[test]
fn sc_a5_an_empire_fights_with_all_areas_and_its_dead_return_or_not() {
    let fought = |value: &str| {
        let mut state = with_rule(begin_without_host("aidlon"), "enemy_losses_persist", value);
        (state.army_at, state.came_from, state.phase) = (24, 1, Phase::Conflict);
        state.field.own = army("BD");
        apply_line(&mut state, "battle", &[1]);
        assert_eq!(state.field.foe_fighters(), 9);
        // The enemy's wizard revives no unit, then its blast fails. Each five at 1:1 takes one.
        apply_line(&mut state, "magic", &[1]);
        apply_line(&mut state, "fight", &[5]);
        apply_line(&mut state, "magic", &[3, 6]);
        apply_line(&mut state, "fight", &[5]);
        assert_eq!(state.army_at, 1);
        state
            .enemy_army(crystal::EnemyId(0))
            .iter()
            .filter(|band| band.troop.kind != Kind::Wizard)
            .map(|band| u32::from(band.count))
            .sum::<u32>()
    };
    assert_eq!(fought("false"), 9);
    assert_eq!(fought("true"), 7);
}

#[test]
fn sc_15_no_die_is_rolled_where_all_of_the_weakest_fall() {
    // In column 3 a roll of 2 takes two of the enemies 6, 6 and 8: both sixes, so no die decides. A roll of 1 takes one
    // of the sixes, which a die decides.
    let mut all = in_battle("20BD", "LC MO/Orcs:6 HC", false, 7);
    apply_line(&mut all, "fight", &[2]);
    let left: Vec<i32> = all.field.ranks_left().map(|(_, rank, _)| rank.troop.combat_factor as i32).collect();
    assert_eq!(left, [8]);
    let mut battle = in_battle("20BD", "LC MO/Orcs:6 HC", false, 7);
    apply_line(&mut battle, "fight", &[1, 1]);
    assert_eq!(battle.field.foe_fighters(), 2);
}

#[test]
fn sc_a8_on_an_empty_field_neither_side_wins_whatever_the_switch() {
    for tie in ["attacker", "defender"] {
        let mut rules = Rules::default();
        rules.set("tie", tie).unwrap();
        assert_eq!(Field::at_peace(Army::NONE).outcome(&rules), (0, 0, false), "{tie}");
    }
}
