//! Findings on disk as they come. A part file is a header, then pages of lines, each page closed by a line with its check
//! sum, then an end line. A page that is not closed was being written when the power went: it is cut off, and fought again.
//!
//! ```text
//! fairfight part 1
//! {"run": fingerprint, "part": "1/1", "matchups": 66, "page": 1}
//! 0,1,0,0,...                 a finding
//! = 0 1 9e3779b97f4a7c15      page 0: one finding, and its check sum
//! ...
//! . 66                        the end: pages in all
//! ```

use super::finding::Finding;
use super::shard::Shard;
use crate::umpire::Fast;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::Hasher;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first line of a part file.
const MAGIC: &str = "fairfight part 1";

/// The folder of part files in a run's folder.
const PARTS: &str = "parts";

/// How a plan is cut into pages. Never depends on threads or parts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pages {
    /// Match-ups in all.
    pub matchups: u64,
    /// Match-ups in a page.
    pub size: u64,
}

impl Pages {
    /// Cuts so many match-ups into pages: single ones while they are few, so that every finished one is kept.
    pub fn of(matchups: u64) -> Pages {
        Pages {
            matchups,
            size: matchups.div_ceil(2_000).clamp(1, 512),
        }
    }

    /// How many pages.
    pub fn count(self) -> u64 {
        self.matchups.div_ceil(self.size)
    }

    /// The match-ups of a page.
    pub fn range(self, page: u64) -> std::ops::Range<u64> {
        let start = page * self.size;
        start..(start + self.size).min(self.matchups)
    }

    /// The pages of a part.
    pub fn owned(self, shard: Shard) -> u64 {
        (0..self.count()).filter(|page| shard.owns(*page)).count() as u64
    }
}

/// Where a page stands in a part file.
#[derive(Copy, Clone, Debug)]
struct Place {
    start: u64,
    len: u64,
}

/// What a part file says.
struct Contents {
    pages: BTreeMap<u64, Place>,
    /// Behind the last page that is whole.
    end: u64,
    finished: bool,
}

impl Contents {
    /// Nothing yet, behind a head of so many bytes.
    fn none(end: u64) -> Contents {
        Contents {
            pages: BTreeMap::new(),
            end,
            finished: false,
        }
    }
}

fn check_sum(text: &[u8]) -> u64 {
    let mut hasher = Fast::default();
    hasher.write(text);
    hasher.write_u64(text.len() as u64);
    hasher.finish()
}

fn header(fingerprint: &str, shard: Shard, pages: Pages) -> String {
    let head = json!({"run": fingerprint, "part": shard.to_string(), "matchups": pages.matchups, "page": pages.size});
    format!("{MAGIC}\n{head}\n")
}

/// The head of a part file: its fingerprint and part.
fn read_header(path: &Path) -> io::Result<Option<(String, Shard)>> {
    let mut lines = BufReader::new(File::open(path)?.take(10_000)).lines();
    let (Some(magic), Some(head)) = (lines.next().transpose()?, lines.next().transpose()?) else {
        return Ok(None);
    };
    let head: Value = serde_json::from_str(&head).unwrap_or_default();
    let run = head["run"].as_str();
    let part = head["part"].as_str().and_then(|part| part.parse().ok());
    Ok(run
        .zip(part)
        .filter(|_| magic == MAGIC)
        .map(|(run, part)| (run.to_owned(), part)))
}

/// Reads a part file as far as it is whole. None if its head is another's.
fn read_part(file: &mut File, head: &str) -> io::Result<Option<Contents>> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut start = vec![0; head.len()];
    match reader.read_exact(&mut start) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    if start != head.as_bytes() {
        return Ok(None);
    }
    let mut contents = Contents::none(head.len() as u64);
    let mut text: Vec<u8> = Vec::new();
    let mut line: Vec<u8> = Vec::new();
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 || line.last() != Some(&b'\n') {
            break;
        }
        match line[0] {
            b'=' => {
                let words = String::from_utf8_lossy(&line);
                let mut words = words.split_whitespace().skip(1);
                let page = words.next().and_then(|word| word.parse().ok());
                let sum = words
                    .nth(1)
                    .and_then(|word| u64::from_str_radix(word, 16).ok());
                let (Some(page), true) = (page, sum == Some(check_sum(&text))) else {
                    break;
                };
                let len = text.len() as u64;
                contents.pages.insert(
                    page,
                    Place {
                        start: contents.end,
                        len,
                    },
                );
                contents.end += len + line.len() as u64;
                text.clear();
            }
            b'.' if text.is_empty() => {
                contents.finished = true;
                contents.end += line.len() as u64;
                break;
            }
            _ => text.extend_from_slice(&line),
        }
    }
    Ok(Some(contents))
}

/// A part of a run on disk, being written.
pub struct Journal {
    path: PathBuf,
    file: File,
    written: u64,
    contents: Contents,
    pages: Pages,
    shard: Shard,
    /// It was there before.
    resumed: bool,
}

fn part_path(folder: &Path, fingerprint: &str, shard: Shard) -> PathBuf {
    let name = format!("{fingerprint}-{}of{}.part", shard.index, shard.count);
    folder.join(PARTS).join(name)
}

fn plan_path(folder: &Path, fingerprint: &str) -> PathBuf {
    folder.join(PARTS).join(format!("{fingerprint}.plan.json"))
}

/// Refuses a part that cannot be joined with those that are there: the same run, cut into another number of parts. A
/// job array of which only some tasks are submitted again numbers them anew, and would else fight for nothing.
fn cut_alike(folder: &Path, fingerprint: &str, count: u32) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(PARTS))? {
        let path = entry?.path();
        let cut = path
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix(".part"))
            .and_then(|name| name.strip_prefix(fingerprint)?.strip_prefix('-'))
            .and_then(|part| part.split_once("of")?.1.parse::<u32>().ok());
        if let Some(other) = cut
            && other != count
        {
            return Err(io::Error::other(format!(
                "`{}` is of the same run cut into {other}, not {count}: go on with --shard {}, or remove it",
                path.display(),
                match other {
                    1 => "1/1".to_owned(),
                    other => format!("I/{other}, I from 1 to {other}"),
                },
            )));
        }
    }
    Ok(())
}

/// A temporary file that whoever may see the folder may read, unlike others.
fn for_everybody() -> tempfile::Builder<'static, 'static> {
    #[allow(unused_mut)]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the umask takes away, like any other file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// A part that cannot be locked. Some shared folders of clusters have no locks at all: there it goes on without, and
/// two that write the same part show in its check sums.
fn locked(error: fs::TryLockError) -> io::Result<()> {
    match error {
        fs::TryLockError::WouldBlock => Err(io::Error::other(
            "another run is writing this part just now",
        )),
        fs::TryLockError::Error(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        fs::TryLockError::Error(error) => Err(error),
    }
}

impl Journal {
    /// Opens the part file of a run: what is there already and whole is kept. `fresh` begins anew. `plan` is written
    /// beside it, so that the parts can be joined by whoever finds them.
    pub fn open(
        folder: &Path,
        fingerprint: &str,
        shard: Shard,
        pages: Pages,
        plan: &Value,
        fresh: bool,
    ) -> io::Result<Journal> {
        fs::create_dir_all(folder.join(PARTS))?;
        if !(fresh && shard == Shard::WHOLE) {
            cut_alike(folder, fingerprint, shard.count)?;
        }
        let beside = plan_path(folder, fingerprint);
        if !beside.exists() {
            let mut file = for_everybody().tempfile_in(folder.join(PARTS))?;
            file.write_all(plan.to_string().as_bytes())?;
            file.persist(&beside).map_err(|error| error.error)?;
        }
        let path = part_path(folder, fingerprint, shard);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)?;
        if let Err(error) = file.try_lock() {
            locked(error)?;
        }
        let head = header(fingerprint, shard, pages);
        let found = if fresh {
            None
        } else {
            read_part(&mut file, &head)?
        };
        let resumed = found.is_some();
        let contents = match found {
            Some(contents) => contents,
            None => {
                file.set_len(0)?;
                file.seek(SeekFrom::Start(0))?;
                file.write_all(head.as_bytes())?;
                Contents::none(head.len() as u64)
            }
        };
        file.set_len(contents.end)?;
        file.seek(SeekFrom::Start(contents.end))?;
        Ok(Journal {
            path,
            file,
            written: contents.end,
            contents,
            pages,
            shard,
            resumed,
        })
    }

    /// Whether an unfinished run was there to go on with.
    pub fn resumed(&self) -> bool {
        self.resumed
    }

    /// Whether a page is there.
    pub fn has(&self, page: u64) -> bool {
        self.contents.pages.contains_key(&page)
    }

    /// How many match-ups are there.
    pub fn done(&self) -> u64 {
        let sizes = self.contents.pages.keys().map(|page| {
            let range = self.pages.range(*page);
            range.end - range.start
        });
        sizes.sum()
    }

    /// Appends a page. If that fails, or the file is no longer where it was, what was whole before stays whole.
    pub fn append(&mut self, page: u64, findings: &[Finding]) -> io::Result<()> {
        let mut text = String::with_capacity(findings.len() * 160);
        for finding in findings {
            finding.write(&mut text);
            text.push('\n');
        }
        let sum = check_sum(text.as_bytes());
        let len = text.len() as u64;
        text.push_str(&format!("= {page} {} {sum:x}\n", findings.len()));
        self.write(&text)?;
        self.contents.pages.insert(
            page,
            Place {
                start: self.written,
                len,
            },
        );
        self.written += text.len() as u64;
        Ok(())
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let tried = self.file.write_all(text.as_bytes());
        let tried = tried.and_then(|()| self.still_there());
        if let Err(error) = tried {
            // Half a page is no page.
            let _ = self.file.set_len(self.written);
            let _ = self.file.seek(SeekFrom::Start(self.written));
            return Err(self.rescue(error));
        }
        Ok(())
    }

    /// Whether the file can still be found under its name: a folder that was removed takes it along silently.
    fn still_there(&self) -> io::Result<()> {
        match fs::metadata(&self.path) {
            Ok(_) => Ok(()),
            Err(error) => Err(io::Error::new(
                error.kind(),
                format!("`{}` has vanished", self.path.display()),
            )),
        }
    }

    /// If the folder has vanished, what was done is still in the open file: writes it where it was, or else where
    /// temporary files go.
    fn rescue(&mut self, error: io::Error) -> io::Error {
        if self.path.exists() {
            return error;
        }
        let mut saved = Vec::new();
        let _ = self.file.seek(SeekFrom::Start(0));
        if self.file.read_to_end(&mut saved).is_err() {
            return error;
        }
        let name = self.path.file_name().map(PathBuf::from).unwrap_or_default();
        let folder = self
            .path
            .parent()
            .map(Path::to_path_buf)
            .unwrap_or_default();
        for folder in [folder, std::env::temp_dir()] {
            let path = folder.join(&name);
            if fs::create_dir_all(&folder)
                .and_then(|()| fs::write(&path, &saved))
                .is_ok()
            {
                return io::Error::new(
                    error.kind(),
                    format!("{error}; what was done is kept in `{}`", path.display()),
                );
            }
        }
        error
    }

    /// Closes the part: every page is there.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.contents.finished {
            let line = format!(". {}\n", self.pages.owned(self.shard));
            self.write(&line)?;
        }
        self.file.sync_all()
    }
}

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
    fn a_folder_without_locks_is_no_reason_to_stop() {
        let error = |kind| fs::TryLockError::Error(io::Error::from(kind));
        assert!(locked(error(io::ErrorKind::Unsupported)).is_ok());
        assert!(locked(error(io::ErrorKind::PermissionDenied)).is_err());
        let said = locked(fs::TryLockError::WouldBlock).unwrap_err();
        assert!(said.to_string().contains("another run is writing"));
    }

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
