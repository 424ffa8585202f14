//! Checks the keys of special rules. [9.2]
use super::bounds::{DAMAGE_CONTROL, DICE, MOST_FIRES};
use super::fault::{Battle, Judge, Kind};
use crate::model::{
    Id, Inches, Setup, Ships,
    compound::{Compound as _, Node},
    path::Path,
    special::{Condition, Die, Each, KeptBy, Key, Sector, SpecialRule, Steer, Test},
};
use geometry::{Area, Point};

impl Judge<Battle<'_>> {
    /// Checks a special rule.
    pub(super) fn rule(&mut self, rule: &SpecialRule, path: &Path) {
        let sentences = self.of.setup.special_rules.len();
        self.sentence(usize::from(rule.of), ("in `special_rules`", sentences), &path.key("of"));
        if let Some(side) = &rule.secret_to {
            self.name(Kind::Side, side.as_str(), &path.key("secret_to"));
        }
        self.turns((&path.key("from_turn"), rule.from_turn), (&path.key("to_turn"), rule.to_turn));
        if rule.again && rule.after.is_none() {
            self.tell(&path.key("again"), "`again` is of `after`, which is not there");
        }
        if rule.lasts.is_some() && rule.after.is_none() {
            self.tell(&path.key("lasts"), "`lasts` counts the turns since `after`, which is not there");
        }
        for (key, condition) in rule.conditions() {
            if let Some(condition) = condition {
                self.condition_of_rule(condition, &path.key(key));
            }
        }
        if let Some(die) = rule.die {
            self.die(die, &path.key("die"));
        }
        self.key(rule, &path.key("does"));
    }

    /// Checks that a condition asks for something, and that the ships it counts exist. [8.5.2]
    fn condition_of_rule(&mut self, condition: &Condition, path: &Path) {
        for Node { condition, path, .. } in condition.nodes(path) {
            match condition {
                Condition::All(parts) | Condition::Any(parts) => self.empty(parts, &path),
                Condition::Ships(count) => {
                    let at_least = count.at_least.map(|least| (least, path.key("at_least")));
                    self.asked(&count.among, &path.key("among"), at_least);
                    self.empty(&count.are, &path.key("are"));
                    self.tests(&count.are, &path.key("are"));
                }
                Condition::Near(near) => {
                    self.asked(&near.ships, &path.key("ships"), None);
                    if let Some(of) = &near.of {
                        self.asked(of, &path.key("of"), None);
                    }
                    self.distance(near.inches, &path.key("inches"));
                }
                Condition::Not(_) => {}
            }
        }
    }

    fn tests(&mut self, tests: &[Test], path: &Path) {
        let nodes = tests.iter().enumerate().flat_map(|(at, test)| test.nodes(&path.at(at)));
        for Node { condition, path, .. } in nodes {
            if let Test::Fires(fires) = condition {
                let what = format!("a ship is abandoned at {MOST_FIRES} fires, and never has {fires}");
                self.range(&path, *fires, 1..=MOST_FIRES, what);
            } else if let Test::EnemyWithin(inches) = condition {
                self.distance(*inches, &path);
            } else if let Test::Heads(sector) = condition {
                self.sector(*sector, &path);
            } else if let Test::AnyOf(tests) = condition {
                self.empty(tests, &path);
            }
        }
    }

    fn die(&mut self, die: Die, path: &Path) {
        if !DICE.contains(&die.sides) {
            let fault = self.tell(&path.key("sides"), format!("there is no D{} in the book", die.sides));
            fault.lawful("6, 10, 20 or 100").nearest = nearest_die(die.sides);
        }
        let faces = [("at_most", die.at_most), ("at_least", die.at_least)];
        if faces.iter().filter(|(_, face)| face.is_some()).count() != 1 {
            self.tell(path, "a die falls so `at_most` or `at_least` a face: one of the two");
        }
        for (key, face) in faces {
            if let Some(face) = face {
                let what = format!("a D{} has no face {face}", die.sides);
                self.range(&path.key(key), face, 1..=die.sides.max(1), what);
            }
        }
    }

    fn degrees(&mut self, degrees: u16, path: &Path) {
        if 360 < degrees {
            let fault = self.tell(path, format!("there is no course of {degrees} degrees"));
            fault.lawful("0 to 360").nearest(degrees % 360);
        }
    }

    fn sector(&mut self, sector: Sector, path: &Path) {
        self.degrees(sector.from_deg, &path.key("from_deg"));
        self.degrees(sector.to_deg, &path.key("to_deg"));
    }

    /// Reports a key without an effect.
    fn idle(&mut self, path: &Path, keys: &[&str]) {
        self.tell(path, "the key says whom, but not what").lawful(keys.join(", "));
    }

    fn sets<const N: usize>(&mut self, path: &Path, sets: [(&str, &Ships); N]) {
        for (key, set) in sets {
            self.set(set, &path.key(key));
        }
    }

    /// Checks the effect of a rule: its names must exist and its figures be in range.
    fn key(&mut self, rule: &SpecialRule, path: &Path) {
        match &rule.does {
            Key::Kept(by) => self.kept(by, &path.key("kept")),
            Key::Words { .. } => {}
            Key::Sight { by, at, are, at_most, at_least } => {
                let path = path.key("sight");
                self.sets(&path, [("by", by), ("at", at)]);
                self.tests(are, &path.key("are"));
                if at_most.or(*at_least).is_none() {
                    self.idle(&path, &["at_most", "at_least"]);
                }
            }
            Key::Speed { ships, at_most, times, .. } => {
                let path = path.key("speed");
                self.set(ships, &path.key("ships"));
                if at_most.is_none() && times.is_none() {
                    self.idle(&path, &["at_most", "times"]);
                }
            }
            Key::Course { ships, steer } => {
                self.set(ships, &path.key("course").key("ships"));
                self.steer(steer, &path.key("course").key("steer"));
            }
            Key::Stay { ships, within, beyond, of, place, west_of } => {
                let path = path.key("stay");
                self.set(ships, &path.key("ships"));
                if let Some(of) = of {
                    self.set(of, &path.key("of"));
                }
                let has_range = within.or(*beyond).is_some();
                if !has_range && west_of.is_none() {
                    self.idle(&path, &["within", "beyond", "west_of"]);
                } else if has_range && of.is_none() && place.is_none() {
                    self.idle(&path, &["of", "place"]);
                }
            }
            Key::Fire { by, by_are, at, to_hit_times, dice_times, strength_times, quality, on_target_at, .. } => {
                let path = path.key("fire");
                self.sets(&path, [("by", by), ("at", at)]);
                self.tests(by_are, &path.key("by_are"));
                let has_factor = to_hit_times.or(*dice_times).or(*strength_times).is_some();
                if !has_factor && quality.is_none() && on_target_at.is_none() {
                    self.idle(&path, &["to_hit_times", "dice_times", "strength_times", "quality", "on_target_at"]);
                }
            }
            Key::Hold { ships, at, weapons, each_until, each_unless } => {
                let path = path.key("hold");
                self.sets(&path, [("ships", ships), ("at", at)]);
                self.tests(each_until, &path.key("each_until"));
                self.tests(each_unless, &path.key("each_unless"));
                if weapons.is_empty() {
                    self.idle(&path, &["big", "medium", "light", "torpedoes"]);
                }
            }
            Key::NoExit { ships, .. } => self.sets(&path.key("no_exit"), [("ships", ships)]),
            Key::Orders { ships, plus, without_flag, freed_by_ships_turn } => {
                let path = path.key("orders");
                self.set(ships, &path.key("ships"));
                if *plus == 0 && !without_flag && freed_by_ships_turn.is_none() {
                    self.idle(&path, &["plus", "without_flag", "freed_by_ships_turn"]);
                }
            }
            Key::DamageControl { ships, number } => {
                let path = path.key("damage_control");
                self.set(ships, &path.key("ships"));
                if !DAMAGE_CONTROL.contains(number) {
                    let fault = self.tell(&path.key("number"), format!("{number} is out of range"));
                    fault.lawful("1 to 9, on a D10").nearest(number.clamp(&1, &9));
                }
            }
            Key::Harmed { ships, mounts, .. } => self.harmed(rule, ships, mounts, &path.key("harmed")),
            Key::OpenLand(open) => {
                for (at, land) in open.iter().enumerate() {
                    self.name(Kind::Land, land.as_str(), &path.key("open_land").at(at));
                }
            }
            Key::LostAshore { ships } => self.sets(&path.key("lost_ashore"), [("ships", ships)]),
            Key::Entry { ships } => self.entry_by_die(rule, ships, &path.key("entry")),
            Key::Mines { areas, lanes, .. } => self.mines(areas, lanes, &path.key("mines")),
            Key::Drift { ships, bearing_deg, .. } => {
                self.sets(&path.key("drift"), [("ships", ships)]);
                self.degrees(*bearing_deg, &path.key("drift").key("bearing_deg"));
            }
            Key::Smoke { ships } => self.sets(&path.key("smoke"), [("ships", ships)]),
            Key::PointsForFire { by, of, .. } => {
                self.sets(&path.key("points_for_fire"), [("by", by)]);
                self.name(Kind::Land, of.as_str(), &path.key("points_for_fire").key("of"));
            }
            Key::Ends { .. } if rule.after.is_none() => {
                self.tell(&path.key("ends"), "an end needs `after`: what brings it about");
            }
            Key::Ends { .. } => {}
            Key::Duds { by, .. } => self.sets(&path.key("duds"), [("by", by)]),
        }
    }

    /// Checks that other keys carry the sentence out. A war may have removed the ships they name.
    fn kept(&mut self, by: &[KeptBy], path: &Path) {
        let Setup { divisions, light, without_points, pickets, war, .. } = self.of.setup;
        let keeps = |by: KeptBy| match by {
            KeptBy::Light => !light.is_empty(),
            KeptBy::WithoutPoints => !without_points.is_empty(),
            KeptBy::Pickets => !pickets.is_empty(),
            KeptBy::EntersTurn => divisions.iter().any(|division| 1 < division.enters_turn),
            // By tape, the miniatures are where the file had them.
            KeptBy::At => self.of.setup.begins_by_tape() || divisions.iter().any(|division| division.at.is_some()),
            KeptBy::Speed => divisions.iter().any(|division| division.speed == Inches::ZERO),
        };
        let of_divisions = |by: KeptBy| matches!(by, KeptBy::EntersTurn | KeptBy::At | KeptBy::Speed);
        // If no division is readable, nothing is known about them.
        let is_kept = |by: KeptBy| war.is_some() || keeps(by) || (of_divisions(by) && divisions.is_empty());
        for (at, one) in by.iter().enumerate().filter(|(_, one)| !is_kept(**one)) {
            self.tell(&path.at(at), format!("nothing in the file carries it out by `{one}`"));
        }
    }

    fn steer(&mut self, steer: &Steer, path: &Path) {
        match steer {
            Steer::Between(sector) => self.sector(*sector, &path.key("between")),
            Steer::Never(sector) => self.sector(*sector, &path.key("never")),
            Steer::Away(of) => self.set(of, &path.key("away")),
            Steer::Toward(of) => self.set(of, &path.key("toward")),
            Steer::Turn { .. } | Steer::AtMostDeg(_) => {}
        }
    }

    /// Checks initial damage: it depends on no die or condition, and each ship has the mounts. [8.2.4, 9.2]
    fn harmed(&mut self, rule: &SpecialRule, ships: &Ships, mounts: &[Id], path: &Path) {
        self.set(ships, &path.key("ships"));
        let waits = rule.conditions().map(|(key, condition)| (key, condition.is_some()));
        let turns = [("from_turn", rule.from_turn.is_some()), ("to_turn", rule.to_turn.is_some())];
        let waits = waits.into_iter().chain(turns).chain([("die", rule.die.is_some())]);
        let waits: Vec<&str> = waits.filter(|(_, is_there)| *is_there).map(|(key, _)| key).collect();
        if !waits.is_empty() {
            let what = format!("ships are harmed from the start, and wait for no {}", waits.join(", "));
            self.tell(path, what).lawful("the key alone, or with `optional: true`");
        }
        for ship in self.of.setup.ships.iter().filter(|ship| ships.ids.contains(&ship.card.id)) {
            for (at, mount) in mounts.iter().enumerate() {
                self.name(Kind::Mount(ship.card.id.clone()), mount.as_str(), &path.key("mounts").at(at));
            }
        }
    }

    /// Checks an entry by die, which is final. Ships that begin on the table cannot have one. [9.1]
    fn entry_by_die(&mut self, rule: &SpecialRule, ships: &Ships, path: &Path) {
        self.set(ships, &path.key("ships"));
        let Some(die) = rule.die else {
            self.tell(path, "an entry by die needs a `die`").lawful("die: {sides: 6, at_least: 5}");
            return;
        };
        if die.each != Each::Once {
            let fault = self.tell(path, "ships come on or stay away once for all");
            fault.lawful("a `die` without `each`, or with `each: once`");
        }
        let Setup { ships: all, divisions, .. } = self.of.setup;
        for division in divisions.iter().filter(|division| division.enters_turn <= 1) {
            let own = division.ships.iter().filter_map(|id| all.iter().find(|ship| ship.card.id == *id));
            for ship in own.filter(|ship| ships.holds_at_start(&ship.card, division)) {
                let fault = self.tell(path, format!("`{}` is on the table from the start", ship.card.id));
                fault.lawful("ships of divisions with an `enters_turn` after 1");
            }
        }
    }

    fn mines(&mut self, areas: &[Vec<(Inches, Inches)>], lanes: &[Vec<(Inches, Inches)>], path: &Path) {
        for (at, corners) in areas.iter().enumerate() {
            let points: Vec<Point> = corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect();
            if let Err(flaw) = Area::new(&points) {
                self.tell(&path.key("areas").at(at), flaw.to_string());
            }
        }
        for (at, _) in lanes.iter().enumerate().filter(|(_, lane)| lane.len() < 2) {
            self.tell(&path.key("lanes").at(at), "a lane runs between two points or more");
        }
    }
}

/// Returns the closest die in the book.
fn nearest_die(sides: u8) -> Option<String> {
    DICE.iter().min_by_key(|die| die.abs_diff(sides)).map(u8::to_string)
}
