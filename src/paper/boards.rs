//! Prints a board to play on and a sheet with its rules.
use crate::{Flow, MARGIN, Paper, Part, PrintedPage, Typesetter, paper::with_footers};
use show::boards::{Diagram, picture};
use show::boards::{card::RuleCard, diagram::Shape};

/// Returns the empty board, as large as the paper allows, then the rules with the starting position. In millimetres.
pub fn boards(letters: &Typesetter, set_up: &Diagram, card: &RuleCard, paper: Paper) -> Vec<PrintedPage> {
    let page = paper.size();
    let inner_width = page.0 - 2.0 * MARGIN;
    let mut printed_page = PrintedPage::new(Part::Charts, page);
    let (board, width, height) = picture::board(&set_up.without_pieces(), cell_size(set_up, inner_width));
    let (x, y) = ((page.0 - width) / 2.0, (page.1 - height) / 2.0);
    printed_page.add(board.set("transform", format!("translate({x:.2} {y:.2})")));
    let mut flow = Flow::new(letters, Part::Charts, paper, card.title, card.summary);
    let (small, width, height) = picture::board(set_up, cell_size(set_up, inner_width * SMALL_BOARD_SHARE));
    if set_up.spots.iter().any(|spot| spot.piece.is_some()) {
        flow.add_drawing(height + 4.0, |pen, y, whole| {
            let x = (whole - width) / 2.0;
            pen.add(small.set("transform", format!("translate({x:.2} {y:.2})")));
        });
    }
    for (head, words) in card.parts() {
        flow.heading(head);
        words.for_each(|words| flow.paragraph(words));
    }
    let pages = [printed_page].into_iter().chain(flow.into_pages()).collect();
    with_footers(letters, pages, &[card.title])
}

/// Width of the small board as a share of the page's width.
const SMALL_BOARD_SHARE: f64 = 0.52;

/// Returns the side of a cell so that the board with its margins has this width.
fn cell_size(board: &Diagram, width: f64) -> f64 {
    let across = f64::from(board.size().0);
    match board.shape {
        Shape::Squares => width / (across + 1.0),
        Shape::Triangles => width / ((across + 1.0) / 2.0 + 1.0),
    }
}
