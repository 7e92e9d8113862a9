/** A refused call in the person's language. */
import type { PlainKey } from '../i18n/index.svelte';
import { t } from '../i18n/index.svelte';
import { REFUSAL } from '../i18n/keys';
import { Refusal } from '../lib/api';
import type { Fault } from './recordFile';

export function troubleText(error: unknown): string {
  if (!(error instanceof Refusal)) return t('refusal.internal');
  if (error.code === 'unreachable') return t('refusal.unreachable');
  return t(REFUSAL[error.code] ?? 'refusal.internal');
}

/** What the sections of docs/rules.md are about; the most exact number counts. */
const TOPICS: Readonly<Record<string, PlainKey>> = {
  '2': 'rule.tiles',
  '3': 'rule.setup',
  '4': 'rule.actions',
  '4.2': 'rule.ships',
  '4.3': 'rule.buildings',
  '4.4': 'rule.market',
  '4.5': 'rule.piracy',
  '4.6': 'rule.production',
  '4.7': 'rule.drawing',
  '5': 'rule.end',
  '6': 'rule.secrets',
};
const topicOf = (rule: string): PlainKey | undefined => TOPICS[rule] ?? TOPICS[rule.split('.')[0]!];

/** What is wrong with a record: event and rule in the person's words, then the reader's own. */
export function recordTrouble(error: unknown): string {
  if (!(error instanceof Refusal) || error.code !== 'bad_record') return troubleText(error);
  const { event: n, rule, message: detail } = error;
  const topic = rule === null ? undefined : topicOf(rule);
  const sentences = [t('refusal.bad_record')];
  if (rule !== null && topic)
    sentences.push(
      n === null
        ? t('record.rule', { rule, topic: t(topic) })
        : t('record.event', { n, rule, topic: t(topic) }),
    );
  else if (n !== null) sentences.push(t('record.event_form', { n }));
  if (detail) sentences.push(t('record.reader', { detail }));
  return sentences.join(' ');
}

/** Why a file, or a line of it, holds no game. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'empty':
      return t('record.empty');
    case 'damaged':
      return t('record.damaged');
    case 'large_file':
      return t('record.large_file', { n: fault.megabytes });
    case 'large':
      return t('record.large', { n: fault.line, megabytes: fault.megabytes });
    case 'json':
      return t('record.line_json', { n: fault.line, column: fault.column });
    case 'format':
      return t('record.line_format', { n: fault.line });
  }
}
