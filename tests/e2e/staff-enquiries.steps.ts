import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { openConsole } from './console.ts';

const rental = joinEnquiry('rental', { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday\nfor 80 people' });
const dj = joinEnquiry('dj', {
  fullName: 'Ana B',
  stageName: 'DJ Ana',
  socialLink: 'https://social.example/ana',
  musicLink: 'https://music.example/ana',
  motivation: 'Why not',
});

export const sitDown = (app: TestApp, arrival: { language?: Language; width?: number } = {}) =>
  openConsole(app, { ...arrival, allowed: /status of 422/ });

/** Stores one enquiry of each kind and a mail that could not be delivered. */
export async function fillInbox({ ctx }: TestApp): Promise<void> {
  const createdAt = ctx.clock.now();
  await ctx.db.insert(enquiries).values([
    { kind: 'rental', body: rental, createdAt },
    { kind: 'dj', body: dj, createdAt },
  ]);
  const mail = { key: 'welcome:1', kind: 'welcome', recipient: 'ana@example.com', language: 'en' as const, payload: { userId: 1 } };
  await ctx.db.insert(mails).values({ ...mail, messageId: '<1@x>', state: 'dead', attempts: 20, lastError: 'Mailbox full', createdAt });
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
