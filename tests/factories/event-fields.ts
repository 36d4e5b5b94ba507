import { asc, eq } from 'drizzle-orm';
import { ApiError } from '#shared/errors.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';
import type { NewEvent } from '#shared/staff/events.schemas.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/setup/app.ts';
import { createAdmin } from './users.ts';

/** Returns the input of an event in December. */
export const eventFields = (fields: Partial<NewEvent> = {}): NewEvent => ({
  ...mapEventTexts(() => ''),
  name: 'ღამე',
  nameLat: 'Night',
  description: 'აღწერა',
  descriptionLat: 'A description',
  day: '2026-12-04',
  from: '23:00',
  until: '07:00',
  capacity: 400,
  ticketsPerPerson: 4,
  isComingSoon: false,
  ...fields,
});

/** Starts a server with its owner and the calls about events. */
export async function openOffice(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  const admin = await createAdmin(app.ctx, { firstName: 'Lela', lastName: 'Maisuradze' });
  return { ...app, admin, staff: app.api(admin.accessToken).staffEvents };
}

/** Returns the refusal of a call; undefined if it succeeded. */
export const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? { status: error.status, ...error.body } : error),
  );

export const auditOf = ({ ctx }: TestApp, id: number) =>
  ctx.db
    .select({ action: auditEntries.action, detail: auditEntries.detail, staffId: auditEntries.staffId })
    .from(auditEntries)
    .where(eq(auditEntries.subject, `event ${id}`))
    .orderBy(asc(auditEntries.id));
