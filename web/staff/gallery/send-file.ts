import { ApiError, type ErrorBody } from '#shared/errors.ts';
import { uploadUrl } from '#shared/gallery/uploads.ts';
import type { Album } from '#shared/gallery/albums.ts';
import { session } from '#web/lib/browser-api.ts';
import { withSession } from '#web/lib/fetch-send.ts';
import { uploadOf } from '#web/staff/send-upload.ts';

/** Sends a picture as it is. @throws ApiError, status 0 when nothing was answered */
export async function sendFile(album: Album, file: File, onProgress: (share: number) => void): Promise<void> {
  const send = withSession(uploadOf(file, onProgress), session);
  const { status, body } = await send({ method: 'POST', url: uploadUrl({ album, name: file.name }), access: 'admin' });
  if (status < 200 || status >= 300) throw new ApiError(status, errorBody(body));
}

const errorBody = (body: unknown): Partial<ErrorBody> => (typeof body === 'object' && body !== null ? body : {});
