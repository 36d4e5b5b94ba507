import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '#shared/constants.ts';
import { DOOR_PATH } from '#shared/door/passes.ts';
import type { CreateRenderer } from '#shared/rendering.ts';
import { dataHeaders } from './security-headers.ts';
import { fontLinks, Manifest, type OpenSite, readDocument, screenLinks } from './page-document.ts';

const dist = new URL('../../../dist/', import.meta.url);

/** The built site: its files, and the renderer built with them. */
export const openBuiltSite: OpenSite = async (http, options) => {
  const [html, manifestText, door, worker, { createRenderer }] = await Promise.all([
    readFile(new URL('client/index.html', dist), 'utf8'),
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    readFile(new URL('door/door.html', dist), 'utf8'),
    readFile(new URL('door/worker.js', dist), 'utf8'),
    importRenderer(),
  ]);
  await registerFiles(http);

  const manifest = Manifest.parse(JSON.parse(manifestText));
  const fill = readDocument(html);
  const fonts = Object.fromEntries(LANGUAGES.map((language) => [language, fontLinks(manifest, language)]));
  return {
    ...createRenderer(options),
    fill: async (page, language) => {
      const { shown, live } = screenLinks(manifest, page.screens);
      return fill(page, language, { shown: `${fonts[language]}${shown}`, live });
    },
    door: { document: async () => door, worker },
  };
};

/** Loaded by path, because the server never imports web; the type of its exports is checked where they are made (web/entry-server.tsx). */
const importRenderer = async (): Promise<{ createRenderer: CreateRenderer }> => import(new URL('server/entry-server.js', dist).href);

/** Styles and fonts run nothing. A script may be that of a worker, which takes its policy from its own answer. */
const DATA = /\.(css|woff2)(\.(br|gz))?$/;

/** Names of files change with their content. */
const FOR_GOOD: FastifyStaticOptions = {
  root: '',
  index: false,
  preCompressed: true,
  immutable: true,
  maxAge: '1y',
  setHeaders: (reply, path) => {
    if (DATA.test(path)) reply.header('content-security-policy', dataHeaders['content-security-policy']);
  },
};

/** With routes of our own, because the plugin's read the whole folder at each request to compare the name's letter case. */
async function registerFiles(http: FastifyInstance): Promise<void> {
  const folder = (path: string) => fileURLToPath(new URL(path, dist));
  await http.register(fastifyStatic, { ...FOR_GOOD, root: folder('client'), serve: false });
  const serve = (url: string, root: string) =>
    http.get<{ Params: { '*': string } }>(`${url}/*`, ({ params }, reply) => reply.sendFile(params['*'], root));
  serve('/assets', folder('client/assets'));
  serve(`${DOOR_PATH}/files`, folder('door/files'));
  http.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', { maxAge: '1d', immutable: false }));
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The site from its sources with live changes: Vite answers for files, its socket is on the same port. */
export const openDevSite: OpenSite = async (http, options) => {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server: http.server } } });
  http.addHook('onClose', () => vite.close());
  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) return;
    const passed = await new Promise<boolean>((resolve) => {
      reply.raw.once('close', () => resolve(false));
      vite.middlewares(request.raw, reply.raw, () => resolve(true));
    });
    if (!passed) reply.hijack();
  });

  const loadRenderer = async () => asRenderer(await vite.ssrLoadModule('/web/entry-server.tsx')).createRenderer(options);
  return {
    render: async (request) => (await loadRenderer()).render(request),
    hasScreen: () => true,
    fill: async (page, language) => {
      const html = await vite.transformIndexHtml('/', await readFile(`${root}index.html`, 'utf8'));
      return readDocument(html)(page, language, { shown: '', live: '' });
    },
    door: {
      document: async () => vite.transformIndexHtml(DOOR_PATH, await readFile(`${root}door.html`, 'utf8')),
      worker: undefined,
    },
  };
};

/** The type of the exports of web/entry-server.tsx is checked where they are made. */
const asRenderer = (module: Record<string, unknown>) => module as { createRenderer: CreateRenderer };
