import { useSyncExternalStore } from 'react';
import { ApiError } from '#shared/errors.ts';
import { type Album } from '#shared/gallery/pictures.ts';
import { UPLOAD_BYTES_MAX, uploadUrl } from '#shared/gallery/uploads.ts';
import { sendUpload } from '#web/staff/parts/file-upload.ts';

/** `share`: the fraction that was sent, from 0 to 1. */
export type Upload = { id: number; album: Album; file: File; state: 'waiting' | 'sending' | 'failed'; share: number; error?: unknown };

/** Outlives its screen: uploads continue while another section is shown. */
let uploads: readonly Upload[] = [];
let lastId = 0;
let isRunning = false;
const listeners = new Set<() => void>();
const arrivals = new Set<(album: Album) => void>();

function show(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}
const change = (id: number, part: Partial<Upload>) => show(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));

/** Sends files one after the other; failed ones stay in the list, the others continue. */
export function addUploads(album: Album, files: Iterable<File>): void {
  const added = Array.from(files, (file): Upload => ({ id: (lastId += 1), album, file, state: 'waiting', share: 0 }));
  show([...uploads, ...added]);
  void work();
}

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', share: 0 });
  void work();
}

export const dropUpload = (id: number): void => show(uploads.filter((upload) => upload.id !== id));

async function work(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  addEventListener('beforeunload', warn);
  for (let next = waiting(); next; next = waiting()) await send(next);
  removeEventListener('beforeunload', warn);
  isRunning = false;
}

const waiting = (): Upload | undefined => uploads.find(({ state }) => state === 'waiting');
/** The chosen files are lost when the page is left. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

async function send({ id, album, file }: Upload): Promise<void> {
  change(id, { state: 'sending' });
  try {
    if (file.size > UPLOAD_BYTES_MAX) throw new ApiError(422, { errors: { file: 'validation.picture_too_large' } });
    await sendUpload(uploadUrl({ album, name: file.name }), file, (share) => change(id, { share }));
    dropUpload(id);
    for (const arrived of arrivals) arrived(album);
  } catch (error) {
    change(id, { state: 'failed', error });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads);

/** Calls back whenever a picture was uploaded to an album; returns the function that stops it. */
export function onArrival(arrived: (album: Album) => void): () => void {
  arrivals.add(arrived);
  return () => arrivals.delete(arrived);
}
