// npm leaves out of package-lock.json what the registry in use lacks, such as some platforms' optional packages, and `npm ci` then refuses
// the file. This adds them; npm fetches them only where they are needed.
import { readFileSync, writeFileSync } from 'node:fs';
import { completeLock, undescribed } from './setup/lock-file.mjs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = undescribed(lock);
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
console.log(`package-lock.json: ${missing.length} entries added.`);
