import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openEvents } from './public-screens.ts';
import { visit } from './site.ts';

export async function enter(width = 1440): Promise<{ page: Page; screens: string[]; event: string }> {
  const app = await startTestSite();
  const events = await openEvents(app);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width });
  const event = paths.event(events.onSale);
  return { page, event, screens: [paths.home, event, paths.events('past'), paths.rentals, paths.login, paths.terms] };
}
