/** Which answer belongs to which question. */
import type {
  FollowView,
  HeldView,
  JudgeView,
  PlacedView,
  PlacementsView,
  PracticeView,
  Question,
  RankView,
  ReadView,
  ReviewedTurnView,
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
  begin: string;
  follow: FollowView;
  place: PlacementsView;
  record: string;
  score: ScoreView;
  move: PlacedView[];
  check: boolean[];
  practise: PracticeView;
  go_on: PracticeView;
}

export type Answer<Q extends Question> = Answers[Q['ask']];
