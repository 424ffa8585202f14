//! Renders drawings as PNG with embedded fonts. The machine's fonts are not used.
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum RasterError {
    #[error("the drawing is not valid SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("a picture {0} points wide cannot be made")]
    Width(u32),
    #[error("a page of {0} dots to the inch cannot be made: choose 36 to 600")]
    Dots(u32),
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Allowed widths of a picture in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 64..=8_000;

/// Renders an SVG picture as a PNG of this width in pixels.
///
/// # Errors
/// * `Width`: not between 64 and 8,000.
/// * `Svg`: the text is not valid SVG of our pictures.
/// * `Encoding`: the picture does not fit into a PNG.
pub fn raster(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    if !WIDTHS.contains(&width) {
        return Err(RasterError::Width(width));
    }
    let mut fonts = Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = parse_svg(svg, &Arc::new(fonts))?;
    let scale = width as f32 / tree.size().width();
    render_scaled(&tree, scale, RasterError::Width(width))
}

pub fn parse_svg(svg: &str, fonts: &Arc<Database>) -> Result<Tree, RasterError> {
    Ok(Tree::from_str(svg, &Options { fontdb: fonts.clone(), ..Options::default() })?)
}

/// Renders a scaled drawing as PNG. Returns `error` if a picture of that size is impossible.
pub fn render_scaled(tree: &Tree, scale: f32, error: RasterError) -> Result<Vec<u8>, RasterError> {
    let pixels = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut picture = Pixmap::new(pixels(tree.size().width()), pixels(tree.size().height())).ok_or(error)?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| RasterError::Encoding(error.to_string()))
}
