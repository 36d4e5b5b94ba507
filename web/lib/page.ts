import type { ComponentType } from 'react';
import { isRouteErrorResponse, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/constants.ts';
import { ApiError, type ErrorBody } from '#shared/errors.ts';
import type { PostedForm, Site } from '#shared/rendering.ts';
import type { Right } from '#shared/staff/rights.ts';
import type { Namespace, Translate } from '#shared/translate.ts';
import type { PageMeta } from './meta.ts';

export type LoadArgs = Pick<LoaderFunctionArgs, 'params' | 'request'>;
type Loader = (api: Api, args: LoadArgs) => unknown;

/** What a page's `meta` receives: its loader's data, the translator, the club's data, and the present time. */
type MetaContext<T> = { data: T; t: Translate; language: Language; site: Site; now: Date };
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
  /** Behind the login, or about one user: the server sends it as an empty shell. */
  shell?: true;
  /** Always loaded as a document of its own, because it has another security policy. */
  ownDocument?: true;
  /** The status of the answer when it is not 200. */
  status?: number;
  /** The record of the address opens over its list, which stays. */
  hasPanel?: true;
  /** The right that a section of the console needs. */
  right?: Right;
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

/** Serializes failures. An unexpected failure is sent without its details. */
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

/** The part of a routing result that is the same on the server and in the browser. */
type RouterResult = {
  matches: { route: Pick<RouteObject, 'id' | 'handle'> }[];
  loaderData: Record<string, unknown>;
  errors?: Record<string, unknown> | null;
};

const NO_NAMESPACES: Handle = { namespaces: [] };

/** Only the table of screens writes handles, and they have the type `Handle`. */
const asHandle = (handle: unknown): Handle => (handle ? (handle as Handle) : NO_NAMESPACES);

export const handleOf = (route: Pick<RouteObject, 'handle'>): Handle => asHandle(route.handle);

/** Returns the status of a failure: 500 unless it has one. */
export function statusOf(failure: unknown): number {
  if (failure instanceof ApiError) return failure.status;
  return isRouteErrorResponse(failure) ? failure.status : 500;
}

export const failureOf = ({ errors }: RouterResult): unknown => Object.values(errors ?? {})[0];

/** Returns the metadata of the innermost screen that has any; a failed screen has only its failure. */
export function metaOf(result: RouterResult, context: Omit<MetaContext<unknown>, 'data'>): PageMeta {
  const { t } = context;
  const { route } = result.matches.findLast((match) => handleOf(match.route).meta) ?? result.matches.at(-1) ?? {};
  const handle = route ? handleOf(route) : NO_NAMESPACES;
  const failure = failureOf(result);
  const status = failure === undefined ? handle.status : statusOf(failure);
  if (status !== undefined) return { title: status === 404 ? t('not_found.title') : t('failure.title'), isPrivate: true };
  const meta = handle.meta?.({ ...context, data: result.loaderData[route?.id ?? ''] }) ?? {};
  return handle.shell ? { isPrivate: true, ...meta } : meta;
}

export type Screen = {
  /** The page's file: `events/event` is `web/events/event.page.tsx`. */
  id: string;
  path: string;
  handle: Handle;
  load: () => Promise<Page>;
  /** Screens inside this one, with paths relative to it. */
  children?: readonly Screen[];
};
