import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Album } from '#shared/gallery/albums.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { createQueue } from '#server/platform/queue.ts';
import { findBySource, type GalleryImage } from './gallery.queries.ts';
import { pictureName } from './picture-name.ts';
import { hasFiles, writeFiles } from './picture-store.ts';
import { insertUpload, lastPosition } from './staff-gallery.queries.ts';
import { subjectOf, toStaffView } from './staff-gallery.service.ts';

/** A picture takes seconds of one core and much memory: the site goes on serving beside it. */
const making = createQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 10 });

type Upload = { album: Album; name: string; content: Buffer };

/**
 * Takes a picture in: decoded, made anew in every width and format, its row last. The same file sent to the same album again, as after a
 * lost answer, is the same picture. @throws unauthorized, forbidden, invalid_fields (`file`), too_many_requests
 */
export async function takeUpload(ctx: Context, upload: Upload): Promise<StaffPictureView> {
  requireAdmin(ctx);
  const sourceId = `${upload.album}/${createHash('sha256').update(upload.content).digest('hex')}`;
  const known = await findBySource(ctx.db, 'upload', sourceId);
  if (known && !known.deletedAt && hasFiles(ctx, known)) return toStaffView(known);
  return toStaffView(await making.run(() => make(ctx, sourceId, upload)));
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
