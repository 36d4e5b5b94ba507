import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import { type Album, ALBUM_PLACES, ALBUMS, pictureUrl } from '#shared/gallery/pictures.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import type { Translate } from '#shared/translate.ts';
import { api } from '#web/lib/browser-api.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { useFileDrop } from '#web/staff/components/file-upload.ts';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PictureDialog, PictureRows } from './picture-rows.tsx';
import { type Upload, uploadQueue, useUploads } from './uploads.ts';
import { UploadState } from '#web/staff/components/upload-state.tsx';
import { useAlbum } from './use-album.ts';

/** Given these types, phones convert their own format to JPEG. */
const TAKEN = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

const albumPath = (album: Album): string => staffPath(album === 'gallery' ? 'site/gallery' : `site/gallery/${album}`);

/** Uploads, captions, order and removal of the pictures of an album. */
export default function Gallery() {
  const params = useParams();
  const { t } = useTranslation(['common', 'staff-gallery', 'errors', 'staff']);
  const album = ALBUMS.find((each) => each === params['album']) ?? 'gallery';
  const { error, reload, data, pictures, ...commands } = useAlbum(album);
  const [edited, setEdited] = useState<StaffPictureView>();
  const isOver = useFileDrop((files) => uploadQueue.add(album, files));
  return (
    <div className={isOver ? 'outline-3 outline-offset-8 outline-accent' : undefined}>
      <SectionTitle end={<UploadButton album={album} />}>{t('staff:nav.gallery')}</SectionTitle>
      <ChoiceLinks
        label={t('staff-gallery:album')}
        choices={ALBUMS.map((each) => ({ name: t(`staff-gallery:albums.${each}`), to: albumPath(each), isChosen: each === album }))}
      />
      <p className="my-4 max-w-[80ch] text-muted">
        {t('staff-gallery:sources')}{' '}
        {album === 'gallery'
          ? t('staff-gallery:shown_on_pages', { count: GALLERY_PAGE_SIZE })
          : t('staff-gallery:shown_first', { count: ALBUM_PLACES[album] })}
      </p>
      <UploadList />
      {error && <ErrorState message={errorText(error, t)} onRetry={reload} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && !data.hasPrints && pictures.length === 0 && <p className="py-6 text-muted">{t('staff-gallery:empty')}</p>}
      {pictures.length > 0 && <PictureRows pictures={pictures} onEdit={setEdited} {...commands} />}
      {data?.hasPrints && <Prints album={album} />}
      {edited && (
        <PictureDialog
          picture={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            reload();
          }}
        />
      )}
    </div>
  );
}

/** Our greyed prints: visitors see them until a picture of the club is shown. */
function Prints({ album }: { album: Album }) {
  const { t } = useTranslation('staff-gallery');
  const { data } = useQuery({
    queryKey: ['prints', album],
    queryFn: ({ signal }) =>
      api.gallery.images({ album, limit: album === 'gallery' ? GALLERY_PAGE_SIZE : ALBUM_PLACES[album] }, { signal }),
  });
  return (
    <section aria-label={t('placeholders')} className="my-6">
      <p className="mb-3">{t('placeholders')}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
        {data?.images.map(({ url, widths }) => (
          <li key={url}>
            <img
              src={pictureUrl(url, Math.min(...widths), 'jpg')}
              alt=""
              width={96}
              height={64}
              loading="lazy"
              className="aspect-3/2 w-full object-cover opacity-40 grayscale"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadButton({ album }: { album: Album }) {
  const { t } = useTranslation('staff-gallery');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" onClick={() => input.current?.click()}>
        {t('upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={TAKEN}
        onChange={({ target }) => {
          uploadQueue.add(album, target.files ?? []);
          target.value = '';
        }}
      />
    </>
  );
}

/** The uploads that are waiting, running or failed, with the reason. */
function UploadList() {
  const { t } = useTranslation(['common', 'staff-gallery', 'forms', 'errors']);
  const uploads = useUploads();
  const left = uploads.filter(({ state }) => state !== 'failed').length;
  return (
    <>
      <output className={left > 0 ? 'block py-3 font-semibold' : 'sr-only'}>
        {left > 0 && t('staff-gallery:uploading', { count: left })}
      </output>
      {uploads.length > 0 && (
        <ul aria-label={t('staff-gallery:uploads')} className="mb-6 border-t border-hairline">
          {uploads.map((upload) => (
            <li key={upload.id} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-hairline py-1">
              <span className="min-w-0 grow wrap-anywhere">{upload.file.name}</span>
              <State upload={upload} t={t} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function State({ upload: { id, file, state, share, left, error }, t }: { upload: Upload; t: Translate }) {
  if (state === 'waiting') return <span className="text-muted">{t('staff-gallery:waiting')}</span>;
  if (state === 'sending') return <UploadState name={file.name} share={share} left={left} onCancel={() => uploadQueue.drop(id)} />;
  return (
    <>
      <span role="alert" className="font-semibold text-danger">
        {reasonOf(error, t)}
      </span>
      <span className="flex gap-4">
        <Button
          look="quiet"
          size="small"
          aria-label={t('staff:do_with', { what: t('common:try_again'), name: file.name })}
          onClick={() => uploadQueue.retry(id)}
        >
          {t('try_again')}
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-label={t('staff:do_with', { what: t('staff-gallery:drop'), name: file.name })}
          onClick={() => uploadQueue.drop(id)}
        >
          {t('staff-gallery:drop')}
        </Button>
      </span>
    </>
  );
}

function reasonOf(error: unknown, t: Translate): string {
  const key = error instanceof ApiError ? error.body.errors?.['file'] : undefined;
  return key === undefined ? errorText(error, t) : validationText(key, t);
}
