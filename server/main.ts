import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { loadSettingsFile } from '#server/platform/config/settings-file.ts';

// Loading the modules allocates much short-lived memory: V8 would grow its young generation for good, by 8 to 20 MB of 160.
setFlagsFromString('--semi-space-growth-factor=1');
// The second start loads the compiled modules from the cache.
enableCompileCache();
try {
  loadSettingsFile();
} catch {
  // The start reads it again and reports why it cannot.
}
// A process that only keeps others running loads no part of the site.
const isAlone = cluster.isWorker || process.argv.includes('--dev') || ['', '1'].includes(process.env['PROCESSES'] ?? '');
if (isAlone) await (await import('./start.ts')).start();
else await (await import('./primary.ts')).startProcesses();
setFlagsFromString('--semi-space-growth-factor=2');
