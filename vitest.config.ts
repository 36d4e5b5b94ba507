import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TestOrder } from './tests/setup/test-order.ts';

export default defineConfig({
  test: {
    include: ['{shared,server,web,tools,lab,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/*.long.test.{ts,tsx}', 'node_modules/**'],
    globalSetup: ['tests/setup/global-setup.ts'],
    // A forgotten `test.only` would hide all others.
    allowOnly: false,
    pool: 'forks',
    // Each waits for its database now and then: another file uses the CPU meanwhile.
    maxWorkers: availableParallelism() + 1,
    // A young generation of V8's usual size is collected all the time while hundreds of files share a process: 6 to 9 hundredths more CPU.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // Modules keep no state of a test, only caches of what never changes, so files may share a process: a third less time, because the
    // server's libraries are loaded only once.
    isolate: false,
    sequence: { sequencer: TestOrder },
    // Node loads it itself, and with it the copies of the code without a guard.
    server: { deps: { external: [/\/tests\/setup\/without-guard\.ts$/] } },
    // Longer than any step takes on a busy machine; a wait without an end still fails.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
