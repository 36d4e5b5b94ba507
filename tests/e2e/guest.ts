import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Language } from '#shared/constants.ts';
import { freePort } from '#lab/trial/server-process.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';

/** Starts a site with its own public address, so that a browser reaches the bank and comes back. */
export async function openShop(): Promise<TestApp> {
  const port = String(await freePort());
  return startTestSite({ env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` } });
}

export type Guest = TestUser & { page: Page; t: Awaited<ReturnType<typeof translatorOf>> };

type Arrival = {
  language?: Language;
  width?: number;
  /** The offset of the device's clock from the server's. */
  skewMs?: number;
  /** Console messages that are expected. */
  allowed?: RegExp;
  /** An existing account; by default a new one. */
  user?: TestUser;
  /** Whether the address of a new account is proved. */
  isProved?: boolean;
};

/** Opens a browser with a signed-in guest and no page yet. Its clock starts at the server's time, with an optional offset. */
export async function arrive(
  app: TestApp,
  { language = 'en', width = 1440, skewMs = 0, allowed = /^$/, ...account }: Arrival = {},
): Promise<Guest> {
  const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
  const receivedAt = app.clock.now().getTime() + skewMs;
  await page.clock.install({ time: receivedAt });
  const user = account.user ?? (await createUser(app.ctx, account.isProved ? { emailProvedAt: app.clock.now() } : {}));
  const t = await translatorOf(language);
  await signIn(page, user, receivedAt);
  return { ...user, page, t };
}

const Answer = z.object({ accessToken: z.string() });

/** Sets the cookie and token that the login page would set; other tests prove that page. */
async function signIn(page: Page, { email, password }: TestUser, receivedAt: number): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  const kept = { accessToken: Answer.parse(await answer.json()).accessToken, accessTokenReceivedAt: String(receivedAt) };
  // Only once, so that an ended session does not begin again on the next page.
  await page.addInitScript((entries) => {
    if (localStorage.getItem('hasArrived')) return;
    localStorage.setItem('hasArrived', 'yes');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
}

/** Advances the clocks of the server and the page. */
export async function letTimePass(app: TestApp, { page }: Pick<Guest, 'page'>, minutes: number): Promise<void> {
  app.clock.advanceMinutes(minutes);
  await page.clock.fastForward(minutes * 60_000);
}

/** Simulates that the user returns to the window. */
export const lookAt = (page: Page): Promise<boolean> => page.evaluate(() => window.dispatchEvent(new Event('focus')));
