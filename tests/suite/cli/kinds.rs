//! The kind of a refusal is part of its JSON.
use super::Workspace;
use serde_json::Value;

#[test]
fn json_has_the_kind_of_a_refusal_besides_its_exit_code() {
    let table = Workspace::new();
    table.write("torn.kaiser", "no journal\n");
    for (arguments, kind, code) in [
        (&["show", "nosuch.kaiser"][..], "disk", 1),
        (&["log", "torn.kaiser"], "journal", 1),
        (&["play", "tafl"], "cannot", 1),
        (&["play", "asahi-retvizn"], "data", 1),
        (&["simulate", "ulsan", "--set", "nosuch=yes"], "data", 2),
        (&["simulate", "ulsan", "--set", "checks=yes", "--set", "checks=no"], "usage", 2),
        (&["verify"], "usage", 2),
    ] {
        let run = table.run(&[arguments, &["--json"]].concat(), "");
        let error: Value = serde_json::from_str(&run.err).unwrap();
        assert_eq!((error["error"]["kind"].as_str(), run.code), (Some(kind), Some(code)), "{arguments:?}: {error}");
    }
}
