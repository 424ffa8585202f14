//! Suggestions for the next words: completion, and the guided form with one question at a time.
use super::{
    fill::{is_open, read_leniently},
    reader::reader,
    table::{
        AcceptedAnswer, Argument, ArgumentPlace, CommandSpec, Grammar, Prompt, PromptChoices, Question, Reader,
        Receiver, Suggestion, WhenMissing,
    },
    tokens::{Token, tokens},
    words::{fold, quoted},
};

/// Returns words that fit at `cursor` (bytes), and the start of the word that they replace. `offers` lists what may
/// follow the words before it.
pub fn complete<'l>(
    line: &'l str,
    cursor: usize,
    offers: impl FnOnce(&'l str, Vec<Token<'l>>) -> Vec<Suggestion>,
) -> (usize, Vec<String>) {
    let cursor = (0..=cursor.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let typed = &line[..cursor];
    let mut before = tokens(typed);
    let unfinished = before.pop_if(|token| token.at.end == cursor && token.is_word());
    let (start, stub) = unfinished.map_or((cursor, String::new()), |token| (token.at.start, token.text.into_owned()));
    let (key, lower) = (fold(&stub, false), stub.to_lowercase());
    let fits = |suggestion: &Suggestion| match &suggestion.shown {
        None => suggestion.text.to_lowercase().starts_with(&lower),
        Some(shown) => fold(&suggestion.text, false).starts_with(&key) || fold(shown, false).starts_with(&key),
    };
    let fitting = offers(typed, before).into_iter().filter(fits);
    (start, crate::distinct(fitting.map(|suggestion| suggestion.text)))
}

pub fn offers<G: Grammar>(r: &mut Reader<G>) -> Vec<Suggestion> {
    let row = r.row;
    let printed = row.slots.iter().filter(|slot| !slot.silent).filter_map(Argument::key);
    let second = printed.filter_map(|key| key.split_once(' ')).find(|(first, _)| *first == r.last_key());
    if let Some((_, second)) = second.filter(|_| r.at < r.tokens.len()) {
        return Suggestion::words([second]);
    }
    let unfinished = read_leniently(r);
    let inner = r.filling.map_or_else(Vec::new, |(slot, from)| {
        let is_untyped = |word: &&&str| r.tokens[from..].iter().all(|token| token.key != ***word);
        Suggestion::words(row.slots[slot].inner.iter().filter(is_untyped).copied())
    });
    match (unfinished, r.filling) {
        (Some(slot), Some((_, from))) if from < r.tokens.len() && !row.slots[slot].inner.is_empty() => return inner,
        (Some(slot), _) => return empty_words_and_offers(r, &row.slots[slot]),
        (None, _) => {}
    }
    let mut out = inner;
    for (index, slot) in row.slots.iter().enumerate().filter(|(index, _)| is_open(r, *index)) {
        let is_unfilled = !r.filled.is_filled(index);
        if slot.place != ArgumentPlace::Fixed {
            let is_typed = |suggestion: &Suggestion| r.tokens.iter().skip(1).any(|token| token.key == suggestion.text);
            out.extend(first_words(r, slot).into_iter().filter(|suggestion| !is_typed(suggestion)));
            continue;
        }
        let key = first_word(slot).filter(|_| is_unfilled && !slot.silent);
        out.extend(Suggestion::words(key));
        match slot.when_missing {
            WhenMissing::Nothing if key.is_some() => {}
            WhenMissing::By(known) if is_unfilled && known(r).is_ok() => {}
            _ if is_unfilled => out.extend(empty_words_and_offers(r, slot)),
            _ => out.extend(slot_offers(r, slot)),
        }
        if is_unfilled && matches!(slot.when_missing, WhenMissing::Refused) {
            break;
        }
    }
    out
}

/// Returns the first words of a loose slot: its key, or its values if it needs no key.
fn first_words<G: Grammar>(r: &Reader<G>, slot: &Argument<G>) -> Vec<Suggestion> {
    let needs_no_key = slot.keys.is_empty() || (slot.silent && !G::words(slot.kind).is_empty());
    if needs_no_key { slot_offers(r, slot) } else { Suggestion::words(first_word(slot)) }
}

fn first_word<G: Grammar>(slot: &Argument<G>) -> Option<&'static str> {
    slot.key().and_then(|key| key.split(' ').next())
}

fn slot_offers<G: Grammar>(r: &Reader<G>, slot: &Argument<G>) -> Vec<Suggestion> {
    slot.suggestions.map_or_else(|| G::offers(r, slot.kind), |list| list(r))
}

fn empty_words_and_offers<G: Grammar>(r: &Reader<G>, slot: &Argument<G>) -> Vec<Suggestion> {
    [Suggestion::words(slot.empty_words.iter().copied()), slot_offers(r, slot)].concat()
}

fn questions_of<G: Grammar>(row: &'static CommandSpec<G>) -> Vec<(&'static Argument<G>, &'static Prompt<G>)> {
    row.slots.iter().flat_map(|slot| slot.prompts.iter().flatten().map(move |prompt| (slot, prompt))).collect()
}

/// Returns the next question for an order's verb typed alone, given the earlier answers. `None` if none is left.
pub fn question<G: Grammar>(
    state: &G::State,
    mut row: &'static CommandSpec<G>,
    answers: &[String],
) -> Option<Question> {
    if row.receiver == Receiver::Session {
        return None;
    }
    let line = guided_line(row, answers);
    let mut r = reader(state, &line, tokens(&line), row).ok()?;
    r.skip();
    if let Some((_, other)) = row.other_form.filter(|(is_other, _)| is_other(&r)) {
        row = other;
        r.switch_row(other);
    }
    let prompts = questions_of(row);
    if let Some((slot, prompt)) = prompts.get(answers.len()) {
        read_leniently(&mut r);
        return build_question(&r, slot, prompt);
    }
    let more = row.repeated_question.as_ref()?;
    let is_done = prompts.len() < answers.len() && answers.last().is_some_and(|answer| answer.trim().is_empty());
    let choices = || with_empty_choice(more.done, Suggestion::words(more.choices.iter().copied()));
    (!is_done).then(|| Question {
        above: None,
        text: more.text.to_owned(),
        choices: choices(),
        takes: AcceptedAnswer::Words,
    })
}

fn build_question<G: Grammar>(r: &Reader<G>, slot: &Argument<G>, prompt: &Prompt<G>) -> Option<Question> {
    let choices = match prompt.how {
        PromptChoices::By(build) => return build(r),
        PromptChoices::Free | PromptChoices::Quoted => Vec::new(),
        PromptChoices::Choose => shown(slot_offers(r, slot)),
        PromptChoices::Among(pick) => shown(pick(r)),
        PromptChoices::OrNone(nothing) => with_empty_choice(nothing, slot_offers(r, slot)),
    };
    let takes = if matches!(prompt.how, PromptChoices::Free | PromptChoices::Quoted) {
        AcceptedAnswer::Words
    } else {
        AcceptedAnswer::Listed
    };
    Some(Question { above: None, text: prompt.text.to_owned(), choices, takes })
}

/// Returns what is shown for each suggestion, and the text to type.
pub fn shown(offers: Vec<Suggestion>) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    for suggestion in offers {
        if !out.iter().any(|(_, text)| *text == suggestion.text) {
            out.push((suggestion.shown.unwrap_or_else(|| suggestion.text.clone()), suggestion.text));
        }
    }
    out
}

/// Returns the choices of [`shown`], after a first choice that omits the slot.
pub fn with_empty_choice(nothing: &str, offers: Vec<Suggestion>) -> Vec<(String, String)> {
    [vec![(nothing.to_owned(), String::new())], shown(offers)].concat()
}

/// Returns the line for a verb and its answers: it could have been typed at once.
pub fn guided_line<G: Grammar>(row: &'static CommandSpec<G>, answers: &[String]) -> String {
    let mut line = row.word.to_owned();
    let mut prompts = questions_of(row).into_iter();
    for answer in answers {
        let (answer, prompt) = (answer.trim(), prompts.next());
        if answer.is_empty() {
            continue;
        }
        let is_quoted = prompt.is_some_and(|(_, prompt)| matches!(prompt.how, PromptChoices::Quoted));
        let answer =
            if is_quoted && !answer.starts_with(['"', '“', '„']) { quoted(answer) } else { answer.to_owned() };
        let key = |slot: &Argument<G>| slot.key().filter(|_| !slot.silent || slot.place != ArgumentPlace::Fixed);
        let lead = prompt.and_then(|(slot, prompt)| prompt.lead.or_else(|| key(slot))).unwrap_or("");
        let first = answer.split_whitespace().next().unwrap_or("");
        line.push(' ');
        if !lead.is_empty() && first != lead && !row.slots.iter().any(|slot| slot.keys.contains(&first)) {
            line.push_str(lead);
            line.push(' ');
        }
        line.push_str(&answer);
    }
    line
}
