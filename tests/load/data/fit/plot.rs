//! A page of small panels in millimetres: known figures as open marks, the formula's as filled ones.
use std::collections::BTreeMap;
use std::fmt::Write;

const PANEL: (f64, f64) = (68.0, 60.0);
/// Offset of a panel's field from its left and top, then the field's width and height.
const FIELD: (f64, f64, f64, f64) = (11.0, 9.0, 54.0, 38.0);
const COLUMNS: usize = 4;
const HEAD: f64 = 17.0;

/// A known figure.
pub enum Known {
    Point(f64, f64),
    /// Position, then the least and the greatest value.
    Span(f64, f64, f64),
    Line(Vec<(f64, f64)>),
}

pub struct Panel {
    pub title: &'static str,
    /// The quantities on the axes: across, up.
    pub axes: (&'static str, &'static str),
    pub across: (f64, f64),
    pub up: (f64, f64),
    pub ticks_across: Vec<(f64, String)>,
    pub ticks_up: Vec<f64>,
    pub known: Vec<Known>,
    /// The formula's results; several at one position make a larger dot.
    pub made: Vec<(f64, f64)>,
    /// The conclusion to read from it.
    pub says: String,
}

impl Panel {
    fn x(&self, value: f64) -> f64 {
        FIELD.0 + FIELD.2 * (value - self.across.0) / (self.across.1 - self.across.0)
    }

    fn y(&self, value: f64) -> f64 {
        FIELD.1 + FIELD.3 * (self.up.1 - value) / (self.up.1 - self.up.0)
    }

    fn draw(&self, out: &mut String) {
        let (left, top, width, height) = FIELD;
        text(out, (left, 3.4), "start", "bold 3.4", self.title);
        text(out, (left, 7.2), "start", "italic 2.7", &self.says);
        writeln!(out, r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="black" stroke-width="0.25"/>"#).unwrap();
        for (value, label) in &self.ticks_across {
            let x = self.x(*value);
            line(out, (x, top + height), (x, top + height + 1.0), 0.2);
            text(out, (x, top + height + 3.8), "middle", "2.6", label);
        }
        for value in &self.ticks_up {
            let y = self.y(*value);
            line(out, (left - 1.0, y), (left, y), 0.2);
            line(out, (left, y), (left + width, y), 0.06);
            text(out, (left - 1.6, y + 0.9), "end", "2.6", &value.to_string());
        }
        text(out, (left + width / 2.0, top + height + 7.6), "middle", "2.6", self.axes.0);
        let (x, y) = (3.0, top + height / 2.0);
        writeln!(out, r#"<g transform="rotate(-90 {x} {y})">"#).unwrap();
        text(out, (x, y), "middle", "2.6", self.axes.1);
        out.push_str("</g>\n");
        self.draw_made(out);
        for known in &self.known {
            match known {
                Known::Point(x, y) => self.ring(out, *x, *y),
                Known::Span(x, from, to) if from == to => self.ring(out, *x, *from),
                Known::Span(x, from, to) => self.span(out, *x, (*from, *to)),
                Known::Line(points) => {
                    let point = |(x, y): &(f64, f64)| format!("{},{}", mm(self.x(*x)), mm(self.y(*y)));
                    let points: Vec<String> = points.iter().map(point).collect();
                    writeln!(out, r#"<polyline points="{}" fill="none" stroke="black" stroke-width="0.3" stroke-dasharray="1.2 0.8"/>"#, points.join(" ")).unwrap();
                }
            }
        }
    }

    fn draw_made(&self, out: &mut String) {
        let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
        for (x, y) in &self.made {
            *places.entry((mm(self.x(*x)), mm(self.y(*y)))).or_default() += 1;
        }
        for ((x, y), count) in places {
            let radius = mm((0.6 + 0.14 * (count as f64 - 1.0).sqrt()).min(1.6));
            writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="black"/>"#).unwrap();
        }
    }

    fn ring(&self, out: &mut String, x: f64, y: f64) {
        let (x, y) = (mm(self.x(x)), mm(self.y(y)));
        writeln!(out, r#"<circle cx="{x}" cy="{y}" r="1.9" fill="none" stroke="black" stroke-width="0.35"/>"#).unwrap();
    }

    /// An upright box that encloses a known range.
    fn span(&self, out: &mut String, x: f64, (from, to): (f64, f64)) {
        let (x, low, high) = (self.x(x) - 1.9, self.y(from) + 1.9, self.y(to) - 1.9);
        writeln!(
            out,
            r#"<rect x="{}" y="{}" width="3.8" height="{}" rx="1.9" fill="none" stroke="black" stroke-width="0.35"/>"#,
            mm(x),
            mm(high),
            mm(low - high)
        )
        .unwrap();
    }
}

fn mm(length: f64) -> String {
    format!("{length:.2}")
}

fn line(out: &mut String, from: (f64, f64), to: (f64, f64), width: f64) {
    let (x, y, to_x, to_y) = (mm(from.0), mm(from.1), mm(to.0), mm(to.1));
    writeln!(out, r#"<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="black" stroke-width="{width}"/>"#)
        .unwrap();
}

/// `font` is a size, with `bold` or `italic` before it.
fn text(out: &mut String, at: (f64, f64), anchor: &str, font: &str, words: &str) {
    let (style, size) = match font.split_once(' ') {
        Some(("bold", size)) => (r#" font-weight="bold""#, size),
        Some((_, size)) => (r#" font-style="italic""#, size),
        None => ("", font),
    };
    let escaped = words.replace('&', "&amp;").replace('<', "&lt;");
    let (x, y) = (mm(at.0), mm(at.1));
    writeln!(out, r#"<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"{style}>{escaped}</text>"#)
        .unwrap();
}

/// The complete page.
pub fn page(title: &str, subtitle: &str, panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (PANEL.0 * COLUMNS as f64 + 4.0, HEAD + PANEL.1 * rows as f64);
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" font-family="Libertinus Serif, Georgia, serif">"#
    );
    writeln!(out, "\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>").unwrap();
    text(&mut out, (5.0, 7.0), "start", "bold 5", title);
    text(&mut out, (5.0, 12.0), "start", "3.2", subtitle);
    for (index, panel) in panels.iter().enumerate() {
        let (x, y) = (2.0 + PANEL.0 * (index % COLUMNS) as f64, HEAD + PANEL.1 * (index / COLUMNS) as f64);
        writeln!(out, r#"<g transform="translate({x} {y})">"#).unwrap();
        panel.draw(&mut out);
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}
