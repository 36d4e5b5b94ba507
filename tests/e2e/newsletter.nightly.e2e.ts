import { freePort } from '#lab/trial/server-process.ts';
import { runDueJobs } from '#server/registry.ts';
import { sendAnnouncements } from '#server/sales/announcements/announcements.jobs.ts';
import { paths } from '#shared/paths.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { createUser } from '#tests/factories/users.ts';
import { readMime } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { expectSound } from './invitations.ts';
import { visitWithoutScript } from './site.ts';
import { expect, testInEachView } from './test.ts';

/** The test's scripts also reach the sandboxed frame of the preview, which lets none run. */
const OF_TEST = /sandboxed|about:srcdoc|postMessage/;
const ONE = { count: '1' };

testInEachView(
  'a guest says yes, staff write, the mail comes, and the way out works by its button and by one click',
  async ({ language, width }) => {
    const smtp = await startSmtp();
    const port = String(await freePort());
    const app = await startTestSite({ env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, SMTP_URL: smtp.url } });
    const user = await createUser(app.ctx, { language });
    const { page, t, email, accessToken } = await arrive(app, { language, width, user });
    const { accounts, newsletter } = app.api(accessToken);

    await page.goto(paths.profile);
    const choice = page.getByLabel(t('accounts:newsletter.label'));
    await expect(choice).not.toBeChecked();
    await choice.press('Space');
    await page.getByText(t('accounts:email_verification.first')).waitFor();
    await expectSound(page, 'the proof before the newsletter');
    expect(await accounts.me()).toMatchObject({ wantsNewsletter: false });
    const code = page.getByLabel(t('accounts:second_factor.fields.mail'));
    await code.fill((await mailedProof(app, email)).code);
    await code.press('Enter');
    await page.getByText(t('accounts:newsletter.on')).first().waitFor();
    await expect(choice).toBeChecked();
    await expectSound(page, 'a profile with the newsletter');
    expect(await accounts.me()).toMatchObject({ wantsNewsletter: true, isEmailProved: true });

    const desk = await openConsole(app, { language, width, allowed: OF_TEST });
    const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click();
    const subject = language === 'ka' ? 'დეკემბერი კლუბში' : 'December at the club';
    await desk.page.goto('/staff/site/newsletter');
    await desk.page.getByText(desk.t('staff-announcements:newsletter.people', ONE)).waitFor();
    await desk.page.getByText(desk.t('staff-announcements:newsletter.none')).waitFor();
    await desk.page.getByLabel(desk.t('staff-announcements:subject_ka')).fill('დეკემბერი კლუბში');
    await desk.page.getByLabel(desk.t('staff-announcements:subject_en')).fill('December at the club');
    await desk.page.getByLabel(desk.t('staff-announcements:body_ka')).fill('ოთხი ღამე.');
    await desk.page.getByLabel(desk.t('staff-announcements:body_en')).fill('Four nights.');
    await press(desk.t('staff:preview'));
    await desk.page.frameLocator('iframe').getByText(desk.t('mail:newsletter.out')).waitFor();
    await desk.page.keyboard.press('Escape');
    await press(desk.t('staff-announcements:send'));
    await desk.page.getByText(desk.t('staff-announcements:newsletter.ask_title')).waitFor();
    await press(desk.t('staff-announcements:ask_send_one', ONE));
    await desk.page.getByText(desk.t('staff-announcements:leaves_soon')).waitFor();
    await desk.page.getByText(desk.t('staff-announcements:states.planned'), { exact: true }).waitFor();
    await expectSound(desk.page, 'the newsletters');

    smtp.received.length = 0;
    app.clock.advanceMinutes(1);
    await sendAnnouncements.run(app.ctx, {});
    await runDueJobs(app.deps);
    const sent = smtp.received.filter(({ to }) => to.includes(email)).map(({ raw }) => readMime(raw).headers);
    expect(sent.map((headers) => headers.get('subject')?.[0])).toEqual([subject]);
    const link = sent[0]?.get('list-unsubscribe')?.[0]?.slice(1, -1) ?? '';

    const reader = await visitWithoutScript({ origin: app.url }, language === 'ka' ? 'en' : 'ka', width);
    await reader.goto(link);
    await reader.getByRole('heading', { name: t('mail:unsubscribe.title') }).waitFor();
    expect(await accounts.me()).toMatchObject({ wantsNewsletter: true });
    await reader.getByRole('button', { name: t('mail:unsubscribe.button') }).click();
    await reader.getByRole('heading', { name: t('mail:unsubscribe.done') }).waitFor();
    expect(await accounts.me()).toMatchObject({ wantsNewsletter: false });

    await newsletter.choose({ body: { isWanted: true } });
    const oneClick = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect(oneClick.status).toBe(200);
    await page.reload();
    await expect(choice).not.toBeChecked();
    await choice.press('Space');
    await page.getByText(t('accounts:newsletter.on')).first().waitFor();
    await choice.press('Space');
    await page.getByText(t('accounts:newsletter.off')).first().waitFor();
    await expect(choice).not.toBeChecked();
    expect(await accounts.me()).toMatchObject({ wantsNewsletter: false });
    await page.goto(link);
    await expectSound(page, 'the way out of the newsletter');
  },
);
