import type { z } from 'zod';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import { DjForm, RentalForm } from '#shared/enquiries/enquiry.schemas.ts';
import { enquiryFields, joinEnquiry, type EnquiryField, type EnquiryKind } from '#shared/enquiries/joined-text.ts';
import { paths } from '#shared/paths.ts';
import type { Fields, PageForm } from '#server/platform/http/page-forms.ts';
import { receiveEnquiry } from './enquiries.service.ts';

/** Without script the two forms take the way of the call: the same rules, the same joined text. */
export const enquiryForms: PageForm[] = [formOf('rental', paths.rentals, RentalForm), formOf('dj', paths.djs, DjForm)];

function formOf<K extends EnquiryKind>(kind: K, path: string, schema: z.ZodType<Record<EnquiryField<K>, string>>): PageForm {
  const names = Object.keys(enquiryFields[kind]);
  const written = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
  return {
    path,
    fields: names,
    check: (fields) => {
      const issues = schema.safeParse(written(fields)).error?.issues ?? [];
      // Of each field the first, in the order of the fields, as the screen does it.
      const found = names.map((name) => [name, issues.find(({ path }) => path[0] === name)?.message] as const);
      return Object.fromEntries(found.flatMap(([name, message]) => (message === undefined ? [] : [[name, message]])));
    },
    send: (ctx, fields, address) =>
      receiveEnquiry(ctx, kind, { body: joinEnquiry(kind, schema.parse(written(fields))), honeypot: fields.get(HONEYPOT), address }),
  };
}
