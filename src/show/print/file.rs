//! Pages as points of colour, and as one document to be printed.
use std::sync::Arc;

use krilla::{Document, geom::Size, metadata::Metadata, page::PageSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use super::Letters;

/// Why pages cannot be made into a picture or a document.
#[derive(Debug, Error)]
pub enum PrintError {
    #[error("the page is no lawful SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("a page of {0} dots to the inch cannot be made: between 36 and 600 it can")]
    Dots(u32),
    #[error("the page cannot be written down: {0}")]
    Encoding(String),
}

/// Dots to the inch, coarse and fine.
const DOTS: std::ops::RangeInclusive<u32> = 36..=600;
/// User units of the drawings' reader to an inch.
const UNITS_AN_INCH: f32 = 96.0;
/// Points of a printer's page to one such unit.
const POINTS: f32 = 72.0 / UNITS_AN_INCH;

fn read(svg: &str, fonts: &Arc<Database>) -> Result<Tree, PrintError> {
    Ok(Tree::from_str(svg, &Options { fontdb: fonts.clone(), ..Options::default() })?)
}

/// A page as a picture of so many dots to the inch.
///
/// # Errors
/// * `Dots`: between 36 and 600.
/// * `Svg`: the text must be lawful SVG, as the pages write it.
/// * `Encoding`: the picture does not fit into a PNG.
pub fn png(letters: &Letters, svg: &str, dots: u32) -> Result<Vec<u8>, PrintError> {
    if !DOTS.contains(&dots) {
        return Err(PrintError::Dots(dots));
    }
    let tree = read(svg, &Arc::new(letters.database()))?;
    let scale = dots as f32 / UNITS_AN_INCH;
    let (width, height) = ((tree.size().width() * scale).round(), (tree.size().height() * scale).round());
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or(PrintError::Dots(dots))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| PrintError::Encoding(error.to_string()))
}

/// Pages as one PDF, each of its own size, with its fonts embedded.
///
/// # Promise
/// The same pages give the same bytes.
///
/// # Errors
/// * `Svg`: the texts must be lawful SVG, as the pages write them.
/// * `Encoding`: the document cannot be put together.
pub fn pdf(letters: &Letters, title: &str, svgs: &[String]) -> Result<Vec<u8>, PrintError> {
    let fonts = Arc::new(letters.database());
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).creator("kaiser".to_owned()));
    for svg in svgs {
        let tree = read(svg, &fonts)?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        let encoding = || PrintError::Encoding(format!("a page of {width} by {height} points"));
        let size = Size::from_wh(width, height).ok_or_else(encoding)?;
        let mut page = document.start_page_with(PageSettings::from_wh(width, height).ok_or_else(encoding)?);
        let mut surface = page.surface();
        surface.draw_svg(&tree, size, SvgSettings::default()).ok_or_else(encoding)?;
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| PrintError::Encoding(format!("{error:?}")))
}
