import { type ModuleHooks, registerHooks } from 'node:module';
import { join } from 'node:path';
import type { Guard } from './guards.ts';
import type { Replacement } from './unguarded/replace.ts';

const ROOT = join(import.meta.dirname, '../..');
const GUARDS = new URL('guards.ts', import.meta.url).href;
/** Matches the files of a copy, without the replacements; `shared`, which has no state, only if the guard is broken there. */
const filesIn = (folders: string): RegExp => new RegExp(`^file:(?!.*/(?:node_modules|tests/setup/unguarded)/).*/(?:${folders})/.*\\.ts$`);
const FILES = filesIn('server|web|tests');
const FILES_AND_SHARED = filesIn('server|shared|web|tests');

/** The files of each copy, by guard. */
const copied = new Map<string, RegExp>();
/** What replaces modules in the copies, by URL. */
const sources = new Map<string, string>();

/** Returns the guard that is removed from a module of ours: it is in the module's URL, and everything it imports gets it too. */
const guardOf = (url: string): string => (url.startsWith('file:') && url.includes('?') && new URL(url).searchParams.get('without')) || '';

/** Returns a module with the exports of the module at this URL, except the replaced ones: a named export counts before `export *`. */
function sourceOf(url: string, { exports }: Replacement, from: string): string {
  const own = JSON.stringify(`${url}&own`);
  return `
    import * as own from ${own};
    import { guards } from ${JSON.stringify(GUARDS)};
    export * from ${own};
    ${Object.keys(exports)
      .map((name) => `export const ${name} = guards.${from}.exports.${name}(own);`)
      .join('\n')}`;
}

let hooks: ModuleHooks | undefined;

const hook = (): ModuleHooks =>
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const guard = guardOf(context.parentURL ?? '');
      const isCopied = resolved.url !== GUARDS && copied.get(guard)?.test(resolved.url);
      return isCopied ? { ...resolved, url: `${resolved.url}?without=${guard}` } : resolved;
    },
    load(url, context, next) {
      const source = sources.get(url);
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });

/** Controls are played at night, chosen by their title (tools/test-all.ts). */
async function expectControl(guard: Guard): Promise<void> {
  // Not in journeys, whose tier is in the name of their file.
  if (process.env['VITEST'] === undefined) return;
  const { expect } = await import('vitest');
  const title = expect.getState().currentTestName;
  // A server in a process of its own runs for a test of another process.
  if (title !== undefined && !/(^| > )control: /.test(title))
    throw new Error(`"${title}" breaks the guard ${guard}, so its title begins with "control: ".`);
}

/** Makes the modules that break a guard. */
async function prepare(guard: Guard): Promise<void> {
  hooks ??= hook();
  const { guards } = await import('./guards.ts');
  copied.set(guard, guards[guard].some(({ module }) => module.startsWith('#shared/')) ? FILES_AND_SHARED : FILES);
  for (const [place, replacement] of guards[guard].entries()) {
    const url = `${import.meta.resolve(replacement.module)}?without=${guard}`;
    sources.set(url, sourceOf(url, replacement, `${guard}[${place}]`));
  }
}

/**
 * Loads a copy of a module, with all that it imports from this repository, without this guard. The code itself has no switch, and other
 * code in this process keeps the complete copy. Node itself loads this file and the copies: see vitest.config.ts.
 */
export async function importWithout<Module>(guard: Guard | undefined, file: string): Promise<Module> {
  if (guard) {
    await expectControl(guard);
    await prepare(guard);
  }
  return import(`${join(ROOT, file)}${guard ? `?without=${guard}` : ''}`);
}
