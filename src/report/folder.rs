//! A folder of results: every file is written beside its place and moved there when all of them are whole.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Results on their way into a folder.
pub struct Folder {
    path: PathBuf,
    ready: Vec<(NamedTempFile, PathBuf)>,
}

impl Folder {
    /// Results for this folder, which is made if there is none.
    pub fn new(path: &Path) -> io::Result<Folder> {
        fs::create_dir_all(path)?;
        Ok(Folder {
            path: path.to_path_buf(),
            ready: Vec::new(),
        })
    }

    /// Writes a file, not yet to be seen under its name.
    pub fn write(
        &mut self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let file = tempfile::Builder::new()
            .prefix(".")
            .suffix(".tmp")
            .tempfile_in(&self.path)?;
        let mut writer = BufWriter::with_capacity(1 << 17, file);
        content(&mut writer)?;
        let file = writer.into_inner().map_err(|error| error.into_error())?;
        file.as_file().sync_all()?;
        readable(file.path())?;
        self.ready.push((file, self.path.join(name)));
        Ok(())
    }

    /// Shows all of them.
    pub fn show(self) -> io::Result<()> {
        for (file, path) in self.ready {
            file.persist(&path).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

/// Temporary files are for their owner alone; results are for everybody who may see the folder.
#[cfg(unix)]
fn readable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_appear_together_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("deep/er");
        let mut folder = Folder::new(&path).unwrap();
        folder.write("a.txt", |out| out.write_all(b"a")).unwrap();
        assert!(!path.join("a.txt").exists());
        let failed = folder.write("b.txt", |_| Err(io::Error::other("no")));
        assert!(failed.is_err());
        drop(folder);
        assert_eq!(
            fs::read_dir(&path).unwrap().count(),
            0,
            "nothing is left behind"
        );
        let mut folder = Folder::new(&path).unwrap();
        folder.write("a.txt", |out| out.write_all(b"a")).unwrap();
        folder.write("b.txt", |out| out.write_all(b"b")).unwrap();
        folder.show().unwrap();
        assert_eq!(fs::read(path.join("b.txt")).unwrap(), b"b");
        assert_eq!(fs::read_dir(&path).unwrap().count(), 2);
    }
}
