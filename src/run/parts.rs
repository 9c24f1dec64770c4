//! The finished parts of a run, found in their folder and read in the order of the plan. A part that is missing, torn or of
//! another run is refused by name.

use super::finding::Finding;
use super::part_file::{
    Contents, PARTS, Pages, header, part_path, plan_path, read_header, read_part,
};
use super::shard::Shard;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The finished parts of a run, to be read page by page.
pub struct Parts {
    parts: Vec<Part>,
    pages: Pages,
}

struct Part {
    path: PathBuf,
    contents: Contents,
    /// Kept open, if it is one of the first.
    file: Option<File>,
}

/// A process may have a thousand files open, often no more: parts beyond these are opened for each page.
const KEPT_OPEN: usize = 64;

/// More parts than this are not named one by one.
const NAMED: usize = 20;

/// Why parts cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// Reading failed.
    #[error("cannot read `{0}`: {1}")]
    Io(PathBuf, io::Error),
    /// There is nothing.
    #[error("there are no parts of a run in `{0}`")]
    Nothing(PathBuf),
    /// A part of another run.
    #[error(
        "`{0}` is a part of another run (other rules, scenario, settings or version) than `{1}`: remove one of them"
    )]
    Foreign(PathBuf, PathBuf),
    /// The same run, cut otherwise.
    #[error(
        "`{0}` and `{1}` are of the same run cut into different numbers of parts: remove one of them"
    )]
    CutOtherwise(PathBuf, PathBuf),
    /// Several parts are not there or not finished.
    #[error("{}", several(.0))]
    Several(Vec<Unfit>),
    /// A part is not there.
    #[error("part {0} is missing: run it with --shard {0}")]
    Missing(String),
    /// A part is not finished.
    #[error("part {0} is not finished: {1} of {2} pages; run it again with --shard {0}")]
    Unfinished(String, u64, u64),
    /// A file that is no part.
    #[error("`{0}` is not a part of a run")]
    NoPart(PathBuf),
}

/// A part whose machine died before its head was on disk.
fn is_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() == 0)
}

/// All that is to be run again, a line each.
fn several(unfit: &[Unfit]) -> String {
    let mut lines: Vec<String> = unfit.iter().take(NAMED).map(Unfit::to_string).collect();
    if unfit.len() > NAMED {
        lines.push(format!("and {} more parts", unfit.len() - NAMED));
    }
    lines.join("\n")
}

impl Parts {
    /// The part files in a run's folder: their fingerprint, how many parts there are, and the plan beside them.
    pub fn find(folder: &Path) -> Result<(String, u32, Value), Unfit> {
        let parts = folder.join(PARTS);
        let io = |path: &Path| {
            let path = path.to_path_buf();
            move |error| Unfit::Io(path, error)
        };
        let entries = match fs::read_dir(&parts) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Unfit::Nothing(folder.to_path_buf()));
            }
            Err(error) => return Err(Unfit::Io(parts, error)),
        };
        let mut files: Vec<PathBuf> = Vec::new();
        for entry in entries {
            let path = entry.map_err(io(&parts))?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "part")
                && !is_empty(&path)
            {
                files.push(path);
            }
        }
        files.sort();
        let mut first: Option<(PathBuf, String, u32)> = None;
        for path in files {
            let head = read_header(&path).map_err(io(&path))?;
            let (run, shard) = head.ok_or_else(|| Unfit::NoPart(path.clone()))?;
            match &first {
                None => first = Some((path, run, shard.count)),
                Some((other, known, count)) => {
                    if *known != run {
                        return Err(Unfit::Foreign(path, other.clone()));
                    }
                    if *count != shard.count {
                        return Err(Unfit::CutOtherwise(path, other.clone()));
                    }
                }
            }
        }
        let (_, run, count) = first.ok_or_else(|| Unfit::Nothing(folder.to_path_buf()))?;
        let beside = plan_path(folder, &run);
        let text = fs::read_to_string(&beside).map_err(io(&beside))?;
        let plan = serde_json::from_str(&text).map_err(|_| Unfit::NoPart(beside))?;
        Ok((run, count, plan))
    }

    /// Opens all parts of a run. Each must be there and finished.
    pub fn open(
        folder: &Path,
        fingerprint: &str,
        count: u32,
        pages: Pages,
    ) -> Result<Parts, Unfit> {
        let (mut parts, mut open) = (Vec::new(), Vec::new());
        for index in 1..=count {
            let shard = Shard { index, count };
            let path = part_path(folder, fingerprint, shard);
            let mut file = match File::open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    open.push(Unfit::Missing(shard.to_string()));
                    continue;
                }
                Err(error) => return Err(Unfit::Io(path, error)),
            };
            let head = header(fingerprint, shard, pages);
            let contents = read_part(&mut file, &head)
                .map_err(|error| Unfit::Io(path.clone(), error))?
                .or_else(|| is_empty(&path).then(|| Contents::none(0)))
                .ok_or_else(|| Unfit::NoPart(path.clone()))?;
            let (found, owned) = (contents.pages.len() as u64, pages.owned(shard));
            if !contents.finished || found != owned {
                open.push(Unfit::Unfinished(shard.to_string(), found, owned));
                continue;
            }
            parts.push(Part {
                path,
                contents,
                file: (parts.len() < KEPT_OPEN).then_some(file),
            });
        }
        match open.len() {
            0 => Ok(Parts { parts, pages }),
            1 => Err(open.remove(0)),
            _ => Err(Unfit::Several(open)),
        }
    }

    /// Every finding of the run, in the order of the plan.
    pub fn each(&mut self, mut give: impl FnMut(Finding) -> io::Result<()>) -> io::Result<()> {
        let count = self.parts.len() as u64;
        let mut text = String::new();
        for page in 0..self.pages.count() {
            let part = &self.parts[(page % count) as usize];
            let place = part.contents.pages.get(&page).copied();
            let place = place.ok_or_else(|| io::Error::other(format!("page {page} is missing")))?;
            let opened;
            let mut file = match &part.file {
                Some(file) => file,
                None => {
                    opened = File::open(&part.path)?;
                    &opened
                }
            };
            file.seek(SeekFrom::Start(place.start))?;
            text.clear();
            file.take(place.len).read_to_string(&mut text)?;
            for line in text.lines() {
                let finding = Finding::read(line);
                give(finding.ok_or_else(|| io::Error::other(format!("`{line}` is no finding")))?)?;
            }
        }
        Ok(())
    }

    /// Removes the part files, once the results are written.
    pub fn remove(self, folder: &Path, fingerprint: &str) {
        for part in self.parts {
            drop(part.file);
            let _ = fs::remove_file(part.path);
        }
        let _ = fs::remove_file(plan_path(folder, fingerprint));
        // Only if nothing else is in it.
        let _ = fs::remove_dir(folder.join(PARTS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_to_run_again_are_named_up_to_a_number() {
        let many: Vec<Unfit> = (1..=30)
            .map(|index| Unfit::Missing(format!("{index}/30")))
            .collect();
        let said = Unfit::Several(many).to_string();
        assert_eq!(said.lines().count(), NAMED + 1);
        assert!(said.ends_with("and 10 more parts"), "{said}");
    }
}
