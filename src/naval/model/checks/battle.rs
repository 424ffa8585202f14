//! Checks the battle: sides, table, light and formations. [1.3, 2.1, 4.3, 5.2]
use super::bounds::{
    DAMAGE_CONTROL, MAX_BEARING_LINES, MAX_COORDINATE, MAX_LINE_INTERVAL, MAX_SIGHTING, MAX_TURNS, RESERVED_SIDE_NAMES,
    TABLE_SIDE, VISIBILITY_RANGES,
};
use super::error::{CheckedBattle, ErrorCollector, NamedThing};
use crate::model::{
    BattleKind, DivisionSetup, FormationSetup, Id, Inches, Setup, ShipType,
    path::KeyPath,
    setup::{BearingLine, Visibility},
};
use play::Rule;

const TWO_SIDES: Rule = Rule::new("1.3");
const FORMATIONS: Rule = Rule::new("5.2");
const LEADER: Rule = Rule::new("5.3.1");
const LINES: Rule = Rule::new("5.3.4");
const REPAIRS: Rule = Rule::new("8.6.1");

impl ErrorCollector<CheckedBattle<'_>> {
    pub(super) fn check_battle(&mut self) {
        let Setup { turns, kind, generator, table, wind, options, .. } = self.context.setup;
        let root = KeyPath::default();
        self.check_range(&root.key("turns"), *turns, 1..=MAX_TURNS, format!("{turns} turns are out of range"));
        if generator.is_some() && *kind != BattleKind::Generated {
            let error = self.add_error(&root.key("kind"), "a battle whose forces are rolled must be a generated one");
            error.legal("generated");
        }
        if !TABLE_SIDE.contains(&table.width) || !TABLE_SIDE.contains(&table.height) {
            let message = format!("a table of {} by {} inches is out of range", table.width, table.height);
            let [width, height] =
                [table.width, table.height].map(|length| length.clamp(*TABLE_SIDE.start(), *TABLE_SIDE.end()));
            let error = self.add_error(&root.key("table"), message).legal("12 to 240 inches each way");
            error.nearest(format!("{{width: {width}, height: {height}}}"));
        }
        if 360 < wind.from_deg {
            let error =
                self.add_error(&root.keys("wind.from_deg"), format!("no wind blows from {} degrees", wind.from_deg));
            error.legal("0 to 360").nearest(wind.from_deg % 360);
        }
        if let Some((key, value, legal)) = options.out_of_bounds() {
            self.check_range(&root.key("options").key(key), value, legal, format!("{key} cannot be {value} inches"));
        }
        self.check_sides();
        self.check_land();
        self.check_visibility();
        self.check_light();
        self.check_divisions();
        self.check_formations();
    }

    fn check_sides(&mut self) {
        let sides = &self.context.setup.sides;
        if sides.len() != 2 {
            let message = format!("a battle has two sides, this one has {} [{TWO_SIDES}]", sides.len());
            self.add_error(&KeyPath::default().key("sides"), message);
        }
        self.check_ids("side", "sides", sides.iter().map(|side| side.id.as_str()));
        for (index, side) in sides.iter().enumerate() {
            let path = self.item_path("sides", index);
            if RESERVED_SIDE_NAMES.contains(&side.id.as_str()) {
                let message = format!("a side cannot be called {}: `pass to {0}` names no side", side.id);
                self.add_error(&path.key("id"), message);
            }
            if !DAMAGE_CONTROL.contains(&side.damage_control) {
                let message = format!("damage control of {} is out of range", side.damage_control);
                let error = self.add_error(&path.key("damage_control"), message);
                error.legal(format!("1 to 9, on a D10 [{REPAIRS}]")).nearest(side.damage_control.clamp(1, 9));
            }
        }
    }

    fn check_land(&mut self) {
        self.check_ids("land", "land", self.context.setup.land.iter().map(|land| land.id.as_str()));
        for (index, land) in self.context.setup.land.iter().enumerate() {
            let path = self.item_path("land", index).key("corners");
            let mut coordinates = land.corners.iter().flat_map(|(x, y)| [*x, *y]);
            if coordinates.any(|inches| !(-MAX_COORDINATE.0..=MAX_COORDINATE.0).contains(&inches.0)) {
                self.add_error(&path, format!("a corner has a coordinate beyond {MAX_COORDINATE} inches"));
            } else if let Err(error) = land.area() {
                self.add_error(&path, error.to_string());
            }
        }
    }

    /// Checks the sighting ranges: steps by turn, or six ranges for a D6. [3.3.1, 4.3]
    fn check_visibility(&mut self) {
        let path = KeyPath::default().key("visibility");
        match &self.context.setup.visibility {
            Visibility::Steps(steps) => {
                self.check_not_empty(steps, &path.key("steps"));
                for (index, step) in steps.iter().enumerate() {
                    let step_path = path.key("steps").at(index);
                    self.check_sighting_range(step.range, &step_path.key("range"));
                    let path = step_path.key("from_turn");
                    let before = index.checked_sub(1).map(|before| steps[before].from_turn);
                    if index == 0 && step.from_turn != 1 {
                        self.add_error(&path, "the first step of visibility must be from turn 1");
                    } else if before.is_some_and(|before| step.from_turn <= before) {
                        self.add_error(&path, "the steps of visibility are not in order of turns");
                    } else {
                        self.check_turns((&path, Some(step.from_turn)), (&path, None));
                    }
                }
            }
            Visibility::Rolled(ranges) => {
                let path = path.key("rolled");
                for (index, range) in ranges.iter().enumerate() {
                    self.check_sighting_range(*range, &path.at(index));
                }
                if ranges.len() != VISIBILITY_RANGES {
                    self.add_error(&path, format!("there are {} ranges for the six results of a D6", ranges.len()));
                }
            }
        }
    }

    /// Checks the light on the ships of one side. [4.3]
    fn check_light(&mut self) {
        let lights = &self.context.setup.light;
        for (index, light) in lights.iter().enumerate() {
            let path = self.item_path("light", index);
            self.check_name(NamedThing::Side, light.side.as_str(), &path.key("side"));
            self.check_sighting_range(light.range, &path.key("range"));
            let path = path.key("from_turn");
            self.check_turns((&path, Some(light.from_turn)), (&path, None));
            if lights[..index].iter().any(|earlier| earlier.side == light.side && light.from_turn <= earlier.from_turn)
            {
                self.add_error(&path, "the steps of light of a side are not in order of turns");
            }
        }
    }

    fn check_sighting_range(&mut self, range: Inches, path: &KeyPath) {
        if range <= Inches::ZERO || MAX_SIGHTING < range {
            let error = self.add_error(path, format!("a sighting range of {range} is out of range"));
            let near = if range <= Inches::ZERO { "0.01" } else { "100" };
            error.legal("above 0, up to 100 inches").nearest(near);
        }
    }

    /// Checks formations: divisions of one side, each in at most one formation. [5.2]
    fn check_formations(&mut self) {
        let formations = &self.context.setup.formations;
        self.check_ids("formation", "formations", formations.iter().map(|formation| formation.id.as_str()));
        let mut members = Vec::new();
        for (index, formation) in formations.iter().enumerate() {
            let path = self.item_path("formations", index);
            let places = (0..).map(|index| path.key("divisions").at(index));
            let divisions: Vec<(&Id, KeyPath)> = formation.divisions.iter().zip(places).collect();
            for (division, place) in &divisions {
                self.check_name(NamedThing::Division, division.as_str(), place);
            }
            members.extend(divisions);
            self.check_formation(formation, &path);
        }
        self.check_unique("division", &members);
    }

    fn check_formation(&mut self, formation: &FormationSetup, path: &KeyPath) {
        let Setup { divisions, ships, war, .. } = self.context.setup;
        let is_ship = ships.iter().any(|ship| ship.card.id == *formation.id);
        if is_ship || divisions.iter().any(|division| division.id == *formation.id) {
            self.add_error(&path.key("id"), format!("the name `{}` is already used", formation.id));
        }
        let divisions_path = path.key("divisions");
        if formation.divisions.len() < 2 {
            self.add_error(&divisions_path, format!("a formation needs at least two divisions [{FORMATIONS}]"));
        }
        let named = formation.divisions.iter().filter_map(|id| divisions.iter().find(|division| division.id == *id));
        let named: Vec<&DivisionSetup> = named.collect();
        if let Some(other) = named.iter().find(|division| division.side != named[0].side) {
            self.add_error(&divisions_path, format!("`{}` belongs to the other side [{FORMATIONS}]", other.id));
        }
        let kind_of = |id: &Id| ships.iter().find(|ship| ship.card.id == *id).map(|ship| ship.card.kind);
        let is_cruiser = |division: &&&DivisionSetup| kind_of(&division.flagship) == Some(ShipType::CL);
        // The rule applies to flotillas only. A war may have removed ships.
        let kinds: Vec<ShipType> =
            named.iter().flat_map(|division| division.ships.iter().filter_map(kind_of)).collect();
        let is_flotilla = kinds.iter().any(|kind| kind.is_torpedo_craft())
            && kinds.iter().all(|kind| kind.is_torpedo_craft() || *kind == ShipType::CL);
        let first = named.first().filter(is_cruiser);
        if let Some(behind) = named.iter().skip(1).find(is_cruiser).filter(|_| is_flotilla && war.is_none()) {
            self.add_error(
                &divisions_path,
                format!("a light cruiser must lead a flotilla, but `{}` does not [{LEADER}]", behind.id),
            );
        } else if first.is_some_and(|first| first.ships.first() != Some(&first.flagship)) {
            self.add_error(&divisions_path, format!("a light cruiser that is the flagship must be first [{LEADER}]"));
        }
        self.check_lines(&formation.lines, &path.key("lines"));
    }

    /// Checks lines of bearing between the divisions of a formation. [5.3.4]
    fn check_lines(&mut self, lines: &[BearingLine], path: &KeyPath) {
        for (index, line) in lines.iter().enumerate() {
            if 360 < line.bearing_deg {
                self.add_error(&path.at(index), format!("a line cannot bear {} degrees", line.bearing_deg))
                    .legal("0 to 360");
            }
            if line.interval <= Inches::ZERO || MAX_LINE_INTERVAL < line.interval {
                let error =
                    self.add_error(&path.at(index), format!("an interval of {} is out of range", line.interval));
                error.legal(format!("above 0, up to {MAX_LINE_INTERVAL} inches"));
            }
        }
        let is_twice = |(index, line): (usize, &BearingLine)| {
            lines[..index].iter().any(|other| other.bearing_deg % 360 == line.bearing_deg % 360)
        };
        if let Some(index) = lines.iter().enumerate().position(is_twice) {
            let bearing_deg = lines[index].bearing_deg;
            let error = self.add_error(&path.at(index), format!("two lines bear {bearing_deg} degrees [{LINES}]"));
            error.legal("two different bearings, as in an arrowhead");
        }
        if MAX_BEARING_LINES < lines.len() {
            self.add_error(path, format!("a formation has at most two lines of bearing [{LINES}]"));
        }
    }

    /// Reports ids that occur twice in a list.
    pub(super) fn check_ids<'i>(&mut self, kind: &str, list: &'static str, ids: impl Iterator<Item = &'i str>) {
        let ids: Vec<_> = ids.enumerate().map(|(index, id)| (id, self.item_path(list, index).key("id"))).collect();
        self.check_unique(kind, &ids);
    }
}
