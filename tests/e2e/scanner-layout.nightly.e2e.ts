import type { Locator } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { addFactor } from '#tests/factories/second-factors.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { button, openEvent, openScanner, typeNumber } from './at-the-door.ts';
import { expectNoViolations } from './axe.ts';
import { expect, testInEachView } from './test.ts';

testInEachView(
  'on the smallest phone the reason and the way on are in sight, and the name of the night stays whole',
  async ({ language }) => {
    const { app, guest } = await openEvent();
    const friday = await createEvent(app.ctx, {
      name: 'პირველი ღამე',
      nameLat: 'First Night',
      startsAt: new Date('2026-11-27T23:00:00+04:00'),
    });
    const ticket = await createTicket(app.ctx, { userId: guest.id, eventId: friday.id });
    const { page, t } = await openScanner(app, { language, width: 320, allowed: /status of 409/ });
    await page.setViewportSize({ width: 320, height: 640 });
    const name = page.getByText(language === 'en' ? 'Nulovani' : 'ნულოვანი', { exact: true });
    expect(await name.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(40);
    await typeNumber({ page, t }, ticket.id);
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Infinity, height: 0 };
    const scanAgain = await boxOf(button(page, t('door:scan_again')));
    const admitOther = await boxOf(button(page, t('door:admit_other')));
    const reason = await boxOf(
      page.getByText(language === 'en' ? /^This ticket is for another event: / : /^ეს ბილეთი სხვა ივენთისაა: /).last(),
    );
    expect(reason.y + reason.height).toBeLessThanOrEqual(scanAgain.y);
    expect(scanAgain.y + scanAgain.height).toBeLessThanOrEqual(admitOther.y);
    expect(admitOther.y + admitOther.height).toBeLessThanOrEqual(640);
  },
);

testInEachView(
  'the scanner of an Owner whose rights rest leads to the set-up of a second factor, with which it opens',
  async ({ language, width }) => {
    const app = await startTestSite({ env: { SECOND_FACTOR_ROLES: 'Owner', SECOND_FACTOR_GRACE_DAYS: '0' } });
    const { page, admin, t } = await openScanner(app, { language, width });
    await page.getByText(t('accounts:second_factor.due_set_up')).waitFor();
    expect(await button(page, t('door:type_id')).count()).toBe(0);
    await expectNoViolations(page, 'the scanner without a second factor');
    const link = page.getByRole('link', { name: t('accounts:second_factor.due_link'), exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: t('accounts:second_factor.title') }).waitFor();

    await addFactor(app, admin.accessToken);
    await page.goto(paths.scanner);
    await button(page, t('door:type_id')).waitFor();
  },
);
