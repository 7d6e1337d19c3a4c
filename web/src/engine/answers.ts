/** Which answer belongs to which question. */
import type { PlacedView, PracticeView, Question, RankView, ReadView, ScoreView } from '../protocol';

interface Answers {
  read: ReadView;
  tiles: string[];
  write: string;
  rank: RankView;
  solve: RankView;
  score: ScoreView;
  move: PlacedView[];
  check: boolean[];
  practise: PracticeView;
  go_on: PracticeView;
}

export type Answer<Q extends Question> = Answers[Q['ask']];
