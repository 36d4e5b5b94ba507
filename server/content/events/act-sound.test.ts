import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { cleanPictures } from '#server/content/media/clean-files.jobs.ts';
import { addDays } from '#shared/dates.ts';
import { soundUploadUrl } from '#shared/staff/event-uploads.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { createEvent } from '#tests/factories/events.ts';
import { silence } from '#tests/factories/sound.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const startsAt = new Date('2026-11-21T23:00:00+04:00');

async function openOffice() {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  const lineUps = [
    { floor: 1, artistName: 'OBERTON', startsAt },
    { floor: 2, artistName: 'Lela M.', startsAt },
  ];
  const { id } = await createEvent(app.ctx, { startsAt, lineUps });
  const staff = app.api(accessToken).staffEvents;
  const send = async (act: number, version: number, content = silence(1)) => {
    const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${accessToken}` };
    const init = { method: 'POST', headers, body: new Uint8Array(content) };
    const response = await fetch(app.url + soundUploadUrl({ event: id, act, version }), init);
    return { status: response.status, body: (await response.json()) as Partial<StaffEventView> & { errors?: Record<string, string> } };
  };
  const event = await staff.get({ id });
  const [act = 0, other = 0] = event.lineUps.map((each) => each.id);
  const shown = async () => {
    app.dropCaches();
    return (await app.api().events.get({ id })).lineUps.map(({ soundUrl }) => soundUrl);
  };
  return { app, id, staff, send, shown, act, other, version: event.version };
}

test('the sound of an act is served as it came, in parts too, for good and as nothing but a sound', async () => {
  const { app, send, shown, act, version } = await openOffice();
  const content = silence(2);
  const { status, body } = await send(act, version, content);
  expect(status).toBe(200);
  expect(body.version).toBeGreaterThan(version);
  const [url] = await shown();
  expect(url).toMatch(/^\/media\/sounds\/[0-9a-f]{24}\.mp3$/);
  const whole = await fetch(app.url + url);
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  const part = await fetch(app.url + url, { headers: { range: 'bytes=100-199' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${content.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
});

test.each([
  ['M4A', Buffer.from('\0\0\0 ftypM4A isom', 'latin1'), 'm4a'],
  ['OGG', Buffer.from('OggS\0rest', 'latin1'), 'ogg'],
  ['MP3 with a tag', Buffer.from('ID3\u0004rest', 'latin1'), 'mp3'],
])('%s is a sound', async (_, content, ending) => {
  const { send, shown, act, version } = await openOffice();
  expect((await send(act, version, content)).status).toBe(200);
  expect((await shown())[0]).toMatch(new RegExp(`\\.${ending}$`));
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html><script>1</script>')],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['an archive', Buffer.from('PK\u0003\u0004', 'latin1')],
])('%s is no sound', async (_, content) => {
  const { send, shown, act, version } = await openOffice();
  expect(await send(act, version, content)).toMatchObject({ status: 422, body: { errors: { sound: 'validation.sound_format' } } });
  expect(await shown()).toEqual([null, null]);
});

test('a sound belongs to an act of its event and to the version that was read', async () => {
  const { app, id, send, staff, act, version } = await openOffice();
  const { id: foreign } = await createEvent(app.ctx, { startsAt, lineUps: [{ floor: 1, artistName: 'Elsewhere', startsAt }] });
  const [elsewhere] = (await staff.get({ id: foreign })).lineUps;
  expect((await send(elsewhere?.id ?? 0, version)).status).toBe(422);
  expect((await send(act, version + 1)).status).toBe(409);
  await expect(staff.removeSound({ id, act: elsewhere?.id ?? 0, version })).rejects.toMatchObject({ status: 422 });
});

test('it stays when the act moves or is renamed, comes along in a copy, and goes with the act', async () => {
  const { id, send, staff, shown, act, version } = await openOffice();
  const { body } = await send(act, version);
  const [url] = await shown();
  const slots = [
    { floor: 1, artistName: 'OBERTON live', time: '23:00', isHeadliner: true },
    { floor: 2, artistName: 'Lela M.', time: '23:00', isHeadliner: false },
  ] as const;
  const renamed = await staff.changeLineUp({ id, body: { version: body.version ?? 0, slots: [...slots] } });
  expect(renamed.lineUps.map(({ soundUrl }) => soundUrl)).toEqual([url, null]);
  const { items } = await staff.copy({ id, body: { days: ['2026-12-12'] } });
  expect((await staff.get({ id: items[0]?.id ?? 0 })).lineUps.map(({ soundUrl }) => soundUrl)).toEqual([url, null]);
  await staff.changeLineUp({ id, body: { version: renamed.version, slots: [slots[1]] } });
  expect(await shown()).toEqual([null]);
});

test('it can be taken away, and its file goes a week after no act has it', async () => {
  const { app, id, send, staff, shown, act, other, version } = await openOffice();
  const first = await send(act, version);
  const second = await send(other, first.body.version ?? 0, silence(2));
  const [gone, kept] = (await shown()).map((url) => basename(url ?? ''));
  await staff.removeSound({ id, act, version: second.body.version ?? 0 });
  expect(await shown()).toEqual([null, `/media/sounds/${kept}`]);
  const clean = async (days: number) => {
    app.clock.set(addDays(startsAt, days));
    await cleanPictures.run(app.ctx, {});
    return (await app.deps.storage.names('media/sounds')).map((name) => basename(name));
  };
  await clean(0);
  expect(await clean(6)).toEqual([gone, kept].toSorted());
  expect(await clean(8)).toEqual([kept]);
});

test.each(['../rkali.db', 'x.mp3', `${'a'.repeat(24)}.mp3`, `${'a'.repeat(24)}.svg`, ''])('there is no sound %s', async (name) => {
  const { url } = await startTestApp();
  expect((await fetch(`${url}/media/sounds/${name}`)).status).toBe(404);
});
