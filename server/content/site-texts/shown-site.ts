import { createHash } from 'node:crypto';
import type { Env } from '#server/platform/config/env.ts';
import type { Context } from '#server/platform/context.ts';
import { resources } from '#server/platform/words.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import type { ShownSite, WordTable } from '#shared/rendering.ts';
import type { TextLanguage } from '#shared/site-texts/site-texts.ts';
import { readOpening, writeOpening } from '#shared/site-texts/written-opening.ts';
import { findCurrent } from './site-texts.queries.ts';

/** A text that staff wrote and that is shown now. */
export type EditedText = { key: string; language: TextLanguage; value: string; createdAt: Date };
type Venue = Env['venue'];

/** What this process shows; NOTIFY has it made anew (server/app.ts). */
const shown = new WeakMap<Env, ShownSite>();
/** Words that were shown before, by their version, newest last. */
const past = new WeakMap<Env, Map<string, WordTable>>();
const PAST_VERSIONS_KEPT = 5;
/** The club's data as the environment says them. */
const own = new WeakMap<Env, Venue>();

const versionOf = (words: WordTable): string => createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 8);

/** The site's words and data as they are shown now. */
export function shownSite(env: Env): ShownSite {
  const present = shown.get(env) ?? { site: siteOf(env), words: resources, wordsVersion: versionOf(resources) };
  shown.set(env, present);
  return present;
}

/** Words of a version: a page that was on its way while staff wrote takes the words it was made with, or it would change under the eye. */
export function wordsOfVersion(env: Env, version: string): WordTable | undefined {
  const { words, wordsVersion } = shownSite(env);
  return version === wordsVersion ? words : past.get(env)?.get(version);
}

function keepWords(env: Env, { words, wordsVersion }: ShownSite): void {
  const kept = past.get(env) ?? new Map<string, WordTable>();
  kept.delete(wordsVersion);
  kept.set(wordsVersion, words);
  const [oldest] = kept.keys();
  if (kept.size > PAST_VERSIONS_KEPT && oldest !== undefined) kept.delete(oldest);
  past.set(env, kept);
}

export const ownVenue = (env: Env): Venue => own.get(env) ?? env.venue;

/**
 * Shows what staff wrote in place of the standard. `env.venue` is what mails, tickets, calendars and pages read the club's data from, so
 * it takes them over.
 */
export function showTexts(env: Env, texts: readonly EditedText[]): void {
  keepWords(env, shownSite(env));
  const standard = ownVenue(env);
  own.set(env, standard);
  env.venue = texts.reduce((venue, text) => ({ ...venue, ...clubPart(text) }), standard);
  const written = texts.filter(({ key }) => !key.startsWith('club:'));
  const words = written.length === 0 ? resources : withTexts(written);
  const terms = written.filter(({ key }) => key.startsWith('terms:')).map(({ createdAt }) => venueDay(createdAt));
  const termsChangedOn = terms.toSorted().at(-1);
  shown.set(env, { site: { ...siteOf(env), ...(termsChangedOn && { termsChangedOn }) }, words, wordsVersion: versionOf(words) });
}

function siteOf({ venue, publicUrl, trackers, wallet }: Env): ShownSite['site'] {
  const wallets = (['apple', 'google'] as const).filter((name) => wallet[name] !== undefined);
  return { ...venue, publicUrl, ...(trackers && { trackers }), ...(wallets.length > 0 && { wallets }) };
}

function clubPart({ key, language, value }: EditedText): Partial<Venue> {
  if (key === 'club:name') return language === 'ka' ? { nameKa: value } : { name: value };
  if (key === 'club:address') return language === 'ka' ? { addressKa: value } : { address: value };
  if (key === 'club:phone') return { phone: value };
  if (key === 'club:email') return { email: value };
  if (key === 'club:links') return { socialLinks: value === '' ? [] : value.split('\n') };
  const opening = key === 'club:opening' ? readOpening(value) : undefined;
  return opening ? { opening } : {};
}

/** What is shown of a text without anybody's word. */
export function standardText(env: Env, key: string, language: TextLanguage): string {
  const venue = ownVenue(env);
  const isGeorgian = language === 'ka';
  if (key === 'club:name') return isGeorgian ? venue.nameKa : venue.name;
  if (key === 'club:address') return isGeorgian ? venue.addressKa : venue.address;
  if (key === 'club:phone') return venue.phone;
  if (key === 'club:email') return venue.email;
  if (key === 'club:links') return venue.socialLinks.join('\n');
  if (key === 'club:opening') return writeOpening(venue.opening);
  const [namespace = '', path = ''] = key.split(':');
  const word = path.split('.').reduce<unknown>(partOf, resources[isGeorgian ? 'ka' : 'en'][namespace]);
  return typeof word === 'string' ? word : '';
}

const partOf = (part: unknown, name: string): unknown => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined);

/** All words, with these in their places. */
function withTexts(texts: readonly EditedText[]): WordTable {
  const words = structuredClone(resources);
  for (const { key, language, value } of texts) {
    const [namespace = '', path = ''] = key.split(':');
    const names = path.split('.');
    const last = names.pop() ?? '';
    for (const one of LANGUAGES.filter((each) => each === language)) {
      const place = names.reduce<unknown>(partOf, words[one][namespace]);
      if (typeof place === 'object' && place !== null && Object.hasOwn(place, last)) Reflect.set(place, last, value);
    }
  }
  return words;
}

/** Shows in this process what staff wrote last. */
export async function loadTexts({ db, env }: Pick<Context, 'db' | 'env'>): Promise<void> {
  const current = await findCurrent(db);
  const texts = current.flatMap(({ key, language, value, createdAt }): EditedText[] =>
    value === null ? [] : [{ key, language, value, createdAt }],
  );
  showTexts(env, texts);
}
