import type { AnnouncementPreview, AnnouncementsView } from '#shared/staff/announcements.contract.ts';
import type { AnnouncementInput, AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import type { z } from 'zod';

type Key = { idempotencyKey: string };

/** The audience of messages, with its calls. `name` separates their drafts; `audience` is the part of `staff-announcements` about it. */
export type MessageCalls = {
  name: string;
  audience: 'holders' | 'newsletter';
  list(signal: AbortSignal): Promise<AnnouncementsView>;
  preview(texts: AnnouncementTexts): Promise<z.infer<typeof AnnouncementPreview>>;
  test(texts: AnnouncementTexts, key: Key): Promise<unknown>;
  plan(input: AnnouncementInput, key: Key): Promise<AnnouncementsView>;
  cancel(id: number): Promise<AnnouncementsView>;
};

/** For the holders of an event's tickets. */
export function holderCalls(id: number): MessageCalls {
  const { staffAnnouncements: calls } = staffApi;
  return {
    name: `message-${id}`,
    audience: 'holders',
    list: (signal) => calls.list({ id }, { signal }),
    preview: (body) => calls.preview({ id, body }),
    test: (body, key) => calls.test({ id, body }, key),
    plan: (body, key) => calls.plan({ id, body }, key),
    cancel: (messageId) => calls.cancel({ id: messageId }),
  };
}

/** For newsletter subscribers. */
export const newsletterCalls: MessageCalls = {
  name: 'newsletter',
  audience: 'newsletter',
  list: (signal) => staffApi.staffNewsletter.list({}, { signal }),
  preview: (body) => staffApi.staffNewsletter.preview({ body }),
  test: (body, key) => staffApi.staffNewsletter.test({ body }, key),
  plan: (body, key) => staffApi.staffNewsletter.plan({ body }, key),
  cancel: (id) => staffApi.staffNewsletter.cancel({ id }),
};
