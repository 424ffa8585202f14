//! Adapts examples to the current battle, so that hints can be typed.
use super::{
    kind::Reader,
    names::{NameKind, NameMatch},
    typed_names::typed_name,
};
use crate::{Id, State, model::Ship, rules::survey};

pub fn adapt_to_battle(state: &State, example: &str) -> String {
    adapt(state, None, example)
}

/// Returns the adapted example for a verb's help page. For plots it adds one that begins and one that ends with a turn.
pub fn for_help_page(state: &State, example: &str) -> String {
    let adapted = adapt_to_battle(state, example);
    let Some(units) = ExampleUnits::choose(state, None).filter(|_| is_plot(example)) else { return adapted };
    let unit = typed_name(state, units.division_to_plot());
    format!("{adapted}, plot {unit} CR30-1, plot {unit} 1-CL60 speed 2")
}

/// Returns a ship for an example.
pub fn firer(state: &State) -> String {
    ExampleUnits::choose(state, None).and_then(|units| units.replacement("asahi")).unwrap_or_else(|| "asahi".to_owned())
}

/// Returns the example of the verb being read, with the unit that the line already names.
pub fn example_for_reader(r: &Reader) -> String {
    let word = r.tokens.iter().skip(1).find(|word| !word.is_quoted());
    match word.map(|word| r.names.find(NameKind::Unit, &word.text)) {
        Some(NameMatch::One(name)) => adapt(r.state, Some(&name.id), r.row.example),
        Some(NameMatch::Many(_) | NameMatch::NotFound) | None => adapt_to_battle(r.state, r.row.example),
    }
}

fn adapt(state: &State, unit: Option<&Id>, example: &str) -> String {
    let Some(units) = ExampleUnits::choose(state, unit) else {
        // A battle has its sides before any ship is placed.
        let side = state.setup.sides.first().map_or_else(|| "japan".to_owned(), |side| typed_name(state, &side.id));
        return example.replace("japan", &side);
    };
    if is_plot(example) {
        return format!("plot {} {}", typed_name(state, units.division_to_plot()), units.own.speed);
    }
    let words: Vec<&str> = example.split(' ').collect();
    let adapted = |(index, word): (usize, &&str)| {
        let is_range = (0 < index && words[index - 1] == "range") || (index == 3 && words[0] == "measure");
        let range = || if is_range { units.range() } else { None };
        units.replacement(word).or_else(range).unwrap_or_else(|| (*word).to_owned())
    };
    words.iter().enumerate().map(adapted).collect::<Vec<String>>().join(" ")
}

fn is_plot(example: &str) -> bool {
    example.starts_with("plot ")
}

/// The ships that replace those of the examples.
struct ExampleUnits<'a> {
    state: &'a State,
    /// The unit that the line names.
    unit: Option<&'a Id>,
    own: &'a Ship,
    mate: Option<&'a Ship>,
    enemy: Option<&'a Ship>,
}

impl<'a> ExampleUnits<'a> {
    fn choose(state: &'a State, unit: Option<&'a Id>) -> Option<ExampleUnits<'a>> {
        let named = unit.and_then(|unit| state.ships_of(unit).find(|ship| ship.is_in_action()));
        let own = named.or_else(|| state.ships_in_action().find(|ship| ship.is_in_action()))?;
        let mate = state.ships_in_action().find(|ship| ship.side == own.side && ship.id != own.id);
        let enemy = state.ships_in_action().find(|ship| ship.side != own.side);
        Some(ExampleUnits { state, unit, own, mate, enemy })
    }
    fn division_to_plot(&self) -> &Id {
        self.unit.filter(|unit| self.state.division(unit).is_some()).unwrap_or(&self.own.division)
    }
    fn replacement(&self, word: &str) -> Option<String> {
        let mut divisions =
            self.state.divisions.iter().filter(|division| division.side == self.own.side).map(|division| &division.id);
        let id = match word {
            "asahi" => &self.own.id,
            "azuma" | "mikasa" => &self.mate?.id,
            "retvizan" | "rurik" => &self.enemy?.id,
            "1st" | "1st-tbd" => self.division_to_plot(),
            "2nd" => divisions.find(|id| **id != self.own.division)?,
            "japan" => return Some(typed_name(self.state, &self.own.side)),
            _ => return None,
        };
        Some(typed_name(self.state, id))
    }
    fn range(&self) -> Option<String> {
        survey::range(self.state, &self.own.id, &self.enemy?.id).map(|range| range.to_string())
    }
}
