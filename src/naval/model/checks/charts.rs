//! Checks the charts against their bounds. [2.2]
use std::ops::RangeInclusive;

use super::bounds::{
    DICE, MAX_FACTOR, MAX_FACTOR_DENOMINATOR, MAX_MODIFIER, MAX_RANGE, MAX_TURN_OR_GAIN_IN, SIZE_PLUS, STEP_DEG, TO_HIT,
};
use super::error::{ErrorCollector, SetupError};
use crate::model::{
    Band, Fraction, Inches, ShipType,
    chart::{
        Charts, CommandCheck, DamageEffect, DamageTable, Illumination, Independent, IndependentMovement, Modifier,
        ModifierCondition, ModifierEffect, Movement, TableKind, UnitKind,
    },
    path::KeyPath,
};
use play::Rule;

const CHARTS: Rule = Rule::new("2.2");
const DICE_USED: Rule = Rule::new("2.5");
const INDEPENDENT: Rule = Rule::new("5.10.3");
/// The paragraph that divides ships into large and light, and so decides which tables they need.
const LARGE_AND_LIGHT: Rule = Rule::new("1.4");

impl Charts {
    /// Returns every fault of the charts, for types that `is_present` accepts. A journal may be older than a type.
    pub fn errors(&self, is_present: impl Fn(ShipType) -> bool) -> Vec<SetupError> {
        let (mut collector, root) = (ErrorCollector::<()>::default(), KeyPath::default());
        let path = root.key("gunnery");
        for (index, modifier) in self.gunnery.iter().enumerate() {
            collector.check_modifier(modifier, &path.at(index));
        }
        let ids = self.gunnery.iter().enumerate().map(|(index, line)| (&line.id, path.at(index).key("id")));
        collector.check_unique("modifier", &ids.collect::<Vec<_>>());
        let path = root.key("damage");
        collector.check_not_empty(&self.damage, &path);
        for (index, table) in self.damage.iter().enumerate() {
            collector.check_table(table, &path.at(index));
        }
        let ids = self.damage.iter().enumerate().map(|(index, table)| (&table.id, path.at(index).key("id")));
        collector.check_unique("table", &ids.collect::<Vec<_>>());
        collector.check_bands(&self.large_torpedo, &root.key("large_torpedo"));
        let sighting = &self.sighting;
        let night = ("firing_or_searchlight_at_night", sighting.firing_or_searchlight_at_night);
        for (key, times) in [("burning", sighting.burning), night] {
            collector.check_factor(times, &root.key("sighting").key(key));
        }
        collector.check_lights(&self.illumination, &root.key("illumination"));
        collector.check_movement(&self.movement, &is_present, &root.key("movement"));
        collector.check_command_check(&self.command_check, &root.key("command_check"));
        collector.check_independent(&self.independent_movement, &root.key("independent_movement"));
        if collector.errors.is_empty() {
            collector.report_uncovered_types(&self.damage, &is_present);
        }
        collector.errors
    }
}

/// Returns every fault of bands, which must rise in range. [6.5.1, 7.4.3]
pub fn band_errors(bands: &[Band], path: &KeyPath) -> Vec<SetupError> {
    let mut collector = ErrorCollector::<()>::default();
    collector.check_bands(bands, path);
    collector.errors
}

pub fn factor_error(times: Fraction, path: &KeyPath) -> Option<SetupError> {
    let mut collector = ErrorCollector::<()>::default();
    collector.check_factor(times, path);
    collector.errors.pop()
}

impl ErrorCollector {
    fn check_modifier(&mut self, Modifier { when, effect, .. }: &Modifier, path: &KeyPath) {
        if let ModifierCondition::FirerTurned { from_deg, to_deg } = when
            && to_deg < from_deg
        {
            let error =
                self.add_error(&path.key("when"), format!("no turn is between {from_deg} and {to_deg} degrees"));
            error.legal(format!("from_deg at most to_deg, such as {to_deg} to {from_deg}"));
        }
        let path = path.key("effect");
        if *effect == ModifierEffect::default() {
            self.add_error(&path, "the modifier does nothing").legal("to_hit_times, dice_times, size_plus, forbids");
        }
        for times in [effect.to_hit_times, effect.dice_times].into_iter().flatten() {
            self.check_factor(times, &path);
        }
        if let Some(plus) = effect.size_plus.filter(|plus| !SIZE_PLUS.contains(plus)) {
            self.add_error(&path, format!("a size of {plus:+} is out of range")).legal("-40 to 40");
        }
    }

    fn check_factor(&mut self, times: Fraction, path: &KeyPath) {
        let is_sound = (Fraction::ZERO..=Fraction::from(MAX_FACTOR)).contains(&times);
        if !is_sound || MAX_FACTOR_DENOMINATOR < *times.0.denom() {
            let error = self.add_error(path, format!("a factor of {times} is out of range"));
            error.legal("0 to 20, in hundredths or simple fractions");
        }
    }

    pub(super) fn check_bands(&mut self, bands: &[Band], path: &KeyPath) {
        for (index, band) in bands.iter().enumerate() {
            let (path, before) = (path.at(index), index.checked_sub(1).map(|before| bands[before].to));
            if let Some(before) = before.filter(|before| band.to <= *before) {
                let message = format!("the bands must increase, but {} follows {before}", band.to);
                self.add_error(&path.key("to"), message).legal(format!("more than {before}"));
            }
            if band.to <= Inches::ZERO {
                self.add_error(&path.key("to"), "a band must end at a range above 0");
            }
            if MAX_RANGE < band.to {
                let message = format!("a band ends at {}", band.to);
                self.add_error(&path.key("to"), message).legal(format!("up to {MAX_RANGE} inches"));
            }
            if !TO_HIT.contains(&band.to_hit) {
                let message = format!("the to-hit number {} is out of range", band.to_hit);
                self.add_error(&path.key("to_hit"), message).legal("0 to 40");
            }
        }
    }

    fn check_lights(&mut self, lights: &Illumination, path: &KeyPath) {
        let searchlights = lights.searchlights.iter().enumerate().flat_map(|(index, light)| {
            let path = path.key("searchlights").at(index);
            [(path.key("light_ship"), light.light_ship), (path.key("large_ship"), light.large_ship)]
        });
        for (path, range) in searchlights.chain([(path.key("starshell_range"), lights.starshell_range)]) {
            self.check_range(&path, range, Inches::ZERO..=MAX_RANGE, format!("a light cannot reach {range} inches"));
        }
    }

    /// Reports figures out of range, and types that move but are not in exactly one line of the chart. [5.5, 5.6, Q51]
    fn check_movement(&mut self, lines: &[Movement], is_present: impl Fn(ShipType) -> bool, path: &KeyPath) {
        const LENGTHS: RangeInclusive<Inches> = Inches::ZERO..=MAX_TURN_OR_GAIN_IN;
        for (index, line) in lines.iter().enumerate() {
            let is_legal_radius = line.turn_radius != Inches::ZERO && LENGTHS.contains(&line.turn_radius);
            if !is_legal_radius || !LENGTHS.contains(&line.acceleration) {
                let error = self.add_error(&path.at(index), "a radius or an acceleration is out of range");
                error.legal("above 0, up to 6 inches");
            }
        }
        let count =
            |kind: ShipType| lines.iter().flat_map(|line| &line.types).filter(|listed| **listed == kind).count();
        let is_wrong = |kind: &ShipType| !kind.is_coast_battery() && is_present(*kind) && count(*kind) != 1;
        let wrong: Vec<String> = ShipType::ALL.iter().filter(|kind| is_wrong(kind)).map(ToString::to_string).collect();
        if !wrong.is_empty() {
            let message = format!("the movement chart must name every type once: check {}", wrong.join(", "));
            let error = self.add_error(path, message).legal("one line for every type of ship");
            error.depends_on.clear();
        }
    }

    /// Checks that the die exists, and that every modifier is within bounds. [5.10.3]
    fn check_command_check(&mut self, check: &CommandCheck, path: &KeyPath) {
        const MOST: i32 = MAX_MODIFIER;
        self.check_die(check.sides, path);
        let figures = [
            ("base", check.base),
            ("signalling", check.signalling),
            ("advance_plot", check.advance_plot),
            ("night", check.night),
            ("under_fire", check.under_fire),
            ("repeaters", check.repeaters.each),
            ("distance", check.distance.worth),
        ];
        for (key, figure) in figures.into_iter().filter(|(_, figure)| !(-MOST..=MOST).contains(figure)) {
            let error = self.add_error(&path.key(key), format!("a modifier of {figure:+} is out of range"));
            error.legal(format!("-{MOST} to {MOST}"));
        }
        if !(0..=MOST).contains(&check.repeaters.at_most) {
            let message = format!("a maximum of {} repeaters is out of range", check.repeaters.at_most);
            self.add_error(&path.key("repeaters").key("at_most"), message).legal(format!("0 to {MOST}"));
        }
        if check.distance.every <= Inches::ZERO {
            let message = format!("distance cannot count in steps of {} inches", check.distance.every);
            self.add_error(&path.key("distance").key("every"), message).legal("more than 0 inches");
        }
    }

    /// Checks for one table of each kind, with rising rows, the last open, and turns in steps of 15 degrees. [5.10.3]
    fn check_independent(&mut self, tables: &[IndependentMovement], path: &KeyPath) {
        for (index, table) in tables.iter().enumerate() {
            self.check_die(table.sides, &path.at(index));
            self.check_rows(table, &path.at(index));
        }
        let named = [(UnitKind::Large, "large"), (UnitKind::Light, "light"), (UnitKind::Single, "single")];
        let count = |kind: UnitKind| tables.iter().filter(|table| table.kind == kind).count();
        let wrong: Vec<&str> = named.iter().filter(|(kind, _)| count(*kind) != 1).map(|(_, name)| *name).collect();
        if !wrong.is_empty() {
            let message = format!("independent movement must have one table of each kind: check {}", wrong.join(", "));
            let error = self.add_error(path, message);
            error.legal(format!("one table each for large, light and single [{INDEPENDENT}]")).depends_on.clear();
        }
    }

    fn check_rows(&mut self, IndependentMovement { rows, .. }: &IndependentMovement, path: &KeyPath) {
        let last = rows.len().saturating_sub(1);
        let mut before: Option<i32> = None;
        for (index, row) in rows.iter().enumerate() {
            let row_path = path.key("rows").at(index);
            let wrong = match row.up_to {
                Some(up_to) if before.is_some_and(|before| up_to <= before) => {
                    Some(format!("the rows must increase, but do not at {up_to}"))
                }
                None if index != last => Some("a row without up_to hides the rows after it".to_owned()),
                Some(_) if index == last => Some("no row is for the highest rolls".to_owned()),
                Some(_) | None => None,
            };
            if let Some(wrong) = wrong {
                let error = self.add_error(&row_path, wrong);
                error.legal("up_to increases from row to row, and only the last row has none").depends_on.clear();
            }
            before = row.up_to.or(before);
            if let Independent::TurnTowardEnemy { degrees } | Independent::TurnAway { degrees } = row.does
                && (degrees == 0 || 180 < degrees || !degrees.is_multiple_of(STEP_DEG))
            {
                let error = self.add_error(&row_path, format!("a turn of {degrees} degrees cannot be steered"));
                error.legal("15 to 180 degrees, in steps of 15").depends_on.clear();
            }
        }
        if rows.is_empty() {
            self.add_error(path, "the table has no rows").depends_on.clear();
        }
    }

    /// Whether the die exists. Reports a fault if not.
    fn check_die(&mut self, sides: u8, path: &KeyPath) -> bool {
        let exists = DICE.contains(&sides);
        if !exists {
            let error = self.add_error(&path.key("sides"), format!("there is no D{sides}"));
            error.legal(format!("6, 10, 20 or 100 [{DICE_USED}]"));
        }
        exists
    }

    fn check_table(&mut self, table: &DamageTable, path: &KeyPath) {
        let rows_path = path.key("rows");
        self.check_not_empty(&table.rows, &rows_path);
        for (index, row) in table.rows.iter().enumerate() {
            let path = rows_path.at(index).key("effects");
            self.check_not_empty(&row.effects, &path);
            for (index, _) in row.effects.iter().enumerate().filter(|(_, effect)| !effect.is_sound()) {
                let error = self.add_error(&path.at(index), "the figure of this effect is out of range");
                error.legal("quarters 1 to 8, hits 1 to 100, loss 0 to 10 inches, explodes_to 1 to 10");
            }
        }
        if self.check_die(table.sides, path) {
            self.check_faces(table, &rows_path);
        }
    }

    /// Reports die results that are not in exactly one row.
    fn check_faces(&mut self, DamageTable { sides, rows, .. }: &DamageTable, path: &KeyPath) {
        let places: Vec<KeyPath> = (0..rows.len()).map(|at| path.at(at).key("faces")).collect();
        for ((from, to), place) in rows.iter().map(|row| row.faces).zip(&places) {
            if from == 0 || to < from || *sides < to {
                let error = self.add_error(place, format!("the faces {from} to {to} do not fit a D{sides}"));
                error.legal(format!("two faces from 1 to {sides}, the lower first")).depends_on.clone_from(&places);
            }
        }
        let row_count = |face: u8| rows.iter().filter(|row| (row.faces.0..=row.faces.1).contains(&face)).count();
        let faces_where = |is_wrong_count: fn(usize) -> bool| {
            let faces = (1..=*sides).filter(|face| is_wrong_count(row_count(*face))).map(|face| face.to_string());
            Some(faces.collect::<Vec<String>>().join(", ")).filter(|faces| !faces.is_empty())
        };
        let missing =
            faces_where(|times| times == 0).map(|faces| format!("no row has face {faces} of the D{sides} [{CHARTS}]"));
        let doubled =
            faces_where(|times| 1 < times).map(|faces| format!("more than one row has face {faces} of the D{sides}"));
        for what in missing.into_iter().chain(doubled) {
            let error = self.add_error(path, what);
            error.legal(format!("every face from 1 to {sides} in exactly one row [{CHARTS}]"));
            error.depends_on.clone_from(&places);
        }
    }

    /// Reports kinds of table that do not cover every type of ship that needs one. [1.4]
    fn report_uncovered_types(&mut self, damage: &[DamageTable], is_present: impl Fn(ShipType) -> bool) {
        use ShipType::{BB, BC, CA, CB, CL, CP, MM, OBB, TB, TBD};
        // Torpedoes and rams cannot reach coast batteries. [Q51]
        const AFLOAT: &[ShipType] = &[BB, OBB, BC, CA, CL, CP, TBD, TB, MM];
        let requirements: [(TableKind, &str, &[ShipType]); 9] = [
            (TableKind::Penetrating, "penetrating", &[BB, OBB, BC, CA]),
            (TableKind::NonPenetrating, "non_penetrating", &[BB, OBB, BC, CA]),
            (TableKind::Special, "special", &[BB, OBB, BC, CA]),
            (TableKind::Torpedo, "torpedo", AFLOAT),
            (TableKind::Light, "light", &[CL, CP, TBD, TB, MM, CB]),
            (TableKind::GunsGone, "guns_gone", &[CL, CP]),
            (TableKind::Rammer, "rammer", AFLOAT),
            (TableKind::Rammed, "rammed", AFLOAT),
            (TableKind::Glancing, "glancing", AFLOAT),
        ];
        for (kind, name, required_types) in requirements {
            let is_served =
                |ship: ShipType| damage.iter().any(|table| table.kind == kind && serves_all_hits_on(table, ship));
            let uncovered = required_types.iter().filter(|ship| is_present(**ship) && !is_served(**ship));
            let uncovered: Vec<String> = uncovered.map(ToString::to_string).collect();
            if !uncovered.is_empty() {
                let uncovered = uncovered.join(", ");
                let message = format!("no table of kind {name} covers every hit on {uncovered} [{LARGE_AND_LIGHT}]");
                let error = self.add_error(&KeyPath::default().key("damage"), message);
                error.legal("a last table of that kind whose `when` names only ship types");
                error.depends_on = vec![KeyPath::default()];
            }
        }
    }
}

impl DamageEffect {
    /// Whether its figure is in range.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            DamageEffect::Guns { quarters } => (1..=8).contains(quarters),
            DamageEffect::Flotation { hits } => (1..=100).contains(hits),
            DamageEffect::Speed { loss } => (Inches::ZERO..=Inches::whole(10)).contains(loss),
            DamageEffect::Magazine { explodes_to } => (1..=10).contains(explodes_to),
            DamageEffect::Nothing
            | DamageEffect::Mount
            | DamageEffect::Fire
            | DamageEffect::Special
            | DamageEffect::Steering
            | DamageEffect::Bridge => true,
            DamageEffect::Emplacement | DamageEffect::FireControl | DamageEffect::BridgeOrFireControl => true,
            DamageEffect::Explosion | DamageEffect::Sinks => true,
        }
    }
}

/// Whether a table serves every hit on a type of ship, from any firer and range.
fn serves_all_hits_on(table: &DamageTable, ship: ShipType) -> bool {
    let when = &table.when;
    let always = when.firer_navies.is_empty()
        && when.before.is_none()
        && when.range_to.is_none()
        && when.mounts_to.is_none()
        && when.batteries.is_empty()
        && when.by.is_empty();
    always && (when.types.is_empty() || when.types.contains(&ship))
}
