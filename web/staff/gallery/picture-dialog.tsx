import { useTranslation } from 'react-i18next';
import { ALBUMS } from '#shared/gallery/albums.ts';
import { pictureUrl } from '#shared/gallery/picture-files.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

type PictureDialogProps = { picture: StaffPictureView; onClose(): void; onSaved(): void };

/** What a picture shows, in both languages, and where it stands. */
export function PictureDialog({ picture, onClose, onSaved }: PictureDialogProps) {
  const { t } = useTranslation(['common', 'staff-gallery', 'forms']);
  const { id, album, caption, captionKa, url, widths, source } = picture;
  const [draft, change, forget] = useDraft<Record<'caption' | 'captionKa' | 'album', string>>(`picture ${id}`, {
    caption,
    captionKa,
    album,
  });
  const { isBusy, wrong, run } = useCommand();
  const errorOf = (field: string) => (wrong[field] === undefined ? undefined : validationText(wrong[field], t));
  const save = async () => {
    const body = { ...draft, album: ALBUMS.find((each) => each === draft.album) };
    const isSaved = await run(async () => void (await staffApi.staffGallery.change({ id, body })));
    if (!isSaved) return;
    forget();
    toast.success(t('staff-gallery:saved'));
    onSaved();
  };
  return (
    <Dialog title={t('staff-gallery:edit_title')} className="p-6" onClose={onClose}>
      <form
        noValidate
        className="mt-4 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <img src={pictureUrl(url, Math.min(...widths), 'jpg')} alt="" className="max-h-60 w-full object-contain" />
        <Field
          label={t('staff-gallery:caption')}
          hint={t('staff-gallery:caption_hint', { name: picture.fileName || t('staff-gallery:nameless') })}
          value={draft.caption}
          error={errorOf('caption')}
          lang="en"
          onChange={({ target }) => change({ caption: target.value })}
        />
        <Field
          label={t('staff-gallery:caption_ka')}
          value={draft.captionKa}
          error={errorOf('captionKa')}
          lang="ka"
          onChange={({ target }) => change({ captionKa: target.value })}
        />
        {source === 'upload' && (
          <Select
            label={t('staff-gallery:album')}
            value={draft.album}
            error={errorOf('album')}
            onChange={({ target }) => change({ album: target.value })}
          >
            {ALBUMS.map((each) => (
              <option key={each} value={each}>
                {t(`staff-gallery:albums.${each}`)}
              </option>
            ))}
          </Select>
        )}
        <div className="flex gap-3">
          <Button type="submit" size="small" isPending={isBusy} pendingLabel={t('staff-gallery:saving')}>
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
