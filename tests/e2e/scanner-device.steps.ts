import type { Page } from 'playwright-core';
import { takePhone } from './door-phone.ts';

export const looksForCode = (page: Page, t: Awaited<ReturnType<typeof takePhone>>['t']) =>
  page.getByText(t('scanner-device:aim.point'), { exact: true }).waitFor();
