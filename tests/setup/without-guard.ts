import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Break, type Guard, guards } from './guards.ts';

const ROOT = join(import.meta.dirname, '../..');
/** `shared` has no state, so one copy of it is enough. */
const COPIED = /^file:(?!.*\/node_modules\/).*\/(server|web|tests)\/.*\.ts$/;

/** Returns the source of a file with these replacements. @throws when a text does not occur exactly once */
export const breakGuard = (breaks: readonly Break[], file: string, source: string): string =>
  breaks
    .filter((each) => each.file === file)
    .reduce((code, { text, becomes }) => {
      const [before, after, ...more] = code.split(text);
      if (before === undefined || after === undefined || more.length > 0) throw new Error(`"${text}" must stand once in ${file}.`);
      return before + becomes + after;
    }, source);

const isGuard = (name: string | null): name is Guard => name !== null && Object.hasOwn(guards, name);

/** The guard that is removed from a module of ours: it is in the module's URL, and everything it imports gets it too. */
function guardOf(url: string): Guard | undefined {
  const name = url.startsWith('file:') && url.includes('?') ? new URL(url).searchParams.get('without') : null;
  return isGuard(name) ? name : undefined;
}

let isHooked = false;

function hook(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const guard = guardOf(context.parentURL ?? '');
      return guard && COPIED.test(resolved.url) ? { ...resolved, url: `${resolved.url}?without=${guard}` } : resolved;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const guard = guardOf(url);
      if (!guard) return loaded;
      const path = fileURLToPath(url);
      return { ...loaded, source: breakGuard(guards[guard], relative(ROOT, path), readFileSync(path, 'utf8')) };
    },
  });
}

/**
 * Loads a copy of a module with all that it imports from this repository, without this guard. The code itself has no switch; other code in
 * this process keeps the complete copy. Node loads this file, and so the copies, itself: see vitest.config.ts.
 */
export function importWithout<Module>(guard: Guard | undefined, file: string): Promise<Module> {
  if (guard) hook();
  return import(`${join(ROOT, file)}${guard ? `?without=${guard}` : ''}`);
}
