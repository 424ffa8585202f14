//! Splits a line into orders and reads each of them.
//!
//! Pure: the same line and names give the same orders, and only words are checked. Each order is read against the state
//! that the orders before it leave, so it may name things that they have made.
use std::ops::Range;

use super::{
    arguments::MapRequest,
    kind::{Notation, Reader, Row, SlotKind, Value},
    line::{all_verbs, find_unit, holds_semicolons},
    order::{MeasuringQuery, Order, TypedCommand},
    request_builders,
    rows::{
        moving,
        session::{SessionVerb, SessionWord},
    },
    tape,
    verb::Verb,
    volley,
};
use crate::model::{Element, Plot};
use crate::{Id, SideId, State};
use play::{
    Hint, LineError,
    verbs::{
        self, Receiver, SharedVerb, SlotValue, Token, TokenKind, check_quotes_closed, fill, looks_numeric, reader,
    },
};

pub enum Line<'l> {
    Nothing,
    /// A session command, alone on its line.
    SessionCommand(SessionVerb, Phrase<'l>),
    Orders(Vec<Phrase<'l>>),
}

/// One order of a line: its tokens, with their places in the complete line.
pub struct Phrase<'l> {
    line: &'l str,
    tokens: Vec<Token<'l>>,
    row: &'static Row,
    /// Whether it only asks where the plot would end: `plot 2nd CR30 ?`.
    is_preview: bool,
}

/// Splits a line at each `;` that does not belong to an order.
///
/// # Errors
/// A [`LineError`] with its place: an unclosed quotation, an unknown verb, an order after `next`, or a session
/// command beside orders.
pub fn split_line<'l>(state: &State, line: &'l str) -> Result<Line<'l>, LineError> {
    let mut remaining = verbs::tokens(line);
    check_quotes_closed(&remaining)?;
    if remaining.is_empty() {
        return Ok(Line::Nothing);
    }
    let mut has_semicolon = false;
    let mut phrases: Vec<Phrase> = Vec::new();
    loop {
        has_semicolon |= remaining.first().is_some_and(is_semicolon);
        remaining.drain(..remaining.iter().take_while(|token| is_semicolon(token)).count());
        if remaining.is_empty() {
            break;
        }
        if let Some(error) = phrases.last().and_then(Phrase::unquoted_text_error) {
            return Err(error);
        }
        let row = row_of(state, line, &remaining)?;
        let end = remaining
            .iter()
            .position(is_semicolon)
            .filter(|at| !holds_semicolons(row) && !has_reason(row, &remaining[..*at]));
        let later = remaining.split_off(end.unwrap_or(remaining.len()));
        let is_preview = row.word == moving::PLOT.word && take_question_mark(line, &mut remaining);
        phrases.push(Phrase { line, tokens: std::mem::replace(&mut remaining, later), row, is_preview });
    }
    if let [before @ .., _] = &phrases[..]
        && let Some(next) = before.iter().find(|phrase| phrase.row.word == moving::NEXT.word)
    {
        return Err(next.refuse_after_next());
    }
    let Some(at) = phrases.iter().position(|phrase| phrase.session_verb().is_some()) else {
        return if phrases.is_empty() { Err(nothing_typed()) } else { Ok(Line::Orders(phrases)) };
    };
    let phrase = phrases.swap_remove(at);
    match phrase.session_verb().filter(|_| !has_semicolon) {
        Some(word) => Ok(Line::SessionCommand(word, phrase)),
        None => Err(phrase.not_an_order()),
    }
}

/// Reads a line as one command.
///
/// # Errors
/// Those of [`split_line`] and [`Phrase::read`], and lines with several orders or a session command.
pub fn parse(state: &State, line: &str) -> Result<TypedCommand, LineError> {
    match split_line(state, line)? {
        Line::Nothing => Err(nothing_typed()),
        Line::SessionCommand(_, phrase) => Err(phrase.not_an_order()),
        Line::Orders(phrases) => match &phrases[..] {
            [_, second, ..] => {
                Err(LineError::located(second.byte_range(), "Only one order is allowed here.").hint("type it alone"))
            }
            [phrase] => phrase.command(state, None),
            [] => Err(nothing_typed()),
        },
    }
}

/// Whether the reason of an `undo`, which may contain a `;`, has begun.
fn has_reason(row: &Row, tokens: &[Token]) -> bool {
    row.common == Some(SharedVerb::Undo) && tokens.iter().any(|token| token.key == "because")
}

/// Returns the session command on a line, or `None` if it gives orders. Firers' numbers mean ships of side `own` first.
///
/// # Errors
/// Those of [`split_line`] and [`Phrase::word`].
pub fn session_word(state: &State, own: Option<&SideId>, line: &str) -> Result<Option<SessionWord>, LineError> {
    match split_line(state, line)? {
        Line::SessionCommand(verb, phrase) => phrase.word(verb, state, own).map(Some),
        Line::Nothing | Line::Orders(_) => Ok(None),
    }
}

/// Reads the arguments of `map`, as typed after it.
pub fn map(state: &State, words: &str) -> Result<MapRequest, LineError> {
    let mut r: Reader = reader(state, words, verbs::tokens(words), SessionVerb::Map.row())?;
    fill(&mut r)?;
    request_builders::map(&mut r)
}

fn is_semicolon(token: &Token) -> bool {
    token.kind == TokenKind::Semicolon
}

fn is_arrow(token: &Token) -> bool {
    token.kind == TokenKind::Arrow
}

fn nothing_typed() -> LineError {
    LineError::located(0..0, "Nothing was typed.").hint("type `next`, or `help` for the commands")
}

/// Removes a `?` at the end of an order and returns whether there was one.
fn take_question_mark<'l>(line: &'l str, tokens: &mut Vec<Token<'l>>) -> bool {
    let Some(last) = tokens.pop_if(|last| last.kind == TokenKind::Word && last.text.ends_with('?')) else {
        return false;
    };
    let at = last.at.start..last.at.end - 1;
    let text = &line[at.clone()];
    if !text.is_empty() {
        tokens.push(Token { text: text.into(), key: text.to_lowercase(), at, ..last });
    }
    true
}

/// Returns the verb at the start of tokens, or `target` for a short declaration, `asahi>retvizan 8`.
fn row_of(state: &State, line: &str, tokens: &[Token]) -> Result<&'static Row, LineError> {
    let first = &tokens[0];
    if let Some(error) = battery_first_error(line, tokens) {
        return Err(error);
    }
    if is_salvo(tokens) {
        return Ok(Verb::Target.row());
    }
    if first.is_quoted() {
        let message = format!("A line begins with a command, not \"{}\".", first.text);
        return Err(
            LineError::located(first.at.clone(), message).hint("type " + Hint::line("help") + " for the commands")
        );
    }
    verbs::find(all_verbs(), &first.key, first.at.clone())
        .map_err(|error| name_first_error(state, line, tokens).unwrap_or(error))
}

/// Whether tokens are the short form of a declaration, `asahi>retvizan 8`.
fn is_salvo(tokens: &[Token]) -> bool {
    let order_tokens = tokens.split(is_semicolon).next().unwrap_or_default();
    let Some(first) = order_tokens.first() else { return false };
    order_tokens.get(1).is_some_and(is_arrow)
        || (order_tokens.iter().any(is_arrow) && !all_verbs().any(|row| row.is_called(&first.key)))
}

/// Returns the error for a battery before the ships, `m 2nd>v`. It belongs after them.
fn battery_first_error(line: &str, tokens: &[Token]) -> Option<LineError> {
    let order_tokens = tokens.split(is_semicolon).next()?;
    let (first, shot) = order_tokens.split_first()?;
    let arrow = shot.iter().position(is_arrow).filter(|arrow| 0 < *arrow);
    let has_range = shot.iter().any(|token| looks_numeric(&token.text));
    if !["b", "m", "l"].contains(&first.key.as_str()) || arrow.is_none() || has_range {
        return None;
    }
    let (battery, shot) = (&first.text, text_of(line, shot)?);
    let message = format!("The battery \"{battery}\" goes after the ships, not before them.");
    Some(LineError::located(first.at.clone(), message).hint(Hint::line(format!("{shot} {battery}"))))
}

/// Returns the error for a line that begins with a name. Two names may be a shot without its arrow.
fn name_first_error(state: &State, line: &str, tokens: &[Token]) -> Option<LineError> {
    let order_tokens = tokens.split(is_semicolon).next()?;
    if all_verbs().any(|row| row.word.starts_with(&tokens[0].key)) {
        return None;
    }
    let names = (1..=order_tokens.len()).rev().find(|names| is_name(state, line, &order_tokens[..*names]))?;
    let (name, after) = order_tokens.split_at(names);
    let is_shot = (1..=after.len()).any(|end| is_name(state, line, &after[..end]));
    let (name, after) = (text_of(line, name)?, text_of(line, after));
    let error = LineError::located(order_tokens[0].at.clone(), format!("\"{name}\" is a name, not a command."));
    Some(error.hint(match after.filter(|_| is_shot) {
        Some(after) => Hint::line(format!("{name}>{after}")),
        None => "type " + Hint::line(format!("status {name}")) + ", or " + Hint::line("help") + " for the commands",
    }))
}

/// Returns the part of the line that tokens cover.
fn text_of<'l>(line: &'l str, tokens: &[Token]) -> Option<&'l str> {
    line.get(tokens.first()?.at.start..tokens.last()?.at.end)
}

fn is_name(state: &State, line: &str, tokens: &[Token]) -> bool {
    text_of(line, tokens).is_some_and(|text| find_unit(state, text).is_ok())
}

impl<'l> Phrase<'l> {
    pub fn byte_range(&self) -> Range<usize> {
        let begins = self.tokens.first().map_or(0, |token| token.at.start);
        begins..self.tokens.last().map_or(begins, |token| token.at.end)
    }
    pub fn text(&self) -> &'l str {
        &self.line[self.byte_range()]
    }
    pub fn is_repair(&self) -> bool {
        self.row.word == Verb::Repair.row().word
    }
    /// Whether the order is `again`, which declares last turn's targets.
    pub fn is_again(&self) -> bool {
        SessionVerb::by_name(self.row.word) == Some(SessionVerb::Again)
    }
    /// Returns the verb if it has no arguments.
    pub fn bare_verb(&self) -> Option<&'static str> {
        (self.tokens.len() == 1).then_some(self.row.word)
    }
    /// Returns the session command, unless it stands for orders as `again` does.
    fn session_verb(&self) -> Option<SessionVerb> {
        let verb = SessionVerb::by_name(self.row.word).filter(|_| self.row.receiver == Receiver::Session)?;
        (!matches!(verb, SessionVerb::Rest | SessionVerb::All | SessionVerb::Again)).then_some(verb)
    }
    fn not_an_order(&self) -> LineError {
        let verb = self.tokens[0].at.clone();
        let message = format!("\"{}\" is not an order: the prompt answers it.", &self.line[verb.clone()]);
        LineError::located(verb, message).hint(format!("type it alone: {}", verbs::usage(self.row)))
    }
    /// Returns the error for free text outside quotation marks that a `;` would split.
    fn unquoted_text_error(&self) -> Option<LineError> {
        let text_slot = self.row.slots.iter().find(|slot| matches!(slot.kind, SlotKind::Text))?;
        let key_index = if text_slot.keys.is_empty() {
            0
        } else {
            self.tokens.iter().position(|token| text_slot.keys.contains(&token.key.as_str()))?
        };
        let words = self.tokens[key_index + 1..]
            .iter()
            .find(|token| token.key != "because")
            .filter(|word| !word.is_quoted())?;
        let (before, words) = self.line.split_at(words.at.start);
        let at = self.byte_range().end..self.line.trim_end().len();
        let error = LineError::located(at, "A `;` ends an order, so put words that contain one in quotation marks.");
        Some(error.hint(Hint::line(format!("{before}{}", verbs::quoted(words.trim_end())))))
    }
    /// Returns the refusal of a line that continues after `next`: the user must read the result of `next` first.
    fn refuse_after_next(&self) -> LineError {
        let next = self.text();
        let message = format!("No order may follow \"{next}\", because you must read its result first.");
        LineError::located(self.byte_range(), message)
            .hint("type " + Hint::line(next) + ", and the rest on its own line")
    }

    /// Whether the order only asks for ranges that the program measures.
    pub fn is_question(&self, state: &State) -> bool {
        self.row.word == Verb::Measure.row().word
            && self.reader(state, None).is_ok_and(|mut r| tape::question(&mut r).is_some())
    }

    /// Reads the order against the names in `state`. Firers' numbers mean ships of side `own` first.
    ///
    /// # Errors
    /// A [`LineError`] with its place: an unknown or ambiguous name, an invalid or excessive number, a missing
    /// or extra word, an impossible face, or more ranges than ships.
    pub fn read(&self, state: &State, own: Option<&SideId>) -> Result<Order, LineError> {
        match SessionVerb::by_name(self.row.word) {
            Some(verb @ SessionVerb::Again) => return self.word(verb, state, own).map(|_| Order::Again),
            Some(verb @ (SessionVerb::Rest | SessionVerb::All)) => {
                let all = verb == SessionVerb::All;
                return self.word(verb, state, own).map(|_| Order::Straight { all });
            }
            _ => {}
        }
        if self.row.word == Verb::Measure.row().word
            && let Some(order) = tape::read(&mut self.reader(state, own)?)
        {
            return order;
        }
        if let Some(arrow) = self.tokens.iter().position(is_arrow).filter(|_| is_salvo(&self.tokens))
            && let Some(firers) = self.division(state, arrow)
        {
            return volley::read(&mut self.reader(state, own)?, &firers).map(Order::Volley);
        }
        let typed = self.command(state, own)?;
        Ok(if self.is_preview {
            Order::Question(MeasuringQuery::Preview(typed.command))
        } else {
            Order::Command(typed)
        })
    }

    /// Reads the order as one command, by its row alone.
    ///
    /// # Errors
    /// Those of [`read`](Phrase::read).
    pub fn command(&self, state: &State, own: Option<&SideId>) -> Result<TypedCommand, LineError> {
        let mut r = self.reader(state, own)?;
        let dice = self.take_dice(&mut r)?;
        let is_other_form = r.row.other_form.is_some_and(|(is_other, _)| is_other(&r));
        let is_this_form =
            |verb: &&Verb| verb.row().word == r.row.word && verb.row().summary.is_empty() == is_other_form;
        let Some(verb) = Verb::ALL.iter().find(is_this_form) else { return Err(r.unexpected()) };
        r.switch_row(verb.row());
        fill(&mut r)?;
        let declared = *verb == Verb::Fire && r.filled.is_filled(DECLARED);
        if self.is_preview {
            fill_in_straight_plot(&mut r);
        }
        Ok(TypedCommand { command: verb.make(&mut r)?, dice, declared })
    }

    /// Takes the dice from the end of the order. In a note without quotation marks they are text.
    fn take_dice(&self, r: &mut Reader) -> Result<Option<Vec<u8>>, LineError> {
        if self.row.word == Verb::Note.row().word && self.tokens.get(1).is_some_and(|token| !token.is_quoted()) {
            return Ok(None);
        }
        let (dice, end) = verbs::take_dice(self.line, &mut r.tokens, r.at, self.row.takes_free_text)?;
        r.end = end;
        Ok(dice)
    }

    fn reader<'a>(&'a self, state: &'a State, own: Option<&SideId>) -> Result<Reader<'a>, LineError> {
        let mut r: Reader<'a> = reader::<Notation>(state, self.line, self.tokens.clone(), self.row)?;
        r.at = usize::from(!is_salvo(&self.tokens));
        r.names.own = own.cloned();
        Ok(r)
    }

    /// Reads the phrase as a session command, by the row of its verb.
    ///
    /// # Errors
    /// Those of [`read`](Phrase::read), and missing arguments.
    pub fn word(&self, verb: SessionVerb, state: &State, own: Option<&SideId>) -> Result<SessionWord, LineError> {
        let mut r = self.reader(state, own)?;
        fill(&mut r)?;
        verb.make(&mut r)
    }

    /// Returns the division before an arrow, if it has several bases in action. A mere number is a ship's number.
    fn division(&self, state: &State, arrow: usize) -> Option<Id> {
        let name = text_of(self.line, &self.tokens[..arrow])?;
        let named = find_unit(state, name).ok().filter(|_| name.parse::<u8>().is_err())?;
        (1 < state.base_ids(&named).len()).then_some(named)
    }
}

/// The slot of `declared` in `fire`.
const DECLARED: usize = 2;
/// The slot of the unit in `plot`.
const UNIT: usize = 0;
/// The slot of the written plot in `plot`.
const WRITTEN_PLOT: usize = 1;

/// Adds a plot straight ahead for a unit without one.
fn fill_in_straight_plot(r: &mut Reader) {
    if (WRITTEN_PLOT..r.row.slots.len()).any(|slot| r.filled.is_filled(slot)) {
        return;
    }
    let Some(unit) = r.filled.get::<Id>(UNIT) else { return };
    let ship = r.state.ships_of(&unit).find(|ship| ship.is_in_action());
    let written = ship.map(|ship| Plot { elements: vec![Element::Straight(ship.speed)], ..Plot::default() });
    let at = r.end..r.end;
    r.filled.slots[WRITTEN_PLOT].extend(written.map(|plot| SlotValue { value: Some(Value::Plot(plot)), at }));
}
