//! How drawings write numbers and words, and plain shapes whose ink the caller sets.
use svg::Document;
use svg::node::element::{Circle, Group, Line, Rectangle, Text};

/// The colours of graphs: dark ink, pale ink and paper.
pub const INK: &str = "#26221c";
pub const SOFT: &str = "#8a7a5c";
pub const PAPER: &str = "#f6efe0";

/// The colours of the sides in graphs: red for the first, blue for the second.
pub const SIDE_COLOURS: [&str; 2] = ["#a8452e", "#2f5d8a"];

pub const FAMILY: &str = "Ubuntu, 'Gill Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/// Returns a complete SVG file: content on its paper, at the given size.
pub fn sheet(
    (view_width, view_height): (f64, f64),
    [width, height]: [String; 2],
    paper: Rectangle,
    content: Group,
) -> String {
    let document = Document::new().set("viewBox", format!("0 0 {} {}", number(view_width), number(view_height)));
    let document = document.set("width", width).set("height", height).set("font-family", FAMILY);
    format!("{}\n", document.set("font-weight", "300").add(paper.set("fill", PAPER)).add(content))
}

pub fn text_element((x, y): (f64, f64), size: f64, words: &str) -> Text {
    Text::new(without_control_characters(words))
        .set("x", number(x))
        .set("y", number(y))
        .set("font-size", size)
        .set("fill", INK)
}

pub fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    let line = Line::new().set("x1", number(from.0)).set("y1", number(from.1));
    line.set("x2", number(to.0)).set("y2", number(to.1))
}

pub fn rectangle((x, y): (f64, f64), (width, height): (f64, f64)) -> Rectangle {
    Rectangle::new().set("x", number(x)).set("y", number(y)).set("width", number(width)).set("height", number(height))
}

pub fn circle((x, y): (f64, f64), radius: f64) -> Circle {
    Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", number(radius))
}

/// Prints a number rounded to hundredths, without trailing zeros.
pub fn number(number: f64) -> String {
    without_trailing_zeros(format!("{:.2}", number + 0.0))
}

pub fn without_trailing_zeros(text: String) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns a coordinate for a path, rounded to hundredths.
pub fn rounded(coordinate: f64) -> f32 {
    ((coordinate * 100.0).round() / 100.0) as f32
}

/// Returns text without control characters, which XML forbids.
pub fn without_control_characters(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_control()).collect()
}
