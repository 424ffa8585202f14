//! Suggestions for a mistyped word.
use play::verbs::nearest;

#[test]
fn a_word_is_near_with_up_to_about_one_slip_per_three_letters() {
    for (typed, word, is_near) in [
        ("a", "b", false),
        ("ab", "ac", true),
        ("ab", "cd", false),
        ("abcde", "abcxe", true),
        ("abcde", "abxye", false),
        ("abcdef", "axyzef", false),
        ("abcdef", "abxyef", true),
        ("abcdef", "abdcef", true),
        // Also in a shortened word.
        ("retvix", "retvizan", true),
        ("retxyx", "retvizan", false),
        // In upper and lower case.
        ("ASAHO", "asahi", true),
        ("asaho", "ASAHI", true),
        ("", "asahi", false),
    ] {
        assert_eq!(nearest(typed, [word]), Some(word).filter(|_| is_near), "{typed} {word}");
    }
}

#[test]
fn the_nearest_word_is_named_and_a_complete_one_before_a_prefix() {
    assert_eq!(nearest("asahu", ["asama", "asahi"]), Some("asahi"));
    assert_eq!(nearest("fuij", ["fuji", "fujiyama"]), Some("fuji"));
    assert_eq!(nearest("fuij", ["fujiyama", "fuji"]), Some("fuji"));
    assert_eq!(nearest("nothing", ["asama", "asahi"]), None);
}

#[test]
fn a_word_longer_than_any_name_is_not_treated_as_mistyped() {
    let [typed, word] = [79, 80].map(|length| "x".repeat(length));
    assert_eq!(nearest(&typed, [word.as_str()]), Some(word.as_str()));
    assert_eq!(nearest(&word, [typed.as_str()]), Some(typed.as_str()), "eighty letters");
    assert_eq!(nearest(&"x".repeat(81), [word.as_str()]), None);
}
