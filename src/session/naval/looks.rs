//! Queries: status, cards, positions, ranges, targets, and the preview of a plot.
use super::{
    Drawing, books, odds,
    story::{Pick, story},
};
use crate::{AtTable as _, DiceAtHand, Refusal, Session, Telling, Told};
use admirals::Level;
use naval::rules::{moves, secrecy::has_positions, survey};
use naval::{
    Command, Fact, Id, Naval, SideId, State,
    notation::{self, HelpOn, Look, SessionWord},
    view::{View, Viewer},
};
use play::{Game as _, Hint, Rule};
use serde_json::{Value, json};
use show::{
    help::{self, Cell, Line},
    map::{self, Window},
};

/// Returns the refusal for a battle that belongs to no war.
pub fn no_war() -> Refusal {
    let what = "this battle stands by itself and belongs to no war";
    Refusal::not_there(what).hint(Hint::line("log").bare() + " tells a battle; kaiser play war-1904 begins a war")
}

/// Returns the verdict with all conditions, then the points, in words and as JSON: from the viewer's knowledge during
/// the battle, from the true state afterwards.
pub fn points(state: &State, viewer: &Viewer) -> (String, Value) {
    let view = if state.over.is_some() { View::referee(state) } else { View::seen_by(state, viewer) };
    let mut value = show::tally::tally_json(&view);
    value["verdict"] = show::verdict::verdict_json(&view);
    (format!("{}\n\n{}", show::verdict::verdict(&view), show::tally::tally(&view)), value)
}

impl Session<'_, Naval> {
    /// Answers a question in the form of an order.
    pub(super) fn look(&self, look: Look) -> Result<Told, Refusal> {
        match look {
            Look::Ranges => ranges(&self.view(), None, true),
            Look::Between(from, to) => between(&self.view(), &from, &to),
            Look::Foreseen(command) => self.preview(&command),
        }
    }

    /// Answers a session command. A refusal offers only lines that are legal now. Commands common to all sessions are
    /// exempt, because an amendment follows the rules of the amended moment.
    pub(super) fn word(&mut self, word: SessionWord) -> Result<Told, Refusal> {
        use SessionWord::*;
        let told = match word {
            Undo(word) | Redo(word) | Amend(word) | Dice(word) | Show(word) | Quit(word) => return self.common(word),
            Status { of, all } => Ok(self.status(of.as_ref(), all)),
            Duties => Ok(self.duties()),
            Chronicle => self.chronicle(),
            Advise { all, deep } => self.advise(level(deep), all),
            Obey { whom, deep } => self.obey(whom, level(deep)),
            Explain { entry, in_play, all } => self.by_number(entry, in_play, |entry| self.explain(entry, all)),
            Tally => Ok(self.tally()),
            Why { entry: None, in_play: _, of } => self.why(None, of.as_ref()),
            Why { entry: Some(entry), in_play, of } => {
                self.by_number(entry, in_play, |entry| self.why(Some(entry), of.as_ref()))
            }
            Card { ship } => Ok(self.card(&ship)),
            Odds(asked) => odds::chances(&self.view(), &asked),
            View { side } => self.briefing(side),
            Reveal { side } => self.reveal(side),
            Pass { to, word } => self.pass(to, word.as_deref()),
            Referee { sets_word: _, word } => self.set_word(word.as_deref()),
            Sheet { division } => sheets(&self.view(), division.as_ref()),
            Move { of } => Ok(moves(&self.view(), of.as_ref())),
            Where { from: Some(from), to: Some(to) } | Ranges { from: Some(from), to: Some(to), all: _ } => {
                between(&self.view(), &from, &to)
            }
            Where { from, to } => Ok(places(&self.view(), from.or(to).as_ref())),
            Ranges { from, to, all } => ranges(&self.view(), from.or(to).as_ref(), all),
            Targets { of, all } => targets(&self.view(), of.as_ref(), all),
            Rules { search, words } => self.rules(search, words.as_deref().unwrap_or_default()),
            Table { name } => self.table(name.as_deref()),
            Help { on } => Ok(help_on(&self.known(), on)),
            Map(asked) => self.draw(&Drawing::Map(asked)),
            Print(asked) => self.draw(&Drawing::Print(asked)),
            Log { full, last, turns, of } => {
                let telling = if full { Telling::Full } else { Telling::Brief };
                self.log(telling, last, turns, of.as_ref())
            }
            // These give orders and are read as such.
            Rest => self.straight(false),
            All => self.straight(true),
            Again => self.again(),
        };
        told.map_err(|problem| self.advised(problem))
    }

    /// Shows paragraphs and rulings, by number or by a search.
    fn rules(&self, search: bool, words: &str) -> Result<Told, Refusal> {
        let words = search.then_some(books::SEARCH).into_iter().chain(words.split_whitespace());
        let (text, value) = books::rules(self.sources, &words.collect::<Vec<_>>())?;
        Ok(Told::text(text).key("rules", value))
    }

    /// Shows the war of this battle from the viewer's knowledge, or completely after the battle.
    fn chronicle(&self) -> Result<Told, Refusal> {
        let state = self.state();
        let view = if state.over.is_some() { View::referee(state) } else { self.view() };
        match show::war::chronicle(&view) {
            Some(text) => Ok(Told::text(text).key("chronicle", show::war::chronicle_json(&view))),
            None => Err(no_war()),
        }
    }

    /// Shows a table of the charts in use or of the flags, or without a name their list.
    fn table(&self, name: Option<&str>) -> Result<Told, Refusal> {
        let charts = &*self.state().setup.charts;
        let (key, (text, value)) = match name {
            None => ("tables", books::table_list(charts)),
            Some(name) => ("table", books::table(self.sources, [Ok(charts)], name)?),
        };
        Ok(Told::text(text).key(key, value))
    }

    /// Shows the state of the battle, with all ships or those of a unit.
    fn status(&self, of: Option<&Id>, all: bool) -> Told {
        let view = self.view();
        let fold = match of {
            Some(unit) => show::status::Fold::Only(unit),
            None if all => show::status::Fold::Open,
            None => show::status::Fold::Glance,
        };
        Told::text(show::status::status(&view, fold)).with(show::json::status_json(&view))
    }

    /// Shows a part of the log.
    fn log(
        &self,
        telling: Telling,
        last: Option<u16>,
        turns: Option<(u16, u16)>,
        of: Option<&Id>,
    ) -> Result<Told, Refusal> {
        let is_part = last.is_some() || turns.is_some() || of.is_some();
        let pick = Pick::of(&self.known(), last.map(usize::from), turns, of)?;
        let (text, value) = story(self.journal(), &self.scope().picked(pick).in_words(telling));
        let text = if text.is_empty() && is_part { "The log has nothing of that.".to_owned() } else { text };
        Ok(Told::text(text).with(json!({ "log": value })))
    }

    pub(super) fn duties(&self) -> Told {
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
}

/// Returns the level of the player asked for advice.
fn level(deep: bool) -> Level {
    if deep { Level::Admiral } else { Level::Captain }
}

fn help_on(known: &State, on: Option<HelpOn>) -> Told {
    match on {
        None => groups(),
        Some(HelpOn::All) => {
            let lines: Vec<String> = notation::rows().map(|row| format!("  {:<14} {}", row.word, row.says)).collect();
            Told::text(format!("{}\n\n`help VERB` shows how a line is written.", lines.join("\n")))
        }
        Some(HelpOn::Verb(verb)) => notation::help(known, verb).map_or_else(groups, Told::text),
    }
}

/// The commands grouped by purpose.
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

/// Short forms for quick typing.
const SHORT: [(&str, &str); 7] = [
    ("izumo>rossia 8.5", "declares; 1>1 8.5 by the numbers, from 1 in each side"),
    ("2nd>v 8.5 8.9", "ship by ship, with the ranges in order"),
    ("v>iwate m 9.8 8.4 7.6", "their medium guns, each at her range"),
    ("m izumo ross 8.5 grom 8.7", "several ranges; m 2nd v 8.5 8.9 those of two lines"),
    ("rest straight", "plots of all that have none; ; parts several orders"),
    ("again; f all", "last turn's targets, and fire; f all d 3 9 with faces"),
    ("n g, n p", "next to gunfire, next to plotting"),
];

/// Returns help on one screen: the commands in groups, and the short forms.
fn groups() -> Told {
    let groups = GROUPS.map(|(head, words)| (head, words.join(" ")));
    let groups: Vec<Cell<'_>> = groups.iter().map(|(head, words)| (*head, &**words)).collect();
    let verbs = "help VERB shows how a line is written, help all every verb; ships are of Ulsan.";
    let lines = help::listed(&groups).into_iter().chain(help::listed(&SHORT)).chain([Line::Says(verbs)]);
    Told::page(help::page(lines))
}

impl Session<'_, Naval> {
    /// `view SIDE`, by default the viewer's. A side sees only its own.
    fn briefing(&self, asked: Option<SideId>) -> Result<Told, Refusal> {
        let view = match (&self.seat.reader, asked) {
            (_, None) => self.view(),
            (Viewer::Referee, Some(side)) => View::of(&self.told_state(), &side),
            (Viewer::Side(own), Some(side)) if *own == side => self.view(),
            (Viewer::Table | Viewer::Side(_), Some(_)) => return Err(self.not_for_reader()),
        };
        Ok(Told::text(show::briefing::briefing(&view)).with(json!({ "view": show::json::view_json(&view) })))
    }
}

/// Lists the positions of a unit's ships, or of every tracked ship.
pub(super) fn places(view: &View, of: Option<&Id>) -> Told {
    let (text, ships) = show::places::places(view, of);
    Told::text(text).key("ships", json!(ships))
}

/// Prints the sheet of a division, or of every division with a ship in action. A side sees only its own sheets. [5.1.3]
pub(super) fn sheets(view: &View, division: Option<&Id>) -> Result<Told, Refusal> {
    let own = |id: &Id| view.division(id).is_none_or(|division| view.owns(&division.side));
    if let Some(theirs) = division.filter(|id| !own(id)) {
        let what = format!("the sheet of {} is kept by the other side", view.name(theirs));
        return Err(Refusal::not_yours(what).rule(Rule::new("5.1.3")).hint(Hint::line("sheet") + " shows your own"));
    }
    let (text, sheets) = show::sheet::sheets(view, division);
    Ok(Told::text(text).key("sheets", json!(sheets)))
}

/// Shows range, bearing, arcs and line of sight between two tracked units, or else a measured range. [2.7]
pub(super) fn between(view: &View, from: &Id, to: &Id) -> Result<Told, Refusal> {
    let are_tracked = [from, to].iter().all(|unit| survey::standing_for(view, unit).is_some());
    if let Some(range) = view.measured(from, to).filter(|_| !are_tracked) {
        return Ok(Told::text(show::places::taped(view, from, to, range))
            .with(show::places::taped_json(view, from, to, range)));
    }
    for unit in [from, to] {
        if survey::standing_for(view, unit).is_none() {
            let may_measure = view.is_referee() || !has_positions(view);
            let tape = format!("type the range that the tape shows: measure {from} {to} 8.0");
            let hint = if may_measure { tape.into() } else { Hint::line("ranges") + " lists all that is known" };
            return Err(Refusal::not_there(format!("{} has no position.", view.name(unit))).hint(hint));
        }
    }
    let Some(found) = naval::rules::lines::between(view, from, to) else {
        return Err(Refusal::cannot("that cannot be measured."));
    };
    Ok(Told::text(show::places::survey(view, from, to, &found)).with(show::places::survey_json(&found)))
}

/// Lists what the last Movement Segment did with each miniature, or those of a unit.
pub(super) fn moves(view: &View, of: Option<&Id>) -> Told {
    let (text, moves) = show::ruler::moves(view, of);
    Told::text(text).key("moves", json!(moves))
}

/// Lists range, bearing, arcs and line of sight between enemies, or from a unit to its enemies: the nearest, or all.
pub(super) fn ranges(view: &View, of: Option<&Id>, all: bool) -> Result<Told, Refusal> {
    let (text, ranges) = show::ruler::ranges(view, of, all);
    Ok(Told::text(text).key("ranges", json!(ranges)))
}

/// Lists possible targets of a unit's ships, or of all that have not declared: the nearest, or all.
pub(super) fn targets(view: &View, of: Option<&Id>, all: bool) -> Result<Told, Refusal> {
    if let Some(theirs) = of.filter(|unit| view.ships_of(unit).all(|ship| !view.owns(&ship.side))) {
        let what = format!("{} is the other side's: whom she could fire at is not told", view.name(theirs));
        return Err(Refusal::not_yours(what).hint(Hint::line("targets").bare() + ", for your own ships"));
    }
    let (text, value) = show::targets::targets(view, of, all);
    Ok(Told::text(text).with(value))
}

impl Session<'_, Naval> {
    /// Shows where a plot would take its ships if nothing stops them. Refused if the plot is, if no ship has a
    /// position, or if it is for a later turn.
    fn preview(&self, command: &Command) -> Result<Told, Refusal> {
        let known = self.known();
        self.may_order(command)?;
        let mut hand = DiceAtHand::supposed(&[]);
        let events = play::decide::<Naval>(&known, command, &mut hand);
        let events = events.map_err(|halt| Naval::refused(None, &known, command, halt))?;
        let (unit, advance) = match command {
            Command::Plot { unit, advance, .. } => (unit, *advance),
            // For a unit moved by hand, a speed alone is the complete plot.
            Command::Speed { unit, .. } => (unit, false),
            _ => {
                return Err(Refusal::read("only a plot can be asked about so").line(notation::example(&known, "plot")));
            }
        };
        if advance {
            return Err(Refusal::cannot("where a plot of next turn ends hangs on this turn's move")
                .hint("the plot of this turn"));
        }
        let mut then = known.clone().into_owned();
        play::apply_all::<Naval>(&mut then, &events);
        let division = then.division_of(unit);
        let plot = division.and_then(|division| Some((division, division.plot.as_ref()?)));
        let runs = plot.and_then(|(division, plot)| moves::foreseen(&then, division, plot));
        let Some(runs) = runs.filter(|runs| !runs.is_empty()) else {
            let what =
                format!("{} has no position: where the plot would end is for the ruler to say", known.name(unit));
            // For a unit moved by hand, a speed alone is a plot.
            let line = match command {
                Command::Speed { unit, speed } => format!("plot {} {speed}", notation::typed_name(&known, unit)),
                other => notation::print(&known, other),
            };
            return Err(Refusal::cannot(what).line(line));
        };
        let name = known.name(unit);
        // Drawn at the future positions, all other ships at their present ones. Hidden things stay hidden.
        let mut moved = self.state().clone();
        runs.into_iter().for_each(|run| Naval::apply(&mut moved, &Fact::Moved(run)));
        let view = View::seen_by(&moved, &self.seat.reader);
        let (lines, values) = show::ruler::move_lines(&view, Some(unit));
        let mut text = format!("Nothing is filed. As far as nothing stops {name}:\n{}", lines.join("\n"));
        let scene = map::scene(&view);
        if let Some(window) = Window::about(scene.table, &scene.places(unit.as_str())) {
            let page = map::terminal(&scene, window, show::lines::WIDTH, self.door.lettering());
            text = format!("{text}\n\n{}", page.plain());
        }
        Ok(Told::text(text).with(json!({ "foreseen": values })))
    }
}
