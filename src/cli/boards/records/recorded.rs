//! What a record is, and the tags in front of it.
use serde_json::{Value, json};

use boards::Fault;
use boards::record::{Form, Record};
use play::{EventOf, journal::Journal};
use session::Problem;
use session::boards::Companion;

/// A tag of a record: its name, and what it says.
pub type Tag = (String, String);

/// What a record is, for each game.
pub trait Recorded: Companion {
    /// The game's name in the record's first tag.
    const TITLE: &'static str;
    const FORM: Form;

    /// The set-up with everything settled that a command of the journal settled before the first move.
    fn settled(journal: &Journal<Self>) -> Self::Setup {
        journal.header().setup.clone()
    }
    /// A command and what followed, as the record has it; `None` where it has no word for it.
    fn text(command: &Self::Command, events: &[EventOf<Self>]) -> Option<String>;
    /// The commands of a move that was read.
    fn commands(state: &Self::State, text: &str) -> Result<Vec<Self::Command>, Fault> {
        Ok(vec![Self::parse(state, text)?])
    }
    /// Why what the record says of a move is not what followed from it.
    fn differs(_: &str, _: &[EventOf<Self>]) -> Option<String> {
        None
    }
    /// Commands that the record's tags stand for, at its end.
    fn closing(_: &Self::State, _: &Record) -> Vec<Self::Command> {
        Vec::new()
    }
    /// Whether the numbers of a record begin with a move of the second side, as `1...` says.
    fn second_first(_: &Self::State) -> bool {
        false
    }
    /// A record with its tags in front.
    fn write(setup: &Self::Setup, state: &Self::State, record: &Record) -> String {
        Record { tags: tags::<Self>(setup, state, record), ..record.clone() }.write(Self::FORM)
    }
    /// The set-up that its tags tell, and the record.
    fn read(text: &str) -> Result<(Self::Setup, Record), Problem> {
        let record = Record::read(text, Self::FORM)?;
        let switches = record.tag("Rules").unwrap_or_default().split(',').map(str::trim);
        let rules: Vec<String> = switches.filter(|switch| !switch.is_empty()).map(str::to_owned).collect();
        let setup = Self::setup(&rules, record.tag("Position")).map_err(|problem| Problem { code: 1, ..problem })?;
        Ok((setup, record))
    }
}

/// The tags of a record of ours: those that it brought in their places, what is told of the game among them.
pub fn tags<G: Recorded>(setup: &G::Setup, state: &G::State, record: &Record) -> Vec<Tag> {
    let setup = json!(setup);
    let mut front = vec![("Game".to_owned(), G::TITLE.to_owned()), ("Rules".to_owned(), switches(&setup))];
    if let Some(position) = setup["position"].as_str().filter(|position| Some(*position) != G::START) {
        front.push(("Position".to_owned(), position.to_owned()));
    }
    let brought = brought::<G>(state, record, &record.result);
    let mut back = vec![("Result".to_owned(), record.result.clone())];
    if G::is_over(state) && !has(&brought, "termination") {
        back.push(("Termination".to_owned(), G::status(state)));
    }
    merged(&brought, &front, &back)
}

/// The tags of a record, how it ended left out where the game has ended otherwise since, or goes on.
pub fn brought<G: Recorded>(state: &G::State, record: &Record, result: &str) -> Vec<Tag> {
    let stands = record.tag("result") == Some(result) && G::is_over(state);
    let kept = |(name, _): &&Tag| stands || !name.eq_ignore_ascii_case("termination");
    record.tags.iter().filter(kept).cloned().collect()
}

/// The switches of a set-up, as `--rules` takes them.
pub fn switches(setup: &Value) -> String {
    let Some(rules) = setup["rules"].as_object() else { return String::new() };
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs: Vec<String> = rules.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
    pairs.join(",")
}

/// The tags that a record brought with it, each in its place, what is told of the game in the place of what was told of
/// it before; what had no place yet in front of them, or behind.
pub fn merged(brought: &[Tag], front: &[Tag], back: &[Tag]) -> Vec<Tag> {
    let known = |name: &str| front.iter().chain(back).find(|(known, _)| known.eq_ignore_ascii_case(name));
    let mut placed: Vec<Tag> = Vec::new();
    for (name, value) in brought {
        match known(name) {
            Some(_) if has(&placed, name) => {}
            Some(now) => placed.push(now.clone()),
            None => placed.push((name.clone(), value.clone())),
        }
    }
    let missing = |tags: &[Tag]| tags.iter().filter(|(name, _)| !has(brought, name)).cloned().collect::<Vec<_>>();
    [missing(front), placed, missing(back)].concat()
}

/// Whether there is a tag of that name.
pub fn has(tags: &[Tag], name: &str) -> bool {
    tags.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}
