import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, wireId } from '#shared/wire.ts';
import { AnnouncementPreview, AnnouncementsView } from './announcements.contract.ts';
import { AnnouncementInput, AnnouncementTexts } from './announcements.schemas.ts';

/** Newsletters are announcements without an event, to subscribers. */
export const staffNewsletterContract = {
  list: endpoint('GET', '/staff/newsletter', 'mails.manage', {
    summary: 'The newsletters, and how many people want them',
    output: AnnouncementsView,
  }),
  preview: endpoint('POST', '/staff/newsletter/preview', 'mails.manage', {
    summary: 'A newsletter as guests would get it, in both languages; nothing is sent',
    body: AnnouncementTexts,
    output: AnnouncementPreview,
    invalidStatus: 422,
  }),
  test: endpoint('POST', '/staff/newsletter/test', 'mails.manage', {
    summary: 'Sends a newsletter to the caller alone, in both languages',
    body: AnnouncementTexts,
    output: empty,
    invalidStatus: 422,
    creates: true,
  }),
  plan: endpoint('POST', '/staff/newsletter', 'mails.manage', {
    summary: 'Sends a newsletter to everybody who wants it and has a proved address, in a minute or at a moment',
    body: AnnouncementInput,
    output: AnnouncementsView,
    invalidStatus: 422,
    creates: true,
    confirmed: true,
    errors: ['newsletters_limit'],
  }),
  cancel: endpoint('POST', '/staff/newsletter/:id/cancel', 'mails.manage', {
    summary: 'Stops a newsletter that has not left yet',
    params: z.object({ id: wireId }),
    output: AnnouncementsView,
    errors: ['conflict'],
  }),
};
