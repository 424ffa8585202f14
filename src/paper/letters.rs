//! The lettering of printed paper: how wide words are, where lines break, and the fonts that pictures are made with.
use std::sync::Arc;

use resvg::usvg::fontdb::{Database, Source};
use ttf_parser::Face;

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
}

/// The fonts themselves, taken by the build script out of the crate that carries them.
const FONTS: [(Cut, &[u8]); 4] = [
    (Cut::Regular, include_bytes!(concat!(env!("OUT_DIR"), "/regular.otf"))),
    (Cut::Italic, include_bytes!(concat!(env!("OUT_DIR"), "/italic.otf"))),
    (Cut::Semibold, include_bytes!(concat!(env!("OUT_DIR"), "/semibold.otf"))),
    (Cut::Bold, include_bytes!(concat!(env!("OUT_DIR"), "/bold.otf"))),
];

/// The four cuts, opened once for a pack of pages.
pub struct Letters {
    cuts: Vec<(Cut, &'static [u8], Face<'static>)>,
}

impl Letters {
    /// Opens the fonts that the program carries.
    pub fn open() -> Letters {
        let opened = |(cut, data)| Some((cut, data, Face::parse(data, 0).ok()?));
        Letters { cuts: FONTS.into_iter().filter_map(opened).collect() }
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
            let advance = face?.glyph_hor_advance(face?.glyph_index(letter)?)?;
            Some(f64::from(advance) / em)
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
