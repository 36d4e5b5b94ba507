import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Linking the modules makes much short-lived garbage; V8 would grow its nursery for it and never give that back: 8 to 20 MB of 160.
setFlagsFromString('--semi-space-growth-factor=1');
// Compiled modules are kept between starts: the second start spends no time on it.
enableCompileCache();
const { start } = await import('./start.ts');
await start();
setFlagsFromString('--semi-space-growth-factor=2');
