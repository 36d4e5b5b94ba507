import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Env } from '#server/platform/config/env.ts';
import { errorMessage } from '#server/platform/translators.ts';
import { type Endpoint, rightFor } from '#shared/contract.ts';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';
import { ErrorView, PLAIN_TEXT, TRIMMED_LINE } from '#shared/wire.ts';
import { cachedResponse, type CachedResponse, sendCached } from './cached-response.ts';
import type { CallLimits } from './call-limits.ts';
import { securityHeaders, transportHeaders } from './security-headers.ts';

/** The page loads its styles and pictures from this server only. */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

const ROUTE = '/api/docs';
const FOR_A_MINUTE = 'public, max-age=60';

/** The input of a call: its parameters and query by name, and its body. */
export type ExampleInput = Readonly<Record<string, unknown>>;
type ExampleFor = (endpoint: Endpoint) => ExampleInput;

/** `clubName`: as it is at the start; the description takes a new one at the next. */
type Options = { env: Env; clubName: string; limits: CallLimits; exampleFor: ExampleFor };

/** Serves the contract as an OpenAPI page at `/api/docs`, and for programs at `/api/docs/json` and `/api/docs/yaml`. */
export async function registerDocs(app: FastifyInstance, { env, clubName, limits, exampleFor }: Options): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: clubName, description: 'Everything the site and any other client may call.', version: '1' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          scannerDevice: { type: 'http', scheme: 'door', description: 'A call signed by a scanner device' },
        },
        schemas: { Error: errorSchema },
      },
    },
    transform: (route) => describeRoute(route, exampleFor),
    hideUntagged: true,
  });
  const sendDescription = keepDescription(app, env);
  await app.register(swaggerUi, {
    routePrefix: ROUTE,
    staticCSP: policy,
    uiHooks: {
      onRequest: async (request, reply) => {
        // The document is large even if it is cached, and rarely needed.
        await limits.consumeRead(request.ip);
        await sendDescription(request, reply);
      },
    },
  });
}

/** Sends the description from memory: the plugin would serialize hundreds of kilobytes per request. */
function keepDescription(app: FastifyInstance, env: Env): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const headers = { ...securityHeaders, ...transportHeaders(env), 'content-security-policy': policy, 'cache-control': FOR_A_MINUTE };
  const texts = new Map([
    [`${ROUTE}/json`, { type: 'application/json; charset=utf-8', write: () => JSON.stringify(app.swagger()) }],
    [`${ROUTE}/yaml`, { type: 'application/x-yaml', write: () => app.swagger({ yaml: true }) }],
  ]);
  const cached = new Map<string, CachedResponse>();
  return async (request, reply) => {
    const { url = '' } = request.routeOptions;
    const text = texts.get(url);
    if (!text) return;
    const found = cached.get(url) ?? cachedResponse(200, { ...headers, vary: 'accept-encoding', 'content-type': text.type }, text.write());
    cached.set(url, found);
    await sendCached(request, reply, found);
  };
}

/** Formats of OpenAPI that are clearer than zod's pattern, which programs read in different ways. */
const FORMATS = new Set(['date', 'date-time', 'email', 'idn-email', 'uri', 'uuid']);
type JsonSchema = Record<string, unknown>;
type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

const JSON_TYPE = 'application/json';

/** A blank text counts as empty. JavaScript counts U+FEFF as a space, other languages do not. */
const NOT_BLANK = String.raw`[^\s\uFEFF]`;

/** Uses a format that OpenAPI has, else the pattern; both if the `.meta` of a schema says so. */
const chooseFormat: Override = ({ zodSchema, jsonSchema }) => {
  if (!(zodSchema instanceof z.core.$ZodString)) return;
  if (!FORMATS.has(String(jsonSchema.format))) delete jsonSchema.format;
  else if (z.globalRegistry.get(zodSchema)?.['pattern'] === undefined) delete jsonSchema.pattern;
};

/** Adds the checks of every input to a text's schema (request-facts.ts), and whether it may be blank. */
const describeText: Override = ({ zodSchema, jsonSchema }) => {
  if (!(zodSchema instanceof z.core.$ZodString)) return;
  // zod derives a schema with `.meta` from the description of the same schema without it.
  if (jsonSchema.allOf?.[0]?.pattern === NOT_BLANK) delete jsonSchema.allOf;
  if (jsonSchema.enum) delete jsonSchema.pattern;
  if (jsonSchema.format || jsonSchema.enum) return;
  jsonSchema.pattern ??= PLAIN_TEXT;
  const isText = jsonSchema.pattern === PLAIN_TEXT || jsonSchema.pattern === TRIMMED_LINE;
  const blank = ' '.repeat(Math.max(1, jsonSchema.minLength ?? 0));
  if (isText && !jsonSchema.allOf && !z.safeParse(zodSchema, blank).success) jsonSchema.allOf = [{ pattern: NOT_BLANK }];
};

const inputToJson = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: (context) => {
      // A whole number in a URL (shared/wire.ts): HTTP sends digits, which are not a second type.
      if (context.jsonSchema.type === 'integer') delete context.jsonSchema.anyOf;
      chooseFormat(context);
      describeText(context);
    },
  },
});

const outputToJson = (schema: z.ZodType): JsonSchema => {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'output',
    unrepresentable: 'any',
    override: chooseFormat,
  });
};

const errorSchema = outputToJson(ErrorView);

/** Describes a route in the OpenAPI document: its input with an example, its answer, and each error status with its codes. */
function describeRoute(route: Parameters<SwaggerTransform>[0], exampleFor: ExampleFor): ReturnType<SwaggerTransform> {
  const { schema, url } = inputToJson(route);
  const endpoint = route.route.config?.endpoint;
  if (!endpoint) return { schema, url };
  const { consumes } = endpoint.shape;
  const example = exampleFor(endpoint);
  const right = rightFor(endpoint.access);
  return {
    url,
    schema: {
      ...schema,
      ...(right ? { description: `Needs the right \`${right}\`.` } : {}),
      ...(consumes ? { consumes: [consumes], body: { type: 'string', format: 'binary' } } : {}),
      ...(schema.body ? { body: { ...asSchema(schema.body), ...exampleOf(example['body']) } } : {}),
      ...(schema.params ? { params: withExamples(asSchema(schema.params), example) } : {}),
      ...(schema.querystring ? { querystring: withExamples(asSchema(schema.querystring), example) } : {}),
      response: { 200: success(endpoint), ...failures(endpoint) },
    },
  };
}

function success({ shape }: Endpoint): JsonSchema {
  const { produces = JSON_TYPE } = shape;
  const schema = produces === JSON_TYPE ? outputToJson(shape.output) : { type: 'string', format: 'binary' };
  return { description: 'Done', content: { [produces]: { schema } } };
}

/** By status: codes such as `conflict` and `sold_out`, each with its message. */
function failures(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = Object.groupBy(new Set(documentedErrors(endpoint)), (code) => errorStatus[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => {
      const description = codes.map((code: ErrorCode) => `\`${code}\`: ${errorMessage(code)}`).join('\n\n');
      return [status, { description, content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } } }];
    }),
  );
}

/** Documents parameters one by one, each with its part of the example. */
function withExamples(schema: JsonSchema, example: ExampleInput): JsonSchema {
  const properties = Object.entries(asSchema(schema['properties'])).map(([name, property]) => {
    return [name, { ...asSchema(property), ...exampleOf(example[name]) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const exampleOf = (value: unknown): JsonSchema => (value === undefined ? {} : { examples: [value] });

const asSchema = (value: unknown): JsonSchema => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Errors of every call: a limit, a failure, or an unavailable database. */
const ALWAYS = ['too_many_requests', 'server_error', 'unavailable'] as const;
/** Errors of every call with input: an id may not exist. */
const WITH_INPUT = ['invalid_input', 'invalid_characters', 'not_found'] as const;
const WITH_BODY = ['broken_json', 'too_large', 'unsupported_media_type'] as const;
const WITH_KEY = ['idempotency_reused', 'idempotency_running'] as const;

/** Returns every error code of a call: those of its kind, and those named in its contract entry. */
export function documentedErrors({ method, access, shape }: Endpoint): ErrorCode[] {
  const takesInput = shape.params !== undefined || shape.query !== undefined || shape.body !== undefined;
  return [
    ...ALWAYS,
    ...(takesInput || method !== 'GET' ? WITH_INPUT : []),
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(shape.invalidStatus === 422 ? (['invalid_fields'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(rightFor(access) === undefined ? [] : (['forbidden', 'second_factor_missing'] as const)),
    ...(shape.confirmed ? (['confirmation_required'] as const) : []),
    ...(shape.creates ? WITH_KEY : []),
    ...(shape.errors ?? []),
  ];
}
