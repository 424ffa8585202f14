//! Words to the program: what changes the course of the journal, and what only asks.
use serde_json::{Value, json};

use super::{
    facts,
    hand::{Hand, Mode},
    line::Line,
    odds, open, past,
    problem::Problem,
    session::{Answer, Session},
};
use crate::{
    journal::{AmendError, Deed, Entry, Outcome},
    load,
    naval::{
        Command, Naval, NavalEvent, Purpose, State,
        command::Target,
        gunnery::{near_edge, salvo_numbers},
        measure::Id,
        notation,
        ship::{BatteryKind, Ship},
        state::{Declaration, Segment},
        tally,
    },
    play::{Ask, Dice, Throw},
    show,
};

/// Takes the latest command back; it stays in the journal.
pub fn undo(session: &mut Session) -> Result<Answer, Problem> {
    let journal = session.store.journal();
    let Some(number) = journal.undo_target() else {
        return Err(Problem::new("there is nothing to undo"));
    };
    let dice = seen_dice(session, number);
    let what = command_text(session, number);
    session.store.record(Entry::Undid).map_err(open::stored)?;
    let dice = if dice == 0 { String::new() } else { format!(" Its {dice} dice were seen and stay in the journal.") };
    Ok(Answer::text(format!("Taken back: entry {number}, {what}.{dice}\n{}", show::banner(session.state()))))
}

/// Brings back what was taken back last.
pub fn redo(session: &mut Session) -> Result<Answer, Problem> {
    let Some(number) = session.store.journal().redo_target() else {
        return Err(Problem::new("there is nothing to redo"));
    };
    session.store.record(Entry::Redid).map_err(open::stored)?;
    let what = command_text(session, number);
    Ok(Answer::text(format!("In force again: entry {number}, {what}.\n{}", show::banner(session.state()))))
}

fn seen_dice(session: &Session, number: usize) -> usize {
    match session.store.journal().entry(number) {
        Some(Entry::Did { events, .. }) => events.iter().map(|event| event.dice.len()).sum(),
        Some(Entry::Amended { .. } | Entry::Undid | Entry::Redid | Entry::Opened | Entry::Closed) | None => 0,
    }
}

fn command_text(session: &Session, number: usize) -> String {
    match session.store.journal().entry(number) {
        Some(Entry::Did { command, .. }) => notation::print(session.state(), command),
        Some(Entry::Amended { entry, command, .. }) => {
            format!("amend {entry} {}", notation::print(session.state(), command))
        }
        Some(Entry::Undid | Entry::Redid | Entry::Opened | Entry::Closed) | None => "no command".to_owned(),
    }
}

/// Corrects an input after the dice: the same dice are ruled again, and all that followed. Both stay in the journal.
pub fn amend(session: &mut Session, entry: usize, line: &str) -> Result<Answer, Problem> {
    let at = session.store.journal().state_after(entry.saturating_sub(1));
    let typed = match super::line::read(&at, line)? {
        Line::Order(typed) => typed,
        _ => return Err(Problem::new("only a command of the game can stand in the place of one")),
    };
    let mut faces = typed.dice.clone().unwrap_or_default();
    let journal = session.store.journal();
    let (seed, stream) = (journal.header().seed, journal.stream());
    let amendment = loop {
        let journal = session.store.journal();
        let mut fresh = Fresh { typed: Hand::typed(&faces), thrown: None };
        if session.mode == Mode::Roll && typed.dice.is_none() {
            fresh.thrown = Some(Hand::thrown(seed, stream));
        }
        let say = |state: &State, reason: &_, rule| show::refusal(state, reason, rule).what;
        match journal.amend(entry, &typed.command, &mut fresh, &say) {
            Ok(amendment) => {
                let left = fresh.typed.left();
                if !left.is_empty() {
                    let hint = "the dice that fell are kept: leave new ones out unless more are needed";
                    return Err(super::session::too_many(left).hint(hint));
                }
                break amendment;
            }
            Err(AmendError::NeedsRoll { ask, missing, .. }) if session.can_ask() => {
                session.ask_faces(&ask, missing, &mut faces)?;
            }
            Err(error) => return Err(amend_problem(session, &at, error)),
        }
    };
    let mut text = format!("Entry {entry} is now: {}\n", notation::print(&at, &typed.command));
    if amendment.differences.is_empty() {
        text.push_str("Nothing comes out otherwise.");
    }
    for difference in &amendment.differences {
        text.push_str(&format!(
            "\nEntry {} was:\n{}\n",
            difference.entry,
            outcome(session, difference.entry, &difference.before)
        ));
        text.push_str(&format!("is now:\n{}", outcome(session, difference.entry, &difference.after)));
        if !difference.dice_dropped.is_empty() {
            let faces: Vec<String> = difference.dice_dropped.iter().map(|roll| roll.face.to_string()).collect();
            text.push_str(&format!("\n  no longer needed: {}", faces.join(" ")));
        }
    }
    let changed: Vec<Value> = amendment.differences.iter().map(|difference| json!(difference.entry)).collect();
    session.store.record(amendment.entry).map_err(open::stored)?;
    Ok(Answer::text(text).with(json!({ "amended": entry, "differences": changed })))
}

fn outcome(session: &Session, entry: usize, outcome: &Outcome<NavalEvent>) -> String {
    match outcome {
        Outcome::Stands(events) => show::events(&session.store.journal().state_after(entry.saturating_sub(1)), events),
        Outcome::Struck { rule, why } => format!("  no longer lawful: {why} [{rule}]"),
    }
}

fn amend_problem(session: &Session, at: &State, error: crate::journal::AmendErrorOf<Naval>) -> Problem {
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

/// New dice for an amendment: the typed ones, else the program's.
struct Fresh {
    typed: Hand,
    thrown: Option<Hand>,
}

impl Dice<Purpose> for Fresh {
    fn throw(&mut self, ask: &Ask<Purpose>) -> Throw {
        match &mut self.thrown {
            Some(thrown) => thrown.throw(ask),
            None => self.typed.throw(ask),
        }
    }
}

/// Answers a line that only asks.
pub fn ask(session: &Session, line: Line) -> Result<Answer, Problem> {
    let state = session.state();
    Ok(match line {
        Line::Status => Answer::text(show::status(state)).with(show::status_json(state)),
        Line::Duties => Answer::text(show::duties(state)).with(json!({ "duties": show::duties_json(state) })),
        Line::Why(entry) => why(session, entry)?,
        Line::Card(name) => {
            let ship = named_ship(state, &name)?;
            Answer::text(show::card(state, &ship)).with(json!({ "card": show::card_json(state, &ship) }))
        }
        Line::Tally => {
            let tally = tally::tally(state);
            Answer::text(show::tally(state, &tally)).with(json!({ "tally": tally }))
        }
        Line::Log => {
            let (journal, all) = (session.store.journal(), past::Scope::default());
            Answer::text(past::story(journal, &all)).with(json!({ "log": past::story_json(journal, &all) }))
        }
        Line::Odds(words) => chances(state, &words)?,
        Line::Rules(words) => {
            let book = load::rulebook(session.sources).map_err(open::flawed)?;
            let (text, value) = facts::rule_pages(&book, &words)?;
            Answer::text(text).with(json!({ "rules": value }))
        }
        Line::Table(name) if name.is_empty() => {
            let charts = &state.setup.charts;
            Answer::text(show::table_list(charts)).with(json!({ "tables": show::table_list_json(charts) }))
        }
        Line::Table(name) => {
            let (text, value) = facts::chart_page(&state.setup.charts, &name)?;
            Answer::text(text).with(json!({ "table": value }))
        }
        Line::Where => Answer::text("Positions are on the table: this game is played with measured ranges.")
            .with(json!({ "ships": [] })),
        Line::Help(verb) => help(verb.as_deref())?,
        Line::Nothing | Line::Order(_) | Line::Undo | Line::Redo | Line::Amend { .. } | Line::Dice(_) | Line::Quit => {
            Answer::default()
        }
    })
}

/// A ship by her name, by the same rules as in every command.
pub fn named_ship(state: &State, name: &str) -> Result<Id, Problem> {
    notation::ship(state, name).map_err(|fault| Problem::new(fault.what).rule(fault.rule).maybe_hint(fault.hint))
}

fn why(session: &Session, entry: Option<usize>) -> Result<Answer, Problem> {
    let journal = session.store.journal();
    let deeds = journal.deeds();
    let deed: Option<&Deed<Naval>> = match entry {
        Some(number) => deeds.iter().find(|deed| deed.entry == number),
        None => deeds.last(),
    };
    let Some(deed) = deed else {
        let what = entry
            .map_or("nothing has been ruled yet".to_owned(), |number| format!("entry {number} is no command in force"));
        return Err(Problem::new(what).hint("`log` shows the numbers"));
    };
    let before = journal.state_after(deed.entry - 1);
    let text = show::deed(deed.entry, &before, &notation::print(&before, deed.command), deed.events);
    let titles = rule_titles(session, deed.events);
    let events: Vec<Value> = deed.events.iter().map(show::event_json).collect();
    Ok(Answer::text(format!("{text}{titles}")).with(json!({ "entry": deed.entry, "ruling": events })))
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

/// `odds asahi at retvizan range 8`, `odds asahi fires`.
fn chances(state: &State, words: &str) -> Result<Answer, Problem> {
    if let Some(name) = words.strip_suffix("fires").map(str::trim) {
        return fire_chances(state, name);
    }
    let mut gunfire = state.clone();
    gunfire.segment = Segment::Gunfire;
    let typed = notation::parse(&gunfire, &format!("target {words}"))
        .map_err(|fault| Problem::new(fault.what).rule(fault.rule).maybe_hint(fault.hint))?;
    let Command::Target(order) = typed.command else {
        return Err(Problem::new("odds are asked for a target").hint("odds asahi at retvizan range 8"));
    };
    let salvo = odds::salvo(state, &order)?;
    let numbers = needs(state, &order)?;
    let by = |pick: fn(&odds::Outcome) -> u16| {
        let most = salvo.outcomes.iter().map(|(key, _)| pick(key)).max().unwrap_or(0);
        (0..=most).map(|n| salvo.chance(|key| pick(key) == n)).collect::<Vec<_>>()
    };
    let (strikes, hits) = (by(|key| key.strikes), by(|key| key.penetrating));
    let (weak, battery) = (by(|key| key.non_penetrating), by(|key| key.battery));
    let mut text = numbers;
    for (title, chances) in
        [("penetrating hits", &hits), ("non-penetrating hits", &weak), ("hits of medium and light guns", &battery)]
    {
        if chances.len() > 1 {
            let at_least = chances[1..].iter().sum();
            text.push_str(&format!("\nAt least one of the {title}: {}\n", odds::percent(&at_least)));
            text.push_str(&odds::table(title, chances));
        }
    }
    Ok(Answer::text(text).with(json!({
        "strikes": odds::list(&strikes),
        "hits": odds::list(&hits),
        "non_penetrating": odds::list(&weak),
        "battery": odds::list(&battery),
    })))
}

/// The numbers that the dice asked for will be held against, and where they come from.
pub fn before_dice(state: &State, ask: &Ask<Purpose>) -> Option<String> {
    let Purpose::ToHit(firer) = &ask.purpose else { return None };
    let is_hers = |one: &&Declaration| one.firer == *firer && one.battery == BatteryKind::Big && !one.fired;
    let declared = state.declarations.iter().find(is_hers)?;
    Some(show::numbers(state, declared, &salvo_numbers(state, declared)?))
}

/// The numbers needed and where they come from, before any die.
fn needs(state: &State, order: &Target) -> Result<String, Problem> {
    let (declared, _) = odds::declare(state, order)?;
    let own = |ship: &Ship| ship.id == order.firer || ship.division == order.firer;
    let mut lines = vec!["As things stand now:".to_owned()];
    for one in declared.declarations.iter().filter(|one| declared.ship(&one.firer).is_some_and(own)) {
        if let Some(salvo) = salvo_numbers(&declared, one) {
            lines.push(show::numbers(&declared, one, &salvo));
        }
        if let Some((there, now, then)) = near_edge(&declared, one) {
            lines.push(format!(
                "  At {}\" she needs {now}, at {there}\" she would need {then}: measure with care.",
                one.range
            ));
        }
    }
    Ok(lines.join("\n"))
}

fn fire_chances(state: &State, name: &str) -> Result<Answer, Problem> {
    let id = named_ship(state, name)?;
    let Some(ship) = state.ship(&id) else { return Err(Problem::new(format!("no ship is called {name}"))) };
    let burning = ship.fires().min(4) as u8;
    let fires = odds::fires(state, &id, burning, &odds::spread(state, ship))?;
    let percent = |chance: &num_rational::BigRational| 100.0 * num_traits::ToPrimitive::to_f64(chance).unwrap_or(0.0);
    let text = format!(
        "{} has {burning} fires: put out {:.1}%, abandoned {:.1}%, the hits that fires cause included. [8.5.3]",
        ship.card.name,
        percent(&fires.out),
        percent(&fires.abandoned)
    );
    Ok(Answer::text(text).with(json!({ "abandoned": fires.abandoned.to_string(), "out": fires.out.to_string() })))
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
