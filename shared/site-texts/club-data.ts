import { writeOpening } from '#shared/opening.ts';
import { readOpening } from '#shared/written-opening.ts';
import type { Site } from '#shared/rendering.ts';
import type { ClubLook } from './club-look.ts';
import type { ClubKey, TextLanguage } from './site-texts.ts';

/** What every page may know about the club, and defaults that only new events use. */
type Club = Omit<Site, 'publicUrl' | 'termsChangedOn' | 'wallets'> &
  ClubLook & {
    verifiedOnly: boolean;
    /** New events want a name on each ticket. */
    namesRequired: boolean;
    /** How many hours before the doors unclaimed tickets can no longer be claimed by a link. */
    claimHours: number;
    /** Ticket holders get a mail the day before. */
    reminder: boolean;
    ticketsPerPerson: number;
    readyTicketTypes: string;
    /** How long each door hears that a guest was denied. */
    denialHours: number;
    /** For how many minutes a free place is held for a waiting guest. */
    offerMinutes: number;
    /** Tickets are sold by the door sale. */
    doorSale: boolean;
    /** Guests may transfer tickets to friends. */
    transfers: boolean;
    /**
     * Guests may list tickets for resale once an event is sold out, with `resaleAlways` also before; `resaleFee`: the percentage that the
     * club keeps.
     */
    resale: boolean;
    resaleAlways: boolean;
    resaleFee: number;
  };

/** How a value of the club's data is stored as text and read from it. */
type ClubValue = { write(club: Club, language: TextLanguage): string; read(text: string, language: TextLanguage): Partial<Club> };

type FieldsOf<T> = { [Name in keyof Club]-?: Club[Name] extends T ? Name : never }[keyof Club];

const yesno = (name: FieldsOf<boolean>): ClubValue => ({
  write: (club) => (club[name] ? 'yes' : 'no'),
  read: (text) => ({ [name]: text === 'yes' }),
});
const plain = (name: keyof ClubLook): ClubValue => ({ write: (club) => club[name], read: (text) => ({ [name]: text }) });
const count = (name: FieldsOf<number>): ClubValue => ({ write: (club) => String(club[name]), read: (text) => ({ [name]: Number(text) }) });

export const clubData: Record<ClubKey, ClubValue> = {
  'club:name': {
    write: ({ name, nameKa }, language) => (language === 'ka' ? nameKa : name),
    read: (text, language) => (language === 'ka' ? { nameKa: text } : { name: text }),
  },
  'club:address': {
    write: ({ address, addressKa }, language) => (language === 'ka' ? addressKa : address),
    read: (text, language) => (language === 'ka' ? { addressKa: text } : { address: text }),
  },
  'club:directions': {
    write: ({ directions, directionsKa }, language) => (language === 'ka' ? directionsKa : directions),
    read: (text, language) => (language === 'ka' ? { directionsKa: text } : { directions: text }),
  },
  'club:phone': { write: ({ phone }) => phone, read: (phone) => ({ phone }) },
  'club:email': { write: ({ email }) => email, read: (email) => ({ email }) },
  'club:links': {
    write: ({ socialLinks }) => socialLinks.join('\n'),
    read: (text) => ({ socialLinks: text === '' ? [] : text.split('\n') }),
  },
  'club:opening': {
    write: ({ opening }) => writeOpening(opening),
    read(text) {
      const opening = readOpening(text);
      return opening ? { opening } : {};
    },
  },
  'club:colour': plain('colour'),
  'club:text_colour': plain('textColour'),
  'club:logo': plain('logo'),
  'club:stages': count('stages'),
  'club:verified': yesno('verifiedOnly'),
  'club:names': yesno('namesRequired'),
  'club:claims': count('claimHours'),
  'club:reminder': yesno('reminder'),
  'club:denial': count('denialHours'),
  'club:waitlist': yesno('waitlist'),
  'club:offer': count('offerMinutes'),
  'club:door_sale': yesno('doorSale'),
  'club:transfers': yesno('transfers'),
  'club:resale': yesno('resale'),
  'club:resale_always': yesno('resaleAlways'),
  'club:resale_fee': count('resaleFee'),
  'club:places': count('ticketsPerPerson'),
  'club:ticketTypes': { write: ({ readyTicketTypes }) => readyTicketTypes, read: (readyTicketTypes) => ({ readyTicketTypes }) },
  'club:capacity': count('capacity'),
};

export const isClubKey = (key: string): key is ClubKey => Object.hasOwn(clubData, key);

/** Returns the club with these texts in place of its own. */
export const withTexts = <Known extends Partial<Club>>(
  club: Known,
  texts: readonly { key: string; language: TextLanguage; value: string }[],
): Known =>
  texts.reduce((shown, { key, language, value }) => (isClubKey(key) ? { ...shown, ...clubData[key].read(value, language) } : shown), club);
