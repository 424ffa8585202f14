//! How many special rules of the built-in battles the program carries out, and why it leaves the others. [9.2]
use naval::rules::special::RuleEffect;
use show::special::is_left_to_the_table;

/// The sentences left to the players: the battle, the sentence's number, and why no key carries it out.
const LEFT_TO_PLAYERS: [(&str, u8, &str); 10] = [
    ("chemulpo", 4, "which side of Naniwa is the far one changes with every move"),
    ("dogger-bank", 1, "at whom Lion fires may be declared after Tiger has"),
    ("dogger-bank", 3, "by whom and when the new flag is recognised is for the players"),
    ("dogger-bank", 4, "a permission that no rule stands against"),
    ("dover-strait", 3, "a permission that no rule stands against"),
    ("jutland-1830", 4, "who has no other target is for her captain to say"),
    ("jutland-4th-flotilla", 3, "5.11 looks at bases that overlap where moves end"),
    ("port-arthur", 2, "guns ashore have neither card nor base"),
    ("tsushima-night", 4, "5.11 looks at bases that overlap where moves end"),
    ("ulsan", 2, "which turns would leave her alone, and by choice, nobody can measure"),
];

#[test]
fn r9_2_at_least_two_thirds_of_special_rules_are_keys_and_the_others_state_why_not() {
    let sources = naval_kit::builtin();
    let (mut sentences, mut left) = (0, Vec::new());
    for line in load::scenario_list(&sources).unwrap() {
        let setup = load::scenario(&sources, line.id.as_str()).unwrap();
        sentences += setup.special_rules.len();
        for number in 1..=setup.special_rules.len() as u8 {
            let keys: Vec<&RuleEffect> =
                setup.rules.iter().filter(|rule| rule.of == number).map(|rule| &rule.does).collect();
            assert!(!keys.is_empty(), "{}: sentence {number} has neither a key nor a reason", line.id);
            if is_left_to_the_table(&setup, number) {
                let why =
                    keys.iter().find_map(|key| if let RuleEffect::Words { why, .. } = key { Some(why) } else { None });
                left.push((line.id.to_string(), number, why.unwrap().clone()));
            }
        }
    }
    left.sort();
    let listed: Vec<(String, u8, String)> =
        LEFT_TO_PLAYERS.iter().map(|(id, number, why)| ((*id).to_owned(), *number, (*why).to_owned())).collect();
    assert_eq!(left, listed);
    assert_eq!(sentences, 141);
    assert!(2 * sentences <= 3 * (sentences - left.len()), "{} of {sentences} are left", left.len());
}
