//! Makes the JSON Schema of a [`Shape`], so that editors can help while a document is written.
//! It is made from the same description the check uses, so the two cannot drift apart.

use serde_json::{Map, Value, json};

use super::shape::{Kind, Shape};

impl Shape {
    /// The JSON Schema (draft 2020-12) of this shape; `id` may be empty.
    ///
    /// The schema is stricter than [`Shape::check`] in one thing: it does not offer `null` for
    /// keys that may be left out.
    pub fn to_json_schema(&self, title: &str, id: &str) -> Value {
        let mut schema = Map::new();
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        schema.insert("$schema".to_owned(), dialect.into());
        if !id.is_empty() {
            schema.insert("$id".to_owned(), id.into());
        }
        schema.insert("title".to_owned(), title.into());
        schema.extend(self.schema());
        Value::Object(schema)
    }

    fn schema(&self) -> Map<String, Value> {
        let mut schema = Map::new();
        let mut put = |key: &str, value: Value| {
            schema.insert(key.to_owned(), value);
        };
        if !self.doc.is_empty() {
            put("description", self.doc.into());
        }
        match &self.kind {
            Kind::Any => {}
            Kind::Bool => put("type", "boolean".into()),
            Kind::Int { min, max } => {
                put("type", "integer".into());
                if *min != i64::MIN {
                    put("minimum", (*min).into());
                }
                if *max != i64::MAX {
                    put("maximum", (*max).into());
                }
            }
            Kind::Number { min, max } => {
                put("type", "number".into());
                if min.is_finite() {
                    put("minimum", (*min).into());
                }
                if max.is_finite() {
                    put("maximum", (*max).into());
                }
            }
            Kind::Text => put("type", "string".into()),
            Kind::Choice(choices) => {
                put("type", "string".into());
                put("enum", json!(choices));
            }
            Kind::List { of, min, max } => {
                put("type", "array".into());
                put("items", Value::Object(of.schema()));
                if *min > 0 {
                    put("minItems", (*min).into());
                }
                if *max != usize::MAX {
                    put("maxItems", (*max).into());
                }
            }
            Kind::Table { fields, rest } => {
                put("type", "object".into());
                let properties: Map<String, Value> = fields
                    .iter()
                    .map(|field| (field.name.to_owned(), Value::Object(field.shape.schema())))
                    .collect();
                put("properties", Value::Object(properties));
                let required: Vec<&str> = fields
                    .iter()
                    .filter(|field| field.required)
                    .map(|field| field.name)
                    .collect();
                if !required.is_empty() {
                    put("required", json!(required));
                }
                let rest = rest.as_ref().map(|rest| Value::Object(rest.schema()));
                put("additionalProperties", rest.unwrap_or(Value::Bool(false)));
            }
            Kind::Map { of } => {
                put("type", "object".into());
                put("additionalProperties", Value::Object(of.schema()));
            }
            Kind::Either(shapes) => {
                let any: Vec<Value> = shapes.iter().map(|s| Value::Object(s.schema())).collect();
                put("anyOf", Value::Array(any));
            }
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::Field;
    use super::*;

    #[test]
    fn a_schema_says_what_the_shape_says() {
        let shape = Shape::table(vec![
            Field::needed("damage", Shape::int(1..=20).doc("wounds a hit takes")),
            Field::maybe("reach", Shape::number(0.0..)),
            Field::maybe("kind", Shape::choice(&["melee", "ranged"])),
            Field::maybe("tags", Shape::list_of(Shape::text(), 1..=2)),
            Field::maybe("magic", Shape::either(vec![Shape::flag(), Shape::any()])),
            Field::maybe(
                "by_name",
                Shape::map(Shape::open_table(vec![], Shape::int(..))),
            ),
        ]);
        let expected = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://example.org/w.json",
            "title": "A weapon",
            "description": "one weapon",
            "type": "object",
            "properties": {
                "damage": {
                    "description": "wounds a hit takes",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 20,
                },
                "reach": {"type": "number", "minimum": 0.0},
                "kind": {"type": "string", "enum": ["melee", "ranged"]},
                "tags": {
                    "type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2,
                },
                "magic": {"anyOf": [{"type": "boolean"}, {}]},
                "by_name": {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "properties": {},
                        "additionalProperties": {"type": "integer"},
                    },
                },
            },
            "required": ["damage"],
            "additionalProperties": false,
        });
        let schema = shape
            .doc("one weapon")
            .to_json_schema("A weapon", "https://example.org/w.json");
        assert_eq!(schema, expected);
        let bare = Shape::any().to_json_schema("x", "");
        assert!(bare.get("$id").is_none());
    }
}
