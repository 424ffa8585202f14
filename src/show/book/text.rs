//! A book as text for a terminal: without its pictures.
use super::{Book, BookBlock};
use crate::{fold_paragraph, joined, plain_table};

pub fn book_text(book: &Book) -> String {
    let mut parts = vec![format!("{}\n{}", book.title, book.subtitle)];
    for block in &book.blocks {
        match block {
            BookBlock::Heading(words) => parts.push(format!("{words}\n{}", "-".repeat(words.chars().count()))),
            BookBlock::Paragraph(words) => parts.push(fold_paragraph(words, 0)),
            BookBlock::Turn { label, sentences } => {
                let told = joined(sentences.iter().map(|sentence| &sentence.text), " ");
                parts.push(fold_paragraph(&format!("{label} {told}"), 2));
            }
            BookBlock::Table(table) => {
                parts.push(format!(
                    "{}\n{}",
                    table.title,
                    plain_table(&table.head, &table.figures, table.rows.clone())
                ));
            }
            BookBlock::Picture { .. } => {}
            BookBlock::Lines(text) => parts.push(text.trim_end().to_owned()),
        }
    }
    parts.join("\n\n")
}
