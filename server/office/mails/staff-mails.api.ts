import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import type { MailKinds } from '#server/platform/mail/mail-kind.ts';
import { giveUpMail, listStuckMails, retryMail } from './staff-mails.service.ts';

/** What staff does about mails that did not arrive. */
export function staffMailsApi(serve: Serve, kinds: MailKinds): void {
  const { staffMails } = staffContract;
  serve(staffMails.list, listStuckMails);
  serve(staffMails.retry, (ctx, { id }) => retryMail(ctx, id));
  serve(staffMails.giveUp, (ctx, { id }) => giveUpMail(ctx, kinds, id));
}
