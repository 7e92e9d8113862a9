/** A table's clock in a few words. */
import { t } from '../i18n/index.svelte';
import type { ClockSetting } from '../protocol/messages';

export function clockWords(clock: ClockSetting | undefined): string {
  if (clock?.kind === 'minutes') return t('clock.minutes', { n: clock.minutes });
  if (clock?.kind === 'days') return t('clock.days', { n: clock.days });
  return t('clock.none');
}
