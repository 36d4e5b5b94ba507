import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceOf, type OfflineManifestContent, versionOf } from './offline-manifest-version.ts';

const key = Buffer.alloc(32, 1);
const content: OfflineManifestContent = {
  head: 'the head',
  live: 'inside: 12',
  tickets: Array.from({ length: 400 }, (_, place) => ({ id: 90_000_000_000 + place, content: `ticket ${place}` })),
};

/** The ids of tickets that are sent to a phone with the first content to reach the second. */
function sentAfter(before: OfflineManifestContent, after: OfflineManifestContent): number[] {
  const { isTicketNew } = differenceOf(versionOf(key, before), versionOf(key, after));
  return after.tickets.map(({ id }) => id).filter(isTicketNew);
}

test('the same content has the same version, and nothing is sent', () => {
  expect(versionOf(key, structuredClone(content))).toBe(versionOf(key, content));
  expect(sentAfter(content, content)).toEqual([]);
});

test('one change sends its ticket, and few others', () => {
  const tickets = content.tickets.with(17, { id: 90_000_000_017, content: 'used' });
  const sent = sentAfter(content, { ...content, tickets });
  expect(sent).toContain(90_000_000_017);
  expect(sent.length).toBeLessThanOrEqual(7);
  expect(differenceOf(versionOf(key, content), versionOf(key, { ...content, tickets })).isHeadNew).toBe(false);
});

test('a change of the head sends no ticket', () => {
  const other = { ...content, head: 'cancelled' };
  expect(sentAfter(content, other)).toEqual([]);
  expect(differenceOf(versionOf(key, content), versionOf(key, other)).isHeadNew).toBe(true);
});

test('a change of what all phones show sends neither a ticket nor the head', () => {
  const other = { ...content, live: 'inside: 13' };
  expect(sentAfter(content, other)).toEqual([]);
  expect(differenceOf(versionOf(key, content), versionOf(key, other))).toMatchObject({ isHeadNew: false, isLiveNew: true });
});

test('whatever changes or is added is sent', () => {
  const anyTickets = fc.dictionary(fc.integer({ min: 1, max: 200 }).map(String), fc.constantFrom('a', 'b', 'c'), { maxKeys: 60 });
  const toContent = (tickets: Record<string, string>): OfflineManifestContent => ({
    head: '',
    live: '',
    tickets: Object.entries(tickets).map(([id, text]) => ({ id: Number(id), content: text })),
  });
  fc.assert(
    fc.property(anyTickets, anyTickets, (before, changes) => {
      const changed = Object.keys(changes).filter((id) => before[id] !== changes[id]);
      const sent = sentAfter(toContent(before), toContent({ ...before, ...changes }));
      expect(changed.filter((id) => !sent.includes(Number(id)))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('everything is sent to a phone whose version is none of ours', () => {
  const version = versionOf(key, content);
  for (const since of ['', 'AAAAAAAA', 'not a version', `${version}AAAAAAAA`, version.slice(8), versionOf(Buffer.alloc(32, 2), content)]) {
    const { isHeadNew, isTicketNew } = differenceOf(since, version);
    expect([isHeadNew, content.tickets.filter(({ id }) => isTicketNew(id)).length], since).toEqual([true, 400]);
  }
});
