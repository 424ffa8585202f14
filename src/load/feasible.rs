//! Checks whether a scenario's conditions can be met: distances against speeds, points against ships, guns against
//! armour. [9.1, 9.2]
//!
//! Every check favours the ship: it runs straight, unhurt and as fast as it can. A warning therefore means that no play
//! of the battle meets the condition. Begin with `check`.
mod always;
mod idle;

use geometry::{Area, Point};

use crate::{
    Path, Report,
    asked::{Asked, predicate},
};
use always::pairs_of;
use naval::model::compound::{Compound, Node};
use naval::model::victory::{
    Bound, Condition, Counted, Entry, Exit, HowMany, Is, Lead, Mark, PointsAre, Share, ShipsAre, Wins,
};
use naval::model::zone::{Circle, Rectangle, Spot, Zone};
use naval::model::{Card, Edge, Fraction, Setup, Ship, ShipType, Table};
use naval::rules::special::{self, Key, Near, SpecialRule, Test};
use naval::{Id, Inches, SideId, State, rules::tally};
use play::Rule;

const VICTORY: Rule = Rule::new("9.2");
const ARMOUR: Rule = Rule::new("6.5.1.6");
const TORPEDO_ARMOUR: Rule = Rule::new("7.4.3");
const ILLUMINATION: Rule = Rule::new("4.5");
const POINTS: Rule = Rule::new("10.5");

/// Warns of victory conditions and special rules that cannot be met, and of a side that cannot hurt the other.
/// `decide`, `rules` and `sides` are the paths of those keys.
pub(super) fn check(setup: &Setup, [decide, rules, sides]: [&Path; 3], report: &mut Report) {
    // An open table and a generated battle have no forces yet.
    if setup.generator.is_some() || setup.ships.is_empty() {
        return;
    }
    let sea = Sea::new(setup);
    for (at, entry) in setup.decide.iter().flatten().enumerate() {
        sea.entry(entry, &decide.at(at), report);
    }
    for (at, rule) in setup.rules.iter().enumerate() {
        sea.rule(rule, &rules.at(at), report);
    }
    for (at, side) in setup.sides.iter().enumerate() {
        if let Some(enemy) = setup.sides.iter().find(|other| other.id != side.id)
            && let Some(why) = sea.harmless(&side.id, &enemy.id)
        {
            let usual = "guns or torpedoes that get through the armour of some enemy";
            report.warn(&sides.at(at), why).usual(usual);
        }
    }
}

/// A battle before its first turn.
struct Sea<'s> {
    setup: &'s Setup,
    state: State,
    land: Vec<Area>,
}

/// Why a ship cannot meet a condition, and the inches missing (infinite if distance is not the reason).
struct Bar {
    why: String,
    short_in: f64,
}

impl Bar {
    fn new(why: impl Into<String>) -> Bar {
        Bar { why: why.into(), short_in: f64::INFINITY }
    }
}

/// Returns the bar with the smallest shortfall.
fn lowest(bars: Vec<Bar>) -> Option<Bar> {
    bars.into_iter().min_by(|one, other| one.short_in.total_cmp(&other.short_in))
}

impl<'s> Sea<'s> {
    fn new(setup: &'s Setup) -> Sea<'s> {
        let land = setup.land.iter().filter_map(|land| land.area().ok()).collect();
        Sea { setup, state: naval::begin(setup), land }
    }

    fn entry(&self, entry: &Entry, path: &Path, report: &mut Report) {
        match &entry.wins {
            Wins::Side(wins) => self.condition(&wins.condition, &path.key("if"), report),
            Wins::Leader(Lead::By(points)) => {
                let most = self.setup.sides.iter().map(|side| self.most_points(&side.id, &[])).max();
                if most.flatten().is_some_and(|most| most < i64::from(*points)) {
                    let most = most.flatten().unwrap_or_default();
                    let what =
                        format!("no side can lead by {points} points: all ships of a side are worth {most} at most");
                    report.warn(&path.key("points"), format!("{what} [{POINTS}]")).nearest(most.max(1));
                }
            }
            Wins::Leader(Lead::Ratio(_)) => {}
        }
    }

    /// Warns of every part that cannot be met in the turns left by the parts around it. If a part is negated, warns if
    /// its opposite cannot be met.
    fn condition(&self, condition: &Condition, path: &Path, report: &mut Report) {
        for Node { condition, path, is_denied, together } in condition.nodes(path) {
            let turns = self.turns_of(&together);
            if turns.is_empty() {
                continue;
            }
            match condition {
                Condition::All(_) | Condition::Any(_) => {
                    let demands = condition.demands(is_denied);
                    // A part that fits no turn is reported at the part itself.
                    let is_never = demands.iter().any(|demand| self.turns_of([demand]).is_empty());
                    if !is_never && self.turns_of(together.iter().chain(&demands)).is_empty() {
                        let what = format!("no turn of the battle is in all of these turns [{VICTORY}]");
                        report.warn(&path, what).usual("turns that have one in common");
                    } else {
                        self.clashing(&demands, &path, report);
                    }
                }
                Condition::Turn(_) => {}
                Condition::Ships(asked) if is_denied => {
                    if !self.holds_always(condition) {
                        self.ships(&self.contrary(asked), &path, *turns.end(), report);
                    }
                }
                Condition::Ships(asked) => {
                    self.says_something(asked, &path, report);
                    self.ships(asked, &path, *turns.end(), report);
                }
                Condition::Points(asked) => self.points(asked, is_denied, &path, report),
                Condition::More(side, Counted::PenetratingHits) if !is_denied => {
                    let mut enemies = self.state.ships.iter().filter(|ship| ship.side != *side);
                    let is_pierced = |enemy: &Ship| {
                        self.state.ships_of_side(side).any(|ship| shells_pierce(&ship.card, &enemy.card))
                    };
                    if !enemies.any(|enemy| enemy.card.kind.is_large() && is_pierced(enemy)) {
                        let what = format!("no gun of `{side}` gets through the armour of an enemy [{ARMOUR}]");
                        report.warn(&path, what).usual("a side with guns that do");
                    }
                }
                Condition::More(..) => {}
                Condition::Not(part) if !is_denied => self.denied(part, &path, report),
                Condition::Not(_) => {}
            }
        }
    }

    /// Warns of each condition of a special rule that no play can meet.
    fn rule(&self, rule: &SpecialRule, path: &Path, report: &mut Report) {
        self.idle(rule, path, report);
        let last = rule.to_turn.map_or(self.setup.turns, |to| to.min(self.setup.turns));
        for (key, condition) in rule.conditions() {
            if let Some(condition) = condition {
                self.condition_of_rule(condition, &path.key(key), last, report);
            }
        }
    }

    fn condition_of_rule(&self, condition: &special::Condition, path: &Path, last: u16, report: &mut Report) {
        for Node { condition, path, is_denied, .. } in condition.nodes(path) {
            match condition {
                special::Condition::All(_) | special::Condition::Any(_) => {
                    self.clashing_in_rule(&condition.demands(is_denied), &path, report);
                }
                special::Condition::Ships(count) if !is_denied => self.count(count, &path, last, report),
                special::Condition::Near(near) if !is_denied => self.near(near, &path, last, report),
                special::Condition::Ships(_) | special::Condition::Near(_) | special::Condition::Not(_) => {}
            }
        }
    }

    fn count(&self, count: &special::Count, path: &Path, last: u16, report: &mut Report) {
        let special::Count { among, are, at_least, every } = count;
        for (at, test) in are.iter().enumerate() {
            self.test(test, &path.key("are").at(at), report);
        }
        if pairs_of(are).any(|(one, other)| one.is_apart(other)) {
            report.warn(path, format!("the condition cannot be met: no ship is all of this at once [{VICTORY}]"));
            return;
        }
        let least = HowMany::AtLeast(at_least.unwrap_or(1));
        let count = if *every { HowMany::Every } else { least };
        let are = are.iter().filter_map(predicate).collect();
        self.ships(&ShipsAre { count, among: among.clone(), are }, path, last, report);
    }

    /// Warns of tests that all ships meet, or that no ship meets.
    fn test(&self, test: &Test, path: &Path, report: &mut Report) {
        if let Test::EnemyWithin(inches) = test
            && self.diagonal_in() <= inches.as_f64()
        {
            self.lies_within(*inches, path, report);
        }
        if matches!(test, Test::Lit | Test::LitLastTurn) && !self.setup.night {
            report.warn(path, format!("no ship is lit by day [{ILLUMINATION}]")).usual("a battle with `night: true`");
        }
    }

    fn lies_within(&self, inches: Inches, path: &Path, report: &mut Report) {
        let what = format!("everything on the table lies within {inches}\" of everything else [{VICTORY}]");
        report.warn(path, what).usual(format!("less than {:.1}", self.diagonal_in()));
    }

    /// Returns the diagonal of the table.
    fn diagonal_in(&self) -> f64 {
        let Table { width, height } = self.setup.table;
        width.as_f64().hypot(height.as_f64())
    }

    fn is_near_table(&self, Spot { x, y }: Spot, radius: Inches) -> bool {
        let Table { width, height } = self.setup.table;
        is_on_table(&Zone::Circle(Circle { x, y, radius }), width.as_f64(), height.as_f64())
    }

    /// Warns if no ship can come within the distance of the other ships or of the place.
    fn near(&self, near: &Near, path: &Path, last: u16, report: &mut Report) {
        let Near { ships, inches, of, place } = near;
        if self.diagonal_in() <= inches.as_f64() {
            self.lies_within(*inches, &path.key("inches"), report);
            return;
        }
        if let Some(spot) = place
            && !self.is_near_table(*spot, *inches)
        {
            let what = format!("the condition cannot be met: no place on the table is so near to this one [{VICTORY}]");
            report.warn(&path.key("place"), what);
            return;
        }
        let others = of.as_ref().map(|set| self.members(set)).unwrap_or_default();
        let bar = |ship: &Ship| -> Option<Bar> {
            let at = point(ship)?;
            let to_place = place.map(|spot| (at.x() - spot.x.as_f64()).hypot(at.y() - spot.y.as_f64()));
            let others = others.iter().filter(|other| other.id != ship.id);
            let apart = others.map(|other| self.apart_in(ship, &other.id, last)).collect::<Option<Vec<f64>>>()?;
            let Some(nearest) = apart.into_iter().chain(to_place).min_by(f64::total_cmp) else {
                return Some(Bar::new(format!("there is no other ship that `{}` could come near", ship.id)));
            };
            self.out_of_reach(ship, nearest - inches.as_f64(), last, &format!("come within {inches}\""))
        };
        let bars = self.members(ships).into_iter().map(bar).collect::<Option<Vec<Bar>>>();
        if let Some(least) = bars.and_then(lowest) {
            report.warn(path, format!("the condition cannot be met: {} [{VICTORY}]", least.why));
        }
    }

    fn ships(&self, asked: &ShipsAre, path: &Path, last: u16, report: &mut Report) {
        let among = self.members(&asked.among);
        let wanted = match asked.count {
            HowMany::AtLeast(number) => usize::from(number),
            HowMany::Every => among.len(),
            // Ships that cannot meet the tests only help to meet such a count.
            HowMany::AtMost(_) | HowMany::None => return,
        };
        let bars = among.iter().filter_map(|ship| self.bar_of_all(ship, &asked.are, last));
        let bars: Vec<Bar> = bars.collect();
        let able = among.len() - bars.len();
        let Some(least) = lowest(bars).filter(|_| able < wanted) else { return };
        let what = match able {
            0 => least.why,
            able => format!("{able} of these ships can be that, and {wanted} are asked for: {}", least.why),
        };
        report.warn(path, format!("the condition cannot be met: {what} [{VICTORY}]"));
    }

    /// Returns what keeps a ship from meeting all tests at once.
    fn bar_of_all(&self, ship: &Ship, are: &[Is], last: u16) -> Option<Bar> {
        if are.iter().any(|one| one.is_apart(one)) || pairs_of(are).any(|(one, other)| one.is_apart(other)) {
            return Some(Bar::new("no ship is all of this at once"));
        }
        let parts = are.iter().flat_map(|is| is.demands(false)).filter(|part| !part.is_denied);
        parts.into_iter().find_map(|part| self.bar(ship, part.condition, last))
    }

    /// Returns what keeps a ship from meeting a test by the end of turn `last`.
    fn bar(&self, ship: &Ship, is: &Is, last: u16) -> Option<Bar> {
        let id = &ship.id;
        match is {
            Is::Sunk | Is::Immobile | Is::Lost | Is::Below(_) => self.bar_to_harm(ship),
            Is::Afloat => None,
            Is::CanMove if ship.card.speed <= Inches::ZERO => Some(Bar::new(format!("`{id}` makes no speed"))),
            Is::CanMove => None,
            Is::CanMake(speed) => {
                let top = (1..=last).map(|turn| self.top_speed(ship, turn)).max().unwrap_or(ship.card.speed);
                (top < *speed).then(|| Bar::new(format!("`{id}` makes {top}\" at most, not {speed}\"")))
            }
            Is::SlowerBy(loss) if ship.card.speed < *loss => {
                Some(Bar::new(format!("`{id}` makes {}\", and cannot lose {loss}\"", ship.card.speed)))
            }
            Is::FlotationHits(hits) if ship.card.flotation < i32::from(*hits) => Some(Bar::new(format!(
                "`{id}` sinks by {} flotation hits, and cannot take {hits}",
                ship.card.flotation
            ))),
            Is::MountsLost(share) => self.bar_to_harm(ship).or_else(|| {
                let mounts = ship.card.big.as_ref().map_or(0, |big| big.mounts.len());
                (mounts < least(*share)).then(|| Bar::new(format!("`{id}` has {mounts} big-gun mounts")))
            }),
            Is::BatteryLost(share) => self.bar_to_harm(ship).or_else(|| {
                let batteries = [&ship.card.medium, &ship.card.light];
                let points: Fraction = batteries.into_iter().flatten().map(|battery| battery.strength).sum();
                let wanted = Fraction::from(i64::try_from(least(*share)).unwrap_or(i64::MAX));
                (points < wanted || points == Fraction::ZERO)
                    .then(|| Bar::new(format!("the medium and light batteries of `{id}` have {points} points")))
            }),
            Is::SlowerBy(_) | Is::FlotationHits(_) => self.bar_to_harm(ship),
            Is::Exited(exit) => self.bar_to_exit(ship, exit, last),
            Is::Inside(zone) => self.bar_to_zone(ship, zone, last),
            Is::Within(near) => {
                let (of, inches) = (&near.of, near.inches);
                let apart = match of {
                    Mark::Land if self.land.is_empty() => return Some(Bar::new("there is no land on the table")),
                    Mark::Land => self.shore_in(ship)?,
                    Mark::Ship(other) => self.apart_in(ship, other, last)?,
                };
                let of = if let Mark::Ship(other) = of { format!("`{other}`") } else { "land".to_owned() };
                self.out_of_reach(ship, apart - inches.as_f64(), last, &format!("come within {inches}\" of {of}"))
            }
            Is::Beyond(past) if past.of == *id => Some(Bar::new(format!("`{id}` cannot lie beyond itself"))),
            Is::Beyond(past) => {
                let other = self.state.ship(&past.of)?;
                let ahead = self.to_edge(ship, past.edge)? - self.to_edge(other, past.edge)?;
                let words = format!("lie nearer to the {} edge than `{}`", word(past.edge), past.of);
                self.out_of_reach(ship, ahead - self.run_in(other, last), last, &words)
            }
            Is::All(parts) => self.bar_of_all(ship, parts, last),
            Is::Any(parts) => {
                parts.iter().map(|part| self.bar(ship, part, last)).collect::<Option<Vec<Bar>>>().and_then(lowest)
            }
            Is::Not(_) => None,
        }
    }

    /// Returns a bar if no enemy weapon gets through the ship's armour.
    fn bar_to_harm(&self, ship: &Ship) -> Option<Bar> {
        let mined = self.setup.rules.iter().any(|rule| matches!(rule.does, Key::Mines { .. } | Key::Harmed { .. }));
        let mut enemies = self.state.ships.iter().filter(|enemy| enemy.side != ship.side);
        let is_safe = !mined && !enemies.any(|enemy| gets_through(&enemy.card, &ship.card));
        is_safe.then(|| Bar::new(format!("nothing that the enemy has gets through the armour of `{}`", ship.id)))
    }

    fn bar_to_exit(&self, ship: &Ship, exit: &Exit, last: u16) -> Option<Bar> {
        let last = exit.to.map_or(last, |to| to.min(last));
        if exit.from.is_some_and(|from| last < from) {
            return Some(Bar::new(format!("turn {last} is the last that counts, and before the turns asked for")));
        }
        let edges: &[Edge] = if exit.by.is_empty() { &Edge::ALL } else { &exit.by };
        let barred = |edge: &Edge| {
            let forbids = |rule: &SpecialRule| {
                let Key::NoExit { ships, by } = &rule.does else { return false };
                let from = exit.from.unwrap_or(1);
                let always = (from..=last).all(|turn| is_in_force(rule, turn));
                always && self.is_of(ships, ship) && (by.is_empty() || by.contains(edge))
            };
            if self.setup.rules.iter().any(forbids) {
                return Some(Bar::new(format!("a special rule keeps `{}` from the {} edge", ship.id, word(*edge))));
            }
            self.out_of_reach(ship, self.to_edge(ship, *edge)?, last, &format!("leave by the {} edge", word(*edge)))
        };
        edges.iter().map(barred).collect::<Option<Vec<Bar>>>().and_then(lowest)
    }

    fn bar_to_zone(&self, ship: &Ship, zone: &Zone, last: u16) -> Option<Bar> {
        let Table { width, height } = self.setup.table;
        if !is_on_table(zone, width.as_f64(), height.as_f64()) {
            return Some(Bar::new("the area lies off the table"));
        }
        let at = point(ship)?;
        let off = match zone {
            Zone::Circle(Circle { x, y, radius }) => (at.x() - x.as_f64()).hypot(at.y() - y.as_f64()) - radius.as_f64(),
            Zone::Rectangle(Rectangle { from, to }) => {
                let beyond = |at: f64, from: Inches, to: Inches| (from.as_f64() - at).max(at - to.as_f64()).max(0.0);
                beyond(at.x(), from.0, to.0).hypot(beyond(at.y(), from.1, to.1))
            }
        };
        self.out_of_reach(ship, off, last, "reach the area")
    }

    /// Returns a bar if the ship cannot run the distance by the end of turn `last`.
    fn out_of_reach(&self, ship: &Ship, distance_in: f64, last: u16, to: &str) -> Option<Bar> {
        let run = self.run_in(ship, last);
        if distance_in <= run {
            return None;
        }
        let turns = self.turns_there(ship, last);
        let each = distance_in / f64::from(turns.max(1));
        let noun = if turns == 1 { "turn" } else { "turns" };
        let why = format!(
            "to {to} `{}` needs {distance_in:.1}\" in {turns} {noun}, {each:.2}\" a turn, and makes {run:.1}\" in all",
            ship.id
        );
        Some(Bar { why, short_in: distance_in - run })
    }

    /// Returns the number of turns up to `last` in which a ship moves.
    fn turns_there(&self, ship: &Ship, last: u16) -> u16 {
        let division = self.setup.divisions.iter().find(|one| one.ships.contains(&ship.id));
        let enters = division.map_or(1, |division| division.enters_turn.max(1));
        (last + 1).saturating_sub(enters)
    }

    /// Returns how far a ship can run by the end of turn `last`, with its type's acceleration. [5.6]
    fn run_in(&self, ship: &Ship, last: u16) -> f64 {
        let chart = self.setup.charts.movement.iter().find(|line| line.types.contains(&ship.card.kind));
        let gain = chart.map_or(Inches::ZERO, |line| line.acceleration);
        let (mut speed, mut run) = (ship.speed, Inches::ZERO);
        for turn in (1..=last).skip(usize::from(last.saturating_sub(self.turns_there(ship, last)))) {
            speed = (speed + gain).min(self.top_speed(ship, turn));
            run = run + speed;
        }
        run.as_f64()
    }

    /// Returns a ship's top speed in a turn, by its card and by unconditional special rules.
    fn top_speed(&self, ship: &Ship, turn: u16) -> Inches {
        let capped = |top: Inches, rule: &SpecialRule| {
            let Key::Speed { ships, at_most, times, tired: None } = &rule.does else { return top };
            if !is_in_force(rule, turn) || !self.is_of(ships, ship) {
                return top;
            }
            let share = times.map(|times| Inches::nearest(ship.card.speed.as_f64() * times.as_f64()));
            [*at_most, share].into_iter().flatten().fold(top, Inches::min)
        };
        self.setup.rules.iter().fold(ship.card.speed, capped)
    }

    fn is_of(&self, set: &naval::model::Ships, ship: &Ship) -> bool {
        let division = self.setup.divisions.iter().find(|one| one.ships.contains(&ship.id));
        division.is_some_and(|division| set.holds_at_start(&ship.card, division))
    }

    /// Returns the distance from a ship's starting position straight to an edge, if it has a position.
    fn to_edge(&self, ship: &Ship, edge: Edge) -> Option<f64> {
        let (at, Table { width, height }) = (point(ship)?, self.setup.table);
        Some(match edge {
            Edge::North => height.as_f64() - at.y(),
            Edge::East => width.as_f64() - at.x(),
            Edge::South => at.y(),
            Edge::West => at.x(),
        })
    }

    fn shore_in(&self, ship: &Ship) -> Option<f64> {
        let at = point(ship)?;
        Some(self.land.iter().map(|area| area.shore_in(at)).fold(f64::INFINITY, f64::min))
    }

    /// Returns the least distance to another ship after that ship has run towards this one.
    fn apart_in(&self, ship: &Ship, other: &Id, last: u16) -> Option<f64> {
        let other = self.state.ship(other)?;
        let (here, there) = (point(ship)?, point(other)?);
        Some((here.x() - there.x()).hypot(here.y() - there.y()) - self.run_in(other, last))
    }

    fn points(&self, asked: &PointsAre, is_denied: bool, path: &Path, report: &mut Report) {
        let wanted = match (asked.bound, is_denied) {
            (Bound::AtLeast(points) | Bound::Lead(Lead::By(points)), false) | (Bound::Under(points), true) => points,
            (Bound::Lead(_) | Bound::AtLeast(_) | Bound::Under(_), _) => return,
        };
        let times: Vec<(&Id, u16)> = asked.times.iter().map(|times| (&times.of, times.by)).collect();
        if let Some(most) = self.most_points(&asked.side, &times).filter(|most| *most < i64::from(wanted)) {
            let what = format!("`{}` cannot score {wanted} points: the enemy's ships are worth {most}", asked.side);
            report.warn(path, format!("{what} [{POINTS}]")).nearest(most.max(1));
        }
    }

    /// Returns the points for sinking all enemy ships, or `None` if a rule gives other points.
    fn most_points(&self, side: &SideId, times: &[(&Id, u16)]) -> Option<i64> {
        if self.setup.rules.iter().any(|rule| matches!(rule.does, Key::PointsForFire { .. })) {
            return None;
        }
        let counted = self.state.ships.iter().filter(|ship| ship.side != *side);
        let counted = counted.filter(|ship| !self.setup.without_points.contains(&ship.id));
        let worth = |ship: &std::sync::Arc<Ship>| {
            let factor = times.iter().filter(|(of, _)| **of == ship.id || **of == ship.division).map(|(_, by)| *by);
            i64::from(tally::worth(ship.card.kind, tally::Standing::Sunk).0) * factor.map(i64::from).product::<i64>()
        };
        Some(counted.map(worth).sum())
    }

    /// Returns why a side cannot hurt the other, if so.
    fn harmless(&self, side: &SideId, enemy: &SideId) -> Option<String> {
        let cards = |side: &SideId| self.state.ships_of_side(side).map(|ship| ship.card.clone()).collect::<Vec<_>>();
        let (own, enemies) = (cards(side), cards(enemy));
        if own.is_empty() || own.iter().any(|card| enemies.iter().any(|target| gets_through(card, target))) {
            return None;
        }
        if !own.iter().any(is_armed) {
            return Some(format!("`{side}` has neither guns nor torpedoes, and cannot hurt `{enemy}`"));
        }
        let power = own.iter().filter_map(|card| card.big.as_ref()).map(|big| big.power).max();
        let torpedo = own.iter().filter_map(|card| card.torpedo.as_ref()).map(|torpedo| torpedo.power).max();
        let armour = enemies.iter().map(|card| card.armour.gun).min().unwrap_or_default();
        let below = enemies.iter().map(|card| card.armour.torpedo).min().unwrap_or_default();
        let shown = |power: Option<i32>| power.map_or_else(|| "none".to_owned(), |power| power.to_string());
        Some(format!(
            "nothing of `{side}` gets through the armour of `{enemy}`: big guns {} against {armour} at least [{ARMOUR}], \
             torpedoes {} against {below} [{TORPEDO_ARMOUR}]",
            shown(power),
            shown(torpedo),
        ))
    }
}

fn word(edge: Edge) -> &'static str {
    match edge {
        Edge::North => "north",
        Edge::East => "east",
        Edge::South => "south",
        Edge::West => "west",
    }
}

fn point(ship: &Ship) -> Option<Point> {
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
    let conditions = [when, unless, after, until].into_iter().all(Option::is_none);
    conditions
        && !optional
        && !again
        && from_turn.is_none_or(|from| from <= turn)
        && to_turn.is_none_or(|to| turn <= to)
        && lasts.is_none()
        && die.is_none()
}

/// Returns how many mounts or battery points a ship must have to lose the share.
fn least(share: Share) -> usize {
    match share {
        Share::Number(number) => usize::from(number),
        Share::Half => 1,
    }
}

/// Whether a part of the zone is on a table of that size.
fn is_on_table(zone: &Zone, width_in: f64, height_in: f64) -> bool {
    match zone {
        Zone::Circle(Circle { x, y, radius }) => {
            let (x, y) = (x.as_f64(), y.as_f64());
            let off = (x.clamp(0.0, width_in) - x).hypot(y.clamp(0.0, height_in) - y);
            off <= radius.as_f64()
        }
        Zone::Rectangle(Rectangle { from, to }) => {
            let meets = |from: Inches, to: Inches, size_in: f64| from.as_f64() <= size_in && 0.0 <= to.as_f64();
            meets(from.0, to.0, width_in) && meets(from.1, to.1, height_in)
        }
    }
}

fn is_armed(card: &std::sync::Arc<Card>) -> bool {
    card.big.is_some() || card.medium.is_some() || card.light.is_some() || card.torpedo.is_some()
}

/// Whether big-gun hits can penetrate. [6.5.1.6]
fn shells_pierce(firer: &Card, target: &Card) -> bool {
    firer.big.as_ref().is_some_and(|big| target.armour.gun < big.power)
}

/// Whether a ship can do more than non-penetrating hits. Any gun can, against light ships.
fn gets_through(firer: &Card, target: &Card) -> bool {
    let torpedoes = target.kind != ShipType::CB
        && firer.torpedo.as_ref().is_some_and(|torpedo| target.armour.torpedo < torpedo.power);
    let guns = firer.big.is_some() || firer.medium.is_some() || firer.light.is_some();
    torpedoes || if target.kind.is_large() { shells_pierce(firer, target) } else { guns }
}
