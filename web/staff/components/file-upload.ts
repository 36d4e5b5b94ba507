import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, type ErrorBody } from '#shared/errors.ts';
import { secondsLeft } from '#shared/time-left.ts';
import { session } from '#web/lib/browser-api.ts';
import { type SendWithToken, withSession } from '#web/lib/fetch-send.ts';

/** An upload is aborted after this long without a byte in either direction: a slow one continues, a hung one ends. */
const STALL_MS = 60_000;

/** `share`: the fraction sent, from 0 to 1; `left`: the seconds until all is sent, once that is known. */
export type UploadProgress = { share: number; left?: number | undefined };
type UploadOptions = { onProgress(progress: UploadProgress): void; signal: AbortSignal };

/** Sends a file unchanged. @throws ApiError, status 0 when there is no answer; an `AbortError` after `signal` */
export async function sendUpload(url: string, file: File, options: UploadOptions): Promise<void> {
  const { status, body } = await withSession(uploadOf(file, options), session)({ method: 'POST', url, access: 'user' });
  options.signal.throwIfAborted();
  if (status < 200 || status >= 300) throw new ApiError(status, errorBody(body));
}

const errorBody = (body: unknown): Partial<ErrorBody> => (typeof body === 'object' && body !== null ? body : {});

/** By XMLHttpRequest, because `fetch` reports no upload progress. */
const uploadOf =
  (file: File, { onProgress, signal }: UploadOptions): SendWithToken =>
  ({ method, url }, token) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      const begunAt = performance.now();
      const giveUp = () => request.abort();
      signal.addEventListener('abort', giveUp, { once: true });
      let stall = setTimeout(giveUp, STALL_MS);
      const restartTimer = () => {
        clearTimeout(stall);
        stall = setTimeout(giveUp, STALL_MS);
      };
      request.open(method, url);
      request.setRequestHeader('content-type', 'application/octet-stream');
      if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        restartTimer();
        const share = total > 0 ? loaded / total : 0;
        onProgress({ share, left: secondsLeft(share, performance.now() - begunAt) });
      });
      request.addEventListener('progress', restartTimer);
      request.addEventListener('loadend', () => {
        clearTimeout(stall);
        resolve({ status: request.status, body: parse(request.responseText) });
      });
      request.send(file);
    });

/** A proxy may answer something other than JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** One upload of a screen at a time, with its progress while it runs. */
export function useUpload() {
  const [upload, setUpload] = useState<UploadProgress & { name: string }>();
  const controller = useRef<AbortController>(undefined);
  return {
    upload,
    cancel: () => controller.current?.abort(),
    async send(url: string, file: File): Promise<void> {
      const { signal } = (controller.current = new AbortController());
      const { name } = file;
      setUpload({ name, share: 0 });
      try {
        await sendUpload(url, file, { signal, onProgress: (progress) => setUpload({ name, ...progress }) });
      } finally {
        setUpload(undefined);
      }
    },
  };
}

/**
 * Accepts files dropped anywhere on the page, where the browser would otherwise navigate to them. Returns true while files are dragged over
 * it.
 */
export function useFileDrop(onDrop: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const unmount = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) => {
      const listener = (event: DragEvent) => {
        if (event.dataTransfer?.types.includes('Files')) handle(event);
      };
      document.addEventListener(type, listener, { signal: unmount.signal });
    };
    listen('dragover', (event) => {
      event.preventDefault();
      setIsOver(true);
    });
    // Between two elements of the page `relatedTarget` is the next one.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false));
    listen('drop', (event) => {
      event.preventDefault();
      setIsOver(false);
      if (event.dataTransfer) drop(event.dataTransfer.files);
    });
    return () => unmount.abort();
  }, []);
  return isOver;
}
