/** Which answer belongs to which question. */
import type { PlacedView, Question, RankView, ReadView, ScoreView } from '../protocol';

interface Answers {
  read: ReadView;
  tiles: string[];
  write: string;
  rank: RankView;
  solve: RankView;
  score: ScoreView;
  move: PlacedView[];
  check: boolean[];
}

export type Answer<Q extends Question> = Answers[Q['ask']];
