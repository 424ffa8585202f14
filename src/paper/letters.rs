//! Measures words, breaks lines and opens the fonts of printed pages.
use std::sync::Arc;

use resvg::usvg::fontdb::{Database, Source};
use skrifa::{
    FontRef, MetadataProvider as _,
    charmap::Charmap,
    instance::{LocationRef, Size},
    metrics::GlyphMetrics,
};

pub const FAMILY: &str = "Libertinus Serif";
pub const MONO_FAMILY: &str = "Hack";
/// Width of its letters, relative to the size.
pub const MONO_WIDTH: f64 = 0.602;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    Regular,
    Italic,
    Semibold,
    Bold,
    /// Letters of one width, from another family.
    Mono,
}

impl Cut {
    pub fn weight(self) -> u16 {
        match self {
            Cut::Regular | Cut::Italic | Cut::Mono => 400,
            Cut::Semibold => 600,
            Cut::Bold => 700,
        }
    }
}

/// The font files, which the build script copies.
const FONTS: [(Cut, &[u8]); 4] = [
    (Cut::Regular, include_bytes!(concat!(env!("OUT_DIR"), "/regular.otf"))),
    (Cut::Italic, include_bytes!(concat!(env!("OUT_DIR"), "/italic.otf"))),
    (Cut::Semibold, include_bytes!(concat!(env!("OUT_DIR"), "/semibold.otf"))),
    (Cut::Bold, include_bytes!(concat!(env!("OUT_DIR"), "/bold.otf"))),
];

/// The four fonts, opened once for a pack.
pub struct Typesetter {
    fonts: Vec<OpenFont>,
    /// The substitute for letters that the family lacks.
    fallback: Option<Charmap<'static>>,
}

struct OpenFont {
    cut: Cut,
    data: &'static [u8],
    charmap: Charmap<'static>,
    glyphs: GlyphMetrics<'static>,
    units_per_em: f64,
    /// Widths of European letters by code point, relative to the size. Cached because they are needed often.
    cached_widths: Vec<f64>,
}

impl OpenFont {
    /// Code points up to the end of Latin Extended-B.
    const CACHED_LETTERS: u32 = 0x250;

    fn load(cut: Cut, data: &'static [u8]) -> Option<OpenFont> {
        let font = FontRef::new(data).ok()?;
        let (size, location) = (Size::unscaled(), LocationRef::default());
        let units_per_em = f64::from(font.metrics(size, location).units_per_em);
        let (letters, glyphs) = (font.charmap(), font.glyph_metrics(size, location));
        let mut font_data = OpenFont { cut, data, charmap: letters, glyphs, units_per_em, cached_widths: Vec::new() };
        let widths = (0..OpenFont::CACHED_LETTERS)
            .map(|code| char::from_u32(code).map_or(UNKNOWN_WIDTH, |letter| font_data.drawn_width(letter)));
        font_data.cached_widths = widths.collect();
        Some(font_data)
    }

    fn letter_width(&self, letter: char) -> f64 {
        self.cached_widths.get(letter as usize).copied().unwrap_or_else(|| self.drawn_width(letter))
    }

    /// Returns the width of a letter in its font, relative to the size.
    fn drawn_width(&self, letter: char) -> f64 {
        let found = self.charmap.map(letter).and_then(|glyph| self.glyphs.advance_width(glyph));
        found.map_or(UNKNOWN_WIDTH, |width| f64::from(width) / self.units_per_em)
    }
}

/// Width of a letter that a font lacks, relative to the size.
const UNKNOWN_WIDTH: f64 = 0.5;

impl Typesetter {
    /// Opens the embedded fonts.
    pub fn open() -> Typesetter {
        let cuts = FONTS.into_iter().filter_map(|(cut, data)| OpenFont::load(cut, data)).collect();
        let spare = FontRef::new(epaint_default_fonts::UBUNTU_LIGHT);
        Typesetter { fonts: cuts, fallback: spare.map(|font| font.charmap()).ok() }
    }

    /// Returns the fonts for drawing. The machine's fonts are not used.
    pub fn database(&self) -> Database {
        let mut fonts = Database::new();
        for opened in &self.fonts {
            fonts.load_font_source(Source::Binary(Arc::new(opened.data)));
        }
        for spare in [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR] {
            fonts.load_font_source(Source::Binary(Arc::new(spare)));
        }
        fonts.set_serif_family(FAMILY);
        fonts.set_sans_serif_family("Ubuntu");
        fonts
    }

    /// Returns the letters that no font has. A page shows an empty box for each.
    pub fn missing(&self, words: &str) -> Vec<char> {
        let fonts: Vec<_> = self.fonts.iter().map(|opened| &opened.charmap).chain(&self.fallback).collect();
        let has = |letter: char| fonts.iter().any(|letters| letters.map(letter).is_some());
        let mut missing: Vec<char> =
            words.chars().filter(|letter| !letter.is_control() && !letter.is_whitespace() && !has(*letter)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// Returns the width of words, in the unit of the size.
    pub fn width(&self, cut: Cut, size: f64, words: &str) -> f64 {
        let opened = self.fonts.iter().find(|opened| opened.cut == cut);
        words.chars().map(|letter| opened.map_or(UNKNOWN_WIDTH, |opened| opened.letter_width(letter))).sum::<f64>()
            * size
    }

    /// Breaks words into lines of at most this width. A longer word has a line to itself.
    pub fn break_lines(&self, cut: Cut, size: f64, words: &str, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in words.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(cut, size, &format!("{line} {word}")) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                Some(_) | None => lines.push(word.to_owned()),
            }
        }
        if lines.is_empty() { vec![String::new()] } else { lines }
    }
}
