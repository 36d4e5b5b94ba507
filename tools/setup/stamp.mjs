import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.mjs';

/**
 * Returns true if the result of `inputs` (files and folders of the project) is up to date. Contents decide, but are read only if a file's
 * size or time differs from the last check. `extra` is a text that counts as one more input.
 */
export function isFresh(stampFile, inputs, extra = '') {
  const before = readStamp(stampFile);
  if (!before) return false;
  const files = listFiles(inputs);
  if (before.look === lookOf(files, extra)) return true;
  if (before.content !== contentOf(files, extra)) return false;
  writeStamp(stampFile, files, extra);
  return true;
}

/** Makes the result again. The stamp is removed first and written last, so that an interrupted attempt does not count. */
export async function remake(stampFile, inputs, extra, make) {
  const files = listFiles(inputs);
  const stamp = { look: lookOf(files, extra), content: contentOf(files, extra) };
  rmSync(stampFile, { force: true });
  await make();
  writeFileSync(stampFile, JSON.stringify(stamp));
}

function writeStamp(stampFile, files, extra) {
  try {
    writeFileSync(stampFile, JSON.stringify({ look: lookOf(files, extra), content: contentOf(files, extra) }));
  } catch {
    // In a read-only folder the contents are compared again next time.
  }
}

function readStamp(stampFile) {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function listFiles(inputs) {
  return inputs
    .map((input) => inProject(input))
    .filter((path) => existsSync(path))
    .flatMap((path) => (statSync(path).isDirectory() ? walk(path) : [path]))
    .filter((path) => !/\.(test|nightly)\.tsx?$/.test(path))
    .sort();
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

function lookOf(files, extra) {
  const lines = files.map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return createHash('sha256').update(lines.join('\n')).update(extra).digest('hex');
}

function contentOf(files, extra) {
  const hash = createHash('sha256').update(extra);
  for (const path of files) hash.update(path.slice(inProject().length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}
