import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit } from './site.ts';

export async function openProfile(language: 'en' | 'ka'): Promise<{ page: Page; open(): Promise<void>; id: number }> {
  const app = await startTestSite();
  const { id: eventId } = await createEvent(app.ctx);
  const guest = await createUser(app.ctx);
  const { id } = await createTicket(app.ctx, { userId: guest.id, eventId });
  const page = await visit({ origin: app.url, folder: '' }, { language, width: 390, allowed: /status of (404|500)/ });
  await page.goto(paths.about);
  await page.evaluate((token) => {
    localStorage.setItem('accessTokenReceivedAt', String(Date.now()));
    localStorage.setItem('accessToken', token);
  }, guest.accessToken);
  const open = async () => {
    await page.goto(paths.profile);
    await page.locator('button[aria-controls=my-tickets]').click();
  };
  return { page, open, id };
}
