//! 9.2 and 10.5: the winner by a scenario's keys: each predicate, each scenario, and what a side may know of it.
mod ends;
mod known;
mod predicates;
mod ruled;
mod scenarios;

use std::sync::Arc;

use naval::model::victory::{
    HowMany, JudgedWhen, ShipsCondition, SideWins, VictoryCondition, VictoryDegree, VictoryEntry, VictoryRule,
    VictoryTest,
};
use naval::model::{Edge, Fate, Place, Setting, ShipSet, Truth};
use naval::{Fact, Id, Inches, Naval, Segment, State, rules::verdict::verdict};
use play::Game;

/// The set of these ships.
fn ships_named(ships: &[&str]) -> ShipSet {
    ShipSet { ids: ships.iter().copied().map(Id::new).collect(), ..ShipSet::default() }
}

/// Each of these ships meets all these tests.
fn all_ships(ships: &[&str], are: Vec<VictoryTest>) -> VictoryCondition {
    VictoryCondition::Ships(ShipsCondition { count: HowMany::Every, among: ships_named(ships), are })
}

fn entry(side: &str, when: JudgedWhen, condition: VictoryCondition) -> VictoryEntry {
    VictoryEntry {
        of: None,
        wins: VictoryRule::Side(SideWins { side: side.into(), how: VictoryDegree::Plain, at: when, condition }),
    }
}

/// The same battle with these victory entries.
fn decided_by(state: &State, entries: Vec<VictoryEntry>) -> State {
    let mut state = state.clone();
    Arc::make_mut(&mut state.setup).decide = Some(entries);
    state
}

/// The truth of a condition in the true state.
fn truth(state: &State, condition: VictoryCondition) -> Truth {
    verdict(&decided_by(state, vec![entry("japan", JudgedWhen::End, condition)])).entries[0].truth
}

/// The truth of a predicate for one ship.
fn ship_test(state: &State, ship: &str, test: VictoryTest) -> Truth {
    truth(state, all_ships(&[ship], vec![test]))
}

/// A battle driven by short lines: `sunk rurik`, `exit rossia north`, `top asahi 1.5`.
struct Driven {
    state: State,
}

impl Driven {
    fn new(state: State) -> Driven {
        Driven { state }
    }
    fn state_after(state: State, lines: &[&str]) -> State {
        let mut driven = Driven::new(state);
        lines.iter().for_each(|line| driven.type_line(line));
        driven.state
    }
    fn apply(&mut self, fact: &Fact) {
        Naval::apply(&mut self.state, fact);
    }
    fn set(&mut self, ship: &str, setting: Setting) {
        assert!(self.state.ship(&Id::new(ship)).is_some(), "there is no {ship}");
        self.apply(&Fact::ValueSet { unit: ship.into(), setting, because: "test".to_owned() });
    }
    fn type_line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let inches = |word: &str| word.parse::<Inches>().unwrap();
        match words[..] {
            ["turn", turn] => {
                let (turn, segment) = (turn.parse().unwrap(), Segment::Damage);
                self.apply(&Fact::SegmentBegan { turn, segment });
            }
            ["sunk", ship] => self.set(ship, Setting::Fate(Fate::Sinking)),
            ["immobile", ship] => self.set(ship, Setting::TopSpeed(Inches::ZERO)),
            ["top", ship, speed] => self.set(ship, Setting::TopSpeed(inches(speed))),
            ["slower", ship, by] => {
                let card = self.state.ship(&Id::new(ship)).unwrap().card.speed;
                self.set(ship, Setting::TopSpeed(card - inches(by)));
            }
            ["mounts", ship, lost] => self.set(ship, Setting::MountsLost(lost.parse().unwrap())),
            ["flotation", ship, hits] => self.set(ship, Setting::Flotation(hits.parse().unwrap())),
            ["at", ship, x, y, heading] => {
                let number = |word: &str| word.parse::<f64>().unwrap();
                self.set(ship, Setting::At(Place::new(number(x), number(y), number(heading))));
            }
            ["enter", ship] => self.apply(&Fact::ShipEntered { ship: ship.into() }),
            ["exit", ship, edge] => {
                assert!(self.state.ship(&Id::new(ship)).is_some(), "there is no {ship}");
                let (edge, turn) = (Some(edge_called(edge)), Some(self.state.turn));
                self.apply(&Fact::ShipExited { ship: ship.into(), friendly: false, edge, turn });
            }
            ["hits", side, hits] => self.state.penetrating_hits.push((side.into(), hits.parse().unwrap())),
            _ => panic!("{line}?"),
        }
    }
}

/// A page as a single line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn edge_called(word: &str) -> Edge {
    match word {
        "north" => Edge::North,
        "east" => Edge::East,
        "south" => Edge::South,
        "west" => Edge::West,
        other => panic!("{other}?"),
    }
}
