//! Dispatches commands and facts of the naval game. The chapters under `rules` decide.
use crate::model::{Purpose, Setup};
use crate::rules::moves::{self, stragglers};
use crate::rules::{
    ashore, begin, collision, control, damage, ending, flags, formation, generated, gunnery, half_move, leaving,
    placement, position_fix, precontact, reaction, ruling, secrecy, sighting, signals, special, steering, torpedo,
    turn,
};
use crate::{Command, Fact, Naval, NavalDraft, NavalEvent, NavalHalt, Reason, State, model, seal};
use play::Game;

impl Game for Naval {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    const KEEPS_SECRETS: bool = true;

    fn setup_error(setup: &Setup) -> Option<String> {
        let too_large = || formation::kinds::too_large(setup);
        let error =
            || setup.first_error().or_else(|| too_large().map(|id| format!("division {id} has too many ships")));
        // Ships that replace others in a war may be longer than those for which the file had room.
        let misplaced = || begin::sea::misplaced(setup).filter(|_| setup.war.is_none());
        error().or_else(misplaced)
    }

    fn initial_state(setup: &Setup) -> State {
        begin::begin(setup)
    }

    fn decide(draft: &mut NavalDraft<'_>, command: &Command) -> Result<(), NavalHalt> {
        turn::refuse_after_end(draft, command)?;
        turn::roll_first_visibility(draft, command)?;
        match command {
            Command::Next { to, waive } => turn::close_segments(draft, *to, waive.as_deref()),
            Command::Measure { from, to, range, bearing } => {
                let sides_to_measure = torpedo::close_quarters::sides_to_measure(draft.state());
                sighting::record_measurement(draft, from, to, *range, *bearing)?;
                torpedo::close_quarters::record_settled_reach(draft, sides_to_measure);
                gunnery::update_measured_fire(draft, from, to, *bearing);
                Ok(())
            }
            Command::Sight { unit, seen, by } => sighting::rule_sighting(draft, unit, *seen, by),
            Command::Illuminate { by, target, with, range, clear } => {
                sighting::illuminate(draft, by, target, *with, *range, *clear)
            }
            Command::Target(target) => gunnery::declare(draft, target),
            Command::Declared { side } => gunnery::order::close_declarations(draft, side.as_ref()),
            Command::Fire { units, apart } => gunnery::fire(draft, units, *apart, None),
            Command::FireSome { units, apart, salvoes } => gunnery::fire(draft, units, *apart, Some(*salvoes)),
            Command::Launch { .. } => torpedo::launch(draft, command),
            Command::Meet { marker, targets, in_line } => torpedo::resolve_meeting(draft, marker, targets, in_line),
            Command::Miss { marker } => torpedo::rule_missed(draft, marker),
            Command::TorpedoCheck { side, hold } => torpedo::close_quarters::roll_check(draft, side, *hold),
            Command::CoupDeGrace { by, target, range, factors, clear } => {
                torpedo::close_quarters::coup_de_grace(draft, by, target, *range, *factors, *clear)
            }
            Command::Repair { ship, item } => control::repair(draft, ship, item),
            Command::Fires { ship } => control::roll_fire_dice(draft, ship.as_ref()),
            Command::Damage { unit } => damage::resolve(draft, unit.as_ref()),
            Command::React { division } => reaction::test_reaction(draft, division),
            Command::Orders { unit, range, repeaters } => {
                signals::by_hand::check_orders_by_hand(draft, unit, *range, *repeaters)
            }
            Command::NoneInReach { side } => torpedo::close_quarters::rule_none_in_reach(draft, side.as_ref()),
            Command::Collide { one, other, how } => collision::collide_by_ruling(draft, (one, other), *how),
            Command::Ashore { ship } => ashore::strand_by_ruling(draft, ship),
            Command::Plot { unit, plot, advance, launches } => {
                moves::filing::file_plot(draft, unit, plot, *advance)?;
                torpedo::launch_by_plot(draft, unit, launches)
            }
            Command::Seal { side, salt, salts } => seal::seal_plots(draft, side.as_ref(), salt, salts),
            Command::Place { ship, card, side, at, speed } => {
                moves::place::place_ship(draft, ship, card.as_ref(), side.as_ref(), *at, *speed)?;
                placement::finish_placement(draft);
                Ok(())
            }
            Command::Fix { division, by, heading, because } => {
                position_fix::fix_division(draft, division, (by, *heading), because.as_deref())
            }
            Command::FormDivision { division, ships } => moves::place::form_division(draft, division, ships),
            Command::Formation { formation, divisions, lines } => {
                formation::form_formation(draft, formation, divisions, lines)
            }
            Command::Disband { formation } => formation::disband(draft, formation),
            Command::Reform { formation, lines, speed } => formation::change::plot(draft, formation, lines, *speed),
            Command::Flag { division, ship } => {
                let state = draft.state();
                let faster_leader =
                    state.division(division).and_then(|division| steering::pace::faster_leader(state, division));
                let pace = faster_leader.map_or(flags::FlagshipPace::KeepsUp, |_| flags::FlagshipPace::FallsBehind);
                // Which ships fall out under a standing plot depends on the flagship. [5.8.3]
                let old_stragglers = stragglers::stragglers_with_dependents(state, division);
                flags::shift_flag(draft, division, ship, pace)?;
                stragglers::plot_keeps_flagship(draft, division)?;
                stragglers::record_new_stragglers(draft, old_stragglers);
                Ok(())
            }
            Command::Checks { on } => moves::place::set_checks(draft, *on),
            Command::Generate { side: None } => generated::weather(draft),
            Command::Generate { side: Some(side) } => generated::muster(draft, side),
            Command::Approach { side, from } => placement::state_approach(draft, side, *from),
            Command::Deploy { division, at, speed } => placement::deploy(draft, division, *at, *speed),
            Command::Preplot { unit, plots } => precontact::file_preplots(draft, unit, plots),
            Command::QuickStart { speeds, turns } => turn::quick_start(draft, speeds, *turns),
            Command::HalfMoves { side } => half_move::divide_turn(draft, side.as_ref()),
            Command::Course { said } => moves::by_hand::report_headings(draft, said),
            Command::Turned { said } => moves::by_hand::report_turns(draft, said),
            Command::Speed { unit, speed } => turn::plot_speed(draft, unit, *speed),
            Command::Exit { ship, by, because } => leaving::exit_by_choice(draft, ship, *by, because.as_deref()),
            Command::Smoke { ship } => special::sea::make_smoke(draft, ship),
            Command::Note { words } => turn::record_note(draft, words),
            Command::Set { unit, setting, because } => ruling::set_value(draft, unit, setting, because),
            Command::End { because } => ending::end(draft, because.as_deref()),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        model::apply(state, fact);
    }

    fn is_secret(command: &Command, events: &[NavalEvent]) -> bool {
        secrecy::is_secret(command, events)
    }

    fn reveals_secrets(fact: &Fact) -> bool {
        secrecy::reveals_plots(fact)
    }

    fn is_still_secret(state: &State, fact: &Fact) -> bool {
        secrecy::keeps_secret(state, fact)
    }

    fn seals_orders(fact: &Fact) -> bool {
        matches!(fact, Fact::PlotsSealed(_))
    }

    fn reveals_to_enemy(fact: &Fact) -> bool {
        secrecy::reveals_hidden_unit(fact)
    }

    fn has_no_secrets(state: &State) -> bool {
        state.end.is_some()
    }

    fn ends_secrecy(fact: &Fact) -> bool {
        matches!(fact, Fact::ScenarioEnded { .. })
    }
}
