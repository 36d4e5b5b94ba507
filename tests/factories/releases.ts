import type { Guard } from '#tests/setup/guards.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createAdmin } from './users.ts';

/** A server with its owner and the calls about releases. */
export async function openDesk(without?: Guard) {
  const app = await startTestApp({ without });
  const admin = await createAdmin(app.ctx);
  return { app, admin, desk: app.api(admin.accessToken).staffReleases };
}

/** The first release of an event, with the input that would save it unchanged. */
export async function releaseOf(desk: Awaited<ReturnType<typeof openDesk>>['desk'], eventId: number) {
  const [release] = (await desk.list({ id: eventId })).releases;
  if (!release) throw new Error('The night has no release.');
  const { name, nameLat, price, quota, onSaleFrom, onSaleUntil } = release;
  return { release, input: { name, nameLat, price, quota, onSaleFrom, onSaleUntil, version: release.version } };
}
