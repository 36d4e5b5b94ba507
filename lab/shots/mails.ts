import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { demoAdmin, type DemoSite } from '#lab/trial/demo-site.ts';
import { guestForm, openEvent, pay } from '#lab/trial/world.ts';
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
 * Takes a picture of each kind of email, as a phone shows it, below its subject: in both languages, and in a mail program that is set to
 * dark.
 */
export async function takeMails(browser: Browser, site: DemoSite, folder: string): Promise<{ count: number; failed: string[] }> {
  const failed: string[] = [];
  const full = await nameEvent(site, await openEvent(site.database, 1));
  const far = await nameEvent(site, await openEvent(site.database, 10));
  for (const language of LANGUAGES) {
    const cancelled = await nameEvent(site, await openEvent(site.database, 10));
    for (const [name, cause] of Object.entries(causesIn(site, language, { full, far, cancelled }))) {
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

async function nameEvent({ database }: DemoSite, id: number): Promise<number> {
  await database.query(`update events set name = 'ნულოვანი', name_lat = 'Nulovani' where id = $1`, [id]);
  return id;
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
function causesIn(site: DemoSite, language: Language, { full, far, cancelled }: Record<'full' | 'far' | 'cancelled', number>): Causes {
  const api = (token: string | null = null, device = 'Firefox/140.0') => createWholeApi(senderOf(site.origin, { language, token, device }));
  const logIn = async (email: string, password: string, device?: string): Promise<WholeApi> =>
    api((await api(null, device).accounts.login({ body: { email, password } })).accessToken, device);
  const guest = (name: string) => guestForm(`${name}-${language}@rkali.example`);
  const [nino, luka, ana, mari, tea] = [guest('nino'), guest('luka'), guest('ana'), guest('mari'), guest('tea')];
  const run = (job: string) => site.database.query('select graphile_worker.add_job($1)', [job]);
  const as = ({ email, password }: Form) => logIn(email, password);
  const admin = () => logIn(...demoAdmin);
  // Tickets are transferred until three hours before doors.
  const isFar = ({ startDate }: { startDate: string }) => Date.parse(startDate) > Date.now() + DAY_MS;
  const onSale = site.events.filter(
    (event) => isFar(event) && (event.baskets[0]?.available ?? 0) > 0 && (event.baskets[0]?.price ?? 0) > 0,
  );
  const [first, ...others] = onSale.map(({ id }) => id);
  const friendly = others.at(-1 - LANGUAGES.indexOf(language)) ?? first ?? 1;
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
    await api().emailProof.openLink({ body: { token: await tokenOf(site, 'email-proof', who.email) } });
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
    'announcement test': async () => (await admin()).staffAnnouncements.test({ id: first ?? 1, body: texts }),
    'reminder, announcement, newsletter': async () => {
      await buy(far);
      await (await as(nino)).newsletter.choose({ body: { isWanted: true } });
      // The last language: all guests of both are there.
      if (language !== LANGUAGES.at(-1)) return;
      const { staffAnnouncements, staffNewsletter, siteTexts } = await admin();
      await siteTexts.save({ body: { changes: [{ key: 'club:reminder', language: 'all', value: 'yes', version: 0 }] } });
      await staffAnnouncements.plan({ id: far, body: { ...texts, sendAt: null } });
      await staffNewsletter.plan({ body: { ...texts, sendAt: null } });
      await site.database.query(
        `update events set starts_at = now() + interval '20 hours', ends_at = now() + interval '28 hours' where id = $1`,
        [far],
      );
      await site.database.query(`update tickets set created_at = now() - interval '3 days' where event_id = $1`, [far]);
      await run('remind-holders');
    },
    'own account': async () => {
      await api().accounts.register({ body: ana });
      const { security, emailChange, secondFactor } = await as(ana);
      await emailChange.request({ body: { email: `new-${ana.email}`, password: ana.password } });
      await secondFactor.confirm({ body: { password: ana.password } });
      const { id, secret } = await secondFactor.begin({ body: { name: 'Phone' } });
      await secondFactor.activate({ id, body: { code: new TOTP({ secret }).generate() } });
      await security.changePassword({ body: { currentPassword: ana.password, newPassword: `${ana.password}-2` } });
    },
    'own team': async () => {
      await (await admin()).staffTeam.invite({ body: { email: mari.email, roles: ['Owner'], language } });
      const { firstName, lastName, phoneNumber, password } = mari;
      const token = await tokenOf(site, 'staff-invitation', mari.email);
      await api().invitations.join({ body: { token, firstName, lastName, phoneNumber, password } });
      const { staffNotifications } = await logIn(mari.email, password, 'Safari/605.1.15');
      await staffNotifications.change({ body: { soldOut: true, waitingGuests: 'hourly' } });
      await run('mail-waiting');
    },
    alert: async () => {
      const { cart } = await as(nino);
      await cart.addTicket({ eventId: far });
      await fetch(await pay((await cart.checkout()).redirect, 'wrong-amount'));
      await run('mail-alerts');
    },
    'sold out, waitlist': async () => {
      await buy(full);
      await run('watch-sales');
      await fileOf(site, 'sold-out', mari.email);
      await (await as(luka)).waitlist.join({ id: full, body: { quantity: 1 } });
      const { staffOrders, staffMoney } = await admin();
      const { items } = await staffOrders.find({ body: { search: nino.email, state: 'paid' } });
      await staffMoney.refundOrder({ id: items[0]?.id ?? 0, body: { reason: 'Asked for by the guest.' } });
      await run('offer-all-places');
      await fileOf(site, 'waitlist-offer', luka.email);
      await site.database.query(
        `update holds set held_until = now() from users u where u.id = holds.user_id and u.email = $1 and event_id = $2`,
        [luka.email, full],
      );
      await run('offer-all-places');
      // The next guest of the other language needs its only place.
      await fileOf(site, 'waitlist-lapsed', luka.email);
      await site.database.query('delete from sold_out_events where event_id = $1', [full]);
    },
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
      // A job invites each minute, and nobody in the first ten of an import.
      await site.database.query(`update known_guests set imported_at = imported_at - interval '10 minutes'`);
      const invitations = async () => (await readdir(site.mails)).filter((name) => name.endsWith('-guest-invitation.eml'));
      while ((await invitations()).length <= LANGUAGES.indexOf(language)) await sleep(POLL_MS);
    },
    'planned messages': async () => {
      if (language !== LANGUAGES.at(-1)) return;
      for (const kind of ['event-reminder', 'announcement', 'newsletter'])
        for (const each of LANGUAGES) await fileOf(site, kind, `nino-${each}@`);
    },
    'tickets for friends': async () => {
      await site.database.query(
        `update events set verified_only = true, starts_at = now() + interval '27 hours', ends_at = now() + interval '35 hours' where id = $1`,
        [friendly],
      );
      const { cart, claims } = await as(nino);
      await cart.addTicket({ eventId: friendly });
      await cart.updateTicket({ eventId: friendly, quantity: 3 });
      await fetch(await pay((await cart.checkout()).redirect, 'approve'));
      while ((await claims.mine()).groups.length === 0) await sleep(POLL_MS);
      const { groups } = await claims.mine();
      const { url } = await claims.makeLink({ id: groups[0]?.id ?? 0 });
      await api().accounts.register({ body: tea });
      const { id, guests } = await verify(tea);
      await (await as(tea)).transfers.take({ body: { token: new URL(url).hash.slice(1) } });
      await guests.changeStatus({ id, body: { status: 'Rejected', tellGuest: true } });
      await run('end-unclaimed');
      await fileOf(site, 'claims-end', nino.email);
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

/** Waits for the link of a mail to this address. */
async function tokenOf(site: DemoSite, kind: string, email: string): Promise<string> {
  return /[?&#]token=([\w-]+)/.exec(textOf(await fileOf(site, kind, email), 'text/plain'))?.[1] ?? '';
}

/** A planned message is sent after a minute, by a job that runs each minute. */
const LONGEST_WAIT_MS = 150_000;

/** Waits for a mail of this kind to this address. */
async function fileOf(site: DemoSite, kind: string, email: string): Promise<MimePart> {
  for (const since = Date.now(); Date.now() - since < LONGEST_WAIT_MS; await sleep(POLL_MS)) {
    for (const file of (await readdir(site.mails)).filter((name) => name.endsWith(`-${kind}.eml`))) {
      const mail = readMime(await readFile(join(site.mails, file)));
      if (mail.headers.get('to')?.[0]?.includes(email)) return mail;
    }
  }
  throw new Error(`no ${kind} to ${email}`);
}

/** Sends requests of a browser in this language. */
const senderOf =
  (origin: string, { language, token, device }: { language: Language; token: string | null; device: string }): Send =>
  async ({ method, url, body }) => {
    const response = await fetch(origin + url, {
      method,
      headers: {
        cookie: `lang=${language}`,
        'user-agent': device,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
