import type { Context } from '#server/platform/context.ts';
import { type MailContent, type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { composeEventMail, mailedName } from '#server/sales/tickets/event-mail.ts';
import type { Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { moneyText, toGel } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { zoneText } from '#shared/time-zone.ts';
import { findEntryById, findOpenOffer, findWaitedEvent, type WaitedEvent } from './waitlist.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'waitlist-offer': { entryId: number };
    'waitlist-lapsed': { entryId: number };
  }
}

/** Tells a guest of the waitlist that places are held in the cart, and until when. Skipped once they are bought or released. */
export const waitlistOfferMail: MailKind<'waitlist-offer'> = {
  async render(ctx, { payload: { entryId }, language }) {
    const offer = await findOpenOffer(ctx.db, entryId);
    const event = offer && (await findWaitedEvent(ctx.db, offer.eventId));
    if (!event || offer.heldUntil <= ctx.clock.now()) return undefined;
    const t = mailTranslator(language);
    const until = timeText(offer.heldUntil);
    const price = moneyText(toGel(offer.quantity * offer.priceTetri));
    return compose(ctx, event, language, {
      kind: 'waitlistOffer',
      params: { count: offer.quantity, until },
      rows: [[t('mail:waitlistOffer.places'), t('mail:waitlistOffer.placesText', { count: offer.quantity, price })]],
      link: { label: t('mail:waitlistOffer.link'), url: `${ctx.env.publicUrl}${paths.cart}` },
    });
  },
};

/** Tells a guest that the held places went to the next entry, and how to join the waitlist again. */
export const waitlistLapsedMail: MailKind<'waitlist-lapsed'> = {
  async render(ctx, { payload: { entryId }, language }) {
    const entry = await findEntryById(ctx.db, entryId);
    const event = entry && (await findWaitedEvent(ctx.db, entry.eventId));
    if (!event || event.state !== 'published' || event.startsAt <= ctx.clock.now()) return undefined;
    const t = mailTranslator(language);
    return compose(ctx, event, language, {
      kind: 'waitlistLapsed',
      params: { count: entry.quantity, until: '' },
      rows: [],
      link: { label: t('mail:waitlistLapsed.link'), url: `${ctx.env.publicUrl}${paths.event(event.id)}` },
    });
  },
};

type Parts = {
  kind: 'waitlistOffer' | 'waitlistLapsed';
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
    text: t(`mail:${kind}.intro`, { ...params, zone: zoneText(t) }),
    rows,
    link,
    note: t(`mail:${kind}.note`),
  });
}
