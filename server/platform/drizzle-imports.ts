import { registerHooks, type ResolveFnOutput } from 'node:module';

const DRIZZLE = /^drizzle-orm(\/|$)/;
const DRIZZLES_FILE = /\/node_modules\/drizzle-orm\/.*\.js$/;

/** Where our own imports of drizzle led. */
const found = new Map<string, ResolveFnOutput>();

// Node 24 parses a package.json again for each import of or in its package. Drizzle's has 180 KB and is imported 500 times: a third of the
// time that loading the server takes. Drizzle's .js files are all ES modules.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && specifier.endsWith('.js') && DRIZZLES_FILE.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (!DRIZZLE.test(specifier) || parentURL.includes('/node_modules/')) return next(specifier, context);
    const resolved = found.get(specifier) ?? next(specifier, context);
    found.set(specifier, resolved);
    return { ...resolved, shortCircuit: true };
  },
});
