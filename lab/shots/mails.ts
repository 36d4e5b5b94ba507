import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import { guestForm } from '#lab/trial/world.ts';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import type { Send } from '#shared/contract.ts';
import { createWholeApi, type WholeApi } from '#shared/staff-api.ts';
import { allParts, type MimePart, readMime, textOf } from '#tests/setup/mime.ts';

const PHONE = { width: 390, height: 844 };
const POLL_MS = 500;
/** No mail for so long: all have been written. */
const QUIET_MS = 6_000;

/**
 * Takes a picture of each kind of email that a visit causes, as a phone shows it, below its subject: in both languages, and in a mail
 * program that is set to dark if that differs.
 */
export async function takeMails(browser: Browser, site: DemoSite, folder: string): Promise<{ count: number; failed: string[] }> {
  const failed: string[] = [];
  for (const language of LANGUAGES) {
    for (const [name, cause] of Object.entries(causesIn(site, language))) {
      await cause().catch((error: unknown) => {
        console.log(`${name} (${language}): ${String(error).split('\n')[0]}`);
        failed.push(name);
      });
    }
  }
  const page = await browser.newPage({ viewport: PHONE, isMobile: true });
  const seen = new Set<string>();
  for (const file of await filesOf(site)) {
    const mail = readMime(await readFile(join(site.mails, file)));
    const html = textOf(mail, 'text/html');
    const subject = mail.headers.get('subject')?.[0] ?? '';
    const language = /<html lang="(\w+)">/.exec(html)?.[1] ?? '';
    const name = `mail-${file.slice(file.indexOf('-') + 1, -'.eml'.length)}-${language}-390`;
    // The words before a colon say which of the texts of this kind it is.
    const text = `${name} ${subject.replaceAll(/[^\p{L}:]/gu, '').split(':')[0]}`;
    if (seen.has(text)) continue;
    seen.add(text);
    const count = [...seen].filter((each) => each.startsWith(`${name} `)).length;
    await show(page, mail, subject);
    await takeBoth(page, join(folder, count > 1 ? `${name}-${count}` : name));
  }
  await page.close();
  return { count: seen.size, failed };
}

async function takeBoth(page: Page, file: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await page.screenshot({ path: `${file}.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await page.screenshot({ fullPage: true });
  if (!dark.equals(light)) await writeFile(`${file}-dark.png`, dark);
}

/** Shows a mail with its pictures below its subject. */
async function show(page: Page, mail: MimePart, subject: string): Promise<void> {
  const html = allParts(mail).reduce(
    (text, { headers, type, body }) => {
      const cid = headers.get('content-id')?.[0]?.slice(1, -1);
      return cid === undefined ? text : text.replaceAll(`cid:${cid}`, `data:${type};base64,${body.toString('base64')}`);
    },
    textOf(mail, 'text/html'),
  );
  await page.setContent(html);
  await page.evaluate((text) => {
    const line = document.createElement('p');
    line.textContent = text;
    line.style.cssText = 'margin:0;padding:12px;font:700 17px/22px sans-serif;background:#fff;color:#000';
    document.body.prepend(line);
  }, subject);
  const { scrollWidth } = await page.evaluate(() => document.documentElement);
  if (scrollWidth > PHONE.width) console.log(`"${subject}" is ${scrollWidth} px wide`);
}

async function filesOf({ mails }: DemoSite): Promise<string[]> {
  for (let [count, since] = [0, Date.now()]; ;) {
    const files = (await readdir(mails)).filter((file) => file.endsWith('.eml'));
    if (files.length > count) [count, since] = [files.length, Date.now()];
    else if (Date.now() - since > QUIET_MS) return files.toSorted();
    await sleep(POLL_MS);
  }
}

type Causes = Record<string, () => Promise<unknown>>;

/** What visitors and staff do in one language, so that their mails are in it. */
function causesIn(site: DemoSite, language: Language): Causes {
  const email = `nino-${language}@rkali.example`;
  const api = (token: string | null = null) => createWholeApi(senderOf(site.origin, language, token));
  const logIn = async ([address, password]: readonly [string, string]): Promise<WholeApi> =>
    api((await api().accounts.login({ body: { email: address, password } })).accessToken);
  const guest = () => logIn(demoGuest);
  const admin = () => logIn(demoAdmin);
  const nextTicket = async () => (await (await guest()).tickets.next({})).ticket?.id ?? 0;
  const texts = {
    subject: 'გასახდელი უფასოა',
    subjectLat: 'The cloakroom is free',
    body: 'ამაღამ გასახდელი უფასოა. კარი 23:00-\u2060ზე იღება.',
    bodyLat: 'The cloakroom is free tonight. Doors open at 23:00.',
  };
  const request = (number: number) => site.events[number]?.id ?? 1;
  return {
    welcome: () => api().accounts.register({ body: guestForm(email) }),
    'email proof': async () => (await logIn([email, guestForm(email).password])).emailProof.request(),
    'password reset': () => api().accounts.requestPasswordReset({ body: { email: demoGuest[0] } }),
    'status of a guest': async () => {
      const { id } = await (await guest()).accounts.me();
      const { guests } = await admin();
      for (const status of ['Rejected', 'Unverified', 'Welcomed_Guest', 'Verified'] as const)
        await guests.changeStatus({ id, body: { status, tellGuest: true } });
    },
    ticket: async () => (await guest()).tickets.resend({ id: await nextTicket() }),
    requests: async () => {
      await api().enquiries.rental({ body: `Name: Nino || Email: ${email} || Event Description: A launch for 80 guests` });
      const { staffEnquiries } = await admin();
      const { items } = await staffEnquiries.list({});
      const body = { subject: 'Your date', text: 'Thursday, 14 January is free.', language };
      await staffEnquiries.reply({ id: items[0]?.id ?? 0, body });
    },
    invitation: async () => (await admin()).staffTeam.invite({ body: { email: `team-${email}`, roles: ['Desk'], language } }),
    announcement: async () => (await admin()).staffAnnouncements.test({ id: request(1), body: texts }),
    transfer: async () => {
      const { url } = await (await guest()).transfers.makeLink({ id: await nextTicket() });
      const token = new URL(url).hash.slice(1);
      await (await admin()).transfers.take({ body: { token } });
    },
    'refund of a transferred ticket': async () => {
      const { staffOrders, staffMoney } = await admin();
      const { items } = await staffOrders.find({ body: { search: demoGuest[0], state: 'paid' } });
      await staffMoney.refundOrder({ id: items[0]?.id ?? 0, body: { reason: 'Asked for by the guest.' } });
    },
    'cancelled event': async () => {
      const { staffEvents } = await admin();
      const id = request(language === 'en' ? 2 : 3);
      const { version } = await staffEvents.get({ id });
      const { warnings } = await staffEvents.warnings({ id });
      await staffEvents.changeState({ id, body: { version, state: 'cancelled', confirmed: warnings.map(({ key }) => key) } });
    },
  };
}

/** Sends requests of a browser in this language. */
const senderOf =
  (origin: string, language: Language, token: string | null): Send =>
  async ({ method, url, body }) => {
    const response = await fetch(origin + url, {
      method,
      headers: {
        cookie: `lang=${language}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
