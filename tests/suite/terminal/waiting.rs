//! What takes long says at a terminal how far it has come.
use super::Person;

#[test]
fn what_takes_long_says_how_far_it_has_come() {
    let mut person = Person::sits_down(&["match", "tafl", "random", "random", "-n", "4"]);
    person.sees("4 of 4");
    person.screen.push_str(&person.terminal.exp_eof().unwrap());
    let mut person = Person::sits_down(&["tafl", "--seed", "1", "--machine", "none"]);
    person.types("hint nodes 3000");
    person.sees(" s, ");
    person.sees("moves ahead, ");
    person.leaves();
}
