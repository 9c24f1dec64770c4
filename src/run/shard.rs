//! Which part of a run this is: `3/16`, or what the job array of a cluster says.

use std::fmt;
use std::str::FromStr;

/// Part `index` of `count`, counted from 1.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    /// Which one.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

/// More parts than this are a slip.
const MOST: u32 = 100_000;

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Whether a page belongs to this part: pages are dealt out like cards, so that slow stretches are shared.
    pub fn owns(self, page: u64) -> bool {
        page % u64::from(self.count) == u64::from(self.index - 1)
    }

    fn new(index: u64, count: u64) -> Result<Shard, String> {
        if count == 0 || count > u64::from(MOST) {
            return Err(format!("a run has 1 to {MOST} parts, not {count}"));
        }
        if index == 0 || index > count {
            return Err(format!(
                "there is no part {index} of {count}: parts are numbered 1 to {count}"
            ));
        }
        Ok(Shard {
            index: index as u32,
            count: count as u32,
        })
    }

    /// The part that a cluster's job array has given to this process, read from its environment: Slurm's
    /// `SLURM_ARRAY_TASK_ID`, `_MIN` and `_COUNT`, or Kubernetes' `JOB_COMPLETION_INDEX` with `count` given by hand.
    pub fn from_job_array(
        count: Option<u32>,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<Shard, String> {
        let number = |name: &str| -> Result<Option<u64>, String> {
            match env(name) {
                None => Ok(None),
                Some(text) => match text.trim().parse() {
                    Ok(number) => Ok(Some(number)),
                    Err(_) => Err(format!("{name} is `{text}`, not a number")),
                },
            }
        };
        if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
            let least = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
            let jobs = number("SLURM_ARRAY_TASK_COUNT")?
                .ok_or("SLURM_ARRAY_TASK_ID is set but SLURM_ARRAY_TASK_COUNT is not")?;
            if let Some(count) = count
                && u64::from(count) != jobs
            {
                return Err(format!(
                    "the job array has {jobs} tasks, but {count} parts are asked for"
                ));
            }
            if let Some(most) = number("SLURM_ARRAY_TASK_MAX")?
                && most.checked_sub(least) != Some(jobs.saturating_sub(1))
            {
                return Err(format!(
                    "the array goes from {least} to {most} in {jobs} tasks: number it without gaps, as in --array=1-{jobs}"
                ));
            }
            let index = id
                .checked_sub(least)
                .ok_or_else(|| format!("task {id} comes before the first, {least}"))?;
            return Shard::new(index + 1, jobs);
        }
        if let Some(index) = number("JOB_COMPLETION_INDEX")? {
            let count = count.ok_or(
                "Kubernetes does not tell how many parts there are: say --shard auto/16, with the job's `completions`",
            )?;
            return Shard::new(index + 1, u64::from(count));
        }
        Err(
            "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set: this is no job array"
                .to_owned(),
        )
    }

    /// Reads `3/16`, `auto` or `auto/16`.
    pub fn read(text: &str, env: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        match text.strip_prefix("auto") {
            Some("") => Shard::from_job_array(None, env),
            Some(rest) => {
                let count = rest.strip_prefix('/').and_then(|count| count.parse().ok());
                let count = count.ok_or_else(|| format!("expected `auto/16`, found `{text}`"))?;
                Shard::from_job_array(Some(count), env)
            }
            None => text.parse(),
        }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        let numbers =
            parts.and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match numbers {
            Some((index, count)) => Shard::new(index, count),
            None => Err(format!(
                "expected a part such as `3/16`, or `auto` in a job array, found `{text}`"
            )),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(text: &str, vars: &[(&str, &str)]) -> Result<String, String> {
        let env = |name: &str| {
            let found = vars.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Shard::read(text, env).map(|shard| shard.to_string())
    }

    #[test]
    fn parts_are_numbered_from_one() {
        assert_eq!(auto("3/16", &[]).as_deref(), Ok("3/16"));
        for wrong in [
            "0/4",
            "5/4",
            "1/0",
            "x",
            "1",
            "1/2/3",
            "-1/2",
            "1/999999999",
        ] {
            assert!(auto(wrong, &[]).is_err(), "{wrong}");
        }
        let owned: Vec<u64> = (0..7)
            .filter(|p| Shard { index: 2, count: 3 }.owns(*p))
            .collect();
        assert_eq!(owned, [1, 4]);
    }

    #[test]
    fn job_arrays_say_which_part() {
        let slurm = |id, min, max, count| {
            auto(
                "auto",
                &[
                    ("SLURM_ARRAY_TASK_ID", id),
                    ("SLURM_ARRAY_TASK_MIN", min),
                    ("SLURM_ARRAY_TASK_MAX", max),
                    ("SLURM_ARRAY_TASK_COUNT", count),
                ],
            )
        };
        assert_eq!(slurm("1", "1", "16", "16").as_deref(), Ok("1/16"));
        assert_eq!(slurm("15", "0", "15", "16").as_deref(), Ok("16/16"));
        assert!(slurm("4", "0", "30", "16").is_err(), "an array with gaps");
        assert!(slurm("x", "0", "15", "16").is_err());
        assert!(auto("auto", &[]).unwrap_err().contains("no job array"));
        let index = [("JOB_COMPLETION_INDEX", "0")];
        assert!(auto("auto", &index).unwrap_err().contains("auto/16"));
        assert_eq!(auto("auto/16", &index).as_deref(), Ok("1/16"));
        assert!(auto("auto/x", &index).is_err());
    }
}
