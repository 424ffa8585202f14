//! `kaiser puzzle ...`: shows a decision of a battle, reads the answer and grades it.
mod find;

use std::{path::Path, process::ExitCode};

use serde_json::{Value, json};

use super::{
    args::{PuzzleArgs, PuzzleVerb},
    battle, commanders, open,
    output::{self, Out},
    person::Person,
    prompt::{Keyboard, Prompt},
    script,
};
use admirals::{
    BattleStart, Commander, Level,
    puzzle::{choices_of, course_difference_deg, is_same_course, order_kind},
};
use load::Sources;
use naval::model::puzzle::{Puzzle, PuzzleKind};
use naval::{
    Command, Naval, NavalEvent, State,
    model::doctrine::Doctrine,
    notation::{self, LineError, Receiver},
    view::{PlayerView, View, Viewer},
};
use play::{NotDecided, Script, journal::Journal};
use session::{PlayableGame, Refusal, Session, naval::BattleSeat};

/// Commands that only look at the battle. The admiral's advice is not among them.
const LOOKS: [&str; 18] = [
    "status", "duties", "view", "briefing", "where", "map", "move", "ranges", "targets", "odds", "card", "tally",
    "log", "why", "rules", "table", "help", "sheet",
];

/// `kaiser puzzle`, `kaiser puzzle NAME [COMMAND]`, `kaiser puzzle find FILE...`.
pub fn puzzle(sources: &Sources, args: &PuzzleArgs, out: &mut Out) -> Result<ExitCode, Refusal> {
    match (&args.verb, &args.what) {
        (Some(PuzzleVerb::Find(args)), _) => find::find(sources, args, out),
        (None, None) => list(sources, out),
        (None, Some(what)) => LoadedPuzzle::load(sources, what)?.run(sources, &args.answer.join(" "), out),
    }
}

fn list(sources: &Sources, out: &mut Out) -> Result<ExitCode, Refusal> {
    let mut all = Vec::new();
    for name in load::puzzle_names(sources) {
        let puzzle = load::puzzle(sources, &name)?;
        let title = journal_of(&puzzle)?.header().setup.title.clone();
        all.push((puzzle, title));
    }
    let puzzle_json = |(puzzle, title): &(Puzzle, String)| json!({ "puzzle": puzzle.id, "title": title, "side": puzzle.side, "asks": puzzle.asks, "unit": puzzle.unit });
    let values: Vec<Value> = all.iter().map(puzzle_json).collect();
    let first = all.first().map(|(puzzle, _)| format!("\n\nkaiser puzzle {}", puzzle.id)).unwrap_or_default();
    out.print(format!("{}{first}", show::puzzle::puzzle_list(&all)), &Value::Array(values));
    Ok(ExitCode::SUCCESS)
}

fn journal_of(puzzle: &Puzzle) -> Result<Journal<Naval>, Refusal> {
    let unreadable =
        |what: String| Refusal::journal(format!("The journal of puzzle {} cannot be read: {what}.", puzzle.id));
    let read = Journal::<Naval>::read(Naval::NAME, puzzle.journal.as_bytes());
    Ok(read.map_err(|error| unreadable(error.to_string()))?.journal)
}

struct LoadedPuzzle {
    puzzle: Puzzle,
    journal: Journal<Naval>,
    /// The state as the side knows it. Only this is shown.
    player_view: PlayerView,
    /// The order of each answer, if it gives one.
    orders: Vec<Option<Command>>,
}

impl LoadedPuzzle {
    fn load(sources: &Sources, name: &str) -> Result<LoadedPuzzle, Refusal> {
        let path = Path::new(name);
        let puzzle = if open::is_yaml(path) {
            load::puzzle_text(name, &open::read_data_file(path)?)?
        } else {
            load::puzzle(sources, name)?
        };
        let journal = journal_of(&puzzle)?;
        if journal.state().setup.sides.iter().all(|side| side.id != puzzle.side) {
            let what = format!("Puzzle {}: its battle has no side \"{}\".", puzzle.id, puzzle.side);
            return Err(Refusal::journal(what));
        }
        let player_view = PlayerView::for_side(journal.state(), &puzzle.side);
        let orders = puzzle.answers.iter().map(|answer| {
            let read = |line: &String| notation::parse(player_view.state(), line).map(|typed| typed.command);
            let read = answer.line.as_ref().map(read).transpose();
            read.map_err(|error| Refusal::journal(error).at_place(format!("puzzle {}", puzzle.id)))
        });
        let orders = orders.collect::<Result<_, _>>()?;
        Ok(LoadedPuzzle { puzzle, journal, player_view, orders })
    }

    /// Grades a typed answer at once. Otherwise shows the puzzle and reads the answer from the prompt or a pipe.
    fn run(mut self, sources: &Sources, answer: &str, out: &mut Out) -> Result<ExitCode, Refusal> {
        if !answer.trim().is_empty() {
            let place = self.answer_index(answer)?;
            self.print_grade(sources, place, answer, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        let known = View::seen_by(self.journal.state(), &Viewer::Side(self.puzzle.side.clone()));
        out.print(show::puzzle::puzzle_text(&known, &self.puzzle), &show::puzzle::puzzle_json(&known, &self.puzzle));
        let found = self.read_answer(sources, out)?;
        if let Some((place, answer)) = found {
            self.print_grade(sources, place, &answer, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Reads lines until one is an answer. The others look at the battle, as the side.
    fn read_answer(&mut self, sources: &Sources, out: &mut Out) -> Result<Option<(usize, String)>, Refusal> {
        let lines = script::open_script(None)?;
        let keyboard = Keyboard::default();
        let person = if lines.is_none() { Person::at_prompt(&keyboard) } else { Person::script() };
        let mut journal = journal_of(&self.puzzle)?;
        let seat = BattleSeat::restore(&journal);
        let mut session =
            Session::new(&mut journal, &person, sources, seat, |session, drawing| battle::draw(session, drawing, None));
        session.line(&format!("pass to {}", self.puzzle.side))?;
        if let Some(mut lines) = lines {
            let failed = |error| Refusal::disk(format!("The answer cannot be read: {error}."));
            while let Some((line, _)) = script::next_line(&mut *lines).map_err(failed)? {
                if let Some(found) = self.handle_line(&mut session, line.trim(), out)? {
                    return Ok(found);
                }
            }
            return Ok(None);
        }
        let mut prompt = Prompt::new(&keyboard, false, |_| true);
        let known = self.player_view.state().clone();
        let prompt_text = Naval::prompt_view(&session).prompt;
        loop {
            let known = known.clone();
            let completing = Box::new(move |line: &str, cursor| Naval::complete(&known, line, cursor));
            let Some(line) = prompt.line(completing, &prompt_text, out)? else { return Ok(None) };
            match self.handle_line(&mut session, line.trim(), out) {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                Err(problem) => {
                    output::report(&problem, out.json);
                    prompt.note_refusal();
                }
            }
        }
    }

    /// Handles one line. `None`: the line was no answer. `Some(None)`: the person quits without an answer.
    fn handle_line(
        &self,
        session: &mut Session<'_, Naval>,
        line: &str,
        out: &mut Out,
    ) -> Result<Option<Option<(usize, String)>>, Refusal> {
        let verb = line.split_whitespace().next().unwrap_or_default();
        let word = notation::find_verb(verb).map(|row| row.word).unwrap_or_default();
        match word {
            _ if line.is_empty() || line.starts_with('#') => Ok(None),
            "quit" => Ok(Some(None)),
            look if LOOKS.contains(&look) => {
                let answer = session.line(line)?;
                out.answer(line, &answer);
                Ok(None)
            }
            other if notation::find_verb(other).is_ok_and(|row| row.receiver == Receiver::Session) => {
                let what = format!("`{other}` is not available in a puzzle.");
                Err(Refusal::read(what).hint(format!("type your answer, or one of {}", LOOKS.join(", "))))
            }
            _ => Ok(Some(Some((self.answer_index(line)?, line.to_owned())))),
        }
    }

    fn answer_index(&self, line: &str) -> Result<usize, Refusal> {
        let unit = self.player_view.state().name(&self.puzzle.unit).to_owned();
        let known = View::seen_by(self.journal.state(), &Viewer::Side(self.puzzle.side.clone()));
        let question = || show::puzzle::question(&known, &self.puzzle);
        if line.trim().eq_ignore_ascii_case("nothing") {
            let nothing = self.orders.iter().position(Option::is_none);
            return nothing.ok_or_else(|| Refusal::read("An order is required here.").hint(question()));
        }
        let typed = self.parse_order(line).map_err(|error| Refusal::in_line(line, error))?;
        let base_of = |ship: &naval::Id| self.player_view.state().base_id(ship);
        let is_asked_order = order_kind(&typed).is_some_and(|(asks, orderer)| {
            asks == self.puzzle.asks && (*orderer == self.puzzle.unit || base_of(orderer) == base_of(&self.puzzle.unit))
        });
        if !is_asked_order {
            return Err(Refusal::read(format!("That is not the kind of order asked for {unit}.")).hint(question()));
        }
        self.check_allowed(&typed)?;
        let index_where =
            |same: &dyn Fn(&Command) -> bool| self.orders.iter().position(|order| order.as_ref().is_some_and(same));
        let place = index_where(&|order| *order == typed)
            .or_else(|| index_where(&|order| same_order(order, &typed)))
            .or_else(|| self.nearest_plot(&typed));
        place.ok_or_else(|| self.unmeasured_refusal(&typed))
    }

    /// Refuses an unmeasured order. For a plot only the nearest measured one is named, as the question is still open.
    fn unmeasured_refusal(&self, typed: &Command) -> Refusal {
        let answer_text = |index: usize| show::puzzle::answer_line(&self.puzzle.answers[index]);
        let measured = self.orders.iter().enumerate().filter_map(|(index, order)| Some((index, order.as_ref()?)));
        let distances = measured.filter_map(|(index, order)| Some((course_difference_deg(order, typed)?, index)));
        let hint = if let Some((_, index)) = distances.min() {
            format!("the nearest of {} measured answers is {}", self.orders.len(), answer_text(index))
        } else {
            let mut measured: Vec<&str> = (0..self.orders.len()).map(answer_text).collect();
            // The file lists the best first, so sort by the alphabet.
            measured.sort_unstable();
            format!("measured answers, in alphabetical order: {}", measured.join("; "))
        };
        Refusal::cannot("That is legal, but its value was not measured.").hint(hint)
    }

    /// Parses an order. A plot for the only ship of the asked division counts as that division's.
    fn parse_order(&self, line: &str) -> Result<Command, LineError> {
        let (state, asked_unit) = (self.player_view.state(), &self.puzzle.unit);
        let mut command = notation::parse(state, line)?.command;
        if let Command::Plot { unit, .. } = &mut command
            && state.division(asked_unit).is_some_and(|division| division.ships == [unit.clone()])
        {
            *unit = asked_unit.clone();
        }
        Ok(command)
    }

    /// Returns the measured plot with the course nearest to that of `typed`, if one is near.
    fn nearest_plot(&self, typed: &Command) -> Option<usize> {
        let measured = self.orders.iter().enumerate().filter_map(|(index, order)| Some((index, order.as_ref()?)));
        let near = measured.filter(|(_, order)| is_same_course(order, typed));
        near.min_by_key(|(_, order)| course_difference_deg(order, typed)).map(|(index, _)| index)
    }

    /// Refuses an order that the side may not give, judged by its own knowledge.
    fn check_allowed(&self, command: &Command) -> Result<(), Refusal> {
        let state: &State = self.player_view.state();
        match play::decide::<Naval>(state, command, &mut Script::default()) {
            Err(halt @ NotDecided::Refused { .. }) => {
                Err(Refusal::rules(show::dice_prompts::naval_halt_error(state, &halt)))
            }
            Ok(_) | Err(NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. }) => Ok(()),
        }
    }

    fn print_grade(&self, sources: &Sources, place: usize, typed: &str, out: &mut Out) -> Result<(), Refusal> {
        let mut text = Vec::new();
        let is_exact = self.parse_order(typed).ok() == self.orders[place];
        if !is_exact && self.orders[place].is_some() {
            let answer_text = show::puzzle::answer_line(&self.puzzle.answers[place]);
            text.push(format!("Graded as the nearest measured answer: {answer_text}."));
        }
        text.push(show::puzzle::grade_text(&self.puzzle, place));
        if admirals::puzzle::COUNTS_VICTORY <= self.puzzle.players {
            text.push(
                "\nPoints follow 10.5, plus 24, 16 or 8 for a victory by a key of `decide`, according to its degree."
                    .to_owned(),
            );
        }
        let reasons = self.captains_reasons(sources)?;
        if let Some(reasons) = &reasons {
            text.push(format!("\nThe captain's scores, in expected points of fire over a few turns:\n{reasons}"));
        }
        if self.puzzle.players != admirals::EDITION {
            text.push("\nMeasured by computer players of an earlier edition.".to_owned());
        }
        let mut value = show::puzzle::graded_json(&self.puzzle, place);
        value["exact"] = json!(is_exact || self.orders[place].is_none());
        value["reasons"] = json!(reasons);
        value["current"] = json!(self.puzzle.players == admirals::EDITION);
        out.print(text.join("\n"), &value);
        Ok(())
    }

    /// Returns how the side's captain would score its order here, from what it knew and remembered.
    fn captains_reasons(&self, sources: &Sources) -> Result<Option<String>, Refusal> {
        let header = self.journal.header();
        let commands = self.journal.commands();
        let events = commands.iter().map(|applied| -> &[NavalEvent] { applied.events });
        let start = BattleStart::after_commands(&header.setup, events);
        let Some(memory) = start.memory(&self.puzzle.side) else { return Ok(None) };
        let played = commanders::players_in_header(header.players.as_ref());
        let card = match played.into_iter().find(|(side, _)| *side == self.puzzle.side) {
            Some((_, who)) => who.doctrine,
            None => Doctrine::for_side(&load::doctrines(sources)?, &header.setup, &self.puzzle.side),
        };
        let captain = Commander::new(Level::Captain, card).policy();
        let all = choices_of(captain.as_ref(), &self.player_view, memory, self.puzzle.asks);
        let own_choice =
            all.iter().find(|choice| order_kind(&choice.command) == Some((self.puzzle.asks, &self.puzzle.unit)));
        Ok(own_choice.map(|choice| session::naval::reasons(&self.player_view, choice)))
    }
}

/// Whether two orders count as one answer: launches with the same target and bearing, or fire of a battery at one ship.
fn same_order(left: &Command, right: &Command) -> bool {
    match (left, right) {
        (
            Command::Launch { target, bearing, .. },
            Command::Launch { target: other_target, bearing: other_bearing, .. },
        ) => (target, bearing) == (other_target, other_bearing),
        (Command::Target(left), Command::Target(right)) => {
            order_kind(&Command::Target(left.clone())).map(|(asks, _)| asks) == Some(PuzzleKind::Target)
                && (&left.firer, &left.target, left.battery) == (&right.firer, &right.target, right.battery)
        }
        _ => false,
    }
}
