/** Which answer belongs to which question. */
import type {
  FollowView,
  HeldView,
  JudgeView,
  PlacedView,
  PlacementsView,
  PracticeRecordView,
  PracticeView,
  Question,
  RankView,
  ReadView,
  ReviewedTurnView,
  ReviewView,
  ScoreView,
  SheetView,
} from '../protocol';

interface Answers {
  read: ReadView;
  tiles: string[];
  write: string;
  rank: RankView;
  solve: RankView;
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
  move: PlacedView[];
  check: boolean[];
  practise: PracticeView;
  go_on: PracticeView;
}

export type Answer<Q extends Question> = Answers[Q['ask']];
