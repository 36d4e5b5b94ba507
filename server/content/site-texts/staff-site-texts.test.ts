import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { siteTexts } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestAppOptions } from '#tests/setup/app.ts';
import { loadTexts, publishedSite } from './shown-site.ts';

type Change = { key: string; language: 'en' | 'ka' | 'all'; value: string | null; version?: number };

async function desk(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  const admin = await createAdmin(app.ctx, { firstName: 'Lela', lastName: 'Maisuradze' });
  const textsApi = app.api(admin.accessToken).siteTexts;
  const save = (...changes: Change[]) => textsApi.save({ body: { changes: changes.map((change) => ({ version: 0, ...change })) } });
  const one = async (key: string, language: string) =>
    (await textsApi.list()).texts.find((text) => text.key === key && text.language === language);
  return { app, admin, textsApi, save, one };
}

const about = { key: 'pages:about.p1', language: 'en' } as const;
const DELETED = '{{name}} was closed.\nIt is open again.';

test('nobody but staff reads or writes site texts', async () => {
  const { app } = await desk();
  const guest = await createUser(app.ctx);
  for (const [token, status] of [
    [undefined, 401],
    [guest.accessToken, 403],
  ] as const) {
    const { siteTexts } = app.api(token);
    await expect(siteTexts.list()).rejects.toMatchObject({ status });
    await expect(siteTexts.versions(about)).rejects.toMatchObject({ status });
    await expect(siteTexts.save({ body: { changes: [{ ...about, value: DELETED, version: 0 }] } })).rejects.toMatchObject({ status });
  }
});

test('what staff writes is shown in this language alone, by every process that reads it', async () => {
  const { app, save, one } = await desk();
  const before = publishedSite(app.deps).translationsVersion;
  await save({ ...about, value: `  ${DELETED.replace('\n', '\r\n\r\n\r\n')}  ` });
  expect(await one('pages:about.p1', 'en')).toMatchObject({ value: DELETED, version: 1, editor: 'Lela Maisuradze' });
  const other = await startTestApp({ databaseUrl: app.deps.env.databaseUrl ?? '' });
  const { translations, translationsVersion } = publishedSite(other.deps);
  expect(translations.en['pages']).toMatchObject({ about: { p1: DELETED } });
  expect(translations.ka['pages']).toEqual(publishedSite(app.deps).translations.ka['pages']);
  expect(translationsVersion).not.toBe(before);
  expect(publishedSite(app.deps).translationsVersion).toBe(before);
  await loadTexts(app.ctx);
  expect(publishedSite(app.deps).translationsVersion).toBe(translationsVersion);
});

test('the club’s own data replace those of the environment wherever they are read, and go back to them', async () => {
  const { app, save } = await desk({ env: { CONTACT_PHONE: '+995 599 11 11 11' } });
  await save(
    { key: 'club:phone', language: 'all', value: '+995 555 22 22 22' },
    { key: 'club:address', language: 'ka', value: 'ახალი ქუჩა 5' },
    { key: 'club:links', language: 'all', value: '@rkali\nsoundcloud.com/rkali' },
    { key: 'club:opening', language: 'all', value: 'thursday saturday 22 6.30' },
  );
  await loadTexts(app.ctx);
  expect(app.deps.venue()).toMatchObject({
    phone: '+995 555 22 22 22',
    addressKa: 'ახალი ქუჩა 5',
    socialLinks: ['https://www.instagram.com/rkali', 'https://soundcloud.com/rkali'],
    opening: { days: ['thursday', 'saturday'], from: '22:00', to: '06:30' },
  });
  expect(publishedSite(app.deps).site.phone).toBe('+995 555 22 22 22');
  expect(app.deps.env.venue.phone).toBe('+995 599 11 11 11');
  await save({ key: 'club:phone', language: 'all', value: null, version: 1 });
  await loadTexts(app.ctx);
  expect(app.deps.venue().phone).toBe('+995 599 11 11 11');
});

test.each<[string, Change, string]>([
  ['an empty text', { key: 'pages:about.p2', language: 'en', value: '  ' }, 'text_required'],
  ['one too many', { ...about, value: '{{name}} and {{secret}}' }, 'placeholders'],
  ['one that the library would read otherwise', { ...about, value: '{{name}} {{- name}}' }, 'placeholders'],
  ['a reference to other words', { ...about, value: '{{name}} $t(common:nav.events)' }, 'placeholders'],
  ['no phone', { key: 'club:phone', language: 'all', value: 'call us' }, 'phone_format_invalid'],
  ['no address', { key: 'club:email', language: 'all', value: 'club@' }, 'invalid_email'],
  ['a link that runs something', { key: 'club:links', language: 'all', value: 'javascript:alert(1)//example.com' }, 'link_format'],
  ['half a link', { key: 'club:links', language: 'all', value: 'https://example.com\ninstagram' }, 'link_format'],
  ['one day twice', { key: 'club:opening', language: 'all', value: 'friday friday 23:00 07:00' }, 'opening'],
  ['a time there is not', { key: 'club:opening', language: 'all', value: 'friday saturday 25:00 07:00' }, 'time_format'],
  ['no hours at all', { key: 'club:opening', language: 'all', value: 'friday saturday 08:00 8' }, 'event_empty'],
  ['days alone', { key: 'club:opening', language: 'all', value: 'friday saturday' }, 'opening'],
  ['no whole number', { key: 'club:capacity', language: 'all', value: '40.5' }, 'capacity'],
  ['room for nobody', { key: 'club:capacity', language: 'all', value: '0' }, 'capacity'],
  ['more room than there can be', { key: 'club:capacity', language: 'all', value: '20001' }, 'capacity'],
  ['a name with a placeholder', { key: 'club:name', language: 'ka', value: '{{name}}' }, 'placeholders'],
  ['a heading of two lines', { key: 'home:rent.title', language: 'en', value: 'One\nTwo' }, 'one_line'],
  ['a stage with a long name', { key: 'events:stages.2', language: 'en', value: 'x'.repeat(41) }, 'too_long'],
  ['an address of two lines', { key: 'club:address', language: 'en', value: 'One\nTwo' }, 'one_line'],
])('%s is refused at its field, and nothing is written', async (_what, change, reason) => {
  const { app, save } = await desk();
  const good: Change = { key: 'club:name', language: 'en', value: 'New name' };
  await expect(save(good, change)).rejects.toMatchObject({
    status: 422,
    body: { errors: { [`${change.key} ${change.language}`]: `validation.${reason}` } },
  });
  expect(await app.ctx.db.select().from(siteTexts)).toEqual([]);
});

test('who does not want a number in a text leaves it out', async () => {
  const { app, save } = await desk();
  await save({ ...about, value: 'A house without a name.' }, { key: 'home:rent.text', language: 'en', value: 'Two stages.' });
  expect(await app.ctx.db.$count(siteTexts)).toBe(2);
});

test('texts that are not for staff, or not in this language, cannot be written', async () => {
  const { save } = await desk();
  await expect(save({ key: 'common:nav.events', language: 'en', value: 'X' })).rejects.toMatchObject({ status: 404 });
  await expect(save({ key: 'club:phone', language: 'en', value: '+995 555 22 22 22' })).rejects.toMatchObject({ status: 404 });
});

test('of two who write at once the second gets a conflict, and nothing of theirs is written', async () => {
  const { save, one } = await desk();
  const [first, second] = await Promise.allSettled([save({ ...about, value: '{{name}} one' }), save({ ...about, value: '{{name}} two' })]);
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await one('pages:about.p1', 'en'))?.version).toBe(1);
  await expect(save({ ...about, value: '{{name}} three' })).rejects.toMatchObject({ status: 409 });
});

test('every version is kept with who wrote it, in the audit log too, and an old one is shown again', async () => {
  const { app, save, textsApi } = await desk();
  await save({ ...about, value: '{{name}} one' });
  await save({ ...about, value: '{{name}} two', version: 1 });
  await save({ ...about, value: '{{name}} one', version: 2 });
  await save({ ...about, value: null, version: 3 });
  const { items } = await textsApi.versions(about);
  expect(items.map(({ version, value, editor }) => [version, value, editor])).toEqual([
    [4, null, 'Lela Maisuradze'],
    [3, '{{name}} one', 'Lela Maisuradze'],
    [2, '{{name}} two', 'Lela Maisuradze'],
    [1, '{{name}} one', 'Lela Maisuradze'],
  ]);
  // A cursor may be any number, even one that no version can have.
  expect((await textsApi.versions({ ...about, before: Number.MAX_SAFE_INTEGER })).items).toEqual(items);
  const log = await app.ctx.db
    .select({ detail: auditEntries.detail })
    .from(auditEntries)
    .where(eq(auditEntries.subject, 'words pages:about.p1 en'))
    .orderBy(asc(auditEntries.id));
  expect(log.at(1)?.detail).toEqual({ before: '{{name}} one', after: '{{name}} two' });
  expect(log).toHaveLength(4);
  await expect(app.owner.delete(siteTexts)).rejects.toThrow();
  await expect(app.owner.update(siteTexts).set({ value: 'x' })).rejects.toThrow();
});

test('an unchanged text writes nothing', async () => {
  const { app, save, one } = await desk();
  const standard = (await one('pages:djs.p1', 'en'))?.standard ?? '';
  await save({ key: 'pages:djs.p1', language: 'en', value: standard });
  expect(await app.ctx.db.select().from(siteTexts)).toEqual([]);
});
