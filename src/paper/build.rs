//! Takes the four fonts that printed paper needs out of the crate that carries seventeen, so that only those are linked.
#![expect(clippy::disallowed_methods, reason = "a build script is told by the environment, and answers in files")]

use std::{env, error::Error, fs, path::PathBuf};

use ttf_parser::{Face, name_id};

/// The family that paper is lettered with.
const FAMILY: &str = "Libertinus Serif";

/// Each cut that the pages use: its file, its weight, whether it is italic.
const CUTS: [(&str, u16, bool); 4] =
    [("regular", 400, false), ("italic", 400, true), ("semibold", 600, false), ("bold", 700, false)];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for (file, weight, italic) in CUTS {
        let font = typst_assets::fonts().find(|font| is_cut(font, weight, italic));
        let font = font.ok_or_else(|| format!("typst-assets carries no {FAMILY} {file}"))?;
        fs::write(out.join(file).with_extension("otf"), font)?;
    }
    Ok(())
}

/// Whether a font is of the family, with this weight and slant.
fn is_cut(font: &[u8], weight: u16, italic: bool) -> bool {
    Face::parse(font, 0).is_ok_and(|face| {
        let mut names = face.names().into_iter().filter(|name| name.is_unicode());
        face.weight().to_number() == weight
            && face.is_italic() == italic
            && names.any(|name| {
                matches!(name.name_id, name_id::FAMILY | name_id::TYPOGRAPHIC_FAMILY)
                    && name.to_string().is_some_and(|name| name == FAMILY)
            })
    })
}
