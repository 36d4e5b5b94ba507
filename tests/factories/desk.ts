import { startTestApp } from '#tests/setup/app.ts';
import { createAdmin } from './users.ts';

/** Starts a club with a staff account and its client. */
export async function openDesk() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx, { firstName: 'Tamar', lastName: 'Kapanadze', email: 'tamar@example.com' });
  return { ...app, admin, desk: app.api(admin.accessToken).guests };
}
