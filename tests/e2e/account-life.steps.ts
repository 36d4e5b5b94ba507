import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { visit, translatorOf } from './site.ts';

export const t = await translatorOf('en');

/** Some of these tests provoke refusals; a form that changes a password has no user name field. */
export const allowed = /status of (400|401|500)|should have \(optionally hidden\) username fields/;

/** Opens a browser whose clock shows the server's time; records its API requests. */
export async function enter(app: TestApp): Promise<{ page: Page; calls: string[] }> {
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed });
  await page.clock.setFixedTime(app.clock.now());
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return { page, calls };
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const field = (page: Page, key: string) => page.getByLabel(t(`accounts:fields.${key}`), { exact: true });

export const tokenIn = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('accessToken'));

export async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto(paths.login);
  await field(page, 'email').fill(email);
  await field(page, 'password').fill(password);
  await button(page, t('accounts:login.submit')).click();
  await isAtHome(page);
}

/** Logs a guest in who has a used ticket and a newer one that is not. */
export async function logInWithTickets(app: TestApp, page: Page) {
  const guest = await createUser(app.ctx);
  const event = await createEvent(app.ctx, { nameLat: 'Deep Kura' });
  const used = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  await app.ctx.db.update(tickets).set({ usedAt: app.clock.now() });
  const open = await createTicket(app.ctx, { userId: guest.id, eventId: event.id, priceTetri: 4050 });
  await logIn(page, guest);
  return { used, open, event };
}

/** Waits until the whole profile is shown. */
export async function isAtHome(page: Page): Promise<void> {
  await page.waitForURL(/profile/);
  await button(page, t('accounts:profile.logout')).waitFor();
}
