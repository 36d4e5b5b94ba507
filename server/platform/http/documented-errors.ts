import type { Endpoint } from '#shared/contract.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** Any call may be limited, fail, or find the database away. */
const ALWAYS = ['too_many_requests', 'server_error', 'unavailable'] as const;
/** An id may name nothing. */
const WITH_INPUT = ['invalid_input', 'invalid_characters', 'not_found'] as const;
const WITH_BODY = ['broken_json', 'too_large', 'unsupported_media_type'] as const;
const WITH_KEY = ['idempotency_reused', 'idempotency_running'] as const;

/** Returns every error code that a call may answer: those of its kind, and those its contract entry names. */
export function documentedErrors({ method, access, shape }: Endpoint): ErrorCode[] {
  const takesInput = shape.params !== undefined || shape.query !== undefined || shape.body !== undefined;
  return [
    ...ALWAYS,
    ...(takesInput || method !== 'GET' ? WITH_INPUT : []),
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(shape.invalidStatus === 422 ? (['invalid_fields'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'admin' ? (['forbidden'] as const) : []),
    ...(shape.creates ? WITH_KEY : []),
    ...(shape.errors ?? []),
  ];
}
