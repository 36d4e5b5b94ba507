import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, jsonId, wireId, wireTime } from '#shared/wire.ts';
import { AnnouncementInput, AnnouncementTexts } from './announcements.schemas.ts';

export const AnnouncementView = z.object({
  id: jsonId,
  subject: z.string(),
  subjectLat: z.string(),
  body: z.string(),
  bodyLat: z.string(),
  state: z.enum(['planned', 'sent', 'cancelled', 'missed']),
  sendAt: wireTime,
  recipients: z.number().int().nullable(),
  by: z.string(),
});
export type AnnouncementView = z.infer<typeof AnnouncementView>;

/** Newest first. `people`: how many would get a message now; `at` is the server's time. */
export const AnnouncementsView = z.object({ at: wireTime, people: z.number().int(), items: z.array(AnnouncementView) });
export type AnnouncementsView = z.infer<typeof AnnouncementsView>;

const Shown = z.object({ subject: z.string(), html: z.string(), text: z.string() });
export const AnnouncementPreview = z.object({ ka: Shown, en: Shown });

const params = z.object({ id: wireId });

/** Announcements go to every holder at once, so they need the right to manage the club's mails. */
export const staffAnnouncementsContract = {
  list: endpoint('GET', '/staff/nights/:id/announcements', 'mails.manage', {
    summary: 'List the announcements to an event’s ticket holders, with the number of holders',
    params,
    output: AnnouncementsView,
    errors: ['event_not_found'],
  }),
  preview: endpoint('POST', '/staff/nights/:id/announcements/preview', 'mails.manage', {
    summary: 'Preview an announcement in both languages; nothing is sent',
    params,
    body: AnnouncementTexts,
    output: AnnouncementPreview,
    invalidStatus: 422,
    errors: ['event_not_found'],
  }),
  test: endpoint('POST', '/staff/nights/:id/announcements/test', 'mails.manage', {
    summary: 'Send an announcement to the caller as a test, in both languages',
    params,
    body: AnnouncementTexts,
    output: empty,
    invalidStatus: 422,
    creates: true,
    errors: ['event_not_found'],
  }),
  plan: endpoint('POST', '/staff/nights/:id/announcements', 'mails.manage', {
    summary: 'Send an announcement to all holders of valid, unused tickets, in a minute or at a set time',
    params,
    body: AnnouncementInput,
    output: AnnouncementsView,
    invalidStatus: 422,
    creates: true,
    confirmed: true,
    errors: ['announcements_limit', 'event_ended', 'event_not_found', 'not_on_sale'],
  }),
  cancel: endpoint('POST', '/staff/announcements/:id/cancel', 'mails.manage', {
    summary: 'Cancel an announcement that has not been sent yet',
    params,
    output: AnnouncementsView,
    errors: ['conflict'],
  }),
};
