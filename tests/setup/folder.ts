import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from './on-test-finished.ts';

/** Creates an empty folder; deleted when the test is over. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rkali-test-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder for a database: started by root, PostgreSQL runs as another user, who must reach it. */
export function createDatabaseFolder(): string {
  const folder = createTestFolder();
  chmodSync(folder, 0o755);
  return folder;
}
