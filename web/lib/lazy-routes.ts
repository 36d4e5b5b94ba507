import type { LoaderFunction, RouteObject } from 'react-router';
import { CHUNK_TIMEOUT_MS } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import type { Translator } from '#web/ui/translator.ts';
import { markCached } from './network.ts';
import { handleOf } from './page.ts';

type LazyPage = () => Promise<object>;
/** Handles a screen that could not be fetched: returns what to show instead, or throws. */
type OnFailure = (error: unknown) => Promise<object>;

/** Fetches a screen's translations with its file, so that no screen is shown without them. */
export function withTranslations(routes: RouteObject[], translator: Translator, onFailure: OnFailure): RouteObject[] {
  return routes.map((route) => {
    if (route.index) return route;
    const children = route.children && { children: withTranslations(route.children, translator, onFailure) };
    const { lazy } = route;
    if (typeof lazy !== 'function') return { ...route, ...children };
    const load: LazyPage = async () => {
      const [page] = await Promise.all([inTime(lazy()), translator.need(handleOf(route).namespaces)]);
      const { loader, id = '' } = { ...route, ...page };
      return typeof loader === 'function' ? { ...page, loader: orStored(id, loader) } : page;
    };
    return { ...route, ...children, lazy: () => withRetries(load).catch(onFailure) };
  });
}

/** Loads now what a route would load on navigation. */
export async function settle(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
}

/** Without a network a screen shows the data of its stored page, if there is one. */
function orStored(id: string, load: LoaderFunction): LoaderFunction {
  return async (...args) => {
    // If this module cannot be loaded either, the screen shows its own loader's failure.
    const stored = () => import('./offline-pages.ts').then(({ storedData }) => storedData(id, args[0].request.url)).catch(() => undefined);
    const shown = (data: unknown, isStored: boolean) => {
      markCached(isStored);
      return data;
    };
    const atHand = navigator.onLine ? undefined : await stored();
    if (atHand !== undefined) return shown(atHand, true);
    try {
      return shown(await withRetries(async () => load(...args)), false);
    } catch (failure) {
      const instead = failure instanceof ApiError && failure.status === 0 ? await stored() : undefined;
      if (instead === undefined) throw failure;
      return shown(instead, true);
    }
  };
}

/** Spec §9: a script that takes longer than 120 s has failed. */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The script took too long.')), CHUNK_TIMEOUT_MS);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Pauses between attempts. */
const PAUSES_MS = [250, 750, 2000, 5000];
const JUST_BACK_MS = 10_000;

let backAt = -Infinity;
if (typeof window !== 'undefined') window.addEventListener('online', () => (backAt = performance.now()));

const isNetworkFailure = (failure: unknown): boolean => !(failure instanceof ApiError) || failure.status === 0;

/** Retries network failures in the first seconds after the browser is back online: `online` fires before requests succeed again. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (failure) {
      if (!isNetworkFailure(failure) || performance.now() - backAt > JUST_BACK_MS) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}
