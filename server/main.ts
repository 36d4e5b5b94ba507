import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Linking the modules makes much short-lived garbage; unchecked, V8 grows its nursery to 100 MB for it and never gives that back.
setFlagsFromString('--semi-space-growth-factor=1');
// Compiled modules are kept between starts: the second start spends no time on it.
enableCompileCache();
const { start } = await import('./start.ts');
await start();
setFlagsFromString('--semi-space-growth-factor=2');
