//! A board as a picture: cells as polygons, pieces as lettered discs.
use svg::{
    Node as _,
    node::element::{Circle, Group, Line, Polygon, Rectangle, Text},
};

use super::diagram::{Diagram, Ground, PieceColour, PieceSide, PieceView, Shape, Spot, file_letter};
use crate::drawing::{INK, PAPER, SOFT, number, sheet, without_control_characters};
use crate::filled;

/// Colours of cells in the last move, and of the ring around a piece that could be captured.
const LAST_MOVE_COLOUR: &str = "#e3b324";
const THREAT_COLOUR: &str = "#d0321e";
/// Height of an equilateral triangle divided by its side: half the square root of three.
const TRIANGLE_HEIGHT: f64 = 0.866;

const CELL_SIDE: f64 = 80.0;
const MARGIN: f64 = 36.0;

/// Draws the board with its title, its notes and a key. The same diagram gives the same bytes.
pub fn svg(diagram: &Diagram) -> String {
    let side = match diagram.shape {
        Shape::Squares => CELL_SIDE,
        Shape::Triangles => CELL_SIDE * 1.25,
    };
    let (board, wide, high) = board(diagram, side);
    let top = 92.0;
    let width = wide + 2.0 * MARGIN;
    let mut content = Group::new()
        .add(words((MARGIN, 48.0), 34.0, &diagram.title))
        .add(words((MARGIN, 78.0), 20.0, &diagram.says))
        .add(Group::new().set("transform", format!("translate({} {})", round(MARGIN), round(top))).add(board));
    let mut y = top + high + 34.0;
    for line in diagram.notes.iter().flat_map(|note| note.lines()).filter(|line| !line.trim().is_empty()) {
        let letters = (width / 9.6) as usize;
        for part in filled(line.split_whitespace(), " ", |line| line.chars().count() <= letters) {
            content.append(words((MARGIN, y), 18.0, &part));
            y += 25.0;
        }
    }
    content.append(key(diagram, y + 4.0));
    let height = y + 32.0;
    let paper = Rectangle::new().set("width", round(width)).set("height", round(height));
    sheet((width, height), [width, height].map(number), paper, content)
}

/// Draws the board with the names of files and ranks, for cells with this side. Returns width and height too.
pub fn board(diagram: &Diagram, side: f64) -> (Group, f64, f64) {
    let (across, up) = diagram.size();
    let left = side * 0.5;
    let (across_wide, rank_high) = match diagram.shape {
        Shape::Squares => (f64::from(across) * side, side),
        Shape::Triangles => ((f64::from(across) + 1.0) * side / 2.0, side * TRIANGLE_HEIGHT),
    };
    let (width, height) = (left * 2.0 + across_wide, f64::from(up) * rank_high + side * 0.5);
    let layout = CellLayout { diagram, side, left, up };
    let mut group = Group::new();
    diagram.spots.iter().for_each(|spot| group.append(cell(spot, &layout)));
    diagram.spots.iter().filter_map(|spot| disc(spot, &layout)).for_each(|disc| group.append(disc));
    let size = side * 0.24;
    for rank in 0..up {
        let y = (f64::from(up - 1 - rank) + 0.5) * rank_high + size * 0.35;
        for x in [left * 0.5, width - left * 0.5] {
            group.append(words((x, y), size, &(rank + 1).to_string()).set("text-anchor", "middle"));
        }
    }
    for file in 0..across {
        let x = match diagram.shape {
            Shape::Squares => left + (f64::from(file) + 0.5) * side,
            Shape::Triangles => left + (f64::from(file) + 1.0) * side / 2.0,
        };
        let y = f64::from(up) * rank_high + size * 1.4;
        group.append(words((x, y), size, &file_letter(file).to_string()).set("text-anchor", "middle"));
    }
    (group, width, height)
}

struct CellLayout<'d> {
    diagram: &'d Diagram,
    side: f64,
    left: f64,
    up: u8,
}

impl CellLayout<'_> {
    /// Returns the corners of a cell, shrunk towards its middle.
    fn corners(&self, spot: &Spot, shrink: f64) -> Vec<(f64, f64)> {
        let CellLayout { side, left, .. } = *self;
        let row = f64::from(self.up - 1 - spot.rank);
        let corners = match self.diagram.shape {
            Shape::Squares => {
                let (x, y) = (left + f64::from(spot.file) * side, row * side);
                vec![(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
            }
            Shape::Triangles => {
                let (x, y, height) =
                    (left + f64::from(spot.file) * side / 2.0, row * side * TRIANGLE_HEIGHT, side * TRIANGLE_HEIGHT);
                if spot.ground == Ground::PointDown {
                    vec![(x, y), (x + side, y), (x + side / 2.0, y + height)]
                } else {
                    vec![(x, y + height), (x + side, y + height), (x + side / 2.0, y)]
                }
            }
        };
        let (mx, my) = middle(&corners);
        let toward = |(x, y): (f64, f64)| (x + (mx - x) * shrink, y + (my - y) * shrink);
        corners.into_iter().map(toward).collect()
    }
}

fn middle(corners: &[(f64, f64)]) -> (f64, f64) {
    let count = corners.len() as f64;
    (corners.iter().map(|(x, _)| x).sum::<f64>() / count, corners.iter().map(|(_, y)| y).sum::<f64>() / count)
}

fn fill(ground: Ground, (file, rank): (u8, u8), shape: Shape) -> &'static str {
    match ground {
        Ground::Plain if shape == Shape::Squares && (file + rank) % 2 == 0 => "#e6dcc3",
        Ground::Plain | Ground::PointUp => "#f3ebd6",
        Ground::PointDown => "#d9c9a3",
        Ground::Gold => "#e0b93f",
        Ground::Wall => "#7d7468",
        Ground::TunnelAlongFile | Ground::TunnelAlongRank => "#b9ae9c",
    }
}

fn polygon(corners: &[(f64, f64)]) -> Polygon {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{},{}", round(*x), round(*y))).collect();
    Polygon::new().set("points", points.join(" "))
}

fn cell(spot: &Spot, layout: &CellLayout) -> Group {
    let side = layout.side;
    let corners = layout.corners(spot, 0.0);
    let ground = fill(spot.ground, (spot.file, spot.rank), layout.diagram.shape);
    let mut group = Group::new()
        .add(polygon(&corners).set("fill", ground).set("stroke", SOFT).set("stroke-width", round(side * 0.02)));
    let (x, y) = middle(&corners);
    let reach = side * 0.5;
    let (rails, rail) = ([-0.16 * side, 0.16 * side], side * 0.035);
    let across = |offset: f64, thick, ink| line((x - reach, y + offset), (x + reach, y + offset), thick, ink);
    let along = |offset: f64| line((x + offset, y - reach), (x + offset, y + reach), rail, INK);
    let lines = match spot.ground {
        Ground::TunnelAlongFile => rails.map(along).to_vec(),
        Ground::TunnelAlongRank => rails.map(|offset| across(offset, rail, INK)).to_vec(),
        Ground::Wall => [-0.25 * side, 0.0, 0.25 * side].map(|offset| across(offset, side * 0.02, PAPER)).to_vec(),
        Ground::Plain | Ground::PointUp | Ground::PointDown | Ground::Gold => Vec::new(),
    };
    lines.into_iter().for_each(|line| group.append(line));
    if spot.last {
        let frame = last_move_mark(&layout.corners(spot, 0.06)).set("stroke-width", round(side * 0.025));
        group.append(frame.set("stroke-dasharray", format!("{0} {0}", round(side * 0.07))));
    }
    group
}

fn last_move_mark(corners: &[(f64, f64)]) -> Polygon {
    polygon(corners).set("fill", LAST_MOVE_COLOUR).set("fill-opacity", 0.45).set("stroke", INK)
}

fn line(from: (f64, f64), to: (f64, f64), thick: f64, ink: &'static str) -> Line {
    Line::new()
        .set("x1", round(from.0))
        .set("y1", round(from.1))
        .set("x2", round(to.0))
        .set("y2", round(to.1))
        .set("stroke", ink)
        .set("stroke-width", round(thick))
}

/// Returns the fill of a disc, and the ink of its letter.
fn disc_colours(paint: PieceColour) -> (&'static str, &'static str) {
    match paint {
        PieceColour::Black => ("#2b2622", "#ffffff"),
        PieceColour::White => ("#fffdf6", INK),
        PieceColour::Red => ("#a8281f", "#ffffff"),
        PieceColour::Coal => ("#34383c", "#ffffff"),
        PieceColour::Steel => ("#c9d6e2", INK),
    }
}

/// Draws the piece in a cell, if any.
fn disc(spot: &Spot, layout: &CellLayout) -> Option<Group> {
    let radius = match layout.diagram.shape {
        Shape::Squares => layout.side * 0.37,
        Shape::Triangles => layout.side * 0.225,
    };
    let (piece, at) = (spot.piece.as_ref()?, middle(&layout.corners(spot, 0.0)));
    Some(figure(at, radius, layout.diagram.sides[piece.side as usize].1, piece, spot.threatened))
}

/// Draws a disc with its letter: hatched if face down, ringed if it could be captured.
fn figure((x, y): (f64, f64), radius: f64, colour: PieceColour, piece: &PieceView, threatened: bool) -> Group {
    let (fill, ink) = disc_colours(colour);
    let circle = |radius: f64| Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", round(radius));
    let mut group =
        Group::new().add(circle(radius).set("fill", fill).set("stroke", INK).set("stroke-width", round(radius * 0.07)));
    if piece.down {
        for step in [-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75] {
            // A chord of the disc, on the diagonal.
            let (off, half) = (radius * step, radius * (1.0_f64 - step * step).sqrt());
            let turned = |along: f64| {
                ((off + along) * std::f64::consts::FRAC_1_SQRT_2, (along - off) * std::f64::consts::FRAC_1_SQRT_2)
            };
            let ((x1, y1), (x2, y2)) = (turned(-half), turned(half));
            group.append(line((x + x1, y + y1), (x + x2, y + y2), radius * 0.05, SOFT));
        }
        group.append(circle(radius * 0.56).set("fill", fill));
    }
    if threatened {
        let ring = circle(radius * 1.1).set("fill", "none").set("stroke", THREAT_COLOUR);
        group.append(ring.set("stroke-width", round(radius * 0.16)));
    }
    let size = radius * 1.08;
    let letter = words((x, y + size * 0.35), size, &piece.letter.to_ascii_uppercase().to_string());
    group.add(letter.set("fill", ink).set("text-anchor", "middle").set("font-weight", "500"))
}

const BLANK: PieceView = PieceView { side: PieceSide::First, letter: ' ', sign: ' ', down: false };

/// Draws the meanings of the marks.
fn key(diagram: &Diagram, y: f64) -> Group {
    let mut group = Group::new();
    let mut x = MARGIN + 10.0;
    let mut add_entry = |group: &mut Group, mark: Group, text: &str| {
        let moved = mark.set("transform", format!("translate({} {})", round(x), round(y)));
        group.append(moved);
        group.append(words((x + 18.0, y + 6.0), 17.0, text));
        x += 46.0 + 8.6 * text.chars().count() as f64;
    };
    let piece = BLANK;
    let disc = |colour: PieceColour, piece: &PieceView, threatened| figure((0.0, 0.0), 10.0, colour, piece, threatened);
    for (name, colour) in &diagram.sides {
        add_entry(&mut group, disc(*colour, &piece, false), name);
    }
    if diagram.spots.iter().any(|spot| spot.piece.is_some_and(|piece| piece.down)) {
        add_entry(&mut group, disc(diagram.sides[1].1, &PieceView { down: true, ..piece }, false), "face down");
    }
    if diagram.spots.iter().any(|spot| spot.last) {
        let corners = [(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)];
        add_entry(&mut group, Group::new().add(last_move_mark(&corners).set("stroke-dasharray", "5 5")), "last move");
    }
    if diagram.spots.iter().any(|spot| spot.threatened) {
        add_entry(&mut group, disc(diagram.sides[0].1, &piece, true), "could be captured");
    }
    group
}

fn words((x, y): (f64, f64), size: f64, words: &str) -> Text {
    Text::new(without_control_characters(words))
        .set("x", round(x))
        .set("y", round(y))
        .set("font-size", round(size))
        .set("fill", INK)
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
