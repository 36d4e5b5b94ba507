import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, wireId } from '#shared/wire.ts';
import { AnnouncementPreview, AnnouncementsView } from './announcements.contract.ts';
import { AnnouncementInput, AnnouncementTexts } from './announcements.schemas.ts';

/** Newsletters are announcements without an event, to subscribers. */
export const staffNewsletterContract = {
  list: endpoint('GET', '/staff/newsletter', 'mails.manage', {
    summary: 'List newsletters, with the number of subscribers',
    output: AnnouncementsView,
  }),
  preview: endpoint('POST', '/staff/newsletter/preview', 'mails.manage', {
    summary: 'Preview a newsletter in both languages; nothing is sent',
    body: AnnouncementTexts,
    output: AnnouncementPreview,
    invalidStatus: 422,
  }),
  test: endpoint('POST', '/staff/newsletter/test', 'mails.manage', {
    summary: 'Send a newsletter to the caller as a test, in both languages',
    body: AnnouncementTexts,
    output: empty,
    invalidStatus: 422,
    creates: true,
  }),
  plan: endpoint('POST', '/staff/newsletter', 'mails.manage', {
    summary: 'Send a newsletter to all subscribers with a verified email, in a minute or at a set time',
    body: AnnouncementInput,
    output: AnnouncementsView,
    invalidStatus: 422,
    creates: true,
    confirmed: true,
    errors: ['newsletters_limit'],
  }),
  cancel: endpoint('POST', '/staff/newsletter/:id/cancel', 'mails.manage', {
    summary: 'Cancel a newsletter that has not been sent yet',
    params: z.object({ id: wireId }),
    output: AnnouncementsView,
    errors: ['conflict'],
  }),
};
