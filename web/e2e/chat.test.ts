/** Talking at the table: from the text view, which has neither chart nor tabs, and back. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { violations } from './axe';
import { atSea, openPage } from './browser';
import { seen } from './player';

const sea = atSea();

const heard = (page: Page) => page.getByRole('log', { name: 'Chat' });
async function say(page: Page, words: string): Promise<void> {
  await seen(page, 'chat-input').fill(words);
  await page.keyboard.press('Enter');
}

test('someone in the text view says something, hears the answer, and may have enough of it', async () => {
  const names = ['Ana', 'Ben'].map((name) => ({ kind: 'mine' as const, name }));
  const made = await sea.server.table(names);
  const ana = await openPage(sea.browser, sea.server.seat(made), { settings: { textView: true } });
  const ben = await openPage(sea.browser, sea.server.seat(made, 1));
  const chat = seen(ana.page, 'text-chat');
  await chat.getByText('Nobody has written yet.').waitFor();
  await ben.page.getByRole('tab', { name: 'Chat' }).click();

  await say(ana.page, 'Ahoy from the text view');
  await heard(ben.page).getByText('Ahoy from the text view').waitFor();
  await heard(ana.page).getByText('Ahoy from the text view').waitFor();
  await say(ben.page, 'Ahoy from the chart');
  await heard(ana.page).getByText('Ahoy from the chart').waitFor();
  expect(await heard(ana.page).getAttribute('aria-live')).toBe('polite');

  // Quick messages are lines like others, for their sender too.
  await ben.page.getByRole('button', { name: 'Quick messages' }).click();
  await ben.page.getByRole('button', { name: 'Well played!' }).click();
  for (const { page } of [ana, ben]) await heard(page).getByText('Well played!').waitFor();
  await chat.getByRole('button', { name: 'Quick messages' }).click();
  expect(await violations(ana.page)).toEqual([]);

  await ana.page.getByRole('checkbox', { name: 'Hide what Ben writes' }).check();
  await chat.getByRole('button', { name: 'Quick messages' }).click();
  await heard(ana.page).getByText('Ahoy from the chart').waitFor({ state: 'detached' });
  await say(ben.page, 'Can you hear me?');
  await heard(ben.page).getByText('Can you hear me?').waitFor();
  await say(ana.page, 'Back at the oars');
  await heard(ana.page).getByText('Back at the oars').waitFor();
  expect(await heard(ana.page).getByText('Can you hear me?').count()).toBe(0);
  expect([...ana.troubles, ...ben.troubles]).toEqual([]);
});
