import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Creates a file unless it is there, and says whether it did. It appears at once and whole, and when several processes try, one
 * of them wins.
 */
export function createOnce(file: string, content: string, mode: number): boolean {
  if (existsSync(file)) return false;
  const draft = `${file}.${process.pid}`;
  const descriptor = openSync(draft, 'w', mode);
  writeFileSync(descriptor, content);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (existsSync(file)) return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}
