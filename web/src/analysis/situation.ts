/** Everything set up for an analysis, as typed: board, racks, score sheet, turns before. */
import type { PositionView, RulesetView } from '../protocol';
import { empty, withTiles, type Setup } from './setup';
import { spelled, wholeScore } from './values';

/** A pasted game and its current turn. */
export interface Pasted {
  text: string;
  turn: number;
  turns: number;
}

export interface Situation {
  readonly setup: Setup;
  readonly rackText: string;
  /** The opponents’ known tiles, in order of play. */
  readonly otherTexts: string[];
  /** By seat, from the one on turn. */
  readonly scores: number[];
  /** Which seats take no more part. */
  readonly gone: number[];
  readonly pasted: Pasted | undefined;
  /** The position brings its own board. */
  readonly layout: PositionView['layout'];
  readonly operations: NonNullable<PositionView['operations']>;
  readonly history: NonNullable<PositionView['history']>;
  /** Turns in a row without points. */
  readonly scoreless: number;
  /** Passes in a row, where the position says so. */
  readonly passes: number | undefined;
}

type Game = Pick<RulesetView, 'layout' | 'players' | 'letters'>;

/** The beginning of a game. The arrow stays where it was, if the board is as large. */
export function nothing({ layout, players }: Game, before: Setup): Situation {
  return seated(
    {
      setup: emptied(layout, before),
      rackText: '',
      otherTexts: [],
      scores: [],
      gone: [],
      pasted: undefined,
      layout: undefined,
      operations: [],
      history: [],
      scoreless: 0,
      passes: undefined,
    },
    players.from,
  );
}

/** Nothing is on the board, on a rack or on the sheet. */
export function isNothing({ setup, rackText, otherTexts, scores, pasted }: Situation): boolean {
  const isBlank = [rackText, ...otherTexts].every((text) => text.trim() === '');
  return setup.tiles.size === 0 && isBlank && scores.every((score) => !score) && !pasted;
}

/** Changes the number of players. */
export function seated(it: Situation, n: number): Situation {
  return {
    ...it,
    scores: Array.from({ length: n }, (_, seat) => it.scores[seat] ?? 0),
    otherTexts: Array.from({ length: n - 1 }, (_, other) => it.otherTexts[other] ?? ''),
  };
}

/** Whether a game has the tiles on the board, on one as large, for as many. */
export function fits({ setup, layout, scores }: Situation, game: Game): boolean {
  const { rows, cols } = layout ?? game.layout;
  const faces = new Set(game.letters.map(({ face }) => face));
  const isThere = ({ row, col, tile }: { row: number; col: number; tile: string }) =>
    row < rows && col < cols && faces.has(tile);
  return scores.length <= game.players.to && [...setup.tiles.values()].every(isThere);
}

/** A position as it would be typed. */
export function ofPosition(position: PositionView, game: Game, before: Setup): Situation {
  const { tiles, rack, others, scores, gone, layout, operations, history } = position;
  return {
    setup: withTiles(emptied(layout ?? game.layout, before), tiles),
    rackText: spelled(rack),
    otherTexts: scores.slice(1).map((_, other) => spelled(others[other] ?? [])),
    scores: [...scores],
    gone: gone ?? [],
    pasted: undefined,
    layout,
    operations: operations ?? [],
    history: history ?? [],
    scoreless: position.scoreless_turns,
    passes: position.passes,
  };
}

/** The position with the racks as read. */
export function toPosition(it: Situation, rack: string[], others: string[][]): PositionView {
  return {
    tiles: [...it.setup.tiles.values()],
    rack,
    others,
    scores: it.scores.map(wholeScore),
    ...(it.gone.length && { gone: it.gone }),
    scoreless_turns: it.scoreless,
    ...(it.passes !== undefined && { passes: it.passes }),
    ...(it.layout && { layout: it.layout }),
    ...(it.operations.length && { operations: it.operations }),
    ...(it.history.length && { history: it.history }),
  };
}

function emptied({ rows, cols }: { rows: number; cols: number }, before: Setup): Setup {
  const isSame = rows === before.rows && cols === before.cols;
  return { ...empty({ rows, cols }), cursor: isSame ? before.cursor : undefined };
}
