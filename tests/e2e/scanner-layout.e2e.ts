import { createTicket } from '#tests/factories/tickets.ts';
import { button, openEvent, openScanner } from './at-the-door.ts';
import { expect, test } from './test.ts';

test('a ticket is typed, decided and followed by the next one with the keyboard alone', async () => {
  const { app, event, guest, ticket } = await openEvent();
  const second = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const { page, t } = await openScanner(app);
  await button(page, t('door:type_id')).focus();
  for (const { id } of [ticket, second]) {
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type(String(id));
    await page.keyboard.press('Enter');
    await page.getByText(t('door:accepted'), { exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await button(page, t('door:type_id')).focus();
  }
  const mute = button(page, t('door:mute'));
  const lookOf = () => mute.evaluate((element) => getComputedStyle(element).backgroundColor);
  const unmuted = await lookOf();
  await mute.press('Enter');
  expect(await lookOf()).not.toBe(unmuted);
});
