//! Checks whether a scenario's conditions can be met: distances against speeds, points against ships, guns against
//! armour. [9.1, 9.2]
//!
//! Every check favours the ship: it runs straight, unhurt and as fast as it can. So if a warning says that a condition
//! cannot be met, no play of the battle meets it. Begin with `check`.
mod always;
mod no_effect;
mod penetration;

use geometry::{Area, Point};

use crate::{
    KeyPath, Report,
    compound_tests::{TestLogic, victory_test},
};
use always::pairs;
use naval::model::compound::{Compound, Node};
use naval::model::victory::{
    Bound, CountOrHalf, CountedFigure, ExitCondition, HowMany, Landmark, Lead, PointsCondition, ShipsCondition,
    VictoryCondition, VictoryEntry, VictoryRule, VictoryTest,
};
use naval::model::zone::{Circle, Rectangle, TablePoint, Zone};
use naval::model::{Edge, Fraction, Setup, Ship, Table};
use naval::rules::special::{self, NearCondition, RuleEffect, RuleTest, SpecialRule};
use naval::{Id, Inches, SideId, State, rules::tally};
use penetration::{can_harm, can_penetrate, is_armed};
use play::Rule;

const VICTORY: Rule = Rule::new("9.2");
const ARMOUR: Rule = Rule::new("6.5.1.6");
const TORPEDO_ARMOUR: Rule = Rule::new("7.4.3");
const ILLUMINATION: Rule = Rule::new("4.5");
const POINTS: Rule = Rule::new("10.5");

/// Warns of conditions that never or always hold, of special rules without effect, and of a side that cannot do damage.
/// `decide`, `rules` and `sides` are the paths of those keys.
pub(super) fn check(setup: &Setup, [decide, rules, sides]: [&KeyPath; 3], report: &mut Report) {
    // An open table and a generated battle have no forces yet.
    if setup.generator.is_some() || setup.ships.is_empty() {
        return;
    }
    let battle = FeasibilityCheck::new(setup);
    for (index, entry) in setup.decide.iter().flatten().enumerate() {
        battle.check_entry(entry, &decide.at(index), report);
    }
    for (index, rule) in setup.rules.iter().enumerate() {
        battle.check_rule(rule, &rules.at(index), report);
    }
    for (index, side) in setup.sides.iter().enumerate() {
        if let Some(enemy) = setup.sides.iter().find(|other| other.id != side.id)
            && let Some(why) = battle.why_harmless(&side.id, &enemy.id)
        {
            let usual = "guns or torpedoes that penetrate some enemy's armour";
            report.add_warning(&sides.at(index), why).usual(usual);
        }
    }
}

/// A battle before its first turn.
struct FeasibilityCheck<'s> {
    setup: &'s Setup,
    state: State,
    land: Vec<Area>,
}

/// Why a ship cannot meet a condition, and the inches missing (infinite if distance is not the reason).
struct Obstacle {
    why: String,
    shortfall_in: f64,
}

impl Obstacle {
    fn new(why: impl Into<String>) -> Obstacle {
        Obstacle { why: why.into(), shortfall_in: f64::INFINITY }
    }
}

fn smallest_obstacle(obstacles: Vec<Obstacle>) -> Option<Obstacle> {
    obstacles.into_iter().min_by(|left, right| left.shortfall_in.total_cmp(&right.shortfall_in))
}

impl<'s> FeasibilityCheck<'s> {
    fn new(setup: &'s Setup) -> FeasibilityCheck<'s> {
        let land = setup.land.iter().filter_map(|land| land.area().ok()).collect();
        FeasibilityCheck { setup, state: naval::begin(setup), land }
    }

    fn check_entry(&self, entry: &VictoryEntry, path: &KeyPath, report: &mut Report) {
        match &entry.wins {
            VictoryRule::Side(wins) => self.check_condition(&wins.condition, &path.key("if"), report),
            VictoryRule::Leader(Lead::By(points)) => {
                let most = self.setup.sides.iter().map(|side| self.most_points(&side.id, &[])).max();
                if most.flatten().is_some_and(|most| most < i64::from(*points)) {
                    let most = most.flatten().unwrap_or_default();
                    let what =
                        format!("no side can lead by {points} points: the ships of a side are worth at most {most}");
                    report.add_warning(&path.key("points"), format!("{what} [{POINTS}]")).nearest(most.max(1));
                }
            }
            VictoryRule::Leader(Lead::Ratio(_)) => {}
        }
    }

    /// Warns of every part that cannot be met in the turns left by the parts around it. If a part is negated, warns if
    /// its opposite cannot be met.
    fn check_condition(&self, condition: &VictoryCondition, path: &KeyPath, report: &mut Report) {
        for Node { condition, path, is_negated: is_denied, required_with: together } in condition.nodes(path) {
            let turns = self.turns_of(&together);
            if turns.is_empty() {
                continue;
            }
            match condition {
                VictoryCondition::All(_) | VictoryCondition::Any(_) => {
                    let demands = condition.required_conditions(is_denied);
                    // A part that fits no turn is reported at the part itself.
                    let is_never = demands.iter().any(|demand| self.turns_of([demand]).is_empty());
                    if !is_never && self.turns_of(together.iter().chain(&demands)).is_empty() {
                        let what = format!("no turn of the battle is in all these turns [{VICTORY}]");
                        report.add_warning(&path, what).usual("turns that overlap");
                    } else {
                        self.check_clashes(&demands, &path, report);
                    }
                }
                VictoryCondition::Turn(_) => {}
                VictoryCondition::Ships(ships) if is_denied => {
                    if !self.holds_always(condition) {
                        self.check_ships(&self.negated(ships), &path, *turns.end(), report);
                    }
                }
                VictoryCondition::Ships(ships) => {
                    self.check_count_and_distances(ships, &path, report);
                    self.check_ships(ships, &path, *turns.end(), report);
                }
                VictoryCondition::Points(points) => self.check_points(points, is_denied, &path, report),
                VictoryCondition::More(side, CountedFigure::PenetratingHits) if !is_denied => {
                    let mut enemies = self.state.ships.iter().filter(|ship| ship.side != *side);
                    let is_pierced = |enemy: &Ship| {
                        self.state.ships_of_side(side).any(|ship| can_penetrate(&ship.card, &enemy.card))
                    };
                    if !enemies.any(|enemy| enemy.card.kind.is_large() && is_pierced(enemy)) {
                        let what = format!("no gun of `{side}` penetrates the armour of an enemy [{ARMOUR}]");
                        report.add_warning(&path, what).usual("a side with such guns");
                    }
                }
                VictoryCondition::More(..) => {}
                VictoryCondition::Not(part) if !is_denied => self.check_negated(part, &path, report),
                VictoryCondition::Not(_) => {}
            }
        }
    }

    fn check_rule(&self, rule: &SpecialRule, path: &KeyPath, report: &mut Report) {
        self.check_effect(rule, path, report);
        let last = rule.to_turn.map_or(self.setup.turns, |to| to.min(self.setup.turns));
        for (key, condition) in rule.conditions() {
            if let Some(condition) = condition {
                self.check_rule_condition(condition, &path.key(key), last, report);
            }
        }
    }

    fn check_rule_condition(&self, condition: &special::RuleCondition, path: &KeyPath, last: u16, report: &mut Report) {
        for Node { condition, path, is_negated: is_denied, .. } in condition.nodes(path) {
            match condition {
                special::RuleCondition::All(_) | special::RuleCondition::Any(_) => {
                    self.check_rule_clashes(&condition.required_conditions(is_denied), &path, report);
                }
                special::RuleCondition::Ships(count) if !is_denied => self.check_count(count, &path, last, report),
                special::RuleCondition::Near(near) if !is_denied => self.check_near(near, &path, last, report),
                special::RuleCondition::Ships(_) | special::RuleCondition::Near(_) | special::RuleCondition::Not(_) => {
                }
            }
        }
    }

    fn check_count(&self, count: &special::ShipCount, path: &KeyPath, last: u16, report: &mut Report) {
        let special::ShipCount { among, are, at_least, every } = count;
        for (index, test) in are.iter().enumerate() {
            self.check_test(test, &path.key("are").at(index), report);
        }
        if pairs(are).any(|(left, right)| left.is_disjoint_from(right)) {
            report.add_warning(
                path,
                format!("the condition cannot be met: no ship can meet all tests at once [{VICTORY}]"),
            );
            return;
        }
        let least = HowMany::AtLeast(at_least.unwrap_or(1));
        let count = if *every { HowMany::Every } else { least };
        let are = are.iter().filter_map(victory_test).collect();
        self.check_ships(&ShipsCondition { count, among: among.clone(), are }, path, last, report);
    }

    /// Warns of tests that all ships meet, or that no ship meets.
    fn check_test(&self, test: &RuleTest, path: &KeyPath, report: &mut Report) {
        if let RuleTest::EnemyWithin(inches) = test
            && self.diagonal_in() <= inches.as_f64()
        {
            self.warn_distance_spans_table(*inches, path, report);
        }
        if matches!(test, RuleTest::Lit | RuleTest::LitLastTurn) && !self.setup.night {
            report
                .add_warning(path, format!("no ship is lit by day [{ILLUMINATION}]"))
                .usual("a battle with `night: true`");
        }
    }

    fn warn_distance_spans_table(&self, inches: Inches, path: &KeyPath, report: &mut Report) {
        let what = format!("everything on the table is always within {inches}\" of everything else [{VICTORY}]");
        report.add_warning(path, what).usual(format!("less than {:.1}", self.diagonal_in()));
    }

    fn diagonal_in(&self) -> f64 {
        let Table { width, height } = self.setup.table;
        width.as_f64().hypot(height.as_f64())
    }

    fn is_near_table(&self, TablePoint { x, y }: TablePoint, radius: Inches) -> bool {
        let Table { width, height } = self.setup.table;
        is_on_table(&Zone::Circle(Circle { x, y, radius }), width.as_f64(), height.as_f64())
    }

    /// Warns if no ship can come within the distance of the other ships or the place, or if every ship always is.
    fn check_near(&self, near: &NearCondition, path: &KeyPath, last: u16, report: &mut Report) {
        let NearCondition { ships, inches, of, place } = near;
        if self.diagonal_in() <= inches.as_f64() {
            self.warn_distance_spans_table(*inches, &path.key("inches"), report);
            return;
        }
        if let Some(spot) = place
            && !self.is_near_table(*spot, *inches)
        {
            let what = format!("the condition cannot be met: no place on the table is as near as this [{VICTORY}]");
            report.add_warning(&path.key("place"), what);
            return;
        }
        let others = of.as_ref().map(|set| self.members(set)).unwrap_or_default();
        let obstacle = |ship: &Ship| -> Option<Obstacle> {
            let position = position_of(ship)?;
            let to_place = place.map(|spot| (position.x() - spot.x.as_f64()).hypot(position.y() - spot.y.as_f64()));
            let others = others.iter().filter(|other| other.id != ship.id);
            let distances =
                others.map(|other| self.least_distance_in(ship, &other.id, last)).collect::<Option<Vec<f64>>>()?;
            let Some(nearest) = distances.into_iter().chain(to_place).min_by(f64::total_cmp) else {
                return Some(Obstacle::new(format!("there is no other ship for `{}` to come near", ship.id)));
            };
            self.check_reach(ship, nearest - inches.as_f64(), last, &format!("come within {inches}\""))
        };
        let obstacles = self.members(ships).into_iter().map(obstacle).collect::<Option<Vec<Obstacle>>>();
        if let Some(least) = obstacles.and_then(smallest_obstacle) {
            report.add_warning(path, format!("the condition cannot be met: {} [{VICTORY}]", least.why));
        }
    }

    fn check_ships(&self, condition: &ShipsCondition, path: &KeyPath, last: u16, report: &mut Report) {
        let among = self.members(&condition.among);
        let wanted = match condition.count {
            HowMany::AtLeast(number) => usize::from(number),
            HowMany::Every => among.len(),
            // Ships that cannot meet the tests only help to meet such a count.
            HowMany::AtMost(_) | HowMany::None => return,
        };
        let obstacles = among.iter().filter_map(|ship| self.obstacle_to_all(ship, &condition.are, last));
        let obstacles: Vec<Obstacle> = obstacles.collect();
        let able = among.len() - obstacles.len();
        let Some(least) = smallest_obstacle(obstacles).filter(|_| able < wanted) else { return };
        let what = match able {
            0 => least.why,
            able => format!("only {able} of these ships can do this, and {wanted} are required: {}", least.why),
        };
        report.add_warning(path, format!("the condition cannot be met: {what} [{VICTORY}]"));
    }

    fn obstacle_to_all(&self, ship: &Ship, tests: &[VictoryTest], last: u16) -> Option<Obstacle> {
        if tests.iter().any(|test| test.is_disjoint_from(test))
            || pairs(tests).any(|(left, right)| left.is_disjoint_from(right))
        {
            return Some(Obstacle::new("no ship can meet all tests at once"));
        }
        let parts = tests.iter().flat_map(|test| test.required_conditions(false)).filter(|part| !part.is_negated);
        parts.into_iter().find_map(|part| self.obstacle_to(ship, part.condition, last))
    }

    /// Returns what keeps a ship from meeting a test by the end of turn `last`.
    fn obstacle_to(&self, ship: &Ship, test: &VictoryTest, last: u16) -> Option<Obstacle> {
        let id = &ship.id;
        match test {
            VictoryTest::Sunk | VictoryTest::Immobile | VictoryTest::Lost | VictoryTest::Below(_) => {
                self.obstacle_to_harm(ship)
            }
            VictoryTest::Afloat => None,
            VictoryTest::CanMove if ship.card.speed <= Inches::ZERO => {
                Some(Obstacle::new(format!("`{id}` cannot move")))
            }
            VictoryTest::CanMove => None,
            VictoryTest::CanMake(speed) => {
                let top = (1..=last).map(|turn| self.top_speed(ship, turn)).max().unwrap_or(ship.card.speed);
                (top < *speed).then(|| Obstacle::new(format!("`{id}` makes at most {top}\", not {speed}\"")))
            }
            VictoryTest::SlowerBy(loss) if ship.card.speed < *loss => {
                Some(Obstacle::new(format!("`{id}` makes {}\" and cannot lose {loss}\"", ship.card.speed)))
            }
            VictoryTest::FlotationHits(hits) if ship.card.flotation < i32::from(*hits) => Some(Obstacle::new(format!(
                "`{id}` sinks after {} flotation hits and cannot take {hits}",
                ship.card.flotation
            ))),
            VictoryTest::MountsLost(share) => self.obstacle_to_harm(ship).or_else(|| {
                let mounts = ship.card.big.as_ref().map_or(0, |big| big.mounts.len());
                (mounts < parts_needed(*share))
                    .then(|| Obstacle::new(format!("`{id}` has only {mounts} big-gun mounts")))
            }),
            VictoryTest::BatteryLost(share) => self.obstacle_to_harm(ship).or_else(|| {
                let batteries = [&ship.card.medium, &ship.card.light];
                let points: Fraction = batteries.into_iter().flatten().map(|battery| battery.strength).sum();
                let wanted = Fraction::from(i64::try_from(parts_needed(*share)).unwrap_or(i64::MAX));
                (points < wanted || points == Fraction::ZERO).then(|| {
                    Obstacle::new(format!("the medium and light batteries of `{id}` have only {points} points"))
                })
            }),
            VictoryTest::SlowerBy(_) | VictoryTest::FlotationHits(_) => self.obstacle_to_harm(ship),
            VictoryTest::Exited(exit) => self.obstacle_to_exit(ship, exit, last),
            VictoryTest::Inside(zone) => self.obstacle_to_zone(ship, zone, last),
            VictoryTest::Within(near) => {
                let (landmark, inches) = (&near.of, near.inches);
                let gap_in = match landmark {
                    Landmark::Land if self.land.is_empty() => {
                        return Some(Obstacle::new("there is no land on the table"));
                    }
                    Landmark::Land => self.land_distance_in(ship)?,
                    Landmark::Ship(other) => self.least_distance_in(ship, other, last)?,
                };
                let name = if let Landmark::Ship(other) = landmark { format!("`{other}`") } else { "land".to_owned() };
                self.check_reach(ship, gap_in - inches.as_f64(), last, &format!("come within {inches}\" of {name}"))
            }
            VictoryTest::Beyond(past) if past.of == *id => {
                Some(Obstacle::new(format!("`{id}` cannot be beyond itself")))
            }
            VictoryTest::Beyond(past) => {
                let other = self.state.ship(&past.of)?;
                let ahead = self.distance_to_edge(ship, past.edge)? - self.distance_to_edge(other, past.edge)?;
                let words = format!("be nearer to the {} edge than `{}`", edge_word(past.edge), past.of);
                self.check_reach(ship, ahead - self.run_in(other, last), last, &words)
            }
            VictoryTest::All(parts) => self.obstacle_to_all(ship, parts, last),
            VictoryTest::Any(parts) => parts
                .iter()
                .map(|part| self.obstacle_to(ship, part, last))
                .collect::<Option<Vec<Obstacle>>>()
                .and_then(smallest_obstacle),
            VictoryTest::Not(_) => None,
        }
    }

    /// Returns an obstacle if no enemy weapon penetrates the ship's armour and no special rule damages ships.
    fn obstacle_to_harm(&self, ship: &Ship) -> Option<Obstacle> {
        let is_harmed_otherwise = self
            .setup
            .rules
            .iter()
            .any(|rule| matches!(rule.does, RuleEffect::Mines { .. } | RuleEffect::Harmed { .. }));
        let mut enemies = self.state.ships.iter().filter(|enemy| enemy.side != ship.side);
        let is_safe = !is_harmed_otherwise && !enemies.any(|enemy| can_harm(&enemy.card, &ship.card));
        is_safe.then(|| Obstacle::new(format!("no enemy weapon penetrates the armour of `{}`", ship.id)))
    }

    fn obstacle_to_exit(&self, ship: &Ship, exit: &ExitCondition, last: u16) -> Option<Obstacle> {
        let last = exit.to.map_or(last, |to| to.min(last));
        if exit.from.is_some_and(|from| last < from) {
            return Some(Obstacle::new(format!("the last turn that counts, {last}, is before the turns required")));
        }
        let edges: &[Edge] = if exit.by.is_empty() { &Edge::ALL } else { &exit.by };
        let obstacle_at = |edge: &Edge| {
            let forbids = |rule: &SpecialRule| {
                let RuleEffect::NoExit { ships, by } = &rule.does else { return false };
                let from = exit.from.unwrap_or(1);
                let always = (from..=last).all(|turn| is_in_force(rule, turn));
                always && self.is_in_set(ships, ship) && (by.is_empty() || by.contains(edge))
            };
            if self.setup.rules.iter().any(forbids) {
                return Some(Obstacle::new(format!(
                    "a special rule keeps `{}` from the {} edge",
                    ship.id,
                    edge_word(*edge)
                )));
            }
            self.check_reach(
                ship,
                self.distance_to_edge(ship, *edge)?,
                last,
                &format!("leave by the {} edge", edge_word(*edge)),
            )
        };
        edges.iter().map(obstacle_at).collect::<Option<Vec<Obstacle>>>().and_then(smallest_obstacle)
    }

    fn obstacle_to_zone(&self, ship: &Ship, zone: &Zone, last: u16) -> Option<Obstacle> {
        let Table { width, height } = self.setup.table;
        if !is_on_table(zone, width.as_f64(), height.as_f64()) {
            return Some(Obstacle::new("the area is off the table"));
        }
        let at = position_of(ship)?;
        let distance_in = match zone {
            Zone::Circle(Circle { x, y, radius }) => (at.x() - x.as_f64()).hypot(at.y() - y.as_f64()) - radius.as_f64(),
            Zone::Rectangle(Rectangle { from, to }) => {
                let beyond = |at: f64, from: Inches, to: Inches| (from.as_f64() - at).max(at - to.as_f64()).max(0.0);
                beyond(at.x(), from.0, to.0).hypot(beyond(at.y(), from.1, to.1))
            }
        };
        self.check_reach(ship, distance_in, last, "reach the area")
    }

    /// Returns an obstacle if the ship cannot run the distance by the end of turn `last`.
    fn check_reach(&self, ship: &Ship, distance_in: f64, last: u16, goal: &str) -> Option<Obstacle> {
        let run = self.run_in(ship, last);
        if distance_in <= run {
            return None;
        }
        let turns = self.turns_on_table(ship, last);
        let each = distance_in / f64::from(turns.max(1));
        let noun = if turns == 1 { "turn" } else { "turns" };
        let why = format!(
            "to {goal}, `{}` needs {distance_in:.1}\" in {turns} {noun} ({each:.2}\" a turn), but makes only {run:.1}\"",
            ship.id
        );
        Some(Obstacle { why, shortfall_in: distance_in - run })
    }

    /// Returns the number of turns up to `last` in which a ship moves.
    fn turns_on_table(&self, ship: &Ship, last: u16) -> u16 {
        let division = self.setup.divisions.iter().find(|division| division.ships.contains(&ship.id));
        let enters = division.map_or(1, |division| division.enters_turn.max(1));
        (last + 1).saturating_sub(enters)
    }

    /// Returns how far a ship can run by the end of turn `last`, with its type's acceleration. [5.6]
    fn run_in(&self, ship: &Ship, last: u16) -> f64 {
        let chart = self.setup.charts.movement.iter().find(|line| line.types.contains(&ship.card.kind));
        let gain = chart.map_or(Inches::ZERO, |line| line.acceleration);
        let (mut speed, mut run) = (ship.speed, Inches::ZERO);
        for turn in (1..=last).skip(usize::from(last.saturating_sub(self.turns_on_table(ship, last)))) {
            speed = (speed + gain).min(self.top_speed(ship, turn));
            run = run + speed;
        }
        run.as_f64()
    }

    /// Returns a ship's top speed in a turn, by its card and by unconditional special rules.
    fn top_speed(&self, ship: &Ship, turn: u16) -> Inches {
        let capped = |top: Inches, rule: &SpecialRule| {
            let RuleEffect::Speed { ships, at_most, times, tired: None } = &rule.does else { return top };
            if !is_in_force(rule, turn) || !self.is_in_set(ships, ship) {
                return top;
            }
            let share = times.map(|times| Inches::nearest(ship.card.speed.as_f64() * times.as_f64()));
            [*at_most, share].into_iter().flatten().fold(top, Inches::min)
        };
        self.setup.rules.iter().fold(ship.card.speed, capped)
    }

    fn is_in_set(&self, set: &naval::model::ShipSet, ship: &Ship) -> bool {
        let division = self.setup.divisions.iter().find(|division| division.ships.contains(&ship.id));
        division.is_some_and(|division| set.holds_at_start(&ship.card, division))
    }

    /// Returns the distance from a ship's starting position straight to an edge, if it has a position.
    fn distance_to_edge(&self, ship: &Ship, edge: Edge) -> Option<f64> {
        let (position, Table { width, height }) = (position_of(ship)?, self.setup.table);
        Some(match edge {
            Edge::North => height.as_f64() - position.y(),
            Edge::East => width.as_f64() - position.x(),
            Edge::South => position.y(),
            Edge::West => position.x(),
        })
    }

    fn land_distance_in(&self, ship: &Ship) -> Option<f64> {
        let position = position_of(ship)?;
        Some(self.land.iter().map(|area| area.edge_distance_in(position)).fold(f64::INFINITY, f64::min))
    }

    /// Returns the least distance to another ship after that ship has run towards this one.
    fn least_distance_in(&self, ship: &Ship, other: &Id, last: u16) -> Option<f64> {
        let other = self.state.ship(other)?;
        let (here, there) = (position_of(ship)?, position_of(other)?);
        Some((here.x() - there.x()).hypot(here.y() - there.y()) - self.run_in(other, last))
    }

    fn check_points(&self, condition: &PointsCondition, is_denied: bool, path: &KeyPath, report: &mut Report) {
        let wanted = match (condition.bound, is_denied) {
            (Bound::AtLeast(points) | Bound::Lead(Lead::By(points)), false) | (Bound::Under(points), true) => points,
            (Bound::Lead(_) | Bound::AtLeast(_) | Bound::Under(_), _) => return,
        };
        let times: Vec<(&Id, u16)> = condition.times.iter().map(|times| (&times.of, times.by)).collect();
        if let Some(most) = self.most_points(&condition.side, &times).filter(|most| *most < i64::from(wanted)) {
            let what = format!("`{}` cannot score {wanted} points: the enemy's ships are worth {most}", condition.side);
            report.add_warning(path, format!("{what} [{POINTS}]")).nearest(most.max(1));
        }
    }

    /// Returns the points for sinking all enemy ships, or `None` if a rule gives other points.
    fn most_points(&self, side: &SideId, times: &[(&Id, u16)]) -> Option<i64> {
        if self.setup.rules.iter().any(|rule| matches!(rule.does, RuleEffect::PointsForFire { .. })) {
            return None;
        }
        let counted = self.state.ships.iter().filter(|ship| ship.side != *side);
        let counted = counted.filter(|ship| !self.setup.without_points.contains(&ship.id));
        let worth = |ship: &std::sync::Arc<Ship>| {
            let factor = times.iter().filter(|(id, _)| **id == ship.id || **id == ship.division).map(|(_, by)| *by);
            i64::from(tally::points_for(ship.card.kind, tally::ScoredFate::Sunk).0)
                * factor.map(i64::from).product::<i64>()
        };
        Some(counted.map(worth).sum())
    }

    fn why_harmless(&self, side: &SideId, enemy: &SideId) -> Option<String> {
        let cards = |side: &SideId| self.state.ships_of_side(side).map(|ship| ship.card.clone()).collect::<Vec<_>>();
        let (own, enemies) = (cards(side), cards(enemy));
        if own.is_empty() || own.iter().any(|card| enemies.iter().any(|target| can_harm(card, target))) {
            return None;
        }
        if !own.iter().any(is_armed) {
            return Some(format!("`{side}` has neither guns nor torpedoes, so it cannot damage `{enemy}`"));
        }
        let power = own.iter().filter_map(|card| card.big.as_ref()).map(|big| big.power).max();
        let torpedo = own.iter().filter_map(|card| card.torpedo.as_ref()).map(|torpedo| torpedo.power).max();
        let armour = enemies.iter().map(|card| card.armour.gun).min().unwrap_or_default();
        let under_water = enemies.iter().map(|card| card.armour.torpedo).min().unwrap_or_default();
        let power_text = |power: Option<i32>| power.map_or_else(|| "none".to_owned(), |power| power.to_string());
        Some(format!(
            "no weapon of `{side}` penetrates the armour of `{enemy}`: big guns {} against at least {armour} [{ARMOUR}], \
             torpedoes {} against {under_water} [{TORPEDO_ARMOUR}]",
            power_text(power),
            power_text(torpedo),
        ))
    }
}

fn edge_word(edge: Edge) -> &'static str {
    match edge {
        Edge::North => "north",
        Edge::East => "east",
        Edge::South => "south",
        Edge::West => "west",
    }
}

fn position_of(ship: &Ship) -> Option<Point> {
    ship.at.map(|at| at.pose().at)
}

/// Whether a rule certainly applies in a turn.
fn is_in_force(rule: &SpecialRule, turn: u16) -> bool {
    let SpecialRule {
        of: _,
        secret_to: _,
        optional,
        from_turn,
        to_turn,
        when,
        unless,
        after,
        until,
        again,
        lasts,
        die,
        does: _,
    } = rule;
    let is_unconditional = [when, unless, after, until].into_iter().all(Option::is_none);
    is_unconditional
        && !optional
        && !again
        && from_turn.is_none_or(|from| from <= turn)
        && to_turn.is_none_or(|to| turn <= to)
        && lasts.is_none()
        && die.is_none()
}

/// Returns how many mounts or battery points a ship must have to lose the share.
fn parts_needed(share: CountOrHalf) -> usize {
    match share {
        CountOrHalf::Number(number) => usize::from(number),
        CountOrHalf::Half => 1,
    }
}

/// Whether a part of the zone is on a table of that size.
fn is_on_table(zone: &Zone, width_in: f64, height_in: f64) -> bool {
    match zone {
        Zone::Circle(Circle { x, y, radius }) => {
            let (x, y) = (x.as_f64(), y.as_f64());
            let distance = (x.clamp(0.0, width_in) - x).hypot(y.clamp(0.0, height_in) - y);
            distance <= radius.as_f64()
        }
        Zone::Rectangle(Rectangle { from, to }) => {
            let meets = |from: Inches, to: Inches, size_in: f64| from.as_f64() <= size_in && 0.0 <= to.as_f64();
            meets(from.0, to.0, width_in) && meets(from.1, to.1, height_in)
        }
    }
}
