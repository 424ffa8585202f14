//! The folders that a person names for a mirror, each with its viewer.
use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use naval::{SideId, model::Setup, notation, view::TABLE_VIEWER, view::Viewer};
use session::Refusal;

use super::folder;
use crate::args::values::split_mirror;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// The folder of the table's page. The sides' folders lie in it.
    pub main: Option<PathBuf>,
    /// Folders of one viewer's page alone.
    pub own: Vec<(Viewer, PathBuf)>,
}

impl Targets {
    /// Reads `DIR` and `SIDE=DIR`.
    pub fn parse(setup: &Setup, typed: &[String]) -> Result<Targets, Refusal> {
        let mut targets = Targets::default();
        for typed in typed {
            let (name, path) = split_mirror(typed);
            if path.is_empty() {
                return Err(Refusal::usage(format!("\"{typed}\" names no folder.")).hint("--mirror japan=japan-page"));
            }
            let path = PathBuf::from(path);
            let Some(name) = name else {
                if let Some(other) = targets.main.replace(path) {
                    let what = format!("The mirror has one folder, and {} is named too.", other.display());
                    return Err(Refusal::usage(what).hint("name the side of the other: --mirror japan=japan-page"));
                }
                continue;
            };
            targets.own.push((viewer(setup, name, typed)?, path));
        }
        targets.check_apart(setup)?;
        Ok(targets)
    }

    /// Returns the folders that FILE.mirror keeps, by viewer. A folder below the current one is named from there.
    pub fn kept(folders: &BTreeMap<String, PathBuf>) -> Targets {
        let here = env::current_dir().map(|here| folder::true_path(&here)).unwrap_or_default();
        let mut targets = Targets::default();
        for (name, path) in folders {
            let mut below = path.components();
            let is_below = here.components().all(|part| below.next() == Some(part)) && below.clone().next().is_some();
            let path = if is_below { below.as_path() } else { path.as_path() }.to_owned();
            match Viewer::from_name(Some(name.as_str())) {
                Viewer::Table => targets.main = Some(path),
                viewer => targets.own.push((viewer, path)),
            }
        }
        targets
    }

    pub fn is_empty(&self) -> bool {
        self.main.is_none() && self.own.is_empty()
    }

    pub fn has_own_folder(&self, side: &SideId) -> bool {
        self.own.iter().any(|(viewer, _)| viewer.side() == Some(side))
    }

    /// The viewers of the folders with their paths.
    pub fn folders(&self) -> impl Iterator<Item = (&Viewer, &Path)> {
        let main = self.main.iter().map(|path| (&Viewer::Table, path.as_path()));
        main.chain(self.own.iter().map(|(viewer, path)| (viewer, path.as_path())))
    }

    /// Makes the folders, or refuses those that exist and are not empty.
    pub fn make_empty_folders(&self) -> Result<(), Refusal> {
        self.folders().try_for_each(|(_, path)| folder::check(path, None))?;
        self.folders().try_for_each(|(_, path)| folder::make(path))
    }

    /// Refuses a folder of a side that a computer plays.
    pub fn check_unplayed<'s>(
        &self,
        setup: &Setup,
        played: impl IntoIterator<Item = &'s SideId>,
    ) -> Result<(), Refusal> {
        match played.into_iter().find(|side| self.has_own_folder(side)) {
            None => Ok(()),
            Some(side) => {
                let viewer = Viewer::Side(side.clone());
                let what = format!("A computer plays {}, which needs no page.", name(setup, &viewer));
                Err(Refusal::usage(what).hint("omit its folder"))
            }
        }
    }

    /// Refuses two folders of a viewer, and a folder within another: a reader of the outer one would find it.
    pub fn check_apart(&self, setup: &Setup) -> Result<(), Refusal> {
        let folders: Vec<(&Viewer, PathBuf)> =
            self.folders().map(|(viewer, path)| (viewer, folder::true_path(path))).collect();
        for (index, (viewer, path)) in folders.iter().enumerate() {
            for (other, outer) in folders[..index].iter().chain(&folders[index + 1..]) {
                if viewer == other {
                    let what = format!("Two folders are named for {}.", name(setup, viewer));
                    return Err(Refusal::usage(what).hint("omit one of them"));
                }
                if path.starts_with(outer) {
                    let (path, viewer) = (path.display(), name(setup, viewer));
                    let what = format!(
                        "{path}, for {viewer}, lies in the folder for {}, who would find it.",
                        name(setup, other)
                    );
                    return Err(Refusal::usage(what).hint("name folders apart from each other"));
                }
            }
        }
        Ok(())
    }
}

fn viewer(setup: &Setup, name: &str, typed: &str) -> Result<Viewer, Refusal> {
    match notation::find_side(setup, name) {
        Ok(side) => Ok(Viewer::Side(side)),
        Err(_) if name.eq_ignore_ascii_case(TABLE_VIEWER) => Ok(Viewer::Table),
        Err(_) if name.eq_ignore_ascii_case("referee") => {
            let what = "A mirror has no page of the referee, because it shows everything.";
            Err(Refusal::usage(what).hint("kaiser page FILE writes one"))
        }
        Err(error) => {
            let sides = error.hint.map_or_else(String::new, |hint| format!("{hint}, or "));
            Err(Refusal::usage(error.what).hint(format!("{sides}for a folder of this name: --mirror ./{typed}")))
        }
    }
}

/// `Japan`, or `the table`.
pub fn name<'s>(setup: &'s Setup, viewer: &'s Viewer) -> &'s str {
    let side = setup.sides.iter().find(|side| Some(&side.id) == viewer.side());
    side.map_or("the table", |side| side.name.as_str())
}
