import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeRoute, errorSchema } from './api-description.ts';
import { cachedResponse, compressFor, writeCached, type CachedResponse } from './cached-response.ts';
import type { CallLimits } from './call-limits.ts';
import { securityHeaders, transportHeaders } from './security-headers.ts';
import type { Env } from '#server/platform/config/env.ts';

/** The page loads its styles and pictures from this server only. */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

const ROUTE = '/api/docs';
const FOR_A_MINUTE = 'public, max-age=60';

/** The contract as an OpenAPI page at `/api/docs`, and for programs at `/api/docs/json` and `/api/docs/yaml`. */
export async function registerDocs(app: FastifyInstance, { env, limits }: { env: Env; limits: CallLimits }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Rkali', description: 'Everything the site and any other client may call.', version: '1' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        schemas: { Error: errorSchema },
      },
    },
    transform: describeRoute,
    hideUntagged: true,
  });
  const sendDescription = keepDescription(app, env);
  await app.register(swaggerUi, {
    routePrefix: ROUTE,
    staticCSP: policy,
    uiHooks: {
      onRequest: async (request, reply) => {
        // The document is large even from the cache, and rarely needed.
        await limits.takeRead(request.ip);
        await sendDescription(request, reply);
      },
    },
  });
}

/** Sends the description from memory: the plugin would serialize its hundreds of kilobytes for each request. */
function keepDescription(app: FastifyInstance, env: Env): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const headers = { ...securityHeaders, ...transportHeaders(env), 'content-security-policy': policy, 'cache-control': FOR_A_MINUTE };
  const texts = new Map([
    [`${ROUTE}/json`, { type: 'application/json; charset=utf-8', write: () => JSON.stringify(app.swagger()) }],
    [`${ROUTE}/yaml`, { type: 'application/x-yaml', write: () => app.swagger({ yaml: true }) }],
  ]);
  const kept = new Map<string, CachedResponse>();
  return async ({ raw, routeOptions: { url = '' } }, reply) => {
    const text = texts.get(url);
    if (!text) return;
    const found = kept.get(url) ?? cachedResponse(200, { ...headers, vary: 'accept-encoding', 'content-type': text.type }, text.write());
    kept.set(url, found);
    const response = await compressFor(raw, found);
    reply.hijack();
    writeCached(raw, reply.raw, response);
  };
}
