//! Dice: which numbers are valid, and how they are drawn from random words.
use kit::toy::{self, Fact, Toy, fire};
use play::{NotDecided, Script, Seeded};

#[test]
fn a_die_is_drawn_only_from_words_below_the_greatest_multiple() {
    for sides in [3, 6, 10, 12, 20, 100] {
        // None of these sides divides the number of words.
        let limit = ((1_u64 << 32) / u64::from(sides) * u64::from(sides)) as u32;
        let face = |words: [u32; 3]| {
            let mut words = words.into_iter();
            Seeded::new(move || words.next().unwrap()).face(sides as u8)
        };
        assert_eq!(face([limit, u32::MAX, 1]), 2, "a D{sides}: a word above the limit gives no result");
        assert_eq!(face([limit - 1, 0, 0]), sides as u8, "a D{sides}: the last word that gives one");
        assert_eq!(face([sides - 1, 0, 0]), sides as u8, "a D{sides}");
        assert_eq!(face([sides, 1, 1]), 1, "a D{sides}");
    }
}

#[test]
fn a_number_that_a_die_does_not_have_is_refused() {
    let poor = toy::State { purse: 1, damage: 0, log: Vec::new() };
    let fired = |face| play::decide::<Toy>(&poor, &fire(1, 1), &mut Script::typed([face]));
    for face in [0, 21, 255] {
        assert!(
            matches!(fired(face), Err(NotDecided::NoSuchFace { face: reported, .. }) if reported == face),
            "{face}"
        );
    }
    for face in [2, 20] {
        assert_eq!(fired(face).unwrap()[0].fact, Fact::Fired { guns: 1, hits: 0 }, "{face}");
    }
    // With one coin the command rolls a 1, and the hit then needs a D6.
    assert!(matches!(fired(1), Err(NotDecided::NeedsRoll { missing: 1, .. })), "a roll equal to the number hits");
}

/// After a recorded hit the next die is missing: halting there changes nothing.
#[test]
fn decide_and_apply_changes_nothing_if_it_halts() {
    let rich = toy::State { purse: 9, damage: 0, log: Vec::new() };
    for (faces, halts) in [(&[1, 1, 6, 6][..], false), (&[1, 1, 6], true), (&[20, 20], false), (&[1, 1, 7], true)] {
        let (mut settled, mut applied) = (rich.clone(), rich.clone());
        let command = fire(1, 2);
        let result = play::decide_and_apply::<Toy>(&mut settled, &command, &mut Script::typed(faces.to_vec()));
        let decided = play::decide::<Toy>(&rich, &command, &mut Script::typed(faces.to_vec()));
        assert_eq!(result, decided, "{faces:?}");
        assert_eq!(result.is_err(), halts, "{faces:?}");
        play::apply_all::<Toy>(&mut applied, &decided.unwrap_or_default());
        assert_eq!(settled, applied, "{faces:?}");
        assert_eq!(settled == rich, halts, "{faces:?}");
    }
    let mut poor = toy::State { purse: 0, ..rich };
    let before = poor.clone();
    let refused = play::decide_and_apply::<Toy>(&mut poor, &fire(1, 2), &mut Script::default());
    assert!(matches!(refused, Err(NotDecided::Refused { .. })));
    assert_eq!(poor, before);
}
