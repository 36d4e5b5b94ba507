import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

// Compiled modules are kept between starts: the second start takes about a second.
enableCompileCache();
if (existsSync('.env')) process.loadEnvFile();
const { start } = await import('./start.ts');
await start();
