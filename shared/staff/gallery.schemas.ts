import { z } from 'zod';
import { type Album, ALBUMS } from '#shared/gallery/pictures.ts';

const CAPTION_MAX = 200;

const caption = z.string('validation.invalid').trim().max(CAPTION_MAX, 'validation.too_long');

/** Staff data of a picture; omitted fields are unchanged. */
export const PictureInput = z.object({
  caption: caption.optional(),
  captionKa: caption.optional(),
  isShown: z.boolean('validation.invalid').optional(),
  album: z.enum(ALBUMS, 'validation.invalid').optional(),
});
export type PictureInput = z.infer<typeof PictureInput>;

/** Larger files are refused. */
export const UPLOAD_BYTES_MAX = 40 * 1024 * 1024;

/** The sources of a picture: the owner's folder, Google Drive, or the console. */
export const PICTURE_SOURCES = ['folder', 'drive', 'upload'] as const;

export const UPLOAD_PATH = '/api/staff/gallery/files';

/** Characters that the API refuses in any input; a device may have them in file names. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** The address of an upload; the file name describes the picture until it has a caption. */
export const uploadUrl = ({ album, name }: { album: Album; name: string }): string =>
  `${UPLOAD_PATH}?${new URLSearchParams({ album, name: name.replaceAll(CONTROL_CHARACTERS, ' ') })}`;
