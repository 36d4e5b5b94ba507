import { readFile } from 'node:fs/promises';
import { LANGUAGES } from '#shared/constants.ts';
import type { CreateRenderer } from '#shared/rendering.ts';
import { fontLinks, Manifest, type OpenSite, readDocument, screenLinks } from './page-document.ts';
import { serveStaticFiles } from './static-files.ts';

const dist = new URL('../../../dist/', import.meta.url);

/** Opens the built site: its files, and the renderer built with them. */
export const openBuiltSite: OpenSite = async (http, options) => {
  const [html, manifestText, door, worker, { createRenderer }] = await Promise.all([
    readFile(new URL('client/index.html', dist), 'utf8'),
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    readFile(new URL('door/door.html', dist), 'utf8'),
    readFile(new URL('door/worker.js', dist), 'utf8'),
    importRenderer(),
  ]);
  await serveStaticFiles(http);

  const manifest = Manifest.parse(JSON.parse(manifestText));
  const fill = readDocument(html);
  const fonts = Object.fromEntries(LANGUAGES.map((language) => [language, fontLinks(manifest, language)]));
  return {
    ...createRenderer(options),
    fill: async (page, language, attributes) => {
      const { shown, live } = screenLinks(manifest, page.screens);
      return fill(page, language, { shown: `${fonts[language]}${shown}`, live }, attributes);
    },
    door: { document: async () => door, worker },
  };
};

/** Loaded by path, because the server never imports web; the type of the exports is checked in web/entry-server.tsx. */
const importRenderer = async (): Promise<{ createRenderer: CreateRenderer }> => import(new URL('server/entry-server.js', dist).href);
