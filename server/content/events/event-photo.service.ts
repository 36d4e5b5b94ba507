import { AppError } from '#shared/errors.ts';
import { pictureFile, PICTURES_URL } from '#shared/gallery/pictures.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { writeFiles } from '#server/content/gallery/picture-store.ts';
import { createQueue } from '#server/platform/queue.ts';
import { getStaffEvent, readForChange, saveChange } from './edit-event.service.ts';

/** One at a time, because a picture takes seconds of CPU and much memory while the site serves requests. */
const makingOf = perServer(() => createQueue({ atOnce: 1, waiting: 5, retryAfterSeconds: 10 }));

type NewPhoto = { night: number; version: number };

/**
 * Sets the photo of an event. It is decoded and re-encoded in every width, so that nothing else in the file is kept, before the row is
 * written. @throws event_not_found, conflict, invalid_fields (`photo`), too_many_requests
 */
export async function acceptPhoto(ctx: Context, { night: id, version }: NewPhoto, content: Buffer): Promise<StaffEventView> {
  const { version: present } = await getStaffEvent(ctx, id);
  if (present !== version) throw new AppError('conflict', { params: { version: present } });
  const photoUrl = await makingOf(ctx).run(() => makeFiles(ctx, id, content));
  return setPhoto(ctx, { id, version }, photoUrl);
}

/** Removes the photo, so that the generated cover is shown again. @throws event_not_found, conflict */
export const removePhoto = (ctx: Context, id: number, version: number): Promise<StaffEventView> => setPhoto(ctx, { id, version }, null);

function setPhoto(ctx: Context, { id, version }: { id: number; version: number }, photoUrl: string | null): Promise<StaffEventView> {
  return withTransaction(ctx, async (tx) => {
    const event = await readForChange(tx, id, version);
    return saveChange(tx, event, { action: 'night.photo', columns: { photoUrl } });
  });
}

async function makeFiles(ctx: Context, id: number, content: Buffer): Promise<string> {
  if (hidesAnotherFile(content)) throw refused('hides_file');
  const name = `night-${id}`;
  const entry = { album: 'gallery', source: 'upload', sourceId: `events/${id}`, checksum: '', name, nameKa: '', position: 0 } as const;
  const files = await writeFiles(ctx, { ...entry, content });
  if (typeof files === 'string') throw refused(files);
  return `${PICTURES_URL}/${pictureFile(files.file, files.width, 'jpg')}`;
}

const refused = (reason: string): AppError => new AppError('invalid_fields', { errors: { photo: `validation.picture_${reason}` } });

/** Markers of pages, scripts, documents and archives, which no picture needs. */
const MARKERS = /<script|<!doctype|<html|<svg|<\?php|%PDF-/i;
/** The last record of a ZIP archive, which may follow other content. */
const ARCHIVE_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/**
 * Returns true if a picture also contains another kind of file, such as an archive. Encoding would remove it, but such a file is not a
 * plain photo.
 */
const hidesAnotherFile = (content: Buffer): boolean => content.includes(ARCHIVE_END) || MARKERS.test(content.toString('latin1'));
