/** What a refused record says to the person who opened it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { setLanguage } from '../i18n/index.svelte';
import { Refusal } from '../lib/api';
import { recordTrouble } from './trouble';

const refused = (message: string, event: number | null = null, rule: string | null = null): Refusal =>
  new Refusal('bad_record', message, 409, event, rule);

describe('a refused record, in French', () => {
  beforeAll(() => setLanguage('fr'));
  test('names event and rule in the language of the page and keeps the detail', () => {
    const said = recordTrouble(refused('the tile does not fit', 12, '4.2'));
    expect(said).toContain('L’événement 12 enfreint la règle 4.2');
    expect(said).toContain('les navires et l’exploration');
    expect(said).toContain('the tile does not fit');
  });
  test('a rule without an own topic takes that of its section', () => {
    expect(recordTrouble(refused('seat 1 is dealt to next', 3, '3.3'))).toContain('la mise en place');
  });
  test('an event written wrongly is named without a rule', () => {
    expect(recordTrouble(refused('no type', 7, 'record'))).toContain('L’événement 7 n’est pas écrit');
  });
  test('a rule broken by no single event is named too', () => {
    expect(recordTrouble(refused('the game is over, but there is no result', null, '5'))).toContain(
      'la fin et les scores',
    );
  });
  test('a message that names nothing is passed on', () => {
    expect(recordTrouble(refused('this record cannot be checked'))).toContain('cannot be checked');
  });
  test('another refusal says what it is', () => {
    expect(recordTrouble(new Refusal('too_large', 'too large', 413))).toBe('C’est trop volumineux.');
  });
});
