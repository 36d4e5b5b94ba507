import { drawTicketPdf } from '#server/sales/tickets/ticket-pdf.ts';
import type { TicketPage } from '#server/sales/tickets/ticket-page.ts';
import { cpuSeconds, residentMegabytes } from './statistics.ts';
import { createVisitors } from './visitors.ts';
import type { Actors } from './rush.ts';
import { openEvents, invite } from './seed.ts';
import { onePath, type Stage } from './subjects.ts';

const ORDERS = 400;
const AT_ONCE = 20;
const REPEATED = 600;
const DRAWINGS = { warm: 30, measured: 100 };
const TIMEOUT_MS = 300_000;
const LOAD_SECONDS = 20;
/** Orders per second with their mails in pretix, the fastest system measured on such a machine (docs/performance.md). */
const PRETIX_ORDERS = 3.4;

type Mails = {
  /** CPU milliseconds for one file, first and warm; CPU time leaves out other work of the machine. */
  pdf: { first: number; warm: number };
  ordersPerSecond: number;
  mailsPerSecond: number;
  /** Seconds from the first to the last of 400 mails that were due at once. */
  lastOf400: number;
  connections: number;
  /** CPU milliseconds of the server for one mail, including its PDF. */
  cpuPerMail: number;
  /** The server's memory in megabytes after the mails, and after the pages that followed. */
  memory: { afterMails: number; afterPages: number };
};

/**
 * Measures ticket mails: the drawing of the PDF alone, 400 orders with their mails, 600 mails due at once; then the memory after `minutes`
 * of pages.
 */
export async function measureMails(stage: Stage, { bank, smtp, serverPid }: Actors, minutes: number): Promise<Mails> {
  const pdf = await measureDrawing();
  const before = (await smtp.taken()).moments.length;
  const [event = 0] = await openEvents(stage.database, { count: 1, allocation: ORDERS, startsInDays: 7 });
  const people = await invite(stage.database, stage.secret, ORDERS);
  const visitors = createVisitors(stage.origin, bank);
  const startedAt = Date.now();
  const queue = people.values();
  const shop = async (): Promise<void> => {
    for (const person of queue) await visitors.buy(person, { eventId: event, comesBack: true });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shop));
  if (visitors.sold !== ORDERS) throw new Error(`${visitors.sold} of ${ORDERS} orders were paid`);
  const ordered = await smtp.waitFor(before + ORDERS, TIMEOUT_MS);

  const cpuBefore = cpuSeconds(serverPid);
  await sendAgain(stage, event, REPEATED);
  const all = await smtp.waitFor(before + ORDERS + REPEATED, TIMEOUT_MS);
  const repeated = all.slice(before + ORDERS).toSorted((a, b) => a - b);
  const spent = (from = 0, to = 0): number => (to - from) / 1000;
  const afterMails = residentMegabytes(serverPid);
  const cpuPerMail = ((cpuSeconds(serverPid) - cpuBefore) * 1000) / REPEATED;
  for (let time = 0; time < (minutes * 60) / LOAD_SECONDS; time += 1) await onePath(stage.origin, `/Events/${event}`, {}, LOAD_SECONDS);
  return {
    pdf,
    ordersPerSecond: ORDERS / spent(startedAt, Math.max(...ordered)),
    mailsPerSecond: (REPEATED - 1) / spent(repeated[0], repeated.at(-1)),
    lastOf400: spent(repeated[0], repeated[399]),
    connections: (await smtp.taken()).connections,
    cpuPerMail,
    memory: { afterMails, afterPages: residentMegabytes(serverPid) },
  };
}

/** Makes the mails of an event's orders due again, all at once. */
async function sendAgain({ database }: Stage, eventId: number, count: number): Promise<void> {
  await database.query(
    `with mail as (
       insert into mails (key, kind, recipient, language, payload, message_id, created_at)
       select key || ':again:' || n, kind, recipient, case n % 2 when 0 then 'en' else 'ka' end, payload, message_id, now()
       from generate_series(1, 1 + $2::int) n, mails
       where kind = 'ticket' and (payload ->> 'orderId')::int in (select order_id from order_lines where event_id = $1)
       limit $2 returning id
     ) select graphile_worker.add_job('send-mail', json_build_object('mailId', id)) from mail`,
    [eventId, count],
  );
}

async function measureDrawing(): Promise<Mails['pdf']> {
  const first = await cpuOf(1);
  await cpuOf(DRAWINGS.warm);
  return { first, warm: (await cpuOf(DRAWINGS.measured)) / DRAWINGS.measured };
}

/** Returns the CPU milliseconds of this process for drawing this many files. */
async function cpuOf(count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < count; time += 1) {
    const language = time % 2 === 0 ? 'en' : 'ka';
    await drawTicketPdf({ title: 'Ticket', author: 'Rkali', language, createdAt: new Date(), pages: [pages[language](time)] });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const colours = { paper: '#E8D44D', on: '#0B0B0C', second: '#FF5533' };
const codeOf = (time: number) => `rkali-user-${time}-ticket-${time}-V1.${'AbCdEf0123456789'.repeat(5)}`;
const contact = 'hello@rkali.example · +995 555 12 34 56';

/** Pages as long as real ones, each with a different ticket number. */
const pages: Record<'en' | 'ka', (time: number) => TicketPage> = {
  en: (time) => ({
    colours,
    club: 'Rkali',
    names: [`Oberton & Friends: a long night of summer ${time}`],
    when: 'Saturday, November 21, 2026',
    doors: 'Doors 23:00',
    facts: [
      ['Ticket', String(36_481_234_567 + time)],
      ['Release', 'First release'],
      ['Price', '40,50 ₾'],
      ['Place', 'Rkali, 12 Vazha-Pshavela Avenue, Tbilisi'],
    ],
    notes: ['Every code opens the door once. Do not share it.', 'Entry is 18+. Please bring a photo ID.'],
    contact,
    code: codeOf(time),
  }),
  ka: (time) => ({
    colours,
    club: 'რკალი',
    names: [`ობერტონი და მეგობრები: ზაფხულის გრძელი ღამე ${time}`],
    when: 'შაბათი, 21 ნოემბერი, 2026',
    doors: 'კარი იღება 23:00 საათზე',
    facts: [
      ['ბილეთი', String(36_481_234_567 + time)],
      ['გამოშვება', 'პირველი'],
      ['ფასი', '40,50 ₾'],
      ['ადგილი', 'რკალი, ვაჟა-ფშაველას გამზირი 12, თბილისი'],
    ],
    notes: ['თითოეული კოდი კარს ერთხელ აღებს. ნუ გაუზიარებთ მას სხვას.', 'შესვლა 18 წლიდან. თან იქონიეთ პირადობის მოწმობა.'],
    contact,
    code: codeOf(time),
  }),
};

export function printMails({ pdf, ordersPerSecond, mailsPerSecond, lastOf400, connections, cpuPerMail, memory }: Mails): void {
  console.log(`
Ticket mails: a PDF takes ${pdf.warm.toFixed(1)} ms of computing (target ≤ 20), the first ${pdf.first.toFixed(0)} ms
  400 orders through the bank, their mails taken: ${ordersPerSecond.toFixed(1)}/s, ${(ordersPerSecond / PRETIX_ORDERS).toFixed(1)} × pretix's ${PRETIX_ORDERS} (≥ 10 ×)
  mails due at once: ${mailsPerSecond.toFixed(1)}/s (≥ 40), the 400th after ${lastOf400.toFixed(1)} s (≤ 15), ${cpuPerMail.toFixed(1)} ms of the server's computing each, ${connections} connections in all
  the server's memory: ${memory.afterMails.toFixed(0)} MB after 1,000 mails, ${memory.afterPages.toFixed(0)} MB after the pages that followed (≤ 250)`);
}
