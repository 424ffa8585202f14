//! `kaiser audit points`: the same table for any number of threads.
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

struct Run {
    code: i32,
    out: String,
    err: String,
}

fn kaiser(place: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output = command.current_dir(place).args(arguments).env_remove("KAISER_DATA").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_audit_is_the_same_for_any_number_of_threads() {
    let place = tempfile::tempdir().unwrap();
    let audit = |threads: &str| {
        let run =
            kaiser(place.path(), &["audit", "points", "--war", "rjw", "-n", "10", "--threads", threads, "--json"]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let single = audit("1");
    let value: Value = serde_json::from_str(&single).unwrap();
    assert_eq!((value["battles"].as_u64(), value["refused"].as_u64()), (Some(10), Some(0)), "{single}");
    assert!(value["types"].as_array().unwrap().iter().all(|rated| rated["worth"].is_null() && rated["off"].is_null()));
    assert_eq!((audit("2"), audit("7")), (single.clone(), single));
    let run = kaiser(place.path(), &["audit", "points", "--war", "crimea"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("There is no war \"crimea\", only rjw and ww1."), "{}", run.err);
    assert!(run.err.contains("--war rjw"), "{}", run.err);
}
