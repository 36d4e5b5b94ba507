import type { Page } from 'playwright-core';
import { button } from './at-the-door.ts';
import { hasReader, openDoorOfPhones, takePhone } from './door-phone.ts';

type Phone = Awaited<ReturnType<typeof takePhone>>;
type Door = Awaited<ReturnType<typeof openDoorOfPhones>>;

export async function openListPhone(door: Door, name: string, options: Parameters<typeof takePhone>[1] = {}): Promise<Phone> {
  const phone = await takePhone(door.app, options);
  await phone.page.goto((await door.makeScannerDevice(name)).path);
  await button(phone.page, phone.t('scanner-device:pair.start')).click();
  await phone.page.getByText(phone.t('door:point'), { exact: true }).waitFor();
  await phone.page.locator('[data-link="live"]').waitFor();
  await hasReader(phone.page);
  return phone;
}

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
