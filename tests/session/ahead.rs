//! Dice typed before they are asked for.
use session::EarlyDice;

#[test]
fn dice_given_ahead_serve_one_roll_each() {
    let mut given = EarlyDice::default();
    given.add("size of asahi", vec![3]);
    given.add("size of fuji", vec![5, 6]);
    assert_eq!(given.take(&"size of fuji", 2), Some(&[5, 6][..]));
    assert_eq!(given.take(&"size of fuji", 4), None, "a new roll of Fuji needs new dice");
    given.add("size of fuji", vec![7]);
    assert_eq!(given.waiting().map(|(purpose, _)| *purpose).collect::<Vec<_>>(), ["size of asahi", "size of fuji"]);
    assert_eq!(given.take(&"size of fuji", 5), Some(&[7][..]));
}

#[test]
fn dice_given_ahead_wait_again_when_their_roll_is_undone() {
    let mut given = EarlyDice::default();
    given.add("asahi", vec![3]);
    given.add("fuji", vec![5]);
    assert_eq!(given.take(&"asahi", 2), Some(&[3][..]));
    assert_eq!(given.take(&"fuji", 3), Some(&[5][..]));
    given.rewind(2, 4);
    assert_eq!(given.take(&"fuji", 4), None, "an answer after both changes neither");
    given.rewind(2, 3);
    assert_eq!(given.take(&"asahi", 3), None, "Asahi's roll stands");
    assert_eq!(given.take(&"fuji", 3), Some(&[5][..]));
    given.rewind(1, 2);
    assert_eq!(
        given.waiting().map(|(purpose, _)| *purpose).collect::<Vec<_>>(),
        ["asahi"],
        "the question is open again"
    );
}
