/** The settings of a game in words. */
import { count, t } from '../i18n';
import { hasMessage } from '../i18n/messages';
import type { BotView, ChallengeView, ClockView, RoomSummary, SpectatorsView } from '../protocol';
import type { Time } from './choice';

export function timeText(time: Time): string {
  if (time === 'none') return t('time.none');
  const n = parseInt(time);
  return time.endsWith('d') ? count('time.days', n) : t('time.minutes', { n });
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

export function clockText(clock: ClockView): string {
  switch (clock.kind) {
    case 'none':
      return t('time.none');
    case 'game': {
      const n = clock.initial / MINUTE;
      return clock.increment
        ? t('time.increment', { n, seconds: clock.increment / SECOND })
        : t('time.minutes', { n });
    }
    case 'turn':
      if (clock.turn % DAY === 0) return count('time.days', clock.turn / DAY);
      return clock.turn % HOUR === 0
        ? t('time.hours', { n: clock.turn / HOUR })
        : t('time.turn', { n: clock.turn / MINUTE });
  }
}

export function challengeText(challenge: ChallengeView): string {
  return challenge.rule === 'points'
    ? t(`rule.challenge.points_${challenge.per}`, { n: challenge.points })
    : t(`rule.challenge.${challenge.rule}`);
}

/** What spectators see, as players read it. */
export function spectatorsText(spectators: SpectatorsView): string {
  return typeof spectators === 'string'
    ? t(`watch.${spectators}`)
    : count('watch.delayed', spectators.delayed.turns);
}

/** What spectators read. A delayed game shows no racks before enough turns were played. */
export function watchingText(
  spectators: SpectatorsView,
  seats: readonly { rack?: readonly string[] | undefined }[],
): string {
  const sees = t(seats.some(({ rack }) => rack) ? 'watching.racks' : 'watching.table');
  if (typeof spectators !== 'object') return sees;
  return `${count('watching.delayed', spectators.delayed.turns)} ${sees}`;
}

/** Whether spectators see racks before the end, which everybody at the table should know. */
export const showsRacks = (spectators: SpectatorsView): boolean =>
  spectators === 'racks' || typeof spectators === 'object';

/** A rule in so few words that a list has room for it. */
export function challengeName(challenge: ChallengeView): string {
  return challenge.rule === 'points'
    ? t('challenge.points', { n: challenge.points })
    : t(`challenge.${challenge.rule}`);
}

/** A bot’s name. The second of its kind at a table has a number. */
export function botName(name: string): string {
  const [, kind = name, number = ''] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  const key = `bot_name.${kind}`;
  return hasMessage(key) ? t(key) + number : name;
}

/** The names of several bots at one table. */
export function botNames(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return botName(before ? `${name} ${before + 1}` : name);
  });
}

/** The players’ names, with “You” for the viewer. Computers have no player id. */
export function namesOf(
  { names, players }: Pick<RoomSummary, 'names' | 'players'>,
  me: string | undefined,
): string[] {
  const isMe = (seat: number) => me !== undefined && players[seat] === me;
  return names.map((name, seat) =>
    isMe(seat) ? t('new.you') : players[seat] == null ? botName(name) : name,
  );
}

/** A bot’s description, in English if there is no translation. */
export function botText({ name, about }: BotView): string {
  const key = `bot.${name}`;
  return hasMessage(key) ? t(key) : about;
}

/** Whether a game is rated; if not, the main reason. */
export function ratedText({ rated, unrated = [] }: Pick<RoomSummary, 'rated' | 'unrated'>): string {
  if (rated) return t('rated.yes');
  const reason = unrated.includes('guest') ? 'guest' : unrated[0];
  return reason ? t('rated.because', { reason: t(`unrated.${reason}`) }) : t('rated.no');
}
