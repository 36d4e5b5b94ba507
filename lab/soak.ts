import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs new random histories against the ticket office and its model for some minutes: one client at a time, eight at once, and with phones
 * at the door. A failing history is shrunk and printed with the seed that repeats it. `npm run soak [minutes]`
 */
const MINUTES = Number(process.argv[2] ?? 10);
if (!(MINUTES > 0)) throw new Error('Give the number of minutes: npm run soak 30');

const root = join(import.meta.dirname, '..');
const models = ['sequential', 'concurrent-clients', 'door-phones', 'door-lists'].map((name) => `tests/models/${name}.nightly.ts`);
const files = [...models, 'server/door/offline-manifest/offline-manifest-histories.nightly.ts'];
// All at once: each file takes these minutes at most, and less with fewer tests than `TESTS_PER_FILE` in tests/models/effort.ts.
const options = ['--config', 'vitest.nightly.config.ts', `--maxWorkers=${files.length}`];
const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...files], {
  cwd: root,
  env: { ...process.env, NODE_ENV: 'test', SOAK_MINUTES: String(MINUTES) },
  stdio: 'inherit',
});
vitest.once('exit', (code) => process.exit(code ?? 1));
