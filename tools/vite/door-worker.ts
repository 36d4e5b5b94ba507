import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { buildWorker } from './service-worker.ts';

const KEPT = /\.(js|css|woff2|wasm)$/;

/** Builds the door's service worker with the list of all files that a phone with a pass stores. */
export function doorWorker(): Plugin {
  let base = '/';
  return {
    name: 'door-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: (config) => void (base = config.base),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle).filter((name) => KEPT.test(name));
        const code = await buildWorker('web/door/device/worker.ts', { DOOR_FILES: JSON.stringify(files.map((file) => base + file)) });
        const document = bundle['door.html'];
        const release = createHash('sha256')
          .update(document?.type === 'asset' ? document.source : '')
          .update(files.join());
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: `// ${release.digest('hex').slice(0, 8)}\n${code}` });
      },
    },
  };
}
