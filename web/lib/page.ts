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

/** What a page's `meta` is given: what its loader answered, words, the club's own data, and the moment. */
export type MetaContext<T> = { data: T; t: Translate; language: Language; site: Site; now: Date };
export type Meta<L extends Loader = () => undefined> = (context: MetaContext<Awaited<ReturnType<L>>>) => PageMeta;

/** A page file exports these, in this order, and nothing else. */
export type Page = {
  loader?: Loader;
  default: ComponentType;
  ErrorBoundary?: ComponentType;
  // A method, so that a page may name the type of its own data.
  meta?(context: MetaContext<unknown>): PageMeta;
};

/** What the table of screens says of a screen. */
export type Handle = {
  /** Words it needs besides the ones every page has. */
  namespaces: readonly Namespace[];
  /** Behind login, or about one person's own business: the server sends no more of it than anybody may see. */
  shell?: true;
  /** Always loaded as a document of its own, because the server sends it with another security policy. */
  ownDocument?: true;
  /** Status of the answer when it is not 200. */
  status?: number;
  /** Set once the page's file is here. */
  meta?: NonNullable<Page['meta']>;
};

/** The id in an address, in its one spelling. @throws ApiError 404 when it cannot be one */
export function idIn(params: LoadArgs['params'], name = 'id'): number {
  const text = params[name] ?? '';
  const id = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) throw new ApiError(404, { code: 'not_found' });
  return id;
}

/** What the server's page tells the browser so that it can take over: read from `<script type="application/json" id="state">`. */
export type PageState = {
  loaderData: Record<string, unknown>;
  errors: Record<string, { status: number; body: Partial<ErrorBody> }> | null;
  /** What came of a form, if the page is the answer to one. */
  posted?: PostedForm | undefined;
  now: string;
  site: Site;
  translationsVersion: string;
};

/** Failures as data. Of an unexpected one, only that it happened is shown. */
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
