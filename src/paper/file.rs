//! Converts pages to PNG, outlined SVG and PDF.
use std::borrow::Cow;
use std::sync::Arc;

use krilla::{Document, geom::Size, metadata::Metadata, page::PageSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg::{Indent, WriteOptions};

use crate::Typesetter;
use crate::raster::{RasterError, parse_svg, render_scaled};

/// Allowed resolutions in dots per inch.
const DOTS: std::ops::RangeInclusive<u32> = 36..=600;
/// SVG user units per inch.
const UNITS_AN_INCH: f32 = 96.0;
/// PDF points per SVG unit.
const POINTS: f32 = 72.0 / UNITS_AN_INCH;

/// Renders a page as PNG at `dots` per inch.
///
/// # Errors
/// * `Dots`: not between 36 and 600.
/// * `Svg`: the text is not valid SVG of our pages.
/// * `Encoding`: the picture does not fit into a PNG.
pub fn png(letters: &Typesetter, svg: &str, dots: u32) -> Result<Vec<u8>, RasterError> {
    if !DOTS.contains(&dots) {
        return Err(RasterError::Dots(dots));
    }
    let tree = parse_svg(svg, &Arc::new(letters.database()))?;
    render_scaled(&tree, dots as f32 / UNITS_AN_INCH, RasterError::Dots(dots))
}

/// Returns a page as SVG with outlined letters, so that it looks the same on every machine without the font. Its
/// letters cannot be searched or copied, but those of the PDF can.
///
/// # Errors
/// `Svg`: the text is not valid SVG of our pages.
pub fn outlined(letters: &Typesetter, svg: &str) -> Result<String, RasterError> {
    let tree = parse_svg(svg, &Arc::new(letters.database()))?;
    let written = tree.to_string(&WriteOptions { indent: Indent::None, ..WriteOptions::default() });
    let (width, height) = (tree.size().width(), tree.size().height());
    // The writer gives the size in its units, but printers need the size in millimetres.
    let (Some(head), Some(start)) = (svg.split('>').next(), written.find('>')) else { return Ok(written) };
    let size = |key: &str| attribute(head, key).unwrap_or_default();
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\"",
        size("width"),
        size("height")
    );
    Ok(format!("{head}{}\n", written[start..].trim_end()))
}

fn attribute<'t>(tag: &'t str, key: &str) -> Option<&'t str> {
    let (_, after) = tag.split_once(&format!(" {key}=\""))?;
    after.split('"').next()
}

/// Draws text with a halo twice, all halos first. The PDF writer draws letter by letter, and each halo would cover half
/// of the letter before.
fn draw_halos_first(svg: &str) -> Cow<'_, str> {
    const END: &str = "</text>";
    const HALO: &str = " paint-order=\"stroke\"";
    if !svg.contains(HALO) {
        return Cow::Borrowed(svg);
    }
    let with_halo_first = |words: &str| match words.find('>') {
        Some(head) if words[..head].contains(HALO) => {
            let plain = words.replacen(HALO, "", 1);
            let (halo, letters) = (without_paint(&plain, "fill"), without_paint(&plain, "stroke"));
            format!("{halo}\n{letters}")
        }
        Some(_) | None => words.to_owned(),
    };
    let mut parts = svg.split("<text ");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (words, after) = part.split_at(part.find(END).map_or(0, |position| position + END.len()));
        all.push_str(&with_halo_first(&format!("<text {words}")));
        all.push_str(after);
    }
    Cow::Owned(all)
}

/// Returns a text element without one of its paints.
fn without_paint(words: &str, paint: &str) -> String {
    let key = format!(" {paint}=\"");
    let Some(from) = words.find(&key).map(|position| position + key.len()) else { return words.to_owned() };
    let to = words[from..].find('"').map_or(from, |position| from + position);
    format!("{}none{}", &words[..from], &words[to..])
}

/// Returns pages as one PDF, each in its size, with embedded fonts. `report_progress` gets the number drawn so far.
///
/// # Promise
/// The same pages give the same bytes.
///
/// # Errors
/// * `Svg`: a text is not valid SVG of our pages.
/// * `Encoding`: the document cannot be assembled.
pub fn pdf(
    letters: &Typesetter,
    title: &str,
    svgs: &[String],
    report_progress: impl Fn(usize),
) -> Result<Vec<u8>, RasterError> {
    let fonts = Arc::new(letters.database());
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).creator("kaiser".to_owned()));
    for (index, svg) in svgs.iter().enumerate() {
        report_progress(index);
        let tree = parse_svg(&draw_halos_first(svg), &fonts)?;
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
