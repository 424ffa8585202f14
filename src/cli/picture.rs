//! Pictures in files of their own: the drawing itself, or its points.
use std::path::Path;

use super::file;
use serde_json::json;
use session::{Refusal, Told};

/// What is drawn, and how it is asked for.
pub struct Picture {
    /// What it is called: "map".
    pub what: &'static str,
    /// How a file of it is named: "map to battle.svg".
    pub named: &'static str,
    /// Points across, where nobody says how many.
    pub width: u32,
    /// How many are asked for: "width 1800".
    pub wider: &'static str,
}

impl Picture {
    /// Whether a picture can go into a file, before there is one: `true` for points, `false` for lines. Another ending
    /// is refused, and a name that something has already.
    pub fn is_png(&self, file: &Path) -> Result<bool, Refusal> {
        let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        let is_png = match ending.as_deref() {
            Some("svg") => false,
            Some("png") => true,
            Some(_) | None => {
                let what = format!("{}: a {} is written as .svg or as .png", file.display(), self.what);
                return Err(Refusal::usage(what).hint(self.named));
            }
        };
        file::is_free(file).map(|()| is_png)
    }

    /// How many points across a line asks for, after `width`.
    pub fn points(&self, word: Option<&str>) -> Result<u32, Refusal> {
        let points = word.and_then(|word| word.parse().ok());
        points.ok_or_else(|| Refusal::read("width needs a number of points").hint(self.wider))
    }
}

/// The rest of a line, after `to`, as the name of a file.
pub fn file_named<'a>(words: impl Iterator<Item = &'a str>, hint: &str) -> Result<String, Refusal> {
    let mut name: Vec<&str> = Vec::new();
    for word in words {
        name.push(word);
        let lower = word.to_lowercase();
        // What stands behind such a word belongs to the rest of the line.
        if [".svg", ".png", ".pdf"].iter().any(|ending| lower.ends_with(ending)) {
            break;
        }
    }
    if name.is_empty() { Err(Refusal::read("to needs the name of a file").hint(hint)) } else { Ok(name.join(" ")) }
}

/// Writes a picture beside what is there, a PNG so many points across; nothing is ever overwritten. What is said of it,
/// and how many bytes it has.
pub fn write(
    svg: &str,
    file: impl AsRef<Path>,
    width: Option<u32>,
    picture: &Picture,
) -> Result<(Told, usize), Refusal> {
    let file = file.as_ref();
    let bytes = if picture.is_png(file)? {
        points(svg, width.unwrap_or(picture.width), picture.wider)?
    } else {
        svg.as_bytes().to_vec()
    };
    file::write(file, &bytes)?;
    let (name, kilobytes) = (file.display().to_string(), bytes.len().div_ceil(1_000));
    let said = format!("The {} is in {name} ({kilobytes} kB).", picture.what);
    Ok((Told::text(said).key("file", json!(name)), bytes.len()))
}

#[cfg(feature = "paper")]
fn points(svg: &str, width: u32, wider: &str) -> Result<Vec<u8>, Refusal> {
    paper::raster(svg, width).map_err(|error| Refusal::cannot(error.to_string()).hint(wider))
}

#[cfg(not(feature = "paper"))]
fn points(_: &str, _: u32, _: &str) -> Result<Vec<u8>, Refusal> {
    Err(no_paper())
}

/// What a program that was built without paper says when it is asked for some.
#[cfg(not(feature = "paper"))]
pub fn no_paper() -> Refusal {
    Refusal::cannot("this kaiser was built without paper: it prints no pages and no PNG")
        .hint("a map as .svg needs none")
}

/// The table at its own size, on sheets of a paper.
#[derive(Clone, Default)]
pub struct Tiling {
    /// `a4` or `letter`, as it was typed.
    pub paper: String,
    /// Those sheets alone on which anything lies.
    pub used: bool,
}
