import type { TestApp } from '#tests/setup/app.ts';
import { openConsole } from './console.ts';

/** Opens the console as an Owner, with an API client of the same account. */
export async function sitDown(app: TestApp, arrival: Parameters<typeof openConsole>[1] = {}) {
  const { page, admin, t } = await openConsole(app, arrival);
  return { page, staff: app.api(admin.accessToken).staffEvents, t };
}
