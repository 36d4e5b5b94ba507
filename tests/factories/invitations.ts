import { desc, eq } from 'drizzle-orm';
import { mails } from '#server/platform/platform.table.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import type { TestApp } from '#tests/setup/app.ts';

type Invite = { email: string; roles?: StaffRole[]; language?: 'en' | 'ka' };

/** Invites an address as this Owner; returns the invitation and its mailed token. */
export async function invite(app: TestApp, accessToken: string, { email, roles = ['Desk'], language = 'en' }: Invite) {
  const { id } = await app.api(accessToken).staffTeam.invite({ body: { email, roles, language } });
  return { id, token: await tokenOf(app, id) };
}

/** Returns the token in the unsent mail of an invitation. */
async function tokenOf({ ctx }: TestApp, id: number): Promise<string> {
  const [mail] = await ctx.db
    .select()
    .from(mails)
    .where(eq(mails.key, `staff-invitation:${id}`))
    .orderBy(desc(mails.id));
  const token = /"token":"([\w-]{43})"/.exec(JSON.stringify(mail?.payload))?.[1];
  if (token === undefined) throw new Error(`Invitation ${id} has no mail with a token.`);
  return token;
}
