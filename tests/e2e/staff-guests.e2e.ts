import { eq } from 'drizzle-orm';
import { auditEntries } from '#server/platform/platform.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { storedUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseFilter, openConsole } from './console.ts';
import { heading, waits } from './staff-guests.steps.ts';
import { expect, test } from './test.ts';

test('guests are decided about by the keyboard alone, with a reason, a step back and a guest left out', async () => {
  const app = await startTestSite();
  const [ana, luka, tekla] = [await waits(app, 'Ana', { birthdate: '2003-04-12' }), await waits(app, 'Luka'), await waits(app, 'Tekla')];
  const { page, t } = await openConsole(app);
  await page.goto('/staff/guests/verification');
  await heading(page, 'Ana Drift').waitFor();
  await page
    .getByRole('region', { name: t('staff-guests:verification.current') })
    .getByText('23 years old')
    .waitFor();

  // Typing must not trigger the shortcut keys of decisions.
  await page.getByText(t('staff-guests:verification.with_reason')).press('Enter');
  await page.getByLabel(t('staff-guests:reason')).focus();
  await page.keyboard.type('verified by voice');
  await heading(page, 'Ana Drift').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await heading(page, 'Luka Drift').waitFor();
  expect(await storedUser(app.ctx, ana.id)).toMatchObject({ status: 'Verified' });
  const [entry] = await app.ctx.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `guest ${ana.id}`));
  expect(entry?.detail).toEqual({ before: 'Pending', after: 'Verified', reason: 'verified by voice', tellGuest: true });

  await page.keyboard.press('s');
  await heading(page, 'Tekla Drift').waitFor();
  await page.keyboard.press('r');
  await page.getByText(t('staff-guests:verification.all_skipped_one', { count: '1' })).waitFor();
  expect(await storedUser(app.ctx, tekla.id)).toMatchObject({ status: 'Rejected' });

  await page.getByRole('button', { name: t('staff-guests:verification.begin_again') }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Luka Drift').waitFor();
  await page.keyboard.press('z');
  await heading(page, 'Tekla Drift').waitFor();
  expect(await storedUser(app.ctx, tekla.id)).toMatchObject({ status: 'Pending' });
  await page.keyboard.press('w');
  await heading(page, 'Luka Drift').waitFor();
  expect(await storedUser(app.ctx, tekla.id)).toMatchObject({ status: 'Welcomed_Guest' });
  expect(await storedUser(app.ctx, luka.id)).toMatchObject({ status: 'Pending' });
});

test('a guest is found, read, banned and noted, and the log tells it all', async () => {
  const app = await startTestSite();
  const nino = await waits(app, 'Salome', { personalNumber: '01001012345', status: 'Verified' });
  const again = await waits(app, 'Salomea', { personalNumber: '01001012345' });
  await waits(app, 'Luka');
  const event = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani' });
  await createTicket(app.ctx, { userId: nino.id, eventId: event.id });
  const { page, t } = await openConsole(app);
  await page.goto('/staff/guests');
  await page.getByRole('link', { name: 'Salome Drift', exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('01001012345');
  await page.getByRole('link', { name: 'Luka Drift' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Salome Drift', exact: true }).click();

  await page.getByText('•••••••2345').waitFor();
  await page.getByRole('button', { name: t('staff-guests:show_number') }).click();
  await page.getByText('01001012345').waitFor();
  await page.getByText('Nulovani × 1').waitFor();

  // Going back restores the search, which no address contains.
  await page.goBack();
  await page.getByRole('link', { name: 'Salome Drift', exact: true }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('01001012345');
  expect(await page.getByRole('link', { name: 'Luka Drift' }).count()).toBe(0);
  expect(page.url()).not.toContain('01001012345');
  await page.goForward();

  await page.getByLabel(t('staff-guests:notes.new')).fill('Lost a coat');
  await page.getByRole('button', { name: t('staff-guests:notes.add') }).click();
  await page.getByRole('listitem').getByText('Lost a coat').waitFor();

  await page.getByRole('button', { name: t('staff-guests:ban.open') }).click();
  const dialog = page.getByRole('dialog', { name: t('staff-guests:ban.title') });
  await dialog.getByText(t('staff-guests:ban.others')).waitFor();
  await dialog.getByText(again.email).waitFor();
  await dialog.getByLabel(t('staff:reason')).fill('Took pictures');
  await dialog.getByRole('button', { name: t('staff-guests:ban.open') }).click();
  await page.getByText(`${t('staff-guests:ban.for_good')} · Took pictures`).waitFor();
  await page.getByRole('dialog').getByRole('link', { name: 'Salomea Drift' }).click();
  await page.getByText(`${t('staff-guests:ban.for_good')} · Took pictures`).waitFor();
  await page.getByRole('dialog').getByRole('link', { name: 'Salome Drift', exact: true }).waitFor();
  await page.getByRole('button', { name: t('staff-guests:ban.take_back') }).click();
  await page.getByRole('button', { name: t('staff-guests:ban.open') }).waitFor();

  await page.goto('/staff/settings/activity');
  const rows = page.getByRole('row');
  await rows.nth(1).waitFor();
  expect(await rows.nth(1).textContent()).toContain(t('staff-audit:actions.guest_unban'));
  await chooseFilter(page, t('staff-audit:action'), t('staff-audit:actions.guest_show_number'));
  await expect.poll(() => rows.count()).toBe(2);
});
