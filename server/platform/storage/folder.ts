import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fillWhole } from '#server/platform/files.ts';
import type { FileStorage, OpenFile } from './file-storage.ts';

export type Folder = FileStorage & { kind: 'folder'; pathOf(name: string): string };

/** Stores files on this machine's disk, or on one that several machines share at the same path. */
export function openFolder(root: string): Folder {
  const pathOf = (name: string): string => join(root, name);
  const names: Folder['names'] = async (folder) => {
    const entries = await readdir(pathOf(folder), { recursive: true, withFileTypes: true }).catch(absentAs([]));
    const from = root.length + sep.length;
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(from).replaceAll(sep, '/'))
      .toSorted();
  };
  return {
    kind: 'folder',
    place: root,
    pathOf,
    put: (name, content) => fillWhole(pathOf(name), (draft) => writeFile(draft, content, { flush: true })),
    open: (name) => openPath(pathOf(name)),
    hasAll: async (wanted) => wanted.every((name) => existsSync(pathOf(name))),
    names,
    async list(folder) {
      const files = [];
      for (const name of await names(folder)) {
        const facts = await stat(pathOf(name)).catch(absentAs(undefined));
        if (facts) files.push({ name, bytes: facts.size, changedAt: facts.mtime });
      }
      return files;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

/** Opens a file of the disk. `etag` changes with the file, even if the length does not. */
export async function openPath(path: string): Promise<OpenFile | undefined> {
  const facts = await stat(path).catch(absentAs(undefined));
  if (!facts?.isFile()) return undefined;
  const etag = `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`;
  return { etag, read: () => readFile(path).catch(absentAs(undefined)), close: () => undefined };
}

/** The system's error codes for a missing file or a folder in its place. */
const ABSENT = new Set<string | undefined>(['ENOENT', 'EISDIR', 'ENOTDIR']);

const absentAs =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (ABSENT.has(error.code)) return value;
    throw error;
  };
