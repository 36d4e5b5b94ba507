import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { PICTURES_URL } from '#shared/gallery/picture-files.ts';
import { clubShareId, shareImageVersion } from '#shared/sharing/addresses.ts';
import type { Context } from '#server/context.ts';
import { getEvent } from '#server/events/events.service.ts';
import { fillWhole } from '#server/files/fill-whole.ts';
import { galleryPicture } from '#server/media/media.service.ts';
import { createQueue } from '#server/queue.ts';
import { loadStyles } from './outlines.ts';
import { clubPicture, drawSharePicture, nightPicture } from './share-picture.ts';
import { printPng } from './share-png.ts';

export type ShareImage = { content: Buffer; version: string };

/** One at a time, because the site goes on serving; a crawler that asks for all nights at once is told to come back. */
const drawing = createQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 10 });
const underWay = new Map<string, Promise<Buffer>>();

const NAME = new RegExp(`^(${clubShareId}|[1-9]\\d{0,15})-(${LANGUAGES.join('|')})$`);

/** The picture a shared link shows, `7-en` or `default-ka`: made when it is first asked for and kept as a file. @throws not_found */
export async function shareImage(ctx: Context, name: string): Promise<ShareImage> {
  const [, id, spoken] = NAME.exec(name) ?? [];
  const language = LANGUAGES.find((each) => each === spoken);
  if (id === undefined || !language) throw new AppError('not_found');
  const event = id === clubShareId ? undefined : await getEvent(ctx, Number(id));
  const version = shareImageVersion(ctx.env.venue, event);
  return { version, content: await kept(ctx, `${name}-${version}.png`, () => draw(ctx, language, event)) };
}

async function kept({ env }: Context, file: string, make: () => Promise<{ content: Buffer; isFinal: boolean }>): Promise<Buffer> {
  const path = join(env.dataDir, 'media', 'share', file);
  const present = await readFile(path).catch(() => undefined);
  if (present) return present;
  const begun = underWay.get(path);
  if (begun) return begun;
  const made = drawing.run(async () => {
    const { content, isFinal } = await make();
    if (isFinal) await store(path, content);
    return content;
  });
  underWay.set(path, made);
  return made.finally(() => underWay.delete(path));
}

/** The older versions of the same image go: nobody will be sent there again. */
async function store(path: string, content: Buffer): Promise<void> {
  const folder = join(path, '..');
  await mkdir(folder, { recursive: true });
  await fillWhole(path, (draft) => writeFile(draft, content));
  const stem = path.slice(folder.length + 1, path.lastIndexOf('-') + 1);
  const older = (await readdir(folder)).filter((name) => name.startsWith(stem) && name.endsWith('.png') && !path.endsWith(name));
  await Promise.all(older.map((name) => rm(join(folder, name), { force: true })));
}

async function draw(ctx: Context, language: Language, event: EventView | undefined): Promise<{ content: Buffer; isFinal: boolean }> {
  const { venue } = ctx.env;
  const picture = event ? nightPicture(event, venue, language) : clubPicture(venue, language);
  const photo = await photoOf(ctx, event);
  const content = await printPng(drawSharePicture(picture, await loadStyles()), photo);
  // A photo that is not there yet may come: then the image is drawn again.
  return { content, isFinal: Boolean(photo) || !localPhoto(event) };
}

/** Only a picture of our own is printed: the server asks nobody else for files. */
function localPhoto(event: EventView | undefined): string | undefined {
  const url = event?.eventPhotoUrl;
  return url?.startsWith(`${PICTURES_URL}/`) ? url.slice(PICTURES_URL.length + 1) : undefined;
}

async function photoOf(ctx: Context, event: EventView | undefined): Promise<Buffer | undefined> {
  const file = localPhoto(event);
  if (file === undefined) return undefined;
  const picture = await galleryPicture(ctx, file).catch(() => undefined);
  return picture?.content;
}
