import type { Plugin } from 'vite';

const CONFIG = 'export const globalConfig = ';

/** Zod tries whether it may make functions from text; the security policy forbids it, and browsers report every try. */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/zod\/v4\/core\/core\.js$/ },
      handler(code) {
        if (!code.includes(CONFIG)) this.error(`zod has no "${CONFIG}": see zod-without-eval.`);
        return { code: `${code}\nglobalConfig.jitless = true;\n`, map: null };
      },
    },
  };
}
