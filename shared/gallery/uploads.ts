import type { Album } from './pictures.ts';

export const CAPTION_MAX = 200;
/** A file larger than this is not taken. */
export const UPLOAD_BYTES_MAX = 40 * 1024 * 1024;

/** Where a picture came from: the owner's folder, Google Drive, or the console. */
export const PICTURE_SOURCES = ['folder', 'drive', 'upload'] as const;

export const UPLOAD_PATH = '/api/staff/gallery/files';

/** Where a file is sent, as it is: its name says what it shows until there is a caption. */
export const uploadUrl = ({ album, name }: { album: Album; name: string }): string =>
  `${UPLOAD_PATH}?${new URLSearchParams({ album, name })}`;
