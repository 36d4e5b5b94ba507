import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { ALBUM_PLACES, ALBUMS, type Album } from '#shared/gallery/albums.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { ChoiceLinks } from '#web/staff/parts/choice-links.tsx';
import { SectionTitle } from '#web/staff/section-title.tsx';
import { staffPath } from '#web/staff/staff-path.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { PictureRows } from './picture-rows.tsx';
import { UploadList } from './upload-list.tsx';
import { addUploads } from './uploads.ts';
import { useAlbum } from './use-album.ts';
import { useFileDrop } from './use-file-drop.ts';

/** Telephones turn their own format into JPEG when they are asked for these. */
const TAKEN = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

const albumPath = (album: Album): string => staffPath(album === 'gallery' ? 'gallery' : `gallery/${album}`);

/** The pictures of an album: brought, named, put in order, put away. */
export default function Gallery() {
  const params = useParams();
  const { t } = useTranslation(['common', 'staff-gallery', 'errors']);
  const album = ALBUMS.find((each) => each === params['album']) ?? 'gallery';
  const { error, reload, data, pictures, ...commands } = useAlbum(album);
  const [edited, setEdited] = useState<StaffPictureView>();
  const isOver = useFileDrop((files) => addUploads(album, files));
  return (
    <div className={isOver ? 'outline-3 outline-offset-8 outline-accent' : undefined}>
      <SectionTitle end={<UploadButton album={album} />}>{t('staff-gallery:title')}</SectionTitle>
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
      {data?.hasPrints && <p className="my-4">{t('staff-gallery:prints')}</p>}
      {error && <ErrorState message={errorText(error, t)} onRetry={reload} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && pictures.length === 0 && <p className="py-6 text-muted">{t('staff-gallery:empty')}</p>}
      {pictures.length > 0 && <PictureRows pictures={pictures} onEdit={setEdited} {...commands} />}
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
          addUploads(album, target.files ?? []);
          target.value = '';
        }}
      />
    </>
  );
}
