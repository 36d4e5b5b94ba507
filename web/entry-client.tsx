import { startTransition, StrictMode } from 'react';
import { createBrowserRouter, createPath, type DataRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { setVenueTimeZone } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { renewOnline } from '#web/lib/network.ts';
import { keepDocumentMeta } from '#web/lib/document.ts';
import { BASE_NAMESPACES, createBrowserTranslator, isLanguage } from '#web/lib/i18n.ts';
import { settle, withRetries, withTranslations } from '#web/lib/lazy-routes.ts';
import { readErrors, readState } from '#web/lib/page.ts';
import { Providers } from '#web/lib/providers.tsx';
import { hydrateRoot } from '#web/lib/renderer.ts';
import { forgetOtherUsers } from '#web/lib/user-storage.ts';
import { createRoutes, sectionRoutes } from './routes.tsx';

/** The route whose children are the console's sections. */
const SECTIONS = 'staff/section';

const container = document.querySelector('#root');
// Not awaited: the screens' files may import this one, and each would wait for the other.
if (container) void takeOver(container);

/** Hydrates the server's page. */
async function takeOver(root: Element): Promise<void> {
  const state = readState();
  setVenueTimeZone(state.site.timeZone);
  const { lang } = document.documentElement;
  const translator = createBrowserTranslator(isLanguage(lang) ? lang : DEFAULT_LANGUAGE, state.translationsVersion);
  const live: { router?: DataRouter } = {};
  const onFailure = (error: unknown) => loadAnew(live.router, error);
  const prepared = (routes: RouteObject[]) => withTranslations(routes, translator, onFailure);
  const routes = prepared(createRoutes(api));
  const addSections = async (add: (sections: RouteObject[]) => void) => {
    await withRetries(async () => add(prepared(await sectionRoutes(api)))).catch(onFailure);
  };
  const parent = matchRoutes(routes, location)?.find(({ route }) => route.id === SECTIONS)?.route;
  if (parent) await addSections((sections) => parent.children?.push(...sections));
  // The screen's code must be loaded before the first paint, which must equal the server's.
  const shown = matchRoutes(routes, location) ?? [];
  const [TonightBar] = await Promise.all([
    state.site.tonight && import('./events/tonight-bar.tsx').then((bar) => bar.TonightBar),
    translator.need(BASE_NAMESPACES),
    ...shown.map(({ route }) => settle(route)),
  ]);

  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: state.loaderData, errors: readErrors(state.errors) },
    patchRoutesOnNavigation: async ({ matches, patch }) => {
      if (matches.some(({ route }) => route.id === SECTIONS)) await addSections((sections) => patch(SECTIONS, sections));
    },
  });
  live.router = router;
  keepDocumentMeta(router, translator, state.site);
  renewOnline(router);
  session.onLoginRequired(() => void router.navigate(paths.login));
  session.start();
  session.subscribe(forgetOtherUsers);
  forgetOtherUsers();
  // A transition hydrates in slices, so that the page responds between them.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Providers translator={translator} site={state.site} now={state.now} posted={state.posted} TonightBar={TonightBar}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    );
  });
  whenLoaded(() => import('#web/lib/count-views.ts').then(({ countViews }) => countViews(translator)));
  // Loaded at the first action: before it no screen follows, and a later toast may have to say that there is no network.
  const loadForActions = () => void Promise.all([import('./layout/pending.tsx'), import('#web/ui/toast-list.tsx')]).catch(() => undefined);
  for (const sign of ['focusin', 'pointerdown']) addEventListener(sign, loadForActions, { once: true });
  if (import.meta.env.PROD)
    whenLoaded(() => import('#web/lib/offline-pages.ts').then(({ storeVisitedPages }) => storeVisitedPages(translator)));
}

/** Runs work of low priority: after everything the page needs, when the browser is idle. */
function whenLoaded(work: () => Promise<unknown>): void {
  const run = () => void work().catch(() => undefined);
  const start = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 1000));
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** After a new release a screen's file may be gone: then the whole page is reloaded. */
function loadAnew(router: DataRouter | undefined, error: unknown): Promise<object> {
  if (!navigator.onLine) throw new ApiError(0, {}, { cause: error });
  const target = router?.state.navigation.location ?? router?.state.location;
  if (!target) throw error;
  location.assign(createPath(target));
  return new Promise(() => undefined);
}
