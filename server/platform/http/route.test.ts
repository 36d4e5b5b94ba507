import { setImmediate } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, onTestFinished, test } from 'vitest';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { staffContract } from '#shared/staff-api.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createResponseCache } from './cached-response.ts';
import { createCallLimits } from './call-limits.ts';
import { createInjectSend, createRoute } from './route.ts';

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

test('visitors do not wait while a stream of figures is open', async () => {
  const { ctx, deps } = await startTestApp();
  const { accessToken } = await createAdmin(ctx);
  const http = Fastify();
  onTestFinished(() => http.close());
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  const limits = createCallLimits({ env: { rateLimitScale: 1, processes: 1 }, shared: { memory: {} } });
  const cache = createResponseCache({ maxBytes: 1, ttlMs: 1 });
  const route = createRoute(http, {
    deps,
    cache,
    limits,
    authenticate,
    authenticateScannerDevice: async () => undefined,
    onForbidden: async () => undefined,
  });
  const stream = new PassThrough();
  onTestFinished(() => void stream.end());
  route(staffContract.staffTonight.stream, async (_ctx, _input, { reply }) => {
    reply.header('content-type', 'text/event-stream');
    stream.write('data: 1\n\n');
    return stream;
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${url}/api/staff/tonight/stream`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(response.status).toBe(200);

  const done: string[] = [];
  const page = limits.inRenderQueue(async () => void done.push('page'));
  await setImmediate();
  await setImmediate();
  done.push('other work');
  await page;
  expect(done).toEqual(['page', 'other work']);
});
