import { expect, test } from 'vitest';
import { createTestClock } from '#tests/setup/clock.ts';
import { addressKey, countOthers, createAddressLimit, createQuota, createTokenBuckets, networkOf, rateOf, siteKey } from './quota.ts';

test('an IPv4 address counts by itself, however it is written', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test('all addresses of an IPv6 network count as one', () => {
  const line = ['2001:db8:1:2::1', '2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:DB8:1:2:0:0:0:9'];
  expect(new Set(line.map(addressKey))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(addressKey('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('2001:db8::')).toBe('2001:db8:0:0::/64');
});

test('all lines of one IPv6 customer have one site, and IPv4 has none', () => {
  expect(['2001:db8:1:2::1', '2001:db8:1:ffff::1'].map(siteKey)).toEqual(['2001:db8:1::/48', '2001:db8:1::/48']);
  expect(siteKey('2001:db8:2:2::1')).toBe('2001:db8:2::/48');
  expect([siteKey('203.0.113.7'), siteKey('::ffff:203.0.113.7')]).toEqual([undefined, undefined]);
});

test('of an address only its network is kept', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1:2::1'].map(networkOf)).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '2001:db8:1::/48',
  ]);
});

test('a flood of invented senders neither blocks a new sender nor resets a recent one', () => {
  const mayCall = createQuota(createTestClock(), () => 1);
  for (let sender = 0; sender < 50_000; sender += 1) mayCall(`invented ${sender}`);
  expect([mayCall('new'), mayCall('new')]).toEqual([true, false]);
  expect(mayCall('invented 49999')).toBe(false);
  // The oldest key was removed and starts with a new quota.
  expect(mayCall('invented 0')).toBe(true);
});

test('the next minute everybody starts anew', () => {
  const clock = createTestClock();
  const mayCall = createQuota(clock, () => 2);
  expect([mayCall('one'), mayCall('one'), mayCall('one'), mayCall('other')]).toEqual([true, true, false, true]);
  clock.advanceMinutes(1);
  expect(mayCall('one')).toBe(true);
});

test('processes share the calls of an address, and each allows one at least', () => {
  const allowed = (processes: number, aMinute: number, others = 0) => {
    const deps = { clock: createTestClock(), env: { rateLimitScale: 1, processes }, shared: { memory: {} } };
    countOthers(deps, others);
    const take = createAddressLimit(deps, aMinute);
    let calls = 0;
    for (const _ of Array.from({ length: 100 })) {
      try {
        take('192.0.2.1');
        calls += 1;
      } catch {}
    }
    return calls;
  };
  expect([allowed(1, 60), allowed(4, 60), allowed(64, 10), allowed(2, 60, 4)]).toEqual([60, 15, 1, 10]);
});

test('a rate is shared from the moment another machine serves, until it ends', () => {
  const deps = { env: { rateLimitScale: 1, processes: 1 }, shared: { memory: {} } };
  let time = 0;
  const take = createTokenBuckets(
    () => rateOf(deps, { perSecond: 4, burst: 8 }),
    () => time,
  );
  const takeAll = () => {
    let taken = 0;
    while (take('a') === 0) taken += 1;
    time += 60_000;
    return taken;
  };
  const first = takeAll();
  countOthers(deps, 3);
  const shared = takeAll();
  countOthers(deps, 0);
  expect([first, shared, takeAll()]).toEqual([8, 2, 8]);
  countOthers(deps, 99);
  expect(rateOf(deps, { perSecond: 40, burst: 80 }, 8)).toEqual({ perSecond: 5, burst: 10 });
});

function openBuckets(rate: { perSecond: number; burst: number }) {
  let time = 0;
  const take = createTokenBuckets(
    () => rate,
    () => time,
  );
  const takeAll = (key: string): number => {
    let taken = 0;
    while (take(key) === 0) taken += 1;
    return taken;
  };
  return { take, takeAll, wait: (ms: number) => (time += ms) };
}

test('a burst at once, then so many a second, for each key by itself', () => {
  const { take, takeAll, wait } = openBuckets({ perSecond: 50, burst: 250 });
  expect(takeAll('a')).toBe(250);
  expect(take('a')).toBe(1);
  expect(takeAll('b')).toBe(250);
  wait(100);
  expect(takeAll('a')).toBe(5);
  wait(60_000);
  expect(takeAll('a')).toBe(250);
});

test('it says when there is one again', () => {
  const { take, wait } = openBuckets({ perSecond: 0.1, burst: 1 });
  expect(take('a')).toBe(0);
  expect(take('a')).toBe(10);
  wait(9_000);
  expect(take('a')).toBe(1);
  wait(1_000);
  expect(take('a')).toBe(0);
});

test('a flood of invented keys makes the oldest start anew and costs no memory without end', () => {
  const { take, takeAll } = openBuckets({ perSecond: 1, burst: 2 });
  expect(takeAll('first')).toBe(2);
  for (let key = 0; key < 49_999; key += 1) take(String(key));
  expect(take('first')).toBe(1);
  take('one more');
  expect(takeAll('first')).toBe(2);
});
