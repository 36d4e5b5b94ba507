import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { mails } from '#server/platform/platform.table.ts';
import { ApiError } from '#shared/errors.ts';
import type { TestApp } from '#tests/setup/app.ts';

const Payload = z.object({ code: z.string(), token: z.string() });

/** The digits and the token in the newest mail to an address that was not sent yet. */
export async function mailedProof({ ctx }: Pick<TestApp, 'ctx'>, email: string): Promise<z.infer<typeof Payload>> {
  const [mail] = await ctx.db
    .select({ payload: mails.payload })
    .from(mails)
    .where(and(eq(mails.kind, 'email-proof'), eq(mails.recipient, email)))
    .orderBy(desc(mails.id))
    .limit(1);
  return Payload.parse(mail?.payload);
}

/** Has digits and a link mailed for this session. */
export async function requestProof(app: TestApp, accessToken: string) {
  const { email } = await app.api(accessToken).emailProof.request();
  return mailedProof(app, email);
}

/** Proves the mailbox of the account in this session, as its owner does. */
export async function proveMailbox(app: TestApp, accessToken: string): Promise<void> {
  const { code } = await requestProof(app, accessToken);
  await app.api(accessToken).emailProof.confirm({ body: { code } });
}

/** Does what may need a proof of the mailbox, as for the first second factor of staff, with it. */
export async function withMailbox<T>(app: TestApp, accessToken: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.body.params?.['with'] === 'mail')) throw error;
    await proveMailbox(app, accessToken);
    return work();
  }
}
