import { isEmail, PHONE_FORMAT } from '#shared/accounts/account.schemas.ts';
import { isWebAddress, readSocialLink } from '#shared/accounts/social-media.ts';
import type { TextKind } from './site-texts.ts';
import { openingProblem, readOpening, writeOpening } from './written-opening.ts';

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
