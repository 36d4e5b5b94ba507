import { addFactor } from '#tests/factories/second-factors.ts';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';

/** These tests provoke refusals. */
export const allowed = /status of (400|401|403)/;

/** Creates an account with a second factor, and returns the secret of its app. */
export async function withFactor(app: TestApp) {
  const user = await createUser(app.ctx);
  return { ...user, ...(await addFactor(app, user.accessToken)) };
}
