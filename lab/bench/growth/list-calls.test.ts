import { expect, test } from 'vitest';
import { createWholeApi, staffContract } from '#shared/staff-api.ts';
import { listCalls } from './list-calls.ts';

/** An event stream is not a list, and one team member has few sessions. */
const NO_LISTS = new Set(['/staff/tonight/stream', '/staff/team/:id/sessions']);

test('every reading call of the console is measured in a grown club', async () => {
  const calledPaths: string[] = [];
  const api = createWholeApi(async ({ url }) => {
    calledPaths.push(new URL(url, 'http://club.example').pathname);
    return { status: 200, body: undefined };
  });
  const deep = { guests: 1, waiting: 1, events: 1, orders: 1, entries: 1, enquiries: 1, mails: 1, alerts: 1 };
  const places = {
    event: 1,
    order: 1,
    ticket: 1,
    bankOrder: 'x',
    guest: 1,
    guestEmail: 'x',
    day: '2026-11-20',
    oldDay: '2026-11-20',
    enquiry: 1,
    deep,
  };
  for (const { ask } of listCalls(places)) await ask(api);

  const readings = Object.values(staffContract)
    .flatMap((section) => Object.values(section))
    .filter(({ method, path }) => method === 'GET' && !NO_LISTS.has(path))
    .map(({ path }) => path);
  const isCalled = (path: string) => calledPaths.some((url) => new RegExp(`^/api${path.replaceAll(/:\w+/g, '1')}$`).test(url));
  expect(readings.filter((path) => !isCalled(path))).toEqual([]);
});
