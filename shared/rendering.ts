import type { Language } from './constants.ts';
import type { Send } from './contract.ts';
import type { OpenHouse } from './events/open-house.ts';
import type { Opening } from './opening.ts';

/** The interface between the page server and the renderer, which is built separately. */

/** The club's own data (operations.md): set by its owner, shown on every screen. */
export type Site = {
  name: string;
  nameKa: string;
  address: string;
  addressKa: string;
  /** The IANA name of its time zone. */
  timeZone: string;
  /** Directions; empty until staff write them. */
  directions: string;
  directionsKa: string;
  email: string;
  phone: string;
  socialLinks: string[];
  opening: Opening;
  /** The approximate number of guests the house holds. */
  capacity: number;
  /** One to four; a single stage is not named. */
  stages: number;
  /** Guests may join the waitlist of sold-out events. */
  waitlist: boolean;
  publicUrl: string;
  /** The venue's day of the last staff change to the terms. */
  termsChangedOn?: string;
  /** The event around which the house is open, or will be within a day. */
  tonight?: OpenHouse;
  /** The wallets for tickets, if the owner has certificates for them. */
  wallets?: Wallet[];
};

export type Wallet = 'apple' | 'google';

/** All texts: language → namespace → `locales/{language}/{namespace}.json`. */
export type Translations = Record<Language, Record<string, Record<string, unknown>>>;

/** The data around the screens. When staff edit it, `current` returns a new object. */
export type ShownSite = { site: Site; translations: Translations; translationsVersion: string };
export type RendererOptions = { send: Send; current(): ShownSite };

/** The result of a form posted without JavaScript, shown by the page that answers it, with the fields as written. */
export type PostedForm = { state: 'sent' | 'refused' | 'failed'; wrong: Record<string, string>; values: Record<string, string> };

/** `path` has no query, because pages do not depend on it. `now` is the time of rendering. */
type PageRequest = {
  path: string;
  language: Language;
  now: Date;
  posted?: PostedForm | undefined;
  tonight?: OpenHouse | undefined;
};

export type RenderedPage = {
  status: number;
  /** The contents of `<head>`, `#root` and the state script. */
  head: string;
  body: string;
  state: string;
  /** Ids of the shown screens: the page server knows their files. */
  screens: string[];
  /** Namespaces that the browser needs for hydration. */
  namespaces: string[];
  /** The version of the translations that it was rendered with. */
  translationsVersion: string;
  retryAfterSeconds?: number;
  /** An unexpected failure, for the log. */
  cause?: unknown;
};
type RenderedRedirect = { status: number; location: string };

export type RenderPage = (request: PageRequest) => Promise<RenderedPage | RenderedRedirect>;
export type Renderer = {
  render: RenderPage;
  /** Returns true if a screen has this path; otherwise the not-found page is shown. */
  hasScreen(path: string): boolean;
};
export type CreateRenderer = (options: RendererOptions) => Renderer;
