import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createInjectSend } from './serve.ts';

test('a call inside the process answers like one over the network', async () => {
  const http = Fastify();
  http.post('/api/echo', (request) => ({ got: request.body, bearer: request.headers.authorization ?? null }));
  http.get('/api/away', (_request, reply) => reply.code(503).header('retry-after', 7).send({ message: 'away' }));
  http.get('/api/nothing', (_request, reply) => reply.code(204).send());
  const send = createInjectSend(http);
  const call = (method: 'GET' | 'POST', url: string, body?: unknown) => send({ method, url, access: 'public', ...(body ? { body } : {}) });

  expect(await call('POST', '/api/echo', { a: 1 })).toEqual({ status: 200, body: { got: { a: 1 }, bearer: null } });
  expect(await call('GET', '/api/away')).toEqual({ status: 503, body: { message: 'away' }, retryAfter: 7 });
  expect(await call('GET', '/api/nothing')).toEqual({ status: 204, body: undefined });
});
