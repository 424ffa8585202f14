//! Which decisions a side has to make now. [3.3]
use naval::model::{BatteryKind, Ship, duty};
use naval::{Id, Segment, view::PlayerView};

/// A decision that is due, and the units it concerns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingDecision {
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
/// If not, [`pending_decisions`] returns nothing, so a caller need not build a player view.
pub fn is_open(segment: Segment, night: bool) -> bool {
    match segment {
        Segment::Plotting | Segment::Gunfire | Segment::Torpedo | Segment::DamageControl => true,
        Segment::Illumination => night,
        Segment::Movement | Segment::Sighting | Segment::Damage => false,
    }
}

/// Returns a side's decisions in this segment, in the order in which they are made.
pub fn pending_decisions(view: &PlayerView) -> Vec<PendingDecision> {
    let state = view.state();
    if state.end.is_some() || !is_open(state.segment, state.setup.night) {
        return Vec::new();
    }
    let decisions = match state.segment {
        Segment::Plotting => plotting_decisions(view),
        Segment::Illumination => vec![pending(Task::Lights, ready_ships(view, |_| true))],
        Segment::Gunfire => vec![
            pending(Task::BigGuns, ready_ships(view, Ship::has_mounts_left)),
            pending(Task::Batteries, ready_ships(view, has_a_battery)),
        ],
        Segment::Torpedo => vec![pending(Task::Coups, ready_ships(view, |ship| 0 < ship.torpedoes_left))],
        Segment::DamageControl => vec![pending(Task::Repairs, repairers(view))],
        Segment::Movement | Segment::Sighting | Segment::Damage => Vec::new(),
    };
    decisions.into_iter().filter(|decision| decision.task == Task::Approach || !decision.units.is_empty()).collect()
}

fn pending(task: Task, units: Vec<Id>) -> PendingDecision {
    PendingDecision { task, units }
}

fn has_a_battery(ship: &Ship) -> bool {
    [BatteryKind::Medium, BatteryKind::Light]
        .iter()
        .any(|kind| naval::model::Fraction::ZERO < ship.battery_strength(*kind))
}

/// Whether a ship is small and has torpedoes left: only these launch by plot. [7.1]
pub fn can_launch(ship: &Ship) -> bool {
    ship.card.kind.is_light() && 0 < ship.torpedoes_left
}

/// Returns the side's ships in action for which `is_fit` holds and whose weapons fires do not bar. [8.5.1]
fn ready_ships(view: &PlayerView, is_fit: impl Fn(&Ship) -> bool) -> Vec<Id> {
    let own_ships =
        view.state().ships_of_side(view.side()).filter(|ship| ship.is_in_action() && !ship.are_weapons_barred());
    own_ships.filter(|ship| is_fit(ship)).map(|ship| ship.id.clone()).collect()
}

/// Returns the decisions that the duties of the segment leave to the side.
fn plotting_decisions(view: &PlayerView) -> Vec<PendingDecision> {
    let (mut approach, mut deploy, mut preplots, mut plots) = (false, Vec::new(), Vec::new(), Vec::new());
    let is_own = |division: &Id| view.state().division(division).is_some_and(|division| division.side == *view.side());
    for duty in view.plot_duties() {
        match duty.task {
            duty::Task::SayApproach { side, .. } => {
                approach |= side == *view.side() && view.state().mustered_sides.contains(&side)
            }
            duty::Task::Deploy { division } if is_own(&division) => deploy.push(division),
            duty::Task::Preplot { division, .. } if is_own(&division) => preplots.push(division),
            duty::Task::Plot { division, .. } if is_own(&division) => plots.push(division),
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
    let may_plot = !view.state().is_placing() && !view.state().is_on_preplots(view.side());
    let boats = ready_ships(view, |ship| may_plot && can_launch(ship));
    let entry = approach.then(|| pending(Task::Approach, Vec::new()));
    let tasks = [(Task::Deploy, deploy), (Task::Preplots, preplots), (Task::Launches, boats), (Task::Plots, plots)];
    entry.into_iter().chain(tasks.into_iter().map(|(task, units)| pending(task, units))).collect()
}

/// Returns ships with something to repair, as listed by the rules. [8.6]
fn repairers(view: &PlayerView) -> Vec<Id> {
    let possible = naval::rules::control::possible_repairs(view.state()).into_iter();
    let ship =
        |duty: naval::model::Duty| if let duty::Task::Repair { ship, .. } = duty.task { Some(ship) } else { None };
    let is_own = |ship: &Id| view.state().ship(ship).is_some_and(|ship| ship.side == *view.side());
    possible.filter_map(ship).filter(is_own).collect()
}
