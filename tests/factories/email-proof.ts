import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { mails } from '#server/platform/platform.table.ts';
import { ApiError } from '#shared/errors.ts';
import type { TestApp } from '#tests/setup/app.ts';

const Payload = z.object({ code: z.string(), token: z.string() });

/** Returns the digits and the token of the newest unsent mail to an address. */
export async function mailedProof({ ctx }: Pick<TestApp, 'ctx'>, email: string): Promise<z.infer<typeof Payload>> {
  const [mail] = await ctx.db
    .select({ payload: mails.payload })
    .from(mails)
    .where(and(eq(mails.kind, 'email-proof'), eq(mails.recipient, email)))
    .orderBy(desc(mails.id))
    .limit(1);
  return Payload.parse(mail?.payload);
}

/** Requests a mail with digits and a link for this session. */
export async function requestProof(app: TestApp, accessToken: string) {
  const { email } = await app.api(accessToken).emailProof.request();
  return mailedProof(app, email);
}

/** Proves the account's mailbox in this session, as its owner would. */
export async function proveMailbox(app: TestApp, accessToken: string): Promise<void> {
  const { code } = await requestProof(app, accessToken);
  await app.api(accessToken).emailProof.confirm({ body: { code } });
}

/** Runs work that may need a proof of the mailbox, such as the first second factor of staff, with that proof. */
export async function withMailbox<T>(app: TestApp, accessToken: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.body.params?.['with'] === 'mail')) throw error;
    await proveMailbox(app, accessToken);
    return work();
  }
}
