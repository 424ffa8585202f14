//! The lettering of printed paper: how wide words are, where lines break, and the fonts that pictures are made with.
use std::sync::Arc;

use resvg::usvg::fontdb::{Database, Source};
use ttf_parser::{Face, name_id};

/// The family's name, as the drawings write it.
pub const FAMILY: &str = "Libertinus Serif";

/// A cut of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    Regular,
    Italic,
    Semibold,
    Bold,
}

impl Cut {
    pub fn weight(self) -> u16 {
        match self {
            Cut::Regular | Cut::Italic => 400,
            Cut::Semibold => 600,
            Cut::Bold => 700,
        }
    }
    pub fn is_italic(self) -> bool {
        self == Cut::Italic
    }
}

/// The four cuts, opened once for a pack of pages.
pub struct Letters {
    cuts: Vec<(Cut, &'static [u8], Face<'static>)>,
}

impl Letters {
    /// Opens the fonts that the program carries.
    pub fn open() -> Letters {
        let ours = |data: &'static [u8]| {
            let face = Face::parse(data, 0).ok()?;
            let family = face.names().into_iter().filter(|name| name.is_unicode());
            let mut named = family.filter(|name| matches!(name.name_id, name_id::FAMILY | name_id::TYPOGRAPHIC_FAMILY));
            if !named.any(|name| name.to_string().is_some_and(|name| name == FAMILY)) {
                return None;
            }
            let cut = match (face.weight().to_number(), face.is_italic()) {
                (400, false) => Cut::Regular,
                (400, true) => Cut::Italic,
                (600, false) => Cut::Semibold,
                (700, false) => Cut::Bold,
                _ => return None,
            };
            Some((cut, data, face))
        };
        Letters { cuts: typst_assets::fonts().filter_map(ours).collect() }
    }

    /// The fonts for whoever draws; the machine's own do not matter.
    pub fn database(&self) -> Database {
        let mut fonts = Database::new();
        for (_, data, _) in &self.cuts {
            fonts.load_font_source(Source::Binary(Arc::new(*data)));
        }
        fonts.load_font_source(Source::Binary(Arc::new(epaint_default_fonts::UBUNTU_LIGHT)));
        fonts.set_serif_family(FAMILY);
        fonts.set_sans_serif_family("Ubuntu");
        fonts
    }

    /// How wide words are, in the unit of the size.
    pub fn width(&self, cut: Cut, size: f64, words: &str) -> f64 {
        const USUAL: f64 = 0.5;
        let face = self.cuts.iter().find(|(known, ..)| *known == cut).map(|(_, _, face)| face);
        let em = face.map_or(1000.0, |face| f64::from(face.units_per_em()));
        let advance = |letter: char| {
            let face = face?;
            let glyph = face.glyph_index(letter)?;
            Some(f64::from(face.glyph_hor_advance(glyph)?) / em)
        };
        words.chars().map(|letter| advance(letter).unwrap_or(USUAL)).sum::<f64>() * size
    }

    /// Words broken into lines no wider than a width; a word that is too long stands alone.
    pub fn broken(&self, cut: Cut, size: f64, words: &str, width: f64) -> Vec<String> {
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
