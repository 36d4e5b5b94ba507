import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** Parts of the page frame that load on first use, which may be offline. */
const LATE_MODULES = ['web/layout/mobile-menu.tsx', 'web/layout/pending.tsx', 'web/lib/offline-pages.ts', 'web/ui/toast-list.tsx'];
const workers = { 'sw.js': 'web/sw/worker.ts', 'sw-leave.js': 'web/sw/leave.ts' };

/** Builds the site's service worker: one file without imports, at a permanent address, new with every release. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const lateFiles = lateFilesOf(bundle);
      const release = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 8);
      for (const [fileName, entry] of Object.entries(workers)) {
        const code = await buildWorker(entry, { LATE_PARTS: JSON.stringify(lateFiles) });
        this.emitFile({ type: 'asset', fileName, source: `// ${release}\n${code}` });
      }
    },
  };
}

/** Returns the files of the late modules with their imports. */
function lateFilesOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (found.has(fileName) || chunk?.type !== 'chunk') return;
    found.add(fileName);
    for (const imported of chunk.imports) add(imported);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && LATE_MODULES.some((part) => chunk.facadeModuleId?.endsWith(part))) add(chunk.fileName);
  return [...found].map((fileName) => `/${fileName}`);
}

/** Returns the code of a service worker: one file without imports. */
export async function buildWorker(entry: string, define: Record<string, string>): Promise<string> {
  const input = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: { write: false, modulePreload: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  const outputs = 'output' in result ? result.output : [];
  return outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('');
}
