//! A picture of the table as SVG text: one self-contained image, in whole grains, the same bytes every time. The sides
//! differ in colour (also to the colour-blind), in lightness (also in print) and in the ring around their bases.

use super::grain::{INCH, Point};
use super::leg::leg;
use super::picture::{Act, Arrow, Picture, Token};
use super::piece::{Piece, Stuff};
use super::shape::Shape;
use std::fmt::Write as _;

/// How the bases of a side look: fill, rim, writing.
struct Paint {
    fill: &'static str,
    rim: &'static str,
    ink: &'static str,
}

const PAINTS: [Paint; 2] = [
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
fn escaped(text: &str) -> String {
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
struct Sheet<'a> {
    picture: &'a Picture<'a>,
    out: String,
    sides: Point,
    /// The size of ordinary writing.
    size: i32,
    /// The width of an ordinary line.
    line: i32,
    /// Where the table's upper left corner is.
    corner: Point,
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
    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    /// A place of the table in the image.
    fn at(&self, p: Point) -> Point {
        Point::new(self.corner.x + p.x, self.corner.y + self.sides.y - p.y)
    }

    fn text(&mut self, at: Point, size: i32, anchor: &str, fill: &str, more: &str, text: &str) {
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
    fn grid_step(&self) -> i32 {
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

    fn arrow(&mut self, arrow: &Arrow) {
        if arrow.points.len() < 2 {
            return;
        }
        let mut points = arrow.points.clone();
        if let [.., before, last] = &mut points[..] {
            // The tip is seen at the rim of whoever stands there, not under it.
            let tokens = self.picture.tokens.iter();
            let stands = tokens.filter(|token| token.disc.at == *last);
            let rim = stands.map(|token| token.disc.r).max().unwrap_or(0);
            *last = leg(*before, *last, ((*last - *before).length() - rim).max(0));
        }
        let mut path = String::new();
        for (i, point) in points.iter().enumerate() {
            let at = self.at(*point);
            let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, at.x, at.y);
        }
        let line = self.line;
        let paint = &PAINTS[arrow.side % 2];
        let (width, dashes) = self.stroke(arrow.act);
        // A white casing, so that it shows on dark ground too.
        self.add(format_args!(
            r##"<path d="{path}" fill="none" stroke="#ffffff" stroke-opacity="0.8" stroke-width="{}" stroke-linejoin="round"/>"##,
            width + 2 * line
        ));
        self.add(format_args!(
            r#"<path d="{path}" fill="none" stroke="{}" stroke-width="{width}" stroke-linejoin="round" marker-end="url(#tip{})"{dashes}/>"#,
            paint.rim,
            arrow.side % 2
        ));
    }

    fn token(&mut self, token: &Token) {
        let at = self.at(token.disc.at);
        let name = escaped(&token.name);
        let state = match token.left {
            _ if token.fallen => " (fallen)".to_owned(),
            Some((left, full)) => format!(" ({left} of {full})"),
            None => String::new(),
        };
        let faded = if token.fallen {
            r#" opacity="0.5""#
        } else {
            ""
        };
        self.add(format_args!("<g{faded}><title>{name}{state}</title>"));
        self.base(at, token.disc.r, token.side, token.lit, token.hidden);
        let r = token.disc.r;
        if token.fallen {
            self.cross(at, r);
        } else {
            // Three letters fill a base.
            let letters = token.short.chars().count().max(1) as i32;
            let size = (r * 11 / 10).min(r * 27 / 10 / letters).max(1);
            let place = Point::new(at.x, at.y + size * 9 / 25);
            let ink = PAINTS[token.side % 2].ink;
            self.text(
                place,
                size,
                "middle",
                ink,
                r#" font-weight="bold""#,
                &token.short,
            );
        }
        if token.wounded()
            && let Some((left, full)) = token.left
        {
            self.bar(Point::new(at.x, at.y + r * 6 / 5), r, left, full);
        }
        self.add(format_args!("</g>"));
    }

    fn base(&mut self, at: Point, r: i32, side: usize, lit: bool, hidden: bool) {
        let paint = &PAINTS[side % 2];
        let Point { x, y } = at;
        if lit {
            let (halo, width) = (r + r / 4, r / 3);
            self.add(format_args!(
                r##"<circle cx="{x}" cy="{y}" r="{halo}" fill="none" stroke="#1b1b1b" stroke-width="{}"/><circle cx="{x}" cy="{y}" r="{halo}" fill="none" stroke="#ffd60a" stroke-width="{width}"/>"##,
                width + r / 8
            ));
        }
        let dashes = match hidden {
            true => format!(r#" stroke-dasharray="{} {}""#, r / 4, r / 4),
            false => String::new(),
        };
        // The rim is inside the base, so that its outline is what counts in the rules.
        let rim = if side.is_multiple_of(2) { r / 8 } else { r / 5 };
        self.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{}" fill="{}" stroke="{}" stroke-width="{rim}"{dashes}/>"#,
            r - rim / 2,
            paint.fill,
            paint.rim
        ));
    }

    fn cross(&mut self, at: Point, r: i32) {
        let k = r * 7 / 10;
        let (x, y) = (at.x, at.y);
        self.add(format_args!(
            r##"<path d="M{} {}L{} {}M{} {}L{} {}" stroke="#000000" stroke-width="{}" stroke-linecap="round"/>"##,
            x - k,
            y - k,
            x + k,
            y + k,
            x - k,
            y + k,
            x + k,
            y - k,
            r / 4
        ));
    }

    /// What is left, as a bar.
    fn bar(&mut self, top: Point, r: i32, left: u32, full: u32) {
        let (width, depth) = (2 * r, (r / 3).max(2));
        let filled = (i64::from(width) * i64::from(left) / i64::from(full.max(1))) as i32;
        let x = top.x - r;
        self.add(format_args!(
            r##"<rect x="{x}" y="{}" width="{width}" height="{depth}" fill="#ffffff" stroke="#1b1b1b" stroke-width="{}"/><rect x="{x}" y="{}" width="{filled}" height="{depth}" fill="#1b1b1b"/>"##,
            top.y,
            (r / 14).max(1),
            top.y
        ));
    }

    /// Every kind of mark that is in the picture, in lines as wide as the table.
    fn legend_lines(&self) -> Vec<Vec<Mark>> {
        let picture = self.picture;
        let has = |is: fn(&Token) -> bool| picture.tokens.iter().any(is);
        let acted = |act: Act| picture.arrows.iter().any(|arrow| arrow.act == act);
        let mut marks = Vec::new();
        let mut show = |mark: Mark, shown: bool| {
            if shown {
                marks.push(mark);
            }
        };
        show(Mark::Side(0), !picture.tokens.is_empty());
        show(Mark::Side(1), !picture.tokens.is_empty());
        for act in [Act::Move, Act::Hit, Act::Miss] {
            show(Mark::Arrow(act), acted(act));
        }
        show(Mark::Wounded, has(Token::wounded));
        show(Mark::Fallen, has(|token| token.fallen));
        show(Mark::Hidden, has(|token| token.hidden));
        let mut lines: Vec<Vec<Mark>> = Vec::new();
        let mut used = i32::MAX;
        for mark in marks {
            let width = self.width_of(mark);
            if used.saturating_add(width) > self.sides.x {
                lines.push(Vec::new());
                used = 0;
            }
            used += width;
            if let Some(line) = lines.last_mut() {
                line.push(mark);
            }
        }
        lines
    }

    /// How much room a mark and its words take in the legend.
    fn width_of(&self, mark: Mark) -> i32 {
        self.size * 4 + self.words(mark).chars().count() as i32 * self.size * 3 / 5
    }

    /// What a mark of the legend means.
    fn words(&self, mark: Mark) -> &str {
        match mark {
            Mark::Side(side) => &self.picture.sides[side],
            Mark::Arrow(Act::Move) => "moved",
            Mark::Arrow(Act::Hit) => "attacked with effect",
            Mark::Arrow(Act::Miss) => "attacked in vain",
            Mark::Wounded => "what is left of it",
            Mark::Fallen => "fallen",
            Mark::Hidden => "hidden",
        }
    }

    fn foot(&mut self, legend: &[Vec<Mark>], below: i32) {
        let size = self.size;
        let y = below + size * 3;
        self.scale_bar(y);
        for (row, marks) in legend.iter().enumerate() {
            let y = y + (row as i32 + 1) * size * 3 / 2;
            let mut x = self.corner.x + size;
            for mark in marks {
                self.mark(*mark, Point::new(x, y - size / 3));
                let words = self.words(*mark).to_owned();
                self.text(
                    Point::new(x + size * 2, y),
                    size,
                    "start",
                    "#222222",
                    "",
                    &words,
                );
                x += self.width_of(*mark);
            }
        }
    }

    fn scale_bar(&mut self, y: i32) {
        let step = self.grid_step();
        let (x, size, line) = (self.corner.x, self.size, self.line);
        self.add(format_args!(
            r##"<path d="M{x} {}v{}h{step}v-{}" fill="none" stroke="#222222" stroke-width="{}"/>"##,
            y - size * 2 / 3,
            size / 2,
            size / 2,
            2 * line
        ));
        let words = format!("{} {}", inches(step), self.picture.unit);
        self.text(
            Point::new(x + step + size / 2, y),
            size,
            "start",
            "#222222",
            "",
            &words,
        );
    }

    /// Draws a mark of the legend.
    fn mark(&mut self, mark: Mark, at: Point) {
        let size = self.size;
        let r = size * 3 / 5;
        match mark {
            Mark::Side(side) => self.base(at, r, side, false, false),
            Mark::Wounded => self.bar(Point::new(at.x, at.y - r / 4), r, 1, 2),
            Mark::Fallen => self.cross(at, r),
            Mark::Hidden => self.base(at, r, 0, false, true),
            Mark::Arrow(act) => {
                let (width, dashes) = self.stroke(act);
                self.add(format_args!(
                    r##"<path d="M{} {}h{}" stroke="#333333" stroke-width="{width}"{dashes}/>"##,
                    at.x - size,
                    at.y,
                    size * 5 / 2,
                ));
            }
        }
    }

    /// The width and the dashes of an arrow.
    fn stroke(&self, act: Act) -> (i32, String) {
        let line = self.line;
        let dashed = |on: i32| format!(r#" stroke-dasharray="{} {}""#, on * line, 3 * line);
        match act {
            Act::Move => (2 * line, String::new()),
            Act::Hit => (line * 3 / 2, dashed(6)),
            Act::Miss => (line, dashed(2)),
        }
    }
}

/// What a legend explains.
#[derive(Copy, Clone)]
enum Mark {
    Side(usize),
    Arrow(Act),
    Wounded,
    Fallen,
    Hidden,
}
