import type { Language } from '#shared/constants.ts';
import { keptAs } from '#shared/offline.ts';
import { paths } from '#shared/paths.ts';
import { openPages, seenPages } from './kept-pages.ts';

/** Scripts would show the screen of the address instead; without them the menu must be in the page. */
const LIVE_PARTS = /<script\b.*?<\/script>|<link rel="(?:modulepreload|preload)"[^>]*>|<\/?noscript>/gs;
const SEEN_LIST = /(<ul\b[^>]*\bid="seen-pages"[^>]*>)(<\/ul>)/;

/** Says that there is no network, and which pages can be read all the same. */
export async function offlinePage(language: Language): Promise<Response> {
  const pages = await openPages();
  const kept = await pages.match(keptAs(paths.offline, language));
  if (!kept) return Response.error();
  const html = (await kept.text()).replaceAll(LIVE_PARTS, '');
  const links = await linksToSeen(pages, language);
  return new Response(
    html.replace(SEEN_LIST, (_all, open: string, close: string) => open + links + close),
    { status: 503, headers: kept.headers },
  );
}

/** Title and address are as the server wrote them, so nothing is escaped again. */
async function linksToSeen(pages: Cache, language: Language): Promise<string> {
  const seen = (await seenPages(pages)).filter(({ url }) => url.endsWith(`?lang=${language}`)).toReversed();
  const links = seen.map(async (request) => {
    const html = await (await pages.match(request))?.text();
    const title = /<title>([^<]*)<\/title>/.exec(html ?? '')?.[1];
    const { pathname } = new URL(request.url);
    return title === undefined ? '' : `<li><a href="${pathname}">${title}</a></li>`;
  });
  return (await Promise.all(links)).join('');
}
