import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Loading the modules allocates much short-lived memory; V8 would grow its young generation for it and never shrink it: 8 to 20 MB of 160.
setFlagsFromString('--semi-space-growth-factor=1');
// Compiled modules are cached between starts: the second start does not compile them.
enableCompileCache();
const { start } = await import('./start.ts');
await start();
setFlagsFromString('--semi-space-growth-factor=2');
