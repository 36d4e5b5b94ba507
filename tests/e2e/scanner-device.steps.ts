import type { Page } from 'playwright-core';
import { takePhone } from './door-phone.ts';

export const looksForCode = (page: Page, t: Awaited<ReturnType<typeof takePhone>>['t']) =>
  page.getByText(t('door:point'), { exact: true }).waitFor();
