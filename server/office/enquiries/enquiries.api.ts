import type { z } from 'zod';
import type { Fields, PageForm } from '#server/platform/http/page-forms.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { enquiriesContract } from '#shared/enquiries/enquiries.contract.ts';
import { DjForm, RentalForm } from '#shared/enquiries/enquiry.schemas.ts';
import { HONEYPOT } from '#shared/enquiries/enquiry-fields.ts';
import { type EnquiryField, enquiryFields, type EnquiryKind, joinEnquiry } from '#shared/enquiries/joined-text.ts';
import { paths } from '#shared/paths.ts';
import { staffContract } from '#shared/staff-api.ts';
import { receiveEnquiry } from './enquiries.service.ts';
import {
  addEnquiryNote,
  changeEnquiryState,
  countOfEnquiries,
  getEnquiry,
  listEnquiries,
  replyToEnquiry,
} from './staff-enquiries.service.ts';

export function enquiriesApi(serve: Serve): void {
  serve(enquiriesContract.rental, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'rental', { body, honeypot: subject, address: request.ip }),
  );
  serve(enquiriesContract.dj, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'dj', { body, honeypot: subject, address: request.ip }),
  );
}

/** Staff's calls about enquiries. */
export function staffEnquiriesApi(serve: Serve): void {
  const { staffEnquiries } = staffContract;
  serve(staffEnquiries.list, listEnquiries);
  serve(staffEnquiries.counts, countOfEnquiries);
  serve(staffEnquiries.one, (ctx, { id }) => getEnquiry(ctx, id));
  serve(staffEnquiries.changeState, (ctx, { id, body }) => changeEnquiryState(ctx, id, body));
  serve(staffEnquiries.addNote, (ctx, { id, body }) => addEnquiryNote(ctx, id, body.text));
  serve(staffEnquiries.reply, (ctx, { id, body }) => replyToEnquiry(ctx, id, body));
}

/** Without script the two forms pass the same validation and are stored as the same joined text. */
export const enquiryForms: PageForm[] = [formOf('rental', paths.rentals, RentalForm), formOf('dj', paths.djs, DjForm)];

function formOf<K extends EnquiryKind>(kind: K, path: string, schema: z.ZodType<Record<EnquiryField<K>, string>>): PageForm {
  const names = Object.keys(enquiryFields[kind]);
  const written = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
  return {
    path,
    fields: names,
    check: (fields) => {
      const issues = schema.safeParse(written(fields)).error?.issues ?? [];
      // The first error of each field, in the order of the fields, as on the screen.
      const found = names.map((name) => [name, issues.find(({ path }) => path[0] === name)?.message] as const);
      return Object.fromEntries(found.flatMap(([name, message]) => (message === undefined ? [] : [[name, message]])));
    },
    send: (ctx, fields, address) =>
      receiveEnquiry(ctx, kind, { body: joinEnquiry(kind, schema.parse(written(fields))), honeypot: fields.get(HONEYPOT), address }),
  };
}
