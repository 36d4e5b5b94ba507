import type { Context } from '#server/platform/context.ts';
import { composeMail, type Fact } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import type { OrderedPayment, Refund } from '#server/sales/payments/payments.queries.ts';
import { CURRENCY, type Language } from '#shared/constants.ts';
import { dateText } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { moneyText, toGel } from '#shared/money.ts';
import { findMailedRefund, type MailedRefund, type RefundedPlaces } from './refunds.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    refund: { refundId: number };
  }
}

/** States the amount of a refund, its reason and when to expect it. */
export const refundMail: MailKind<'refund'> = {
  async render(ctx, { payload, language }) {
    const refund = await findMailedRefund(ctx.db, payload.refundId);
    const [first] = refund?.places ?? [];
    if (!refund || !first) return undefined;
    const t = mailTranslator(language);
    const isFree = refund.amountTetri === 0;
    return composeMail(ctx.venue(), {
      language,
      subject: t(`mail:refund.${subjectOf(refund)}`, { event: eventName(first, language), amount: amountText(refund) }),
      heading: isFree ? t('mail:refund.headingFree') : t('mail:refund.heading'),
      colours: eventTheme(first.eventId),
      blocks: [
        { type: 'paragraph', text: t(`mail:refund.intro.${introOf(refund)}`) },
        { type: 'facts', rows: factsOf(refund, language) },
        ...(isFree ? [] : [{ type: 'note' as const, text: t('mail:refund.when') }]),
      ],
    });
  },
};

/** A ticket without a price is only cancelled; of a cancelled event that comes first. */
function subjectOf({ amountTetri, reason }: MailedRefund) {
  if (amountTetri === 0) return 'subjectFree';
  return reason === 'event_cancelled' ? 'subjectCancelled' : 'subject';
}

/** Money for a cancelled event, or of a banned guest, found no place either: the mail names that reason. */
function introOf({ reason, places, wasBanned }: MailedRefund) {
  if (reason !== 'no_place') return reason;
  if (places.some(({ isCancelled }) => isCancelled)) return 'came_too_late';
  return wasBanned ? 'banned' : reason;
}

const eventName = (places: RefundedPlaces, language: Language): string => (language === 'ka' ? places.eventName : places.eventNameLat);
const ticketTypeName = (places: RefundedPlaces, language: Language): string =>
  language === 'ka' ? places.ticketTypeName : places.ticketTypeNameLat;

function factsOf(refund: MailedRefund, language: Language): Fact[] {
  const t = mailTranslator(language);
  const facts = refund.places.flatMap((places): Fact[] => [
    [t('mail:refund.event'), `${eventName(places, language)}, ${dateText(places.startsAt, language, t)}`],
    [t('mail:refund.tickets'), `${places.quantity} × ${ticketTypeName(places, language)}`],
  ]);
  const amount: Fact[] = refund.amountTetri > 0 ? [[t('mail:refund.amount'), amountText(refund)]] : [];
  const reason: Fact[] = refund.note === '' ? [] : [[t('mail:refund.reason'), refund.note]];
  const fee: Fact[] = refund.feeTetri > 0 ? [[t('mail:refund.fee'), moneyText(toGel(refund.feeTetri))]] : [];
  return [...facts, ...amount, ...fee, ...reason, [t('mail:refund.order'), String(refund.orderId)]];
}

/** Another currency comes only from a bank's mistake that staff resolved. */
function amountText({ amountTetri, currency }: MailedRefund): string {
  return currency === CURRENCY ? moneyText(toGel(amountTetri)) : `${toGel(amountTetri).toFixed(2)} ${currency}`;
}

/** Queues one mail to the guest about a refund and its reason, in the caller's transaction. */
export function mailRefund(tx: Context, { order, email }: OrderedPayment, { id: refundId }: Refund): Promise<void> {
  return queueMail(tx, { key: `refund:${refundId}`, kind: 'refund', recipient: email, language: order.language, payload: { refundId } });
}
