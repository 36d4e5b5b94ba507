import type { Page } from 'playwright-core';
import type { TestApp } from '#tests/setup/app.ts';
import { visit, translatorOf } from './site.ts';

export const t = await translatorOf('en');

export const enter = ({ url }: TestApp, width = 1440, allowed?: RegExp): Promise<Page> =>
  visit({ origin: url, folder: '' }, { language: 'en', width, ...(allowed && { allowed }) });

export const thumb = (page: Page, number: number) =>
  page.getByRole('button', { name: t('pages:gallery.open', { name: `Picture ${number}` }), exact: true });
export const shown = (page: Page) => page.getByRole('dialog').getByRole('img');
