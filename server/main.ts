import { enableCompileCache } from 'node:module';

// Compiled modules are kept between starts: the second start takes about a second.
enableCompileCache();
const { start } = await import('./start.ts');
await start();
