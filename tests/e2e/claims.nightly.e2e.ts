import { paths } from '#shared/paths.ts';
import { buyForFriends, codeOf } from '#tests/factories/claims.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { createGuest } from '#tests/factories/sold-out.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { overflowing } from './layout.ts';
import { expect, test, testInEachView } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', verifiedOnly: true };

testInEachView('four friends: bought, shared, claimed, verified and scanned; the fourth never claims', async ({ language, width }) => {
  const app = await startTestSite();
  const startsAt = new Date(app.clock.now().getTime() + 4 * 3_600_000);
  const { eventId, buyer } = await buyForFriends(app, 4, { ...EVENT, startsAt });
  const { page, t } = await arrive(app, { language, width, user: buyer });
  await page.goto(paths.myTickets);
  await page.getByRole('button', { name: t('transfers:claims.make') }).click();
  const url = await page.getByLabel(t('transfers:link.link'), { exact: true }).inputValue();

  const verified = await createGuest(app, { firstName: 'Luka' });
  const phone = await arrive(app, { language, width, user: verified });
  await phone.page.goto(paths.acceptTransfer + new URL(url).hash);
  await phone.page.getByRole('button', { name: t('transfers:take.take') }).click();
  await phone.page.getByText(t('transfers:take.taken')).waitFor();

  const pending = await createGuest(app, { firstName: 'Ana', status: 'Pending' });
  const other = await arrive(app, { language, width, user: pending });
  await other.page.goto(paths.acceptTransfer + new URL(url).hash);
  await other.page.getByText(t('transfers:take.verified_only')).waitFor();
  await other.page.getByRole('button', { name: t('transfers:take.take') }).click();
  const name = language === 'ka' ? EVENT.name : EVENT.nameLat;
  await other.page.getByText(t('transfers:claims.own_waits', { event: name })).waitFor();
  await expectNoViolations(other.page, 'a ticket that waits for the verification');

  await page.reload();
  await page.getByText(t('transfers:claims.states.waiting')).waitFor();
  await expectNoViolations(page, 'who has claimed');
  expect(await overflowing(page)).toEqual([]);

  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  await desk.guests.changeStatus({ id: pending.id, body: { status: 'Verified', tellGuest: true } });
  await other.page.reload();
  await other.page
    .getByRole('button', { name: t('tickets:transfer') })
    .first()
    .waitFor();
  for (const guest of [buyer, verified, pending]) {
    const code = (await codeOf(guest)) ?? '';
    const ticketId = Number(/Ticket ID: (\d+)/.exec(code)?.[1]);
    expect(await desk.door.scan({ body: { ticketId, code, isReject: false, eventId } })).toMatchObject({ result: 'accepted' });
  }
  const place = (await buyer.api.claims.mine()).groups.flatMap(({ places }) => places).find(({ state }) => state === 'unclaimed');
  await expect(desk.door.scan({ body: { ticketId: place?.ticketId ?? 0, isReject: false, eventId } })).rejects.toMatchObject({
    body: { code: 'needs_name' },
  });
});

test('a friend with another address opens the link, logs in, verifies the email and has the ticket', async () => {
  const app = await startTestSite();
  const { buyer } = await buyForFriends(app, 2, { ...EVENT, verifiedOnly: false, namesRequired: true });
  const [group] = (await buyer.api.claims.mine()).groups;
  const { url } = await buyer.api.claims.makeLink({ id: group?.id ?? 0 });
  const friend = await createUser(app.ctx);
  const { page, t } = await arrive(app, { width: 390, allowed: /status of 403/ });
  await page.goto(paths.acceptTransfer + new URL(url).hash);
  await page.getByRole('button', { name: t('transfers:take.other_account') }).click();
  await page.getByLabel(t('accounts:fields.email')).fill(friend.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(friend.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: t('accounts:way_back.ticket.link') }).click();
  await page.getByRole('button', { name: t('transfers:take.take') }).click();
  await page.getByText(t('accounts:email_verification.sent', { email: friend.email })).waitFor();
  await page.getByLabel(t('accounts:second_factor.fields.mail')).fill((await mailedProof(app, friend.email)).code);
  await page.keyboard.press('Enter');
  await page.getByText(t('transfers:take.taken')).waitFor();
});
