import { type Context, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { countersOf, HOUR, type Limit, consumeLimits } from '#server/platform/limits/limits.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { type EnquiryKind, isBlankEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { AppError } from '#shared/errors.ts';
import { insertEnquiry, lockEnquiry, wasReceived } from './enquiries.queries.ts';

/** Per address. */
const ENQUIRIES: Limit = { name: 'enquiry', points: 10, duration: HOUR };

/** A repeated text within this time is the same enquiry sent twice. */
const SAME_WITHIN_MS = 10 * 60_000;

type Received = { body: string; honeypot: string | undefined; address: string };

/**
 * Spec §7: stores a visitor's enquiry and queues the mail to the venue in one transaction; a repeat within minutes is stored once. Anyone
 * may send a few per hour and address. A filled honeypot gets the usual answer, and nothing is stored. @throws invalid_input if nothing was
 * written, too_many_requests
 */
export async function receiveEnquiry(
  ctx: Context,
  kind: EnquiryKind,
  { body, honeypot, address }: Received,
): Promise<Record<string, never>> {
  await consumeLimits(ctx, ...countersOf(ENQUIRIES, address));
  if (isBlankEnquiry(kind, body)) throw new AppError('invalid_input');
  if (honeypot) ctx.log.info({ kind }, 'an enquiry filled the honeypot');
  else
    await withTransaction(ctx, async (tx) => {
      await storeOnce(tx, kind, body);
      await storeAnswer(tx, {});
    });
  return {};
}

async function storeOnce(tx: Context, kind: EnquiryKind, body: string): Promise<void> {
  const now = tx.clock.now();
  await lockEnquiry(tx.db, kind, body);
  if (await wasReceived(tx.db, { kind, body, since: new Date(now.getTime() - SAME_WITHIN_MS) })) return;
  const enquiryId = await insertEnquiry(tx.db, { kind, body, createdAt: now });
  await queueMail(tx, {
    key: `enquiry:${enquiryId}`,
    kind: 'enquiry',
    recipient: tx.venue().email,
    language: DEFAULT_LANGUAGE,
    payload: { enquiryId },
  });
}
