//! A scenario file: found by its path or, if it is one that is shipped, by its name; with what the command line changes.

use super::shape::shape;
use crate::document::{Checker, Node, Problem, Problems, Value, merge, nearest, read_toml};
use crate::systems::{self, read_text};
use std::path::{Path, PathBuf};

/// A scenario, read and checked as far as that can be done without its rules.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What its results are called: the file's name.
    pub name: String,
    /// What it says.
    pub doc: Node,
    /// Its rules: a system's id, or a path.
    pub rules: String,
}

/// What the command line changes.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Other rules.
    pub rules: Option<String>,
    /// Toggles and cells, under their dotted keys.
    pub set: Vec<(String, Node)>,
    /// Keys of `[sampling]`.
    pub sampling: Vec<(&'static str, Node)>,
}

/// A scenario that is built into the binary.
#[derive(Copy, Clone, Debug)]
pub struct Shipped {
    /// The system it is for.
    pub system: &'static str,
    /// Its name: `eras`.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

impl Shipped {
    /// Where it stands in the repository.
    pub fn path(&self) -> String {
        format!("scenarios/{}/{}.toml", self.system, self.name)
    }

    /// Its title.
    pub fn title(&self) -> String {
        read_toml(&self.path(), self.text)
            .ok()
            .and_then(|doc| doc.get("title").and_then(Node::as_text).map(str::to_owned))
            .unwrap_or_default()
    }
}

/// Every scenario that is built in.
pub fn shipped() -> Vec<Shipped> {
    let of = |system: &'static dyn systems::System| {
        system.scenarios().iter().map(|&(name, text)| Shipped {
            system: system.id(),
            name,
            text,
        })
    };
    systems::all()
        .iter()
        .flat_map(|system| of(*system))
        .collect()
}

impl Scenario {
    /// Opens a scenario by its path, or a shipped one by its name (`eras`), its system and name (`allesfezs/eras`) or
    /// its path in the repository.
    pub fn open(spec: &str) -> Result<Scenario, Problems> {
        let path = Path::new(spec);
        let known = shipped();
        let built_in = known.iter().find(|shipped| {
            shipped.name == spec
                || shipped.path() == spec
                || format!("{}/{}", shipped.system, shipped.name) == spec
        });
        // A folder of the name `eras` does not hide the scenario.
        let text = match (read_text(path), built_in) {
            (Ok(text), _) => text,
            (Err(_), Some(shipped)) => {
                return Scenario::read(
                    shipped.name,
                    &format!("<shipped scenario {}>", shipped.name),
                    shipped.text,
                    None,
                );
            }
            (Err(error), None) => {
                let mut problem =
                    Problem::new(format!("cannot read the scenario file `{spec}`: {error}"));
                let names: Vec<&str> = known.iter().map(|shipped| shipped.name).collect();
                problem.help = Some(match nearest(spec, names.iter().copied()) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!(
                        "give the path of a scenario file, or one of the shipped: {}",
                        names.join(", ")
                    ),
                });
                return Err(Problems(vec![problem]));
            }
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // A name of dots would be another folder.
        let name = match stem.trim_start_matches('.') {
            "" => "scenario",
            name => name,
        };
        Scenario::read(name, spec, &text, path.parent())
    }

    /// Reads a scenario. Paths in it begin at `folder`.
    pub fn read(
        name: &str,
        shown: &str,
        text: &str,
        folder: Option<&Path>,
    ) -> Result<Scenario, Problems> {
        Scenario::from_doc(name, read_toml(shown, text)?, folder)
    }

    /// The same from a tree.
    pub fn from_doc(name: &str, doc: Node, folder: Option<&Path>) -> Result<Scenario, Problems> {
        let mut checker = Checker::new(&doc);
        if doc.entries().is_empty() {
            let help = "name some builds: builds = [\"knight\", \"musketeer\"]".to_owned();
            checker.fail(&doc, "this scenario is empty", Some(help));
        }
        shape().check(&doc, &mut checker);
        checker.finish()?;
        let rules = doc.get("rules").and_then(Node::as_text);
        let rules = match rules {
            None => "allesfezs".to_owned(),
            Some(spec) if systems::find(spec).is_some() => spec.to_owned(),
            Some(spec) => folder
                .map_or_else(|| PathBuf::from(spec), |folder| folder.join(spec))
                .display()
                .to_string(),
        };
        Ok(Scenario {
            name: name.to_owned(),
            doc,
            rules,
        })
    }

    /// Lays the command line over it.
    pub fn change(&mut self, changes: Changes) {
        if let Some(rules) = changes.rules {
            self.rules = rules;
        }
        if !changes.set.is_empty() {
            let set = Node::table(changes.set);
            merge(&mut self.doc, &Node::table([("set", set)]));
        }
        if !changes.sampling.is_empty() {
            // Trials and precision exclude one another: the newer word counts.
            let keys: Vec<&str> = changes.sampling.iter().map(|(key, _)| *key).collect();
            let mut sampling: Vec<(&str, Node)> = changes.sampling.clone();
            for (said, other) in [("trials", "precision"), ("precision", "trials")] {
                if keys.contains(&said) {
                    sampling.push((other, Value::Null.into()));
                }
            }
            let sampling = Node::table(sampling);
            merge(&mut self.doc, &Node::table([("sampling", sampling)]));
        }
    }

    /// Its title, or its name.
    pub fn title(&self) -> &str {
        let title = self.doc.get("title").and_then(Node::as_text);
        title.unwrap_or(&self.name)
    }
}
