/** A move whose answer got lost is sent again; a refusal may mean it was done before. */
import type { ActionView, ErrorCode, GameView, TurnView } from '../protocol';

type Played = Pick<GameView, 'turns' | 'you'>;

/** Whether a move that went out before and is refused now was done then, as the game shows. */
export function wasDone(
  { kind }: ActionView,
  turn: number,
  code: ErrorCode,
  game: Played,
): boolean {
  if (kind === 'challenge')
    return ['turn_over', 'already_judged', 'already_ended'].includes(code) && doubted(game, turn);
  // To accept changes no turn: it ends the game, or is waited for no more.
  if (kind === 'accept') return code === 'nothing_to_accept' || code === 'already_ended';
  return code === 'turn_over' && moved(game, turn);
}

/** The turns with their decision numbers. A withdrawn play counts twice, as on the server. */
function numbered(turns: readonly TurnView[]): { turn: TurnView; number: number }[] {
  let next = 0;
  return turns.map((turn) => {
    const number = next;
    next += turn.taken === 'withdrawn' ? 2 : 1;
    return { turn, number };
  });
}

function moved({ turns, you }: Played, number: number): boolean {
  const mine = numbered(turns).find((it) => it.number === number)?.turn;
  return (
    mine !== undefined && mine.seat === you && mine.taken !== 'skipped' && mine.taken !== 'lost'
  );
}

/** Whether the last play before that decision was challenged from here. */
function doubted({ turns, you }: Played, number: number): boolean {
  const before = numbered(turns).filter((it) => it.number < number);
  const play = before.findLast(
    ({ turn: { taken } }) => taken === 'played' || taken === 'withdrawn',
  )?.turn;
  return you !== undefined && play?.challenge?.by === you;
}
