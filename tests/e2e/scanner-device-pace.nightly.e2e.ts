import type { Page } from 'playwright-core';
import { button } from './at-the-door.ts';
import { openDoorOfPhones, showCode, takePhone } from './door-phone.ts';
import { goOffline } from './network.ts';
import { expect, test } from './test.ts';

/**
 * `DOOR_MINUTES=15 npx playwright test --config playwright.nightly.config.ts scanner-device-pace` films a whole rush and prints the figures
 * of docs/performance.md.
 */
const MINUTES = Number(process.env['DOOR_MINUTES'] ?? 0.1);
const SCANS_A_MINUTE = 30;
const EVERY_MS = 60_000 / SCANS_A_MINUTE;
const SCANS = Math.max(5, Math.round(MINUTES * SCANS_A_MINUTE));
const ROUND_TRIP_MS = 150;
/** A new code is in the next sampled frame, at most 100 ms later, and then decoded. */
const CAMERA_MS = 250;

type Seen = { codeAt: number; verdictAt: number; verdict: string };

/** Runs in the page: records when each verdict appears. */
function noteVerdicts(): void {
  const noted: { verdict: string; at: number }[] = [];
  Reflect.set(globalThis, 'notedVerdicts', noted);
  let last: Element | undefined;
  new MutationObserver(() => {
    const shown = document.querySelector('[data-verdict]') ?? undefined;
    if (shown && shown !== last) noted.push({ verdict: shown.getAttribute('data-verdict') ?? '', at: Date.now() });
    last = shown;
  }).observe(document, { childList: true, subtree: true });
}

const notedIn = (page: Page): Promise<{ verdict: string; at: number }[]> => page.evaluate(() => Reflect.get(globalThis, 'notedVerdicts'));

/** Shows one code after the other at an even pace, and returns the verdict of each. */
async function film(page: Page, codes: readonly string[]): Promise<Seen[]> {
  const shownAt: number[] = [];
  const before = (await notedIn(page)).length;
  const startedAt = Date.now();
  for (const [place, code] of codes.entries()) {
    await page.waitForTimeout(Math.max(0, startedAt + (place + 1) * EVERY_MS - Date.now()));
    await showCode(page, code);
    shownAt.push(Date.now());
  }
  await expect.poll(async () => (await notedIn(page)).length, { timeout: 2 * EVERY_MS }).toBe(before + codes.length);
  const noted = (await notedIn(page)).slice(before);
  return noted.map(({ verdict, at }, place) => ({ codeAt: shownAt[place] ?? 0, verdictAt: at, verdict }));
}

const p95 = (seen: readonly Seen[]): number => {
  const times = seen.map(({ codeAt, verdictAt }) => verdictAt - codeAt).sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? Infinity;
};

test('thirty guests a minute: each code is read once and answered, live and alone', async () => {
  test.setTimeout(120_000 + 3 * MINUTES * 60_000);
  const { app, sellMany, makeScannerDevice } = await openDoorOfPhones({ isAutomatic: true });
  const tickets = (await sellMany(2 * SCANS)).map(({ ticket }) => ticket);
  const { page, t } = await takePhone(app);
  await page.addInitScript(noteVerdicts);
  const { path } = await makeScannerDevice('Main');
  const openedAt = Date.now();
  await page.goto(path);
  await button(page, t('scanner-device:pair.start')).click();
  await page.locator('[data-link="live"]').waitFor();
  await page.getByText(t('door:point'), { exact: true }).waitFor();
  console.log(`from the address of the scanner device to a camera that looks for codes: ${Date.now() - openedAt} ms, with one tap`);

  const network = await page.context().newCDPSession(page);
  const throughput = -1;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  const live = await film(
    page,
    tickets.slice(0, SCANS).map(({ code }) => code),
  );
  await network.detach();
  await goOffline(page);
  const alone = await film(
    page,
    tickets.slice(SCANS).map(({ code }) => code),
  );
  // The first two codes without a network wait for the server in vain before the phone decides alone.
  console.log(
    `p95 from code shown to verdict: live ${p95(live)} ms, alone ${p95(alone.slice(2))} ms (the camera takes up to ${CAMERA_MS} ms of it)`,
  );
  expect([...live, ...alone].filter(({ verdict }) => verdict !== 'valid')).toEqual([]);
});
