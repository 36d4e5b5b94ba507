import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';
import { openProfile } from './ticket-trouble.steps.ts';

test('while a code is shown the screen stays on, and afterwards it may go off [§2.ticket-qr]', async () => {
  const { page, open, id } = await openProfile('en');
  const t = await translatorOf('en');
  // Records whether the page holds the device's wake lock.
  await page.addInitScript(() => {
    const held = { count: 0 };
    Reflect.set(globalThis, 'heldLocks', held);
    const lock = () => {
      held.count += 1;
      return Promise.resolve({ release: () => Promise.resolve(void (held.count -= 1)) });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request: lock } });
  });
  const held = () => page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'heldLocks'), 'count'));
  await open();
  const enlarge = page.getByRole('button', { name: t('tickets:enlarge_qr', { id: String(id) }) });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: t('common:close') })
        .click(),
    () => page.locator('[data-ticket-code]').click({ position: { x: 12, y: 400 } }),
  ]) {
    await enlarge.click();
    await expect.poll(held).toBe(1);
    await close();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(held).toBe(0);
    expect(await enlarge.evaluate((button) => button === document.activeElement)).toBe(true);
  }
});
