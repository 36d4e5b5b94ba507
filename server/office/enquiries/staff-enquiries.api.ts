import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import {
  addEnquiryNote,
  changeEnquiryState,
  countOfEnquiries,
  getEnquiry,
  listEnquiries,
  replyToEnquiry,
} from './staff-enquiries.service.ts';

/** What staff does about enquiries. */
export function staffEnquiriesApi(serve: Serve): void {
  const { staffEnquiries } = staffContract;
  serve(staffEnquiries.list, listEnquiries);
  serve(staffEnquiries.counts, countOfEnquiries);
  serve(staffEnquiries.one, (ctx, { id }) => getEnquiry(ctx, id));
  serve(staffEnquiries.changeState, (ctx, { id, body }) => changeEnquiryState(ctx, id, body));
  serve(staffEnquiries.addNote, (ctx, { id, body }) => addEnquiryNote(ctx, id, body.text));
  serve(staffEnquiries.reply, (ctx, { id, body }) => replyToEnquiry(ctx, id, body));
}
