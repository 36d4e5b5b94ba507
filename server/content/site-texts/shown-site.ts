import { createHash } from 'node:crypto';
import type { Env } from '#server/platform/config/env.ts';
import { type Context, type Deps, perServer } from '#server/platform/context.ts';
import { resources } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import type { ShownSite, Translations } from '#shared/rendering.ts';
import { clubData, isClubKey, withTexts as withClubTexts } from '#shared/site-texts/club-data.ts';
import type { TextKey, TextLanguage } from '#shared/site-texts/site-texts.ts';
import { textAt, withWritten } from '#shared/site-texts/written-texts.ts';
import { translateIn } from '#shared/translate.ts';
import { findCurrent } from './site-texts.queries.ts';
import { unwrittenTexts } from './unwritten-texts.ts';

/** A text edited by staff, in its present version. */
type EditedText = { key: string; language: TextLanguage; value: string; createdAt: Date };
type Venue = Env['venue'];

type Shown = ShownSite & { venue: Venue };
type Parts = Pick<Deps, 'env' | 'shared'>;

const versionOf = (translations: Translations): string =>
  createHash('sha256').update(JSON.stringify(translations)).digest('base64url').slice(0, 8);

/** The texts below those that staff wrote: the demo describes an example club, a real club describes itself. */
const baseOf = ({ demo }: Pick<Env, 'demo'>) => (demo === 'off' ? unwritten : example);
const example = { translations: resources, translationsVersion: versionOf(resources) };
const unwritten = { translations: unwrittenTexts, translationsVersion: versionOf(unwrittenTexts) };

/** The texts that this process shows, replaced on NOTIFY (server/app.ts). `past`: translations shown before, by version, newest last. */
const stateOf = perServer<{ shown: Shown; past: Map<string, Translations> }, Parts>(({ env }) => ({
  shown: { venue: env.venue, site: siteOf(env, env.venue), ...baseOf(env) },
  past: new Map(),
}));
const PAST_VERSIONS_KEPT = 5;

export const publishedSite = (parts: Parts): ShownSite => stateOf(parts).shown;

/** Returns a text of the locale files as it is shown now, with these values in its placeholders. */
export const publishedText = (parts: Parts, key: TextKey, language: Language, values: Record<string, string> = {}): string =>
  translateIn(stateOf(parts).shown.translations[language], language, 'common')(key, values);

/** Returns the club's data for mails, tickets, calendars and pages: the environment's, overridden by staff's texts. */
export const publishedVenue = (parts: Parts): Venue => stateOf(parts).shown.venue;

/**
 * Returns the translations of a version: a page rendered before a change loads its own version, because hydration must not change its
 * texts.
 */
export function translationsOfVersion(parts: Parts, version: string): Translations | undefined {
  const { shown, past } = stateOf(parts);
  return version === shown.translationsVersion ? shown.translations : past.get(version);
}

function storeTranslations(past: Map<string, Translations>, { translations, translationsVersion }: ShownSite): void {
  past.delete(translationsVersion);
  past.set(translationsVersion, translations);
  const [oldest] = past.keys();
  if (past.size > PAST_VERSIONS_KEPT && oldest !== undefined) past.delete(oldest);
}

/** Shows staff's texts in place of the standard ones. */
function showTexts(parts: Parts, texts: readonly EditedText[]): void {
  const { env } = parts;
  const state = stateOf(parts);
  storeTranslations(state.past, state.shown);
  const venue = withClubTexts(env.venue, texts);
  const written = texts.filter(({ key }) => !key.startsWith('club:'));
  const base = baseOf(env);
  const terms = written.filter(({ key }) => key.startsWith('terms:')).map(({ createdAt }) => venueDay(createdAt));
  const termsChangedOn = terms.toSorted().at(-1);
  const site = { ...siteOf(env, venue), ...(termsChangedOn && { termsChangedOn }) };
  state.shown = { venue, site, ...(written.length === 0 ? base : withWrittenTexts(base.translations, written)) };
}

function siteOf({ publicUrl, wallet }: Env, venue: Venue): ShownSite['site'] {
  const wallets = (['apple', 'google'] as const).filter((name) => wallet[name] !== undefined);
  // Settings that only new events, mails and tickets need are not sent with every page.
  const {
    verifiedOnly: _verified,
    namesRequired: _names,
    ticketsPerPerson: _places,
    readyTicketTypes: _ticket_types,
    reminder: _reminder,
    ...rest
  } = venue;
  const { colour: _colour, textColour: _text, logo: _logo, ...others } = rest;
  const {
    denialHours: _denial,
    claimHours: _claims,
    offerMinutes: _offer,
    transfers: _transfers,
    resale: _resale,
    resaleAlways: _always,
    resaleFee: _fee,
    ...shown
  } = others;
  return { ...shown, publicUrl, ...(wallets.length > 0 && { wallets }) };
}

/** Returns the text that is shown when staff have written none. */
export function standardText({ venue, demo }: Env, key: string, language: TextLanguage): string {
  if (isClubKey(key)) return clubData[key].write(venue, language);
  return textAt(baseOf({ demo }).translations[language === 'ka' ? 'ka' : 'en'], key);
}

/** Returns the translations with these texts in place of theirs. */
function withWrittenTexts(base: Translations, texts: readonly EditedText[]) {
  const written = (language: Language) =>
    withWritten(
      base[language],
      texts.filter((text) => text.language === language),
    );
  const translations: Translations = { en: written('en'), ka: written('ka') };
  return { translations, translationsVersion: versionOf(translations) };
}

/** Loads the texts that staff saved last, and shows them in this process. */
export async function loadTexts(ctx: Pick<Context, 'db' | 'env' | 'shared'>): Promise<void> {
  const current = await findCurrent(ctx.db);
  const texts = current.flatMap(({ key, language, value, createdAt }): EditedText[] =>
    value === null ? [] : [{ key, language, value, createdAt }],
  );
  showTexts(ctx, texts);
}
