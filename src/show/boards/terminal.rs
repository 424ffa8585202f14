//! Boards for a terminal: with lines, signs and colours, or in plain ASCII.
use super::diagram::{Diagram, Ground, PieceColour, PieceView, Shape, Spot, file_letter};
use crate::{
    fold_paragraph,
    map::{CharacterSet, Ink, Page, Span},
};

/// Terminal lines kept free for the text beside a board: the move, the side to move, the prompt.
const TEXT_LINES: usize = 3;

/// Returns the board with the notes below it: tall, or with one line for each rank if the terminal has too few lines.
pub fn page(diagram: &Diagram, charset: CharacterSet, lines: Option<usize>) -> Page {
    let tall = draw_board(diagram, charset, Height::Tall);
    if lines.is_none_or(|lines| tall.lines.len() + TEXT_LINES <= lines) {
        return tall;
    }
    draw_board(diagram, charset, Height::Compact)
}

/// The height in which a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Height {
    Tall,
    /// One line for each rank.
    Compact,
}

fn draw_board(diagram: &Diagram, charset: CharacterSet, height: Height) -> Page {
    let mut page = Page::default();
    match (diagram.shape, charset, height) {
        (Shape::Squares, CharacterSet::Unicode, Height::Tall) => ruled_squares(diagram, &mut page),
        (Shape::Squares, charset, Height::Tall | Height::Compact) => plain_squares(diagram, charset, &mut page),
        (Shape::Triangles, charset, Height::Tall) => triangles(diagram, charset, &mut page),
        (Shape::Triangles, charset, Height::Compact) => flat_triangles(diagram, charset, 2, &mut page),
    }
    notes(&diagram.notes, &mut page);
    if diagram.shape == Shape::Triangles {
        let mut narrow = Page::default();
        flat_triangles(diagram, charset, 1, &mut narrow);
        notes(&marks_as_text(diagram), &mut narrow);
        notes(&diagram.notes, &mut narrow);
        page.narrow = Some(narrow.plain());
    }
    page
}

fn notes(notes: &[String], page: &mut Page) {
    for note in notes {
        page.lines.extend(fold_paragraph(note, 0).lines().map(|line| vec![span(line, Ink::Plain)]));
    }
}

/// Returns the marks of a board too narrow to show them beside its pieces, as text.
fn marks_as_text(diagram: &Diagram) -> Vec<String> {
    let cells = |is_marked: fn(&Spot) -> bool| {
        let ids: Vec<&str> = diagram.spots.iter().filter(|spot| is_marked(spot)).map(|spot| &*spot.id).collect();
        ids.join(", ")
    };
    let marks = [("Last move", cells(|spot| spot.last)), ("Could be captured", cells(|spot| spot.threatened))];
    let marks = marks.into_iter().filter(|(_, cells)| !cells.is_empty());
    marks.map(|(what, cells)| format!("{what}: {cells}.")).collect()
}

fn span(text: impl Into<String>, ink: Ink) -> Span {
    Span { text: text.into(), ink }
}

/// Adds a line without trailing spaces, joining pieces of the same ink.
fn push(page: &mut Page, spans: Vec<Span>) {
    let mut line: Vec<Span> = Vec::new();
    for next in spans {
        match line.last_mut().filter(|last| last.ink == next.ink) {
            Some(last) => last.text += &next.text,
            None => line.push(next),
        }
    }
    page.push_line(line);
}

fn ink_of(diagram: &Diagram, piece: &PieceView) -> Ink {
    match diagram.sides[piece.side as usize].1 {
        PieceColour::Black | PieceColour::Red | PieceColour::Coal => Ink::Side(0),
        PieceColour::Steel => Ink::Side(1),
        PieceColour::White => Ink::Side(2),
    }
}

fn ground_sign(spot: &Spot, charset: CharacterSet) -> Option<char> {
    let unicode = charset == CharacterSet::Unicode;
    match spot.ground {
        Ground::Plain | Ground::PointUp | Ground::PointDown => None,
        Ground::Gold => Some(if unicode { '\u{25c7}' } else { '*' }),
        Ground::Wall => Some(if unicode { '\u{2593}' } else { '#' }),
        Ground::TunnelAlongFile => Some(if unicode { '\u{2551}' } else { '|' }),
        Ground::TunnelAlongRank => Some(if unicode { '\u{2550}' } else { '-' }),
    }
}

/// Whether a cell has a tile, which is shown beside a piece. Gold is shown only in an empty square.
fn is_tile(spot: &Spot) -> bool {
    matches!(spot.ground, Ground::Wall | Ground::TunnelAlongFile | Ground::TunnelAlongRank)
}

/// Returns the content of a square: `[t]`, ` t!`, `[#W']`, or `empty` if it has no piece.
fn square(diagram: &Diagram, spot: &Spot, charset: CharacterSet, empty: char) -> Vec<Span> {
    let wide = diagram.is_wide;
    let unicode = charset == CharacterSet::Unicode;
    let open = span(if spot.last { "[" } else { " " }, Ink::Mark);
    let close =
        if spot.threatened { span("!", Ink::Torpedo) } else { span(if spot.last { "]" } else { " " }, Ink::Mark) };
    let tile = ground_sign(spot, charset);
    let has_tile = is_tile(spot);
    let piece = match &spot.piece {
        Some(piece) => span(if unicode { piece.sign } else { piece.letter }, ink_of(diagram, piece)),
        None if has_tile => span(' ', Ink::Faint),
        None => span(tile.unwrap_or(empty), if tile.is_some() { Ink::Land } else { Ink::Faint }),
    };
    let mut spans = vec![open];
    if wide {
        spans.push(span(tile.filter(|_| has_tile).unwrap_or(' '), Ink::Land));
    }
    let ink = piece.ink;
    spans.push(piece);
    if wide {
        spans.push(span(if spot.piece.is_some_and(|piece| piece.down) { '\'' } else { ' ' }, ink));
    }
    spans.push(close);
    spans
}

fn file_letters(diagram: &Diagram, before: usize, wide: usize) -> Vec<Span> {
    let names = (0..diagram.size().0).map(|file| format!("{:^wide$}", file_letter(file)));
    vec![span(format!("{:before$}{}", "", names.collect::<String>()), Ink::Faint)]
}

/// Draws one line for each rank, without lines between them.
fn plain_squares(diagram: &Diagram, charset: CharacterSet, page: &mut Page) {
    let empty = if charset == CharacterSet::Unicode { '\u{b7}' } else { '.' };
    let (across, up) = diagram.size();
    let digits = up.to_string().len();
    let mut wide = 3;
    for rank in (0..up).rev() {
        let mut line = vec![span(format!("{:>digits$} ", rank + 1), Ink::Faint)];
        for spot in (0..across).filter_map(|file| diagram.spot_at(file, rank)) {
            let spans = square(diagram, spot, charset, empty);
            wide = spans.len();
            line.extend(spans);
        }
        push(page, line);
    }
    push(page, file_letters(diagram, digits + 1, wide));
}

fn ruled_squares(diagram: &Diagram, page: &mut Page) {
    let (across, up) = diagram.size();
    let Some(wide) = diagram.spots.first().map(|spot| square(diagram, spot, CharacterSet::Unicode, ' ').len()) else {
        return;
    };
    let digits = up.to_string().len();
    let rule = |left: char, cross: char, right: char| {
        let cells = vec!["\u{2500}".repeat(wide); usize::from(across)].join(&cross.to_string());
        vec![span(format!("{:1$} {left}{cells}{right}", "", digits), Ink::Faint)]
    };
    push(page, rule('\u{250c}', '\u{252c}', '\u{2510}'));
    for rank in (0..up).rev() {
        let mut line = vec![span(format!("{:>digits$} \u{2502}", rank + 1), Ink::Faint)];
        for spot in (0..across).filter_map(|file| diagram.spot_at(file, rank)) {
            line.extend(square(diagram, spot, CharacterSet::Unicode, ' '));
            line.push(span("\u{2502}", Ink::Faint));
        }
        push(page, line);
        if rank > 0 {
            push(page, rule('\u{251c}', '\u{253c}', '\u{2524}'));
        }
    }
    push(page, rule('\u{2514}', '\u{2534}', '\u{2518}'));
    push(page, file_letters(diagram, digits + 2, wide + 1));
}

/// Columns before the first file of a board of triangles.
const RANK_COLUMNS: usize = 3;

/// Returns the mark beside a piece: in a cell of the last move, capturable, or both.
fn spot_mark(spot: &Spot) -> Option<(char, Ink)> {
    match (spot.last, spot.threatened) {
        (true, true) => Some(('+', Ink::Torpedo)),
        (false, true) => Some(('!', Ink::Torpedo)),
        (true, false) => Some(('*', Ink::Mark)),
        (false, false) => None,
    }
}

fn piece_sign(piece: &PieceView, charset: CharacterSet) -> char {
    if charset == CharacterSet::Unicode { piece.sign } else { piece.letter }
}

/// Returns the letters of the files below a board of triangles, `columns` apart.
fn files_of_triangles(across: u8, columns: usize) -> Vec<Span> {
    let names: String = (0..across).map(|file| format!("{:<columns$}", file_letter(file))).collect();
    vec![span(format!("{:1$}{names}", "", RANK_COLUMNS + 1), Ink::Faint)]
}

/// Draws one line for each rank. `columns` for each file are two, or one without marks. An empty cell is a small
/// triangle that points as its cell does.
fn flat_triangles(diagram: &Diagram, charset: CharacterSet, columns: usize, page: &mut Page) {
    let (across, up) = diagram.size();
    let (points_up, points_down) = match charset {
        CharacterSet::Unicode => ('\u{25b5}', '\u{25bf}'),
        CharacterSet::Ascii => ('^', ','),
    };
    for rank in (0..up).rev() {
        let mut line = vec![span(format!("{:>2}{:2$}", rank + 1, "", RANK_COLUMNS - 1), Ink::Faint)];
        for file in 0..across {
            let spot = diagram.spot_at(file, rank);
            let empty = spot.map_or(' ', |spot| if spot.ground == Ground::PointDown { points_down } else { points_up });
            let piece = spot.and_then(|spot| spot.piece.as_ref());
            line.push(
                piece.map_or(span(empty, Ink::Faint), |piece| span(piece_sign(piece, charset), ink_of(diagram, piece))),
            );
            if 1 < columns {
                let (letter, ink) = spot.and_then(spot_mark).unwrap_or((' ', Ink::Faint));
                line.push(span(letter, ink));
            }
        }
        push(page, line);
    }
    push(page, files_of_triangles(across, columns));
}

/// Draws two lines for each rank, two columns for each file: `/K_\` points up, `\K /` points down.
fn triangles(diagram: &Diagram, charset: CharacterSet, page: &mut Page) {
    let (across, up) = diagram.size();
    let (rising, falling, base) = match charset {
        CharacterSet::Unicode => ('\u{2571}', '\u{2572}', '\u{2581}'),
        CharacterSet::Ascii => ('/', '\\', '_'),
    };
    let columns = RANK_COLUMNS + 2 * usize::from(across) + 2;
    let mut canvas = vec![vec![(' ', Ink::Faint); columns]; 2 * usize::from(up) + 1];
    for spot in &diagram.spots {
        let top = 1 + 2 * usize::from(up - 1 - spot.rank);
        let left = RANK_COLUMNS + 2 * usize::from(spot.file);
        // The edges, the row of the piece, and the row of the base.
        let (edges, inner, line) = if spot.ground == Ground::PointDown {
            ([(top, 0, falling), (top, 3, rising), (top + 1, 1, falling), (top + 1, 2, rising)], top, top - 1)
        } else {
            ([(top, 1, rising), (top, 2, falling), (top + 1, 0, rising), (top + 1, 3, falling)], top + 1, top + 1)
        };
        for (row, column, letter) in edges {
            canvas[row][left + column] = (letter, Ink::Faint);
        }
        for column in [1, 2] {
            if canvas[line][left + column].0 == ' ' {
                canvas[line][left + column] = (base, Ink::Faint);
            }
        }
        if let Some(piece) = &spot.piece {
            canvas[inner][left + 1] = (piece_sign(piece, charset), ink_of(diagram, piece));
        }
        if let Some(mark) = spot_mark(spot) {
            canvas[inner][left + 2] = mark;
        }
    }
    for rank in 0..up {
        let row = 2 * usize::from(up - rank);
        for (column, digit) in format!("{:>2}", rank + 1).chars().enumerate() {
            canvas[row][column] = (digit, Ink::Faint);
        }
    }
    for row in canvas {
        push(page, row.into_iter().map(|(letter, ink)| span(letter, ink)).collect());
    }
    push(page, files_of_triangles(across, 2));
}
