/** Questions that can be typed as moves: `rack`, `scores`, `row 8`. */
import { columnName, squareName, typedPlace } from '../board/board';
import { count, list, t } from '../i18n';
import type { GameView, PlacedView, RulesetView } from '../protocol';
import { clockText, timeAfter } from './clock';
import { turnSentence } from './sentences';

const ABOUT = ['rack', 'scores', 'clocks', 'last', 'bag', 'row', 'column'] as const;

type Size = Pick<RulesetView, 'rows' | 'cols'>;

/** The answer, if this is a question. `elapsed` is the time since the last update in ms. */
export function answerTo(
  text: string,
  game: GameView,
  size: Size,
  language: string,
  elapsed = 0,
): string | undefined {
  const [word, ...rest] = text.trim().toLocaleLowerCase(language).split(/\s+/);
  const about = ABOUT.find((about) => t(`ask.${about}`) === word);
  const isLine = about === 'row' || about === 'column';
  if (!about || rest.length !== (isLine ? 1 : 0)) return undefined;
  switch (about) {
    case 'rack':
      return t('answer.rack', { tiles: (game.seats[game.you ?? -1]?.rack ?? []).join(' ') });
    case 'scores':
      return list(game.seats.map(({ name, score }) => `${name}: ${count('count.points', score)}`));
    case 'clocks':
      return (
        list(
          game.seats.flatMap(({ name }, seat) =>
            clock(game, seat, elapsed).map((time) => `${name}: ${time}`),
          ),
        ) || t('answer.no_clock')
      );
    case 'last': {
      const turn = game.turns.at(-1);
      return turn ? turnSentence(turn, game) : t('answer.nothing_yet');
    }
    case 'bag':
      return t('answer.bag', { tiles: count('count.tiles', game.bag) });
    case 'row':
    case 'column':
      return line(game.board, size, about, rest[0]!);
  }
}

function clock(game: GameView, seat: number, elapsed: number): string[] {
  const left = timeAfter(game, seat, elapsed);
  return left === undefined
    ? []
    : [clockText(left, (days, hours) => t('clock.days', { days, hours }))];
}

/** The tiles of a row or a column, those side by side together. */
function line(
  board: readonly PlacedView[],
  { rows, cols }: Size,
  about: 'row' | 'column',
  typed: string,
): string {
  const names =
    about === 'row'
      ? Array.from({ length: rows }, (_, row) => String(row + 1))
      : Array.from({ length: cols }, (_, col) => columnName(col));
  const name = typedPlace(typed);
  if (!names.includes(name))
    return t(`answer.no_${about}`, {
      name: typed.toUpperCase(),
      first: names[0]!,
      last: names.at(-1)!,
    });
  const isOn = ({ row, col }: PlacedView) => names[about === 'row' ? row : col] === name;
  const at = ({ row, col }: PlacedView) => (about === 'row' ? col : row);
  const tiles = board.filter(isOn).sort((a, b) => at(a) - at(b));
  const groups: PlacedView[][] = [];
  for (const tile of tiles) {
    const group = groups.at(-1);
    if (group && at(group.at(-1)!) + 1 === at(tile)) group.push(tile);
    else groups.push([tile]);
  }
  const face = ({ tile, blank }: PlacedView) => (blank ? `${tile} (${t('square.blank')})` : tile);
  const said = groups.map((group) => `${squareName(group[0]!)} ${group.map(face).join(' ')}`);
  return said.length ? said.join('; ') : t(`answer.empty_${about}`, { name });
}
