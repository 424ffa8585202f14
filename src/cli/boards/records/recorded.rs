//! The record of each game, and the tags before its moves. Start with [`Recorded`].
use serde_json::{Value, json};

use boards::record::{RESULTS, Record, RecordForm, UNKNOWN, UnreadText, is_claim};
use boards::{CommonCommand, LineError, Sided};
use play::{EventOf, Script, journal::Journal};
use session::boards::BoardGame;
use session::{Kind, Refusal};

/// A tag of a record: its name and its value.
pub type Tag = (String, String);

pub const RESULT_TAG_MEANING: &str = "it states how the game ended";

pub trait Recorded: BoardGame {
    /// The game's name in the record's first tag.
    const TITLE: &'static str;
    const FORM: RecordForm;
    /// The tags that the record writes itself, each with its meaning.
    const OWN_TAGS: &'static [(&'static str, &'static str)] = &[
        ("Game", "it names the game"),
        ("Rules", "it lists the current switches"),
        ("Position", "it states how the game began"),
        ("Result", RESULT_TAG_MEANING),
        ("Termination", RESULT_TAG_MEANING),
    ];

    /// Returns the setup, including what commands settled before the first move.
    fn settled_setup(journal: &Journal<Self>) -> Self::Setup {
        journal.header().setup.clone()
    }
    /// Returns the record's text for a command and its events, or `None` if the notation has none.
    fn record_text(before: &Self::State, command: &Self::Command, events: &[EventOf<Self>]) -> Option<String>;
    fn parse_move(state: &Self::State, text: &str) -> Result<Vec<Self::Command>, LineError> {
        Ok(vec![Self::parse(state, text)?])
    }
    /// Whether the record of a game that begins in the state `start` may have its first move in the state `before`.
    fn may_begin(_start: &Self::State, _before: &Self::State) -> bool {
        true
    }
    /// Whether the numbering of a record begins with a move of the second side, as `1...` shows.
    fn second_side_begins(_: &Self::State) -> bool {
        false
    }
    /// Writes a record with its tags in front. A claimed result is kept. Without one the result follows from the moves.
    fn write(setup: &Self::Setup, state: &Self::State, record: &Record) -> String {
        let (result, termination) = result_and_termination::<Self>(state, record, &proven_result::<Self>(state));
        let token = if RESULTS.contains(&&*result) { result.clone() } else { proven_result::<Self>(state) };
        let tags = record_tags::<Self>(setup, record, (result, termination));
        Record { tags, result: token, ..record.clone() }.write(Self::FORM)
    }
    /// Reads the next game of a text: the setup from its tags, its record, and the text after it.
    fn read(text: UnreadText<'_>) -> Result<(Self::Setup, Record, UnreadText<'_>), Refusal> {
        let (record, remaining) = Record::read_next(text, Self::FORM).map_err(Refusal::journal)?;
        let switches = record.tag("Rules").unwrap_or_default().split(',').map(str::trim);
        let rules: Vec<String> = switches.filter(|switch| !switch.is_empty()).map(str::to_owned).collect();
        let setup = Self::setup(&rules, record.tag("Position"))
            .map_err(|problem| Refusal { kind: Kind::Journal, ..problem })?;
        Ok((setup, record, remaining))
    }
}

pub fn proven_result<G: BoardGame>(state: &G::State) -> String {
    let text = match G::game_status(state).outcome {
        None => UNKNOWN,
        Some(None) => "1/2-1/2",
        Some(Some(winner)) => ["1-0", "0-1"][winner.index()],
    };
    text.to_owned()
}

/// Returns the commands that a termination tag means if no move ended the game. The tag has our own words, or other
/// words for resignation, time and agreement. Any other words remain a claim.
pub fn ending_commands<G: Recorded>(state: &G::State, record: &Record) -> Vec<G::Command> {
    let termination = record.tag("termination").unwrap_or_default();
    if G::is_over(state) || termination.is_empty() {
        return Vec::new();
    }
    let lower = termination.to_lowercase();
    let offered = usize::from(G::game_status(state).offer.is_some());
    let mut endings = vec![(
        lower.contains("agree"),
        [CommonCommand::OfferDraw, CommonCommand::AcceptDraw].map(G::from_common).into_iter().skip(offered).collect(),
    )];
    // If a claim is possible, any wording may mean it.
    endings.extend(G::parse(state, "claim").map(|claim| (true, vec![claim])));
    for side in G::Side::BOTH {
        let resigns = lower.contains("resign") && !is_loser(&lower, side.other());
        endings.extend(G::parse(state, &format!("resign {}", side.name())).map(|resign| (resigns, vec![resign])));
        let late = lower.split_whitespace().any(|word| word == "time") && !is_loser(&lower, side.other());
        endings.push((late, vec![G::from_common(CommonCommand::Flag { side })]));
    }
    let status_if_proven = |commands: &[G::Command]| {
        let mut after = state.clone();
        for command in commands {
            let events = play::decide::<G>(&after, command, &mut Script::typed([])).ok()?;
            play::apply_all::<G>(&mut after, &events);
        }
        (proven_result::<G>(&after) == record.result).then(|| G::status(&after))
    };
    endings.retain(|(_, commands)| status_if_proven(commands).is_some());
    let in_our_words =
        endings.iter().find(|(_, commands)| status_if_proven(commands).is_some_and(|status| status == termination));
    let matching = || endings.iter().find(|(is_claimed, _)| *is_claimed);
    in_our_words.or_else(matching).map_or_else(Vec::new, |(_, commands)| commands.clone())
}

/// Whether the words state that a side resigns or is out of time: `black resigned`, `black is out of time`.
fn is_loser<S: Sided>(lower: &str, side: S) -> bool {
    let words: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name = side.name().to_lowercase();
    let loses =
        |word: &str| word.starts_with("resign") || ["is", "was", "has", "had", "ran", "runs", "out"].contains(&word);
    words.windows(2).any(|pair| pair[0] == name && (loses(pair[1]) || pair[1].starts_with("los")))
}

/// Returns the result and the termination of a record: as its tags claim, or else as the moves prove.
pub fn result_and_termination<G: BoardGame>(
    state: &G::State,
    record: &Record,
    proven: &str,
) -> (String, Option<String>) {
    let claimed = record.tag("result").filter(|result| is_claim(result));
    let is_over = G::is_over(state);
    let termination_tag = record.tag("termination").filter(|_| claimed.is_some() || !is_over).map(str::to_owned);
    let is_proven = is_over && claimed.is_none_or(|claimed| claimed == proven);
    let termination = termination_tag.or_else(|| is_proven.then(|| G::status(state)));
    (claimed.unwrap_or(proven).to_owned(), termination)
}

/// Returns the tags of our record. Imported ones keep their places, with the game's own values among them.
fn record_tags<G: Recorded>(
    setup: &G::Setup,
    record: &Record,
    (result, termination): (String, Option<String>),
) -> Vec<Tag> {
    let setup = json!(setup);
    let mut front = vec![("Game".to_owned(), G::TITLE.to_owned()), ("Rules".to_owned(), switches(&setup))];
    if let Some(position) = setup["position"].as_str().filter(|position| Some(*position) != G::START) {
        front.push(("Position".to_owned(), position.to_owned()));
    }
    let mut back = vec![("Result".to_owned(), result)];
    back.extend(termination.map(|termination| ("Termination".to_owned(), termination)));
    merge_tags(&record.tags, &front, &back)
}

/// Returns the switches of a setup, as `--rules` takes them.
pub fn switches(setup: &Value) -> String {
    let Some(rules) = setup["rules"].as_object() else { return String::new() };
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs: Vec<String> = rules.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
    pairs.join(",")
}

/// Replaces in place imported tags that `front` or `back` has. New ones of `front` go first, those of `back` last.
pub fn merge_tags(imported: &[Tag], front: &[Tag], back: &[Tag]) -> Vec<Tag> {
    let known = |name: &str| front.iter().chain(back).find(|(known, _)| known.eq_ignore_ascii_case(name));
    let mut placed: Vec<Tag> = Vec::new();
    for (name, value) in imported {
        match known(name) {
            Some(_) if has_tag(&placed, name) => {}
            Some(updated) => placed.push(updated.clone()),
            None => placed.push((name.clone(), value.clone())),
        }
    }
    let missing = |tags: &[Tag]| tags.iter().filter(|(name, _)| !has_tag(imported, name)).cloned().collect::<Vec<_>>();
    [missing(front), placed, missing(back)].concat()
}

pub fn has_tag(tags: &[Tag], name: &str) -> bool {
    tags.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}
