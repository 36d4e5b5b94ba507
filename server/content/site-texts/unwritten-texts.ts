import { resources } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import type { Translations } from '#shared/rendering.ts';
import type { TextLanguage } from '#shared/site-texts/site-texts.ts';
import { textAt, withWritten } from '#shared/site-texts/written-texts.ts';

/** Texts of the locale files about the example club. */
const ABOUT_THE_HOUSE = [
  'home:about.text',
  'home:rent.text',
  'home:meta',
  'pages:about.p1',
  'pages:about.p2',
  'pages:about.lead',
  'pages:about.way_home',
  'pages:about.access',
  'pages:about.meta',
  'pages:rentals.p1',
  'pages:rentals.p2',
  'pages:rentals.meta',
  'pages:djs.p1',
  'pages:djs.p2',
  'pages:djs.meta',
  'events:access',
  'terms:floor.text',
] as const;

/** Returns what is true of any club, from `unwritten.json`; if it is empty, the page leaves the text out. */
const neutralText = (key: string, language: Language): string => textAt(resources[language], `unwritten:${key.replace(':', '.')}`);

const unwrittenIn = (language: Language) =>
  withWritten(
    resources[language],
    ABOUT_THE_HOUSE.map((key) => ({ key, value: neutralText(key, language) })),
  );

/** The texts of a club that has written none. */
export const unwrittenTexts: Translations = { en: unwrittenIn('en'), ka: unwrittenIn('ka') };

/** Returns the text that the demo shows. */
export const exampleText = (key: string, language: TextLanguage): string => textAt(resources[language === 'ka' ? 'ka' : 'en'], key);
