//! The engine at a board: its options, its answers, and its automatic moves.
use serde_json::{Value, json};

use super::{BoardGame, SearchOptions, read_options};
use crate::{Answer, AutomaticStep, DiceMode, Refusal, Session, Stage};
use boards::{CommonCommand, Sided, coal_and_steel::rules::HIDING};
use play::PairHash;
use play::journal::{Entry, EntryOf};
use search::{self, Level, SearchResult};

/// The engine agrees to no draw until each side has made this many moves.
const MIN_MOVES_BEFORE_DRAW: usize = 20;

const LIMIT_WORDS: [&str; 3] = ["depth", "nodes", "time"];

pub fn score_text(score: i32) -> String {
    match search::plies_to_end(score) {
        Some(plies) if plies > 0 => format!("wins in {}", (plies + 1) / 2),
        Some(plies) => format!("loses in {}", (1 - plies) / 2),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

impl<G: BoardGame> Session<'_, G> {
    /// Returns the best lines, best first. Refused if a die is due first or the game is over.
    pub fn search(&self, options: &SearchOptions) -> Result<Vec<SearchResult<G::Command>>, Refusal> {
        if let Some(due) = G::due_command(self.state()) {
            return Err(Refusal::cannot("The engine does not roll for you.").line(G::command_text(&due)));
        }
        let mut options = options.clone();
        if G::HIDES {
            // The random numbers must differ from game to game, or a predictable placement would reveal every piece.
            options.limits.seed = self.turn_seed();
        }
        let is_open = !self.is_look_forbidden() && !self.plans_in_secret();
        let mut on_depth = |found: &[SearchResult<G::Command>]| {
            let Some(best) = found.first() else { return };
            let ahead = format!("{} ahead", show::lines::count(best.depth, "move"));
            if !is_open {
                // The engine's plan and score would reveal its hidden pieces.
                return self.frontend.show_progress(&ahead);
            }
            let line: Vec<String> = best.line.iter().map(G::command_text).collect();
            self.frontend.show_progress(&format!(
                "{ahead}, {}: {}",
                score_text(best.score),
                line.join(G::MOVE_SEPARATOR)
            ));
        };
        let found = G::advise(self.state(), &options, &*self.frontend.stop_test(options.time), &mut on_depth);
        self.frontend.show_progress("");
        if found.is_empty() { Err(self.game_over_refusal()) } else { Ok(found) }
    }

    fn game_over_refusal(&self) -> Refusal {
        Refusal::cannot(format!("The game is over. {}.", G::status(self.state()))).hint("type `undo` or `log`.")
    }

    /// Whether the engine is the side to move and has pieces that the person may not know.
    fn plans_in_secret(&self) -> bool {
        let machine = self.seat.engine.as_ref().map(|machine| machine.side);
        G::HIDES && machine.is_some() && G::mover(self.state()) == machine
    }

    /// Returns the lines that a person asks for. Refused if they would reveal the engine's hidden pieces.
    fn search_for_person(&self, options: &SearchOptions) -> Result<Vec<SearchResult<G::Command>>, Refusal> {
        if self.plans_in_secret() {
            let refusal = Refusal::not_yours("It is the engine's turn, and its plan would reveal its hidden pieces.");
            return Err(refusal.rule(HIDING).line("go"));
        }
        self.search(options)
    }

    /// Reads search options. `full` uses the budget of the engine at this board unless another is typed.
    fn read_search_options(&self, words: &[&str], lines: usize) -> Result<SearchOptions, Refusal> {
        let engine_words = self.seat.engine.as_ref().map_or("", |machine| &machine.options_text);
        let mut tuned: Vec<&str> = engine_words.split_whitespace().skip(1).collect();
        if words.iter().any(|word| LIMIT_WORDS.contains(word)) {
            tuned = tuned.chunks(2).filter(|pair| !LIMIT_WORDS.contains(&pair[0])).flatten().copied().collect();
        }
        let full = |word: &str| if word == Level::Full.name() { tuned.clone() } else { Vec::new() };
        let words: Vec<&str> = words.iter().flat_map(|word| [vec![*word], full(word)].concat()).collect();
        read_options(&words, SearchOptions { lines, ..G::options_for(Level::default()) })
    }

    /// Says how far the engine searched. While pieces are placed it does not search.
    fn search_effort(&self, options: &SearchOptions, found: &SearchResult<G::Command>) -> String {
        match G::random_placement(self.state(), 1) {
            Some(_) => "placed at random, sensibly".to_owned(),
            None => {
                let looked = show::lines::count(found.nodes, options.unit_counted().name());
                format!("{} ahead, {looked}", show::lines::count(found.depth, "move"))
            }
        }
    }

    /// Reports what the engine would do, and what it expects after that.
    pub fn hint(&self, words: &[&str]) -> Result<Answer, Refusal> {
        let options = self.read_search_options(words, 1)?;
        let found = self.search_for_person(&options)?;
        let first = &found[0];
        let line: Vec<String> = first.line.iter().map(G::command_text).collect();
        let (depth, nodes) = (first.depth, first.nodes);
        let score =
            if G::random_placement(self.state(), 1).is_some() { String::new() } else { score_text(first.score) + "; " };
        let moves = match &line[..] {
            [best, next @ ..] if !next.is_empty() => format!("{best}, then {}", next.join(G::MOVE_SEPARATOR)),
            _ => line.join(G::MOVE_SEPARATOR),
        };
        let text = format!("{moves} ({score}{})", self.search_effort(&options, first));
        Ok(Answer::text(text).with_keys(json!({ "line": line, "score": first.score, "depth": depth, "nodes": nodes })))
    }

    /// Reports the best lines with their scores.
    pub fn analyse(&self, words: &[&str]) -> Result<Answer, Refusal> {
        let options = self.read_search_options(words, 3)?;
        let found = self.search_for_person(&options)?;
        let text: Vec<String> =
            found.iter().enumerate().map(|(index, found)| analysis_line::<G>(index + 1, found)).collect();
        let lines: Value =
            found.iter().enumerate().map(|(index, found)| analysis_json::<G>(index + 1, found)).collect();
        let summary = self.search_effort(&options, &found[0]) + order_note(&found);
        Ok(Answer::text(format!("{}\n{summary}", text.join("\n"))).with_key("lines", lines))
    }

    /// Has the engine move for the side to move.
    pub fn play_engine_move(&mut self, words: &[&str]) -> Result<Answer, Refusal> {
        let options = self.read_search_options(words, 1)?;
        self.play_engine_turn(&options).map(|(_, answer)| answer)
    }

    fn play_engine_turn(&mut self, options: &SearchOptions) -> Result<(Vec<G::Command>, Answer), Refusal> {
        let side = G::mover(self.state());
        let found = self.search(options)?;
        let (mut done, mut answer) = (Vec::new(), Answer::text(""));
        for command in &found[0].line {
            let next = self.carry_out_command(command.clone())?;
            done.push(command.clone());
            answer = if done.len() == 1 { next } else { answer.append(next) };
            // Turning a piece up and then moving it is one turn.
            if G::mover(self.state()) != side {
                break;
            }
        }
        if done.is_empty() {
            return Err(self.game_over_refusal());
        }
        let moves: Vec<String> = done.iter().map(G::command_text).collect();
        Ok((done, answer.with_key("move", json!(moves.join(", ")))))
    }

    /// Performs the next automatic step: a due die, planned placements, or the engine's claim of time, answer or move.
    pub(super) fn next_automatic_step(&mut self, stage: Stage) -> Result<Option<AutomaticStep>, Refusal> {
        if stage == Stage::Beginning
            && let Some(due) = G::due_command(self.state()).filter(|_| self.dice_mode == DiceMode::Roll)
        {
            let answer = self.carry_out_command(due.clone())?;
            return Ok(Some(AutomaticStep { sentence: None, line_and_answer: Some((G::command_text(&due), answer)) }));
        }
        if let Some(placed) = self.place_next()? {
            return Ok(Some(placed));
        }
        let Some(machine) = &self.seat.engine else { return Ok(None) };
        let (side, mut options) = (machine.side, machine.options.clone());
        if let Some(claimed) = self.claim_time_for_engine(side)? {
            return Ok(Some(claimed));
        }
        options.limits.seed = self.turn_seed();
        if stage != Stage::Followed
            && let Some(answer) = self.answer_to_offers(side, &options)?
        {
            return Ok(Some(answer));
        }
        let free = G::due_command(self.state()).is_none() && !G::is_over(self.state());
        if free && G::mover(self.state()) == Some(side) {
            self.report_engine_turn(&options).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Plays a turn of the engine and reports it.
    fn report_engine_turn(&mut self, options: &SearchOptions) -> Result<AutomaticStep, Refusal> {
        let (commands, mut answer) = self.play_engine_turn(options)?;
        let over = G::is_over(self.state());
        let moves_text: Vec<String> = commands.iter().map(|command| G::log_text(command, over)).collect();
        let moves_text = moves_text.join(", ");
        let sentence = Some(format!("The engine plays {moves_text}."));
        if self.is_look_forbidden() {
            // While no one may look at hidden pieces, the engine's placement stays secret: events and position show
            // every kind.
            answer.json.remove("position");
            let answer = answer.with_events(Vec::new()).with_key("move", json!(moves_text));
            return Ok(AutomaticStep { sentence, line_and_answer: Some((moves_text, answer)) });
        }
        let printed: Vec<String> = commands.iter().map(G::command_text).collect();
        Ok(AutomaticStep { sentence, line_and_answer: Some((printed.join(", "), answer)) })
    }

    /// Answers an offer of the person at once: a trade by the engine's score before and after, a draw by the score of
    /// its search.
    fn answer_to_offers(&mut self, side: G::Side, options: &SearchOptions) -> Result<Option<AutomaticStep>, Refusal> {
        if let Some(answer) = G::trade_answer(self.state(), side, options.limits.seed) {
            let printed = G::command_text(&answer);
            let line_and_answer = Some((printed.clone(), self.carry_out_command(answer)?));
            return Ok(Some(AutomaticStep {
                sentence: Some(format!("The engine answers: {printed}.")),
                line_and_answer,
            }));
        }
        let is_offer = |entry: &EntryOf<G>| matches!(entry, Entry::Did { command, .. } if G::is_common(command, CommonCommand::OfferDraw));
        let is_played = |entry: &&EntryOf<G>| !matches!(entry, Entry::Noticed { .. });
        let last = self.journal().entries().iter().rev().find(is_played);
        if G::is_over(self.state()) || !last.is_some_and(is_offer) {
            return Ok(None);
        }
        let sentence = |words: &str| Some(words.to_owned());
        let declined = |words: &str| Ok(Some(AutomaticStep { sentence: sentence(words), line_and_answer: None }));
        if self.moves_made() < 2 * MIN_MOVES_BEFORE_DRAW {
            return declined("The engine declines the draw. It accepts none in the first 20 moves.");
        }
        let score = G::score_for(self.state(), side, options, &*self.frontend.stop_test(options.time));
        if score.is_none_or(|score| 0 < score) {
            return declined("The engine declines the draw.");
        }
        let accept = G::from_common(CommonCommand::AcceptDraw);
        let line_and_answer = Some((G::command_text(&accept), self.carry_out_command(accept)?));
        Ok(Some(AutomaticStep { sentence: sentence("The engine accepts the draw."), line_and_answer }))
    }

    /// Counts the moves of both sides, including those before the starting position.
    fn moves_made(&self) -> usize {
        let journal = self.journal();
        let moves = journal
            .commands()
            .iter()
            .filter(|applied| applied.removed_by.is_none() && G::is_move(applied.command))
            .count();
        G::moves_before(&journal.header().setup) + moves
    }

    /// Refused if only the engine has acted from an entry on, because it would do the same again.
    pub(super) fn check_person_has_acted(&self, from: usize) -> Result<(), Refusal> {
        let journal = self.journal();
        let is_amendment = matches!(journal.entry(from), Some(Entry::Amended { .. }));
        let Some(machine) = self.seat.engine.as_ref().filter(|_| !is_amendment) else { return Ok(()) };
        let mut state = journal.state_before(from);
        for applied in journal.commands().iter().filter(|applied| from <= applied.entry) {
            let person = machine.side.other();
            let is_engine_answer = G::is_common(applied.command, CommonCommand::AcceptDraw)
                && G::game_status(&state).offer == Some(person);
            if G::due_command(&state).is_none() && G::mover(&state) == Some(person) && !is_engine_answer {
                return Ok(());
            }
            play::apply_all::<G>(&mut state, applied.events);
        }
        Err(Refusal::not_there("You have not done anything yet to undo."))
    }

    /// Returns the seed of this turn, hashed from the game's seed so that neighbouring seeds and turns are independent.
    /// It is never 0, which means no seed.
    ///
    /// It is the same when the game is replayed, and after later turns were undone. So undoing does not make the engine
    /// choose another move.
    pub(super) fn turn_seed(&self) -> u64 {
        let journal = self.journal();
        let seed = journal.header().seed.unwrap_or_default();
        PairHash::default().pair(seed, journal.next_command_index()).key().max(1)
    }
}

/// Names the order of the lines if it is not the order of the scores shown.
fn order_note<C>(found: &[SearchResult<C>]) -> &'static str {
    match found {
        _ if found.is_sorted_by(|left, right| left.score >= right.score) => "",
        [SearchResult { playouts: Some(_), .. }, ..] => {
            ", most trials first, because a score of few trials is less certain"
        }
        _ => ", ordered by total score over the sampled arrangements, not by the mean shown",
    }
}

/// Prints `1. +0.35  d1-c1 e4-d4`, with the trials of the line if any.
pub fn analysis_line<G: BoardGame>(number: usize, found: &SearchResult<G::Command>) -> String {
    let moves: Vec<String> = found.line.iter().map(G::command_text).collect();
    let trials = found.playouts.map(|trials| format!(" ({})", show::lines::count(trials, "trial"))).unwrap_or_default();
    format!("{number}. {}{trials}  {}", score_text(found.score), moves.join(G::MOVE_SEPARATOR))
}

fn analysis_json<G: BoardGame>(number: usize, found: &SearchResult<G::Command>) -> Value {
    let moves: Vec<String> = found.line.iter().map(G::command_text).collect();
    let mut value =
        json!({ "id": number, "score": found.score, "line": moves, "depth": found.depth, "nodes": found.nodes });
    if let Some(trials) = found.playouts {
        value["trials"] = json!(trials);
    }
    value
}
