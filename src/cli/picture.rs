//! Writes pictures to files, as SVG or as PNG.
use std::path::Path;

use super::file;
use serde_json::json;
use session::{Answer, Refusal};

/// A kind of picture, and the words that request it.
pub struct Picture {
    /// Its name: "map".
    pub what: &'static str,
    /// How a file of it is named: "map to battle.svg".
    pub naming_hint: &'static str,
    /// Default width in pixels.
    pub width: u32,
    /// How a width is requested: "width 1800".
    pub width_hint: &'static str,
}

impl Picture {
    /// Whether a file name means PNG rather than SVG, before it is drawn. Refuses other endings and existing names.
    pub fn is_png(&self, file: &Path) -> Result<bool, Refusal> {
        let is_png = self.is_png_name(file)?;
        file::check_free(file).map(|()| is_png)
    }

    /// As [`Picture::is_png`], also for an existing name.
    fn is_png_name(&self, file: &Path) -> Result<bool, Refusal> {
        let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(false),
            Some("png") => Ok(true),
            Some(_) | None => {
                let what = format!("{}: a {} must be .svg or .png.", file.display(), self.what);
                Err(Refusal::usage(what).hint(self.naming_hint))
            }
        }
    }

    pub fn parse_width(&self, word: Option<&str>) -> Result<u32, Refusal> {
        let pixels = word.and_then(|word| word.parse().ok());
        pixels.ok_or_else(|| Refusal::read("`width` needs a number of pixels.").hint(self.width_hint))
    }
}

/// Reads the rest of a line, after `to`, as a file name.
pub fn file_named<'a>(words: impl Iterator<Item = &'a str>, hint: &str) -> Result<String, Refusal> {
    let mut name: Vec<&str> = Vec::new();
    for word in words {
        name.push(word);
        let lower = word.to_lowercase();
        // Words after a name with such an ending belong to the rest of the line.
        if [".svg", ".png", ".pdf"].iter().any(|ending| lower.ends_with(ending)) {
            break;
        }
    }
    if name.is_empty() { Err(Refusal::read("`to` needs the name of a file.").hint(hint)) } else { Ok(name.join(" ")) }
}

/// Writes a picture, a PNG with this width. Nothing is ever overwritten. Returns the answer and the number of bytes.
pub fn write(
    svg: &str,
    file: impl AsRef<Path>,
    width: Option<u32>,
    picture: &Picture,
) -> Result<(Answer, usize), Refusal> {
    let file = file.as_ref();
    file::check_free(file)?;
    write_by(svg, file, width, picture, |bytes| file::write(file, bytes))
}

/// As [`write`], but the function `write` writes the bytes, and decides about existing names.
pub fn write_by(
    svg: &str,
    file: &Path,
    width: Option<u32>,
    picture: &Picture,
    write: impl FnOnce(&[u8]) -> Result<(), Refusal>,
) -> Result<(Answer, usize), Refusal> {
    let bytes = if picture.is_png_name(file)? {
        rasterise(svg, width.unwrap_or(picture.width), picture.width_hint)?
    } else {
        svg.as_bytes().to_vec()
    };
    write(&bytes)?;
    let (name, kilobytes) = (file.display().to_string(), bytes.len().div_ceil(1_000));
    let text = format!("The {} is in {name} ({kilobytes} kB).", picture.what);
    Ok((Answer::text(text).with_key("file", json!(name)), bytes.len()))
}

#[cfg(feature = "paper")]
fn rasterise(svg: &str, width: u32, hint: &str) -> Result<Vec<u8>, Refusal> {
    paper::raster(svg, width).map_err(|error| Refusal::cannot(error.to_string()).hint(hint))
}

#[cfg(not(feature = "paper"))]
fn rasterise(_: &str, _: u32, _: &str) -> Result<Vec<u8>, Refusal> {
    Err(no_paper())
}

#[cfg(not(feature = "paper"))]
pub fn no_paper() -> Refusal {
    Refusal::cannot("This program was built without paper, so it writes no pages and no PNG.")
        .hint("a map as .svg is possible")
}

/// The table at full size, on sheets of a paper.
#[derive(Clone, Default)]
pub struct Tiling {
    /// `a4` or `letter`, as typed.
    pub paper: String,
    /// Only sheets that show more than open sea.
    pub only_used: bool,
}
