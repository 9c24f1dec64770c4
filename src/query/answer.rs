//! From a question to its answer: the keys that every query has, the rules it names, and who answers.

use super::duel::duel;
use crate::document::{Checker, Field, Kind, Node, Problem, Problems, Shape, Value, read_json};
use crate::run::with_lab;
use crate::systems::{Library, Reply, Rulebook};
use serde_json::{Map, Value as Json, json};

/// An answer, for scripts and for people.
pub type Answer = Box<dyn Reply>;

/// The keys of a duel's own.
fn duel_fields(book: &dyn Rulebook) -> Vec<Field> {
    vec![
        Field::needed(
            "a",
            Shape::any().doc("the first side: the name of a build, or a table"),
        ),
        Field::needed("b", Shape::any().doc("the second side")),
        Field::maybe("situation", book.situation_shape()),
    ]
}

/// What a query with this question may say; none if there is no such question.
pub fn query_shape(book: &dyn Rulebook, question: &str) -> Option<Shape> {
    let own = match question {
        "duel" => duel_fields(book),
        "cost" => vec![Field::needed(
            "a",
            Shape::any().doc("the build: its name, or a table"),
        )],
        _ => {
            let shape = book
                .questions()
                .into_iter()
                .find(|(name, _)| *name == question)?
                .1;
            match shape.kind {
                Kind::Table { fields, .. } => fields,
                _ => Vec::new(),
            }
        }
    };
    let mut fields = vec![
        Field::needed(
            "rules",
            Shape::text().doc("a system's id, or the path of a rules file"),
        ),
        Field::needed("ask", Shape::text().doc("the question")),
        Field::maybe("id", Shape::any().doc("comes back in the answer")),
        Field::maybe(
            "set",
            Shape::map(Shape::any()).doc("toggles for this query only"),
        ),
    ];
    if question == "duel" {
        fields.extend([
            Field::maybe(
                "method",
                Shape::choice(&["exact", "sampled"])
                    .doc("left out: exact where it can be done, else sampled"),
            ),
            Field::maybe(
                "trials",
                Shape::int(1..=1_000_000_000_000).doc("fights of a sampled answer"),
            ),
            Field::maybe(
                "precision",
                Shape::number(0.00001..=0.5)
                    .doc("half-width of the 95 % interval of a sampled answer"),
            ),
            Field::maybe("seed", Shape::int(0..).doc("where the dice come from")),
        ]);
    }
    fields.extend(own);
    Some(Shape::table(fields))
}

fn missing(query: &Node, key: &str, help: &str) -> Problems {
    let mut checker = Checker::new(query);
    checker.missing(query, key, Some(help.to_owned()));
    checker.finish().err().unwrap_or_default()
}

/// Answers a query.
pub fn ask(library: &mut Library, query: &Node) -> Result<Answer, Problems> {
    if !matches!(query.value, Value::Table(_)) {
        let mut problem =
            Problem::new(format!("a query is an object, found {}", query.kind_name()));
        problem.help =
            Some("begin with {\"rules\": \"allesfezs\", \"ask\": \"duel\", ...".to_owned());
        return Err(Problems(vec![problem]));
    }
    let text = |key: &str, help: &str| -> Result<&str, Problems> {
        let node = query.get(key).ok_or_else(|| missing(query, key, help))?;
        node.as_text().ok_or_else(|| {
            let mut checker = Checker::new(query);
            checker.fail(
                node,
                format!("expected text, found {}", node.kind_name()),
                Some(help.to_owned()),
            );
            checker.finish().err().unwrap_or_default()
        })
    };
    let spec = text("rules", "a system's id, or the path of a rules file")?;
    let question = text("ask", "the question, such as `duel`")?;
    if let Some(set) = query.get("set")
        && !matches!(set.value, Value::Table(_) | Value::Null)
    {
        let mut checker = Checker::new(query);
        checker.fail(
            set,
            format!("expected a table of toggles, found {}", set.kind_name()),
            None,
        );
        checker.finish()?;
    }
    let book = library
        .book(spec, query.get("set"))
        .map_err(|mut problems| {
            for problem in &mut problems.0 {
                if problem.path.is_empty() && problem.span.is_none() {
                    problem.path = "rules".to_owned();
                }
            }
            problems
        })?;
    let mut checker = Checker::new(query);
    let Some(shape) = query_shape(book.as_ref(), question) else {
        let own = book.questions();
        let known: Vec<&str> = ["duel", "cost"]
            .into_iter()
            .chain(own.iter().map(|q| q.0))
            .collect();
        let at = query.get("ask").unwrap_or(query);
        checker.unknown_name(at, "question", question, &known);
        return Err(checker.finish().err().unwrap_or_default());
    };
    shape.check(query, &mut checker);
    checker.finish()?;
    match question {
        "duel" => Ok(Box::new(duel(book.as_ref(), query)?)),
        "cost" => {
            let build = query
                .get("a")
                .ok_or_else(|| missing(query, "a", "the build"))?;
            Ok(Box::new(book.bill(build)?))
        }
        _ => with_lab(|lab| book.ask(question, query, &mut lab.exact)),
    }
}

/// Answers one line of JSON with one line of JSON.
pub fn answer_line(library: &mut Library, line: &str) -> String {
    let mut id = None;
    let answer = read_json(line).and_then(|query| {
        id = query.get("id").map(Node::to_json);
        ask(library, &query)
    });
    let mut map = Map::new();
    map.insert("ok".to_owned(), json!(answer.is_ok()));
    if let Some(id) = id {
        map.insert("id".to_owned(), id);
    }
    match answer {
        Ok(answer) => map.extend(answer.json()),
        Err(problems) => {
            let errors: Vec<Json> = problems.0.iter().map(error).collect();
            map.insert(
                "error".to_owned(),
                errors
                    .first()
                    .cloned()
                    .unwrap_or_else(|| json!({"message": "unknown error", "at": ""})),
            );
            if errors.len() > 1 {
                map.insert("errors".to_owned(), Json::Array(errors));
            }
        }
    }
    Json::Object(map).to_string()
}

fn error(problem: &Problem) -> Json {
    let mut map = Map::new();
    let help = problem
        .help
        .as_ref()
        .map_or(String::new(), |help| format!(" ({help})"));
    map.insert(
        "message".to_owned(),
        json!(format!("{}{help}", problem.message)),
    );
    map.insert("at".to_owned(), json!(problem.path));
    if let Some(span) = &problem.span {
        let (line, column) = span.line_column();
        map.insert("file".to_owned(), json!(span.source.name));
        map.insert("line".to_owned(), json!(line));
        map.insert("column".to_owned(), json!(column));
    }
    Json::Object(map)
}
