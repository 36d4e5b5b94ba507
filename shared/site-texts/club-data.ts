import { writeOpening } from '#shared/opening.ts';
import { readOpening } from '#shared/written-opening.ts';
import type { Site } from '#shared/rendering.ts';
import type { ClubKey, TextLanguage } from './site-texts.ts';

/** What every page may know of the club, and what only new events begin with. */
export type Club = Omit<Site, 'publicUrl' | 'termsChangedOn' | 'trackers' | 'wallets'> & {
  verifiedOnly: boolean;
  /** Holders of tickets get a mail the day before. */
  reminder: boolean;
  placesPerPerson: number;
  readyReleases: string;
};

/** How a value of the club's data is stored as a text, and read from it. */
type ClubValue = { write(club: Club, language: TextLanguage): string; read(text: string, language: TextLanguage): Partial<Club> };

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
  'club:stages': { write: ({ stages }) => String(stages), read: (text) => ({ stages: Number(text) }) },
  'club:verified': {
    write: ({ verifiedOnly }) => (verifiedOnly ? 'yes' : 'no'),
    read: (text) => ({ verifiedOnly: text === 'yes' }),
  },
  'club:reminder': {
    write: ({ reminder }) => (reminder ? 'yes' : 'no'),
    read: (text) => ({ reminder: text === 'yes' }),
  },
  'club:places': {
    write: ({ placesPerPerson }) => String(placesPerPerson),
    read: (text) => ({ placesPerPerson: Number(text) }),
  },
  'club:releases': { write: ({ readyReleases }) => readyReleases, read: (readyReleases) => ({ readyReleases }) },
  'club:capacity': { write: ({ capacity }) => String(capacity), read: (text) => ({ capacity: Number(text) }) },
};

export const isClubKey = (key: string): key is ClubKey => Object.hasOwn(clubData, key);

/** Returns the club with these texts in place of its own. */
export const withTexts = <Known extends Partial<Club>>(
  club: Known,
  texts: readonly { key: string; language: TextLanguage; value: string }[],
): Known =>
  texts.reduce((shown, { key, language, value }) => (isClubKey(key) ? { ...shown, ...clubData[key].read(value, language) } : shown), club);
