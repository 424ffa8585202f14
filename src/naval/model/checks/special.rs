//! Checks the keys of special rules. [9.2]
use super::bounds::{DAMAGE_CONTROL, DICE, MAX_FIRES};
use super::error::{CheckedBattle, ErrorCollector, NamedThing};
use crate::model::{
    Id, Inches, Setup, ShipSet,
    compound::{Compound as _, Node},
    path::KeyPath,
    special::{
        AppliedBy, RollFrequency, RuleCondition, RuleDie, RuleEffect, RuleTest, Sector, SpecialRule, SteerLimit,
    },
};
use geometry::{Area, Point};

impl ErrorCollector<CheckedBattle<'_>> {
    pub(super) fn check_rule(&mut self, rule: &SpecialRule, path: &KeyPath) {
        let sentences = self.context.setup.special_rules.len();
        self.check_sentence(usize::from(rule.of), ("in `special_rules`", sentences), &path.key("of"));
        if let Some(side) = &rule.secret_to {
            self.check_name(NamedThing::Side, side.as_str(), &path.key("secret_to"));
        }
        self.check_turns((&path.key("from_turn"), rule.from_turn), (&path.key("to_turn"), rule.to_turn));
        if rule.again && rule.after.is_none() {
            self.add_error(&path.key("again"), "`again` needs `after`, which is missing");
        }
        if rule.lasts.is_some() && rule.after.is_none() {
            self.add_error(&path.key("lasts"), "`lasts` counts the turns since `after`, which is missing");
        }
        for (key, condition) in rule.conditions() {
            if let Some(condition) = condition {
                self.check_rule_condition(condition, &path.key(key));
            }
        }
        if let Some(die) = rule.die {
            self.check_rule_die(die, &path.key("die"));
        }
        self.check_effect(rule, &path.key("does"));
    }

    /// Checks that a condition asks for something, and that the ships it counts exist. [8.5.2]
    fn check_rule_condition(&mut self, condition: &RuleCondition, path: &KeyPath) {
        for Node { condition, path, .. } in condition.nodes(path) {
            match condition {
                RuleCondition::All(parts) | RuleCondition::Any(parts) => self.check_not_empty(parts, &path),
                RuleCondition::Ships(count) => {
                    let at_least = count.at_least.map(|least| (least, path.key("at_least")));
                    self.check_counted_set(&count.among, &path.key("among"), at_least);
                    self.check_not_empty(&count.are, &path.key("are"));
                    self.check_tests(&count.are, &path.key("are"));
                }
                RuleCondition::Near(near) => {
                    self.check_counted_set(&near.ships, &path.key("ships"), None);
                    if let Some(others) = &near.of {
                        self.check_counted_set(others, &path.key("of"), None);
                    }
                    self.check_distance(near.inches, &path.key("inches"));
                }
                RuleCondition::Not(_) => {}
            }
        }
    }

    fn check_tests(&mut self, tests: &[RuleTest], path: &KeyPath) {
        let nodes = tests.iter().enumerate().flat_map(|(index, test)| test.nodes(&path.at(index)));
        for Node { condition, path, .. } in nodes {
            if let RuleTest::Fires(fires) = condition {
                let message = format!("a ship is abandoned at {MAX_FIRES} fires and cannot have {fires}");
                self.check_range(&path, *fires, 1..=MAX_FIRES, message);
            } else if let RuleTest::EnemyWithin(inches) = condition {
                self.check_distance(*inches, &path);
            } else if let RuleTest::Heads(sector) = condition {
                self.check_sector(*sector, &path);
            } else if let RuleTest::AnyOf(tests) = condition {
                self.check_not_empty(tests, &path);
            }
        }
    }

    fn check_rule_die(&mut self, die: RuleDie, path: &KeyPath) {
        if !DICE.contains(&die.sides) {
            let error = self.add_error(&path.key("sides"), format!("the rules have no D{}", die.sides));
            error.legal("6, 10, 20 or 100").nearest = nearest_die(die.sides);
        }
        let faces = [("at_most", die.at_most), ("at_least", die.at_least)];
        if faces.iter().filter(|(_, face)| face.is_some()).count() != 1 {
            self.add_error(path, "a die needs either `at_most` or `at_least`");
        }
        for (key, face) in faces {
            if let Some(face) = face {
                let message = format!("a D{} cannot roll {face}", die.sides);
                self.check_range(&path.key(key), face, 1..=die.sides.max(1), message);
            }
        }
    }

    fn check_degrees(&mut self, degrees: u16, path: &KeyPath) {
        if 360 < degrees {
            let error = self.add_error(path, format!("there is no course of {degrees} degrees"));
            error.legal("0 to 360").nearest(degrees % 360);
        }
    }

    fn check_sector(&mut self, sector: Sector, path: &KeyPath) {
        self.check_degrees(sector.from_deg, &path.key("from_deg"));
        self.check_degrees(sector.to_deg, &path.key("to_deg"));
    }

    fn report_key_without_effect(&mut self, path: &KeyPath, keys: &[&str]) {
        self.add_error(path, "the key names ships, but no effect").legal(keys.join(", "));
    }

    fn check_sets<const N: usize>(&mut self, path: &KeyPath, sets: [(&str, &ShipSet); N]) {
        for (key, set) in sets {
            self.check_set(set, &path.key(key));
        }
    }

    /// Checks the effect of a rule: its names must exist and its figures be in range.
    fn check_effect(&mut self, rule: &SpecialRule, path: &KeyPath) {
        match &rule.does {
            RuleEffect::Kept(by) => self.check_kept(by, &path.key("kept")),
            RuleEffect::Words { .. } => {}
            RuleEffect::Sight { by, at, are, at_most, at_least } => {
                let path = path.key("sight");
                self.check_sets(&path, [("by", by), ("at", at)]);
                self.check_tests(are, &path.key("are"));
                if at_most.or(*at_least).is_none() {
                    self.report_key_without_effect(&path, &["at_most", "at_least"]);
                }
            }
            RuleEffect::Speed { ships, at_most, times, .. } => {
                let path = path.key("speed");
                self.check_set(ships, &path.key("ships"));
                if at_most.is_none() && times.is_none() {
                    self.report_key_without_effect(&path, &["at_most", "times"]);
                }
            }
            RuleEffect::Course { ships, steer } => {
                self.check_set(ships, &path.key("course").key("ships"));
                self.check_steer(steer, &path.key("course").key("steer"));
            }
            RuleEffect::Stay { ships, within, beyond, of, place, west_of } => {
                let path = path.key("stay");
                self.check_set(ships, &path.key("ships"));
                if let Some(of) = of {
                    self.check_set(of, &path.key("of"));
                }
                let has_range = within.or(*beyond).is_some();
                if !has_range && west_of.is_none() {
                    self.report_key_without_effect(&path, &["within", "beyond", "west_of"]);
                } else if has_range && of.is_none() && place.is_none() {
                    self.report_key_without_effect(&path, &["of", "place"]);
                }
            }
            RuleEffect::Fire {
                by,
                by_are,
                at,
                to_hit_times,
                dice_times,
                strength_times,
                quality,
                on_target_at,
                ..
            } => {
                let path = path.key("fire");
                self.check_sets(&path, [("by", by), ("at", at)]);
                self.check_tests(by_are, &path.key("by_are"));
                let has_factor = to_hit_times.or(*dice_times).or(*strength_times).is_some();
                if !has_factor && quality.is_none() && on_target_at.is_none() {
                    self.report_key_without_effect(
                        &path,
                        &["to_hit_times", "dice_times", "strength_times", "quality", "on_target_at"],
                    );
                }
            }
            RuleEffect::Hold { ships, at, weapons, each_until, each_unless } => {
                let path = path.key("hold");
                self.check_sets(&path, [("ships", ships), ("at", at)]);
                self.check_tests(each_until, &path.key("each_until"));
                self.check_tests(each_unless, &path.key("each_unless"));
                if weapons.is_empty() {
                    self.report_key_without_effect(&path, &["big", "medium", "light", "torpedoes"]);
                }
            }
            RuleEffect::NoExit { ships, .. } => self.check_sets(&path.key("no_exit"), [("ships", ships)]),
            RuleEffect::Orders { ships, plus, without_flag, freed_by_ships_turn } => {
                let path = path.key("orders");
                self.check_set(ships, &path.key("ships"));
                if *plus == 0 && !without_flag && freed_by_ships_turn.is_none() {
                    self.report_key_without_effect(&path, &["plus", "without_flag", "freed_by_ships_turn"]);
                }
            }
            RuleEffect::DamageControl { ships, number } => {
                let path = path.key("damage_control");
                self.check_set(ships, &path.key("ships"));
                if !DAMAGE_CONTROL.contains(number) {
                    let error = self.add_error(&path.key("number"), format!("{number} is out of range"));
                    error.legal("1 to 9, on a D10").nearest(number.clamp(&1, &9));
                }
            }
            RuleEffect::Harmed { ships, mounts, .. } => self.check_harmed(rule, ships, mounts, &path.key("harmed")),
            RuleEffect::OpenLand(open) => {
                for (index, land) in open.iter().enumerate() {
                    self.check_name(NamedThing::Land, land.as_str(), &path.key("open_land").at(index));
                }
            }
            RuleEffect::LostAshore { ships } => self.check_sets(&path.key("lost_ashore"), [("ships", ships)]),
            RuleEffect::Entry { ships } => self.check_entry_by_die(rule, ships, &path.key("entry")),
            RuleEffect::Mines { areas, lanes, .. } => self.check_mines(areas, lanes, &path.key("mines")),
            RuleEffect::Drift { ships, bearing_deg, .. } => {
                self.check_sets(&path.key("drift"), [("ships", ships)]);
                self.check_degrees(*bearing_deg, &path.key("drift").key("bearing_deg"));
            }
            RuleEffect::SetDown { ships, bearing_deg, of, .. } => {
                let path = path.key("set_down");
                self.check_sets(&path, [("ships", ships), ("of", of)]);
                self.check_degrees(*bearing_deg, &path.key("bearing_deg"));
            }
            RuleEffect::Smoke { ships } => self.check_sets(&path.key("smoke"), [("ships", ships)]),
            RuleEffect::PointsForFire { by, of, .. } => {
                self.check_sets(&path.key("points_for_fire"), [("by", by)]);
                self.check_name(NamedThing::Land, of.as_str(), &path.key("points_for_fire").key("of"));
            }
            RuleEffect::Ends { .. } if rule.after.is_none() => {
                self.add_error(&path.key("ends"), "an end needs `after`, its cause");
            }
            RuleEffect::Ends { .. } => {}
            RuleEffect::Duds { by, .. } => self.check_sets(&path.key("duds"), [("by", by)]),
        }
    }

    /// Checks that other keys carry the sentence out. A war may have removed the ships they name.
    fn check_kept(&mut self, by: &[AppliedBy], path: &KeyPath) {
        let Setup { divisions, light, without_points, pickets, war, .. } = self.context.setup;
        let is_carried_out = |by: AppliedBy| match by {
            AppliedBy::Light => !light.is_empty(),
            AppliedBy::WithoutPoints => !without_points.is_empty(),
            AppliedBy::Pickets => !pickets.is_empty(),
            AppliedBy::EntersTurn => divisions.iter().any(|division| 1 < division.enters_turn),
            // In play without positions, the miniatures stand where the file placed them.
            AppliedBy::At => {
                self.context.setup.begins_without_positions() || divisions.iter().any(|division| division.at.is_some())
            }
            AppliedBy::Speed => divisions.iter().any(|division| division.speed == Inches::ZERO),
        };
        let is_of_division = |by: AppliedBy| matches!(by, AppliedBy::EntersTurn | AppliedBy::At | AppliedBy::Speed);
        // If no division is readable, nothing is known about them.
        let is_kept =
            |by: AppliedBy| war.is_some() || is_carried_out(by) || (is_of_division(by) && divisions.is_empty());
        for (index, key) in by.iter().enumerate().filter(|(_, key)| !is_kept(**key)) {
            self.add_error(&path.at(index), format!("no `{key}` in the file carries this out"));
        }
    }

    fn check_steer(&mut self, steer: &SteerLimit, path: &KeyPath) {
        match steer {
            SteerLimit::Between(sector) => self.check_sector(*sector, &path.key("between")),
            SteerLimit::Never(sector) => self.check_sector(*sector, &path.key("never")),
            SteerLimit::Away(ships) => self.check_set(ships, &path.key("away")),
            SteerLimit::Toward(ships) => self.check_set(ships, &path.key("toward")),
            SteerLimit::Turn { .. } | SteerLimit::AtMostDeg(_) => {}
        }
    }

    /// Checks initial damage: it depends on no die or condition, and each ship has the mounts. [8.2.4, 9.2]
    fn check_harmed(&mut self, rule: &SpecialRule, ships: &ShipSet, mounts: &[Id], path: &KeyPath) {
        self.check_set(ships, &path.key("ships"));
        let timing_keys = rule.conditions().map(|(key, condition)| (key, condition.is_some()));
        let turns = [("from_turn", rule.from_turn.is_some()), ("to_turn", rule.to_turn.is_some())];
        let timing_keys = timing_keys.into_iter().chain(turns).chain([("die", rule.die.is_some())]);
        let timing_keys: Vec<&str> = timing_keys.filter(|(_, is_set)| *is_set).map(|(key, _)| key).collect();
        if !timing_keys.is_empty() {
            let message = format!("ships are damaged from the start, so this cannot have {}", timing_keys.join(", "));
            self.add_error(path, message).legal("the key alone, or with `optional: true`");
        }
        for ship in self.context.setup.ships.iter().filter(|ship| ships.ids.contains(&ship.card.id)) {
            for (index, mount) in mounts.iter().enumerate() {
                self.check_name(NamedThing::Mount(ship.card.id.clone()), mount.as_str(), &path.key("mounts").at(index));
            }
        }
    }

    /// Checks an entry by die, which is final. Ships that begin on the table cannot have one. [9.1]
    fn check_entry_by_die(&mut self, rule: &SpecialRule, ships: &ShipSet, path: &KeyPath) {
        self.check_set(ships, &path.key("ships"));
        let Some(die) = rule.die else {
            self.add_error(path, "an entry by die needs a `die`").legal("die: {sides: 6, at_least: 5}");
            return;
        };
        if die.each != RollFrequency::Once {
            let error = self.add_error(path, "the die for an entry is rolled only once");
            error.legal("a `die` without `each`, or with `each: once`");
        }
        let Setup { ships: all, divisions, .. } = self.context.setup;
        for division in divisions.iter().filter(|division| division.enters_turn <= 1) {
            let own = division.ships.iter().filter_map(|id| all.iter().find(|ship| ship.card.id == *id));
            for ship in own.filter(|ship| ships.holds_at_start(&ship.card, division)) {
                let error = self.add_error(path, format!("`{}` is on the table from the start", ship.card.id));
                error.legal("ships of divisions with an `enters_turn` after 1");
            }
        }
    }

    fn check_mines(&mut self, areas: &[Vec<(Inches, Inches)>], lanes: &[Vec<(Inches, Inches)>], path: &KeyPath) {
        for (index, corners) in areas.iter().enumerate() {
            let points: Vec<Point> = corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect();
            if let Err(error) = Area::new(&points) {
                self.add_error(&path.key("areas").at(index), error.to_string());
            }
        }
        for (index, _) in lanes.iter().enumerate().filter(|(_, lane)| lane.len() < 2) {
            self.add_error(&path.key("lanes").at(index), "a lane needs at least two points");
        }
    }
}

/// Returns the closest die in the book.
fn nearest_die(sides: u8) -> Option<String> {
    DICE.iter().min_by_key(|die| die.abs_diff(sides)).map(u8::to_string)
}
