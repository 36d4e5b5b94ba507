import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './tools/vite/built-files.ts';
import { doorWorker } from './tools/vite/door-worker.ts';
import { stripContractShapes } from './tools/vite/strip-contract-shapes.ts';

/**
 * The door of phones with a pass is built apart from the site, so that no public page gains a byte from it. Its files are under `/door/`,
 * which the site's service worker never keeps.
 */
export default defineConfig({
  base: '/door/',
  publicDir: false,
  plugins: [tailwindcss(), react(), stripContractShapes(), doorWorker(), precompress('files')],
  resolve: { alias: [{ find: /^zod$/, replacement: `${import.meta.dirname}/web/lib/zod.ts` }] },
  build: {
    outDir: 'dist/door',
    assetsDir: 'files',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false }, input: `${import.meta.dirname}/door.html` },
  },
});
