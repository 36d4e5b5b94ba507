import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { readQrPicture } from '#tests/setup/qr-reader.ts';
import { cameraArgs, filmQrCode } from './qr-video.ts';
import { openSite, visit, translatorOf, type Site } from './site.ts';
import { expect, testInEachView } from './test.ts';

const PASSWORD = 'Midnight-Sun-1';
const EVENT = { en: 'Deep Kura', ka: 'ღრმა მტკვარი' };
type Translate = Awaited<ReturnType<typeof translatorOf>>;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** From the event page to the login page, where a visitor who buys is sent. */
async function findEvent(page: Page, language: Language, t: Translate): Promise<void> {
  await page.goto('/');
  await link(page, new RegExp(t('events:all')))
    .first()
    .click();
  await page.waitForURL(/AllEvents/);
  await link(page, new RegExp(EVENT[language])).first().click();
  await page.waitForURL(/Events\/\d+/);
  await page.getByRole('heading', { level: 1, name: EVENT[language] }).waitFor();
  await page
    .getByRole('button', { name: new RegExp(t('events:get_ticket')) })
    .first()
    .click();
  await page.waitForURL(/login/);
}

async function register(page: Page, email: string, t: Translate): Promise<void> {
  await link(page, t('accounts:login.to_register')).click();
  await page.waitForURL(/register/);
  const fill = (key: string, value: string) => page.getByLabel(t(`accounts:fields.${key}`), { exact: true }).fill(value);
  await fill('first_name', 'Salome');
  await fill('last_name', 'Drift');
  await page.getByLabel(t('common:date.day'), { exact: true }).fill('14');
  await page.getByLabel(t('common:date.month'), { exact: true }).fill('3');
  await page.getByLabel(t('common:date.year'), { exact: true }).fill('2001');
  await page.getByLabel(t('accounts:fields.country'), { exact: true }).selectOption('Georgia');
  await fill('personal_number', '01024012345');
  await fill('phone_number', '555 12 34 56');
  await fill('email', email);
  await fill('social_link', 'https://social.example/salome');
  await fill('password', PASSWORD);
  await fill('confirm_password', PASSWORD);
  await page.locator('[name=acceptTerms]').check();
  await button(page, t('accounts:register.submit')).click();
  await page.waitForURL(/login/);
}

async function logIn(page: Page, email: string, password: string, t: Translate): Promise<void> {
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(password);
  await button(page, t('accounts:login.submit')).click();
  await page.waitForURL(/profile/);
}

/** Back to the event, into the cart, past the unticked terms, and through the bank. */
async function buy(page: Page, t: Translate): Promise<void> {
  await link(page, t('accounts:way_back.link')).click();
  await page.waitForURL(/Events\/\d+/);
  await page
    .getByRole('button', { name: new RegExp(t('events:get_ticket')) })
    .first()
    .click();
  await link(page, t('events:view_cart')).first().click();
  await page.waitForURL(/Cart/);
  const checkout = page.getByRole('button', { name: t('cart:checkout') }).first();
  await checkout.click();
  await page.getByText(t('cart:accept_terms')).first().waitFor();
  await page.locator('[name=acceptTerms]').check();
  await checkout.click();
  await page.waitForURL(/fake-bank/);
  await page.locator('button[name=outcome][value=approve]').click();
  await page.waitForURL(/successpayment/);
  await page.getByRole('heading', { name: t('orders:title.success') }).waitFor();
}

/** Opens the ticket in the profile and decodes its QR code from the screen, as the camera at the door would. */
async function readTicket(page: Page, t: Translate): Promise<string> {
  await page
    .locator('#main')
    .getByRole('link', { name: t('orders:to_tickets') })
    .click();
  await page.waitForURL(/profile/);
  await page.getByRole('button', { name: new RegExp(t('tickets:enlarge_qr', { id: '\\d+' })) }).click();
  const picture = page.getByRole('dialog').locator('img');
  await picture.waitFor();
  const code = await readQrPicture(await picture.screenshot());
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  return code ?? '';
}

/** Signs an Admin in on a phone whose camera sees `code`, and starts scanning. */
async function openDoor(site: Site, language: Language, code: string, name: string): Promise<Page> {
  const t = await translatorOf(language);
  const film = join(site.folder, `${name}.y4m`);
  await filmQrCode(code, film);
  const page = await visit(site, { language, width: 390, camera: cameraArgs(film), allowed: /status of (400|409)/ });
  await page.goto('/login');
  await logIn(page, demoAccounts.admin.email, demoAccounts.admin.password, t);
  await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).click();
  await page.waitForURL(/QRScan/);
  await button(page, t('door:change_event')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(EVENT[language]) })
    .click();
  await button(page, t('door:start')).click();
  return page;
}

testInEachView(
  'from the poster to the door [§1.guests §1.staff §2.auth-form §2.scan-choice §2.scan-result §2.order-summary §4.login §4.registered §4.scan §4.scan-again §4.checkout §5.checkout-terms]',
  async ({ language, width }) => {
    testInEachView.slow();
    const site = await openSite();
    const t = await translatorOf(language);
    const page = await visit(site, { language, width });
    const email = `salome-${language}@rkali.example`;
    await findEvent(page, language, t);
    await register(page, email, t);
    await logIn(page, email, PASSWORD, t);
    await buy(page, t);
    const code = await readTicket(page, t);
    expect(code).toMatch(/User ID: \d+\nTicket ID: \d+\nV1\./);

    const door = await openDoor(site, language, code, 'ticket');
    await door.getByText(t('door:accepted'), { exact: true }).first().waitFor();
    await door.getByText('Salome Drift').first().waitFor();
    await button(door, t('door:scan_again')).click();
    await door.getByText(t('door:rejected'), { exact: true }).first().waitFor();
    const used = t('staff-errors:ticket_used', { date: '.+2026', time: '\\d{2}:\\d{2}' });
    await door.getByText(new RegExp(used)).first().waitFor();

    // One language is enough: a forged signature is refused in every one.
    if (language === 'ka') return;
    const tampered = await openDoor(site, language, code.replace(/V1\..{4}/, 'V1.AAAA'), 'tampered');
    await tampered.getByText(t('door:rejected'), { exact: true }).first().waitFor();
    await tampered.getByText(t('staff-errors:code_tampered')).first().waitFor();
  },
);
