//! What earlier editions of the rulings ruled otherwise than this one, so that `verify` lists the difference in their journals
//! and calls nothing false that was right then.
use crate::{Command, Element, Fact, Formed, Setting, Standing, command::Denied};
use play::{Rule, Varying};

/// The edition of the rulings: it goes up whenever a command may come out otherwise than before.
pub const NOW: u32 = 15;

/// The paragraphs that have changed since an edition.
///
/// Edition 14 wrote no range down that was read again, or said with a shot, after the move and was what it had been before, laid a column straight
/// that was fixed in a bend, and took a place that is farther off than ships can have run without a reason.
/// Edition 13 refused a column out of its bounds the turn that brings its leader back, for the ships that run on to where she
/// turns.
/// Edition 12 took plots for the next turn that nobody can run, kept the speed of a plot by hand that was withdrawn, and asked
/// nothing of torpedoes at ships that may have come in sight since the tape was laid.
/// Edition 11 wanted the plot of a ship with a jammed rudder anew that would leave the table against a special rule.
/// Edition 10 took plots of ships moved by hand that nobody can run: too long, too tight, in column out of column.
/// Edition 9 reckoned how ships moved by hand steer without what cuts a turn off, without gaps and lost leaders, took no plot
/// of theirs that leans on another, and let a later word of the table change what a line of fire had said.
/// Edition 8 did not reckon by their plots how ships moved by hand steer.
/// Edition 3 fired at the range that was declared, whatever the tape said later, judged gaps of exactly 2.0" by the
/// rounding of places, looked no farther by the tape when somebody had shown himself since it was laid, asked special
/// rules otherwise where ships are moved by hand, and told duties in other words.
/// Edition 2 judged plots of battles moved by hand by fewer paragraphs, sealed with short codes and no turn, counted
/// as owed what no torpedo of the day reaches, let ships leave from anywhere, and read special rules otherwise;
/// edition 1 made torpedo checks with the segment, and saw no friends converge.
pub const CHANGED: &[(u32, &[Rule])] = &[
    (14, &Rule::all(["2.7", "5.9"])),
    (13, &Rule::all(["3.2", "9.2"])),
    (
        12,
        &Rule::all([
            "3.2", "5.1.2", "5.5", "5.6", "5.7", "5.7.1", "5.7.3", "5.7.6", "5.7.7", "5.8.3", "5.9.3", "5.10.3", "7.4",
            "7.5.1",
        ]),
    ),
    (11, &Rule::all(["3.2", "9.2"])),
    (
        10,
        &Rule::all([
            "4.6", "5.1.2", "5.5", "5.6", "5.7", "5.7.1", "5.7.2", "5.7.3", "5.7.6", "5.9.3", "5.10.3", "7.4", "7.4.6",
        ]),
    ),
    (9, &Rule::all(["3.3.5", "5.5", "5.7", "5.9", "5.10.3", "6.5.1.1", "6.5.1.3"])),
    (8, &Rule::all(["5.1.1", "5.7", "5.12", "6.5.1.3", "10.1.2"])),
    (7, &Rule::all(["5.7", "5.7.4", "5.7.5", "5.9"])),
    (6, &Rule::all(["4.4", "4.6", "5.5", "5.7", "5.7.7", "5.10.3", "5.15.3", "5.15.4", "7.3", "7.4", "7.4.2"])),
    (5, &Rule::all(["5.10.3", "5.9.1", "5.9.3", "5.15.3", "7.2", "8.4", "9.2", "10.2.3"])),
    (4, &Rule::all(["3.3.5", "5.9.3", "5.11", "6.2", "6.4.2", "6.5.1.1", "6.5.10"])),
    (3, &Rule::all(["2.7", "3.2", "4.2", "6.1", "4.3", "4.5.2", "5.2", "5.5", "5.8.2", "5.8.3", "5.10.1"])),
    (2, &Rule::all(["3.3.1", "3.4.2", "4.7", "5.5.3", "5.7", "5.7.7", "5.15", "6.4.1", "7.4.2", "8.7", "9.3"])),
    (1, &Rule::all(["3.3", "7.5.1"])),
];

/// Whether a fact of a command may differ between an earlier edition and this one.
pub fn varies(command: &Command, fact: &Fact, when: Varying) -> bool {
    let goes_on = matches!(command, Command::Next { .. } | Command::QuickStart { .. });
    let fires = matches!(command, Command::Target(_));
    let reads_the_tape = fires || matches!(command, Command::Measure { .. } | Command::Illuminate { .. });
    let duties = matches!(fact, Fact::DutiesWaived { .. } | Fact::ShipDetached { .. } | Fact::FormationLies { .. });
    let new = matches!(
        fact,
        Fact::FriendsConverge { .. } | Fact::ObeyedByHand { .. } | Fact::SteeredByHand { said: false, .. }
    );
    let remeasured = matches!(fact, Fact::FireRemeasured { .. } | Fact::DeclarationVoided { .. });
    let began = matches!(fact, Fact::SegmentBegan { .. });
    let plots = matches!(command, Command::Plot { .. });
    let by_hand = match fact {
        Fact::ChangedByHand { .. } => when == Varying::Then,
        Fact::HoldsOnByHand { .. } => when == Varying::Now,
        Fact::PlotReplaced { plot, .. } => when != Varying::Alone && plot.is_straight(),
        _ => false,
    };
    let ruled_otherwise = duties || (new && when == Varying::Now) || (began && when == Varying::Alone);
    (goes_on && ruled_otherwise)
        || ((goes_on || plots) && by_hand)
        || (plots && when == Varying::Alone && left_ahead(fact))
        || declared_otherwise(command, fact, when)
        || otherwise_since_5(command, fact, when)
        || otherwise_since_6(command, fact, when)
        || otherwise_since_7(command, fact, when)
        || otherwise_since_8(command, fact, when)
        || otherwise_since_9(command, fact, when)
        || otherwise_since_12(command, fact, when)
        || otherwise_since_14(command, fact, when)
        || (plots && when == Varying::Alone && filed_by_hand(fact))
        || ((goes_on || reads_the_tape) && matches!(fact, Fact::Sighted { .. }))
        || (reads_the_tape && when == Varying::Now && remeasured)
        || (fires && matches!(fact, Fact::DeclaredOutOfTurn { .. }))
        || (matches!(command, Command::Seal { .. }) && matches!(fact, Fact::PlotsSealed(_)))
}

/// Whether two rulings came to the same fact: of duties that were waived earlier formats have the words.
pub fn is_same(one: &Fact, other: &Fact) -> bool {
    let (Fact::DutiesWaived { reason, duties }, Fact::DutiesWaived { reason: because, duties: others }) = (one, other)
    else {
        return one == other;
    };
    let is_same = || duties.iter().zip(others).all(|(one, other)| one.is_same(other));
    reason == because && duties.len() == others.len() && is_same()
}

/// What edition 5 ruled otherwise: a division without orders went on ship by ship, a ship could leave her division by a
/// plot for the next turn, a top speed that the referee set lost her damage once more, one base could launch at the same
/// enemy on both hands, and sides that going back does not part went back all the same. [5.10.3, 5.9.3, 7.2, 9.2, 10.2.3]
fn otherwise_since_5(command: &Command, fact: &Fact, when: Varying) -> bool {
    match command {
        Command::Orders { .. } => when != Varying::Alone && matches!(fact, Fact::SpeedChanged { .. }),
        Command::Set { setting: Setting::TopSpeed(typed), .. } => match fact {
            Fact::ValueSet { setting, .. } => when == Varying::Now || *setting == Setting::TopSpeed(*typed),
            _ => false,
        },
        Command::Launch { .. } | Command::Plot { .. } => {
            when == Varying::Alone && matches!(fact, Fact::TorpedoesLaunched(_) | Fact::LaunchCancelled { .. })
        }
        Command::Deploy { .. } | Command::Place { .. } => match fact {
            Fact::StayInSight { .. } => when == Varying::Now,
            Fact::SidesDrewBack { .. } | Fact::ShipPlaced { .. } => when == Varying::Then,
            _ => false,
        },
        _ => false,
    }
}

/// What edition 6 ruled otherwise: smoke of the turn before the last look was forgotten before torpedoes were plotted by
/// that look, a plot by hand had smoke of any ship if it turned, who drifted counted as stopped for torpedoes, who turned
/// away from ships that were gone kept the old plot, a launch that was cancelled counted as used, and who was said to see
/// a ship saw her for good. [4.4, 4.6, 5.15.3, 7.3, 7.4.2, 8.6.4.1]
fn otherwise_since_6(command: &Command, fact: &Fact, when: Varying) -> bool {
    if let Fact::LaunchCancelled { unused, .. } = fact {
        let cancels = matches!(command, Command::Next { .. } | Command::React { .. } | Command::Plot { .. });
        return cancels && (when == Varying::Alone || unused.is_empty() == (when == Varying::Then));
    }
    match command {
        Command::Launch { .. } => when == Varying::Alone && matches!(fact, Fact::TorpedoesLaunched(_)),
        Command::Plot { plot, launches, .. } => {
            let plotted = matches!(
                fact,
                Fact::TorpedoesLaunched(_)
                    | Fact::PlotFiled { .. }
                    | Fact::SpeedChanged { .. }
                    | Fact::ChangedByHand { .. }
                    | Fact::HoldsOnByHand { .. }
            );
            when == Varying::Alone && plotted && !(plot.smoke.is_empty() && launches.is_empty())
        }
        Command::Next { .. } => match fact {
            Fact::TorpedoesMet(_) => when != Varying::Alone,
            Fact::PlotReplaced { .. } => when == Varying::Now,
            _ => false,
        },
        Command::Set { setting, .. } => match fact {
            Fact::MeetingsFoundAgain { .. } => when != Varying::Alone && matches!(setting, Setting::At(_)),
            Fact::SightRuled { seen: false, .. } => when == Varying::Now && matches!(setting, Setting::Sighted(false)),
            _ => false,
        },
        Command::Sight { seen: false, .. } => {
            when == Varying::Now && matches!(fact, Fact::SightRuled { by: Some(_), seen: false, .. })
        }
        _ => false,
    }
}

/// What edition 7 ruled otherwise: who mimicked a division that follows another went straight on, and in a circle of plots
/// who mimicked lost the speed of her own. [5.7.4, 5.7.5]
fn otherwise_since_7(command: &Command, fact: &Fact, when: Varying) -> bool {
    match command {
        Command::Next { .. } => when != Varying::Alone && matches!(fact, Fact::Moved(_) | Fact::CourseKept { .. }),
        Command::Plot { plot, .. } => {
            let mimics = matches!(plot.elements[..], [Element::Mimic(_)]);
            mimics && when == Varying::Alone && matches!(fact, Fact::PlotFiled { .. } | Fact::SpeedChanged { .. })
        }
        _ => false,
    }
}

/// What edition 8 ruled otherwise: large ships that were too few joined any others, boats of any speed filled up a division,
/// a leader led boats of any age, but never six, and who turned off land by himself ran on to friends. [5.1.1, 5.12, 10.1.2]
fn otherwise_since_8(command: &Command, fact: &Fact, when: Varying) -> bool {
    match command {
        Command::Generate { side: Some(_) } => {
            when != Varying::Alone && matches!(fact, Fact::TypeRolled { .. } | Fact::DivisionRaised(_))
        }
        Command::Next { .. } | Command::QuickStart { .. } => {
            let moved = matches!(fact, Fact::Moved(_) | Fact::CourseKept { .. } | Fact::LandCleared { .. });
            when != Varying::Alone && moved
        }
        _ => false,
    }
}

/// What edition 9 ruled otherwise: how ships moved by hand steer and stand, what a plot of theirs may be, what owes a check by
/// the table's word, and fire whose own line says how ships turned. [5.7, 5.9, 5.10.3, 6.5.1.3]
fn otherwise_since_9(command: &Command, fact: &Fact, when: Varying) -> bool {
    match command {
        Command::Next { .. } | Command::QuickStart { .. } | Command::Course { .. } | Command::Turned { .. } => {
            match fact {
                Fact::SteeredByHand { .. } => true,
                Fact::CourseKept { .. } | Fact::HoldsOnByHand { .. } => when == Varying::Now,
                _ => false,
            }
        }
        Command::Target(order) => match fact {
            Fact::FireDeclared(declared) => {
                let said = order.conditions.all_degrees_said();
                let as_said = |what: &Denied| declared.conditions.degrees(*what) == order.conditions.degrees(*what);
                let of_before = when == Varying::Then && declared.said.is_empty() && said.iter().all(as_said);
                !said.is_empty() && (of_before || when == Varying::Now)
            }
            _ => false,
        },
        _ => false,
    }
}

/// What edition 12 ruled otherwise: a plot by hand without a speed took that of the plot in whose place it came, a speed was
/// plotted after which the next plot cannot be run, and torpedoes beyond the sight of the last tape were never asked about.
/// [5.5, 5.7.7, 7.5.1]
fn otherwise_since_12(command: &Command, fact: &Fact, when: Varying) -> bool {
    match command {
        Command::Plot { .. } => when != Varying::Alone && matches!(fact, Fact::SpeedChanged { .. }),
        Command::Speed { .. } => when == Varying::Alone && filed_by_hand(fact),
        Command::Measure { .. } | Command::NoneInReach { .. } => {
            when == Varying::Now && matches!(fact, Fact::NoneInTorpedoReach { .. })
        }
        _ => false,
    }
}

/// Ranges that are read again after the move, and places by two lengths of the tape with the columns there. [2.7, 5.9]
fn otherwise_since_14(command: &Command, fact: &Fact, when: Varying) -> bool {
    match command {
        Command::Measure { .. } | Command::Target(_) | Command::Illuminate { .. } => {
            when != Varying::Alone && matches!(fact, Fact::Measured { replaces: None, .. })
        }
        Command::Fix { .. } => matches!(fact, Fact::DivisionFixed { .. } | Fact::CourseKept { .. }),
        _ => false,
    }
}

/// What came of a plot that a division moved by hand cannot run: edition 10 filed it. [5.7]
fn filed_by_hand(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::PlotFiled { advance: false, .. }
            | Fact::SpeedChanged { .. }
            | Fact::ChangedByHand { .. }
            | Fact::HoldsOnByHand { .. }
            | Fact::TorpedoesLaunched(_)
            | Fact::DivisionFormed(Formed { standing: Standing::Alone, .. })
    )
}

/// Degrees typed with a declaration, which an earlier edition took as they were typed and this one as they count.
/// [6.5.1.3]
fn declared_otherwise(command: &Command, fact: &Fact, when: Varying) -> bool {
    let (Command::Target(order), Fact::FireDeclared(declared)) = (command, fact) else { return false };
    // A ship's own range holds when her division declares. [2.7]
    if order.firer != declared.firer {
        return match when {
            Varying::Then => order.range.is_none_or(|range| range == declared.range),
            Varying::Now => true,
            Varying::Alone => false,
        };
    }
    let (typed, recorded) = (&order.conditions, &declared.conditions);
    let off_step = |degrees: u16| !degrees.is_multiple_of(15);
    let counts_anew = off_step(typed.turned_deg) || off_step(typed.target_turned_deg) || 180 < typed.courses_deg;
    let as_typed = recorded.turned_deg == typed.turned_deg && recorded.target_turned_deg == typed.target_turned_deg;
    match when {
        Varying::Then => counts_anew && as_typed,
        Varying::Now => counts_anew,
        Varying::Alone => false,
    }
}

/// What came of a plot for the next turn by which a ship left her division: an earlier edition let her go at once. [5.9.3]
fn left_ahead(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::DivisionFormed(Formed { standing: Standing::Alone, .. }) | Fact::PlotFiled { advance: true, .. }
    )
}
