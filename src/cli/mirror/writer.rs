//! The thread that draws and writes the pages of a mirror, so that the prompt never waits for them.
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use naval::{Naval, model::Setup, view::Viewer};
use play::journal::{EntryOf, Header};
use session::naval::Follower;

use crate::file::{self, Readers};
use crate::page::heading;

/// A page and where it is written.
#[derive(Clone, Debug)]
pub struct Page {
    pub viewer: Viewer,
    pub file: PathBuf,
    /// The path as the person may type it.
    pub shown: PathBuf,
    /// The folder that the person named. Its path contains no secret address.
    pub named: PathBuf,
}

impl Page {
    /// Whether a reader may know where it is.
    pub fn is_known_to(&self, reader: &Viewer) -> bool {
        reader.is_referee() || self.viewer.is_table() || self.viewer == *reader
    }
}

enum Message {
    Entries(Vec<EntryOf<Naval>>),
    /// To be answered when the pages of all earlier entries are written.
    Flush(Sender<()>),
}

pub enum Report {
    /// A page was written.
    Written(Instant),
    /// All pages are as they should be.
    Done,
    /// This folder cannot be written, for this reason.
    Failed(PathBuf, String),
}

pub struct Writer {
    messages: Sender<Message>,
    reports: Receiver<Report>,
}

impl Writer {
    /// Starts a thread that writes the pages of a battle with this header.
    pub fn start(header: Header<Setup>, pages: Vec<Page>) -> io::Result<Writer> {
        let (messages, inbox) = channel();
        let (outbox, reports) = channel();
        let viewers: Vec<Viewer> = pages.iter().map(|page| page.viewer.clone()).collect();
        thread::Builder::new().name("mirror".to_owned()).spawn(move || {
            run(Follower::new(header, viewers), &pages, &inbox, &outbox);
        })?;
        Ok(Writer { messages, reports })
    }

    /// Hands over entries and does not wait. Returns false if the thread has ended.
    pub fn send(&self, entries: Vec<EntryOf<Naval>>) -> bool {
        self.messages.send(Message::Entries(entries)).is_ok()
    }

    /// Waits until everything sent is written, at most this long.
    pub fn flush(&self, at_most: Duration) {
        let (done, is_done) = channel();
        if self.messages.send(Message::Flush(done)).is_ok() {
            // Late or not at all, play goes on.
            let _late = is_done.recv_timeout(at_most);
        }
    }

    pub fn reports(&self) -> impl Iterator<Item = Report> {
        self.reports.try_iter()
    }
}

fn run(mut follower: Follower, pages: &[Page], inbox: &Receiver<Message>, outbox: &Sender<Report>) {
    let mut written: Vec<Option<Vec<u8>>> = pages.iter().map(|page| fs::read(&page.file).ok()).collect();
    while let Ok(first) = inbox.recv() {
        let mut waiting = Vec::new();
        // All messages that have arrived by now are handled together.
        for message in [first].into_iter().chain(inbox.try_iter()) {
            match message {
                Message::Entries(entries) => {
                    if let Err(error) = entries.into_iter().try_for_each(|entry| follower.add(entry)) {
                        let folder = pages.first().map(|page| page.named.clone()).unwrap_or_default();
                        let _closed = outbox.send(Report::Failed(folder, error.to_string()));
                        return;
                    }
                }
                Message::Flush(done) => waiting.push(done),
            }
        }
        let report = write_changed(&mut follower, pages, &mut written, outbox);
        // Nobody listens any more once the person has left.
        let _closed = outbox.send(report);
        waiting.into_iter().for_each(|done| {
            let _closed = done.send(());
        });
    }
}

/// Writes the pages whose bytes have changed. A new date of any other file would reveal that something happened.
fn write_changed(
    follower: &mut Follower,
    pages: &[Page],
    written: &mut [Option<Vec<u8>>],
    outbox: &Sender<Report>,
) -> Report {
    let mut report = Report::Done;
    for (place, (page, written)) in pages.iter().zip(written).enumerate() {
        let bytes = follower.page(place, heading).into_bytes();
        if written.as_ref() == Some(&bytes) {
            continue;
        }
        match file::replace(&page.file, &bytes, Readers::All) {
            Ok(()) => {
                *written = Some(bytes);
                let _closed = outbox.send(Report::Written(Instant::now()));
            }
            Err(error) => {
                report = Report::Failed(page.named.clone(), error.to_string());
            }
        }
    }
    report
}
