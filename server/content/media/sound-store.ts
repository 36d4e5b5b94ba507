import { createHash } from 'node:crypto';
import { SOUND_FOLDER, type Storage } from '#server/platform/storage/storage.ts';

/** Returns the name of a sound's file in the storage. */
export const storedSound = (file: string): string => `${SOUND_FOLDER}/${file}`;

/** The first bytes of each format; an MP3 frame begins with eleven set bits. */
const formats: [format: 'mp3' | 'm4a' | 'ogg', isIt: (head: Buffer) => boolean][] = [
  ['mp3', (head) => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)],
  ['m4a', (head) => head.toString('latin1', 4, 8) === 'ftyp'],
  ['ogg', (head) => head.toString('latin1', 0, 4) === 'OggS'],
];

/** Returns the format of a sound by its content, whatever its name; undefined for any other file. */
const soundFormat = (content: Buffer): 'mp3' | 'm4a' | 'ogg' | undefined => formats.find(([, isIt]) => isIt(content))?.[0];

export const SOUND_FILE = /^[0-9a-f]{24}\.(mp3|m4a|ogg)$/;

/** Returns the media type of a sound's file. */
export const soundType = (file: string): string =>
  file.endsWith('.mp3') ? 'audio/mpeg' : file.endsWith('.m4a') ? 'audio/mp4' : 'audio/ogg';

/** Stores a sound unchanged and returns its file name, which depends on its content; undefined if it is no sound. */
export async function storeSound(storage: Storage, content: Buffer): Promise<string | undefined> {
  const format = soundFormat(content);
  if (!format) return undefined;
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 24)}.${format}`;
  await storage.put(storedSound(name), content);
  return name;
}
