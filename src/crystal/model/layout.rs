//! Finds map positions for areas whose scenario gives none: neighbours close, others apart.
use super::scenario::Area;

/// Number of relaxation steps.
const RELAXATION_STEPS: usize = 400;

/// Gives every area a position, in hundredths of the map's width and height. The same borders give the same positions.
pub fn layout(areas: &mut [Area]) {
    let count = areas.len();
    let mut places: Vec<(f64, f64)> = (0..count)
        .map(|index| {
            let angle = index as f64 / count.max(1) as f64 * std::f64::consts::TAU;
            (angle.cos() * (1.0 + index as f64 / 1_000.0), angle.sin())
        })
        .collect();
    let neighbours: Vec<Vec<usize>> = areas
        .iter()
        .map(|area| area.adj.iter().filter_map(|id| areas.iter().position(|other| other.id == *id)).collect())
        .collect();
    let ideal = (4.0 / count.max(1) as f64).sqrt();
    for step in 0..RELAXATION_STEPS {
        let stride = 0.2 * (1.0 - step as f64 / RELAXATION_STEPS as f64) + 0.002;
        let forces: Vec<(f64, f64)> =
            (0..count).map(|index| force_on(index, &places, &neighbours[index], ideal)).collect();
        for (place, (x, y)) in places.iter_mut().zip(forces) {
            let length = x.hypot(y).max(1e-9);
            let fraction = length.min(stride) / length;
            *place = (place.0 + x * fraction, place.1 + y * fraction);
        }
    }
    let span = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = span(&mut places.iter().map(|place| place.0));
    let (top, bottom) = span(&mut places.iter().map(|place| place.1));
    let to_map = |value: f64, low: f64, high: f64| {
        let share = if high - low > 1e-9 { (value - low) / (high - low) } else { 0.5 };
        (80.0 + 840.0 * share).round() / 10.0
    };
    for (area, place) in areas.iter_mut().zip(places) {
        area.at = (to_map(place.0, left, right), to_map(place.1, top, bottom));
    }
}

/// Returns the force on an area: towards its neighbours, away from all others.
fn force_on(index: usize, places: &[(f64, f64)], neighbours: &[usize], ideal: f64) -> (f64, f64) {
    let (mut x, mut y) = (0.0, 0.0);
    let here = places[index];
    for (other, place) in places.iter().enumerate().filter(|(other, _)| *other != index) {
        let (dx, dy) = (here.0 - place.0, here.1 - place.1);
        let distance = dx.hypot(dy).max(0.01);
        let push = ideal * ideal / distance;
        let attraction = if neighbours.contains(&other) { distance * distance / ideal } else { 0.0 };
        x += dx / distance * (push - attraction);
        y += dy / distance * (push - attraction);
    }
    (x, y)
}
