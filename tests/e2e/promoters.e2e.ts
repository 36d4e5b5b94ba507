import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { overflow } from './event-pages.ts';
import { arrive } from './guest.ts';
import { translatorOf, visit } from './site.ts';
import { expect, rare, test, views } from './test.ts';

for (const [language, width] of views)
  test(`a promoter is made, brings a guest with a link, and reads it on the own page (${language} ${width})`, rare, async () => {
    const app = await startTestSite({ isFresh: true });
    const { id } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' });
    const desk = await openConsole(app, { language, width });
    await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click();
    await desk.page.goto('/staff/orders');
    await desk.page.getByRole('link', { name: desk.t('staff-orders:to_promoters') }).click();
    await desk.page.getByText(desk.t('staff-promoters:none')).waitFor();
    await press(desk.t('staff-promoters:add'));
    await desk.page.getByLabel(desk.t('staff-promoters:ref_code'), { exact: true }).fill('a b');
    await press(desk.t('staff-promoters:save'));
    await desk.page.getByText(desk.t('forms:validation.ref_code_format')).waitFor();
    await desk.page.getByLabel(desk.t('staff-promoters:name'), { exact: true }).fill('Luka');
    await desk.page.getByLabel(desk.t('staff-promoters:ref_code'), { exact: true }).fill('Luka');
    await desk.page.getByLabel(desk.t('staff-promoters:per_arrival'), { exact: true }).fill('3,50');
    await expectNoViolations(desk.page, 'a new promoter');
    await press(desk.t('staff-promoters:save'));
    await desk.page.getByText('?via=luka', { exact: true }).waitFor();
    await press(desk.t('staff-promoters:copy_of', { name: 'Luka' }));
    expect(await desk.page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/?via=luka`);
    await press(desk.t('staff-promoters:page_of', { name: 'Luka' }));
    await press(desk.t('staff:link.make'));
    const url = await desk.page.getByLabel(desk.t('staff:link.url'), { exact: true }).inputValue();
    await press(desk.t('staff:link.done'));

    const guest = await arrive(app, { language, width });
    await guest.page.goto(`/Events/${id}?via=luka`);
    await guest.page.getByRole('button', { name: guest.t('events:get_ticket') }).click();
    await guest.page.getByRole('link', { name: guest.t('events:view_cart') }).waitFor();

    const t = await translatorOf(language);
    const own = await visit({ origin: app.url, folder: '' }, { language, width });
    await own.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await own.goto(new URL(url).pathname + new URL(url).hash);
    await own.getByText('Luka').waitFor();
    await expect.poll(() => own.url()).toBe(`${app.url}/promoter`);
    const name = language === 'ka' ? 'ღრმა მტკვარი' : 'Deep Kura';
    await own.getByRole('button', { name: t('promoters:copy_of', { name }) }).click();
    await own.getByText(t('promoters:copied')).waitFor();
    expect(await own.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/Events/${id}?via=luka`);
    await expectNoViolations(own, 'the page of a promoter');
    expect(await overflow(own)).toBe(0);

    await desk.page.reload();
    await press(desk.t('staff-promoters:events_of', { name: 'Luka' }));
    await desk.page.getByRole('dialog').getByText(name).waitFor();
    await expectNoViolations(desk.page, 'the nights of a promoter');
    await desk.page.keyboard.press('Escape');
    await press(desk.t('staff-promoters:end_of', { name: 'Luka' }));
    await desk.page.getByText(desk.t('staff-promoters:is_ended'), { exact: true }).waitFor();
    await press(desk.t('staff-promoters:undo'));
    await desk.page.getByText(desk.t('staff-promoters:is_ended'), { exact: true }).waitFor({ state: 'detached' });
  });
