//! Drawings as points of colour, in lettering of our own: the machine's fonts do not matter.
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Why a drawing cannot be made into points, or pages into a document.
#[derive(Debug, Error)]
pub enum RasterError {
    #[error("the drawing is no lawful SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("a picture {0} points wide cannot be made")]
    Width(u32),
    #[error("a page of {0} dots to the inch cannot be made: between 36 and 600 it can")]
    Dots(u32),
    #[error("the picture cannot be written down: {0}")]
    Encoding(String),
}

/// The narrowest and the broadest picture.
const WIDTHS: std::ops::RangeInclusive<u32> = 64..=8_000;

/// Draws an SVG picture so many points wide, as a PNG.
///
/// # Errors
/// * `Width`: it must lie between 64 and 8,000.
/// * `Svg`: the text must be lawful SVG, as the pictures write it.
/// * `Encoding`: the picture does not fit into a PNG.
pub fn raster(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    if !WIDTHS.contains(&width) {
        return Err(RasterError::Width(width));
    }
    let mut fonts = Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = read(svg, &Arc::new(fonts))?;
    let scale = width as f32 / tree.size().width();
    scaled(&tree, scale, RasterError::Width(width))
}

/// A drawing, and the fonts that its words are set in.
pub fn read(svg: &str, fonts: &Arc<Database>) -> Result<Tree, RasterError> {
    Ok(Tree::from_str(svg, &Options { fontdb: fonts.clone(), ..Options::default() })?)
}

/// A drawing enlarged, as a PNG; `unfit` where there can be no picture of that size.
pub fn scaled(tree: &Tree, scale: f32, unfit: RasterError) -> Result<Vec<u8>, RasterError> {
    let points = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut picture = Pixmap::new(points(tree.size().width()), points(tree.size().height())).ok_or(unfit)?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| RasterError::Encoding(error.to_string()))
}
