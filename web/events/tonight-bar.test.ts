import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';

const at = (text: string) => new Date(`2026-11-${text}:00+04:00`);
const FRIDAY = { startsAt: at('20T23:00'), endsAt: at('21T07:00') };
const SATURDAY = { startsAt: at('21T23:00'), endsAt: at('22T07:00') };

async function openClub() {
  const app = await startTestSite();
  const lineUps = [
    { floor: 1, artistName: 'Lela M.', startsAt: at('20T23:00') },
    { floor: 1, artistName: 'OBERTON', startsAt: at('21T02:00'), isHeadliner: true },
    { floor: 2, artistName: 'Mtkvari Dub', startsAt: at('21T03:00') },
  ];
  const { id } = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', lineUps, ...FRIDAY });
  const next = await createEvent(app.ctx, { nameLat: 'Deep Kura', ...SATURDAY });
  const read = async (path: string, time: string, language = 'en') => {
    app.clock.set(at(time));
    app.dropCaches();
    const html = await (await fetch(app.url + path, { headers: { cookie: `lang=${language}` } })).text();
    const bar = /<aside aria-label="(?:Tonight at the club|ამაღამ კლუბში)".*?<\/aside>/s.exec(html)?.[0];
    const text = bar
      ?.replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return { phase: /data-house="(\w+)"/.exec(html)?.[1], bar, text };
  };
  return { id, nextId: next.id, read };
}

test('from eight on every page says the time, what comes, who plays on each stage and until when, and in the morning what helps', async () => {
  const { id, nextId, read } = await openClub();
  for (const path of [paths.about, paths.login, paths.cart, paths.allEvents, '/nothing']) {
    expect(await read(path, '20T19:59'), path).toEqual({ phase: undefined, bar: undefined, text: undefined });
    expect(await read(path, '20T20:00'), path).toMatchObject({ phase: 'evening', text: '20:00 Nulovani, doors at 23:00' });
    expect((await read(path, '21T02:10')).text).toBe('02:10 OBERTON until 07:00 Nulovani');
    expect((await read(path, '21T03:10')).text).toBe('03:10 OBERTON until 07:00 Mtkvari Dub until 07:00 Nulovani');
    expect(await read(path, '21T07:30'), path).toMatchObject({
      phase: 'morning',
      text: 'Good morning Getting home Lost something? Next: Deep Kura November 21, 2026',
    });
    expect((await read(path, '21T12:00')).bar).toBeUndefined();
  }
  expect((await read(paths.about, '21T00:00')).bar).toContain(`href="${paths.event(id)}"`);
  const { bar } = await read(paths.about, '21T08:00');
  for (const address of [`${paths.about}#place`, 'mailto:', paths.event(nextId)]) expect(bar).toContain(`href="${address}`);
  expect((await read(paths.about, '21T03:10', 'ka')).text).toBe('03:10 OBERTON 07:00-\u2060მდე Mtkvari Dub 07:00-\u2060მდე ნულოვანი');
});

test('home and the page of the event show the event itself, without the bar until the morning, in its colours', async () => {
  const { id, read } = await openClub();
  for (const path of [paths.home, paths.event(id)]) {
    expect(await read(path, '21T03:10'), path).toMatchObject({ phase: 'night', bar: undefined });
    expect((await read(path, '21T08:00')).text, path).toContain('Good morning');
  }
});

test('above the colours of another event the bar is coal', async () => {
  const { nextId, read } = await openClub();
  expect((await read(paths.about, '21T03:10')).bar).toMatch(/class="[^"]* paper"/);
  const { bar } = await read(paths.event(nextId), '21T03:10');
  expect(bar).toContain('OBERTON');
  expect(bar).toMatch(/class="[^"]* bg-bg /);
  expect(bar).not.toMatch(/class="[^"]* paper"/);
});

test('the page of an event that is not found has no colours of its own, so the bar has those of the night', async () => {
  const { read } = await openClub();
  expect((await read(paths.event(2_147_483_000), '21T03:10')).bar).toMatch(/class="[^"]* paper"/);
});

test('a night without a line-up says until when it is open', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx, { nameLat: 'Nulovani', ...FRIDAY });
  app.clock.set(at('21T03:10'));
  app.dropCaches();
  const html = await (await fetch(app.url + paths.about, { headers: { cookie: 'lang=en' } })).text();
  expect(/<aside aria-label="Tonight.*?<\/aside>/s.exec(html)?.[0].replaceAll(/<[^>]*>/g, ' ')).toMatch(
    /03:10\s+Nulovani\s+until 07:00\s+$/,
  );
});

test('the terms stay as they are', async () => {
  const { read } = await openClub();
  expect(await read(paths.terms, '21T03:10')).toEqual({ phase: undefined, bar: undefined, text: undefined });
});
