import { users } from '#server/accounts/accounts.table.ts';
import type { Language } from '#shared/constants.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { eq } from 'drizzle-orm';
import { createUser, type TestUser } from './users.ts';

export const NEWSLETTER = {
  subject: 'დეკემბერი კლუბში',
  subjectLat: 'December at the club',
  body: 'ოთხი ღამე.\n\nგელოდებით.',
  bodyLat: 'Four nights.\n\nSee you <b>there</b>.',
};

/** Creates a newsletter subscriber with a proved address. */
export async function createSubscriber(app: TestApp, language: Language = 'en'): Promise<TestUser & { api: ReturnType<TestApp['api']> }> {
  const guest = await createUser(app.ctx, { emailProvedAt: app.clock.now(), language });
  const api = app.api(guest.accessToken);
  await api.newsletter.choose({ body: { isWanted: true } });
  return { ...guest, api };
}

export async function consentOf(app: TestApp, userId: number) {
  const [row] = await app.ctx.db
    .select({ since: users.newsletterSince, language: users.newsletterLanguage })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}
