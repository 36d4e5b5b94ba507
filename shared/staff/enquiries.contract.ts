import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { ENQUIRY_STATES } from '#shared/enquiries/enquiry-fields.ts';
import { jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { EnquiryNoteInput, EnquiryReplyInput } from './enquiries.schemas.ts';
import { PAGE_MAX, pageOf, pageQuery } from './paging.ts';

const KINDS = ['rental', 'dj'] as const;
const SEARCH_MAX = 100;

const byId = z.object({ id: wireLongId });
const state = z.enum(ENQUIRY_STATES);

/** `from`: the name in it; `about`: the beginning of its text. */
export const EnquiryRow = z.object({
  id: jsonLongId,
  kind: z.enum(KINDS),
  state,
  from: z.string(),
  about: z.string(),
  createdAt: wireTime,
});
export type EnquiryRow = z.infer<typeof EnquiryRow>;

const Note = z.object({ id: jsonLongId, author: z.string(), text: z.string(), createdAt: wireTime });
const Reply = Note.extend({
  subject: z.string(),
  recipient: z.string(),
  mailState: z.enum(['queued', 'sent', 'dead', 'skipped']).nullable(),
});

/** `parts`: its fields, none if it was written in another format; `email`: the address for a reply. */
export const EnquiryView = EnquiryRow.pick({ id: true, kind: true, state: true, createdAt: true }).extend({
  parts: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })).nullable(),
  body: z.string(),
  email: z.string().nullable(),
  language: z.enum(LANGUAGES),
  notes: z.array(Note),
  replies: z.array(Reply),
});
export type EnquiryView = z.infer<typeof EnquiryView>;

const countOfStates = z.object({ new: z.number().int(), open: z.number().int(), answered: z.number().int(), closed: z.number().int() });
export const EnquiryCounts = z.object({ rental: countOfStates, dj: countOfStates });
export type EnquiryCounts = z.infer<typeof EnquiryCounts>;

export const staffEnquiriesContract = {
  list: endpoint('GET', '/staff/enquiries', 'enquiries.answer', {
    summary: 'List requests, newest first',
    query: z.object({
      kind: z.enum(KINDS).optional(),
      state: state.optional(),
      ...pageQuery,
    }),
    output: pageOf(EnquiryRow),
  }),
  /** A visitor's name or mail is sent in the body, because browsers, proxies and their logs store addresses. */
  find: endpoint('POST', '/staff/enquiries/find', 'enquiries.answer', {
    summary: 'Search requests, newest first',
    body: z.object({
      before: jsonLongId.optional(),
      limit: z.number().int().min(1).max(PAGE_MAX).optional(),
      search: z.string().trim().max(SEARCH_MAX),
      kind: z.enum(KINDS).optional(),
      state: state.optional(),
    }),
    output: pageOf(EnquiryRow),
  }),
  counts: endpoint('GET', '/staff/enquiries/counts', 'enquiries.answer', {
    summary: 'Count requests of each kind and state',
    output: EnquiryCounts,
  }),
  one: endpoint('GET', '/staff/enquiries/:id', 'enquiries.answer', {
    summary: 'Get a request with staff’s notes and replies',
    params: byId,
    output: EnquiryView,
  }),
  changeState: endpoint('PUT', '/staff/enquiries/:id/state', 'enquiries.answer', {
    summary: 'Change a request’s state; refused if it is no longer `from`',
    params: byId,
    body: z.object({ from: state, to: state }),
    output: EnquiryView,
    errors: ['conflict'],
  }),
  addNote: endpoint('POST', '/staff/enquiries/:id/notes', 'enquiries.answer', {
    summary: 'Add a note to a request, for staff',
    params: byId,
    body: EnquiryNoteInput,
    output: EnquiryView,
    invalidStatus: 422,
    creates: true,
  }),
  reply: endpoint('POST', '/staff/enquiries/:id/replies', 'enquiries.answer', {
    summary: 'Reply to a request by email; its state becomes answered',
    params: byId,
    body: EnquiryReplyInput,
    output: EnquiryView,
    invalidStatus: 422,
    creates: true,
    errors: ['enquiry_without_address'],
  }),
};
