import type { Env } from '#server/platform/config/env.ts';

const told = new WeakMap<Env, Set<string>>();

/** Whether this process has not said so yet: what stays wrong is told of once, not every minute. */
export function isNews(env: Env, ...what: string[]): boolean {
  const known = told.get(env) ?? new Set<string>();
  const text = what.join('\n');
  if (known.has(text)) return false;
  told.set(env, known.add(text));
  return true;
}
