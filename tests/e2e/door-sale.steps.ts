import { connect, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { walker } from '#tests/factories/door-sale.ts';
import { listening } from '#tests/setup/listening.ts';
import { startTestSite } from '#tests/setup/site.ts';
import type { translatorOf } from './site.ts';

export const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', allocation: 20 };

/** Starts a site behind a proxy: the fake bank must know the return address before the site's port is known. */
export async function startSiteBehind() {
  const port = { of: 0 };
  const front = createServer((incoming) => {
    const onward = connect(port.of, '127.0.0.1');
    incoming.on('error', () => onward.destroy());
    onward.on('error', () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
  });
  const origin = `http://127.0.0.1:${await listening(front)}`;
  const app = await startTestSite({ env: { PUBLIC_URL: origin } });
  port.of = Number(new URL(app.url).port);
  return { app, origin };
}

/** Fills in what somebody at the door is asked for, except the terms. */
export async function fillDoorSale(page: Page, t: Awaited<ReturnType<typeof translatorOf>>) {
  const label = (key: 'first_name' | 'last_name' | 'phone_number' | 'email') =>
    page.getByLabel(t(`accounts:fields.${key}`), { exact: true });
  await label('first_name').fill(walker.firstName);
  await label('last_name').fill(walker.lastName);
  await label('email').fill(walker.email);
  await label('phone_number').fill(walker.phoneNumber);
  const boxes = page.getByRole('group', { name: t('accounts:fields.birthdate') }).getByRole('textbox');
  for (const [place, text] of ['17', '5', '1998'].entries()) await boxes.nth(place).fill(text);
  return { label, pay: page.getByRole('button', { name: t('door-sale:pay', { price: '40,00 ₾' }) }) };
}
