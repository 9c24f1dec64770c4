//! The record of a fight: what the rules say to the narrator, and what the narrator keeps. The sampler's record is
//! empty and compiles to nothing.

use super::Side;

/// What the rules tell the narrator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A new paragraph: whose activation it is.
    Heading(String),
    /// One sentence.
    Line(String),
    /// Names the dice that are rolled next.
    About(&'static str),
    /// Where everybody is.
    Frame(Box<Frame>),
    /// Something for the next frame.
    Arrow(Arrow),
}

/// Where everybody is on a table, and what happened since the last frame. Lengths are in grains.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Frame {
    /// In which round; 0 at deployment.
    pub round: u32,
    /// What A and B have gathered so far, in a mission that counts it.
    pub gathered: Option<[u32; 2]>,
    /// Everybody, in the order of the armies; those out of the fight stay where they fell.
    pub bodies: Vec<FrameBody>,
    /// Moves and shots since the last frame, in order.
    pub arrows: Vec<Arrow>,
}

/// One body in a [`Frame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameBody {
    /// Whose.
    pub side: Side,
    /// Which one of its army, from 0.
    pub index: usize,
    /// What to call it.
    pub name: String,
    /// Its middle.
    pub at: [i32; 2],
    /// Its radius.
    pub radius: i32,
    /// Still in the fight.
    pub alive: bool,
    /// Has lost something, and is still in the fight.
    pub wounded: bool,
    /// In stealth.
    pub hidden: bool,
    /// Not on the table: in a vehicle, or in reserve.
    pub away: bool,
}

/// Something that went from one place to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// From here.
    pub from: [i32; 2],
    /// To there.
    pub to: [i32; 2],
    /// Whose.
    pub side: Side,
    /// What it was.
    pub kind: ArrowKind,
    /// An attack that cost the other side something.
    pub hit: bool,
}

/// What an [`Arrow`] stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// Somebody moved.
    Move,
    /// Somebody attacked, in contact or from afar.
    Attack,
    /// Somebody attacked in answer.
    Reaction,
}

/// One thing that happened, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A new round begins.
    Round(u32),
    /// A new paragraph.
    Heading(String),
    /// One sentence.
    Line(String),
    /// Dice fell.
    Roll {
        /// What they were for.
        about: &'static str,
        /// Their sides.
        sides: u32,
        /// What they show.
        faces: Vec<u32>,
    },
    /// Where everybody is: at deployment, at the end of every round, at the end. For pictures, not for words.
    Frame(Box<Frame>),
}

/// Where a sampler writes. [`Silent`] for counting fights, [`Told`] for telling one.
pub trait Record: Default {
    /// Whether anybody listens. Faces are worked out only then.
    const LISTENS: bool;
    /// Dice fell.
    fn roll(&mut self, sides: u32, face: u32);
    /// Ends a group of dice, so that the next ones are told apart.
    fn end_roll(&mut self);
    /// The rules say something.
    fn note(&mut self, what: impl FnOnce() -> Note);
    /// A round begins.
    fn round(&mut self, number: u32);
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Record for Silent {
    const LISTENS: bool = false;
    #[inline(always)]
    fn roll(&mut self, _: u32, _: u32) {}
    #[inline(always)]
    fn end_roll(&mut self) {}
    #[inline(always)]
    fn note(&mut self, _: impl FnOnce() -> Note) {}
    #[inline(always)]
    fn round(&mut self, _: u32) {}
}

/// Keeps everything.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What happened, in order.
    pub events: Vec<Event>,
    about: &'static str,
    open: bool,
    arrows: Vec<Arrow>,
}

impl Record for Told {
    const LISTENS: bool = true;

    fn roll(&mut self, sides: u32, face: u32) {
        if self.open
            && let Some(Event::Roll { faces, .. }) = self.events.last_mut()
        {
            faces.push(face);
            return;
        }
        self.open = true;
        self.events.push(Event::Roll {
            about: self.about,
            sides,
            faces: vec![face],
        });
    }

    fn end_roll(&mut self) {
        self.open = false;
    }

    fn note(&mut self, what: impl FnOnce() -> Note) {
        self.open = false;
        match what() {
            Note::Heading(text) => self.events.push(Event::Heading(text)),
            Note::Line(text) => self.events.push(Event::Line(text)),
            Note::About(what) => self.about = what,
            Note::Frame(mut frame) => {
                frame.arrows = std::mem::take(&mut self.arrows);
                self.events.push(Event::Frame(frame));
            }
            Note::Arrow(arrow) => self.arrows.push(arrow),
        }
    }

    fn round(&mut self, number: u32) {
        self.open = false;
        self.events.push(Event::Round(number));
    }
}
