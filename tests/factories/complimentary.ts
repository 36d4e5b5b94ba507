import { expect } from 'vitest';
import { brokenRules } from '#lab/trial/consistency.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/setup/app.ts';
import { findFaults } from './books.ts';
import { createAdmin } from './users.ts';

export const complimentary = {
  firstName: 'Lela',
  lastName: 'M',
  email: 'lela@example.com',
  language: 'en' as const,
  quantity: 2,
  ticketTypeId: null as number | null,
  reason: 'plays tonight',
};

export async function openComplimentary(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  const admin = await createAdmin(app.ctx, { firstName: 'Nika', lastName: 'Desk' });
  const api = app.api(admin.accessToken);
  return { app, admin, desk: api.staffTicketTypes, door: api.door };
}

export async function expectBooksRight(app: TestApp) {
  expect(await findFaults(app.ctx)).toEqual([]);
  expect(await brokenRules(app.deps.database.pool)).toEqual([]);
}
