//! Light that is not the same for both sides, in words. [4.3]
use super::fire::quality_word;
use naval::{measure::Id, setup::SideLight};

/// ` Ships of Germany are seen to 12.0" [4.3].` for every side of which the light says something; else nothing.
pub(super) fn lights<'l>(lights: &'l [SideLight], name: impl Fn(&'l Id) -> &'l str) -> String {
    let says = |light: &'l SideLight| {
        let quality = light.quality.map(|quality| format!(", visibility {}", quality_word(quality)));
        format!(" Ships of {} are seen to {}\"{} [4.3].", name(&light.side), light.range, quality.unwrap_or_default())
    };
    lights.iter().map(says).collect()
}
