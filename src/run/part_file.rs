//! What a part of a run looks like on disk: a header, then pages of lines, each page closed by a line with its check sum,
//! then an end line. A page that is not closed was being written when the power went: it does not count.
//!
//! ```text
//! fairfight part 1
//! {"run": fingerprint, "part": "1/1", "matchups": 66, "page": 1}
//! 0,1,0,0,...                 a finding
//! = 0 1 9e3779b97f4a7c15      page 0: one finding, and its check sum
//! ...
//! . 66                        the end: pages in all
//! ```

use super::shard::Shard;
use crate::umpire::Fast;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::hash::Hasher;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The first line of a part file.
const MAGIC: &str = "fairfight part 1";

/// The folder of part files in a run's folder.
pub(super) const PARTS: &str = "parts";

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
pub(super) struct Place {
    pub(super) start: u64,
    pub(super) len: u64,
}

/// What a part file says.
pub(super) struct Contents {
    pub(super) pages: BTreeMap<u64, Place>,
    /// Behind the last page that is whole.
    pub(super) end: u64,
    pub(super) finished: bool,
}

impl Contents {
    /// Nothing yet, behind a head of so many bytes.
    pub(super) fn none(end: u64) -> Contents {
        Contents {
            pages: BTreeMap::new(),
            end,
            finished: false,
        }
    }
}

pub(super) fn check_sum(text: &[u8]) -> u64 {
    let mut hasher = Fast::default();
    hasher.write(text);
    hasher.write_u64(text.len() as u64);
    hasher.finish()
}

pub(super) fn header(fingerprint: &str, shard: Shard, pages: Pages) -> String {
    let head = json!({"run": fingerprint, "part": shard.to_string(), "matchups": pages.matchups, "page": pages.size});
    format!("{MAGIC}\n{head}\n")
}

/// The head of a part file: its fingerprint and part.
pub(super) fn read_header(path: &Path) -> io::Result<Option<(String, Shard)>> {
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
pub(super) fn read_part(file: &mut File, head: &str) -> io::Result<Option<Contents>> {
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

pub(super) fn part_path(folder: &Path, fingerprint: &str, shard: Shard) -> PathBuf {
    let name = format!("{fingerprint}-{}of{}.part", shard.index, shard.count);
    folder.join(PARTS).join(name)
}

pub(super) fn plan_path(folder: &Path, fingerprint: &str) -> PathBuf {
    folder.join(PARTS).join(format!("{fingerprint}.plan.json"))
}
