//! Operations on a line: find its verb, read single names, complete it, and ask its questions.
use super::{
    example as examples,
    kind::{Reader, Row},
    names::{NameKind, NameMatch, Names},
    read::name,
    rows::session::SessionVerb,
    typed_names::typed_name,
    verb::{Verb, spell},
};
use crate::{
    Command, Id, SideId, State,
    model::{FireOrder, Setup, command::Conditions},
};
use play::{
    LineError,
    verbs::{
        self, LineProperties, Question, SharedVerb, Suggestion, Token, TokenKind, check_quotes_closed, reader, tokens,
    },
};

/// Returns every verb of the prompt, in the order of the help: orders, then session commands.
pub fn all_verbs() -> impl Iterator<Item = &'static Row> + Clone {
    // A second form of a verb has no separate help.
    let orders = Verb::ALL.iter().map(|verb| verb.row()).filter(|row| !row.summary.is_empty());
    orders.chain(SessionVerb::ALL.iter().map(|word| word.row()))
}

/// Returns the verb for a word: in full, by a short form, or as an unambiguous start. An error names the nearest verb,
/// or those that fit.
pub fn find_verb(word: &str) -> Result<&'static Row, LineError> {
    verbs::find(all_verbs(), &word.to_lowercase(), 0..word.len())
}

/// Returns the properties of a line that follow from its verb alone. A line with arguments only shows something
/// (`looks`) if its verb is typed in full, since a reason may begin like a shortened verb. A line may be secret
/// (`is_secret`) from two letters of its verb on.
pub fn line_properties(line: &str) -> LineProperties {
    let tokens = tokens(line);
    let row = tokens.first().filter(|first| !first.is_quoted()).and_then(|first| find_verb(&first.text).ok());
    let properties = row.map_or_else(LineProperties::default, Row::properties);
    let is_complete = |row: &Row| row.is_called(&tokens[0].key) && tokens.get(1).is_none_or(Token::is_word);
    let is_alone =
        check_quotes_closed(&tokens).is_ok() && tokens.iter().all(|token| token.kind != TokenKind::Semicolon);
    let looks = properties.looks && is_alone && (tokens.len() == 1 || row.is_some_and(is_complete));
    let typed = line.to_lowercase();
    let mut words = typed.split_whitespace();
    let is_short_of = |row: &&Row, typed: &str| 1 < typed.len() && row.word.starts_with(typed);
    let is_secret = words.next().is_some_and(|typed| {
        let secret = all_verbs().filter(|row| row.password_words.is_some() && is_short_of(row, typed));
        secret.into_iter().any(|row| row.is_secret(words.clone()))
    });
    LineProperties { looks, is_secret, ..properties }
}

/// Whether the verb's arguments may contain a `;`: plots of several turns, or a corrected line.
pub(super) fn holds_semicolons(row: &Row) -> bool {
    row.slots.iter().any(|slot| slot.trailing_fillers.contains(&";")) || row.common == Some(SharedVerb::Amend)
}

/// Returns the help page of a verb, with examples from this battle. `None` if the word is not a verb.
pub fn help(state: &State, word: &str) -> Option<String> {
    find_verb(word).ok().map(|row| verbs::page(row, &examples::for_help_page(state, row.example)))
}

/// Returns the example of a verb, with ships, divisions and sides of this battle.
pub fn example(state: &State, verb: &str) -> String {
    let row = all_verbs().find(|row| row.is_called(verb));
    row.map_or_else(|| verb.to_owned(), |row| examples::adapt_to_battle(state, row.example))
}

/// Returns the canonical text of a command, such as `target asahi at retvizan range 8.0`.
pub fn print(state: &State, command: &Command) -> String {
    let (verb, values) = spell(command);
    verbs::print(state, verb.row(), &values)
}

/// Prints a command as `print` does, but a shot whose battery alone is stated in short: `asahi>retvizan b`. [3.3.5]
pub fn print_short(state: &State, command: &Command) -> String {
    match command {
        Command::Target(FireOrder {
            firer,
            target,
            range: None,
            bearing: None,
            battery: Some(battery),
            conditions,
        }) if *conditions == Conditions::default() => {
            let letter = battery.to_string().chars().take(1).collect::<String>();
            format!("{}>{} {letter}", typed_name(state, firer), typed_name(state, target))
        }
        _ => print(state, command),
    }
}

/// Returns the ship or division that a text names. Positions in an error count from the start of `text`.
pub fn find_unit(state: &State, text: &str) -> Result<Id, LineError> {
    let mut r: Reader = reader(state, text, tokens(text), SessionVerb::Where.row())?;
    let named = name(&mut r, NameKind::Unit)?;
    if r.peek().is_some() { Err(r.unexpected()) } else { Ok(named) }
}

/// Returns the side that a text names, in full or by its start.
pub fn find_side(setup: &Setup, text: &str) -> Result<SideId, LineError> {
    if let NameMatch::One(name) = Names::of_sides(setup).find(NameKind::Side, text) {
        return Ok(name.id.to_kind());
    }
    let sides: Vec<&str> = setup.sides.iter().map(|side| side.id.as_str()).collect();
    Err(LineError::located(0..text.len(), format!("There is no side \"{text}\".")).hint(sides.join(" or ")))
}

/// Returns words that fit at `cursor` (bytes), and the start of the word that they replace.
/// Targets are in the order of use: enemies in range and sighted first.
pub fn complete(state: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
    let (start, mut words) = verbs::complete(line, cursor, |line, before| offers(state, line, before));
    // A verb with which all other matches begin is suggested alone until it is typed.
    let typed = line.get(start..cursor).unwrap_or_default();
    let shortest =
        words.iter().find(|word| *word != typed && words.iter().all(|other| other.starts_with(word.as_str())));
    if let Some(shortest) = shortest.filter(|_| line[..start].trim().is_empty()).cloned() {
        words = vec![shortest];
    }
    (start, words)
}

fn offers(state: &State, line: &str, mut before: Vec<Token>) -> Vec<Suggestion> {
    let verbs = || Suggestion::words(all_verbs().map(|row| row.word));
    let last_semicolon = before.iter().rposition(|token| token.kind == TokenKind::Semicolon);
    if let Some(semicolon) = last_semicolon.filter(|_| !find_verb(&before[0].key).is_ok_and(holds_semicolons)) {
        before.drain(..=semicolon);
    }
    let Some(first) = before.first() else { return verbs() };
    let is_salvo = before.get(1).is_some_and(|word| word.key == ">");
    let row = if is_salvo { Ok(Verb::Target.row()) } else { find_verb(&first.key) };
    let Ok(row) = row else { return Vec::new() };
    if row.common == Some(SharedVerb::Amend) {
        return if before.len() < 2 { Vec::new() } else { offers(state, line, before.split_off(2)) };
    }
    let Ok(mut r) = reader(state, line, before, row) else { return Vec::new() };
    r.at = usize::from(!is_salvo);
    verbs::offers(&mut r)
}

/// Returns the next question for a verb typed alone, given the answers so far. `None` if the order is complete.
/// Session commands, and verbs that are often typed alone (`next`, `declared`, `fires`, `damage`, `end`), ask nothing.
pub fn question(state: &State, typed: &str, answers: &[String]) -> Option<Question> {
    verbs::question(state, find_verb(typed).ok()?, answers)
}

/// Returns the line for a verb and its answers: it could have been typed at once.
pub fn guided_line(typed: &str, answers: &[String]) -> String {
    find_verb(typed)
        .map_or_else(|_| [&[typed.to_owned()], answers].concat().join(" "), |row| verbs::guided_line(row, answers))
}
