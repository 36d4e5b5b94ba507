import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DOOR_PATH } from '#shared/door/scanner-devices.ts';
import type { CreateRenderer } from '#shared/rendering.ts';
import { type OpenSite, readDocument } from './page-document.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Opens the site from its sources with live reload: Vite serves the files, its socket uses the same port. */
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
    fill: async (page, language, attributes) => {
      const html = await vite.transformIndexHtml('/', await readFile(`${root}index.html`, 'utf8'));
      return readDocument(html)(page, language, { shown: '', live: '' }, attributes);
    },
    door: {
      document: async () => vite.transformIndexHtml(DOOR_PATH, await readFile(`${root}door.html`, 'utf8')),
      worker: undefined,
    },
  };
};

/** The type of the exports is checked in web/entry-server.tsx. */
const asRenderer = (module: Record<string, unknown>) => module as { createRenderer: CreateRenderer };
