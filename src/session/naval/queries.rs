//! Queries: status, cards, positions, ranges, targets, and the preview of a plot.
use super::{
    Drawing, books,
    log::{LogSelection, log_of},
    odds,
};
use crate::{Answer, DiceSource, PlayableGame as _, Refusal, RulingDetail, Session};
use admirals::Level;
use naval::rules::{moves, secrecy::began_with_positions, survey};
use naval::{
    Command, Fact, Id, Naval, SideId, State,
    notation::{self, HelpTopic, MeasuringQuery, MirrorRequest, SessionWord},
    view::{View, Viewer},
};
use play::{Game as _, Hint, Rule};
use serde_json::{Value, json};
use show::{
    help::{self, HelpCell, HelpLine},
    map::{self, Window},
    scenario_brief,
};

pub fn no_war_refusal() -> Refusal {
    let what = "This battle is not part of a war.";
    Refusal::not_there(what)
        .hint(Hint::line("log").without_backticks() + " shows a battle, and kaiser play war-1904 begins a war")
}

/// Returns the verdict with all conditions, then the points, in words and as JSON: from the viewer's knowledge during
/// the battle, from the true state afterwards.
pub fn verdict_and_points(state: &State, viewer: &Viewer) -> (String, Value) {
    let view = if state.end.is_some() { View::referee(state) } else { View::seen_by(state, viewer) };
    let mut value = show::tally::tally_json(&view);
    value["verdict"] = show::verdict::verdict_json(&view);
    (format!("{}\n\n{}", show::verdict::verdict_text(&view), show::tally::tally_text(&view)), value)
}

impl Session<'_, Naval> {
    pub(super) fn answer_query(&self, query: MeasuringQuery) -> Result<Answer, Refusal> {
        match query {
            MeasuringQuery::Ranges => ranges(&self.view(), None, true),
            MeasuringQuery::Between(from, to) => line_between(&self.view(), &from, &to),
            MeasuringQuery::Preview(command) => self.preview(&command),
        }
    }

    /// Answers a session command. A refusal offers only lines that are legal now. Hints of commands common to all
    /// sessions, such as `amend`, are not checked: they may be legal only at an earlier moment.
    pub(super) fn answer_session_command(&mut self, word: SessionWord) -> Result<Answer, Refusal> {
        use SessionWord::*;
        let answer = match word {
            Undo(args) | Redo(args) | Amend(args) | Dice(args) | Show(args) | Quit(args) => {
                return self.answer_common(args);
            }
            Status { of, all } => Ok(self.status(of.as_ref(), all)),
            Duties => Ok(self.duties()),
            Chronicle => self.chronicle(),
            Advise { whom, all, deep } => self.advise(whom, advice_level(deep), all),
            Obey { whom, deep } => self.obey(whom, advice_level(deep)),
            Explain { entry, in_play, all } => self.answer_by_number(entry, in_play, |entry| self.explain(entry, all)),
            Tally => Ok(self.tally()),
            Why { entry: None, in_play: _, of } => self.explain_entry(None, of.as_ref()),
            Why { entry: Some(entry), in_play, of } => {
                self.answer_by_number(entry, in_play, |entry| self.explain_entry(Some(entry), of.as_ref()))
            }
            Card { ship } => Ok(self.card(&ship)),
            Odds(request) => odds::odds_answer(&self.view(), &request),
            View { side } => self.view_as(side, view_answer),
            Briefing { side } => self.view_as(side, briefing_answer),
            Reveal { side } => self.reveal(side),
            Pass { to, word: password } => self.pass(to, password.as_deref()),
            Referee { sets_word: _, word: password } => self.set_password(password.as_deref()),
            Take(request) => self.take(request),
            Sheet { division } => sheets(&self.view(), division.as_ref()),
            Move { of } => Ok(moves(&self.view(), of.as_ref())),
            Where { from: Some(from), to: Some(to) } | Ranges { from: Some(from), to: Some(to), all: _ } => {
                line_between(&self.view(), &from, &to)
            }
            Where { from, to } => Ok(position_list(&self.view(), from.or(to).as_ref())),
            Ranges { from, to, all } => ranges(&self.view(), from.or(to).as_ref(), all),
            Targets { of, all } => targets(&self.view(), of.as_ref(), all),
            Rules { search, words } => self.rules(search, words.as_deref().unwrap_or_default()),
            Table { name } => self.table(name.as_deref()),
            Help { on } => Ok(help_on(&self.known_state(), on)),
            Map(request) => self.draw(&Drawing::Map(request)),
            Mirror(request) => self.mirror(request),
            Print(request) => self.draw(&Drawing::Print(request)),
            Log { full, last, turns, of } => {
                let detail = if full { RulingDetail::Full } else { RulingDetail::Brief };
                self.log(detail, last, turns, of.as_ref())
            }
            // `rest` and the like give orders, and are read as orders.
            Rest => self.plot_straight(false),
            All => self.plot_straight(true),
            Again => self.declare_again(),
        };
        answer.map_err(|refusal| self.with_legal_hint(refusal))
    }

    /// Shows or changes the mirror. Anyone may see it. Only the referee, or a person against admirals, may change it.
    fn mirror(&mut self, request: MirrorRequest) -> Result<Answer, Refusal> {
        if request != MirrorRequest::Show && !self.seat.plays_against_admirals() {
            self.referee_only()?;
        }
        self.draw(&Drawing::Mirror(request))
    }

    /// Shows paragraphs and rulings, by number or by a search.
    fn rules(&self, search: bool, words: &str) -> Result<Answer, Refusal> {
        let words = search.then_some(books::SEARCH).into_iter().chain(words.split_whitespace());
        let (text, value) = books::rules(self.sources, &words.collect::<Vec<_>>())?;
        Ok(Answer::text(text).with_key("rules", value))
    }

    /// Shows the war of this battle from the viewer's knowledge, or completely after the battle.
    fn chronicle(&self) -> Result<Answer, Refusal> {
        let state = self.state();
        let view = if state.end.is_some() { View::referee(state) } else { self.view() };
        match show::war::chronicle(&view) {
            Some(text) => Ok(Answer::text(text).with_key("chronicle", show::war::chronicle_json(&view))),
            None => Err(no_war_refusal()),
        }
    }

    /// Shows a table of the charts in use or of the flags, or without a name their list.
    fn table(&self, name: Option<&str>) -> Result<Answer, Refusal> {
        let charts = &*self.state().setup.charts;
        let (key, (text, value)) = match name {
            None => ("tables", books::list_tables(charts)),
            Some(name) => ("table", books::table(self.sources, [Ok(charts)], name)?),
        };
        Ok(Answer::text(text).with_key(key, value))
    }

    /// Shows the state of the battle, with all ships or those of a unit.
    fn status(&self, unit: Option<&Id>, all: bool) -> Answer {
        let view = self.view();
        let detail = match unit {
            Some(unit) => show::status::StatusDetail::Only(unit),
            None if all => show::status::StatusDetail::Open,
            None => show::status::StatusDetail::Glance,
        };
        Answer::text(show::status::status(&view, detail)).with_keys(show::json::status_json(&view))
    }

    fn log(
        &self,
        detail: RulingDetail,
        last: Option<u16>,
        turns: Option<(u16, u16)>,
        unit: Option<&Id>,
    ) -> Result<Answer, Refusal> {
        let is_part = last.is_some() || turns.is_some() || unit.is_some();
        let selection = LogSelection::new(&self.known_state(), last.map(usize::from), turns, unit)?;
        let (text, value) = log_of(self.journal(), &self.scope().with_selection(selection).with_detail(detail));
        let text = if text.is_empty() && is_part { "The log has no such entries.".to_owned() } else { text };
        Ok(Answer::text(text).with_keys(json!({ "log": value })))
    }

    pub(super) fn duties(&self) -> Answer {
        let view = self.view();
        let mut value = json!({ "duties": show::json::duties_json(&view, &view.duties()) });
        if view.is_referee() {
            value["open"] = show::json::duties_json(&view, &view.optional_duties());
        }
        let text = [Some(show::status::duties_text(&view)), self.held_note()];
        Answer::text(text.into_iter().flatten().collect::<Vec<String>>().join("\n")).with_keys(value)
    }

    fn card(&self, ship: &Id) -> Answer {
        let view = self.view();
        Answer::text(show::card::card_text(&view, ship))
            .with_keys(json!({ "card": show::card::card_json(&view, ship) }))
    }

    fn tally(&self) -> Answer {
        let (text, value) = verdict_and_points(self.state(), &self.seat.viewer);
        let verdict = value["verdict"].clone();
        Answer::text(text).with_keys(json!({ "tally": value, "verdict": verdict }))
    }
}

fn view_answer(view: &View<'_>) -> Answer {
    let json = json!({ "view": show::json::view_json(view) });
    Answer::text(show::briefing::briefing(view)).with_keys(json)
}

fn briefing_answer(view: &View<'_>) -> Answer {
    let json = json!({ "briefing": scenario_brief::scenario_brief_json(view) });
    Answer::text(scenario_brief::scenario_brief(view)).with_keys(json)
}

fn advice_level(deep: bool) -> Level {
    if deep { Level::Admiral } else { Level::Captain }
}

fn help_on(known: &State, on: Option<HelpTopic>) -> Answer {
    match on {
        None => help_page(),
        Some(HelpTopic::All) => {
            let lines: Vec<String> =
                notation::all_verbs().map(|row| format!("  {:<14} {}", row.word, row.summary)).collect();
            Answer::text(format!("{}\n\n`help VERB` shows how a line is written.", lines.join("\n")))
        }
        Some(HelpTopic::Verb(verb)) => notation::help(known, verb).map_or_else(help_page, Answer::text),
    }
}

pub const COMMAND_GROUPS: [(&str, &[&str]); 9] = [
    ("the turn", &["next", "duties", "half", "again", "quickstart", "end"]),
    ("plots", &["plot", "rest", "all", "speed", "course", "turned", "seal", "reveal", "orders", "react", "smoke"]),
    ("the table", &["measure", "sight", "unsight", "illuminate", "collide", "exit", "place", "fix", "move", "where"]),
    ("guns", &["targets", "odds", "target", "declared", "fire"]),
    ("torpedoes", &["launch", "meet", "miss", "torpedoes", "none", "coup"]),
    ("damage", &["repair", "fires", "damage"]),
    (
        "reading",
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
            "briefing",
            "chronicle",
            "help",
        ],
    ),
    ("corrections", &["undo", "redo", "amend", "set", "note", "division", "formation", "reform", "flag", "checks"]),
    (
        "session",
        &[
            "dice", "show", "pass", "referee", "take", "advise", "obey", "explain", "print", "mirror", "generate",
            "approach", "deploy", "preplot", "quit",
        ],
    ),
];

const SHORT_FORMS: [(&str, &str); 7] = [
    ("izumo>rossia 8.5", "declare. 1>1 8.5 uses numbers, from 1 on each side"),
    ("2nd>v 8.5 8.9", "ship by ship, with the ranges in order"),
    ("v>iwate m 9.8 8.4 7.6", "their medium guns, each at its range"),
    ("m izumo ross 8.5 grom 8.7", "several ranges. m 2nd v 8.5 8.9 for two lines"),
    ("rest straight", "plot all without a plot. A ; separates orders"),
    ("again; f all", "last turn's targets, and fire. f all d 3 9 with dice"),
    ("n g, n p", "next to gunfire, next to plotting"),
];

/// Returns help on one screen: the commands in groups, and the short forms.
fn help_page() -> Answer {
    let groups = COMMAND_GROUPS.map(|(head, words)| (head, words.join(" ")));
    let groups: Vec<HelpCell<'_>> = groups.iter().map(|(head, words)| (*head, &**words)).collect();
    let verbs = "help VERB shows how to type it, help all lists every verb. Ships are from Ulsan.";
    let lines =
        help::word_list(&groups).into_iter().chain(help::word_list(&SHORT_FORMS)).chain([HelpLine::Text(verbs)]);
    Answer::page(help::help_page(lines))
}

impl Session<'_, Naval> {
    /// Answers from the view of a side or the table, by default the viewer's. A side sees only its own and the table's.
    fn view_as(&self, named: Option<SideId>, answer: fn(&View) -> Answer) -> Result<Answer, Refusal> {
        let named = named.map(|name| Viewer::from_name(Some(name.as_str())));
        let state = self.visible_state();
        let view = match (&self.seat.viewer, named) {
            (_, None) => self.view(),
            (own, Some(named)) if *own == named => self.view(),
            (Viewer::Referee, Some(named)) | (Viewer::Side(_), Some(named @ Viewer::Table)) => {
                View::seen_by(&state, &named)
            }
            (Viewer::Table | Viewer::Side(_), Some(_)) => return Err(self.not_for_viewer()),
        };
        Ok(answer(&view))
    }
}

/// Lists the positions of a unit's ships, or of every tracked ship.
pub(super) fn position_list(view: &View, unit: Option<&Id>) -> Answer {
    let (text, ships) = show::places::places_text_and_json(view, unit);
    Answer::text(text).with_key("ships", json!(ships))
}

/// Prints the sheet of a division, or of every division with a ship in action. A side sees only its own sheets. [5.1.3]
pub(super) fn sheets(view: &View, division: Option<&Id>) -> Result<Answer, Refusal> {
    let is_own = |id: &Id| view.division(id).is_none_or(|division| view.owns(&division.side));
    if let Some(enemy) = division.filter(|id| !is_own(id)) {
        let what = format!("The sheet of {} belongs to the other side.", view.name(enemy));
        return Err(Refusal::not_yours(what).rule(Rule::new("5.1.3")).hint(Hint::line("sheet") + " shows your own"));
    }
    let (text, sheets) = show::sheet::sheets(view, division);
    Ok(Answer::text(text).with_key("sheets", json!(sheets)))
}

/// Shows range, bearing, arcs and line of sight between two tracked units, or else a measured range. [2.7]
pub(super) fn line_between(view: &View, from: &Id, to: &Id) -> Result<Answer, Refusal> {
    let are_tracked = [from, to].iter().all(|unit| survey::representative_of(view, unit).is_some());
    if let Some(range) = view.measured_range(from, to).filter(|_| !are_tracked) {
        return Ok(Answer::text(show::places::measured_text(view, from, to, range))
            .with_keys(show::places::measured_json(view, from, to, range)));
    }
    for unit in [from, to] {
        if survey::representative_of(view, unit).is_none() {
            let may_measure = view.is_referee() || !began_with_positions(view);
            let tape = format!("type the measured range: measure {from} {to} 8.0");
            let hint = if may_measure { tape.into() } else { Hint::line("ranges") + " lists all known ranges" };
            return Err(Refusal::not_there(format!("{} has no position.", view.name(unit))).hint(hint));
        }
    }
    let Some(found) = naval::rules::lines::between(view, from, to) else {
        return Err(Refusal::cannot("That cannot be measured."));
    };
    Ok(Answer::text(show::places::survey_text(view, from, to, &found)).with_keys(show::places::survey_json(&found)))
}

/// Lists what the last Movement Segment did with each miniature, or those of a unit.
pub(super) fn moves(view: &View, unit: Option<&Id>) -> Answer {
    let (text, moves) = show::ruler::moves_text_and_json(view, unit);
    Answer::text(text).with_key("moves", json!(moves))
}

/// Lists range, bearing, arcs and line of sight between enemies, or from a unit to its enemies: the nearest, or all.
pub(super) fn ranges(view: &View, unit: Option<&Id>, all: bool) -> Result<Answer, Refusal> {
    let (text, ranges) = show::ruler::ranges_text_and_json(view, unit, all);
    Ok(Answer::text(text).with_key("ranges", json!(ranges)))
}

/// Lists possible targets of a unit's ships, or of all that have not declared: the nearest, or all.
pub(super) fn targets(view: &View, unit: Option<&Id>, all: bool) -> Result<Answer, Refusal> {
    if let Some(enemy) = unit.filter(|unit| view.ships_of(unit).all(|ship| !view.owns(&ship.side))) {
        let what = format!("{} belongs to the other side, so its targets are not shown.", view.name(enemy));
        return Err(Refusal::not_yours(what).hint(Hint::line("targets").without_backticks() + ", for your own ships"));
    }
    let (text, value) = show::targets::targets_text_and_json(view, unit, all);
    Ok(Answer::text(text).with_keys(value))
}

impl Session<'_, Naval> {
    /// Shows where a plot would take its ships if nothing stops them. Refused if the plot would be, if no ship has
    /// a position, or if it is for the next turn.
    fn preview(&self, command: &Command) -> Result<Answer, Refusal> {
        let known = self.known_state();
        self.may_order(command)?;
        let mut source = DiceSource::with_supposed(&[]);
        let events = play::decide::<Naval>(&known, command, &mut source);
        let events = events.map_err(|halt| Naval::refusal_of(None, &known, command, halt))?;
        let (unit, advance) = match command {
            Command::Plot { unit, advance, .. } => (unit, *advance),
            // For a unit moved by hand, a speed alone is the complete plot.
            Command::Speed { unit, .. } => (unit, false),
            _ => {
                return Err(Refusal::read("Only a plot can be previewed.").line(notation::example(&known, "plot")));
            }
        };
        if advance {
            return Err(Refusal::cannot("Where next turn's plot ends depends on this turn's move.")
                .hint("type this turn's plot"));
        }
        let mut after = known.clone().into_owned();
        play::apply_all::<Naval>(&mut after, &events);
        let division = after.division_of(unit);
        let plot = division.and_then(|division| Some((division, division.plot.as_ref()?)));
        let run_list = plot.and_then(|(division, plot)| moves::predicted_runs(&after, division, plot));
        let Some(runs) = run_list.filter(|runs| !runs.is_empty()) else {
            let what = format!("{} has no position, so only a ruler shows where the plot would end.", known.name(unit));
            // For a unit moved by hand, a speed alone is a plot.
            let line = match command {
                Command::Speed { unit, speed } => format!("plot {} {speed}", notation::typed_name(&known, unit)),
                other => notation::print(&known, other),
            };
            return Err(Refusal::cannot(what).line(line));
        };
        let name = known.name(unit);
        // The plotted ships are drawn where they would be, all others where they are. Hidden things stay hidden.
        let mut moved = self.state().clone();
        runs.into_iter().for_each(|run| Naval::apply(&mut moved, &Fact::Moved(run)));
        let view = View::seen_by(&moved, &self.seat.viewer);
        let (lines, values) = show::ruler::move_lines(&view, Some(unit));
        let mut text = format!("Nothing is recorded. If nothing stops {name}:\n{}", lines.join("\n"));
        let scene = map::scene(&view);
        if let Some(window) = Window::around(scene.table, &scene.places(unit.as_str())) {
            let page = map::terminal_map(&scene, window, show::lines::WIDTH, self.frontend.board_style());
            text = format!("{text}\n\n{}", page.plain());
        }
        Ok(Answer::text(text).with_keys(json!({ "foreseen": values })))
    }
}
