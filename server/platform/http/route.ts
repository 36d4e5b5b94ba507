import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, type Context, contextFor, type Deps, requireConfirmed, requireRight, requireUser } from '#server/platform/context.ts';
import { type Endpoint, type OutputOf, type ParsedInput, rightFor, type Send, type Shape } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { Right } from '#shared/staff/rights.ts';
import { ErrorView } from '#shared/wire.ts';
import { cachedResponse, PUBLIC_CACHE, type ResponseCache, sendCached } from './cached-response.ts';
import type { CallLimits } from './call-limits.ts';
import { runOnce } from './idempotency.ts';
import { isLocal, isOurs, RENDERER_ADDRESS } from './local.ts';
import { bearerOf, canonicalPath, checkCharacters } from './request-facts.ts';
import { contentSecurityPolicy, securityHeaders, transportHeaders } from './security-headers.ts';

/** The request and the reply, for the few calls that need cookies, addresses or raw bytes. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply };
type Handler<S extends Shape> = (ctx: Context, input: ParsedInput<S>, exchange: Exchange) => Promise<OutputOf<S>> | OutputOf<S>;
export type Route = <S extends Shape>(endpoint: Endpoint<S>, handler: Handler<S>) => void;

export type RouteOptions = {
  deps: Deps;
  cache: ResponseCache;
  limits: CallLimits;
  authenticate: (ctx: Context, bearer: string) => Promise<Actor | null>;
  /** Refuses a call that is not signed by a scanner device. `bodyHash`: SHA-256 of the body's bytes, base64url. */
  authenticateScannerDevice: (ctx: Context, request: FastifyRequest, bodyHash: string) => Promise<void>;
  /** Called when a signed-in user lacks the right for a call or for what it decides, or when the right rests. */
  onForbidden: (ctx: Context, code: 'forbidden' | 'second_factor_missing') => Promise<void>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    invalidStatus?: 400 | 422;
    /** The contract entry of a route, from which its documentation is made. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** The bytes of a JSON body, for calls that are signed. */
    rawBody?: Buffer;
  }
}

/** The answer to such a call remains open for hours. */
const STREAM = 'text/event-stream';
const IDEMPOTENCY_KEY_MAX = 200;

/** Binds contract entries to services: route, validation, guard, documentation, answer. */
export function createRoute(app: FastifyInstance, options: RouteOptions): Route {
  const { deps, cache, limits } = options;
  const callers = new WeakMap<FastifyRequest, Actor>();
  const headers = { ...publicHeaders, ...transportHeaders(deps.env) };
  return (endpoint, handler) => {
    const { shape } = endpoint;
    const run = async (request: FastifyRequest, reply: FastifyReply) =>
      runCall(contextOf(deps, request, callers.get(request)), endpoint, handler, { request, reply });

    const noteForbidden = async (request: FastifyRequest, error: unknown): Promise<never> => {
      if (error instanceof AppError && error.code === 'forbidden')
        await options.onForbidden(contextOf(deps, request, callers.get(request)), 'forbidden');
      throw error;
    };

    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(shape.bodyMax !== undefined && { bodyLimit: shape.bodyMax }),
      config: { endpoint, ...(shape.invalidStatus ? { invalidStatus: shape.invalidStatus } : {}) },
      schema: schemaOf(endpoint),
      // The permission is checked before the input, so that the answer reveals nothing about it.
      preValidation: async (request, reply) => {
        if (endpoint.access === 'scannerDevice') {
          await limits.consumeCall(request.ip);
          const bodyHash = hash('sha256', request.rawBody ?? '', 'base64url');
          await options.authenticateScannerDevice(contextOf(deps, request), request, bodyHash);
        } else if (endpoint.access !== 'public') callers.set(request, await admitCaller(options, request, endpoint));
        // A cached call is counted only if its answer is not in the cache.
        else if (!shape.cached && !isOurs(request)) await limits.consumeCall(request.ip);
        if (endpoint.access !== 'public' && shape.produces !== STREAM) limits.prioritize(reply.raw);
        checkCharacters([request.params, request.query, shape.anyCharacters ? undefined : request.body]);
      },
      handler: async (request, reply) => {
        if (!shape.cached) {
          const answer = await run(request, reply).catch((error: unknown) => noteForbidden(request, error));
          return reply.header('cache-control', 'no-store').send(answer);
        }
        const cached = cacheKey(request.url, cachedQueryNames(shape));
        if (!cache.has(cached) && !isOurs(request)) await limits.consumeRead(request.ip);
        const response = await cache.get(cached, () =>
          limits.inReadQueue(async () => cachedResponse(200, headers, String(reply.serialize(await run(request, reply))))),
        );
        return sendCached(request, reply, response);
      },
    });
  };
}

/** The schemas by which Fastify validates a call, and its documentation. */
const schemaOf = ({ access, path, shape }: Endpoint) => ({
  summary: shape.summary,
  ...(shape.params ? { params: shape.params } : {}),
  ...(shape.query ? { querystring: shape.query } : {}),
  ...(shape.body ? { body: shape.body } : {}),
  response: { 200: shape.output, '4xx': ErrorView, '5xx': ErrorView },
  ...(access === 'public' ? {} : { security: [access === 'scannerDevice' ? { scannerDevice: [] } : { bearer: [] }] }),
  tags: [path.split('/')[1] ?? ''],
});

/** Runs the service of a call; a creating one runs once per Idempotency-Key. */
async function runCall<S extends Shape>(ctx: Context, { method, path, shape }: Endpoint<S>, handler: Handler<S>, exchange: Exchange) {
  const input = mergeInput<S>(exchange.request);
  const key = shape.creates ? idempotencyKey(exchange.request) : undefined;
  if (key === undefined) return handler(ctx, input, exchange);
  const caller = ctx.actor ? `user:${ctx.actor.userId}` : 'anonymous';
  return runOnce(ctx, { caller, call: `${method} ${path}`, key, input }, async (once) => handler(once, input, exchange));
}

const publicHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': PUBLIC_CACHE,
  vary: 'accept-encoding',
  'content-security-policy': contentSecurityPolicy,
  ...securityHeaders,
};

/** Returns the query names of a cached call; other names must not cause a second copy. */
export function cachedQueryNames(shape: Pick<Shape, 'query'>): string[] {
  const query = shape.query;
  return query && 'shape' in query && typeof query.shape === 'object' && query.shape !== null ? Object.keys(query.shape).sort() : [];
}

/** Returns the canonical path with the relevant query values. An empty or repeated one differs from none, because it may be refused. */
export function cacheKey(url: string, names: string[]): string {
  const mark = url.indexOf('?');
  const path = canonicalPath(url);
  if (names.length === 0 || mark < 0) return path;
  const query = new URLSearchParams(url.slice(mark + 1));
  return path + names.flatMap((name) => query.getAll(name).map((value) => `&${name}=${encodeURIComponent(value)}`)).join('');
}

/** The context of a service for this request; its log has the request's id, as the answer's `x-request-id` does. */
export const contextOf = (deps: Deps, request: FastifyRequest, actor: Actor | null = null): Context => ({
  ...contextFor(deps, actor),
  log: request.log,
  from: { address: request.ip, userAgent: request.headers['user-agent'] },
  isCallerLocal: () => isLocal(request),
});

/**
 * Enforces the right and the confirmation that the contract names; services check what depends on the rows (`requireRight`). Counts the call, and returns the caller. @throws too_many_requests,
 * unauthorized, forbidden, second_factor_missing, confirmation_required
 */
export async function admitCaller(
  { deps, limits, authenticate, onForbidden }: Omit<RouteOptions, 'cache' | 'authenticateScannerDevice'>,
  request: FastifyRequest,
  { access, method, shape }: Endpoint,
): Promise<Actor> {
  const bearer = bearerOf(request);
  const ctx = contextOf(deps, request);
  const actor = bearer === undefined ? null : await authenticate(ctx, bearer);
  if (actor) await limits.consumeOfAccount(actor, method !== 'GET');
  else if (!isOurs(request)) await limits.consumeCall(request.ip);
  const known = { ...ctx, actor };
  const right = rightFor(access);
  const caller = right === undefined ? requireUser(known) : await allowed(known, right, onForbidden);
  if (shape.confirmed) requireConfirmed(known, shape.confirmed);
  return caller;
}

/** @throws unauthorized, and second_factor_missing or forbidden, which are recorded */
async function allowed(ctx: Context, right: Right, onForbidden: RouteOptions['onForbidden']): Promise<Actor> {
  try {
    return requireRight(ctx, right);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'forbidden' || error.code === 'second_factor_missing'))
      await onForbidden(ctx, error.code);
    throw error;
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > IDEMPOTENCY_KEY_MAX) throw new AppError('invalid_input');
  return key;
}

/** Fastify has validated each part with the endpoint's own schemas, so they form its parsed input. */
function mergeInput<S extends Shape>(request: FastifyRequest): ParsedInput<S> {
  const parts = { ...asRecord(request.params), ...asRecord(request.query), body: request.body };
  return parts as ParsedInput<S>;
}

const asRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Calls the API without a network and without a user, for rendering: only public calls answer. */
export function createInjectSend(http: FastifyInstance): Send {
  return async ({ method, url, body }) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await http.inject({ method, url, remoteAddress: RENDERER_ADDRESS, ...payload });
    const retryAfter = Number(response.headers['retry-after']);
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : JSON.parse(response.body),
      ...(retryAfter > 0 && { retryAfter }),
    };
  };
}
