import { type Context, perServer } from '#server/platform/context.ts';
import { waitForIdle } from '#server/platform/load.ts';
import { DriveError } from './drive-http.ts';
import { type Refusal, refusals } from './picture-decoder.ts';
import { hidePictures, retainPicture, type PictureEntry, type PictureSource, storePicture } from './picture-store.ts';

/** A picture at a source, and how to read it. `fileName` is the owner's name for it. */
export type Incoming = Omit<PictureEntry, 'source'> & { fileName: string; read(stopping?: AbortSignal): Promise<Buffer | Refusal> };

/** The complete content of a source. Waiting pictures exist but cannot be read yet. */
export type Listing = { source: PictureSource; pictures: Incoming[]; waitingIds: string[] };

/** The result of a run. `isWhole`: another run would change nothing. */
export type Mirrored = { stored: number; hidden: number; leftOut: number; isWhole: boolean };

/** Shorter than the time limit of a job; the next run continues. */
const RUN_MS = 2 * 60_000;

/** Files that this process found not to be pictures: they are neither read nor logged again until they change or the server restarts. */
const refusedOf = perServer(() => new Map<string, string>());

const loggedOf = perServer(() => new Set<string>());

/** Returns true the first time this process logs a message, so that a lasting fault is logged once and not every minute. */
export function isFirstTime(ctx: Context, ...what: string[]): boolean {
  const text = what.join('\n');
  const isKnown = loggedOf(ctx).has(text);
  loggedOf(ctx).add(text);
  return !isKnown;
}

/**
 * Makes our pictures equal to a source: hides removed ones, moves moved ones, stores new and changed ones. A failure of one picture is
 * logged and left for the next run. @throws DriveError `busy`, which ends the run
 */
export async function mirror(ctx: Context, { source, pictures, waitingIds }: Listing, stopping?: AbortSignal): Promise<Mirrored> {
  const ids = pictures.map(({ sourceId }) => sourceId);
  const result: Mirrored = { stored: 0, hidden: await hidePictures(ctx, source, [...ids, ...waitingIds]), leftOut: 0, isWhole: true };
  const end = ctx.clock.now().getTime() + RUN_MS;
  for (const picture of pictures) {
    if (stopping?.aborted || ctx.clock.now().getTime() > end) return { ...result, isWhole: false };
    const outcome = await takeIn(ctx, source, picture, stopping);
    if (outcome === 'stopped') return { ...result, isWhole: false };
    if (outcome === 'stored') result.stored++;
    if (outcome === 'refused' || outcome === 'failed') result.leftOut++;
    if (outcome === 'failed') result.isWhole = false;
  }
  return result;
}

type Outcome = 'stored' | 'unchanged' | 'refused' | 'failed' | 'stopped';

async function takeIn(
  ctx: Context,
  source: PictureSource,
  { fileName, read, ...place }: Incoming,
  stopping?: AbortSignal,
): Promise<Outcome> {
  const entry: PictureEntry = { ...place, source };
  if (isRefused(ctx, entry)) return 'refused';
  try {
    if (await retainPicture(ctx, entry)) return 'unchanged';
    await waitForIdle();
    const content = await read(stopping);
    if (typeof content === 'string') return refuse(ctx, entry, fileName, content);
    const stored = await storePicture(ctx, { ...entry, content }, stopping);
    return stored.outcome === 'refused' ? refuse(ctx, entry, fileName, stored.reason) : stored.outcome;
  } catch (error) {
    if (stopping?.aborted) return 'stopped';
    if (error instanceof DriveError && error.kind === 'busy') throw error;
    logFailure(ctx, source, fileName, error);
    return 'failed';
  }
}

function logFailure(ctx: Context, source: PictureSource, fileName: string, error: unknown): void {
  const { log } = ctx;
  if (error instanceof DriveError) log.warn({ source, fileName, reason: error.message }, 'a picture will be retried later');
  else if (isFirstTime(ctx, source, fileName, String(error)))
    log.error({ source, fileName, err: error }, 'a picture will be retried later');
}

/** Returns true if this version of the file was found not to be a picture. */
const isRefused = (ctx: Context, { source, sourceId, checksum }: PictureEntry): boolean =>
  refusedOf(ctx).get(`${source}/${sourceId}`) === checksum;

function refuse(ctx: Context, { source, sourceId, checksum }: PictureEntry, fileName: string, reason: Refusal): 'refused' {
  refusedOf(ctx).set(`${source}/${sourceId}`, checksum);
  ctx.log.warn({ source, fileName, reason: refusals[reason] }, 'a picture was refused');
  return 'refused';
}
