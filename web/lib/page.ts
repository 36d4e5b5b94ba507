import type { ComponentType } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/constants.ts';
import { ApiError, type ErrorBody } from '#shared/errors.ts';
import type { PostedForm, Site } from '#shared/rendering.ts';
import type { Namespace, Translate } from './i18n.ts';
import type { PageMeta } from './meta.ts';
import { statusOf } from './shown-screen.ts';

export type LoadArgs = Pick<LoaderFunctionArgs, 'params' | 'request'>;
type Loader = (api: Api, args: LoadArgs) => unknown;

/** What a page's `meta` receives: its loader's data, the translator, the club's own data, and the moment. */
export type MetaContext<T> = { data: T; t: Translate; language: Language; site: Site; now: Date };
export type Meta<L extends Loader = () => undefined> = (context: MetaContext<Awaited<ReturnType<L>>>) => PageMeta;

/** The exports of a page file, in this order. */
export type Page = {
  loader?: Loader;
  default: ComponentType;
  ErrorBoundary?: ComponentType;
  // A method, so that a page may declare the type of its own data.
  meta?(context: MetaContext<unknown>): PageMeta;
};

/** The route handle of a screen in the table of screens. */
export type Handle = {
  /** The namespaces it needs besides those of every page. */
  namespaces: readonly Namespace[];
  /** Behind login, or about one user: the server sends it as an empty shell. */
  shell?: true;
  /** Always loaded as a document of its own, because it has another security policy. */
  ownDocument?: true;
  /** The status of the answer when it is not 200. */
  status?: number;
  /** Set once the page's file has loaded. */
  meta?: NonNullable<Page['meta']>;
};

/** Returns the id in an address. @throws ApiError 404 when it is not a canonical number */
export function idIn(params: LoadArgs['params'], name = 'id'): number {
  const text = params[name] ?? '';
  const id = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) throw new ApiError(404, { code: 'not_found' });
  return id;
}

/** The state that the server's page hands to the browser for hydration, in `<script type="application/json" id="state">`. */
export type PageState = {
  loaderData: Record<string, unknown>;
  errors: Record<string, { status: number; body: Partial<ErrorBody> }> | null;
  /** The result of a form, if the page is the answer to one. */
  posted?: PostedForm | undefined;
  now: string;
  site: Site;
  translationsVersion: string;
};

/** Serializes failures. Of an unexpected failure only its existence is sent. */
export function writeErrors(errors: Record<string, unknown> | null): PageState['errors'] {
  if (!errors) return null;
  const written = (error: unknown) => ({ status: statusOf(error), body: error instanceof ApiError ? error.body : {} });
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, written(error)]));
}

export function readErrors(errors: PageState['errors']): Record<string, ApiError> | null {
  if (!errors) return null;
  return Object.fromEntries(Object.entries(errors).map(([id, { status, body }]) => [id, new ApiError(status, body)]));
}

/** The server wrote it as `PageState` (entry-server.tsx). */
export const readState = (page = document): PageState => JSON.parse(page.querySelector('#state')?.textContent ?? '') as PageState;
