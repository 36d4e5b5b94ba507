import type { Env } from '#server/platform/config/env.ts';

const logged = new WeakMap<Env, Set<string>>();

/** Returns true the first time this process is asked about a message: a lasting fault is logged once, not every minute. */
export function isFirstTime(env: Env, ...what: string[]): boolean {
  const known = logged.get(env) ?? new Set<string>();
  const text = what.join('\n');
  if (known.has(text)) return false;
  logged.set(env, known.add(text));
  return true;
}
