// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, get, post } from '../api';
import { me } from '../me.svelte';
import type { ErrorView, MeView, RoomSummary, RulesetView } from '../protocol';
import { router } from '../router.svelte';
import { Begin } from './begin.svelte';
import { clockOf, PERSON, type Choice } from './choice';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
  post: vi.fn(),
}));
vi.mock('../router.svelte', () => ({ router: { go: vi.fn() } }));

const choice: Choice = {
  ruleset: 'english',
  lexicon: '',
  others: [PERSON],
  computers: [],
  time: 'none',
  challenge: 'usual',
  public: true,
  spectators: 'table',
  delay: 5,
};
const table = {
  id: 'there',
  ruleset: 'english',
  lexicon: 'yawl',
  family: false,
  challenge: { rule: 'double' },
  clock: clockOf('none'),
  phase: 'lobby',
  names: ['Ben'],
  players: ['ben'],
  most_seats: 2,
} as RoomSummary;

const posted = () => vi.mocked(post).mock.calls.map(([path]) => path);

beforeEach(() => {
  vi.mocked(post).mockReset().mockResolvedValue({ id: 'new' });
  vi.mocked(get).mockResolvedValue({
    lexicon: 'yawl',
    challenge: { rule: 'double' },
  } as RulesetView);
  me.isNamed = true;
  vi.spyOn(me, 'known').mockResolvedValue({ id: 'ann' } as MeView);
});

test('open tables are compared with the ruleset’s defaults', async () => {
  await new Begin().start(choice, [table]);
  expect(posted()).toEqual(['/api/games/there/join']);
});

test('matching needs the same challenge rule and word list', async () => {
  for (const other of [
    { challenge: { rule: 'triple' } as const },
    { lexicon: 'other' },
    { family: true },
  ]) {
    vi.mocked(post).mockClear();
    await new Begin().start(choice, [{ ...table, ...other }]);
    expect(posted()).toEqual(['/api/games']);
  }
});

test('joining registers the player first and never matches them with themselves', async () => {
  vi.mocked(me.known).mockResolvedValue({ id: 'ben' } as MeView);
  await new Begin().start(choice, [table]);
  expect(me.known).toHaveBeenCalled();
  expect(posted()).toEqual(['/api/games']);
});

test('a table with open racks asks for consent itself', async () => {
  vi.mocked(post).mockRejectedValue(
    new ApiError({ code: 'open_racks', error: 'spectators see all racks' } as ErrorView),
  );
  const begin = new Begin();
  await begin.start(choice, [table]);
  expect(router.go).toHaveBeenCalledWith('/games/there');
  expect(begin.error).toBeUndefined();
  vi.mocked(post).mockRejectedValue(
    new ApiError({ code: 'game_full', error: 'too late' } as ErrorView),
  );
  await begin.start(choice, [table]);
  expect(begin.error).toBeInstanceOf(ApiError);
});
