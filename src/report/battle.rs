//! A battle report: the frames of a told skirmish as pictures, one a round, and as maps of letters for the terminal.

use super::folder::Folder;
use crate::table::picture::{Act, Arrow, Picture, Token};
use crate::table::{Disc, Point, Table, draw_svg, draw_text};
use crate::umpire::{ArrowKind, Frame, FrameBody, Side};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// A told skirmish as somebody wants to see it.
pub struct Battle<'a> {
    /// Where it was fought.
    pub table: &'a Table,
    /// What to call it: its number.
    pub title: String,
    /// What to call A and B.
    pub names: [String; 2],
    /// A stands on table side 1.
    pub turned: bool,
}

/// Pictures that stand side by side on one sheet.
const COLUMNS: usize = 2;

/// Space between the pictures of a sheet, in pixels.
const SPACE: i64 = 16;

impl Battle<'_> {
    /// On which table side an army stands: pictures are coloured by the zone an army came from.
    fn side(&self, army: Side) -> usize {
        army.index() ^ usize::from(self.turned)
    }

    fn picture(&self, frame: &Frame) -> Picture<'_> {
        let mut picture = Picture::new(self.table, self.title.clone());
        for army in [Side::A, Side::B] {
            let letter = ["A", "B"][army.index()];
            let name = &self.names[army.index()];
            picture.sides[self.side(army)] = format!("{letter}: {name}");
        }
        picture.subtitle = self.state(frame);
        let shown = frame.bodies.iter().filter(|body| !body.away);
        picture.tokens = shown.map(|body| self.token(body)).collect();
        picture.arrows = frame
            .arrows
            .iter()
            .map(|arrow| Arrow {
                act: match (arrow.kind, arrow.hit) {
                    (ArrowKind::Move, _) => Act::Move,
                    (_, true) => Act::Hit,
                    (_, false) => Act::Miss,
                },
                side: self.side(arrow.side),
                points: vec![place(arrow.from), place(arrow.to)],
            })
            .collect();
        picture
    }

    /// When it is, and who is left.
    fn state(&self, frame: &Frame) -> String {
        let left = [Side::A, Side::B].map(|army| {
            let own = || frame.bodies.iter().filter(|body| body.side == army);
            let alive = own().filter(|body| body.alive).count();
            format!("{} {alive} of {}", ["A", "B"][army.index()], own().count())
        });
        let when = match frame.round {
            0 => "Deployment".to_owned(),
            round => format!("After round {round}"),
        };
        let gathered = frame
            .gathered
            .map_or(String::new(), |[a, b]| format!("; gathered A {a}, B {b}"));
        format!("{when}: {} left{gathered}", left.join(", "))
    }

    fn token(&self, body: &FrameBody) -> Token {
        let number = body.index + 1;
        let disc = Disc::new(place(body.at), body.radius);
        let mut token = Token::new(
            disc,
            self.side(body.side),
            body.name.clone(),
            number.to_string(),
        );
        token.fallen = !body.alive;
        token.hidden = body.hidden;
        token
    }

    /// A frame as a map of letters.
    pub fn map(&self, frame: &Frame) -> String {
        let mut picture = self.picture(frame);
        picture.title = std::mem::take(&mut picture.subtitle);
        // Paths of a whole round would hide the men.
        picture.arrows.clear();
        draw_text::text(&picture)
    }

    /// A frame as a picture.
    pub fn svg(&self, frame: &Frame) -> String {
        draw_svg::svg(&self.picture(frame))
    }

    /// All frames on one sheet, one after the other.
    pub fn sheet(&self, frames: &[&Frame]) -> String {
        let pictures: Vec<String> = frames.iter().map(|frame| self.svg(frame)).collect();
        let sizes: Vec<[i64; 2]> = pictures
            .iter()
            .map(|svg| ["width", "height"].map(|key| attribute(svg, key)))
            .collect();
        let width = sizes.iter().map(|size| size[0]).max().unwrap_or(0);
        let columns = COLUMNS.min(pictures.len().max(1));
        // Rows are as high as their highest.
        let heights: Vec<i64> = sizes
            .chunks(columns)
            .map(|row| row.iter().map(|size| size[1]).max().unwrap_or(0) + SPACE)
            .collect();
        let (wide, high) = (
            columns as i64 * (width + SPACE) - SPACE,
            heights.iter().sum::<i64>() - SPACE,
        );
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\">\n\
             <rect width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n"
        );
        for (at, svg) in pictures.iter().enumerate() {
            let x = (at % columns) as i64 * (width + SPACE);
            let y: i64 = heights[..at / columns].iter().sum();
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "{}",
                svg.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1)
            );
        }
        out + "</svg>\n"
    }

    /// Writes the pictures: all on one sheet if the path ends in `.svg`, else a file a round into a folder. Gives their names.
    pub fn write(&self, frames: &[&Frame], path: &Path) -> io::Result<Vec<String>> {
        let is_file = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("svg"));
        let file = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        if let (true, Some(name)) = (is_file, file) {
            let parent = path
                .parent()
                .filter(|parent| !parent.as_os_str().is_empty());
            let mut folder = Folder::new(parent.unwrap_or(Path::new(".")))?;
            folder.write(&name, |out| out.write_all(self.sheet(frames).as_bytes()))?;
            folder.show()?;
            return Ok(vec![path.display().to_string()]);
        }
        let mut folder = Folder::new(path)?;
        let mut names = Vec::new();
        for (at, frame) in frames.iter().enumerate() {
            let name = match frame.round {
                0 => "deployment.svg".to_owned(),
                // The last round may end early: its end is a frame of its own.
                round if at > 0 && frames[at - 1].round == round => {
                    format!("round-{round:02}-end.svg")
                }
                round => format!("round-{round:02}.svg"),
            };
            folder.write(&name, |out| out.write_all(self.svg(frame).as_bytes()))?;
            names.push(path.join(name).display().to_string());
        }
        folder.show()?;
        Ok(names)
    }
}

fn place([x, y]: [i32; 2]) -> Point {
    Point::new(x, y)
}

/// A number among the attributes of a picture's first element.
fn attribute(svg: &str, key: &str) -> i64 {
    let from = svg
        .split_once(&format!(" {key}=\""))
        .map_or("", |(_, rest)| rest);
    from.split('"')
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}
