import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { arrive } from '#lab/trial/world.ts';
import { paths } from '#shared/paths.ts';
import { createWholeApi, type WholeApi } from '#shared/staff-api.ts';
import { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { uploadUrl } from '#shared/staff/gallery.schemas.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { buildSite } from '#tools/setup/build.mjs';

await buildSite(process.execPath);

const STAFF = 'staff@rkali.example';

/** Opens two processes of the real server on one database, and an Owner who edits through the first. */
async function openTwo() {
  const database = await createTestDatabase();
  const folder = createTestFolder();
  const books = openTestPool(database.url);
  onTestFinished(async () => {
    await books.end();
    await database.drop();
  });
  const serve = async (): Promise<string> => {
    const folders = { DATABASE_URL: database.url, DATA_DIR: folder, PLACEHOLDER_IMAGES: 'false', DEMO: 'false' };
    const server = await startServer({ ...folders, SECRET: 'the same secret for both of the processes', LOG_LEVEL: 'error' });
    onTestFinished(() => server.kill('SIGKILL'));
    return server.origin;
  };
  const origins = [await serve(), await serve()] as const;
  const accessToken = await arrive(origins[0], STAFF);
  await books.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = $1`, [STAFF]);
  const api: WholeApi = createWholeApi(fetchFrom(origins[0], accessToken));
  /** Waits until both processes show, of these texts, exactly `en` in English and `ka` in Georgian. */
  const everywhere = (path: string, texts: string[], en: string[], ka = en) =>
    expect
      .poll(async () => {
        const pages = origins.flatMap((origin) => [pageOf(origin, path, 'en'), pageOf(origin, path, 'ka')]);
        return (await Promise.all(pages)).map((page) => texts.filter((text) => page.includes(text)));
      })
      .toEqual([en, ka, en, ka]);
  return { origin: origins[0], accessToken, api, everywhere };
}

async function pageOf(origin: string, path: string, language: string): Promise<string> {
  const response = await fetch(origin + path, { headers: { accept: 'text/html', cookie: `lang=${language}` } });
  return response.text();
}

test('what staff publish, rename, write, upload or hide at one process is at once on the pages of both, in both languages', async () => {
  const { origin, accessToken, api, everywhere } = await openTwo();
  // A page contains both names for its script.
  const old = ['Nulovani', 'ნულოვანი'];
  const now = ['Deep Kura', 'ღრმა მტკვარი'];
  const names = [...old, ...now];
  // Cached before the publication, so that the old page must be dropped.
  await everywhere(paths.home, names, []);
  const fields = eventFields({ day: '2099-12-04', nameLat: 'Nulovani', name: 'ნულოვანი' });
  const { id, version } = await api.staffEvents.create({ body: { ...fields, publish: true, confirmed: ['nothing_on_sale'] } });
  await everywhere(paths.home, names, old);
  await everywhere(paths.event(id), names, old);

  await api.staffEvents.update({ id, body: { ...fields, version, nameLat: 'Deep Kura', name: 'ღრმა მტკვარი' } });
  await everywhere(paths.event(id), names, now);
  await everywhere(paths.home, names, now);

  const texts = ['Brand new words', 'სულ ახალი ტექსტი'];
  await everywhere(paths.about, texts, []);
  const about = { key: 'pages:about.p1', version: 0 };
  const changes = [
    { ...about, language: 'en' as const, value: '{{name}}. Brand new words' },
    { ...about, language: 'ka' as const, value: '{{name}}. სულ ახალი ტექსტი' },
    { key: 'club:phone', language: 'all' as const, value: '+995 555 33 33 33', version: 0 },
  ];
  await api.siteTexts.save({ body: { changes } });
  await everywhere(paths.about, texts, ['Brand new words'], ['სულ ახალი ტექსტი']);
  await everywhere(paths.rentals, ['+995 555 33 33 33'], ['+995 555 33 33 33']);

  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff5a1f' } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
  const address = origin + uploadUrl({ album: 'gallery', name: 'Brand_new_hall.png' });
  const sent = await fetch(address, { method: 'POST', headers, body: new Uint8Array(content) });
  const picture = StaffPictureView.parse(await sent.json());
  const captions = ['Brand new hall', 'A &lt;b&gt;hall', 'ახალი დარბაზი'];
  await everywhere(paths.gallery, captions, ['Brand new hall']);
  await api.staffGallery.change({ id: picture.id, body: { caption: 'A <b>hall', captionKa: 'ახალი დარბაზი' } });
  await everywhere(paths.gallery, captions, ['A &lt;b&gt;hall', 'ახალი დარბაზი'], ['ახალი დარბაზი']);
  await api.staffGallery.change({ id: picture.id, body: { isShown: false } });
  await everywhere(paths.gallery, captions, []);
});
