import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoSite } from '#lab/trial/demo-site.ts';
import { paths } from '#shared/paths.ts';
import { launchBrowser } from '#tests/setup/chromium.ts';
import { houseStatesOf } from './house-states.ts';
import { type Screen, takeShots } from './take.ts';

const look = { language: 'en', width: 390 } as const;

async function open() {
  const site = await startDemoSite();
  const browser = await launchBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'rkali-shots-'));
  onTestFinished(async () => {
    await browser.close();
    await site.stop();
    await rm(folder, { recursive: true });
  });
  return { site, take: (screens: Screen[]) => takeShots(browser, site, { screens, look, folder }) };
}

const TIMEOUT_MS = 300_000;

test(
  'the four pictures of the house differ on any day, and leave the clock of the next screen alone',
  { timeout: TIMEOUT_MS },
  async () => {
    const { site, take } = await open();
    const next: Screen = { name: 'tickets', path: paths.profile, as: 'guest' };
    const { shots, failed } = await take([...houseStatesOf(site), next]);
    expect(failed).toEqual([]);
    expect(shots.map(({ name }) => name)).toEqual([
      'state-house-day',
      'state-house-evening',
      'state-house-night',
      'state-house-morning',
      'tickets',
    ]);
    expect((await site.apiOf(null).events.list()).map(({ id, isCancelled }) => [id, isCancelled])).toEqual(
      site.events.map(({ id, isCancelled }) => [id, isCancelled]),
    );
  },
);

test('a picture that shows the login instead of its screen, or the same as another one, fails', { timeout: TIMEOUT_MS }, async () => {
  const { take } = await open();
  const { shots, failed } = await take([
    { name: 'profile', path: paths.profile },
    { name: 'login', path: paths.login },
    { name: 'terms', path: paths.terms, isWindow: true },
    { name: 'about', path: paths.terms, isWindow: true },
  ]);
  expect(failed).toEqual(['profile-en-390.png', 'about-en-390.png']);
  expect(shots.map(({ name }) => name)).toEqual(['login', 'terms']);
});
