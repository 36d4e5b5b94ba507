import { eq } from 'drizzle-orm';
import { alerts } from '#server/platform/platform.table.ts';
import { DAY_MS } from '#shared/durations.ts';
import { createEvent } from '#tests/factories/events.ts';
import { scansOf } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { button } from './at-the-door.ts';
import { hasReader, openDoorOfPhones, showCode, takePhone, verdict } from './door-phone.ts';
import { goOffline } from './network.ts';
import { looksForCode } from './scanner-device.steps.ts';
import { expect, test } from './test.ts';

type Door = Awaited<ReturnType<typeof openDoorOfPhones>>;
type Phone = Awaited<ReturnType<typeof takePhone>>;

/** Two doors, each with a paired phone that is live and has its ticket list. */
async function openTwoDoors(door: Door): Promise<[Phone, Phone]> {
  const open = async (name: string) => {
    const { path } = await door.makeScannerDevice(name);
    const phone = await takePhone(door.app);
    await phone.page.goto(path);
    await button(phone.page, phone.t('scanner-device:pair.start')).click();
    await looksForCode(phone.page, phone.t);
    await phone.page.locator('[data-link="live"]').waitFor();
    await phone.page.getByText('Nulovani').waitFor();
    await hasReader(phone.page);
    return phone;
  };
  return [await open('Main'), await open('Side')];
}

async function goAlone({ page }: Phone): Promise<void> {
  await goOffline(page);
  await page.locator('[data-link="alone"]').waitFor();
}

/** Scans a code, waits for its verdict and goes on to the next guest. */
async function pass({ page, t }: Phone, code: string, key: string): Promise<void> {
  await showCode(page, code);
  await verdict(page, key).waitFor();
  await showCode(page, undefined);
  await button(page, t('scanner-device:verdict.scan_again')).click();
}

const places = { licensed: 30, inside: 27 };

test('two phones alone with three places left warn, admit three each, count at once, and both say so afterwards', async () => {
  const door = await openDoorOfPhones({ licensed: places.licensed });
  const tickets = await Promise.all(Array.from({ length: 8 }, () => door.sell()));
  const [main, side] = await openTwoDoors(door);
  for (let people = 0; people < places.inside; people += 1) await button(main.page, main.t('scanner-device:clicker.plus')).click();
  for (const { page } of [main, side]) await page.locator('[data-room="nearly_full"]').getByText('27', { exact: true }).waitFor();
  for (const [at, phone] of [main, side].entries()) {
    await goAlone(phone);
    const { page } = phone;
    for (const [count, { code }] of tickets.slice(4 * at, 4 * at + 3).entries()) {
      const left = 3 - count;
      await page.getByText(new RegExp(`^Offline: ${left} place`)).waitFor();
      await pass(phone, code, 'valid');
    }
    await page.locator('[data-room="full"]').getByText('30', { exact: true }).waitFor();
    await pass(phone, tickets[4 * at + 3]?.code ?? '', 'full');
  }
  for (const { page } of [main, side]) await goOffline(page, false);
  for (const { page, t } of [main, side]) {
    await page.getByRole('alert', { name: t('scanner-device:conflicts.titles.full') }).waitFor();
    await page.getByText('33', { exact: true }).waitFor();
  }
});

test('a minor is inside at neither door before a tap, and the other door asks about each reason in turn', async () => {
  const door = await openDoorOfPhones();
  const [minor, other] = [await door.sell({ birthdate: '2011-03-14' }), await door.sell()];
  const [main, side] = await openTwoDoors(door);
  await expect(async () => {
    await showCode(main.page, minor.code);
    await verdict(main.page, 'under_18').waitFor({ timeout: 2_000 });
  }).toPass();
  expect(await scansOf(door.app)).toEqual([]);
  await button(main.page, main.t('scanner-device:verdict.deny')).click();
  await verdict(main.page, 'rejected_by_staff').waitFor();
  await showCode(main.page, undefined);
  await button(main.page, main.t('scanner-device:verdict.scan_again')).click();
  await pass(main, other.code, 'valid');
  await expect.poll(async () => (await scansOf(door.app)).length).toBe(2);

  await expect(async () => {
    await showCode(side.page, minor.code);
    await verdict(side.page, 'rejected_before').waitFor({ timeout: 2_000 });
  }).toPass();
  await button(side.page, side.t('scanner-device:verdict.admit')).click();
  await verdict(side.page, 'under_18').waitFor();
  await button(side.page, side.t('scanner-device:verdict.admit')).click();
  await verdict(side.page, 'decided').waitFor();
  for (const { page } of [main, side]) await page.locator('[data-room]').getByText('2', { exact: true }).waitFor();
});

test('a genuine ticket of last month or of next month is called forged at no door, live or alone', async () => {
  const door = await openDoorOfPhones();
  const guest = await createUser(door.app.ctx);
  const ticketIn = async (days: number) => {
    const { id } = await createEvent(door.app.ctx, { nameLat: 'Karkhana', startsAt: new Date(Date.now() + days * DAY_MS) });
    return createTicket(door.app.ctx, { userId: guest.id, eventId: id });
  };
  const [past, next] = [await ticketIn(-30), await ticketIn(40)];
  const [main, side] = await openTwoDoors(door);
  await goAlone(side);
  for (const { page, t } of [main, side]) {
    await showCode(page, past.code);
    await verdict(page, 'past_event')
      .getByText(/Karkhana/)
      .waitFor();
    await showCode(page, undefined);
    await button(page, t('scanner-device:verdict.scan_again')).click();
    await showCode(page, next.code);
    await verdict(page, 'other_event')
      .getByText(/Karkhana/)
      .waitFor();
  }
  expect(await door.app.ctx.db.select().from(alerts).where(eq(alerts.kind, 'door_tampered'))).toEqual([]);
});

test('a typed number of another event names that event, as its code does at the other door', async () => {
  const door = await openDoorOfPhones();
  const guest = await createUser(door.app.ctx);
  const tomorrow = await createEvent(door.app.ctx, { nameLat: 'Karkhana', startsAt: new Date(Date.now() + DAY_MS) });
  const { id, code } = await createTicket(door.app.ctx, { userId: guest.id, eventId: tomorrow.id });
  const [main, side] = await openTwoDoors(door);
  await button(main.page, main.t('scanner-device:tools.number')).click();
  await main.page.getByRole('textbox').fill(String(id));
  await main.page.keyboard.press('Enter');
  await showCode(side.page, code);
  for (const { page } of [main, side])
    await verdict(page, 'other_event')
      .getByText(/Karkhana/)
      .waitFor();
});

test('the card of a double entry names the guest at both doors', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const phones = await openTwoDoors(door);
  for (const phone of phones) {
    await expect(async () => {
      await showCode(phone.page, undefined);
      await goAlone(phone);
      await pass(phone, ticket.code, 'valid');
    }).toPass();
  }
  for (const { page } of phones) await goOffline(page, false);
  for (const { page, t } of phones) {
    const card = page.getByRole('alert', { name: t('scanner-device:conflicts.titles.ticket_used') });
    await expect(card).toContainText('Salome Drift');
    await expect(card).toContainText(/2001/);
    await expect(card).toContainText(t('scanner-device:conflicts.ticket', { digits: String(ticket.id).slice(-4) }));
    for (const name of ['Main', 'Side']) await expect(card).toContainText(new RegExp(String.raw`${name} \d\d:\d\d:\d\d ± \d+ s`));
  }
});
