//! Checks the victory conditions. [9.2, 10.5]
use super::error::{CheckedBattle, ErrorCollector, NamedThing};
use crate::model::{
    Fraction, Inches,
    compound::{Compound as _, Node},
    path::KeyPath,
    victory::{
        Bound, CountOrHalf, ExitCondition, HowMany, JudgedWhen, Landmark, Lead, LeftToReferee, PointsCondition,
        ShipsCondition, TurnCondition, VictoryCondition, VictoryEntry, VictoryRule, VictoryTest,
    },
    zone::{Rectangle, Zone},
};

impl ErrorCollector<CheckedBattle<'_>> {
    pub(super) fn check_entry(&mut self, entry: &VictoryEntry, path: &KeyPath) {
        if let Some(of) = entry.of {
            self.check_victory_sentence(of, &path.key("of"));
        }
        match &entry.wins {
            VictoryRule::Leader(lead) => self.check_lead(*lead, &path.key("points")),
            VictoryRule::Side(wins) => {
                self.check_name(NamedThing::Side, wins.side.as_str(), &path.key("side"));
                if entry.is_moral() && wins.at == JudgedWhen::Once {
                    let message = "a moral victory cannot end a battle";
                    self.add_error(&path.key("at"), message).nearest("end");
                }
                self.check_condition(&wins.condition, &path.key("if"));
            }
        }
    }

    pub(super) fn check_left_sentences(&mut self, left: &[LeftToReferee]) {
        let left: Vec<(u16, KeyPath)> = left
            .iter()
            .enumerate()
            .map(|(index, sentence)| (sentence.of, self.item_path("left", index).key("of")))
            .collect();
        for (of, path) in &left {
            self.check_victory_sentence(*of, path);
        }
        self.check_unique("sentence", &left);
    }

    fn check_victory_sentence(&mut self, number: u16, path: &KeyPath) {
        self.check_sentence(usize::from(number), ("under `victory`", self.context.setup.victory.len()), path);
    }

    fn check_lead(&mut self, lead: Lead, path: &KeyPath) {
        match lead {
            Lead::By(0) => {
                self.add_error(&path.key("lead"), "a side cannot lead by 0 points").nearest(1);
            }
            Lead::Ratio(ratio) if ratio < Fraction::ONE => {
                let message = format!("the leading side cannot have {ratio} times the points of the other");
                self.add_error(&path.key("ratio"), message).nearest(1);
            }
            Lead::By(_) | Lead::Ratio(_) => {}
        }
    }

    fn check_condition(&mut self, condition: &VictoryCondition, path: &KeyPath) {
        for Node { condition, path, .. } in condition.nodes(path) {
            match condition {
                VictoryCondition::All(parts) | VictoryCondition::Any(parts) => self.check_not_empty(parts, &path),
                VictoryCondition::Not(_) => {}
                VictoryCondition::Turn(turn) => {
                    let (at, from, to) = (path.key("at"), path.key("from"), path.key("to"));
                    match *turn {
                        TurnCondition::At(turn) => self.check_turns((&at, Some(turn)), (&at, None)),
                        TurnCondition::From(turn) => self.check_turns((&from, Some(turn)), (&to, None)),
                        TurnCondition::To(turn) => self.check_turns((&from, None), (&to, Some(turn))),
                        TurnCondition::Between { from: first, to: last } => {
                            self.check_turns((&from, Some(first)), (&to, Some(last)));
                        }
                    }
                }
                VictoryCondition::Ships(ships) => self.check_ships(ships, &path),
                VictoryCondition::Points(points) => self.check_points(points, &path),
                VictoryCondition::More(side, _) => {
                    let parent = path.last().map_or_else(KeyPath::default, |(_, parent)| parent);
                    self.check_name(NamedThing::Side, side.as_str(), &parent.key("side"));
                }
            }
        }
    }

    fn check_ships(&mut self, ships: &ShipsCondition, path: &KeyPath) {
        let least = if let HowMany::AtLeast(least) = ships.count { Some(least) } else { None };
        self.check_counted_set(&ships.among, &path.key("among"), least.map(|least| (least, path.key("at_least"))));
        self.check_not_empty(&ships.are, &path.key("are"));
        let tests = ships.are.iter().enumerate();
        for Node { condition, path, .. } in tests.flat_map(|(at, test)| test.nodes(&path.key("are").at(at))) {
            match condition {
                VictoryTest::All(parts) | VictoryTest::Any(parts) => self.check_not_empty(parts, &path),
                VictoryTest::Exited(ExitCondition { from, to, .. }) => {
                    self.check_turns((&path.key("from"), *from), (&path.key("to"), *to))
                }
                VictoryTest::CanMake(speed) | VictoryTest::Below(speed) | VictoryTest::SlowerBy(speed)
                    if *speed <= Inches::ZERO =>
                {
                    self.add_error(&path, format!("a speed of {speed} has no meaning")).legal("more than 0 inches");
                }
                VictoryTest::FlotationHits(number)
                | VictoryTest::MountsLost(CountOrHalf::Number(number))
                | VictoryTest::BatteryLost(CountOrHalf::Number(number)) => {
                    self.check_above_zero(*number, &path, "0 or more is always true");
                }
                VictoryTest::Within(near) => {
                    if let Landmark::Ship(of) = &near.of {
                        self.check_name(NamedThing::Ship, of.as_str(), &path.key("of"));
                    }
                    self.check_distance(near.inches, &path.key("inches"));
                }
                VictoryTest::Inside(zone) => self.check_zone(zone, &path),
                VictoryTest::Beyond(past) => self.check_name(NamedThing::Ship, past.of.as_str(), &path.key("of")),
                VictoryTest::Sunk
                | VictoryTest::Immobile
                | VictoryTest::Lost
                | VictoryTest::Afloat
                | VictoryTest::CanMove
                | VictoryTest::Not(_) => {}
                VictoryTest::CanMake(_) | VictoryTest::Below(_) | VictoryTest::SlowerBy(_) => {}
                VictoryTest::MountsLost(CountOrHalf::Half) | VictoryTest::BatteryLost(CountOrHalf::Half) => {}
            }
        }
    }

    fn check_above_zero(&mut self, number: u16, path: &KeyPath, problem: &str) {
        if number == 0 {
            self.add_error(path, problem).nearest(1);
        }
    }

    fn check_points(&mut self, condition: &PointsCondition, path: &KeyPath) {
        self.check_name(NamedThing::Side, condition.side.as_str(), &path.key("side"));
        match condition.bound {
            Bound::Lead(lead) => self.check_lead(lead, path),
            Bound::AtLeast(points) => self.check_above_zero(points, &path.key("at_least"), "0 or more is always true"),
            Bound::Under(points) => self.check_above_zero(points, &path.key("under"), "no side has under 0 points"),
        }
        for times in &condition.times {
            let path = path.key("times").key(times.of.as_str());
            self.check_name(NamedThing::Unit, times.of.as_str(), &path);
            self.check_above_zero(times.by, &path, "a ship cannot count 0 times");
        }
    }

    fn check_zone(&mut self, zone: &Zone, path: &KeyPath) {
        match zone {
            Zone::Circle(circle) if circle.radius <= Inches::ZERO => {
                self.add_error(&path.key("circle").key("radius"), "a circle needs a radius above 0 inches");
            }
            Zone::Rectangle(Rectangle { from, to }) if to.0 <= from.0 || to.1 <= from.1 => {
                let message = "a rectangle needs its south-west corner, then its north-east corner";
                let (west, east) = (from.0.min(to.0), from.0.max(to.0));
                let (south, north) = (from.1.min(to.1), from.1.max(to.1));
                let nearest = format!("{{from: [{west}, {south}], to: [{east}, {north}]}}");
                self.add_error(&path.key("rectangle"), message).nearest(nearest);
            }
            Zone::Circle(_) | Zone::Rectangle(_) => {}
        }
    }
}
