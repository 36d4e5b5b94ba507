import { expect, test } from 'vitest';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

async function openClub() {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  const api = app.api(accessToken);
  const versions = new Map<string, number>();
  const write = async (key: string, language: 'en' | 'ka' | 'all', value: string) => {
    const version = versions.get(key + language) ?? 0;
    await api.siteTexts.save({ body: { changes: [{ key, language, value, version }] } });
    versions.set(key + language, version + 1);
    await loadTexts(app.ctx);
  };
  const { id } = await createEvent(app.ctx, { startsAt: new Date('2026-12-04T23:00:00+04:00') });
  const play = async (...floors: (1 | 2 | 3 | 4)[]) => {
    const { version } = await api.staffEvents.get({ id });
    const slots = floors.map((floor) => ({ floor, artistName: `Act ${floor}`, time: '23:00', isHeadliner: false }));
    return api.staffEvents.changeLineUp({ id, body: { version, slots } });
  };
  return { app, api, id, write, play };
}

test('a club has two stages with the names of the specification, until staff say otherwise', async () => {
  const { api, id, write } = await openClub();
  const stages = async () => (await api.staffEvents.get({ id })).stages.filter(({ isOpen }) => isOpen);
  expect(await stages()).toEqual([
    { floor: 1, name: 'მთავარი სცენა', nameLat: 'Main Stage', isOpen: true },
    { floor: 2, name: 'სფეის სცენა', nameLat: 'Space Stage', isOpen: true },
  ]);
  await write('club:stages', 'all', '3');
  await write('events:stages.3', 'en', 'Garden');
  await write('events:stages.3', 'ka', 'ბაღი');
  expect((await stages()).at(-1)).toEqual({ floor: 3, name: 'ბაღი', nameLat: 'Garden', isOpen: true });
});

test('acts play on the stages of the club only', async () => {
  const { app, id, write, play } = await openClub();
  await expect(play(1, 3)).rejects.toMatchObject({ status: 422, body: { errors: { 'slots.1.floor': 'validation.stage_gone' } } });
  await write('club:stages', 'all', '4');
  await play(1, 2, 3, 4);
  expect((await app.api().events.get({ id })).lineUps.map(({ floor }) => floor)).toEqual([1, 2, 3, 4]);
});

test('a stage that is given up stays where acts stand, and takes none elsewhere', async () => {
  const { app, api, id, write, play } = await openClub();
  await write('club:stages', 'all', '3');
  await play(1, 3);
  await write('club:stages', 'all', '1');
  expect((await app.api().events.get({ id })).lineUps.map(({ floor }) => floor)).toEqual([1, 3]);
  expect((await play(3, 3)).lineUps).toHaveLength(2);
  await expect(play(2)).rejects.toMatchObject({ status: 422 });
  await play(1);
  await expect(play(3)).rejects.toMatchObject({ status: 422 });
  await play(1);
  const { items } = await api.staffEvents.copy({ id, body: { days: ['2026-12-11'], confirmed: [] } });
  expect(items.map(({ lineUps }) => lineUps.length)).toEqual([1]);
});

test.each(['0', '5', '1.5', 'two', ''])('a club cannot have %j stages, nor one without a name', async (value) => {
  const { write } = await openClub();
  await expect(write('club:stages', 'all', value)).rejects.toMatchObject({ body: { errors: { 'club:stages all': 'validation.stages' } } });
  await expect(write('events:stages.1', 'en', ' ')).rejects.toMatchObject({
    body: { errors: { 'events:stages.1 en': 'validation.text_required' } },
  });
});

test('the database refuses a stage that no club can have', async () => {
  const { app } = await openClub();
  const startsAt = new Date('2026-12-04T23:00:00+04:00');
  await expect(createEvent(app.ctx, { startsAt, lineUps: [{ floor: 5, artistName: 'X', startsAt }] })).rejects.toThrow();
});
