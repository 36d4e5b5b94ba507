import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { cachedResponse, writeCached } from './cached-response.ts';
import { securityHeaders } from './security-headers.ts';

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  // Browsers ask again with every visit, so that a release or a switch-off arrives at once.
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  ...securityHeaders,
};

/** `/sw.js` at the root, so that it may answer for every page; switched off, it is one that removes itself (docs/operations.md). */
export async function registerServiceWorker(http: FastifyInstance, { isOn, version }: { isOn: boolean; version(): string }): Promise<void> {
  const code = await readFile(new URL(`../../../dist/client/${isOn ? 'sw.js' : 'sw-leave.js'}`, import.meta.url), 'utf8');
  // Other words are another release: the page it keeps for itself says them.
  const write = () => ({ version: version(), response: cachedResponse(200, headers, `// ${version()}\n${code}`) });
  let worker = write();
  http.get('/sw.js', async (request, reply) => {
    if (worker.version !== version()) worker = write();
    reply.hijack();
    writeCached(request.raw, reply.raw, worker.response);
    return reply;
  });
}
