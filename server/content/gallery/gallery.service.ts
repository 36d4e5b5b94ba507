import { createHash } from 'node:crypto';
import { PLACEHOLDER_SOURCE } from '#server/content/content.table.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { createQueue } from '#server/platform/queue.ts';
import { translators } from '#server/platform/translators.ts';
import { GALLERY_PAGE } from '#shared/constants.ts';
import type { OutputOf, ParsedInput } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { galleryContract, GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { type Album, pictureFile, PICTURES_URL } from '#shared/gallery/pictures.ts';
import type { staffGalleryContract, StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { PICTURE_SOURCES, type PictureInput } from '#shared/staff/gallery.schemas.ts';
import {
  countImages,
  findBySource,
  findImages,
  findOwned,
  type GalleryImage,
  insertUpload,
  lastPosition,
  lockOwned,
  lockOwnedById,
  updateImage,
  updateRanks,
} from './gallery.queries.ts';
import { hasFiles, pictureName, writeFiles } from './picture-store.ts';

type Images = typeof galleryContract.images.shape;

/** Spec §7: returns a page of the gallery, from 1; a page after the last one is empty. */
export async function listImages(ctx: Context, { page = GALLERY_PAGE, limit, album }: ParsedInput<Images>): Promise<OutputOf<Images>> {
  const [images, total] = await Promise.all([findImages(ctx.db, album, { limit, offset: (page - 1) * limit }), countImages(ctx.db, album)]);
  return { images: images.map(toView), page, total };
}

/** Falls back to a standard description, because a file name may describe nothing. */
function toView({ file, width, height, widths, ...said }: GalleryImage): GalleryImageView {
  const name = said.caption || said.name || translators.en.t('pages:gallery.picture');
  const nameKa = said.captionKa || said.nameKa || said.caption || said.name || translators.ka.t('pages:gallery.picture');
  return { url: `${PICTURES_URL}/${pictureFile(file, width, 'jpg')}`, name, nameKa, width, height, widths };
}

const FIRST = { limit: 1, offset: 0 };

/** Returns the owner's pictures of an album in their order. `hasPrints`: placeholder images are shown instead. */
export async function listPictures(ctx: Context, { album }: { album: Album }): Promise<OutputOf<typeof staffGalleryContract.list.shape>> {
  const [pictures, [first]] = await Promise.all([findOwned(ctx.db, album), findImages(ctx.db, album, FIRST)]);
  return { pictures: pictures.map(toStaffView), hasPrints: first?.source === PLACEHOLDER_SOURCE };
}

/**
 * Changes captions, visibility and album; the album of a picture from a folder cannot change. @throws not_found, invalid_fields (`album`)
 */
export function changePicture(ctx: Context, id: number, input: PictureInput): Promise<StaffPictureView> {
  return withTransaction(ctx, async (tx) => {
    const picture = await lockPicture(tx, id);
    if (picture.deletedAt) throw new AppError('not_found');
    const before = staffFieldsOf(picture);
    const after = { ...before, ...definedOf(input) };
    if (JSON.stringify(before) === JSON.stringify(after)) return toStaffView(picture);
    if (after.album !== before.album && picture.source !== 'upload')
      throw new AppError('invalid_fields', { errors: { album: 'validation.picture_album' } });
    const { isShown, ...said } = after;
    const place = after.album === before.album ? {} : { rank: null, position: (await lastPosition(tx.db, after.album)) + 1 };
    const changed = await updateImage(tx.db, id, { ...said, ...place, isPutAway: !isShown });
    await recordAction(tx, { action: 'picture.change', subject: subjectOf(id), detail: { before, after } });
    return toStaffView(changed ?? picture);
  });
}

/** Moves a picture before another one of its album, or to the end. @throws not_found, conflict */
export function movePicture(ctx: Context, id: number, beforeId: number | null): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const { album } = await lockPicture(tx, id);
    const before = await lockOwned(tx.db, album);
    if (!before.includes(id)) throw new AppError('not_found');
    const others = before.filter((each) => each !== id);
    const place = beforeId === null ? others.length : others.indexOf(beforeId);
    // The other picture was deleted or moved to another album, or is the picture itself.
    if (place < 0) throw new AppError('conflict');
    const after = others.toSpliced(place, 0, id);
    await updateRanks(tx.db, after);
    const detail = { album, before: before.indexOf(id) + 1, after: place + 1 };
    await recordAction(tx, { action: 'picture.move', subject: subjectOf(id), detail });
    return {};
  });
}

/** Removes an upload. A picture from a folder can only be hidden, or removed from the folder. @throws not_found, conflict */
export function removePicture(ctx: Context, id: number): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const picture = await lockPicture(tx, id);
    if (picture.source !== 'upload') throw new AppError('conflict');
    if (picture.deletedAt) return {};
    await updateImage(tx.db, id, { deletedAt: tx.clock.now() });
    await recordAction(tx, { action: 'picture.remove', subject: subjectOf(id), detail: { before: staffFieldsOf(picture) } });
    return {};
  });
}

/** Undoes `removePicture` while the picture's files are kept. @throws not_found */
export function bringPictureBack(ctx: Context, id: number): Promise<StaffPictureView> {
  return withTransaction(ctx, async (tx) => {
    const picture = await lockPicture(tx, id);
    if (!picture.deletedAt) return toStaffView(picture);
    const back = await updateImage(tx.db, id, { deletedAt: null });
    await recordAction(tx, { action: 'picture.bring_back', subject: subjectOf(id), detail: { after: staffFieldsOf(picture) } });
    return toStaffView(back ?? picture);
  });
}

/** @throws not_found */
async function lockPicture(tx: Context, id: number): Promise<GalleryImage> {
  const picture = await lockOwnedById(tx.db, id);
  if (!picture) throw new AppError('not_found');
  return picture;
}

const subjectOf = (id: number): string => `picture ${id}`;

const staffFieldsOf = ({ album, caption, captionKa, isPutAway }: GalleryImage) => ({ album, caption, captionKa, isShown: !isPutAway });

const definedOf = ({ album, caption, captionKa, isShown }: PictureInput) => ({
  ...(album !== undefined && { album }),
  ...(caption !== undefined && { caption }),
  ...(captionKa !== undefined && { captionKa }),
  ...(isShown !== undefined && { isShown }),
});

function toStaffView(image: GalleryImage): StaffPictureView {
  const { id, file, name, width, height, widths } = image;
  const source = PICTURE_SOURCES.find((each) => each === image.source) ?? 'upload';
  const url = `${PICTURES_URL}/${pictureFile(file, width, 'jpg')}`;
  return { id, url, width, height, widths, source, fileName: name, ...staffFieldsOf(image) };
}

/** One at a time, because a picture takes seconds of CPU and much memory while the site serves requests. */
const makingOf = perServer(() => createQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 10 }));

type Upload = { album: Album; name: string; content: Buffer };

/**
 * Stores an upload, decoded and re-encoded in every width and format, before its row. The same file sent to the same album again, as after
 * a lost answer, gives the same picture. @throws invalid_fields (`file`), too_many_requests
 */
export async function acceptUpload(ctx: Context, upload: Upload): Promise<StaffPictureView> {
  const sourceId = `${upload.album}/${createHash('sha256').update(upload.content).digest('hex')}`;
  const known = await findBySource(ctx.db, 'upload', sourceId);
  if (known && !known.deletedAt && (await hasFiles(ctx, known))) return toStaffView(known);
  return toStaffView(await makingOf(ctx).run(() => make(ctx, sourceId, upload)));
}

async function make(ctx: Context, sourceId: string, { album, name: fileName, content }: Upload): Promise<GalleryImage> {
  const entry = { album, source: 'upload' as const, sourceId, checksum: '', name: pictureName(fileName), nameKa: '', position: 0 };
  const files = await writeFiles(ctx, { ...entry, content });
  if (typeof files === 'string') throw new AppError('invalid_fields', { errors: { file: `validation.picture_${files}` } });
  return withTransaction(ctx, async (tx) => {
    const position = (await lastPosition(tx.db, album)) + 1;
    const stored = await insertUpload(tx.db, { ...entry, ...files, position });
    if (!stored) throw new Error('An upload was not stored.');
    await recordAction(tx, { action: 'picture.upload', subject: subjectOf(stored.id), detail: { after: { album, file: stored.file } } });
    return stored;
  });
}
