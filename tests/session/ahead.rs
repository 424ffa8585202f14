//! Faces typed before their turn.
use session::EarlyDice;

#[test]
fn faces_given_ahead_serve_one_throw_each() {
    let mut given = EarlyDice::default();
    given.add("size of asahi", vec![3]);
    given.add("size of fuji", vec![5, 6]);
    assert_eq!(given.take(&"size of fuji", 2), Some(&[5, 6][..]));
    assert_eq!(given.take(&"size of fuji", 4), None, "she throws again: new dice");
    given.add("size of fuji", vec![7]);
    assert_eq!(given.waiting().map(|(purpose, _)| *purpose).collect::<Vec<_>>(), ["size of asahi", "size of fuji"]);
    assert_eq!(given.take(&"size of fuji", 5), Some(&[7][..]));
}

#[test]
fn faces_given_ahead_wait_again_when_their_throw_is_taken_back() {
    let mut given = EarlyDice::default();
    given.add("asahi", vec![3]);
    given.add("fuji", vec![5]);
    assert_eq!(given.take(&"asahi", 2), Some(&[3][..]));
    assert_eq!(given.take(&"fuji", 3), Some(&[5][..]));
    given.rewind(2, 4);
    assert_eq!(given.take(&"fuji", 4), None, "an answer after both changes neither");
    given.rewind(2, 3);
    assert_eq!(given.take(&"asahi", 3), None, "her throw stands");
    assert_eq!(given.take(&"fuji", 3), Some(&[5][..]));
    given.rewind(1, 2);
    assert_eq!(
        given.waiting().map(|(purpose, _)| *purpose).collect::<Vec<_>>(),
        ["asahi"],
        "the question is open again"
    );
}
