import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Device, measure, type Measured, whyNoLighthouse, headings, lineOf, type Page, pagesOf } from '#lab/bench-web/lighthouse.ts';
import { demoGuest, type DemoSite, startDemoSite } from '#lab/trial/demo-site.ts';
import { freePort } from '#lab/trial/server-process.ts';
import { launchProfile } from '#tests/setup/chromium.ts';

/**
 * Measures the built site with demo content in Lighthouse, on phone and desktop; prints medians of three rounds. It sets no limit and never
 * fails.
 * `npm run bench:web [rounds] [part of a page's name] [mobile|desktop]`
 */
const [rounds = '3', wanted = '', only] = process.argv.slice(2);
const devices = (['mobile', 'desktop'] as const).filter((device) => only === undefined || device === only);

const cache = fileURLToPath(new URL('../node_modules/.cache/rkali-lighthouse', import.meta.url));
await mkdir(cache, { recursive: true });
const problem = await whyNoLighthouse(cache);
if (problem) console.log(`${problem}\nNothing was measured: it needs the npm registry once.`);
else await measureSite();

async function measureSite(): Promise<void> {
  const site = await startDemoSite();
  const profile = await mkdtemp(join(tmpdir(), 'rkali-profile-'));
  const port = await freePort();
  const browser = await launchProfile(profile, { args: [`--remote-debugging-port=${port}`] });
  const findings = new Map<string, Set<string>>();
  try {
    console.log(headings);
    for (const page of pagesOf(site).filter(({ name }) => name.startsWith(wanted))) {
      await browser.addCookies([{ name: 'lang', value: page.language, url: site.origin }]);
      if (page.isLoggedIn) await logIn(site, await browser.newPage());
      for (const device of devices) {
        const measured: Measured[] = [];
        for (let round = 0; round < Number(rounds); round += 1) {
          const seen = await measure(site.origin + page.path, { cache, port, device }).catch((error: unknown) =>
            console.log(String(error)),
          );
          if (seen) measured.push(seen);
        }
        console.log(measured.length > 0 ? lineOf(page, device, measured) : `${page.name}: Lighthouse could not measure it`);
        for (const { largest } of measured) console.log(`  largest: ${largest}`);
        note(findings, page, device, measured);
      }
    }
    for (const [finding, where] of findings) console.log(`${finding}: ${[...where].join(', ')}`);
  } finally {
    await browser.close();
    await site.stop();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Signs in the demo guest with a ticket in the cart: without a user, `/Cart` shows the login page. */
async function logIn(site: DemoSite, page: Awaited<ReturnType<Awaited<ReturnType<typeof launchProfile>>['newPage']>>): Promise<void> {
  const token = await site.logIn(demoGuest);
  const eventId = site.events[1]?.id ?? 1;
  // Refused if the previous page already put the ticket in the cart.
  await site
    .apiOf(token)
    .cart.addTicket({ eventId, quantity: 1 })
    .catch(() => undefined);
  await page.goto(`${site.origin}/terms`);
  await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token);
  await page.close();
}

function note(findings: Map<string, Set<string>>, page: Page, device: Device, measured: Measured[]): void {
  for (const finding of new Set(measured.flatMap((round) => round.findings)))
    findings.set(finding, (findings.get(finding) ?? new Set()).add(`${page.name} (${device})`));
}
