import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Outages } from '#server/platform/alerts/outages.ts';
import { isDatabaseAway, postgresCode } from '#server/platform/db/database-failure.ts';
import { StorageError } from '#server/platform/storage/storage-error.ts';
import { errorMessage } from '#server/platform/translators.ts';
import { AppError, type ErrorBody, type ErrorCode, errorStatus } from '#shared/errors.ts';
import { UPLOAD_PATH } from '#shared/staff/gallery.schemas.ts';
import { withoutEndSlashes } from '#shared/paths.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { ACT_SOUND_PATH, EVENT_PHOTO_PATH } from '#shared/staff/event-uploads.ts';

const RETRY_AFTER_SECONDS = 5;
const NUMERIC_VALUE_OUT_OF_RANGE = '22003';

/** Fastify's own refusals as codes of the catalogue. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'broken_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'broken_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_input',
};

/** Deadlock, serialization failure and lock timeout: the same call will succeed. */
const collisionCodes = new Set(['40P01', '40001', '55P03']);
const COLLISION_RETRY_AFTER_SECONDS = 1;

/** The name among the fields for a body that is refused as a whole. */
const WHOLE_BODY = 'body';

type Issue = NonNullable<FastifyError['validation']>[number];

/**
 * Returns the refused field, such as `slots.0.time`; undefined if the body is refused as a whole. A field may itself have the name `body`.
 */
function fieldOf({ instancePath, params }: Issue): string | undefined {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
  if (path !== '') return path;
  return params['key'] === undefined ? undefined : String(params['key']);
}

/** Returns the refused fields, each with a translation key: `{ email: 'validation.invalid_email' }`. */
function fieldErrors(error: FastifyError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.validation ?? []) {
    const field = fieldOf(issue) ?? WHOLE_BODY;
    const key = issue.message?.startsWith('validation.') ? issue.message : 'validation.invalid';
    if (!(field in fields)) fields[field] = key;
  }
  return fields;
}

/** Returns true for an id too large for its column: no such row exists. */
function isBeyondColumn(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === NUMERIC_VALUE_OUT_OF_RANGE) || isBeyondColumn(error.cause);
}

/** Turns any failure into one of the catalogue. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isBeyondColumn(error)) return new AppError('not_found', { cause: error });
  if (error instanceof StorageError) return new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  if (isDatabaseAway(error)) return new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  if (collisionCodes.has(postgresCode(error) ?? ''))
    return new AppError('unavailable', { retryAfterSeconds: COLLISION_RETRY_AFTER_SECONDS, cause: error });
  if (hasZodFastifySchemaValidationErrors(error)) return new AppError('invalid_input', { errors: fieldErrors(error) });
  const { code, statusCode } = asFastifyError(error);
  const known = fastifyCodes[code];
  if (known) return new AppError(known);
  if (statusCode >= 400 && statusCode < 500) return new AppError('invalid_input', { cause: error });
  return new AppError('server_error', { cause: error });
}

function asFastifyError(error: unknown): { code: string; statusCode: number } {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const statusCode = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return { code, statusCode };
}

export function errorBody(error: AppError): ErrorBody {
  const { errors, params, challenge, kinds } = error.details;
  const fields = errors && Object.keys(errors).length > 0 ? { errors } : {};
  return {
    message: errorMessage(error.code, params),
    code: error.code,
    ...fields,
    ...(params ? { params } : {}),
    ...(challenge && { challenge }),
    ...(kinds && { kinds }),
  };
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.details.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(error.details.retryAfterSeconds));
  return reply
    .code(errorStatus[error.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBody(error));
}

/** Input that our own pages never send. The log has the fields but not the values, which are personal. */
const inputRefusals = new Set<ErrorCode>([
  'invalid_input',
  'invalid_fields',
  'invalid_characters',
  'broken_json',
  'unsupported_media_type',
  'too_large',
]);

/** Converts every failure to HTTP: expected ones by the catalogue, all others to 500 with a log line. */
export function registerErrors(app: FastifyInstance, outages: Pick<Outages, 'note'>): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply) => {
    outages.note(error);
    const refused = toAppError(error);
    const status = request.routeOptions.config.invalidStatus;
    const fields = hasZodFastifySchemaValidationErrors(error)
      ? [...new Set(error.validation.flatMap((issue) => fieldOf(issue) ?? []))]
      : Object.keys(refused.details.errors ?? {});
    const answer =
      status === 422 && refused.code === 'invalid_input' && fields.length > 0 ? new AppError('invalid_fields', refused.details) : refused;
    if (inputRefusals.has(answer.code)) {
      request.log.info({ code: answer.code, method: request.method, route: request.routeOptions.url, fields }, 'refused input');
    }
    if (answer.code === 'server_error') request.log.error({ err: error }, 'unexpected failure');
    // An outage of the database is logged once, by `outages`.
    const isLogged = isDatabaseAway(error);
    if (!isLogged && (answer.code === 'unavailable' || answer.code === 'bank_unavailable')) {
      request.log.warn({ err: answer.details.cause, code: answer.code }, 'a service that we need is not available');
    }
    return sendError(reply, answer);
  });
}

const uploads = [UPLOAD_PATH, EVENT_PHOTO_PATH, ACT_SOUND_PATH].map((path) => ({ method: 'POST', path: path.replace('/api', '') }));
const endpoints = [...Object.values(wholeContract).flatMap((verbs) => Object.values(verbs)), ...uploads];

/** `/Events/:id` as a pattern over a lower-case path. */
const patternOf = (path: string): RegExp => new RegExp(`^/api${path.toLowerCase().replaceAll(/:\w+/g, '[^/]+')}/?$`);
const known = endpoints.map(({ method, path }) => ({ method, path: `/api${path.toLowerCase()}`, pattern: patternOf(path) }));

/** Returns the methods of a path; none if no call has it. A fixed path is not read as another call's parameter. */
function methodsOf(url: string): string[] {
  const path = withoutEndSlashes((url.split('?')[0] ?? '').toLowerCase());
  const named = known.filter((call) => call.path === path);
  const matching = named.length > 0 ? named : known.filter(({ pattern }) => pattern.test(path));
  return [...new Set(matching.map(({ method }) => method))];
}

/** Methods that a fixed path does not accept, but the call with a parameter in the same place does. */
const shadowed = known
  .filter(({ path }) => !path.includes(':'))
  .flatMap(({ path }) => known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => ({ method, url: path })))
  .filter(({ method, url }) => !methodsOf(url).includes(method));

/** Unknown calls answer 404 JSON; a known path with another method answers 405 with the methods it accepts. */
export function registerNotFound(app: FastifyInstance): void {
  // Fastify requires a body for QUERY before it looks for the route, and no call of ours has that method.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(request.url);
    if (methods.length === 0) return sendError(reply, new AppError('not_found'));
    return sendError(reply.header('allow', methods.join(', ')), new AppError('method_not_allowed'));
  };
  // Before the body is read, which is irrelevant here.
  const options = { schema: { hide: true }, onRequest: async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply) };
  for (const url of ['/api', '/api/*']) app.all(url, options, refuse);
  for (const { method, url } of shadowed) app.route({ ...options, method, url, handler: refuse });
}
