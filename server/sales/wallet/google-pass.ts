import { importPKCS8, SignJWT } from 'jose';
import type { Language } from '#shared/constants.ts';
import type { GoogleWallet } from '#server/platform/config/env-wallet.ts';
import type { PassFacts } from './pass-facts.ts';

const SAVE_URL = 'https://pay.google.com/gp/v/save/';

type Options = { language: Language; origin: string; at: Date };

/** The address that offers to save the ticket: class and object travel in it, signed with our account's key. */
export async function googlePassUrl(wallet: GoogleWallet, facts: PassFacts, { language, origin, at }: Options): Promise<string> {
  const said = (value: string) => ({ defaultValue: { language, value } });
  const classId = `${wallet.issuerId}.event-${facts.eventId}`;
  const night = {
    id: classId,
    issuerName: facts.club,
    reviewStatus: 'UNDER_REVIEW',
    eventName: said(facts.event),
    venue: { name: said(facts.club), address: said(facts.address) },
    dateTime: { doorsOpen: facts.startsAt, start: facts.startsAt, end: facts.endsAt },
  };
  const ticket = {
    id: `${wallet.issuerId}.ticket-${facts.number}`,
    classId,
    state: 'ACTIVE',
    ticketNumber: facts.number,
    ticketType: said(facts.release),
    hexBackgroundColor: facts.colours.paper,
    barcode: { type: 'QR_CODE', value: facts.code, alternateText: facts.number },
  };
  const token = new SignJWT({
    typ: 'savetowallet',
    origins: [origin],
    payload: { eventTicketClasses: [night], eventTicketObjects: [ticket] },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(wallet.email)
    .setAudience('google')
    .setIssuedAt(Math.floor(at.getTime() / 1000));
  return SAVE_URL + (await token.sign(await importPKCS8(wallet.privateKey, 'RS256')));
}
