//! Answers that were found before: a search asks the same of many spans.

/// Answers about one rack, each a list; one may push out another.
#[derive(Clone, Debug)]
pub(crate) struct Answers<T> {
    places: Vec<Answer>,
    /// Tells the answers for this rack from those before.
    salt: u64,
    all: Vec<T>,
}

/// Where the answer to a question lies.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Answer {
    question: u64,
    from: u32,
    to: u32,
}

const PLACES: usize = 1 << 10;

impl<T> Default for Answers<T> {
    fn default() -> Answers<T> {
        Answers { places: vec![Answer::default(); PLACES], salt: 0, all: Vec::new() }
    }
}

impl Answer {
    pub(crate) fn is_empty(&self) -> bool {
        self.from == self.to
    }
}

impl<T> Answers<T> {
    /// Forgets what was asked about other racks.
    pub(crate) fn clear(&mut self) {
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.all.clear();
    }

    /// The answer to a question, which is a number of its own; `find` is asked if it is not known.
    #[inline]
    pub(crate) fn to(&mut self, question: u64, find: impl FnOnce(&mut Vec<T>)) -> Answer {
        let question = (question ^ self.salt).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let place = &mut self.places[(question >> 54) as usize & (PLACES - 1)];
        if place.question != question {
            let from = self.all.len() as u32;
            find(&mut self.all);
            *place = Answer { question, from, to: self.all.len() as u32 };
        }
        *place
    }

    #[inline]
    pub(crate) fn list(&self, answer: Answer) -> &[T] {
        &self.all[answer.from as usize..answer.to as usize]
    }
}
