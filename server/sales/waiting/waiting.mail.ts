import type { Context } from '#server/platform/context.ts';
import { type MailContent, type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import type { Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { moneyText, toGel } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { findEntryById, findOpenOffer, findWaitedEvent, type WaitedEvent } from './waiting.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'waiting-offer': { entryId: number };
    'waiting-lapsed': { entryId: number };
  }
}

/** Tells somebody who waited that places are held in their cart, and until when. Skipped once they are bought or free again. */
export const waitingOfferMail: MailKind<'waiting-offer'> = {
  async render(ctx, { payload: { entryId }, language }) {
    const offer = await findOpenOffer(ctx.db, entryId);
    const event = offer && (await findWaitedEvent(ctx.db, offer.eventId));
    if (!event || offer.heldUntil <= ctx.clock.now()) return undefined;
    const t = mailTranslator(language);
    const until = timeText(offer.heldUntil);
    const price = moneyText(toGel(offer.quantity * offer.priceTetri));
    return compose(ctx, event, language, {
      kind: 'waitingOffer',
      params: { count: offer.quantity, until },
      rows: [[t('mail:waitingOffer.places'), t('mail:waitingOffer.placesText', { count: offer.quantity, price })]],
      link: { label: t('mail:waitingOffer.link'), url: `${ctx.env.publicUrl}${paths.cart}` },
    });
  },
};

/** Tells somebody that the held places went on to the next one, and how to wait anew. */
export const waitingLapsedMail: MailKind<'waiting-lapsed'> = {
  async render(ctx, { payload: { entryId }, language }) {
    const entry = await findEntryById(ctx.db, entryId);
    const event = entry && (await findWaitedEvent(ctx.db, entry.eventId));
    if (!event || event.state !== 'published' || event.startsAt <= ctx.clock.now()) return undefined;
    const t = mailTranslator(language);
    return compose(ctx, event, language, {
      kind: 'waitingLapsed',
      params: { count: entry.quantity, until: '' },
      rows: [],
      link: { label: t('mail:waitingLapsed.link'), url: `${ctx.env.publicUrl}${paths.event(event.id)}` },
    });
  },
};

type Parts = {
  kind: 'waitingOffer' | 'waitingLapsed';
  params: { count: number; until: string };
  rows: readonly (readonly [string, string])[];
  link: { label: string; url: string };
};

function compose(ctx: Context, event: WaitedEvent, language: Language, { kind, params, rows, link }: Parts): MailContent {
  const t = mailTranslator(language);
  return composeEventMail(ctx, {
    event,
    language,
    subject: t(`mail:${kind}.subject`, { ...params, event: mailedName(event, language) }),
    heading: t(`mail:${kind}.heading`, params),
    text: t(`mail:${kind}.intro`, params),
    rows,
    link,
    note: t(`mail:${kind}.note`),
  });
}
