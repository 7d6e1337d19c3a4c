//! A cache of answers: a search asks the same questions for many spans.

/// Answers about some racks, each a list; entries may replace each other.
#[derive(Clone, Debug)]
pub(crate) struct Answers<T> {
    places: Vec<Answer>,
    /// Distinguishes the answers for this rack from those for others.
    salt: u64,
    all: Vec<T>,
}

/// Where the answer to a question is stored.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Answer {
    question: u64,
    from: u32,
    to: u32,
}

const PLACES: usize = 1 << 12;
/// A simulation sees the same racks again and again; at this size the cache is cleared.
const MANY: usize = 1 << 15;

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
    /// Switches to the questions about this rack.
    pub(crate) fn about(&mut self, rack: u64) {
        if self.all.len() > MANY {
            self.places.fill(Answer::default());
            self.all.clear();
        }
        self.salt = rack.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// The answer to a question, which is identified by a number; computed by `find` if it is not
    /// cached.
    #[inline]
    pub(crate) fn to(&mut self, question: u64, find: impl FnOnce(&mut Vec<T>)) -> Answer {
        let question = (question ^ self.salt).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let place = &mut self.places[(question >> 52) as usize & (PLACES - 1)];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_answers_belong_to_their_rack() {
        let mut answers = Answers::default();
        for round in 0..40u64 {
            for rack in [6u64, 7, 8, 1 << 40, (1 << 40) + 1] {
                answers.about(rack);
                for question in 1..400 {
                    let found =
                        answers.to(question, |all| all.extend([rack, question, rack ^ question]));
                    assert_eq!(
                        answers.list(found),
                        [rack, question, rack ^ question],
                        "in round {round}"
                    );
                }
            }
        }
        assert!(answers.all.len() < 2 * MANY, "the cache was cleared");
    }
}
