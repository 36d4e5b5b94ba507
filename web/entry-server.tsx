import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, type StaticHandlerContext, StaticRouterProvider } from 'react-router';
import { createApi } from '#shared/api.ts';
import { setVenueTimeZone, toWireTime } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import type { CreateRenderer, RenderPage, Translations } from '#shared/rendering.ts';
import { BASE_NAMESPACES } from '#web/lib/i18n.ts';
import { headHtml, scriptJson } from '#web/lib/meta.ts';
import { floorToMinute } from '#web/lib/now.tsx';
import { failureOf, handleOf, metaOf, type PageState, statusOf, writeErrors } from '#web/lib/page.ts';
import { Providers } from '#web/lib/providers.tsx';
import { createTranslator } from '#web/ui/translator.ts';
import { TonightBar } from './events/tonight-bar.tsx';
import { createRoutes } from './routes.tsx';

/** Any origin works: pages never see it. */
const ORIGIN = 'http://site';

/** Renders pages without a user, so that they are the same for all readers of a language. */
export const createRenderer: CreateRenderer = ({ send, current }) => {
  const handler = createStaticHandler(createRoutes(createApi(send)));
  const translatorsOf = cacheLast((translations: Translations) => ({
    en: createTranslator('en', translations),
    ka: createTranslator('ka', translations),
  }));

  const render: RenderPage = async ({ path, language, now, posted, tonight }) => {
    const { site: club, translations, translationsVersion } = current();
    const site = tonight ? { ...club, tonight } : club;
    setVenueTimeZone(site.timeZone);
    const result = await handler.query(new Request(ORIGIN + path));
    if (result instanceof Response) return { status: result.status, location: result.headers.get('location') ?? '/' };

    const translator = translatorsOf(translations)[language];
    const state: PageState = {
      loaderData: result.loaderData,
      errors: writeErrors(result.errors),
      posted,
      now: toWireTime(floorToMinute(now)),
      site,
      translationsVersion,
    };
    const body = renderToString(
      <Providers translator={translator} site={site} now={state.now} posted={posted} TonightBar={TonightBar}>
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, result)} context={result} hydrate={false} />
      </Providers>,
    );
    const said = metaOf(result, { t: translator.t, language, site, now });
    const isWrong = posted !== undefined && posted.state !== 'sent';
    const meta = isWrong ? { ...said, title: translator.t('forms:title_prefix') + said.title } : said;
    return {
      ...outcomeOf(result),
      head: headHtml(meta, site, language),
      body,
      state: scriptJson(state),
      screens: result.matches.map(({ route }) => route.id),
      namespaces: [...new Set([...BASE_NAMESPACES, ...result.matches.flatMap(({ route }) => handleOf(route).namespaces)])],
      translationsVersion,
    };
  };
  const hasScreen = (path: string): boolean => {
    const shown = matchRoutes(handler.dataRoutes, path)?.at(-1);
    return shown === undefined || handleOf(shown.route).status !== 404;
  };
  return { render, hasScreen };
};

/** Returns a function that remembers only the last value it made. */
function cacheLast<K, V>(make: (key: K) => V): (key: K) => V {
  let last: { key: K; value: V } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

function outcomeOf(result: StaticHandlerContext): { status: number; retryAfterSeconds?: number; cause?: unknown } {
  const failure = failureOf(result);
  const last = result.matches.at(-1);
  if (failure === undefined) return { status: (last && handleOf(last.route).status) ?? 200 };
  if (!(failure instanceof ApiError)) return { status: statusOf(failure), cause: failure };
  const { status, retryAfterSeconds } = failure;
  return { status: status === 0 ? 503 : status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
