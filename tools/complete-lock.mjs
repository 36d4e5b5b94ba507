// npm leaves out of package-lock.json what the registry at hand does not have, and `npm ci` then refuses the file. Programs that come
// as one optional package for each platform often lack some. This writes them down; npm fetches them only where they are of use.
import { readFileSync, writeFileSync } from 'node:fs';
import { completeLock, undescribed } from './setup/lock-file.mjs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = undescribed(lock);
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
console.log(`package-lock.json: ${missing.length} entries added.`);
