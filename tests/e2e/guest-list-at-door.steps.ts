import type { Page } from 'playwright-core';
import { button } from './at-the-door.ts';
import type { takePhone } from './door-phone.ts';

type Phone = Awaited<ReturnType<typeof takePhone>>;

/** Searches by name, and returns the buttons that admit people. */
export async function find({ page, t }: Phone, letters: string) {
  await button(page, t('scanner-device:tools.search')).click();
  await page.getByRole('textbox').fill(letters);
  return page.getByRole('dialog').getByRole('listitem');
}

export const letIn = (row: ReturnType<Page['getByRole']>) => row.getByRole('button').last().click();
export const next = async ({ page, t }: Phone) => button(page, t('scanner-device:verdict.scan_again')).click();
/** Nothing is recorded about people on a list who are not admitted. */
export const deny = async ({ page, t }: Phone) => button(page, t('scanner-device:verdict.deny')).click();
