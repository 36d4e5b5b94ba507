import { eq } from 'drizzle-orm';
import { auditEntries } from '#server/platform/platform.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { storedUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { heading, waits } from './staff-guests.steps.ts';
import { expect, test } from './test.ts';

test('a guest is decided about by one key, with a reason whose typing decides nothing', async () => {
  const app = await startTestSite();
  const ana = await waits(app, 'Ana', { birthdate: '2003-04-12' });
  await waits(app, 'Luka');
  const { page, t } = await openConsole(app);
  await page.goto('/staff/guests/verification');
  await heading(page, 'Ana Drift').waitFor();
  await page
    .getByRole('region', { name: t('staff-guests:verification.current') })
    .getByText('23 years old')
    .waitFor();
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
});

test('a guest who is left out comes again, and a decision is taken back by one key', async () => {
  const app = await startTestSite();
  const [luka, tekla] = [await waits(app, 'Luka'), await waits(app, 'Tekla')];
  const { page, t } = await openConsole(app);
  const statusOf = async ({ id }: { id: number }) => (await storedUser(app.ctx, id))?.status;
  await page.goto('/staff/guests/verification');
  await heading(page, 'Luka Drift').waitFor();
  await page.keyboard.press('s');
  await heading(page, 'Tekla Drift').waitFor();
  await page.keyboard.press('r');
  await page.getByText(t('staff-guests:verification.all_skipped', { count: '1' })).waitFor();
  expect(await statusOf(tekla)).toBe('Rejected');
  await page.getByRole('button', { name: t('staff-guests:verification.begin_again') }).press('Enter');
  await heading(page, 'Luka Drift').waitFor();
  await page.keyboard.press('z');
  await heading(page, 'Tekla Drift').waitFor();
  expect(await statusOf(tekla)).toBe('Pending');
  await page.keyboard.press('w');
  await heading(page, 'Luka Drift').waitFor();
  expect([await statusOf(luka), await statusOf(tekla)]).toEqual(['Pending', 'Welcomed_Guest']);
});

test('a guest is found by the whole personal number, which no address contains', async () => {
  const app = await startTestSite();
  const salome = await waits(app, 'Salome', { personalNumber: '01001012345', status: 'Verified' });
  await waits(app, 'Luka');
  const event = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani' });
  await createTicket(app.ctx, { userId: salome.id, eventId: event.id });
  const { page, t } = await openConsole(app);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto('/staff/guests');
  await link('Salome Drift').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('01001012345');
  await link('Luka Drift').waitFor({ state: 'detached' });
  await link('Salome Drift').click();
  await page.getByText('•••••••2345').waitFor();
  await page.getByRole('button', { name: t('staff-guests:show_number') }).click();
  await page.getByText('01001012345').waitFor();
  await page.getByText('Nulovani × 1').waitFor();
  // Going back restores the search.
  await page.goBack();
  await link('Salome Drift').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('01001012345');
  expect(await link('Luka Drift').count()).toBe(0);
  expect(page.url()).not.toContain('01001012345');
});

test('a ban names the other accounts of the person, holds for them too, and is taken back', async () => {
  const app = await startTestSite();
  const salome = await waits(app, 'Salome', { personalNumber: '01001012345' });
  const again = await waits(app, 'Salomea', { personalNumber: '01001012345' });
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/guests/${salome.id}`);
  await page.getByRole('button', { name: t('staff-guests:ban.open') }).click();
  const dialog = page.getByRole('dialog', { name: t('staff-guests:ban.title') });
  await dialog.getByText(t('staff-guests:ban.others')).waitFor();
  await dialog.getByText(again.email).waitFor();
  await dialog.getByLabel(t('staff:reason')).fill('Took pictures');
  await dialog.getByRole('button', { name: t('staff-guests:ban.open') }).click();
  const banned = page.getByText(`${t('staff-guests:ban.for_good')} · Took pictures`);
  await banned.waitFor();
  await page.getByRole('dialog').getByRole('link', { name: 'Salomea Drift' }).click();
  await page.waitForURL(`**/staff/guests/${again.id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Salome Drift', exact: true }).waitFor();
  await banned.waitFor();
  await page.getByRole('button', { name: t('staff-guests:ban.lift') }).click();
  await page.getByRole('button', { name: t('staff-guests:ban.open') }).waitFor();
  expect((await storedUser(app.ctx, again.id)).bannedAt).toBeNull();
});
