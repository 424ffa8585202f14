//! A battle of captains as a page and as a book, from the journal to the finished text.
use std::{fs, process::Command as Process};

use divan::Bencher;
use naval::view::{View, Viewer};
use naval::{Naval, SideId};
use play::journal::Journal;
use session::naval::{for_each_book_step, for_each_step};
use show::book::{BookBuilder, BookHeading, book_html, book_text};
use show::page::{PageBuilder, PageHeading, PageUse};

/// Thirty turns each, of eight ships and of over sixty.
const BATTLES: [&str; 2] = ["ulsan", "jutland-run-south"];
/// The most bytes of each battle's page.
const MAX_PAGE_BYTES: [usize; 2] = [120_000, 900_000];

/// Returns a battle that two captains fought.
fn journal(scenario: &str) -> Journal<Naval> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.kaiser");
    let battle = ["simulate", scenario, "--turns", "30", "-n", "1", "--seed", "1", "--battle", "1", "-o"];
    let ran = Process::new(bench::program()).args(battle).arg(&file).output().expect("the program");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    Journal::<Naval>::read("naval", &fs::read(file).expect("a journal")).expect("whole").journal
}

fn page(journal: &Journal<Naval>, viewer: &Viewer) -> String {
    let mut builder = PageBuilder::default();
    for_each_step(journal, None, viewer, None, |step| builder.add(step));
    let heading = PageHeading {
        title: "A battle".to_owned(),
        date: String::new(),
        viewer: String::new(),
        shows_everything: false,
        branch: None,
    };
    builder.page(&heading, PageUse::Keeping)
}

#[divan::bench(args = BATTLES, sample_count = 10)]
fn page_of_a_side(bencher: Bencher, scenario: &str) {
    let journal = journal(scenario);
    let side = Viewer::Side(SideId::new(journal.state().setup.sides[0].id.as_str()));
    let size = page(&journal, &side).len();
    println!("{scenario}: {size} bytes");
    let budget = BATTLES.iter().position(|name| *name == scenario).map_or(0, |index| MAX_PAGE_BYTES[index]);
    assert!(size <= budget, "{scenario}: {size} bytes, and {budget} are allowed");
    bencher.bench_local(|| page(&journal, &side));
}

#[divan::bench(args = BATTLES, sample_count = 10)]
fn page_of_the_referee(bencher: Bencher, scenario: &str) {
    let journal = journal(scenario);
    bencher.bench_local(|| page(&journal, &Viewer::Referee));
}

#[divan::bench(args = BATTLES, sample_count = 10)]
fn book_as_text_and_html(bencher: Bencher, scenario: &str) {
    let journal = journal(scenario);
    bencher.bench_local(|| {
        let mut builder = BookBuilder::default();
        for_each_book_step(&journal, None, &Viewer::Referee, |step| builder.add(step));
        let heading = BookHeading { title: String::new(), date: String::new(), notes: vec![], sources: vec![] };
        let view = View::referee(journal.state());
        let book = builder.finish(heading, &view, &(1..=999), vec![]);
        (book_text(&book).len(), book_html(&book, &view).len())
    });
}
