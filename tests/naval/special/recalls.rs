//! Prose rules about ships: recalled until those ships are gone. [9.2]
use naval::model::{Fate, Setting};
use naval::rules::special::{RuleEffect, RuleFact};
use naval::{Segment, view::View};

use super::{Play, rule_facts};

/// A built-in battle, the number of a sentence, the turn and segment in which it is recalled, the ships without which
/// it is not recalled, and another ship, which does not matter.
type RecallCase = (&'static str, u8, u16, Segment, &'static [&'static str], &'static str);

const RECALL_CASES: [RecallCase; 4] = [
    ("ulsan", 2, 2, Segment::Plotting, &["rurik"], "gromoboi"),
    ("jutland-1830", 4, 2, Segment::Gunfire, &["wiesbaden"], "invincible"),
    ("dogger-bank", 1, 2, Segment::Gunfire, &["tiger", "lion"], "princess-royal"),
    ("chemulpo", 4, 2, Segment::Plotting, &["varyag", "naniwa"], "koreets"),
];

fn is_recalled(play: &Play, number: u8) -> bool {
    show::status::duties_text(&View::referee(&play.state)).contains(&format!("Remember special rule {number}: "))
}

#[test]
fn r9_2_a_sentence_about_a_ship_is_recalled_until_it_is_gone() {
    let gone = || [Fate::Sunk, Fate::Sinking, Fate::Exploded, Fate::Abandoned, Fate::exited(true), Fate::exited(false)];
    for (battle, number, turn, segment, ships, other) in RECALL_CASES {
        for make in [Play::begin, Play::measured] {
            let is_recalled_with_fate = |ship: &str, fate: Fate| {
                let mut play = make(battle).moved_to(turn, segment);
                assert!(play.state.ship(&ship.into()).is_some(), "{battle}: {ship}");
                play.set(ship, Setting::Fate(fate));
                is_recalled(&play, number)
            };
            assert!(is_recalled(&make(battle).moved_to(turn, segment), number), "{battle}");
            for ship in ships {
                assert!(is_recalled_with_fate(ship, Fate::Fighting), "{battle}: {ship} fights");
                assert!(
                    is_recalled_with_fate(ship, Fate::Waiting { enters_turn: 9 }),
                    "{battle}: {ship} is still to come"
                );
                for fate in gone() {
                    assert!(!is_recalled_with_fate(ship, fate.clone()), "{battle}: {ship} {fate:?}");
                }
            }
            for fate in gone() {
                assert!(is_recalled_with_fate(other, fate.clone()), "{battle}: {other} {fate:?}");
            }
        }
    }
}

#[test]
fn r9_2_the_boats_of_chemulpo_are_recalled_while_one_of_them_is_left() {
    for (lost, is_kept) in [(["hayabusa", "chidori"].as_slice(), true), (&["hayabusa", "chidori", "manazuru"], false)] {
        let mut play = Play::begin("chemulpo").moved_to(2, Segment::Plotting);
        for boat in lost {
            play.set(boat, Setting::Fate(Fate::Sunk));
        }
        assert_eq!(is_recalled(&play, 4), is_kept, "{lost:?}");
    }
}

/// As turn 2 opens, the sentence about Rurik is recalled only if Rurik still fights.
#[test]
fn r9_2_a_ship_that_is_gone_is_not_mentioned_as_the_turn_opens() {
    let rule = |play: &Play| {
        let words = |rule: &naval::rules::special::SpecialRule| matches!(rule.does, RuleEffect::Words { .. });
        play.state.setup.rules.iter().position(words).unwrap() as u16
    };
    for (fate, is_recalled) in [(Fate::Exploded, false), (Fate::Fighting, true)] {
        let mut play = Play::measured("ulsan").moved_to(1, Segment::Damage);
        play.set("rurik", Setting::Fate(fate.clone()));
        let wanted = RuleFact::Recalled { rule: rule(&play) };
        assert_eq!(rule_facts(&play.apply_with_dice("next")).contains(&&wanted), is_recalled, "{fate:?}");
    }
}
