import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Right } from '#shared/staff/rights.ts';
import type { Actor, Context } from '#server/platform/context.ts';
import { checkCharacters } from './request-facts.ts';
import { admitCaller, contextOf, type RouteOptions } from './route.ts';

type UploadCall<Query extends z.ZodType, Output extends z.ZodType> = {
  url: string;
  summary: string;
  right: Right;
  bytesMax: number;
  query: Query;
  output: Output;
  /** The error codes of `take`. */
  errors?: readonly ErrorCode[];
  take(ctx: Context, query: z.output<Query>, content: Buffer): Promise<z.output<Output>>;
};

export type Upload = <Query extends z.ZodType, Output extends z.ZodType>(call: UploadCall<Query, Output>) => void;

/**
 * Binds calls that take one file from staff, separate from the others, whose bodies are small JSON. Limits and permission are checked
 * before a byte of the file is read.
 */
export function createUpload(http: FastifyInstance, options: Omit<RouteOptions, 'cache' | 'authenticateScannerDevice'>): Upload {
  return <Query extends z.ZodType, Output extends z.ZodType>(call: UploadCall<Query, Output>) => {
    const { url, summary, right, bytesMax, query, output, errors = [], take } = call;
    const consumes = 'application/octet-stream';
    const described = endpoint('POST', url.replace('/api', ''), right, { summary, query, output, errors, consumes, invalidStatus: 422 });
    const callers = new WeakMap<FastifyRequest, Actor>();
    const schema: FastifySchema = { summary, querystring: query, response: { 200: output }, security: [{ bearer: [] }], tags: ['staff'] };
    void http.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      scope.route({
        method: 'POST',
        url,
        bodyLimit: bytesMax,
        config: { invalidStatus: 422, endpoint: described },
        schema,
        onRequest: async (request) => void callers.set(request, await admitCaller(options, request, described)),
        preValidation: async ({ query: sent }) => checkCharacters(sent),
        handler: async (request, reply) => {
          const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const answer = await take(contextOf(options.deps, request, callers.get(request)), parsedQuery<Query>(request), content);
          return reply.header('cache-control', 'no-store').send(answer);
        },
      });
    });
  };
}

/** Fastify has validated it with the call's own schema. */
const parsedQuery = <Query extends z.ZodType>({ query }: FastifyRequest) => query as z.output<Query>;
