//! The mirror of a battle: a page of the current state for each side and for the table, written again after each entry
//! that changes it. Begin with [`MirrorDesk`].
mod folder;
mod record;
mod targets;
mod writer;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use naval::model::Setup;
use naval::notation::MirrorRequest;
use naval::view::Viewer;
use naval::{Naval, SideId};
use play::journal::{Journal, digest_of};
use serde_json::json;
use session::{Answer, Refusal};

use super::{open, own_files::OwnFiles, store::Store};
use folder::{Marker, PAGE, true_path};
use record::Record;
pub use targets::Targets;
use targets::name;
use writer::{Page, Report, Writer};

/// How long the prompt waits for the first and the last page.
const FLUSH: Duration = Duration::from_secs(2);
/// How long a script waits for the pages of a line.
const SCRIPT_FLUSH: Duration = Duration::from_secs(30);

/// The mirror of a battle under way, and the files that the battle may write again.
pub struct MirrorDesk {
    /// Whether each line waits until its pages are written.
    waits: bool,
    record: RefCell<Record>,
    status: RefCell<Status>,
}

#[derive(Default)]
struct Status {
    targets: Targets,
    /// The sides that a computer plays. They have no page.
    played: Vec<SideId>,
    pages: Vec<Page>,
    writer: Option<Writer>,
    /// Entries that the writer has.
    sent: usize,
    written: Option<Instant>,
    failure: Option<String>,
    has_told_failure: bool,
}

impl MirrorDesk {
    /// `waits` is for scripts: the pages of a line are written before the next line is read.
    pub fn open(store: &Store<Naval>, waits: bool) -> Result<MirrorDesk, Refusal> {
        let path = store.path();
        let line = open::first_line(path)
            .map_err(|error| Refusal::disk(format!("{} cannot be read: {error}", path.display())))?;
        let record = RefCell::new(Record::open(path, &digest_of(&line)));
        Ok(MirrorDesk { waits, record, status: RefCell::default() })
    }

    /// Checks folders and marks them as this battle's. No page is written into them yet.
    pub fn prepare(&self, journal: &Journal<Naval>, targets: Targets, played: Vec<SideId>) -> Result<(), Refusal> {
        let setup = &*journal.state().setup;
        targets.check_unplayed(setup, &played)?;
        targets.check_apart(setup)?;
        self.status.borrow_mut().played = played;
        if targets.is_empty() {
            return Ok(());
        }
        let mut record = self.record.borrow_mut();
        let sides = setup.sides.iter().filter(|side| !targets.has_own_folder(&side.id));
        let sides = sides.map(|side| record.folder_of(side.id.as_str()));
        let kept = sides.collect::<Result<Vec<String>, Refusal>>()?;
        let mirror = record.id()?;
        let marker = |viewer: &Viewer| Marker { mirror: mirror.clone(), viewer: journal_name(viewer) };
        targets.folders().try_for_each(|(viewer, path)| folder::check(path, Some(&marker(viewer))))?;
        record.set_targets(targets.folders().map(|(viewer, path)| (journal_name(viewer), true_path(path))).collect());
        record.save()?;
        targets.folders().try_for_each(|(viewer, path)| folder::prepare(path, &marker(viewer), &kept))?;
        self.status.borrow_mut().targets = targets;
        Ok(())
    }

    /// Prepares the folders of the last session's mirror, if it was not turned off. Without them the game goes on, and
    /// this returns the reason.
    pub fn prepare_kept(&self, journal: &Journal<Naval>, played: Vec<SideId>) -> Option<String> {
        let targets = Targets::kept(self.record.borrow().targets());
        self.status.borrow_mut().played.clone_from(&played);
        let gone = targets.folders().find(|(_, path)| !path.exists()).map(|(_, path)| path.to_owned());
        let failure = match gone {
            Some(gone) => Some(format!("{} is gone", gone.display())),
            None => self.prepare(journal, targets, played).err().map(|refusal| refusal.error.what),
        };
        failure.map(|why| {
            format!("Mirror: it does not go on ({}). `mirror DIR` begins it again.", why.trim_end_matches('.'))
        })
    }

    pub fn is_on(&self) -> bool {
        self.status.borrow().writer.is_some()
    }

    /// Begins to write the pages of the prepared folders, for the table and each side that no computer plays.
    pub fn start(&self, journal: &Journal<Naval>) -> Result<(), Refusal> {
        self.status.borrow_mut().stop();
        if self.status.borrow().targets.is_empty() {
            return Ok(());
        }
        let pages = self.planned_pages(&journal.state().setup)?;
        let mut status = self.status.borrow_mut();
        for page in &pages {
            let folder = page.file.parent().unwrap_or(Path::new(""));
            folder::make(folder)?;
        }
        let writer = Writer::start(journal.header().clone(), pages.clone());
        let writer = writer.map_err(|error| Refusal::disk(format!("The mirror cannot begin: {error}")))?;
        writer.send(journal.entries().to_vec());
        writer.flush(FLUSH);
        (status.pages, status.writer, status.sent) = (pages, Some(writer), journal.entries().len());
        status.take_reports();
        Ok(())
    }

    fn planned_pages(&self, setup: &Setup) -> Result<Vec<Page>, Refusal> {
        let (status, mut record) = (self.status.borrow(), self.record.borrow_mut());
        let mut pages = Vec::new();
        for (viewer, folder) in status.targets.folders() {
            pages.push(page(viewer.clone(), folder, folder));
        }
        if let Some(main) = &status.targets.main {
            for side in setup.sides.iter().map(|side| &side.id) {
                if !status.targets.has_own_folder(side) && !status.played.contains(side) {
                    let folder = main.join(record.folder_of(side.as_str())?);
                    pages.push(page(Viewer::Side(side.clone()), &folder, main));
                }
            }
        }
        record.save()?;
        Ok(pages)
    }

    /// Hands new entries of the journal to the thread that writes.
    pub fn send(&self, journal: &Journal<Naval>) {
        let mut status = self.status.borrow_mut();
        let Some(writer) = &status.writer else { return };
        let entries = journal.entries().get(status.sent..).unwrap_or_default().to_vec();
        if entries.is_empty() {
            return;
        }
        let is_alive = writer.send(entries);
        if self.waits && is_alive {
            writer.flush(SCRIPT_FLUSH);
        }
        status.sent = journal.entries().len();
        status.take_reports();
        if !is_alive {
            status.failure.get_or_insert_with(|| "Mirror: it has stopped: the game goes on.".to_owned());
        }
    }

    /// Returns what failed, once.
    pub fn failure(&self) -> Option<String> {
        let mut status = self.status.borrow_mut();
        status.take_reports();
        let failure = status.failure.clone().filter(|_| !status.has_told_failure);
        status.has_told_failure |= failure.is_some();
        failure
    }

    /// Waits a moment for the last page.
    pub fn finish(&self) {
        let mut status = self.status.borrow_mut();
        status.stop();
    }

    /// Carries out an action with the files that may be written again, and remembers what it wrote.
    pub fn with_own_files<T>(&self, action: impl FnOnce(&OwnFiles) -> T) -> T {
        let mut record = self.record.borrow_mut();
        let done = action(record.own_files());
        // Without its record a file is not replaced in a later session, and nothing else is lost.
        let _unsaved = record.save();
        done
    }

    /// Answers `mirror` at the prompt.
    pub fn answer(
        &self,
        journal: &Journal<Naval>,
        reader: &Viewer,
        request: &MirrorRequest,
    ) -> Result<Answer, Refusal> {
        let setup = &*journal.state().setup;
        match request {
            MirrorRequest::Show => {}
            MirrorRequest::WriteTo(path) => {
                let (own, played) = {
                    let status = self.status.borrow();
                    (status.targets.own.clone(), status.played.clone())
                };
                self.prepare(journal, Targets { main: Some(PathBuf::from(path)), own }, played)?;
                self.start(journal)?;
            }
            MirrorRequest::Stop => {
                let mut status = self.status.borrow_mut();
                let was_on = status.writer.is_some();
                status.stop();
                status.targets = Targets::default();
                let mut record = self.record.borrow_mut();
                record.set_targets(BTreeMap::new());
                record.save()?;
                let text = if was_on { "The mirror is off. Its pages stay as they are." } else { OFF };
                return Ok(Answer::text(text));
            }
            MirrorRequest::Readdress(side) => self.readdress(journal, side)?,
        }
        Ok(self.describe(setup, reader))
    }

    /// Moves a side's page to a new address, and removes the old one.
    fn readdress(&self, journal: &Journal<Naval>, side: &SideId) -> Result<(), Refusal> {
        let viewer = Viewer::Side(side.clone());
        let setup = &*journal.state().setup;
        let has_own = self.status.borrow().targets.has_own_folder(side);
        let old = self.status.borrow().pages.iter().find(|page| page.viewer == viewer).cloned();
        let Some(old) = old.filter(|_| !has_own) else {
            let what = format!("{} has no page at an address of the mirror.", name(setup, &viewer));
            return Err(Refusal::not_there(what).line("mirror"));
        };
        self.record.borrow_mut().new_folder_of(side.as_str())?;
        self.start(journal)?;
        let folder = old.file.parent().unwrap_or(Path::new(""));
        folder::remove(folder).map_err(|error| {
            Refusal::disk(format!("{} cannot be removed: {error}", folder.display())).hint("remove it yourself")
        })
    }

    /// Returns where the pages are, as far as the reader may know, and whether writing them failed.
    pub fn describe(&self, setup: &Setup, reader: &Viewer) -> Answer {
        let mut status = self.status.borrow_mut();
        status.take_reports();
        if status.writer.is_none() {
            return Answer::text(OFF).with_key("mirror", json!(null));
        }
        let (tables, sides): (Vec<&Page>, Vec<&Page>) =
            status.pages.iter().filter(|page| page.is_known_to(reader)).partition(|page| page.viewer.is_table());
        let mut lines: Vec<String> = tables
            .iter()
            .map(|page| format!("Mirror: {} is for everybody at the table.", page.shown.display()))
            .collect();
        if lines.is_empty() {
            lines.push("Mirror:".to_owned());
        }
        lines.extend(sides.iter().map(|page| {
            let (side, file) = (page.viewer.journal_name().unwrap_or_default(), page.shown.display());
            format!("  {side:<7} {file}  give this address to {} alone", name(setup, &page.viewer))
        }));
        // The time would show a side that the other side has plotted.
        let written = status.written.filter(|_| reader.is_referee());
        lines.extend(written.map(|at| format!("Last written {} s ago.", at.elapsed().as_secs())));
        lines.extend(status.failure.clone());
        let pages = tables.iter().chain(&sides);
        let pages: Vec<_> = pages
            .map(|page| json!({ "viewer": page.viewer.journal_name(), "file": page.shown.display().to_string() }))
            .collect();
        Answer::text(lines.join("\n")).with_key("mirror", json!({ "pages": pages, "error": status.failure }))
    }
}

const OFF: &str = "There is no mirror. `mirror DIR` begins one.";

/// `japan`, or `table`.
fn journal_name(viewer: &Viewer) -> String {
    viewer.journal_name().unwrap_or_default().to_owned()
}

/// Returns the page in a folder, which is or lies in the folder that the person named.
fn page(viewer: Viewer, folder: &Path, named: &Path) -> Page {
    Page { viewer, file: true_path(folder).join(PAGE), shown: folder.join(PAGE), named: named.to_owned() }
}

impl Status {
    fn stop(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.flush(FLUSH);
        }
        *self =
            Status { targets: mem::take(&mut self.targets), played: mem::take(&mut self.played), ..Status::default() };
    }

    fn take_reports(&mut self) {
        let reports: Vec<Report> = self.writer.iter().flat_map(Writer::reports).collect();
        for report in reports {
            match report {
                Report::Written(at) => self.written = Some(at),
                Report::Done => (self.failure, self.has_told_failure) = (None, false),
                Report::Failed(folder, why) => {
                    let what = format!("Mirror: {} cannot be written ({why}): the game goes on.", folder.display());
                    self.has_told_failure &= self.failure.is_some();
                    self.failure = Some(what);
                }
            }
        }
    }
}
