import { readFile } from 'node:fs/promises';
import { storeSound } from '#server/content/media/sound-store.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

/** Loops of half a minute by program, so that nobody's rights are touched. */
const soundsOfActs = { OBERTON: 'oberton', 'Mtkvari Dub': 'mtkvari-dub', 'Wet Cement': 'wet-cement' };

/** Stores the sounds and returns the file of each act that has one. */
export async function storeDemoSounds(storage: Storage): Promise<ReadonlyMap<string, string | undefined>> {
  const stored = Object.entries(soundsOfActs).map(async ([act, file]) => {
    const content = await readFile(new URL(`./sounds/${file}.mp3`, import.meta.url));
    return [act, await storeSound(storage, content)] as const;
  });
  return new Map(await Promise.all(stored));
}
