//! The same run gives the same bytes: on any number of threads, in any number of parts, after any number of kills.

use crate::scenario::{Place, Results, cell, rows};
use std::time::Duration;

/// Exact and sampled match-ups, averaged and kept apart, enough of them for several pages.
const GRID: &str = r#"
[lists.all]
builds = ["levy", "hoplite", "knight", "musketeer", "trench_raider", "sniper"]
axes = { armour = ["none", "metal"], policy.react = ["counter", "dodge"] }
[situations]
gap = [0, 8, 20]
initiative = ["a", "roll"]
average = ["initiative"]
[sampling]
method = "sampled"
trials = 3000
"#;

fn whole(place: &Place) -> Results {
    place.good(&["run", "s.toml", "--out", "whole", "--threads", "1"]);
    place.results("whole")
}

#[test]
fn threads_change_nothing() {
    for sampling in ["trials = 3000", "precision = 0.01", "method = \"auto\""] {
        let text = GRID.replace("trials = 3000", "");
        let text = match sampling {
            "method = \"auto\"" => text.replace("method = \"sampled\"", sampling),
            other => text + other,
        };
        let place = Place::new(&text);
        let one = whole(&place);
        assert_eq!(rows(&one.matchups).len(), 24 * 23 / 2 * 3);
        for threads in ["2", "7"] {
            place.good(&["run", "s.toml", "--out", threads, "--threads", threads]);
            assert!(
                place.results(threads) == one,
                "{threads} threads, {sampling}"
            );
        }
    }
}

#[test]
fn shards_change_nothing() {
    let place = Place::new(GRID);
    let one = whole(&place);
    for count in [1, 2, 5] {
        let out = format!("of{count}");
        // In any order; a part of one is the whole.
        for index in (1..=count).rev() {
            let shard = format!("{index}/{count}");
            place.good(&["run", "s.toml", "--out", &out, "--shard", &shard]);
        }
        if count > 1 {
            assert!(!place.path(&out).join("matchups.csv").exists());
            place.good(&["merge", &out]);
        }
        assert!(place.results(&out) == one, "{count} parts");
        assert!(
            !place.path(&out).join("parts").exists(),
            "parts are cleared away"
        );
    }
}

#[test]
fn a_job_array_says_which_part() {
    let place = Place::new("builds = [\"levy\", \"knight\", \"ogre\"]");
    let one = whole(&place);
    for task in ["4", "5", "6"] {
        let mut command = place.command(&["run", "s.toml", "--out", "slurm", "--shard", "auto"]);
        command
            .env("SLURM_ARRAY_TASK_ID", task)
            .env("SLURM_ARRAY_TASK_MIN", "4")
            .env("SLURM_ARRAY_TASK_MAX", "6")
            .env("SLURM_ARRAY_TASK_COUNT", "3");
        assert!(command.status().expect("a run").success());
    }
    place.good(&["merge", "slurm"]);
    assert!(place.results("slurm") == one);
    for index in ["0", "1"] {
        let mut command = place.command(&["run", "s.toml", "--out", "pods", "--shard", "auto/2"]);
        command.env("JOB_COMPLETION_INDEX", index);
        assert!(command.status().expect("a run").success());
    }
    place.good(&["merge", "pods"]);
    assert!(place.results("pods") == one);
    assert!(
        place
            .bad(&["run", "s.toml", "--shard", "auto"])
            .contains("no job array")
    );
}

#[test]
fn parts_that_do_not_fit_are_refused_by_name() {
    let place = Place::new(GRID);
    assert!(
        place
            .bad(&["merge", "nowhere"])
            .contains("no parts of a run in `nowhere`")
    );
    place.good(&["run", "s.toml", "--out", "x", "--shard", "1/3"]);
    place.good(&["run", "s.toml", "--out", "x", "--shard", "3/3"]);
    let said = place.bad(&["merge", "x"]);
    assert!(
        said.contains("part 2/3 is missing: run it with --shard 2/3"),
        "{said}"
    );
    // The middle part, but of another seed.
    place.good(&[
        "run", "s.toml", "--out", "x", "--shard", "2/3", "--seed", "9",
    ]);
    let said = place.bad(&["merge", "x"]);
    assert!(said.contains("is a part of another run"), "{said}");
    assert!(said.contains("-2of3.part"), "{said}");
    assert!(!place.path("x/matchups.csv").exists());
    assert!(
        place
            .bad(&["run", "s.toml", "--shard", "4/3"])
            .contains("no part 4 of 3")
    );
}

/// All that is to be run again is named at once, so that it can be.
#[test]
fn every_open_part_is_named() {
    let place = Place::new("builds = [\"levy\", \"knight\", \"ogre\", \"archer\"]");
    place.good(&["run", "s.toml", "--out", "x", "--shard", "2/4"]);
    place.good(&["run", "s.toml", "--out", "x", "--shard", "4/4"]);
    let part = std::fs::read_dir(place.path("x/parts"))
        .expect("parts")
        .filter_map(|file| Some(file.ok()?.path()))
        .find(|path| path.to_string_lossy().ends_with("-4of4.part"))
        .expect("the last part");
    let bytes = std::fs::read(&part).expect("its bytes");
    std::fs::write(&part, &bytes[..bytes.len() - 2]).expect("damage");
    let said = place.bad(&["merge", "x"]);
    for line in [
        "part 1/4 is missing: run it with --shard 1/4\n",
        "part 3/4 is missing: run it with --shard 3/4\n",
        "part 4/4 is not finished: 1 of 1 pages; run it again with --shard 4/4",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert!(!said.contains("2/4"), "{said}");
}

/// `sbatch --array=3` of an array that had 16 tasks would be the whole run, and `--array=3-5` a run in three parts.
#[test]
fn a_run_is_not_cut_anew() {
    let place = Place::new("builds = [\"levy\", \"knight\", \"ogre\", \"archer\"]");
    place.good(&["run", "s.toml", "--out", "x", "--shard", "1/4"]);
    let said = place.bad(&["run", "s.toml", "--out", "x", "--shard", "1/3"]);
    assert!(
        said.contains("-1of4.part` is of the same run cut into 4, not 3: go on with --shard I/4"),
        "{said}"
    );
    let output = place
        .command(&["run", "s.toml", "--out", "x", "--shard", "auto"])
        .env("SLURM_ARRAY_TASK_ID", "3")
        .env("SLURM_ARRAY_TASK_MIN", "3")
        .env("SLURM_ARRAY_TASK_MAX", "3")
        .env("SLURM_ARRAY_TASK_COUNT", "1")
        .output()
        .expect("a run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && said.contains("cut into 4, not 1"),
        "{said}"
    );
    assert!(!place.path("x/matchups.csv").exists());
    // Another run may share the folder until they are joined; whoever begins anew means it.
    place.good(&[
        "run", "s.toml", "--out", "x", "--shard", "1/3", "--seed", "9",
    ]);
    place.good(&["run", "s.toml", "--out", "x", "--fresh"]);
    assert!(place.path("x/matchups.csv").exists());
}

/// More parts than a process may have files open.
#[cfg(unix)]
#[test]
fn many_parts_are_joined() {
    let place = Place::new(
        "builds = [\"levy\", \"knight\", \"ogre\", \"archer\"]\nsituations.gap = [0, 8, 20]",
    );
    let one = whole(&place);
    for index in 1..=110 {
        let shard = format!("{index}/110");
        place.good(&["run", "s.toml", "--out", "x", "--shard", &shard]);
    }
    let merge = place.command(&["merge", "x"]);
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -n 90; exec \"$0\" merge x"])
        .arg(merge.get_program())
        .current_dir(place.path(""))
        .output()
        .expect("sh");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(place.results("x") == one);
}

/// A folder that several people share: what lies in it can be read by whoever can read the rest.
#[cfg(unix)]
#[test]
fn parts_and_plan_can_be_read_alike() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("builds = [\"levy\", \"knight\"]");
    place.good(&["run", "s.toml", "--out", "x", "--shard", "1/2"]);
    let modes: Vec<u32> = std::fs::read_dir(place.path("x/parts"))
        .expect("parts")
        .filter_map(|file| Some(file.ok()?.metadata().ok()?.permissions().mode() & 0o777))
        .collect();
    assert_eq!(modes.len(), 2);
    assert_eq!(modes[0], modes[1], "{modes:?}");
}

/// Twenty kills at random moments, each followed by the same command again.
#[test]
fn kills_change_nothing() {
    let text = GRID.replace("trials = 3000", "trials = 12000");
    let place = Place::new(&text);
    let one = whole(&place);
    survives_kills(&place, &one, 20);
}

/// Kills a run so many times at random moments, each time followed by the same command again; in the end it has
/// written `one`.
pub fn survives_kills(place: &Place, one: &Results, times: u32) {
    let mut waits = 0x9E37_79B9_7F4A_7C15u64;
    let (mut kills, mut resumed) = (0, false);
    while kills < times {
        waits ^= waits << 13;
        waits ^= waits >> 7;
        waits ^= waits << 17;
        let mut child = place
            .command(&["run", "s.toml", "--out", "killed", "--quiet"])
            .spawn()
            .expect("a run");
        std::thread::sleep(Duration::from_millis(5 + waits % 120));
        if child.try_wait().expect("its state").is_some() {
            // It came to its end before the kill: begin another.
            assert!(place.results("killed") == *one);
            std::fs::remove_dir_all(place.path("killed")).expect("cleared");
            continue;
        }
        // SIGKILL on Unix: nothing can be tidied up.
        child.kill().expect("a kill");
        child.wait().expect("its end");
        kills += 1;
        let parts = place.path("killed/parts");
        resumed |= parts.exists();
        assert!(
            !place.path("killed/matchups.csv").exists() || !parts.exists(),
            "results are there only when all of it is done"
        );
    }
    assert!(resumed, "no kill came in the middle of a run");
    place.good(&["run", "s.toml", "--out", "killed"]);
    assert!(place.results("killed") == *one);
}

/// Ctrl-C says what is kept, exits with 130, and the same command goes on from there.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let text = GRID.replace("trials = 3000", "trials = 40000");
    let place = Place::new(&text);
    let child = place
        .command(&["run", "s.toml", "--out", "x"])
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("a run");
    let part = place.path("x/parts");
    for _ in 0..500 {
        let size = std::fs::read_dir(&part).map_or(0, |files| {
            files
                .filter_map(|file| file.ok())
                .filter(|file| file.file_name().to_string_lossy().ends_with(".part"))
                .filter_map(|file| Some(file.metadata().ok()?.len()))
                .sum()
        });
        if size > 1_000 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(kill.success());
    let output = child.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.contains("match-ups are done and kept in `x`"),
        "{said}"
    );
    assert!(!place.path("x/matchups.csv").exists());
    let said = place.good(&["run", "s.toml", "--out", "x", "--resume"]);
    assert!(said.contains("going on from"), "{said}");
    let one = whole(&place);
    assert!(place.results("x") == one);
    // A refusal writes nothing that a second one could go on with.
    for _ in 0..2 {
        let said = place.bad(&["run", "s.toml", "--out", "x", "--resume"]);
        assert!(said.contains("nothing to go on with"), "{said}");
    }
    assert!(!place.path("x/parts").exists());
}

/// A part file whose end was torn off, or damaged, is fought again from there.
#[test]
fn a_torn_part_is_mended() {
    let place = Place::new(GRID);
    let one = whole(&place);
    place.good(&["run", "s.toml", "--out", "torn", "--shard", "1/2"]);
    place.good(&["run", "s.toml", "--out", "torn", "--shard", "2/2"]);
    let part = std::fs::read_dir(place.path("torn/parts"))
        .expect("parts")
        .filter_map(|file| Some(file.ok()?.path()))
        .find(|path| path.to_string_lossy().ends_with("-1of2.part"))
        .expect("the first part");
    let mut bytes = std::fs::read(&part).expect("its bytes");
    for damage in ["torn", "flipped", "emptied"] {
        let at = bytes.len() * 2 / 3;
        match damage {
            "torn" => bytes.truncate(at),
            "flipped" => bytes[at] ^= 1,
            _ => bytes.clear(),
        }
        std::fs::write(&part, &bytes).expect("damage");
        let said = place.bad(&["merge", "torn"]);
        assert!(
            said.contains("part 1/2 is not finished"),
            "{damage}: {said}"
        );
        place.good(&["run", "s.toml", "--out", "torn", "--shard", "1/2"]);
        bytes = std::fs::read(&part).expect("its bytes");
    }
    place.good(&["merge", "torn"]);
    assert!(place.results("torn") == one);
}

/// Every counted fight can be told: the told verdicts of a match-up are its counts.
#[test]
fn replay_tells_what_the_run_counted() {
    let text = GRID
        .replace("trials = 3000", "trials = 40")
        .replace("average = [\"initiative\"]", "");
    let place = Place::new(&text);
    place.good(&["run", "s.toml", "--out", "x"]);
    let results = place.results("x");
    let all = rows(&results.matchups);
    let row = &all[all.len() / 2];
    let situation: Vec<String> = row["situation"]
        .split(", ")
        .take(2)
        .map(|part| part.replace(' ', "="))
        .collect();
    let (mut a, mut b) = (0.0, 0.0);
    for fight in 0..40 {
        let told = place.good(&[
            "replay",
            "--scenario",
            "s.toml",
            &row["a"],
            &row["b"],
            &situation[0],
            &situation[1],
            "--fight",
            &fight.to_string(),
            "--json",
        ]);
        let told: serde_json::Value = serde_json::from_str(told.trim()).expect("JSON");
        match told["verdict"].as_str() {
            Some("a") => a += 1.0,
            Some("b") => b += 1.0,
            _ => {}
        }
    }
    assert_eq!(
        (a, b),
        (cell(row, "wins_a"), cell(row, "wins_b")),
        "{row:?}"
    );
}

/// Only what the run fought can be told, and a slip is told what was meant.
#[test]
fn replay_tells_nothing_that_was_not_fought() {
    let place = Place::new(
        "builds = [\"huscarl\", \"knight\"]\n[variants]\nold = {}\nnew = { ties = \"active\" }\n[situations]\ngap = [0, 4]\n",
    );
    let said = |words: &[&str]| {
        let all: Vec<&str> = ["replay", "--scenario", "s.toml"]
            .iter()
            .chain(words)
            .copied()
            .collect();
        place.bad(&all)
    };
    assert!(said(&["huscarl", "knight", "gap=4"]).contains("several variants"));
    let new = ["--variant", "new"];
    let with = |words: &[&str]| said(&[words, &new[..]].concat());
    assert!(with(&["knight", "huscarl", "gap=4"]).contains("the other way round"));
    assert!(with(&["huscarl", "huscarl", "gap=4"]).contains("does not meet"));
    assert!(with(&["huscarl", "knight"]).contains("has 2 such situations"));
    assert!(with(&["huscarl", "knight", "gap=5"]).contains("no such situation"));
    // The words of the results will do, also where they are the rules' defaults.
    place.good(&[
        "replay",
        "--scenario",
        "s.toml",
        "huscarl",
        "knight",
        "gap=4",
        "initiative=roll",
        "cap=50",
        "--variant",
        "new",
    ]);
}

/// A match-up's dice come from its names: another build in the file, another order, another list change no other.
#[test]
fn more_builds_change_no_other_row() {
    let sampled = "[sampling]\nmethod = \"sampled\"\ntrials = 500\n";
    let few = Place::new(&format!(
        "builds = [\"levy\", \"knight\", \"sniper\"]\n{sampled}"
    ));
    let more = Place::new(&format!(
        "builds = [\"levy\", \"ogre\", \"hoplite\", \"knight\", \"archer\", \"sniper\"]\n{sampled}"
    ));
    few.good(&["run", "s.toml", "--out", "x"]);
    more.good(&["run", "s.toml", "--out", "x"]);
    let known = rows(&more.results("x").matchups);
    for row in rows(&few.results("x").matchups) {
        let same = known
            .iter()
            .find(|other| other["matchup"] == row["matchup"])
            .expect("the same match-up");
        assert_eq!(
            (&same["wins_a"], &same["wins_b"]),
            (&row["wins_a"], &row["wins_b"]),
            "{row:?}"
        );
    }
    // And they are the dice of the plain duel.
    let duel = few.good(&[
        "duel", "levy", "knight", "--method", "sampled", "--trials", "500", "--json",
    ]);
    let duel: serde_json::Value = serde_json::from_str(duel.trim()).expect("JSON");
    let rows = rows(&few.results("x").matchups);
    assert_eq!(duel["wins_a"].as_f64(), Some(cell(&rows[0], "wins_a")));
}
