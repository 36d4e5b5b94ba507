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

/** Sends a form with a wrong field, then mends it and sends it again. */
export async function sendForm(screen: keyof typeof forms): Promise<void> {
  const { kind, path, fields, wrong } = forms[screen];
  const app = await startTestSite();
  for (const language of LANGUAGES) {
    const t = await translatorOf(language);
    const page = await enter(app, language);
    await page.goto(path);
    const submit = page.getByRole('button', { name: t(`pages:${screen}.submit`), exact: true });
    for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(name === wrong ? language : value);
    await submit.click();
    const sentence = t(wrong === 'email' ? 'forms:validation.invalid_email' : 'forms:validation.link_format');
    const way = page.getByRole('alert').getByRole('link');
    expect(await way.allTextContents()).toEqual([sentence]);
    expect(await page.title()).toMatch(new RegExp(`^${t('forms:title_prefix')}`));
    expect(await page.locator(`[name=${wrong}]`).getAttribute('aria-describedby')).toContain(`${wrong}-error`);
    for (const [name, value] of Object.entries(fields))
      expect(await page.locator(`[name=${name}]`).inputValue()).toBe(name === wrong ? language : value);

    await way.click();
    expect(new URL(page.url()).hash).toBe(`#${wrong}`);
    const [first = ''] = Object.keys(fields);
    await page.locator(`[name=${first}]`).fill(`Nino ${language}`);
    await page.locator(`[name=${wrong}]`).fill(Object.entries(fields).find(([name]) => name === wrong)?.[1] ?? '');
    await submit.click();
    await page.getByText(t(`pages:${screen}.sent`)).waitFor();
    await page.reload();
    await page.getByText(t(`pages:${screen}.sent`)).waitFor();
    expect(await page.locator(`[name=${wrong}]`).inputValue()).toBe('');
  }
  const written = (await app.ctx.db.select().from(enquiries)).map(({ body }) => body);
  const [first = ''] = Object.keys(fields);
  expect(written).toEqual(LANGUAGES.map((language) => joinEnquiry<typeof kind>(kind, { ...fields, [first]: `Nino ${language}` })));
  expect(await app.ctx.db.select().from(mails)).toHaveLength(LANGUAGES.length);
}
