//! A picture of the table as SVG text: one self-contained image, in whole grains, the same bytes every time. The sides
//! differ in colour (also to the colour-blind), in lightness (also in print) and in the ring around their bases.

use super::grain::{INCH, Point};
use super::picture::{Act, Picture};
use super::piece::{Piece, Stuff};
use super::shape::Shape;
use std::fmt::Write as _;

/// How the bases of a side look: fill, rim, writing.
pub(super) struct Paint {
    pub fill: &'static str,
    pub rim: &'static str,
    pub ink: &'static str,
}

pub(super) const PAINTS: [Paint; 2] = [
    Paint {
        fill: "#0b559f",
        rim: "#06305c",
        ink: "#ffffff",
    },
    Paint {
        fill: "#ffe0bf",
        rim: "#c24a00",
        ink: "#3d1700",
    },
];

/// Fill and rim of a piece.
fn ground(piece: &Piece) -> (&'static str, &'static str) {
    match piece.stuff {
        Stuff::Block if piece.height <= INCH => ("#c9c1b4", "#6e6557"),
        Stuff::Block => ("#a79c8b", "#4f4739"),
        Stuff::Zone => ("url(#leaves)", "#5d7d45"),
        Stuff::Hill => ("#e8d9b0", "#a58c4c"),
        Stuff::Pit => ("#bcd8e8", "#4e86a6"),
        Stuff::Area => ("none", "#7a7a7a"),
    }
}

/// Text with what XML does not allow taken care of.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A length in inches, as short as it can be said.
pub(super) fn inches(grains: i32) -> String {
    let hundredths = (i64::from(grains) * 100 + i64::from(INCH) / 2).div_euclid(i64::from(INCH));
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match (rest, rest % 10) {
        (0, _) => format!("{whole}"),
        (_, 0) => format!("{whole}.{}", rest / 10),
        _ => format!("{whole}.{rest:02}"),
    }
}

/// The drawing in the making. A unit of the image is a grain; y runs down.
pub(super) struct Sheet<'a> {
    pub picture: &'a Picture<'a>,
    out: String,
    pub sides: Point,
    /// The size of ordinary writing.
    pub size: i32,
    /// The width of an ordinary line.
    pub line: i32,
    /// Where the table's upper left corner is.
    pub corner: Point,
}

/// One picture as SVG text.
pub fn svg(picture: &Picture) -> String {
    let sides = picture.table.sides();
    let longest = sides.x.max(sides.y);
    let size = (longest / 52).max(24);
    let mut sheet = Sheet {
        picture,
        out: String::new(),
        sides,
        size,
        line: (longest / 640).max(2),
        corner: Point::new(size * 5 / 2, size * 6),
    };
    sheet.draw();
    sheet.out
}

impl Sheet<'_> {
    pub(super) fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    /// A place of the table in the image.
    pub(super) fn at(&self, p: Point) -> Point {
        Point::new(self.corner.x + p.x, self.corner.y + self.sides.y - p.y)
    }

    pub(super) fn text(
        &mut self,
        at: Point,
        size: i32,
        anchor: &str,
        fill: &str,
        more: &str,
        text: &str,
    ) {
        let text = escaped(text);
        self.add(format_args!(
            r#"<text x="{}" y="{}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{more}>{text}</text>"#,
            at.x, at.y
        ));
    }

    fn draw(&mut self) {
        let legend = self.legend_lines();
        let width = self.sides.x + self.corner.x + self.size;
        let below = self.corner.y + self.sides.y;
        let height = below + self.size * 4 + legend.len() as i32 * self.size * 3 / 2;
        // 960 pixels on the longer side of the table, however large it is.
        let longest = i64::from(self.sides.x.max(self.sides.y));
        let pixels = |n: i32| i64::from(n) * 960 / longest;
        self.add(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{}" height="{}" font-family="'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif" role="img">"#,
            pixels(width),
            pixels(height),
        ));
        let title = escaped(&self.picture.title);
        self.add(format_args!("<title>{title}</title>"));
        self.definitions();
        self.add(format_args!(
            r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##
        ));
        let left = Point::new(self.corner.x, self.size * 2);
        let picture = self.picture;
        self.text(
            left,
            self.size * 8 / 5,
            "start",
            "#1b1b1b",
            r#" font-weight="bold""#,
            &picture.title,
        );
        let next = Point::new(left.x, self.size * 19 / 5);
        self.text(
            next,
            self.size * 11 / 10,
            "start",
            "#444444",
            "",
            &picture.subtitle,
        );
        self.ground();
        for piece in self.pieces_in_order() {
            self.piece(piece);
        }
        for piece in self.pieces_in_order() {
            self.name_of(piece);
        }
        self.objectives();
        for act in [Act::Move, Act::Miss, Act::Hit] {
            for arrow in picture.arrows.iter().filter(|arrow| arrow.act == act) {
                self.arrow(arrow);
            }
        }
        let tokens = |fallen: bool| {
            picture
                .tokens
                .iter()
                .filter(move |token| token.fallen == fallen)
        };
        for token in tokens(true).chain(tokens(false)) {
            self.token(token);
        }
        self.foot(&legend, below);
        self.add(format_args!("</svg>"));
    }

    fn definitions(&mut self) {
        let (size, line) = (self.size, self.line);
        let (half, quarter) = (size / 2, size / 4);
        self.add(format_args!(
            r##"<defs><pattern id="leaves" width="{size}" height="{size}" patternUnits="userSpaceOnUse"><rect width="{size}" height="{size}" fill="#cfe0bb"/><circle cx="{quarter}" cy="{quarter}" r="{}" fill="#a9c48c"/><circle cx="{}" cy="{}" r="{}" fill="#a9c48c"/></pattern>"##,
            size / 6,
            half + quarter,
            half + quarter,
            size / 6,
        ));
        for (side, paint) in PAINTS.iter().enumerate() {
            self.add(format_args!(
                r#"<marker id="tip{side}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="{}" markerHeight="{}" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10L2.5 5z" fill="{}"/></marker>"#,
                8 * line,
                8 * line,
                paint.rim,
            ));
        }
        self.add(format_args!("</defs>"));
    }

    /// The ground, a grid to measure by, and the zones of the sides.
    fn ground(&mut self) {
        let (sides, line, size) = (self.sides, self.line, self.size);
        let Point { x, y } = self.corner;
        self.add(format_args!(
            r##"<rect x="{x}" y="{y}" width="{}" height="{}" fill="#f6f3ea"/>"##,
            sides.x, sides.y
        ));
        for (side, paint) in PAINTS.iter().enumerate() {
            let zone = *self.picture.table.zone(side);
            let colour = if side == 0 { paint.fill } else { paint.rim };
            let style = format!(
                r#"fill="{colour}" fill-opacity="0.07" stroke="{colour}" stroke-opacity="0.5" stroke-width="{line}" stroke-dasharray="{} {}""#,
                4 * line,
                4 * line
            );
            self.shape(&zone, &style);
        }
        let step = self.grid_step();
        let mut ticks = String::new();
        for at in (step..sides.x).step_by(step as usize) {
            let _ = write!(ticks, "M{} {y}v{}", x + at, sides.y);
        }
        for at in (step..sides.y).step_by(step as usize) {
            let _ = write!(ticks, "M{x} {}h{}", y + sides.y - at, sides.x);
        }
        self.add(format_args!(
            r##"<path d="{ticks}" stroke="#000000" stroke-opacity="0.08" stroke-width="{}" fill="none"/>"##,
            line.min(6)
        ));
        let small = size * 4 / 5;
        for at in (0..=sides.x).step_by(step as usize) {
            let place = Point::new(x + at, y + sides.y + small * 5 / 4);
            self.text(place, small, "middle", "#666666", "", &inches(at));
        }
        for at in (step..=sides.y).step_by(step as usize) {
            let place = Point::new(x - small / 3, y + sides.y - at + small / 3);
            self.text(place, small, "end", "#666666", "", &inches(at));
        }
        self.add(format_args!(
            r##"<rect x="{x}" y="{y}" width="{}" height="{}" fill="none" stroke="#333333" stroke-width="{}"/>"##,
            sides.x,
            sides.y,
            2 * line
        ));
    }

    /// A line every 6 inches, or every 12, 24 ... on larger tables.
    pub(super) fn grid_step(&self) -> i32 {
        let mut step = 6 * INCH;
        while self.sides.x.max(self.sides.y) / step > 12 {
            step *= 2;
        }
        step
    }

    fn shape(&mut self, shape: &Shape, style: &str) {
        match shape {
            Shape::Circle(disc) => {
                let at = self.at(disc.at);
                let r = disc.r;
                self.add(format_args!(
                    r#"<circle cx="{}" cy="{}" r="{r}" {style}/>"#,
                    at.x, at.y
                ));
            }
            Shape::Polygon(polygon) => {
                let mut points = String::new();
                for corner in polygon.corners() {
                    let at = self.at(*corner);
                    let gap = if points.is_empty() { "" } else { " " };
                    let _ = write!(points, "{gap}{},{}", at.x, at.y);
                }
                self.add(format_args!(r#"<polygon points="{points}" {style}/>"#));
            }
        }
    }

    /// Marks and hills lie below what stands on them.
    fn pieces_in_order(&self) -> Vec<usize> {
        let pieces = self.picture.table.pieces();
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        order.sort_by_key(|&i| {
            let layer = match pieces[i].stuff {
                Stuff::Area => 0,
                Stuff::Hill => 1,
                Stuff::Pit => 2,
                Stuff::Zone => 3,
                Stuff::Block => 4,
            };
            (layer, -pieces[i].bounds.r, i)
        });
        order
    }

    fn piece(&mut self, i: usize) {
        let piece = self.picture.table.pieces()[i];
        let (fill, rim) = ground(&piece);
        let line = self.line;
        let dashes = match piece.stuff {
            Stuff::Area => format!(r#" stroke-dasharray="{} {}""#, 5 * line, 3 * line),
            _ => String::new(),
        };
        let style = format!(
            r#"fill="{fill}" stroke="{rim}" stroke-width="{}" stroke-linejoin="round"{dashes}"#,
            line * 3 / 2
        );
        self.shape(&piece.shape, &style);
    }

    /// Its name and height, in its middle: upright where it is too narrow for it.
    fn name_of(&mut self, i: usize) {
        let table = self.picture.table;
        let piece = table.pieces()[i];
        let mut name = table.label(i).name.clone();
        if piece.height > 0 && piece.stuff != Stuff::Area {
            let sign = if piece.stuff == Stuff::Pit { "-" } else { "" };
            name = format!("{name} {sign}{}", inches(piece.height));
        }
        let (low, high) = piece.shape.extent();
        let size = self.size * 4 / 5;
        // A letter is about 0.6 of its size wide.
        let length = name.chars().count() as i32 * size * 3 / 5;
        let (width, depth) = (high.x - low.x, high.y - low.y);
        let middle = self.at(Point::new((low.x + high.x) / 2, (low.y + high.y) / 2));
        let turned = length > width && depth > width;
        let (x, y) = if turned {
            (middle.x + size / 3, middle.y)
        } else {
            (middle.x, middle.y + size / 3)
        };
        let turn = if turned {
            format!(r#" transform="rotate(-90 {x} {y})""#)
        } else {
            String::new()
        };
        let halo = format!(
            r##" stroke="#ffffff" stroke-opacity="0.75" stroke-width="{}" paint-order="stroke" stroke-linejoin="round"{turn}"##,
            size / 4
        );
        self.text(Point::new(x, y), size, "middle", "#2b2b2b", &halo, &name);
    }

    fn objectives(&mut self) {
        let line = self.line;
        for objective in self.picture.table.objectives() {
            let style = format!(
                r##"fill="#e6b800" fill-opacity="0.25" stroke="#8a6d00" stroke-width="{}" stroke-dasharray="{} {}""##,
                2 * line,
                3 * line,
                2 * line
            );
            self.shape(&objective.shape, &style);
            let (low, high) = objective.shape.extent();
            let at = self.at(Point::new((low.x + high.x) / 2, high.y));
            let at = Point::new(at.x, at.y - self.size / 4);
            let size = self.size * 4 / 5;
            self.text(
                at,
                size,
                "middle",
                "#6b5400",
                r#" font-style="italic""#,
                &objective.name,
            );
        }
    }
}
