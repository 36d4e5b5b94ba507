import type { ParseKeys } from 'i18next';
import type { Context } from '#server/platform/context.ts';
import { translators } from '#server/platform/translators.ts';
import type { Language, Status } from '#shared/constants.ts';

/** What each kind of mail is queued with: ids to look up later, or a secret that must not be stored longer. */
export type MailPayloads = {
  ticket: { orderId: number };
  refund: { refundId: number };
  'event-notice': { noticeId: number; userId: number };
  'password-reset': { token: string };
  /** A wire time. */
  'password-changed': { changedAt: string };
  enquiry: { enquiryId: number };
  'enquiry-reply': { replyId: number };
  welcome: { userId: number };
  'account-status': { userId: number; status: Status; reason?: string };
};
export type MailKindName = keyof MailPayloads;

/** A picture inside the mail; the HTML shows it as `cid:<cid>`. */
export type InlinePicture = { cid: string; filename: string; png: Buffer };

/** A file that comes with the mail, its name in ASCII. */
export type AttachedFile = { filename: string; contentType: string; content: Buffer };

/** A mail as a person reads it: the same facts twice, as HTML and as text. `replyTo` is one address. */
export type MailContent = {
  subject: string;
  html: string;
  text: string;
  pictures: InlinePicture[];
  files?: AttachedFile[];
  replyTo?: string;
  /** A person wrote it, for this one reader. */
  isPersonal?: boolean;
};

export type MailRequest<K extends MailKindName> = { payload: MailPayloads[K]; language: Language };

/** `render` runs when the mail leaves and answers nothing when there is nothing left to say. A secret payload is deleted after sending. */
export type MailKind<K extends MailKindName> = {
  render(ctx: Context, mail: MailRequest<K>): Promise<MailContent | undefined>;
  isSecret?: boolean;
};

/** Mail stands below the features that write mails, so they hand it their kinds (server/registry.ts). */
export type MailKinds = { [K in MailKindName]: MailKind<K> };

type StoredMail = { kind: string; payload: unknown; language: Language };

/** @throws when the kind is unknown, which only an older or newer version of this program can cause */
export function renderMail(kinds: MailKinds, ctx: Context, mail: StoredMail): Promise<MailContent | undefined> {
  return kindOf(kinds, mail.kind).render(ctx, { payload: mail.payload, language: mail.language });
}

export const isSecretMail = (kinds: MailKinds, mail: StoredMail): boolean => kindOf(kinds, mail.kind).isSecret ?? false;

type AnyKind = {
  render(ctx: Context, mail: { payload: unknown; language: Language }): Promise<MailContent | undefined>;
  isSecret?: boolean;
};

/** `queueMail` stored the payload with its kind, so the kind found under that name takes that payload. */
function kindOf(kinds: MailKinds, name: string): AnyKind {
  if (!Object.hasOwn(kinds, name)) throw new Error(`There is no mail of the kind ${name}.`);
  return kinds[name as MailKindName] as AnyKind;
}

/** The keys of mails, and the common ones such as the names of months. */
type Key = `mail:${ParseKeys<'mail'>}` | ParseKeys<'common'>;

/** The sentences of a language as plain text: `t('mail:ticket.profile')`. */
export const mailTranslator =
  (language: Language) =>
  (key: Key, params: Record<string, string | number> = {}): string =>
    String(translators[language].t(key, params));
