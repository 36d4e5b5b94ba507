import type { Page } from 'playwright-core';
import { translators } from '#server/platform/translators.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { dateText } from '#shared/dates.ts';
import { scansOf } from '#tests/factories/door.ts';
import { button } from './at-the-door.ts';
import { expectNoViolations } from './axe.ts';
import { openDoorOfPhones, showCode, takePhone, verdict } from './door-phone.ts';
import { overflowing } from './layout.ts';
import { looksForCode } from './scanner-device.steps.ts';
import { expect, test } from './test.ts';

type Door = Awaited<ReturnType<typeof openDoorOfPhones>>;

async function openPhone({ app, makeScannerDevice }: Door, name: string, view: Parameters<typeof takePhone>[1] = {}) {
  const { path } = await makeScannerDevice(name);
  const phone = await takePhone(app, view);
  await phone.page.goto(path);
  await button(phone.page, phone.t('scanner-device:pair.start')).click();
  await looksForCode(phone.page, phone.t);
  await phone.page.locator('[data-link="live"]').waitFor();
  return phone;
}

test('a guest who is denied at one door is asked about at the other, and comes in only by a tap', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const [main, side] = [await openPhone(door, 'Main'), await openPhone(door, 'Side')];
  await main.page.getByRole('radio', { name: main.t('scanner-device:mode.reject'), exact: true }).check();
  await showCode(main.page, ticket.code);
  await verdict(main.page, 'rejected_by_staff').waitFor();
  await button(main.page, main.t('door:reject_reasons.drunk')).click();
  await expectNoViolations(main.page, 'a denied guest');
  await button(main.page, main.t('scanner-device:verdict.scan_again')).click();
  // The code is still in front of the camera.
  await main.page.getByText(main.t('door:same_code'), { exact: true }).waitFor();
  await expect(main.page.getByRole('radio', { name: main.t('scanner-device:mode.in'), exact: true })).toBeChecked();

  const denied = side.page.getByText(/^Denied \d\d:\d\d, Main: drunk$/);
  await expect(async () => {
    await showCode(side.page, ticket.code);
    await verdict(side.page, 'rejected_before').waitFor({ timeout: 2_000 });
  }).toPass();
  await denied.waitFor();
  await expectNoViolations(side.page, 'a guest who was denied before');
  await button(side.page, side.t('scanner-device:verdict.admit')).click();
  await verdict(side.page, 'decided').waitFor();
});

test('two quick taps on Admit admit once and undo nothing', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell({ birthdate: '2011-03-14' });
  const { page, t } = await openPhone(door, 'Main');
  await expect(async () => {
    await showCode(page, ticket.code);
    await verdict(page, 'under_18').waitFor({ timeout: 2_000 });
  }).toPass();
  await button(page, t('scanner-device:verdict.admit')).dblclick();
  await verdict(page, 'valid').waitFor();
  // Undo takes a tap of its own.
  await button(page, t('scanner-device:verdict.undo')).last().click({ trial: true });
  expect((await scansOf(door.app)).map(({ kind, result }) => `${kind} ${result}`)).toEqual(['in accepted']);
});

/** Keys as a hand scanner types them, which waits for no answer between two keys. */
const typeAtOnce = (page: Page, text: string) => Promise.all([...text].map((key) => page.keyboard.press(key === '\n' ? 'Enter' : key)));

test('the end of the line that a hand scanner types after a code answers no question', async () => {
  const door = await openDoorOfPhones();
  const minors = ['Ana', 'Beka', 'Gio'] as const;
  const tickets = await Promise.all(minors.map((firstName) => door.sell({ firstName, birthdate: '2011-03-14' })));
  const { page } = await openPhone(door, 'Main');
  await page.getByText('Nulovani').waitFor();
  await expect(async () => {
    await typeAtOnce(page, tickets[0]?.code ?? '');
    await verdict(page, 'under_18').waitFor({ timeout: 2_000 });
  }).toPass();
  for (const [at, name] of minors.entries()) {
    await typeAtOnce(page, `${tickets[at]?.code}\n`);
    await verdict(page, 'under_18').getByText(`${name} Drift`).waitFor();
  }
  expect(await scansOf(door.app)).toEqual([]);
});

/** The bottom of a text, and the top of the buttons below it. */
async function edges(page: Page, text: string, below: string): Promise<{ bottom: number; top: number }> {
  const [lower, buttons] = [await page.getByText(text, { exact: true }).first().boundingBox(), await button(page, below).boundingBox()];
  return { bottom: (lower?.y ?? Infinity) + (lower?.height ?? 0), top: buttons?.y ?? 0 };
}

for (const language of LANGUAGES)
  test(`name and date of birth of a guest under 18 stand above the buttons of a small phone, which admit no one before a tap (${language})`, async () => {
    const door = await openDoorOfPhones();
    const birthdate = '2011-03-14';
    const ticket = await door.sell({ birthdate });
    const phone = await openPhone(door, 'Main', { language, width: 360, height: 740 });
    const { page, t } = phone;
    await expect(async () => {
      await showCode(page, ticket.code);
      await verdict(page, 'under_18').waitFor({ timeout: 2_000 });
    }).toPass();
    for (const text of ['Salome Drift', dateText(birthdate, language, translators[language].t)]) {
      const { bottom, top } = await edges(page, text, t('scanner-device:verdict.admit'));
      expect(bottom).toBeLessThanOrEqual(top);
    }
    expect(await overflowing(page)).toEqual([]);
    await expectNoViolations(page, 'a guest under 18');
    await button(page, t('scanner-device:verdict.deny')).click();
    await verdict(page, 'rejected_by_staff').waitFor();
  });
