//! The log of a page: what the viewer was told, with a heading for each turn.
use maud::{Markup, html};
use naval::view::View;

use super::{PageStep, Sentence, Weight, clock_text, turn_text};

/// From this number on, small sentences of one entry are folded into one line.
const MIN_FOLDED: usize = 3;

#[derive(Default)]
pub struct PageLog {
    turn: Option<String>,
    entries: Vec<Markup>,
}

impl PageLog {
    /// Adds what a moment told, if anything.
    pub fn add(&mut self, view: &View<'_>, moment: &PageStep<'_>) {
        let Some(label) = &moment.label else { return };
        let turn = turn_text(view);
        if self.turn.as_ref() != Some(&turn) {
            self.entries.push(html! { h3 id={ "t" (turn) } { "Turn " (turn) ", " (clock_text(view)) } });
            self.turn = Some(turn);
        }
        if !moment.sentences.is_empty() {
            self.entries.push(html! {
                article id={ "e" (label) } {
                    a href={ "#e" (label) } { "#" (label) }
                    (sentences(&moment.sentences))
                }
            });
        }
    }

    pub fn markup(&self) -> Markup {
        html! { @for entry in &self.entries { (entry) } }
    }
}

fn sentences(all: &[Sentence]) -> Markup {
    let is_small = |sentence: &&Sentence| sentence.weight == Weight::Small;
    let small: Vec<&Sentence> = all.iter().filter(is_small).collect();
    let folded = MIN_FOLDED <= small.len();
    html! {
        @for sentence in all.iter().filter(|sentence| !folded || !is_small(sentence)) { (paragraph(sentence)) }
        @if folded {
            details class="small" {
                summary { (small.len()) " orders, checks and declarations" }
                @for sentence in &small { (paragraph(sentence)) }
            }
        }
    }
}

/// Returns a sentence, with its paragraphs of the rules in small letters.
fn paragraph(sentence: &Sentence) -> Markup {
    let class = (sentence.weight == Weight::Turning).then_some("turning");
    html! {
        p class=[class] {
            @for (at, part) in sentence.text.split('[').enumerate() {
                @match part.split_once(']').filter(|_| 0 < at) {
                    Some((rule, rest)) => { span class="rule" { (rule) } (rest) }
                    None => { @if 0 < at { "[" } (part) }
                }
            }
        }
    }
}
