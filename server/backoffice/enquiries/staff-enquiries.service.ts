import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, requireUser, withTransaction } from '#server/platform/context.ts';
import { wordPatterns } from '#server/platform/db/sql-parts.ts';
import { isOneAddress } from '#server/platform/config/mail-addresses.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { Language } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { type EnquiryKind, type EnquiryState, splitEnquiry, valueOfPart } from '#shared/enquiries/enquiry-fields.ts';
import { AppError } from '#shared/errors.ts';
import type { EnquiryCounts, EnquiryRow, EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import {
  countEnquiries,
  type Enquiry,
  findEnquiries,
  findEnquiryById,
  findNotes,
  findReplies,
  insertNote,
  insertReply,
  lockEnquiryById,
  updateEnquiryState,
} from './enquiries.queries.ts';

const ABOUT_LENGTH = 120;

type Wanted = {
  kind?: EnquiryKind | undefined;
  state?: EnquiryState | undefined;
  search?: string | undefined;
  before?: number | undefined;
  limit?: number | undefined;
};

/** Enquiries by kind, state and text, newest first. */
export async function listEnquiries(ctx: Context, { search = '', limit = PAGE_SIZE, ...wanted }: Wanted) {
  const rows = await findEnquiries(ctx.db, { ...wanted, search: wordPatterns(search), limit: limit + 1 });
  return toPage(rows.map(toRow), limit);
}

function toRow({ id, kind, state, body, createdAt }: Enquiry): EnquiryRow {
  const parts = splitEnquiry(kind, body);
  const about = valueOfPart(parts, 'eventDescription') || valueOfPart(parts, 'motivation') || (parts ? '' : body);
  const from = valueOfPart(parts, 'name') || valueOfPart(parts, 'fullName');
  return { id, kind, state, from, about: shortened(about), createdAt: toWireTime(createdAt) };
}

function shortened(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '));
  return characters.length <= ABOUT_LENGTH ? characters.join('') : `${characters.slice(0, ABOUT_LENGTH - 1).join('')}…`;
}

/** The number of enquiries of each kind in each state. */
export async function countOfEnquiries(ctx: Context): Promise<EnquiryCounts> {
  const none = { new: 0, open: 0, answered: 0, closed: 0 };
  const counts: EnquiryCounts = { rental: { ...none }, dj: { ...none } };
  for (const { kind, state, count } of await countEnquiries(ctx.db)) counts[kind][state] = count;
  return counts;
}

/** @throws not_found */
export async function getEnquiry(ctx: Context, id: number): Promise<EnquiryView> {
  const enquiry = await findEnquiryById(ctx.db, id);
  if (!enquiry) throw new AppError('not_found');
  return toView(ctx, enquiry);
}

async function toView({ db }: Context, { id, kind, state, body, createdAt }: Enquiry): Promise<EnquiryView> {
  const parts = splitEnquiry(kind, body);
  const notes = (await findNotes(db, id)).map(({ note, author }) => toNote(note, author));
  const replies = (await findReplies(db, id)).map(({ reply, author, mailState }) => {
    return { ...toNote(reply, author), subject: reply.subject, recipient: reply.recipient, mailState };
  });
  return {
    id,
    kind,
    state,
    body,
    createdAt: toWireTime(createdAt),
    parts: parts ?? null,
    email: addressIn(kind, body) ?? null,
    language: languageOf(body),
    notes,
    replies,
  };
}

type Author = { firstName: string; lastName: string };

const toNote = ({ id, text, createdAt }: { id: number; text: string; createdAt: Date }, author: Author) => {
  return { id, author: fullName(author), text, createdAt: toWireTime(createdAt) };
};

/** The address to reply to; DJ requests have none. */
function addressIn(kind: EnquiryKind, body: string): string | undefined {
  const address = valueOfPart(splitEnquiry(kind, body), 'email');
  return isOneAddress(address) ? address : undefined;
}

/** An enquiry in Georgian script is answered in Georgian unless staff choose otherwise. */
const languageOf = (body: string): Language => (/\p{Script=Georgian}/u.test(body) ? 'ka' : 'en');

/** @throws not_found, conflict if another user changed it first */
export function changeEnquiryState(ctx: Context, id: number, { from, to }: { from: EnquiryState; to: EnquiryState }): Promise<EnquiryView> {
  return withTransaction(ctx, async (tx) => {
    const { state } = await lockEnquiry(tx, id);
    if (state !== from) throw new AppError('conflict');
    if (from !== to) {
      await updateEnquiryState(tx.db, id, to);
      await recordAction(tx, { action: 'enquiry.state', subject: `enquiry ${id}`, detail: { before: from, after: to } });
    }
    return storeAnswer(tx, await getEnquiry(tx, id));
  });
}

/** @throws unauthorized, not_found */
export function addEnquiryNote(ctx: Context, id: number, text: string): Promise<EnquiryView> {
  const { userId: staffId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockEnquiry(tx, id);
    await insertNote(tx.db, { enquiryId: id, staffId, text, createdAt: tx.clock.now() });
    await recordAction(tx, { action: 'enquiry.note', subject: `enquiry ${id}`, detail: { length: text.length } });
    return storeAnswer(tx, await getEnquiry(tx, id));
  });
}

type Answer = { subject: string; text: string; language: Language };

/**
 * Replies to an enquiry by mail; the enquiry shows the mail's state. The text is not in the audit log, where nothing can be deleted.
 * @throws unauthorized, not_found, enquiry_without_address
 */
export function replyToEnquiry(ctx: Context, id: number, answer: Answer): Promise<EnquiryView> {
  const { userId: staffId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const { kind, body, state } = await lockEnquiry(tx, id);
    const recipient = addressIn(kind, body);
    if (recipient === undefined) throw new AppError('enquiry_without_address');
    const replyId = await insertReply(tx.db, { ...answer, enquiryId: id, staffId, recipient, createdAt: tx.clock.now() });
    await queueMail(tx, {
      key: `enquiry-reply:${replyId}`,
      kind: 'enquiry-reply',
      recipient,
      language: answer.language,
      payload: { replyId },
    });
    await updateEnquiryState(tx.db, id, 'answered');
    await recordAction(tx, { action: 'enquiry.reply', subject: `enquiry ${id}`, detail: { replyId, before: state, after: 'answered' } });
    return storeAnswer(tx, await getEnquiry(tx, id));
  });
}

/** @throws not_found */
async function lockEnquiry(tx: Context, id: number): Promise<Enquiry> {
  const enquiry = await lockEnquiryById(tx.db, id);
  if (!enquiry) throw new AppError('not_found');
  return enquiry;
}
