import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { demoAdmin, type DemoSite } from '#lab/trial/demo-site.ts';
import { guestForm, pay } from '#lab/trial/world.ts';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import type { Send } from '#shared/contract.ts';
import { DAY_MS } from '#shared/durations.ts';
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
  const georgian = await georgianFonts();
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
    await show(page, mail, subject, georgian);
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

const BUILT = fileURLToPath(new URL('../../dist/client/assets/', import.meta.url));
const RANGES = { 'text-ka': 'U+10A0-10FF, U+1C90-1CBF', lari: 'U+20BE' };

/** The site's Georgian letters and lari sign, for machines that lack a phone's fonts. */
async function georgianFonts(): Promise<string> {
  const files = await readdir(BUILT);
  const faces = Object.entries(RANGES).map(async ([name, range]) => {
    const font = await readFile(join(BUILT, files.find((file) => file.startsWith(`${name}-`) && file.endsWith('.woff2')) ?? ''), 'base64');
    return `@font-face { font-family: Arial; font-weight: 100 900; unicode-range: ${range}; src: url(data:font/woff2;base64,${font}) }`;
  });
  return (await Promise.all(faces)).join('\n');
}

/** Shows a mail with its pictures below its subject. */
async function show(page: Page, mail: MimePart, subject: string, fonts: string): Promise<void> {
  const html = allParts(mail).reduce(
    (text, { headers, type, body }) => {
      const cid = headers.get('content-id')?.[0]?.slice(1, -1);
      return cid === undefined ? text : text.replaceAll(`cid:${cid}`, `data:${type};base64,${body.toString('base64')}`);
    },
    textOf(mail, 'text/html'),
  );
  await page.setContent(html);
  await page.addStyleTag({ content: fonts });
  await page.evaluate((text) => {
    const line = document.createElement('p');
    line.textContent = text;
    line.style.cssText = 'margin:0;padding:12px;font:700 17px/22px Arial,sans-serif;background:#fff;color:#000';
    document.body.prepend(line);
  }, subject);
  await page.evaluate(async () => void (await document.fonts.ready));
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

/** What visitors and staff do in one language, one after the other, so that their mails are in it. */
function causesIn(site: DemoSite, language: Language): Causes {
  const api = (token: string | null = null) => createWholeApi(senderOf(site.origin, language, token));
  const logIn = async (email: string, password: string): Promise<WholeApi> =>
    api((await api().accounts.login({ body: { email, password } })).accessToken);
  const [nino, luka] = [guestForm(`nino-${language}@rkali.example`), guestForm(`luka-${language}@rkali.example`)];
  const as = ({ email, password }: Form) => logIn(email, password);
  const admin = () => logIn(...demoAdmin);
  // Tickets are transferred until three hours before doors.
  const isFar = ({ startDate }: { startDate: string }) => Date.parse(startDate) > Date.now() + DAY_MS;
  const onSale = site.events.filter(
    (event) => isFar(event) && (event.baskets[0]?.available ?? 0) > 0 && (event.baskets[0]?.price ?? 0) > 0,
  );
  const [first, ...others] = onSale.map(({ id }) => id);
  const cancelled = others[LANGUAGES.indexOf(language)] ?? first ?? 1;
  const buy = async (eventId: number) => {
    const { cart, tickets } = await as(nino);
    const before = (await tickets.mine()).length;
    await cart.addTicket({ eventId });
    const { redirect } = await cart.checkout();
    await fetch(await pay(redirect, 'approve'));
    while ((await tickets.mine()).length === before) await sleep(POLL_MS);
  };
  const verify = async (who: Form) => {
    const { emailProof, accounts } = await as(who);
    await emailProof.request();
    await api().emailProof.openLink({ body: { token: await proofTokenOf(site, who.email) } });
    const { id } = await accounts.me();
    return { id, guests: (await admin()).guests };
  };
  const texts = {
    subject: 'გარდერობი უფასოა',
    subjectLat: 'The cloakroom is free',
    body: 'ამაღამ გარდერობი უფასოა. კარი 23:00-\u2060ზე იღება.',
    bodyLat: 'The cloakroom is free tonight. Doors open at 23:00.',
  };
  return {
    welcome: () => api().accounts.register({ body: nino }),
    verification: async () => {
      const { id, guests } = await verify(nino);
      for (const status of ['Rejected', 'Unverified', 'Welcomed_Guest', 'Verified'] as const)
        await guests.changeStatus({ id, body: { status, tellGuest: true } });
    },
    'new password': () => api().accounts.requestPasswordReset({ body: { email: nino.email } }),
    ticket: () => buy(first ?? 1),
    transfer: async () => {
      const { tickets, transfers } = await as(nino);
      const { url } = await transfers.makeLink({ id: (await tickets.mine())[0]?.id ?? 0 });
      await api().accounts.register({ body: luka });
      const { id, guests } = await verify(luka);
      await guests.changeStatus({ id, body: { status: 'Verified', tellGuest: false } });
      await (await as(luka)).transfers.take({ body: { token: new URL(url).hash.slice(1) } });
    },
    refund: async () => {
      const { staffOrders, staffMoney } = await admin();
      const { items } = await staffOrders.find({ body: { search: nino.email, state: 'paid' } });
      await staffMoney.refundOrder({ id: items[0]?.id ?? 0, body: { reason: 'Asked for by the guest.' } });
    },
    announcement: async () => (await admin()).staffAnnouncements.test({ id: first ?? 1, body: texts }),
    requests: async () => {
      await api().enquiries.rental({ body: `Name: Nino || Email: ${nino.email} || Event Description: A launch for 80 guests` });
      const { staffEnquiries } = await admin();
      const { items } = await staffEnquiries.list({});
      const body = { subject: 'Your date', text: 'Thursday, 14 January is free.', language };
      await staffEnquiries.reply({ id: items[0]?.id ?? 0, body });
    },
    invitation: async () => (await admin()).staffTeam.invite({ body: { email: `team-${nino.email}`, roles: ['Desk'], language } }),
    'guest invitation': async () => {
      const text = `email,status\nguest-${nino.email},Verified`;
      await (await admin()).knownGuests.import({ body: { text, language, changesAccounts: false } });
      // A job invites each minute.
      const invitations = async () => (await readdir(site.mails)).filter((name) => name.endsWith('-guest-invitation.eml'));
      while ((await invitations()).length <= LANGUAGES.indexOf(language)) await sleep(POLL_MS);
    },
    // Last: no other email is about it.
    'cancelled event': async () => {
      await buy(cancelled);
      const { staffEvents } = await admin();
      const { version } = await staffEvents.get({ id: cancelled });
      const { warnings } = await staffEvents.warnings({ id: cancelled });
      const confirmed = warnings.map(({ key }) => key);
      await staffEvents.changeState({ id: cancelled, body: { version, state: 'cancelled', confirmed } });
    },
  };
}

type Form = ReturnType<typeof guestForm>;

/** Waits for the mail with the link that verifies this address. */
async function proofTokenOf(site: DemoSite, email: string): Promise<string> {
  for (;;) {
    for (const file of (await readdir(site.mails)).filter((name) => name.endsWith('-email-proof.eml'))) {
      const mail = readMime(await readFile(join(site.mails, file)));
      const token = /[?&]token=([\w-]+)/.exec(textOf(mail, 'text/plain'))?.[1];
      if (token !== undefined && mail.headers.get('to')?.[0]?.includes(email)) return token;
    }
    await sleep(POLL_MS);
  }
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
