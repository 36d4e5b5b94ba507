import type { ParseKeys } from 'i18next';
import type { Context } from '#server/platform/context.ts';
import { translators } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import type { MailKindName } from '#shared/staff/mails.contract.ts';
import type { ALERT_KINDS } from '#shared/staff/alerts.contract.ts';
import type { StaffRole } from '#shared/staff/rights.ts';

/**
 * The payload of each kind of mail: ids to look up later, or a secret that must not be stored longer. The feature that writes a mail adds
 * its payload (`declare module`).
 */
export interface MailPayloads {}

/** A picture inside the mail; the HTML shows it as `cid:<cid>`. */
export type InlinePicture = { cid: string; filename: string; png: Buffer };

/** An attachment, with an ASCII name. */
export type AttachedFile = { filename: string; contentType: string; content: Buffer };

/** The contents of a mail: the same facts as HTML and as text. `replyTo` is one address. */
export type MailContent = {
  subject: string;
  html: string;
  text: string;
  pictures: InlinePicture[];
  files?: AttachedFile[];
  replyTo?: string;
  /** For mails that need consent: where the reader withdraws it, on a page or with one click in the mail program (RFC 8058). */
  unsubscribeUrl?: string;
  /** Written by a person for this one recipient. */
  isPersonal?: boolean;
};

type MailRequest<K extends MailKindName> = { payload: MailPayloads[K]; language: Language };

/**
 * `render` runs when the mail is sent and returns undefined if it is no longer needed. A secret payload is deleted after sending. A warning
 * tells people what happened to their account, so staff cannot suppress it.
 */
export type MailKind<K extends MailKindName> = {
  render(ctx: Context, mail: MailRequest<K>): Promise<MailContent | undefined>;
  isSecret?: boolean;
  isWarning?: boolean;
};

/** Mail is a layer below the features that write mails, so they pass their kinds to it (server/registry.ts). */
export type MailKinds = { [K in MailKindName]: MailKind<K> };

type StoredMail = { kind: string; payload: unknown; language: Language };

/** @throws when the kind is unknown, which only an older or newer version of this program can cause */
export function renderMail(kinds: MailKinds, ctx: Context, mail: StoredMail): Promise<MailContent | undefined> {
  return kindOf(kinds, mail.kind).render(ctx, { payload: mail.payload, language: mail.language });
}

export const isSecretMail = (kinds: MailKinds, mail: StoredMail): boolean => kindOf(kinds, mail.kind).isSecret ?? false;

export const isWarning = (kinds: MailKinds, mail: StoredMail): boolean => kindOf(kinds, mail.kind).isWarning ?? false;

type AnyKind = {
  render(ctx: Context, mail: { payload: unknown; language: Language }): Promise<MailContent | undefined>;
  isSecret?: boolean;
  isWarning?: boolean;
};

/** `queueMail` stored the payload with its kind, so that kind accepts it. */
function kindOf(kinds: MailKinds, name: string): AnyKind {
  if (!Object.hasOwn(kinds, name)) throw new Error(`There is no mail of the kind ${name}.`);
  return kinds[name as MailKindName] as AnyKind;
}

/** The keys of mails, and common ones: names of months, places of events, alerts and roles. */
type Key =
  | `mail:${ParseKeys<'mail'>}`
  | ParseKeys<'common'>
  | `staff-orders:alerts.kinds.${(typeof ALERT_KINDS)[number]}`
  | 'staff:places'
  | `staff:roles.${StaffRole}`
  | `staff:role_texts.${StaffRole}`;

/** Translates keys to plain text in one language: `t('mail:ticket.profile')`. */
export const mailTranslator =
  (language: Language) =>
  (key: Key, params: Record<string, string | number> = {}): string =>
    String(translators[language].t(key, params));
