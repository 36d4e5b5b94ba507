import { PHONE_FORMAT } from '#shared/accounts/account.schemas.ts';
import { isEmail } from '#shared/accounts/account-rules.ts';
import { isWebAddress, readSocialLink } from '#shared/accounts/social-media.ts';
import {
  CAPACITY_MAX,
  FLOORS,
  LANGUAGES,
  CLAIM_HOURS_MAX,
  DENIAL_HOURS_MAX,
  OFFER_MINUTES_MAX,
  OFFER_MINUTES_MIN,
  TICKETS_PER_PERSON_MAX,
  RESALE_FEE_MAX,
  STATUSES,
} from '#shared/constants.ts';
import { writeOpening } from '#shared/opening.ts';
import { openingProblem, readOpening } from '#shared/written-opening.ts';
import { colourProblem, readColour, readLogo, tidyLogo } from './club-look.ts';
import { ticketTypesProblem, tidyTicketTypes } from './ready-ticket-types.ts';

const LINE_MAX = 200;
const STAGE_NAME_MAX = 40;
const PARAGRAPH_MAX = 600;
const PROSE_MAX = 20_000;
const LINKS_MAX = 10;

/** A text is written in each language; `all` is for texts without a language, such as a phone number. */
export const TEXT_LANGUAGES = [...LANGUAGES, 'all'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/**
 * The kind of a text: `yesno` is `yes` or `no`, `ticketTypes` the format of `ready-ticket-types.ts`,
 * `opening` that of `shared/opening.ts`, `colour` and `logo` those of `club-look.ts`, `prose` has paragraphs, a `note` too but may be empty, `links` has one address per line, `number`
 * goes from `least` (1) to `most` (for a line, its length), else it is a `problem`.
 */
export type TextKind =
  | 'line'
  | 'phone'
  | 'email'
  | 'links'
  | 'opening'
  | 'prose'
  | 'note'
  | 'number'
  | 'yesno'
  | 'ticketTypes'
  | 'colour'
  | 'logo';

type SiteText<Key extends string = string> = {
  key: Key;
  kind: TextKind;
  languages: readonly TextLanguage[];
  most?: number;
  least?: number;
  problem?: string;
};

/** Georgian first, as in every form of the console. */
const translated = <Key extends string>(key: Key, kind: TextKind): SiteText<Key> => ({ key, kind, languages: ['ka', 'en'] });
const shared = <Key extends string>(key: Key, kind: TextKind): SiteText<Key> => ({ key, kind, languages: ['all'] });
const number = <Key extends string>(key: Key, most: number, problem: string, least = 1): SiteText<Key> => ({
  ...shared(key, 'number'),
  most,
  least,
  problem,
});
const line = <Key extends string>(key: Key, most = LINE_MAX): SiteText<Key> => ({ ...translated(key, 'line'), most });
const prose = <Key extends string>(key: Key): SiteText<Key> => translated(key, 'prose');

/** Every text that staff may edit, by screen. `club:…` are the club's own data, all others are texts of the locale files. */
export const TEXT_GROUPS = {
  club: [
    line('club:name'),
    line('club:address'),
    translated('club:directions', 'note'),
    shared('club:phone', 'phone'),
    shared('club:email', 'email'),
    shared('club:links', 'links'),
    shared('club:opening', 'opening'),
  ],
  look: [shared('club:colour', 'colour'), shared('club:text_colour', 'colour'), shared('club:logo', 'logo')],
  house: [
    number('club:capacity', CAPACITY_MAX, 'validation.capacity'),
    number('club:stages', FLOORS.length, 'validation.stages'),
    ...FLOORS.map((floor) => line(`events:stages.${floor}`, STAGE_NAME_MAX)),
  ],
  events: [
    shared('club:verified', 'yesno'),
    shared('club:names', 'yesno'),
    number('club:places', TICKETS_PER_PERSON_MAX, 'validation.tickets_per_person'),
    shared('club:ticketTypes', 'ticketTypes'),
    shared('club:reminder', 'yesno'),
  ],
  tickets: [
    shared('club:waitlist', 'yesno'),
    number('club:offer', OFFER_MINUTES_MAX, 'validation.offer_minutes', OFFER_MINUTES_MIN),
    shared('club:door_sale', 'yesno'),
    number('club:claims', CLAIM_HOURS_MAX, 'validation.claim_hours'),
    shared('club:transfers', 'yesno'),
    shared('club:resale', 'yesno'),
    shared('club:resale_always', 'yesno'),
    number('club:resale_fee', RESALE_FEE_MAX, 'validation.resale_fee', 0),
  ],
  door: [number('club:denial', DENIAL_HOURS_MAX, 'validation.denial_hours')],
  statuses: STATUSES.map((status) => line(`accounts:status_meaning.${status}`, PARAGRAPH_MAX)),
  home: [
    line('home:about.title'),
    line('home:about.text', PARAGRAPH_MAX),
    line('home:rent.title'),
    line('home:rent.text'),
    line('home:play.title'),
    line('home:play.text'),
    line('home:meta', PARAGRAPH_MAX),
  ],
  about: [
    prose('pages:about.p1'),
    prose('pages:about.p2'),
    line('pages:about.lead'),
    translated('pages:about.way_home', 'note'),
    translated('pages:about.access', 'note'),
    line('pages:about.meta', PARAGRAPH_MAX),
  ],
  rentals: [prose('pages:rentals.p1'), prose('pages:rentals.p2'), line('pages:rentals.meta', PARAGRAPH_MAX)],
  djs: [prose('pages:djs.p1'), prose('pages:djs.p2'), line('pages:djs.meta', PARAGRAPH_MAX)],
  terms: (['rules', 'entry', 'floor', 'tickets', 'privacy', 'who', 'what', 'how_long', 'who_sees', 'device', 'rights'] as const).map(
    (part) => prose(`terms:${part}.text`),
  ),
} as const satisfies Record<string, readonly SiteText[]>;
export type TextGroup = keyof typeof TEXT_GROUPS;
export type TextKey = (typeof TEXT_GROUPS)[TextGroup][number]['key'];
/** What the set-up asks about the house; empty ones are left out on the site. */
export const HOUSE_KEYS = [
  'club:directions',
  'pages:about.way_home',
  'pages:about.access',
  'pages:about.p1',
] as const satisfies readonly TextKey[];
/** The club's own data. */
export type ClubKey = Extract<TextKey, `club:${string}`>;

export const allTexts: readonly SiteText<TextKey>[] = Object.values(TEXT_GROUPS).flat();

export const textOfKey = (key: string): SiteText<TextKey> | undefined => allTexts.find((text) => text.key === key);

/** Identifies one text in one language, for forms and errors: `pages:about.p1 en`. */
export const textId = ({ key, language }: { key: string; language: TextLanguage }): string => `${key} ${language}`;

/** Normalizes line breaks, trims, and leaves at most one empty line in a row. */
const tidyText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

/** Links as full addresses, also from `@name` and `instagram.com/name`; anything else is left as written. */
const tidyLinks = (text: string): string =>
  text
    .split('\n')
    .map((line) => readSocialLink(line) ?? line)
    .join('\n');

/** Returns a text of this kind in its stored form: tidied, with full link addresses and full opening times. */
export function storedText(kind: TextKind | undefined, text: string): string {
  const tidied = tidyText(text);
  if (kind === 'links') return tidyLinks(tidied);
  if (kind === 'ticketTypes') return tidyTicketTypes(tidied);
  if (kind === 'logo') return tidyLogo(tidied);
  if (kind === 'colour') return readColour(tidied) ?? tidied;
  const opening = kind === 'opening' ? readOpening(tidied) : undefined;
  return opening ? writeOpening(opening) : tidied;
}

/**
 * Returns the error of a text, as a key of `forms`; undefined if it is valid. `standard`: the text it replaces, empty if the text may be
 * empty; `filled`: the placeholders that the code fills in.
 */
export function checkText(
  { kind, most = LINE_MAX, least = 1, problem }: Omit<SiteText, 'key' | 'languages'>,
  text: string,
  { standard, filled }: { standard: string; filled: readonly string[] },
): string | undefined {
  if (text === '' && standard === '') return undefined;
  if (kind === 'prose') return checkProse(text, filled);
  if (kind === 'note') return text.length > PROSE_MAX ? 'validation.too_long' : undefined;
  if (kind === 'links') return checkLinks(text);
  if (kind === 'opening') return openingProblem(text)?.key;
  if (kind === 'ticketTypes') return ticketTypesProblem(text)?.key;
  if (kind === 'colour') return colourProblem(text);
  if (kind === 'logo') return logoProblem(text);
  if (kind === 'yesno') return text === 'yes' || text === 'no' ? undefined : 'validation.invalid';
  if (kind === 'number') return /^(0|[1-9]\d*)$/.test(text) && Number(text) >= least && Number(text) <= most ? undefined : problem;
  if (text === '') return 'validation.text_required';
  if (text.length > (kind === 'line' ? most : LINE_MAX)) return 'validation.too_long';
  if (text.includes('\n')) return 'validation.one_line';
  if (kind === 'phone') return PHONE_FORMAT.test(text) ? undefined : 'validation.phone_format_invalid';
  if (kind === 'email') return isEmail(text) ? undefined : 'validation.invalid_email';
  return checkPlaceholders(text, filled);
}

function logoProblem(text: string): string | undefined {
  const logo = readLogo(text);
  return 'problem' in logo ? logo.problem : undefined;
}

function checkProse(text: string, filled: readonly string[]): string | undefined {
  if (text === '') return 'validation.text_required';
  return text.length > PROSE_MAX ? 'validation.too_long' : checkPlaceholders(text, filled);
}

/** The code fills in placeholders such as `{{hold}}`: a text may use or omit these, and may have no others. */
function checkPlaceholders(text: string, filled: readonly string[]): string | undefined {
  const isKnown = placeholdersIn(text).every((name) => filled.includes(name));
  const rest = text.replaceAll(PLACEHOLDER, '');
  return isKnown && !/\{\{|\}\}|\$t\(/.test(rest) ? undefined : 'validation.placeholders';
}

function checkLinks(text: string): string | undefined {
  const links = text === '' ? [] : text.split('\n');
  if (links.length > LINKS_MAX) return 'validation.too_long';
  return links.every(isPlainLink) ? undefined : 'validation.link_format';
}

const isPlainLink = (text: string): boolean => text.length <= LINE_MAX && /^https?:/i.test(text) && isWebAddress(text);

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** The names in double braces: `{{hold}}` → `hold`. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
