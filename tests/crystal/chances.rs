//! The odds of a battle: against every roll in the referee's own rulings, and against battles played.
use crystal::{self, Command, Duration, Kind, KnownSpell, LossOrder, Phase, Policy, Spell, Step};
use num_traits::ToPrimitive;
use play::Seeded;
use play::odds;

use super::*;

/// The chance to win from here under a policy, by enumerating every die of every command.
fn enumerated_chance(state: &State, policy: Policy) -> f64 {
    if state.phase != Phase::Conflict {
        // A won battle takes the area, a lost one does not.
        return if state.holder(2) == crystal::Holder::Empire { 1.0 } else { 0.0 };
    }
    let command = match state.field.step {
        Step::Losses { owed } => Command::Lose { army: policy.losses(&state.setup, &state.field, owed) },
        Step::Magic => Command::Magic,
        Step::Spell => match policy.spell(&state.setup, &state.field) {
            Some((spell, number)) => Command::Cast { spell, at: number },
            None => Command::Hold,
        },
        Step::Clash => Command::Fight,
        Step::Idle | Step::Over => panic!("a battle is under way"),
    };
    let outcomes = odds::explore::<Crystal, _>(state, &command, |events| events.to_vec()).unwrap();
    let each = outcomes.with_chances().map(|(events, chance)| {
        let mut after = state.clone();
        play::apply_all::<Crystal>(&mut after, events);
        chance.to_f64().unwrap() * enumerated_chance(&after, policy)
    });
    each.sum()
}

#[test]
fn the_forecast_equals_every_die_of_the_rulings() {
    let cases = [
        ("2BD", "2LI", false, 3),
        ("BD SK LC", "2SP HC", true, 3),
        ("2SK SP HC", "LC MO/Orcs:2 BD", false, 3),
        ("EL CH", "2SK 2SP", true, 3),
        ("BD SK WZ", "2LI", false, 2),
        ("2BD", "BD LI WZ", false, 2),
    ];
    for (own, foes, rough, rounds) in cases {
        for falls in [LossOrder::Weakest, LossOrder::Strongest] {
            let policy = Policy { falls, casts: true };
            let state = in_battle(own, foes, rough, rounds);
            let foreseen = crystal::forecast(&state.setup, &state.field, Duration::Left(rounds), policy).unwrap();
            let whole: f64 = foreseen.ends.iter().map(|(.., chance)| chance).sum();
            assert!((whole - 1.0).abs() < 1e-12, "{own} against {foes}: the chances sum to {whole}");
            let brute = enumerated_chance(&state, policy);
            assert!((foreseen.win() - brute).abs() < 1e-12, "{own} against {foes}: {} and {brute}", foreseen.win());
        }
    }
}

/// A battle in which the enemy's wizard has a different table.
fn with_table(mut state: State, table: &[(Spell, u8)]) -> State {
    let mut scenario = (*state.setup.scenario).clone();
    scenario.enemy_spells =
        table.iter().map(|(spell, works_to)| KnownSpell { spell: *spell, works_to: *works_to }).collect();
    state.setup.scenario = scenario.into();
    state
}

#[test]
fn the_forecast_holds_with_any_table_of_the_enemys_wizard() {
    let tables: [&[(Spell, u8)]; 5] = [
        &[(Spell::Revive, 6)],
        &[(Spell::Revive, 3), (Spell::Revive, 6)],
        &[(Spell::Blast, 4), (Spell::Fireball, 2)],
        &[(Spell::Blast, 6), (Spell::Revive, 4), (Spell::Evoke, 6)],
        &[(Spell::Revive, 6), (Spell::Evoke, 6), (Spell::Revive, 2)],
    ];
    for (index, table) in tables.into_iter().enumerate() {
        for (blast, fallen) in [("lowest", false), ("random", true)] {
            let mut state =
                with_rule(with_table(in_battle("2BD SK", "BD LI WZ", false, 2), table), "enemy_blast", blast);
            if fallen {
                // In the middle of a battle: two kinds fell in the round before.
                state.field.foes_lost[0] = 1;
                state.field.foes_lost[1] = 2;
            }
            for casts in [true, false] {
                let policy = Policy { falls: LossOrder::Weakest, casts };
                let foreseen = crystal::forecast(&state.setup, &state.field, Duration::Left(2), policy).unwrap();
                let brute = enumerated_chance(&state, policy);
                assert!(
                    (foreseen.win() - brute).abs() < 1e-12,
                    "table {index}, {blast}: {} and {brute}",
                    foreseen.win()
                );
                let whole: f64 = foreseen.ends.iter().map(|(.., chance)| chance).sum();
                assert!((whole - 1.0).abs() < 1e-12, "table {index}, {blast}: the chances sum to {whole}");
            }
        }
    }
}

#[test]
fn a_played_plan_is_near_its_forecast() {
    const PLAYED: u32 = 4_000;
    let mut state = begin("aidlon");
    state.field.own = army("BD SP LI");
    let followed = crystal::plan(&state, &[2, 6, 11], Policy::default()).unwrap();
    let mut next_random = kit::random_numbers(5);
    let mut dice = Seeded::new(&mut next_random);
    let played = crystal::sample_plan(&state, &[2, 6, 11], Policy::default(), PLAYED, &mut |sides| dice.face(sides));
    for (followed, played) in followed.iter().zip(&played) {
        let error = (followed.so_far * (1.0 - followed.so_far) / f64::from(PLAYED)).sqrt();
        let gap = (followed.so_far - played.so_far).abs();
        assert!(gap <= 3.5 * error + 1e-6, "{}: {} and {}", followed.area, followed.so_far, played.so_far);
        assert!((followed.fighters - played.fighters).abs() < 0.2, "{}: units left", followed.area);
    }
    assert!(followed.last().is_some_and(|leg| leg.so_far < 0.99), "a plan with something to lose");
}

/// Twenty pairs of armies, each with whether the ground is rough. Some have a wizard on either side.
const PAIRS: [(&str, &str, bool); 20] = [
    ("2SK 3BD SP HC LC", "LI SK", false),
    ("2SK 3BD SP HC LC", "SP LC", false),
    ("2SK 3BD SP HC LC", "2LI BD", false),
    ("2SK 3BD SP HC LC", "2SP MO/Ogre:6", true),
    ("2SK 3BD SP HC LC", "3MO/Giant Worm:9", false),
    ("2SK 3BD SP HC LC", "2LC HC", false),
    ("2SK 3BD SP HC LC", "2CH", false),
    ("2SK 3BD SP HC LC", "SK MO/Hydra:11", false),
    ("2SK 3BD SP HC LC", "2BD LC HC", false),
    ("2SK 3BD SP HC LC", "4BD 2SP 2HC EL WZ", false),
    ("2SK 3BD SP HC LC WZ", "3MO/Giant of Flesh:8", false),
    ("2BD LC WZ", "BD SP WZ", false),
    ("6BD 3HC 2EL", "4BD 2SP 2HC EL", false),
    ("6BD 3HC 2EL", "4BD 2SP 2HC EL", true),
    ("4SK 2EL", "3EL", false),
    ("5SP", "3HC 2LC", false),
    ("3CH", "4LI", true),
    ("BD", "BD", false),
    ("9LI", "MO/Kraken:12", false),
    ("2LC 2HC", "2LC 2HC", false),
];

#[test]
fn the_forecast_agrees_with_battles_played() {
    /// Few enough to be quick; `kaiser crystal battles aidlon -n 1000000` plays a million of each.
    const PLAYED: u32 = 1_500;
    let mut next_random = kit::random_numbers(12);
    let mut dice = Seeded::new(&mut next_random);
    for (own, foes, rough) in PAIRS {
        let state = in_battle(own, foes, rough, 1);
        let mut field = state.field.clone();
        field.step = Step::Idle;
        let policy = Policy::default();
        let foreseen = crystal::forecast(&state.setup, &field, Duration::Die, policy).unwrap();
        let played =
            crystal::sample(&state.setup, &field, Duration::Die, policy, PLAYED, &mut |sides| dice.face(sides));
        let error = (foreseen.win() * (1.0 - foreseen.win()) / f64::from(PLAYED)).sqrt();
        let gap = (foreseen.win() - played.win()).abs();
        assert!(gap <= 3.0 * error + 1e-9, "{own} against {foes}: {} and {}", foreseen.win(), played.win());
        let mean = (foreseen.mean_losses(&field.own) - played.mean_losses(&field.own)).abs();
        assert!(mean < 0.25, "{own} against {foes}: losses are {mean} apart");
    }
}

#[test]
fn a_forecast_in_mid_battle_knows_how_many_rounds_are_left() {
    let state = in_battle("3BD", "3LI", false, 4);
    let chance =
        |left| crystal::forecast(&state.setup, &state.field, Duration::Left(left), Policy::default()).unwrap().win();
    let by_die: f64 = (2..=7).map(|left| chance(left) / 6.0).sum();
    let die = crystal::forecast(&state.setup, &state.field, Duration::Die, Policy::default()).unwrap().win();
    assert!((by_die - die).abs() < 1e-12);
    assert!((chance(0) - 1.0).abs() < 1e-12, "15 against 9 as they stand");
}

/// The chance that the army wins a battle as it stands.
fn chance(state: &State, field: &Field) -> f64 {
    crystal::forecast(&state.setup, field, Duration::Die, Policy::default()).unwrap().win()
}

#[test]
fn sc_10_an_unexplored_area_is_met_as_its_die_decides() {
    let mut state = begin("aidlon");
    state.field.own = army("BD LI");
    let found = crystal::approaches(&state, 2, army("BD LI"), Policy::default());
    let listed: Vec<(Vec<u8>, String, u32)> = found
        .iter()
        .map(|way| {
            let foes = way.field.as_ref().map_or(0, Field::foe_fighters);
            (way.dice.clone(), way.army.to_string(), foes)
        })
        .collect();
    // 1 to 3 (accurate, richer, poorer) and an ambush that fails change no army; 4 is one more, 5 one fewer, and an
    // ambush costs the weaker unit.
    let both = "LI BD".to_owned();
    let expected = [
        (vec![1, 2, 3, 6], both.clone(), 2),
        (vec![4], both.clone(), 3),
        (vec![5], both, 1),
        (vec![6], "BD".into(), 2),
    ];
    assert_eq!(listed, expected);
    let chances: Vec<f64> = found.iter().map(|way| 12.0 * way.chance).collect();
    for (chance, twelfths) in chances.iter().zip([7.0, 2.0, 2.0, 1.0]) {
        assert!((chance - twelfths).abs() < 1e-9, "{chances:?}");
    }
    let mean: f64 = found.iter().map(|way| way.chance * way.field.as_ref().map_or(1.0, |f| chance(&state, f))).sum();
    let planned = crystal::plan(&state, &[2], Policy::default()).unwrap();
    assert!((planned[0].so_far - mean).abs() < 1e-5, "{} and {mean}", planned[0].so_far);
    // In the battle the die has been rolled, and there is one way only.
    state.phase = Phase::Conflict;
    state.army_at = 2;
    assert_eq!(crystal::approaches(&state, 2, army("BD LI"), Policy::default()).len(), 1);
}

#[test]
fn a_plan_keeps_what_it_has_won_and_takes_the_free_units() {
    let mut state = begin("aidlon");
    state.field.own = army("BD SP");
    let two = crystal::plan(&state, &[2, 2, 6], Policy::default()).unwrap();
    assert!((two[1].so_far - two[0].so_far).abs() < 1e-12 && two[1].is_own && !two[0].is_own);
    assert!((two[1].fighters - two[0].fighters).abs() < 1e-12, "no unit joins for an owned area");
    assert!(two[2].so_far < two[1].so_far);
    assert_eq!(crystal::with_free_unit(&state, 2, army("BD")), army("BD LI"), "the stronger of SK and LI");
    // One company holds Gull Hills: even if it has fled, a free unit joins.
    let hills = crystal::plan(&state, &[3], Policy::default()).unwrap();
    assert!(hills[0].so_far > 0.8 && hills[0].fighters > 2.4, "{hills:?}");
    let ways = crystal::approaches(&state, 3, *state.army(), Policy::default());
    let fled = ways.iter().find(|way| way.dice == [5]).unwrap();
    assert!(fled.field.is_none() && fled.levies);
    let own = crystal::plan(&state, &[1], Policy::default()).unwrap();
    assert!((own[0].so_far - 1.0).abs() < 1e-12 && own[0].is_own, "no battle in an own area");
    state.field.own = army("");
    let plan = crystal::plan(&state, &[2], Policy::default()).unwrap();
    assert!(plan[0].so_far.abs() < 1e-12 && plan[0].so_far.is_sign_positive());
}

#[test]
fn sc_9_a_plan_includes_interceptions_and_a_shrinking_host() {
    let mut state = begin_without_host("amber-coast");
    state.field.own = army("9BD 4SP 2LC");
    let policy = Policy::default();
    // If Ropewalk (13) is taken without a battle, the host of Skarnhaven (14) has three companies fewer.
    let gate = crystal::approaches(&state, 13, *state.army(), policy);
    let met: Vec<(f64, bool)> = gate.iter().map(|way| (way.chance, way.field.is_some())).collect();
    assert_eq!(met, [(0.5, true), (0.5, false)]);
    let whole = crystal::field_against(&state, 14, *state.army()).unwrap();
    let mut taken = state.clone();
    taken.area_states[12].holder = crystal::Holder::Empire;
    let less = crystal::field_against(&taken, 14, *state.army()).unwrap();
    assert_eq!(whole.foe_fighters() - less.foe_fighters(), 3);
    let straight = crystal::plan(&state, &[14], policy).unwrap()[0].so_far;
    assert!((straight - chance(&state, &whole)).abs() < 1e-5, "a capital is always defended, and not explored");
    let behind = crystal::plan(&state, &[13, 14], policy).unwrap();
    let slipped = 0.5 * chance(&taken, &less);
    assert!(slipped <= behind[1].so_far + 1e-9, "{slipped} and {behind:?}");
}

#[test]
fn policies_are_stated_in_words() {
    let read = |text: &str| Policy::read(&text.split_whitespace().collect::<Vec<_>>());
    assert_eq!(read("").unwrap(), Policy::default());
    assert_eq!(read("cheapest no spells").unwrap(), Policy { falls: LossOrder::Cheapest, casts: false });
    let error = read("cheepest").unwrap_err();
    assert_eq!(
        error.hint.as_ref().map(ToString::to_string).as_deref(),
        Some("did you mean cheapest? If not, type one of: weakest, cheapest, strongest, no spells.")
    );
    let state = in_battle("SK LI BD EL", "2LC", false, 3);
    let losses_by = |falls| Policy { falls, casts: true }.losses(&state.setup, &state.field, 1);
    assert_eq!(losses_by(LossOrder::Weakest), crystal::Army::single(Kind::Skirmish, 1));
    assert_eq!(losses_by(LossOrder::Strongest), crystal::Army::single(Kind::Elephants, 1));
    // Where the wizard may be given up, it is the last to be lost.
    let state = with_rule(in_battle("SK BD WZ", "2LC", false, 3), "wizard_loss", "true");
    for falls in [LossOrder::Weakest, LossOrder::Cheapest, LossOrder::Strongest] {
        let lost = Policy { falls, casts: true }.losses(&state.setup, &state.field, 2);
        assert_eq!(lost, army("SK BD"), "{falls:?}");
    }
}
