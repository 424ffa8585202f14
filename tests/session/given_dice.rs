//! Dice typed before they are asked for.
use session::EarlyDice;

#[test]
fn dice_given_ahead_serve_one_roll_each() {
    let mut early = EarlyDice::default();
    early.add("size of asahi", vec![3]);
    early.add("size of fuji", vec![5, 6]);
    assert_eq!(early.take(&"size of fuji", 2), Some(&[5, 6][..]));
    assert_eq!(early.take(&"size of fuji", 4), None, "a new roll of Fuji needs new dice");
    early.add("size of fuji", vec![7]);
    assert_eq!(early.waiting().map(|(purpose, _)| *purpose).collect::<Vec<_>>(), ["size of asahi", "size of fuji"]);
    assert_eq!(early.take(&"size of fuji", 5), Some(&[7][..]));
}

#[test]
fn dice_given_ahead_wait_again_when_their_roll_is_undone() {
    let mut early = EarlyDice::default();
    early.add("asahi", vec![3]);
    early.add("fuji", vec![5]);
    assert_eq!(early.take(&"asahi", 2), Some(&[3][..]));
    assert_eq!(early.take(&"fuji", 3), Some(&[5][..]));
    early.rewind(2, 4);
    assert_eq!(early.take(&"fuji", 4), None, "an answer after both changes neither");
    early.rewind(2, 3);
    assert_eq!(early.take(&"asahi", 3), None, "Asahi's roll stands");
    assert_eq!(early.take(&"fuji", 3), Some(&[5][..]));
    early.rewind(1, 2);
    assert_eq!(
        early.waiting().map(|(purpose, _)| *purpose).collect::<Vec<_>>(),
        ["asahi"],
        "the question is open again"
    );
}
