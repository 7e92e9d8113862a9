/** What a screen reader hears: bursts at once, and nothing old again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcer } from './announce.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst is one sentence, and what was read out goes', async () => {
  announcer.say('Ana docks at Quill.');
  announcer.say('Ben plants spice.');
  announcer.now('Your turn');
  await vi.advanceTimersByTimeAsync(400);
  expect([announcer.polite, announcer.urgent]).toEqual([
    'Ana docks at Quill. Ben plants spice.',
    'Your turn',
  ]);
  await vi.advanceTimersByTimeAsync(6000);
  expect([announcer.polite, announcer.urgent]).toEqual(['', '']);
});
