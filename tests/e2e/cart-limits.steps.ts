import { signInAgain } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import type { Guest } from './guest.ts';
import { expect } from './test.ts';

export const EVENT = { name: 'მტკვრის ღამე', nameLat: 'Deep Kura' };

export const cartOf = async (app: TestApp, { id }: Guest) => app.api(await signInAgain(app.ctx, id)).cart;
/** Prices contain no-break spaces, which may be read back as plain ones. */
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');
export const isShown = ({ page }: Guest, text: string) =>
  expect.poll(async () => plain(await page.getByRole('main').innerText())).toContain(plain(text));
