import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import { fillWhole } from '#server/platform/files.ts';

export const soundFolder = (env: Env): string => join(env.dataDir, 'media', 'sounds');

/** The first bytes of each format; an MP3 frame begins with eleven set bits. */
const formats: [format: 'mp3' | 'm4a' | 'ogg', isIt: (head: Buffer) => boolean][] = [
  ['mp3', (head) => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)],
  ['m4a', (head) => head.toString('latin1', 4, 8) === 'ftyp'],
  ['ogg', (head) => head.toString('latin1', 0, 4) === 'OggS'],
];

/** Returns the format of a sound by its content, whatever its name; undefined for any other file. */
const soundFormat = (content: Buffer): 'mp3' | 'm4a' | 'ogg' | undefined => formats.find(([, isIt]) => isIt(content))?.[0];

export const SOUND_FILE = /^[0-9a-f]{24}\.(mp3|m4a|ogg)$/;

/** Stores a sound unchanged and returns its file name, which depends on its content; undefined if it is no sound. */
export async function storeSound(env: Env, content: Buffer): Promise<string | undefined> {
  const format = soundFormat(content);
  if (!format) return undefined;
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 24)}.${format}`;
  const folder = soundFolder(env);
  await mkdir(folder, { recursive: true });
  await fillWhole(join(folder, name), (draft) => writeFile(draft, content));
  return name;
}
