//! The move that carries out all plots at once. [3.3.2, 5.7]
use crate::model::{Element, Half, Plot};
use crate::rules::steering::tracks::all_moves;
use crate::rules::steering::{halves, swerve};
use crate::rules::{ashore, columns::helm::DivisionMove, formation, melee, shores};
use crate::{Fact, Id, NavalDraft, NavalHalt};
use play::Rule;

const HALVED: Rule = Rule::new("3.4.2");
const PLOTTED: Rule = Rule::new("5.7");
const FOLLOW: Rule = Rule::new("5.7.4");
const MIMIC: Rule = Rule::new("5.7.5");
const CLOSE_UP: Rule = Rule::new("5.7.6");
const LEADER: Rule = Rule::new("5.9");
const LAND: Rule = Rule::new("5.12");
const AWAY: Rule = Rule::new("5.15.3");

/// Moves every tracked division at once by its plot. [3.3.2, 5.7]
///
/// Followers are calculated later, but the moves are simultaneous. Dice are rolled for ships that run ashore. [5.12]
pub(crate) fn run_plots(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let half = draft.state().half;
    let mut moves = match half {
        Some(Half::Second) => halves::second_halves(draft.state()),
        None | Some(Half::First) => {
            let mut moves = all_moves(draft.state());
            swerve::clear_friends_and_land(draft.state(), &mut moves);
            swerve::swerve_reacting(draft.state(), &mut moves);
            moves.into_iter().collect()
        }
    };
    let mut remaining_moves = Vec::new();
    for (division, outcome) in &mut moves {
        if let Some(turn) = outcome.cleared_by {
            let degrees = turn.degrees as i16 * turn.hand.sign() as i16;
            draft.record(LAND, Fact::LandCleared { division: division.clone(), degrees });
        }
        if let Some(degrees) = outcome.swerved_deg {
            draft.record(AWAY, Fact::FriendsCleared { division: division.clone(), degrees });
        }
        if half == Some(Half::First) {
            remaining_moves.push(halves::split_move(draft.state(), division, outcome));
        }
    }
    let joined = melee::stop_melees(draft.state(), &mut moves);
    let mut changes = formation::change::formation_moves(draft.state());
    let division_moves = moves.iter_mut().chain(changes.iter_mut().flat_map(|change| &mut change.moves));
    let strandings = shores::stop_short(draft.state(), division_moves.map(|(_, outcome)| outcome));
    record_moves(draft, moves);
    formation::change::record_changes(draft, changes);
    draft.record_all(HALVED, remaining_moves.into_iter().map(Fact::RestKept));
    melee::record_melees(draft, joined);
    ashore::strand(draft, strandings)?;
    if half == Some(Half::Second) {
        halves::update_courses(draft);
    }
    Ok(())
}

fn record_moves(draft: &mut NavalDraft<'_>, moves: Vec<(Id, DivisionMove)>) {
    for (division, outcome) in moves {
        let plot = draft.state().division(&division).and_then(|member| member.plot.as_ref());
        let rule = plot_rule(plot);
        let makers = plot.map(|plot| plot.smoke.clone()).unwrap_or_default();
        for mut run in outcome.runs {
            run.smoke = makers.contains(&run.ship);
            draft.record(rule, Fact::Moved(run));
        }
        draft.record(LEADER, Fact::CourseRecorded { division, course: outcome.course });
    }
}

fn plot_rule(plot: Option<&Plot>) -> Rule {
    match plot.and_then(|plot| plot.elements.first()) {
        Some(Element::Follow(_)) => FOLLOW,
        Some(Element::Mimic(_)) => MIMIC,
        Some(Element::CloseUp) => CLOSE_UP,
        Some(Element::Straight(_) | Element::Turn(_)) | None => PLOTTED,
    }
}
