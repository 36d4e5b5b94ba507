import { addGuestList } from '#tests/factories/guest-lists.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { FRIDAY } from './event-pages.ts';
import { expect, testInEachView } from './test.ts';

testInEachView(
  'the door list is on paper: everybody by name, dark on white, and nothing else of the console',
  async ({ language, width }) => {
    const app = await startTestSite();
    const { id } = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', ...FRIDAY });
    const names = Array.from({ length: 60 }, (_, place) => `Surname${String(place).padStart(2, '0')}`);
    for (const lastName of names)
      await createTicket(app.ctx, { userId: (await createUser(app.ctx, { firstName: 'Nino', lastName })).id, eventId: id });
    await addGuestList(app.ctx, id, {
      name: 'Artists',
      entries: [{ firstName: 'Lela', lastName: 'Maisuradze', plusOnes: 2 }],
    });
    const { page, t } = await openConsole(app, { language, width });
    await page.goto(`/staff/events/${id}`);
    await page.getByRole('link', { name: t('staff:print_guest_list') }).click();
    await page.getByText('Maisuradze').waitFor();
    let isPrinted = false;
    await page.exposeFunction('notePrint', () => (isPrinted = true));
    await page.evaluate(() => (window.print = () => void Reflect.get(window, 'notePrint')()));
    await page.getByRole('button', { name: t('staff:print') }).click();
    await expect.poll(() => isPrinted).toBe(true);

    await page.emulateMedia({ media: 'print' });
    for (const lastName of [...names, 'Maisuradze']) await expect(page.getByText(lastName, { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    const colours = await page
      .getByText('Surname00')
      .first()
      .evaluate((cell) => {
        const { color } = getComputedStyle(cell);
        return { color, paper: getComputedStyle(document.documentElement).backgroundColor };
      });
    expect(colours.paper).toBe('rgb(255, 255, 255)');
    expect(Math.max(...(colours.color.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))).toBeLessThan(60);
    const file = await page.pdf({ format: 'A4' });
    const pages = file.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThanOrEqual(4);
  },
);
