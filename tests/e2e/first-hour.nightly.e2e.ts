import type { Page } from 'playwright-core';
import { freePort, startServer } from '#lab/trial/server-process.ts';
import { paths } from '#shared/paths.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';
import { typeParts } from './date-parts.ts';
import { expectSound } from './invitations.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

/** Opens a site in an empty folder with its own database, as `npm start` does for a new club. */
async function openEmptyClub() {
  const folder = createDatabaseFolder();
  const port = String(await freePort());
  const server = await startServer({
    DATA_DIR: folder,
    PORT: port,
    DEMO: 'false',
    LOG_LEVEL: 'error',
    PUBLIC_URL: `http://localhost:${port}`,
  });
  onTestFinished(() => server.kill('SIGTERM'));
  const printed = () => /http:\S+\/invitation#[\w-]{43}/.exec(server.output())?.[0] ?? '';
  await expect.poll(printed).not.toBe('');
  return { site: { origin: `http://localhost:${port}`, folder }, link: printed(), readyMs: server.readyMs };
}

/** Records what looks like a refusal: error answers of the API, and fields that a screen marks. */
function watchRefusals(page: Page) {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  return {
    refused,
    async look() {
      for (const field of await page.locator('[aria-invalid=true]').all()) refused.push(`marked: ${await field.getAttribute('id')}`);
    },
  };
}

testInEachView('from an empty folder to the first night on sale, without a refusal', async ({ language, width }) => {
  testInEachView.slow();
  const startedAt = performance.now();
  const { site, link, readyMs } = await openEmptyClub();
  const page = await visit(site, { language, width, height: 900 });
  const t = await translatorOf(language);
  const { refused, look } = watchRefusals(page);
  const fill = (key: string, text: string) => page.getByLabel(t(key), { exact: true }).fill(text);
  const press = async (name: string, within: Pick<Page, 'getByRole'> = page) => {
    await within.getByRole('button', { name, exact: true }).click();
    await look();
  };
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  await page.goto(link);
  await heading(t('staff-set-up:account.title'));
  expect(page.url()).not.toContain('#');
  await expectSound(page, 'the set-up');
  await fill('accounts:fields.first_name', 'Eka');
  await fill('accounts:fields.last_name', 'Lomidze');
  await fill('accounts:fields.email', 'eka@example.com');
  await fill('accounts:fields.password', 'Of-my-own-7');
  await fill('accounts:fields.confirm_password', 'Of-my-own-7');
  await press(t('staff-set-up:account.submit'));

  await heading(t('staff-set-up:club.title'));
  await expectSound(page, 'the club of the set-up');
  const club = (name: string, of: string) => page.getByLabel(`${t(`staff-site-content:texts.${name}`)}${of}`, { exact: true });
  const both = { en: ` (${t('staff-site-content:languages.en')})`, ka: ` (${t('staff-site-content:languages.ka')})` };
  await club('name', both.en).fill('Kldé');
  await club('name', both.ka).fill('კლდე');
  await club('address', both.en).fill('12 Sulava Street, Tbilisi');
  await club('address', both.ka).fill('სულავას ქუჩა 12, თბილისი');
  await club('phone', '').fill('+995 555 12 34 56');
  await club('email', '').fill('club@example.com');
  await club('links', '').fill('@klde\ninstagram.com/klde.club');
  await typeParts(page.getByRole('group', { name: t('staff-site-content:to') }), '8');
  await club('capacity', '').fill('300');
  await press(t('staff-set-up:club.save'));

  await heading(t('staff-set-up:house.title'));
  expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true);
  await expectSound(page, 'the house of the set-up');
  await club('directions', both.en).fill('Metro Avlabari, then five minutes on foot');
  await club('about_us', both.en).fill('A cellar for dance music.');
  await club('about_us', both.ka).fill('საცეკვაო მუსიკის სარდაფი.');
  await press(t('staff-set-up:club.save'));

  await heading(t('staff-set-up:demo.title'));
  await press(t('staff-set-up:demo.load'));
  await page.getByText('13', { exact: false }).first().waitFor();
  await expectSound(page, 'the demo of the set-up');
  await follow(t('staff-set-up:to_checklist'));
  await heading(t('staff:nav.home'));
  await press(t('staff-home:demo.remove'));
  await press(t('staff-home:demo.remove'), page.getByRole('dialog'));
  await page.getByText(t('staff-home:demo.removed')).waitFor();
  await expectSound(page, 'the checklist');
  const openStep = async (step: 'bank' | 'mail' | 'night') => {
    const title = page.getByRole('heading', { name: t(`staff-home:steps.${step}`) }).getByRole('button');
    if ((await title.getAttribute('aria-expanded')) !== 'true') await title.click();
  };
  await openStep('bank');
  await press(t('staff-home:check.bank.open'));
  await page.getByText(t('staff-home:check.bank.names.fake')).waitFor();
  await openStep('mail');
  await press(t('staff-home:check.mail.send'));
  await page.getByText(t('staff-home:check.mail.files')).waitFor();

  await openStep('night');
  await follow(t('staff-home:do.night'));
  await fill('staff-events:field.name', 'პირველი ღამე');
  await fill('staff-events:field.nameLat', 'First Night');
  const part = (field: 'from' | 'until') => page.getByRole('group', { name: t(`staff-events:field.${field}`), exact: true });
  await typeParts(part('from'), '23');
  await typeParts(part('until'), '8');
  await page.getByLabel(t('staff-orders:csv.price'), { exact: true }).fill('35,50');
  await press(t('staff-events:put_on_sale'));
  await page.waitForURL(/events\/\d+$/);
  const id = Number(/events\/(\d+)/.exec(page.url())?.[1]);
  await page.getByRole('tab', { name: t('staff-events:tabs.line_up'), exact: true }).click();
  await press(t('staff-events:line_up.paste'));
  await page
    .getByRole('textbox', { name: t('staff-events:line_up.paste_label'), exact: true })
    .fill('MAIN FLOOR\n23.00 Lela M.\n1:30 OBERTON b2b DVS ★\n');
  await press(t('staff-events:line_up.paste_use', { count: '2' }));
  await press(t('staff:save'));
  // The message of the first save may still be shown.
  await page.getByText(t('forms:unsaved')).waitFor({ state: 'detached' });

  await page.goto(paths.event(id));
  await page
    .getByRole('button', { name: new RegExp(t('events:get_ticket')) })
    .first()
    .waitFor();
  await page.getByText('35,50').first().waitFor();
  expect(await page.title()).toContain(language === 'ka' ? 'კლდე' : 'Kldé');
  expect(refused).toEqual([]);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  console.log(
    `From an empty folder to the first night on sale (${language}): ${seconds(performance.now() - startedAt)} s, ${seconds(readyMs)} s of them the start.`,
  );
});

test('a link that was used or is not the newest says so, and leads to the login', async () => {
  const { site, link } = await openEmptyClub();
  const page = await visit(site, { language: 'en', width: 390, allowed: /status of 4(00|09)/ });
  const t = await translatorOf('en');
  await page.goto(`${link.split('#')[0]}#${'x'.repeat(43)}`);
  await page.getByText(t('staff-errors:set_up_link_wrong')).waitFor();
  await expectSound(page, 'a wrong link of the set-up');
  const [, token] = link.split('#');
  const body = JSON.stringify({ token, firstName: 'Eka', lastName: 'Lomidze', email: 'eka@example.com', password: 'Of-my-own-7' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${site.origin}/api/set-up/owner`, { method: 'POST', headers, body })).status).toBe(200);
  await page.goto('/');
  await page.goto(link);
  await page.getByText(t('staff-errors:set_up_over')).waitFor();
  await page
    .getByRole('link', { name: t('accounts:login.title') })
    .first()
    .click();
  await page.waitForURL(/login/);
});
