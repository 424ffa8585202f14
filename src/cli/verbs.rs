//! Words to the program: what changes the course of the journal, and what only asks.
use serde_json::{Value, json};

use super::{
    asking::{self, Asking},
    chances, facts,
    hand::{Hand, Mode},
    line::Line,
    map, open, past, positions, print,
    problem::Problem,
    session::{Answer, Session},
    taking_back::{Amending, TakingBack, bring_back, difference, take_back, unchanged},
};
use naval::{Command, Naval, NavalEvent, Purpose, State, measure::Id, notation, seal::Salt};
use play::journal::{AmendError, Amendment, Deed, Entry, EntryOf, Fresh, Outcome, OutcomeOf};
use play::{self, Ask};

/// Takes back the latest command, or so many of them; they stay in the journal.
pub fn undo(session: &mut Session, back: &TakingBack) -> Result<Answer, Problem> {
    let numbers: Vec<usize> = session.store.journal().undo_targets(back.steps).collect();
    // A side that asks for more than there is would learn how much there is.
    let all_there = session.side().is_none() || numbers.len() == back.steps;
    session.may_change(numbers.last().copied().filter(|_| all_there), "undo")?;
    session.may_take_back(&numbers)?;
    let words: Vec<String> = numbers
        .iter()
        .map(|number| format!("{}{}", entry_word(session, *number), command_text(session, *number)))
        .collect();
    let asks = session.can_ask();
    let taken = take_back(&mut session.store, back, asks)?;
    let dice = match taken.iter().map(|(_, dice)| dice).sum() {
        0 => String::new(),
        1 => " Its die was seen and stays in the journal.".to_owned(),
        more => format!(" Its {more} dice were seen and stay in the journal."),
    };
    Ok(Answer::text(format!("Taken back: {}.{dice}\n{}", words.join("; "), session.banner())))
}

/// Brings back what was taken back last, or so many commands.
pub fn redo(session: &mut Session, steps: usize) -> Result<Answer, Problem> {
    let numbers: Vec<usize> = session.store.journal().redo_targets(steps).collect();
    // A side that asks for more than there is would learn how much there is.
    let all_there = session.side().is_none() || numbers.len() == steps;
    session.may_change(numbers.first().copied().filter(|_| all_there), "redo")?;
    let words: Vec<String> = bring_back(&mut session.store, steps)?
        .into_iter()
        .map(|number| format!("{}{}", entry_word(session, number), command_text(session, number)))
        .collect();
    Ok(Answer::text(format!("In force again: {}.\n{}", words.join("; "), session.banner())))
}

/// The number of an entry, for the referee alone: a side would count the enemy's orders by it.
fn entry_word(session: &Session, number: usize) -> String {
    if session.side().is_none() { format!("entry {number}, ") } else { String::new() }
}

fn command_text(session: &Session, number: usize) -> String {
    match session.store.journal().entry(number) {
        Some(Entry::Did { command, .. }) => notation::print(session.state(), command),
        Some(Entry::Amended { entry, command, .. }) => {
            format!("amend {entry} {}", notation::print(session.state(), command))
        }
        Some(Entry::Undid | Entry::TakenBack { .. } | Entry::Redid) => "no command".to_owned(),
        Some(Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed) | None => {
            "no command".to_owned()
        }
    }
}

/// Corrects an input after the dice: the same dice are ruled again, and all that followed. Both stay in the journal.
pub fn amend(session: &mut Session, amending: &Amending) -> Result<Answer, Problem> {
    let (entry, line) = (amending.entry, amending.line.as_str());
    let at = session.store.journal().state_before(entry);
    let Line::Order(typed) = super::line::read(&at, line)? else {
        return Err(Problem::new("only a command of the game can stand in the place of one"));
    };
    let command = resealed(session, entry, session.completed(&at, &typed.command)?);
    let throws = session.mode == Mode::Roll && typed.dice.is_none();
    let mut asking = Asking::new(typed.dice.clone().unwrap_or_default());
    let say = |state: &State, reason: &_, rule| show::refusal(state, reason, rule).what;
    let amendment = loop {
        let journal = session.store.journal();
        let mut hand = Hand::typed(&asking.faces);
        let fresh = if throws { Fresh::Thrown } else { Fresh::Given(&mut hand) };
        match journal.amend(entry, &command, fresh, &say) {
            Ok(amendment) => {
                let left = hand.left();
                if !left.is_empty() {
                    let hint = "the dice that fell are kept: leave new ones out unless more are needed";
                    return Err(super::session::too_many(left).hint(hint));
                }
                break amendment;
            }
            Err(AmendError::NeedsRoll { entry: at, ask, missing }) if session.can_ask() => {
                let mut supposed = Hand::supposed(&asking.faces);
                let ruled = journal.amend(entry, &command, Fresh::Given(&mut supposed), &say).ok();
                let needs = ruled.and_then(|ruled| amended_needs(session, ruled.entry, at, &ask));
                asking.ask(session, &ask, missing, needs)?;
            }
            Err(error) => return Err(amend_problem(session, &at, error)),
        }
    };
    let because = amending.reason(&amendment, session.can_ask())?;
    let mut text = format!("Entry {entry} is now: {}\n", notation::print(&at, &command));
    if amendment.differences.is_empty() {
        text.push_str("Nothing comes out otherwise.");
    }
    text.push_str(&differences(session, &at, &amendment));
    let changed: Vec<Value> = amendment.differences.iter().map(|difference| json!(difference.entry)).collect();
    session.store.record(amendment.because(because)).map_err(open::stored)?;
    Ok(Answer::text(text).with(json!({ "amended": entry, "differences": changed })))
}

/// A seal that is amended keeps the salts that it has.
fn resealed(session: &Session, entry: usize, command: Command) -> Command {
    let deeds = session.journal().deeds();
    let first = deeds.iter().find(|deed| deed.entry == entry).map(|deed| deed.command);
    match (command, first) {
        (Command::Seal { side, salt, salts }, Some(Command::Seal { salts: known, .. })) => {
            let kept = |drawn: Salt| known.iter().find(|one| one.side == drawn.side).cloned().unwrap_or(drawn);
            Command::Seal { side, salt, salts: salts.into_iter().map(kept).collect() }
        }
        (other, _) => other,
    }
}

/// Every deed that comes out otherwise: as it was, and as it is now, each in the light of what came before it.
fn differences(session: &Session, at: &State, amendment: &Amendment<Naval>) -> String {
    let Entry::Amended { ruled, .. } = &amendment.entry else { return String::new() };
    let deeds = session.store.journal().deeds();
    let (mut was, mut is, mut text) = (at.clone(), at.clone(), String::new());
    let mut differences = amendment.differences.iter().peekable();
    for again in ruled {
        if let Some(one) = differences.next_if(|one| one.entry == again.entry) {
            let (before, after) = (outcome(&was, &one.before, false), outcome(&is, &one.after, true));
            text.push_str(&difference(one.entry, &before, &after));
            if !one.dice_dropped.is_empty() {
                let faces: Vec<String> = one.dice_dropped.iter().map(|roll| roll.face.to_string()).collect();
                text.push_str(&format!("\n  no longer needed: {}", faces.join(" ")));
            }
        }
        if let Ok(place) = deeds.binary_search_by_key(&again.entry, |deed| deed.entry) {
            play::apply_all::<Naval>(&mut was, deeds[place].events);
        }
        play::apply_all::<Naval>(&mut is, again.outcome.events());
    }
    text.push_str(&unchanged(amendment));
    text
}

/// The rulings of a deed in words; those of a refusal only where they were found a moment ago and do not come out of the file.
fn outcome(before: &State, outcome: &OutcomeOf<Naval>, is_new: bool) -> Vec<String> {
    match outcome {
        Outcome::Stands(events) => show::each_event(before, events),
        Outcome::Struck { rule, .. } if !is_new => vec![format!("  no longer lawful [{rule}]")],
        Outcome::Struck { rule, why, .. } => vec![format!("  no longer lawful: {why} [{rule}]")],
    }
}

fn amend_problem(session: &Session, at: &State, error: play::journal::AmendErrorOf<Naval>) -> Problem {
    match error {
        AmendError::NotInForce { entry } => {
            Problem::new(format!("entry {entry} is not a command in force")).hint("`log` shows the numbers")
        }
        AmendError::Refused { reason, rule } => {
            let refusal = show::refusal(at, &reason, rule);
            Problem::new(refusal.what).rule(refusal.rule).maybe_hint(refusal.hint)
        }
        AmendError::NeedsRoll { entry, ask, missing } => {
            Problem::new(format!("entry {entry}: {}", show::missing(session.state(), &ask, missing)))
                .hint("type the new dice after the corrected line: dice ...")
        }
        AmendError::NoSuchFace { ask, face, .. } => Problem::new(show::no_such_face(session.state(), &ask, face)),
    }
}

/// The numbers of the ruling for which an amendment needs new dice: entry `at`, in the light of all ruled before it.
fn amended_needs(session: &Session, supposed: EntryOf<Naval>, at: usize, ask: &Ask<Purpose>) -> Option<String> {
    let Entry::Amended { entry, ruled, .. } = supposed else { return None };
    let mut state = session.store.journal().state_before(entry);
    for again in ruled {
        let Outcome::Stands(events) = again.outcome else { continue };
        if again.entry == at {
            let asks = |event: &NavalEvent| event.dice.iter().any(|roll| roll.purpose == ask.purpose);
            return asking::numbers(&state, &events, asks, ask);
        }
        play::apply_all::<Naval>(&mut state, &events);
    }
    None
}

/// Answers a line that only asks.
pub fn ask(session: &Session, line: Line) -> Result<Answer, Problem> {
    let known = session.known();
    let state = known.as_ref();
    let side = session.side();
    Ok(match line {
        Line::Status if side.is_some() => {
            let view = session.view();
            Answer::text(show::view_status(&view)).with(show::view_json(&view))
        }
        Line::Duties if side.is_some() => {
            let view = session.view();
            Answer::text(show::view_duties(&view)).with(json!({ "duties": show::view_duties_json(&view) }))
        }
        Line::Reveal(name) => session.reveal(name.as_deref())?,
        Line::View(name) => session.briefing(name.as_deref())?,
        Line::Status => Answer::text(show::status(state)).with(show::status_json(state)),
        Line::Duties => Answer::text(show::duties(state))
            .with(json!({ "duties": show::duties_json(state), "open": show::chances_json(state) })),
        Line::Why(entry) => why(session, entry)?,
        Line::Card(name) => {
            let ship = named_ship(state, &name)?;
            let enemy = state.ship(&ship).filter(|ship| side.is_some_and(|side| ship.side != *side));
            if let Some(enemy) = enemy {
                let card = &enemy.card;
                return Ok(Answer::text(show::card_blank(card)).with(json!({ "card": show::card_blank_json(card) })));
            }
            Answer::text(show::card(state, &ship)).with(json!({ "card": show::card_json(state, &ship) }))
        }
        Line::Tally => {
            let (text, value) = match side {
                Some(side) => past::side_tally(session.state(), side),
                None => past::whole_tally(state),
            };
            let verdict = value["verdict"].clone();
            Answer::text(text).with(json!({ "tally": value, "verdict": verdict }))
        }
        Line::Log => {
            let (journal, all) = (session.store.journal(), past::Scope::known(side.cloned()));
            Answer::text(past::story(journal, &all)).with(json!({ "log": past::story_json(journal, &all) }))
        }
        Line::Odds(words) => chances::chances(state, &words)?,
        Line::Rules(words) => {
            let book = load::rulebook(session.sources).map_err(open::flawed)?;
            let (text, value) = facts::rule_pages(&book, &words)?;
            Answer::text(text).with(json!({ "rules": value }))
        }
        Line::Table(name) if name.is_empty() => {
            let charts = &state.setup.charts;
            let (text, value) = facts::table_lists(charts);
            Answer::text(text).with(json!({ "tables": value }))
        }
        Line::Table(name) if name.eq_ignore_ascii_case(facts::RATINGS) => {
            let (text, value) = facts::ratings(session.sources)?;
            Answer::text(text).with(json!({ "table": value }))
        }
        Line::Table(name) => {
            let (text, value) = facts::chart_page(&state.setup.charts, &name)?;
            Answer::text(text).with(json!({ "table": value }))
        }
        Line::Where(name) => positions::places(state, name.as_deref())?,
        Line::Sheet(name) => positions::sheets(state, name.as_deref(), side)?,
        Line::Map(words) => map::at_prompt(session.journal(), &session.reader, &words)?,
        Line::Print(words) => print::at_prompt::at_prompt(session.state(), &session.reader, &words)?,
        Line::Moves(name) => positions::moves(state, name.as_deref())?,
        Line::Ranges(name) => positions::ranges(state, name.as_deref())?,
        Line::Survey(words) => positions::between(state, &words)?,
        Line::Help(verb) => help(verb.as_deref())?,
        Line::Nothing
        | Line::Order(_)
        | Line::Undo(_)
        | Line::Redo(_)
        | Line::Amend(_)
        | Line::Dice(_)
        | Line::Pass(_)
        | Line::Word(_)
        | Line::Quit => Answer::default(),
    })
}

/// A ship by her name, by the same rules as in every command.
pub fn named_ship(state: &State, name: &str) -> Result<Id, Problem> {
    notation::ship(state, name).map_err(|fault| Problem::new(fault.what).rule(fault.rule).maybe_hint(fault.hint))
}

fn why(session: &Session, entry: Option<usize>) -> Result<Answer, Problem> {
    let journal = session.store.journal();
    let deeds = journal.deeds();
    let scope = past::Scope::known(session.side().cloned());
    let numbers = past::numbers(journal, &scope);
    let shown = |deed: &Deed<Naval>| numbers.get(&deed.entry).copied();
    let deed: Option<&Deed<Naval>> = match entry {
        Some(number) => deeds.iter().find(|deed| shown(deed) == Some(number)),
        None => deeds.iter().rfind(|deed| shown(deed).is_some()),
    };
    let Some(deed) = deed else {
        let what = entry
            .map_or("nothing has been ruled yet".to_owned(), |number| format!("entry {number} is no command in force"));
        return Err(Problem::new(what).hint("`log` shows the numbers"));
    };
    let before = journal.state_before(deed.entry);
    let number = shown(deed).unwrap_or(deed.entry);
    let Some(telling) = scope.telling(&before, deed.command, deed.events) else {
        return Err(Problem::new(format!("nothing is told of entry {number}")).hint("`log` shows the numbers"));
    };
    let text = show::entry_of(number, &telling.command, &telling.lines, show::Fate::InForce);
    let titles = if session.side().is_none() { rule_titles(session, deed.events) } else { String::new() };
    let events = telling.events;
    Ok(Answer::text(format!("{text}{titles}")).with(json!({ "entry": number, "ruling": events })))
}

/// The paragraphs that a ruling cites, by their titles.
fn rule_titles(session: &Session, events: &[NavalEvent]) -> String {
    let Ok(book) = load::rulebook(session.sources) else { return String::new() };
    let mut rules: Vec<_> = events.iter().map(|event| event.rule).collect();
    rules.sort();
    rules.dedup();
    let line = |rule| book.get(rule).map(|paragraph| format!("\n  [{rule}] {}", paragraph.title));
    rules.into_iter().filter_map(line).collect()
}

fn help(verb: Option<&str>) -> Result<Answer, Problem> {
    match verb {
        None => {
            let line = |one: &notation::VerbHelp| format!("  {:<14} {}", one.verb, one.says);
            let lines: Vec<String> = notation::VERBS.iter().map(line).collect();
            Ok(Answer::text(format!("{}\n\n`help VERB` shows how a line is written.", lines.join("\n"))))
        }
        Some(verb) => notation::help(verb)
            .map(Answer::text)
            .ok_or_else(|| Problem::new(format!("there is no command \"{verb}\"")).hint("`help` lists them")),
    }
}
