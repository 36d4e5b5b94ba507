import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import type { View } from '#tests/setup/views.ts';
import { logIn } from './log-in.ts';
import { translatorOf, visit } from './site.ts';

/** These tests provoke refusals. */
export const allowed = /status of (400|401|403)/;

/** Creates an account with a second factor, and returns the secret of its app. */
export async function withFactor(app: TestApp) {
  const user = await createUser(app.ctx);
  return { ...user, ...(await addFactor(app, user.accessToken)) };
}

/** Logs a guest in with the code of an app, and opens the second factors in the profile. */
export async function logInWithFactor(app: TestApp, { language, width }: View) {
  const user = await withFactor(app);
  const t = await translatorOf(language);
  const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
  await page.clock.install({ time: app.clock.now() });
  await logIn(page, user);
  const code = page.getByLabel(t('accounts:second_factor.fields.code'));
  await code.fill(codeOf(app, user.secret));
  await code.press('Enter');
  await page.waitForURL(/profile/);
  await page.locator('button[aria-controls=security-body]').click();
  return { ...user, page, t };
}
