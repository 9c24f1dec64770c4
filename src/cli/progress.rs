//! How far a run is: a bar where somebody watches a terminal, a line now and then where the output goes to a file, and
//! nothing where quiet was asked for. Also where Ctrl-C arrives.

use super::print;
use crate::run::Watch;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Seconds between two lines where there is no terminal.
const EVERY: u64 = 10;

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C, a hang-up and a polite kill stop the run at the next block. A second one ends it at once.
pub fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        // Without a handler the process just ends; what was finished is on disk all the same.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether somebody asked to stop.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Watches a run.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    total: u64,
    done: AtomicU64,
    fights: AtomicU64,
    begun: Instant,
    said: AtomicU64,
}

impl Progress {
    /// A run of so many match-ups, of which some are done already.
    pub fn new(total: u64, done: u64, quiet: bool) -> Progress {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new(total);
            let style =
                "{bar:30.cyan/blue} {human_pos} of {human_len} match-ups  {msg}  {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.set_position(done);
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Progress {
            bar,
            quiet,
            total,
            done: AtomicU64::new(done),
            fights: AtomicU64::new(0),
            begun: Instant::now(),
            said: AtomicU64::new(0),
        }
    }

    /// Match-ups done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Fights fought.
    pub fn fights(&self) -> u64 {
        self.fights.load(Ordering::Relaxed)
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// Clears the bar.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn speed(&self) -> String {
        let fights = self.fights() as f64 / self.seconds().max(1e-3);
        match fights {
            0.0 => "exact".to_owned(),
            f if f >= 1e6 => format!("{:.1} M fights/s", f / 1e6),
            f => format!("{:.0} k fights/s", f / 1e3),
        }
    }

    /// A line for those who read a log.
    fn line(&self) {
        if self.quiet || self.bar.is_some() {
            return;
        }
        let now = self.seconds() as u64 / EVERY;
        let said = self.said.load(Ordering::Relaxed);
        let mine = now > said
            && self
                .said
                .compare_exchange(said, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if mine {
            print::note(&format!(
                "{} of {} match-ups, {}, {} s",
                self.done(),
                self.total,
                self.speed(),
                self.seconds() as u64
            ));
        }
    }
}

impl Watch for Progress {
    fn fought(&self, fights: u64) {
        self.fights.fetch_add(fights, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_message(self.speed());
        }
        self.line();
    }

    fn finished(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        self.line();
    }

    fn stopped(&self) -> bool {
        stopped()
    }
}
