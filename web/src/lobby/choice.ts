/** The settings of a new game: the last ones, or the defaults. */
import type {
  ChallengeView,
  ClockView,
  LexiconSummary,
  NewGame,
  RoomSummary,
  RulesetSummary,
  SpectatorsView,
} from '../protocol';
import { store, storedJson } from '../storage';
import { gamesFor, usualGame, usualLexicon } from '../words/tools';

/** Stands for a person in a list of bots. */
export const PERSON = '';

export interface Choice {
  ruleset: string;
  /** Empty for the ruleset's own. */
  lexicon: string;
  /** The other seats: a bot’s name, or `PERSON`. */
  others: string[];
  /** The same of the last game that was chosen against computers alone. */
  computers: string[];
  time: Time;
  challenge: Challenge;
  /** Whether the game is listed in the lobby; otherwise it is joined by link. */
  public: boolean;
  spectators: Spectators;
  /** How many turns delayed spectators are behind. */
  delay: number;
}

/** Nothing, minutes for each player, or days for each turn. */
export const TIMES = ['none', '5m', '10m', '15m', '25m', '1d', '2d', '3d', '7d'] as const;
export type Time = (typeof TIMES)[number];

/** As most would play it, or one of those that players know. */
export const CHALLENGES = ['usual', 'void', 'single', 'double', 'five', 'ten', 'triple'] as const;
export type Challenge = (typeof CHALLENGES)[number];

/** What spectators see: the board, all racks later, all racks live, or nothing. */
export const SPECTATORS = ['table', 'delayed', 'racks', 'nobody'] as const;
export type Spectators = (typeof SPECTATORS)[number];

/** The allowed delays in turns, and the default. */
export const DELAY = { min: 2, max: 20, usual: 5 } as const;

export const isDelay = (turns: unknown): turns is number =>
  Number.isInteger(turns) && (turns as number) >= DELAY.min && (turns as number) <= DELAY.max;

export function spectatorsOf({
  spectators,
  delay,
}: Pick<Choice, 'spectators' | 'delay'>): SpectatorsView {
  return spectators === 'delayed'
    ? { delayed: { turns: isDelay(delay) ? delay : DELAY.usual } }
    : spectators;
}

const KEY = 'tisane.choice';

/** The last choice, as far as it is still available. */
export function lastChoice(
  rulesets: readonly RulesetSummary[],
  lexicons: readonly LexiconSummary[],
  { bots, usual }: { bots: readonly { name: string }[]; usual: string },
  language: string,
): Choice {
  const saved = load();
  const playable = playableRulesets(rulesets, lexicons);
  const usualOne =
    usualGame(usualLexicon([...lexicons], language, [...rulesets]), [...rulesets])?.name ??
    playable[0]?.name ??
    '';
  const has = (list: readonly { name: string }[], name: string | undefined) =>
    list.find((it) => it.name === name)?.name;
  const ruleset =
    playable.find(({ name }) => name === saved.ruleset) ??
    playable.find(({ name }) => name === usualOne);
  const isOther = (name: string) => name === PERSON || has(bots, name) !== undefined;
  const others = (saved.others ?? []).filter(isOther);
  const alone = others.includes(PERSON) ? [] : others;
  const computers = saved.computers?.filter((name) => has(bots, name)) ?? alone;
  return {
    ruleset: ruleset?.name ?? usualOne,
    lexicon: ruleset?.name === saved.ruleset ? (has(lexicons, saved.lexicon) ?? '') : '',
    others: fitting(others.length ? others : [usual], ruleset),
    computers: computers.length ? computers : [usual],
    time: TIMES.find((time) => time === saved.time) ?? 'none',
    challenge: CHALLENGES.find((challenge) => challenge === saved.challenge) ?? 'usual',
    public: saved.public === true,
    spectators: SPECTATORS.find((spectators) => spectators === saved.spectators) ?? 'table',
    delay: isDelay(saved.delay) ? saved.delay : DELAY.usual,
  };
}

/** Adjusts the number of opponents to the game. */
export function fitting(
  others: readonly string[],
  ruleset: Pick<RulesetSummary, 'players'> | undefined,
): string[] {
  const { from, to } = ruleset?.players ?? { from: 2, to: 4 };
  const fit = others.slice(0, to - 1);
  while (fit.length < from - 1) fit.push(fit.at(-1) ?? PERSON);
  return fit;
}

/** The same with computers only: those of the last such game. */
export function withComputers(choice: Choice, ruleset: RulesetSummary | undefined): Choice {
  return { ...choice, others: fitting(choice.computers, ruleset) };
}

/** The same with people only, as many as at the last such table. */
export function withPeople(
  choice: Choice,
  isPublic: boolean,
  ruleset: RulesetSummary | undefined,
): Choice {
  const people = choice.others.filter((other) => other === PERSON);
  const others = people.length ? people : [PERSON];
  return { ...choice, others: fitting(others, ruleset), public: isPublic };
}

/** Those for which there are words. */
export function playableRulesets(
  rulesets: readonly RulesetSummary[],
  lexicons: readonly LexiconSummary[],
): RulesetSummary[] {
  const all = [...rulesets];
  return all.filter(({ name }) =>
    lexicons.some((lexicon) => gamesFor(lexicon, all).some((game) => game.name === name)),
  );
}

/** The lists a game can be played with. */
export function listsFor(
  ruleset: string,
  rulesets: readonly RulesetSummary[],
  lexicons: readonly LexiconSummary[],
) {
  const all = [...rulesets];
  return lexicons.filter((lexicon) => gamesFor(lexicon, all).some(({ name }) => name === ruleset));
}

/** Rules and words, including those the choice leaves to the ruleset. */
export type Agreed = Pick<RoomSummary, 'lexicon' | 'challenge' | 'family'>;

/** An open table with exactly these rules and words, if there is one. */
export function waitingFor(
  { ruleset, time, others }: Pick<Choice, 'ruleset' | 'time' | 'others'>,
  { lexicon, challenge, family }: Agreed,
  open: readonly RoomSummary[],
  player: string | undefined,
): RoomSummary | undefined {
  const clock = JSON.stringify(clockOf(time));
  const rule = JSON.stringify(challenge);
  return open.find(
    (room) =>
      room.phase === 'lobby' &&
      room.ruleset === ruleset &&
      room.lexicon === lexicon &&
      room.family === family &&
      JSON.stringify(room.challenge) === rule &&
      JSON.stringify(room.clock) === clock &&
      room.most_seats === others.length + 1 &&
      room.names.length < room.most_seats &&
      !room.players.includes(player ?? null),
  );
}

export function newGame(choice: Choice, family: boolean): NewGame {
  const { ruleset, lexicon, others } = choice;
  const bots = others.filter((name) => name !== PERSON);
  const challenge = challengeOf(choice);
  return {
    ruleset,
    ...(lexicon && { lexicon }),
    family,
    seats: others.length + 1,
    bots,
    clock: clockOf(choice.time),
    ...(challenge && { challenge }),
    // A table full of computers has no seat to join.
    public: choice.public && bots.length < others.length,
    spectators: spectatorsOf(choice),
  };
}

export function clockOf(time: Time): ClockView {
  if (time === 'none') return { kind: 'none' };
  const n = parseInt(time);
  return time.endsWith('d')
    ? { kind: 'turn', turn: n * 24 * 3_600_000, bank: 0 }
    : { kind: 'game', initial: n * 60_000, increment: 0, overtime: null };
}

/**
 * The challenge rule; nothing for the ruleset’s own. Against computers alone the default is void:
 * there is nobody to bluff.
 */
export function challengeOf({
  challenge,
  others,
}: Pick<Choice, 'challenge' | 'others'>): ChallengeView | undefined {
  switch (challenge) {
    case 'usual':
      return others.includes(PERSON) ? undefined : { rule: 'void' };
    case 'five':
      return { rule: 'points', points: 5, per: 'play' };
    case 'ten':
      return { rule: 'points', points: 10, per: 'play' };
    default:
      return { rule: challenge };
  }
}

/** Stores the choice. A game against computers alone is remembered separately. */
export function saveChoice(
  choice: Choice,
  computers = choice.others.includes(PERSON) ? choice.computers : choice.others,
): Choice {
  const saved = { ...choice, computers };
  store(KEY, JSON.stringify(saved));
  return saved;
}

function load(): Partial<Choice> {
  return storedJson(KEY) ?? {};
}
