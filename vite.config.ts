import { globSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { FIRST_SCREENS, FORM_SCREENS, reportFirstLoad } from './tools/size-check.ts';
import { chunkGroups, precompress } from './tools/vite/built-files.ts';
import { firstPaint } from './tools/vite/first-paint.ts';
import { serviceWorker } from './tools/vite/service-worker.ts';
import { stripContractShapes } from './tools/vite/strip-contract-shapes.ts';

const sourceOf = (screen: string): string => `${import.meta.dirname}/web/${screen}.page.tsx`;
const screens = {
  first: FIRST_SCREENS.map(sourceOf),
  forms: FORM_SCREENS.map(sourceOf),
  frame: ['events/tonight-bar', 'layout/pending'].map((part) => `${import.meta.dirname}/web/${part}.tsx`),
  all: globSync(sourceOf('*/*')),
};

/**
 * The first script names the parts of the screens on the way to a ticket, so that a browser fetches them side by side. All others fetch
 * theirs one after the other, and their names weigh nothing.
 */
const ON_THE_WAY = /\/(home|all-events|event|login|register|profile|cart|payment-\w+)\.page-/;

/** `vite build` makes the browser's files, `vite build --ssr web/entry-server.tsx` the renderer that the server loads. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  plugins: [tailwindcss(), react(), stripContractShapes(), firstPaint(), serviceWorker(), precompress(), reportFirstLoad()],
  // Only the browser's: the server has no content security policy.
  ...(!isSsrBuild && { resolve: { alias: [{ find: /^zod$/, replacement: `${import.meta.dirname}/web/lib/zod.ts` }] } }),
  // One file with the production build of React, whatever the server's NODE_ENV is; a later build cannot remove parts of it.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' }, ssr: { noExternal: true as const } }),
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node24', rolldownOptions: { output: { codeSplitting: false } } }
    : {
        outDir: 'dist/client',
        manifest: true,
        // A font inside the style sheet would be fetched by everybody, and the security policy refuses `data:` fonts.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false, resolveDependencies: (file, parts) => (ON_THE_WAY.test(file) ? parts : []) },
        rolldownOptions: {
          checks: { pluginTimings: false },
          // Seven characters, the fewest that are accepted: each of the first script's names weighs what does not compress.
          output: { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups: chunkGroups(screens) } },
        },
      },
}));
