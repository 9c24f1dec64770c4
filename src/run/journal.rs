//! A part of a run being written: findings on disk as they come. What is there already and whole is kept; a page that was
//! torn is cut off, and fought again.

use super::finding::Finding;
use super::part_file::{
    Contents, PARTS, Pages, Place, check_sum, header, part_path, plan_path, read_part,
};
use super::shard::Shard;
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
    /// Whether there is a part file of this run to go on with. Looks, and writes nothing.
    pub fn is_there(folder: &Path, fingerprint: &str, shard: Shard, pages: Pages) -> bool {
        let head = header(fingerprint, shard, pages);
        File::open(part_path(folder, fingerprint, shard))
            .and_then(|mut file| read_part(&mut file, &head))
            .is_ok_and(|found| found.is_some())
    }

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
}
