import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { runApart } from './run-apart.ts';

/** Writes a program that never finishes its order; a deaf one must be killed. */
function writeProgram(isDeaf: boolean): string {
  const program = join(createTestFolder(), 'endless.mjs');
  const answerOrder = pathToFileURL(join(import.meta.dirname, 'answer-order.ts')).href;
  writeFileSync(
    program,
    isDeaf
      ? `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1e9);`
      : `import { answerOrder } from ${JSON.stringify(answerOrder)}; answerOrder(() => new Promise((end) => setTimeout(end, 1e9)));`,
  );
  return program;
}

test.each([false, true])('a backup that does not end is stopped after its time (deaf to signals: %s)', async (isDeaf) => {
  await expect(runApart(writeProgram(isDeaf), {}, { longestMs: 5_000 })).rejects.toThrow(
    /^the process of the backup did not end within [\d.]+ hours, and was stopped\.$/,
  );
});
