import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf, visitWithoutScript } from './site.ts';
import { expect } from './test.ts';

export const enter = ({ url }: TestApp, language?: Language, width?: number): Promise<Page> =>
  visitWithoutScript({ origin: url }, language, width);

const forms = {
  rentals: {
    kind: 'rental',
    path: paths.rentals,
    fields: { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday' },
    wrong: 'email',
  },
  djs: {
    kind: 'dj',
    path: paths.djs,
    fields: {
      fullName: 'Ana B',
      stageName: 'DJ Ana',
      socialLink: 'https://social.example/ana',
      musicLink: 'https://music.example/ana',
      motivation: 'Long sets',
    },
    wrong: 'musicLink',
  },
} as const;

type Screen = keyof typeof forms;
type Sending = { page: Page; language: Language; t: Awaited<ReturnType<typeof translatorOf>> };

/** Sends a form with a wrong field in each language, then corrects it and sends it again. */
export async function sendForm(screen: Screen): Promise<void> {
  const { kind, fields } = forms[screen];
  const app = await startTestSite();
  for (const language of LANGUAGES) {
    const sending = { page: await enter(app, language), language, t: await translatorOf(language) };
    await sendWrong(screen, sending);
    await correct(screen, sending);
  }
  const written = (await app.ctx.db.select().from(enquiries)).map(({ body }) => body);
  const [first = ''] = Object.keys(fields);
  expect(written).toEqual(LANGUAGES.map((language) => joinEnquiry<typeof kind>(kind, { ...fields, [first]: `Nino ${language}` })));
  expect(await app.ctx.db.$count(mails)).toBe(LANGUAGES.length);
}

const submit = (screen: Screen, { page, t }: Sending) =>
  page.getByRole('button', { name: t(`pages:${screen}.submit`), exact: true }).click();

/** Finds what is wrong in the summary and the title, and every field as it was typed. */
async function sendWrong(screen: Screen, sending: Sending): Promise<void> {
  const { path, fields, wrong } = forms[screen];
  const { page, language, t } = sending;
  await page.goto(path);
  const typed = Object.entries(fields).map(([name, value]) => [name, name === wrong ? language : value] as const);
  for (const [name, value] of typed) await page.locator(`[name=${name}]`).fill(value);
  await submit(screen, sending);
  const sentence = t(wrong === 'email' ? 'forms:validation.invalid_email' : 'forms:validation.link_format');
  expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([sentence]);
  expect(await page.title()).toMatch(new RegExp(`^${t('forms:title_prefix')}`));
  expect(await page.locator(`[name=${wrong}]`).getAttribute('aria-describedby')).toContain(`${wrong}-error`);
  for (const [name, value] of typed) expect(await page.locator(`[name=${name}]`).inputValue()).toBe(value);
}

/** Comes to the wrong field by its link, and finds the form sent once, also after a reload. */
async function correct(screen: Screen, sending: Sending): Promise<void> {
  const { fields, wrong } = forms[screen];
  const { page, language, t } = sending;
  await page.getByRole('alert').getByRole('link').click();
  expect(new URL(page.url()).hash).toBe(`#${wrong}`);
  const [first = ''] = Object.keys(fields);
  await page.locator(`[name=${first}]`).fill(`Nino ${language}`);
  await page.locator(`[name=${wrong}]`).fill(Object.entries(fields).find(([name]) => name === wrong)?.[1] ?? '');
  await submit(screen, sending);
  await page.getByText(t(`pages:${screen}.sent`)).waitFor();
  await page.reload();
  await page.getByText(t(`pages:${screen}.sent`)).waitFor();
  expect(await page.locator(`[name=${wrong}]`).inputValue()).toBe('');
}
