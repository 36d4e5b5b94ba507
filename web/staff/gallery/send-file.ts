import { ApiError, type ErrorBody } from '#shared/errors.ts';
import { uploadUrl } from '#shared/gallery/uploads.ts';
import type { Album } from '#shared/gallery/albums.ts';
import { session } from '#web/lib/browser-api.ts';
import { withSession, type SendWithToken } from '#web/lib/fetch-send.ts';

/** Sends a picture as it is; `fetch` cannot tell how far it is. @throws ApiError */
export async function sendFile(album: Album, file: File, onProgress: (share: number) => void): Promise<void> {
  const send = withSession(requestWith(file, onProgress), session);
  const { status, body } = await send({ method: 'POST', url: uploadUrl({ album, name: file.name }), access: 'admin' });
  if (status < 200 || status >= 300) throw new ApiError(status, errorBody(body));
}

const requestWith =
  (file: File, onProgress: (share: number) => void): SendWithToken =>
  ({ method, url }, token) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.setRequestHeader('content-type', 'application/octet-stream');
      if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      // Status 0: nothing was answered.
      request.addEventListener('loadend', () => resolve({ status: request.status, body: parse(request.responseText) }));
      request.send(file);
    });

const errorBody = (body: unknown): Partial<ErrorBody> => (typeof body === 'object' && body !== null ? body : {});

/** A proxy in between may answer something else than JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
