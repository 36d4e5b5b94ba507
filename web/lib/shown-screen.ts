import { isRouteErrorResponse, type RouteObject } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import type { Handle, MetaContext } from './page.ts';
import type { PageMeta } from './meta.ts';

/** The part of a routing result that is the same on the server and in the browser. */
export type RouterResult = {
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
