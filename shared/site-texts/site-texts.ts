import { isEmail, PHONE_FORMAT } from '#shared/accounts/account.schemas.ts';
import { isWebAddress, readSocialLink } from '#shared/accounts/social-media.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { openingProblem, readOpening, writeOpening } from '#shared/opening.ts';

/** A text is written in each language; `all` is for texts without one, such as a phone number. */
export const TEXT_LANGUAGES = [...LANGUAGES, 'all'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** The kind of a text: `prose` has paragraphs, `links` one address a line, `opening` the format of `shared/opening.ts`. */
type TextKind = 'line' | 'phone' | 'email' | 'links' | 'opening' | 'prose';

type SiteText = { key: string; kind: TextKind; languages: readonly TextLanguage[] };

const translated = (key: string, kind: TextKind): SiteText => ({ key, kind, languages: LANGUAGES });
const shared = (key: string, kind: TextKind): SiteText => ({ key, kind, languages: ['all'] });
const prose = (key: string): SiteText => translated(key, 'prose');

/** Every text that staff may edit, by its screen. `club:…` are the club's own data, all others are texts of the locale files. */
export const TEXT_GROUPS = {
  club: [
    translated('club:name', 'line'),
    translated('club:address', 'line'),
    shared('club:phone', 'phone'),
    shared('club:email', 'email'),
    shared('club:links', 'links'),
    shared('club:opening', 'opening'),
  ],
  about: [prose('pages:about.p1'), prose('pages:about.p2')],
  rentals: [prose('pages:rentals.p1'), prose('pages:rentals.p2')],
  djs: [prose('pages:djs.p1'), prose('pages:djs.p2')],
  terms: ['rules', 'entry', 'floor', 'tickets', 'privacy', 'who', 'what', 'how_long', 'who_sees', 'device', 'rights'].map((part) =>
    prose(`terms:${part}.text`),
  ),
} as const satisfies Record<string, readonly SiteText[]>;
export type TextGroup = keyof typeof TEXT_GROUPS;

export const allTexts: readonly SiteText[] = Object.values(TEXT_GROUPS).flat();

/** One text in one language, for forms and errors: `pages:about.p1 en`. */
export const textId = ({ key, language }: { key: string; language: TextLanguage }): string => `${key} ${language}`;

const LINE_MAX = 200;
const PROSE_MAX = 20_000;
const LINKS_MAX = 10;

/** Line breaks of one kind, no surrounding whitespace, no more than one empty line. */
const tidyText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

/** Links as whole addresses, also from `@name` and `instagram.com/name`; anything that is no link stays as it was written. */
const tidyLinks = (text: string): string =>
  text
    .split('\n')
    .map((line) => readSocialLink(line) ?? line)
    .join('\n');

/** Returns a text of this kind as it is stored: tidied, links as whole addresses, opening hours with whole times. */
export function keptText(kind: TextKind | undefined, text: string): string {
  const tidied = tidyText(text);
  if (kind === 'links') return tidyLinks(tidied);
  const opening = kind === 'opening' ? readOpening(tidied) : undefined;
  return opening ? writeOpening(opening) : tidied;
}

/** Returns the error of a text, as a key of `forms`; undefined when it is valid. `standard`: the text it replaces. */
export function checkText(kind: TextKind, text: string, standard: string): string | undefined {
  if (kind === 'prose') return checkProse(text, standard);
  if (kind === 'links') return checkLinks(text);
  if (kind === 'opening') return openingProblem(text)?.key;
  if (text === '') return 'validation.text_required';
  if (text.length > LINE_MAX) return 'validation.too_long';
  if (text.includes('\n')) return 'validation.one_line';
  if (kind === 'phone') return PHONE_FORMAT.test(text) ? undefined : 'validation.phone_format_invalid';
  if (kind === 'email') return isEmail(text) ? undefined : 'validation.invalid_email';
  return undefined;
}

/** Placeholders are filled in by the code, such as `{{hold}}`: a text must keep those of the standard one, and may have no others. */
function checkProse(text: string, standard: string): string | undefined {
  if (text === '') return 'validation.text_required';
  if (text.length > PROSE_MAX) return 'validation.too_long';
  const names = placeholdersIn(text);
  const wanted = placeholdersIn(standard);
  const isSame = names.every((name) => wanted.includes(name)) && wanted.every((name) => names.includes(name));
  const rest = text.replaceAll(PLACEHOLDER, '');
  return isSame && !/\{\{|\}\}|\$t\(/.test(rest) ? undefined : 'validation.placeholders';
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
