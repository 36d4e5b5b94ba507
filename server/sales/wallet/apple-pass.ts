import { iconPng } from '#server/content/sharing/icons.ts';
import type { AppleWallet } from '#server/platform/config/env-wallet.ts';
import type { Context } from '#server/platform/context.ts';
import { translators } from '#server/platform/translators.ts';
import { codeForHolder } from '#server/sales/tickets/ticket-code.ts';
import type { MailedTicket } from '#server/sales/tickets/tickets.queries.ts';
import type { Language } from '#shared/constants.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { eventTheme, type EventTheme } from '#shared/media/covers.ts';
import { moneyText, toGel } from '#shared/money.ts';

const ICON = 29;
const SCALES = [1, 2, 3] as const;

/** Returns the ticket as a signed `.pkpass`, which the phone shows near the venue at the time of the event. */
export async function applePass(wallet: AppleWallet, facts: PassFacts, language: Language): Promise<Buffer> {
  // Loaded with the first pass, because most clubs use none.
  const { PKPass } = await import('passkit-generator');
  const { t } = translators[language];
  const { passphrase } = wallet;
  const certificates = {
    wwdr: wallet.wwdr,
    signerCert: wallet.certificate,
    signerKey: wallet.key,
    ...(passphrase !== undefined && { signerKeyPassphrase: passphrase }),
  };
  const pass = new PKPass(await icons(), certificates, {
    passTypeIdentifier: wallet.passTypeId,
    teamIdentifier: wallet.teamId,
    organizationName: facts.club,
    serialNumber: facts.number,
    description: `${t('tickets:ticket')} ${facts.number}`,
    logoText: facts.club,
    backgroundColor: rgb(facts.colours.paper),
    foregroundColor: rgb(facts.colours.on),
    labelColor: rgb(facts.colours.on),
  });
  pass.type = 'eventTicket';
  pass.primaryFields.push({ key: 'event', label: '', value: facts.event });
  pass.secondaryFields.push({
    key: 'doors',
    label: t('mail:ticket.start'),
    value: new Date(facts.startsAt),
    dateStyle: 'PKDateStyleMedium',
    timeStyle: 'PKDateStyleShort',
  });
  pass.auxiliaryFields.push({ key: 'ticketType', label: t('tickets:ticketType'), value: facts.ticketType });
  pass.auxiliaryFields.push({ key: 'price', label: t('tickets:price'), value: facts.price });
  pass.backFields.push({ key: 'ticket', label: t('tickets:ticket'), value: facts.number });
  pass.backFields.push({ key: 'place', label: t('tickets:place'), value: `${facts.club}, ${facts.address}` });
  pass.backFields.push({ key: 'once', label: '', value: t('mail:ticket.once') });
  pass.setBarcodes({ format: 'PKBarcodeFormatQR', message: facts.code, messageEncoding: 'iso-8859-1', altText: facts.number });
  pass.setRelevantDate(new Date(facts.startsAt));
  pass.setExpirationDate(new Date(facts.endsAt));
  return pass.getAsBuffer();
}

async function icons(): Promise<Record<string, Buffer>> {
  const made = SCALES.map(async (scale) => [`icon${scale === 1 ? '' : `@${scale}x`}.png`, await iconPng(ICON * scale)] as const);
  return Object.fromEntries(await Promise.all(made));
}

/** Converts `#RRGGBB` to the notation of the format. */
function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

/** The facts of a ticket for any wallet, in one language. */
export type PassFacts = {
  eventId: number;
  number: string;
  club: string;
  address: string;
  event: string;
  ticketType: string;
  price: string;
  startsAt: string;
  endsAt: string;
  colours: EventTheme;
  code: string;
};

export function passFacts(ctx: Context, ticket: MailedTicket, event: EventView, language: Language): PassFacts {
  const venue = ctx.venue();
  const isGeorgian = language === 'ka';
  return {
    eventId: ticket.eventId,
    number: String(ticket.id),
    club: isGeorgian ? venue.nameKa : venue.name,
    address: isGeorgian ? venue.addressKa : venue.address,
    event: eventName(event, language),
    ticketType: isGeorgian ? ticket.ticketTypeName : ticket.ticketTypeNameLat,
    price: moneyText(toGel(ticket.priceTetri)),
    startsAt: event.startDate,
    endsAt: event.endDate,
    colours: eventTheme(ticket.eventId),
    code: codeForHolder(ctx.keys, ticket),
  };
}
