import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, rare, test, views } from './test.ts';

const rental = joinEnquiry('rental', { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday\nfor 80 people' });
const dj = joinEnquiry('dj', {
  fullName: 'Ana B',
  stageName: 'DJ Ana',
  socialLink: 'https://social.example/ana',
  musicLink: 'https://music.example/ana',
  motivation: 'Why not',
});

const sitDown = (app: TestApp, arrival: { language?: Language; width?: number } = {}) =>
  openConsole(app, { ...arrival, allowed: /status of 422/ });

/** Stores one enquiry of each kind and a mail that could not be delivered. */
async function fillInbox({ ctx }: TestApp): Promise<void> {
  const createdAt = ctx.clock.now();
  await ctx.db.insert(enquiries).values([
    { kind: 'rental', body: rental, createdAt },
    { kind: 'dj', body: dj, createdAt },
  ]);
  const mail = { key: 'welcome:1', kind: 'welcome', recipient: 'ana@example.com', language: 'en' as const, payload: { userId: 1 } };
  await ctx.db.insert(mails).values({ ...mail, messageId: '<1@x>', state: 'dead', attempts: 20, lastError: 'Mailbox full', createdAt });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('staff read a rental enquiry, note something, answer it, and nothing typed is lost on the way', async () => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page, t } = await sitDown(app);
  await page.goto('/staff/enquiries');
  await page
    .getByRole('navigation', { name: t('staff-enquiries:kind') })
    .getByText(t('staff-enquiries:kinds_many.rental'))
    .click();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.getByRole('searchbox', { name: t('staff-enquiries:search') }).fill('nobody@example.com');
  await page.getByText(t('staff:no_match')).waitFor();
  await page.getByRole('searchbox', { name: t('staff-enquiries:search') }).fill('nino@example.com');
  await page.getByRole('link', { name: 'Nino' }).waitFor();
  expect([...requested, page.url()].filter((url) => url.includes('example.com'))).toEqual([]);
  await page.getByRole('link', { name: 'Nino' }).click();
  await page.getByText('for 80 people').waitFor();

  await page.getByLabel(t('staff-enquiries:new_note')).fill('Call her on Monday');
  await press(page, t('staff-enquiries:add_note'));
  await page.getByRole('listitem').filter({ hasText: 'Call her on Monday' }).waitFor();

  await press(page, t('staff-enquiries:send'));
  await page.getByText(t('forms:validation.text_required')).first().waitFor();
  await page.getByLabel(t('staff-enquiries:subject')).fill('Your Thursday');
  await page.getByLabel(t('staff-enquiries:text'), { exact: true }).fill('The room is free.');
  await page.reload();
  expect(await page.getByLabel(t('staff-enquiries:text'), { exact: true }).inputValue()).toBe('The room is free.');
  await press(page, t('staff-enquiries:send'));
  await page.getByRole('listitem').filter({ hasText: 'Your Thursday' }).waitFor();
  expect(await page.getByLabel(t('staff-enquiries:state')).inputValue()).toBe('answered');
  expect(await page.getByLabel(t('staff-enquiries:text'), { exact: true }).inputValue()).toBe('');

  await page.getByLabel(t('staff-enquiries:state')).selectOption('closed');
  await press(page, t('staff-enquiries:undo'));
  await expect.poll(() => page.getByLabel(t('staff-enquiries:state')).inputValue()).toBe('answered');
});

test('a DJ request cannot be answered by mail and says so; a mail that failed leaves again', rare, async () => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page, t } = await sitDown(app);
  await page.goto('/staff/enquiries/2');
  await page.getByText(t('staff-enquiries:no_address_dj')).waitFor();
  expect(await page.getByRole('link', { name: 'https://music.example/ana' }).getAttribute('rel')).toContain('noopener');
  await page.goto('/staff/enquiries/mails');
  await page.getByText('Mailbox full').waitFor();
  await press(page, t('staff-enquiries:mails.retry_to', { address: 'ana@example.com' }));
  await page.getByText(t('staff-enquiries:mails.retried')).waitFor();
  expect(await app.ctx.db.select().from(mails)).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

for (const [language, width] of views)
  test(`the inbox has no accessibility faults and never scrolls sideways (${language}, ${width} px)`, rare, async () => {
    const app = await startTestSite();
    await fillInbox(app);
    const { page } = await sitDown(app, { language, width });
    for (const path of ['/staff/enquiries', '/staff/enquiries/1', '/staff/enquiries/2', '/staff/enquiries/mails']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByText(/Nino|Ana B|ana@example/)
        .first()
        .waitFor();
      await expectNoViolations(page, `${path} ${language} ${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
