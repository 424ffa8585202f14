//! The kinds of refusals.
use super::{
    OneAnswer,
    typing::{refused, type_lines},
    with_scenario,
};
use session::{Kind, Refusal};

#[test]
fn every_kind_has_its_word_and_its_exit_code() {
    let data = |is_typed| Kind::Data { found: Box::default(), is_typed };
    for (kind, word, code) in [
        (Kind::Read, "read", 1),
        (Kind::Rules, "rules", 1),
        (Kind::NotYours, "not_yours", 1),
        (Kind::OnlyTheReferee, "only_the_referee", 1),
        (Kind::Stopped, "stopped", 1),
        (Kind::LeftOver, "left_over", 1),
        (Kind::NoOrder, "no_order", 1),
        (Kind::NeedsReason, "needs_reason", 1),
        (Kind::NotThere, "not_there", 1),
        (Kind::Cannot, "cannot", 1),
        (data(false), "data", 1),
        (data(true), "data", 2),
        (Kind::Journal, "journal", 1),
        (Kind::Disk, "disk", 1),
        (Kind::Usage, "usage", 2),
    ] {
        assert_eq!((kind.word(), kind.exit_code()), (word, code));
        assert_eq!(Refusal { kind, ..Refusal::read("a fault") }.json()["kind"], word);
    }
}

#[test]
fn a_refused_line_is_of_the_kind_of_its_cause() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let expect = |session: &mut _, line: &str, kind: Kind| assert_eq!(refused(session, line).kind, kind, "{line}");
        expect(session, "plot nobody 2", Kind::Read);
        expect(session, "plot 2nd 9 speed 9", Kind::Rules);
        expect(session, "undo", Kind::NotThere);
        expect(session, "why 99", Kind::NotThere);
        expect(session, "plot 2nd 2 dice 3", Kind::LeftOver);
        type_lines(session, &["plot 2nd 2", "plot vladivostok 2"]);
        expect(session, "amend 1 status", Kind::NoOrder);
        expect(session, "amend 1 plot nobody 2", Kind::Read);
        expect(session, "undo 1", Kind::NeedsReason);
        type_lines(session, &["undo", "redo", "pass to table"]);
        expect(session, "plot 2nd 2", Kind::NotYours);
        type_lines(session, &["status", "pass to japan"]);
        expect(session, "amend 1 plot 2nd 1", Kind::NotYours);
        expect(session, "plot 2nd 9 speed 9", Kind::Rules);
    });
}
