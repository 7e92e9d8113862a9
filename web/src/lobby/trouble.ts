/** A refused call in the person's language. */
import { t } from '../i18n/index.svelte';
import { REFUSAL } from '../i18n/keys';
import { Refusal } from '../lib/api';

export function troubleText(error: unknown): string {
  if (!(error instanceof Refusal)) return t('refusal.internal');
  if (error.code === 'unreachable') return t('refusal.unreachable');
  return t(REFUSAL[error.code] ?? 'refusal.internal');
}
