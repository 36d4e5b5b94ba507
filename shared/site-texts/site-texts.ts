import { LANGUAGES } from '#shared/constants.ts';

/** A text is written in each language; `all` is for texts without one, such as a phone number. */
export const TEXT_LANGUAGES = [...LANGUAGES, 'all'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** The kind of a text: `prose` has paragraphs, `links` one address a line, `opening` the format of `shared/opening.ts`. */
export type TextKind = 'line' | 'phone' | 'email' | 'links' | 'opening' | 'prose';

export type SiteText = { key: string; kind: TextKind; languages: readonly TextLanguage[] };

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
