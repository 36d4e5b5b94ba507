import { randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { composeMail, type Block } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { dateText, timeText, toWireTime, venueDay } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { findUserById, type User } from './accounts.queries.ts';

/** A device that was new to an account; `network` is the stored part of the address. */
export type NewDevice = { device: string | null; network: string };

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'password-reset': { token: string };
    /**
     * `changedAt`: a wire time. `areFactorsRemoved`: second factors were removed, too (email/reclaim.service.ts). `newDevice`: for staff
     * only.
     */
    'password-changed': { changedAt: string; areFactorsRemoved?: boolean; newDevice?: NewDevice };
    /** `at`: a wire time. */
    'new-device': { at: string } & NewDevice;
    welcome: { userId: number };
    'account-status': { userId: number; status: Status; reason?: string };
  }
}

/** Tells a user that the password was changed, and what to do if it was another person. */
export const passwordChangedMail: MailKind<'password-changed'> = {
  isWarning: true,
  async render({ env, venue }, { payload: { changedAt, areFactorsRemoved = false, newDevice }, language }) {
    const t = mailTranslator(language);
    const when = { date: dateText(changedAt, language, t), time: timeText(changedAt) };
    return composeMail(venue(), {
      language,
      subject: t('mail:passwordChanged.subject'),
      heading: t('mail:passwordChanged.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:passwordChanged.intro', when) },
        ...(areFactorsRemoved ? [{ type: 'paragraph', text: t('mail:passwordChanged.factors_removed') } as const] : []),
        ...(newDevice ? [{ type: 'paragraph', text: t('mail:passwordChanged.new_device') } as const, deviceFacts(t, newDevice)] : []),
        { type: 'paragraph', text: t('mail:passwordChanged.warning') },
        { type: 'link', label: t('mail:passwordChanged.link'), url: `${env.publicUrl}${paths.forgotPassword}` },
      ],
    });
  },
};

const deviceFacts = (t: ReturnType<typeof mailTranslator>, { device, network }: NewDevice): Block => ({
  type: 'facts',
  rows: [
    [t('mail:newDevice.device'), device ?? t('mail:newDevice.unknown')],
    [t('mail:newDevice.network'), network],
  ],
});

/** Tells staff that their account was used on a new device. */
export const newDeviceMail: MailKind<'new-device'> = {
  isWarning: true,
  async render({ env, venue }, { payload: { at, device, network }, language }) {
    const t = mailTranslator(language);
    return composeMail(venue(), {
      language,
      subject: t('mail:newDevice.subject'),
      heading: t('mail:newDevice.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:newDevice.intro', { date: dateText(at, language, t), time: timeText(at) }) },
        deviceFacts(t, { device, network }),
        { type: 'paragraph', text: t('mail:newDevice.warning') },
        { type: 'link', label: t('mail:newDevice.link'), url: `${env.publicUrl}${paths.forgotPassword}` },
      ],
    });
  },
};

/** Carries the link for a new password. The token is stored nowhere else in plain text, and is deleted after sending. */
export const passwordResetMail: MailKind<'password-reset'> = {
  isSecret: true,
  async render(ctx, { payload, language }) {
    const t = mailTranslator(language);
    const url = `${ctx.env.publicUrl}${paths.changePassword}?token=${encodeURIComponent(payload.token)}`;
    return composeMail(ctx.venue(), {
      language,
      subject: t('mail:passwordReset.subject'),
      heading: t('mail:passwordReset.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:passwordReset.intro') },
        { type: 'link', label: t('mail:passwordReset.link'), url },
        { type: 'note', text: t('mail:passwordReset.ignore') },
      ],
    });
  },
};

/**
 * Welcomes a new user and says what happens next. It repeats nothing that was typed, not even the name: an attacker can register with
 * another person's address, and must not be able to write to them through us.
 */
export const welcomeMail: MailKind<'welcome'> = {
  async render(ctx, { payload, language }) {
    if (!(await findUserById(ctx.db, payload.userId))) return undefined;
    const t = mailTranslator(language);
    const { publicUrl } = ctx.env;
    const venue = ctx.venue();
    return composeMail(ctx.venue(), {
      language,
      subject: t('mail:welcome.subject', { site: language === 'ka' ? venue.nameKa : venue.name }),
      heading: t('mail:welcome.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:welcome.intro') },
        { type: 'paragraph', text: t('mail:welcome.next') },
        { type: 'link', label: t('mail:welcome.link'), url: `${publicUrl}${paths.login}` },
        { type: 'note', text: t('mail:welcome.ignore') },
      ],
    });
  },
};

const reasonOf = (reason: string | undefined, label: string): Block[] =>
  reason === undefined ? [] : [{ type: 'facts', rows: [[label, reason]] }];

/** Mails a guest the new status of the account, unless it has changed again since. */
export const accountStatusMail: MailKind<'account-status'> = {
  async render(ctx, { payload, language }) {
    const user = await findUserById(ctx.db, payload.userId);
    if (user?.status !== payload.status) return undefined;
    const t = mailTranslator(language);
    const count = isAdmitted(user.status) ? 0 : await ctx.hooks.countTicketsWithoutCode(ctx, user.id);
    const effect = user.status === 'Rejected' ? 'refused' : 'waiting';
    return composeMail(ctx.venue(), {
      language,
      subject: t(`mail:accountStatus.${payload.status}.title`),
      heading: t(`mail:accountStatus.${payload.status}.title`),
      blocks: [
        { type: 'paragraph', text: t(`mail:accountStatus.${payload.status}.text`) },
        ...reasonOf(payload.reason, t('mail:accountStatus.reason')),
        ...(count > 0 ? [{ type: 'paragraph' as const, text: t(`mail:accountStatus.tickets.${effect}`, { count }) }] : []),
        { type: 'link', label: t('mail:accountStatus.profile'), url: `${ctx.env.publicUrl}${paths.profile}` },
      ],
    });
  },
};

type Reader = Pick<User, 'id' | 'email' | 'language'>;

/** Queues the mail after a registration, in the caller's transaction. */
export const queueWelcome = (tx: Context, { id, email, language }: Reader): Promise<void> =>
  queueMail(tx, { key: `welcome:${id}`, kind: 'welcome', recipient: email, language, payload: { userId: id } });

/** Queues the mail about a new device, in the transaction of the sign-in: at most one a day for each device and network. */
export function queueNewDevice(tx: Context, { id, email, language }: Reader, { device, network }: NewDevice): Promise<void> {
  const now = tx.clock.now();
  const key = `new-device:${id}:${venueDay(now)}:${network}:${device}`;
  return queueMail(tx, { key, kind: 'new-device', recipient: email, language, payload: { at: toWireTime(now), device, network } });
}

/** Queues the mail about a changed status, in the transaction that changed it. `reason` is shown to the guest. */
export const queueStatus = (tx: Context, { id, email, language, status }: Reader & Pick<User, 'status'>, reason = ''): Promise<void> =>
  queueMail(tx, {
    key: `account-status:${id}:${randomUUID()}`,
    kind: 'account-status',
    recipient: email,
    language,
    payload: { userId: id, status, ...(reason && { reason }) },
  });
