//! Steers a division through its plot: the exact path of every ship and the division's resulting course. [5.6, 5.7]
use crate::model::{
    ColumnState, Division, Element, Fine, Follower, Place, Ship, ShipMove, TrackLeg, Turn, TurnKind, TurnSide,
    UnfinishedTurn,
};
use crate::{Id, Inches, State};
use geometry::{Path, Piece, Point, Pose, joined_pieces, pieces_between};

/// Ships within these limits of a track count as on it. A ruler on the table is no more precise.
const ON_TRACK_IN: f64 = 0.1;
const ON_TRACK_DEG: f64 = 2.0;
/// Length of track kept astern of the last ship, for a division that follows. [5.7.4]
const KEPT_TRACK_IN: f64 = 15.0;

/// A ship belongs to its division if its speed differs from the flagship's by at most this. [5.8.3]
pub(crate) const MAX_SPEED_DIFFERENCE: Inches = Inches::whole(1);

/// Why a plot cannot be steered. The refusal cites the paragraph of the refused element.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PlotError {
    /// The legs and arcs need more than the speed. (Q29)
    TooLong { needs: Inches, speed: Inches },
    /// A column turn when the division is not in column. (Q8)
    OutOfColumn { turn: Turn },
    /// A ships turn when some ships have a column turn ahead. (Q31)
    InBend { turn: Turn },
}

#[derive(Clone)]
pub(crate) struct DivisionMotion {
    ships: Vec<ShipMotion>,
    /// Track to the leading ship. Ships astern run along it.
    pub track: Path,
    offset: f64,
    broken: bool,
    carried: Option<UnfinishedTurn>,
    turns_cost: bool,
    /// The turning circle of these ships, in inches. The plot states a radius only for wider turns. [5.6, Q33]
    pub radius: f64,
    is_single: bool,
}

/// One ship, or the one base of a division of boats.
#[derive(Clone)]
struct ShipMotion {
    ship: Id,
    astern: f64,
    path: Path,
    /// The ship's fraction of the division's speed, below 1 for a ship that lags. [5.8.3]
    pace: f64,
    /// Inches of turning beyond the ship's share of the division's way. The next straight run is shorter by them.
    way_owed_in: f64,
    /// Degrees still to turn, clockwise, because the ship's way did not suffice. [5.4]
    to_turn: f64,
    /// The ship's speed, if not the division's. (Q42)
    own_speed: Option<Inches>,
}

impl ShipMotion {
    fn lags(&self) -> bool {
        self.pace < 1.0
    }
    /// Returns how far the ship moves straight on while the division moves `inches`, less the way it owes.
    fn straight_distance(&mut self, inches: f64) -> f64 {
        let run = inches * self.pace;
        let made_good = self.way_owed_in.min(run);
        self.way_owed_in -= made_good;
        run - made_good
    }

    /// Turns to the extent that the ship's way allows, and leaves the rest of the turn for later. [5.4, Q9, Q57]
    ///
    /// The division has `left_in` of its way left and spends `spends_in` on this turn. The ship has its fraction of
    /// both, less what it owes.
    fn turn(&mut self, degrees: f64, template: Template, left_in: f64, spends_in: f64) {
        let whole = self.to_turn + degrees;
        let (needs, left) = (template.movement_cost_in(whole), (left_in * self.pace - self.way_owed_in).max(0.0));
        let share = if self.pace == 0.0 {
            0.0
        } else if needs <= left + 1e-6 {
            1.0
        } else {
            left / needs
        };
        let done = whole * share;
        if done != 0.0 {
            let radius_in = template.radius_in;
            self.path.push(Piece::Arc { radius_in, degrees: done.abs(), hand: TurnSide::from_degrees(done) });
        }
        self.to_turn = whole - done;
        self.way_owed_in += template.movement_cost_in(done) - spends_in * self.pace;
    }
}

/// The circle on which ships turn, and whether its arcs count as movement. [5.6, Q9]
#[derive(Clone, Copy)]
struct Template {
    radius_in: f64,
    turns_cost: bool,
}

impl Template {
    /// Returns the inches of a turn that count as movement.
    fn movement_cost_in(self, degrees: f64) -> f64 {
        if self.turns_cost { self.radius_in * degrees.abs().to_radians() } else { 0.0 }
    }
}

pub(crate) struct DivisionMove {
    pub runs: Vec<ShipMove>,
    pub course: ColumnState,
    /// Track to the leading ship after the move.
    pub track: Path,
    /// The turn by which a division that steers without a plot cleared land. [5.12]
    pub cleared_by: Option<Turn>,
    /// How far a division that turns away from fire swerved to keep clear of friends, positive to starboard. [5.15.3]
    pub swerved_deg: Option<i16>,
}

impl DivisionMove {
    pub(crate) fn from_runs(runs: Vec<ShipMove>, course: ColumnState) -> DivisionMove {
        let end = runs.first().map_or(Place::new(0.0, 0.0, 0.0), |run| run.to);
        DivisionMove { runs, course, track: Path::new(end.pose()), cleared_by: None, swerved_deg: None }
    }
}

impl DivisionMotion {
    /// Returns the division in its current state, or `None` if no ship of it is tracked.
    pub fn from_division(state: &State, division: &Division) -> Option<DivisionMotion> {
        let course = &division.course;
        let bases = bases(state, division);
        let (leader, _) = *bases.first()?;
        // The leader's distance astern of the ship that led when the track was kept.
        let astern = kept_astern(division, leader).unwrap_or_default();
        let ship_motion = |(ship, astern): &(&Ship, f64)| {
            let entry = division.course.column.iter().find(|follower| follower.ship == ship.id);
            let to_turn = entry.map_or(0.0, |follower| follower.to_turn.as_f64());
            let (ship, way) = (ship.id.clone(), Path::new(ship.at?.pose()));
            Some(ShipMotion { ship, astern: *astern, path: way, pace: 1.0, way_owed_in: 0.0, to_turn, own_speed: None })
        };
        let radius = bases.iter().map(|(ship, _)| turn_radius(state, ship)).max()?;
        Some(DivisionMotion {
            is_single: bases.len() == 1,
            ships: bases.iter().filter_map(ship_motion).collect(),
            track: track_to(course, leader.at?, astern),
            offset: course.offset.as_f64(),
            broken: course.broken,
            carried: course.carried,
            turns_cost: state.setup.options.turn_costs_movement,
            radius: radius.as_f64(),
        })
    }

    /// Marks ships slower than the division's speed as lagging, even the leader. Faster ships pass them. [5.8.3, Q57]
    pub fn slow_ships(&mut self, speed: Inches, speeds: &[Inches]) {
        for (ship, own_speed) in self.ships.iter_mut().zip(speeds.iter().copied()) {
            if own_speed < speed {
                ship.pace = own_speed.as_f64() / speed.as_f64();
                ship.own_speed = Some(own_speed);
            }
        }
    }

    /// Takes the first ships out of the division, each as a division alone, so that the next ship leads. [5.9, Q57]
    pub fn split_off_first(&mut self, count: usize) -> Vec<DivisionMotion> {
        let alone = |ship: ShipMotion| DivisionMotion {
            track: Path::new(ship.path.end()),
            ships: vec![ShipMotion { astern: 0.0, ..ship }],
            offset: 0.0,
            broken: false,
            is_single: true,
            ..self.clone()
        };
        let first: Vec<DivisionMotion> = self.ships.iter().take(count).cloned().map(alone).collect();
        self.ships.drain(..count);
        self.is_single = self.ships.len() == 1;
        self.count_from_first();
        first
    }

    /// Returns how far a ship is astern of the leading one, by its index in the order.
    pub fn astern_in(&self, index: usize) -> f64 {
        self.ships.get(index).map_or(0.0, |ship| ship.astern)
    }

    /// Measures distances astern from the ship now first on the track, and ends the track at that ship.
    fn count_from_first(&mut self) {
        let first = self.ships.iter().map(|ship| ship.astern).fold(f64::INFINITY, f64::min);
        if first.is_finite() && 0.0 < first {
            let end = self.track.length_in() - first;
            self.track = self.track.part(end.min(0.0), end);
            self.ships.iter_mut().for_each(|ship| ship.astern -= first);
        }
    }

    /// Sorts ships by their order on the track, after faster ones have passed slower ones. [Q57]
    fn sort_by_track(&mut self) {
        if self.is_in_column() {
            self.ships.sort_by(|left, right| left.astern.total_cmp(&right.astern));
            self.count_from_first();
        }
    }

    /// Moves a single ship whose rudder is jammed. [8.4]
    pub fn move_with_jammed_rudder(&mut self, way: Option<Piece>) {
        self.carried = None;
        self.run_pieces(way.as_slice(), way.map_or(0.0, |piece| piece.length_in()));
    }

    pub fn is_in_column(&self) -> bool {
        self.is_single || (self.offset == 0.0 && !self.broken)
    }
    /// Whether the ships share no track: some turned before reaching a turning point, or some lagged. (Q31, Q57)
    pub fn is_broken(&self) -> bool {
        self.broken
    }
    /// Returns how far ships turns have swung the ships off the column, clockwise, up to 360 degrees.
    pub fn offset(&self) -> Fine {
        Fine::nearest(self.offset)
    }

    /// Whether the column is bent: ships astern have a turning point ahead. (Q31)
    pub fn is_in_bend(&self) -> bool {
        !self.is_single
            && self.is_in_column()
            && self.track.tail(self.length_in()).pieces().any(|piece| piece.turn_deg() != 0.0)
    }

    /// Returns how far the last ship is astern of the first.
    fn length_in(&self) -> f64 {
        self.ships.iter().map(|ship| ship.astern).fold(0.0, f64::max)
    }

    /// Runs the rest of an unfinished turn, the elements, then straight ahead for what is left of `run`. After an
    /// error the motion is unusable.
    pub fn run(&mut self, elements: &[Element], run: Inches, bend_refused: bool) -> Result<(), PlotError> {
        let mut left = run.as_f64();
        self.finish_late_turns(left);
        let unfinished =
            self.carried.map_or(0.0, |carried| self.movement_cost_in(&carried.turn, carried.degrees.as_f64()));
        let too_long = |motion: &DivisionMotion| motion.too_long(unfinished, elements, run);
        if let Some(carried) = self.carried.take() {
            self.turn(carried.turn, carried.degrees.as_f64(), &mut left);
        }
        for element in elements {
            match element {
                Element::Straight(length) => {
                    let length = length.as_f64();
                    if left + 1e-6 < length {
                        return Err(too_long(self));
                    }
                    self.move_ahead(length.min(left));
                    left = (left - length).max(0.0);
                }
                Element::Turn(turn) => {
                    if self.carried.is_some() {
                        return Err(too_long(self));
                    }
                    if turn.manner == TurnKind::Column && !self.is_in_column() {
                        return Err(PlotError::OutOfColumn { turn: *turn });
                    }
                    if turn.manner == TurnKind::Ships && bend_refused && self.is_in_bend() {
                        return Err(PlotError::InBend { turn: *turn });
                    }
                    self.turn(*turn, f64::from(turn.degrees), &mut left);
                }
                Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => {}
            }
        }
        self.move_ahead(left);
        Ok(())
    }

    /// Continues the turns of ships that could not complete a ships turn. (T10)
    fn finish_late_turns(&mut self, run_in: f64) {
        let template = Template { radius_in: self.radius, turns_cost: self.turns_cost };
        for ship in self.ships.iter_mut().filter(|ship| ship.to_turn != 0.0) {
            ship.turn(0.0, template, run_in, 0.0);
        }
    }

    /// Returns the error with the speed that the plot needs. A turn at the end does not count: it may wait. (Q29)
    fn too_long(&self, unfinished: f64, elements: &[Element], speed: Inches) -> PlotError {
        let needed = match elements.split_last() {
            Some((Element::Turn(_), before)) => before,
            _ => elements,
        };
        let way_in = |element: &Element| match element {
            Element::Straight(length) => length.as_f64(),
            Element::Turn(turn) => self.movement_cost_in(turn, f64::from(turn.degrees)),
            Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => 0.0,
        };
        let whole: f64 = unfinished + needed.iter().map(way_in).sum::<f64>();
        PlotError::TooLong { needs: Inches((whole * 100.0 - 1e-4).ceil() as i32), speed }
    }
    fn movement_cost_in(&self, turn: &Turn, degrees: f64) -> f64 {
        self.template_of(turn).movement_cost_in(degrees)
    }
    fn template_of(&self, turn: &Turn) -> Template {
        let radius_in = turn.radius.map_or(self.radius, |radius| radius.as_f64().max(self.radius));
        Template { radius_in, turns_cost: self.turns_cost }
    }

    /// Moves all ships straight on, or along the leader's track. [5.9]
    fn move_ahead(&mut self, inches: f64) {
        if inches <= 0.0 {
            return;
        }
        let piece = Piece::Straight { length_in: inches };
        if self.is_in_column() {
            self.run_pieces(&[piece], inches);
        } else {
            for ship in &mut self.ships {
                let length_in = ship.straight_distance(inches);
                ship.path.extend((length_in > 0.0).then_some(Piece::Straight { length_in }));
            }
        }
    }

    /// Runs these pieces with the leader. Each ship astern runs as far along the track as its pace allows. [5.7.3]
    fn run_pieces(&mut self, pieces: &[Piece], inches: f64) {
        self.track.extend(pieces.iter().copied());
        let length = self.track.length_in();
        for (index, ship) in self.ships.iter_mut().enumerate() {
            if index == 0 && !ship.lags() {
                ship.path.extend(pieces.iter().copied());
            } else {
                let lost = if ship.lags() { inches * (1.0 - ship.pace) } else { 0.0 };
                let (from, to) = (length - ship.astern - inches, length - ship.astern - lost);
                ship.path.extend(pieces_between(self.track.pieces(), from, to));
                ship.astern += lost;
            }
        }
    }

    /// Turns as far as the remaining way (`left`) allows. The rest of the turn waits for the next move. (Q29, T10)
    fn turn(&mut self, turn: Turn, degrees: f64, left: &mut f64) {
        let (way, left_before) = (self.movement_cost_in(&turn, degrees), *left);
        let (done, cost) = if *left + 1e-6 < way { (degrees * *left / way, *left) } else { (degrees, way) };
        *left = (*left - cost).max(0.0);
        if done < degrees {
            self.carried = Some(UnfinishedTurn { turn, degrees: Fine::nearest(degrees - done) });
        }
        let template = self.template_of(&turn);
        let piece = Piece::Arc { radius_in: template.radius_in, degrees: done, hand: turn.hand };
        if self.is_single || turn.manner == TurnKind::Column {
            self.run_pieces(&[piece], piece.length_in());
            return;
        }
        self.broken |= self.is_in_bend();
        for ship in &mut self.ships {
            ship.turn(piece.turn_deg(), template, left_before, cost);
        }
        self.offset = (self.offset + piece.turn_deg()).rem_euclid(360.0);
        if self.carried.is_some() || self.broken {
            return;
        }
        if self.offset < 1e-6 || 360.0 - self.offset < 1e-6 {
            self.restore_column(false);
        } else if (self.offset - 180.0).abs() < 1e-6 {
            self.restore_column(true);
        }
    }

    /// Restores the column when ships turns add up to 0, or to 180 degrees so that the last ship leads. (Q8, Q32)
    fn restore_column(&mut self, reversed: bool) {
        self.offset = 0.0;
        let last = self.ships.last().map_or(0.0, |ship| ship.astern);
        if reversed {
            self.ships.reverse();
        }
        let any_lags = self.ships.iter().any(ShipMotion::lags);
        if reversed {
            self.ships.iter_mut().for_each(|ship| ship.astern = last - ship.astern);
            self.track = Path::new(self.ships[0].path.end());
        } else {
            let pieces: Vec<Piece> = self.track.tail(last).pieces().collect();
            self.track = ending_at(self.ships[0].path.end(), &pieces);
        }
        // Ships that lag are elsewhere. They share one track again only if they are in line.
        self.broken = any_lags;
    }

    /// Runs behind another division on its track, after that one has run its own plot. [5.7.4]
    ///
    /// `astern_in` is this leader's distance behind the other's before the move, `ahead_ran` how far the other ran.
    pub fn follow(&mut self, track: &Path, astern_in: f64, ahead_ran: f64, run: Inches) {
        let run = run.as_f64();
        let end = track.length_in() - (astern_in + ahead_ran - run);
        self.run_pieces(&pieces_between(track.pieces(), end - run, end), run);
    }

    /// Runs straight on while ships astern close up as fast as they may. [5.7.6]
    ///
    /// `target_astern` is how far each should be astern, `max_gain` how much faster than the division each can go.
    pub fn close_up(&mut self, run: Inches, target_astern: &[f64], max_gain: &[f64]) {
        let inches = run.as_f64();
        self.track.push(Piece::Straight { length_in: inches });
        let length = self.track.length_in();
        for (index, ship) in self.ships.iter_mut().enumerate() {
            let gained = (ship.astern - target_astern[index]).max(0.0).min(max_gain[index]).max(-inches);
            let (from, to) = (length - ship.astern - inches, length - ship.astern + gained);
            ship.path.extend(pieces_between(self.track.pieces(), from, to));
            ship.astern -= gained;
            // The speed of a ship that closes up or drops back is the distance it runs, not the division's. [Q42]
            ship.own_speed = Some(Inches::nearest(inches + gained)).filter(|made| *made != run);
        }
    }

    pub fn finish(mut self, speed: Inches) -> DivisionMove {
        self.sort_by_track();
        // If ships lag while out of column but stay in the division, no later ships turn restores the column.
        let mut own_speeds = self.ships.iter().filter_map(|ship| ship.own_speed);
        self.broken |=
            !self.is_in_column() && own_speeds.any(|made| made < speed && speed <= made + MAX_SPEED_DIFFERENCE);
        let column = self.is_in_column();
        let place = |index: usize, ship: &ShipMotion| match column && index > 0 {
            true => self.track.follower(ship.astern),
            false => ship.path.end(),
        };
        let run = |(index, ship): (usize, &ShipMotion)| ShipMove {
            ship: ship.ship.clone(),
            from: Place::rounded(ship.path.start()),
            to: Place::rounded(place(index, ship)),
            legs: ship.path.pieces().map(TrackLeg::from_piece).collect(),
            speed: ship.own_speed.unwrap_or(speed),
            turned: Fine::nearest(ship.path.turned_deg()),
            smoke: false,
        };
        let runs: Vec<ShipMove> = self.ships.iter().enumerate().map(run).collect();
        let follower = |ship: &ShipMotion| {
            let to_turn = if column { Fine::ZERO } else { Fine::nearest(ship.to_turn) };
            Follower { ship: ship.ship.clone(), astern: Fine::nearest(ship.astern), to_turn }
        };
        let mut course = ColumnState {
            track: self.track.tail(self.length_in() + KEPT_TRACK_IN).pieces().map(TrackLeg::from_piece).collect(),
            column: self.ships.iter().map(follower).collect(),
            offset: self.offset(),
            broken: self.broken,
            carried: self.carried,
            ordered: self.ships.first().and_then(|lead| lead.own_speed).filter(|made| *made < speed).map(|_| speed),
        };
        let places: Vec<(Id, Place)> = runs.iter().map(|run| (run.ship.clone(), run.to)).collect();
        let reversed: Vec<(Id, Place)> = places.iter().rev().cloned().collect();
        if let Some(line_course) = in_line(&places).or_else(|| in_line(&reversed)).filter(|_| self.broken) {
            course = ColumnState { carried: self.carried, ordered: course.ordered, ..line_course };
        }
        DivisionMove { runs, course, track: self.track, cleared_by: None, swerved_deg: None }
    }
}

/// Returns a division's tracked ships, each with its distance astern of the leader. Boats on one base are one ship.
pub(crate) fn bases<'a>(state: &'a State, division: &'a Division) -> Vec<(&'a Ship, f64)> {
    let ships = state.ships_of_division(&division.id).filter(|ship| ship.has_position());
    let mut bases: Vec<(&Ship, f64)> = ships.map(|ship| (ship, kept_astern(division, ship).unwrap_or(0.0))).collect();
    bases.sort_by(|left, right| left.1.total_cmp(&right.1));
    if division.one_base {
        bases.truncate(1);
    }
    // When the leading ship is lost, the next astern leads and distances are measured from it.
    let first = bases.first().map_or(0.0, |(_, astern)| *astern);
    bases.iter_mut().for_each(|(_, astern)| *astern -= first);
    bases
}

/// Returns how far a ship is astern of the one that led when the division's course was kept.
fn kept_astern(division: &Division, ship: &Ship) -> Option<f64> {
    division.course.column.iter().find(|follower| follower.ship == ship.id).map(|follower| follower.astern.as_f64())
}

/// Returns the radius on which a ship turns. [5.6]
pub(crate) fn turn_radius(state: &State, ship: &Ship) -> Inches {
    state.setup.charts.movement_of(ship.card.kind).map_or(Inches(50), |line| line.turn_radius)
}

/// Returns a course's track, shortened by `astern_in` and ending at the leading ship.
pub(crate) fn track_to(course: &ColumnState, leader: Place, astern_in: f64) -> Path {
    let whole = joined_pieces(course.track.iter().copied().map(TrackLeg::to_piece));
    let end = whole.iter().map(Piece::length_in).sum::<f64>() - astern_in;
    ending_at(leader.pose(), &pieces_between(whole, end.min(0.0), end))
}

fn ending_at(end: Pose, pieces: &[Piece]) -> Path {
    let reversed = |piece: &Piece| match *piece {
        Piece::Straight { .. } => *piece,
        Piece::Arc { radius_in, degrees, hand } => {
            Piece::Arc { radius_in, degrees, hand: TurnSide::from_degrees(-hand.sign()) }
        }
    };
    let turned_about = |pose: Pose| Pose { at: pose.at, heading: pose.heading.opposite() };
    let start = pieces.iter().rev().map(reversed).fold(turned_about(end), |pose, piece| piece.end(pose));
    Path::from_pieces(turned_about(start), pieces.iter().copied())
}

/// Returns how far a pose on a track is behind the track's end, or `None` if the pose is not on the track.
pub(super) fn astern_on(track: &Path, pose: Pose) -> Option<f64> {
    let length = track.length_in();
    // The track extends straight astern of its oldest leg without limit. A table's diagonal is enough.
    let reach = length + 100.0;
    let deviation = |astern: f64| {
        let there = track.pose_at(length - astern);
        (geometry::range_in(there.at, pose.at), there.heading.angle_to(pose.heading))
    };
    let steps = (reach / 0.05).ceil() as u32;
    let coarse = (0..=steps).map(|step| f64::from(step) * 0.05);
    let best = least_by(coarse, |astern| deviation(astern).0)?;
    let fine = (-100..=100).map(|step| (best + f64::from(step) * 0.001).max(0.0));
    let best = least_by(fine, |astern| deviation(astern).0)?;
    let (away, askew) = deviation(best);
    (away <= ON_TRACK_IN && askew <= ON_TRACK_DEG).then_some(best)
}

/// Returns the first number for which `key` is least, calling `key` once for each.
fn least_by(numbers: impl Iterator<Item = f64>, key: impl Fn(f64) -> f64) -> Option<f64> {
    let keyed = numbers.map(|number| (key(number), number));
    keyed.min_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, number)| number)
}

/// Returns how far a point is astern of a ship and to starboard of its course, in inches.
pub(crate) fn astern_and_aside(ship: Pose, point: Point) -> (f64, f64) {
    let (dx, dy) = (point.x() - ship.at.x(), point.y() - ship.at.y());
    let (sin, cos) = ship.heading.degrees().to_radians().sin_cos();
    (-(dx * sin + dy * cos), dx * cos - dy * sin)
}

/// Returns the course of ships that are straight astern of each other, or `None` if they are not.
pub(super) fn in_line(ships: &[(Id, Place)]) -> Option<ColumnState> {
    let leader = ships.first()?.1.pose();
    let mut column = Vec::with_capacity(ships.len());
    let mut before = -1.0;
    for (ship, place) in ships {
        let (astern, aside) = astern_and_aside(leader, place.point());
        let askew = place.pose().heading.angle_to(leader.heading);
        if astern <= before || ON_TRACK_IN < aside.abs() || ON_TRACK_DEG < askew {
            return None;
        }
        before = astern;
        column.push(Follower::new(ship.clone(), Fine::nearest(astern)));
    }
    Some(ColumnState { column, ..ColumnState::default() })
}
