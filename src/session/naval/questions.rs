//! Lines that only ask, and words to the program.
use serde_json::{Value, json};

use super::{
    books, chances, nobody_fires, positions,
    story::{Pick, numbers, story},
    typed_order,
};
use crate::{
    Answer, Problem, Session,
    line::{entry, verb_and_rest},
};
use admirals::Level;
use naval::{
    Id, Naval, NavalEvent, State,
    notation::{self, Line, Look, Order as Meant, Phrase, SessionWord},
    view::{View, Viewer},
};
use play::journal::Deed;

/// `advise deep`: plans of the fleet are tried in thought.
const DEEP: &str = "deep";
/// The word for what is folded otherwise.
pub(super) const ALL: &str = "all";

/// A word of the rest of a line, or none.
fn named(rest: &str) -> Option<&str> {
    (!rest.is_empty()).then_some(rest)
}

/// A battle that belongs to no war.
pub fn no_war() -> Problem {
    let what = "this battle stands by itself and belongs to no war";
    Problem::new(what).hint("log tells a battle; kaiser play war-1904 begins a war")
}

/// The verdict with every condition, then the points, in words and as JSON: by what the viewer knows while the battle lasts,
/// by all that was when it is over.
pub fn points(state: &State, viewer: &Viewer) -> (String, Value) {
    let view = if state.over.is_some() { View::referee(state) } else { View::seen_by(state, viewer) };
    let mut value = show::tally_json(&view);
    value["verdict"] = show::verdict_json(&view);
    (format!("{}\n\n{}", show::verdict(&view), show::tally(&view)), value)
}

impl Session<'_, Naval> {
    /// Answers a line of battle: a word to the program, an order, or several of them.
    pub(super) fn answer(&mut self, text: &str) -> Result<Answer, Problem> {
        match notation::cut(&self.view(), text).map_err(|fault| Problem::in_line(text, fault))? {
            Line::Nothing => Ok(Answer::default()),
            Line::Word(word, phrase) => self.word(word, &phrase),
            Line::Orders(phrases)
                if self.seat.reader.is_table() && !phrases.iter().all(|phrase| phrase.asks(&self.known())) =>
            {
                Err(self.not_for_reader())
            }
            Line::Orders(phrases) => match &phrases[..] {
                [phrase] => self.one_order(text, phrase),
                several => self.several_orders(text, several),
            },
        }
    }

    /// Answers a line that is one order, or a question in the words of an order.
    fn one_order(&mut self, line: &str, phrase: &Phrase) -> Result<Answer, Problem> {
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
    fn look(&self, look: Look) -> Result<Answer, Problem> {
        match look {
            Look::Ranges => positions::ranges(&self.view(), ALL),
            Look::Between(from, to) => positions::between(&self.view(), &from, &to),
            Look::Foreseen(command) => self.preview(&command),
        }
    }

    /// Answers a word to the program.
    fn word(&mut self, word: SessionWord, phrase: &Phrase) -> Result<Answer, Problem> {
        use SessionWord::*;
        let rest = phrase.behind_verb();
        match word {
            Status => self.status(rest),
            Duties => self.alone(word, rest).map(|()| self.duties()),
            Chronicle => self.alone(word, rest).and_then(|()| self.chronicle()),
            Advise => match &*rest.to_lowercase() {
                DEEP => self.advise(Level::Admiral, false),
                ALL => self.advise(Level::Captain, true),
                "" => self.advise(Level::Captain, false),
                _ => {
                    let what = format!("advise takes all or deep after it, or nothing: \"{rest}\"");
                    Err(Problem::new(what).hint("advise, advise all, or advise deep"))
                }
            },
            Obey => self.obey(rest),
            Explain => {
                let (rest, says) = self.numbered_now(rest)?;
                Ok(headed(says, self.explain(&rest)?))
            }
            Tally => self.alone(word, rest).map(|()| self.tally()),
            // A number alone was read before.
            Why => {
                let (rest, says) = self.numbered_now(rest)?;
                let (number, ship) = verb_and_rest(&rest);
                let ship = if ship.is_empty() { None } else { Some(named_ship(&self.known(), ship)?) };
                entry(number).and_then(|entry| Ok(headed(says, self.why(Some(entry), ship.as_ref())?)))
            }
            Card | Odds if rest.is_empty() => {
                let word = word.row().word;
                Err(Problem::new(format!("{word} needs a ship")).hint(notation::example(&self.known(), word)))
            }
            Card => self.card(rest),
            Odds => chances::chances(&self.view(), self.seat.reader.side(), rest),
            View => self.briefing(named(rest)),
            Reveal => self.reveal(named(rest)),
            Pass => {
                let to = rest.strip_prefix("to ").unwrap_or(rest).trim();
                if to.is_empty() || to == "to" {
                    return Err(Problem::new("pass needs a side, the table or the referee").hint("pass to referee"));
                }
                self.pass(to)
            }
            Referee => match verb_and_rest(rest) {
                ("word", word) => self.set_word(word),
                _ => Err(Problem::new("the referee sets a word").hint("referee word WORD")),
            },
            Sheet => positions::sheets(&self.view(), named(rest)),
            Move => positions::moves(&self.view(), named(rest)),
            Where | Ranges if let Some((from, to)) = positions::pair(&self.view(), rest) => {
                positions::between(&self.view(), &from, &to)
            }
            Where => positions::places(&self.view(), named(rest)),
            Ranges => positions::ranges(&self.view(), rest),
            Targets => positions::targets(&self.view(), rest),
            Rules => {
                let (text, value) = books::rules(self.sources, &rest.split_whitespace().collect::<Vec<_>>())?;
                Ok(Answer::text(text).key("rules", value))
            }
            Show => self.tell_in(rest),
            Table => self.table(rest),
            Help => help(&self.known(), named(rest)),
            Map | Print => self.draw(phrase.text()),
            Quit => Ok(Answer { quits: true, ..Answer::default() }),
            Log => self.log(rest),
            // Read as words of every session before, as far as they say something.
            Undo | Redo | Amend | Dice | Rest | All | Again => self.typed(phrase.text()),
        }
    }

    /// The war of which this is a battle, by what whoever reads may know; all of it when the battle is over.
    fn chronicle(&self) -> Result<Answer, Problem> {
        let state = self.state();
        let view = if state.over.is_some() { View::referee(state) } else { self.view() };
        match show::chronicle(&view) {
            Some(text) => Ok(Answer::text(text).key("chronicle", show::chronicle_json(&view))),
            None => Err(no_war()),
        }
    }

    /// A table of the charts that are played by, or of the flags; the list of them without a name.
    fn table(&self, name: &str) -> Result<Answer, Problem> {
        let charts = &*self.state().setup.charts;
        let (key, (text, value)) = match name {
            "" => ("tables", books::table_list(charts)),
            name => ("table", books::table(self.sources, [Ok(charts)], name)?),
        };
        Ok(Answer::text(text).key(key, value))
    }

    /// Words that tell everything that whoever reads may know: a word more would be taken for a choice.
    fn alone(&self, word: SessionWord, rest: &str) -> Result<(), Problem> {
        if rest.is_empty() {
            return Ok(());
        }
        let word = word.row().word;
        // A side behind it is somebody who wants to read as that side.
        let hint = match notation::side(&self.state().setup, rest) {
            Ok(side) => format!("{word}; or pass to {side}, and then {word}"),
            Err(_) => format!("type it without \"{rest}\"."),
        };
        Err(Problem::new(format!("{word} takes nothing after it: \"{rest}\"")).hint(hint))
    }

    /// `status`, `status all`, or of the ships of a unit.
    fn status(&self, rest: &str) -> Result<Answer, Problem> {
        let view = self.view();
        let unit;
        let fold = match rest {
            "" => show::Fold::Glance,
            _ if rest.eq_ignore_ascii_case(ALL) => show::Fold::Open,
            name => {
                unit = notation::unit_behind(SessionWord::Status, &view, name)?;
                show::Fold::Only(&unit)
            }
        };
        Ok(Answer::text(show::status(&view, fold)).with(show::status_json(&view)))
    }

    /// A part of the log.
    fn log(&self, rest: &str) -> Result<Answer, Problem> {
        let pick = Pick::read(&self.known(), rest)?;
        let (text, value) = story(self.journal(), &self.scope().picked(pick));
        let text = if text.is_empty() { "The log has nothing of that.".to_owned() } else { text };
        Ok(Answer::text(text).with(json!({ "log": value })))
    }

    fn duties(&self) -> Answer {
        let view = self.view();
        let mut owed = json!({ "duties": show::duties_json(&view, &view.duties()) });
        if view.is_referee() {
            owed["open"] = show::duties_json(&view, &view.chances());
        }
        Answer::text(show::duties(&view)).with(owed)
    }

    pub(super) fn card(&self, name: &str) -> Result<Answer, Problem> {
        let view = self.view();
        let ship = named_ship(&view, name)?;
        Ok(Answer::text(show::card(&view, &ship)).with(json!({ "card": show::card_json(&view, &ship) })))
    }

    fn tally(&self) -> Answer {
        let (text, value) = points(self.state(), &self.seat.reader);
        let verdict = value["verdict"].clone();
        Answer::text(text).with(json!({ "tally": value, "verdict": verdict }))
    }

    pub(super) fn why(&self, entry: Option<usize>, of: Option<&Id>) -> Result<Answer, Problem> {
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
        let fate = struck.map_or(show::Fate::InForce, show::Fate::Struck);
        let text = show::entry_of(number, &telling.command, &telling.lines, fate);
        let titles = if self.seat.reader.is_referee() { self.rule_titles(&events) } else { String::new() };
        let events = telling.events;
        Ok(Answer::text(format!("{text}{titles}")).with(json!({ "entry": number, "ruling": events })))
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
fn headed(says: Option<String>, answer: Answer) -> Answer {
    let text = says.into_iter().chain([answer.text.clone()]).collect::<Vec<String>>().join("\n");
    Answer { text, ..answer }
}

/// A ship by her name, by the same rules as in every command.
pub(super) fn named_ship(state: &State, name: &str) -> Result<Id, Problem> {
    notation::ship(state, name).map_err(Problem::from)
}

fn help(known: &State, verb: Option<&str>) -> Result<Answer, Problem> {
    match verb {
        None => Ok(Answer::text(groups())),
        // The verb of that name has its page under `help all straight`.
        Some(ALL) => {
            let lines: Vec<String> = notation::rows().map(|row| format!("  {:<14} {}", row.word, row.says)).collect();
            Ok(Answer::text(format!("{}\n\n`help VERB` shows how a line is written.", lines.join("\n"))))
        }
        Some(words) if words.eq_ignore_ascii_case("all straight") => help_on(known, ALL),
        Some(verb) => help_on(known, verb),
    }
}

/// The page of a verb.
fn help_on(known: &State, verb: &str) -> Result<Answer, Problem> {
    let nothing = || Problem::new(format!("there is no command \"{verb}\"")).hint("`help` lists them");
    notation::help(known, verb).map(Answer::text).ok_or_else(nothing)
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
fn groups() -> String {
    let head = GROUPS.iter().map(|(head, _)| head.len()).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for (group, words) in GROUPS {
        let row = show::wrapped(&format!("{group:<head$}  {}", words.join(" ")), show::WIDTH);
        lines.extend(row.lines().map(str::to_owned));
    }
    let room = SHORT.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    lines.extend(SHORT.map(|(line, says)| format!("{line:<room$}  {says}")));
    lines.push("help VERB shows how a line is written, help all every verb; ships are of Ulsan.".to_owned());
    lines.join("\n")
}
