//! A book as one HTML file without a script.
use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use naval::view::View;

use super::{Book, BookBlock, BookTable};
use crate::page::{compact_style, final_cards, source_hash, visible};

const STYLE: &str = include_str!("book.css");

/// Returns the file. `view` is the battle at the book's end, for the ship cards. The same book gives the same bytes.
pub fn book_html(book: &Book, view: &View<'_>) -> String {
    let style = compact_style(STYLE);
    let policy = format!(
        "default-src 'none'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        source_hash(&style)
    );
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                title { (book.title) ", " (book.subtitle) }
                style { (PreEscaped(&style)) }
            }
            body {
                header { h1 { (book.title) } p class="soft" { (book.subtitle) } }
                main {
                    @for block in &book.blocks { (block_markup(block)) }
                    h2 { "Ship cards at the end" }
                    (final_cards(view))
                }
            }
        }
    };
    visible(markup.into_string())
}

fn block_markup(block: &BookBlock) -> Markup {
    match block {
        BookBlock::Heading(words) => html! { h2 { (words) } },
        BookBlock::Paragraph(words) => html! { p { (words.replace('`', "")) } },
        BookBlock::Turn { label, sentences } => html! {
            p class="turn" {
                strong { (label) }
                @for sentence in sentences {
                    " " span data-entries=(sentence.entries.join(" ")) { (sentence.text) }
                }
            }
        },
        BookBlock::Table(table) => table_markup(table),
        BookBlock::Picture { caption, svg } => html! {
            figure {
                img alt=(caption) src={ "data:image/svg+xml;base64," (STANDARD.encode(svg)) };
                figcaption { (caption) }
            }
        },
        BookBlock::Lines(text) => html! { pre tabindex="0" { (text) } },
    }
}

fn table_markup(BookTable { title, head, figures, rows }: &BookTable) -> Markup {
    html! {
        div class="wide" tabindex="0" role="region" aria-label=(title) {
            table {
                caption { (title) }
                thead { tr { @for (column, words) in head.iter().enumerate() { th scope="col" class=[cell_class(figures, column)] { (words) } } } }
                tbody {
                    @for row in rows {
                        tr { @for (column, words) in row.iter().enumerate() { td class=[cell_class(figures, column)] { (words) } } }
                    }
                }
            }
        }
    }
}

/// Figures stand on the right.
fn cell_class(figures: &[usize], column: usize) -> Option<&'static str> {
    figures.contains(&column).then_some("figure")
}
