/** Where games to review come from: the server, this browser’s offline game, a tracked game. */
import { ApiError, get, getText } from '../api';
import { Engine } from '../engine/engine';
import { botsOf } from '../game/names';
import { load as loadPractice } from '../game/practice';
import { readSaved } from '../saved';
import { me } from '../me.svelte';
import type { RoomView } from '../protocol';
import type { ReviewedGame } from './saved';

/** The game that the address names. */
export async function requestedGame(game: string | undefined): Promise<ReviewedGame | undefined> {
  const followed = new URLSearchParams(location.search).get('follow');
  if (followed) return trackedGame(followed);
  if (game === 'practice') return practiceGame();
  if (!game) return undefined;
  const text = ended(await getText(`/api/games/${encodeURIComponent(game)}/gcg`));
  // Without it the players are called as the score sheet has it.
  const room = await get<RoomView>(`/api/games/${encodeURIComponent(game)}`).catch(() => undefined);
  const bots = room && botsOf(room);
  return { text, family: room?.family, name: me.name, isBot: bots && ((name) => bots.has(name)) };
}

/** No help during a game, not even an offline one: it would make challenges safe. */
function ended(text: string): string {
  if (/^#incomplete/m.test(text)) throw new ApiError({ code: 'not_ended', error: '' });
  return text;
}

function trackedGame(id: string): ReviewedGame | undefined {
  const saved = readSaved<Pick<ReviewedGame, 'text' | 'me' | 'name'>>('follow', id)?.data;
  return saved && { text: saved.text, me: saved.me, name: saved.name };
}

async function practiceGame(): Promise<ReviewedGame | undefined> {
  const practice = loadPractice();
  if (!practice?.lines) return undefined;
  const engine = new Engine();
  try {
    await engine.open(practice.game);
    const { text, me } = await engine.ask({ ask: 'record', lines: practice.lines });
    return {
      text: ended(text),
      me,
      family: practice.game.family,
      isBot: (_, seat) => seat !== me,
    };
  } finally {
    engine.close();
  }
}
