//! The variants of a scenario: what each sets in the rules, and problems with those rules told where the scenario brings
//! them about.

use super::file::Scenario;
use super::lists::dotted;
use crate::document::{Node, Problems};

/// The variants of a scenario: name, and what is set.
pub fn variant_sets(doc: &Node) -> Vec<(String, Vec<(String, Node)>)> {
    let set = |node: Option<&Node>| -> Vec<(String, Node)> {
        let leaves = node.map(dotted).unwrap_or_default();
        leaves
            .into_iter()
            .map(|(key, node)| (key, node.clone()))
            .collect()
    };
    let common = set(doc.get("set"));
    let variants = doc.get("variants").map_or(&[][..], Node::entries);
    if variants.is_empty() {
        return vec![(String::new(), common)];
    }
    variants
        .iter()
        .map(|entry| {
            let own = set(Some(&entry.node));
            let kept = common
                .iter()
                .filter(|(key, _)| !own.iter().any(|(mine, _)| mine == key));
            let all = kept.cloned().chain(own.clone()).collect();
            (entry.key.clone(), all)
        })
        .collect()
}

/// Problems with the rules, told where the scenario brings them about: the key of `set` or of a variant that is wrong, or
/// the line that names the rules.
pub fn blame(mut problems: Problems, scenario: &Scenario, variant: &str) -> Problems {
    let doc = &scenario.doc;
    let of_variant = doc.get("variants").and_then(|table| table.get(variant));
    let tables = [of_variant, doc.get("set")];
    let said: Vec<(String, &Node)> = tables.into_iter().flatten().flat_map(dotted).collect();
    let named = doc.get("rules").and_then(Node::as_text);
    for problem in &mut problems.0 {
        let path = problem.path.strip_prefix("set.").unwrap_or(&problem.path);
        let near = |key: &str| {
            let shorter = path.len().min(key.len());
            path.get(..shorter) == key.get(..shorter) && !path.is_empty()
        };
        let guilty = said.iter().find(|(key, _)| near(key));
        if problem.span.is_none() {
            problem.span = match guilty {
                Some((_, node)) => node.span.clone(),
                // Rules that cannot be found are the fault of who named them.
                None if path == "rules" || path.is_empty() => doc
                    .get("rules")
                    .filter(|_| named.is_some_and(|name| scenario.rules.ends_with(name)))
                    .and_then(|node| node.span.clone()),
                None => None,
            };
        }
        if let (Some((key, node)), false) = (guilty, variant.is_empty())
            && node.span.is_some()
        {
            problem.message = format!("{} (`{key}` of variant `{variant}`)", problem.message);
        }
    }
    problems
}
