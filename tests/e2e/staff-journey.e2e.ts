import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { paths } from '#shared/paths.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { arrive, openShop, type Guest } from './guest.ts';
import { expect, test } from './test.ts';

const makeAdmin = fileURLToPath(new URL('../../tools/make-admin.ts', import.meta.url));
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Registers a user, makes it an Admin by the operator's command and opens the console from the profile. */
async function openAsOwner(app: TestApp): Promise<Guest> {
  const owner = await arrive(app, { allowed: /status of 40[14]/ });
  const env = { DATABASE_URL: app.deps.env.databaseUrl };
  await promisify(execFile)(process.execPath, [makeAdmin, owner.email, '--unproved'], { env });
  // A first role signs the account out.
  await owner.page.goto(paths.profile);
  await owner.page.getByLabel(owner.t('accounts:fields.email'), { exact: true }).fill(owner.email);
  await owner.page.getByLabel(owner.t('accounts:fields.password'), { exact: true }).fill(owner.password);
  await button(owner.page, owner.t('accounts:login.submit')).click();
  await owner.page
    .locator('#main')
    .getByRole('link', { name: owner.t('accounts:profile.console') })
    .click();
  await owner.page.getByRole('heading', { level: 1, name: owner.t('staff:nav.home') }).waitFor();
  return owner;
}

/** Opens a step of the checklist on Home, if it is not open already. */
async function openStep({ page, t }: Guest, step: 'night' | 'ticketTypes' | 'published'): Promise<void> {
  const heading = page.getByRole('heading', { name: t(`staff-home:steps.${step}`) }).getByRole('button');
  if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
}

/** Creates a draft with its line-up and photo; returns its id. */
async function writeEvent(owner: Guest): Promise<number> {
  const { page, t } = owner;
  await openStep(owner, 'night');
  await link(page, t('staff-home:do.night')).click();
  await page.getByLabel(t('staff-events:field.name'), { exact: true }).first().fill('ნულოვანი');
  await page.getByLabel(t('staff-events:field.nameLat'), { exact: true }).first().fill('Nulovani');
  await button(page, t('staff:do_with', { what: t('staff-site-content:ticketTypes.drop'), name: 'Standard' })).click();
  const photo = sharp({ create: { width: 600, height: 700, channels: 3, background: '#ff5a1f' } });
  const choose = page.getByLabel(t('staff-events:photo.choose'), { exact: true }).and(page.locator('input'));
  await choose.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo.jpeg().toBuffer() });
  await page.getByRole('img', { name: t('staff-events:photo.alt') }).waitFor();
  await button(page, t('staff-events:save_draft')).click();
  await page.waitForURL(/events\/\d+$/);
  await link(page, t('staff-events:missing.ticket_types')).waitFor();

  await link(page, t('staff-events:missing.line_up')).click();
  await button(page, t('staff-events:line_up.paste')).click();
  await page
    .getByRole('textbox', { name: t('staff-events:line_up.paste_label'), exact: true })
    .fill('Main Stage:\n23:00 Lela M.\n01:30 OBERTON *');
  await button(page, t('staff-events:line_up.paste_use', { count: '2' })).click();
  await button(page, t('staff:save')).click();
  await page.getByText(t('staff:saved'), { exact: true }).waitFor();
  return Number(/events\/(\d+)/.exec(page.url())?.[1]);
}

async function addTicketType({ page, t }: Guest, nameLat: string, name: string, price: string): Promise<void> {
  const field = (key: string) => page.getByLabel(t(key), { exact: true });
  await button(page, t('staff:add_ticket_type')).click();
  await field('staff-events:field.nameLat').fill(nameLat);
  await field('staff-events:field.name').fill(name);
  await field('staff-orders:csv.price').fill(price);
  await field('staff-ticket-types:allocation').fill('50');
  await button(page, t('staff:save')).click();
  await page.getByRole('row', { name: new RegExp(nameLat) }).waitFor();
}

async function buy({ page, t }: Guest, event: number): Promise<void> {
  await page.goto(paths.event(event));
  await button(page, new RegExp(t('events:get_ticket')))
    .first()
    .click();
  await link(page, t('events:view_cart')).first().click();
  await page.locator('[name=acceptTerms]').check();
  await page
    .getByRole('button', { name: t('cart:checkout') })
    .first()
    .click();
  await page.waitForURL(/fake-bank/);
  await page.locator('button[name=outcome][value=approve]').click();
  await page.getByRole('heading', { name: t('orders:title.success') }).waitFor();
}

test('from an empty database to an event on sale, with its line-up and photo, and a ticket sold', async () => {
  test.slow();
  const app = await openShop();
  const owner = await openAsOwner(app);
  const { page, t } = owner;
  const event = await writeEvent(owner);
  await page.goto('/staff');
  await openStep(owner, 'ticketTypes');
  await link(page, t('staff-home:do.ticketTypes')).click();
  await addTicketType(owner, 'Early', 'ადრეული', '35');
  await addTicketType(owner, 'Regular', 'ჩვეულებრივი', '45');
  await page.goto('/staff');
  await openStep(owner, 'published');
  await button(page, t('staff-events:publish')).click();
  await page.getByText(t('staff-events:published'), { exact: true }).waitFor();
  app.dropCaches();
  await buy(await arrive(app), event);
  expect(await app.ctx.db.select({ state: tickets.state, priceTetri: tickets.priceTetri }).from(tickets)).toEqual([
    { state: 'valid', priceTetri: 3500 },
  ]);
});
