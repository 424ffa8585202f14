//! Lines that only ask, and words to the program.
use serde_json::{Value, json};

use super::{
    Drawing, books, chances, nobody_fires, positions,
    story::{Pick, numbers, story},
    typed_order,
};
use crate::{Problem, Session, Telling, Told};
use admirals::Level;
use naval::{
    Id, Naval, NavalEvent, State,
    notation::{self, HelpOn, Line, Look, Order as Meant, Phrase, SessionVerb, SessionWord},
    view::{View, Viewer},
};
use play::journal::Deed;

/// A battle that belongs to no war.
pub fn no_war() -> Problem {
    let what = "this battle stands by itself and belongs to no war";
    Problem::new(what).hint("log tells a battle; kaiser play war-1904 begins a war")
}

/// The verdict with every condition, then the points, in words and as JSON: by what the viewer knows while the battle lasts,
/// by all that was when it is over.
pub fn points(state: &State, viewer: &Viewer) -> (String, Value) {
    let view = if state.over.is_some() { View::referee(state) } else { View::seen_by(state, viewer) };
    let mut value = show::tally::tally_json(&view);
    value["verdict"] = show::verdict::verdict_json(&view);
    (format!("{}\n\n{}", show::verdict::verdict(&view), show::tally::tally(&view)), value)
}

impl Session<'_, Naval> {
    /// Answers a line of battle: a word to the program, an order, or several of them.
    pub(super) fn answer(&mut self, text: &str) -> Result<Told, Problem> {
        let word = match notation::cut(&self.view(), text) {
            Ok(Line::Nothing) => return Ok(Told::default()),
            Ok(Line::Orders(phrases)) => {
                return self.orders(text, &phrases).map_err(|problem| self.advised(problem));
            }
            Ok(Line::Word(verb, phrase)) => {
                let read = phrase.word(verb, &self.view(), self.seat.reader.side());
                // What may be the referee's word is not shown again.
                let is_secret = matches!(verb, SessionVerb::Pass | SessionVerb::Referee);
                let misread = |fault| match is_secret {
                    true => Problem::from(fault),
                    false => Session::<Naval>::misread(verb.row().common, text, fault, || self.amend_example()),
                };
                read.map_err(misread)
            }
            Err(fault) => Err(Problem::in_line(text, fault)),
        };
        match word {
            Ok(SessionWord::Undo(word) | SessionWord::Redo(word) | SessionWord::Amend(word)) => self.common(word),
            Ok(SessionWord::Dice(word) | SessionWord::Show(word) | SessionWord::Quit(word)) => self.common(word),
            Ok(word) => self.word(word).map_err(|problem| self.advised(problem)),
            Err(problem) => Err(self.advised(problem)),
        }
    }

    /// The last order, in the words in which it could be given again.
    fn amend_example(&self) -> String {
        match self.journal().deeds().last() {
            Some(last) if self.seat.reader.is_referee() && !self.is_unread(last.entry) => {
                let command = notation::print(self.state(), last.command);
                format!("amend {} because \"wrong ship\" {command}", last.entry)
            }
            Some(_) | None => "amend ENTRY because \"wrong ship\" LINE".to_owned(),
        }
    }

    /// Answers a line of orders.
    fn orders(&mut self, text: &str, phrases: &[Phrase]) -> Result<Told, Problem> {
        if self.seat.reader.is_table() && !phrases.iter().all(|phrase| phrase.asks(&self.known())) {
            return Err(self.not_for_reader());
        }
        match phrases {
            [phrase] => self.one_order(text, phrase),
            several => self.several_orders(text, several),
        }
    }

    /// Answers a line that is one order, or a question in the words of an order.
    fn one_order(&mut self, line: &str, phrase: &Phrase) -> Result<Told, Problem> {
        let known = self.known();
        if let Some(problem) = phrase.bare_verb().and_then(|verb| nobody_fires(&known, verb)) {
            return Err(problem);
        }
        let order = phrase.read(&known, self.seat.reader.side()).map_err(|fault| Problem::in_line(line, fault))?;
        drop(known);
        match order {
            Meant::Command(typed) => self.one_command(typed_order(typed), phrase.text()),
            Meant::Volley(volley) => self.volley(phrase.text(), &volley),
            Meant::Tape(tape) => self.measurements(tape),
            Meant::Straight { all } => self.straight(all),
            Meant::Again => self.again(),
            Meant::Look(look) => self.look(look),
        }
    }

    /// Answers a question in the words of an order.
    fn look(&self, look: Look) -> Result<Told, Problem> {
        match look {
            Look::Ranges => positions::ranges(&self.view(), None, true),
            Look::Between(from, to) => positions::between(&self.view(), &from, &to),
            Look::Foreseen(command) => self.preview(&command),
        }
    }

    /// Answers a word to the program.
    fn word(&mut self, word: SessionWord) -> Result<Told, Problem> {
        use SessionWord::*;
        match word {
            Status { of, all } => Ok(self.status(of.as_ref(), all)),
            Duties => Ok(self.duties()),
            Chronicle => self.chronicle(),
            Advise { all, deep } => self.advise(level(deep), all),
            Obey { whom, deep } => self.obey(whom, level(deep)),
            Explain { entry, in_play, all } => {
                let (entry, says) = self.numbered_now(entry, in_play)?;
                Ok(headed(says, self.explain(entry, all)?))
            }
            Tally => Ok(self.tally()),
            Why { entry: None, in_play: _, of } => self.why(None, of.as_ref()),
            Why { entry: Some(entry), in_play, of } => {
                let (entry, says) = self.numbered_now(entry, in_play)?;
                Ok(headed(says, self.why(Some(entry), of.as_ref())?))
            }
            Card { ship } => Ok(self.card(&ship)),
            Odds(asked) => chances::chances(&self.view(), &asked),
            View { side } => self.briefing(side),
            Reveal { side } => self.reveal(side),
            Pass { to, word } => self.pass(to, word.as_deref()),
            Referee { sets_word: _, word } => self.set_word(word.as_deref()),
            Sheet { division } => positions::sheets(&self.view(), division.as_ref()),
            Move { of } => Ok(positions::moves(&self.view(), of.as_ref())),
            Where { from: Some(from), to: Some(to) } | Ranges { from: Some(from), to: Some(to), all: _ } => {
                positions::between(&self.view(), &from, &to)
            }
            Where { from, to } => Ok(positions::places(&self.view(), from.or(to).as_ref())),
            Ranges { from, to, all } => positions::ranges(&self.view(), from.or(to).as_ref(), all),
            Targets { of, all } => positions::targets(&self.view(), of.as_ref(), all),
            Rules { search, words } => {
                let words = search
                    .then_some(books::SEARCH)
                    .into_iter()
                    .chain(words.iter().flat_map(|words| words.split_whitespace()));
                let (text, value) = books::rules(self.sources, &words.collect::<Vec<_>>())?;
                Ok(Told::text(text).key("rules", value))
            }
            Table { name } => self.table(name.as_deref()),
            Help { on } => Ok(help(&self.known(), on)),
            Map(asked) => self.draw(&Drawing::Map(asked)),
            Print(asked) => self.draw(&Drawing::Print(asked)),
            Log { full, last, turns, of } => {
                let telling = if full { Telling::Full } else { Telling::Brief };
                self.log(telling, last, turns, of.as_ref())
            }
            Undo(word) | Redo(word) | Amend(word) | Dice(word) | Show(word) | Quit(word) => self.common(word),
            // They order, and are read with the orders of a line.
            Rest => self.straight(false),
            All => self.straight(true),
            Again => self.again(),
        }
    }

    /// The war of which this is a battle, by what whoever reads may know; all of it when the battle is over.
    fn chronicle(&self) -> Result<Told, Problem> {
        let state = self.state();
        let view = if state.over.is_some() { View::referee(state) } else { self.view() };
        match show::war::chronicle(&view) {
            Some(text) => Ok(Told::text(text).key("chronicle", show::war::chronicle_json(&view))),
            None => Err(no_war()),
        }
    }

    /// A table of the charts that are played by, or of the flags; the list of them without a name.
    fn table(&self, name: Option<&str>) -> Result<Told, Problem> {
        let charts = &*self.state().setup.charts;
        let (key, (text, value)) = match name {
            None => ("tables", books::table_list(charts)),
            Some(name) => ("table", books::table(self.sources, [Ok(charts)], name)?),
        };
        Ok(Told::text(text).key(key, value))
    }

    /// How the battle stands, with all its ships or with those of a unit.
    fn status(&self, of: Option<&Id>, all: bool) -> Told {
        let view = self.view();
        let fold = match of {
            Some(unit) => show::status::Fold::Only(unit),
            None if all => show::status::Fold::Open,
            None => show::status::Fold::Glance,
        };
        Told::text(show::status::status(&view, fold)).with(show::json::status_json(&view))
    }

    /// A part of the log.
    fn log(
        &self,
        telling: Telling,
        last: Option<u16>,
        turns: Option<(u16, u16)>,
        of: Option<&Id>,
    ) -> Result<Told, Problem> {
        let is_part = last.is_some() || turns.is_some() || of.is_some();
        let pick = Pick::of(&self.known(), last.map(usize::from), turns, of)?;
        let (text, value) = story(self.journal(), &self.scope().picked(pick).in_words(telling));
        let text = if text.is_empty() && is_part { "The log has nothing of that.".to_owned() } else { text };
        Ok(Told::text(text).with(json!({ "log": value })))
    }

    fn duties(&self) -> Told {
        let view = self.view();
        let mut owed = json!({ "duties": show::json::duties_json(&view, &view.duties()) });
        if view.is_referee() {
            owed["open"] = show::json::duties_json(&view, &view.chances());
        }
        Told::text(show::status::duties(&view)).with(owed)
    }

    fn card(&self, ship: &Id) -> Told {
        let view = self.view();
        Told::text(show::card::card(&view, ship)).with(json!({ "card": show::card::card_json(&view, ship) }))
    }

    fn tally(&self) -> Told {
        let (text, value) = points(self.state(), &self.seat.reader);
        let verdict = value["verdict"].clone();
        Told::text(text).with(json!({ "tally": value, "verdict": verdict }))
    }

    pub(super) fn why(&self, entry: Option<usize>, of: Option<&Id>) -> Result<Told, Problem> {
        let journal = self.journal();
        let deeds = journal.deeds();
        let scope = self.scope();
        let numbers = numbers(journal, &scope);
        let shown = |deed: &Deed<Naval>| numbers.get(&deed.entry).copied();
        let deed: Option<&Deed<Naval>> = match entry {
            Some(number) => deeds.iter().find(|deed| shown(deed) == Some(number)),
            None => deeds.iter().rfind(|deed| shown(deed).is_some()),
        };
        let Some(deed) = deed else {
            let what = entry.map_or("nothing has been ruled yet".to_owned(), |number| {
                format!("entry {number} is no command in force")
            });
            return Err(Problem::new(what).hint("`log` shows the numbers"));
        };
        let before = journal.state_before(deed.entry);
        let number = shown(deed).unwrap_or(deed.entry);
        let (before, events) = match of {
            Some(ship) => rulings_of(before, deed.events, ship),
            None => (before, deed.events.to_vec()),
        };
        let told = |_: &_| of.is_none() || !events.is_empty();
        let Some(telling) = scope.telling(&before, deed.command, &events).filter(told) else {
            let of = of.map(|ship| format!(" of {}", self.state().name(ship))).unwrap_or_default();
            let what = format!("nothing is told of entry {number}{of}");
            return Err(Problem::new(what).hint("`log` shows the numbers"));
        };
        let struck = deed.struck.and(deed.amended).and_then(|by| numbers.get(&by).copied());
        let fate = struck.map_or(show::log::Fate::InForce, show::log::Fate::Struck);
        let text = show::log::entry_of(number, &telling.command, &telling.lines, fate);
        let titles = if self.seat.reader.is_referee() { self.rule_titles(&events) } else { String::new() };
        let events = telling.events;
        Ok(Told::text(format!("{text}{titles}")).with(json!({ "entry": number, "ruling": events })))
    }

    /// The paragraphs that a ruling cites, by their titles.
    fn rule_titles(&self, events: &[NavalEvent]) -> String {
        let Ok(book) = load::rulebook(self.sources) else { return String::new() };
        let mut rules: Vec<_> = events.iter().map(|event| event.rule).collect();
        rules.sort();
        rules.dedup();
        let line = |rule| book.get(rule).map(|paragraph| format!("\n  [{rule}] {}", paragraph.title));
        rules.into_iter().filter_map(line).collect()
    }
}

/// The rulings of a deed that name a ship, and the state before the first of them.
fn rulings_of(mut before: State, events: &[NavalEvent], ship: &Id) -> (State, Vec<NavalEvent>) {
    let names = |event: &NavalEvent| serde_json::to_value(&event.fact).is_ok_and(|fact| holds(&fact, ship));
    let first = events.iter().position(names).unwrap_or(events.len());
    play::apply_all::<Naval>(&mut before, &events[..first]);
    (before, events[first..].iter().filter(|event| names(event)).cloned().collect())
}

/// Whether a word stands somewhere in a value.
fn holds(value: &Value, word: &Id) -> bool {
    match value {
        Value::String(text) => text == word.as_str(),
        Value::Array(all) => all.iter().any(|one| holds(one, word)),
        Value::Object(fields) => fields.values().any(|one| holds(one, word)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// An answer with a sentence before it.
fn headed(says: Option<String>, answer: Told) -> Told {
    let text = says.into_iter().chain([answer.text.clone()]).collect::<Vec<String>>().join("\n");
    Told { text, ..answer }
}

/// Who is asked for advice.
fn level(deep: bool) -> Level {
    if deep { Level::Admiral } else { Level::Captain }
}

fn help(known: &State, on: Option<HelpOn>) -> Told {
    match on {
        None => groups(),
        Some(HelpOn::All) => {
            let lines: Vec<String> = notation::rows().map(|row| format!("  {:<14} {}", row.word, row.says)).collect();
            Told::text(format!("{}\n\n`help VERB` shows how a line is written.", lines.join("\n")))
        }
        Some(HelpOn::Verb(verb)) => notation::help(known, verb).map_or_else(groups, Told::text),
    }
}

/// The commands by what they are for.
pub const GROUPS: [(&str, &[&str]); 9] = [
    ("the turn", &["next", "duties", "half", "again", "quickstart", "end"]),
    ("plots", &["plot", "rest", "all", "speed", "course", "turned", "seal", "reveal", "orders", "react", "smoke"]),
    ("the table", &["measure", "sight", "unsight", "illuminate", "collide", "exit", "place", "fix", "move", "where"]),
    ("guns", &["targets", "odds", "target", "declared", "fire"]),
    ("torpedoes", &["launch", "meet", "miss", "torpedoes", "none", "coup"]),
    ("damage", &["repair", "fires", "damage"]),
    (
        "to read",
        &[
            "status",
            "card",
            "ranges",
            "map",
            "sheet",
            "tally",
            "log",
            "why",
            "rules",
            "table",
            "view",
            "chronicle",
            "help",
        ],
    ),
    ("put right", &["undo", "redo", "amend", "set", "note", "division", "formation", "reform", "flag", "checks"]),
    (
        "the evening",
        &[
            "dice", "show", "pass", "referee", "advise", "obey", "explain", "print", "generate", "approach", "deploy",
            "preplot", "quit",
        ],
    ),
];

/// What a hand that is in a hurry types.
const SHORT: [(&str, &str); 7] = [
    ("izumo>rossia 8.5", "declares; 1>1 8.5 by the numbers, from 1 in each side"),
    ("2nd>v 8.5 8.9", "ship by ship, with the ranges in order"),
    ("v>iwate m 9.8 8.4 7.6", "their medium guns, each at her range"),
    ("m izumo ross 8.5 grom 8.7", "several ranges; m 2nd v 8.5 8.9 those of two lines"),
    ("rest straight", "plots of all that have none; ; parts several orders"),
    ("again; f all", "last turn's targets, and fire; f all d 3 9 with faces"),
    ("n g, n p", "next to gunfire, next to plotting"),
];

/// One screen: the commands in groups, and the shortest lines.
fn groups() -> Told {
    let lines =
        |cells: &[(&str, String)]| cells.iter().map(|(head, says)| format!("{head}\t{says}\n")).collect::<String>();
    let groups = lines(&GROUPS.map(|(head, words)| (head, words.join(" "))));
    let short = lines(&SHORT.map(|(line, says)| (line, says.to_owned())));
    let verbs = "help VERB shows how a line is written, help all every verb; ships are of Ulsan.";
    Answer::page(show::help::page(&[(groups.trim_end(), [13, 0, 0]), (&(short + verbs), [27, 0, 0])]))
}
