import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from './on-test-finished.ts';

/** Creates an empty folder; deleted when the test is over. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rkali-test-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
