import { newLinkedList } from '#tests/factories/staff-lists.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test } from './test.ts';

test('after its hour a list takes no names, and says until when it did', async () => {
  const app = await startTestSite();
  app.clock.set(new Date('2027-03-06T00:30:00+04:00'));
  const staff = app.api((await createAdmin(app.ctx)).accessToken);
  const { token } = await newLinkedList(app, staff, { freeUntil: '2027-03-06T01:00:00+04:00' });
  app.clock.advanceMinutes(40);
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.goto(`/list#${token}`);
  await page.getByText(t('lists:closed.late', { time: '01:00' })).waitFor();
  await page.getByText('Nino Beridze').waitFor();
  expect(await page.getByRole('button', { name: t('lists:add'), exact: true }).count()).toBe(0);
});
