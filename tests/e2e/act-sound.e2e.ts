import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { silence } from '#tests/factories/sound.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { enter, FRIDAY } from './event-pages.ts';
import { translatorOf } from './site.ts';
import { expect, rare, test, views } from './test.ts';

const lineUps = [
  { floor: 1, artistName: 'OBERTON', startsAt: FRIDAY.startsAt },
  { floor: 2, artistName: 'Lela M.', startsAt: FRIDAY.startsAt },
];

for (const [language, width] of views)
  test(`staff give an act a sound and a guest plays it, in ${language} at ${width}`, rare, async () => {
    const app = await startTestSite();
    const { id } = await createEvent(app.ctx, { ...FRIDAY, lineUps });
    const { page: desk, t } = await openConsole(app, { language, width, allowed: /422/ });
    await desk.goto(`/staff/nights/${id}/line-up`);
    const choose = desk.locator('input[type=file]').first();
    await choose.setInputFiles({ name: 'set.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') });
    await desk.getByText(t('forms:validation.sound_format')).waitFor();
    await choose.setInputFiles({ name: 'set.mp3', mimeType: 'audio/mpeg', buffer: silence(30) });
    await desk.getByText(t('staff-nights:line_up.sounds.stored', { name: 'OBERTON' })).waitFor();
    await expectNoViolations(desk, 'the sounds of a line-up');

    const page = await enter(app, { language, width });
    const requested: string[] = [];
    page.on('request', (request) => void (request.url().includes('/media/sounds/') && requested.push(request.url())));
    await page.goto(paths.event(id));
    const say = await translatorOf(language);
    const play = page.getByRole('button', { name: say('events:play', { name: 'OBERTON' }) }).filter({ visible: true });
    await play.waitFor();
    expect((await play.boundingBox())?.height).toBeGreaterThanOrEqual(43);
    expect(requested).toEqual([]);
    await play.click();
    const pause = page.getByRole('button', { name: say('events:pause', { name: 'OBERTON' }) }).filter({ visible: true });
    await pause.waitFor();
    const position = page.getByRole('slider', { name: say('events:position', { name: 'OBERTON' }) }).filter({ visible: true });
    await position.fill('20');
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(20);
    await expectNoViolations(page, 'an act that plays');
    await pause.click();
    await play.waitFor();
    expect(requested.length).toBeGreaterThan(0);
    expect(new Set(requested).size).toBe(1);
  });
