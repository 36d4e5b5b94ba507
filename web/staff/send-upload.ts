import type { SendWithToken } from '#web/lib/fetch-send.ts';

/** After this long without a byte on its way in either direction an upload is given up: a slow one goes on, a hung one ends. */
const STALL_MS = 60_000;

/** Sends a file as it is; `fetch` cannot tell how far it is. Status 0: nothing was answered. */
export const uploadOf =
  (file: File, onProgress: (share: number) => void = () => undefined): SendWithToken =>
  ({ method, url }, token) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      const giveUp = () => request.abort();
      let stall = setTimeout(giveUp, STALL_MS);
      const waitAnew = () => {
        clearTimeout(stall);
        stall = setTimeout(giveUp, STALL_MS);
      };
      request.open(method, url);
      request.setRequestHeader('content-type', 'application/octet-stream');
      if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        waitAnew();
        onProgress(total > 0 ? loaded / total : 0);
      });
      request.addEventListener('progress', waitAnew);
      request.addEventListener('loadend', () => {
        clearTimeout(stall);
        resolve({ status: request.status, body: parse(request.responseText) });
      });
      request.send(file);
    });

/** A proxy in between may answer something else than JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
