import { and, desc, eq, isNull } from 'drizzle-orm';
import { inviteKnownGuests } from '#server/accounts/known-guests/known-guests.jobs.ts';
import { knownGuests } from '#server/accounts/known-guests/known-guests.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import type { GuestFile } from '#shared/staff/known-guests.schemas.ts';
import type { WholeApi } from '#shared/staff-api.ts';
import type { TestApp } from '#tests/setup/app.ts';

export const importGuests = (api: WholeApi, text: string, options: Partial<GuestFile> = {}) =>
  api.knownGuests.import({ body: { text, language: 'en', changesAccounts: true, ...options } });

export const checkGuests = (api: WholeApi, text: string, options: Partial<GuestFile> = {}) =>
  api.knownGuests.check({ body: { text, language: 'en', changesAccounts: true, ...options } });

/** Invites the imported guests, if need be some minutes later, when an import can no longer be withdrawn unnoticed. */
export async function runInvitations({ ctx, clock }: TestApp): Promise<void> {
  await inviteKnownGuests.run(ctx, {});
  const isWaiting = and(isNull(knownGuests.invitedAt), isNull(knownGuests.usedAt), isNull(knownGuests.withdrawnAt));
  if ((await ctx.db.$count(knownGuests, isWaiting)) === 0) return;
  clock.advanceMinutes(11);
  await inviteKnownGuests.run(ctx, {});
}

/** Returns the token in the unsent invitation of a guest, after inviting who is due. */
export async function invitedToken(app: TestApp, email: string): Promise<string> {
  await runInvitations(app);
  const isInvitation = and(eq(mails.kind, 'guest-invitation'), eq(mails.recipient, email));
  const [mail] = await app.ctx.db.select().from(mails).where(isInvitation).orderBy(desc(mails.id));
  const token = /"token":"([\w-]{43})"/.exec(JSON.stringify(mail?.payload))?.[1];
  if (token === undefined) throw new Error(`${email} has no invitation with a token.`);
  return token;
}

let made = 0;
const newFile = (): string => `email,status\nknown-${(made += 1)}@example.com,Verified`;

async function importOne(api: WholeApi): Promise<{ id: number }> {
  await importGuests(api, newFile());
  return { id: (await api.knownGuests.list({})).items[0]?.id ?? 0 };
}

/** The input of each command about imported guests. */
export const knownGuestCommands = {
  'knownGuests.import': async () => ({ body: { text: newFile(), language: 'en', changesAccounts: true } }),
  'knownGuests.withdraw': (_app: TestApp, api: WholeApi) => importOne(api),
  'knownGuests.withdrawImport': (_app: TestApp, api: WholeApi) => importOne(api),
  'knownGuests.restore': async (_app: TestApp, api: WholeApi) => {
    const { id } = await importOne(api);
    await api.knownGuests.withdraw({ id });
    return { id };
  },
};
