import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

/** Two clocks of a phone and the server's time, in milliseconds. */
function stage() {
  const time = { wall: 1_000_000, steady: 5_000, server: 900_000 };
  const scannerDevice = (ms: number) => {
    time.wall += ms;
    time.steady += ms;
    time.server += ms;
  };
  return { time, scannerDevice, clock: createClock(undefined, { wall: () => time.wall, steady: () => time.steady }) };
}

test('an exchange measures how far the clock is ahead, to half of its round trip', () => {
  const { time, scannerDevice, clock } = stage();
  const sentAt = time.steady;
  scannerDevice(50);
  const answered = time.server;
  scannerDevice(50);
  clock.learn(answered, sentAt);
  expect(clock.reckoning()).toEqual({ offsetMs: 100_000, uncertaintyMs: 51, isJumped: false });
  scannerDevice(30_000);
  expect(clock.now().getTime()).toBe(time.server);
});

test('a slower exchange does not replace a better one for a minute', () => {
  const { time, scannerDevice, clock } = stage();
  clock.learn(time.server, time.steady);
  const slow = () => {
    const sentAt = time.steady;
    scannerDevice(3_000);
    clock.learn(time.server, sentAt);
  };
  slow();
  expect(clock.reckoning().uncertaintyMs).toBe(1);
  scannerDevice(60_000);
  slow();
  expect(clock.reckoning().uncertaintyMs).toBe(1_501);
});

test('a clock that is set is noticed, the time stays right, and the next exchange measures anew', () => {
  const { time, scannerDevice, clock } = stage();
  clock.learn(time.server, time.steady);
  time.wall += 600_000;
  expect(clock.reckoning()).toMatchObject({ isJumped: true, offsetMs: 700_000, uncertaintyMs: 600_001 });
  expect(clock.now().getTime()).toBe(time.server);
  scannerDevice(1_000);
  clock.learn(time.server, time.steady);
  expect(clock.reckoning()).toEqual({ offsetMs: 700_000, uncertaintyMs: 1, isJumped: false });
});

test('sleep is no changed clock: the time stays right, only less certain until the next exchange', () => {
  const time = { wall: 1_000_000, steady: 5_000, server: 900_000, pauses: 0 };
  const clock = createClock(undefined, { wall: () => time.wall, steady: () => time.steady, pauses: () => time.pauses });
  clock.learn(time.server, time.steady);
  // Ten minutes of sleep, in which the monotonic clock stood.
  time.wall += 600_000;
  time.server += 600_000;
  time.pauses += 2;
  expect(clock.reckoning()).toEqual({ offsetMs: 100_000, uncertaintyMs: 600_001, isJumped: false });
  expect(clock.now().getTime()).toBe(time.server);
  time.wall -= 1_200_000;
  expect(clock.reckoning().isJumped, 'no sleep turns a clock back').toBe(true);
});

test('a clock kept from an earlier page is believed for what it says, and is unsure until the next exchange', () => {
  const { time } = stage();
  const clock = createClock({ offsetMs: 100_000, uncertaintyMs: 1 }, { wall: () => time.wall, steady: () => time.steady });
  expect(clock.reckoning()).toEqual({ offsetMs: 100_000, uncertaintyMs: 300_000, isJumped: false });
  // The clock was set while the page was closed: a worse measurement is better than none.
  time.server += 30_000;
  clock.learn(time.server, time.steady - 4_000);
  expect(clock.reckoning()).toEqual({ offsetMs: 68_000, uncertaintyMs: 2_001, isJumped: false });
});
