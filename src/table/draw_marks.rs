//! The marks of an image: bases, arrows, what is left of whom, and the legend that explains them.

use super::draw_svg::{PAINTS, Sheet, escaped, inches};
use super::grain::Point;
use super::leg::leg;
use super::picture::{Act, Arrow, Token};
use std::fmt::Write as _;

/// What a legend explains.
#[derive(Copy, Clone)]
pub(super) enum Mark {
    Side(usize),
    Arrow(Act),
    Wounded,
    Fallen,
    Hidden,
}

impl Sheet<'_> {
    pub(super) fn arrow(&mut self, arrow: &Arrow) {
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

    pub(super) fn token(&mut self, token: &Token) {
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
    pub(super) fn legend_lines(&self) -> Vec<Vec<Mark>> {
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

    pub(super) fn foot(&mut self, legend: &[Vec<Mark>], below: i32) {
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
