//! A picture of the table as plain text of at most 80 columns: a map and its legend, the same bytes every time. A
//! character is about twice as high as it is wide, so a row is twice as deep as a column is wide.

use super::draw_svg::inches;
use super::grain::{INCH, Point};
use super::picture::{Act, Picture, Token};
use super::piece::{Piece, Stuff};

/// The widest map: with its frame and the numbers beside it 80 columns.
const COLUMNS: i32 = 74;
const WIDTH: usize = 80;

/// The sign of a piece.
fn sign(piece: &Piece) -> char {
    match piece.stuff {
        Stuff::Block if piece.height <= INCH => '=',
        Stuff::Block => '#',
        Stuff::Zone => '%',
        Stuff::Hill => '^',
        Stuff::Pit => '~',
        Stuff::Area => ',',
    }
}

/// The sign of a body: a letter of its own for the first 26 of a side, capitals for the first.
fn letter(side: usize, number: usize) -> char {
    let first = if side == 0 { b'A' } else { b'a' };
    match u8::try_from(number) {
        Ok(number) if number < 26 => char::from(first + number),
        _ if side == 0 => '@',
        _ => '&',
    }
}

struct Map {
    cells: Vec<Vec<char>>,
    /// The width of a column in grains; a row is twice that.
    column: i32,
    sides: Point,
}

impl Map {
    fn new(sides: Point) -> Map {
        // A whole number of tenths of an inch for a column, so that the scale can be said.
        let tenth = INCH / 10;
        let column = (sides.x + COLUMNS * tenth - 1) / (COLUMNS * tenth) * tenth;
        let column = column.max(INCH / 2);
        let columns = (sides.x + column - 1) / column;
        let rows = (sides.y + 2 * column - 1) / (2 * column);
        Map {
            cells: vec![vec![' '; columns as usize]; rows as usize],
            column,
            sides,
        }
    }

    /// The row and column of a place.
    fn cell(&self, p: Point) -> (usize, usize) {
        let rows = self.cells.len() as i32;
        let columns = self.cells[0].len() as i32;
        let column = (p.x / self.column).clamp(0, columns - 1);
        let row = ((self.sides.y - p.y) / (2 * self.column)).clamp(0, rows - 1);
        (row as usize, column as usize)
    }

    /// The place in the middle of a cell.
    fn middle(&self, row: usize, column: usize) -> Point {
        Point::new(
            (column as i32 * 2 + 1) * self.column / 2,
            self.sides.y - (row as i32 * 2 + 1) * self.column,
        )
    }

    fn put(&mut self, p: Point, sign: char) {
        let (row, column) = self.cell(p);
        self.cells[row][column] = sign;
    }
}

/// One picture as plain text.
pub fn text(picture: &Picture) -> String {
    let table = picture.table;
    let mut map = Map::new(table.sides());
    for row in 0..map.cells.len() {
        for column in 0..map.cells[row].len() {
            let middle = map.middle(row, column);
            let highest = table
                .pieces()
                .iter()
                .filter(|piece| piece.shape.inside(middle))
                .max_by_key(|piece| (layer(piece.stuff), piece.top));
            if let Some(piece) = highest {
                map.cells[row][column] = sign(piece);
            }
        }
    }
    // Pieces thinner than a cell would be lost between the middles.
    for piece in table.pieces() {
        let (low, high) = piece.shape.extent();
        let middle = Point::new((low.x + high.x) / 2, (low.y + high.y) / 2);
        let long = (high.x - low.x).max(high.y - low.y);
        let steps = (long / map.column).max(1);
        for step in 0..steps {
            let part = |length: i32| {
                (i64::from(length) * i64::from(2 * step + 1) / i64::from(2 * steps)) as i32
            };
            let p = if high.x - low.x >= high.y - low.y {
                Point::new(low.x + part(high.x - low.x), middle.y)
            } else {
                Point::new(middle.x, low.y + part(high.y - low.y))
            };
            let (row, column) = map.cell(p);
            if piece.shape.inside(p) && map.cells[row][column] == ' ' {
                map.cells[row][column] = sign(piece);
            }
        }
    }
    for objective in table.objectives() {
        let (low, high) = objective.shape.extent();
        map.put(Point::new((low.x + high.x) / 2, (low.y + high.y) / 2), '$');
    }
    draw_arrows(picture, &mut map);
    let letters = draw_tokens(picture, &mut map);
    frame(picture, &map) + &legend(picture, &map, &letters)
}

fn layer(stuff: Stuff) -> u8 {
    match stuff {
        Stuff::Area => 0,
        Stuff::Hill => 1,
        Stuff::Pit => 2,
        Stuff::Zone => 3,
        Stuff::Block => 4,
    }
}

fn draw_arrows(picture: &Picture, map: &mut Map) {
    for arrow in &picture.arrows {
        let dot = match arrow.act {
            Act::Move => '.',
            Act::Hit => '*',
            Act::Miss => ':',
        };
        for leg in arrow.points.windows(2) {
            let length = (leg[1] - leg[0]).length();
            let steps = (length / map.column).max(1);
            for step in 0..=steps {
                let way = (leg[1] - leg[0]).scaled(i64::from(step), i64::from(steps));
                let (row, column) = map.cell(leg[0] + way);
                if matches!(map.cells[row][column], ' ' | ',' | '.' | ':') {
                    map.cells[row][column] = dot;
                }
            }
        }
    }
}

/// Puts the bodies on the map, and says what sign each has.
fn draw_tokens(picture: &Picture, map: &mut Map) -> Vec<char> {
    let mut counts = [0, 0];
    let mut letters = Vec::new();
    for token in &picture.tokens {
        let side = token.side % 2;
        letters.push(letter(side, counts[side]));
        counts[side] += 1;
    }
    let both = || picture.tokens.iter().zip(&letters);
    for (token, _) in both().filter(|(token, _)| token.fallen) {
        map.put(token.disc.at, 'x');
    }
    for (token, letter) in both().filter(|(token, _)| !token.fallen) {
        map.put(token.disc.at, *letter);
        let (row, column) = map.cell(token.disc.at);
        if token.lit && column > 0 && column + 1 < map.cells[row].len() {
            map.cells[row][column - 1] = '[';
            map.cells[row][column + 1] = ']';
        }
    }
    letters
}

fn frame(picture: &Picture, map: &Map) -> String {
    let mut out = String::new();
    for line in [&picture.title, &picture.subtitle] {
        if !line.is_empty() {
            out += &wrapped(
                &[line.split_whitespace().collect::<Vec<_>>().join(" ")],
                "",
                " ",
            );
        }
    }
    let columns = map.cells[0].len();
    let edge = format!("    +{}+\n", "-".repeat(columns));
    out += &edge;
    // Every foot up the side, or every two on a large table.
    let step = if map.sides.y > 96 * INCH {
        24 * INCH
    } else {
        12 * INCH
    };
    let mut told = i32::MAX;
    for (row, cells) in map.cells.iter().enumerate() {
        let top = map.sides.y - row as i32 * 2 * map.column;
        let mark = (top / step) * step;
        let tells = mark != told && top - mark < 2 * map.column;
        let number = if tells {
            told = mark;
            inches(mark)
        } else {
            String::new()
        };
        let cells: String = cells.iter().collect();
        out += &format!("{number:>3} |{cells}|\n");
    }
    out += &edge;
    let mut below: Vec<char> = vec![' '; WIDTH];
    for at in (0..=map.sides.x).step_by(step as usize) {
        let number = inches(at);
        let column = (5 + (at / map.column) as usize).min(WIDTH - number.len());
        for (i, digit) in number.chars().enumerate() {
            if let Some(cell) = below.get_mut(column + i) {
                *cell = digit;
            }
        }
    }
    let below: String = below.into_iter().collect();
    out += below.trim_end();
    out += "\n";
    out
}

fn legend(picture: &Picture, map: &Map, letters: &[char]) -> String {
    let table = picture.table;
    let mut out = format!(
        "A column is {} wide and a row {} deep, in {}.\n",
        inches(map.column),
        inches(2 * map.column),
        picture.unit
    );
    let mut kinds: Vec<(char, Vec<String>)> = Vec::new();
    for (i, piece) in table.pieces().iter().enumerate() {
        let name = match piece.height {
            0 => table.label(i).name.clone(),
            height => format!("{} {}", table.label(i).name, inches(height)),
        };
        let name = name.trim().to_owned();
        let sign = sign(piece);
        match kinds.iter_mut().find(|(known, _)| *known == sign) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => kinds.push((sign, vec![name])),
        }
    }
    let mut marks: Vec<String> = kinds
        .iter()
        .map(|(sign, names)| format!("{sign} {}", names.join(", ")))
        .collect();
    if !table.objectives().is_empty() {
        marks.push("$ objective".to_owned());
    }
    for (act, words) in [
        (Act::Move, ". moved"),
        (Act::Hit, "* attacked with effect"),
        (Act::Miss, ": attacked in vain"),
    ] {
        if picture.arrows.iter().any(|arrow| arrow.act == act) {
            marks.push(words.to_owned());
        }
    }
    if picture.tokens.iter().any(|token| token.fallen) {
        marks.push("x fallen".to_owned());
    }
    out += &wrapped(&marks, "", "   ");
    for side in [0, 1] {
        let own = || {
            picture
                .tokens
                .iter()
                .zip(letters)
                .filter(|(token, _)| token.side % 2 == side)
        };
        if own().next().is_none() {
            continue;
        }
        let mut names: Vec<String> = own()
            .filter(|(_, letter)| letter.is_ascii_alphabetic())
            .map(|(token, letter)| told(token, *letter))
            .collect();
        let more = own().filter(|(_, letter)| !letter.is_ascii_alphabetic());
        if let Some((_, letter)) = more.clone().next() {
            names.push(format!("{letter} {} more", more.count()));
        }
        out += &wrapped(&names, &format!("{}: ", picture.sides[side]), ", ");
    }
    out
}

/// A body in the legend.
fn told(token: &Token, letter: char) -> String {
    let state = match token.left {
        _ if token.fallen => " (fallen)".to_owned(),
        Some((left, full)) => format!(" {left}/{full}"),
        None => String::new(),
    };
    let hidden = if token.hidden { " (hidden)" } else { "" };
    format!("{letter} {}{state}{hidden}", token.name)
}

/// Items one after another, in lines of at most 80 columns; an item longer than that is cut.
fn wrapped(items: &[String], head: &str, between: &str) -> String {
    let clean = |text: &str| -> String {
        let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
        plain.collect()
    };
    let mut out = String::new();
    let mut line = clean(head);
    let mut first = true;
    for item in items {
        let item = clean(item);
        let wide = line.chars().count() + between.chars().count() + item.chars().count();
        if !first && wide + 1 > WIDTH {
            out += format!("{}{}", line, between.trim_end()).trim_end();
            out += "\n";
            line = "  ".to_owned();
            first = true;
        }
        if !first {
            line += between;
        }
        line += &item;
        line = line.chars().take(WIDTH).collect();
        first = false;
    }
    if !line.trim().is_empty() {
        out += line.trim_end();
        out += "\n";
    }
    out
}
