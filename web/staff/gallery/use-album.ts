import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import type { Album } from '#shared/gallery/pictures.ts';
import { UPLOAD_BYTES_MAX, uploadUrl } from '#shared/gallery/uploads.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { sendUpload } from '#web/staff/parts/file-upload.ts';
import { staffApi } from '#web/staff/staff-api.ts';

/** The pictures of an album and the commands on them, which show at once and are sent one after the other. */
export function useAlbum(album: Album) {
  const { t } = useTranslation(['common', 'errors']);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['album', album],
    queryFn: ({ signal }) => staffApi.staffGallery.list({ album }, { signal }),
  });
  useEffect(() => onArrival((to) => to === album && void refetch()), [album, refetch]);
  const pictures = data?.pictures ?? [];
  const reload = () => void refetch();

  const show = (next: StaffPictureView[]) => client.setQueryData(['album', album], data && { ...data, pictures: next });
  const { mutateAsync } = useMutation({
    // Mutations of one scope run one after the other.
    scope: { id: `album ${album}` },
    mutationFn: (send: () => Promise<unknown>) => send(),
    onError(error) {
      toast.error(errorText(error, t));
      reload();
    },
  });
  /** Returns true if the command succeeded. */
  const run = (send: () => Promise<unknown>): Promise<boolean> =>
    mutateAsync(send).then(
      () => true,
      () => false,
    );

  return {
    data,
    error,
    reload,
    pictures,
    /** `to`: the place it takes, from 0. */
    move(picture: StaffPictureView, to: number) {
      const others = pictures.filter(({ id }) => id !== picture.id);
      const beforeId = others[to]?.id ?? null;
      show(others.toSpliced(to, 0, picture));
      return run(() => staffApi.staffGallery.move({ id: picture.id, body: { beforeId } }));
    },
    setShown(picture: StaffPictureView, isShown: boolean) {
      show(pictures.map((each) => (each.id === picture.id ? { ...each, isShown } : each)));
      return run(() => staffApi.staffGallery.change({ id: picture.id, body: { isShown } }));
    },
    remove(picture: StaffPictureView) {
      show(pictures.filter(({ id }) => id !== picture.id));
      return run(() => staffApi.staffGallery.remove({ id: picture.id }));
    },
    bringBack: (picture: StaffPictureView) => run(() => staffApi.staffGallery.bringBack({ id: picture.id })).then(() => reload()),
  };
}

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
function onArrival(arrived: (album: Album) => void): () => void {
  arrivals.add(arrived);
  return () => arrivals.delete(arrived);
}
