/** A ruleset in sentences. The rules themselves are on the server. */
import { count, t } from '../i18n';
import { challengeText } from '../lobby/words';
import type { BonusView, RulesetView } from '../protocol';

export function bonusText(bonuses: BonusView[]): string {
  if (bonuses.length === 0) return t('bonus.none');
  const text = ({ tiles: n, points, times }: BonusView) =>
    times === undefined
      ? t('bonus.points', { n, points: points ?? 0 })
      : t('bonus.times', { n, times });
  return bonuses.map(text).join('; ');
}

export function ruleSentences({
  exchange_bag_at_least,
  challenge,
  end,
  clock,
}: RulesetView): string[] {
  const sentences = [];
  if (exchange_bag_at_least === null) sentences.push(t('rule.exchange_never'));
  else if (exchange_bag_at_least <= 1) sentences.push(t('rule.exchange_any'));
  else sentences.push(t('rule.exchange', { n: exchange_bag_at_least }));
  sentences.push(challengeText(challenge));
  if (end.final_turn_each) sentences.push(t('rule.end.final_turn'));
  else sentences.push(t(`rule.end.out.${end.out_player_gains}`));
  if (end.others_lose_rack) sentences.push(t('rule.end.lose_rack'));
  if (end.passes !== null) sentences.push(count('rule.end.passes', end.passes));
  if (end.scoreless_turns !== null)
    sentences.push(count('rule.end.scoreless', end.scoreless_turns));
  if (clock.kind === 'game') sentences.push(t('rule.clock.game', { n: clock.initial / 60_000 }));
  if (clock.kind === 'turn') sentences.push(t('rule.clock.turn', { n: clock.turn / 3_600_000 }));
  return sentences;
}
