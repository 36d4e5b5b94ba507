import { readFile } from 'node:fs/promises';
import { storeSound } from '#server/content/media/sound-store.ts';
import type { Env } from '#server/platform/config/env.ts';

/** Loops of half a minute by program, so that nobody's rights are touched. */
const soundsOfActs = { OBERTON: 'oberton', 'Mtkvari Dub': 'mtkvari-dub', 'Wet Cement': 'wet-cement' };

/** Stores the sounds and returns the file of each act that has one. */
export async function storeDemoSounds(env: Env): Promise<ReadonlyMap<string, string | undefined>> {
  const stored = Object.entries(soundsOfActs).map(async ([act, file]) => {
    const content = await readFile(new URL(`./sounds/${file}.mp3`, import.meta.url));
    return [act, await storeSound(env, content)] as const;
  });
  return new Map(await Promise.all(stored));
}
