import pg from 'pg';

/** The name of the constraint or unique index that refused a write, wherever it stands in the chain of causes. */
export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.constraint;
  return error instanceof Error ? violatedConstraint(error.cause) : undefined;
}
