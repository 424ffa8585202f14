//! The engine at a board: its options, its answers, and its automatic moves.
use serde_json::{Value, json};

use super::{Asked, Companion, read_asked};
use crate::{Followed, Mode, Refusal, Session, Stage, Told};
use boards::{Common, Sided, coal_and_steel::rules::HIDING};
use play::PairHash;
use play::journal::{Entry, EntryOf};
use search::{self, Found, Level};

/// Moves of each side before which the engine agrees to no draw.
const FIRST_MOVES: usize = 20;

/// Options that limit a search.
const BUDGETS: [&str; 3] = ["depth", "nodes", "time"];

/// Prints a score.
pub fn said(score: i32) -> String {
    match search::ends_in(score) {
        Some(plies) if plies > 0 => format!("wins in {}", (plies + 1) / 2),
        Some(plies) => format!("loses in {}", (1 - plies) / 2),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

impl<G: Companion> Session<'_, G> {
    /// Returns the best lines, best first. Refused if a die is due first or the game is over.
    pub fn search(&self, asked: &Asked) -> Result<Vec<Found<G::Command>>, Refusal> {
        if let Some(due) = G::due(self.state()) {
            return Err(Refusal::cannot("the machine does not throw for you").line(G::typed(&due)));
        }
        let mut asked = asked.clone();
        if G::HIDES {
            // The random numbers must differ from game to game, or a predictable placement would reveal every piece.
            asked.limits.seed = self.turn_seed();
        }
        let is_open = !self.is_curtained() && !self.plans_in_secret();
        let mut on_depth = |found: &[Found<G::Command>]| {
            let Some(best) = found.first() else { return };
            let ahead = format!("{} ahead", show::lines::count(best.depth, "move"));
            if !is_open {
                // The engine's plan and score would reveal its hidden pieces.
                return self.door.thinks(&ahead);
            }
            let line: Vec<String> = best.line.iter().map(G::typed).collect();
            self.door.thinks(&format!("{ahead}, {}: {}", said(best.score), line.join(G::APART)));
        };
        let found = G::advise(self.state(), &asked, &*self.door.stop(asked.time), &mut on_depth);
        self.door.thinks("");
        if found.is_empty() { Err(self.is_over()) } else { Ok(found) }
    }

    /// Returns the refusal when the game is over.
    fn is_over(&self) -> Refusal {
        Refusal::cannot(format!("the game is over: {}", G::status(self.state()))).form("undo, or log")
    }

    /// Whether the engine is the side to move and has pieces that the person may not know.
    fn plans_in_secret(&self) -> bool {
        let machine = self.seat.machine.as_ref().map(|machine| machine.side);
        G::HIDES && machine.is_some() && G::mover(self.state()) == machine
    }

    /// Returns the lines that a person asks for. Refused if they would reveal the engine's hidden pieces.
    fn advised(&self, asked: &Asked) -> Result<Vec<Found<G::Command>>, Refusal> {
        if self.plans_in_secret() {
            let problem = Refusal::not_yours("it is the machine's turn, and its plan would tell its hidden men");
            return Err(problem.rule(HIDING).line("go"));
        }
        self.search(asked)
    }

    /// Reads search options. `full` uses the budget of the engine at this board unless another is typed.
    fn asked(&self, words: &[&str], lines: usize) -> Result<Asked, Refusal> {
        let told = self.seat.machine.as_ref().map_or("", |machine| &machine.words);
        let mut tuned: Vec<&str> = told.split_whitespace().skip(1).collect();
        if words.iter().any(|word| BUDGETS.contains(word)) {
            tuned = tuned.chunks(2).filter(|pair| !BUDGETS.contains(&pair[0])).flatten().copied().collect();
        }
        let full = |word: &str| if word == Level::Full.name() { tuned.clone() } else { Vec::new() };
        let words: Vec<&str> = words.iter().flat_map(|word| [vec![*word], full(word)].concat()).collect();
        read_asked(&words, Asked { lines, ..G::asked(Level::default()) })
    }

    /// Says how far the engine searched. While pieces are placed it does not search.
    fn looked(&self, asked: &Asked, found: &Found<G::Command>) -> String {
        match G::set_out_at_random(self.state(), 1) {
            Some(_) => "drawn at random, within reason".to_owned(),
            None => {
                let looked = show::lines::count(found.nodes, asked.counts().name());
                format!("{} ahead, {looked}", show::lines::count(found.depth, "move"))
            }
        }
    }

    /// Reports what the engine would do, and what it expects after that.
    pub fn hint(&self, words: &[&str]) -> Result<Told, Refusal> {
        let asked = self.asked(words, 1)?;
        let found = self.advised(&asked)?;
        let first = &found[0];
        let line: Vec<String> = first.line.iter().map(G::typed).collect();
        let (depth, nodes) = (first.depth, first.nodes);
        let score =
            if G::set_out_at_random(self.state(), 1).is_some() { String::new() } else { said(first.score) + "; " };
        let text = format!("{} ({score}{})", line.join(G::APART), self.looked(&asked, first));
        Ok(Told::text(text).with(json!({ "line": line, "score": first.score, "depth": depth, "nodes": nodes })))
    }

    /// Reports the best lines with their scores.
    pub fn analyse(&self, words: &[&str]) -> Result<Told, Refusal> {
        let asked = self.asked(words, 3)?;
        let found = self.advised(&asked)?;
        let text: Vec<String> = found.iter().enumerate().map(|(at, found)| line::<G>(at + 1, found)).collect();
        let lines: Value = found.iter().enumerate().map(|(at, found)| value::<G>(at + 1, found)).collect();
        let summary = self.looked(&asked, &found[0]) + order(&found);
        Ok(Told::text(format!("{}\n{summary}", text.join("\n"))).key("lines", lines))
    }

    /// Has the engine move for the side to move.
    pub fn go(&mut self, words: &[&str]) -> Result<Told, Refusal> {
        let asked = self.asked(words, 1)?;
        self.machine_moves(&asked).map(|(_, answer)| answer)
    }

    /// Carries out one turn of the engine. Returns its commands and the answer.
    fn machine_moves(&mut self, asked: &Asked) -> Result<(Vec<G::Command>, Told), Refusal> {
        let side = G::mover(self.state());
        let found = self.search(asked)?;
        let (mut done, mut answer) = (Vec::new(), Told::text(""));
        for command in &found[0].line {
            let next = self.command(command.clone())?;
            done.push(command.clone());
            answer = if done.len() == 1 { next } else { answer.and(next) };
            // Turning a piece up and then moving it is one turn.
            if G::mover(self.state()) != side {
                break;
            }
        }
        if done.is_empty() {
            return Err(self.is_over());
        }
        let moves: Vec<String> = done.iter().map(G::typed).collect();
        Ok((done, answer.key("move", json!(moves.join(", ")))))
    }

    /// Performs the next automatic step: a die that is due, the engine's answer to an offer, or its move.
    pub(super) fn next_by_itself(&mut self, stage: Stage) -> Result<Option<Followed>, Refusal> {
        if stage == Stage::Beginning
            && let Some(due) = G::due(self.state()).filter(|_| self.mode == Mode::Roll)
        {
            let answer = self.command(due.clone())?;
            return Ok(Some(Followed { says: None, told: Some((G::typed(&due), answer)) }));
        }
        if let Some(set_out) = self.sets_out()? {
            return Ok(Some(set_out));
        }
        let Some(machine) = &self.seat.machine else { return Ok(None) };
        let (side, mut asked) = (machine.side, machine.asked.clone());
        if let Some(claimed) = self.machine_claims(side)? {
            return Ok(Some(claimed));
        }
        asked.limits.seed = self.turn_seed();
        if stage != Stage::Followed
            && let Some(answer) = self.answer_to_offers(side, &asked)?
        {
            return Ok(Some(answer));
        }
        let free = G::due(self.state()).is_none() && !G::is_over(self.state());
        if free && G::mover(self.state()) == Some(side) { self.machines_turn(&asked).map(Some) } else { Ok(None) }
    }

    /// Plays a turn of the engine and reports it.
    fn machines_turn(&mut self, asked: &Asked) -> Result<Followed, Refusal> {
        let (commands, mut answer) = self.machine_moves(asked)?;
        let over = G::is_over(self.state());
        let told: Vec<String> = commands.iter().map(|command| G::told(command, over)).collect();
        let told = told.join(", ");
        let says = Some(format!("The machine plays {told}."));
        if self.is_curtained() {
            // While no one may look at hidden pieces, the engine's placement stays secret: events and position show
            // every kind.
            answer.json.remove("position");
            let answer = answer.happened(Vec::new()).key("move", json!(told));
            return Ok(Followed { says, told: Some((told, answer)) });
        }
        let printed: Vec<String> = commands.iter().map(G::typed).collect();
        Ok(Followed { says, told: Some((printed.join(", "), answer)) })
    }

    /// Answers an offer of the person at once: a trade by the value of the captives to the engine, a draw by the score
    /// of its search.
    fn answer_to_offers(&mut self, side: G::Side, asked: &Asked) -> Result<Option<Followed>, Refusal> {
        if let Some(answer) = G::trade_answer(self.state(), side, asked.limits.seed) {
            let printed = G::typed(&answer);
            let told = Some((printed.clone(), self.command(answer)?));
            return Ok(Some(Followed { says: Some(format!("The machine answers: {printed}.")), told }));
        }
        let is_offer = |entry: &EntryOf<G>| matches!(entry, Entry::Did { command, .. } if G::is_common(command, Common::OfferDraw));
        let is_played = |entry: &&EntryOf<G>| !matches!(entry, Entry::Noticed { .. });
        let last = self.journal().entries().iter().rev().find(is_played);
        if G::is_over(self.state()) || !last.is_some_and(is_offer) {
            return Ok(None);
        }
        let says = |words: &str| Some(words.to_owned());
        let declined = |words: &str| Ok(Some(Followed { says: says(words), told: None }));
        if self.moves_made() < 2 * FIRST_MOVES {
            return declined("The machine declines the draw: it agrees to none in the first twenty moves.");
        }
        let score = G::weigh(self.state(), side, asked, &*self.door.stop(asked.time));
        if score.is_none_or(|score| 0 < score) {
            return declined("The machine declines the draw: the game goes on.");
        }
        let accept = G::from_common(Common::AcceptDraw);
        let told = Some((G::typed(&accept), self.command(accept)?));
        Ok(Some(Followed { says: says("The machine accepts the draw."), told }))
    }

    /// Counts the moves of both sides, including those before the starting position.
    fn moves_made(&self) -> usize {
        let journal = self.journal();
        let moves = journal.deeds().iter().filter(|deed| deed.struck.is_none() && G::is_move(deed.command)).count();
        G::moves_before(&journal.header().setup) + moves
    }

    /// Refused if only the engine has acted from an entry on, because it would do the same again.
    pub(super) fn is_not_the_machines_alone(&self, from: usize) -> Result<(), Refusal> {
        let journal = self.journal();
        let is_a_word = matches!(journal.entry(from), Some(Entry::Amended { .. }));
        let Some(machine) = self.seat.machine.as_ref().filter(|_| !is_a_word) else { return Ok(()) };
        let mut state = journal.state_before(from);
        for deed in journal.deeds().iter().filter(|deed| from <= deed.entry) {
            let person = machine.side.other();
            let answers = G::is_common(deed.command, Common::AcceptDraw) && G::standing(&state).offer == Some(person);
            if G::due(&state).is_none() && G::mover(&state) == Some(person) && !answers {
                return Ok(());
            }
            play::apply_all::<G>(&mut state, deed.events);
        }
        Err(Refusal::not_there("you have done nothing yet that could be undone"))
    }

    /// Returns the seed of this turn, hashed from the game's seed so that neighbouring seeds and turns are independent.
    /// It is never 0, which means no seed.
    ///
    /// It is the same when the game is replayed, and after later turns were undone. So undoing does not make the engine
    /// choose another move.
    pub(super) fn turn_seed(&self) -> u64 {
        let journal = self.journal();
        let seed = journal.header().seed.unwrap_or_default();
        PairHash::default().pair(seed, journal.turn()).key().max(1)
    }
}

/// Names the order of the lines if it is not the order of the scores shown.
fn order<C>(found: &[Found<C>]) -> &'static str {
    match found {
        _ if found.is_sorted_by(|one, other| one.score >= other.score) => "",
        [Found { trials: Some(_), .. }, ..] => "; the most tried line first, as a score of few trials is less sure",
        _ => "; in the order of the sums over the arrangements drawn, not of the means shown",
    }
}

/// Prints `1. +0.35  d1-c1 e4-d4`, with the trials of the line if any.
pub fn line<G: Companion>(number: usize, found: &Found<G::Command>) -> String {
    let moves: Vec<String> = found.line.iter().map(G::typed).collect();
    let trials = found.trials.map(|trials| format!(" ({})", show::lines::count(trials, "trial"))).unwrap_or_default();
    format!("{number}. {}{trials}  {}", said(found.score), moves.join(G::APART))
}

fn value<G: Companion>(number: usize, found: &Found<G::Command>) -> Value {
    let moves: Vec<String> = found.line.iter().map(G::typed).collect();
    let mut value =
        json!({ "id": number, "score": found.score, "line": moves, "depth": found.depth, "nodes": found.nodes });
    if let Some(trials) = found.trials {
        value["trials"] = json!(trials);
    }
    value
}
