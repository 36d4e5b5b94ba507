import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Album } from '#shared/gallery/albums.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { onArrival } from './uploads.ts';

/** The pictures of an album, and what is done with them: seen at once, told to the server one after the other. */
export function useAlbum(album: Album) {
  const { t } = useTranslation(['common', 'errors']);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['album', album],
    queryFn: ({ signal }) => staffApi.staffGallery.list({ album }, { signal }),
  });
  const line = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => onArrival((to) => to === album && void refetch()), [album, refetch]);
  const pictures = data?.pictures ?? [];
  const reload = () => void refetch();

  const show = (next: StaffPictureView[]) => client.setQueryData(['album', album], data && { ...data, pictures: next });
  const tell = (work: () => Promise<unknown>): Promise<boolean> => {
    const told = line.current.then(work).then(
      () => true,
      (error: unknown) => {
        toast.error(errorText(error, t));
        reload();
        return false;
      },
    );
    line.current = told;
    return told;
  };

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
      return tell(() => staffApi.staffGallery.move({ id: picture.id, body: { beforeId } }));
    },
    setShown(picture: StaffPictureView, isShown: boolean) {
      show(pictures.map((each) => (each.id === picture.id ? { ...each, isShown } : each)));
      return tell(() => staffApi.staffGallery.change({ id: picture.id, body: { isShown } }));
    },
    remove(picture: StaffPictureView) {
      show(pictures.filter(({ id }) => id !== picture.id));
      return tell(() => staffApi.staffGallery.remove({ id: picture.id }));
    },
    bringBack: (picture: StaffPictureView) => tell(() => staffApi.staffGallery.bringBack({ id: picture.id })).then(() => reload()),
  };
}
