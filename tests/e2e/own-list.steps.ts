import { createEvent } from '#tests/factories/events.ts';
import { firstList } from '#tests/factories/staff-lists.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import type { View } from '#tests/setup/views.ts';
import { translatorOf, visit } from './site.ts';
import { onPhone } from './test.ts';

/** Creates an event with an empty list of four places. */
export async function newList() {
  const app = await startTestSite();
  const { id: eventId } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' });
  const { staffLists } = app.api((await createAdmin(app.ctx)).accessToken);
  const body = { name: 'Nulovani', allocation: 4, freeUntil: null, mailedTickets: 4 };
  const { id } = firstList(await staffLists.add({ id: eventId, body }));
  return { app, eventId, id, staffLists };
}

/** Opens the link of a list as an artist, whose phone is the smallest. */
export async function followLink(app: TestApp, url: string, { language, width }: View = onPhone) {
  const t = await translatorOf(language);
  const ownWidth = width === onPhone.width ? 320 : width;
  const page = await visit({ origin: app.url, folder: '' }, { language, width: ownWidth, allowed: /status of (404|409)/ });
  await page.goto(new URL(url).pathname + new URL(url).hash);
  return { page, t };
}

/** Opens the list that has this guest. */
export async function openOwnList(view: View, entry: { firstName: string; lastName: string; plusOnes: number }) {
  const { app, id, staffLists } = await newList();
  await staffLists.addEntries({ id, body: { entries: [entry] } });
  const { url } = await staffLists.makeLink({ id });
  return { ...(await followLink(app, url, view)), endLink: () => staffLists.endLink({ id }) };
}
