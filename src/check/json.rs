//! A comparison as JSON: everything there is.

use super::report::{Against, Report};
use serde_json::{Value, json};

/// A comparison as JSON.
pub fn json(report: &Report) -> Value {
    let counts = report.counts();
    let matchups: Vec<Value> = report
        .told
        .iter()
        .enumerate()
        .map(|(at, told)| {
            let judged = &told.judged;
            let mut row = json!({
                "matchup": told.title,
                "a": told.names[0],
                "b": told.names[1],
                "situation": told.situation,
                "variant": told.variant,
                "verdict": judged.verdict.word(),
                "method": if judged.exact { "exact" } else { "sampled" },
                "score_before": judged.scores[0],
                "score_now": judged.scores[1],
                "moved": judged.moved,
                "moved_interval": [judged.interval.low, judged.interval.high],
                "fights": judged.fights,
                "program_changed": judged.program,
            });
            if !judged.exact {
                row["log_evidence_changed"] = json!(judged.evidence);
            }
            if let Some(expected) = &report.expected {
                row["expected"] = json!(expected.meant[at]);
            }
            row
        })
        .collect();
    let causes: Vec<Value> = report
        .causes
        .iter()
        .map(|cause| {
            let place = cause.place.as_ref();
            let place = place
                .map(|(file, line, column)| json!({"file": file, "line": line, "column": column}));
            json!({
                "in": if cause.scenario { "scenario" } else { "rules" },
                "path": cause.path,
                "variant": cause.variant,
                "old": cause.old,
                "new": cause.new,
                "place": place,
            })
        })
        .collect();
    let groups: Vec<Value> = report
        .groups
        .iter()
        .map(|group| {
            json!({
                "share": group.words,
                "changed": group.changed,
                "moved_less": group.less,
                "did_not_move": group.still,
                "mean": group.mean,
                "least": group.range[0],
                "most": group.range[1],
            })
        })
        .collect();
    json!({
        "fairfight": env!("CARGO_PKG_VERSION"),
        "scenario": report.scenario,
        "title": report.title,
        "system": report.system,
        "against": match &report.against {
            Against::Baseline { folder, version } => json!({"baseline": folder, "fairfight": version}),
            Against::Rules { old, new } => json!({"old": old, "new": new}),
        },
        "ok": !report.fails(),
        "headline": report.headline(),
        "settings": {
            "tolerance": report.terms.tolerance,
            "level": report.terms.level,
            "budget": report.terms.budget,
            "strict": report.strict,
        },
        "counts": {
            "tested": counts.tested,
            "exact": counts.exact,
            "sampled": counts.tested - counts.exact,
            "same": counts.same,
            "moved_inside_tolerance": counts.moved,
            "changed": counts.changed,
            "undecided": counts.undecided,
            "new": report.new.len(),
            "vanished": report.vanished.len(),
            "program_changed": counts.program,
            "fights": counts.fights,
        },
        "changes": causes,
        "groups": groups,
        "remarks": report.remarks(),
        "notes": report.notes,
        "unexpected": report.expected.as_ref().map(|expected| &expected.unexpected),
        "missing": report.expected.as_ref().map(|expected| &expected.missing),
        "new": report.new,
        "vanished": report.vanished,
        "matchups": matchups,
    })
}
