import { join } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';

export const soundFolder = (env: Env): string => join(env.dataDir, 'media', 'sounds');

/** The beginning of a file by its format; frames of MP3 begin with eleven bits that are set. */
const formats: [format: 'mp3' | 'm4a' | 'ogg', isIt: (head: Buffer) => boolean][] = [
  ['mp3', (head) => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)],
  ['m4a', (head) => head.toString('latin1', 4, 8) === 'ftyp'],
  ['ogg', (head) => head.toString('latin1', 0, 4) === 'OggS'],
];

/** The format of a sound by its content, whatever its name is; undefined for any other file. */
export const soundFormat = (content: Buffer): 'mp3' | 'm4a' | 'ogg' | undefined => formats.find(([, isIt]) => isIt(content))?.[0];

/** Names of stored sounds. */
export const SOUND_FILE = /^[0-9a-f]{24}\.(mp3|m4a|ogg)$/;
