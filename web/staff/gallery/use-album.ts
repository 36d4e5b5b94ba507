import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Album } from '#shared/gallery/pictures.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { uploadQueue } from './uploads.ts';

/** The pictures of an album and the commands on them, which are shown at once and sent one at a time. */
export function useAlbum(album: Album) {
  const { t } = useTranslation(['common', 'errors']);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['album', album],
    queryFn: ({ signal }) => staffApi.staffGallery.list({ album }, { signal }),
  });
  const pictures = data?.pictures ?? [];
  const reload = () => void refetch();

  const show = (next: StaffPictureView[]) => client.setQueryData(['album', album], data && { ...data, pictures: next });
  const { mutateAsync } = useMutation({
    // Mutations of one scope run one after the other; `useCommand` would drop the second.
    scope: { id: `album ${album}` },
    mutationFn: (send: () => Promise<unknown>) => send(),
    onError(error) {
      toast.error(errorText(error, t));
      reload();
    },
  });
  // After the running commands: a list read before them would show an earlier order.
  useEffect(() => uploadQueue.onArrival((to) => to === album && void mutateAsync(() => refetch())), [album, refetch, mutateAsync]);
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
    /** `to`: the new place, from 0. */
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
