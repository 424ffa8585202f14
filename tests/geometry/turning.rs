//! The shortest way to a place and a heading on turning circles. [5.6]
use geometry::{Piece, Pose, range_in, shortest_route};
use proptest::prelude::*;

#[test]
fn a_place_straight_ahead_needs_no_turn() {
    let way = shortest_route(Pose::new(10.0, 10.0, 90.0), Pose::new(13.0, 10.0, 90.0), 0.5, true);
    assert_eq!(way.pieces().collect::<Vec<_>>(), [Piece::Straight { length_in: 3.0 }]);
}

#[test]
fn a_place_abeam_needs_two_arcs() {
    let way = shortest_route(Pose::new(0.0, 0.0, 0.0), Pose::new(2.0, 3.0, 0.0), 0.3, true);
    let turns: Vec<f64> = way.pieces().map(|piece| piece.turn_deg()).filter(|turn| *turn != 0.0).collect();
    assert_eq!(turns.len(), 2);
    assert!(turns[0] > 0.0 && (turns[0] + turns[1]).abs() < 1e-9, "{turns:?}");
}

#[test]
fn if_turns_cost_nothing_only_the_straight_leg_counts() {
    let (from, to) = (Pose::new(0.0, 0.0, 0.0), Pose::new(0.0, -0.2, 0.0));
    let straight = |turn_cost| {
        let way = shortest_route(from, to, 0.3, turn_cost);
        let legs = way.pieces().map(|piece| if piece.turn_deg() == 0.0 { piece.length_in() } else { 0.0 });
        legs.sum::<f64>()
    };
    assert!(straight(false) <= straight(true) + 1e-9);
}

proptest! {
    #[test]
    fn the_path_ends_at_its_target_and_turns_on_the_circle(
        from in (-5.0..5.0f64, -5.0..5.0f64, 0.0..360.0f64),
        to in (-5.0..5.0f64, -5.0..5.0f64, 0.0..360.0f64),
        radius in 0.1..1.0f64,
        turn_cost in any::<bool>(),
    ) {
        let (from, to) = (Pose::new(from.0, from.1, from.2), Pose::new(to.0, to.1, to.2));
        let way = shortest_route(from, to, radius, turn_cost);
        let end = way.end();
        prop_assert!(range_in(end.at, to.at) < 1e-6, "{end:?}");
        prop_assert!(end.heading.angle_to(to.heading) < 1e-5);
        prop_assert!(range_in(from.at, to.at) <= way.length_in() + 1e-9);
        for piece in way.pieces() {
            if let Piece::Arc { radius_in, .. } = piece {
                prop_assert_eq!(radius_in, radius);
            }
        }
    }
}
