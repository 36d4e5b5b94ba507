import type { Page } from 'playwright-core';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';

export const waits = (app: TestApp, firstName: string, columns: object = {}) =>
  createUser(app.ctx, { firstName, lastName: 'Drift', status: 'Pending', ...columns });

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });
