//! What a side learns of a fact when it happens, and of an order when it is given.
use super::fog_of_war::{heard_declaration, visible_meeting, with_shown_divisions};
use crate::model::state::{Declaration, Marker};
use crate::model::{
    Approach, Contact, DrawnDivision, FormationId, Harm, HitKind, MarkerId, Meeting, NewDivision, Place, RemainingMove,
    Seal, Setting, Ship, TapeEnd, TapeReading, Volley, VolleyPart,
};
use crate::rules::special::{self, RuleFact, SpecialRule};
use crate::{Command, Fact, Id, Inches, Segment, SideId, State, rules::sighting};

/// How much of a fact a side may see.
#[derive(Clone, PartialEq, Debug)]
pub enum Disclosure {
    /// All of it, with its dice.
    Whole,
    Visible(VisiblePart),
    Nothing,
}

/// The visible part of an enemy action.
#[derive(Clone, PartialEq, Debug)]
pub enum VisiblePart {
    /// Fire at an own ship. `firer` and its range are set only if it is in sight. `others` are joining firers in sight.
    Fire { firer: Option<(Id, Inches)>, others: Vec<(Id, Inches)>, target: Id },
    /// Fire declared aloud at the table, without a ship in its line that is out of sight.
    Declared(Declaration),
    /// Hits on an own ship.
    Hits { target: Id, kind: HitKind, count: u16 },
    /// Torpedoes reach an own ship.
    Torpedoes { target: Id, hits: u16 },
    /// Own torpedoes reach ships, some of them out of sight.
    Met(Meeting),
    /// The ships in sight that own torpedoes reach after the referee moved a ship. May be empty.
    MetAgain { marker: MarkerId, meetings: Vec<Meeting> },
    /// Torpedoes of an own unit reach a ship out of sight.
    HitsOutOfSight { by: Id, hits: u16 },
    /// An unseen ship illuminates an own ship.
    Light { target: Id },
    /// Flames on an enemy in sight.
    Flames { ship: Id },
    /// Enemy funnel smoke, and its range from an own marker.
    FunnelSmoke { seen_by: Id, range: Inches },
    /// The enemy sealed its plots. `code` is the seal's code.
    Sealed { side: SideId, code: String },
    /// Enemy torpedoes or a dummy were placed on the table. [7.4]
    MarkerPlaced { marker: MarkerId },
    /// An own division is fixed by tape from a ship out of sight, whose range would reveal its position. [2.7]
    Fixed { division: Id, leader: Id, at: Place },
    /// An enemy marker leaves the table.
    MarkerGone { marker: MarkerId },
}

/// Returns what a side learns of a fact, given the states before and after the fact's command.
pub(super) fn visible_to_side(before: &State, after: &State, fact: &Fact, side: &SideId) -> Disclosure {
    let (before, after) = (with_shown_divisions(before, side), with_shown_divisions(after, side));
    Observer { before: &before, after: &after, side }.disclose(fact)
}

/// Whether a side may read an order: its own, or an enemy order that visible units call out at the table.
pub(super) fn side_may_read_order(before: &State, after: &State, command: &Command, side: &SideId) -> bool {
    let (before, after) = (with_shown_divisions(before, side), with_shown_divisions(after, side));
    Observer { before: &before, after: &after, side }.may_read(command)
}

struct Observer<'a> {
    before: &'a State,
    after: &'a State,
    side: &'a SideId,
}

fn disclose_if(whole: bool) -> Disclosure {
    if whole { Disclosure::Whole } else { Disclosure::Nothing }
}

impl Observer<'_> {
    fn side_of<'s>(&'s self, unit: &'s Id) -> Option<&'s SideId> {
        let side_in = |state: &'s State| {
            let division = || state.division(unit).map(|division| &division.side);
            state.ship(unit).map(|ship| &ship.side).or_else(division)
        };
        side_in(self.after).or_else(|| side_in(self.before))
    }
    fn is_own(&self, unit: &Id) -> bool {
        unit.as_str() == self.side.as_str() || self.side_of(unit) == Some(self.side)
    }
    fn is_own_marker(&self, id: &MarkerId) -> bool {
        let is_own_in = |state: &State| {
            state.markers.iter().find(|marker| marker.id == *id).map(|marker| marker.side == *self.side)
        };
        is_own_in(self.after).or_else(|| is_own_in(self.before)) == Some(true)
    }
    fn is_own_formation(&self, id: &FormationId) -> bool {
        let is_own_in = |state: &State| {
            state.formations.iter().any(|formation| formation.id == *id && formation.side == *self.side)
        };
        is_own_in(self.before) || is_own_in(self.after)
    }
    fn is_sighted(&self, unit: &Id) -> bool {
        [self.before, self.after].iter().any(|state| state.ships_of(unit).any(|ship| ship.sighted))
    }
    fn sees(&self, unit: &Id) -> bool {
        self.is_own(unit) || self.is_sighted(unit)
    }
    /// Whether a unit was in sight before its move and at its end. A ship that leaves sight is not followed. [4.4, Q49]
    fn is_watched(&self, unit: &Id) -> bool {
        let is_still_seen = |ship: &Ship| {
            if self.after.segment != Segment::Movement {
                return ship.sighted;
            }
            // As in the table's view, which does not reveal during the move whether a side still sees a ship.
            self.after.side(self.side).is_some() && sighting::enemy_sees(self.after, ship) == Some(true)
        };
        self.before.ships_of(unit).any(|ship| ship.sighted) && self.after.ships_of(unit).any(is_still_seen)
    }
    /// Whether a unit is own, or has all its ships in sight.
    fn sees_whole(&self, unit: &Id) -> bool {
        let is_hidden = |ship: &Ship| ship.is_in_action() && !ship.sighted;
        self.is_own(unit) || (self.sees(unit) && !self.after.ships_of(unit).any(is_hidden))
    }
    /// Whether both lengths are measured from a corner or from a ship that the side sees.
    fn sees_ends(&self, readings: &[TapeReading; 2]) -> bool {
        readings.iter().all(|reading| match &reading.from {
            TapeEnd::Corner(_) => true,
            TapeEnd::Ship(ship) => self.sees(ship),
        })
    }
    fn sees_all(&self, units: &[&Id]) -> bool {
        units.iter().all(|unit| self.sees(unit))
    }
    /// Whether a marker is on the table. It is a plot until the move begins. [3.3.2, 7.4]
    fn was_placed(&self, marker: &MarkerId) -> bool {
        let plotting = self.before.segment == Segment::Plotting;
        let is_placed =
            |candidate: &Marker| candidate.id == *marker && (candidate.turn < self.before.turn || !plotting);
        self.before.markers.iter().any(is_placed)
    }
    fn was_burning(&self, ship: &Id) -> bool {
        self.before.ship(ship).is_some_and(|ship| ship.fires() > 0)
    }

    fn disclose(&self, fact: &Fact) -> Disclosure {
        match fact {
            Fact::SegmentBegan { .. }
            | Fact::SightingBaseFound { .. }
            | Fact::WindFound { .. }
            | Fact::HourFound { .. }
            | Fact::DeclaredOutOfTurn { .. }
            | Fact::DeclarationsClosed { .. }
            | Fact::BigGunsDeclared { .. }
            | Fact::BigGunOrder { .. }
            | Fact::SecondaryFireOrder { .. }
            | Fact::SideNamed { .. }
            | Fact::ChecksSet { .. }
            | Fact::SecondHalfBegan
            | Fact::MarkerReplaced { .. }
            | Fact::QuickStarted { .. }
            | Fact::ForceMustered { .. }
            | Fact::SidesDrewBack { .. }
            | Fact::StayInSight { .. }
            | Fact::ForcesPlaced
            | Fact::ScenarioEnded { .. } => Disclosure::Whole,
            Fact::PlotsSealed(seal) if seal.side == *self.side => Disclosure::Whole,
            Fact::PlotsSealed(Seal { side, code, .. }) => {
                Disclosure::Visible(VisiblePart::Sealed { side: side.clone(), code: code.clone() })
            }
            // The referee's own words, and duties that name hidden units.
            Fact::DutiesWaived { .. } | Fact::Noted { .. } => Disclosure::Nothing,
            Fact::HalfMovesInvoked { one, other, .. } | Fact::MeleeJoined { division: one, with: other } => {
                disclose_if(self.sees_all(&[one, other]))
            }
            Fact::ContactMade { side, by } if side == self.side => match by {
                Contact::Sighted(_) => Disclosure::Whole,
                Contact::Smoke { seen_by, range, .. } => {
                    Disclosure::Visible(VisiblePart::FunnelSmoke { seen_by: seen_by.clone(), range: *range })
                }
            },
            Fact::ContactMade { .. } => Disclosure::Nothing,
            Fact::Special(fact) => disclose_if(self.may_know_rule_fact(fact)),
            Fact::Measured { from, to, .. } => disclose_if(self.sees_all(&[from, to])),
            Fact::Overruled { unit, other, .. } => {
                disclose_if(self.is_own(unit) && other.as_ref().is_none_or(|other| self.sees(other)))
            }
            Fact::DummyRevealed { marker } if self.is_own_marker(marker) => Disclosure::Whole,
            Fact::DummyRevealed { marker } => Disclosure::Visible(VisiblePart::MarkerGone { marker: marker.clone() }),
            Fact::Sighted { .. } | Fact::LostFromSight { .. } => Disclosure::Whole,
            Fact::SightRuled { ship, by, .. } => {
                disclose_if(self.sees(ship) && by.as_ref().is_none_or(|by| self.sees(by)))
            }
            Fact::Illuminated { by, target, .. } => match (self.sees(by), self.is_own(target)) {
                (true, _) => disclose_if(self.sees(target)),
                (false, true) => Disclosure::Visible(VisiblePart::Light { target: target.clone() }),
                (false, false) => Disclosure::Nothing,
            },
            Fact::FireDeclared(declaration) if !self.sees_all(&[&declaration.firer, &declaration.target]) => {
                Disclosure::Nothing
            }
            Fact::FireDeclared(declaration) => match heard_declaration(declaration, |unit| self.sees(unit)) {
                heard if heard == *declaration => Disclosure::Whole,
                heard => Disclosure::Visible(VisiblePart::Declared(heard)),
            },
            Fact::DeclarationVoided { firer, target, .. } | Fact::FireRemeasured { firer, target, .. } => {
                disclose_if(self.sees_all(&[firer, target]))
            }
            Fact::SalvoFired(salvo) => self.disclose_fire(&salvo.firer, &salvo.target, salvo.range, Vec::new),
            Fact::BatteriesFired(volley) => match volley.parts.first() {
                Some(part) => {
                    self.disclose_fire(&part.firer, &volley.target, volley.range, || self.joining_firers(volley))
                }
                None => Disclosure::Nothing,
            },
            Fact::HitsMarked(hit) => {
                let firer = hit.firer.as_ref();
                if firer.is_some_and(|firer| self.is_own(firer)) {
                    return disclose_if(self.sees(&hit.target));
                }
                match (self.is_own(&hit.target), firer.is_none_or(|firer| self.sees(firer))) {
                    (true, true) => Disclosure::Whole,
                    (true, false) => Disclosure::Visible(VisiblePart::Hits {
                        target: hit.target.clone(),
                        kind: hit.kind,
                        count: hit.count,
                    }),
                    (false, _) => Disclosure::Nothing,
                }
            }
            Fact::BatteriesCounted(count) => disclose_if(self.sees_all(&[&count.target, &count.firer])),
            Fact::TorpedoesLaunched(marker) if marker.side == *self.side => Disclosure::Whole,
            Fact::TorpedoesLaunched(marker) => match self.before.segment {
                Segment::Plotting => Disclosure::Nothing,
                _ => Disclosure::Visible(VisiblePart::MarkerPlaced { marker: marker.id.clone() }),
            },
            Fact::TorpedoesAttacked(attack) => match (self.is_own(&attack.by), self.is_own(&attack.target)) {
                (true, _) if self.sees(&attack.target) => Disclosure::Whole,
                (true, _) => {
                    Disclosure::Visible(VisiblePart::HitsOutOfSight { by: attack.by.clone(), hits: attack.hits })
                }
                (false, true) => {
                    Disclosure::Visible(VisiblePart::Torpedoes { target: attack.target.clone(), hits: attack.hits })
                }
                (false, false) => Disclosure::Nothing,
            },
            Fact::MarkerRemoved { marker, .. } | Fact::LaunchCancelled { marker, .. } => {
                match self.is_own_marker(marker) {
                    false if self.was_placed(marker) => {
                        Disclosure::Visible(VisiblePart::MarkerGone { marker: marker.clone() })
                    }
                    own => disclose_if(own),
                }
            }
            Fact::TorpedoCheckMade { side, .. } | Fact::NoneInTorpedoReach { side } => disclose_if(side == self.side),
            Fact::TorpedoesMet(meeting) if self.is_own_marker(&meeting.marker) => match self.visible_meeting(meeting) {
                Some(met) if met == *meeting => Disclosure::Whole,
                Some(met) => Disclosure::Visible(VisiblePart::Met(met)),
                None => Disclosure::Nothing,
            },
            Fact::MeetingsFoundAgain { marker, meetings } if self.is_own_marker(marker) => {
                let met: Vec<Meeting> = meetings.iter().filter_map(|meeting| self.visible_meeting(meeting)).collect();
                let as_before = met.iter().eq(&self.known_meetings(marker).flatten().collect::<Vec<Meeting>>());
                match met == *meetings {
                    _ if as_before => Disclosure::Nothing,
                    true => Disclosure::Whole,
                    false => Disclosure::Visible(VisiblePart::MetAgain { marker: marker.clone(), meetings: met }),
                }
            }
            Fact::TorpedoesMet(_) | Fact::MeetingsFoundAgain { .. } => Disclosure::Nothing,
            // The die would reveal that there were several targets.
            Fact::TorpedoTargetDrawn { marker: None, ship } => disclose_if(!self.is_own(ship) && self.sees(ship)),
            Fact::TorpedoTargetDrawn { marker: Some(marker), ship } => {
                let all_seen = self.known_meetings(marker).all(|met| met.is_some());
                disclose_if(self.is_own_marker(marker) && self.sees(ship) && all_seen)
            }
            Fact::TorpedoesRanOn { marker } => disclose_if(self.is_own_marker(marker)),
            Fact::ReactionTested { division: unit, .. }
            | Fact::TurnedAway { division: unit, .. }
            | Fact::LandCleared { division: unit, .. }
            | Fact::FriendsCleared { division: unit, .. }
            | Fact::HitRolled { target: unit, .. }
            | Fact::HitsWasted { target: unit, .. }
            | Fact::HeldHitsResolved { target: unit }
            | Fact::NoEffect { ship: unit }
            | Fact::MagazineHeld { ship: unit }
            | Fact::FiresRolled { ship: unit, .. }
            | Fact::RepairRolled { ship: unit, .. }
            | Fact::ShipEntered { ship: unit }
            | Fact::SpeedChanged { ship: unit, .. }
            | Fact::PlotFiled { division: unit, .. }
            | Fact::DivisionDeployed { division: unit, .. }
            | Fact::PreplotFiled { division: unit, .. }
            | Fact::RestKept(RemainingMove { division: unit, .. })
            | Fact::CourseRecorded { division: unit, .. }
            | Fact::FlagPassed { division: unit, .. }
            | Fact::ChangedByHand { division: unit, .. }
            | Fact::ObeyedByHand { division: unit }
            | Fact::HoldsOnByHand { division: unit }
            | Fact::FriendsConverge { one: unit, .. }
            | Fact::OrdersChecked { unit, .. }
            | Fact::ActedAlone { unit, .. }
            | Fact::PlotReplaced { division: unit, .. }
            | Fact::ShipDetached { ship: unit, .. }
            | Fact::ShipRejoined { ship: unit, .. }
            | Fact::StragglersNamed { division: unit, .. }
            | Fact::GapsForeseen { division: unit, .. }
            | Fact::GoesOnUnplotted { division: unit, .. }
            | Fact::DivisionFormed(NewDivision { division: unit, .. }) => disclose_if(self.is_own(unit)),
            Fact::DivisionFixed { division, .. } if !self.is_own(division) => Disclosure::Nothing,
            Fact::DivisionFixed { by, .. } if self.sees_ends(by) => Disclosure::Whole,
            Fact::DivisionFixed { division, places, .. } => {
                places.first().map_or(Disclosure::Nothing, |(leader, at)| {
                    Disclosure::Visible(VisiblePart::Fixed {
                        division: division.clone(),
                        leader: leader.clone(),
                        at: *at,
                    })
                })
            }
            Fact::SteeredByHand { ships, .. } => disclose_if(ships.iter().all(|ship| self.sees(&ship.ship))),
            Fact::FormationFormed(formation) => disclose_if(formation.side == *self.side),
            Fact::FormationDisbanded { formation }
            | Fact::FormationMeasured { formation, .. }
            | Fact::ChangePlotted { formation, .. }
            | Fact::FormationChanged { formation, .. } => disclose_if(self.is_own_formation(formation)),
            Fact::CollisionTested(collision) => disclose_if(self.sees_all(&[&collision.one, &collision.other])),
            Fact::ForceFlagPassed { side, .. }
            | Fact::ShipPlaced { side, .. }
            | Fact::TypeRolled { side, .. }
            | Fact::LeaderDrawn { side, .. }
            | Fact::DivisionRaised(DrawnDivision { side, .. })
            | Fact::ApproachStated(Approach { side, .. }) => disclose_if(side == self.side),
            Fact::HitTaken { ship, .. } if self.is_own(ship) => Disclosure::Whole,
            Fact::HitTaken { ship, harm: Harm::Fire, .. } if self.is_sighted(ship) && !self.was_burning(ship) => {
                Disclosure::Visible(VisiblePart::Flames { ship: ship.clone() })
            }
            Fact::HitTaken { .. } => Disclosure::Nothing,
            Fact::ShipLost { ship, .. } | Fact::ShipExited { ship, .. } | Fact::RanAshore { ship, .. } => {
                disclose_if(self.sees(ship))
            }
            Fact::Moved(run) => disclose_if(self.is_own(&run.ship) || self.is_watched(&run.ship)),
            Fact::ValueSet { unit, setting, .. } => {
                let known = match setting {
                    Setting::SpecialRule { of, .. } => special::may_know(&self.after.setup, *of, Some(self.side)),
                    Setting::SightingBase(_) | Setting::Visibility(_) => true,
                    // The referee's rulings on victory may depend on what a side has not seen. Show them at the end.
                    Setting::Condition { .. } | Setting::Sentence { .. } => self.after.end.is_some(),
                    Setting::Speed(_)
                    | Setting::TopSpeed(_)
                    | Setting::Fires(_)
                    | Setting::Flotation(_)
                    | Setting::MountsLost(_)
                    | Setting::Mounts(_)
                    | Setting::GunQuartersLost(_)
                    | Setting::Torpedoes(_)
                    | Setting::Sighted(_)
                    | Setting::Lit(_)
                    | Setting::Fate(_)
                    | Setting::Rudder(_)
                    | Setting::At(_) => self.is_own(unit),
                };
                disclose_if(known)
            }
        }
    }

    /// Whether the side may see a special rule's fact: it sees the ship concerned, or the rule binds the side.
    fn may_know_rule_fact(&self, fact: &RuleFact) -> bool {
        let setup = &self.after.setup;
        let may_know = |rule: &&SpecialRule| special::may_know(setup, rule.of, Some(self.side));
        setup.rules.get(usize::from(fact.rule())).filter(may_know).is_some_and(|rule| match fact {
            RuleFact::Began { .. } | RuleFact::Ended { .. } | RuleFact::Diced { .. } | RuleFact::Recalled { .. } => {
                special::is_known_to(self.after, rule, self.side)
            }
            RuleFact::Counted { ship, .. } | RuleFact::Lifted { ship, .. } => self.is_own(ship),
            // Drift, mines and smoke on the way are visible as the ship's move is. [Q49]
            RuleFact::Mined { ship, .. } | RuleFact::Drifted { ship, .. } | RuleFact::Smoked { ship, .. } => {
                self.is_own(ship) || self.is_watched(ship)
            }
            RuleFact::Duds { firer: ship, .. } => self.sees(ship),
            RuleFact::Scored { side, ship, .. } => side == self.side || self.sees(ship),
        })
    }

    /// Returns the visible part of a meeting. [7.4.2, Q49]
    fn visible_meeting(&self, meeting: &Meeting) -> Option<Meeting> {
        visible_meeting(meeting, |unit| self.is_own(unit) || self.is_watched(unit))
    }
    /// Returns a marker's meetings before the fact, each as the side saw it, or `None` if it saw none of it.
    fn known_meetings(&self, marker: &MarkerId) -> impl Iterator<Item = Option<Meeting>> {
        let of_marker = self.before.this_move.meetings.iter().filter(move |meeting| meeting.marker == *marker);
        of_marker.map(|meeting| self.visible_meeting(meeting))
    }

    /// Returns a salvo: own fire with its arithmetic, enemy fire as seen, since the enemy's remaining guns are secret.
    fn disclose_fire(
        &self,
        firer: &Id,
        target: &Id,
        range: Inches,
        others: impl FnOnce() -> Vec<(Id, Inches)>,
    ) -> Disclosure {
        match (self.is_own(firer), self.is_own(target)) {
            (true, _) => Disclosure::Whole,
            (false, true) => {
                let firer = self.sees(firer).then(|| (firer.clone(), range));
                Disclosure::Visible(VisiblePart::Fire { firer, others: others(), target: target.clone() })
            }
            (false, false) => Disclosure::Nothing,
        }
    }

    /// Returns ships in sight whose batteries fire with the first ship's, each with its declared range. [6.5.2]
    fn joining_firers(&self, volley: &Volley) -> Vec<(Id, Inches)> {
        let declaration_of = |part: &VolleyPart| {
            let mut all = self.before.this_move.declarations.iter();
            all.find(|declaration| {
                declaration.firer == part.firer
                    && declaration.battery == part.battery
                    && declaration.target == volley.target
            })
        };
        let first = volley.parts.first().map(|part| &part.firer);
        let mut others: Vec<(Id, Inches)> = Vec::new();
        for part in volley.parts.iter().filter(|part| Some(&part.firer) != first && self.sees(&part.firer)) {
            if others.iter().all(|(firer, _)| *firer != part.firer) {
                others.extend(declaration_of(part).map(|declaration| (part.firer.clone(), declaration.range)));
            }
        }
        others
    }

    fn may_read(&self, command: &Command) -> bool {
        match command {
            Command::Next { waive, .. } => waive.is_none(),
            Command::Measure { from: one, to: other, .. }
            | Command::Illuminate { by: one, target: other, .. }
            | Command::Collide { one, other, .. } => self.sees_all(&[one, other]),
            Command::Target(order) => {
                let through = order.conditions.through.as_ref();
                self.sees_all(&[&order.firer, &order.target]) && through.is_none_or(|ship| self.sees(ship))
            }
            Command::CoupDeGrace { by, target, .. } | Command::Launch { by, target, .. } => {
                self.is_own(by) && self.sees(target)
            }
            Command::Meet { marker, targets, in_line } => {
                self.is_own_marker(marker) && targets.iter().chain(in_line).all(|met| self.sees(&met.ship))
            }
            Command::Fire { units, .. } | Command::FireSome { units, .. } => units.iter().all(|unit| self.sees(unit)),
            Command::Sight { unit, by, .. } => self.sees(unit) && by.iter().all(|by| self.sees(by)),
            Command::Declared { .. } | Command::Checks { .. } | Command::HalfMoves { .. } => true,
            // If a ship is out of sight, neither its course nor the fact that it was stated is shown.
            Command::Course { said } | Command::Turned { said } => said.iter().all(|(unit, _)| self.sees_whole(unit)),
            Command::QuickStart { speeds, .. } => speeds.iter().all(|(unit, _)| self.is_own(unit)),
            Command::Seal { side, .. } | Command::Generate { side } => {
                side.as_ref().is_none_or(|side| side == self.side)
            }
            Command::TorpedoCheck { side, .. } | Command::Approach { side, .. } => side == self.side,
            Command::NoneInReach { side } => side.as_ref() == Some(self.side),
            Command::Ashore { ship } => self.sees(ship),
            Command::Formation { divisions, .. } => divisions.iter().all(|division| self.is_own(division)),
            Command::Disband { formation } | Command::Reform { formation, .. } => self.is_own_formation(formation),
            Command::Miss { marker } => self.is_own_marker(marker),
            Command::Orders { unit, .. }
            | Command::Repair { ship: unit, .. }
            | Command::React { division: unit }
            | Command::Smoke { ship: unit }
            | Command::Plot { unit, .. }
            | Command::Preplot { unit, .. }
            | Command::Place { ship: unit, .. }
            | Command::FormDivision { division: unit, .. }
            | Command::Flag { division: unit, .. }
            | Command::Deploy { division: unit, .. }
            | Command::Speed { unit, .. }
            | Command::Exit { ship: unit, because: None, .. } => self.is_own(unit),
            Command::Fix { division, by, because: None, .. } => self.is_own(division) && self.sees_ends(by),
            Command::Fires { ship: unit } | Command::Damage { unit } => {
                unit.as_ref().is_none_or(|unit| self.is_own(unit))
            }
            // Only the referee reads the referee's words.
            Command::Note { .. }
            | Command::Set { .. }
            | Command::End { .. }
            | Command::Exit { because: Some(_), .. }
            | Command::Fix { because: Some(_), .. } => false,
        }
    }
}
