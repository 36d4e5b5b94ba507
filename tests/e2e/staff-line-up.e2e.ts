import { grip, openLineUp } from './staff-line-up.steps.ts';
import { expect, test } from './test.ts';

test('an act is dragged past another one, over the end of the event and back, and onto the other stage', async () => {
  const { page, block, save } = await openLineUp();
  const { x, y, hour } = await grip(page, block('Lela'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [hours, time] of [
    [5, '04:00'],
    [8, '06:55'],
    [1, '00:00'],
  ] as const) {
    await page.mouse.move(x + hours * hour, y, { steps: 5 });
    await page.getByRole('button', { name: `${time}, Lela M.` }).waitFor();
  }
  await page.mouse.move(x + hour, y + 52, { steps: 2 });
  await page.mouse.up();
  await page.mouse.move(x + 3 * hour, y + 52, { steps: 2 });
  expect(await save()).toEqual(['1 03:00 Dato', '2 00:00 Lela M.']);
});

test('keys move an act past another one and between the stages without losing it', async () => {
  const { page, t, block, save } = await openLineUp();
  await block('Lela').focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('h');
  await page.getByRole('button', { name: `${t('events:stages.2')}, 03:25, Lela M.` }).waitFor();
  expect(await save()).toEqual(['1 03:00 Dato', '2 03:25 Lela M.']);
});
