import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getEvent } from '#server/content/events/events.service.ts';
import { galleryPicture } from '#server/content/media/media.service.ts';
import { type Context, perServer } from '#server/platform/context.ts';
import { fillWhole } from '#server/platform/files.ts';
import { createQueue } from '#server/platform/queue.ts';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { PICTURES_URL, ownPhoto } from '#shared/gallery/pictures.ts';
import { clubShareId, type SharedEvent, sharedEvent, shareImageVersion } from '#shared/sharing/addresses.ts';
import { wireId } from '#shared/wire.ts';
import { loadStyles } from './outlines.ts';
import { clubPicture, drawSharePicture, eventPicture, printPng } from './share-picture.ts';

/** `isFinal`: the image of this version is complete; false while its photo is missing. */
type Drawn = { content: Buffer; isFinal: boolean };
type ShareImage = Drawn & { version: string };

/** One at a time, to leave resources for requests; a crawler that requests all events at once must retry later. */
const drawingsOf = perServer(() => ({
  queue: createQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 10 }),
  underWay: new Map<string, Promise<Drawn>>(),
}));

const NAME = new RegExp(`^(${clubShareId}|[1-9]\\d{0,9})-(${LANGUAGES.join('|')})$`);

/** Returns the image of a shared link, `7-en` or `default-ka`, drawn on the first request and stored as a file. @throws not_found */
export async function shareImage(ctx: Context, name: string): Promise<ShareImage> {
  const [, id, spoken] = NAME.exec(name) ?? [];
  const language = LANGUAGES.find((each) => each === spoken);
  if (id === undefined || !language) throw new AppError('not_found');
  const event = id === clubShareId ? undefined : sharedEvent(await getEvent(ctx, wireId.parse(id)), ctx.clock.now());
  const version = shareImageVersion(ctx.venue(), event);
  return { version, ...(await kept(ctx, `${name}-${version}.png`, () => draw(ctx, language, event))) };
}

/** Draws the image of an event that is being edited, as a `data:` URL, without storing it. */
export async function previewShareImage(ctx: Context, language: Language, event: SharedEvent): Promise<string> {
  const { content } = await drawingsOf(ctx).queue.run(() => draw(ctx, language, event));
  return `data:image/png;base64,${content.toString('base64')}`;
}

async function kept(ctx: Context, file: string, make: () => Promise<Drawn>): Promise<Drawn> {
  const { queue, underWay } = drawingsOf(ctx);
  const path = join(ctx.env.dataDir, 'media', 'share', file);
  const present = await readFile(path).catch(() => undefined);
  if (present) return { content: present, isFinal: true };
  const begun = underWay.get(path);
  if (begun) return begun;
  const made = queue.run(async () => {
    const drawn = await make();
    if (drawn.isFinal) await store(path, drawn.content);
    return drawn;
  });
  underWay.set(path, made);
  return made.finally(() => underWay.delete(path));
}

/** Deletes older versions of the image, to which no page links any more. */
async function store(path: string, content: Buffer): Promise<void> {
  const folder = join(path, '..');
  await mkdir(folder, { recursive: true });
  await fillWhole(path, (draft) => writeFile(draft, content));
  const stem = path.slice(folder.length + 1, path.lastIndexOf('-') + 1);
  const older = (await readdir(folder)).filter((name) => name.startsWith(stem) && name.endsWith('.png') && !path.endsWith(name));
  await Promise.all(older.map((name) => rm(join(folder, name), { force: true })));
}

async function draw(ctx: Context, language: Language, event: SharedEvent | undefined): Promise<Drawn> {
  const venue = ctx.venue();
  const picture = event ? eventPicture(event, venue, language) : clubPicture(venue, language);
  const file = ownFile(ctx, event);
  const photo = file === undefined ? undefined : await photoIn(ctx, file);
  const content = await printPng(drawSharePicture(picture, await loadStyles()), photo);
  // A missing photo may still be added; then the image is drawn again.
  return { content, isFinal: Boolean(photo) || file === undefined };
}

/** Only our own pictures are printed, so that the server requests nothing from other hosts. */
function ownFile({ env }: Context, event: SharedEvent | undefined): string | undefined {
  const [path] = ownPhoto(event?.eventPhotoUrl ?? null, env.publicUrl)?.split('?') ?? [];
  return path?.startsWith(`${PICTURES_URL}/`) ? path.slice(PICTURES_URL.length + 1) : undefined;
}

async function photoIn(ctx: Context, file: string): Promise<Buffer | undefined> {
  const picture = await galleryPicture(ctx, file).catch(() => undefined);
  return picture?.read().catch(() => undefined);
}
