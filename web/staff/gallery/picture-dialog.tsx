import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ALBUMS } from '#shared/gallery/albums.ts';
import { pictureUrl } from '#shared/gallery/picture-files.ts';
import { PictureInput } from '#shared/staff/forms.schemas.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffForm } from '#web/staff/parts/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

type PictureDialogProps = { picture: StaffPictureView; onClose(): void; onSaved(): void };

const PictureDraft = z.object({ caption: z.string(), captionKa: z.string(), album: z.enum(ALBUMS) });

/** The captions of a picture in both languages, and its album. */
export function PictureDialog({ picture, onClose, onSaved }: PictureDialogProps) {
  const { t } = useTranslation(['common', 'staff-gallery', 'forms']);
  const { id, album, caption, captionKa, url, widths, source } = picture;
  const form = useStaffForm({
    schema: PictureInput,
    defaultValues: { caption, captionKa, album },
    draft: { name: `picture-${id}`, schema: PictureDraft },
    send: (body) => staffApi.staffGallery.change({ id, body }),
    onSent() {
      toast.success(t('staff-gallery:saved'));
      onSaved();
    },
  });
  return (
    <Dialog title={t('staff-gallery:edit_title')} className="p-6" onClose={onClose}>
      <form noValidate className="mt-4 flex flex-col gap-5" onSubmit={form.submit}>
        <img src={pictureUrl(url, Math.min(...widths), 'jpg')} alt="" className="max-h-60 w-full object-contain" />
        <Field
          label={t('staff-gallery:caption')}
          hint={t('staff-gallery:caption_hint', { name: picture.fileName || t('staff-gallery:nameless') })}
          lang="en"
          {...form.control('caption')}
        />
        <Field label={t('staff-gallery:caption_ka')} lang="ka" {...form.control('captionKa')} />
        {source === 'upload' && (
          <Select label={t('staff-gallery:album')} {...form.control('album')}>
            {ALBUMS.map((each) => (
              <option key={each} value={each}>
                {t(`staff-gallery:albums.${each}`)}
              </option>
            ))}
          </Select>
        )}
        <div className="flex gap-3">
          <Button type="submit" size="small" isPending={form.isPending} pendingLabel={t('staff-gallery:saving')}>
            {t('staff-gallery:save')}
          </Button>
          <Button look="secondary" size="small" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
