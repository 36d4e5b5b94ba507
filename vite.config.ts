import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanRouter } from './tools/vite/lean-router.ts';
import { precompress } from './tools/vite/precompress.ts';
import { stripContractShapes } from './tools/vite/strip-contract-shapes.ts';

/** What every page needs whatever it shows: in a file of its own, which a release seldom changes. */
const FRAME = /\/node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|use-sync-external-store)\//;

/** `vite build` makes the browser's files, `vite build --ssr web/entry-server.tsx` the renderer the server loads. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  plugins: [tailwindcss(), react(), stripContractShapes(), leanRouter(), precompress()],
  // One file with React for production in it, whatever NODE_ENV the server runs with.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' }, ssr: { noExternal: true as const } }),
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node24' }
    : {
        outDir: 'dist/client',
        manifest: true,
        // A font inside the style sheet would be fetched by everybody, and the security policy refuses `data:` fonts.
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 600,
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: FRAME }] } } },
      },
}));
