import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { loadSettingsFile } from '#server/platform/config/settings-file.ts';

// Loading the modules allocates much short-lived memory; V8 would grow its young generation for it and never shrink it: 8 to 20 MB of 160.
setFlagsFromString('--semi-space-growth-factor=1');
// Compiled modules are cached between starts: the second start does not compile them.
enableCompileCache();
try {
  loadSettingsFile();
} catch {
  // The start reads it once more, and says why it cannot.
}
// A process that only keeps others running loads nothing of the site.
const isAlone = cluster.isWorker || process.argv.includes('--dev') || ['', '1'].includes(process.env['PROCESSES'] ?? '');
if (isAlone) await (await import('./start.ts')).start();
else await (await import('./primary.ts')).startProcesses();
setFlagsFromString('--semi-space-growth-factor=2');
