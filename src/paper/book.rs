//! A book of a battle as pages: its story, then the ship cards and the result sheet.
use naval::view::View;
use show::book::{Book, BookBlock, BookTable};
use svg::node::element::Group;

use crate::briefing::drawing_contents;
use crate::pack::pages_without_numbers;
use crate::paper::with_footers;
use crate::{Column, Flow, Grid, Paper, Part, PrintOptions, PrintedPage, Typesetter, number};

/// The greatest depth of a chart or graph.
const PICTURE_DEPTH: f64 = 120.0;
const HEADING_DEPTH: f64 = 16.0;

/// Returns the pages. `view` is the battle at the book's end.
pub fn book_pages(letters: &Typesetter, book: &Book, view: &View<'_>, paper: Paper) -> Vec<PrintedPage> {
    let mut flow = Flow::new(letters, Part::Result, paper, &book.title, &book.subtitle);
    for (index, block) in book.blocks.iter().enumerate() {
        match block {
            BookBlock::Heading(words) => {
                // A heading, and a paragraph below it, stay with the picture or table below them.
                let kept = book.blocks[index + 1..].iter().take(2).map(|block| match block {
                    BookBlock::Picture { svg, .. } => picture_size(&flow, svg).map_or(0.0, |(depth, _)| depth),
                    // A table's heading and first rows.
                    BookBlock::Paragraph(_) | BookBlock::Table(_) => 25.0,
                    _ => 0.0,
                });
                flow.require_depth(HEADING_DEPTH + kept.sum::<f64>());
                flow.heading(&words.to_uppercase());
            }
            // Commands are quoted for a terminal.
            BookBlock::Paragraph(words) => flow.paragraph(&words.replace('`', "")),
            BookBlock::Turn { label, sentences } => {
                let told: Vec<&str> = sentences.iter().map(|sentence| sentence.text.as_str()).collect();
                flow.paragraph(&format!("{label} {}", told.join(" ")));
            }
            BookBlock::Table(table) => flow.add_grid(&grid(&flow, table)),
            BookBlock::Picture { svg, .. } => draw_picture(&mut flow, &with_own_ids(svg, index)),
            BookBlock::Lines(text) => flow.columns(text),
        }
    }
    let options = PrintOptions {
        parts: vec![Part::Cards, Part::Result],
        paper,
        format: None,
        duplex: false,
        ships: Vec::new(),
        balance: None,
    };
    let pages = flow.into_pages().into_iter().chain(pages_without_numbers(letters, view, &options)).collect();
    with_footers(letters, pages, &[&book.title])
}

/// Sets a table as wide as the page, each column in proportion to its longest cell.
fn grid(flow: &Flow<'_>, table: &BookTable) -> Grid {
    let widest = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain(table.head.get(column).map(|head| head.chars().count())).max().unwrap_or(1).clamp(4, 60) as f64
    };
    let all: f64 = (0..table.head.len()).map(widest).sum();
    let columns = table.head.iter().enumerate().map(|(column, head)| {
        let width = flow.width() * widest(column) / all;
        if table.figures.contains(&column) { Column::right(head, width) } else { Column::left(head, width) }
    });
    Grid::new(table.title.to_uppercase(), columns.collect(), table.rows.clone())
}

/// Returns the depth that a picture takes up, and its scale.
fn picture_size(flow: &Flow<'_>, svg: &str) -> Option<(f64, f64)> {
    let (width, height, _) = drawing_contents(svg)?;
    let scale = (flow.width() / width).min(PICTURE_DEPTH / height);
    Some((height * scale + 3.0, scale))
}

/// Draws a chart or graph in the middle of the page, as large as the page allows.
fn draw_picture(flow: &mut Flow<'_>, svg: &str) {
    let (Some((width, _, picture)), Some((depth, scale))) = (drawing_contents(svg), picture_size(flow, svg)) else {
        return;
    };
    let left = (flow.width() - width * scale) / 2.0;
    flow.gap(2.0);
    flow.add_drawing(depth, |pen, y, _| {
        let transform = format!("translate({} {}) scale({scale:.4})", number(left), number(y));
        pen.add(Group::new().set("transform", transform).add(picture));
    });
}

/// Gives the patterns of a drawing names of their own, because several drawings share a page.
fn with_own_ids(svg: &str, index: usize) -> String {
    ["table", "shore", "smoke", "mines"].iter().fold(svg.to_owned(), |svg, id| {
        svg.replace(&format!("id=\"{id}\""), &format!("id=\"{id}-{index}\""))
            .replace(&format!("url(#{id})"), &format!("url(#{id}-{index})"))
    })
}
