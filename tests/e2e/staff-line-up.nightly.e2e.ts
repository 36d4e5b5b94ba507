import { grip, openLineUp } from './staff-line-up.steps.ts';
import { expect, test } from './test.ts';

test('a finger drags an act on a phone', async () => {
  const { page, block, save } = await openLineUp({ width: 390 });
  const { x, y, hour } = await grip(page, block('Lela'));
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: x + part * hour, y }]);
  await touch('touchMove', [{ x: x + hour, y: y + 52 }]);
  await touch('touchEnd', []);
  expect(await save()).toEqual(['1 03:00 Dato', '2 00:00 Lela M.']);
});

test('a line-up that was typed before a reload does not write over what somebody else saved since', async () => {
  const { id, page, staff, t, block, save } = await openLineUp();
  await block('Lela').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText(t('forms:unsaved')).waitFor();
  const { version } = await staff.get({ id });
  await staff.changeLineUp({ id, body: { version, slots: [{ floor: 2, artistName: 'Nino', time: '23:00', isHeadliner: false }] } });
  await page.reload();
  const news = page.getByRole('alert').filter({ hasText: 'Nino' });
  await news.waitFor();
  await page.getByRole('button', { name: t('staff:save'), exact: true }).click();
  expect(await news.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await staff.get({ id })).lineUps).toMatchObject([{ artistName: 'Nino' }]);
  await block('Lela').waitFor();
  await news.getByRole('button', { name: t('staff:take_theirs') }).click();
  await block('Nino').waitFor();
  expect(await save()).toEqual(['2 23:00 Nino']);
});

test('an answer that was lost is no change by somebody else', async () => {
  const { id, page, t, block, save } = await openLineUp({ allowed: /409|ERR_FAILED/ });
  await page.route(
    `**/api/staff/nights/${id}/line-up`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await block('Lela').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: t('staff:save'), exact: true }).click();
  await page.getByText(t('staff-events:no_network')).waitFor();
  expect(await save()).toEqual(['1 23:30 Lela M.', '1 03:00 Dato']);
});
