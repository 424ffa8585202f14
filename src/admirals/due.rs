//! Which decisions a side has to make now. [3.3]
use naval::model::{BatteryKind, Ship, duty};
use naval::{Id, Segment, view::Outlook};

/// A decision that is due, and the units it concerns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    pub task: Task,
    /// The divisions, or ships if ships decide. Empty if the side decides.
    pub units: Vec<Id>,
}

/// A kind of decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Task {
    /// Where the side enters. [10.1.3]
    Approach,
    /// Where its divisions start. [10.2]
    Deploy,
    /// The ten turns before contact. [5.13.2]
    Preplots,
    /// Course, speed and smoke. [3.3.1, 5.7]
    Plots,
    /// Torpedo launches. [7.4]
    Launches,
    /// Searchlights and starshell. [4.5]
    Lights,
    /// Targets of the big guns. [3.3.5]
    BigGuns,
    /// Targets of the other batteries. [3.3.5]
    Batteries,
    /// Torpedoes at cripples. [7.6]
    Coups,
    /// Repairs. [8.6]
    Repairs,
}

impl Task {
    pub const ALL: [Task; 10] = [
        Task::Approach,
        Task::Deploy,
        Task::Preplots,
        Task::Plots,
        Task::Launches,
        Task::Lights,
        Task::BigGuns,
        Task::Batteries,
        Task::Coups,
        Task::Repairs,
    ];

    /// Whether it names targets for guns. [3.3.5]
    pub fn is_fire(self) -> bool {
        matches!(self, Task::BigGuns | Task::Batteries)
    }
}

/// Whether a side can have anything to decide in a segment. [3.3]
///
/// If not, [`due`] returns nothing, so a caller need not build an outlook.
pub fn is_open(segment: Segment, night: bool) -> bool {
    match segment {
        Segment::Plotting | Segment::Gunfire | Segment::Torpedo | Segment::DamageControl => true,
        Segment::Illumination => night,
        Segment::Movement | Segment::Sighting | Segment::Damage => false,
    }
}

/// Returns a side's decisions in this segment, in the order in which they are made.
pub fn due(at: &Outlook) -> Vec<Due> {
    let state = at.state();
    if state.over.is_some() || !is_open(state.segment, state.setup.night) {
        return Vec::new();
    }
    let found = match state.segment {
        Segment::Plotting => plotting(at),
        Segment::Illumination => vec![due_to(Task::Lights, ships(at, |_| true))],
        Segment::Gunfire => vec![
            due_to(Task::BigGuns, ships(at, Ship::has_mounts_left)),
            due_to(Task::Batteries, ships(at, has_a_battery)),
        ],
        Segment::Torpedo => vec![due_to(Task::Coups, ships(at, |ship| 0 < ship.torpedoes_left))],
        Segment::DamageControl => vec![due_to(Task::Repairs, repairers(at))],
        Segment::Movement | Segment::Sighting | Segment::Damage => Vec::new(),
    };
    found.into_iter().filter(|due| due.task == Task::Approach || !due.units.is_empty()).collect()
}

fn due_to(task: Task, units: Vec<Id>) -> Due {
    Due { task, units }
}

fn has_a_battery(ship: &Ship) -> bool {
    [BatteryKind::Medium, BatteryKind::Light]
        .iter()
        .any(|kind| naval::model::Fraction::ZERO < ship.battery_strength(*kind))
}

/// Whether a ship is small and has torpedoes left: only these launch by plot. [7.1]
pub fn carries(ship: &Ship) -> bool {
    ship.card.kind.is_light() && 0 < ship.torpedoes_left
}

/// Returns the side's ships in action that are not ablaze.
fn ships(at: &Outlook, fit: impl Fn(&Ship) -> bool) -> Vec<Id> {
    let own = at.state().ships_of_side(at.side()).filter(|ship| ship.in_action() && !ship.weapons_barred());
    own.filter(|ship| fit(ship)).map(|ship| ship.id.clone()).collect()
}

/// Returns the decisions that the duties of the segment leave to the side.
fn plotting(at: &Outlook) -> Vec<Due> {
    let (mut approach, mut deploy, mut preplots, mut plots) = (false, Vec::new(), Vec::new(), Vec::new());
    let own = |division: &Id| at.state().division(division).is_some_and(|division| division.side == *at.side());
    for duty in at.plots_owed() {
        match duty.task {
            duty::Task::SayApproach { side, .. } => {
                approach |= side == *at.side() && at.state().mustered.contains(&side)
            }
            duty::Task::Deploy { division } if own(&division) => deploy.push(division),
            duty::Task::Preplot { division, .. } if own(&division) => preplots.push(division),
            duty::Task::Plot { division, .. } if own(&division) => plots.push(division),
            duty::Task::Deploy { .. }
            | duty::Task::Preplot { .. }
            | duty::Task::Plot { .. }
            | duty::Task::RollWeather
            | duty::Task::RaiseForce { .. }
            | duty::Task::PlotAnew { .. }
            | duty::Task::CheckOrders { .. }
            | duty::Task::React { .. }
            | duty::Task::Fire { .. }
            | duty::Task::Meet { .. }
            | duty::Task::MeasureReach { .. }
            | duty::Task::Repair { .. }
            | duty::Task::LeadAnew { .. }
            | duty::Task::HoldJammed { .. }
            | duty::Task::StopBoats { .. } => {}
        }
    }
    let moves = !at.state().is_placing() && !at.state().on_preplots(at.side());
    let boats = ships(at, |ship| moves && carries(ship));
    let whence = approach.then(|| due_to(Task::Approach, Vec::new()));
    let rest = [(Task::Deploy, deploy), (Task::Preplots, preplots), (Task::Launches, boats), (Task::Plots, plots)];
    whence.into_iter().chain(rest.into_iter().map(|(task, units)| due_to(task, units))).collect()
}

/// Returns ships with something to repair, as listed by the rules. [8.6]
fn repairers(at: &Outlook) -> Vec<Id> {
    let possible = naval::rules::control::possible(at.state()).into_iter();
    let ship =
        |duty: naval::model::Duty| if let duty::Task::Repair { ship, .. } = duty.task { Some(ship) } else { None };
    let own = |ship: &Id| at.state().ship(ship).is_some_and(|ship| ship.side == *at.side());
    possible.filter_map(ship).filter(own).collect()
}
