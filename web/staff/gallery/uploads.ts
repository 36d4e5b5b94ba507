import { useSyncExternalStore } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { Album } from '#shared/gallery/pictures.ts';
import { UPLOAD_BYTES_MAX, uploadUrl } from '#shared/staff/gallery.schemas.ts';
import { markUnsaved } from '#web/lib/unsaved.ts';
import { sendUpload, type UploadProgress } from '#web/staff/components/file-upload.ts';

export type Upload = UploadProgress & { id: number; album: Album; file: File; state: 'waiting' | 'sending' | 'failed'; error?: unknown };

/** A queue that sends one file at a time; failed files remain in it, the others continue. */
export function createUploads() {
  let queue: readonly Upload[] = [];
  let lastId = 0;
  let isRunning = false;
  let sending: { id: number; controller: AbortController } | undefined;
  const listeners = new Set<() => void>();
  const arrivals = new Set<(album: Album) => void>();

  function show(next: readonly Upload[]): void {
    queue = next;
    for (const listener of listeners) listener();
  }
  const change = (id: number, part: Partial<Upload>) => show(queue.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const drop = (id: number): void => {
    if (sending?.id === id) sending.controller.abort();
    show(queue.filter((upload) => upload.id !== id));
  };
  const waiting = (): Upload | undefined => queue.find(({ state }) => state === 'waiting');

  async function send({ id, album, file }: Upload): Promise<void> {
    const controller = new AbortController();
    sending = { id, controller };
    change(id, { state: 'sending' });
    try {
      if (file.size > UPLOAD_BYTES_MAX) throw new ApiError(422, { errors: { file: 'validation.picture_too_large' } });
      await sendUpload(uploadUrl({ album, name: file.name }), file, {
        signal: controller.signal,
        onProgress: (progress) => change(id, progress),
      });
      drop(id);
      for (const arrived of arrivals) arrived(album);
    } catch (error) {
      change(id, { state: 'failed', error });
    }
  }

  async function work(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // The chosen files are lost when the page is left.
    markUnsaved(QUEUE, true);
    for (let next = waiting(); next; next = waiting()) await send(next);
    markUnsaved(QUEUE, false);
    isRunning = false;
  }

  return {
    all: (): readonly Upload[] => queue,
    add(album: Album, files: Iterable<File>): void {
      // In natural order: `hall 2` before `hall 10`.
      const sorted = [...files].toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
      const added = sorted.map((file): Upload => ({ id: (lastId += 1), album, file, state: 'waiting', share: 0 }));
      show([...queue, ...added]);
      void work();
    },
    retry(id: number): void {
      change(id, { state: 'waiting', share: 0, left: undefined });
      void work();
    },
    /** Takes a file out of the queue, also while it is sent. */
    drop,
    subscribe: (listener: () => void) => listen(listeners, listener),
    /** Calls back whenever a picture was uploaded to an album; returns the function that stops it. */
    onArrival: (arrived: (album: Album) => void) => listen(arrivals, arrived),
  };
}

const QUEUE = 'uploads';

function listen<Listener>(to: Set<Listener>, listener: Listener): () => void {
  to.add(listener);
  return () => to.delete(listener);
}

/** The console's queue. It outlives its screen: uploads continue while another section is shown. */
export const uploadQueue = createUploads();

export const useUploads = (): readonly Upload[] => useSyncExternalStore(uploadQueue.subscribe, uploadQueue.all);
