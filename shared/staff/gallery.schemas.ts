import { z } from 'zod';
import { type Album, ALBUMS } from '#shared/gallery/pictures.ts';

const CAPTION_MAX = 200;

const caption = z.string('validation.invalid').trim().max(CAPTION_MAX, 'validation.too_long');

/** Staff's data of a picture; omitted fields stay. */
export const PictureInput = z.object({
  caption: caption.optional(),
  captionKa: caption.optional(),
  isShown: z.boolean('validation.invalid').optional(),
  album: z.enum(ALBUMS, 'validation.invalid').optional(),
});
export type PictureInput = z.infer<typeof PictureInput>;

/** A larger file is refused. */
export const UPLOAD_BYTES_MAX = 40 * 1024 * 1024;

/** The sources of a picture: the owner's folder, Google Drive, or the console. */
export const PICTURE_SOURCES = ['folder', 'drive', 'upload'] as const;

export const UPLOAD_PATH = '/api/staff/gallery/files';

/** Characters that the API refuses in any input; a device may have them in the name of a file. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** The address of an upload: its file name describes it until there is a caption. */
export const uploadUrl = ({ album, name }: { album: Album; name: string }): string =>
  `${UPLOAD_PATH}?${new URLSearchParams({ album, name: name.replaceAll(CONTROL_CHARACTERS, ' ') })}`;
