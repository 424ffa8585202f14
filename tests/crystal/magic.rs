//! Every spell of both wizards, working and failing, and every result of the enemy's tables.
use crystal::{BattleSide, Kind, Reason, RoundSpell, Spell, Step, notation};

use super::*;

#[test]
fn sc_23_every_result_of_the_enemy_wizard() {
    let battle = || in_battle("3BD SK LC", "2BD WZ", false, 5);
    for face in [1, 2] {
        let mut state = battle();
        apply_line(&mut state, "magic", &[face]);
        assert_eq!(state.field.foe_fighters(), 2, "no unit has fallen yet");
        let mut later = battle();
        (later.field.foes, later.field.foes_lost) = (vec![1, 0, 0, 0, 0].into(), vec![1, 0, 0, 0, 0].into());
        apply_line(&mut later, "magic", &[face]);
        assert_eq!(later.field.foe_fighters(), 2, "one is revived");
        assert_eq!(later.field.foes_lost[0], 0);
    }
    for face in [3, 4] {
        for (works, left) in [(4, army("3BD LC")), (5, army("3BD SK LC"))] {
            let mut state = battle();
            apply_line(&mut state, "magic", &[face, works]);
            assert_eq!(state.field.own, left, "blast, {works}");
        }
    }
    for (works, left) in [(2, army("2BD LC")), (3, army("3BD SK LC"))] {
        let mut state = battle();
        apply_line(&mut state, "magic", &[5, works]);
        assert_eq!(state.field.own, left, "fireball, {works}");
    }
    for (face, more) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 3)] {
        let mut state = battle();
        apply_line(&mut state, "magic", &[6, face]);
        assert_eq!(state.field.foe_fighters(), 2 + more, "evoked with {face}");
        assert_eq!(state.field.step, Step::Clash);
    }
}

#[test]
fn sc_23_a_spell_that_takes_the_last_unit_ends_the_battle() {
    let mut state = in_battle("SK", "2BD WZ", false, 5);
    apply_line(&mut state, "magic", &[3, 1]);
    assert_eq!((state.army_at, state.field.own.fighters()), (1, 0));
}

#[test]
fn sc_a14_a_random_blast_takes_any_unit() {
    let mut any = with_rule(in_battle("3BD SK", "2BD WZ", false, 5), "enemy_blast", "random");
    apply_line(&mut any, "magic", &[3, 1, 4]);
    assert_eq!(any.field.own, army("SK 2BD"));
}

#[test]
fn sc_a14_a_die_decides_which_enemy_is_revived() {
    for (face, rank) in [(1, 0), (2, 1), (3, 1)] {
        let mut state = in_battle("9BD", "3BD 3SP WZ", false, 5);
        state.field.foes_lost[..2].copy_from_slice(&[1, 2]);
        let before = state.field.foes[rank];
        apply_line(&mut state, "magic", &[1, face]);
        assert_eq!(state.field.foes[rank], before + 1, "face {face}");
    }
}

#[test]
fn sc_22_every_spell_of_the_player_working_and_failing() {
    let battle = || in_battle("3BD SK WZ", "2BD HC", false, 5);
    for face in 1..=6 {
        let mut blast = battle();
        apply_line(&mut blast, "cast blast at HC", &[face]);
        assert_eq!(blast.field.foes[1], u8::from(face > 4), "blast {face}");
        let mut fire = battle();
        apply_line(&mut fire, "cast fireball at BD HC", &[face]);
        assert_eq!(fire.field.foe_fighters(), if face <= 2 { 1 } else { 3 }, "fireball {face}");
        let mut armor = battle();
        apply_line(&mut armor, "cast armor at BD", &[face]);
        assert_eq!(armor.field.round_spell, (face <= 3).then_some(RoundSpell::Armor(Kind::Blades)), "armor {face}");
        let mut weak = battle();
        apply_line(&mut weak, "cast weakness at HC", &[face]);
        assert_eq!(weak.field.round_spell, (face <= 3).then_some(RoundSpell::Weakness(1)), "weakness {face}");
        let mut revive = battle();
        revive.field.own_lost = army("LC");
        apply_line(&mut revive, "cast revive at LC", &[face]);
        assert_eq!(revive.field.own.0[4], u8::from(face <= 4), "revive {face}");
    }
    let mut hold = battle();
    apply_line(&mut hold, "hold", &[]);
    assert_eq!(hold.field.step, Step::Clash);
}

#[test]
fn sc_12_a_spell_that_always_works_needs_no_die_unlike_one_up_to_five() {
    let battle = |own: &str, foes: &str, works_to: u8| {
        let mut state = in_battle(own, foes, false, 5);
        let mut scenario = (*state.setup.scenario).clone();
        scenario.spells.iter_mut().chain(&mut scenario.enemy_spells).for_each(|known| known.works_to = works_to);
        state.setup.scenario = scenario.into();
        state
    };
    for (works_to, die, works) in [(5, &[5][..], true), (5, &[6], false), (6, &[], true)] {
        let mut enemys = battle("3BD SK LC", "2BD WZ", works_to);
        apply_line(&mut enemys, "magic", &[&[3], die].concat());
        assert_eq!(enemys.field.own == army("3BD LC"), works, "{works_to} {die:?}");
        let mut own = battle("3BD SK WZ", "2BD HC", works_to);
        apply_line(&mut own, "cast blast at HC", die);
        assert_eq!(own.field.foe_fighters() == 2, works, "{works_to} {die:?}");
    }
}

#[test]
fn sc_22_armor_doubles_and_weakness_halves_for_a_round() {
    let mut state = in_battle("BD WZ", "3LI", false, 5);
    let rules = state.setup.rules;
    let strength = |state: &State, side| state.field.strength(&rules, side, |_, _, _, _| {});
    apply_line(&mut state, "cast armor at BD", &[1]);
    assert_eq!(strength(&state, BattleSide::Own), 20);
    let mut weak = in_battle("BD WZ", "3LI", false, 5);
    apply_line(&mut weak, "cast weakness at LI", &[1]);
    assert_eq!(strength(&weak, BattleSide::Foes), 15, "9 - 1.5, the half is kept [SC-A15]");
    let mut dropped = rules;
    dropped.set("halves", "dropped").unwrap();
    assert_eq!(weak.field.strength(&dropped, BattleSide::Foes, |_, _, _, _| {}), 14);
    apply_line(&mut weak, "fight", &[5]);
    assert_eq!(weak.field.round_spell, None, "the next round begins without it");
}

#[test]
fn sc_22_illegal_spells_are_refused() {
    let state = in_battle("3BD WZ", "2BD", false, 5);
    assert!(matches!(refused(&state, "cast revive at BD").0, Reason::NoSuchTarget { spell: Spell::Revive, .. }));
    assert!(matches!(refused(&state, "cast blast at HC").0, Reason::NoSuchTarget { .. }));
    assert!(matches!(refused(&state, "cast fireball at BD").0, Reason::Targets { needed: 2, given: 1, .. }));
    assert!(matches!(refused(&state, "cast evoke at BD").0, Reason::UnknownSpell { spell: Spell::Evoke }));
    let none = in_battle("3BD", "2BD", false, 5);
    let (reason, rule) = refused(&none, "cast blast at BD");
    assert_eq!((reason, rule.to_string()), (Reason::NoWizard, "SC-12".to_owned()));
    for spent in ["cast blast at BD", "hold"] {
        let mut state = in_battle("3BD WZ", "2BD", false, 5);
        apply_line(&mut state, spent, if spent == "hold" { &[] } else { &[6] });
        let (reason, rule) = refused(&state, "cast blast at BD");
        assert_eq!((reason, rule.to_string()), (Reason::SpellSpent, "SC-12".to_owned()), "after {spent}");
        apply_line(&mut state, "fight", &[1]);
        if let crystal::Step::Losses { owed } = state.field.step {
            apply_line(&mut state, &format!("lose {owed}BD"), &[]);
        }
        assert_eq!(state.field.round, 2);
        apply_line(&mut state, "cast blast at BD", &[6]);
    }
    let monsters = in_battle("3BD WZ", "2MO/Giant Worm:9", false, 5);
    let mut blasted = monsters.clone();
    apply_line(&mut blasted, "cast blast at giant", &[1]);
    assert_eq!(blasted.field.foe_fighters(), 1);
}

#[test]
fn sc_a13_evoked_units_vanish_or_stay_with_the_empire() {
    let fought = |value: &str| {
        let mut state = with_rule(begin_without_host("aidlon"), "evoked_vanish", value);
        (state.army_at, state.came_from, state.phase) = (24, 1, crystal::Phase::Conflict);
        state.field.own = army("SK");
        apply_line(&mut state, "battle", &[6]);
        apply_line(&mut state, "magic", &[6, 6]);
        apply_line(&mut state, "fight", &[2]);
        assert_eq!(state.army_at, 1);
        state.enemy_army(crystal::EnemyId(0)).iter().map(|band| u32::from(band.count)).sum::<u32>()
    };
    assert_eq!(fought("true"), 10);
    assert_eq!(fought("false"), 13);
}

/// The question for the dice that a line still needs after the typed ones.
fn question(state: &State, line: &str, typed: &[u8]) -> String {
    let command = notation::parse(state, line).unwrap();
    let halt = play::decide::<Crystal>(state, &command, &mut play::Script::typed(typed.iter().copied())).unwrap_err();
    let play::NotDecided::NeedsRoll { request, .. } = halt else { panic!("{halt:?}") };
    let state_at_dice =
        play::state_at_halt::<Crystal>(state, &command, &mut play::Script::typed(typed.iter().copied()));
    show::crystal::dice_prompt(&state_at_dice, &request)
}

#[test]
fn sc_23_a_question_for_dice_explains_each_result() {
    let mut wizards = in_battle("2SK BD WZ", "2BD WZ", false, 5);
    assert_eq!(
        question(&wizards, "magic", &[]),
        "the enemy's wizard (1-2=revive, 3-4=blast, 5=fireball, 6=evoke) [SC-23], 1 D6"
    );
    assert_eq!(question(&wizards, "magic", &[5]), "the enemy's spell, 2 or less works [SC-23], 1 D6");
    assert_eq!(question(&wizards, "magic", &[3]), "the enemy's spell, 4 or less works [SC-23], 1 D6");
    assert_eq!(question(&wizards, "magic", &[6]), "what is evoked (1-2=none, 3-4=BD, 5=HC, 6=2SP LC) [SC-23], 1 D6");
    wizards.setup.rules.set("enemy_blast", "random").unwrap();
    assert_eq!(
        question(&wizards, "magic", &[3, 1]),
        "which of your units is struck (1-2=SK, 3=BD) [SC-A14], a number from 1 to 3"
    );
    assert_eq!(
        question(&wizards, "magic", &[5, 1]),
        "which of your units is struck (1-2=SK, 3=BD) [SC-A14], a number from 1 to 3"
    );
    // The second victim of a fireball is one of those that remain after the first.
    assert_eq!(
        question(&wizards, "magic", &[5, 1, 1]),
        "which of your units is struck (1=SK, 2=BD) [SC-A14], a number from 1 to 2"
    );
    apply_line(&mut wizards, "magic", &[3, 5]);
    assert_eq!(question(&wizards, "cast blast at BD", &[]), "your spell, 4 or less works [SC-22], 1 D6");
    let line = in_battle("BD", "SP LC", false, 5);
    assert_eq!(
        question(&line, "fight", &[]),
        "the battle step at 1:1, units that the enemy and you lose (1=0/2, 2=0/1, 3-4=1/1, 5=1/0, 6=2/0) [SC-20], 1 D6"
    );
    let ties = in_battle("BD", "2LC MO/Orcs:6 HC", false, 5);
    assert_eq!(question(&ties, "fight", &[3]), "which enemy falls (1-2=LC, 3=MO/Orcs:6) [SC-15], a number from 1 to 3");
}

/// Players with two D6 can make every draw of a battle, with each number equally likely.
#[test]
fn sc_15_every_draw_states_how_it_is_rolled_with_two_d6() {
    let how = |sides| show::crystal::drawing_method(sides).unwrap();
    assert_eq!(show::crystal::drawing_method(6), None);
    for sides in (2..=36).filter(|sides| *sides != 6) {
        let with =
            if sides < 6 { "roll a D6, roll again" } else { "roll two D6 for 6 x (first - 1) + second, or a die" };
        assert!(
            how(sides).contains(with) && how(sides).ends_with(&format!("roll again above {sides}.")),
            "{}",
            how(sides)
        );
    }
    let mut read: Vec<u8> = (1..=6).flat_map(|first| (1..=6).map(move |second| 6 * (first - 1) + second)).collect();
    read.sort_unstable();
    assert_eq!(read, (1..=36).collect::<Vec<u8>>());
    assert!(how(37).contains("draw one of 37 numbered cards"));
}
