/** What can be chosen for a game, in plain words. */
import { count, t } from '../i18n';
import { hasMessage } from '../i18n/messages';
import type { BotView, ChallengeView } from '../protocol';
import type { Time } from './choice';

export function timeText(time: Time): string {
  if (time === 'none') return t('time.none');
  const n = parseInt(time);
  return time.endsWith('d') ? count('time.days', n) : t('time.minutes', { n });
}

export function challengeText(challenge: ChallengeView): string {
  return challenge.rule === 'points'
    ? t(`rule.challenge.points_${challenge.per}`, { n: challenge.points })
    : t(`rule.challenge.${challenge.rule}`);
}

/** What to expect of a bot; those that the app has no words for say it in English. */
export function botText({ name, about }: BotView): string {
  const key = `bot.${name}`;
  return hasMessage(key) ? t(key) : about;
}
