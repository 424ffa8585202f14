//! Pictures in files of their own: the drawing itself, or its points.
use std::path::Path;

use super::{file, problem::Problem};
use show::map::png;

/// What is drawn, and how it is asked for.
pub struct Picture {
    /// What it is called: "map".
    pub what: &'static str,
    /// How a file of it is named: "map to battle.svg".
    pub named: &'static str,
    /// Points across, where nobody says how many.
    pub width: u32,
    /// How many are asked for: "width 1800".
    pub wider: &'static str,
}

/// A picture that was written.
pub struct Written {
    pub said: String,
    pub file: String,
    pub bytes: usize,
}

impl Picture {
    /// Whether a picture can go into a file, before there is one: `true` for points, `false` for lines.
    ///
    /// # Errors
    /// The name ends in neither .svg nor .png, or something is there already.
    pub fn is_png(&self, file: &Path) -> Result<bool, Problem> {
        let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        let is_png = match ending.as_deref() {
            Some("svg") => false,
            Some("png") => true,
            Some(_) | None => {
                let what = format!("{}: a {} is written as .svg or as .png", file.display(), self.what);
                return Err(Problem::usage(what).hint(self.named));
            }
        };
        if file.exists() { Err(file::exists(file)) } else { Ok(is_png) }
    }
}

/// Writes a picture beside what is there, a PNG so many points across; nothing is ever overwritten.
///
/// # Errors
/// As [`Picture::is_png`]; it cannot be drawn or written.
pub fn write(svg: &str, file: &Path, width: Option<u32>, picture: &Picture) -> Result<Written, Problem> {
    let bytes = if picture.is_png(file)? {
        let drawn = png(svg, width.unwrap_or(picture.width));
        drawn.map_err(|error| Problem::new(error.to_string()).hint(picture.wider))?
    } else {
        svg.as_bytes().to_vec()
    };
    file::write(file, &bytes)?;
    let (name, bytes) = (file.display().to_string(), bytes.len());
    let said = format!("The {} is in {name} ({} kB).", picture.what, bytes.div_ceil(1_000));
    Ok(Written { said, file: name, bytes })
}
