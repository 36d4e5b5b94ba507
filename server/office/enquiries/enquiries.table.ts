import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#shared/constants.ts';
import { ENQUIRY_STATES } from '#shared/enquiries/enquiry-fields.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/columns.ts';

export const enquiries = pgTable(
  'enquiries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['rental', 'dj'] }).notNull(),
    body: text().notNull(),
    state: text({ enum: ENQUIRY_STATES }).notNull().default('new'),
    /** What staff find it by; kept by the database, with a trigram index where there is one (migration 0017). */
    searchText: text().generatedAlwaysAs(sql`' ' || regexp_replace(latin_text(body), '[\\s|]+', ' ', 'g')`),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index('enquiries_by_time').on(table.createdAt),
    index('enquiries_by_kind').on(table.kind, table.id),
    index('enquiries_by_state').on(table.state, table.id),
    check('enquiries_state', sql`${table.state} in ('new', 'open', 'answered', 'closed')`),
  ],
);

const ofEnquiry = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => enquiries.id, { onDelete: 'cascade' });
const byStaff = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** What staff tells staff about an enquiry. It goes with the enquiry. */
export const enquiryNotes = pgTable(
  'enquiry_notes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    enquiryId: ofEnquiry(),
    staffId: byStaff(),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('enquiry_notes_by_enquiry').on(table.enquiryId)],
);

/** What staff answered by mail, under the key `enquiry-reply:<id>`. It goes with the enquiry. */
export const enquiryReplies = pgTable(
  'enquiry_replies',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    enquiryId: ofEnquiry(),
    staffId: byStaff(),
    recipient: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('enquiry_replies_by_enquiry').on(table.enquiryId)],
);
