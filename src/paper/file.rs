//! Pages as points of colour, and as one document to be printed.
use std::borrow::Cow;
use std::sync::Arc;

use krilla::{Document, geom::Size, metadata::Metadata, page::PageSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg::{Indent, WriteOptions};

use crate::Letters;
use crate::raster::{RasterError, read, scaled};

/// Dots to the inch, coarse and fine.
const DOTS: std::ops::RangeInclusive<u32> = 36..=600;
/// User units of the drawings' reader to an inch.
const UNITS_AN_INCH: f32 = 96.0;
/// Points of a printer's page to one such unit.
const POINTS: f32 = 72.0 / UNITS_AN_INCH;

/// A page as a picture of so many dots to the inch.
///
/// # Errors
/// * `Dots`: between 36 and 600.
/// * `Svg`: the text must be lawful SVG, as the pages write it.
/// * `Encoding`: the picture does not fit into a PNG.
pub fn png(letters: &Letters, svg: &str, dots: u32) -> Result<Vec<u8>, RasterError> {
    if !DOTS.contains(&dots) {
        return Err(RasterError::Dots(dots));
    }
    let tree = read(svg, &Arc::new(letters.database()))?;
    scaled(&tree, dots as f32 / UNITS_AN_INCH, RasterError::Dots(dots))
}

/// A page as SVG that looks the same on every machine: its words are outlines, so that nobody needs the font. Its letters can
/// neither be searched nor copied; the PDF's can.
///
/// # Errors
/// `Svg`: the text must be lawful SVG, as the pages write it.
pub fn outlined(letters: &Letters, svg: &str) -> Result<String, RasterError> {
    let tree = read(svg, &Arc::new(letters.database()))?;
    let written = tree.to_string(&WriteOptions { indent: Indent::None, ..WriteOptions::default() });
    let (width, height) = (tree.size().width(), tree.size().height());
    // The writer gives the size in units of its own; a printer wants to know how large the page is.
    let (Some(head), Some(start)) = (svg.split('>').next(), written.find('>')) else { return Ok(written) };
    let size = |key: &str| attribute(head, key).unwrap_or_default();
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\"",
        size("width"),
        size("height")
    );
    Ok(format!("{head}{}\n", written[start..].trim_end()))
}

/// The value of an attribute in a tag.
fn attribute<'t>(tag: &'t str, key: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {key}=\""))?;
    rest.split('"').next()
}

/// A drawing in which words with a halo are written twice, the halo of all their letters first: who makes the PDF draws
/// letter by letter, and the halo of each would cover half of the one before it.
fn halos_first(svg: &str) -> Cow<'_, str> {
    const END: &str = "</text>";
    const HALO: &str = " paint-order=\"stroke\"";
    if !svg.contains(HALO) {
        return Cow::Borrowed(svg);
    }
    let written = |words: &str| match words.find('>') {
        Some(head) if words[..head].contains(HALO) => {
            let plain = words.replacen(HALO, "", 1);
            let (halo, letters) = (painted(&plain, "fill"), painted(&plain, "stroke"));
            format!("{halo}\n{letters}")
        }
        Some(_) | None => words.to_owned(),
    };
    let mut parts = svg.split("<text ");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (words, after) = part.split_at(part.find(END).map_or(0, |at| at + END.len()));
        all.push_str(&written(&format!("<text {words}")));
        all.push_str(after);
    }
    Cow::Owned(all)
}

/// Words without one of their two paints.
fn painted(words: &str, without: &str) -> String {
    let key = format!(" {without}=\"");
    let Some(from) = words.find(&key).map(|at| at + key.len()) else { return words.to_owned() };
    let to = words[from..].find('"').map_or(from, |at| from + at);
    format!("{}none{}", &words[..from], &words[to..])
}

/// Pages as one PDF, each of its own size, with its fonts embedded; before each page `passing` is told how many are drawn.
///
/// # Promise
/// The same pages give the same bytes.
///
/// # Errors
/// * `Svg`: the texts must be lawful SVG, as the pages write them.
/// * `Encoding`: the document cannot be put together.
pub fn pdf(letters: &Letters, title: &str, svgs: &[String], passing: impl Fn(usize)) -> Result<Vec<u8>, RasterError> {
    let fonts = Arc::new(letters.database());
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).creator("kaiser".to_owned()));
    for (at, svg) in svgs.iter().enumerate() {
        passing(at);
        let tree = read(&halos_first(svg), &fonts)?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        let encoding = || RasterError::Encoding(format!("a page of {width} by {height} points"));
        let size = Size::from_wh(width, height).ok_or_else(encoding)?;
        let mut page = document.start_page_with(PageSettings::from_wh(width, height).ok_or_else(encoding)?);
        let mut surface = page.surface();
        surface.draw_svg(&tree, size, SvgSettings::default()).ok_or_else(encoding)?;
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| RasterError::Encoding(format!("{error:?}")))
}
