import { randomUUID } from 'node:crypto';
import type { User } from '#server/accounts/accounts.queries.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail, type Block } from '#server/platform/mail/layout.ts';
import { type MailContent, type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, toWireTime } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { hasEmailChange, waitingMailsOf } from './email-change.queries.ts';
import { stopToken } from './stop-token.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    /** Wire times. `until`: when the link ends, if it is not after a day. `from`: when the link will be mailed. */
    'email-change': { token: string; until?: string } | { from: string };
    /** Wire times; `stop`: the token of the link that stops the change. */
    'email-changed': { step: 'begun' | 'done'; at: string } | { step: 'waits'; at: string; from: string; stop: string };
  }
}

/** Carries the link to an account's new address. It repeats nothing that was typed, because the address may belong to another person. */
export const emailChangeMail: MailKind<'email-change'> = {
  isSecret: true,
  async render(ctx, { payload, language }) {
    if ('from' in payload) return noticeMail(ctx, language, payload.from);
    const { token, until } = payload;
    if (!(await hasEmailChange(ctx.db, hashOpaqueToken(token), ctx.clock.now()))) return undefined;
    const t = mailTranslator(language);
    const site = siteIn(ctx, language);
    const url = `${ctx.env.publicUrl}${paths.emailProof}?change=1&token=${encodeURIComponent(token)}`;
    return composeMail(ctx.venue(), {
      language,
      subject: t('mail:emailChange.subject', { site }),
      heading: t('mail:emailChange.heading'),
      blocks: [
        {
          type: 'paragraph',
          text:
            until === undefined
              ? t('mail:emailChange.intro', { site })
              : t('mail:emailChange.intro_until', momentOf(language, until, site)),
        },
        { type: 'link', label: t('mail:emailChange.link'), url },
        { type: 'note', text: t('mail:emailChange.ignore') },
      ],
    });
  },
};

/** Tells the new address that a link will follow, so that a typing error is noticed while the guest is still with staff. */
function noticeMail(ctx: Context, language: Language, from: string): MailContent {
  const t = mailTranslator(language);
  const site = siteIn(ctx, language);
  return composeMail(ctx.venue(), {
    language,
    subject: t('mail:emailChange.notice.subject', { site }),
    heading: t('mail:emailChange.notice.heading'),
    blocks: [
      { type: 'paragraph', text: t('mail:emailChange.notice.text', momentOf(language, from, site)) },
      { type: 'note', text: t('mail:emailChange.ignore') },
    ],
  });
}

const siteIn = ({ venue }: Pick<Context, 'venue'>, language: Language): string => (language === 'ka' ? venue().nameKa : venue().name);

const momentOf = (language: Language, at: string, site: string) => ({
  site,
  date: dateText(at, language, mailTranslator(language)),
  time: timeText(at),
});

/** Tells an account's old address about the change. It does not name the new one, because the old one may belong to another person. */
export const emailChangedMail: MailKind<'email-changed'> = {
  isSecret: true,
  isWarning: true,
  async render(ctx, { payload, language }) {
    const t = mailTranslator(language);
    const site = siteIn(ctx, language);
    const { step, at } = payload;
    const when = step === 'waits' ? payload.from : at;
    return composeMail(ctx.venue(), {
      language,
      subject: t(`mail:emailChanged.${step}.subject`, { site }),
      heading: t(`mail:emailChanged.${step}.heading`),
      blocks: [
        { type: 'paragraph', text: t(`mail:emailChanged.${step}.text`, momentOf(language, when, site)) },
        ...(step === 'waits' ? stopBlocks(ctx, language, payload.stop) : []),
        { type: 'paragraph', text: t('mail:emailChanged.warning', { email: ctx.venue().email }) },
      ],
    });
  },
};

function stopBlocks({ env }: Context, language: Language, token: string): Block[] {
  const t = mailTranslator(language);
  const url = `${env.publicUrl}${paths.emailProof}?stop=1&token=${encodeURIComponent(token)}`;
  return [
    { type: 'paragraph', text: t('mail:emailChanged.waits.how') },
    { type: 'link', label: t('mail:emailChanged.waits.stop'), url },
  ];
}

type Reader = Pick<User, 'id' | 'email' | 'emailKey' | 'language'>;

type Link = { token: string; until?: Date };

export const queueEmailChange = (tx: Context, { language }: Reader, to: string, { token, until }: Link): Promise<void> =>
  queueMail(tx, {
    key: `email-change:${hashOpaqueToken(token)}`,
    kind: 'email-change',
    recipient: to,
    language,
    payload: { token, ...(until && { until: toWireTime(until) }) },
  });

export const queueChangeNotice = (tx: Context, { language }: Reader, to: string, from: Date): Promise<void> =>
  queueMail(tx, {
    key: `email-change-notice:${randomUUID()}`,
    kind: 'email-change',
    recipient: to,
    language,
    payload: { from: toWireTime(from) },
  });

export const queueEmailChanged = (tx: Context, { email, language }: Reader, step: 'begun' | 'done'): Promise<void> =>
  queueMail(tx, {
    key: `email-changed:${step}:${randomUUID()}`,
    kind: 'email-changed',
    recipient: email,
    language,
    payload: { step, at: toWireTime(tx.clock.now()) },
  });

/** Tells the verified address when it will change, with the link that stops the change. */
export const queueWaitingChange = (tx: Context, user: Reader, from: Date): Promise<void> =>
  queueMail(tx, {
    key: `${waitingMailsOf(user.id)}${randomUUID()}`,
    kind: 'email-changed',
    recipient: user.email,
    language: user.language,
    payload: { step: 'waits', at: toWireTime(tx.clock.now()), from: toWireTime(from), stop: stopToken(tx.keys, user) },
  });
