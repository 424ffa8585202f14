//! Checks the victory conditions. [9.2, 10.5]
use super::fault::{Battle, Judge, Kind};
use crate::model::{
    Fraction, Inches,
    compound::{Compound as _, Node},
    path::Path,
    victory::{
        Bound, Condition, Entry, Exit, HowMany, Is, Lead, Left, Mark, Moment, PointsAre, Share, ShipsAre, TurnIs, Wins,
    },
    zone::{Rectangle, Zone},
};

impl Judge<Battle<'_>> {
    /// Checks an entry of `decide`.
    pub(super) fn entry(&mut self, entry: &Entry, path: &Path) {
        if let Some(of) = entry.of {
            self.sentence_of_victory(of, &path.key("of"));
        }
        match &entry.wins {
            Wins::Leader(lead) => self.lead(*lead, &path.key("points")),
            Wins::Side(wins) => {
                self.name(Kind::Side, wins.side.as_str(), &path.key("side"));
                if entry.is_moral() && wins.at == Moment::Once {
                    let what = "a moral victory decides nothing, and ends no battle";
                    self.tell(&path.key("at"), what).nearest("end");
                }
                self.condition(&wins.condition, &path.key("if"));
            }
        }
    }

    /// Checks the sentences left to the referee.
    pub(super) fn left(&mut self, left: &[Left]) {
        let left: Vec<(u16, Path)> =
            left.iter().enumerate().map(|(at, one)| (one.of, self.place("left", at).key("of"))).collect();
        for (of, path) in &left {
            self.sentence_of_victory(*of, path);
        }
        self.twice("sentence", &left);
    }

    fn sentence_of_victory(&mut self, of: u16, path: &Path) {
        self.sentence(usize::from(of), ("under `victory`", self.of.setup.victory.len()), path);
    }

    fn lead(&mut self, lead: Lead, path: &Path) {
        match lead {
            Lead::By(0) => {
                self.tell(&path.key("lead"), "nobody leads by 0 points").nearest(1);
            }
            Lead::Ratio(ratio) if ratio < Fraction::ONE => {
                let what = format!("who leads has at least as many points as the other, not {ratio} times");
                self.tell(&path.key("ratio"), what).nearest(1);
            }
            Lead::By(_) | Lead::Ratio(_) => {}
        }
    }

    fn condition(&mut self, condition: &Condition, path: &Path) {
        for Node { condition, path, .. } in condition.nodes(path) {
            match condition {
                Condition::All(parts) | Condition::Any(parts) => self.empty(parts, &path),
                Condition::Not(_) => {}
                Condition::Turn(turn) => {
                    let (at, from, to) = (path.key("at"), path.key("from"), path.key("to"));
                    match *turn {
                        TurnIs::At(turn) => self.turns((&at, Some(turn)), (&at, None)),
                        TurnIs::From(turn) => self.turns((&from, Some(turn)), (&to, None)),
                        TurnIs::To(turn) => self.turns((&from, None), (&to, Some(turn))),
                        TurnIs::Between { from: first, to: last } => {
                            self.turns((&from, Some(first)), (&to, Some(last)));
                        }
                    }
                }
                Condition::Ships(ships) => self.ships(ships, &path),
                Condition::Points(points) => self.points(points, &path),
                Condition::More(side, _) => {
                    let around = path.last().map_or_else(Path::default, |(_, around)| around);
                    self.name(Kind::Side, side.as_str(), &around.key("side"));
                }
            }
        }
    }

    fn ships(&mut self, asked: &ShipsAre, path: &Path) {
        let least = if let HowMany::AtLeast(least) = asked.count { Some(least) } else { None };
        self.asked(&asked.among, &path.key("among"), least.map(|least| (least, path.key("at_least"))));
        self.empty(&asked.are, &path.key("are"));
        let are = asked.are.iter().enumerate();
        for Node { condition, path, .. } in are.flat_map(|(at, is)| is.nodes(&path.key("are").at(at))) {
            match condition {
                Is::All(parts) | Is::Any(parts) => self.empty(parts, &path),
                Is::Exited(Exit { from, to, .. }) => self.turns((&path.key("from"), *from), (&path.key("to"), *to)),
                Is::CanMake(speed) | Is::Below(speed) | Is::SlowerBy(speed) if *speed <= Inches::ZERO => {
                    self.tell(&path, format!("a speed of {speed} says nothing")).lawful("more than 0 inches");
                }
                Is::FlotationHits(number) => self.number(*number, &path),
                Is::MountsLost(Share::Number(number)) | Is::BatteryLost(Share::Number(number)) => {
                    self.number(*number, &path);
                }
                Is::Within(near) => {
                    if let Mark::Ship(of) = &near.of {
                        self.name(Kind::Ship, of.as_str(), &path.key("of"));
                    }
                    self.distance(near.inches, &path.key("inches"));
                }
                Is::Inside(zone) => self.zone(zone, &path),
                Is::Beyond(past) => self.name(Kind::Ship, past.of.as_str(), &path.key("of")),
                Is::Sunk | Is::Immobile | Is::Lost | Is::Afloat | Is::CanMove | Is::Not(_) => {}
                Is::CanMake(_) | Is::Below(_) | Is::SlowerBy(_) => {}
                Is::MountsLost(Share::Half) | Is::BatteryLost(Share::Half) => {}
            }
        }
    }

    /// Reports a number that is 0.
    fn number(&mut self, number: u16, path: &Path) {
        if number == 0 {
            self.tell(path, "0 or more are there whatever happens").nearest(1);
        }
    }

    fn points(&mut self, asked: &PointsAre, path: &Path) {
        self.name(Kind::Side, asked.side.as_str(), &path.key("side"));
        match asked.bound {
            Bound::Lead(lead) => self.lead(lead, path),
            Bound::AtLeast(points) => self.number(points, &path.key("at_least")),
            Bound::Under(points) => self.number(points, &path.key("under")),
        }
        for times in &asked.times {
            let path = path.key("times").key(times.of.as_str());
            self.name(Kind::Unit, times.of.as_str(), &path);
            self.number(times.by, &path);
        }
    }

    fn zone(&mut self, zone: &Zone, path: &Path) {
        match zone {
            Zone::Circle(circle) if circle.radius <= Inches::ZERO => {
                self.tell(&path.key("circle").key("radius"), "a circle has a radius of more than 0 inches");
            }
            Zone::Rectangle(Rectangle { from, to }) if to.0 <= from.0 || to.1 <= from.1 => {
                let what = "the corners of a rectangle are its south-western and its north-eastern one";
                let (west, east) = (from.0.min(to.0), from.0.max(to.0));
                let (south, north) = (from.1.min(to.1), from.1.max(to.1));
                let nearest = format!("{{from: [{west}, {south}], to: [{east}, {north}]}}");
                self.tell(&path.key("rectangle"), what).nearest(nearest);
            }
            Zone::Circle(_) | Zone::Rectangle(_) => {}
        }
    }
}
