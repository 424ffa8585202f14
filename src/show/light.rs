//! Light that is not the same for both sides, in words. [4.3]
use super::fire::quality_word;
use naval::{SideLight, State};

/// ` Ships of Germany are seen to 12.0" [4.3].` for every side of which the light says something; else nothing.
pub(super) fn lights(state: &State) -> String {
    let says = |light: &SideLight| {
        let quality = light.quality.map(|quality| format!(", visibility {}", quality_word(quality)));
        format!(
            " Ships of {} are seen to {}\"{} [4.3].",
            state.name(&light.side),
            light.range,
            quality.unwrap_or_default()
        )
    };
    state.setup.sides.iter().filter_map(|side| state.light_on(&side.id)).map(says).collect()
}
