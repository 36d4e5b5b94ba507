import { z } from 'zod';
import { ALBUMS, pictureUrl } from '#shared/gallery/pictures.ts';
import { PictureInput } from '#shared/staff/gallery.schemas.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { OrderedRows } from '#web/staff/ui/ordered-rows.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RowsProps = {
  pictures: readonly StaffPictureView[];
  onEdit(picture: StaffPictureView): void;
  move(picture: StaffPictureView, to: number): Promise<boolean>;
  setShown(picture: StaffPictureView, isShown: boolean): Promise<boolean>;
  remove(picture: StaffPictureView): Promise<boolean>;
  bringBack(picture: StaffPictureView): Promise<unknown>;
};

/** Pictures in their order. */
export function PictureRows({ pictures, onEdit, move, setShown, remove, bringBack }: RowsProps) {
  const { t } = useTranslation(['staff-gallery', 'staff']);
  const takeAway = async (picture: StaffPictureView) => {
    if (await remove(picture)) toast.success(t('removed'), { label: t('staff:undo'), run: () => void bringBack(picture) });
  };
  return (
    <OrderedRows
      label={t('pictures')}
      rows={pictures}
      nameOf={(picture) => nameOf(picture) || t('nameless')}
      onMove={(picture, to) => void move(picture, to)}
    >
      {(picture) => (
        <>
          <Thumbnail picture={picture} />
          <Facts picture={picture} />
          <span className="flex flex-wrap items-center gap-x-4">
            <RowButton picture={picture} label="edit" onClick={() => onEdit(picture)} />
            <RowButton
              picture={picture}
              label={picture.isShown ? 'hide' : 'show'}
              onClick={() => void setShown(picture, !picture.isShown)}
            />
            {picture.source === 'upload' && <RowButton picture={picture} label="remove" onClick={() => void takeAway(picture)} />}
          </span>
        </>
      )}
    </OrderedRows>
  );
}

const nameOf = ({ caption, fileName }: StaffPictureView): string => caption || fileName;

function Thumbnail({ picture: { url, widths, isShown } }: { picture: StaffPictureView }) {
  return (
    <img
      src={pictureUrl(url, Math.min(...widths), 'jpg')}
      alt=""
      width={96}
      height={64}
      loading="lazy"
      draggable={false}
      className={classNames('h-16 w-24 shrink-0 object-cover', !isShown && 'opacity-40')}
    />
  );
}

function Facts({ picture }: { picture: StaffPictureView }) {
  const { t } = useTranslation('staff-gallery');
  return (
    <span className="flex min-w-0 grow basis-[10rem] flex-col wrap-anywhere">
      <span className={picture.caption ? undefined : 'text-muted'}>{nameOf(picture) || t('nameless')}</span>
      <span lang="ka" className="text-muted">
        {picture.captionKa}
      </span>
      <span className="text-muted">
        {t(`source.${picture.source}`)}
        {!picture.isShown && <b className="ms-3 text-text">{t('hidden')}</b>}
      </span>
    </span>
  );
}

type RowButtonProps = {
  picture: StaffPictureView;
  label: 'edit' | 'hide' | 'show' | 'remove';
  onClick(): void;
};

function RowButton({ picture, label, onClick }: RowButtonProps) {
  const { t } = useTranslation(['staff-gallery', 'staff']);
  const name = nameOf(picture) || t('nameless');
  return (
    <Button look="quiet" size="small" aria-label={t('staff:do_with', { what: t(label), name })} onClick={onClick}>
      {t(label)}
    </Button>
  );
}

type PictureDialogProps = { picture: StaffPictureView; onClose(): void; onSaved(): void };

const PictureDraft = z.object({ caption: z.string(), captionKa: z.string(), album: z.enum(ALBUMS) });

/** The captions of a picture in both languages, and its album. */
export function PictureDialog({ picture, onClose, onSaved }: PictureDialogProps) {
  const { t } = useTranslation(['common', 'staff-gallery', 'forms', 'staff']);
  const { id, album, caption, captionKa, url, widths, source } = picture;
  const form = useStaffForm({
    schema: PictureInput,
    defaultValues: { caption, captionKa, album },
    draft: { name: `picture-${id}`, schema: PictureDraft },
    send: (body) => staffApi.staffGallery.change({ id, body }),
    onSent() {
      toast.success(t('staff:saved'));
      onSaved();
    },
  });
  const chosenAlbum = form.controlled('album');
  return (
    <FormDialog title={t('staff-gallery:edit_title')} form={form} submit={t('staff:save')} onClose={onClose}>
      <img src={pictureUrl(url, Math.min(...widths), 'jpg')} alt="" className="max-h-60 w-full object-contain" />
      <Field label={t('staff-gallery:caption_ka')} lang="ka" {...form.control('captionKa')} />
      <Field
        label={t('staff-gallery:caption')}
        hint={t('staff-gallery:caption_hint', { name: picture.fileName || t('staff-gallery:nameless') })}
        lang="en"
        {...form.control('caption')}
      />
      {source === 'upload' && (
        <Select
          label={t('staff-gallery:album')}
          options={ALBUMS.map((value) => ({ value, text: t(`staff-gallery:albums.${value}`) }))}
          {...chosenAlbum}
          value={chosenAlbum.value ?? album}
        />
      )}
    </FormDialog>
  );
}
