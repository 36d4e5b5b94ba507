import { randomUUID } from 'node:crypto';
import { openBucket } from '#server/platform/storage/bucket.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';
import type { Site } from './site.ts';

const CHECK = 'storage';

/** Writes a file into the bucket, reads it back and deletes it, as the site does. */
export async function checkStorage({ env }: Site): Promise<Finding[]> {
  if (!env.bucket) return [leftOut(CHECK, 'pictures and sounds are in DATA_DIR (no STORAGE_URL)')];
  const bucket = openBucket(env.bucket);
  const name = `media/doctor-${randomUUID()}.txt`;
  const begun = performance.now();
  await bucket.put(name, Buffer.from(name));
  const content = await (await bucket.open(name))?.read();
  await bucket.remove(name);
  if (content?.toString() !== name) return [fault(CHECK, `${bucket.place} does not return what was written`, 'choose another storage')];
  if (await bucket.open(name)) return [fault(CHECK, `${bucket.place} deletes nothing`, 'give the key the right to delete')];
  return [well(CHECK, `${bucket.place} was written, read and cleaned in ${Math.round(performance.now() - begun)} ms`)];
}
