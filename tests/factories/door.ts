import { eq } from 'drizzle-orm';
import type { ScanInput, ScanView } from '#shared/door/door.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { scans } from '#server/door/door.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';
import { createTicket } from './tickets.ts';
import { createAdmin, createUser } from './users.ts';

export type OpenDoor = Awaited<ReturnType<typeof openDoor>>;

export const admit = { isReject: false };
export const turnAway = { isReject: true };

/** Creates an event at 23:04, a guest with a ticket and a staff account at the door. */
export async function openDoor(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options);
  app.clock.set('2026-11-21T23:04:00+04:00');
  const admin = await createAdmin(app.ctx);
  const guest = await createUser(app.ctx, { firstName: 'Nino', lastName: 'Beridze', birthdate: '1998-04-12', status: 'Verified' });
  const startsAt = new Date('2026-11-21T23:00:00+04:00');
  const event = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', startsAt });
  const ticket = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const scan = (input: Partial<ScanInput> & { isReject: boolean }) => {
    return app.api(admin.accessToken).door.scan({ body: { ticketId: ticket.id, ...input } });
  };
  return { ...app, admin, guest, event, ticket, scan };
}

/** Returns every stored scan in the order of the decisions. */
export const scansOf = ({ ctx }: TestApp) => ctx.db.select().from(scans).orderBy(scans.id);

export async function isUsed({ ctx }: TestApp, ticketId: number): Promise<boolean> {
  const [ticket] = await ctx.db.select().from(tickets).where(eq(tickets.id, ticketId));
  if (!ticket) throw new Error(`There is no ticket ${ticketId}.`);
  return ticket.usedAt !== null;
}

/** Counts the outcomes: `{ accepted: 1, ticket_used: 49 }`. */
export async function outcomes(tries: Promise<ScanView>[]): Promise<{ [outcome: string]: number }> {
  const counts: { [outcome: string]: number } = {};
  for (const attempt of await Promise.allSettled(tries)) {
    const outcome = attempt.status === 'fulfilled' ? attempt.value.result : codeOf(attempt.reason);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const codeOf = (error: unknown): string => (error instanceof ApiError && error.body.code) || String(error);
