//! A map as points of colour.
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use thiserror::Error;

/// Why no picture can be made.
#[derive(Debug, Error)]
pub enum PngError {
    #[error("the map is no lawful SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("a picture {0} points wide cannot be made")]
    Size(u32),
    #[error("the picture cannot be written down: {0}")]
    Encoding(String),
}

/// The narrowest and the broadest picture.
const WIDTHS: std::ops::RangeInclusive<u32> = 64..=8_000;

/// Draws an SVG map so many points wide, in lettering of our own: the machine's fonts do not matter.
///
/// # Errors
/// * `Size`: the width must lie between 64 and 8,000.
/// * `Svg`: the text must be lawful SVG, as [`svg`](super::svg) writes it.
/// * `Encoding`: the picture does not fit into a PNG.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if !WIDTHS.contains(&width) {
        return Err(PngError::Size(width));
    }
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = Tree::from_str(svg, &Options { fontdb: Arc::new(fonts), ..Options::default() })?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut picture = Pixmap::new(width, height).ok_or(PngError::Size(width))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
