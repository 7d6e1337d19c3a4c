/** Which answer belongs to which question. */
import type {
  FollowView,
  HeldView,
  HooksView,
  JudgeView,
  PlacedView,
  PlacementsView,
  PracticeRecordView,
  PracticeView,
  Question,
  AnalysisView,
  ReadView,
  ReviewedTurnView,
  ReviewView,
  ScoreView,
  SheetView,
  TurnProgress,
  WordCheck,
  WordsFound,
} from '../protocol';

interface Answers {
  read: ReadView;
  tiles: string[];
  write: string;
  rank: AnalysisView;
  solve: AnalysisView;
  infer: HeldView[][];
  judge: JudgeView;
  sheet: SheetView;
  review: ReviewedTurnView;
  sum: ReviewView;
  begin: string;
  follow: FollowView;
  place: PlacementsView;
  record: PracticeRecordView;
  score: ScoreView;
  typed: ScoreView;
  move: PlacedView[];
  check: boolean[];
  words: WordCheck | WordsFound | HooksView;
  practise: PracticeView;
  show: PracticeView;
  go_on: PracticeView;
}

export type Answer<Q extends Question> = Answers[Q['ask']];

/** An intermediate result, or progress. */
export type SoFar<Q extends Question> = Q extends { ask: 'review' } ? TurnProgress : Answer<Q>;
