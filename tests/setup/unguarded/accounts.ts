import { and, eq } from 'drizzle-orm';
import { refreshTokens, sessions, users } from '#server/accounts/accounts.table.ts';
import { emailChanges } from '#server/accounts/email/email-change.table.ts';
import { isStaff } from '#server/accounts/roles.queries.ts';
import { passkeyChallenges } from '#server/accounts/second-factor/second-factor.table.ts';
import { type Replacement, replaceIn } from './replace.ts';

export const accountGuards = {
  /** Mailed digits work once. */
  mailedCodeOnce: [
    replaceIn<typeof import('#server/accounts/email/email-proof.queries.ts')>('#server/accounts/email/email-proof.queries.ts', {
      useDigits: (own) => async (db, tokenHash, now) => {
        await own.useDigits(db, tokenHash, now);
        return true;
      },
    }),
  ],
  /** Two imports of one file change an account once. */
  importsInOrder: [
    replaceIn<typeof import('#server/accounts/known-guests/known-guests.queries.ts')>(
      '#server/accounts/known-guests/known-guests.queries.ts',
      {
        lockImports: () => async () => undefined,
        lockAccountsTo: (own) => own.findAccountsOf,
      },
    ),
  ],
  /** An address that is proved while it is imported gets what the club knows. */
  provedWhileImported: [
    replaceIn<typeof import('#server/accounts/known-guests/known-guests.queries.ts')>(
      '#server/accounts/known-guests/known-guests.queries.ts',
      { findProvedOf: () => async () => [] },
    ),
  ],
  /** An invitation proves the address that it was mailed to, and no other. */
  invitedMailbox: [
    replaceIn<typeof import('#server/accounts/known-guests/known-guests.service.ts')>(
      '#server/accounts/known-guests/known-guests.service.ts',
      { isInvited: () => async () => true },
    ),
  ],
  /** The link that changes an address works once. */
  emailChangeOnce: [
    replaceIn<typeof import('#server/accounts/email/email-change.queries.ts')>('#server/accounts/email/email-change.queries.ts', {
      consumeEmailChange: () => async (db, tokenHash) => {
        const [change] = await db.select().from(emailChanges).where(eq(emailChanges.tokenHash, tokenHash));
        return change;
      },
    }),
  ],
  /** The set-up link makes one Owner. */
  setUpOnce: [
    replaceIn<typeof import('#server/accounts/set-up/set-up.queries.ts')>('#server/accounts/set-up/set-up.queries.ts', {
      useSetUpLink: (own) => own.hasSetUpLink,
    }),
  ],
  /** A second factor's code works once. */
  codeOnce: [
    replaceIn<typeof import('#server/accounts/second-factor/second-factor.queries.ts')>(
      '#server/accounts/second-factor/second-factor.queries.ts',
      {
        spendStep: (own) => async (db, id, step, usedAt) => {
          await own.spendStep(db, id, step, usedAt);
          return true;
        },
      },
    ),
  ],
  /** A passkey's challenge is answered once. */
  passkeyOnce: [
    replaceIn<typeof import('#server/accounts/second-factor/passkeys.queries.ts')>('#server/accounts/second-factor/passkeys.queries.ts', {
      spendPasskeyChallenge:
        () =>
        async (db, { userId, challengeHash }) => {
          const isIt = and(eq(passkeyChallenges.userId, userId), eq(passkeyChallenges.challengeHash, challengeHash));
          return (await db.$count(passkeyChallenges, isIt)) > 0;
        },
    }),
  ],
  /** If two Owners remove each other, one remains: changes of the team wait for the Owners' lock. */
  lastOwner: [
    replaceIn<typeof import('#server/accounts/roles.queries.ts')>('#server/accounts/roles.queries.ts', {
      lockOwners: (own) => async (db) => (await own.listStaff(db)).filter(({ roles }) => roles.includes('Owner')).map(({ id }) => id),
    }),
  ],
  /** A pass or list link is made by a signed-in account with the right to make it, which is locked before the check. */
  scannerDeviceMaker: [
    replaceIn<typeof import('#server/accounts/accounts.queries.ts')>('#server/accounts/accounts.queries.ts', {
      lockUserById: (own) => own.findUserById,
    }),
  ],
  /** The refresh tokens of one family are rotated one at a time. */
  oneRefreshChain: [
    replaceIn<typeof import('#server/accounts/sessions.queries.ts')>('#server/accounts/sessions.queries.ts', {
      lockRefreshToken: () => async (db, tokenHash) => {
        const [row] = await db
          .select({ token: refreshTokens, session: sessions, isStaff })
          .from(refreshTokens)
          .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(eq(refreshTokens.tokenHash, tokenHash))
          .for('update', { of: refreshTokens });
        if (!row) return undefined;
        const { userId, expiresAt: sessionExpiresAt, endedAt: sessionEndedAt } = row.session;
        return { ...row.token, userId, isStaff: row.isStaff, sessionExpiresAt, sessionEndedAt };
      },
    }),
  ],
  /** Of many concurrent acceptances, one uses the invitation up. */
  usedOnce: [
    replaceIn<typeof import('#server/accounts/accounts.queries.ts')>('#server/accounts/accounts.queries.ts', {
      lockUserById: (own) => own.findUserById,
    }),
    replaceIn<typeof import('#server/accounts/invitations.queries.ts')>('#server/accounts/invitations.queries.ts', {
      useInvitation: (own) => async (db, id, now) => {
        await own.useInvitation(db, id, now);
        return true;
      },
    }),
  ],
} satisfies Record<string, Replacement[]>;
