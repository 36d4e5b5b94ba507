/** PostgreSQL's code of an error, or of what caused it, such as `53100`. */
export function postgresCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && /^[\dA-Z]{5}$/.test(error.code)) return error.code;
  return postgresCode(error.cause);
}
