import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { freePort, startServer } from '#lab/trial/server-process.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { pickEventTexts } from '#shared/events/event-texts.ts';
import { createWholeApi, type WholeApi } from '#shared/staff-api.ts';
import { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { uploadUrl } from '#shared/staff/gallery.schemas.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';
import { buildSite } from '#tools/setup/build.mjs';
import { expect, test } from './test.ts';

await buildSite(process.execPath);

/** Two processes of the real server, and an Admin who edits through the first. */
async function openTwo() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'rkali-two-'));
  const shared = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO: 'true',
    PLACEHOLDER_IMAGES: 'false',
    RATE_LIMIT_SCALE: '100',
    LOG_LEVEL: 'error',
  };
  const first = await startServer({ ...shared, PORT: String(await freePort()) });
  const second = await startServer({ ...shared, PORT: String(await freePort()) });
  onTestFinished(async () => {
    await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')]);
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const { email, password } = demoAccounts.admin;
  const { accessToken } = await createWholeApi(fetchFrom(first.origin)).accounts.login({ body: { email, password } });
  const api: WholeApi = createWholeApi(fetchFrom(first.origin, accessToken));
  /** Waits until each process answers the page with this text. */
  const everywhere = (path: string, text: string, isThere: boolean) =>
    expect
      .poll(async () => {
        const pages = await Promise.all([first, second].map(async ({ origin }) => (await fetch(origin + path)).text()));
        return pages.map((page) => page.includes(text));
      })
      .toEqual([isThere, isThere]);
  return { origin: first.origin, accessToken, api, everywhere };
}

test('what staff writes, publishes or hides at one process is at once on the pages of the other', async () => {
  const { origin, accessToken, api, everywhere } = await openTwo();
  await everywhere('/About', 'Brand new words', false);
  const texts = [
    { key: 'pages:about.p1', language: 'en' as const, value: '{{name}}. Brand new words', version: 0 },
    { key: 'club:phone', language: 'all' as const, value: '+995 555 33 33 33', version: 0 },
  ];
  await api.siteTexts.save({ body: { changes: texts } });
  await everywhere('/About', 'Brand new words', true);
  await everywhere('/Rentals?lang=ka', '+995 555 33 33 33', true);

  const { items } = await api.staffEvents.list({ show: 'upcoming' });
  const event = await api.staffEvents.get({ id: items[0]?.id ?? 0 });
  const { day, from, until, capacity, placesPerPerson, isComingSoon, version } = event;
  const fields = { ...pickEventTexts(event), day, from, until, capacity, placesPerPerson, isComingSoon, version };
  await api.staffEvents.update({ id: event.id, body: { ...fields, nameLat: 'Renamed Night' } });
  await everywhere(`/Events/${event.id}`, 'Renamed Night', true);

  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff5a1f' } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
  const address = origin + uploadUrl({ album: 'gallery', name: 'Brand_new_hall.png' });
  const sent = await fetch(address, { method: 'POST', headers, body: new Uint8Array(content) });
  const picture = StaffPictureView.parse(await sent.json());
  await everywhere('/Gallery', 'Brand new hall', true);
  await api.staffGallery.change({ id: picture.id, body: { caption: 'A <b>hall', captionKa: 'ახალი დარბაზი' } });
  await everywhere('/Gallery?lang=ka', 'ახალი დარბაზი', true);
  await everywhere('/Gallery', 'A &lt;b&gt;hall', true);
  await api.staffGallery.change({ id: picture.id, body: { isShown: false } });
  await everywhere('/Gallery', 'A &lt;b&gt;hall', false);
});
