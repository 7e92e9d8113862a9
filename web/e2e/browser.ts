/** A real Chromium, pages that remember what they received, and what counts as trouble. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page, every text its server sent, and every error it complained of. */
export interface Watched {
  readonly page: Page;
  readonly received: string[];
  readonly troubles: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const received: string[] = [];
  const troubles: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', (frame) => received.push(frame.payload.toString())),
  );
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response.text().then((text) => received.push(text), () => undefined);
  });
  page.on('pageerror', (error) => troubles.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text()))
      troubles.push(message.text());
  });
  await page.goto(url);
  return { page, received, troubles };
}
