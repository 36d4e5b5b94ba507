import { desc, eq } from 'drizzle-orm';
import { stopToken } from '#server/accounts/email/stop-token.ts';
import { mails } from '#server/platform/platform.table.ts';
import { proveMailbox } from '#tests/factories/email-proof.ts';
import { createUser, storedUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { paths } from '#shared/paths.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { expectSound, enter } from './invitations.ts';
import { expect, onPhone, test, testInEachView } from './test.ts';

/** Returns the address of the mailed link that corrects an address. */
async function mailedLink({ ctx }: TestApp): Promise<string> {
  const [mail] = await ctx.db.select({ payload: mails.payload }).from(mails).where(eq(mails.kind, 'email-change')).orderBy(desc(mails.id));
  const token = /"token":"([\w-]{43})"/.exec(JSON.stringify(mail?.payload))?.[1] ?? '';
  return `${paths.emailProof}?change=1&token=${token}`;
}

testInEachView("the desk corrects a guest's address, who then opens the link", async ({ language, width }) => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx, { email: 'nino@exmaple.com' });
  const { page, t } = await openConsole(app, { language, width });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`/staff/guests/${guest.id}`);
  await press(t('staff-guests:address.open'));
  const dialog = page.getByRole('dialog');
  await press(t('staff-guests:address.submit'));
  await dialog.getByText(t('forms:validation.email_required')).first().waitFor();
  await dialog.getByLabel(t('staff-guests:address.new'), { exact: true }).fill('nino@example.com');
  await dialog.getByLabel(t('staff-guests:reason'), { exact: true }).fill('Mistyped');
  await expectSound(page, 'a correction of an address');
  await press(t('staff-guests:address.submit'));
  await page.getByText(t('staff-guests:address.pending', { email: 'nino@example.com' }), { exact: true }).waitFor();

  const { page: reader } = await enter(app, { language, width });
  await reader.goto(await mailedLink(app));
  await expect.poll(() => reader.url()).not.toContain('token');
  await expectSound(reader, 'the link of another address');
  await reader.getByRole('button', { name: t('accounts:email_verification.link_submit'), exact: true }).click();
  await reader.getByText(t('accounts:email_change.done', { email: 'nino@example.com' })).waitFor();
  await page.reload();
  await page.getByText('nino@example.com', { exact: false }).first().waitFor();
  await page.getByText(t('staff-guests:address.verified'), { exact: true }).waitFor();
});

testInEachView('a guest stops the change of a verified address by the mailed link', async ({ language, width }) => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx, { email: 'nino@example.com' });
  await proveMailbox(app, guest.accessToken);
  const { page, t } = await openConsole(app, { language, width });
  await page.goto(`/staff/guests/${guest.id}`);
  await page.getByRole('button', { name: t('staff-guests:address.open'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('staff-guests:address.text_waits')).waitFor();
  await dialog.getByLabel(t('staff-guests:address.new'), { exact: true }).fill('other@example.com');
  await dialog.getByLabel(t('staff-guests:reason'), { exact: true }).fill('Lost the inbox');
  await expectSound(page, 'a change of a verified address');
  await page.getByRole('button', { name: t('staff-guests:address.submit_waits'), exact: true }).click();
  await page.getByRole('button', { name: t('staff-guests:address.cancel'), exact: true }).waitFor();
  await expectSound(page, 'a change that waits');

  const stop = stopToken(app.ctx.keys, await storedUser(app.ctx, guest.id));
  const { page: reader } = await enter(app, { language, width, allowed: /status of 400/ });
  const press = () => reader.getByRole('button', { name: t('accounts:email_change.stop'), exact: true }).click();
  await reader.goto(`${paths.emailProof}?stop=1&token=${stop}`);
  await expectSound(reader, 'the link that stops a change');
  await press();
  await reader.getByText(t('accounts:email_change.stopped')).waitFor();
  await reader.goto(`${paths.emailProof}?stop=1&token=${stop}`);
  await press();
  await reader.getByText(t('accounts:email_change.nothing_to_stop')).waitFor();
  await expectSound(reader, 'a change that is over');
});

test('a guest corrects a mistyped address in the profile, and can call it off', async () => {
  const app = await startTestSite();
  const { page, t, password } = await arrive(app, { ...onPhone, allowed: /status of 4(01|22)/ });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const want = async (secret: string) => {
    await dialog.getByLabel(t('accounts:fields.email'), { exact: true }).fill('right@example.com');
    await dialog.getByLabel(t('accounts:fields.password'), { exact: true }).fill(secret);
    await press(t('accounts:email_change.submit'));
  };
  await page.goto(paths.profile);
  await press(t('accounts:email_change.open'));
  await expectSound(page, 'the correction of the own address');
  await want('Wrong-Guess-1');
  await dialog.getByText(t('forms:validation.current_password_wrong')).first().waitFor();
  await want(password);
  const pending = page.getByText(t('accounts:email_change.pending', { email: 'right@example.com' }));
  await pending.waitFor();
  await expectSound(page, 'an address that waits for its link');
  await press(t('accounts:email_change.cancel'));
  await pending.waitFor({ state: 'detached' });
  await press(t('accounts:email_change.open'));
  await want(password);
  await pending.waitFor();
  await page.goto(await mailedLink(app));
  await press(t('accounts:email_verification.link_submit'));
  await page.getByText(t('accounts:email_change.done', { email: 'right@example.com' })).waitFor();
  await page.goto(paths.profile);
  await page.getByText(t('accounts:email_change.by_club')).waitFor();
  await expectSound(page, 'a profile whose address was corrected');
});
