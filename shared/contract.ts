import type { z } from 'zod';
import { ApiError, codeOfSentence, type ErrorBody, type ErrorCode } from './errors.ts';
import type { Right } from './staff/rights.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: everyone, a user with a valid access token, a scanner device (docs/decisions/0083), or staff with this right. */
type Access = 'public' | 'user' | 'scannerDevice' | Right;

/** Returns the right that a call needs; undefined for a call of visitors, guests or scanner devices. */
export const rightFor = (access: Access): Right | undefined =>
  access === 'public' || access === 'user' || access === 'scannerDevice' ? undefined : access;

/**
 * The schemas that the server validates and documents. The browser build removes them (vite.config.ts), so that screens do not load schemas
 * that they do not use.
 */
export type Shape = {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  output: z.ZodType;
  /** The status of an invalid field: 400 by default. */
  invalidStatus?: 400 | 422;
  /** Supports `Idempotency-Key`. */
  creates?: boolean;
  /** Public and identical for all callers: cached in memory for seconds, or until content changes. */
  cached?: boolean;
  /**
   * The caller must have confirmed their identity within the last minutes, always or only if they have a second factor
   * (docs/decisions/0079).
   */
  confirmed?: true | 'with a second factor';
  /** Expected errors besides those of every call of its kind (server/platform/http/docs.ts). */
  errors?: readonly ErrorCode[];
  /** The most bytes of its body, if not the default. */
  bodyMax?: number;
  /** Texts in the body may have control characters, because they come from cameras. */
  anyCharacters?: boolean;
  /** Media type of the body, if not JSON. */
  consumes?: string;
  /** Media type of the answer, if not JSON. */
  produces?: string;
};

export type Endpoint<S extends Shape = Shape> = { method: Method; path: string; access: Access; shape: S };

/**
 * Declares one API call, from which the Fastify route, its guard, its documentation and the typed client are made. `path` is below `/api`,
 * with `:name` for parameters.
 */
export function endpoint<S extends Shape>(method: Method, path: string, access: Access, shape: S): Endpoint<S> {
  return { method, path, access, shape };
}

type InputPart<T> = T extends z.ZodType ? z.input<T> : unknown;
type BodyPart<T> = T extends z.ZodType ? { body: z.input<T> } : unknown;
export type InputOf<S extends Shape> = InputPart<S['params']> & InputPart<S['query']> & BodyPart<S['body']>;
export type OutputOf<S extends Shape> = z.output<S['output']>;

type ParsedPart<T> = T extends z.ZodType ? z.output<T> : unknown;
type ParsedBody<T> = T extends z.ZodType ? { body: z.output<T> } : unknown;
/** The input of a call after the server's validation. */
export type ParsedInput<S extends Shape> = ParsedPart<S['params']> & ParsedPart<S['query']> & ParsedBody<S['body']>;

/** `timeoutMs`: the timeout for the whole answer, if not the default. */
export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string; timeoutMs?: number };
export type ApiRequest = { method: Method; url: string; access: Access; body?: unknown } & CallOptions;
export type ApiResponse = { status: number; body: unknown; retryAfter?: number };
/** A transport: `fetch` in the browser, Fastify's `inject` while rendering. It rejects only if there was no answer. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

type Call<S extends Shape> =
  unknown extends InputOf<S>
    ? (input?: Record<string, never>, options?: CallOptions) => Promise<OutputOf<S>>
    : (input: InputOf<S>, options?: CallOptions) => Promise<OutputOf<S>>;

type Contract = { [feature: string]: { [verb: string]: Endpoint } };
export type Client<C extends Contract> = { [F in keyof C]: { [V in keyof C[F]]: Call<C[F][V]['shape']> } };

/** Returns the URL of a call including `/api`: parameters filled in, the rest of the input except `body` as query. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, input: Record<string, unknown> = {}): string {
  const rest = new Map(Object.entries(input));
  rest.delete('body');
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of rest) if (value !== undefined) query.set(name, String(value));
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Makes the typed client of a contract over a transport. Calls throw `ApiError`, with status 0 if there was no answer. */
export function createClient<C extends Contract>(contract: C, send: Send): Client<C> {
  const bind = (target: Endpoint) => (input?: Record<string, unknown>, options?: CallOptions) => call(send, target, input, options);
  const features = Object.entries(contract).map(([feature, verbs]) => [
    feature,
    Object.fromEntries(Object.entries(verbs).map(([verb, target]) => [verb, bind(target)])),
  ]);
  return asClient<C>(Object.fromEntries(features));
}

async function call(send: Send, target: Endpoint, input: Record<string, unknown> = {}, options: CallOptions = {}): Promise<unknown> {
  const request: ApiRequest = { method: target.method, url: urlOf(target, input), access: target.access, ...options };
  if ('body' in input) request.body = input.body;
  const response = await send(request).catch((cause: unknown) => {
    throw new ApiError(0, {}, { cause });
  });
  if (response.status >= 200 && response.status < 300) return response.body;
  throw new ApiError(response.status, asErrorBody(response.body), {}, response.retryAfter);
}

function asErrorBody(body: unknown): Partial<ErrorBody> {
  const error: Partial<ErrorBody> = isObject(body) ? body : {};
  const code = error.code ?? codeOfSentence(error.message);
  return code ? { ...error, code } : error;
}

/** The client does not validate answers, and a proxy in between may send anything. */
export const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;

/** Types the table of calls, whose entries the caller made from the contract itself. */
function asClient<C extends Contract>(client: unknown): Client<C> {
  return client as Client<C>;
}
