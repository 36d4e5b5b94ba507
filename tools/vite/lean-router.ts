import type { Plugin } from 'vite';

/** Names for developer tools; each keeps an export alive that nobody uses. */
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;
/** Prefetching by `<Link>` exists in framework mode only, and brings a tenth of the router along. */
const PREFETCH = /\bReact\$1\.createElement\(PrefetchPageLinks, \{ page: href \}\)/;

/** Leaves out of the browser's React Router what data mode never runs: the first load has a budget. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/lib\// },
      handler(code, id) {
        if (id.endsWith('/dom/lib.js') && !PREFETCH.test(code))
          this.error('React Router changed: see whether lean-router is still of use.');
        return { code: code.replaceAll(DISPLAY_NAMES, '').replace(PREFETCH, 'null'), map: null };
      },
    },
  };
}
