//! Copies the four fonts needed out of a crate with dozens, so that only those are linked.
#![expect(clippy::disallowed_methods, reason = "a build script reads environment variables and writes files")]

use std::{env, error::Error, fs, path::PathBuf};

/// The fonts used: file name, and name in the font.
const CUTS: [(&str, &str); 4] = [
    ("regular", "LibertinusSerif-Regular"),
    ("italic", "LibertinusSerif-Italic"),
    ("semibold", "LibertinusSerif-Semibold"),
    ("bold", "LibertinusSerif-Bold"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for (file, name) in CUTS {
        let mut found = typst_assets::fonts().filter(|font| is_named(font, name));
        let (Some(font), None) = (found.next(), found.next()) else {
            return Err(format!("typst-assets does not carry one font {name}").into());
        };
        fs::write(out.join(file).with_extension("otf"), font)?;
    }
    Ok(())
}

/// Whether a font has this name. An italic has a longer name that begins with the upright's.
fn is_named(font: &[u8], name: &str) -> bool {
    contains(font, name) && !contains(font, &format!("{name}Italic"))
}

fn contains(font: &[u8], name: &str) -> bool {
    font.windows(name.len()).any(|bytes| bytes == name.as_bytes())
}
