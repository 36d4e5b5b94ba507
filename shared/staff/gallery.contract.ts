import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { ALBUMS } from '#shared/gallery/pictures.ts';
import { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { empty, jsonId, wireId } from '#shared/wire.ts';
import { PICTURE_SOURCES, PictureInput } from './gallery.schemas.ts';

/** A picture as staff see it. `fileName` is the description from its file name, shown if a caption is empty; `isShown`: visitors see it. */
export const StaffPictureView = GalleryImageView.pick({ url: true, width: true, height: true, widths: true }).extend({
  id: z.number().int(),
  album: z.enum(ALBUMS),
  source: z.enum(PICTURE_SOURCES),
  fileName: z.string(),
  caption: z.string(),
  captionKa: z.string(),
  isShown: z.boolean(),
});
export type StaffPictureView = z.infer<typeof StaffPictureView>;

const params = z.object({ id: wireId });

/** Pictures of the albums. Files are sent to `/staff/gallery/files`, which is not a JSON call (server/content/content.api.ts). */
export const staffGalleryContract = {
  list: endpoint('GET', '/staff/gallery/pictures', 'content.edit', {
    summary: 'List an album’s pictures in their order, including hidden ones',
    query: z.object({ album: z.enum(ALBUMS) }),
    output: z.object({ pictures: z.array(StaffPictureView), hasPrints: z.boolean() }),
  }),
  change: endpoint('PUT', '/staff/gallery/pictures/:id', 'content.edit', {
    summary: 'Change a picture’s captions, its visibility and, if it was uploaded, its album',
    params,
    body: PictureInput,
    output: StaffPictureView,
    invalidStatus: 422,
  }),
  move: endpoint('PUT', '/staff/gallery/pictures/:id/place', 'content.edit', {
    summary: 'Move a picture before another one of its album, or to the end',
    params,
    body: z.object({ beforeId: jsonId.nullable() }),
    output: empty,
    errors: ['conflict'],
  }),
  remove: endpoint('DELETE', '/staff/gallery/pictures/:id', 'content.edit', {
    summary: 'Delete an uploaded picture; it can be restored for some days',
    params,
    output: empty,
    errors: ['conflict'],
  }),
  bringBack: endpoint('POST', '/staff/gallery/pictures/:id/back', 'content.edit', {
    summary: 'Restore a deleted picture',
    params,
    output: StaffPictureView,
  }),
};

/** The query of an upload. */
export const UploadQuery = z.object({ album: z.enum(ALBUMS), name: z.string().min(1).max(255) });
