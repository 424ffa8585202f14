//! What a viewer was told of a battle, in a form from which sentences are made.
use naval::model::special::RuleFact;
use naval::model::{
    Fate, Harm, HeldHit, HitKind, HitState, Salvo, Ship, ShipMove, TorpedoAttack, TorpedoAttackKind, TrackLeg, Volley,
};
use naval::view::{Disclosure, View, VisiblePart};
use naval::{Fact, Id, Inches, NavalEvent};

use crate::damage::quarters_word;
use crate::lines::{has_plural_name, number_word};
use crate::status::end_sentence;
use crate::{event::unfolded_event, places::edge_adjective};

/// A change of course of fewer degrees is not told.
const MIN_TURN_DEG: f64 = 45.0;

/// A ship or division by the name that the viewer knows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    pub id: Id,
    /// The index of its side in the scenario.
    pub side: usize,
    pub name: String,
    /// Whether its name takes a verb in the plural: `Destroyers with the squadron`.
    pub is_plural: bool,
}

/// Something that a book tells.
#[derive(Clone, PartialEq, Debug)]
pub enum Incident {
    /// The referee's note.
    Noted(String),
    OrdersMissed(Unit),
    Entered(Unit),
    /// A division's leader turned by these degrees, positive to starboard. The ships astern may turn later.
    Turned(Unit, i32),
    /// A division turned away from the fire of another. A jammed rudder turns nobody away. [5.15.3]
    TurnedAway(Unit, Unit),
    MadeSmoke(Unit),
    Sighted(Unit),
    LostFromSight(Unit),
    /// Lit by a searchlight or starshell. `None` if the viewer does not know by whom.
    Lit {
        by: Option<Unit>,
        target: Unit,
    },
    Fired(Shot),
    LaunchedTorpedoes(Unit),
    LaidMarker,
    Torpedoed {
        by: Option<Unit>,
        target: Option<Unit>,
        hits: u16,
        /// Fired at a hulk or cripple from close by. [7.6]
        is_coup: bool,
        /// Only one torpedo was fired, as far as the viewer knows.
        is_single: bool,
    },
    /// `loses its fore-port mount`. The same clause again adds up.
    Damaged(Unit, String),
    /// A hit on a magazine that did not explode.
    MagazineHeld(Unit),
    /// The sighting range of the turn.
    SightingRange(Inches),
    /// This ship carries a side's force flag.
    ForceFlag(Unit),
    /// Flames are seen on an enemy.
    Burns(Unit),
    /// `repairs its fore-port mount`, `cannot repair its rudder`
    Repaired(Unit, String),
    Lost(Unit, Loss),
    /// It left by this edge, if known.
    Left(Unit, Option<&'static str>),
    Collided(Unit, Unit),
    /// It ran among mines, and so many struck it.
    Mined(Unit, u16),
    /// A whole sentence, as the log has it.
    Told(String),
    /// A whole sentence. What follows in the turn happened after the battle.
    Ended(String),
}

/// An incident, with the turn in which it happened.
#[derive(Clone, PartialEq, Debug)]
pub struct DatedIncident {
    pub turn: u16,
    pub incident: Incident,
}

/// How a ship was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    Sinking,
    Exploded,
    Sunk,
    Abandoned,
}

/// Fire at one target.
#[derive(Clone, PartialEq, Debug)]
pub struct Shot {
    /// Empty if the viewer sees no firer.
    pub firers: Vec<Unit>,
    pub target: Unit,
    /// Shortest and longest range, if known.
    pub range: Option<(Inches, Inches)>,
    pub guns: Guns,
    /// Hits through the armour, and others.
    pub penetrating: u16,
    pub others: u16,
    pub result: ShotResult,
}

/// What a shot without hits did, as far as the viewer knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShotResult {
    Missed,
    /// Shells fell around the target, and none struck.
    Straddled,
    /// Shells struck, and the armour stopped them all. (Q13)
    Stopped,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Guns {
    Big,
    MediumAndLight,
    /// Guns of an enemy, which do not show what they are.
    Unknown,
}

impl Shot {
    pub fn hits(&self) -> u16 {
        self.penetrating + self.others
    }
}

/// Collects the incidents of one command, fact by fact.
pub struct IncidentList<'v> {
    /// The viewer's knowledge just after the command, which has the names.
    view: &'v View<'v>,
    incidents: Vec<DatedIncident>,
    /// The turn of the event that is being added.
    turn: u16,
    /// The ship whose fires spread, and how many new fires are still to follow in other facts. [8.5.3]
    spreading: Option<(Id, u16)>,
    /// The last shot, whose hits follow in other facts if the viewer only sees the fire.
    open_shot: Option<Shot>,
}

impl<'v> IncidentList<'v> {
    pub fn new(view: &'v View<'v>) -> IncidentList<'v> {
        IncidentList { view, incidents: Vec::new(), turn: 0, spreading: None, open_shot: None }
    }

    /// Adds what the viewer was told of an event in `turn`. `is_by_fire` if it comes of a hit by the target's own fires.
    pub fn add(&mut self, turn: u16, event: &NavalEvent, told: &Disclosure, is_by_fire: bool) {
        self.turn = turn;
        match (told, &event.fact) {
            (Disclosure::Nothing, _) => {}
            (Disclosure::Visible(part), _) => self.add_visible(part),
            (Disclosure::Whole, Fact::FiresRolled { ship, new_fires, .. }) => {
                self.spreading = Some((ship.clone(), *new_fires));
            }
            (Disclosure::Whole, Fact::HitTaken { ship, harm, .. }) => self.add_damage(ship, Some(harm), is_by_fire),
            (Disclosure::Whole, Fact::NoEffect { ship }) => self.add_damage(ship, None, is_by_fire),
            (Disclosure::Whole, Fact::Moved(run)) => self.add_move(run),
            (Disclosure::Whole, Fact::HitsMarked(hit)) => self.add_marked(hit),
            (Disclosure::Whole, Fact::SalvoFired(salvo)) => self.add_shot(salvo_shot(self.view, salvo), true),
            (Disclosure::Whole, Fact::BatteriesFired(volley)) => self.add_shot(volley_shot(self.view, volley), true),
            (Disclosure::Whole, _) => {
                let incident = whole_incident(self.view, event);
                if let Some(incident) = incident {
                    self.close_shot();
                    self.push(incident);
                }
            }
        }
    }

    pub fn finish(mut self) -> Vec<DatedIncident> {
        self.close_shot();
        self.incidents
    }

    fn close_shot(&mut self) {
        if let Some(shot) = self.open_shot.take() {
            self.push(Incident::Fired(shot));
        }
    }

    fn push(&mut self, incident: Incident) {
        self.incidents.push(DatedIncident { turn: self.turn, incident });
    }

    /// A shot whose result is known is complete at once.
    fn add_shot(&mut self, shot: Shot, is_complete: bool) {
        self.close_shot();
        match is_complete {
            true => self.push(Incident::Fired(shot)),
            false => self.open_shot = Some(shot),
        }
    }

    fn add_damage(&mut self, id: &Id, harm: Option<&Harm>, is_by_fire: bool) {
        self.close_shot();
        let spread =
            self.spreading.as_mut().filter(|(ship, left)| ship == id && 0 < *left && harm == Some(&Harm::Fire));
        let by_fire = is_by_fire || spread.is_some();
        spread.into_iter().for_each(|(_, left)| *left -= 1);
        let clauses = self.view.ship(id).map(|ship| harm_clauses(ship, harm, by_fire)).unwrap_or_default();
        clauses.into_iter().for_each(|clause| self.push(Incident::Damaged(unit(self.view, id), clause)));
    }

    fn add_move(&mut self, run: &ShipMove) {
        if let Some(turn) = leader_turn(self.view, run) {
            self.push(turn);
        }
        if run.smoke {
            self.push(Incident::MadeSmoke(unit(self.view, &self.view.base_id(&run.ship))));
        }
    }

    /// Adds hits marked beside a target. The fire of the viewer's own guns has told of them already.
    fn add_marked(&mut self, hit: &HeldHit) {
        let target = unit(self.view, &hit.target);
        let Some(shot) = self.open_shot.as_mut().filter(|shot| shot.target == target) else { return };
        match hit.kind {
            HitKind::Penetrating => shot.penetrating += hit.count,
            HitKind::NonPenetrating | HitKind::Effective => shot.others += hit.count,
            HitKind::Torpedo | HitKind::FireSpread => {}
        }
    }

    fn add_visible(&mut self, part: &VisiblePart) {
        match part {
            VisiblePart::Fire { firer, others, target } => {
                let firers: Vec<&(Id, Inches)> = firer.iter().chain(others).collect();
                self.add_shot(
                    Shot {
                        firers: firers.iter().map(|(firer, _)| unit(self.view, firer)).collect(),
                        target: unit(self.view, target),
                        range: firers
                            .iter()
                            .map(|(_, range)| *range)
                            .min()
                            .zip(firers.iter().map(|(_, range)| *range).max()),
                        guns: Guns::Unknown,
                        penetrating: 0,
                        others: 0,
                        result: ShotResult::Missed,
                    },
                    false,
                );
            }
            VisiblePart::Hits { target, kind, count } => {
                let (target, kind, count) = (target.clone(), *kind, *count);
                self.add_marked(&HeldHit { target, firer: None, kind, battery: None, range: None, count });
            }
            VisiblePart::Torpedoes { target, hits } => {
                let target = Some(unit(self.view, target));
                self.push(Incident::Torpedoed { by: None, target, hits: *hits, is_coup: false, is_single: false });
            }
            VisiblePart::HitsOutOfSight { by, hits } => {
                let by = Some(unit(self.view, by));
                self.push(Incident::Torpedoed { by, target: None, hits: *hits, is_coup: false, is_single: false });
            }
            VisiblePart::Light { target } => {
                self.push(Incident::Lit { by: None, target: unit(self.view, target) });
            }
            VisiblePart::Flames { ship } => self.push(Incident::Burns(unit(self.view, ship))),
            VisiblePart::MarkerPlaced { .. } => self.push(Incident::LaidMarker),
            VisiblePart::Declared(_)
            | VisiblePart::Met(_)
            | VisiblePart::MetAgain { .. }
            | VisiblePart::FunnelSmoke { .. }
            | VisiblePart::Sealed { .. }
            | VisiblePart::Fixed { .. }
            | VisiblePart::MarkerGone { .. } => {}
        }
    }
}

/// Returns a ship or division with its side.
pub fn unit(view: &View<'_>, id: &Id) -> Unit {
    let side = view.ship(id).map(|ship| &ship.side).or_else(|| view.division(id).map(|division| &division.side));
    let side = side.and_then(|side| view.setup.sides.iter().position(|known| known.id == *side));
    let is_plural = has_plural_name(view, id) && !view.name(id).contains(", ");
    Unit { id: id.clone(), side: side.unwrap_or(0), name: spoken_name(view, id), is_plural }
}

/// Returns a name for a sentence: `Naniwa of the 4th Division`, or `the van of Japan's 1st Division` if both sides have
/// a 1st Division. A ship, and a division named after its ships, has its own name.
fn spoken_name(view: &View<'_>, id: &Id) -> String {
    let name = view.name(id);
    let Some(division) = view.division(id).filter(|_| view.ship(id).is_none()) else { return name.to_owned() };
    let ships: Vec<&str> = division.ships.iter().map(|ship| view.name(ship)).collect();
    let (whole, part) = name.split_once(", ").unwrap_or((name, ""));
    let mut others = view.setup.divisions.iter().filter(|other| other.side != division.side);
    let whole = match others.any(|other| other.name.split(", ").next() == Some(whole)) {
        true => format!("{}'s {whole}", view.name(&division.side)),
        false => format!("the {}", whole.trim_start_matches("The ")),
    };
    match part {
        _ if ships.iter().any(|ship| name.starts_with(ship)) => name.to_owned(),
        "" => whole,
        part if ships.iter().any(|ship| part.starts_with(ship)) => format!("{part} of {whole}"),
        part => format!("the {part} of {whole}"),
    }
}

fn salvo_shot(view: &View<'_>, salvo: &Salvo) -> Shot {
    Shot {
        firers: vec![unit(view, &salvo.firer)],
        target: unit(view, &salvo.target),
        range: Some((salvo.range, salvo.range)),
        guns: Guns::Big,
        penetrating: salvo.penetrating,
        others: salvo.non_penetrating,
        result: match (salvo.on_successes, salvo.strikes) {
            (0, _) => ShotResult::Missed,
            (_, 0) => ShotResult::Straddled,
            (_, _) => ShotResult::Stopped,
        },
    }
}

fn volley_shot(view: &View<'_>, volley: &Volley) -> Shot {
    let firers: Vec<Unit> = play::distinct(volley.parts.iter().map(|part| unit(view, &part.firer)));
    let has_one_firer = firers.len() == 1;
    Shot {
        firers,
        target: unit(view, &volley.target),
        // A volley states the range of its first battery alone.
        range: Some((volley.range, volley.range)).filter(|_| has_one_firer),
        guns: Guns::MediumAndLight,
        penetrating: 0,
        others: volley.hits,
        result: ShotResult::Missed,
    }
}

/// Returns what a book tells of a fact that the viewer knows in full.
fn whole_incident(view: &View<'_>, event: &NavalEvent) -> Option<Incident> {
    Some(match &event.fact {
        Fact::Noted { words } => Incident::Noted(words.trim().to_owned()),
        Fact::OrdersChecked { unit: id, received: false, .. } => Incident::OrdersMissed(unit(view, id)),
        Fact::ShipEntered { ship } => Incident::Entered(unit(view, ship)),
        Fact::Sighted { ship } => Incident::Sighted(unit(view, ship)),
        Fact::LostFromSight { ship } => Incident::LostFromSight(unit(view, ship)),
        Fact::Illuminated { by, target, .. } => Incident::Lit { by: Some(unit(view, by)), target: unit(view, target) },
        Fact::TorpedoesLaunched(marker) if marker.dummy => return None,
        Fact::TorpedoesLaunched(marker) => Incident::LaunchedTorpedoes(unit(view, &marker.launcher)),
        Fact::TorpedoesAttacked(attack) => {
            let TorpedoAttack { by, target, hits, manner, factors, .. } = attack.as_ref();
            let (is_coup, is_single) = (*manner == TorpedoAttackKind::CoupDeGrace, factors.result == 1);
            Incident::Torpedoed {
                by: Some(unit(view, by)),
                target: Some(unit(view, target)),
                hits: *hits,
                is_coup,
                is_single,
            }
        }
        Fact::RepairRolled { ship, item, result, .. } => {
            let hit = view.ship(ship)?.hits.iter().find(|hit| hit.id == *item)?;
            Incident::Repaired(unit(view, ship), repair_clause(view.turn, &hit.effect, *result)?)
        }
        Fact::ShipLost { ship, fate } => Incident::Lost(unit(view, ship), loss_of(fate)?),
        Fact::ShipExited { ship, edge, .. } => Incident::Left(unit(view, ship), edge.map(edge_adjective)),
        Fact::CollisionTested(test) if test.collides => {
            Incident::Collided(unit(view, &test.one), unit(view, &test.other))
        }
        Fact::MagazineHeld { ship } => Incident::MagazineHeld(unit(view, ship)),
        Fact::SightingBaseFound { base, .. } => Incident::SightingRange(*base),
        Fact::ForceFlagPassed { ship, .. } => Incident::ForceFlag(unit(view, ship)),
        Fact::Special(RuleFact::Smoked { ship, .. }) => Incident::MadeSmoke(unit(view, ship)),
        Fact::Special(RuleFact::Mined { ship, struck: count @ 1.., .. }) => Incident::Mined(unit(view, ship), *count),
        Fact::TurnedAway { division, from } => {
            view.ships_of(division).find(|ship| !ship.is_rudder_jammed(view.turn))?;
            Incident::TurnedAway(unit(view, division), unit(view, from))
        }
        Fact::RanAshore { .. } | Fact::MeleeJoined { .. } | Fact::Special(RuleFact::Scored { .. }) => {
            Incident::Told(log_sentence(view, event)?)
        }
        Fact::ScenarioEnded { end } => {
            let sentence = end_sentence(view, end);
            let reason = sentence.strip_prefix("The scenario is over: ");
            Incident::Ended(reason.map_or(sentence.clone(), |reason| format!("The battle ends: {reason}")))
        }
        _ => return None,
    })
}

fn loss_of(fate: &Fate) -> Option<Loss> {
    match fate {
        Fate::Sinking => Some(Loss::Sinking),
        Fate::Exploded => Some(Loss::Exploded),
        Fate::Sunk => Some(Loss::Sunk),
        Fate::Abandoned => Some(Loss::Abandoned),
        Fate::Fighting | Fate::Exited { .. } | Fate::Waiting { .. } => None,
    }
}

/// Returns the turn of a division's leader, or of a ship that acts alone.
fn leader_turn(view: &View<'_>, run: &ShipMove) -> Option<Incident> {
    let degrees = run.legs.iter().map(|leg| match leg {
        TrackLeg::Straight { .. } => 0.0,
        TrackLeg::Arc { degrees, .. } => degrees.as_f64(),
    });
    let turned: f64 = degrees.sum();
    let division = view.ship(&run.ship).and_then(|ship| view.division(&ship.division))?;
    let leads = division.ships.first() == Some(&run.ship);
    (leads && MIN_TURN_DEG <= turned.abs())
        .then(|| Incident::Turned(unit(view, &view.base_id(&run.ship)), turned.round() as i32))
}

/// Returns what damage did to a ship, in clauses of which equal ones add up. `None` is a hit without effect.
fn harm_clauses(ship: &Ship, harm: Option<&Harm>, by_fire: bool) -> Vec<String> {
    let (clause, number) = match harm {
        None => {
            return vec![
                if by_fire { "burns without further effect" } else { "takes a hit without effect" }.to_owned(),
            ];
        }
        Some(Harm::Fire) => {
            let lit = if by_fire { "has a fire that spreads" } else { "is set on fire" };
            let is_silent = ship.is_in_action() && ship.are_weapons_barred();
            let silence = is_silent.then(|| format!("is silenced by {} fires", number_word(ship.fires() as u32)));
            return std::iter::once(lit.to_owned()).chain(silence).collect();
        }
        Some(Harm::Mount(mount)) => (format!("loses its {mount} mount"), 1),
        Some(Harm::Guns { quarters }) => ("loses a quarter of its lighter guns".to_owned(), *quarters),
        Some(Harm::Flotation { hits }) => ("takes a flotation hit".to_owned(), *hits),
        Some(Harm::Speed(loss)) => (format!("loses {loss} inches of speed"), 1),
        Some(Harm::Steering { until_turn, .. }) => (format!("has its rudder jammed through turn {until_turn}"), 1),
        Some(Harm::Bridge) => ("is hit on the bridge".to_owned(), 1),
        Some(Harm::FireControl) => ("loses its fire control".to_owned(), 1),
    };
    let clause = if by_fire { format!("{clause} by fire") } else { clause };
    let has_guns = !matches!(harm, Some(Harm::Guns { .. })) || ship.gun_quarters_lost() < 4;
    let last = (!has_guns).then(|| "has no lighter guns left".to_owned());
    std::iter::repeat_n(clause, number.max(1) as usize).chain(last).collect()
}

/// Returns the result of a repair. `None` if the damage may be tried again, or no longer hinders the ship. [8.6]
fn repair_clause(turn: u16, harm: &Harm, result: HitState) -> Option<String> {
    let part = match (harm, result) {
        (_, HitState::Active) => return None,
        (Harm::Steering { until_turn, .. }, _) if *until_turn <= turn => return None,
        (Harm::Fire, HitState::Repaired) => return Some("puts out a fire".to_owned()),
        (Harm::Fire, HitState::Unrepairable) => return Some("has a fire that cannot be put out".to_owned()),
        (Harm::Mount(mount), _) => format!("its {mount} mount"),
        (Harm::Guns { quarters }, _) => format!("{} of its lighter guns", quarters_word(*quarters)),
        (Harm::Flotation { hits: 1 }, _) => "a flotation hit".to_owned(),
        (Harm::Flotation { hits }, _) => format!("{} flotation hits", number_word(*hits as u32)),
        (Harm::Speed(_), _) => "damage to its engines".to_owned(),
        (Harm::Steering { .. }, _) => "its rudder".to_owned(),
        (Harm::Bridge, _) => "its bridge".to_owned(),
        (Harm::FireControl, _) => "its fire control".to_owned(),
    };
    Some(format!("{} {part}", if result == HitState::Repaired { "repairs" } else { "cannot repair" }))
}

/// Returns the first sentence that the log has of a fact, without its paragraph.
fn log_sentence(view: &View<'_>, event: &NavalEvent) -> Option<String> {
    let text = unfolded_event(view, event);
    let line = text.lines().next()?;
    let sentence =
        line.rsplit_once(" [").filter(|(_, rule)| rule.ends_with(']')).map_or(line, |(sentence, _)| sentence);
    Some(sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty())
}
