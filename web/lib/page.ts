import type { ComponentType } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import type { Site } from '#shared/rendering.ts';
import type { Namespace, Translate } from './i18n.ts';
import type { PageMeta } from './meta.ts';

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
