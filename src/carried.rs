//! The files embedded in the program. The build script and the tests share this module.
use std::{fs, io, path::Path};

/// Data folders, relative to the root of the repository.
pub const FOLDERS: [&str; 2] = ["data", "scenarios"];
/// Pages from which the program reads the rulings, in the order it lists them.
pub const RULINGS: [&str; 3] =
    ["docs/reference/rulings.md", "docs/reference/house-rulings.md", "docs/reference/rulings-boards.md"];

/// Returns path (relative to the repository root) and text of every file: the data by path, then the rulings.
///
/// # Errors
/// Fails if a folder or a file cannot be read.
pub fn files(root: &Path) -> io::Result<Vec<(String, String)>> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        add_files_in(root, folder, &mut paths)?;
    }
    paths.sort_unstable();
    paths.extend(RULINGS.map(str::to_owned));
    paths.into_iter().map(|path| fs::read_to_string(root.join(&path)).map(|text| (path, text))).collect()
}

fn add_files_in(root: &Path, folder: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add_files_in(root, &path, paths)?;
        } else if [".yaml", ".tsv", ".json"].iter().any(|ending| path.ends_with(ending)) {
            paths.push(path);
        }
    }
    Ok(())
}
