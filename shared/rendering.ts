import type { Language } from './constants.ts';
import type { Send } from './contract.ts';
import type { Opening } from './opening.ts';

/** What the page server and the renderer, which is built apart, agree on. */

/** The club's own data (operations.md): set by its owner, shown on every screen. */
export type Site = {
  name: string;
  nameKa: string;
  address: string;
  addressKa: string;
  email: string;
  phone: string;
  socialLinks: string[];
  /** When the doors are open; the standard hours unless somebody says otherwise. */
  opening?: Opening;
  publicUrl: string;
  /** The venue's day when staff last changed the terms. */
  termsChangedOn?: string;
  /** Of other companies, if the owner has configured any: they run only with consent. */
  trackers?: Trackers | undefined;
  /** That tickets can be put into, if the owner has certificates for them. */
  wallets?: Wallet[];
};

export type Wallet = 'apple' | 'google';

export type Trackers = { metaPixel?: string | undefined; googleAnalytics?: string | undefined };

/** All texts: language → namespace → `locales/{language}/{namespace}.json`. */
export type Translations = Record<Language, Record<string, Record<string, unknown>>>;

/** What is shown around the screens, and changes when staff edits it: then `current` answers another object. */
export type ShownSite = { site: Site; translations: Translations; translationsVersion: string };
export type RendererOptions = { send: Send; current(): ShownSite };

/** What came of a form that was sent without script: the page that answers it shows it, and keeps the fields as they were written. */
export type PostedForm = { state: 'sent' | 'refused' | 'failed'; wrong: Record<string, string>; values: Record<string, string> };

/** `path` comes without its query: pages are the same for everybody. `now` is the moment the page is made for. */
export type PageRequest = { path: string; language: Language; now: Date; posted?: PostedForm | undefined };

export type RenderedPage = {
  status: number;
  /** What goes into `<head>`, `#root` and the state script. */
  head: string;
  body: string;
  state: string;
  /** Ids of the screens shown: the page server knows their files. */
  screens: string[];
  /** Namespaces the browser needs before it can hydrate. */
  namespaces: string[];
  /** Of the translations it was rendered with. */
  translationsVersion: string;
  retryAfterSeconds?: number;
  /** A failure nobody expected, for the log. */
  cause?: unknown;
};
export type RenderedRedirect = { status: number; location: string };

export type RenderPage = (request: PageRequest) => Promise<RenderedPage | RenderedRedirect>;
export type Renderer = {
  render: RenderPage;
  /** True if a screen stands at this path; else the page that nothing is there is shown. */
  hasScreen(path: string): boolean;
};
export type CreateRenderer = (options: RendererOptions) => Renderer;
