import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { isBlankEnquiry, type EnquiryKind } from '#shared/enquiries/joined-text.ts';
import { AppError } from '#shared/errors.ts';
import { withTransaction, type Context } from '#server/context.ts';
import { limitEnquiries } from '#server/http/limits.ts';
import { mailboxOf } from '#server/mail/addresses.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { insertEnquiry } from './enquiries.queries.ts';

/**
 * Spec §7: stores what a visitor wrote and has it mailed to the venue, both or neither. Anyone may, from `address`, a few times an hour.
 * @throws invalid_input when nothing was written, too_many_requests
 */
export async function receiveEnquiry(ctx: Context, kind: EnquiryKind, body: string, address: string): Promise<Record<string, never>> {
  await limitEnquiries(ctx, address);
  if (isBlankEnquiry(kind, body)) throw new AppError('invalid_input');
  await withTransaction(ctx, async (tx) => {
    const enquiryId = await insertEnquiry(tx.db, { kind, body, createdAt: tx.clock.now() });
    await queueMail(tx, {
      key: `enquiry:${enquiryId}`,
      kind: 'enquiry',
      recipient: mailboxOf(tx.env.venue.email),
      language: DEFAULT_LANGUAGE,
      payload: { enquiryId },
    });
  });
  return {};
}
