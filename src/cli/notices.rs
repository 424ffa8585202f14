//! What happened at the table beside a game, in words for its log.
use play::journal::Notice;

/// A sentence without its full stop, as the log has them.
pub fn told(notice: &Notice) -> String {
    match notice {
        Notice::Player { side, machine: Some(asked) } => format!("the machine plays {side} ({asked})"),
        Notice::Player { side, machine: None } => format!("a person plays {side}"),
        Notice::Dice { typed: true } => "dice are thrown on the table and typed".to_owned(),
        Notice::Dice { typed: false } => "the program throws the dice".to_owned(),
        Notice::Looked { at } => format!("what is hidden was looked at: {at}"),
        Notice::Tagged { name, value } => format!("tag {name}: {value}"),
        Notice::Passed { to: Some(side) } => format!("the keyboard went to {side}"),
        Notice::Passed { to: None } => "the keyboard went to the referee".to_owned(),
        Notice::LaidOpen { lines } => format!("{} lines of the private file were laid open", lines.len()),
        Notice::Word { .. } => "the referee has set a word".to_owned(),
    }
}
